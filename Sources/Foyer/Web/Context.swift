import CivilTime
import Crypto
import EventLoop
import HTTP
import Postgres

/// One request inside the app: its visitor, its language, and its access to the database.
///
/// Not Sendable: it stays on the event loop of its connection.
final class Context {
  let app: Application
  let request: Request
  private let pool: Pool
  private let standbys: ReadPool?
  /// The event streams of this loop.
  let events: EventHub
  /// Known after the first statement.
  var visitor: Visitor?
  private var credential: Credential?
  /// The token of a person's program, and what it may do; known after the first statement.
  private(set) var program: Program?
  private var transaction: Transaction?
  private var fields: Form?
  /// The number of the route in the router; nil if none was found.
  var route: Int?
  /// The limits of the route's form.
  var formLimits = FormLimits.small
  /// For an operator, at /admin: whether the password was given within the last 15 minutes. Nil for everybody else, and
  /// elsewhere.
  var isConfirmedAdmin: Bool?
  private var cookies: [Cookie] = []
  /// Whether the request changes nothing: a GET or HEAD, unless its handler `writes`.
  private var onlyReads: Bool

  init(app: Application, pool: Pool, standbys: ReadPool?, events: EventHub, request: Request) {
    self.app = app
    self.pool = pool
    self.standbys = standbys
    self.events = events
    self.request = request
    onlyReads = request.method.isSafe
    credential = isForPrograms ? nil : SessionToken(request).map { .session($0) }
  }

  // MARK: The database

  /// Declares that the handler of a GET changes something. To be called before its first batch.
  func writes() { onlyReads = false }

  /// Runs a batch as the signed-in person, in one round trip and one transaction. Throws `.signedOut` without a valid
  /// session.
  @discardableResult
  func query(_ batch: Batch = []) async throws -> Results {
    guard let credential else { throw Failure.signedOut }
    let framed = framed(batch, credential)
    let outcome = try await send(framed.whole, framed.opening, with: batch, of: credential)
    let taken = try take(outcome, framed, credential)
    if taken.isStale { await touch(credential) }
    return taken.results
  }

  /// A batch with the statements that open its session's transaction and say what it has changed.
  private struct Framed {
    let whole: Batch
    let opening: Batch.Key
    let part: Batch.Part
    let changes: Batch.Key?
  }

  // A function inlined into an async one keeps its variables for as long as the function waits, and hundreds of requests may
  // wait: the parts of `query` that do not wait are functions of their own.
  @inline(never) private func framed(_ batch: Batch, _ credential: Credential) -> Framed {
    var whole = Batch()
    let opening = whole.add(credential.open(browserLanguage))
    let part = whole.add(batch)
    // In the same transaction as the change: after a commit nothing may fail.
    if !onlyReads { whole.add(credential.touch) }
    let changes = onlyReads ? nil : whole.add(EventQueries.changes())
    return Framed(whole: whole, opening: opening, part: part, changes: changes)
  }

  /// Takes the session's row, and announces what the batch has changed.
  /// - Returns: the results of the batch, and whether the session's last use should be stored again.
  @inline(never) private func take(
    _ outcome: Outcome, _ framed: Framed, _ credential: Credential
  ) throws -> (results: Results, isStale: Bool) {
    // Without a session a statement can fail for want of a household; `.signedOut` is the cause then.
    if let rows = outcome[framed.opening] { try take(rows, of: credential) }
    if let error = outcome.error {
      // The household was deleted while the statement waited for it.
      if error.sqlState == "23503", error.constraint?.hasSuffix("_household_id_fkey") == true {
        throw Failure.signedOut
      }
      throw PostgresError.server(error)
    }
    let results = try outcome.results
    if let changes = framed.changes {
      let changed: String = try results[changes][0]["changes"]
      if let transaction {
        transaction.changes = changed
      } else {
        events.announce(changed, by: request.headers["foyer-page"])
      }
    }
    return (results[framed.part], framed.changes == nil && visitor?.sessionIsStale == true)
  }

  /// The answer of a standby, if one may be asked and knows the session. What it refuses is left to the primary, which alone
  /// decides that nobody is signed in.
  /// - Parameter opening: the statement that opens the session's transaction.
  private func send(
    _ whole: Batch, _ opening: Batch.Key, with batch: Batch, of credential: Credential
  ) async throws(PostgresError) -> Outcome {
    let share = app.shares.share(of: credential.hash, request.remoteAddress)
    if onlyReads, !hasNews, let standbys {
      let start = Instant.now()
      if let outcome = await standbys.attempt(whole, for: share), knows(outcome, opening) {
        noteIfSlow(batch, since: start)
        return outcome
      }
    }
    return try await send(whole, with: batch, for: share)
  }

  /// Whether a standby knows the session.
  @inline(never) private func knows(_ outcome: Outcome, _ opening: Batch.Key) -> Bool {
    guard let row = outcome[opening]?.first else { return false }
    return (try? row["person_id"] as UUID?) != nil
  }

  /// Whether the browser has changed something within the last seconds, or has heard of a change: no standby may know of it
  /// yet. A program keeps no cookie that would tell, and reads what it has written.
  private var hasNews: Bool {
    if case .token = credential { return true }
    return [CookieName.fresh, .heard].contains { request.cookies[$0.text(request)] != nil }
  }

  /// - Parameter batch: the part of it that is not about the session.
  private func send(_ whole: Batch, with batch: Batch, for share: Share?) async throws(PostgresError) -> Outcome {
    let start = Instant.now()
    defer { noteIfSlow(batch, since: start) }
    // Relative to the browser's clock, so that every instance may have another time. Whether the change was committed may
    // stay unknown.
    if standbys != nil, !onlyReads { setCookie(.fresh, "1", maxAge: Self.memory) }
    guard let transaction else { return try await pool.attempt(whole, for: share, reads: onlyReads) }
    if transaction.hasFailed { throw .closed }
    do {
      let outcome = try await transaction.pool.attempt(whole)
      transaction.hasFailed = outcome.error != nil
      return outcome
    } catch {
      transaction.hasFailed = true
      throw error
    }
  }

  /// After a change, read from the primary for this long. A standby that is used is two seconds behind at most.
  private static let memory = Duration.seconds(5)

  /// Runs one statement in the same way.
  @discardableResult
  func query(_ statement: SQL) async throws -> Rows {
    var batch = Batch()
    let rows = batch.add(statement)
    return try await query(batch)[rows]
  }

  /// A transaction over several batches.
  private final class Transaction {
    let pool: Pool
    var hasFailed = false
    /// The changes so far, to be announced once it is committed.
    var changes = ""

    init(_ pool: Pool) { self.pool = pool }
  }

  /// Runs all batches of `body` in one transaction, on a connection of its own; an error takes back what they have changed. Within
  /// such a transaction they are a part of it.
  func inOneTransaction<Value>(_ body: () async throws -> Value) async throws -> Value {
    if transaction != nil { return try await body() }
    let transaction = Transaction(pool.forTransaction())
    self.transaction = transaction
    do {
      try await transaction.pool.execute(["BEGIN"])
      let value = try await body()
      if transaction.hasFailed { throw PostgresError.closed }
      try await transaction.pool.execute(["COMMIT"])
      self.transaction = nil
      await transaction.pool.close()
      events.announce(transaction.changes, by: nil)
      return value
    } catch {
      self.transaction = nil
      await transaction.pool.close()
      throw error
    }
  }

  /// Takes the row of the statement that opens a session's transaction.
  private func take(_ rows: Rows, of credential: Credential) throws {
    guard let row = rows.first else { throw Failure.signedOut }
    if case .token = credential { program = try Program(row) }
    guard let visitor = try Visitor(row) else { throw program == nil ? Failure.signedOut : Failure.forbidden }
    self.visitor = visitor
    app.shares.note(credential.hash, Share(visitor.householdID))
  }

  private func touch(_ credential: Credential) async {
    switch credential {
    case .session: await note(credential.touch, SessionQueries.seeLanguage())
    case .token: await note(credential.touch)
    }
  }

  /// Notes in passing that the visitor was there: in a transaction of its own, so that pages can be read while the database
  /// accepts no writes; the page does not wait for a standby either.
  func note(_ visit: SQL...) async {
    guard let credential else { return }
    do {
      var batch: Batch = [credential.open(browserLanguage)]
      batch.add(visit)
      batch.add(SessionQueries.commitAtOnce())
      try await pool.execute(batch, for: share)
    } catch {
      app.log(.warning, "session_not_touched", ["error": "\(error)", "request": request.id])
    }
  }

  /// Loads the visitor for an error page, so that it has the navigation and the reader's language. Without the database
  /// or a session, the page has neither.
  func identify() async {
    guard visitor == nil, credential != nil, !isFragment else { return }
    _ = try? await query()
  }

  /// Runs a batch without a household: signing up and in.
  @discardableResult
  func queryWithoutSession(_ batch: Batch) async throws -> Results {
    var whole: Batch = [SessionQueries.openWithoutSession()]
    let part = whole.add(batch)
    return try await send(whole, with: batch, for: Share(request.remoteAddress)).results[part]
  }

  @discardableResult
  func queryWithoutSession(_ statement: SQL) async throws -> Rows {
    var batch = Batch()
    let rows = batch.add(statement)
    return try await queryWithoutSession(batch)[rows]
  }

  // MARK: Programs

  /// Whether the path is one of those for programs: a token opens it, and no cookie does.
  var isForPrograms: Bool { Program.owns(request.path) }

  /// Has the token of the request open its transactions.
  /// - Parameter scopes: of which it must have one.
  func admitProgram(scopes: [String]) throws {
    guard let token = AccessToken(request) else { throw Failure.signedOut }
    admit(token, scopes: scopes)
  }

  /// The same of a token that the request has elsewhere.
  func admit(_ token: AccessToken, scopes: [String]) { credential = .token(token, scopes: scopes) }

  /// The hash of the token or of the session.
  var credentialHash: [UInt8]? { credential?.hash }

  // MARK: Work

  /// The share that the request's work counts for: the household's, or the address' as long as nobody is signed in.
  var share: Share {
    let address = Share(request.remoteAddress)
    return visitor.map { Share($0.householdID).from(address) } ?? address
  }

  /// Runs work that may take longer than a millisecond on worker threads, so that the event loop is not blocked.
  func offLoop<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async throws -> Value {
    try await app.computing.run(for: share, work)
  }

  // MARK: The request

  /// The fields of the request's form; parsed once.
  ///
  /// A body beyond the small limit is read only after the session is checked, and counts against its share of memory. A
  /// body that arrived with the head is in memory already and not worth the round trip.
  /// - Parameter inspect: see `Request.form`.
  func form(inspect: ((Form) throws -> Void)? = nil) async throws -> Form {
    if let fields { return fields }
    if formLimits.total > FormLimits.small.total, !request.body.hasArrived {
      if visitor == nil { try await findVisitor() }
      if let credential { request.body.count(for: credential.hash) }
    }
    let form = try await request.form(limits: formLimits, for: share, inspect: inspect).settled
    fields = form
    return form
  }

  /// The form of a request without a session, if it is within the limits of requests without a session; nil if it cannot be read.
  func unsentForm() async -> Form? {
    if let fields { return fields }
    struct Enough: Error {}
    var beginning: Form?
    let form = try? await request.form(limits: formLimits) { form in
      beginning = form
      throw Enough()
    }
    return form ?? beginning
  }

  /// Makes the handler see another form than the one that was sent.
  func replaceForm(_ form: Form) { fields = form }

  private func findVisitor() async throws {
    guard let credential else { throw Failure.signedOut }
    let share = app.shares.share(of: credential.hash, request.remoteAddress)
    var batch = Batch()
    let opening = batch.add(credential.open(browserLanguage))
    try take(try await pool.execute(batch, for: share, reads: true)[opening], of: credential)
  }

  /// The path for the log, or the pattern of a route whose path has a secret.
  var loggedPath: String {
    guard let route else { return "other" }
    return app.features.routes.kinds[route].hasSecret ? app.features.routes.router.routes[route].pattern : request.path
  }

  /// Whether letters can be sent.
  var sendsMail: Bool { app.configuration.mail != nil }

  /// The user agent, shortened.
  var userAgent: String { String((request.headers["user-agent"] ?? "").unicodeScalars.prefix(200)) }

  /// The visitor's language, else the browser's, else English. A program may ask for another one.
  var strings: Strings {
    let asked = isForPrograms && request.headers["accept-language"] != nil
    return Strings(asked ? browserLanguage : visitor?.language ?? browserLanguage)
  }

  private lazy var browserLanguage: Language = {
    let accepted = request.headers["accept-language"].flatMap {
      AcceptLanguage(Array($0.utf8)).best(of: Language.allCases.map(\.rawValue))
    }
    return accepted.flatMap { Language(rawValue: $0) } ?? .en
  }()

  /// The reader's clock.
  var local: CivilTime { (visitor?.now ?? .now()).local }

  /// The reader's day.
  var today: CalendarDate { CalendarDate(local) }

  // MARK: Every answer

  /// Adds the headers and cookies of every answer.
  func finish(_ response: inout Response) {
    SecurityHeaders.add(to: &response, isSecure: request.scheme == "https")
    for cookie in cookies { response.setCookie(cookie) }
    if visitor != nil, let credential { response.session = credential.hash }
  }

  // MARK: The session

  /// Sets the cookies of a new session, and of the device that the person has signed in from.
  func startSession(_ token: SessionToken, of person: UUID, deviceKey key: [UInt8]) {
    credential = .session(token)
    visitor = nil
    setCookie(.session, token.text, maxAge: SessionToken.lifetime)
    let device = (device ?? Device()).adding(person, key: key)
    setCookie(.device, device.text, maxAge: Device.lifetime)
  }

  /// The token of the session that the browser sent, if any.
  var sessionToken: SessionToken? { if case .session(let token) = credential { token } else { nil } }

  func endSession() {
    credential = nil
    visitor = nil
    setCookie(.session, "", maxAge: .zero)
  }

  /// Cached so that all forms of one response carry the same token, also if the session ends meanwhile.
  var drawnCSRFToken: [UInt8]?

  /// - Parameter full: for a kind that has several, with the beginning of `name`.
  func setCookie(_ name: CookieName, named full: String? = nil, _ value: String, maxAge: Duration?) {
    let text = full ?? name.text(request)
    cookies.removeAll { $0.name == text }
    cookies.append(Cookie(name: text, value: value, maxAge: maxAge, secure: name.isSecure(request)))
  }
}
