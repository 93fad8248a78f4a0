import HTTP
import Postgres

extension Accounts {
  /// Whether the password is the visitor's own. Guessing is limited as it is where one signs in; a right one counts for the
  /// session's next 15 minutes.
  static func isOwnPassword(_ password: String, email: String, _ context: Context) async throws -> Bool {
    guard let visitor = context.visitor, let token = context.sessionToken else { throw Failure.signedOut }
    let address = "\(context.request.remoteAddress)"
    let keys = RateLimit.signInKeys(address: address, email: email)
    let results = try await context.queryWithoutSession(
      keys.map(RateLimit.hit) + [AccountQueries.password(of: visitor.personID)])
    try RateLimit.check(results.prefix(keys.count))
    let stored: String? = try results[keys.count].first?["password"]
    guard try await context.app.passwords.check(password, against: stored).matches else {
      context.app.log(
        .warning, "password_refused",
        ["person": "\(visitor.personID)", "address": address, "request": context.request.id])
      return false
    }
    try await context.queryWithoutSession(keys.map(RateLimit.forgive) + [SessionQueries.confirm(token.hash)])
    return true
  }
}
