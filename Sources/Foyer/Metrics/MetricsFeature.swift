extension Feature {
  static let metrics = Feature(
    open: { routes in
      routes.get(Metrics.path, Metrics.index)
    })
}
