extension Feature {
  static let events = Feature(
    routes: { routes in
      routes.get("/events", Events.index)
    },
    guide: [
      GuideLine("/", { $0.guideLive }, { $0.guideLiveText })
    ])
}
