import EventLoop
import HTML
import HTTP
import Postgres

/// Answers the requests of one event loop: finds the route, runs the handler, and turns errors into pages.
final class Site: Responder {
  private let app: Application
  private let pool: Pool
  /// Nil where there is no DATABASE_READ_URL.
  private let standbys: ReadPool?
  private let events: EventHub
  private var isDraining = false
  private var busyPages: [Language: BusyPage] = [:]
  private lazy var clock = Timer(every: Log.interval) { [weak self] in self?.tick() }
  /// The loop's number in the metrics.
  private let number: Int
  /// The answers of `/healthz` over http and https, built once because monitors ask often.
  private let alive: (http: Response, https: Response)

  init(app: Application, poller: Poller) {
    self.app = app
    let pool = Pool(configuration: app.poolConfiguration, poller: poller)
    self.pool = pool
    standbys = app.configuration.databaseReadURL.map {
      ReadPool(url: $0, preparation: app.poolConfiguration.preparation, primary: pool, poller: poller)
    }
    events = EventHub(feed: app.feed, poller: poller, pool: pool, log: app.log)
    number = app.metrics.addLoop()
    var http = Health.alive()
    var https = http
    SecurityHeaders.add(to: &http, isSecure: false)
    SecurityHeaders.add(to: &https, isSecure: true)
    alive = (http, https)
    clock.start(on: poller, after: Log.interval)
  }

  /// Answers that need no database and no waiting.
  func immediate(_ request: Request) -> Response? {
    // Requests of monitors are not counted.
    if request.path == Health.path, request.method == .get || request.method == .head {
      return request.scheme == "https" ? alive.https : alive.http
    }
    if isDraining, request.path == Health.readyPath, request.method == .get || request.method == .head {
      var response = Health.draining()
      SecurityHeaders.add(to: &response, isSecure: request.scheme == "https")
      return response
    }
    let start = Instant.now()
    guard var response = app.assets.response(for: request) else { return nil }
    SecurityHeaders.add(to: &response, isSecure: request.scheme == "https")
    app.metrics.count(route: app.metrics.files, response.status, took: Instant.now() - start)
    return response
  }

  func respond(to request: Request) async -> Response {
    let start = Instant.now()
    let context = context(of: request)
    var response: Response
    do {
      response = try await answer(request, context)
    } catch {
      response = await refusal(of: error, context)
    }
    if case .later = response.body { return response }
    context.finish(&response)
    app.metrics.count(route: context.route ?? app.metrics.other, response.status, took: Instant.now() - start)
    return response
  }

  /// Every ten seconds, on the loop's thread.
  private func tick() {
    app.log.writeRepeats(at: .now())
    // Another loop may be asked for the metrics.
    app.metrics.note(loop: number, pool.load, standbys)
    let memory = app.memory
    if number == 0 { Task.detached { memory.giveBack() } }
  }

  private func context(of request: Request) -> Context {
    Context(app: app, pool: pool, standbys: standbys, events: events, request: request)
  }

  func refusal(_ status: Status, _ request: Request?) -> Response {
    var response: Response
    if let request {
      response = Self.errorPage(status, context(of: request))
    } else {
      response = Response.text("\(status.code) \(status.reason)\n", status: status)
    }
    SecurityHeaders.add(to: &response, isSecure: request?.scheme == "https")
    return response
  }

  private func answer(_ request: Request, _ context: Context) async throws -> Response {
    // Check first, so that responses do not reveal that /admin exists.
    if Admin.owns(request.path) { try await Admin.admit(context) }
    switch app.features.routes.router.match(request.method, request.path) {
    case .found(let handler, let limits, let route):
      context.route = route
      if let length = request.body.announcedLength, length > limits.total {
        throw FormError.tooLarge(limit: limits.total)
      }
      context.formLimits = limits
      if ![.get, .head, .options].contains(request.method) { try await CSRF.check(context) }
      return try await handler(request, context)
    case .notFound:
      // `immediate` answers GET and HEAD of these paths, so that they exist for other methods as well.
      guard request.path == Health.path || app.assets.contains(path: request.path) else { throw Failure.notFound }
      return await Self.allowing([.get, .head, .options], request.method == .options, context)
    case .methodNotAllowed(let allowed): return await Self.allowing(allowed, false, context)
    case .options(let allowed): return await Self.allowing(allowed, true, context)
    }
  }

  /// The answer to OPTIONS, or to a method that a path does not have (RFC 9110 §9.3.7, §15.5.6).
  private static func allowing(_ methods: [HTTP.Method], _ wasAsked: Bool, _ context: Context) async -> Response {
    if !wasAsked { await context.identify() }
    var response = wasAsked ? Response(status: .noContent) : errorPage(.methodNotAllowed, context)
    response.headers.set("Allow", methods.map(\.name).joined(separator: ", "))
    return response
  }

  /// The answer to a handler's error. Nothing of the error itself is shown.
  private func refusal(of error: any Error, _ context: Context) async -> Response {
    if Self.hasTimeToIdentify(error) { await context.identify() }
    switch error {
    case Failure.notFound: return Self.errorPage(.notFound, context)
    case Failure.forbidden:
      app.log(
        .warning, "request_refused",
        ["path": context.loggedPath, "address": "\(context.request.remoteAddress)", "request": context.request.id])
      return Self.errorPage(.forbidden, context)
    case Failure.invalid: return Self.errorPage(.badRequest, context)
    case Failure.tooMany(let seconds):
      let message = context.strings.formRateLimited(count: (seconds + 59) / 60)
      return Self.errorPage(.tooManyRequests, context, message, retryAfter: seconds)
    case is WorkerPool.Full: return busy(context)
    case Failure.signedOut:
      return context.isForPrograms ? Self.errorPage(.unauthorized, context) : await signIn(context)
    case FormError.nullCharacter, PostgresError.encoding:
      return Self.errorPage(.badRequest, context, context.strings.formNul)
    case let error as FormError
    where error.status == .contentTooLarge && context.request.path == "/recipes/import" && context.visitor != nil:
      return RecipeImports.tooLarge(context)
    case let error as FormError
    where error.status == .contentTooLarge && context.request.path == "/move-in" && context.visitor != nil:
      if let page = try? await MoveIns.tooLarge(context) { return page }
      return Self.errorPage(error.status, context)
    case let error as FormError: return Self.errorPage(error.status, context)
    case BodyError.overloaded: return busy(context)
    case let error as TemporaryFile.Failure:
      app.log(.error, "upload_failed", ["reason": "\(error)", "request": context.request.id])
      return busy(context)
    case BodyError.outsideLoop:
      app.log(.error, "wrong_loop", ["path": context.loggedPath, "request": context.request.id])
      return Self.errorPage(.internalServerError, context)
    case let error as BodyError: return Self.errorPage(error.status, context)
    case PostgresError.unavailable, PostgresError.timedOut, PostgresError.closed: return unavailable(error, context)
    case PostgresError.server(let refusal) where refusal.isTransient:
      if refusal.refusesWriting { app.writing.failed() }
      return unavailable(error, context)
    default:
      app.log(
        .error, "request_failed", ["path": context.loggedPath, "error": "\(error)", "request": context.request.id])
      return Self.errorPage(.internalServerError, context)
    }
  }

  /// Whether the error page may load the visitor: not when the database is away or overloaded, and not when nobody is
  /// signed in.
  private static func hasTimeToIdentify(_ error: any Error) -> Bool {
    switch error {
    case Failure.signedOut, PostgresError.unavailable, PostgresError.timedOut, PostgresError.closed,
      BodyError.overloaded,
      is WorkerPool.Full:
      false
    case PostgresError.server(let refusal): !refusal.isTransient
    default: true
    }
  }

  /// 503 when the database is away or refuses statements for the moment.
  private func unavailable(_ error: any Error, _ context: Context) -> Response {
    app.log(.error, "database_unavailable", ["error": "\(error)", "request": context.request.id])
    var response = busy(context)
    // The client has waited for the timeout already: 503 must come within 5 s.
    if case PostgresError.timedOut = error { response.delay = .zero }
    return response
  }

  /// A 503 that costs less than a page and is delayed: a client that retries at once waits in the connection, which
  /// costs nothing.
  private func busy(_ context: Context) -> Response {
    var response: Response
    if context.visitor == nil, !context.isForPrograms {
      let language = context.strings.language
      let page = busyPages[language] ?? BusyPage(context)
      busyPages[language] = page
      response = page.response(context.request)
    } else {
      response = Self.errorPage(.serviceUnavailable, context)
    }
    response.headers.set("Retry-After", "2")
    response.delay = .seconds(1)
    return response
  }

  /// A redirect to the sign-in page that returns to the request's page; for a fragment htmx is told to leave the page. A form
  /// gets the sign-in page itself, which keeps its words.
  private func signIn(_ context: Context) async -> Response {
    let request = context.request
    if let unsent = await UnsentForm(context),
      let key = try? await context.queryWithoutSession(Device.key())[0]["key"] as [UInt8]
    {
      return Accounts.loginPage(LoginForm(next: unsent.page, words: unsent.sealed(key)), context, status: .unauthorized)
    }
    var form = Form()
    let page = request.method == .get && !context.isFragment ? request.target : context.pageOfForm
    if let page, page != "/" { form.append("next", page) }
    let path = form.isEmpty ? "/login" : "/login?\(form.urlencoded)"
    return context.leave(to: path, .unauthorized)
  }

  /// The page of a status, with the given message or the usual one.
  fileprivate static func errorPage(
    _ status: Status, _ context: Context, _ message: String? = nil, retryAfter: Int? = nil
  ) -> Response {
    var response: Response
    if context.isForPrograms {
      response = APIProblem(status, detail: message.map { .said($0) }).response(context)
    } else {
      let (title, usual) = context.strings.text(ofError: status.code)
      response = context.html(.other, status: status) { out, page in
        Views.Errors.error(&out, page: page, code: status.code, title: title, message: message ?? usual, again: nil)
      }
    }
    if let retryAfter { response.headers.set("Retry-After", "\(retryAfter)") }
    return response
  }

  func draining(for time: Duration) {
    isDraining = true
    events.drain(for: time)
  }

  func stopping() { events.stop() }

  func stop() async {
    clock.stop()
    app.log.writeRepeats()
    await events.finish()
    await standbys?.close()
    await pool.close()
  }
}

/// The rendered page of a 503 for an unknown reader; only the request id is inserted.
private struct BusyPage {
  private let before: [UInt8]
  private let after: [UInt8]
  private let headers: Headers

  init(_ context: Context) {
    let response = Site.errorPage(.serviceUnavailable, context)
    headers = response.headers
    guard case .bytes(let bytes) = response.body, let range = bytes.firstRange(of: Array(context.request.id.utf8))
    else {
      (before, after) = ([], [])
      return
    }
    before = Array(bytes[..<range.lowerBound])
    after = Array(bytes[range.upperBound...])
  }

  func response(_ request: Request) -> Response {
    // Not larger than it is: a thousand of them may wait at once.
    var page: [UInt8] = []
    page.reserveCapacity(before.count + request.id.utf8.count + after.count)
    page += before
    page += request.id.utf8
    page += after
    var response = Response(status: .serviceUnavailable, headers: headers, body: .bytes(page))
    // Compressing it would cost more than putting it together.
    response.mayBeCompressed = false
    return response
  }
}
