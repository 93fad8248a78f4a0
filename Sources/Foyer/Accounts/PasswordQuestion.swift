import HTML
import HTTP
import Postgres

/// The change that needs the password, on a page of its own whose form asks for the change again.
struct PasswordQuestion {
  let heading: String
  /// The form's.
  let path: String
  /// Also within 15 minutes.
  var isAlwaysAsked = false

  /// The page; nil if the password was given, now or within the last 15 minutes.
  func ask(_ context: Context) async throws -> Response? {
    let hash = context.sessionToken?.hash ?? []
    let isConfirmed: Bool = try await context.query(SessionQueries.confirmation(hash))[0]["is_confirmed"]
    let password = try await context.form()["current_password"]
    if isConfirmed && !isAlwaysAsked { return nil }
    var errors = FormErrors()
    if let password {
      guard let problem = try await Accounts.confirm(password, context) else { return nil }
      errors.add("current_password", problem)
    }
    return context.html(.settings, status: errors.isEmpty ? .ok : .unprocessableContent) { out, page in
      Views.Security.password(&out, page: page, heading: heading, path: path, errors: errors)
    }
  }
}
