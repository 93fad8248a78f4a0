import CivilTime
import HTTP
import Postgres

/// The household's settings, members, invitations, and moving out.
enum Households {
  static func index(_ request: Request, _ context: Context) async throws -> Response {
    try await page(context)
  }

  static func update(_ request: Request, _ context: Context) async throws -> Response {
    var form = try await stored(context)
    form.fill(try await context.form())
    form.check(context.strings)
    guard form.errors.isEmpty else { return try await page(context, form) }
    try await context.query(HouseholdQueries.update(form))
    return context.redirect(to: "/household", notice: .householdSaved)
  }

  /// The statements of the stored form.
  private struct Stored {
    let timeZone: Batch.Key
    let zones: Batch.Key?

    init(in batch: inout Batch, _ context: Context) {
      timeZone = batch.add(HouseholdQueries.timeZone())
      zones = context.app.timeZones.names.isEmpty ? batch.add(TimeZones.list()) : nil
    }

    func form(_ results: Results, _ context: Context) throws -> HouseholdForm {
      guard let visitor = context.visitor else { throw Failure.signedOut }
      if let zones { try context.app.timeZones.take(results[zones]) }
      return HouseholdForm(visitor, timeZone: try results[timeZone][0]["time_zone"], zones: context.app.timeZones.names)
    }
  }

  private static func stored(_ context: Context) async throws -> HouseholdForm {
    var batch = Batch()
    let stored = Stored(in: &batch, context)
    return try stored.form(try await context.query(batch), context)
  }

  /// Only this answer, or the letter, contains the link: the database stores a hash of its token.
  static func invite(_ request: Request, _ context: Context) async throws -> Response {
    let hash = context.sessionToken?.hash ?? []
    let isConfirmed: Bool = try await context.query(SessionQueries.confirmation(hash))[0]["is_confirmed"]
    let fields = try await context.form()
    let email = context.sendsMail ? (fields["email"] ?? "").trimmed : ""
    if !email.isEmpty, MailAddress(email) == nil {
      return try await page(context, email: email, problem: ("email", context.strings.formEmailInvalid))
    }
    if let problem = try await Accounts.confirm(fields["current_password"] ?? "", isConfirmed: isConfirmed, context) {
      return try await page(context, email: email, problem: ("confirm_password", problem))
    }
    try await context.take(Allowance.invite(from: request.remoteAddress), orLog: "invitation_limited")
    let token = InvitationToken()
    if !email.isEmpty { return try await invite(email, token, context) }
    try await context.query([InvitationQueries.deleteEnded(), InvitationQueries.insert(token)])
    return try await page(context, link: "\(request.origin)/invitations/\(token.text)")
  }

  /// The letter will have another link: its token is made when it is sent.
  private static func invite(_ email: String, _ token: InvitationToken, _ context: Context) async throws -> Response {
    guard let visitor = context.visitor else { throw Failure.signedOut }
    try await context.take(
      Allowance.inviteByMail(visitor.householdID, from: context.request.remoteAddress) + [.letter(to: email)],
      orLog: "invitation_limited")
    let id = UUID.v7()
    try await context.query([
      InvitationQueries.deleteEnded(), InvitationQueries.insert(token, id: id),
      JobQueries.insert(
        .invitation,
        [
          "household": "\(visitor.householdID)", "invitation": "\(id)", "to": email, "from": visitor.name,
          "language": context.strings.language.rawValue,
        ]),
    ])
    return context.redirect(to: "/household", notice: .invitationSent)
  }

  static func revoke(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard try await context.query(InvitationQueries.delete(id)).affected > 0 else { throw Failure.notFound }
    return context.redirect(to: "/household", notice: .invitationRevoked)
  }

  static func leave(_ request: Request, _ context: Context) async throws -> Response {
    try await context.query()
    guard let visitor = context.visitor else { throw Failure.signedOut }
    guard try await context.form()["confirm"] != nil else {
      return try await page(context, problem: ("confirm", context.strings.householdConfirmNeeded))
    }
    let household = HouseholdQueries.insert(
      .v7(), named: context.strings.accountHouseholdDefault(name: visitor.name), for: visitor)
    var batch: Batch = [HouseholdQueries.lock(visitor.householdID)]
    let moved = HouseholdQueries.move(visitor, to: household, in: &batch)
    guard !(try await context.queryWithoutSession(batch)[moved].isEmpty) else {
      return try await page(context, problem: ("confirm", context.strings.householdLeaveAlone))
    }
    context.app.log(.info, "household_left", ["person": "\(visitor.personID)", "request": request.id])
    return context.redirect(to: "/household", notice: .householdLeft)
  }

  private static func page(
    _ context: Context, _ form: HouseholdForm? = nil, link: String? = nil, email: String? = nil,
    problem: (field: String, text: String)? = nil
  ) async throws -> Response {
    var batch = Batch()
    let (people, open) = (batch.add(HouseholdQueries.members()), batch.add(InvitationQueries.listOpen()))
    let counts = batch.add(HouseholdQueries.countItems())
    let confirmation = batch.add(SessionQueries.confirmation(context.sessionToken?.hash ?? []))
    let (images, stored) = (batch.add(StorageQueries.find()), Stored(in: &batch, context))
    let results = try await context.query(batch)
    let members = try results[people].map { try HouseholdMember($0) }
    for row in results[counts] {
      let id: UUID = try row["id"]
      members[id]?.items = (try row["open"], try row["done"])
    }
    let invitations = try results[open].map { row -> OpenInvitation in
      let ends: Timestamp = try row["ends_at"]
      return OpenInvitation(id: try row["id"], ends: context.strings.text(ends.local))
    }
    let storage = try HouseholdStorage(results[images].first, usual: context.app.configuration.householdQuota)
    let form = try form ?? stored.form(results, context)
    var errors = form.errors
    if let problem { errors.add(problem.field, problem.text) }
    let isConfirmed: Bool = try results[confirmation][0]["is_confirmed"]
    var response = context.html(.household, status: errors.isEmpty ? .ok : .unprocessableContent) { out, page in
      Views.Household.household(
        &out, page: page, form: form, errors: errors, members: members, invitations: invitations,
        isConfirmed: isConfirmed, link: link, email: context.sendsMail ? email ?? "" : nil,
        storage: storage.text(context.strings))
    }
    // The link is a secret.
    response.mayBeCompressed = link == nil
    return response
  }
}
