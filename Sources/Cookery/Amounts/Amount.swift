/// An amount and its place in the line, for `scaled`.
struct Amount {
  var least: Rational
  /// The upper end of a range.
  var most: Rational?
  var unit: CookingUnit?
  /// The scalars of the number or range; empty if the text implies the number ("pinch of salt").
  var numbers: Range<Int>
  /// The tokens of the whole amount: number, size, unit.
  var tokens: Range<Int>
  /// The tokens of the unit.
  var unitTokens: Range<Int>?
  /// Whether it counts what a part is taken from: "juice of 2 lemons".
  var isOfWhole = false
  /// Whether it says again what the amount before says: "1 lb" of "500 g / 1 lb", "(about 400 g)".
  var isRepeat = false
  /// Whether the number is a length of one piece: "2-inch piece of ginger". The amount is one.
  var isLength = false
  /// How many pieces one of its unit is: 6 of "2 boxes of 6 eggs", 12 of "1 dozen eggs". The text counts boxes, the amount eggs.
  var pieces: Rational?

  /// The tokens of the one container that the amount fills: "can" of "400g can chickpeas".
  var holder: Range<Int>? {
    guard let unitTokens, unit?.isMeasure == true, unitTokens.upperBound < tokens.upperBound else { return nil }
    return unitTokens.upperBound..<tokens.upperBound
  }

  var lower: Double { least.value }
  var upper: Double? { most?.value }
  var quantity: Quantity {
    guard let pieces else { return Quantity(lower: lower, upper: upper, unit: unit) }
    return Quantity(lower: lower * pieces.value, upper: upper.map { $0 * pieces.value }, unit: nil)
  }
}

/// Parses amounts.
struct AmountReader {
  let text: [Unicode.Scalar]
  let tokens: [Token]

  /// The amount of the line, and further ones that repeat or extend it ("250 g / 2 cups", "1 cup + 2 tbsp", "(about 400
  /// g)").
  func find() -> (main: Amount, others: [Amount], isLeading: Bool)? {
    guard let (main, isLeading) = findMain() else { return nil }
    var others: [Amount] = []
    var next = main.tokens.upperBound
    // "5cm/2in piece"
    if main.isLength, let slash = main.tokens.first(where: { tokens[$0].kind == .slash }), number(at: slash + 1) != nil
    {
      others.append(
        Amount(
          least: Rational(1), most: nil, unit: nil, numbers: tokens[slash + 1].start..<tokens[slash + 1].end,
          tokens: slash + 1..<slash + 3, unitTokens: nil, isRepeat: true, isLength: true))
    }
    // 1 kg 200 g, 1 lb 4 oz
    if main.most == nil, let more = amount(at: next), let unit = more.unit, let larger = main.unit,
      unit.isPart(of: larger)
    {
      others.append(more)
      next = more.tokens.upperBound
    }
    while next < tokens.count {
      let kind = tokens[next].kind
      let isJoined = kind == .slash || kind == .plus || tokens[next].word.map { Self.plus.contains($0) } ?? false
      guard isJoined, var amount = amount(at: next + 1),
        amount.isLength || amount.unit?.isMeasure == true || kind == .plus && amount.unit != nil
      else { break }
      amount.isRepeat = kind == .slash
      next = add(amount, to: &others)
    }
    others += further(from: next, isLeading: isLeading)
    // In parentheses: the total weight, unless it is the weight of each piece.
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
    return (main, others.sorted { $0.tokens.lowerBound < $1.tokens.lowerBound }, isLeading)
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
    var first = 0
    while first < tokens.count {
      switch tokens[first].kind {
      case .other, .dash, .dot, .comma, .times: first += 1
      case .word(let word) where Self.about.contains(word): first += 1
      // "по 1 ч. л. соли и сахара"
      case .word("по") where first == 0: first += 1
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

  /// "Мука — 200 г", "양파 1개", "juice of 1 lemon", "Flour (200 g)".
  private func later(from first: Int) -> Amount? {
    var depth = 0
    var inside: Amount?
    var at = first
    // Whether "for" stands before, or a tin: what a number says then is the size of the tin, or how many there are.
    var isPurpose = false
    while at < tokens.count {
      switch tokens[at].kind {
      case .open: depth += 1
      case .close: depth = max(0, depth - 1)
      case .number(_, let isGlued) where !isGlued:
        if at + 1 < tokens.count, tokens[at + 1].kind == .percent { break }
        if let end = endOfSize(at: at), isPurpose || isThing(at: end) {
          at = end - 1
          break
        }
        // "Имбирь — 2 см", "имбирь — кусочек 3 см"
        if depth == 0, let length = length(at: at, ofRootIn: first) { return length }
        guard var amount = amount(at: at) else { break }
        if depth == 0, isOfWhole(amount) {
          amount.isOfWhole = true
          return amount
        }
        if isPurpose, isOfThing(amount) {
          at = amount.tokens.upperBound - 1
          break
        }
        if depth > 0 {
          // "butter (100 g)", "ail (2 gousses)"
          let isAlone = tokens[at - 1].kind == .open && isClose(amount.tokens.upperBound)
          if inside == nil, let unit = amount.unit, unit.isMeasure || isAlone { inside = amount }
          break
        }
        let previous = tokens[at - 1]
        let isAfterOf = previous.word.map { Words.stop.contains($0) } ?? false
        let isAfterDash = previous.kind == .dash || previous.kind == .colon
        if amount.unit != nil || isAfterOf || isAfterDash || amount.tokens.upperBound == tokens.count { return amount }
        at = amount.tokens.upperBound - 1
      case .word(let word):
        isPurpose = isPurpose || at > first && Self.purposes.contains(word) || isThing(at: at)
        if depth == 0, at > first, let unit = unit(at: at), Hangul.begins(word) == false || at == 0,
          let number = Self.numerals[tokens[at - 1].word ?? ""], at - 1 > first
        {
          return Amount(
            least: Self.exact(number), most: nil, unit: unit.unit, numbers: tokens[at - 1].start..<tokens[at - 1].end,
            tokens: (at - 1)..<unit.end, unitTokens: at..<unit.end)
        }
        if depth == 0, at > first, Hangul.begins(word), let number = Self.numerals[word], let unit = unit(at: at + 1) {
          return Amount(
            least: Self.exact(number), most: nil, unit: unit.unit, numbers: tokens[at].start..<tokens[at].end,
            tokens: at..<unit.end,
            unitTokens: (at + 1)..<unit.end)
        }
        if depth == 0, at > first, word == "반", let unit = unit(at: at + 1) {
          return Amount(
            least: Self.exact(0.5), most: nil, unit: unit.unit, numbers: tokens[at].start..<tokens[at].end,
            tokens: at..<unit.end,
            unitTokens: (at + 1)..<unit.end)
        }
        if depth == 0, at > first, let unit = unit(at: at, afterNeutral: true),
          unit.start == at && (unit.unit == .pinch || unit.unit == .handful)
            || isBehindDash(at) && Self.bare.contains(unit.unit) && isEnd(unit.end)
        {
          return Amount(
            least: Rational(1), most: nil, unit: unit.unit, numbers: tokens[at].start..<tokens[at].start,
            tokens: at..<unit.end,
            unitTokens: unit.start..<unit.end)
        }
      default: break
      }
      at += 1
    }
    return inside
  }

  /// "Петрушка — пучок": units that mean one of them by themselves.
  private static let bare: Set<CookingUnit> = [.bunch, .head, .clove, .can, .jar, .package, .cup, .sprig]

  private func isBehindDash(_ index: Int) -> Bool {
    let before = tokens[index - 1]
    return before.kind == .colon || before.kind == .dash && before.start > 0 && Number.isSpace(text[before.start - 1])
  }

  private func isClose(_ index: Int) -> Bool { index < tokens.count && tokens[index].kind == .close }

  private func isEnd(_ index: Int) -> Bool {
    index == tokens.count || tokens[index].kind == .comma || tokens[index].kind == .open
  }

  /// "a pinch of salt", "two onions", "half a lemon", "pinch of salt"
  private func worded(at first: Int) -> Amount? {
    guard let word = tokens[first].word, !isFood(at: first) else { return nil }
    if let dozen = wordedDozen(at: first) { return dozen }
    if let number = Self.numerals[word], first + 1 < tokens.count {
      // a 2-inch piece of ginger
      if number == 1, var length = length(at: first + 1) {
        length.tokens = first..<length.tokens.upperBound
        return length
      }
      if number == 1, let pair = pair(at: first + 1) {
        let unit = self.unit(at: pair)
        return Amount(
          least: Rational(2), most: nil, unit: unit?.unit, numbers: tokens[first].start..<tokens[pair - 1].end,
          tokens: first..<(unit?.end ?? pair), unitTokens: unit.map { $0.start..<$0.end })
      }
      var next = first + 1
      if number == 0.5, let article = tokens[next].word, Self.articles.contains(article) { next += 1 }
      // пол-литра
      let isHyphened = word == "пол" && next + 1 < tokens.count && tokens[next].kind == .dash
      if isHyphened { next += 1 }
      let unit = container(at: next) ?? self.unit(at: next, afterNeutral: true)
      // An article counts as one only before a unit, or in a language where it has no other meaning.
      if unit == nil, word == "a" || word == "an" || Self.few.contains(self.word(next) ?? "") { return nil }
      let held = unit.flatMap(piecesHeld)
      return Amount(
        least: Self.exact(number), most: nil, unit: unit?.unit, numbers: tokens[first].start..<tokens[next - 1].end,
        tokens: first..<(held?.end ?? unit.map { endOfContents($0) } ?? next),
        unitTokens: unit.map { $0.start..<$0.end },
        pieces: held?.count)
    }
    // "box of 6 eggs"
    if let unit = unit(at: first, afterNeutral: true), let held = piecesHeld(unit) {
      return Amount(
        least: Rational(1), most: nil, unit: unit.unit, numbers: tokens[first].start..<tokens[first].start,
        tokens: first..<held.end, unitTokens: unit.start..<unit.end, pieces: held.count)
    }
    // "pinch of salt", "small bunch parsley"
    if let unit = unit(at: first, afterNeutral: true), !unit.unit.isMeasure || unit.unit.kind == .spoons,
      unit.end < tokens.count,
      tokens[unit.end].word != nil
    {
      switch unit.unit {
      case .pinch, .dash, .handful, .knob, .bunch, .sprig, .drop:
        return Amount(
          least: Rational(1), most: nil, unit: unit.unit, numbers: tokens[first].start..<tokens[first].start,
          tokens: first..<unit.end,
          unitTokens: unit.start..<unit.end)
      default: return isOne(unit) ? one(unit, at: first) : nil
      }
    }
    return nil
  }

  /// "couple of", behind "a": the position behind it.
  private func pair(at index: Int) -> Int? {
    guard word(index) == "couple", index + 1 < tokens.count else { return nil }
    return word(index + 1) == "of" ? index + 2 : index + 1
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
  private func isFood(at first: Int) -> Bool {
    let words = tokens[first...].prefix(6).compactMap(\.word)
    return [["half", "and", "half"], ["half", "half"], ["demi", "glace"]].contains { words.starts(with: $0) }
  }

  /// The amount whose number begins at a token.
  func amount(at first: Int) -> Amount? {
    guard let number = number(at: first) else { return nil }
    var lower = number
    var upper: Rational?
    var numbers = tokens[first].start..<tokens[first].end
    var next = first + 1
    // 1-1/2
    if lower.exact.isWhole, next < tokens.count, tokens[next].kind == .dash, tokens[next].start == numbers.upperBound,
      let part = self.number(at: next + 1), part.exact < Rational(1), tokens[next + 1].start == tokens[next].end,
      let sum = lower.exact.adding(part.exact)
    {
      lower.exact = sum
      numbers = numbers.lowerBound..<tokens[next + 1].end
      next += 2
    }
    if let (value, behind) = rangeEnd(at: next, above: lower.exact) {
      upper = value
      numbers = numbers.lowerBound..<tokens[behind - 1].end
      next = behind
    }
    // 2 x 400 g
    if next + 1 < tokens.count, tokens[next].kind == .times || tokens[next].word == "x" || tokens[next].word == "х",
      let size = self.number(at: next + 1)
    {
      var end = next + 2
      if end < tokens.count, tokens[end].kind == .dash { end += 1 }
      if let unit = unit(at: end), unit.unit.isMeasure, let least = lower.exact.multiplied(by: size.exact) {
        var behind = unit.end
        if let container = self.unit(at: behind), !container.unit.isMeasure { behind = container.end }
        return Amount(
          least: least, most: upper.flatMap { $0.multiplied(by: size.exact) }, unit: unit.unit, numbers: numbers,
          tokens: first..<behind, unitTokens: nil)
      }
    }
    if upper == nil, let length = length(at: first) { return length }
    if let pack = pack(first, numbers, lower.exact, upper, at: next) { return pack }
    // 2 (heaped) tbsp, 1 (2-inch) piece
    if size(at: next) == nil, let behind = endOfParenthesis(at: next), let unit = unit(at: behind, afterNeutral: true) {
      return Amount(
        least: lower.exact, most: upper, unit: unit.unit, numbers: numbers, tokens: first..<unit.end,
        unitTokens: unit.start..<unit.end)
    }
    // 1 (14 oz) can, 1 24-ounce jar, 1 large (28 oz) can
    if let container = container(at: next) {
      return Amount(
        least: lower.exact, most: upper, unit: container.unit, numbers: numbers, tokens: first..<container.end,
        unitTokens: container.start..<container.end)
    }
    if let behind = size(at: next) {
      let container = unit(at: behind, afterNeutral: true)
      return Amount(
        least: lower.exact, most: upper, unit: container.map(\.unit), numbers: numbers,
        tokens: first..<(container?.end ?? behind),
        unitTokens: container.map { $0.start..<$0.end })
    }
    var start = next
    if start + 1 < tokens.count, tokens[start].kind == .dash, unit(at: start + 1) != nil { start += 1 }
    if let dozen = dozen(first, numbers, lower.exact, upper, at: next) { return dozen }
    guard let unit = unit(at: start, afterNeutral: true) else {
      return Amount(
        least: lower.exact, most: upper, unit: nil, numbers: numbers, tokens: first..<next, unitTokens: nil)
    }
    // 1 - 14 oz can
    if let size = upper, size.value >= 4 * lower.value, unit.unit.isMeasure, let container = self.unit(at: unit.end),
      !container.unit.isMeasure
    {
      return Amount(
        least: lower.exact, most: nil, unit: container.unit, numbers: tokens[first].start..<tokens[first].end,
        tokens: first..<container.end, unitTokens: container.start..<container.end)
    }
    // "2 cc de sel" are coffee spoons, in French; else a cc is a millilitre, of which a recipe has five at least.
    if tokens[unit.start].word == "cc", lower.exact < Rational(5) {
      return Amount(
        least: lower.exact, most: upper, unit: .teaspoon, numbers: numbers, tokens: first..<unit.end,
        unitTokens: unit.start..<unit.end)
    }
    // "1,500 kg" is French for one and a half; "1.500 g" is German for fifteen hundred.
    if lower.separator == ",", unit.unit == .kilogram || unit.unit == .litre {
      lower.exact = lower.exact.divided(by: Rational(1000)) ?? lower.exact
    }
    if lower.separator == ".", unit.unit == .gram || unit.unit == .millilitre {
      lower.exact = lower.exact.multiplied(by: Rational(1000)) ?? lower.exact
    }
    // 100g~150g
    if upper == nil, let (value, behind) = rangeEnd(at: unit.end, above: lower.exact),
      let again = self.unit(at: behind),
      again.unit == unit.unit
    {
      return Amount(
        least: lower.exact, most: value, unit: unit.unit, numbers: numbers.lowerBound..<tokens[behind - 1].end,
        tokens: first..<again.end, unitTokens: nil)
    }
    let held = piecesHeld(unit)
    return Amount(
      least: lower.exact, most: upper, unit: unit.unit, numbers: numbers,
      tokens: first..<(held?.end ?? holder(behind: unit) ?? endOfContents(unit)), unitTokens: unit.start..<unit.end,
      pieces: held?.count)
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
    let isBetween = ["et", "and"].contains(word(index)) && ["entre", "between"].contains(word(index - 2))
    let isRange =
      tokens[index].kind == .dash || isBetween || tokens[index].word.map { Self.ranges.contains($0) } ?? false
    return isRange ? (number.exact, index + 2) : nil
  }
}
