extension [Unicode.Scalar] {
  /// The text between the two numbers of a range: " and " where "between" or "from" stands before them, else a dash.
  /// - Parameter numbers: the range's scalars, as written.
  func joiner(ofRange numbers: Range<Int>) -> String {
    let before = self[..<numbers.lowerBound].reversed().drop { Number.isSpace($0) }.prefix {
      $0.properties.isAlphabetic
    }
    guard Self.beforeRanges.contains(String(String.UnicodeScalarView(before.reversed())).lowercased()) else {
      return "–"
    }
    let words = self[numbers].split { !$0.properties.isAlphabetic }
    return words.count == 1 ? " \(String(String.UnicodeScalarView(words[0]))) " : "–"
  }
  private static let beforeRanges: Set<String> = ["between", "from", "entre", "между"]

  /// Writes a number in the place of another: "d'un" becomes "de 2".
  mutating func replaceNumber(_ range: Range<Int>, with written: String) {
    let at = range.lowerBound
    // "un demi-citron" becomes "1 citron".
    let isHyphened = range.count > 0 && range.upperBound < count && self[range.upperBound - 1] == "-"
    // "полстакана" becomes "1 стакан".
    let isJoined =
      range.count > 0 && range.upperBound < count && self[range.upperBound - 1].properties.isAlphabetic
      && self[range.upperBound].properties.isAlphabetic && !(0xAC00...0xD7A3).contains(self[range.upperBound].value)
    let number = isHyphened || isJoined ? written + " " : written
    if at > 1, self[at - 1] == "'" || self[at - 1] == "’", self[at - 2] == "d" {
      replaceSubrange(at - 1..<range.upperBound, with: Array("e \(number)".unicodeScalars))
    } else {
      replaceSubrange(range, with: Array(number.unicodeScalars))
    }
  }
}

/// Numbers around an amount that are none: the size of what holds it or of what it is for.
extension AmountReader {
  /// Behind a unit of containers, the end of what one holds: "2 boîtes de 400 g de tomates", "1 банка 400 г томатов". A food
  /// has to follow.
  func endOfContents(_ unit: (unit: CookingUnit, start: Int, end: Int)) -> Int {
    guard !unit.unit.isMeasure else { return unit.end }
    var first = unit.end
    if first < tokens.count, tokens[first].kind == .times || Self.connectors.contains(word(first) ?? "") { first += 1 }
    if first < tokens.count, isApostrophe(first) { first += 1 }
    guard let number = number(at: first) else { return unit.end }
    // "1 boîte 4/4 de tomates", as tins are named in France.
    if unit.unit == .can, first == unit.end, number.exact <= Rational(1), Words.ofFrench.contains(word(first + 1) ?? "")
    {
      return first + 1
    }
    var next = first + 1
    if let (_, behind) = rangeEnd(at: next, above: .zero) { next = behind }
    if next < tokens.count, tokens[next].kind == .dash { next += 1 }
    guard let size = self.unit(at: next), size.unit.isMeasure else { return unit.end }
    // "1 boîte de 796 ml (28 oz) de tomates"
    let end = endOfParenthesis(at: size.end) ?? size.end
    return end < tokens.count && tokens[end].word != nil ? end : unit.end
  }

  /// "2 dozen eggs": the number counts dozens.
  func dozen(_ first: Int, _ numbers: Range<Int>, _ least: Rational, _ most: Rational?, at next: Int) -> Amount? {
    guard let word = word(next), let size = Self.dozens[word] else { return nil }
    return Amount(
      least: least, most: most, unit: nil, numbers: numbers, tokens: first..<next + 1, unitTokens: next..<next + 1,
      pieces: Rational(size))
  }

  /// "a dozen eggs", "half a dozen eggs", "десяток яиц".
  func wordedDozen(at first: Int) -> Amount? {
    guard let word = word(first) else { return nil }
    if Self.dozens[word] != nil {
      return dozen(first, tokens[first].start..<tokens[first].start, Rational(1), nil, at: first)
    }
    guard let number = Self.numerals[word] else { return nil }
    var next = first + 1
    if number == 0.5, let article = self.word(next), Self.articles.contains(article) { next += 1 }
    return dozen(first, tokens[first].start..<tokens[next - 1].end, Self.exact(number), nil, at: next)
  }

  /// "1 12-pack buns", "2 (8-count) packages", "1 x 6-pack of pitta breads".
  func pack(_ first: Int, _ numbers: Range<Int>, _ least: Rational, _ most: Rational?, at index: Int) -> Amount? {
    var next = index
    // "6-pack of cola"
    if least.isWhole, least > Rational(1), next + 1 < tokens.count, tokens[next].kind == .dash,
      tokens[next].start == numbers.upperBound, word(next + 1) == "pack"
    {
      return Amount(
        least: Rational(1), most: nil, unit: .package, numbers: numbers.lowerBound..<numbers.lowerBound,
        tokens: first..<next + 2, unitTokens: next + 1..<next + 2, pieces: least)
    }
    let isOpen = next < tokens.count && tokens[next].kind == .open
    if next < tokens.count, isOpen || tokens[next].kind == .times || word(next) == "x" { next += 1 }
    guard let size = number(at: next), size.exact.isWhole, next + 2 < tokens.count, tokens[next + 1].kind == .dash,
      let word = word(next + 2), Self.packs.contains(word)
    else { return nil }
    next += 3
    if isOpen {
      guard next < tokens.count, tokens[next].kind == .close, let unit = unit(at: next + 1), unit.unit.isContainer
      else {
        return nil
      }
      return Amount(
        least: least, most: most, unit: unit.unit, numbers: numbers, tokens: first..<unit.end,
        unitTokens: unit.start..<unit.end, pieces: size.exact)
    }
    return Amount(
      least: least, most: most, unit: .package, numbers: numbers, tokens: first..<next, unitTokens: next - 1..<next,
      pieces: size.exact)
  }
  private static let packs: Set<String> = ["pack", "packs", "count", "ct"]

  /// How many pieces a container holds, and the end of its amount: "box of 6 eggs", "boîte de 6 œufs", "упаковка из 6 яиц". A tin of
  /// six is a tin.
  func piecesHeld(_ unit: (unit: CookingUnit, start: Int, end: Int)) -> (count: Rational, end: Int)? {
    guard unit.unit == .package || unit.unit == .bag || word(unit.start)?.hasPrefix("boite") == true else { return nil }
    var next = unit.end
    guard let link = word(next), Self.connectors.contains(link) else { return nil }
    next += 1
    if next < tokens.count, isApostrophe(next) { next += 1 }
    guard let number = number(at: next), number.exact.isWhole, number.exact > Rational(1), word(next + 1) != nil,
      endOfSize(at: next) == nil
    else { return nil }
    // "box of 6 large eggs", "упаковка по 10 шт. яиц"
    guard let counted = self.unit(at: next + 1) else { return (number.exact, next + 1) }
    return counted.unit == .piece && word(counted.end) != nil ? (number.exact, counted.end) : nil
  }

  /// The end of the one container whose size the amount is: "400g can chickpeas", "300ml pot of cream". Pot barley is a food.
  func holder(behind unit: (unit: CookingUnit, start: Int, end: Int)) -> Int? {
    guard unit.unit.isMeasure, let name = word(unit.end) else { return nil }
    var end = unit.end + 1
    if name != "sheet" {
      guard let found = self.unit(at: unit.end), found.unit.isContainer else { return nil }
      end = found.end
    }
    guard let next = tokens[end...].first(where: { $0.word.map { !Words.stop.contains($0) } ?? true })?.word,
      FoodTable.shared.phrase([name, next]) == nil
    else { return nil }
    return end
  }

  /// The container behind its size: "400 g tin", "14-ounce can".
  func container(at index: Int) -> (unit: CookingUnit, start: Int, end: Int)? {
    var index = index
    // "1 large (28 oz) can"
    while let word = word(index), Self.sizes.contains(Stem.of(word)) { index += 1 }
    guard let behind = size(at: index), let found = unit(at: behind, afterNeutral: true), !found.unit.isMeasure else {
      return nil
    }
    return found
  }

  /// The position after "(400 g)" or "24-ounce"; nil if there is none.
  func size(at index: Int) -> Int? {
    guard index < tokens.count else { return nil }
    let isOpen = tokens[index].kind == .open
    let first = isOpen ? index + 1 : index
    guard number(at: first) != nil else { return nil }
    var next = first + 1
    if let (_, behind) = rangeEnd(at: next, above: .zero) { next = behind }
    if next < tokens.count, tokens[next].kind == .dash { next += 1 }
    guard let unit = unit(at: next), unit.unit.isMeasure else { return nil }
    // "14 oz (390 g) can"
    guard isOpen else { return size(inParenthesesAt: unit.end) ?? unit.end }
    var end = unit.end
    while end < tokens.count, end < unit.end + 8, tokens[end].kind != .close { end += 1 }
    return end < tokens.count && tokens[end].kind == .close ? end + 1 : nil
  }

  private func size(inParenthesesAt open: Int) -> Int? {
    guard open < tokens.count, tokens[open].kind == .open, let end = size(at: open), word(end) != nil else {
      return nil
    }
    return end
  }

  /// The position behind "(heaped)" at a token.
  func endOfParenthesis(at open: Int) -> Int? {
    guard open < tokens.count, tokens[open].kind == .open else { return nil }
    let close = tokens[open..<min(open + 8, tokens.count)].firstIndex { $0.kind == .close }
    return close.map { $0 + 1 }
  }

  /// The end of a length at a token: "26 cm", "20 x 30 cm", "9-inch".
  func endOfSize(at first: Int) -> Int? {
    guard number(at: first) != nil else { return nil }
    var next = first + 1
    while next + 1 < tokens.count, number(at: next + 1) != nil,
      tokens[next].kind == .times || tokens[next].kind == .dash
        || ["x", "х", "to", "a", "by", "на"].contains(word(next))
    { next += 2 }
    if next < tokens.count, tokens[next].kind == .dash { next += 1 }
    guard let unit = word(next), Self.lengths.contains(unit) else { return nil }
    next += 1
    return next < tokens.count && tokens[next].kind == .dot ? next + 1 : next
  }

  /// "2-inch piece of ginger", "2 cm de gingembre", "3 см имбиря": one piece of so much.
  func length(at first: Int) -> Amount? {
    guard var end = endOfSize(at: first), end < tokens.count, !isThing(at: end) else { return nil }
    if tokens[end].kind == .slash, number(at: end + 1) != nil, let unit = word(end + 2),
      unit == "in" || Self.lengths.contains(unit), end + 3 < tokens.count
    {
      end += 3
    }
    let behind = tokens[end].kind == .dash ? end + 1 : end
    if let unit = unit(at: behind, afterNeutral: true), unit.end < tokens.count, !unit.unit.isMeasure,
      !unit.unit.isContainer
    {
      return Amount(
        least: Rational(1), most: nil, unit: unit.unit, numbers: tokens[first].start..<tokens[first].end,
        tokens: first..<unit.end, unitTokens: unit.start..<unit.end, isLength: true)
    }
    guard Self.isRoot(tokens[end...]) else { return nil }
    return Amount(
      least: Rational(1), most: nil, unit: nil, numbers: tokens[first].start..<tokens[first].end, tokens: first..<end,
      unitTokens: nil, isLength: true)
  }

  /// The same behind the root: one piece.
  func length(at number: Int, ofRootIn first: Int) -> Amount? {
    guard let end = endOfSize(at: number), Self.isRoot(tokens[first..<number]) else { return nil }
    let unit = number - 1 > first ? unit(at: number - 1).flatMap { $0.end == number ? $0 : nil } : nil
    return Amount(
      least: Rational(1), most: nil, unit: unit?.unit, numbers: tokens[number].start..<tokens[number].end,
      tokens: (unit?.start ?? number)..<end, unitTokens: unit.map { $0.start..<$0.end }, isLength: true)
  }

  /// Roots and sticks that recipes measure by their length.
  private static func isRoot(_ tokens: ArraySlice<Token>) -> Bool {
    tokens.prefix(4).contains { $0.word.map { roots.contains(Stem.of($0)) } ?? false }
  }
  private static let roots = Set(
    Words.folded(
      """
      ginger, galangal, turmeric, horseradish, cinnamon, cassia, lemongrass, daikon, gingembre, galanga, curcuma, raifort,
      cannelle, citronnelle, имбиря, имбирь, куркумы, хрена, корицы, лемонграсса
      """
    ).map { Stem.of($0) })

  static func isVessel(_ word: String) -> Bool { vessels.contains(Stem.of(word)) }

  /// Whether a vessel, or something round that is bought whole, is named at a token or behind one word: "26 cm tin", "9-inch
  /// deep pie dish", "10-inch tortillas".
  func isThing(at index: Int) -> Bool {
    [index, index + 1].contains { at in
      guard let word = word(at) else { return false }
      return Self.things.contains(Stem.of(word))
        || Hangul.begins(word) && Self.koreanThings.contains { word.hasPrefix($0) }
    }
  }

  /// Whether an amount behind "for" is that of a vessel: "for a 900 g loaf tin", "pour un moule de 1 litre", "for 2 tins".
  func isOfThing(_ amount: Amount) -> Bool {
    if amount.unitTokens.map({ isThing(at: $0.lowerBound) }) == true || isThing(at: amount.tokens.upperBound) {
      return true
    }
    guard let before = word(amount.tokens.lowerBound - 1) else { return false }
    return Words.stop.contains(before) || Self.articles.contains(before) || Self.connectors.contains(before)
  }

  /// "juice of 2 lemons", "le jus d'un demi citron", "zest 1 orange", "сок 2 лимонов", "сок половины лимона": what is bought are
  /// lemons.
  func ofWhole(from first: Int) -> Amount? {
    var at = first
    var hasPart = false
    while at < min(first + 8, tokens.count) {
      if let word = word(at) {
        let stem = Stem.of(word)
        if Self.parts.contains(stem) {
          hasPart = true
        } else if hasPart && (Self.numerals[word] ?? Self.genitives[word]) != nil
          || !(Words.stop.contains(word) || Words.preparation.contains(stem)
            || hasPart && (Words.and.contains(word) || Words.neutral.contains(stem)))
        {
          break
        }
      } else if !hasPart || text[tokens[at].start] != "&" && tokens[at].kind != .plus {
        break
      }
      at += 1
    }
    guard hasPart, at > first else { return nil }
    if let word = word(at), Self.connectors.contains(word) { at += 1 }
    if at < tokens.count, isApostrophe(at) { at += 1 }
    if let word = word(at), Self.about.contains(word) { at += 1 }
    guard var amount = amount(at: at) ?? numeral(at: at),
      amount.unit.map({ Self.counters.contains($0) }) ?? true,
      let behind = word(amount.tokens.upperBound), CookingUnit.named([behind]) == nil
    else { return nil }
    // "желтки 3 яиц", but not "желтки 3 шт. для крема"
    if tokens[first..<at].contains(where: { Self.eggParts.contains($0.word ?? "") }), !behind.hasPrefix("яи") {
      return nil
    }
    amount.isOfWhole = true
    return amount
  }
  private static let eggParts: Set<String> = ["желтки", "желток", "белки", "белок"]

  /// "lemon juice from 1 lemon", "лимонный сок из 1 лимона"
  func isOfWhole(_ amount: Amount) -> Bool {
    let before = amount.tokens.lowerBound - 1
    return ["from", "из", "от"].contains(word(before)) && word(amount.tokens.upperBound) != nil && amount.unit == nil
      && tokens[..<before].contains { Self.parts.contains(Stem.of($0.word ?? "")) }
  }

  /// "a", "half a", "un demi-", "двух"
  private func numeral(at first: Int) -> Amount? {
    guard let word = word(first), var number = Self.numerals[word] ?? Self.genitives[word] else { return nil }
    var next = first + 1
    if let second = self.word(next) {
      if number == 0.5, Self.articles.contains(second) {
        next += 1
      } else if number == 1, Self.numerals[second] == 0.5 {
        (number, next) = (0.5, next + 1)
        if next < tokens.count, tokens[next].kind == .dash { next += 1 }
      }
    }
    let unit = unit(at: next)
    return Amount(
      least: Self.exact(number), most: nil, unit: unit?.unit, numbers: tokens[first].start..<tokens[next - 1].end,
      tokens: first..<(unit?.end ?? next), unitTokens: unit.map { $0.start..<$0.end })
  }

  func word(_ index: Int) -> String? { tokens.indices.contains(index) ? tokens[index].word : nil }

  private func isApostrophe(_ index: Int) -> Bool {
    tokens[index].kind == .other && (text[tokens[index].start] == "'" || text[tokens[index].start] == "’")
  }

  static let connectors: Set<String> = [
    "of", "from", "de", "d", "du", "des", "по", "от", "из", "с", "на", "x", "х", "each",
  ]
  static let purposes = Words.folded("for, to, pour, für, для")
  private static let lengths = Words.folded(
    "cm, mm, inch, inches, centimetre, centimetres, centimeter, centimeters, centimètre, centimètres, pouce, pouces, см, мм, сантиметр, сантиметра, сантиметров, дюйм, дюйма, дюймов, 센티, 센치, 센티미터, 인치"
  )
  private static let things = vessels.union(
    Words.folded("pie, tart, crust, shell, tortilla, pizza").map { Stem.of($0) })
  private static let vessels = Set(
    Words.folded(
      """
      tin, pan, dish, mould, mold, tray, ramekin, springform, skillet, casserole, bundt, moule, plat, plaque, cercle, terrine, cocotte, tourtière, ramequin,
      форма, форму, формы, формочка, формочки, противень, противня, сковорода, сковороды, сковороду, кольцо
      """
    ).map { Stem.of($0) })
  private static let koreanThings = ["틀", "팬", "몰드", "무스링", "원형틀", "사각틀", "케이크틀", "파운드틀", "타르트틀"]

  /// Units of whole things: "leaves of 3 sprigs". A bag of juice is none.
  private static let counters: Set<CookingUnit> = [.piece, .sprig, .bunch, .head, .clove, .leaf, .stalk]

  /// Parts of a food that one buys whole.
  static let parts = Set(
    Words.folded(
      """
      juice, zest, rind, peel, pulp, flesh, leaves, seeds, jus, zeste, zestes, écorce, pulpe, feuilles, graines, chair, blanc, blancs, vert, желтки, желток, белки, белок, сок, сока, цедра, цедры, цедру, мякоть, мякоти, кожура, кожуры,
      листья, листики, семена
      """
    ).map { Stem.of($0) })
  private static let genitives: [String: Double] = [
    "половины": 0.5, "половинки": 0.5, "одного": 1, "однои": 1, "двух": 2, "трех": 3, "четырех": 4, "пяти": 5,
    "шести": 6,
  ]
}
