import HTTP

/// How often a household may do what another one is told of. The routes say where.
enum StayLimits {
  typealias Handler = @Sendable (Request, Context, UUID) async throws -> Response

  /// A handler for a request, or for the host to ask, that counts before it does anything.
  static func limited(
    _ handler: @escaping Handler, by allowances: @escaping @Sendable (UUID) -> [Allowance] = Allowance.stay
  ) -> Handler {
    { request, context, id in
      try await take(allowances, context)
      return try await handler(request, context, id)
    }
  }

  /// The same for all requests of the household.
  static func limited(
    _ handler: @escaping @Sendable (Request, Context) async throws -> Response
  ) -> @Sendable (Request, Context) async throws -> Response {
    { request, context in
      try await take(Allowance.stay, context)
      return try await handler(request, context)
    }
  }

  private static func take(_ allowances: @Sendable (UUID) -> [Allowance], _ context: Context) async throws {
    try await context.query()
    guard let visitor = context.visitor else { throw Failure.signedOut }
    try await context.take(allowances(visitor.householdID), orLog: "stay_limited")
  }
}
