public import CivilTime
import Recurrence

/// The lines of an iCalendar object (RFC 5545 §3.1).
public struct ICalendar {
  /// The lines so far.
  public private(set) var bytes: [UInt8] = []

  /// Without a line.
  public init() {}

  /// A line whose value needs no escaping. It is folded after 75 bytes, never within a character.
  public mutating func line(_ name: String, _ value: String) {
    var text = "\(name):\(value)"
    text.withUTF8 { folded($0) }
  }

  /// A line in UTF-8, folded.
  mutating func folded(_ text: some RandomAccessCollection<UInt8>) {
    var (start, room) = (text.startIndex, 75)
    while text.distance(from: start, to: text.endIndex) > room {
      var end = text.index(start, offsetBy: room)
      while text[end] & 0xC0 == 0x80, end > start { end = text.index(before: end) }
      bytes += text[start..<end]
      bytes += [13, 10, 0x20]
      (start, room) = (end, 74)
    }
    bytes += text[start...]
    bytes += [13, 10]
  }

  /// A line that is folded.
  mutating func raw(_ line: [UInt8]) {
    bytes += line
    bytes += [13, 10]
  }

  /// A line of free text, escaped (§3.3.11). Control characters, which are not allowed, are left out.
  public mutating func text(_ name: String, _ value: String) { line(name, Self.escaped(value)) }

  /// A value as free text, escaped.
  public static func escaped(_ value: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(value.utf8.count)
    let backslash = UInt8(ascii: "\\")
    for byte in value.utf8 {
      switch byte {
      case backslash, UInt8(ascii: ";"), UInt8(ascii: ","):
        bytes.append(backslash)
        bytes.append(byte)
      case UInt8(ascii: "\n"):
        bytes.append(backslash)
        bytes.append(UInt8(ascii: "n"))
      case UInt8(ascii: "\t"): bytes.append(byte)
      case ..<0x20, 0x7F: break
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// When an event was changed, and its number among its changes (RFC 5545 §3.8.7.4), which must not fall: a calendar may
  /// take an event with a smaller number for an older one. An event that repeats shows another row after each tick, and a
  /// row may be written anew under its id, so that it is no row's version but the second of the change, from 2020 on.
  public mutating func changed(_ moment: Int) {
    line("DTSTAMP", Self.utc(moment))
    line("LAST-MODIFIED", Self.utc(moment))
    line("SEQUENCE", "\(max(0, moment - 1_577_836_800))")
  }

  /// `20261120T160000Z`
  public static func utc(_ moment: Int) -> String { "\(CivilTime(seconds: moment).basicDateTime)Z" }
}

extension ICalendar {
  /// The zone's offsets (§3.6.5): a rule for what returns each year to the end of the table, and single dates before.
  public mutating func zone(_ zone: ZoneTable) {
    line("BEGIN", "VTIMEZONE")
    line("TZID", zone.name)
    let start = CivilTime(seconds: zone.range.lowerBound)
    let isSummer = zone.changes.first.map { $0.to < zone.offset } ?? false
    period(isSummer ? "DAYLIGHT" : "STANDARD", start.basicDateTime, zone.offset, zone.offset, nil)
    var kinds: [[ZoneTable.Change]] = []
    for change in zone.changes {
      if let kind = kinds.firstIndex(where: { $0[0].from == change.from && $0[0].to == change.to }) {
        kinds[kind].append(change)
      } else {
        kinds.append([change])
      }
    }
    for changes in kinds {
      let (single, rule) = Self.rule(of: changes, lastYear: CivilTime(seconds: zone.range.upperBound - 1).year)
      let name = changes[0].to > changes[0].from ? "DAYLIGHT" : "STANDARD"
      for change in changes[..<single] { period(name, change.onset.basicDateTime, change.from, change.to, nil) }
      if single < changes.count {
        period(name, changes[single].onset.basicDateTime, changes[0].from, changes[0].to, rule)
      }
    }
    line("END", "VTIMEZONE")
  }

  private mutating func period(_ name: String, _ start: String, _ from: Int, _ to: Int, _ rule: String?) {
    line("BEGIN", name)
    line("DTSTART", start)
    if let rule { line("RRULE", rule) }
    line("TZOFFSETFROM", Self.offset(from))
    line("TZOFFSETTO", Self.offset(to))
    line("END", name)
  }

  /// `+0530`
  static func offset(_ seconds: Int) -> String {
    let (size, sign) = (abs(seconds), seconds < 0 ? "-" : "+")
    let rest = size % 60 == 0 ? "" : padded(size % 60, 2)
    return "\(sign)\(padded(size / 3600, 2))\(padded(size / 60 % 60, 2))\(rest)"
  }

  /// From which change on a yearly rule has all of them, each year to the last; the number of changes if there is none.
  private static func rule(of changes: [ZoneTable.Change], lastYear: Int) -> (single: Int, rule: String?) {
    let onsets = changes.map(\.onset)
    guard let last = onsets.last, last.year == lastYear else { return (changes.count, nil) }
    let weekday = CalendarDate(last).weekday
    func isLike(_ time: CivilTime) -> Bool {
      (time.month, time.hour, time.minute, time.second) == (last.month, last.hour, last.minute, last.second)
        && CalendarDate(time).weekday == weekday
    }
    let places: [(Int, (CivilTime) -> Bool)] =
      [(-1, { $0.day > CivilTime.days(inMonth: $0.month, of: $0.year) - 7 })]
      + (1...4).map { place in (place, { ($0.day - 1) / 7 + 1 == place }) }
    var best = (single: changes.count, place: 0)
    for (place, fits) in places {
      var first = changes.count
      while first > 0, isLike(onsets[first - 1]), fits(onsets[first - 1]),
        onsets[first - 1].year == lastYear - (changes.count - first)
      {
        first -= 1
      }
      if first < best.single { best = (first, place) }
    }
    // Two years in a row may be chance.
    guard changes.count - best.single > 2 else { return (changes.count, nil) }
    let day = "\(best.place)\(RecurrenceRule.weekdayNames[weekday])"
    return (best.single, "FREQ=YEARLY;BYMONTH=\(last.month);BYDAY=\(day)")
  }
}
