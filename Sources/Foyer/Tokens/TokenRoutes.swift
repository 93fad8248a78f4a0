import HTTP
import Postgres

/// A person's access tokens in the settings.
enum Tokens {
  static func index(_ request: Request, _ context: Context) async throws -> Response {
    try await page(TokenForm(), context)
  }

  /// Makes a token, which this answer alone shows. A token outlives the session: the password is asked for, unless it was given
  /// lately.
  static func create(_ request: Request, _ context: Context) async throws -> Response {
    let fields = try await context.form()
    var form = try TokenForm(fields)
    let isConfirmed: Bool = try await context.query(SessionQueries.confirmation(context.sessionToken?.hash ?? []))[0][
      "is_confirmed"]
    guard let draft = form.draft(context.strings) else { return try await page(form, context) }
    let password = fields["current_password"] ?? ""
    if let problem = try await Accounts.confirm(password, isConfirmed: isConfirmed, context) {
      form.errors.add("current_password", problem)
      return try await page(form, context)
    }
    let token = AccessToken()
    var batch = Batch()
    let made = batch.add(TokenQueries.insert(draft, token))
    let replaced = batch.add(TokenQueries.replace(draft, token))
    let email = batch.add(TokenQueries.email())
    batch.add(
      AccountEventQueries.insert(.tokenMade, detail: draft.name, by: context.client, if: TokenQueries.isNew(token)))
    let results = try await context.query(batch)
    guard results[made].affected + results[replaced].affected > 0 else {
      form.errors.add("", context.strings.tokensTooMany(count: TokenEntry.maximum))
      return try await page(form, context)
    }
    let access = CalendarAccess(origin: context.request.origin, email: try results[email][0]["email"])
    let scopes = AccessRights(draft.scopes).names
    var response = context.html(.settings) { out, page in
      Views.Tokens.token(
        &out, page: page, name: draft.name, token: token.text, isBearer: scopes != ["caldav"],
        calendars: scopes.contains("caldav") ? access : nil)
    }
    // Compressed, a page's length would tell of a secret in it beside what a request puts there (BREACH).
    response.mayBeCompressed = false
    return response
  }

  static func delete(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard let name: String = try await context.query(TokenQueries.name(id)).first?["name"] else {
      throw Failure.notFound
    }
    var batch: Batch = [
      AccountEventQueries.insert(.tokenEnded, detail: name, by: context.client, if: TokenQueries.isOwn(id))
    ]
    let deleted = batch.add(TokenQueries.delete(id))
    guard try await context.query(batch)[deleted].affected > 0 else { throw Failure.notFound }
    return context.redirect(to: "/settings/tokens", notice: NoticeCode(TokenNotice.ended))
  }

  private static func page(_ form: TokenForm, _ context: Context) async throws -> Response {
    var batch = Batch()
    let list = batch.add(TokenQueries.list())
    let confirmation = batch.add(SessionQueries.confirmation(context.sessionToken?.hash ?? []))
    let email = batch.add(TokenQueries.email())
    let results = try await context.query(batch)
    let tokens = try results[list].map { try TokenEntry($0, context.strings) }
    let isConfirmed: Bool = try results[confirmation][0]["is_confirmed"]
    let access =
      tokens.contains(where: \.opensCalendars)
      ? CalendarAccess(origin: context.request.origin, email: try results[email][0]["email"]) : nil
    return context.html(.settings, status: form.errors.isEmpty ? .ok : .unprocessableContent) { out, page in
      Views.Tokens.tokens(&out, page: page, tokens: tokens, form: form, asksPassword: !isConfirmed, calendars: access)
    }
  }
}

/// Messages after a change of tokens.
enum TokenNotice: String, NoticeKind {
  case ended

  static let feature = "tokens"

  func notice(_ its: NoticeCode, _ strings: Strings) -> Notice { Notice(text: strings.tokensNoticeEnded) }
}
