extension Feature {
  static let repeats = Feature(
    routes: { routes in
      routes.post("/items/{id}/skip", Repeats.skip)
      routes.post("/items/{id}/unskip", Repeats.unskip)
      routes.post("/items/{id}/end", Repeats.end)
      routes.post("/items/{id}/resume", Repeats.resume)
    },
    notices: RepeatNotice.self,
    guide: [
      GuideLine("/items/new", { $0.guideRepeats }, { $0.guideRepeatsText }),
      GuideLine("/items/new", { $0.guideTurns }, { $0.guideTurnsText }),
    ])
}
