import Postgres

/// Gives the turn of an item to another member who takes turns with it.
struct SwapTurn {
  let id: UUID
  /// Nil for the next one who is there.
  let person: UUID?

  /// The address that does so, for Undo.
  var path: String { "/items/\(id)/swap\(person.map { "?person=\($0)" } ?? "")" }

  enum Result {
    /// There is no such item, or no such member.
    case gone
    /// No other member can have it.
    case stays
    case swapped(to: String, undo: SwapTurn)
    /// It was changed meanwhile each time: nothing is done.
    case changedMeanwhile
  }

  func run(_ session: some HouseholdSession) async throws -> Result {
    // Another one's swap may come in between.
    for _ in 1...3 {
      var batch = Batch()
      let (item, members) = (batch.add(TurnQueries.find(id)), batch.add(HouseholdQueries.members()))
      let results = try await session.query(batch)
      guard let row = results[item].first else { return .gone }
      guard let turn = try ItemTurn(row) else { return .stays }
      let people = try results[members].map { try HouseholdMember($0) }
      if let person, people[person] == nil { return .gone }
      let isAway = people.isAway(on: try row["day"])
      let next =
        person.map { Turns.swap(turn.person, with: $0, queue: turn.queue) }
        ?? Turns.skip(turn.person, queue: turn.queue, isAway: isAway)
      guard let next else { return .stays }
      var change: Batch = [ItemQueries.lockHousehold()]
      let changed = change.add(TurnQueries.update(id, from: turn, to: next.queue))
      if try await session.query(change)[changed].affected > 0 {
        return .swapped(to: people[next.person]?.name ?? "", undo: SwapTurn(id: id, person: turn.person))
      }
    }
    return .changedMeanwhile
  }
}
