import HTTP

/// The home page: the stages and the household's progress (R20, R21).
enum Home {
  /// The page that a service worker shows offline: the same for all readers of a language.
  static func offline(_ request: Request, _ context: Context) async throws -> Response {
    context.html(.other) { out, page in Views.Home.offline(&out, page: page) }
  }

  static func index(_ request: Request, _ context: Context) async throws -> Response {
    try await context.query()
    let counts = ItemCounts(context.visitor)
    return context.html(.home) { out, page in Views.Home.home(&out, page: page, open: counts.open, done: counts.done) }
  }
}
