import CivilTime
import Postgres

/// Moves the open item of a series to the series' next date.
struct SkipDate {
  let id: UUID

  enum Result {
    case gone
    /// It does not repeat, or not any more.
    case repeatsNot
    /// The rule has no further date.
    case last
    case skipped(title: String, to: CivilTime, undo: UnskipDate)
  }

  func run(_ session: some HouseholdSession) async throws -> Result {
    guard let found = try await OpenItem.find(id, session) else { return .gone }
    guard let item = found.repeating, !item.hasEnded else { return .repeatsNot }
    let series = item.series
    guard let date = try await session.offLoop({ series.next(skipping: item.occurrence) }) else { return .last }
    try await session.query(Batch(RepeatQueries.lock([series.id]) + RepeatQueries.skip(item, to: date)))
    return .skipped(
      title: item.title, to: date, undo: UnskipDate(id: id, due: item.due, notBefore: item.notBefore))
  }
}

/// Puts the open item of a series back on the date that was skipped last.
struct UnskipDate {
  let id: UUID
  /// Its deadline then; nil for that date.
  let due: SkippedDeadline?
  /// The day until which it was hidden.
  let notBefore: CalendarDate?

  /// The address that does so, for Undo.
  var path: String {
    "/items/\(id)/unskip?at=\(due?.text ?? "0")\(notBefore.map { "&until=\($0.iso)" } ?? "")"
  }

  enum Result {
    case gone, repeatsNot
    case unskipped(title: String)
  }

  func run(_ session: some HouseholdSession) async throws -> Result {
    guard let found = try await OpenItem.find(id, session) else { return .gone }
    // A date before another item of the series was never this one's.
    guard let item = found.repeating, let last = item.series.skipped.max(), last < item.occurrence.seconds else {
      return .repeatsNot
    }
    try await session.query(
      Batch(
        RepeatQueries.lock([item.series.id])
          + RepeatQueries.unskip(item, to: CivilTime(seconds: last), due: due, notBefore: notBefore)))
    return .unskipped(title: item.title)
  }
}
