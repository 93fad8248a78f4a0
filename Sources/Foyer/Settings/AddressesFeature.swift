import HTTP

extension Feature {
  static let addresses = Feature(
    open: { routes in
      routes.get("/email/confirm/{token}", Addresses.edit)
      routes.post("/email/confirm/{token}", limits: .small, Addresses.update)
    },
    routes: { routes in
      routes.post("/settings/email", limits: .small, Addresses.create)
    })
}
