import HTTP

extension Feature {
  /// To-dos for calendar programs (RFC 4791). A program proves itself with each request by a token that has the scope `caldav`.
  static let calDAV = Feature(
    programs: { routes in
      for method in CalDAV.methods {
        for path in ["/.well-known/caldav", "/.well-known/caldav/"] {
          routes.on(method, path, limits: .fields, CalDAV.wellKnown)
        }
        for path in [
          "/dav", "/dav/", "/dav/principals", "/dav/principals/", "/dav/principals/me", "/dav/principals/me/",
        ] {
          routes.on(method, path, limits: .fields, CalDAV.answer)
        }
        routes.on(method, "/dav/calendars", limits: .fields, CalDAV.answer)
        routes.on(method, "/dav/calendars/", limits: .fields, CalDAV.answer)
        routes.on(method, "/dav/calendars/{collection}", limits: .fields, CalDAV.answerInCollection)
        routes.on(method, "/dav/calendars/{collection}/", limits: .fields, CalDAV.answerInCollection)
        routes.on(method, "/dav/calendars/{collection}/{href}", limits: .fields, CalDAV.answerOfObject)
      }
      // Apple's programs ask here before they look further.
      routes.on(.propfind, "/", limits: .fields, CalDAV.answer)
      routes.on(.propfind, "/principals/", limits: .fields, CalDAV.answer)
    },
    guide: [
      GuideLine("/settings/tokens", { $0.caldavScope }, { $0.guideCaldavText })
    ])
}
