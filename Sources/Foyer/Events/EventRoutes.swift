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
    // Nothing more than these is kept for as long as the stream goes on.
    let (hub, household, person) = (context.events, visitor.householdID, visitor.personID)
    response.body = .stream { writer in
      let stream = EventStream(household: household, person: person, session: session, writer: writer)
      try await hub.attend(stream, writer)
    }
    return response
  }
}
