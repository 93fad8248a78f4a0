/// Amounts that do not begin with a number, or that stand behind the name.
extension AmountReader {
  /// "Мука — 200 г", "양파 1개", "juice of 1 lemon", "Flour (200 g)".
  func later(from first: Int) -> Amount? {
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
        if depth == 0, at > first, let amount = amount(of: word, at: at, behind: first) { return amount }
      default: break
      }
      at += 1
    }
    return inside
  }

  /// The amount whose number or unit a word behind the name is: "соль — две щепотки", "밥 한 공기", "Петрушка — пучок".
  private func amount(of word: String, at index: Int, behind first: Int) -> Amount? {
    let isHangul = Hangul.begins(word)
    if !isHangul, index - 1 > first, let number = Self.numerals[tokens[index - 1].word ?? ""],
      let unit = unit(at: index)
    {
      return amount(Self.exact(number), of: unit.unit, from: index - 1, unitTokens: index..<unit.end)
    }
    if isHangul, let number = Self.numerals[word] ?? (word == "반" ? 0.5 : nil), let unit = unit(at: index + 1) {
      return amount(Self.exact(number), of: unit.unit, from: index, unitTokens: index + 1..<unit.end)
    }
    guard let unit = unit(at: index, afterNeutral: true),
      unit.start == index && (unit.unit == .pinch || unit.unit == .handful)
        || isBehindDash(index) && Self.bare.contains(unit.unit) && isEnd(unit.end)
    else { return nil }
    return Amount(
      least: Rational(1), most: nil, unit: unit.unit, numbers: tokens[index].start..<tokens[index].start,
      tokens: index..<unit.end, unitTokens: unit.start..<unit.end)
  }

  /// - Parameter at: the token of the number.
  private func amount(_ number: Rational, of unit: CookingUnit, from at: Int, unitTokens: Range<Int>) -> Amount {
    Amount(
      least: number, most: nil, unit: unit, numbers: tokens[at].start..<tokens[at].end,
      tokens: at..<unitTokens.upperBound, unitTokens: unitTokens)
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
  func worded(at first: Int) -> Amount? {
    guard let word = tokens[first].word, !isFood(at: first) else { return nil }
    if let dozen = wordedDozen(at: first) { return dozen }
    if let half = half(at: first) { return half }
    if let number = Self.numerals[word], first + 1 < tokens.count { return numeral(number, at: first) }
    return unnumbered(at: first)
  }

  /// "a pinch of salt", "two onions", "half a lemon"
  private func numeral(_ number: Double, at first: Int) -> Amount? {
    let word = tokens[first].word
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
    // "half an onion", "half of a lemon"
    if number == 0.5 {
      while next + 1 < tokens.count, next < first + 3, let article = tokens[next].word,
        Self.articles.contains(article)
      {
        next += 1
      }
    }
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

  /// "box of 6 eggs", "pinch of salt"
  private func unnumbered(at first: Int) -> Amount? {
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
      // "small pack coriander"
      case _
      where unit.start > first && unit.unit.isContainer && FoodTable.shared.phrase([self.word(unit.end) ?? ""]) != nil:
        return one(unit, at: first)
      default: return isOne(unit) ? one(unit, at: first) : nil
      }
    }
    return nil
  }

  /// "un demi concombre", "la moitié d'un poivron"
  private func half(at first: Int) -> Amount? {
    var next = first
    if let word = word(first), Self.numerals[word] == 1, self.word(first + 1)?.hasPrefix("demi") == true {
      next = first + 2
      if next < tokens.count, tokens[next].kind == .dash { next += 1 }
    } else {
      if word(next) == "la" { next += 1 }
      guard word(next) == "moitie" else { return nil }
      next += 1
      if ["de", "d"].contains(word(next)) { next += 1 }
      if next < tokens.count, tokens[next].kind == .other { next += 1 }
      if let article = word(next), Self.numerals[article] == 1 { next += 1 }
    }
    guard word(next) != nil else { return nil }
    let unit = unit(at: next, afterNeutral: true)
    return Amount(
      least: Self.exact(0.5), most: nil, unit: unit?.unit, numbers: tokens[first].start..<tokens[next - 1].end,
      tokens: first..<(unit?.end ?? next), unitTokens: unit.map { $0.start..<$0.end })
  }

  /// "couple of", behind "a": the position behind it.
  private func pair(at index: Int) -> Int? {
    guard word(index) == "couple", index + 1 < tokens.count else { return nil }
    return word(index + 1) == "of" ? index + 2 : index + 1
  }
}
