import HTTP

extension Feature {
  static let push = Feature(
    routes: { routes in
      routes.post("/settings/reminders/push", limits: .small, Push.create)
      routes.post("/settings/reminders/push/test", limits: .small, Push.test)
      routes.post("/settings/reminders/push/{id}/delete", limits: .small, Push.delete)
    },
    notices: PushNotice.self,
    guide: [
      GuideLine("/settings/reminders#push", { $0.pushTitle }, { $0.guidePushText })
    ],
    cleaning: [PushQueries.deleteOld()])
}
