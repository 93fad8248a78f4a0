public import CivilTime
import Recurrence

extension CalendarObject {
  /// `-P50D`, `PT15M`, `P1W` in seconds (RFC 5545 §3.3.6).
  public static func seconds(ofDuration text: String) -> Int? {
    var text = text.trimmed.uppercased()[...]
    let isNegative = text.hasPrefix("-")
    if isNegative || text.hasPrefix("+") { text = text.dropFirst() }
    guard text.hasPrefix("P") else { return nil }
    var (seconds, number) = (0, "")
    for character in text.dropFirst() {
      if character.isASCII, character.isNumber {
        guard number.count < 9 else { return nil }
        number.append(character)
        continue
      }
      if character == "T" { continue }
      guard let count = Int(number), let unit = ["W": 604800, "D": 86400, "H": 3600, "M": 60, "S": 1][character] else {
        return nil
      }
      seconds += count * unit
      number = ""
    }
    return isNegative ? -seconds : seconds
  }

  /// `-PT15M` of -900. Days are a day's seconds only where no clock is changed between, so that there are none.
  public static func duration(_ seconds: Int) -> String {
    let size = abs(seconds)
    var text = (seconds < 0 ? "-" : "") + "PT"
    if size >= 3600 { text += "\(size / 3600)H" }
    if size / 60 % 60 > 0 { text += "\(size / 60 % 60)M" }
    if size % 60 > 0 || size == 0 { text += "\(size % 60)S" }
    return text
  }

  /// The zone of a TZID: by its name, or the name that its VTIMEZONE gives besides.
  public func zone(_ name: String) -> TimeZoneRules? {
    TimeZoneRules.named(name)
      ?? definition(of: name)?["X-LIC-LOCATION"].flatMap { TimeZoneRules.named($0.value.trimmed) }
  }

  private func definition(of zone: String) -> Component? {
    components.first { $0.name == "VTIMEZONE" && $0["TZID"]?.value.trimmed == zone }
  }

  /// The offset that a VTIMEZONE gives at a time of its clock, in seconds.
  public func offset(of name: String, at time: CivilTime) -> Int? {
    guard let zone = definition(of: name) else { return nil }
    var latest: (onset: CivilTime, offset: Int)?
    var earliest: (onset: CivilTime, offset: Int)?
    for part in zone.children.prefix(200) {
      guard let offset = part["TZOFFSETTO"].flatMap({ Self.offset($0.value) }),
        case .local(let start)? = part["DTSTART"].flatMap({ Moment($0.value) })
      else { continue }
      var onsets = [start]
      for dates in part.properties where dates.name == "RDATE" {
        for text in dates.value.split(separator: ",").prefix(500) {
          if case .local(let onset)? = Moment(String(text)) { onsets.append(onset) }
        }
      }
      if let rule = part["RRULE"].flatMap({ RecurrenceRule($0.value.trimmed) }), time > start {
        let from = CivilTime(seconds: time.seconds - 400 * 86400)
        if let last = rule.dates(from: start, in: from...time).last { onsets.append(last) }
      }
      for onset in onsets {
        if onset <= time, latest.map({ onset >= $0.onset }) ?? true { latest = (onset, offset) }
        if earliest.map({ onset < $0.onset }) ?? true {
          earliest = (onset, part["TZOFFSETFROM"].flatMap { Self.offset($0.value) } ?? offset)
        }
      }
    }
    return (latest ?? earliest)?.offset
  }

  /// `+0100`, `-053000`, in seconds.
  private static func offset(_ text: String) -> Int? {
    let text = text.trimmed
    let digits = text.drop { $0 == "+" || $0 == "-" }.compactMap(\.wholeNumberValue)
    guard digits.count == 4 || digits.count == 6 else { return nil }
    var seconds = (digits[0] * 10 + digits[1]) * 3600 + (digits[2] * 10 + digits[3]) * 60
    if digits.count == 6 { seconds += digits[4] * 10 + digits[5] }
    return text.hasPrefix("-") ? -seconds : seconds
  }

  /// A DATE or DATE-TIME of a property (RFC 5545 §3.3.4, §3.3.5), in a zone of the machine's, of the object's, or on the clock
  /// that is given, where it names none that is known. Nil for what is no date.
  public func time(_ property: Property, in clock: ZoneTable) -> TodoTime? { time(property.value, property, in: clock) }

  /// One value of a list of dates, with the parameters of its property.
  func time(_ value: String, _ property: Property, in clock: ZoneTable) -> TodoTime? {
    guard let moment = Moment(value) else { return nil }
    switch moment {
    case .day(let day): return .day(day)
    case .utc(let seconds): return .moment(seconds)
    case .local(let time):
      if property["VALUE"]?.uppercased() == "DATE" { return .day(CalendarDate(time)) }
      if let name = property["TZID"]?.trimmed, !name.isEmpty {
        if name == clock.name { return .moment(clock.moment(of: time.seconds)) }
        if let zone = zone(name) { return .moment(zone.moment(of: time.seconds)) }
        if let offset = offset(of: name, at: time) { return .moment(time.seconds - offset) }
      }
      return .moment(clock.moment(of: time.seconds))
    }
  }
}

/// A day, the same for everybody, or a moment in seconds since 1970.
public enum TodoTime: Hashable, Sendable {
  case day(CalendarDate)
  case moment(Int)

  /// Whether it is a day.
  public var isDay: Bool { if case .day = self { true } else { false } }

  /// On a clock; of a day its midnight.
  public func local(on clock: ZoneTable) -> CivilTime {
    switch self {
    case .day(let day): day.civil
    case .moment(let seconds): CivilTime(seconds: seconds + clock.offset(at: seconds))
    }
  }

  /// The moment; of a day its midnight on a clock.
  public func seconds(on clock: ZoneTable) -> Int {
    switch self {
    case .day(let day): clock.moment(of: day.days * 86400)
    case .moment(let seconds): seconds
    }
  }

  /// A property with it: a DATE, a moment in UTC, or a time on the clock where the clock shows that time once.
  public func property(_ name: String, on clock: ZoneTable) -> CalendarObject.Property {
    switch self {
    case .day(let day): return .init(name, [.init("VALUE", "DATE")], day.civil.basicDate)
    case .moment(let seconds):
      let local = seconds + clock.offset(at: seconds)
      guard !clock.isUTC, clock.range.contains(seconds), clock.moment(of: local) == seconds else {
        return .init(name, ICalendar.utc(seconds))
      }
      return .init(name, [.init("TZID", clock.name)], CivilTime(seconds: local).basicDateTime)
    }
  }
}
