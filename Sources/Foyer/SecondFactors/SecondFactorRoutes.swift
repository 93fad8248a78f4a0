import HTML
import HTTP
import Postgres
import QRCode

/// Switching the second factor of the visitor's account on and off.
enum SecondFactors {
  /// Makes a secret, once the password was given lately.
  static func create(_ request: Request, _ context: Context) async throws -> Response {
    let question = PasswordQuestion(heading: context.strings.secondSetup, path: "/settings/totp")
    if let asking = try await question.ask(context) { return asking }
    guard let visitor = context.visitor, let session = context.sessionToken else { throw Failure.signedOut }
    var batch = Batch()
    let begun = BeginSecondFactor(account: AccountID(visitor), session: session.hash).store(in: &batch)
    let isBegun = try await context.queryWithoutSession(batch)[begun].affected > 0
    return context.redirect(to: isBegun ? "/settings/totp" : "/settings/security")
  }

  /// The secret, as a QR code and as text.
  static func edit(_ request: Request, _ context: Context) async throws -> Response {
    try await context.query()
    guard let waiting = try await waiting(context) else { return context.redirect(to: "/settings/security") }
    return page(waiting, FormErrors(), context)
  }

  /// The first code shows that the app has the secret. Recovery codes are made, which this answer alone shows.
  static func confirm(_ request: Request, _ context: Context) async throws -> Response {
    try await context.query()
    guard let waiting = try await waiting(context), let visitor = context.visitor, let session = context.sessionToken
    else { return context.redirect(to: "/settings/security") }
    let confirming = ConfirmSecondFactor(
      account: AccountID(visitor), waiting: waiting, code: SecondFactorCode(try await context.form()["code"] ?? ""),
      session: session.hash, client: context.client)
    var batch = Batch()
    let confirmed: Batch.Key
    do {
      confirmed = try confirming.store(in: &batch)
    } catch {
      var errors = FormErrors()
      errors.add(error, context.strings)
      return page(waiting, errors, context)
    }
    guard try await context.queryWithoutSession(batch)[confirmed].affected > 0 else {
      return context.redirect(to: "/settings/security")
    }
    log("second_factor_on", context)
    return codesPage(confirming.recoveryCodes, context)
  }

  static func delete(_ request: Request, _ context: Context) async throws -> Response {
    let question = PasswordQuestion(
      heading: context.strings.secondSwitchOff, path: "/settings/totp/delete", isAlwaysAsked: true)
    if let asking = try await question.ask(context) { return asking }
    guard let visitor = context.visitor else { throw Failure.signedOut }
    var batch = Batch()
    let deleted = EndSecondFactor(account: AccountID(visitor), client: context.client).store(in: &batch)
    guard try await context.queryWithoutSession(batch)[deleted].affected > 0 else {
      return context.redirect(to: "/settings/security")
    }
    log("second_factor_off", context)
    return context.redirect(to: "/settings/security", notice: .secondFactorOff)
  }

  /// New recovery codes in place of all others.
  static func replaceCodes(_ request: Request, _ context: Context) async throws -> Response {
    let question = PasswordQuestion(heading: context.strings.secondCodesNew, path: "/settings/recovery-codes")
    if let asking = try await question.ask(context) { return asking }
    guard let visitor = context.visitor else { throw Failure.signedOut }
    let replacing = ReplaceRecoveryCodes(account: AccountID(visitor), client: context.client)
    var batch = Batch()
    let inserted = replacing.store(in: &batch)
    guard try await context.queryWithoutSession(batch)[inserted].affected > 0 else {
      return context.redirect(to: "/settings/security")
    }
    log("recovery_codes_made", context)
    return codesPage(replacing.recoveryCodes, context)
  }

  // MARK: The secret

  private static func waiting(_ context: Context) async throws -> WaitingSecondFactor? {
    guard let visitor = context.visitor, let session = context.sessionToken else { throw Failure.signedOut }
    return try WaitingSecondFactor(
      await context.queryWithoutSession(SecondFactorQueries.waiting(AccountID(visitor), session: session.hash)))
  }

  private static func page(_ waiting: WaitingSecondFactor, _ errors: FormErrors, _ context: Context) -> Response {
    // An address of 254 characters, each byte of it escaped, still fits.
    let code = QRCode(waiting.secret.uri(email: waiting.email))
    var response = context.html(.settings, status: errors.isEmpty ? .ok : .unprocessableContent) { out, page in
      Views.SecondFactors.setup(
        &out, page: page, side: code?.side ?? 0, path: code?.path ?? "", key: waiting.secret.groups, errors: errors)
    }
    response.mayBeCompressed = false
    return response
  }

  private static func codesPage(_ codes: [RecoveryCode], _ context: Context) -> Response {
    var response = context.html(.settings) { out, page in
      Views.SecondFactors.codes(&out, page: page, codes: codes.map(\.text))
    }
    response.mayBeCompressed = false
    return response
  }

  private static func log(_ event: String, _ context: Context) {
    guard let visitor = context.visitor else { return }
    context.app.log(
      .info, event,
      ["person": "\(visitor.personID)", "address": "\(context.request.remoteAddress)", "request": context.request.id])
  }
}
