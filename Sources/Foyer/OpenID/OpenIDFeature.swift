extension Feature {
  static let openID = Feature(
    open: { routes in
      routes.get("/login/oidc", OpenIDSignIns.new)
      routes.get("/login/oidc/callback", OpenIDSignIns.create)
    },
    routes: { routes in
      routes.get("/settings/oidc", OpenIDIdentities.edit)
      routes.post("/settings/oidc", OpenIDIdentities.create)
      routes.post("/settings/oidc/delete", OpenIDIdentities.delete)
    },
    notices: OpenIDNotice.self)
}
