extension Feature {
  static let today = Feature(
    open: { routes in
      routes.get("/offline", Today.offline)
    },
    routes: { routes in
      routes.get("/", Today.index)
    },
    places: [
      NamedPlace(path: "/", icon: "home", key: "t", words: { $0.wordsToday }) { $0.navToday }
    ],
    guide: [
      GuideLine("/", { $0.navToday }, { $0.guideTodayText })
    ])
}
