import Crypto
import EventLoop
import HTML
import HTTP
import Postgres

/// One request on its way through the app: who asks, in which language, and the way to the database.
///
/// Not Sendable: it lives and ends on the loop that its request came in on.
final class Context {
  let app: Application
  let request: Request
  private let pool: Pool
  /// The streams of this loop.
  let events: EventHub
  /// Known once a statement was run.
  private(set) var visitor: Visitor?
  private var session: SessionToken?
  private var fields: Form?
  private var cookies: [Cookie] = []

  init(app: Application, pool: Pool, events: EventHub, request: Request) {
    self.app = app
    self.pool = pool
    self.events = events
    self.request = request
    session = SessionToken(request)
  }

  // MARK: The database

  /// Runs statements as the person who is signed in, in one round trip and one transaction. Throws `.signedOut` when
  /// nobody is.
  @discardableResult
  func query(_ statements: SQL...) async throws -> [Rows] { try await query(statements) }

  @discardableResult
  func query(_ statements: [SQL]) async throws -> [Rows] {
    guard let session else { throw Failure.signedOut }
    let changes = [.get, .head].contains(request.method) ? [] : [EventQueries.changes()]
    let outcome = try await pool.attempt([SessionQueries.open(session.hash)] + statements + changes)
    if let row = outcome.results.first?.first {
      // A statement that failed for want of a household must not hide why there was none.
      guard let visitor = try Visitor(row) else { throw Failure.signedOut }
      self.visitor = visitor
    }
    if let error = outcome.error { throw PostgresError.server(error) }
    if visitor?.sessionIsStale == true {
      _ = try await pool.execute([SessionQueries.open(session.hash), SessionQueries.touch(session.hash)])
    }
    guard !changes.isEmpty else { return Array(outcome.results.dropFirst()) }
    if let row = outcome.results.last?.first { events.announce(try row["changes"]) }
    return Array(outcome.results.dropFirst().dropLast())
  }

  /// Runs statements that need no household: signing up and in.
  @discardableResult
  func queryWithoutSession(_ statements: [SQL]) async throws -> [Rows] {
    Array(try await pool.execute([SessionQueries.openWithoutSession()] + statements).dropFirst())
  }

  /// What is about to be shown has no news any more.
  func haveSeenRequests() { visitor?.requestNews = 0 }
  func haveSeenHosting() { visitor?.hostingNews = 0 }

  // MARK: The request

  /// The fields of the form that came with the request; read once.
  func form() async throws -> Form {
    if let fields { return fields }
    let form = try await request.form()
    fields = form
    return form
  }

  /// The path as the log may have it: an invitation's is a secret.
  var loggedPath: String { request.path.hasPrefix("/invitations/") ? "/invitations/{token}" : request.path }

  /// What the browser calls itself, shortened.
  var userAgent: String { String((request.headers["user-agent"] ?? "").unicodeScalars.prefix(200)) }

  /// The visitor's language, else the browser's, else English.
  var strings: Strings { Strings(visitor?.language ?? browserLanguage) }

  private lazy var browserLanguage: Language = {
    let accepted = request.headers["accept-language"].flatMap {
      AcceptLanguage(Array($0.utf8)).best(of: Language.allCases.map(\.rawValue))
    }
    return accepted.flatMap { Language(rawValue: $0) } ?? .en
  }()

  /// Whether htmx asks for a part of a page. A page restored from the browser's history is wanted whole.
  var isFragment: Bool {
    request.headers["hx-request"] == "true" && request.headers["hx-history-restore-request"] != "true"
  }

  /// The id of the element that htmx is going to fill; nil when the whole page is asked for.
  var fragmentTarget: String? { isFragment ? request.headers["hx-target"] : nil }

  /// The list that the request came from, or else another page of ours.
  func back(or path: String) -> String {
    guard let referer = request.headers["referer"], referer.hasPrefix(request.origin + "/") else { return path }
    let target = String(referer.dropFirst(request.origin.count))
    return ["/items", "/trash"].contains(target.prefix { $0 != "?" }) ? target : path
  }

  // MARK: The answer

  /// A page, or the part of one that htmx asked for.
  func html(_ place: Place, status: Status = .ok, _ render: (inout Output, Page) -> Void) -> Response {
    let strings = strings
    // More than the usual list has: growing would copy the page.
    var output = Output(capacity: 96 << 10)
    render(
      &output,
      Page(
        strings: strings, visitor: visitor, place: place, notice: isFragment ? nil : takeNotice()?.notice(strings),
        csrf: csrfToken, requestID: request.id, assets: app.assets))
    var response = Response.html(output.bytes, status: status)
    response.headers.set("Vary", "HX-Request, Accept-Language, Cookie")
    return response
  }

  /// 303 to the page that shows what was done, with a notice that it shows once.
  func redirect(to path: String, notice: NoticeCode? = nil) -> Response {
    if let notice { setCookie(.notice, notice.code, maxAge: .seconds(60)) }
    if isFragment {
      var response = Response(status: .noContent)
      response.headers.set("HX-Redirect", path)
      return response
    }
    return .redirect(to: path)
  }

  private func takeNotice() -> NoticeCode? {
    guard let code = request.cookies[CookieName.notice.text(request)] else { return nil }
    setCookie(.notice, "", maxAge: .zero)
    return NoticeCode(code: code)
  }

  /// Adds what every answer carries.
  func finish(_ response: inout Response) {
    SecurityHeaders.add(to: &response, isSecure: request.scheme == "https")
    for cookie in cookies { response.setCookie(cookie) }
  }

  // MARK: The session

  /// Has the browser keep the token of a session that was just made.
  func startSession(_ token: SessionToken) {
    session = token
    visitor = nil
    setCookie(.session, token.text, maxAge: SessionToken.lifetime)
  }

  /// The token of the session that the browser sent, if any.
  var sessionToken: SessionToken? { session }

  func endSession() {
    session = nil
    visitor = nil
    setCookie(.session, "", maxAge: .zero)
  }

  /// The value that a form of this browser's carries: derived from the session, or from a cookie of its own while nobody
  /// is signed in.
  lazy var csrfToken: String = {
    if let token = expectedCSRFToken { return token }
    let key = Base64URL.encode(randomBytes(32))
    setCookie(.form, key, maxAge: nil)
    return CSRF.token(for: key)
  }()

  private var formKey: String? {
    request.cookies[CookieName.form.text(request)].flatMap { $0.utf8.count == 43 ? $0 : nil }
  }

  /// What a form from this browser must carry in `csrf`; nil when there is no form of ours that it could have.
  var expectedCSRFToken: String? { (session?.text ?? formKey).map { CSRF.token(for: $0) } }

  private func setCookie(_ name: CookieName, _ value: String, maxAge: Duration?) {
    let text = name.text(request)
    cookies.removeAll { $0.name == text }
    cookies.append(Cookie(name: text, value: value, maxAge: maxAge, secure: name.isSecure(request)))
  }
}

/// The cookies of the app (RFC 6265bis).
enum CookieName: String {
  case session = "foyer"
  case form = "foyer-form"
  case notice = "foyer-notice"

  /// With the prefix `__Host-`, which only https can set; plain http is for development on this machine alone.
  func text(_ request: Request) -> String { isSecure(request) ? "__Host-\(rawValue)" : rawValue }

  func isSecure(_ request: Request) -> Bool {
    request.scheme == "https" || !["localhost", "127.0.0.1", "[::1]"].contains(request.host)
  }
}
