import CivilTime

/// Which components a `calendar-query` is about (RFC 4791 §9.7): the outermost filter is that of VCALENDAR.
public struct ComponentFilter: Equatable, Sendable {
  /// In capitals: `VCALENDAR`, `VTODO`.
  public var name: String
  /// Whether there may be no such component; nothing else is asked then.
  public var isNotDefined = false
  public var timeRange: TimeRange?
  public var properties: [PropertyFilter] = []
  public var components: [ComponentFilter] = []

  /// - Parameter name: in capitals.
  public init(_ name: String) { self.name = name }
}

/// Conditions on a property (RFC 4791 §9.7.2).
public struct PropertyFilter: Equatable, Sendable {
  /// In capitals: `SUMMARY`
  public var name: String
  public var isNotDefined = false
  public var timeRange: TimeRange?
  public var text: TextMatch?
  public var parameters: [ParameterFilter] = []

  /// - Parameter name: in capitals.
  public init(_ name: String) { self.name = name }
}

/// Conditions on a property's parameter (RFC 4791 §9.7.3).
public struct ParameterFilter: Equatable, Sendable {
  /// In capitals: `PARTSTAT`
  public var name: String
  public var isNotDefined = false
  public var text: TextMatch?

  /// - Parameter name: in capitals.
  public init(_ name: String) { self.name = name }
}

/// A text to be found within a value (RFC 4791 §9.7.5).
public struct TextMatch: Equatable, Sendable {
  /// How texts are compared (RFC 4790, RFC 5051).
  public enum Collation: String, CaseIterable, Sendable {
    case asciiCasemap = "i;ascii-casemap"
    case octet = "i;octet"
    case unicodeCasemap = "i;unicode-casemap"
  }

  /// Where the text has to be; `contains` unless a client uses the attribute of CardDAV (RFC 6352 §10.5.4).
  public enum Kind: String, Sendable {
    case contains, equals
    case startsWith = "starts-with"
    case endsWith = "ends-with"
  }

  public var text: String
  public var collation = Collation.asciiCasemap
  public var kind = Kind.contains
  /// Whether it must not be there.
  public var isNegated = false

  /// - Parameter text: as it is, not escaped.
  public init(_ text: String) { self.text = text }
}

/// From a moment on, and before another; either may be open, not both (RFC 4791 §9.9). Seconds since 1970 in UTC.
public struct TimeRange: Equatable, Sendable {
  public var start: Int?
  public var end: Int?

  /// - Parameters:
  ///   - start: seconds since 1970.
  ///   - end: seconds since 1970.
  public init(start: Int?, end: Int?) { (self.start, self.end) = (start, end) }

  /// Of two attributes as `20261120T160000Z`; nil where there is none, one is not such a moment, or the end is not after the start.
  public init?(start: String?, end: String?) {
    guard start != nil || end != nil else { return nil }
    (self.start, self.end) = (start.flatMap { Self.moment($0) }, end.flatMap { Self.moment($0) })
    guard (self.start == nil) == (start == nil), (self.end == nil) == (end == nil) else { return nil }
    if let first = self.start, let last = self.end, first >= last { return nil }
  }

  private static func moment(_ text: String) -> Int? {
    let bytes = Array(text.utf8)
    guard bytes.count == 16, bytes[8] == UInt8(ascii: "T"), bytes[15] == UInt8(ascii: "Z") else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      var value = 0
      for byte in bytes[range] {
        guard (0x30...0x39).contains(byte) else { return nil }
        value = value * 10 + Int(byte - 0x30)
      }
      return value
    }
    guard let year = number(0..<4), let month = number(4..<6), let day = number(6..<8), let hour = number(9..<11),
      let minute = number(11..<13), let second = number(13..<15)
    else { return nil }
    return CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: min(second, 59))?.seconds
  }
}
