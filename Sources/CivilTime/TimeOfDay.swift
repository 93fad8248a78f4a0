/// A time of day, to the minute.
public struct TimeOfDay: Comparable, Hashable, Sendable {
  /// From 0 to 23, and from 0 to 59.
  public let hour: Int
  public let minute: Int

  /// Without a check.
  public init(hour: Int, minute: Int) { (self.hour, self.minute) = (hour, minute) }

  /// Reads `18:00`, as a time input sends it; seconds are read and dropped. Nil unless a clock shows it.
  public init?(_ text: String) {
    var digits = DigitReader(text.utf8)
    guard let hour = digits.number(), digits.skip(":"), let minute = digits.number() else { return nil }
    let second = digits.skip(":") ? digits.number() : 0
    guard let second, digits.isAtEnd,
      CivilTime(year: 2000, month: 1, day: 1, hour: hour, minute: minute, second: second) != nil
    else { return nil }
    self.init(hour: hour, minute: minute)
  }

  /// `18:00`
  public var text: String { "\(padded(hour, 2)):\(padded(minute, 2))" }

  public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool {
    (left.hour, left.minute) < (right.hour, right.minute)
  }
}
