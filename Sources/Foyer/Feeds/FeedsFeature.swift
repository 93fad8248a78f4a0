import HTTP

extension Feature {
  static let feeds = Feature(
    open: { routes in
      routes.get("/calendar/{token}", Feeds.show)
    },
    routes: { routes in
      routes.get("/settings/feeds", Feeds.index)
      routes.post("/settings/feeds", limits: .small, Feeds.create)
      routes.post("/settings/feeds/{id}/address", limits: .small, Feeds.reveal)
      routes.post("/settings/feeds/{id}/delete", Feeds.delete)
    },
    notices: FeedNotice.self,
    places: [
      NamedPlace(path: "/settings/feeds", icon: "calendar", words: { $0.wordsFeeds }) { $0.feedsTitle }
    ],
    guide: [
      GuideLine("/settings/feeds", { $0.feedsTitle }, { $0.guideFeedsText })
    ])
}
