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
      Self.years.contains(year), let fourth = CalendarDate("\(padded(year, 4))-01-04")
    else { return nil }
    // The first week is the one with 4 January.
    self.init(CalendarDate(days: fourth.days + 7 * (number - 1)))
    if self.text != text { return nil }
  }

  /// `2026-W48`
  var text: String {
    let thursday = CalendarDate(days: monday.days + 3)
    let year = thursday.civil.year
    let start = CalendarDate("\(padded(year, 4))-01-01") ?? thursday
    return "\(padded(year, 4))-W\(padded((thursday.days - start.days) / 7 + 1, 2))"
  }

  var sunday: CalendarDate { CalendarDate(days: monday.days + 6) }
  var days: [CalendarDate] { (0..<7).map { CalendarDate(days: monday.days + $0) } }
  var path: String { "/plan?week=\(text)" }

  /// Some weeks later, or earlier; nil where nobody plans.
  func adding(_ weeks: Int) -> Week? {
    Week(Week(CalendarDate(days: monday.days + 7 * weeks)).text)
  }
}
