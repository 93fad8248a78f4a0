extension Feature {
  static let health = Feature(
    open: { routes in
      routes.get(Health.readyPath, Health.ready)
    })
}
