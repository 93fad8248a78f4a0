import EventLoop
import Postgres

/// The offsets of a time zone in the years around now, as PostgreSQL has them.
struct ZoneTable: Sendable {
  struct Change: Sendable {
    /// Seconds since 1970-01-01 00:00:00 UTC.
    let moment: Int
    /// Offsets in seconds, before and after.
    let from: Int
    let to: Int

    /// The local time at that moment, by the offset before it: the onset of RFC 5545 §3.6.5.
    var onset: CivilTime { CivilTime(seconds: moment + from) }
  }

  let name: String
  /// The moments that the table is about.
  let range: Range<Int>
  /// The offset at the beginning, in seconds.
  let offset: Int
  let changes: [Change]

  init(_ name: String, _ days: Range<CalendarDate>, _ rows: Rows) throws {
    self.name = name
    range = days.lowerBound.civil.seconds..<days.upperBound.civil.seconds
    offset = try rows.first.map { try $0["shift"] } ?? 0
    changes = try rows.dropFirst().map { Change(moment: try $0["moment"], from: try $0["was"], to: try $0["shift"]) }
  }

  /// Whether it has one offset, which is none.
  var isUTC: Bool { changes.isEmpty && offset == 0 }

  func offset(at moment: Int) -> Int { changes.last { $0.moment <= moment }?.to ?? offset }

  /// The moment of a time on the zone's clock: of a doubled hour the first, of a missing one with the offset before
  /// (RFC 5545 §3.3.5).
  func moment(of local: Int) -> Int {
    // No two changes are within two days.
    let before = offset(at: local - offset - 86400)
    let after = offset(at: local - offset + 86400)
    if offset(at: local - before) == before { return local - before }
    return offset(at: local - after) == after ? local - after : local - before
  }

  // MARK: Those that are known

  /// Two years back, for what is overdue, and twelve ahead.
  static func days(around year: Int) -> Range<CalendarDate> {
    let days = [year - 2, year + 13].map {
      CivilTime(year: $0, month: 1, day: 1).map { CalendarDate($0) } ?? CalendarDate(days: 0)
    }
    return days[0]..<days[1]
  }

  /// One takes PostgreSQL some ten milliseconds.
  private static let known = Lock<[String: ZoneTable]>([:])

  /// A table that was made this year.
  static func known(_ name: String, _ days: Range<CalendarDate>) -> ZoneTable? {
    known.withLock { $0[name] }.flatMap { $0.range.lowerBound == days.lowerBound.civil.seconds ? $0 : nil }
  }

  /// There are at most as many as PostgreSQL has names of zones.
  static func keep(_ table: ZoneTable) { known.withLock { $0[table.name] = table } }
}
