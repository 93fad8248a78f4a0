import HTTP

extension Feature {
  static let signUps = Feature(
    open: { routes in
      routes.get("/signup/sent", PendingSignUps.index)
      routes.get("/signup/{token}", PendingSignUps.edit)
      routes.post("/signup/{token}", limits: .small, PendingSignUps.update)
    },
    cleaning: [PendingSignUpQueries.deleteExpired()])
}
