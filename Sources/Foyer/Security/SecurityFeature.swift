extension Feature {
  static let security = Feature(
    routes: { routes in
      routes.get("/settings/security", Security.index)
    },
    guide: [
      GuideLine("/settings/security", { $0.securityTitle }, { $0.guideSecurityText })
    ])
}
