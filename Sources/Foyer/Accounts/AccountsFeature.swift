import HTTP

extension Feature {
  static let accounts = Feature(
    open: { routes in
      routes.get("/signup", Accounts.newSignup)
      routes.post("/signup", limits: .small, Accounts.signup)
      routes.get("/login", Accounts.newLogin)
      routes.post("/login", limits: .small, Accounts.login)
      routes.post("/logout", limits: .small, Accounts.logout)
    },
    places: [
      NamedPlace(path: NamedPlace.signOut, icon: "sign-out", words: { $0.wordsSignOut }) { $0.accountSignOut }
    ])
}
