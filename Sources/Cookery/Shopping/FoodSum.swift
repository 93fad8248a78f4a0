/// The amount to buy of one food: amounts that are added exactly where their units allow it, and otherwise stay beside each
/// other: 500 g + ¾ kg = 1.25 kg; 2 tbsp + 45 ml = 75 ml; 3 onions + 200 g stay two amounts. Of a range the upper end counts.
///
/// Units of one food meet where they measure the same: 1 lb + 500 g are 954 g, 1 cup + 250 ml are 490 ml.
///
/// Mass, volume and pieces are never converted into one another: for that a food's own density or weight of a piece would
/// have to be known.
public struct FoodSum: Hashable, Sendable {
  /// In the order in which their dimensions came first. Two of one dimension stand here only if their sum does not fit.
  public private(set) var amounts: [FoodAmount] = []
  /// Whether an amount is left open, too: "flour".
  public private(set) var hasOpenAmount = false

  public init() {}

  public init(_ amounts: [FoodAmount]) {
    // Most sums have one amount, which meets no other.
    if amounts.count == 1 {
      self.amounts = amounts
    } else {
      for amount in amounts { add(amount) }
    }
  }

  public var isEmpty: Bool { amounts.isEmpty && !hasOpenAmount }

  public mutating func addOpenAmount() { hasOpenAmount = true }

  public mutating func add(_ other: FoodSum) {
    if isEmpty {
      self = other
      return
    }
    for amount in other.amounts { add(amount) }
    if other.hasOpenAmount { addOpenAmount() }
  }

  public mutating func add(_ amount: FoodAmount) {
    for (index, own) in amounts.enumerated() where own.unit.dimension == amount.unit.dimension {
      guard let sum = Self.sum(own, amount) else { continue }
      amounts[index] = sum
      return
    }
    for (index, own) in amounts.enumerated() {
      guard let sum = Self.metric(own, amount, { $0.adding($1) }) else { continue }
      amounts[index] = sum
      return
    }
    amounts.append(amount)
  }

  /// In grams or millilitres, of units of different dimensions that measure the same.
  private static func metric(
    _ one: FoodAmount, _ other: FoodAmount, _ operation: (Rational, Rational) -> Rational?
  ) -> FoodAmount? {
    guard one.unit.dimension != other.unit.dimension, let first = one.unit.metric, let second = other.unit.metric,
      first.isMass == second.isMass, let left = one.number.multiplied(by: first.size),
      let right = other.number.multiplied(by: second.size), let result = operation(left, right)
    else { return nil }
    return FoodAmount(result, .unit(first.isMass ? .gram : .millilitre))
  }

  /// All amounts times a factor; one whose product does not fit stays as it is.
  public func multiplied(by factor: Rational) -> FoodSum {
    var product = self
    product.amounts = amounts.map { amount in
      amount.number.multiplied(by: factor).map { FoodAmount($0, amount.unit) } ?? amount
    }
    return product
  }

  /// Takes away what is there, as far as it is counted in the same way; never less than nothing.
  public mutating func subtract(_ other: FoodSum) {
    for amount in other.amounts {
      var rest = amount
      var left: [FoodAmount] = []
      for own in amounts {
        guard rest.number > .zero,
          let difference = own.unit.dimension == rest.unit.dimension
            ? Self.difference(own, rest) : Self.metric(own, rest, { $0.subtracting($1) })
        else {
          left.append(own)
          continue
        }
        if difference.number > .zero {
          left.append(difference)
          rest = FoodAmount(.zero, rest.unit)
        } else {
          rest = FoodAmount(
            Rational(-difference.number.numerator, difference.number.denominator) ?? .zero, difference.unit)
        }
      }
      amounts = left
    }
  }

  private static func sum(_ one: FoodAmount, _ other: FoodAmount) -> FoodAmount? {
    combined(one, other) { $0.adding($1) }
  }

  private static func difference(_ one: FoodAmount, _ other: FoodAmount) -> FoodAmount? {
    combined(one, other) { $0.subtracting($1) }
  }

  /// In the unit of both if they have the same, in teaspoons if both are spoons, else in the smallest of g, ml, oz, pints.
  private static func combined(
    _ one: FoodAmount, _ other: FoodAmount, _ operation: (Rational, Rational) -> Rational?
  ) -> FoodAmount? {
    if one.unit.size == other.unit.size, one.unit == other.unit || one.unit.dimension != .volume {
      return operation(one.number, other.number).map { FoodAmount($0, one.unit) }
    }
    let common: FoodUnit =
      switch one.unit.dimension {
      case .mass: .unit(.gram)
      case .pounds: .unit(.ounce)
      case .volume: one.unit.isSpoon && other.unit.isSpoon ? .unit(.teaspoon) : .unit(.millilitre)
      case .pints: .unit(.pint)
      default: one.unit
      }
    guard let first = one.number.multiplied(by: one.unit.size)?.divided(by: common.size),
      let second = other.number.multiplied(by: other.unit.size)?.divided(by: common.size),
      let result = operation(first, second)
    else { return nil }
    return FoodAmount(result, common)
  }

  /// For storage, and read by `init(text:)`: "3/4 kg + 2".
  public var text: String { amounts.map(\.text).joined(separator: " + ") }

  /// The stored sum of a line: one without an amount is open.
  public init(stored text: String) {
    var text = text
    self = text.withUTF8 { FoodSum(stored: $0) }
  }

  /// The same of a row's bytes.
  public init(stored bytes: UnsafeBufferPointer<UInt8>) {
    self.init(Self.amounts(bytes))
    if amounts.isEmpty { addOpenAmount() }
  }

  /// Leaves out what is no amount.
  public init(text: String) {
    var text = text
    self.init(text.withUTF8 { Self.amounts($0) })
  }

  private static func amounts(_ bytes: UnsafeBufferPointer<UInt8>) -> [FoodAmount] {
    var (amounts, start) = ([FoodAmount](), 0)
    func append(upTo end: Int) {
      if let amount = FoodAmount(utf8: UnsafeBufferPointer(rebasing: bytes[start..<end])) { amounts.append(amount) }
    }
    var at = 2
    while at < bytes.count {
      if at - 2 >= start, bytes[at - 1] == UInt8(ascii: "+"), bytes[at - 2] == UInt8(ascii: " "),
        bytes[at] == UInt8(ascii: " ")
      {
        append(upTo: at - 2)
        start = at + 1
      }
      at += 1
    }
    if start < bytes.count { append(upTo: bytes.count) }
    return amounts
  }
}
