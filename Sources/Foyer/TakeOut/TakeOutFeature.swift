import HTTP

extension Feature {
  static let takeOut = Feature(
    routes: { routes in
      routes.get("/household/export", TakeOuts.household)
      routes.post("/household/export", limits: .small, TakeOuts.askForHousehold)
      routes.get("/household/export/{id}", TakeOuts.takeHousehold)
      routes.get("/account/export", TakeOuts.person)
      routes.post("/account/export", limits: .small, TakeOuts.askForPerson)
      routes.get("/account/export/{id}", TakeOuts.takePerson)
    },
    places: [
      NamedPlace(path: "/household/export", icon: "download", words: { $0.wordsTakeOut }) { $0.takeOutTitle },
      NamedPlace(path: "/account/export", icon: "download", words: { $0.wordsTakeOutOwn }) { $0.takeOutOwn },
    ],
    guide: [
      GuideLine("/household/export", { $0.takeOutTitle }, { $0.guideTakeOutText }),
      GuideLine("/account/export", { $0.takeOutOwn }, { $0.guideTakeOutOwnText }),
    ],
    cleaning: [TakeOutQueries.deleteExpired()])
}
