import HTTP

extension Feature {
  static let webhooks = Feature(
    routes: { routes in
      routes.get("/settings/webhooks", Webhooks.index)
      routes.post("/settings/webhooks", limits: .small, Webhooks.create)
      routes.post("/settings/webhooks/{id}/delete", Webhooks.delete)
      routes.post("/settings/webhooks/{id}/again", Webhooks.again)
      routes.post("/settings/webhooks/{id}/on", Webhooks.switchTo)
    },
    notices: WebhookNotice.self,
    places: [
      NamedPlace(path: "/settings/webhooks", icon: "enter", words: { $0.wordsWebhooks }) { $0.webhooksTitle }
    ],
    guide: [
      GuideLine("/settings/webhooks", { $0.webhooksTitle }, { $0.guideWebhooksText })
    ])
}
