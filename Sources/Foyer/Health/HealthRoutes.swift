import HTTP

/// For whoever watches over the program.
enum Health {
  static let path = "/healthz"

  /// 200 while the process serves; needs nothing else.
  static func alive() -> Response { .text("ok\n") }

  /// 200 when the database answers, else 503.
  static func ready(_ request: Request, _ context: Context) async throws -> Response {
    try await context.queryWithoutSession([])
    return .text("ok\n")
  }
}
