import HTTP
import Postgres

/// The form that asks for a link.
struct ForgotForm {
  var email = ""
  var errors = FormErrors()

  init() {}

  init(_ form: Form) { email = (form["email"] ?? "").trimmed }
}

/// A forgotten password: a link by mail, where mail is configured.
enum PasswordResets {
  static func new(_ request: Request, _ context: Context) async throws -> Response {
    guard context.sendsMail else { throw Failure.notFound }
    return forgotPage(ForgotForm(), context)
  }

  /// The same work and the same answer for every address: whether it has an account, the job finds out.
  static func create(_ request: Request, _ context: Context) async throws -> Response {
    guard context.sendsMail else { throw Failure.notFound }
    var form = ForgotForm(try await context.form())
    guard Email.isPlausible(form.email) else {
      form.errors.add("email", context.strings.formEmailInvalid)
      return forgotPage(form, context)
    }
    let allowances = Allowance.forgotPassword(from: request.remoteAddress, email: form.email)
    try await context.take(allowances, orLog: "password_link_limited")
    try await context.queryWithoutSession(
      JobQueries.insert(
        .passwordReset, ["email": form.email, "language": context.strings.language.rawValue], line: context.mailLine))
    context.app.log(
      .info, "password_link_asked", ["address": "\(request.remoteAddress)", "request": request.id])
    return context.redirect(to: "/login", notice: .passwordLinkSent)
  }

  /// Mail scanners open links: only the form uses the link up.
  static func edit(_ request: Request, _ context: Context, _ token: String) async throws -> Response {
    guard context.sendsMail else { throw Failure.notFound }
    guard try await person(of: MailToken(token), context) != nil else { return ended(context) }
    return resetPage(token, FormErrors(), context)
  }

  static func update(_ request: Request, _ context: Context, _ token: String) async throws -> Response {
    guard context.sendsMail else { throw Failure.notFound }
    let secret = MailToken(token)
    guard let person = try await person(of: secret, context) else { return ended(context) }
    let password = try await context.form()["new_password"] ?? ""
    var errors = FormErrors()
    errors.add(ChangePassword.problems(password), context.strings)
    guard errors.isEmpty else { return resetPage(token, errors, context) }
    let hash = try await context.hash(
      password, for: .signIn, within: Allowance.resetPassword(from: request.remoteAddress),
      orLog: "password_reset_limited")
    var batch = Batch()
    let changed = ResetPassword(token: secret, person: person, hash: hash, client: context.client).store(in: &batch)
    guard try await context.queryWithoutSession(batch)[changed].affected > 0 else { return ended(context) }
    context.app.log(
      .info, "password_reset",
      ["person": "\(person)", "address": "\(request.remoteAddress)", "request": request.id])
    return context.redirect(to: "/login", notice: .passwordReset)
  }

  private static func person(of token: MailToken, _ context: Context) async throws -> UUID? {
    try await context.queryWithoutSession(MailLinkQueries.find(token, for: .password)).first?["person_id"]
  }

  private static func forgotPage(_ form: ForgotForm, _ context: Context) -> Response {
    context.html(.other, status: form.errors.isEmpty ? .ok : .unprocessableContent) { out, page in
      Views.Accounts.forgot(&out, page: page, form: form)
    }
  }

  private static func resetPage(_ token: String, _ errors: FormErrors, _ context: Context) -> Response {
    context.html(.other, status: errors.isEmpty ? .ok : .unprocessableContent) { out, page in
      Views.Accounts.reset(&out, page: page, path: "/password/reset/\(token)", errors: errors)
    }.withSecretPath
  }

  private static func ended(_ context: Context) -> Response {
    context.linkEnded(again: "/password/forgot", \.accountForgotTitle)
  }
}
