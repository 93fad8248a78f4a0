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
    notices: SettingsNotice.self,
    places: [
      NamedPlace(path: "/settings", icon: "sliders", key: "p") { $0.settingsTitle },
      NamedPlace(path: "/settings/security", icon: "key") { $0.securityTitle },
      NamedPlace(path: "/settings/sessions", icon: "person") { $0.settingsSessions },
      NamedPlace(path: "/settings/photo", icon: "camera") { $0.imagesPhoto },
      NamedPlace(path: "/settings/how-to", icon: "book") { $0.guideTitle },
      NamedPlace(path: "/settings/whats-new", icon: "sparkle") { $0.newsTitle },
      NamedPlace(path: "/account/delete", icon: "alert") { $0.settingsDeleteTitle },
    ])
}
