/// Amounts as a shop and a kitchen write them, in a reader's language.
public struct AmountText: Sendable {
  /// "en", "fr", "ko" or "ru"; any other is read as English.
  public let language: String

  public init(language: String) { self.language = language }

  /// "1.25 kg", "3 + 200 g", "2 cloves"; empty if there is no amount.
  public func text(of sum: FoodSum) -> String {
    sum.amounts.count == 1 ? text(of: sum.amounts[0]) : sum.amounts.map { text(of: $0) }.joined(separator: " + ")
  }

  public func text(of amount: FoodAmount) -> String {
    let (number, unit) = Self.handy(amount)
    switch unit {
    case .pieces:
      let text = self.text(of: number)
      return language == "ko" ? "\(text)개" : language == "ru" ? "\(text) шт." : text
    case .unit(let unit):
      let text = unit.isMetric ? whole(number) : self.text(of: number, isSpoon: unit.kind == .spoons && unit != .cup)
      let isCounter = language == "ko" && !unit.isMeasure
      return "\(text)\(isCounter ? "" : "\u{A0}")\(name(of: unit, number))"
    case .word(_, let word) where word.hasPrefix("×"): return "\(text(of: number))\u{A0}\(word)"
    case .word(_, let word):
      let isHangul = Hangul.begins(word)
      return "\(text(of: number))\(isHangul ? "" : "\u{A0}")\(Self.agreeing(word, number, language))"
    }
  }

  /// In the unit that people would say: 1250 g as 1 ¼ kg, 1300 g as they are, 3 tsp as a tablespoon, 150 cl as litres.
  private static func handy(_ amount: FoodAmount) -> (Rational, FoodUnit) {
    // Most amounts are what people would say: nothing is converted to find that out.
    switch amount.unit {
    case .pieces, .word: return (amount.number, amount.unit)
    case .unit(.gram), .unit(.millilitre):
      if amount.number.isWhole, amount.number < Rational(1000) { return (amount.number, amount.unit) }
    case .unit(.tablespoon):
      if amount.number >= Rational(1), amount.number.denominator <= 2 { return (amount.number, amount.unit) }
    case .unit(let unit):
      if !unit.isMeasure { return (amount.number, amount.unit) }
    }
    func converted(_ unit: CookingUnit) -> (Rational, FoodUnit)? {
      let unit = FoodUnit.unit(unit)
      return amount.number.multiplied(by: amount.unit.size)?.divided(by: unit.size).map { ($0, unit) }
    }
    func first(_ units: CookingUnit..., where fits: (Rational) -> Bool) -> (Rational, FoodUnit)? {
      units.lazy.compactMap { converted($0) }.first { fits($0.0) }
    }
    let one = Rational(1)
    let found: (Rational, FoodUnit)? =
      switch amount.unit.dimension {
      case .mass: first(.kilogram) { $0 >= one && Self.isShort($0) } ?? converted(.gram)
      case .volume where amount.unit == .unit(.dessertspoon): nil
      case .volume where amount.unit.isSpoon:
        first(.tablespoon) { $0 >= one && $0.denominator <= 2 } ?? converted(.teaspoon)
      case .volume:
        first(.litre) { $0 >= one && Self.isShort($0) }
          ?? (amount.unit == .unit(.centilitre) || amount.unit == .unit(.decilitre) ? nil : converted(.millilitre))
      case .pounds: first(.pound) { $0 >= one && $0.denominator <= 4 } ?? converted(.ounce)
      case .pints, .fluidOunces, .counted: nil
      }
    return found ?? (amount.number, amount.unit)
  }

  // MARK: Numbers

  /// Whether a number of kilograms or litres is one that people say; from ten on, one that shows them all the same.
  private static func isShort(_ number: Rational) -> Bool {
    number.denominator <= 4 && number.denominator != 3 || number >= Rational(10)
  }

  /// Grams and millilitres are whole, kilograms and litres have quarters: a list has no decimals.
  private func whole(_ number: Rational) -> String {
    if number < Rational(10), let sign = sign(number, Self.quarters) { return sign }
    return number < Rational(1) ? "1" : "\(number.rounded)"
  }

  /// With a fraction: exact if it is a common one, else the nearest. Spoons come in quarters and thirds.
  private func text(of number: Rational, isSpoon: Bool = false) -> String {
    if number.isWhole { return "\(number.numerator)" }
    if let sign = sign(number, isSpoon ? Self.spoons : Self.signs) { return sign }
    if number >= Rational(20) { return "\(number.rounded)" }
    let parts = [1, 2, 3, 4, 6, 8, 9, 12].compactMap { Rational($0, 12) }
    let whole = Rational(number.numerator / number.denominator)
    let rest = number.subtracting(whole) ?? .zero
    func distance(_ part: Rational) -> Double { abs(part.value - rest.value) }
    var part = parts.filter { [1, 2, 3, 4].contains($0.denominator) }.min { distance($0) < distance($1) } ?? .zero
    if distance(.zero) < distance(part) { part = whole == .zero ? Rational(1, 4) ?? part : .zero }
    guard let near = whole.adding(part) else { return "\(number.rounded)" }
    return near.isWhole ? "\(near.numerator)" : sign(near, Self.spoons) ?? "\(number.rounded)"
  }

  /// "1 ½"; nil for another fraction.
  private func sign(_ number: Rational, _ signs: [Int: [Int: String]]) -> String? {
    if number.isWhole { return "\(number.numerator)" }
    let (whole, rest) = (number.numerator / number.denominator, number.numerator % number.denominator)
    return signs[number.denominator]?[rest].map { whole == 0 ? $0 : "\(whole)\u{A0}\($0)" }
  }

  private static let quarters = signs.filter { [2, 4].contains($0.key) }
  private static let spoons = signs.filter { [2, 3, 4].contains($0.key) }
  private static let signs: [Int: [Int: String]] = [
    2: [1: "½"], 3: [1: "⅓", 2: "⅔"], 4: [1: "¼", 3: "¾"], 5: [1: "⅕", 2: "⅖", 3: "⅗", 4: "⅘"], 6: [1: "⅙", 5: "⅚"],
    8: [1: "⅛", 3: "⅜", 5: "⅝", 7: "⅞"],
  ]

  // MARK: Units

  private func name(of unit: CookingUnit, _ number: Rational) -> String {
    guard let names = Self.names[unit], let forms = names[language] ?? names["en"] else { return symbol(of: unit) }
    return Self.form(of: forms, number, language)
  }

  private func symbol(of unit: CookingUnit) -> String {
    guard language == "ru" else { return unit.rawValue }
    return switch unit {
    case .milligram: "мг"
    case .gram: "г"
    case .kilogram: "кг"
    case .millilitre: "мл"
    case .centilitre: "сл"
    case .decilitre: "дл"
    case .litre: "л"
    default: unit.rawValue
    }
  }

  private static func form(of forms: [String], _ number: Rational, _ language: String) -> String {
    switch language {
    case "ru" where forms.count == 3:
      // A fraction takes the genitive singular: 1,5 стакана.
      return forms[number.isWhole ? Plurals.russianForm(number.numerator) : 1]
    case "fr": return forms[number < Rational(2) ? 0 : forms.count - 1]
    default: return forms[number <= Rational(1) ? 0 : forms.count - 1]
    }
  }

  /// A typed word with the ending that its number asks for.
  private static func agreeing(_ word: String, _ number: Rational, _ language: String) -> String {
    if let forms = russian.first(where: { $0.contains(word) }) { return form(of: forms, number, "ru") }
    guard let last = word.unicodeScalars.last, last.value < 0x250 else { return word }
    if let known = Plurals.agreeing(word, with: number.value) { return known }
    let isOne = form(of: ["1", "2"], number, language == "fr" ? "fr" : "en") == "1"
    let single = word.hasSuffix("xes") ? String(word.dropLast(2)) : word.hasSuffix("s") ? String(word.dropLast()) : word
    return isOne ? single : single.hasSuffix("x") ? single + "es" : single + "s"
  }

  private static let russian = [
    ["стакан", "стакана", "стаканов"], ["чашка", "чашки", "чашек"], ["пачка", "пачки", "пачек"],
    ["кусок", "куска", "кусков"], ["пакетик", "пакетика", "пакетиков"], ["кусочек", "кусочка", "кусочков"],
    ["горсть", "горсти", "горстей"], ["долька", "дольки", "долек"], ["упаковка", "упаковки", "упаковок"],
    ["мешок", "мешка", "мешков"],
  ]

  private static let names: [CookingUnit: [String: [String]]] = [
    .teaspoon: ["en": ["tsp"], "fr": ["c. à c."], "ko": ["작은술"], "ru": ["ч. л."]],
    .dessertspoon: [
      "en": ["dessertspoon", "dessertspoons"], "fr": ["c. à dessert"], "ko": ["디저트스푼"], "ru": ["дес. л."],
    ],
    .tablespoon: ["en": ["tbsp"], "fr": ["c. à s."], "ko": ["큰술"], "ru": ["ст. л."]],
    .cup: ["en": ["cup", "cups"], "fr": ["tasse", "tasses"], "ko": ["컵"], "ru": ["чашка", "чашки", "чашек"]],
    .ounce: ["en": ["oz"], "ko": ["온스"], "ru": ["унция", "унции", "унций"]],
    .pound: ["en": ["lb"], "ko": ["파운드"], "ru": ["фунт", "фунта", "фунтов"]],
    .fluidOunce: [
      "en": ["fl oz"], "fr": ["once liquide", "onces liquides"], "ko": ["액량온스"],
      "ru": ["жидкая унция", "жидкие унции", "жидких унций"],
    ],
    .gill: ["en": ["gill", "gills"], "ru": ["джилл", "джилла", "джиллов"]],
    .pint: ["en": ["pint", "pints"], "fr": ["pinte", "pintes"], "ko": ["파인트"], "ru": ["пинта", "пинты", "пинт"]],
    .quart: ["en": ["quart", "quarts"], "ko": ["쿼트"], "ru": ["кварта", "кварты", "кварт"]],
    .gallon: ["en": ["gallon", "gallons"], "ko": ["갤런"], "ru": ["галлон", "галлона", "галлонов"]],
    .pinch: [
      "en": ["pinch", "pinches"], "fr": ["pincée", "pincées"], "ko": ["꼬집"], "ru": ["щепотка", "щепотки", "щепоток"],
    ],
    .dash: ["en": ["dash", "dashes"], "fr": ["trait", "traits"], "ko": ["바퀴"], "ru": ["капля", "капли", "капель"]],
    .drop: ["en": ["drop", "drops"], "fr": ["goutte", "gouttes"], "ko": ["방울"], "ru": ["капля", "капли", "капель"]],
    .handful: [
      "en": ["handful", "handfuls"], "fr": ["poignée", "poignées"], "ko": ["줌"], "ru": ["горсть", "горсти", "горстей"],
    ],
    .knob: ["en": ["knob", "knobs"], "fr": ["noix"], "ko": ["조각"], "ru": ["кусочек", "кусочка", "кусочков"]],
    .clove: [
      "en": ["clove", "cloves"], "fr": ["gousse", "gousses"], "ko": ["쪽"], "ru": ["зубчик", "зубчика", "зубчиков"],
    ],
    .slice: [
      "en": ["slice", "slices"], "fr": ["tranche", "tranches"], "ko": ["장"], "ru": ["ломтик", "ломтика", "ломтиков"],
    ],
    .bunch: [
      "en": ["bunch", "bunches"], "fr": ["botte", "bottes"], "ko": ["단"], "ru": ["пучок", "пучка", "пучков"],
    ],
    .sprig: [
      "en": ["sprig", "sprigs"], "fr": ["brin", "brins"], "ko": ["줄기"], "ru": ["веточка", "веточки", "веточек"],
    ],
    .stalk: [
      "en": ["stalk", "stalks"], "fr": ["tige", "tiges"], "ko": ["대"], "ru": ["стебель", "стебля", "стеблей"],
    ],
    .head: ["en": ["head", "heads"], "fr": ["tête", "têtes"], "ko": ["통"], "ru": ["головка", "головки", "головок"]],
    .leaf: [
      "en": ["leaf", "leaves"], "fr": ["feuille", "feuilles"], "ko": ["잎"], "ru": ["лист", "листа", "листьев"],
    ],
    .stick: [
      "en": ["stick", "sticks"], "fr": ["bâton", "bâtons"], "ko": ["스틱"], "ru": ["палочка", "палочки", "палочек"],
    ],
    .cube: ["en": ["cube", "cubes"], "fr": ["cube", "cubes"], "ko": ["큐브"], "ru": ["кубик", "кубика", "кубиков"]],
    .can: ["en": ["can", "cans"], "fr": ["boîte", "boîtes"], "ko": ["캔"], "ru": ["банка", "банки", "банок"]],
    .jar: ["en": ["jar", "jars"], "fr": ["pot", "pots"], "ko": ["병"], "ru": ["баночка", "баночки", "баночек"]],
    .bottle: [
      "en": ["bottle", "bottles"], "fr": ["bouteille", "bouteilles"], "ko": ["병"],
      "ru": ["бутылка", "бутылки", "бутылок"],
    ],
    .package: [
      "en": ["pack", "packs"], "fr": ["paquet", "paquets"], "ko": ["팩"], "ru": ["упаковка", "упаковки", "упаковок"],
    ],
    .bag: ["en": ["bag", "bags"], "fr": ["sac", "sacs"], "ko": ["봉지"], "ru": ["пакет", "пакета", "пакетов"]],
  ]
}
