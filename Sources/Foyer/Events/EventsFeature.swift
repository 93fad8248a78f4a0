extension Feature {
  static let events = Feature(
    routes: { routes in
      routes.get("/events", Events.index)
    })
}
