extension Feature {
  static let search = Feature(
    routes: { routes in
      routes.get("/search", Search.index)
    },
    guide: [
      GuideLine("/search", { $0.guideKeys }, { $0.guideKeysText })
    ])
}
