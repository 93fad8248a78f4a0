extension Feature {
  static let trash = Feature(
    routes: { routes in
      routes.get("/trash", Trash.index)
    })
}
