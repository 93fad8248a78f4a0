extension Feature {
  static let today = Feature(
    open: { routes in
      routes.get("/offline", Today.offline)
    },
    routes: { routes in
      routes.get("/", Today.index)
    },
    places: [
      NamedPlace(path: "/", icon: "home", key: "t") { $0.navToday }
    ])
}
