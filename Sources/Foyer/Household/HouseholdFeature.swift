import HTTP

extension Feature {
  static let household = Feature(
    open: { routes in
      routes.get("/invitations/{token}", Invitations.index)
      routes.post("/invitations/{token}", limits: .small, Invitations.accept)
    },
    routes: { routes in
      routes.get("/household", Households.index)
      routes.post("/household", Households.update)
      routes.post("/household/leave", Households.leave)
      routes.post("/household/invitations", Households.invite)
      routes.post("/household/invitations/{id}/delete", Households.revoke)
    },
    notices: HouseholdNotice.self,
    places: [
      NamedPlace(path: "/household", icon: "household", key: "h", words: { $0.wordsHousehold }) { $0.householdTitle }
    ],
    guide: [
      GuideLine("/household", { $0.guideHousehold }, { $0.guideHouseholdText })
    ],
    found: [.people],
    activity: ["joined": { strings, name, _, _ in (strings.activityJoined(name: name), "/household") }],
    cleaning: [InvitationQueries.deleteExpired()])
}
