import CivilTime

/// A week of ISO 8601: from Monday to Sunday, in the year that its Thursday is in.
struct Week: Equatable, Sendable {
  let monday: CalendarDate

  /// Beyond these years nobody plans.
  static let years = 1900...2200

  init(_ day: CalendarDate) { monday = CalendarDate(days: day.days - day.weekday) }

  /// Parses `2026-W48`; nil unless the year has such a week.
  init?(_ text: String) {
    let bytes = Array(text.utf8.prefix(9))
    guard bytes.count == 8, bytes[4] == UInt8(ascii: "-"), bytes[5] == UInt8(ascii: "W"),
      let year = Int(digits: String(text.prefix(4))), let number = Int(digits: String(text.suffix(2))),
      Self.years.contains(year), let fourth = CivilTime(year: year, month: 1, day: 4)
    else { return nil }
    // The first week is the one with 4 January.
    self.init(CalendarDate(days: CalendarDate(fourth).days + 7 * (number - 1)))
    if self.text != text { return nil }
  }

  /// `2026-W48`
  var text: String {
    let (thursday, year) = (monday.days + 3, year)
    let start = CivilTime(year: year, month: 1, day: 1).map { CalendarDate($0).days } ?? thursday
    return "\(padded(year, 4))-W\(padded((thursday - start) / 7 + 1, 2))"
  }

  /// The year that its Thursday is in.
  private var year: Int { CalendarDate(days: monday.days + 3).civil.year }

  var sunday: CalendarDate { CalendarDate(days: monday.days + 6) }
  var days: [CalendarDate] { (0..<7).map { CalendarDate(days: monday.days + $0) } }
  var path: String { "/plan?week=\(text)" }

  /// Some weeks later, or earlier; nil where nobody plans.
  func adding(_ weeks: Int) -> Week? {
    let week = Week(CalendarDate(days: monday.days + 7 * weeks))
    return Self.years.contains(week.year) ? week : nil
  }
}
