import HTTP
import Postgres

extension Items {
  /// Gives the turn to another member, who is named, or to the next one who is there.
  static func swap(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let fields = try await context.form()
    // An Undo has the member in its path.
    let other = try [fields["person"], request.query["person"]].compactMap { $0 }.first { !$0.isBlank }.map {
      guard let person = UUID($0.utf8) else { throw Failure.notFound }
      return person
    }
    let back = fields["back"].map { ItemFilter(back: $0).url } ?? context.back(or: "/items")
    // Another one's swap may come in between.
    for _ in 1...3 {
      var batch = Batch()
      let (item, members) = (batch.add(TurnQueries.find(id)), batch.add(HouseholdQueries.members()))
      let results = try await context.query(batch)
      guard let row = results[item].first else { throw Failure.notFound }
      guard let turn = try ItemTurn(row) else { return context.redirect(to: back, notice: .turnStays) }
      let people = try results[members].map { try HouseholdMember($0) }
      if let other, people[other] == nil { throw Failure.notFound }
      let isAway = people.isAway(on: try row["day"])
      let next =
        other.map { Turns.swap(turn.person, with: $0, queue: turn.queue) }
        ?? Turns.skip(turn.person, queue: turn.queue, isAway: isAway)
      guard let next else { return context.redirect(to: back, notice: .turnStays) }
      var change: Batch = [ItemQueries.lockHousehold()]
      let changed = change.add(TurnQueries.update(id, from: turn, to: next.queue))
      if try await context.query(change)[changed].affected > 0 {
        let name = people[next.person]?.name ?? ""
        return context.redirect(to: back, notice: .turnSwapped(id, to: name, from: turn.person))
      }
    }
    return context.redirect(to: back)
  }
}
