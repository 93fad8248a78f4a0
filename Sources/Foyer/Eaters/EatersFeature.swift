extension Feature {
  static let eaters = Feature(
    routes: { routes in
      routes.get("/household/eaters", Eaters.index)
      routes.post("/household/eaters", Eaters.create)
      routes.get("/household/eaters/{id}", Eaters.edit)
      routes.post("/household/eaters/{id}", Eaters.update)
      routes.post("/household/eaters/{id}/delete", Eaters.delete)
      routes.post("/household/eaters/{id}/restore", Eaters.restore)
    },
    notices: EaterNotice.self,
    places: [
      NamedPlace(path: "/household/eaters", icon: "pot", words: { $0.wordsEaters }) { $0.eatersTitle }
    ],
    guide: [
      GuideLine("/household/eaters", { $0.eatersTitle }, { $0.guideEatersText })
    ],
    trash: [
      TrashKind(
        name: "eaters", row: "eater", path: "/household/eaters", rank: 1, title: { $0.eatersTitle },
        rows: EaterQueries.listDeleted)
    ])
}
