import HTTP

extension Feature {
  static let welcome = Feature(
    routes: { routes in
      routes.get("/welcome", Welcome.home)
      routes.post("/welcome", limits: .small, Welcome.updateHome)
      routes.get("/welcome/people", Welcome.people)
      routes.post("/welcome/people", limits: .small, Welcome.invite)
      routes.get("/welcome/routines", Welcome.routines)
      routes.post("/welcome/routines", limits: .small, Welcome.addRoutines)
      routes.get("/welcome/reach", Welcome.reach)
      routes.post("/welcome/reach", limits: .small, Welcome.updateReach)
      routes.post("/welcome/reach/letter", limits: .small, Welcome.testLetter)
    },
    notices: WelcomeNotice.self,
    places: [
      NamedPlace(path: "/welcome", icon: "sparkle", words: { $0.wordsWelcome }) { $0.welcomeTitle }
    ],
    guide: [
      GuideLine("/welcome", { $0.welcomeTitle }, { $0.guideWelcomeText })
    ])
}

/// The messages after routines were added, and after a test letter was asked for.
enum WelcomeNotice: String, NoticeKind {
  case routinesAdded, letterSent

  static let feature = "welcome"

  func notice(_ its: NoticeCode, _ strings: Strings) -> Notice {
    switch self {
    case .routinesAdded: Notice(text: strings.welcomeRoutinesAdded(count: its.count), path: "/items")
    case .letterSent: Notice(text: strings.welcomeLetterSent)
    }
  }
}
