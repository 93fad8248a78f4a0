import CivilTime
import HTTP
import Postgres

/// The operator's page. Accounts are marked by `foyer user admin`; for everybody else nothing is there.
enum Admin {
  // MARK: Who may come in

  static func owns(_ path: String) -> Bool { path == "/admin" || path.hasPrefix("/admin/") }

  /// Throws `.notFound` for everybody but an operator.
  static func admit(_ context: Context) async throws {
    guard let token = context.sessionToken,
      let row = try await context.queryWithoutSession(AdminQueries.find(session: token.hash)).first
    else { throw Failure.notFound }
    context.isConfirmedAdmin = try row["is_confirmed"]
    // Not before: for others the page of what is not there knows no visitor in some cases.
    try await context.query()
  }

  // MARK: The page

  static func index(_ request: Request, _ context: Context) async throws -> Response {
    page(try await find(context), context)
  }

  private static func find(_ context: Context) async throws -> AdminPage {
    guard context.isConfirmedAdmin != nil, let visitor = context.visitor else { throw Failure.notFound }
    let (configuration, strings) = (context.app.configuration, context.strings)
    let backup = configuration.backups?.state()
    var batch: Batch = [AdminQueries.setTimeZone(of: visitor.personID)]
    let counts = batch.add(AdminQueries.counts(backup: backup?.last))
    let (storage, jobs) = (batch.add(AdminQueries.storage()), batch.add(JobQueries.dead()))
    let registration = batch.add(RegistrationQueries.find())
    let results = try await context.queryWithoutSession(batch)
    let row = results[counts][0]
    let made: Timestamp? = try row["backup"]
    let usual = configuration.householdQuota
    return AdminPage(
      counts: try list(row, strings),
      households: try results[storage].map { try AdminHousehold($0, usual: usual, strings) },
      jobs: try results[jobs].map { try FailedJob($0, strings) },
      backup: made.map { strings.text($0.local) }
        ?? (backup == nil ? strings.adminBackupOff : strings.adminBackupNone),
      isBackupOverdue: backup?.isOverdue ?? false,
      registration: AdminRegistration(
        isOpen: try results[registration][0]["registration_open"], outer: configuration.registration),
      usualQuota: usual.map { strings.text(bytes: $0) })
  }

  private static func list(_ row: Row, _ strings: Strings) throws -> [(name: String, value: String)] {
    let columns: [(String, StaticString)] = [
      (strings.adminHouseholds, "households"), (strings.adminPeople, "people"), (strings.adminSessions, "sessions"),
      (strings.navItems, "items"), (strings.navRecipes, "recipes"), (strings.adminImages, "images"),
      (strings.adminInvitations, "invitations"),
    ]
    return try columns.map { name, column in
      let number: Int = try row[column]
      return (name, "\(number)")
    }
  }

  private static func page(_ admin: AdminPage, _ context: Context) -> Response {
    context.html(.settings, status: admin.errors.isEmpty ? .ok : .unprocessableContent) { out, page in
      Views.Admin.admin(&out, page: page, admin: admin)
    }
  }

  // MARK: Changes

  static func setRegistration(_ request: Request, _ context: Context) async throws -> Response {
    guard let choice = try await context.form()["registration"], let isOpen = ["on": true, "off": false][choice] else {
      throw Failure.invalid
    }
    if let question = try await confirm(["registration": choice], context) { return question }
    try await context.queryWithoutSession(RegistrationQueries.update(isOpen: isOpen))
    log("admin_registration", ("registration", choice), context)
    return context.redirect(to: "/admin", notice: isOpen ? .registrationOpened : .registrationClosed)
  }

  static func setQuota(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let text = (try await context.form()["quota"] ?? "").trimmed
    let quota = ByteSize(text)
    if quota == nil && !text.isEmpty {
      var admin = try await find(context)
      admin.errors.add("quota-\(id)", context.strings.adminQuotaInvalid)
      admin.refused = (id, String(text.prefix(100)))
      return page(admin, context)
    }
    if let question = try await confirm(["quota": text], context) { return question }
    let changed = try await context.queryWithoutSession(StorageQueries.update(id, quota: quota?.bytes))
    guard changed.affected > 0 else { throw Failure.notFound }
    log("admin_quota", ("household", "\(id)"), to: quota.map { "\($0)" } ?? "none", context)
    return context.redirect(to: "/admin", notice: .quotaSaved)
  }

  static func retryJob(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    if let question = try await confirm([:], context) { return question }
    guard try await context.queryWithoutSession(JobQueries.retry(id)).affected > 0 else { throw Failure.notFound }
    log("admin_job_retried", ("job", "\(id)"), context)
    return context.redirect(to: "/admin", notice: .jobRetried)
  }

  static func deleteJob(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    if let question = try await confirm([:], context) { return question }
    guard try await context.queryWithoutSession(JobQueries.deleteDead(id)).affected > 0 else { throw Failure.notFound }
    log("admin_job_deleted", ("job", "\(id)"), context)
    return context.redirect(to: "/admin", notice: .jobDeleted)
  }

  /// Asks for the password unless it was given within the last 15 minutes: a page that sends the same form again with it.
  private static func confirm(_ fields: KeyValuePairs<String, String>, _ context: Context) async throws -> Response? {
    guard let isConfirmed = context.isConfirmedAdmin else { throw Failure.notFound }
    let password = try await context.form()["current_password"]
    var problem: String?
    if !isConfirmed, let password { problem = try await Accounts.confirm(password, context) }
    if isConfirmed || password != nil && problem == nil { return nil }
    return context.html(.settings, status: .unprocessableContent) { out, page in
      Views.Admin.confirm(
        &out, page: page, path: context.request.path, fields: fields.map { (name: $0.key, value: $0.value) },
        error: problem)
    }
  }

  private static func log(
    _ event: String, _ subject: (name: String, value: String), to value: String? = nil, _ context: Context
  ) {
    let person = context.visitor.map { "\($0.personID)" } ?? ""
    let (address, id) = ("\(context.request.remoteAddress)", context.request.id)
    if let value {
      context.app.log(
        .info, event,
        [subject.name: subject.value, "to": value, "person": person, "address": address, "request": id])
    } else {
      context.app.log(
        .info, event, [subject.name: subject.value, "person": person, "address": address, "request": id])
    }
  }
}
