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
      NamedPlace(path: "/settings", icon: "sliders", key: "p", words: { $0.wordsSettings }) { $0.settingsTitle },
      NamedPlace(path: "/settings/security", icon: "key", words: { $0.wordsSecurity }) { $0.securityTitle },
      NamedPlace(path: "/settings/sessions", icon: "person", words: { $0.wordsSessions }) { $0.settingsSessions },
      NamedPlace(path: "/settings/photo", icon: "camera", words: { $0.wordsPhoto }) { $0.imagesPhoto },
      NamedPlace(path: "/settings/how-to", icon: "book", words: { $0.wordsGuide }) { $0.guideTitle },
      NamedPlace(path: "/settings/whats-new", icon: "sparkle", words: { $0.wordsNews }) { $0.newsTitle },
      NamedPlace(path: "/account/delete", icon: "alert", words: { $0.wordsDeleteAccount }) { $0.settingsDeleteTitle },
    ],
    guide: [
      GuideLine("/settings", { $0.settingsTitle }, { $0.guideSettingsText })
    ])
}
