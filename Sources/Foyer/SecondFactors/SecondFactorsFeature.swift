import HTTP

extension Feature {
  static let secondFactors = Feature(
    open: { routes in
      routes.get("/login/second", SecondSignIns.new)
      routes.post("/login/second", limits: .small, SecondSignIns.create)
    },
    routes: { routes in
      routes.get("/settings/totp", SecondFactors.edit)
      routes.post("/settings/totp", SecondFactors.create)
      routes.post("/settings/totp/confirm", SecondFactors.confirm)
      routes.post("/settings/totp/delete", SecondFactors.delete)
      routes.post("/settings/recovery-codes", SecondFactors.replaceCodes)
    },
    notices: SecondFactorNotice.self,
    guide: [
      GuideLine("/settings/security", { $0.secondTitle }, { $0.guideSecondText })
    ])
}
