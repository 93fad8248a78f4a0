extension Feature {
  static let security = Feature(
    routes: { routes in
      routes.get("/settings/security", Security.index)
    })
}
