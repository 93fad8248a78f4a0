import EventLoop
import HTML
import HTTP
import Postgres

/// Answers the requests of one event loop: finds the route, lets the handler work, and turns what went wrong into a page.
final class Site: Responder {
  private let app: Application
  private let pool: Pool
  private let events: EventHub
  /// Monitors ask for it all the time: put together once, over http and over https.
  private let alive: (http: Response, https: Response)

  init(app: Application, poller: Poller) {
    self.app = app
    pool = Pool(configuration: app.poolConfiguration, poller: poller)
    events = EventHub(url: app.poolConfiguration.url, poller: poller, pool: pool, log: app.log)
    var http = Health.alive()
    var https = http
    SecurityHeaders.add(to: &http, isSecure: false)
    SecurityHeaders.add(to: &https, isSecure: true)
    alive = (http, https)
  }

  /// What needs no database and no waiting.
  func immediate(_ request: Request) -> Response? {
    if request.path == Health.path, request.method == .get || request.method == .head {
      return request.scheme == "https" ? alive.https : alive.http
    }
    guard var response = app.assets.response(for: request) else { return nil }
    SecurityHeaders.add(to: &response, isSecure: request.scheme == "https")
    return response
  }

  func respond(to request: Request) async -> Response {
    let context = Context(app: app, pool: pool, events: events, request: request)
    var response: Response
    do {
      response = try await answer(request, context)
    } catch {
      response = refusal(of: error, context)
    }
    context.finish(&response)
    return response
  }

  func refusal(_ status: Status, _ request: Request?) -> Response {
    var response: Response
    if let request {
      response = Self.errorPage(status, Context(app: app, pool: pool, events: events, request: request))
    } else {
      response = Response.text("\(status.code) \(status.reason)\n", status: status)
    }
    SecurityHeaders.add(to: &response, isSecure: request?.scheme == "https")
    return response
  }

  private func answer(_ request: Request, _ context: Context) async throws -> Response {
    switch app.router.match(request.method, request.path) {
    case .found(let handler):
      if ![.get, .head, .options].contains(request.method) { try await CSRF.check(context) }
      return try await handler(request, context)
    case .notFound:
      // What `immediate` answers to GET and HEAD is there, too.
      guard request.path == Health.path || app.assets.contains(path: request.path) else { throw Failure.notFound }
      return Self.allowing([.get, .head, .options], request.method == .options, context)
    case .methodNotAllowed(let allowed): return Self.allowing(allowed, false, context)
    case .options(let allowed): return Self.allowing(allowed, true, context)
    }
  }

  /// The answer to OPTIONS, or to a method that a path does not have (RFC 9110 §9.3.7, §15.5.6).
  private static func allowing(_ methods: [HTTP.Method], _ wasAsked: Bool, _ context: Context) -> Response {
    var response = wasAsked ? Response(status: .noContent) : errorPage(.methodNotAllowed, context)
    response.headers.set("Allow", methods.map(\.name).joined(separator: ", "))
    return response
  }

  /// The answer to what a handler threw. Nothing of the error itself is shown.
  private func refusal(of error: any Error, _ context: Context) -> Response {
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
    case is WorkerPool.Full: return Self.errorPage(.serviceUnavailable, context, retryAfter: 2)
    case Failure.signedOut: return signIn(context)
    case FormError.nullCharacter, PostgresError.encoding:
      return Self.errorPage(.badRequest, context, context.strings.formNul)
    case let error as FormError: return Self.errorPage(error.status, context)
    case let error as BodyError:
      return Self.errorPage(error.status, context, retryAfter: error == .overloaded ? 2 : nil)
    case PostgresError.unavailable, PostgresError.timedOut, PostgresError.closed:
      app.log(.error, "database_unavailable", ["error": "\(error)", "request": context.request.id])
      return Self.errorPage(.serviceUnavailable, context, retryAfter: 2)
    default:
      app.log(
        .error, "request_failed", ["path": context.loggedPath, "error": "\(error)", "request": context.request.id])
      return Self.errorPage(.internalServerError, context)
    }
  }

  /// The way to the sign-in page and back: for a fragment htmx has to be told to leave the page.
  private func signIn(_ context: Context) -> Response {
    let request = context.request
    var form = Form()
    if request.method == .get && !context.isFragment, request.path != "/" { form.append("next", request.target) }
    let path = form.isEmpty ? "/login" : "/login?\(form.urlencoded)"
    guard context.isFragment else { return .redirect(to: path) }
    var response = Response(status: .unauthorized)
    response.headers.set("HX-Redirect", path)
    return response
  }

  /// The page of a status, with a message of its own or the usual one.
  private static func errorPage(
    _ status: Status, _ context: Context, _ message: String? = nil, retryAfter: Int? = nil
  ) -> Response {
    let (title, usual) = context.strings.text(ofError: status.code)
    var response = context.html(.other, status: status) { out, page in
      Views.Errors.error(&out, page: page, code: status.code, title: title, message: message ?? usual)
    }
    if let retryAfter { response.headers.set("Retry-After", "\(retryAfter)") }
    return response
  }

  func stopping() { events.stop() }

  func stop() async { await pool.close() }
}
