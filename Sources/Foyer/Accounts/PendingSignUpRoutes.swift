import HTTP
import Postgres

/// An account that waits for the answer to a letter to its address.
private struct PendingSignUp {
  let id: UUID
  let invitation: InvitationToken?
  /// As the form had it, without the password.
  var form = SignupForm()
  /// The hash of the password.
  let password: String

  init(_ row: Row) throws {
    id = try row["id"]
    let hash: [UInt8]? = try row["invitation_hash"]
    invitation = hash.map { InvitationToken(hash: $0) }
    password = try row["password"]
    form.name = try row["name"]
    form.email = try row["email"]
    let timeZone: String = try row["time_zone"]
    form.timeZone = timeZone.isEmpty ? nil : timeZone
  }

  /// A household of its own has the id of this, so that it is made once.
  func signUp(_ strings: Strings) -> SignUp {
    SignUp(
      home: invitation.map { .invitation($0) } ?? .own(id, named: strings.accountHouseholdDefault(name: form.name)),
      name: form.name, email: form.email, password: password, timeZone: form.timeZone, language: strings.language)
  }
}

/// Signing up where mail is configured: the account is made when its address has answered a letter, so that nobody is told
/// whether an address has an account already.
enum PendingSignUps {
  /// The answer to every sign-up.
  static func index(_ request: Request, _ context: Context) async throws -> Response {
    guard context.sendsMail else { throw Failure.notFound }
    return context.html(.other) { out, page in Views.Accounts.sent(&out, page: page) }
  }

  /// - Parameter password: its hash.
  static func create(
    _ form: SignupForm, password: String, invitation: InvitationToken? = nil, _ context: Context
  ) async throws -> Response {
    let id = UUID.v7()
    try await context.queryWithoutSession([
      PendingSignUpQueries.insert(id, form, password: password, invitation: invitation),
      JobQueries.insert(
        .signUp, ["sign_up": "\(id)", "email": form.email, "language": context.strings.language.rawValue],
        line: context.mailLine),
    ])
    context.app.log(
      .info, "sign_up_asked", ["address": "\(context.request.remoteAddress)", "request": context.request.id])
    return context.redirect(to: "/signup/sent")
  }

  /// Mail scanners open links: only the form makes the account, and only with the password again. Else somebody who signs up
  /// with another's address would share an account whose link its owner has followed.
  static func edit(_ request: Request, _ context: Context, _ token: String) async throws -> Response {
    guard context.sendsMail else { throw Failure.notFound }
    guard let pending = try await find(token, context) else { return ended(context) }
    return page(token, pending, FormErrors(), context)
  }

  private static func page(
    _ token: String, _ pending: PendingSignUp, _ errors: FormErrors, _ context: Context
  ) -> Response {
    context.html(.other, status: errors.isEmpty ? .ok : .unprocessableContent) { out, page in
      Views.Accounts.complete(&out, page: page, email: pending.form.email, path: "/signup/\(token)", errors: errors)
    }.withSecretPath
  }

  static func update(_ request: Request, _ context: Context, _ token: String) async throws -> Response {
    guard context.sendsMail else { throw Failure.notFound }
    guard let pending = try await find(token, context) else { return ended(context) }
    let registration = try await context.registration()
    guard registration == .open || registration == .invite && pending.invitation != nil else { throw Failure.forbidden }
    let password = try await context.form()["password"] ?? ""
    if let problem = try await problem(password, pending, context) {
      var errors = FormErrors()
      errors.add("password", problem)
      return page(token, pending, errors, context)
    }
    let signUp = pending.signUp(context.strings)
    do {
      guard
        try await signUp.begin(
          context,
          also: [
            "UPDATE accounts SET verified_at = now() WHERE person_id = \(signUp.person)",
            PendingSignUpQueries.delete(pending.id),
          ])
      else { return ended(context) }
    } catch is Problems {
      // Another link of the same address was used.
      return ended(context)
    } catch PostgresError.server(let error) where error.constraint == "households_pkey" {
      // The link was used.
      return ended(context)
    }
    if pending.invitation != nil { return context.redirect(to: "/", notice: .householdJoined) }
    await Accounts.firstLoad(context)
    return context.redirect(to: "/welcome", notice: pending.form.timeZone == nil ? .clockUnknown : nil)
  }

  private static func problem(
    _ password: String, _ pending: PendingSignUp, _ context: Context
  ) async throws -> String? {
    if password.isEmpty { return context.strings.formRequired }
    let verdict = try await context.check(
      password, against: pending.password, for: .newcomer, within: Allowance.confirm(pending.id))
    return verdict.matches ? nil : context.strings.settingsPasswordWrong
  }

  private static func find(_ token: String, _ context: Context) async throws -> PendingSignUp? {
    try await context.queryWithoutSession(PendingSignUpQueries.find(MailToken(token))).first.map {
      try PendingSignUp($0)
    }
  }

  private static func ended(_ context: Context) -> Response {
    context.linkEnded(again: "/signup", \.accountSignupTitle)
  }
}
