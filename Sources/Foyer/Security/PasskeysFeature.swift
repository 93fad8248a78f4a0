import HTTP

extension Feature {
  static let passkeys = Feature(
    open: { routes in
      routes.post("/login/passkey/begin", limits: .small, PasskeySignIn.begin)
      routes.post("/login/passkey", limits: .small, PasskeySignIn.create)
    },
    routes: { routes in
      routes.post("/settings/passkeys/begin", limits: .small, Passkeys.begin)
      routes.post("/settings/passkeys", limits: .small, Passkeys.create)
      routes.post("/settings/passkeys/{id}", limits: .small, Passkeys.update)
      routes.post("/settings/passkeys/{id}/delete", Passkeys.delete)
    },
    notices: PasskeyNotice.self,
    guide: [
      GuideLine("/settings/security", { $0.passkeyTitle }, { $0.guidePasskeysText })
    ])
}
