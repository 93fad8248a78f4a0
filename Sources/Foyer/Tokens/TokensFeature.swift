import HTTP

extension Feature {
  static let tokens = Feature(
    routes: { routes in
      routes.get("/settings/tokens", Tokens.index)
      routes.post("/settings/tokens", limits: .small, Tokens.create)
      routes.post("/settings/tokens/{id}/delete", Tokens.delete)
    },
    notices: TokenNotice.self,
    places: [
      NamedPlace(path: "/settings/tokens", icon: "key", words: { $0.wordsTokens }) { $0.tokensTitle }
    ],
    guide: [
      GuideLine("/settings/tokens", { $0.tokensTitle }, { $0.guideTokensText })
    ],
    cleaning: [TokenQueries.deleteExpired()])
}
