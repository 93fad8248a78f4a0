/// The foods of a line that names several, each as a line of its own: "1 tbsp each soy sauce and vinegar" is "1 tbsp soy sauce" and
/// "1 tbsp vinegar". Empty for one food, for alternatives, and for a name that has "and" in it.
///
/// An amount belongs to the food beside it, unless the line says that it is that of each: of the others the line does not say how
/// much.
struct LineParts {
  let reading: Reading
  let tokens: [Token]
  let items: [LineFoods.Item]
  let table = FoodTable.shared

  static func texts(of reading: Reading) -> [String] {
    guard reading.isUnderstood, reading.hasFood, !reading.isOptional, reading.main?.isOfWhole != true,
      reading.tokens.count <= mostTokens,
      reading.tokens.indices.contains(where: { at in
        mayJoin(reading.tokens, at, reading.scalars) || reading.tokens[at].kind == .slash
      })
    else { return [] }
    return LineParts(reading).texts
  }

  private init(_ reading: Reading) {
    (self.reading, tokens, items) = (reading, reading.tokens, LineFoods(reading).items)
  }

  private var texts: [String] { found?.texts ?? [] }

  /// The pieces of a list whose foods have amounts of their own, as scalars: "2 carrots, 1 onion". Nil for another line.
  static func measured(_ reading: Reading) -> [Range<Int>]? {
    guard reading.tokens.contains(where: { $0.kind == .comma }), !texts(of: reading).isEmpty else { return nil }
    let parts = LineParts(reading)
    guard let pieces = parts.found?.pieces, parts.distribution(pieces[0], pieces[pieces.count - 1]) == nil,
      pieces.filter(parts.hasAmount).count > 1,
      pieces.dropFirst().contains(where: { $0.lowerBound > 0 && parts.tokens[$0.lowerBound - 1].kind == .comma })
    else { return nil }
    return pieces.map { parts.tokens[$0.lowerBound].start..<parts.tokens[$0.upperBound - 1].end }
  }

  private var found: (pieces: [Range<Int>], texts: [String])? {
    var pieces = whole(ranges())
    guard (2...FoodLine.mostParts).contains(pieces.count), !isBlend(pieces),
      !pieces.dropFirst().contains(where: { tokens[$0.lowerBound].word.map { Self.examples.contains($0) } ?? false }),
      pieces.dropLast().allSatisfy({ !isFlavoured($0) }),
      pieces.allSatisfy({ isOneFood($0) }),
      !pieces.indices.contains(where: { if case .whole = shared(pieces, $0) { true } else { false } })
    else { return nil }
    let own = pieces
    let each = distribution(pieces[0], pieces[pieces.count - 1])
    if let each {
      pieces[0] = max(pieces[0].lowerBound, each.isLeading ? each.end : 0)..<pieces[0].upperBound
      if !each.isLeading { pieces[pieces.count - 1] = pieces[pieces.count - 1].lowerBound..<each.start }
    }
    let share = each == nil ? share(of: pieces) : nil
    let texts = pieces.indices.map { text(share?.pieces ?? pieces, $0, each ?? share?.amount) }
    let readings = texts.map { Reading($0) }
    // "3 eggs plus 2 egg yolks" are eggs.
    let keys = readings.map { $0.key.hasPrefix("egg ") ? "egg" : $0.key }
    guard readings.allSatisfy({ $0.hasFood && $0.isUnderstood }),
      Set(keys).count == keys.count || areKinds(own, readings, isEach: each != nil)
    else { return nil }
    return (own, texts)
  }

  private static let mostTokens = 120
  static let plus: Set<String> = ["plus", "плюс"]
  /// Before examples of a food: "mixed herbs, such as mint and parsley".
  private static let examples = Words.folded(
    "such, like, including, preferably, preferable, eg, comme, tel, telle, tels, telles, например, типа")
  private static let joiners = Words.folded("and, et, und, и, plus, плюс, 및, 그리고")

  /// Whether a token joins two foods; a Korean word does so by its particle.
  private static func mayJoin(_ tokens: [Token], _ index: Int, _ text: [Unicode.Scalar]) -> Bool {
    switch tokens[index].kind {
    case .word(let word):
      joiners.contains(word) || Hangul.begins(word) && Korean.joining.contains { word.hasSuffix($0) }
    case .plus: true
    case .other: ["&", "·", "ㆍ"].contains(text[tokens[index].start])
    case .comma: true
    default: false
    }
  }

  // MARK: Pieces

  /// The tokens between what joins, outside of parentheses, amounts and names.
  private func ranges() -> [Range<Int>] {
    let isList = isList
    var ranges: [Range<Int>] = []
    var (start, depth) = (reading.start, 0)
    for index in tokens.indices.dropFirst(start) {
      if tokens[index].kind == .open { depth += 1 }
      if tokens[index].kind == .close { depth = max(0, depth - 1) }
      guard depth == 0, !isInside(index) else { continue }
      if let word = tokens[index].word, !Self.joiners.contains(word) {
        guard Korean.joins(word, table: table) else { continue }
        ranges.append(start..<index + 1)
        start = index + 1
      } else if tokens[index].kind == .slash ? isStaplesSlash : Self.mayJoin(tokens, index, reading.scalars),
        isList || tokens[index].kind != .comma
      {
        // "and/or"
        if index + 1 < tokens.count, tokens[index + 1].kind == .slash { return [] }
        ranges.append(start..<index)
        start = index + 1
      }
    }
    ranges.append(start..<tokens.count)
    return ranges.filter { !$0.isEmpty }
  }

  /// Whether a token is part of an amount or of a food: "1 and a half", "half and half".
  private func isInside(_ index: Int) -> Bool {
    let amounts = ([reading.main].compactMap { $0 } + reading.others).map(\.tokens)
    return amounts.contains { $0.contains(index) && $0.lowerBound < index }
      || items.contains { $0.tokens.contains(index) && $0.tokens.contains(index + 1) && tokens[index].kind != .comma }
  }

  /// Whether commas stand between foods: "carrots, celery and onions"; "oil, butter 1 tbsp each". Elsewhere a note follows them.
  private var isList: Bool {
    var depth = 0
    var pieces: [Range<Int>] = []
    var (start, commas) = (reading.start, 0)
    var last = false
    for index in tokens.indices.dropFirst(start) {
      if tokens[index].kind == .open { depth += 1 }
      if tokens[index].kind == .close { depth = max(0, depth - 1) }
      guard depth == 0 else { continue }
      let word = tokens[index].word ?? ""
      if Words.or.contains(word) || tokens[index].kind == .slash { return false }
      let isComma = tokens[index].kind == .comma
      guard isComma || Self.joiners.contains(word) || Korean.joins(word, table: table) else { continue }
      if last, isComma { break }
      (commas, last) = (commas + (isComma ? 1 : 0), !isComma)
      pieces.append(start..<index + (isComma || Self.joiners.contains(word) ? 0 : 1))
      start = index + 1
    }
    pieces.append(start..<tokens.count)
    // "carrots, celery, and onions"
    pieces.removeAll { $0.isEmpty }
    guard commas > 0, let first = pieces.first, !foods(in: first).contains(where: { table.foods[$0].isGeneric }) else {
      return false
    }
    let named = pieces.filter { !foods(in: $0).isEmpty }
    // Behind the last one its note may follow.
    if named.count < pieces.count { return false }
    return last || pieces.count > 2 || reading.start > 0 || pieces.allSatisfy(hasAmount)
      || distribution(first, pieces[pieces.count - 1]) != nil || areTwo(pieces)
  }
  func isStaple(_ item: LineFoods.Item) -> Bool {
    if case .food(let food) = item.meaning { table.foods[food].isStaple } else { false }
  }

  func hasAmount(_ range: Range<Int>) -> Bool {
    guard let first = range.first, let last = range.last else { return false }
    return Reading(slice(tokens[first].start..<tokens[last].end)).quantity != nil
  }

  /// Pieces that name no food go with the one before: "1 carrot, peeled and chopped"; the first with the one behind: "peeled and
  /// deveined shrimp".
  private func whole(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var pieces: [Range<Int>] = []
    var isOpen = false
    for range in ranges {
      let isFood = !foods(in: range).isEmpty
      if let last = pieces.last, isOpen || !isFood {
        pieces[pieces.count - 1] = last.lowerBound..<range.upperBound
        isOpen = isOpen && !isFood
      } else {
        pieces.append(range)
        isOpen = !isFood
      }
    }
    return pieces
  }

  /// The foods that tokens name outside of parentheses; none behind a preposition, as in "cut into chips", "soaked in water" and "for
  /// the crumble".
  func foods(in range: Range<Int>) -> [Int] {
    let own = items.filter { range.contains($0.tokens.lowerBound) && !$0.isInParentheses }
    if let first = own.first(where: isFood),
      tokens[range.lowerBound..<first.tokens.lowerBound].contains(where: { token in
        (Self.before.contains(token.word ?? "") || isFlavouring(token)) && !isOfAmount(token)
      })
    {
      return []
    }
    return own.flatMap { item -> [Int] in
      switch item.meaning {
      case .food(let food): table.foods[food].key == "purpose" ? [] : [food]
      case .unknown(let word): Hangul.begins(word) ? Korean.split(word, table: table).foods : []
      case .neutral: []
      }
    }
  }

  /// "chicken stock powder" is, "ham sandwich" and "fromage ail" are not.
  private func isOneFood(_ range: Range<Int>) -> Bool {
    let foods = foods(in: range).map { table.foods[$0] }
    return foods.count < 2 || foods.count { !$0.isGeneric } <= 1 && foods.first?.isGeneric == false
  }

  /// Whether more is said of a food than its name, to which what follows "and" may belong: "chips au sel et au vinaigre", "yogurt with
  /// fruit and nuts".
  private func isFlavoured(_ range: Range<Int>) -> Bool {
    let named = items.first { range.contains($0.tokens.lowerBound) && isFood($0) }
    guard let named else { return false }
    return range.contains { at in
      at > named.tokens.lowerBound && isFlavouring(tokens[at])
    }
  }
  private static let flavouring = Words.folded(
    "with, in, for, au, aux, avec, dans, pour, с, со, в, во, из, на, для")
  private static let before: Set<String> = ["into", "en"]

  private func isFlavouring(_ token: Token) -> Bool {
    token.word.map { Self.flavouring.contains($0) } ?? false || reading.scalars[token.start] == "à"
  }

  private func isOfAmount(_ token: Token) -> Bool {
    ([reading.main].compactMap { $0 } + reading.others).contains { amount in
      tokens[amount.tokens].contains { $0.start == token.start }
    }
  }

  func isFood(_ item: LineFoods.Item) -> Bool { if case .food = item.meaning { true } else { false } }

  // MARK: Texts

  private func text(_ pieces: [Range<Int>], _ index: Int, _ each: Distribution?) -> String {
    var range = pieces[index]
    while let first = range.first, range.count > 1, isPunctuation(first) { range = first + 1..<range.upperBound }
    while let last = range.last, range.count > 1, isPunctuation(last), tokens[last].kind != .dot {
      range = range.lowerBound..<last
    }
    // "sel et de poivre"
    var head: String?
    if index > 0, let linked = range.first, tokens[linked].word.map({ Words.ofFrench.contains($0) }) == true {
      while let first = range.first, range.count > 1,
        tokens[first].word.map({ Words.ofFrench.contains($0) }) ?? isApostrophe(first)
      { range = first + 1..<range.upperBound }
      head = range.first.flatMap { frenchHead(pieces, index, from: $0) }
      if head != nil { range = linked..<range.upperBound }
    }
    guard let first = range.first, let last = range.last else { return "" }
    var text = (head.map { $0 + " " } ?? "") + slice(tokens[first].start..<tokens[last].end)
    if let word = tokens[last].word, Korean.joins(word, table: table),
      let particle = Korean.joining.first(where: {
        text.hasSuffix($0) && table.hangul[String(word.dropLast($0.count))] != nil
      })
    {
      text = String(text.dropLast(particle.count))
    }
    if case .behind(let head) = shared(pieces, index) { text += " " + head }
    guard let each else { return text }
    return each.isLeading ? "\(each.amount) \(text)" : "\(text) \(each.amount)"
  }

  /// The word that two foods around "and" have in common, for the one that lacks it.
  private enum Shared {
    case none
    /// "juice" of "orange and lemon juice", "sprigs" of "thyme and rosemary sprigs".
    case behind(String)
    /// Of a dish, or of an adjective with no noun: the line names one food.
    case whole
  }

  private func shared(_ pieces: [Range<Int>], _ index: Int) -> Shared {
    let named = pieces.map { piece in items.last { piece.contains($0.tokens.lowerBound) && isFood($0) } }
    guard index < pieces.count - 1, let own = named[index], let last = named[pieces.count - 1],
      case let words = tokens[own.tokens].compactMap(\.word), let final = words.last,
      let head = tokens[last.tokens.upperBound - 1].word
    else { return .none }
    // "salt, pepper and garlic powder"
    if isStaple(own) { return .none }
    let token = tokens[last.tokens.upperBound - 1]
    let isBare = own.tokens.upperBound == pieces[index].upperBound
    if RussianAsides.looksLikeAdjective(final), isBare {
      return table.phrase(words + [head]) == nil ? .whole : .behind(slice(token.start..<token.end))
    }
    if isBare, last.tokens.count > 1, !words.contains(head), !final.hasSuffix("s"), head.utf8.allSatisfy({ $0 < 0x80 }),
      let food = table.phrase(words + [head])
    {
      // A ham and cheese sandwich is one.
      return isDish(food) ? .whole : .behind(slice(token.start..<token.end))
    }
    let end = last.tokens.upperBound
    if isBare, pieces[pieces.count - 1].contains(end), let unit = tokens[end].word.flatMap({ CookingUnit.named([$0]) }),
      !unit.isMeasure, !unit.isContainer
    {
      return .behind(slice(tokens[end].start..<tokens[end].end))
    }
    return .none
  }

  /// Of prepared foods and dishes.
  private func isDish(_ food: Int) -> Bool {
    (FoodNames.shared.kinds[table.foods[food].key] ?? 0) >= Self.firstOfDishes
  }
  private static let firstOfDishes = 12

  /// "huile de tournesol" of "huile d'olive et de tournesol".
  private func frenchHead(_ pieces: [Range<Int>], _ index: Int, from first: Int) -> String? {
    guard let before = items.first(where: { pieces[0].contains($0.tokens.lowerBound) && isFood($0) }),
      let own = items.first(where: { $0.tokens.lowerBound >= first && pieces[index].contains($0.tokens.lowerBound) }),
      let head = tokens[before.tokens.lowerBound].word, before.tokens.count > 1,
      table.phrase([head] + tokens[own.tokens].compactMap(\.word).filter { !Words.stop.contains($0) }) != nil
    else { return nil }
    let token = tokens[before.tokens.lowerBound]
    return slice(token.start..<token.end)
  }

  func isPunctuation(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .comma, .dash, .colon, .dot, .plus, .slash: true
    case .other: !["\"", "»", "«", "”", "“"].contains(reading.scalars[tokens[index].start])
    default: false
    }
  }

  private func isApostrophe(_ index: Int) -> Bool {
    tokens[index].kind == .other && ["'", "’"].contains(reading.scalars[tokens[index].start])
  }

  func slice(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(reading.scalars[range])) }
}
