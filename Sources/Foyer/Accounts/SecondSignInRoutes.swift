import HTML
import HTTP
import Postgres

/// The code after the right password, of an account with a second factor. There is no session before it.
enum SecondSignIns {
  /// Begins to wait for the code, where the account has a second factor and still the password that was checked.
  static func begin(_ person: UUID, checked hash: String, renewed: String?, _ context: Context) async throws -> Bool {
    let token = SessionToken()
    var batch = Batch()
    let begun = HalfSignInQueries.insert(token.hash, person: person, checked: hash, renewed: renewed, in: &batch)
    batch.add(HalfSignInQueries.deleteExpired())
    guard try await context.queryWithoutSession(batch)[begun].affected > 0 else { return false }
    context.startHalfSignIn(token)
    return true
  }

  static func redirect(next: String, _ context: Context) -> Response {
    var query = Form()
    if LocalPath.isLocal(next) { query.append("next", next) }
    return context.redirect(to: query.isEmpty ? "/login/second" : "/login/second?\(query.urlencoded)")
  }

  static func new(_ request: Request, _ context: Context) async throws -> Response {
    guard let token = context.halfSignIn,
      try await !context.queryWithoutSession(HalfSignInQueries.find(token.hash)).isEmpty
    else { return context.redirect(to: "/login") }
    return page(LoginForm(next: request.query["next"] ?? ""), context)
  }

  static func create(_ request: Request, _ context: Context) async throws -> Response {
    let fields = try await context.form()
    var form = LoginForm(next: fields["next"] ?? "", words: fields["words"] ?? "")
    guard let token = context.halfSignIn, let (account, key) = try await find(token, context) else {
      return ended(form, context)
    }
    guard let code = SecondFactorCode(fields["code"] ?? "") else {
      form.errors.add("code", context.strings.secondLoginWrong)
      return page(form, context)
    }
    let allowances = allowances(account.person, key, context)
    try await context.take(allowances, orLog: "second_factor_limited")
    guard let row = try await context.queryWithoutSession(HalfSignInQueries.take(token.hash)).first else {
      return ended(form, context)
    }
    if let use = use(code, of: account, TOTPSecret(try row["secret"]), now: try row["step"]) {
      let attempt = UUID.v7()
      let signIn = SignIn(
        person: account.person, kind: code.event, proof: HalfSignInQueries.isUsed(token.hash, by: attempt),
        deviceKey: key)
      let also = HalfSignInQueries.use(token.hash, with: use, of: account, by: attempt)
      if try await signIn.begin(context, also: also) {
        await context.giveBack(allowances)
        context.endHalfSignIn()
        return try await UnsentForm.again(form.words, context) ?? context.redirect(to: form.destination)
      }
    }
    context.app.log(
      .warning, "second_factor_refused",
      ["person": "\(account.person)", "address": "\(request.remoteAddress)", "request": request.id])
    if try row["tries"] == HalfSignInQueries.tries {
      try await refuse(account, token, context)
      return ended(form, context)
    }
    form.errors.add("code", context.strings.secondLoginWrong)
    return page(form, context)
  }

  private static func find(
    _ token: SessionToken, _ context: Context
  ) async throws -> (account: AccountID, deviceKey: [UInt8])? {
    var batch = Batch()
    let (found, keys) = (batch.add(HalfSignInQueries.find(token.hash)), batch.add(Device.key()))
    let results = try await context.queryWithoutSession(batch)
    return try results[found].first.map { (try AccountID($0), try results[keys][0]["key"]) }
  }

  /// A device that the person has signed in from before has its own, as in signing in.
  private static func allowances(_ person: UUID, _ key: [UInt8], _ context: Context) -> [Allowance] {
    if let device = context.knownDevice(of: person, key: key) {
      return Allowance.secondFactor(from: device, of: person)
    }
    return Allowance.secondFactor(from: context.request.remoteAddress, of: person)
  }

  /// The statement that uses the code up; nil for one that the app does not show around now.
  private static func use(_ code: SecondFactorCode, of account: AccountID, _ secret: TOTPSecret, now: Int) -> SQL? {
    switch code {
    case .app(let digits):
      secret.password.step(of: digits, now: now).map { HalfSignInQueries.use(step: $0, secret, of: account) }
    case .recovery(let hash): HalfSignInQueries.use(recoveryCode: hash, of: account)
    }
  }

  /// Ends a sign-in after its last code, and tells the account's owner that somebody has the password: in a letter once an
  /// hour.
  private static func refuse(_ account: AccountID, _ token: SessionToken, _ context: Context) async throws {
    var batch = Batch()
    var letters: [(allowance: Allowance, rows: Batch.Key)] = []
    if context.sendsMail { letters = RateLimit.take([.secondFactorLetter(to: account.person)], in: &batch) }
    batch.add(HalfSignInQueries.delete(token.hash))
    batch.add(AccountEventQueries.insert(.secondFactorRefused, of: account.person, by: context.client))
    let results = try await context.queryWithoutSession(batch)
    guard context.sendsMail, (try? RateLimit.check(letters, results)) != nil else { return }
    try await context.queryWithoutSession(
      JobQueries.insert(
        .secondFactorRefused, ["person": "\(account.person)", "language": context.strings.language.rawValue]))
  }

  static func page(_ form: LoginForm, _ context: Context) -> Response {
    context.html(.other, status: form.errors.isEmpty ? .ok : .unprocessableContent) { out, page in
      Views.SecondFactors.second(&out, page: page, next: form.next, words: form.words, errors: form.errors)
    }
  }

  /// Used, late and unknown ones, and those with too many wrong codes, give the same answer: sign in again.
  private static func ended(_ form: LoginForm, _ context: Context) -> Response {
    context.endHalfSignIn()
    var form = LoginForm(next: form.next, words: form.words)
    form.errors.add("", context.strings.secondLoginEnded)
    return Accounts.loginPage(form, context)
  }
}

extension SecondFactorCode {
  /// How a sign-in with it is called in the account's log.
  var event: AccountEvent.Kind {
    switch self {
    case .app: .signedIn
    case .recovery: .recoveryCodeUsed
    }
  }
}
