extension Feature {
  static let calendar = Feature(
    routes: { routes in
      routes.get("/calendar", Calendar.index)
      routes.post("/items/{id}/date", Calendar.move)
    },
    notices: CalendarNotice.self,
    places: [
      NamedPlace(path: "/calendar", icon: "calendar", key: "k") { $0.navCalendar }
    ])
}
