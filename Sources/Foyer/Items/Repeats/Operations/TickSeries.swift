import CivilTime
import Postgres

/// Ticks items that repeat and makes the next ones. What somebody else has changed since it was read is read again; what is
/// done by then stays as it is.
struct TickSeries {
  let items: [RepeatingItem]

  /// - Returns: the next ones.
  @discardableResult
  func run(_ session: some HouseholdSession) async throws -> [NextItem] {
    var (rest, made) = (items, [NextItem]())
    for _ in 1...5 where !rest.isEmpty {
      let read = rest
      let dates = try await session.offLoop { read.compactMap { $0.next() } }
      let next = try await Self.giveTurns(dates, of: read, session)
      var batch = Batch(RepeatQueries.lock(read.map(\.series.id)))
      let ticked = batch.add(RepeatQueries.complete(read))
      batch.add(RepeatQueries.insert(next))
      let left = batch.add(RepeatQueries.find(read.map(\.id), isDone: false))
      let results = try await session.query(batch)
      if results[ticked].affected > 0 { made += next }
      rest = try results[left].map(RepeatingItem.init)
    }
    return made
  }

  /// Says whose turn each next item is. No turn falls to somebody who is away then.
  private static func giveTurns(
    _ next: [NextItem], of items: [RepeatingItem], _ session: some HouseholdSession
  ) async throws -> [NextItem] {
    guard items.contains(where: { $0.turn != nil }) else { return next }
    let members = try await session.query(HouseholdQueries.members()).map { try HouseholdMember($0) }
    return next.map { next in
      guard let turn = items.first(where: { $0.id == next.item })?.turn else { return next }
      let isAway = members.isAway(on: CalendarDate(next.date))
      var next = next
      next.queue =
        next.changesTurn || isAway(turn.person)
        ? Turns.next(queue: turn.queue, isAway: isAway)?.queue ?? [] : turn.queue
      return next
    }
  }
}

/// Takes a tick back, and the next item that it made.
struct UntickSeries {
  let item: RepeatingItem
  /// Whether a next item that was changed meanwhile stays (`CompleteItem`).
  let keepsNext: Bool

  func run(_ session: some HouseholdSession) async throws {
    var rest: RepeatingItem? = item
    for _ in 1...5 {
      guard let item = rest else { return }
      var batch = Batch(RepeatQueries.lock([item.series.id]))
      switch item.open {
      case nil: batch.add(RepeatQueries.reopen([item]))
      case let open? where open.isNext && open.isUnchanged:
        batch.add([RepeatQueries.delete(next: [open.id]), RepeatQueries.reopen([item])])
      case let open? where open.isNext && !keepsNext:
        batch.add([ItemQueries.delete([open.id]), RepeatQueries.reopen([item])])
      default: batch.add(RepeatQueries.detach([item]))
      }
      let left = batch.add(RepeatQueries.find([item.id], isDone: true))
      rest = try await session.query(batch)[left].first.map(RepeatingItem.init)
    }
  }
}
