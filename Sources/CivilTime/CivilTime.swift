/// A date and a time of day on the proleptic Gregorian calendar, in no particular zone.
public struct CivilTime: Comparable, Sendable {
  public var year: Int
  /// From 1 on, and the days, too.
  public var month: Int
  public var day: Int
  public var hour = 0
  public var minute = 0
  public var second = 0

  /// Nil unless the day and the time of day exist.
  public init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    guard (1...9999).contains(year), (1...12).contains(month), (1...Self.days(inMonth: month, of: year)).contains(day),
      (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// - Parameter seconds: seconds since 1970-01-01 00:00:00 of the same zone.
  public init(seconds: Int) {
    let days = seconds >= 0 ? seconds / 86400 : (seconds - 86399) / 86400
    let rest = seconds - days * 86400
    (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
    // Days to a civil date: Howard Hinnant, "chrono-compatible low-level date algorithms".
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Seconds since 1970-01-01 00:00:00 of the same zone.
  public var seconds: Int {
    let year = month <= 2 ? self.year - 1 : self.year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return (era * 146_097 + dayOfEra - 719_468) * 86400 + hour * 3600 + minute * 60 + second
  }

  /// This time some months later; a day that the month lacks becomes the month's last.
  public func adding(months: Int) -> CivilTime {
    var later = self
    let count = year * 12 + month - 1 + months
    later.year = count / 12
    later.month = count % 12 + 1
    later.day = min(day, Self.days(inMonth: later.month, of: later.year))
    return later
  }

  /// The difference in whole months, then whole days, then seconds. `later` must not be earlier.
  public func difference(to later: CivilTime) -> (months: Int, days: Int, seconds: Int) {
    var months = (later.year - year) * 12 + later.month - month
    if adding(months: months) > later { months -= 1 }
    let rest = later.seconds - adding(months: months).seconds
    return (months, rest / 86400, rest % 86400)
  }

  /// `2026-11-23`
  public var date: String {
    guard (0...9999).contains(year) else { return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }
    // A String of up to 15 bytes needs no allocation.
    return String(unsafeUninitializedCapacity: 10) { text in
      Self.write(year / 100, to: text, at: 0)
      Self.write(year % 100, to: text, at: 2)
      Self.write(month, to: text, at: 5)
      Self.write(day, to: text, at: 8)
      (text[4], text[7]) = (UInt8(ascii: "-"), UInt8(ascii: "-"))
      return 10
    }
  }

  /// Two digits of a number below 100.
  private static func write(_ number: Int, to text: UnsafeMutableBufferPointer<UInt8>, at place: Int) {
    text[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10 % 10)
    text[place + 1] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10)
  }

  /// `20261123`: the form of RFC 5545 §3.3.4.
  public var basicDate: String { "\(padded(year, 4))\(padded(month, 2))\(padded(day, 2))" }
  /// `20261123T180000`: the form of RFC 5545 §3.3.5.
  public var basicDateTime: String { "\(basicDate)T\(padded(hour, 2))\(padded(minute, 2))\(padded(second, 2))" }

  /// `18:00`
  public var time: String {
    String(unsafeUninitializedCapacity: 5) { text in
      Self.write(hour, to: text, at: 0)
      Self.write(minute, to: text, at: 3)
      text[2] = UInt8(ascii: ":")
      return 5
    }
  }

  public static func < (left: CivilTime, right: CivilTime) -> Bool {
    (left.year, left.month, left.day, left.hour, left.minute, left.second)
      < (right.year, right.month, right.day, right.hour, right.minute, right.second)
  }

  /// How many days a month has.
  public static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

/// A number from 0 on, with at least `width` digits and at most 15.
public func padded(_ number: Int, _ width: Int) -> String {
  // A String of up to 15 bytes needs no allocation.
  String(unsafeUninitializedCapacity: 15) { text in
    var digits = 1
    var rest = number
    while rest > 9 || digits < width { (digits, rest) = (digits + 1, rest / 10) }
    rest = number
    for position in (0..<digits).reversed() {
      text[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    return digits
  }
}
