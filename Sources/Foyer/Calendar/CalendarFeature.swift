extension Feature {
  static let calendar = Feature(
    routes: { routes in
      routes.get("/calendar", Calendar.index)
      routes.post("/items/{id}/date", Calendar.move)
    },
    notices: CalendarNotice.self,
    places: [
      NamedPlace(path: "/calendar", icon: "calendar", key: "k", words: { $0.wordsCalendar }) { $0.navCalendar }
    ],
    guide: [
      GuideLine("/calendar", { $0.navCalendar }, { $0.guideCalendarText })
    ])
}
