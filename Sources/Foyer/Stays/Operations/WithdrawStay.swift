import Postgres

/// The guest's withdrawal of an open request.
struct WithdrawStay {
  let request: UUID

  func store(in batch: inout Batch) -> Query {
    batch.add(StayRequestQueries.withdraw(request))
    return Query(found: batch.add(StayRequestQueries.findOwn(request)))
  }

  struct Query { fileprivate let found: Batch.Key }

  struct Result {
    /// The host's.
    let name: String
    /// Otherwise it was not open any more.
    let isWithdrawn: Bool
    let undo: TakeBackStay

    /// Nil if there is no such request.
    init?(_ results: Results, _ query: Query, of request: UUID) throws {
      guard let row = results[query.found].first else { return nil }
      let state: StayState = try row["state"]
      (name, isWithdrawn) = (try row["name"], state == .withdrawn)
      undo = TakeBackStay(side: .guest, request: request, version: try row["version"])
    }
  }
}

/// The guest's consent to the dates that the host proposes, which makes the request accepted.
struct AgreeToDates {
  let request: UUID
  /// The version that was read.
  let version: Int

  func store(in batch: inout Batch) -> Query {
    batch.add(StayRequestQueries.agree(request, version: version))
    return Query(found: batch.add(StayRequestQueries.findOwn(request)))
  }

  struct Query { fileprivate let found: Batch.Key }

  struct Result {
    let name: String
    /// Otherwise the request has changed.
    let isAccepted: Bool

    init?(_ results: Results, _ query: Query) throws {
      guard let row = results[query.found].first else { return nil }
      let state: StayState = try row["state"]
      (name, isAccepted) = (try row["name"], state == .accepted)
    }
  }
}
