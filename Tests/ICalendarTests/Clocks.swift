import CivilTime
import ICalendar

/// Paris' clock from 2024 to 2038.
enum Clocks {
  static let paris: ZoneTable = {
    func lastSunday(_ year: Int, _ month: Int) -> Int {
      let last = CivilTime(year: year, month: month, day: 31).map { CalendarDate($0) } ?? CalendarDate(days: 0)
      return (last.days - (last.weekday + 1) % 7) * 86400 + 3600
    }
    let changes = (2024..<2039).flatMap { year in
      [
        ZoneTable.Change(moment: lastSunday(year, 3), from: 3600, to: 7200),
        ZoneTable.Change(moment: lastSunday(year, 10), from: 7200, to: 3600),
      ]
    }
    let days = [2024, 2039].map { CalendarDate(CivilTime(year: $0, month: 1, day: 1) ?? CivilTime(seconds: 0)) }
    return ZoneTable("Europe/Paris", days[0]..<days[1], offset: 3600, changes: changes)
  }()

  /// `2026-11-30 19:00` on Paris' clock.
  static func moment(_ day: String, _ hour: Int, _ minute: Int = 0) -> Int {
    paris.moment(of: (CivilTime(date: day)?.seconds ?? 0) + hour * 3600 + minute * 60)
  }
}

/// Lines as an object's bytes.
func object(_ text: String) -> [UInt8] {
  Array((text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n") + "\r\n").utf8)
}

/// A VTODO of these lines as an object.
func todo(_ lines: String) throws -> TodoObject {
  try TodoObject(
    object(
      "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//x//y//EN\nBEGIN:VTODO\nUID:1\nDTSTAMP:20261125T202534Z\n\(lines)\n"
        + "END:VTODO\nEND:VCALENDAR"))
}
