import Crypto
import EventLoop
import Postgres

/// The commands that manage accounts.
public struct Users: Sendable {
  private let database: PoolConfiguration
  private let sendsMail: Bool

  /// - Parameter sendsMail: whether a program sends the letters that jobs ask for.
  public init(database: Database, sendsMail: Bool) {
    self.database = database.direct
    self.sendsMail = sendsMail
  }

  /// The reason of a failure: a sentence.
  public struct Refused: Error, CustomStringConvertible {
    public let description: String
  }

  /// Creates an account with a household of its own.
  public func add(name: String, email: String, password: String) async throws {
    let strings = Strings(.en)
    let problems = NewAccount(name: name, email: email, password: password).problems()
    if let problem = problems.all.first {
      throw Refused(description: "\(problem.field): \(strings.text(problem))")
    }
    var batch = Batch()
    SignUp(
      home: .own(.v7(), named: strings.accountHouseholdDefault(name: name)), name: name, email: email,
      password: ScryptHash(password: password).text
    ).store(in: &batch)
    do {
      try await Commands.run(database, batch)
    } catch PostgresError.server(let error) where SignUp.problems(error) != nil {
      throw Refused(description: "There is an account with this e-mail address already.")
    }
  }

  /// Sets a new password and ends every session of the account.
  public func setPassword(email: String, password: String) async throws {
    if let problem = PasswordRules.problem(password, Strings(.en)) { throw Refused(description: problem) }
    var batch = Batch()
    let account = batch.add(AccountQueries.find(email: email))
    let person: UUID? = try await Commands.run(database, batch) { try $0[account].first?["person_id"] }
    guard let person else { throw Refused(description: "There is no account with this e-mail address.") }
    let hash = ScryptHash(password: password).text
    var change = Batch()
    SetPassword(person: person, hash: hash, client: Client(sendsMail: sendsMail)).store(in: &change)
    try await Commands.run(database, change)
  }

  /// Makes an account an operator's, who may see /admin, or no longer so.
  public func setAdmin(email: String, _ isAdmin: Bool) async throws {
    var batch = Batch()
    let account = batch.add(AccountQueries.update(email: email, isAdmin: isAdmin))
    guard try await Commands.run(database, batch, { $0[account].affected }) > 0 else {
      throw Refused(description: "There is no account with this e-mail address.")
    }
  }

  /// Switches an account's second factor off, for somebody who has lost it. False if there was none.
  public func endSecondFactor(email: String) async throws -> Bool {
    var batch = Batch()
    let accounts = batch.add(AccountQueries.find(email: email))
    let account = try await Commands.run(database, batch) { try $0[accounts].first.map { try AccountID($0) } }
    guard let account else { throw Refused(description: "There is no account with this e-mail address.") }
    var change = Batch()
    let deleted = EndSecondFactor(
      account: account, client: Client(sendsMail: sendsMail), event: .secondFactorReset
    ).store(in: &change)
    return try await Commands.run(database, change) { $0[deleted].affected > 0 }
  }

  /// An account, for the command line.
  public struct Entry: Sendable {
    let email: String
    let name: String
    /// A day: `2026-11-22`.
    let created: String
    let household: UUID
    let isAdmin: Bool

    /// Separated by tabs.
    public var text: String {
      "\(created)\t\(Commands.plain(email))\t\(Commands.plain(name))\(isAdmin ? "\tadmin" : "")"
    }

    /// A JSON object.
    public var json: String {
      "{\"email\":\(Log.quoted(email)),\"name\":\(Log.quoted(name)),\"created\":\"\(created)\","
        + "\"household\":\"\(household)\",\"admin\":\(isAdmin)}"
    }
  }

  /// Every account, oldest first.
  public func list() async throws -> [Entry] {
    var batch = Batch()
    let accounts = batch.add(AccountQueries.list())
    return try await Commands.run(database, batch) { results in
      try results[accounts].map {
        Entry(
          email: try $0["email"], name: try $0["name"], created: try $0["created_on"],
          household: try $0["household_id"], isAdmin: try $0["is_admin"])
      }
    }
  }
}

/// Helpers of one-shot commands.
enum Commands {
  /// A name without what a terminal would obey, or take for the end of a column.
  static func plain(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      result.append(scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar)
    }
    return String(result)
  }

  /// Runs a batch without a session, on a loop of its own.
  static func run<Value: Sendable>(
    _ database: PoolConfiguration, _ batch: Batch, _ read: @Sendable (Results) throws -> Value = { _ in }
  ) async throws -> Value {
    var whole: Batch = [SessionQueries.openWithoutSession()]
    let part = whole.add(batch)
    let ready = whole
    return try await Pool.alone(database, timeout: .seconds(30)) { try read(try await $0.execute(ready)[part]) }
  }
}
