extension Feature {
  static let trash = Feature(
    routes: { routes in
      routes.get("/trash", Trash.index)
    },
    places: [
      NamedPlace(path: "/trash", icon: "trash", key: "d", words: { $0.wordsTrash }) { $0.trashTitle }
    ],
    guide: [
      GuideLine("/trash", { $0.guideTrash }, { $0.guideTrashText })
    ])
}
