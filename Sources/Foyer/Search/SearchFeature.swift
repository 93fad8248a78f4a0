extension Feature {
  static let search = Feature(
    routes: { routes in
      routes.get("/search", Search.index)
    })
}
