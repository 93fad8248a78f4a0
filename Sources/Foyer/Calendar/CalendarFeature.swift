extension Feature {
  static let calendar = Feature(
    routes: { routes in
      routes.get("/calendar", Calendar.index)
      routes.post("/items/{id}/date", Calendar.move)
    },
    notices: CalendarNotice.self)
}
