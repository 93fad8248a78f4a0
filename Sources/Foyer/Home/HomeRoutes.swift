import HTTP

/// The stages: where everything is, and how far the household has come (R20, R21).
enum Home {
  /// What a service worker keeps for the time without a connection: the same for everybody who reads a language.
  static func offline(_ request: Request, _ context: Context) async throws -> Response {
    context.html(.other) { out, page in Views.Home.offline(&out, page: page) }
  }

  static func index(_ request: Request, _ context: Context) async throws -> Response {
    try await context.query()
    let counts = ItemCounts(context.visitor)
    return context.html(.home) { out, page in Views.Home.home(&out, page: page, open: counts.open, done: counts.done) }
  }
}
