/// The offsets of a time zone in the years around now.
public struct ZoneTable: Sendable {
  /// A change of the offset.
  public struct Change: Sendable {
    /// Seconds since 1970-01-01 00:00:00 UTC.
    public let moment: Int
    /// Offsets in seconds, before and after.
    public let from: Int
    public let to: Int

    /// - Parameter moment: seconds since 1970-01-01 00:00:00 UTC.
    public init(moment: Int, from: Int, to: Int) { (self.moment, self.from, self.to) = (moment, from, to) }

    /// The local time at that moment, by the offset before it: the onset of RFC 5545 §3.6.5.
    public var onset: CivilTime { CivilTime(seconds: moment + from) }
  }

  /// `Europe/Paris`
  public let name: String
  /// The moments that the table is about.
  public let range: Range<Int>
  /// The offset at the beginning, in seconds.
  public let offset: Int
  /// In order.
  public let changes: [Change]

  /// - Parameters:
  ///   - days: the table is about them.
  ///   - offset: at their beginning, in seconds.
  ///   - changes: in order.
  public init(_ name: String, _ days: Range<CalendarDate>, offset: Int, changes: [Change]) {
    self.name = name
    range = days.lowerBound.civil.seconds..<days.upperBound.civil.seconds
    (self.offset, self.changes) = (offset, changes)
  }

  /// Whether it has one offset, which is none.
  public var isUTC: Bool { changes.isEmpty && offset == 0 }

  /// The offset at a moment, in seconds.
  public func offset(at moment: Int) -> Int { changes.last { $0.moment <= moment }?.to ?? offset }

  /// The moment of a time on the zone's clock: of a doubled hour the first, of a missing one with the offset before
  /// (RFC 5545 §3.3.5).
  public func moment(of local: Int) -> Int {
    // No two changes are within two days.
    let before = offset(at: local - offset - 86400)
    let after = offset(at: local - offset + 86400)
    if offset(at: local - before) == before { return local - before }
    return offset(at: local - after) == after ? local - after : local - before
  }

  /// The years that a table made in one is about: two back, for what is overdue, and twelve ahead.
  public static func days(around year: Int) -> Range<CalendarDate> {
    let days = [year - 2, year + 13].map {
      CivilTime(year: $0, month: 1, day: 1).map { CalendarDate($0) } ?? CalendarDate(days: 0)
    }
    return days[0]..<days[1]
  }
}
