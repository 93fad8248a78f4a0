import HTTP

extension Feature {
  static let moveIn = Feature(
    routes: { routes in
      routes.get("/move-in", MoveIns.index)
      routes.post("/move-in", limits: MoveIns.limits, MoveIns.read)
      routes.get("/move-in/{id}", MoveIns.show)
      routes.post("/move-in/{id}", limits: .fields, MoveIns.begin)
      routes.get("/move-in/{id}/report.csv", MoveIns.report)
      routes.post("/move-in/{id}/undo", limits: .small, MoveIns.undo)
    },
    places: [
      NamedPlace(path: "/move-in", icon: "download", isBeginning: true, words: { $0.wordsMoveIn }) { $0.moveInTitle }
    ],
    guide: [
      GuideLine("/move-in", { $0.moveInTitle }, { $0.guideMoveInText })
    ])
}
