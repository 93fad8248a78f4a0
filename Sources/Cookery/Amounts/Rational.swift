/// An exact number: a fraction of whole numbers in lowest terms, its denominator positive. Arithmetic that does not fit
/// is nil and never traps.
public struct Rational: Hashable, Comparable, Sendable {
  public let numerator: Int
  public let denominator: Int

  public static let zero = Rational(0)

  public init(_ whole: Int) {
    numerator = whole
    denominator = 1
  }

  /// Nil for a denominator of zero, and for what does not fit.
  public init?(_ numerator: Int, _ denominator: Int) {
    guard denominator != 0, numerator != .min, denominator != .min else { return nil }
    let divisor = denominator == 1 ? 1 : Self.divisor(abs(numerator), abs(denominator))
    let sign = denominator < 0 ? -1 : 1
    self.numerator = sign * numerator / divisor
    self.denominator = sign * denominator / divisor
  }

  public var value: Double { Double(numerator) / Double(denominator) }
  public var isWhole: Bool { denominator == 1 }

  /// The nearest whole number; halves go up.
  public var rounded: Int {
    let (whole, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
    let (doubled, overflows) = rest.multipliedReportingOverflow(by: 2)
    return overflows || doubled < denominator ? whole : whole + 1
  }

  /// The least whole number that is not below.
  public var up: Int {
    let (whole, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
    return rest > 0 ? whole + 1 : whole
  }

  public func adding(_ other: Rational) -> Rational? {
    guard let left = Self.product(numerator, other.denominator), let right = Self.product(other.numerator, denominator),
      let below = Self.product(denominator, other.denominator)
    else { return nil }
    let (sum, overflows) = left.addingReportingOverflow(right)
    return overflows ? nil : Rational(sum, below)
  }

  public func subtracting(_ other: Rational) -> Rational? {
    adding(Rational(unchecked: -other.numerator, other.denominator))
  }

  public func multiplied(by other: Rational) -> Rational? {
    // Reduced crosswise first, so that whatever fits in the result fits on the way.
    guard let first = Rational(numerator, other.denominator), let second = Rational(other.numerator, denominator),
      let above = Self.product(first.numerator, second.numerator),
      let below = Self.product(first.denominator, second.denominator)
    else { return nil }
    return Rational(above, below)
  }

  public func divided(by other: Rational) -> Rational? {
    Rational(other.denominator, other.numerator).flatMap { multiplied(by: $0) }
  }

  public static func < (one: Rational, other: Rational) -> Bool {
    let left = one.numerator.multipliedFullWidth(by: other.denominator)
    let right = other.numerator.multipliedFullWidth(by: one.denominator)
    return left.high != right.high ? left.high < right.high : left.low < right.low
  }

  /// "3/4", "5": read by `init(text:)`.
  public var text: String { isWhole ? "\(numerator)" : "\(numerator)/\(denominator)" }

  public init?(text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let numerator = Int(parts[0]),
      let denominator = parts.count == 1 ? 1 : Int(parts[1])
    else { return nil }
    self.init(numerator, denominator)
  }

  /// The fraction of a character such as ½, whose denominator is ten at most.
  init?(vulgar value: Double) {
    for denominator in 1...10 {
      // `rounded()` would be the only use of libm.
      let numerator = Int(value * Double(denominator) + 0.5)
      if abs(value * Double(denominator) - Double(numerator)) < 1e-6 {
        self.init(numerator, denominator)
        return
      }
    }
    return nil
  }

  private init(unchecked numerator: Int, _ denominator: Int) {
    self.numerator = numerator
    self.denominator = denominator
  }

  private static func product(_ one: Int, _ other: Int) -> Int? {
    let (product, overflows) = one.multipliedReportingOverflow(by: other)
    return overflows || product == .min ? nil : product
  }

  /// The greatest common divisor; 1 for zeros.
  private static func divisor(_ one: Int, _ other: Int) -> Int {
    var (larger, smaller) = (one, other)
    while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
    return max(1, larger)
  }
}
