import Postgres

/// Adds a message to the thread of a request. Doing so twice with one id makes one message.
struct SendStayMessage {
  let side: StaySide
  let request: UUID
  let id: UUID
  let body: String

  /// Nil without words.
  var words: String? { body.isBlank ? nil : body }

  var problems: Problems {
    var problems = Problems()
    problems.check("message", body, atMost: 10_000)
    // Searching a megabyte of spaces for words would block an event loop.
    if problems.isEmpty, body.isBlank { problems.add("message", .blank) }
    return problems
  }

  func run(_ session: some HouseholdSession) async throws {
    guard problems.isEmpty else { throw problems }
    do {
      try await session.query(
        side == .host
          ? StayThreadQueries.insertAsHost(id, body, to: request) : StayThreadQueries.insert(id, body, to: request))
    } catch PostgresError.server(let error) where error.constraint == "stay_messages_many" {
      throw Failure.tooMany(retryAfter: 600)
    } catch PostgresError.server(let error) where error.constraint == "stay_messages_closed" {
      throw Problems("message", .closed)
    }
  }
}
