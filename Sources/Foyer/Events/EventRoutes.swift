import HTTP
import Postgres

/// `GET /events`: server-sent events for whoever is signed in.
enum Events {
  static func index(_ request: Request, _ context: Context) async throws -> Response {
    try await context.query()
    guard let visitor = context.visitor, let session = context.sessionToken?.hash else { throw Failure.signedOut }
    var response = Response()
    response.headers.set("Content-Type", "text/event-stream")
    // nginx would keep events back until it has a buffer full of them.
    response.headers.set("X-Accel-Buffering", "no")
    let hub = context.events
    response.body = .stream { writer in
      try await hub.attend(EventStream(visitor, session: session, writer: writer), writer)
    }
    return response
  }
}
