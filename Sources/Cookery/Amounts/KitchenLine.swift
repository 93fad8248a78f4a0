/// A line of ingredients for another number of servings, as a kitchen measures it.
extension IngredientLine {
  /// The line with its amounts multiplied and rounded to what a kitchen can measure (`KitchenAmount`). Spoons change
  /// into larger or smaller ones where that reads better; of "2 x 400 g tins" only the number of tins changes; a part
  /// of an egg or of a tin says its weight. With the factor 1, and without an amount, the line stays as it is written.
  public func served(by factor: Double, _ kitchen: Kitchen) -> String {
    guard factor.isFinite, factor > 0, factor != 1, factor <= 1e6 else { return text }
    if let list = list(served: { $0.served(by: factor, kitchen) }) { return list }
    let reading = LineAmounts(inWords: text)
    guard let main = reading.main, !reading.isGlued(main) else { return text }
    var line = ServedLine(reading, key, factor, kitchen)
    let unscaled = AmountReader(text: reading.scalars, tokens: reading.tokens).unscaled(main, reading.others)
    let amounts = ([main] + reading.others).map { ($0, true) } + unscaled.map { ($0, false) }
    for (amount, isScaled) in amounts.sorted(by: { $0.0.numbers.lowerBound > $1.0.numbers.lowerBound })
    where !amount.numbers.isEmpty || amount.unitTokens != nil {
      if isScaled { line.replace(amount) } else { line.sayUnscaled(amount) }
    }
    // A line of the longest size is cut by its reading; the rest of it has no amounts.
    let rest = text.unicodeScalars.dropFirst(LineAmounts.longest)
    return line.text + String(String.UnicodeScalarView(rest)) + line.remark(main)
  }

  /// A list of foods with amounts of their own, each of which is changed by itself: "2 carrots, 1 onion". Nil for another line.
  func list(served: (IngredientLine) -> String) -> String? {
    guard text.contains(where: { ",，、،;".contains($0) }), text.utf8.count <= LineAmounts.longest else { return nil }
    let reading = Reading(text)
    guard let pieces = LineParts.measured(reading) else { return nil }
    var changed = String.UnicodeScalarView()
    var end = 0
    for piece in pieces {
      changed += reading.scalars[end..<piece.lowerBound]
      let line = IngredientLine(String(String.UnicodeScalarView(reading.scalars[piece])))
      changed += served(line).unicodeScalars
      end = piece.upperBound
    }
    return String(changed + reading.scalars[end...])
  }
}

/// Replaces amounts from the last to the first, so that positions before them stay.
struct ServedLine {
  private let reading: LineAmounts
  /// The food's.
  private let key: String
  private let factor: Double
  private let kitchen: Kitchen
  private var scalars: [Unicode.Scalar]

  init(_ reading: LineAmounts, _ key: String, _ factor: Double, _ kitchen: Kitchen) {
    self.reading = reading
    self.key = key
    self.factor = factor
    self.kitchen = kitchen
    scalars = reading.scalars
  }

  var text: String { String(String.UnicodeScalarView(scalars)) }

  mutating func replace(_ amount: Amount) {
    // A pinch without a number stays a pinch up to twice of it.
    if amount.numbers.isEmpty, factor < 2 { return }
    if let holder = amount.holder {
      guard let count = KitchenAmount.rounded(factor, nil) else { return }
      replace(holder, agreeing(slice(holder), with: count))
      let times = "\(KitchenAmount.written(count, nil, kitchen)) x "
      scalars.insert(contentsOf: Array(times.unicodeScalars), at: amount.numbers.lowerBound)
      return
    }
    let (lower, upper, isCount) = numbers(amount)
    guard lower * factor < 1e9, (upper ?? 0) * factor < 1e9 else { return }
    var unit = isCount ? nil : amount.unit
    var words = amount.unitTokens.flatMap { $0.isEmpty ? nil : slice($0) }
    var (low, high) = (lower * factor, upper.map { $0 * factor })
    if let from = unit, let old = words,
      let (value, to) = KitchenAmount.converted(low, from, usesCups: kitchen.usesCups),
      let new = UnitWords.replaced(old, from, to)
    {
      high = high.map { $0 * value / low }
      (low, unit, words) = (value, to, new)
    }
    guard let rounded = KitchenAmount.rounded(low, unit) else {
      replacePinch(amount)
      return
    }
    // A pinch of less is a pinch.
    if rounded == lower, upper == nil, unit == amount.unit || isCount { return }
    var written = KitchenAmount.written(rounded, unit, kitchen)
    var last = rounded
    if let high, let end = KitchenAmount.rounded(high, unit), end > rounded {
      written += reading.scalars.joiner(ofRange: amount.numbers) + KitchenAmount.written(end, unit, kitchen)
      last = end
    }
    if amount.isLength {
      // A longer piece is one piece.
    } else if let tokens = amount.unitTokens, let words {
      replace(tokens, agreeing(words, with: last))
      agree(before: tokens, of: amount, with: last)
    } else if unit == nil || amount.unit?.isMeasure == false || isCount {
      agree(after: amount, with: last)
    }
    if amount.unitTokens != nil, amount.unit == .piece, !amount.isLength { agree(after: amount, with: last) }
    let space = amount.numbers.isEmpty ? " " : ""
    scalars.replaceNumber(amount.numbers, with: written + space)
  }

  /// "8 fillets (6 oz, not scaled)"
  mutating func sayUnscaled(_ amount: Amount) {
    let words =
      switch kitchen.language {
      case .en: ", not scaled"
      case .fr: ", non adapté"
      case .ko: ", 원래 양"
      case .ru: ", без пересчёта"
      }
    let end = reading.tokens[amount.tokens.upperBound - 1].end
    scalars.insert(contentsOf: Array(words.unicodeScalars), at: end)
  }

  /// Lower and upper end; `isCount` for "2 x 400 g", of which the two alone changes.
  private func numbers(_ amount: Amount) -> (Double, Double?, isCount: Bool) {
    guard amount.isLength || amount.unitTokens == nil && amount.unit?.isMeasure == true && amount.upper == nil else {
      return (amount.lower, amount.upper, false)
    }
    var at = amount.numbers.lowerBound
    guard let number = Number.read(reading.scalars, at: &at), at <= amount.numbers.upperBound else {
      return (amount.lower, nil, false)
    }
    return (number.value, nil, true)
  }

  private func slice(_ tokens: Range<Int>) -> String {
    let part = reading.scalars[reading.tokens[tokens.lowerBound].start..<reading.tokens[tokens.upperBound - 1].end]
    return String(String.UnicodeScalarView(part))
  }

  private mutating func replace(_ tokens: Range<Int>, _ words: String) {
    let range = reading.tokens[tokens.lowerBound].start..<reading.tokens[tokens.upperBound - 1].end
    scalars.replaceSubrange(range, with: Array(words.unicodeScalars))
  }

  /// "1/8 tsp salt" for a tenth is a pinch of salt.
  private mutating func replacePinch(_ amount: Amount) {
    let pinch =
      switch kitchen.language {
      case .en: "a pinch"
      case .fr: "1 pincée"
      case .ko: "1꼬집"
      case .ru: "щепотка"
      }
    let end = amount.unitTokens.map { reading.tokens[$0.upperBound - 1].end } ?? amount.numbers.upperBound
    var start = amount.numbers.lowerBound
    // Nothing is "about a pinch" in a heaped spoon.
    if amount.tokens.lowerBound < reading.tokens.count {
      start = min(start, reading.tokens[amount.tokens.lowerBound].start)
    }
    scalars.replaceSubrange(start..<end, with: Array(pinch.unicodeScalars))
  }

  private func agreeing(_ words: String, with value: Double) -> String {
    words.split(separator: " ", omittingEmptySubsequences: false)
      .map { Plurals.agreeing(String($0), with: value) ?? String($0) }.joined(separator: " ")
  }

  /// "2 petites boîtes", "2 небольших кочана": the adjectives directly before a unit.
  private mutating func agree(before unit: Range<Int>, of amount: Amount, with value: Double) {
    let first = amount.tokens.lowerBound..<max(amount.tokens.lowerBound, unit.lowerBound)
    let places = first.filter { reading.tokens[$0].start >= amount.numbers.upperBound }
    guard let last = places.last, last + 1 == unit.lowerBound, places.allSatisfy({ reading.tokens[$0].word != nil })
    else { return }
    let name = slice(unit.lowerBound..<unit.lowerBound + 1)
    let forms = Plurals.forms(
      of: places.map { slice($0..<$0 + 1) } + [name], with: value, isFrench: Plurals.isFrench(name))
    for (at, form) in forms.reversed() where at < places.count { replace(places[at]..<places[at] + 1, form) }
  }

  private func isDescription(_ token: Token) -> Bool {
    token.word.map { Words.neutral.contains(Stem.of($0)) && FoodTable.shared.phrase([$0]) == nil } ?? false
  }

  /// The counted food.
  private mutating func agree(after amount: Amount, with value: Double) {
    var words: [Token] = []
    var lastEnd = -1
    for token in reading.tokens[amount.tokens.upperBound...] {
      // "1 large, thin-skinned orange"
      if token.kind == .comma || token.kind == .dash, !words.isEmpty, words.allSatisfy(isDescription) {
        lastEnd = token.end - (token.kind == .dash ? 1 : 0)
        continue
      }
      guard let word = token.word, !Words.stop.contains(word), !Words.and.contains(word), words.count < 6,
        lastEnd < 0 || token.start - lastEnd == 1
      else { break }
      words.append(token)
      lastEnd = token.end
    }
    let texts = words.map { String(String.UnicodeScalarView(reading.scalars[$0.start..<$0.end])) }
    var value = value
    // "сок 2 лимонов" is the juice of so many: the genitive, whatever the number asks for.
    if amount.isOfWhole, texts.first?.unicodeScalars.first.map({ (0x400...0x4FF).contains($0.value) }) == true {
      value = value > 1 && value == Double(Int(value)) ? 5 : 2
    }
    let next = words.last.flatMap { last in reading.tokens.first { $0.start >= last.end } }
    let isFrench = next?.word.map(Plurals.isFrenchLink) ?? false
    for (at, form) in Plurals.forms(of: texts, with: value, isFrench: isFrench).reversed() {
      scalars.replaceSubrange(words[at].start..<words[at].end, with: Array(form.unicodeScalars))
    }
  }

  // MARK: Parts of eggs and tins

  /// The weight of a part of an egg or of a tin, at the end of the line: " (⅓ = 17 g, beaten)". Nobody can measure it
  /// otherwise.
  func remark(_ main: Amount) -> String {
    let (lower, upper, isCount) = numbers(main)
    guard !main.isLength, main.pieces == nil, upper == nil, lower * factor < 1e6,
      isCount || main.unit?.isMeasure != true,
      let rounded = KitchenAmount.rounded(lower * factor, isCount ? nil : main.unit)
    else { return "" }
    let part = rounded - Double(Int(rounded))
    guard part > 0.01 else { return "" }
    if main.unit == nil || main.unit == .piece, let whole = egg {
      return " (\(fraction(part)) = \(beaten(weight(part * whole, .gram))))"
    }
    guard let (size, unit) = contents(main) else { return "" }
    return " (\(fraction(part)) = \(weight(part * size, unit)))"
  }

  private func fraction(_ part: Double) -> String { KitchenAmount.written(part, nil, kitchen) }

  private func weight(_ value: Double, _ unit: CookingUnit) -> String {
    let number = KitchenAmount.written(KitchenAmount.nearest(value), unit, kitchen)
    return
      "\(number) \(kitchen.language == .ru ? ["g": "г", "ml": "мл"][unit.rawValue] ?? unit.rawValue : unit.rawValue)"
  }

  private func beaten(_ weight: String) -> String {
    switch kitchen.language {
    case .en: "\(weight), beaten"
    case .fr: "\(weight), battu"
    case .ko: "풀어서 \(weight)"
    case .ru: "\(weight), взбить"
    }
  }

  /// Grams of a hen's egg of medium size without its shell, of its white or of its yolk; nil for another food.
  private var egg: Double? {
    guard ["egg", "egg white", "egg yolk"].contains(key) else { return nil }
    // "4 ½ eggs plus 2 egg yolks": a half of an egg.
    let end = reading.others.first { !$0.isRepeat }?.tokens.lowerBound ?? reading.tokens.count
    let words = Set(reading.tokens[..<end].compactMap(\.word).map { Stem.of($0) })
    if !words.isDisjoint(with: Self.yolks) { return 17 }
    return words.isDisjoint(with: Self.whites) ? 50 : 33
  }
  private static let yolks = Set(
    ["yolk", "yolks", "jaune", "jaunes", "желток", "желтка", "желтков", "노른자", "달걀노른자", "계란노른자"].map { Stem.of($0) })
  private static let whites = Set(
    ["white", "whites", "blanc", "blancs", "белок", "белка", "белков", "흰자", "달걀흰자", "계란흰자"].map { Stem.of($0) })

  /// The contents of one tin, jar or packet, in grams or millilitres.
  private func contents(_ main: Amount) -> (Double, CookingUnit)? {
    let reader = AmountReader(text: reading.scalars, tokens: reading.tokens)
    // Inside "1 (400 g) tin" and "2 x 400 g", or behind "2 boîtes de", "2 банки по", "통조림 2캔(".
    for at in main.tokens.lowerBound
      + 1..<min(main.tokens.upperBound + 3, max(reading.tokens.count, main.tokens.lowerBound + 1))
    {
      guard case .number = reading.tokens[at].kind, reading.tokens[at].start >= main.numbers.upperBound,
        let amount = reader.amount(at: at), let unit = amount.unit ?? reader.unit(at: at + 1)?.unit
      else { continue }
      guard main.unit?.isMeasure == true || Self.containers.contains(main.unit) else { return nil }
      switch unit {
      case .gram, .millilitre: return (amount.lower, unit)
      case .kilogram: return (amount.lower * 1000, .gram)
      case .litre: return (amount.lower * 1000, .millilitre)
      default: return nil
      }
    }
    return nil
  }
  private static let containers: Set<CookingUnit?> = [.can, .jar, .bottle, .package, .bag]
}
