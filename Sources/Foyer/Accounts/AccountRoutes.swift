import Crypto
import EventLoop
import HTML
import HTTP
import Postgres

/// Signing up, in and out.
enum Accounts {
  static func newSignup(_ request: Request, _ context: Context) async throws -> Response {
    guard context.app.configuration.registration == .open else { return closed(context) }
    return signupPage(SignupForm(), context)
  }

  static func signup(_ request: Request, _ context: Context) async throws -> Response {
    guard context.app.configuration.registration == .open else { return closed(context) }
    var form = SignupForm(try await context.form())
    form.check(context.strings)
    guard form.errors.isEmpty else { return signupPage(form, context) }
    let (household, person) = (UUID.v7(), UUID.v7())
    // Hashed before anybody asks whether the address is taken: both answers take the same time.
    let hash = try await context.app.passwords.hash(form.password)
    let token = SessionToken()
    func insert(timeZone: String) async throws {
      try await context.queryWithoutSession(
        AccountQueries.insert(
          household: household, named: context.strings.accountHouseholdDefault(name: form.name), person: person,
          name: form.name, timeZone: timeZone, email: form.email, password: hash)
          + [SessionQueries.insert(token.hash, household: household, person: person, userAgent: context.userAgent)])
    }
    do {
      do {
        try await insert(timeZone: form.timeZone)
      } catch PostgresError.server(let error) where error.sqlState == "22023" {
        // A time zone that PostgreSQL does not know is no reason to turn somebody away.
        try await insert(timeZone: "UTC")
      }
    } catch PostgresError.server(let error) where error.constraint == "accounts_email" {
      context.app.log(.warning, "sign_up_refused", ["address": "\(request.remoteAddress)", "request": request.id])
      form.errors.add("email", context.strings.formEmailUnusable)
      return signupPage(form, context)
    }
    context.startSession(token)
    context.app.log(
      .info, "sign_up", ["person": "\(person)", "address": "\(request.remoteAddress)", "request": request.id])
    try await firstLoad(context)
    return context.redirect(to: "/items")
  }

  static func newLogin(_ request: Request, _ context: Context) async throws -> Response {
    loginPage(LoginForm(next: request.query["next"] ?? ""), context)
  }

  static func login(_ request: Request, _ context: Context) async throws -> Response {
    var form = LoginForm(try await context.form())
    let keys = RateLimit.signInKeys(address: "\(request.remoteAddress)", email: form.email)
    let results = try await context.queryWithoutSession(
      keys.map(RateLimit.hit) + [AccountQueries.find(email: form.email)])
    do {
      try RateLimit.check(results.prefix(keys.count))
    } catch {
      context.app.log(.warning, "sign_in_limited", ["address": "\(request.remoteAddress)", "request": request.id])
      throw error
    }
    let account = results[keys.count].first
    let stored: String? = try account?["password"]
    let verdict = try await context.app.passwords.check(form.password, against: stored)
    guard let account, verdict.matches else {
      context.app.log(.warning, "sign_in_refused", ["address": "\(request.remoteAddress)", "request": request.id])
      form.errors.add("", context.strings.formLoginWrong)
      return loginPage(form, context)
    }
    let (household, person): (UUID, UUID) = (try account["household_id"], try account["person_id"])
    let token = SessionToken()
    var statements = [
      SessionQueries.insert(token.hash, household: household, person: person, userAgent: context.userAgent)
    ]
    statements += keys.map(RateLimit.forgive)
    statements += [RateLimit.deleteEnded(), SessionQueries.deleteExpired()]
    if let old = context.sessionToken { statements.append(SessionQueries.delete(old.hash)) }
    if let renewed = verdict.renewedHash { statements.append(AccountQueries.update(person: person, password: renewed)) }
    try await context.queryWithoutSession(statements)
    context.startSession(token)
    context.app.log(
      .info, "sign_in", ["person": "\(person)", "address": "\(request.remoteAddress)", "request": request.id])
    try await firstLoad(context)
    return context.redirect(to: form.destination)
  }

  static func logout(_ request: Request, _ context: Context) async throws -> Response {
    if let token = context.sessionToken {
      try await context.queryWithoutSession([SessionQueries.delete(token.hash)])
      context.app.log(.info, "sign_out", ["address": "\(request.remoteAddress)", "request": request.id])
    }
    context.endSession()
    return context.redirect(to: "/login", notice: .signedOut)
  }

  /// A household that never had an item finds its first to-dos when somebody comes in (R24). Nobody waits long for them:
  /// the list has a button that tries again.
  private static func firstLoad(_ context: Context) async throws {
    try await context.query()
    guard let visitor = context.visitor, !visitor.hadItems else { return }
    _ = try await SampleTodos.load(context, within: .seconds(4))
  }

  private static func signupPage(_ form: SignupForm, _ context: Context) -> Response {
    context.html(.other, status: form.errors.isEmpty ? .ok : .unprocessableContent) { out, page in
      Views.Accounts.signup(&out, page: page, form: form)
    }
  }

  private static func loginPage(_ form: LoginForm, _ context: Context) -> Response {
    context.html(.other, status: form.errors.isEmpty ? .ok : .unprocessableContent) { out, page in
      Views.Accounts.login(&out, page: page, form: form)
    }
  }

  private static func closed(_ context: Context) -> Response {
    let strings = context.strings
    return context.html(.other, status: .forbidden) { out, page in
      Views.Errors.error(
        &out, page: page, code: 403, title: strings.accountSignupTitle, message: strings.accountRegistrationClosed)
    }
  }
}
