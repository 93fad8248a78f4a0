import Crypto
import EventLoop
import HTML
import HTTP
import Postgres

/// Signing up, in and out.
enum Accounts {
  static func newSignup(_ request: Request, _ context: Context) async throws -> Response {
    guard try await context.registration() == .open else { return closed(context) }
    return signupPage(SignupForm(), context)
  }

  static func signup(_ request: Request, _ context: Context) async throws -> Response {
    guard try await context.registration() == .open else { return closed(context) }
    var form = SignupForm(try await context.form())
    form.errors.add(form.account.problems(forMail: context.sendsMail), context.strings)
    guard form.errors.isEmpty else { return signupPage(form, context) }
    var allowances = Allowance.signUp(from: request.remoteAddress)
    if context.sendsMail { allowances.append(.letter(to: form.email)) }
    // Hashed before it is known whether the e-mail address is taken: both answers take the same time.
    let hash = try await context.hash(newcomer: form.password, within: allowances)
    if context.sendsMail { return try await PendingSignUps.create(form, password: hash, context) }
    let signUp = SignUp(
      home: .own(.v7(), named: context.strings.accountHouseholdDefault(name: form.name)), name: form.name,
      email: form.email, password: hash, timeZone: form.timeZone, language: context.strings.language)
    do {
      _ = try await signUp.begin(context)
    } catch let problems as Problems {
      context.app.log(.warning, "sign_up_refused", ["address": "\(request.remoteAddress)", "request": request.id])
      form.errors.add(problems, context.strings)
      return signupPage(form, context)
    }
    await firstLoad(context)
    return context.redirect(to: "/welcome", notice: form.timeZone == nil ? .clockUnknown : nil)
  }

  static func newLogin(_ request: Request, _ context: Context) async throws -> Response {
    loginPage(LoginForm(next: request.query["next"] ?? ""), context)
  }

  static func login(_ request: Request, _ context: Context) async throws -> Response {
    var form = LoginForm(try await context.form())
    var batch = Batch()
    let (accounts, keys) = (batch.add(AccountQueries.find(email: form.email)), batch.add(Device.key()))
    let results = try await context.queryWithoutSession(batch)
    let key: [UInt8] = try results[keys][0]["key"]
    let account = results[accounts].first
    let person: UUID? = try account?["person_id"]
    let stored: String? = try account?["password"]
    let device = person.flatMap { context.knownDevice(of: $0, key: key) }
    let allowances =
      if let device, let person {
        Allowance.signIn(from: device, as: person)
      } else {
        Allowance.signIn(from: request.remoteAddress, email: form.email)
      }
    let verdict = try await context.check(
      form.password, against: stored, for: device == nil ? .signIn : .known, within: allowances)
    if let person, let stored, verdict.matches {
      let proof: SQL = "password = \(stored) AND NOT \(fragment: SecondFactorQueries.isOnForRow)"
      let signIn = SignIn(person: person, kind: .signedIn, proof: proof, deviceKey: key, allowances: allowances)
      if try await signIn.begin(context) {
        if let renewed = verdict.renewedHash {
          // In a transaction of its own: the person is signed in even if this fails.
          _ = try? await context.queryWithoutSession(
            AccountQueries.update(person: person, password: renewed, checked: stored))
        }
        return try await UnsentForm.again(form.words, context) ?? context.redirect(to: form.destination)
      }
      if try await SecondSignIns.begin(person, checked: stored, renewed: verdict.renewedHash, context) {
        return form.words.isEmpty ? SecondSignIns.redirect(next: form.next, context) : SecondSignIns.page(form, context)
      }
    }
    context.app.log(.warning, "sign_in_refused", ["address": "\(request.remoteAddress)", "request": request.id])
    form.errors.add("", context.strings.formLoginWrong)
    return loginPage(form, context)
  }

  static func logout(_ request: Request, _ context: Context) async throws -> Response {
    if let token = context.sessionToken {
      try await context.queryWithoutSession(SessionQueries.delete(token.hash))
      context.app.log(.info, "sign_out", ["address": "\(request.remoteAddress)", "request": request.id])
    }
    context.endSession()
    return context.redirect(to: "/login", notice: .signedOut)
  }

  /// How long a sign-in waits for the first to-dos: the list has a button that tries again.
  static let firstLoadTime = Duration.seconds(4)

  /// Loads the first to-dos of a household that never had an item (R24).
  static func firstLoad(_ context: Context) async {
    do {
      try await context.query()
      guard let visitor = context.visitor, !visitor.hadItems else { return }
      _ = try await SampleTodos.load(context, within: firstLoadTime)
    } catch {
      // The sign-in has succeeded, and a failed load does not change that.
      context.app.log(.warning, "first_load_failed", ["error": "\(error)", "request": context.request.id])
    }
  }

  private static func signupPage(_ form: SignupForm, _ context: Context) -> Response {
    context.html(.other, status: form.errors.isEmpty ? .ok : .unprocessableContent) { out, page in
      Views.Accounts.signup(&out, page: page, form: form)
    }
  }

  static func loginPage(_ form: LoginForm, _ context: Context, status: Status = .ok) -> Response {
    var response = context.html(.other, status: form.errors.isEmpty ? status : .unprocessableContent) { out, page in
      Views.Accounts.login(
        &out, page: page, form: form, sendsMail: context.sendsMail, provider: context.app.openID?.configuration.host)
    }
    // Every session's end leads here.
    response.headers.set(Context.reader, "nobody")
    return response
  }

  private static func closed(_ context: Context) -> Response {
    let strings = context.strings
    return context.html(.other, status: .forbidden) { out, page in
      Views.Errors.error(
        &out, page: page, code: 403, title: strings.accountSignupTitle, message: strings.accountRegistrationClosed,
        again: nil)
    }
  }
}
