import HTTP

extension Feature {
  static let stays = Feature(
    routes: { routes in
      routes.get("/hosts", Hosts.index)
      routes.get("/hosts/{id}", Hosts.show)
      routes.get("/hosts/{id}/photo", Hosts.photo)
      routes.get("/hosts/{id}/thumbnail", Hosts.thumbnail)
      routes.get("/hosts/{id}/place-photo", Hosts.placePhoto)
      routes.get("/hosts/{id}/place-thumbnail", Hosts.placeThumbnail)
      routes.post("/hosts/{id}/requests", StayLimits.limited(Hosts.ask, by: Allowance.askToStay))
      routes.post("/hosts/{id}/questions", StayLimits.limited(Hosts.question, by: Allowance.askToStay))
      routes.get("/stays/news", Hosts.news)
      routes.get("/requests", StayRequests.index)
      routes.post("/requests/seen", StayRequests.see)
      routes.post("/requests/restore", StayLimits.limited(StayRequests.restoreAll))
      routes.get("/requests/delete-all", StayRequests.confirmDeleteAll)
      routes.post("/requests/delete-all", StayLimits.limited(StayRequests.deleteAll))
      routes.get("/requests/{id}", StayThreads.show)
      routes.post("/requests/{id}/messages", StayLimits.limited(StayThreads.write))
      routes.post("/requests/{id}/reference", StayLimits.limited(StayThreads.refer))
      routes.post("/requests/{id}/change", StayLimits.limited(StayThreads.change))
      routes.post("/requests/{id}/delete", StayLimits.limited(StayRequests.delete))
      routes.post("/requests/{id}/restore", StayLimits.limited(StayRequests.restore))
      routes.get("/requests/{id}/withdraw", StayRequests.confirmWithdraw)
      routes.post("/requests/{id}/withdraw", StayLimits.limited(StayRequests.withdraw))
      routes.post("/requests/{id}/withdraw/ask", StayRequests.confirmWithdraw)
      routes.post("/requests/{id}/take-back", StayLimits.limited(StayRequests.takeBack))
      routes.post("/requests/{id}/agree", StayLimits.limited(StayRequests.agree))
      routes.get("/hosting", Hosting.index)
      routes.post("/hosting", limits: .standard, Hosting.update)
      routes.post("/hosting/tasks", StayTasks.update)
      routes.post("/hosting/blocked-dates", Hosting.block)
      routes.post("/hosting/blocked-dates/{id}/delete", Hosting.free)
      routes.post("/hosting/blocked-dates/{id}/restore", Hosting.blockAgain)
      routes.get("/hosting/requests", Hosting.requests)
      routes.post("/hosting/requests/seen", Hosting.see)
      routes.get("/hosting/requests/{id}", Hosting.showRequest)
      routes.post("/hosting/requests/{id}/accept", StayLimits.limited(Hosting.accept))
      routes.post("/hosting/requests/{id}/decline", StayLimits.limited(Hosting.decline))
      routes.post("/hosting/requests/{id}/take-back", StayLimits.limited(Hosting.takeBack))
      routes.post("/hosting/requests/{id}/propose", StayLimits.limited(Hosting.propose))
      routes.post("/hosting/requests/{id}/messages", StayLimits.limited(StayThreads.writeAsHost))
      routes.post("/hosting/requests/{id}/reference", StayLimits.limited(StayThreads.referAsHost))
      routes.get("/hosting/requests/{id}/photo", StayThreads.photo)
      routes.post("/hosting/requests/{id}/prepare", StayTasks.prepare)
      routes.post("/hosting/requests/{id}/unprepare", StayTasks.undo)
    },
    notices: StayNotice.self,
    places: [
      NamedPlace(path: "/hosts", icon: "bed", key: "s", words: { $0.wordsStays }) { $0.staysHosts },
      NamedPlace(path: "/requests", icon: "calendar", key: "q", words: { $0.wordsRequests }) { $0.staysMyRequests },
      NamedPlace(path: "/hosting", icon: "home", words: { $0.wordsHosting }) { $0.staysHosting },
      NamedPlace(path: "/hosting/requests", icon: "calendar", words: { $0.wordsIncoming }) { $0.staysIncoming },
    ],
    guide: [
      GuideLine("/hosts", { $0.guideStays }, { $0.guideStaysText })
    ],
    found: [.hosts, .stays, .stayMessages],
    trash: [
      TrashKind(
        name: "blocked-dates", row: "blocked", path: "/hosting/blocked-dates", rank: 2, title: { $0.staysBlocked },
        rows: HostingQueries.listFreed, nameOf: { try BlockedDates($0, $1).dates })
    ],
    activity: [
      "stay_asked": { strings, name, title, _ in (strings.activityAsked(name: name, title: title), "/requests") },
      "stay_accepted": { ($0.activityAccepted(name: $1, title: $2), "/hosting/requests/\($3)") },
      "stay_declined": { ($0.activityDeclined(name: $1, title: $2), "/hosting/requests/\($3)") },
    ],
    derived: DerivedData.ofStays)
}
