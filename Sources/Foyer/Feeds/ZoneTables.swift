import CivilTime
import EventLoop
import Postgres

/// The time zones' offsets, as PostgreSQL has them. One table takes it some ten milliseconds.
enum ZoneTables {
  private static let known = Lock<[String: ZoneTable]>([:])

  /// A table that was made this year.
  static func known(_ name: String, _ days: Range<CalendarDate>) -> ZoneTable? {
    known.withLock { $0[name] }.flatMap { $0.range.lowerBound == days.lowerBound.civil.seconds ? $0 : nil }
  }

  /// There are at most as many as PostgreSQL has names of zones.
  static func keep(_ table: ZoneTable) { known.withLock { $0[table.name] = table } }
}

extension ZoneTable {
  /// - Parameter rows: the first says the offset at the beginning, each other a change.
  init(_ name: String, _ days: Range<CalendarDate>, _ rows: Rows) throws {
    self.init(
      name, days, offset: try rows.first.map { try $0["shift"] } ?? 0,
      changes: try rows.dropFirst().map { Change(moment: try $0["moment"], from: try $0["was"], to: try $0["shift"]) })
  }
}
