/// A day, a time on a clock, or a moment, as a file writes it.
public enum Moment: Equatable, Sendable {
  case day(CalendarDate)
  /// On a clock that the text does not name.
  case local(CivilTime)
  /// Seconds since 1970-01-01 00:00:00 UTC.
  case utc(Int)

  /// `2026-11-23T17:00:00Z`
  public static func text(_ seconds: Int) -> String { Timestamp(seconds: seconds).iso8601 }

  /// ISO 8601 in the forms that programs write: extended or basic, `T` or a space, a fraction of any length, `Z` or an offset
  /// with or without a colon. Nil for a day that the calendar does not have.
  public init?(_ text: String) {
    let bytes = Array(text.utf8.drop { $0 <= 32 }.prefix(64))
    var index = 0
    func digits(_ count: Int) -> Int? {
      guard index + count <= bytes.count else { return nil }
      var value = 0
      for byte in bytes[index..<index + count] {
        guard (0x30...0x39).contains(byte) else { return nil }
        value = value * 10 + Int(byte - 0x30)
      }
      index += count
      return value
    }
    func skip(_ character: Unicode.Scalar) -> Bool {
      guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
      index += 1
      return true
    }
    guard let year = digits(4) else { return nil }
    let isExtended = skip("-") || skip("/")
    guard let month = digits(2) else { return nil }
    if isExtended, !skip("-"), !skip("/") { return nil }
    guard let day = digits(2), let date = CivilTime(year: year, month: month, day: day) else { return nil }
    if bytes[index...].allSatisfy({ $0 <= 32 }) {
      self = .day(CalendarDate(date))
      return
    }
    guard skip("T") || skip("t") || skip(" "), let hour = digits(2) else { return nil }
    _ = skip(":")
    guard let minute = digits(2) else { return nil }
    let hasSeconds = skip(":") || index < bytes.count && (0x30...0x39).contains(bytes[index])
    let second = hasSeconds ? digits(2) : 0
    guard let second,
      let time = CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: min(second, 59))
    else { return nil }
    if skip(".") || skip(",") {
      while index < bytes.count, (0x30...0x39).contains(bytes[index]) { index += 1 }
    }
    while index < bytes.count, bytes[index] <= 32 { index += 1 }
    if index == bytes.count {
      self = .local(time)
      return
    }
    if skip("Z") || skip("z") {
      guard index == bytes.count || bytes[index...].allSatisfy({ $0 <= 32 }) else { return nil }
      self = .utc(time.seconds)
      return
    }
    let sign = skip("+") ? 1 : skip("-") ? -1 : 0
    guard sign != 0, let hours = digits(2) else { return nil }
    _ = skip(":")
    let minutes = digits(2) ?? 0
    // `+005744`: the mean time of a place.
    let seconds = index < bytes.count && skip(":") || index + 2 == bytes.count ? digits(2) ?? 0 : 0
    guard index == bytes.count, hours < 24, minutes < 60 else { return nil }
    self = .utc(time.seconds - sign * (hours * 3600 + minutes * 60 + seconds))
  }

  /// Seconds since 1970 of a number in a file that counts milliseconds, or other parts of a second; nil outside of the years
  /// 1900 to 9999.
  public static func milliseconds(_ text: String?, per second: Double = 1000) -> Int? {
    guard let value = text.flatMap({ Double($0) }).map({ $0 / second }), value > -2.2e9, value < 2.5e11 else {
      return nil
    }
    return Int(value.rounded(.down))
  }

  /// Seconds since 1970 of a stamp; one without a zone is taken as UTC.
  public var stamp: Int {
    switch self {
    case .day(let day): day.days * 86400
    case .local(let time): time.seconds
    case .utc(let seconds): seconds
    }
  }
}
