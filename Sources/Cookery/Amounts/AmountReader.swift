/// Parses amounts.
struct AmountReader {
  let text: [Unicode.Scalar]
  let tokens: [Token]
  /// The token behind the line's label.
  var start = 0

  /// The amount of the line, and further ones that repeat or extend it ("250 g / 2 cups", "1 cup + 2 tbsp", "(about 400
  /// g)").
  func find() -> (main: Amount, others: [Amount], isLeading: Bool)? {
    guard let (main, isLeading) = findMain() else { return nil }
    var others: [Amount] = []
    // "5cm/2in piece"
    if main.isLength, let slash = main.tokens.first(where: { tokens[$0].kind == .slash }), number(at: slash + 1) != nil
    {
      others.append(
        Amount(
          least: Rational(1), most: nil, unit: nil, numbers: tokens[slash + 1].start..<tokens[slash + 1].end,
          tokens: slash + 1..<slash + 3, unitTokens: nil, isRepeat: true, isLength: true))
    }
    let end = addJoined(to: main, &others)
    others += further(from: end, isLeading: isLeading)
    addTotals(of: main, to: &others)
    addAlternatives(behind: end, to: &others)
    return (main, others.sorted { $0.tokens.lowerBound < $1.tokens.lowerBound }, isLeading)
  }

  /// Amounts directly behind the main one: "1 kg 200 g", "1 lb 4 oz", "250 g / 2 cups", "1 cup + 2 tbsp".
  /// - Returns: the token behind.
  private func addJoined(to main: Amount, _ others: inout [Amount]) -> Int {
    var next = main.tokens.upperBound
    if main.most == nil, let more = amount(at: next), let unit = more.unit, let larger = main.unit,
      unit.isPart(of: larger)
    {
      others.append(more)
      next = more.tokens.upperBound
    }
    while next < tokens.count {
      let kind = tokens[next].kind
      let isLess = word(next).map { Self.less.contains($0) } ?? false
      let isJoined =
        kind == .slash || kind == .plus || isLess || tokens[next].word.map { Self.plus.contains($0) } ?? false
      guard isJoined, var amount = amount(at: next + 1),
        amount.isLength || amount.unit?.isMeasure == true || kind == .plus && amount.unit != nil
      else { break }
      amount.isRepeat = kind == .slash || isLess
      next = add(amount, to: &others)
    }
    return next
  }

  /// The amount of what may stand for the food: "1 tbsp fresh thyme (or 1 tsp dried)", "1 ст. л. соды или 2 ч. л. разрыхлителя".
  private func addAlternatives(behind first: Int, to others: inout [Amount]) {
    for at in tokens.indices.dropFirst(first) {
      guard let word = tokens[at].word, Words.or.contains(word), var amount = amount(at: at + 1),
        amount.unit.map({ $0.isMeasure || $0.isContainer || $0 == .clove || $0 == .sprig }) ?? false, !amount.isLength,
        !others.contains(where: { $0.tokens.overlaps(amount.tokens) })
      else { continue }
      amount.isRepeat = true
      var next = add(amount, to: &others)
      while next < tokens.count, tokens[next].kind == .slash, var again = self.amount(at: next + 1), again.unit != nil {
        again.isRepeat = true
        next = add(again, to: &others)
      }
    }
  }

  /// Amounts in parentheses: the total weight, unless it is the weight of each piece.
  private func addTotals(of main: Amount, to others: inout [Amount]) {
    var at = main.tokens.upperBound
    while at < tokens.count {
      defer { at += 1 }
      guard tokens[at].kind == .open else { continue }
      var first = at + 1
      var isAbout = isWhole(main)
      // "(ок. 500 г)", "(~500 g)"
      while first < tokens.count,
        tokens[first].kind == .dash || isAbout && tokens[first].kind == .dot
          || tokens[first].word.map({ Self.about.contains($0) }) == true
      {
        isAbout = true
        first += 1
      }
      guard isAbout, var amount = amount(at: first), isTotal(amount, of: main),
        !others.contains(where: { $0.tokens.contains(first) })
      else { continue }
      var end = amount.tokens.upperBound
      var isEach = false
      while end < tokens.count, tokens[end].kind != .close {
        if let word = tokens[end].word, Self.each.contains(word) { isEach = true }
        end += 1
      }
      amount.isRepeat = true
      if !isEach, end < tokens.count {
        var next = add(amount, to: &others)
        // "(170 g/1½ sticks)", "(8 tablespoons; 113 grams)"
        while [.slash, .comma].contains(tokens[next].kind), var again = self.amount(at: next + 1), again.unit != nil {
          again.isRepeat = true
          next = add(again, to: &others)
        }
      }
      at = end
    }
  }

  /// Whether a weight in parentheses is that of the whole amount: of "4 fillets (6 oz)" nobody knows, and of "2 cans (400 g)" it is
  /// that of one.
  private func isWhole(_ main: Amount) -> Bool {
    guard let unit = main.unit, unit != .piece else { return main.least == Rational(1) && main.most == nil }
    return !unit.isContainer
  }

  /// The weights in parentheses that stay as they are, though they may be those of the whole.
  func unscaled(_ main: Amount, _ others: [Amount]) -> [Amount] {
    guard main.unit?.isContainer != true, main.unit?.isMeasure != true else { return [] }
    return tokens.indices.compactMap { open in
      guard tokens[open].kind == .open, open >= main.tokens.upperBound, let amount = amount(at: open + 1),
        amount.unit?.isMeasure == true, !amount.isLength, !others.contains(where: { $0.tokens.contains(open + 1) }),
        let close = tokens[open...].firstIndex(where: { $0.kind == .close }),
        !tokens[open..<close].contains(where: { $0.word.map { Self.each.contains($0) } ?? false })
      else { return nil }
      return amount
    }
  }

  /// Adds an amount with the remainder that follows it: "1 lb 2 oz".
  /// - Returns: the token behind.
  private func add(_ amount: Amount, to others: inout [Amount]) -> Int {
    others.append(amount)
    guard amount.most == nil, let unit = amount.unit, var rest = self.amount(at: amount.tokens.upperBound),
      let part = rest.unit, part.isPart(of: unit)
    else { return amount.tokens.upperBound }
    rest.isRepeat = amount.isRepeat
    others.append(rest)
    return rest.tokens.upperBound
  }

  /// Whether an amount in parentheses is the whole of a measured one: "(about 400 g)", "(about 6)", "(2 medium)".
  private func isTotal(_ amount: Amount, of main: Amount) -> Bool {
    if amount.isLength { return false }
    if let unit = amount.unit { return unit.isMeasure || main.unit?.isMeasure == true && unit != .piece }
    // "ground beef (80/20)" says how lean it is.
    guard main.unit?.isMeasure == true, amount.tokens.upperBound < tokens.count,
      amount.least <= Rational(1) || !isSlashed(amount)
    else { return false }
    let next = tokens[amount.tokens.upperBound]
    return next.kind == .close || next.word.map { Self.sizes.contains(Stem.of($0)) } ?? false
  }

  private func isSlashed(_ amount: Amount) -> Bool {
    let written = text[amount.numbers]
    return written.contains("/") && !written.contains(where: Number.isSpace)
  }

  /// More of the same or of a part of it behind the name: "3 eggs plus 2 egg yolks", "250 g flour + 2 tbsp for the tin",
  /// "달걀 3개 + 노른자 1개".
  private func further(from start: Int, isLeading: Bool) -> [Amount] {
    var found: [Amount] = []
    var at = start
    var hasName = !isLeading
    while at < tokens.count {
      let isPlus = tokens[at].kind == .plus || tokens[at].word.map { Self.plus.contains($0) } ?? false
      if hasName, isPlus {
        var first = at + 1
        if !isLeading {
          while first < min(at + 4, tokens.count), let word = word(first), unit(at: first) == nil,
            !Words.stop.contains(word)
          { first += 1 }
        }
        if let amount = amount(at: first) ?? pieces(at: first), !amount.isLength, endOfSize(at: first) == nil,
          amount.tokens.upperBound < tokens.count || first > at + 1 || amount.unit != nil
        {
          at = add(amount, to: &found)
          continue
        }
      }
      if tokens[at].word != nil { hasName = true }
      at += 1
    }
    return found
  }

  /// "un jaune", "one yolk": a numeral before a food.
  private func pieces(at first: Int) -> Amount? {
    guard let word = word(first), word.count > 1, let number = Self.numerals[word], number >= 1,
      let food = self.word(first + 1),
      FoodTable.shared.phrase([food]) != nil || food.hasPrefix("jaune") || food.hasPrefix("yolk")
    else { return nil }
    return Amount(
      least: Self.exact(number), most: nil, unit: nil, numbers: tokens[first].start..<tokens[first].end,
      tokens: first..<first + 1, unitTokens: nil)
  }

  private func findMain() -> (Amount, isLeading: Bool)? {
    var first = start
    while first < tokens.count {
      switch tokens[first].kind {
      case .other, .dash, .dot, .comma, .times: first += 1
      case .word(let word) where Self.about.contains(word): first += 1
      // "по 1 ч. л. соли и сахара", "from 2 to 3 eggs"
      case .word("по") where first == start: first += 1
      case .word("from") where first == start && number(at: first + 1) != nil: first += 1
      case .word(let word) where first == start && (word == "a" || word == "an") && isMeasured(behind: first):
        first += 1
      case .word where endOfBound(at: first) != nil: first = endOfBound(at: first) ?? first
      default:
        if let end = endOfSize(at: first), isThing(at: end) {
          first = end
          continue
        }
        if let amount = amount(at: first) ?? worded(at: first) { return (amount, true) }
        if let amount = ofWhole(from: first) { return (amount, false) }
        if let amount = later(from: first) { return (amount, false) }
        return nil
      }
    }
    return nil
  }

  /// "a 4 pound chicken", "an 8-ounce chunk", "a scant 2 cups", but not "a 2-inch piece"
  private func isMeasured(behind article: Int) -> Bool {
    var next = article + 1
    while let word = word(next), Self.about.contains(word) { next += 1 }
    guard container(at: next) == nil, let amount = amount(at: next), amount.unit?.isMeasure == true else {
      return false
    }
    return unit(at: amount.tokens.upperBound, afterNeutral: true) == nil
  }

  /// The position behind "at least", "up to", before a number.
  private func endOfBound(at first: Int) -> Int? {
    Self.bounds.first { bound in
      bound.indices.allSatisfy { word(first + $0) == bound[$0] } && number(at: first + bound.count) != nil
    }.map { first + $0.count }
  }
  private static let bounds = [
    ["at", "least"], ["up", "to"], ["au", "moins"], ["не", "менее"], ["не", "более"], ["как", "минимум"],
  ]

  /// Foods that begin with a number: half and half, half & half, demi-glace.
  func isFood(at first: Int) -> Bool {
    let words = tokens[first...].prefix(6).compactMap(\.word)
    return [["half", "and", "half"], ["half", "half"], ["demi", "glace"]].contains { words.starts(with: $0) }
  }

  /// The amount whose number begins at a token.
  func amount(at first: Int) -> Amount? {
    guard let count = count(at: first) else { return nil }
    let (next, lower) = (count.next, count.lower.exact)
    if let product = product(count) { return product }
    if count.upper == nil, let length = length(at: first) { return length }
    if let pack = pack(first, count.numbers, lower, count.upper, at: next) { return pack }
    // 2 (heaped) tbsp, 1 (2-inch) piece
    if size(at: next) == nil, let behind = endOfParenthesis(at: next), let unit = unit(at: behind, afterNeutral: true) {
      return count.of(unit)
    }
    // 1 (14 oz) can, 1 24-ounce jar, 1 large (28 oz) can
    if let container = container(at: next) { return count.of(container) }
    if let behind = size(at: next) {
      return unit(at: behind, afterNeutral: true).map { count.of($0) } ?? count.of(nil, to: behind)
    }
    return dozen(first, count.numbers, lower, count.upper, at: next) ?? measured(count)
  }

  /// A number or a range of numbers.
  private struct Count {
    /// The token where it begins, and the one behind it.
    let first: Int
    var next: Int
    var lower: Number
    var upper: Rational?
    /// The scalars.
    var numbers: Range<Int>

    /// The amount in a unit.
    func of(_ unit: (unit: CookingUnit, start: Int, end: Int)) -> Amount {
      of(unit.unit, to: unit.end, unitTokens: unit.start..<unit.end)
    }

    func of(_ unit: CookingUnit?, to end: Int, unitTokens: Range<Int>? = nil, pieces: Rational? = nil) -> Amount {
      Amount(
        least: lower.exact, most: upper, unit: unit, numbers: numbers, tokens: first..<end, unitTokens: unitTokens,
        pieces: pieces)
    }
  }

  private func count(at first: Int) -> Count? {
    guard let number = number(at: first) else { return nil }
    var count = Count(first: first, next: first + 1, lower: number, numbers: tokens[first].start..<tokens[first].end)
    // 1-1/2
    if number.exact.isWhole, count.next < tokens.count, tokens[count.next].kind == .dash,
      tokens[count.next].start == count.numbers.upperBound, let part = self.number(at: count.next + 1),
      part.exact < Rational(1), tokens[count.next + 1].start == tokens[count.next].end,
      let sum = number.exact.adding(part.exact)
    {
      count.lower.exact = sum
      count.numbers = count.numbers.lowerBound..<tokens[count.next + 1].end
      count.next += 2
    }
    if let (value, behind) = rangeEnd(at: count.next, above: count.lower.exact) {
      count.upper = value
      count.numbers = count.numbers.lowerBound..<tokens[behind - 1].end
      count.next = behind
    }
    return count
  }

  /// "2 x 400 g"
  private func product(_ count: Count) -> Amount? {
    let next = count.next
    guard next + 1 < tokens.count,
      tokens[next].kind == .times || tokens[next].word == "x" || tokens[next].word == "х",
      let size = number(at: next + 1)
    else { return nil }
    var end = next + 2
    if end < tokens.count, tokens[end].kind == .dash { end += 1 }
    guard let unit = unit(at: end), unit.unit.isMeasure, let least = count.lower.exact.multiplied(by: size.exact) else {
      return nil
    }
    var behind = unit.end
    if let container = self.unit(at: behind), !container.unit.isMeasure { behind = container.end }
    var product = count.of(unit.unit, to: behind)
    (product.least, product.most) = (least, count.upper.flatMap { $0.multiplied(by: size.exact) })
    return product
  }

  /// A number with the unit behind it, if there is one: "200 g", "100g~150g", "2-inch".
  private func measured(_ read: Count) -> Amount {
    var count = read
    let next = count.next
    let isHyphened = next + 1 < tokens.count && tokens[next].kind == .dash && unit(at: next + 1) != nil
    guard let unit = unit(at: isHyphened ? next + 1 : next, afterNeutral: true) else { return count.of(nil, to: next) }
    // 1 - 14 oz can
    if let size = count.upper, size.value >= 4 * count.lower.value, unit.unit.isMeasure,
      let container = self.unit(at: unit.end), !container.unit.isMeasure
    {
      (count.upper, count.numbers) = (nil, tokens[count.first].start..<tokens[count.first].end)
      return count.of(container)
    }
    // "2 cc de sel" are coffee spoons, in French; else a cc is a millilitre, of which a recipe has five at least.
    if tokens[unit.start].word == "cc", count.lower.exact < Rational(5) {
      return count.of((.teaspoon, unit.start, unit.end))
    }
    // "1,500 kg" is French for one and a half; "1.500 g" is German for fifteen hundred.
    if count.lower.separator == ",", unit.unit == .kilogram || unit.unit == .litre {
      count.lower.exact = count.lower.exact.divided(by: Rational(1000)) ?? count.lower.exact
    }
    if count.lower.separator == ".", unit.unit == .gram || unit.unit == .millilitre {
      count.lower.exact = count.lower.exact.multiplied(by: Rational(1000)) ?? count.lower.exact
    }
    if count.upper == nil, let range = range(from: count, unit) { return range }
    // 100g~150g
    if count.upper == nil, let (value, behind) = rangeEnd(at: unit.end, above: count.lower.exact),
      let again = self.unit(at: behind), again.unit == unit.unit
    {
      (count.upper, count.numbers) = (value, count.numbers.lowerBound..<tokens[behind - 1].end)
      return count.of(unit.unit, to: again.end)
    }
    let held = piecesHeld(unit)
    return count.of(
      unit.unit, to: held?.end ?? holder(behind: unit) ?? endOfContents(unit), unitTokens: unit.start..<unit.end,
      pieces: held?.count)
  }

  /// "800 g à 1 kg", "3 tablespoons to ¼ cup": a range whose ends have units of their own is one in the second.
  private func range(from count: Count, _ unit: (unit: CookingUnit, start: Int, end: Int)) -> Amount? {
    guard unit.unit.isMeasure, unit.end + 1 < tokens.count,
      tokens[unit.end].kind == .dash || tokens[unit.end].word.map({ Self.ranges.contains($0) }) ?? false,
      let number = number(at: unit.end + 1), let second = self.unit(at: unit.end + 2), second.unit != unit.unit,
      second.unit.kind == unit.unit.kind, let from = Rational(Int(unit.unit.factor), Int(second.unit.factor)),
      let least = count.lower.exact.multiplied(by: from), least < number.exact
    else { return nil }
    var range = count
    (range.lower.exact, range.upper) = (least, number.exact)
    range.numbers = count.numbers.lowerBound..<tokens[unit.end + 1].end
    return range.of(second.unit, to: second.end, unitTokens: second.start..<second.end)
  }

  func number(at index: Int) -> Number? {
    guard index < tokens.count, case .number(let number, _) = tokens[index].kind, number.value > 0 else { return nil }
    if index + 1 < tokens.count, tokens[index + 1].kind == .percent { return nil }
    // "10개들이 계란 1판" is one tray.
    if let next = word(index + 1), next == "개들이" || next == "개입" { return nil }
    return number
  }

  func rangeEnd(at index: Int, above lower: Rational) -> (Rational, Int)? {
    guard index + 1 < tokens.count, let number = number(at: index + 1), number.exact > lower else { return nil }
    let isBetween =
      ["et", "and", "и"].contains(word(index)) && ["entre", "between", "между"].contains(word(index - 2))
    let isRange =
      tokens[index].kind == .dash || isBetween || tokens[index].word.map { Self.ranges.contains($0) } ?? false
    return isRange ? (number.exact, index + 2) : nil
  }
}
