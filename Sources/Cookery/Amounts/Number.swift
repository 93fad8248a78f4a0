/// A number as recipes write it: "1 ½", "1 1/2", "1⁄2", "1,5", "1.5", "1,000", "٣".
struct Number: Equatable {
  var exact: Rational
  /// Written with a separator before exactly three digits: "1,500 g" is fifteen hundred, "1,500 kg" is one and a half.
  var separator: Unicode.Scalar?

  var value: Double { exact.value }

  static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    digit(scalar) != nil || fraction(scalar) != nil
  }

  static func isDash(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2D, 0x2010...0x2015, 0x2212, 0x7E, 0x223C, 0x301C, 0xFF5E: true
    default: false
    }
  }

  static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar.value == 0xA0 || scalar.value == 0x202F || scalar.value == 0x2009 || scalar == "\t"
  }

  static func digit(_ scalar: Unicode.Scalar) -> Int? {
    if scalar.value < 0x80 { return (0x30...0x39).contains(scalar.value) ? Int(scalar.value - 0x30) : nil }
    guard scalar.value >= 0x660, scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue
    else { return nil }
    return Int(value)
  }

  /// Fraction characters such as ½.
  static func fraction(_ scalar: Unicode.Scalar) -> Double? {
    switch scalar.value {
    case 0xBC...0xBE, 0x2150...0x215E, 0x2189: scalar.properties.numericValue
    default: nil
    }
  }

  private static func isSlash(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "/" || scalar.value == 0x2044 || scalar.value == 0x2215
  }

  /// Parses a number at `at` and moves behind it; nil, and unmoved, if there is none. More than nine digits and a
  /// fraction with the denominator 0 are skipped without a value.
  static func read(_ text: [Unicode.Scalar], at: inout Int) -> Number? {
    guard at < text.count else { return nil }
    if let value = fraction(text[at]).flatMap({ Rational(vulgar: $0) }) {
      at += 1
      return Number(exact: value)
    }
    guard digit(text[at]) != nil else { return nil }
    guard let whole = integer(text, at: &at) else { return nil }
    // 1/2
    if let (value, end) = slashed(whole, text, at) {
      at = end
      return value.map { Number(exact: $0) }
    }
    if at + 1 < text.count, text[at] == "." || text[at] == ",", digit(text[at + 1]) != nil {
      return separated(whole, text, at: &at)
    }
    return Number(exact: mixed(whole, text, at: &at) ?? Rational(whole))
  }

  /// "1.5" and "1,500".
  /// - Parameter at: the separator, before a digit; moved behind the number.
  private static func separated(_ whole: Int, _ text: [Unicode.Scalar], at: inout Int) -> Number? {
    let separator = text[at]
    at += 1
    var (digits, decimals, scale) = (0, 0, 1)
    while at < text.count, let value = digit(text[at]) {
      if digits < 9 { (decimals, scale) = (decimals * 10 + value, scale * 10) }
      digits += 1
      at += 1
    }
    if digits == 3, whole > 0, separator == "," {
      return Number(exact: Rational(whole * 1000 + decimals), separator: separator)
    }
    // Nine digits before and behind: it fits.
    return Rational(whole * scale + decimals, scale).map {
      Number(exact: $0, separator: digits == 3 && whole > 0 ? separator : nil)
    }
  }

  /// "1½", "1 ½", "1 1/2", "1 and 1/2".
  /// - Parameter at: behind the whole number; moved behind the fraction, if there is one.
  private static func mixed(_ whole: Int, _ text: [Unicode.Scalar], at: inout Int) -> Rational? {
    var next = at
    while next < text.count, isSpace(text[next]) { next += 1 }
    for joiner in joiners where starts(text, next, with: joiner) {
      var after = next + joiner.count
      while after < text.count, isSpace(text[after]) { after += 1 }
      if after < text.count, isFraction(text, after) { next = after }
      break
    }
    guard next < text.count else { return nil }
    if let value = fraction(text[next]).flatMap({ Rational(vulgar: $0) }), let sum = Rational(whole).adding(value) {
      at = next + 1
      return sum
    }
    var end = next
    guard next > at, digit(text[next]) != nil, let numerator = integer(text, at: &end),
      let (value, behind) = slashed(numerator, text, end), let value, value < Rational(1),
      let sum = Rational(whole).adding(value)
    else { return nil }
    at = behind
    return sum
  }

  private static let joiners: [[Unicode.Scalar]] = ["and ", "et ", "und ", "и ", "& ", "y ", "e "].map {
    Array($0.unicodeScalars)
  }

  private static func starts(_ text: [Unicode.Scalar], _ at: Int, with word: [Unicode.Scalar]) -> Bool {
    at + word.count <= text.count && text[at..<at + word.count].elementsEqual(word)
  }

  private static func isFraction(_ text: [Unicode.Scalar], _ at: Int) -> Bool {
    if fraction(text[at]) != nil { return true }
    var end = at
    guard let numerator = integer(text, at: &end), let (value, _) = slashed(numerator, text, end), let value else {
      return false
    }
    return value < Rational(1)
  }

  /// The digits from `at` on; nil if there are more than nine.
  private static func integer(_ text: [Unicode.Scalar], at: inout Int) -> Int? {
    var value = 0
    var count = 0
    while at < text.count, let next = digit(text[at]) {
      if count < 10 { value = value * 10 + next }
      count += 1
      at += 1
    }
    return (1...9).contains(count) ? value : nil
  }

  /// numerator "/" denominator: the value (nil if invalid) and its end.
  private static func slashed(_ numerator: Int, _ text: [Unicode.Scalar], _ at: Int) -> (Rational?, Int)? {
    var end = at
    if end < text.count, isSpace(text[end]) { end += 1 }
    guard end < text.count, isSlash(text[end]) else { return nil }
    end += 1
    if end < text.count, isSpace(text[end]) { end += 1 }
    guard end < text.count, digit(text[end]) != nil else { return nil }
    guard let denominator = integer(text, at: &end), denominator > 0, denominator <= 100 else { return (nil, end) }
    return (Rational(numerator, denominator), end)
  }
}
