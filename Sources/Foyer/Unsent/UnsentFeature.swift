import HTTP

extension Feature {
  static let unsent = Feature(
    routes: { routes in
      routes.post("/login/words", limits: .small, UnsentForms.show)
    })
}
