import HTTP

extension Feature {
  static let reminders = Feature(
    open: { routes in
      routes.get("/unsubscribe/{token}", Unsubscribes.edit)
    },
    // A mail provider's page posts it for its reader (RFC 8058 §3.2).
    fromElsewhere: { routes in
      routes.post("/unsubscribe/{token}", limits: .small, Unsubscribes.update)
    },
    routes: { routes in
      routes.get("/settings/reminders", Reminders.index)
      routes.post("/settings/reminders", limits: .small, Reminders.update)
      routes.post("/settings/reminders/mail", limits: .small, Reminders.tellByMail)
    },
    notices: ReminderNotice.self,
    places: [
      NamedPlace(path: "/settings/reminders", icon: "clock", words: { $0.wordsReminders }) { $0.remindersTitle }
    ],
    guide: [
      GuideLine("/settings/reminders", { $0.remindersTitle }, { $0.guideRemindersText })
    ])
}
