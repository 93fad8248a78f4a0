import Glibc

/// The offsets of a time zone, from the machine's zone database (RFC 9636).
public struct TimeZoneRules: Sendable {
  /// `Europe/Paris`
  public let name: String
  /// In order: from a moment on, the offset in seconds.
  private var changes: [(moment: Int, offset: Int)] = []
  private var first = 0
  /// The rule behind the last change, as POSIX writes it.
  private var footer: Footer?

  /// Without an offset.
  public static let utc = TimeZoneRules(name: "UTC", offset: 0)

  /// With one offset, in seconds.
  public init(name: String, offset: Int) {
    self.name = name
    first = offset
  }

  /// A zone by a name of the zone database, Windows' name for it, or what libical writes before it.
  public static func named(_ name: String) -> TimeZoneRules? {
    var name = name
    if name.hasPrefix("\""), name.hasSuffix("\""), name.count > 2 { name = String(name.dropFirst().dropLast()) }
    if let windows = windows[name] { name = windows }
    if ["UTC", "GMT", "Etc/UTC", "Z", "Coordinated Universal Time", "tzone://Microsoft/Utc"].contains(name) {
      return utc
    }
    if name.hasPrefix("/") {
      // "/freeassociation.sourceforge.net/Europe/Paris", "/citadel.org/20210210_1/Europe/Paris"
      let parts = name.split(separator: "/")
      for count in [3, 2] where parts.count >= count {
        if let found = named(parts.suffix(count).joined(separator: "/")) { return found }
      }
      return nil
    }
    let isName = name.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || "/_-+".utf8.contains($0)
    }
    guard isName, (1...64).contains(name.utf8.count), !name.hasPrefix("/"), let bytes = file(name) else { return nil }
    return TimeZoneRules(name: name, bytes)
  }

  private static func file(_ name: String) -> [UInt8]? {
    guard let file = fopen("/usr/share/zoneinfo/\(name)", "rb") else { return nil }
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = fread(&buffer, 1, buffer.count, file)
    return count > 44 ? Array(buffer[..<count]) : nil
  }

  private init?(name: String, _ bytes: [UInt8]) {
    self.name = name
    func number(_ at: Int, _ width: Int) -> Int? {
      guard at >= 0, at + width <= bytes.count else { return nil }
      let value = bytes[at..<at + width].reduce(0) { $0 << 8 | Int($1) }
      return width == 4 ? Int(Int32(truncatingIfNeeded: value)) : value
    }
    guard bytes.starts(with: "TZif".utf8), bytes[4] >= UInt8(ascii: "2") else { return nil }
    func counts(_ at: Int) -> [Int]? {
      let values = (0..<6).compactMap { number(at + 20 + 4 * $0, 4) }
      return values.count == 6 && values.allSatisfy { (0...65536).contains($0) } ? values : nil
    }
    guard let old = counts(0) else { return nil }
    let start = 44 + old[3] * 5 + old[4] * 6 + old[5] + old[2] * 8 + old[1] + old[0]
    guard let new = counts(start) else { return nil }
    let (times, types) = (start + 44, new[4])
    let indices = times + new[3] * 8
    let kinds = indices + new[3]
    func offset(_ kind: Int) -> Int? { kind < types ? number(kinds + 6 * kind, 4) : nil }
    first = offset(0) ?? 0
    for index in 0..<new[3] {
      guard let moment = number(times + 8 * index, 8), let kind = number(indices + index, 1), let offset = offset(kind)
      else { return nil }
      changes.append((moment, offset))
    }
    let end = kinds + types * 6 + new[5] + new[2] * 12 + new[1] + new[0]
    if end < bytes.count { footer = Footer(String(decoding: bytes[end...].filter { $0 != 10 }, as: UTF8.self)) }
  }

  /// In seconds.
  public func offset(at moment: Int) -> Int {
    guard let last = changes.last else { return footer?.offset(at: moment) ?? first }
    if moment >= last.moment { return footer?.offset(at: moment) ?? last.offset }
    return changes.last { $0.moment <= moment }?.offset ?? first
  }

  /// The moment of a time on the zone's clock: of a doubled hour the first, of a missing one with the offset before
  /// (RFC 5545 §3.3.5).
  public func moment(of local: Int) -> Int {
    let before = offset(at: local - 86400 - first)
    let after = offset(at: local + 86400 - first)
    if offset(at: local - before) == before { return local - before }
    return offset(at: local - after) == after ? local - after : local - before
  }

  /// The day whose midnight in the zone is closest to a moment: programs write days so.
  public func day(at moment: Int) -> CalendarDate {
    let local = moment + offset(at: moment)
    return CalendarDate(CivilTime(seconds: local + 2 * 3600))
  }
}

extension TimeZoneRules {
  /// `CET-1CEST,M3.5.0,M10.5.0/3`
  private struct Footer: Sendable {
    struct Day: Sendable {
      var (month, week, weekday, seconds) = (0, 0, 0, 7200)

      /// Seconds since 1970 of its time in a year, on the clock before it.
      func seconds(in year: Int) -> Int {
        guard let start = CivilTime(year: year, month: month, day: 1) else { return 0 }
        let monthStart = CalendarDate(start)
        // POSIX counts from Sunday.
        let first = (weekday + 6) % 7
        var day = monthStart.days + (first - monthStart.weekday + 7) % 7 + 7 * (week - 1)
        while day >= monthStart.nextMonth.days { day -= 7 }
        return day * 86400 + seconds
      }
    }

    var standard = 0
    var summer: (offset: Int, start: Day, end: Day)?

    init?(_ text: String) {
      let parts = text.split(separator: ",")
      guard let zone = parts.first else { return nil }
      var bytes = Array(zone.utf8)[...]
      func name() -> Bool {
        if bytes.first == UInt8(ascii: "<") {
          bytes = bytes.drop { $0 != UInt8(ascii: ">") }.dropFirst()
          return true
        }
        let count = bytes.prefix { ($0 | 32) >= 0x61 && ($0 | 32) <= 0x7A }.count
        bytes = bytes.dropFirst(count)
        return count > 0
      }
      func time() -> Int? {
        let text = String(
          decoding: bytes.prefix { $0 == 0x2B || $0 == 0x2D || (0x30...0x3A).contains($0) }, as: UTF8.self)
        bytes = bytes.dropFirst(text.utf8.count)
        return Self.time(text)
      }
      guard name(), let west = time() else { return nil }
      standard = -west
      if bytes.isEmpty { return }
      guard name() else { return nil }
      let offset = bytes.isEmpty ? standard + 3600 : -(time() ?? 0)
      guard parts.count == 3, let start = Self.day(parts[1]), let end = Self.day(parts[2]) else { return nil }
      summer = (offset, start, end)
    }

    private static func time(_ text: String) -> Int? {
      let isNegative = text.hasPrefix("-")
      let parts = text.drop { $0 == "-" || $0 == "+" }.split(separator: ":").map { Int($0) }
      guard (1...3).contains(parts.count), !parts.contains(nil) else { return nil }
      let seconds = zip(parts.compactMap { $0 }, [3600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
      return isNegative ? -seconds : seconds
    }

    private static func day(_ text: Substring) -> Day? {
      let halves = text.split(separator: "/")
      guard let first = halves.first, first.hasPrefix("M") else { return nil }
      let numbers = first.dropFirst().split(separator: ".").compactMap { Int($0) }
      guard numbers.count == 3, (1...12).contains(numbers[0]), (1...5).contains(numbers[1]),
        (0...6).contains(numbers[2])
      else { return nil }
      let seconds = halves.count > 1 ? time(String(halves[1])) ?? 7200 : 7200
      var day = Day()
      (day.month, day.week, day.weekday, day.seconds) = (numbers[0], numbers[1], numbers[2], seconds)
      return day
    }

    func offset(at moment: Int) -> Int {
      guard let summer else { return standard }
      let year = CivilTime(seconds: moment + standard).year
      let start = summer.start.seconds(in: year) - standard
      let end = summer.end.seconds(in: year) - summer.offset
      let isSummer = start < end ? (start..<end).contains(moment) : !(end..<start).contains(moment)
      return isSummer ? summer.offset : standard
    }
  }

  /// Windows' names (CLDR's windowsZones) that Outlook and Microsoft To Do write.
  private static let windows = [
    "W. Europe Standard Time": "Europe/Berlin", "Romance Standard Time": "Europe/Paris",
    "GMT Standard Time": "Europe/London",
    "Central Europe Standard Time": "Europe/Budapest", "Central European Standard Time": "Europe/Warsaw",
    "E. Europe Standard Time": "Europe/Chisinau", "FLE Standard Time": "Europe/Kiev",
    "GTB Standard Time": "Europe/Bucharest",
    "Russian Standard Time": "Europe/Moscow", "Turkey Standard Time": "Europe/Istanbul",
    "Greenwich Standard Time": "Atlantic/Reykjavik", "Israel Standard Time": "Asia/Jerusalem",
    "Eastern Standard Time": "America/New_York", "Central Standard Time": "America/Chicago",
    "Mountain Standard Time": "America/Denver", "US Mountain Standard Time": "America/Phoenix",
    "Pacific Standard Time": "America/Los_Angeles", "Alaskan Standard Time": "America/Anchorage",
    "Hawaiian Standard Time": "Pacific/Honolulu", "Atlantic Standard Time": "America/Halifax",
    "Newfoundland Standard Time": "America/St_Johns", "E. South America Standard Time": "America/Sao_Paulo",
    "Argentina Standard Time": "America/Buenos_Aires", "SA Pacific Standard Time": "America/Bogota",
    "Korea Standard Time": "Asia/Seoul", "Tokyo Standard Time": "Asia/Tokyo", "China Standard Time": "Asia/Shanghai",
    "Taipei Standard Time": "Asia/Taipei", "Singapore Standard Time": "Asia/Singapore",
    "India Standard Time": "Asia/Calcutta", "SE Asia Standard Time": "Asia/Bangkok",
    "Arab Standard Time": "Asia/Riyadh",
    "Arabian Standard Time": "Asia/Dubai", "Pakistan Standard Time": "Asia/Karachi",
    "Egypt Standard Time": "Africa/Cairo",
    "South Africa Standard Time": "Africa/Johannesburg", "AUS Eastern Standard Time": "Australia/Sydney",
    "E. Australia Standard Time": "Australia/Brisbane", "W. Australia Standard Time": "Australia/Perth",
    "New Zealand Standard Time": "Pacific/Auckland",
  ]
}
