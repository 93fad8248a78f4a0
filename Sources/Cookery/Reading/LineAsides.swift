/// The unknown words of a line that cannot be a food by their place: what follows the food says how it is prepared, for
/// what, and how large it is ("slit", "kernels cut off", "about 150 g each", "to glaze").
///
/// A line is its name, up to the first comma, parenthesis or verb after a food, and the groups behind. "And", "or",
/// "with" and the like divide a group into parts, since a second food may follow them: there an unknown word counts,
/// unless a preposition or a verb form shows that it is none. In the name every word counts.
struct LineAsides {
  /// Indices of `LineFoods.items`.
  private(set) var ignored: Set<Int> = []
  /// Those of a heading before the food.
  private(set) var headed: Set<Int> = []

  private struct Part {
    var isJoined: Bool
    var foods = 0
    /// Positions of tokens.
    var verbs: [Int] = []
    var prepositions: [Int] = []
    var unknown: [(item: Int, at: Int)] = []
  }
  private enum Kind { case name, verb, aside, parenthesis }
  private struct Group {
    var kind: Kind
    var parts: [Part] = [Part(isJoined: false)]
    /// A food, and nothing that says it is not one of the line's own.
    var isFood: Bool { parts.contains { $0.foods > 0 && $0.verbs.isEmpty && $0.prepositions.isEmpty } }
  }

  private let line: LineFoods
  private var tokens: [Token] { line.tokens }
  private var text: [Unicode.Scalar] { line.text }
  /// The item that begins at a token.
  private var beginning: [Int: Int] = [:]
  /// Those outside the innermost parentheses.
  private var outer: [Group] = []
  /// Those in the parentheses that are open, up to the last comma.
  private var inside: [Group] = []
  private var group = Group(kind: .name)
  /// Whether the name has a food, and one that needs no further word: "oil (…)" does.
  private var hasFood = false
  private var isSpecific = false
  /// Behind "instead of".
  private var isInstead = false

  /// - Parameter amount: the tokens of an amount behind the name.
  init(_ line: LineFoods, amount: Range<Int>?) {
    self.line = line
    for (index, item) in line.items.enumerated() { beginning[item.tokens.lowerBound] = index }
    var at = 0
    while at < tokens.count {
      if let amount, amount.contains(at) {
        at = amount.upperBound
        if hasFood, group.kind == .name { begin(.aside) }
        continue
      }
      at = read(at)
    }
    close()
    while !outer.isEmpty { endParenthesis() }
    ignoreLabel()
    if hasFood {
      let korean = KoreanAsides(line)
      ignored = ignored.union(korean.ignored).subtracting(korean.counted)
      headed = korean.headed
      ignored.formUnion(RussianAsides(line).ignored)
    }
  }

  /// "Zibble: ½ cup powdered sugar": the unknown words of a label before the amount. "Vinaigrette : vinaigre, huile, sel":
  /// a dish whose foods follow.
  private mutating func ignoreLabel() {
    guard let colon = tokens.firstIndex(where: { $0.kind == .colon }), colon <= 4, colon + 1 < tokens.count,
      tokens[..<colon].allSatisfy({ $0.word != nil })
    else { return }
    let isBeforeAmount = if case .number = tokens[colon + 1].kind { true } else { false }
    let foods = line.items.filter {
      if case .food = $0.meaning { $0.tokens.lowerBound > colon } else { false }
    }
    for (index, item) in line.items.enumerated() where item.tokens.upperBound <= colon {
      switch item.meaning {
      case .unknown where isBeforeAmount && !foods.isEmpty: ignored.insert(index)
      case .food where foods.count > 1 && colon == 1 && Words.labels.contains(tokens[0].word ?? ""):
        ignored.insert(index)
      default: break
      }
    }
  }

  private mutating func read(_ at: Int) -> Int {
    switch tokens[at].kind {
    case .open, .close, .comma: isInstead = false
    default: break
    }
    switch tokens[at].kind {
    case .open:
      outer.append(group)
      group = Group(kind: .parenthesis)
    case .close: if !outer.isEmpty { endParenthesis() }
    case .comma: endGroup()
    case .dash, .colon: if isAlone(at) { endGroup() }
    case .dot: if endsSentence(at) { endGroup() }
    case .slash, .plus: join()
    case .word(let word): return read(word, at)
    case .number, .times, .percent, .other: break
    }
    return at + 1
  }

  private mutating func read(_ word: String, _ at: Int) -> Int {
    guard let index = beginning[at] else {
      if Words.or.contains(word) { join() } else if Words.without.contains(word) { preposition(at) }
      return at + 1
    }
    let item = line.items[index]
    if hasFood, Words.instead.contains(word), at + 1 < tokens.count,
      let next = tokens[at + 1].word, Words.stop.contains(next) || ["for", "to", "than", "on", "от"].contains(next)
    {
      isInstead = true
    }
    switch item.meaning {
    case .food(let food):
      if isInstead || isShape(at) || isPurpose(item.tokens) {
        ignored.insert(index)
        break
      }
      group.parts[group.parts.count - 1].foods += 1
      if !hasFood, group.kind == .name {
        hasFood = true
        let row = FoodTable.shared.foods[food]
        isSpecific = !row.isGeneric && row.key != "oil"
      }
    case .neutral, .unknown:
      let isUnknown = if case .unknown = item.meaning { true } else { false }
      if !hasFood, group.kind == .name, case .unknown(let compound) = item.meaning, Hangul.begins(compound) {
        let inside = Korean.split(compound, table: .shared)
        hasFood = inside.isWhole && !inside.foods.isEmpty
      }
      if isPreposition(word, at) {
        preposition(at)
        if isUnknown, group.kind != .name { ignored.insert(index) }
      } else if !isUnknown, Words.and.contains(word) || Words.inside.contains(word) {
        join()
      } else if VerbForm.isOne(word, written(at)), !isUnknown || group.kind != .name || !Words.filled.contains(word) {
        if group.kind == .name, hasFood, isAfterFood(index) { begin(.verb) }
        group.parts[group.parts.count - 1].verbs.append(at)
        if isUnknown, group.kind != .name { ignored.insert(index) }
      } else if isUnknown, isInstead {
        ignored.insert(index)
      } else if isUnknown {
        group.parts[group.parts.count - 1].unknown.append((index, at))
      }
    }
    return max(item.tokens.upperBound, at + 1)
  }

  /// "cut into thick chips", "coupées en frites": whatever the shape is called.
  private func isShape(_ at: Int) -> Bool {
    // "нарезанные лапшой"
    if tokens[at].word == "лапшои", group.parts.last?.verbs.isEmpty == false { return true }
    guard group.kind != .name, let into = group.parts.last?.prepositions.last,
      tokens[into].word == "into" || tokens[into].word == "en" && at - into <= 2,
      let verb = group.parts.last?.verbs.last
    else { return false }
    return verb < into && Words.cutting.contains(tokens[verb].word ?? "")
      && tokens[into + 1..<at].allSatisfy { $0.kind != .comma && !Words.and.contains($0.word ?? "") }
  }

  /// "wings, tips kept for stock", "1 litre ginger beer for the ham": the food ends the part.
  private func isPurpose(_ food: Range<Int>) -> Bool {
    guard hasFood, food.lowerBound > 1 else { return false }
    if group.kind != .name, isOwn(food) { return true }
    var before = food.lowerBound - 1
    // "pour l'eau"
    if tokens[before].kind == .other { before -= 1 }
    if before > 0,
      ["each", "every"].contains(tokens[before].word ?? "")
        || Words.articles.contains(tokens[before].word ?? "") || Words.stop.contains(tokens[before].word ?? "")
    {
      before -= 1
    }
    // "for soaking the raisins"
    if before > 0, before < food.lowerBound - 1, tokens[before].word?.hasSuffix("ing") == true { before -= 1 }
    guard let word = tokens[before].word, ["for", "over", "pour", "apres", "after"].contains(word) else { return false }
    guard food.upperBound < tokens.count else { return true }
    return tokens[food.upperBound].kind == .comma || tokens[food.upperBound].kind == .close
  }

  /// The recipe's own product: "to grease pans and dough", "to thin the sauce", "si la pâte est trop collante",
  /// "depending on how thick you like the dressing"; but not "dipped in batter".
  private func isOwn(_ food: Range<Int>) -> Bool {
    guard food.count == 1, let word = tokens[food.lowerBound].word else { return false }
    let before = tokens[food.lowerBound - 1].word ?? ""
    let isNamed = Words.own.contains(before)
    func names(_ words: Set<String>) -> Bool {
      group.parts.contains { $0.prepositions.contains { words.contains(tokens[$0].word ?? "") } }
    }
    if isNamed, names(["depending", "selon"]) { return true }
    if isNamed, word == "sauce" || Words.doughs.contains(word) { return true }
    return Words.doughs.contains(word) && names(["to", "for", "pour"])
      && !Words.inside.contains(before) && !Words.stop.contains(before) && !Words.prepositions.contains(before)
  }

  private func written(_ at: Int) -> ArraySlice<Unicode.Scalar> { text[tokens[at].start..<tokens[at].end] }

  private func isAfterFood(_ index: Int) -> Bool {
    guard index > 0, case .food = line.items[index - 1].meaning else { return false }
    return true
  }

  /// "in their shells", "cut in half", but not "in brine".
  private func isPreposition(_ word: String, _ at: Int) -> Bool {
    if Words.prepositions.contains(word) { return true }
    guard Words.inside.contains(word) || Words.and.contains(word), at + 1 < tokens.count else { return false }
    let next = tokens[at + 1].word ?? ""
    if Words.possessive.contains(next) { return true }
    guard word == "in" else { return false }
    if tokens[at + 1].word == nil || Words.articles.contains(next) { return group.kind != .name }
    return group.parts.last?.verbs.last == at - 1 && Words.cutting.contains(tokens[at - 1].word ?? "")
  }

  private mutating func preposition(_ at: Int) {
    if group.kind == .name {
      guard hasFood, Words.purpose.contains(tokens[at].word ?? "") else { return }
      begin(.verb)
    }
    group.parts[group.parts.count - 1].prepositions.append(at)
  }

  private mutating func join() { group.parts.append(Part(isJoined: true)) }

  private mutating func begin(_ kind: Kind) {
    close()
    group = Group(kind: kind)
  }

  /// A comma: before the first food it divides adjectives.
  private mutating func endGroup() {
    if group.kind == .name, !hasFood { return }
    if outer.isEmpty {
      begin(.aside)
    } else {
      inside.append(group)
      group = Group(kind: .parenthesis)
    }
  }

  private mutating func endParenthesis() {
    inside.append(group)
    let isList = inside.contains(where: \.isFood)
    for one in inside { judge(one, isList: isList) }
    inside = []
    group = outer.removeLast()
  }

  private mutating func close() {
    if outer.isEmpty { judge(group, isList: true) }
  }

  /// Puts the unknown words that are no food among those to ignore.
  private mutating func judge(_ group: Group, isList: Bool) {
    guard group.kind != .name, hasFood else { return }
    var isShape = false
    for part in group.parts {
      for unknown in part.unknown {
        let isBehind = part.prepositions.contains { $0 < unknown.at }
        let isSubject = part.foods == 0 && part.verbs.contains { $0 > unknown.at }
        let isObject =
          !part.isJoined && group.kind != .verb && part.foods == 0 && part.verbs.contains { $0 < unknown.at }
        let isListed = part.isJoined && isShape && part.foods == 0
        let isNote =
          group.kind == .parenthesis && !part.isJoined && !isList && isSpecific && part.foods == 0
          && !Korean.isOpenNote(tokens[unknown.at].word ?? "")
          && !RussianAsides.isOfAllergen(tokens[unknown.at].word ?? "")
        if isBehind || isSubject || isObject || isListed || isNote { ignored.insert(unknown.item) }
      }
      isShape = isShape && part.foods == 0 || !part.prepositions.isEmpty
    }
  }

  /// "onion - chopped", but not "all-purpose"
  private func isAlone(_ at: Int) -> Bool {
    guard hasFood else { return false }
    let token = tokens[at]
    if token.kind == .colon { return true }
    return token.start > 0 && Number.isSpace(text[token.start - 1])
      || token.end < text.count && Number.isSpace(text[token.end])
  }

  /// "to taste. Use less …"
  private func endsSentence(_ at: Int) -> Bool {
    guard at > 0, at + 1 < tokens.count, tokens[at + 1].start > tokens[at].end, let before = tokens[at - 1].word
    else { return false }
    return before.unicodeScalars.count >= 4 && CookingUnit.named([before]) == nil
      && text[tokens[at + 1].start].properties.isUppercase
  }
}
