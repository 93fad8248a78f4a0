extension Feature {
  static let settings = Feature(
    routes: { routes in
      routes.get("/settings", Settings.index)
      routes.post("/settings", Settings.update)
      routes.post("/settings/password", Settings.changePassword)
      routes.get("/settings/sessions", Settings.sessions)
      routes.post("/settings/sessions/delete-others", Settings.endOtherSessions)
      routes.post("/settings/sessions/{id}/delete", Settings.endSession)
      routes.get("/settings/how-to", Settings.howTo)
      routes.get("/settings/whats-new", Settings.whatsNew)
      routes.get("/account/delete", Settings.confirmDeletion)
      routes.post("/account/delete", Settings.deleteAccount)
    },
    notices: SettingsNotice.self)
}
