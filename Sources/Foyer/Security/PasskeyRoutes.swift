import HTTP
import Postgres
import StrictJSON
import WebAuthn

/// A person's own passkeys. Adding one takes two requests of a script: options, and what the browser made of them.
enum Passkeys {
  /// The options for a new passkey. The challenge belongs to the session that has just given its password.
  static func begin(_ request: Request, _ context: Context) async throws -> Response {
    var batch = Batch()
    let accounts = batch.add(PasskeyQueries.account(session: context.sessionToken?.hash ?? []))
    let passkeys = batch.add(PasskeyQueries.list())
    let results = try await context.query(batch)
    guard let account = results[accounts].first, let visitor = context.visitor else { throw Failure.signedOut }
    return try await PasskeyAnswers.answering(context) {
      let password = try await context.json { $0["current_password"]?.string ?? "" }
      guard results[passkeys].count < Passkey.maximum else {
        return PasskeyAnswers.refusal(context.strings.passkeyTooMany(count: Passkey.maximum))
      }
      if let problem = try await Accounts.confirm(password, isConfirmed: try account["is_confirmed"], context) {
        return .json(["field": .string("password"), "message": .string(problem)], status: .unprocessableContent)
      }
      let clock = try await context.queryWithoutSession(PasskeyQueries.clock())[0]
      let challenge = try PasskeyChallenge(.registration, browser: context.browserSecret(), clock)
      return .json(
        PasskeyOptions.creation(
          challenge, account: (try account["email"], visitor.name, try account["user_handle"]),
          excluding: try results[passkeys].map { try $0["credential_id"] }, request))
    }
  }

  /// Adds the passkey that the browser has made: the JSON of its credential, and `name` beside it.
  static func create(_ request: Request, _ context: Context) async throws -> Response {
    try await context.query()
    guard let person = context.visitor?.personID else { throw Failure.signedOut }
    return try await PasskeyAnswers.answering(context) {
      let (registration, given) = try await context.json { json throws(Refusal) in
        (try Registration(json), json["name"]?.string ?? "")
      }
      let device = SessionEntry.name(of: context.userAgent) ?? context.strings.passkeyUnnamed
      let name = String((given.isBlank ? device : given).unicodeScalars.prefix(PasskeyForm.maximumLength))
      try registration.check(
        challenge: try await PasskeyAnswers.answered(registration.challenge, .registration, context).bytes,
        for: RelyingParty(request))
      guard try await insert(registration, name: name, of: person, context) else {
        throw Refusal("one too many, or known already")
      }
      return context.json(leadTo: "/settings/security", notice: .passkeyAdded)
    }
  }

  static func update(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let form = PasskeyForm(id, name: try await context.form()["name"] ?? "", context.strings)
    guard form.errors.isEmpty else {
      guard try await !context.query(PasskeyQueries.name(id)).isEmpty else { throw Failure.notFound }
      return try await Security.page(context, passkey: form)
    }
    guard try await context.query(PasskeyQueries.update(id, name: form.name)).affected > 0 else {
      throw Failure.notFound
    }
    return context.redirect(to: "/settings/security", notice: .passkeyRenamed)
  }

  static func delete(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard let row = try await context.query(PasskeyQueries.name(id)).first, let person = context.visitor?.personID
    else { throw Failure.notFound }
    let exists = PasskeyQueries.exists(id, of: person)
    let name: String = try row["name"]
    var batch = Batch(news(.passkeyRemoved, .passkeyRemoved, of: person, name, if: exists, context))
    let deleted = batch.add(PasskeyQueries.delete(id, of: person))
    guard try await context.queryWithoutSession(batch)[deleted].affected > 0 else { throw Failure.notFound }
    context.app.log(.info, "passkey_removed", ["person": "\(person)", "request": request.id])
    return context.redirect(to: "/settings/security", notice: .passkeyRemoved)
  }

  private static func insert(
    _ registration: Registration, name: String, of person: UUID, _ context: Context
  ) async throws -> Bool {
    let id = UUID.v7()
    var batch = Batch()
    let inserted = PasskeyQueries.insert(id, of: person, name: name, registration, in: &batch)
    let exists = PasskeyQueries.exists(id, of: person)
    _ = batch.add(Batch(news(.passkeyAdded, .passkeyAdded, of: person, name, if: exists, context)))
    guard try await context.queryWithoutSession(batch)[inserted].affected > 0 else { return false }
    context.app.log(.info, "passkey_added", ["person": "\(person)", "request": context.request.id])
    return true
  }

  /// Tells the account's owner, in the log and, where mail is sent, by a letter.
  private static func news(
    _ event: AccountEvent.Kind, _ letter: JobKind, of person: UUID, _ name: String, if condition: SQL,
    _ context: Context
  ) -> [SQL] {
    let entry = AccountEventQueries.insert(event, of: person, detail: name, by: context.client, if: condition)
    guard context.sendsMail else { return [entry] }
    let facts: KeyValuePairs = [
      "person": "\(person)", "name": name, "address": "\(context.request.remoteAddress)",
      "browser": SessionEntry.name(of: context.userAgent) ?? "", "language": context.strings.language.rawValue,
    ]
    return [entry, JobQueries.insert(letter, facts, if: condition)]
  }
}

extension Context {
  /// Tells a script to load another page, which shows a notice.
  func json(leadTo path: String, notice: NoticeCode? = nil) -> Response {
    _ = redirect(to: path, notice: notice)
    return .json(["location": .string(path)])
  }
}
