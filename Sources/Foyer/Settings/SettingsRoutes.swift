import HTTP
import Postgres

/// What a person sets for themselves (R22, R23).
enum Settings {
  static func index(_ request: Request, _ context: Context) async throws -> Response {
    page(try await stored(context), context)
  }

  static func update(_ request: Request, _ context: Context) async throws -> Response {
    var form = try await stored(context)
    guard let visitor = context.visitor else { throw Failure.signedOut }
    form.fill(try await context.form())
    form.check(context.strings)
    if form.errors.isEmpty && form.changesEmail && !form.isConfirmed {
      if form.password.isEmpty {
        form.errors.add("confirm_password", context.strings.formRequired)
      } else if try await !Accounts.isOwnPassword(form.password, email: form.storedEmail, context) {
        form.errors.add("confirm_password", context.strings.settingsPasswordWrong)
      }
    }
    guard form.errors.isEmpty else { return page(form, context) }
    do {
      if form.changesEmail {
        // Both or none: only foyer_identity may change an address.
        try await context.queryWithoutSession([
          SettingsQueries.update(form, visitor), AccountQueries.update(person: visitor.personID, email: form.email),
        ])
        context.app.log(.info, "email_changed", ["person": "\(visitor.personID)", "request": request.id])
      } else {
        try await context.query(SettingsQueries.update(form, visitor))
      }
    } catch PostgresError.server(let error) where error.sqlState == "22023" {
      form.errors.add("time_zone", context.strings.settingsTimeZoneUnknown)
      return page(form, context)
    } catch PostgresError.server(let error) where error.constraint == "accounts_email" {
      form.errors.add("email", context.strings.formEmailUnusable)
      return page(form, context)
    }
    return context.redirect(to: "/settings", notice: .settingsSaved)
  }

  static func changePassword(_ request: Request, _ context: Context) async throws -> Response {
    let form = try await stored(context)
    guard let visitor = context.visitor, let token = context.sessionToken else { throw Failure.signedOut }
    let fields = try await context.form()
    let (current, new) = (fields["current_password"] ?? "", fields["new_password"] ?? "")
    var errors = FormErrors()
    if current.isEmpty { errors.add("current_password", context.strings.formRequired) }
    if let problem = PasswordRules.problem(new, context.strings) { errors.add("new_password", problem) }
    if errors.isEmpty, try await !Accounts.isOwnPassword(current, email: form.storedEmail, context) {
      errors.add("current_password", context.strings.settingsPasswordWrong)
    }
    guard errors.isEmpty else { return page(form, passwordErrors: errors, context) }
    let hash = try await context.app.passwords.hash(new)
    try await context.queryWithoutSession([
      AccountQueries.update(person: visitor.personID, password: hash),
      SessionQueries.deleteOthers(person: visitor.personID, than: token.hash),
    ])
    context.app.log(.info, "password_changed", ["person": "\(visitor.personID)", "request": request.id])
    return context.redirect(to: "/settings", notice: .passwordChanged)
  }

  static func sessions(_ request: Request, _ context: Context) async throws -> Response {
    let rows = try await context.query(SessionQueries.list(current: context.sessionToken?.hash ?? []))[0]
    let entries = try rows.map { try SessionEntry($0, context.strings) }
    return context.html(.settings) { out, page in Views.Settings.sessions(&out, page: page, sessions: entries) }
  }

  static func endSession(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let rows = try await context.query(SessionQueries.delete(id: id, current: context.sessionToken?.hash ?? []))[0]
    guard let row = rows.first else { throw Failure.notFound }
    if try row["is_current"] {
      context.endSession()
      return context.redirect(to: "/login", notice: .signedOut)
    }
    return context.redirect(to: "/settings/sessions", notice: .sessionEnded)
  }

  static func endOtherSessions(_ request: Request, _ context: Context) async throws -> Response {
    try await context.query()
    guard let visitor = context.visitor, let token = context.sessionToken else { throw Failure.signedOut }
    try await context.query(SessionQueries.deleteOthers(person: visitor.personID, than: token.hash))
    return context.redirect(to: "/settings/sessions", notice: .otherSessionsEnded)
  }

  static func howTo(_ request: Request, _ context: Context) async throws -> Response {
    try await context.query()
    return context.html(.settings) { out, page in Views.Settings.guide(&out, page: page) }
  }

  static func whatsNew(_ request: Request, _ context: Context) async throws -> Response {
    try await context.query()
    return context.html(.settings) { out, page in Views.Settings.news(&out, page: page) }
  }

  static func confirmDeletion(_ request: Request, _ context: Context) async throws -> Response {
    deletionPage(try await context.query(HouseholdQueries.members())[0].count == 1, FormErrors(), context)
  }

  static func deleteAccount(_ request: Request, _ context: Context) async throws -> Response {
    let results = try await context.query(HouseholdQueries.members(), SettingsQueries.email())
    guard let visitor = context.visitor, let email: String = try results[1].first?["email"] else {
      throw Failure.signedOut
    }
    let password = try await context.form()["password"] ?? ""
    var errors = FormErrors()
    if password.isEmpty {
      errors.add("password", context.strings.formRequired)
    } else if try await !Accounts.isOwnPassword(password, email: email, context) {
      errors.add("password", context.strings.settingsPasswordWrong)
    }
    guard errors.isEmpty else { return deletionPage(results[0].count == 1, errors, context) }
    try await context.queryWithoutSession(SettingsQueries.delete(visitor))
    context.app.log(
      .info, "account_deleted",
      ["person": "\(visitor.personID)", "address": "\(request.remoteAddress)", "request": request.id])
    context.endSession()
    return context.redirect(to: "/login", notice: .accountDeleted)
  }

  private static func stored(_ context: Context) async throws -> SettingsForm {
    let rows = try await context.query(SettingsQueries.find(session: context.sessionToken?.hash ?? []))[0]
    guard let row = rows.first else { throw Failure.signedOut }
    return try SettingsForm(row)
  }

  private static func page(
    _ form: SettingsForm, passwordErrors: FormErrors = FormErrors(), _ context: Context
  ) -> Response {
    let isFine = form.errors.isEmpty && passwordErrors.isEmpty
    return context.html(.settings, status: isFine ? .ok : .unprocessableContent) { out, page in
      Views.Settings.settings(&out, page: page, form: form, passwordErrors: passwordErrors)
    }
  }

  private static func deletionPage(_ isAlone: Bool, _ errors: FormErrors, _ context: Context) -> Response {
    let items = (context.visitor?.openItems ?? 0) + (context.visitor?.doneItems ?? 0)
    return context.html(.settings, status: errors.isEmpty ? .ok : .unprocessableContent) { out, page in
      Views.Settings.deletion(&out, page: page, isAlone: isAlone, items: items, errors: errors)
    }
  }
}
