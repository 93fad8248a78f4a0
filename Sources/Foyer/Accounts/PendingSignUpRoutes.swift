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
    let (person, session) = (UUID.v7(), SessionToken())
    let key: [UInt8]?
    do {
      do {
        key = try await insert(pending, person, session, timeZone: pending.form.timeZone, context)
      } catch PostgresError.server(let error) where error.sqlState == "22023" {
        // An unknown time zone does not prevent the sign-up.
        key = try await insert(pending, person, session, timeZone: nil, context)
      }
    } catch PostgresError.server(let error) where ["accounts_email", "households_pkey"].contains(error.constraint) {
      // The link was used, or another one of the same address.
      return ended(context)
    }
    guard let key else { return ended(context) }
    context.startSession(session, of: person, deviceKey: key)
    context.app.log(
      .info, "sign_up", ["person": "\(person)", "address": "\(request.remoteAddress)", "request": request.id])
    if pending.invitation != nil { return context.redirect(to: "/household", notice: .householdJoined) }
    await Accounts.firstLoad(context)
    return context.redirect(to: "/items", notice: pending.form.timeZone == nil ? .clockUnknown : nil)
  }

  private static func problem(
    _ password: String, _ pending: PendingSignUp, _ context: Context
  ) async throws -> String? {
    if password.isEmpty { return context.strings.formRequired }
    let verdict = try await context.check(
      password, against: pending.password, for: .newcomer, within: Allowance.confirm(pending.id))
    return verdict.matches ? nil : context.strings.settingsPasswordWrong
  }

  /// Makes the account and signs it in; returns the key of devices, or nil if its invitation has ended.
  private static func insert(
    _ pending: PendingSignUp, _ person: UUID, _ session: SessionToken, timeZone: String?, _ context: Context
  ) async throws -> [UInt8]? {
    var batch = Batch()
    var joined: Batch.Key?
    if let invitation = pending.invitation {
      joined = InvitationQueries.use(
        invitation, person: person, form: pending.form, timeZone: timeZone, language: context.strings.language,
        password: pending.password, session: session, userAgent: context.userAgent, in: &batch)
    } else {
      batch.add(
        AccountQueries.insert(
          household: pending.id, named: context.strings.accountHouseholdDefault(name: pending.form.name),
          person: person, name: pending.form.name, timeZone: timeZone, language: context.strings.language,
          email: pending.form.email,
          password: pending.password))
      batch.add(
        SessionQueries.insert(session.hash, household: pending.id, person: person, userAgent: context.userAgent))
    }
    batch.add("UPDATE accounts SET verified_at = now() WHERE person_id = \(person)")
    batch.add(AccountEventQueries.insert(.created, of: person, context))
    batch.add(PendingSignUpQueries.delete(pending.id))
    let key = batch.add(Device.key())
    let results = try await context.queryWithoutSession(batch)
    if let joined, results[joined].isEmpty { return nil }
    return try results[key][0]["key"]
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
