import HTTP

extension Feature {
  static let plan = Feature(
    routes: { routes in
      routes.get("/plan", Plan.index)
      routes.post("/plan", limits: .small, Plan.create)
      routes.get("/plan/recipes", Plan.suggest)
      routes.get("/plan/suggest", Plan.suggestMeals)
      routes.get("/plan/print", Plan.sheet)
      routes.post("/plan/copy", limits: .small, Plan.copy)
      routes.post("/plan/shopping", limits: .small, Plan.shop)
      routes.get("/plan/staples", Plan.staples)
      routes.post("/plan/staples", limits: .small, Plan.buyStaple)
      routes.post("/plan/away", limits: .small, Plan.setAway)
      routes.get("/plan/{id}", Plan.edit)
      routes.post("/plan/{id}", limits: .small, Plan.update)
      routes.post("/plan/{id}/delete", limits: .small, Plan.delete)
      routes.post("/plan/{id}/restore", limits: .small, Plan.restore)
    },
    notices: PlanNotice.self,
    places: [
      NamedPlace(path: "/plan", icon: "meal", key: "m", words: { $0.wordsPlan }) { $0.navPlan }
    ],
    guide: [
      GuideLine("/plan", { $0.navPlan }, { $0.guidePlanText })
    ],
    found: [.meals],
    trash: [
      TrashKind(
        name: "meals", row: "meal", path: "/plan", rank: 1, title: { $0.navPlan }, rows: PlanQueries.listDeleted)
    ])
}
