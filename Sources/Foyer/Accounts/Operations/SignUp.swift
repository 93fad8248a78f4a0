import Postgres

/// Makes an account: in a household of its own, or in that of an invitation.
struct SignUp {
  enum Home {
    case own(UUID, named: String)
    case invitation(InvitationToken)
  }

  var person = UUID.v7()
  let home: Home
  let name: String
  let email: String
  /// The hash of the password.
  let password: String
  /// Nil if it is not known: a household of its own has UTC until somebody chooses one, and who joins one has that one's.
  var timeZone: String?
  /// Of the page; nil on the command line.
  var language: Language?

  /// - Returns: the statement that has a row if it was done: an invitation may have ended.
  @discardableResult
  func store(in batch: inout Batch) -> Batch.Key {
    switch home {
    case .own(let household, let householdName): AccountQueries.insert(self, household, householdName, in: &batch)
    case .invitation(let token): InvitationQueries.use(token, for: self, in: &batch)
    }
  }

  /// The refusal that an error of the database means, if it is one.
  static func problems(_ error: ServerError) -> Problems? {
    error.constraint == "accounts_email" ? Problems("email", .taken) : nil
  }

  /// Makes the account and signs it in. False if its invitation has ended.
  /// - Parameter also: statements that run in the same transaction, after the account is made.
  func begin(_ context: Context, also: Batch = []) async throws -> Bool {
    do {
      return try await attempt(context, also)
    } catch PostgresError.server(let error) where error.sqlState == "22023" && timeZone != nil {
      // An unknown time zone does not prevent the sign-up.
      var signUp = self
      signUp.timeZone = nil
      return try await signUp.begin(context, also: also)
    } catch PostgresError.server(let error) {
      throw Self.problems(error) ?? PostgresError.server(error)
    }
  }

  private func attempt(_ context: Context, _ also: Batch) async throws -> Bool {
    let token = SessionToken()
    var batch = Batch()
    let made = store(in: &batch)
    batch.add(SessionQueries.insert(token.hash, person: person, if: "true", userAgent: context.userAgent))
    _ = batch.add(also)
    batch.add(AccountEventQueries.insert(.created, of: person, by: context.client))
    let key = batch.add(Device.key())
    let results = try await context.queryWithoutSession(batch)
    guard !results[made].isEmpty else { return false }
    context.startSession(token, of: person, deviceKey: try results[key][0]["key"])
    context.app.log(
      .info, "sign_up",
      ["person": "\(person)", "address": "\(context.request.remoteAddress)", "request": context.request.id])
    return true
  }
}
