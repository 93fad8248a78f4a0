/// An exact amount of a food: "3/4 kg", "2 cloves", "3".
public struct FoodAmount: Hashable, Sendable {
  public let number: Rational
  public let unit: FoodUnit

  public init(_ number: Rational, _ unit: FoodUnit) {
    self.number = number
    self.unit = unit
  }

  /// For storage, and read by `init(text:)`: "3/4 kg", "2 package:sachet", "3".
  public var text: String { unit == .pieces ? number.text : "\(number.text) \(unit.text)" }

  /// The same of bytes, as `text` writes them; what is written otherwise goes the longer way.
  init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    var at = 0
    /// Up to 18 digits, which fit.
    func number() -> Int? {
      let start = at
      var value = 0
      while at < bytes.count, bytes[at] &- UInt8(ascii: "0") < 10 {
        if at - start == 18 { return nil }
        value = value * 10 + Int(bytes[at] - UInt8(ascii: "0"))
        at += 1
      }
      return at > start ? value : nil
    }
    func unit(_ bytes: UnsafeBufferPointer<UInt8>) -> FoodUnit? {
      CookingUnit(stored: bytes).map { .unit($0) } ?? FoodUnit(text: String(decoding: bytes, as: UTF8.self))
    }
    if let numerator = number() {
      let isFraction = at < bytes.count && bytes[at] == UInt8(ascii: "/")
      if isFraction { at += 1 }
      if let denominator = isFraction ? number() : 1, let number = Rational(numerator, denominator), number > .zero {
        if at == bytes.count {
          self.init(number, .pieces)
          return
        }
        if at + 1 < bytes.count, bytes[at] == UInt8(ascii: " "), bytes[at + 1] != UInt8(ascii: " ") {
          guard let unit = unit(UnsafeBufferPointer(rebasing: bytes[(at + 1)...])) else { return nil }
          self.init(number, unit)
          return
        }
      }
    }
    self.init(text: String(decoding: bytes, as: UTF8.self))
  }

  public init?(text: some StringProtocol) {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard let first = parts.first, let number = Rational(text: first), number > .zero else { return nil }
    guard let unit = parts.count == 1 ? .pieces : FoodUnit(text: parts[1]) else { return nil }
    self.init(number, unit)
  }
}

/// The unit of an amount.
public enum FoodUnit: Hashable, Sendable {
  case pieces
  case unit(CookingUnit)
  /// A unit of which there are several kinds that are not the same: "sachet", "block", "стакан". The word is as typed, in
  /// lower case.
  case word(CookingUnit, String)

  var text: String {
    switch self {
    case .pieces: ""
    case .unit(let unit): unit.rawValue
    case .word(let unit, let word): "\(unit.rawValue):\(word)"
    }
  }

  init?(text: some StringProtocol) {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      guard let unit = CookingUnit(rawValue: String(text)) else { return nil }
      self = .unit(unit)
      return
    }
    guard let unit = CookingUnit(rawValue: String(text[..<colon])) else { return nil }
    self = .word(unit, String(text[text.index(after: colon)...]))
  }

  /// The unit as a line names it.
  /// - Parameter word: the unit's first word as typed; nil if there is none.
  init(_ unit: CookingUnit?, word: String?) {
    guard let unit else {
      self = .pieces
      return
    }
    guard let word, let plain = Self.plain[unit], var folded = Fold.words(of: word).first else {
      self = .unit(unit)
      return
    }
    // "큰술씩", "개정도"
    if Hangul.begins(folded) { while folded.count > 1, CookingUnit.named([folded]) == nil { folded.removeLast() } }
    if unit == .cup || unit == .package, let whole = Self.abbreviated[folded] { folded = whole }
    if plain.contains(Stem.of(folded)) || plain.contains(folded) {
      self = unit == .piece ? .pieces : .unit(unit)
    } else {
      self = .word(unit, Hangul.begins(folded) || Self.abbreviated.values.contains(folded) ? folded : word.lowercased())
    }
  }
  private static let abbreviated = ["стак": "стакан", "ст": "стакан", "пач": "пачка"]

  /// Of units that are written in words of several meanings: the words that mean the unit itself. A piece of a chicken is no
  /// chicken, a sachet no box, and a paper cup no cup.
  private static let plain: [CookingUnit: Set<String>] = [
    .piece: stems("piece, pc, pcs, ea, each, unite, шт, штук, штука, штуки, штуку, 개, 알, 개분, 개분의, 개분량"),
    .package: stems("package, packet, pack, pkg, pkt, paquet, упаковка, упаковки, упаковку, упаковок, упак, уп, 팩"),
    .cup: stems("cup, c"),
    .tablespoon: stems(
      "tbsp, tbsps, tbs, tbl, tblsp, tablespoon, c, cs, cas, cuillere, cuilleree, cuil, cuill, стл, ст, с, стол, столовая, столовые, столовых, столовой, столовую, 큰술, 테이블스푼, 큰스푼, 숟가락, 숟갈, 스푼, 큰, t, ложка, ложки, ложек, ложку, spoonful, tablespoonful"
    ),
    .dash: stems("dash, trait"), .handful: stems("handful, poignee, горсть, горсти, 줌"),
    .bottle: stems("bottle, bouteille, бутылка, бутылки, бутылок, бутылку, бут, 병"),
    .bag: stems("bag, sac, пакет, пакета, 봉지"),
    .slice: stems("slice, tranche, ломтик, ломтика, ломтиков, 장"),
    .clove: stems("clove, gousse, зубчик, зубчика, зубчиков, зубок, зубка, зубца, зуб, 쪽, 톨"),
  ]
  private static func stems(_ words: String) -> Set<String> {
    Set(Words.folded(words).flatMap { [$0, Stem.of($0)] })
  }

  /// Amounts of one dimension can be added without rounding. A tablespoon is 15 ml, a dessertspoon 10 ml and a teaspoon 5 ml.
  enum Dimension: Hashable { case mass, pounds, volume, fluidOunces, pints, counted(FoodUnit) }

  var dimension: Dimension {
    switch self {
    case .unit(let unit):
      switch unit {
      case .milligram, .gram, .kilogram: .mass
      case .ounce, .pound: .pounds
      case .millilitre, .centilitre, .decilitre, .litre, .teaspoon, .dessertspoon, .tablespoon: .volume
      case .fluidOunce: .fluidOunces
      case .gill, .pint, .quart, .gallon: .pints
      case .piece: .counted(.pieces)
      default: .counted(self)
      }
    case .pieces: .counted(.pieces)
    case .word(let unit, let word): .counted(.word(unit, Fold.words(of: word).map { Stem.of($0) }.joined()))
    }
  }

  /// The size in the smallest unit of its dimension: mg, oz, ml, gills.
  var size: Rational {
    switch self {
    case .unit(let unit):
      switch unit {
      case .gram: Rational(1000)
      case .kilogram: Rational(1_000_000)
      case .pound: Rational(16)
      case .centilitre: Rational(10)
      case .decilitre: Rational(100)
      case .litre: Rational(1000)
      case .teaspoon: Rational(5)
      case .dessertspoon: Rational(10)
      case .tablespoon: Rational(15)
      case .pint: Rational(4)
      case .quart: Rational(8)
      case .gallon: Rational(32)
      default: Rational(1)
      }
    default: Rational(1)
    }
  }

  /// Grams or millilitres, in which units of other dimensions meet: pounds with kilograms, cups with litres. A cup is 240 ml (21
  /// CFR 101.9(b)(5)(viii)), a Korean one 200 ml, a стакан and a tasse 250 ml; a fluid ounce 30 ml. A pint has two sizes that
  /// differ by a fifth, so that it meets nothing.
  var metric: (size: Rational, isMass: Bool)? {
    switch dimension {
    case .mass: size.divided(by: Rational(1000)).map { ($0, true) }
    // The international pound: 453.59237 g.
    case .pounds: Rational(45_359_237, 1_600_000).flatMap { $0.multiplied(by: size) }.map { ($0, true) }
    case .volume: (size, false)
    case .fluidOunces: (Rational(30), false)
    case .pints: nil
    case .counted(.unit(.cup)): (Rational(240), false)
    case .counted(.word(.cup, let word)):
      switch word {
      case "컵": (Rational(200), false)
      case "стакан", "чашк", "tass": (Rational(250), false)
      default: nil
      }
    case .counted: nil
    }
  }

  var isSpoon: Bool {
    switch self {
    case .unit(.teaspoon), .unit(.dessertspoon), .unit(.tablespoon): true
    default: false
    }
  }
}
