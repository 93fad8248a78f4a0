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
  /// What the form of the route may hold.
  var formLimits = FormLimits.small
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
    let reads = [.get, .head].contains(request.method)
    // What is committed must not fail afterwards: that the session is in use is written in the same transaction.
    let ending = reads ? [] : [SessionQueries.touch(session.hash), EventQueries.changes()]
    let outcome = try await pool.attempt(
      [SessionQueries.open(session.hash)] + statements + ending,
      for: app.shares.share(of: session, request.remoteAddress))
    if let row = outcome.results.first?.first {
      // A statement that failed for want of a household must not hide why there was none.
      guard let visitor = try Visitor(row) else { throw Failure.signedOut }
      self.visitor = visitor
      app.shares.note(session, Share(visitor.householdID))
    }
    if let error = outcome.error {
      // Its household was deleted while the request waited for it.
      if error.sqlState == "23503", error.constraint?.hasSuffix("_household_id_fkey") == true {
        throw Failure.signedOut
      }
      throw PostgresError.server(error)
    }
    if reads {
      if visitor?.sessionIsStale == true { await touch(session) }
    } else if let row = outcome.results.last?.first {
      events.announce(try row["changes"])
    }
    return Array(outcome.results.dropFirst().dropLast(ending.count))
  }

  /// Apart from what was read, so that pages can be read while the database takes no changes.
  private func touch(_ session: SessionToken) async {
    do {
      _ = try await pool.execute(
        [SessionQueries.open(session.hash), SessionQueries.touch(session.hash)], for: share)
    } catch {
      app.log(.warning, "session_not_touched", ["error": "\(error)", "request": request.id])
    }
  }

  /// Finds who asks, for a page that says what went wrong: with the navigation and in the reader's language. Without the
  /// database, or without a session, the page does without.
  func identify() async {
    guard visitor == nil, session != nil, !isFragment else { return }
    _ = try? await query()
  }

  /// Runs statements that need no household: signing up and in.
  @discardableResult
  func queryWithoutSession(_ statements: [SQL]) async throws -> [Rows] {
    let share = Share(request.remoteAddress)
    return Array(try await pool.execute([SessionQueries.openWithoutSession()] + statements, for: share).dropFirst())
  }

  /// What is about to be shown has no news any more.
  func haveSeenRequests() { visitor?.requestNews = 0 }
  func haveSeenHosting() { visitor?.hostingNews = 0 }

  // MARK: Work

  /// Whose work this request is: the household's.
  var share: Share? { visitor.map { Share($0.householdID) } }

  /// Does what may take longer than a millisecond on threads for it: no event loop waits for somebody's long text.
  func offLoop<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async throws -> Value {
    try await app.computing.run(for: share, work)
  }

  // MARK: The request

  /// The fields of the form that came with the request; read once.
  ///
  /// What is more than anybody may send is not read before the session was looked at, and counts against its share of
  /// the memory. What came with the head is in memory anyhow, and is not worth a round trip.
  /// - Parameter inspect: as `Request.form` says.
  func form(inspect: ((Form) throws -> Void)? = nil) async throws -> Form {
    if let fields { return fields }
    if formLimits.total > FormLimits.small.total, !request.body.hasArrived {
      if visitor == nil { try await findVisitor() }
      if let session { request.body.count(for: session.hash) }
    }
    let form = try await request.form(limits: formLimits, inspect: inspect).settled
    fields = form
    return form
  }

  private func findVisitor() async throws {
    guard let session else { throw Failure.signedOut }
    let share = app.shares.share(of: session, request.remoteAddress)
    guard let row = try await pool.execute([SessionQueries.open(session.hash)], for: share)[0].first,
      let visitor = try Visitor(row)
    else { throw Failure.signedOut }
    self.visitor = visitor
    app.shares.note(session, Share(visitor.householdID))
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
    request.headers["hx-request"] == "true" && request.headers["hx-history-restore-request"] == nil
  }

  /// The id of the element that htmx will replace, or "" when the request does not name it: the page's main fragment.
  /// Nil when the whole page is asked for.
  var fragmentTarget: String? { isFragment ? request.headers["hx-target"] ?? "" : nil }

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
    response.headers.set("Vary", Self.varying)
    return response
  }

  /// The request fields that choose between a page and its fragments, and their language and reader (RFC 9110 §12.5.5).
  static let varying = "HX-Request, HX-Target, HX-History-Restore-Request, Accept-Language, Cookie"

  /// 303 to the page that shows what was done, with a notice that it shows once.
  func redirect(to path: String, notice: NoticeCode? = nil) -> Response {
    if let notice { setCookie(.notice, notice.code, maxAge: .seconds(60)) }
    return leave(to: path, .noContent)
  }

  /// 303 to another page; htmx is told to load it in place of the whole page.
  /// - Parameter status: of the answer to htmx, which does not see the status of a redirect.
  func leave(to path: String, _ status: Status) -> Response {
    var response = isFragment ? Response(status: status) : .redirect(to: path)
    if isFragment { response.headers.set("HX-Redirect", path) }
    response.headers.set("Vary", Self.varying)
    return response
  }

  /// What the page that is asked for is going to say was done.
  var noticed: NoticeCode? { request.cookies[CookieName.notice.text(request)].flatMap { NoticeCode(code: $0) } }

  private func takeNotice() -> NoticeCode? {
    guard let notice = noticed else { return nil }
    setCookie(.notice, "", maxAge: .zero)
    return notice
  }

  /// Adds what every answer carries.
  func finish(_ response: inout Response) {
    SecurityHeaders.add(to: &response, isSecure: request.scheme == "https")
    for cookie in cookies { response.setCookie(cookie) }
  }

  // MARK: The session

  /// Has the browser keep the token of a session that was just made, and that the person has signed in from it.
  func startSession(_ token: SessionToken, of person: UUID, deviceKey key: [UInt8]) {
    session = token
    visitor = nil
    setCookie(.session, token.text, maxAge: SessionToken.lifetime)
    let device = (device ?? Device()).adding(person, key: key)
    setCookie(.device, device.text, maxAge: Device.lifetime)
  }

  /// Where the request comes from, if people have signed in from there.
  var device: Device? { Device(request) }

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

extension Response {
  /// Has htmx put the answer elsewhere than where its request said.
  mutating func retarget(_ element: String, _ swap: String, _ context: Context) {
    guard context.isFragment else { return }
    headers.set("HX-Retarget", element)
    headers.set("HX-Reswap", swap)
  }
}

/// The cookies of the app (RFC 6265bis).
enum CookieName: String {
  case session = "foyer"
  case form = "foyer-form"
  case notice = "foyer-notice"
  case device = "foyer-device"

  /// With the prefix `__Host-`, which only https can set; plain http is for development on this machine alone.
  func text(_ request: Request) -> String { isSecure(request) ? "__Host-\(rawValue)" : rawValue }

  func isSecure(_ request: Request) -> Bool {
    request.scheme == "https" || !HostName.loopback.contains(request.host)
  }
}
