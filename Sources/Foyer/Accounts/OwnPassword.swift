import HTTP
import Postgres

extension Accounts {
  /// Asks for the visitor's password unless it was given within the last 15 minutes; returns the form's problem, if
  /// any.
  static func confirm(_ password: String, isConfirmed: Bool = false, _ context: Context) async throws -> String? {
    if isConfirmed { return nil }
    if password.isEmpty { return context.strings.formRequired }
    return try await checkOwnPassword(password, context) == nil ? context.strings.settingsPasswordWrong : nil
  }

  /// The hash that the password was checked against; nil if the password is wrong. Attempts are limited as in sign-in,
  /// apart from those of other clients; a correct password is valid for this session's next 15 minutes.
  static func checkOwnPassword(_ password: String, _ context: Context) async throws -> String? {
    guard let visitor = context.visitor, let token = context.sessionToken else { throw Failure.signedOut }
    let stored: String? = try await context.queryWithoutSession(AccountQueries.password(of: visitor.personID))
      .first?["password"]
    let allowances = Allowance.confirm(visitor.personID)
    let verdict = try await context.check(password, against: stored, for: .known, within: allowances)
    if let stored, verdict.matches {
      var batch = Batch()
      let confirmed = batch.add(SessionQueries.confirm(token.hash, checked: stored))
      batch.add(RateLimit.giveBack(allowances))
      if try await context.queryWithoutSession(batch)[confirmed].affected > 0 { return stored }
    }
    context.app.log(
      .warning, "password_refused",
      [
        "person": "\(visitor.personID)", "address": "\(context.request.remoteAddress)", "request": context.request.id,
      ])
    return nil
  }
}
