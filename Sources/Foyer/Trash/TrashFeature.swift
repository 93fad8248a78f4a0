extension Feature {
  static let trash = Feature(
    routes: { routes in
      routes.get("/trash", Trash.index)
    },
    places: [
      NamedPlace(path: "/trash", icon: "trash", key: "d") { $0.trashTitle }
    ])
}
