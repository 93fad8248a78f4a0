import Crypto
import HTTP
import Postgres

/// The last part of a link that ends letters: a person's id, and its HMAC with a key that only foyer_identity reads. So no
/// table has the token, and it is the same in each letter.
struct UnsubscribeToken: PathParameter {
  let person: UUID
  private let code: [UInt8]

  /// - Parameter key: `ReminderQueries.key`.
  init(_ person: UUID, key: [UInt8]) {
    self.person = person
    code = hmacSHA256("\(person)".utf8, key: key)
  }

  init?(pathComponent: String) {
    let parts = pathComponent.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let person = UUID(parts[0].utf8), let code = Base64URL.decode(String(parts[1])),
      code.count == 32
    else { return nil }
    (self.person, self.code) = (person, code)
  }

  func isGenuine(key: [UInt8]) -> Bool { isEqualInConstantTime(code, UnsubscribeToken(person, key: key).code) }

  var path: String { "/unsubscribe/\(person).\(Base64URL.encode(code))" }
}

/// The end of reminders by mail from a letter: by its own link, or by the mail program's button (RFC 8058).
enum Unsubscribes {
  /// Mail scanners open links: only the form changes anything.
  static func edit(_ request: Request, _ context: Context, _ token: UnsubscribeToken) async throws -> Response {
    guard try await household(of: token, context) != nil else { throw Failure.notFound }
    return page(token, isDone: false, context)
  }

  /// The token is the proof, as providers send neither cookies nor an origin of ours (RFC 8058 §3.2). Again and again it is
  /// the same answer.
  static func update(_ request: Request, _ context: Context, _ token: UnsubscribeToken) async throws -> Response {
    guard let household = try await household(of: token, context) else { throw Failure.notFound }
    try await context.queryWithoutSession([
      SessionQueries.open(household: household), ReminderQueries.endMail(of: token.person),
    ])
    context.app.log(.info, "unsubscribed", ["person": "\(token.person)", "request": request.id])
    return page(token, isDone: true, context)
  }

  private static func household(of token: UnsubscribeToken, _ context: Context) async throws -> UUID? {
    // Its attempts are counted.
    context.writes()
    try await context.take(Allowance.unsubscribe(from: context.request.remoteAddress), orLog: "unsubscribe_limited")
    var batch = Batch()
    let (key, found) = (batch.add(ReminderQueries.key()), batch.add(ReminderQueries.household(of: token.person)))
    let results = try await context.queryWithoutSession(batch)
    guard token.isGenuine(key: try results[key][0]["key"]) else { return nil }
    return try results[found].first?["household_id"]
  }

  private static func page(_ token: UnsubscribeToken, isDone: Bool, _ context: Context) -> Response {
    context.html(.other) { out, page in
      Views.Reminders.unsubscribe(&out, page: page, path: token.path, isDone: isDone)
    }.withSecretPath
  }
}
