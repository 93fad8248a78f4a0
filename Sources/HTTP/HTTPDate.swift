/// A point in time in whole seconds, as HTTP writes it (RFC 9110 §5.6.7).
public struct HTTPDate: Hashable, Comparable, Sendable {
  /// Seconds since 1970-01-01 00:00:00 UTC, without leap seconds.
  public let seconds: Int64

  public init(seconds: Int64) { self.seconds = seconds }

  public static func < (left: HTTPDate, right: HTTPDate) -> Bool { left.seconds < right.seconds }

  /// `Sun, 06 Nov 1994 08:49:37 GMT`: always 29 bytes. Years outside 0 to 9999 are held to those ends.
  public var bytes: [UInt8] {
    let seconds = min(max(self.seconds, -62_167_219_200), 253_402_300_799)
    let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let time = Int(seconds - day * 86_400)
    let (year, month, dayOfMonth) = Self.civil(day)
    let weekday = Int(((day % 7) + 11) % 7)  // 1970-01-01 was a Thursday

    var result: [UInt8] = []
    result.reserveCapacity(29)
    result.append(contentsOf: Self.weekdays[weekday].prefix(3))
    result.append(contentsOf: [ASCII.comma, ASCII.space])
    Self.append(dayOfMonth, digits: 2, to: &result)
    result.append(ASCII.space)
    result.append(contentsOf: Self.months[month - 1])
    result.append(ASCII.space)
    Self.append(year, digits: 4, to: &result)
    result.append(ASCII.space)
    Self.append(time / 3_600, digits: 2, to: &result)
    result.append(0x3A)
    Self.append(time / 60 % 60, digits: 2, to: &result)
    result.append(0x3A)
    Self.append(time % 60, digits: 2, to: &result)
    result.append(contentsOf: [ASCII.space, 0x47, 0x4D, 0x54])
    return result
  }

  public var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Reads the preferred form and the two obsolete ones, which a recipient must accept:
  /// `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`. Anything else is nil, as is a day that its month
  /// does not have. The day of the week must be a name of one; whether it is that date's is not checked.
  /// - Parameter now: what a year of two digits is counted from: more than 50 years ahead means the past.
  public init?(_ bytes: ArraySlice<UInt8>, now: HTTPDate) {
    var reader = Reader(rest: bytes)
    let comma = bytes.firstIndex(of: ASCII.comma)
    let year, month, day, hour, minute, second: Int
    if let comma, comma - bytes.startIndex == 3 {
      guard reader.weekday(short: true), reader.skip(", "), let d = reader.digits(2), reader.skip(" "),
        let m = reader.month(), reader.skip(" "), let y = reader.digits(4), reader.skip(" "),
        let t = reader.time(), reader.skip(" GMT")
      else { return nil }
      (year, month, day, hour, minute, second) = (y, m, d, t.0, t.1, t.2)
    } else if comma != nil {
      guard reader.weekday(short: false), reader.skip(", "), let d = reader.digits(2), reader.skip("-"),
        let m = reader.month(), reader.skip("-"), let y = reader.digits(2), reader.skip(" "),
        let t = reader.time(), reader.skip(" GMT")
      else { return nil }
      let thisYear = Self.civil(now.seconds / 86_400).year
      let guess = thisYear - thisYear % 100 + y
      (year, month, day, hour, minute, second) = (guess > thisYear + 50 ? guess - 100 : guess, m, d, t.0, t.1, t.2)
    } else {
      guard reader.weekday(short: true), reader.skip(" "), let m = reader.month(), reader.skip(" "),
        let d = reader.skip(" ") ? reader.digits(1) : reader.digits(2), reader.skip(" "),
        let t = reader.time(), reader.skip(" "), let y = reader.digits(4)
      else { return nil }
      (year, month, day, hour, minute, second) = (y, m, d, t.0, t.1, t.2)
    }
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard reader.rest.isEmpty, day >= 1, day <= lengths[month - 1], hour < 24, minute < 60, second <= 60 else {
      return nil
    }
    let days = Self.days(year: year, month: month, day: day)
    self.init(seconds: Int64(days) * 86_400 + Int64(hour * 3_600 + minute * 60 + second))
  }

  private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    .map { Array($0.utf8) }
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    .map { Array($0.utf8) }

  private static func append(_ value: Int, digits: Int, to bytes: inout [UInt8]) {
    var divisor = digits == 4 ? 1_000 : 10
    while divisor > 0 {
      bytes.append(UInt8(truncatingIfNeeded: value / divisor % 10) &+ 0x30)
      divisor /= 10
    }
  }

  // The proleptic Gregorian calendar in eras of 400 years that begin on 1 March, which puts the leap day last
  // (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").

  private static func civil(_ day: Int64) -> (year: Int, month: Int, day: Int) {
    let shifted = Int(day) + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1
    )
  }

  private static func days(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private struct Reader {
    var rest: ArraySlice<UInt8>

    mutating func skip(_ text: StaticString) -> Bool {
      let expected = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
      guard rest.starts(with: expected) else { return false }
      rest = rest.dropFirst(expected.count)
      return true
    }

    mutating func digits(_ count: Int) -> Int? {
      guard rest.count >= count, let number = ASCII.number(rest.prefix(count)) else { return nil }
      rest = rest.dropFirst(count)
      return number
    }

    mutating func time() -> (Int, Int, Int)? {
      guard let hour = digits(2), skip(":"), let minute = digits(2), skip(":"), let second = digits(2) else {
        return nil
      }
      return (hour, minute, second)
    }

    mutating func month() -> Int? {
      guard let index = HTTPDate.months.firstIndex(where: { rest.starts(with: $0) }) else { return nil }
      rest = rest.dropFirst(3)
      return index + 1
    }

    mutating func weekday(short: Bool) -> Bool {
      for name in HTTPDate.weekdays where rest.starts(with: short ? name.prefix(3) : name[...]) {
        rest = rest.dropFirst(short ? 3 : name.count)
        return true
      }
      return false
    }
  }
}
