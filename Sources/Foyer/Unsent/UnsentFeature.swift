import HTTP

extension Feature {
  static let unsent = Feature(
    routes: { routes in
      routes.post("/login/words", limits: .small, UnsentForms.show)
    },
    guide: [
      GuideLine("/", { $0.guideKept }, { $0.guideKeptText })
    ])
}
