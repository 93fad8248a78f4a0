import Postgres

/// Ends one of the member's sessions.
struct EndSession {
  let id: UUID
  /// The session that asks.
  let current: SessionToken?
  let client: Client

  enum Result {
    case gone
    case ended
    /// The one that asks.
    case signedOut
  }

  func run(_ session: some HouseholdSession) async throws -> Result {
    var batch: Batch = [AccountEventQueries.insert(.sessionEnded, by: client, if: SessionQueries.isOwn(id))]
    let ended = batch.add(SessionQueries.delete(id: id, current: current?.hash ?? []))
    guard let row = try await session.query(batch)[ended].first else { return .gone }
    return try row["is_current"] ? .signedOut : .ended
  }
}

/// Ends all sessions of a member but the one that asks; and feeds and tokens, which another session may have shown or made.
struct EndOtherSessions {
  let person: UUID
  let current: SessionToken
  let client: Client

  func store(in batch: inout Batch) {
    batch.add([
      SessionQueries.deleteOthers(person: person, than: current.hash),
      AccountEventQueries.insert(.sessionsEnded, by: client),
      AccountEventQueries.insert(.feedsEnded, by: client, if: FeedQueries.areThere), FeedQueries.deleteAll(),
      AccountEventQueries.insert(.tokensEnded, by: client, if: AccessTokenQueries.areThere(person: person)),
      AccessTokenQueries.deleteAll(person: person),
    ])
  }
}
