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
    var batch: Batch = [SessionQueries.lock(visitor.personID)]
    let begun = batch.add(SecondFactorQueries.begin(TOTPSecret(), of: AccountID(visitor), session: session.hash))
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
    let code = SecondFactorCode(try await context.form()["code"] ?? "")
    guard case .app(let digits) = code, let step = waiting.secret.password.step(of: digits, now: waiting.step) else {
      var errors = FormErrors()
      errors.add("code", context.strings.secondCodeWrong)
      return page(waiting, errors, context)
    }
    let account = AccountID(visitor)
    let codes = (0..<RecoveryCode.count).map { _ in RecoveryCode() }
    var batch = Batch()
    let confirmed = SecondFactorQueries.confirm(
      waiting.secret, step: step, of: account, session: session.hash, codes: codes, in: &batch)
    _ = batch.add(
      news(.secondFactorOn, .secondFactorOn, if: SecondFactorQueries.isStored(codes[0], of: account), context))
    guard try await context.queryWithoutSession(batch)[confirmed].affected > 0 else {
      return context.redirect(to: "/settings/security")
    }
    log("second_factor_on", context)
    return codesPage(codes, context)
  }

  static func delete(_ request: Request, _ context: Context) async throws -> Response {
    let question = PasswordQuestion(
      heading: context.strings.secondSwitchOff, path: "/settings/totp/delete", isAlwaysAsked: true)
    if let asking = try await question.ask(context) { return asking }
    guard let visitor = context.visitor else { throw Failure.signedOut }
    let account = AccountID(visitor)
    var batch = Batch()
    let deleted = SecondFactorQueries.delete(
      account, news: news(.secondFactorOff, .secondFactorOff, if: SecondFactorQueries.isOn(account), context),
      in: &batch)
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
    let codes = (0..<RecoveryCode.count).map { _ in RecoveryCode() }
    let account = AccountID(visitor)
    var batch = Batch()
    let inserted = SecondFactorQueries.replaceCodes(codes, of: account, in: &batch)
    _ = batch.add(news(.recoveryCodesMade, nil, if: SecondFactorQueries.isStored(codes[0], of: account), context))
    guard try await context.queryWithoutSession(batch)[inserted].affected > 0 else {
      return context.redirect(to: "/settings/security")
    }
    log("recovery_codes_made", context)
    return codesPage(codes, context)
  }

  // MARK: The secret

  /// A secret that waits for its first code.
  private struct Waiting {
    let secret: TOTPSecret
    let email: String
    let step: Int
  }

  private static func waiting(_ context: Context) async throws -> Waiting? {
    guard let visitor = context.visitor, let session = context.sessionToken else { throw Failure.signedOut }
    let rows = try await context.queryWithoutSession(
      SecondFactorQueries.waiting(AccountID(visitor), session: session.hash))
    return try rows.first.map { row in
      Waiting(secret: TOTPSecret(try row["secret"]), email: try row["email"], step: try row["step"])
    }
  }

  private static func page(_ waiting: Waiting, _ errors: FormErrors, _ context: Context) -> Response {
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

  /// An entry in the visitor's log, and a letter where mail is sent.
  private static func news(
    _ event: AccountEvent.Kind, _ letter: JobKind?, if condition: SQL, _ context: Context
  ) -> Batch {
    guard let visitor = context.visitor else { return [] }
    var batch: Batch = [AccountEventQueries.insert(event, of: visitor.personID, context, if: condition)]
    if let letter, context.sendsMail {
      batch.add(
        JobQueries.insert(
          letter, ["person": "\(visitor.personID)", "language": context.strings.language.rawValue], if: condition))
    }
    return batch
  }

  private static func log(_ event: String, _ context: Context) {
    guard let visitor = context.visitor else { return }
    context.app.log(
      .info, event,
      ["person": "\(visitor.personID)", "address": "\(context.request.remoteAddress)", "request": context.request.id])
  }
}
