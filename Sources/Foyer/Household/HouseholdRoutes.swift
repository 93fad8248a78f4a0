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
    let (editing, problems) = form.edit
    form.errors.add(problems, context.strings)
    guard problems.isEmpty else { return try await page(context, form) }
    var batch = Batch()
    editing.store(in: &batch)
    try await context.query(batch)
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
    switch try await invite(try await context.form(), context) {
    case .refused(let email, let problem): try await page(context, email: email, problem: problem)
    case .sent: context.redirect(to: "/household", notice: .invitationSent)
    case .link(let link): try await page(context, link: link)
    }
  }

  enum Invited {
    case refused(email: String, (field: String, text: String))
    /// By mail.
    case sent
    case link(String)
  }

  /// Invites whoever the form names, or gets the link.
  static func invite(_ fields: Form, _ context: Context) async throws -> Invited {
    let hash = context.sessionToken?.hash ?? []
    let isConfirmed: Bool = try await context.query(SessionQueries.confirmation(hash))[0]["is_confirmed"]
    let email = context.sendsMail ? (fields["email"] ?? "").trimmed : ""
    guard let visitor = context.visitor else { throw Failure.signedOut }
    var inviting = Invite(token: InvitationToken())
    if !email.isEmpty {
      inviting.letter = Invite.Letter(
        household: visitor.householdID, from: visitor.name, to: email, language: context.strings.language)
    }
    if let problem = inviting.letter?.problems.all.first {
      return .refused(email: email, (problem.field, context.strings.text(problem)))
    }
    if let problem = try await Accounts.confirm(fields["current_password"] ?? "", isConfirmed: isConfirmed, context) {
      return .refused(email: email, ("confirm_password", problem))
    }
    let address = context.request.remoteAddress
    try await context.take(Allowance.invite(from: address), orLog: "invitation_limited")
    if !email.isEmpty {
      try await context.take(
        Allowance.inviteByMail(visitor.householdID, from: address) + [.letter(to: email)],
        orLog: "invitation_limited")
    }
    var batch = Batch()
    inviting.store(in: &batch)
    try await context.query(batch)
    return email.isEmpty ? .link("\(context.request.origin)/invitations/\(inviting.token.text)") : .sent
  }

  static func revoke(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard try await RevokeInvitation(id: id).run(context) else { throw Failure.notFound }
    return context.redirect(to: "/household", notice: .invitationRevoked)
  }

  static func leave(_ request: Request, _ context: Context) async throws -> Response {
    try await context.query()
    guard let visitor = context.visitor else { throw Failure.signedOut }
    guard try await context.form()["confirm"] != nil else {
      return try await page(context, problem: ("confirm", context.strings.householdConfirmNeeded))
    }
    var batch = Batch()
    let moved = LeaveHousehold(
      resident: visitor.resident, name: context.strings.accountHouseholdDefault(name: visitor.name)
    ).store(in: &batch)
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
