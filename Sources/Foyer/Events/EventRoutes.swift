import HTTP
import Postgres

/// `GET /events`: server-sent events for signed-in people.
enum Events {
  static func index(_ request: Request, _ context: Context) async throws -> Response {
    var response = Response()
    do {
      try await context.query()
    } catch Failure.signedOut where request.headers["Accept"] == "text/event-stream" {
      // A redirect to a page is an error to a browser's stream; 204 tells it that there is none (HTML, 9.2.2).
      response.status = .noContent
      return response
    }
    guard let visitor = context.visitor, let session = context.sessionToken?.hash else { throw Failure.signedOut }
    response.headers.set("Content-Type", "text/event-stream")
    // nginx would buffer events until a buffer is full.
    response.headers.set("X-Accel-Buffering", "no")
    // Only these values are kept for the lifetime of the stream.
    let (hub, household, person) = (context.events, visitor.householdID, visitor.personID)
    response.body = .stream { writer in
      let stream = EventStream(household: household, person: person, session: session, writer: writer)
      try await hub.attend(stream, writer)
    }
    return response
  }
}
