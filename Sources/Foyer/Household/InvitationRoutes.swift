import HTTP
import Postgres

/// The household of an invitation.
struct InvitingHousehold {
  let id: UUID
  let name: String
  let icon: String
  /// The address that the link was sent to; nil of a link that was shown.
  let email: String?
}

/// Joining a household by its link: as a new account, or by moving.
enum Invitations {
  static func index(_ request: Request, _ context: Context, _ token: String) async throws -> Response {
    let token = InvitationToken(token)
    let housemates = try await housemates(context)
    guard let household = try await find(token, context) else { return ended(context) }
    guard let housemates, let visitor = context.visitor else {
      var form = SignupForm()
      form.email = household.email ?? ""
      return try await signupPage(form, token, household, context)
    }
    guard household.id != visitor.householdID else { return context.redirect(to: "/household") }
    return movePage(token, household, isAlone: housemates == 0, context)
  }

  static func accept(_ request: Request, _ context: Context, _ token: String) async throws -> Response {
    let token = InvitationToken(token)
    let housemates = try await housemates(context)
    guard let household = try await find(token, context) else { return ended(context) }
    guard let housemates, let visitor = context.visitor else { return try await signUp(token, household, context) }
    guard household.id != visitor.householdID else { return context.redirect(to: "/household") }
    let isAlone = housemates == 0
    let confirmation = try await context.form()["confirm"]
    // Confirm again if they became the sole member: their household is deleted then.
    guard isAlone ? confirmation == "household" : confirmation != nil else {
      return movePage(token, household, isAlone: isAlone, isConfirmed: false, context)
    }
    var batch = Batch()
    let moved = JoinHousehold(resident: visitor.resident, invitation: token, deletesHousehold: isAlone)
      .store(in: &batch)
    guard !(try await context.queryWithoutSession(batch)[moved].isEmpty) else { return ended(context) }
    context.app.log(.info, "household_joined", ["person": "\(visitor.personID)", "request": request.id])
    return context.redirect(to: "/household", notice: .householdJoined)
  }

  private static func signUp(
    _ token: InvitationToken, _ household: InvitingHousehold, _ context: Context
  ) async throws -> Response {
    guard try await context.registration() != .closed else { throw Failure.forbidden }
    var form = SignupForm(try await context.form())
    form.errors.add(form.account.problems(forMail: context.sendsMail), context.strings)
    guard form.errors.isEmpty else { return try await signupPage(form, token, household, context) }
    let request = context.request
    // The invitation was the letter to this address; another one is asked by a letter of its own.
    let sendsLetter = context.sendsMail && form.email != household.email
    var allowances = Allowance.join(from: request.remoteAddress)
    if sendsLetter { allowances.append(.letter(to: form.email)) }
    let hash = try await context.hash(newcomer: form.password, within: allowances)
    if sendsLetter {
      return try await PendingSignUps.create(form, password: hash, invitation: token, context)
    }
    let signUp = SignUp(
      home: .invitation(token), name: form.name, email: form.email, password: hash, timeZone: form.timeZone,
      language: context.strings.language)
    do {
      let confirmed = InvitationQueries.confirmAddress(of: signUp.person, by: token)
      guard try await signUp.begin(context, also: [confirmed]) else { return ended(context) }
    } catch let problems as Problems {
      context.app.log(.warning, "sign_up_refused", ["address": "\(request.remoteAddress)", "request": request.id])
      form.errors.add(problems, context.strings)
      return try await signupPage(form, token, household, context)
    }
    return context.redirect(to: "/", notice: .householdJoined)
  }

  /// The number of members of the visitor's household; nil when not signed in.
  private static func housemates(_ context: Context) async throws -> Int? {
    guard context.sessionToken != nil else { return nil }
    do {
      return try await context.query(HouseholdQueries.members()).count - 1
    } catch Failure.signedOut {
      return nil
    }
  }

  private static func find(_ token: InvitationToken, _ context: Context) async throws -> InvitingHousehold? {
    guard let row = try await context.queryWithoutSession(InvitationQueries.find(token)).first else { return nil }
    return InvitingHousehold(
      id: try row["id"], name: try row["name"], icon: try row["icon"], email: try row["email"])
  }

  private static func signupPage(
    _ form: SignupForm, _ token: InvitationToken, _ household: InvitingHousehold, _ context: Context
  ) async throws -> Response {
    let isClosed = try await context.registration() == .closed
    return context.html(.other, status: form.errors.isEmpty ? .ok : .unprocessableContent) { out, page in
      Views.Household.invitation(
        &out, page: page, path: "/invitations/\(token.text)", household: household, form: form, isClosed: isClosed)
    }
  }

  private static func movePage(
    _ token: InvitationToken, _ household: InvitingHousehold, isAlone: Bool, isConfirmed: Bool = true,
    _ context: Context
  ) -> Response {
    var errors = FormErrors()
    if !isConfirmed { errors.add("confirm", context.strings.householdConfirmNeeded) }
    let items = (context.visitor?.openItems ?? 0) + (context.visitor?.doneItems ?? 0)
    return context.html(.household, status: isConfirmed ? .ok : .unprocessableContent) { out, page in
      Views.Household.moving(
        &out, page: page, path: "/invitations/\(token.text)", household: household, isAlone: isAlone, items: items,
        errors: errors)
    }
  }

  /// Used, revoked, expired and unknown links give the same answer.
  private static func ended(_ context: Context) -> Response {
    let strings = context.strings
    return context.html(.other, status: .notFound) { out, page in
      Views.Errors.error(
        &out, page: page, code: 404, title: strings.invitationEndedTitle, message: strings.invitationEndedText,
        again: nil)
    }
  }
}
