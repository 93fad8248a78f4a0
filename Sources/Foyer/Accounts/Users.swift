import Crypto
import EventLoop
import Postgres

/// The commands that manage accounts.
public struct Users: Sendable {
  private let url: String

  public init(database: Database) { url = database.url }

  /// The reason of a failure: a sentence.
  public struct Refused: Error, CustomStringConvertible {
    public let description: String
  }

  /// Creates an account with a household of its own.
  public func add(name: String, email: String, password: String) async throws {
    var form = SignupForm()
    (form.name, form.email, form.password) = (name, email, password)
    let strings = Strings(.en)
    form.check(strings)
    if let problem = form.errors.all.first { throw Refused(description: "\(problem.field): \(problem.message)") }
    let statements = AccountQueries.insert(
      household: .v7(), named: strings.accountHouseholdDefault(name: name), person: .v7(), name: name, timeZone: "UTC",
      email: email, password: ScryptHash(password: password).text)
    do {
      try await run(statements) { _ in }
    } catch PostgresError.server(let error) where error.constraint == "accounts_email" {
      throw Refused(description: "There is an account with this e-mail address already.")
    }
  }

  /// Sets a new password and ends every session of the account.
  public func setPassword(email: String, password: String) async throws {
    if let problem = PasswordRules.problem(password, Strings(.en)) { throw Refused(description: problem) }
    let person: UUID? = try await run([AccountQueries.find(email: email)]) { try $0[0].first?["person_id"] }
    guard let person else { throw Refused(description: "There is no account with this e-mail address.") }
    let hash = ScryptHash(password: password).text
    try await run([AccountQueries.update(person: person, password: hash), SessionQueries.deleteAll(person: person)]) {
      _ in
    }
  }

  /// Every account, oldest first: its e-mail address, its person's name, and the day it was created.
  public func list() async throws -> [(email: String, name: String, created: String)] {
    try await run([AccountQueries.list()]) { try $0[0].map { (try $0["email"], try $0["name"], try $0["created_on"]) } }
  }

  private func run<Value: Sendable>(
    _ statements: [SQL], _ read: @Sendable ([Rows]) throws -> Value
  ) async throws -> Value {
    try await Commands.run(url, statements, read)
  }
}

/// Helpers of one-shot commands.
enum Commands {
  /// Runs statements in one transaction, without a session, on a loop of their own.
  static func run<Value: Sendable>(
    _ url: String, _ statements: [SQL], _ read: @Sendable ([Rows]) throws -> Value
  ) async throws -> Value {
    let open = SessionQueries.openWithoutSession()
    return try await Pool.alone(url: url, timeout: .seconds(30)) { pool in
      try read(Array(try await pool.execute([open] + statements).dropFirst()))
    }
  }
}
