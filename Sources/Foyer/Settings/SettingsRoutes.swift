import HTTP
import Postgres

/// The requests about a person's settings (R22, R23).
enum Settings {
  static func index(_ request: Request, _ context: Context) async throws -> Response {
    page(try await stored(context), context)
  }

  static func update(_ request: Request, _ context: Context) async throws -> Response {
    var form = try await stored(context)
    guard let visitor = context.visitor else { throw Failure.signedOut }
    form.fill(try await context.form())
    let (editing, problems) = form.edit(visitor.resident)
    form.errors.add(problems, context.strings)
    guard form.changesEmail else {
      guard form.errors.isEmpty else { return page(form, context) }
      var batch = Batch()
      editing.store(in: &batch)
      try await context.query(batch)
      return context.redirect(to: "/settings", notice: .settingsSaved)
    }
    let changing = ChangeAddress(person: visitor.personID, email: form.email, client: context.client)
    form.errors.add(changing.problems, context.strings)
    if form.errors.isEmpty,
      let problem = try await Accounts.confirm(form.password, isConfirmed: form.isConfirmed, context)
    {
      form.errors.add("confirm_password", problem)
    }
    guard form.errors.isEmpty else { return page(form, context) }
    let allowances =
      context.sendsMail
      ? Allowance.confirmEmail(from: request.remoteAddress, of: visitor.personID, to: form.email)
      : Allowance.changeEmail(from: request.remoteAddress)
    try await context.take(allowances, orLog: "email_change_limited")
    // Only foyer_identity may change an address: both changes are one transaction.
    var batch = Batch()
    editing.store(in: &batch)
    changing.store(in: &batch)
    do {
      try await context.queryWithoutSession(batch)
    } catch PostgresError.server(let error) {
      guard let problems = ChangeAddress.problems(error) else { throw PostgresError.server(error) }
      form.errors.add(problems, context.strings)
      return page(form, context)
    }
    if context.sendsMail { return context.redirect(to: "/settings", notice: .addressLinkSent) }
    context.app.log(.info, "email_changed", ["person": "\(visitor.personID)", "request": request.id])
    return context.redirect(to: "/settings", notice: .settingsSaved)
  }

  static func changePassword(_ request: Request, _ context: Context) async throws -> Response {
    let form = try await stored(context)
    guard let visitor = context.visitor else { throw Failure.signedOut }
    let fields = try await context.form()
    let (current, new) = (fields["current_password"] ?? "", fields["new_password"] ?? "")
    var errors = FormErrors()
    if current.isEmpty { errors.add("current_password", context.strings.formRequired) }
    errors.add(ChangePassword.problems(new), context.strings)
    if errors.isEmpty,
      try await !change(current, to: new, of: visitor.personID, endsTokens: fields["end_tokens"] == "true", context)
    {
      errors.add("current_password", context.strings.settingsPasswordWrong)
    }
    guard errors.isEmpty else { return page(form, passwordErrors: errors, context) }
    context.app.log(.info, "password_changed", ["person": "\(visitor.personID)", "request": request.id])
    return context.redirect(to: "/settings", notice: .passwordChanged)
  }

  /// False if the present password is wrong, or was changed concurrently.
  private static func change(
    _ current: String, to new: String, of person: UUID, endsTokens: Bool, _ context: Context
  ) async throws -> Bool {
    guard let checked = try await Accounts.checkOwnPassword(current, context) else { return false }
    let changing = ChangePassword(
      person: person, checked: checked,
      hash: try await context.app.passwords.hash(new, for: .known, by: context.share), client: context.client,
      device: context.device, endsTokens: endsTokens)
    var batch = Batch()
    let query = changing.store(in: &batch)
    guard let key = try ChangePassword.deviceKey(await context.queryWithoutSession(batch), query) else { return false }
    context.startSession(changing.session, of: person, deviceKey: key)
    return true
  }

  static func sessions(_ request: Request, _ context: Context) async throws -> Response {
    var batch = Batch()
    let sessions = batch.add(SessionQueries.list(current: context.sessionToken?.hash ?? []))
    let feeds = batch.add(FeedQueries.list())
    let tokens = batch.add(TokenQueries.list())
    let results = try await context.query(batch)
    let entries = try results[sessions].map { try SessionEntry($0, context.strings) }
    return context.html(.settings) { out, page in
      Views.Settings.sessions(
        &out, page: page, sessions: entries, hasFeeds: !results[feeds].isEmpty, hasTokens: !results[tokens].isEmpty)
    }
  }

  static func endSession(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    switch try await EndSession(id: id, current: context.sessionToken, client: context.client).run(context) {
    case .gone: throw Failure.notFound
    case .ended: return context.redirect(to: "/settings/sessions", notice: .sessionEnded)
    case .signedOut:
      context.endSession()
      return context.redirect(to: "/login", notice: .signedOut)
    }
  }

  static func endOtherSessions(_ request: Request, _ context: Context) async throws -> Response {
    try await context.query()
    guard let visitor = context.visitor, let token = context.sessionToken else { throw Failure.signedOut }
    var batch = Batch()
    EndOtherSessions(person: visitor.personID, current: token, client: context.client).store(in: &batch)
    try await context.query(batch)
    return context.redirect(to: "/settings/sessions", notice: .otherSessionsEnded)
  }

  static func howTo(_ request: Request, _ context: Context) async throws -> Response {
    try await context.query()
    let features = context.app.features
    return context.html(.settings) { out, page in
      if context.isFragment {
        Views.Search._keys(&out, page: page, places: features.places, isInDialog: true)
      } else {
        Views.Settings.guide(&out, page: page, lines: features.guide, places: features.places)
      }
    }
  }

  static func whatsNew(_ request: Request, _ context: Context) async throws -> Response {
    try await context.query()
    return context.html(.settings) { out, page in Views.Settings.news(&out, page: page) }
  }

  static func confirmDeletion(_ request: Request, _ context: Context) async throws -> Response {
    deletionPage(try await context.query(HouseholdQueries.members()).count == 1, FormErrors(), context)
  }

  static func deleteAccount(_ request: Request, _ context: Context) async throws -> Response {
    let housemates = try await context.query(HouseholdQueries.members()).count - 1
    guard let visitor = context.visitor else { throw Failure.signedOut }
    let password = try await context.form()["password"] ?? ""
    var errors = FormErrors()
    if let problem = try await Accounts.confirm(password, context) { errors.add("password", problem) }
    guard errors.isEmpty else { return deletionPage(housemates == 0, errors, context) }
    var batch = Batch()
    DeleteAccount(resident: visitor.resident).store(in: &batch)
    try await context.queryWithoutSession(batch)
    context.app.log(
      .info, "account_deleted",
      ["person": "\(visitor.personID)", "address": "\(request.remoteAddress)", "request": request.id])
    context.endSession()
    return context.redirect(to: "/login", notice: .accountDeleted)
  }

  private static func stored(_ context: Context) async throws -> SettingsForm {
    let timeZones = context.app.timeZones
    var batch = Batch()
    let settings = batch.add(SettingsQueries.find(session: context.sessionToken?.hash ?? []))
    let zones = timeZones.names.isEmpty ? batch.add(TimeZones.list()) : nil
    let results = try await context.query(batch)
    if let zones { try timeZones.take(results[zones]) }
    guard let row = results[settings].first else { throw Failure.signedOut }
    return try SettingsForm(row, zones: timeZones.names)
  }

  private static func page(
    _ form: SettingsForm, passwordErrors: FormErrors = FormErrors(), _ context: Context
  ) -> Response {
    let isFine = form.errors.isEmpty && passwordErrors.isEmpty
    return context.html(.settings, status: isFine ? .ok : .unprocessableContent) { out, page in
      Views.Settings.settings(
        &out, page: page, form: form, passwordErrors: passwordErrors, sendsMail: context.sendsMail)
    }
  }

  private static func deletionPage(_ isAlone: Bool, _ errors: FormErrors, _ context: Context) -> Response {
    let items = (context.visitor?.openItems ?? 0) + (context.visitor?.doneItems ?? 0)
    return context.html(.settings, status: errors.isEmpty ? .ok : .unprocessableContent) { out, page in
      Views.Settings.deletion(&out, page: page, isAlone: isAlone, items: items, errors: errors)
    }
  }
}
