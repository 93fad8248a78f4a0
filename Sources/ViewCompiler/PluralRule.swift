/// A PO file's `Plural-Forms: nplurals=2; plural=(n != 1);`: the plural form of a number.
///
/// The expression is C's, without assignments and calls (gettext manual, section 11.2.6).
struct PluralRule {
  /// The number of forms.
  let count: Int
  private let expression: Expression

  struct Invalid: Error {
    let reason: String
  }

  indirect enum Expression {
    case n
    case number(Int)
    case unary(Expression)
    case binary(String, Expression, Expression)
    case choice(Expression, Expression, Expression)
  }

  init(header: String) throws(Invalid) {
    var count: Int?
    var expression: Expression?
    for field in header.split(separator: ";") {
      let parts = field.split(separator: "=", maxSplits: 1).map { $0.filter { !$0.isWhitespace } }
      switch (parts.first, parts.count) {
      case ("nplurals", 2): count = Int(parts[1])
      case ("plural", 2): expression = try PluralParser.parse(parts[1])
      case ("", 1): break
      default: throw Invalid(reason: "'\(field)' is neither nplurals nor plural")
      }
    }
    guard let count, (1...6).contains(count), let expression else {
      throw Invalid(reason: "write nplurals=2; plural=(n != 1);")
    }
    self.count = count
    self.expression = expression
    // All rules in use repeat after 100 (some test for exact millions, which changes no form's number).
    for n in 0...1_000 {
      guard let form = Self.value(expression, n), (0..<count).contains(form) else {
        throw Invalid(reason: "there is no form for n = \(n) among \(count)")
      }
    }
  }

  /// The form for a number, as the generated code finds it.
  func form(_ n: Int) -> Int { Self.value(expression, n) ?? 0 }

  private static func value(_ expression: Expression, _ n: Int) -> Int? {
    switch expression {
    case .n: return n
    case .number(let number): return number
    case .unary(let operand): return value(operand, n).map { $0 == 0 ? 1 : 0 }
    case .choice(let condition, let yes, let no):
      return value(condition, n).flatMap { value($0 != 0 ? yes : no, n) }
    case .binary(let symbol, let left, let right):
      guard let a = value(left, n), let b = value(right, n) else { return nil }
      switch symbol {
      case "==": return a == b ? 1 : 0
      case "!=": return a != b ? 1 : 0
      case "<": return a < b ? 1 : 0
      case ">": return a > b ? 1 : 0
      case "<=": return a <= b ? 1 : 0
      case ">=": return a >= b ? 1 : 0
      case "&&": return a != 0 && b != 0 ? 1 : 0
      case "||": return a != 0 || b != 0 ? 1 : 0
      case "%": return b == 0 ? nil : a % b
      default: return nil
      }
    }
  }

  /// The rule as Swift, one step per line: one large expression of literals would take the type checker seconds.
  func swift(indentation: String) -> [String] {
    var lines: [String] = []
    let result = Self.write(expression, &lines)
    lines.append("return \(result)")
    return lines.map { indentation + $0 }
  }

  private static func write(_ expression: Expression, _ lines: inout [String]) -> String {
    let text: String
    switch expression {
    case .n: return "n"
    case .number(let number): return String(number)
    case .unary(let operand): text = "\(write(operand, &lines)) == 0 ? 1 : 0"
    case .choice(let condition, let yes, let no):
      let names = [write(condition, &lines), write(yes, &lines), write(no, &lines)]
      text = "\(names[0]) != 0 ? \(names[1]) : \(names[2])"
    case .binary(let symbol, let left, let right):
      let (a, b) = (write(left, &lines), write(right, &lines))
      switch symbol {
      case "%": text = "\(a) % \(b)"
      case "&&", "||": text = "\(a) != 0 \(symbol) \(b) != 0 ? 1 : 0"
      default: text = "\(a) \(symbol) \(b) ? 1 : 0"
      }
    }
    let name = "x\(lines.count)"
    lines.append("let \(name): Int = \(text)")
    return name
  }
}

/// Precedence climbing over C's operators; white space is removed before.
private struct PluralParser {
  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  private static let levels: [[String]] = [["||"], ["&&"], ["==", "!="], ["<=", ">=", "<", ">"], ["%"]]

  private init(_ text: String) { bytes = Array(text.utf8) }

  static func parse(_ text: String) throws(PluralRule.Invalid) -> PluralRule.Expression {
    var parser = PluralParser(text)
    let expression = try parser.choice()
    guard parser.position == parser.bytes.count else { throw parser.invalid() }
    return expression
  }

  private func invalid() -> PluralRule.Invalid {
    PluralRule.Invalid(reason: "'\(String(decoding: bytes[position...], as: UTF8.self))' is not understood")
  }

  private mutating func take(_ symbol: String) -> Bool {
    guard bytes[position...].starts(with: symbol.utf8) else { return false }
    position += symbol.utf8.count
    return true
  }

  private mutating func choice() throws(PluralRule.Invalid) -> PluralRule.Expression {
    depth += 1
    defer { depth -= 1 }
    guard depth < 50 else { throw invalid() }
    let condition = try binary(0)
    guard take("?") else { return condition }
    let yes = try choice()
    guard take(":") else { throw invalid() }
    return .choice(condition, yes, try choice())
  }

  private mutating func binary(_ level: Int) throws(PluralRule.Invalid) -> PluralRule.Expression {
    guard level < Self.levels.count else { return try operand() }
    var left = try binary(level + 1)
    while let symbol = Self.levels[level].first(where: { bytes[position...].starts(with: $0.utf8) }) {
      _ = take(symbol)
      left = .binary(symbol, left, try binary(level + 1))
    }
    return left
  }

  private mutating func operand() throws(PluralRule.Invalid) -> PluralRule.Expression {
    if take("n") { return .n }
    if take("!") {
      depth += 1
      defer { depth -= 1 }
      guard depth < 50 else { throw invalid() }
      return .unary(try operand())
    }
    if take("(") {
      let inside = try choice()
      guard take(")") else { throw invalid() }
      return inside
    }
    let digits = bytes[position...].prefix(while: isDigit)
    guard !digits.isEmpty, digits.count < 10, let number = Int(String(decoding: digits, as: UTF8.self)) else {
      throw invalid()
    }
    position += digits.count
    return .number(number)
  }
}
