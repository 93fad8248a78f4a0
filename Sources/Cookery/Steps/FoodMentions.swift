/// Foods named in a sentence.
struct FoodMentions {
  private let tokens: [Token]
  private let table = FoodTable.shared

  init(_ tokens: [Token]) { self.tokens = tokens }

  /// The food of the longest name that begins at a token, and its end.
  func food(at index: Int) -> (key: String, end: Int)? {
    guard index < tokens.count, let word = tokens[index].word, !Words.stop.contains(word) else { return nil }
    return Hangul.begins(word) ? korean(at: index) : phrase(at: index)
  }

  private func phrase(at index: Int) -> (key: String, end: Int)? {
    // Kitchen things and verbs that are foods in another language.
    if let word = tokens[index].word, Self.things.contains(word) { return nil }
    var ids: [UInt16] = []
    var found: (Int, Int)?
    var next = index
    while next < min(index + 10, tokens.count), ids.count < FoodTable.longestPhrase {
      switch tokens[next].kind {
      case .word(let word):
        if next == index || !Words.stop.contains(word) {
          guard let id = table.vocabulary[Stem.of(word)] else { return found.map { (table.foods[$0.0].key, $0.1) } }
          ids.append(id)
          if let food = table.phrases[FoodTable.Phrase(ids[...])] { found = (food, next + 1) }
        }
      case .dash, .other: break
      default: return found.map { (table.foods[$0.0].key, $0.1) }
      }
      next += 1
    }
    return found.map { (table.foods[$0.0].key, $0.1) }
  }

  /// Korean writes particles at the end ("양파를") and some names as two words.
  private func korean(at index: Int) -> (key: String, end: Int)? {
    var joined = ""
    var found: (Int, Int)?
    for next in index..<min(index + 4, tokens.count) {
      guard let word = tokens[next].word, Hangul.begins(word) else { break }
      for name in Self.forms(joined + word) {
        guard let food = table.hangul[name] else { continue }
        found = (food, next + 1)
        break
      }
      joined += word
    }
    return found.map { (table.foods[$0.0].key, $0.1) }
  }

  /// A Korean word, and what it is without particles.
  static func forms(_ word: String) -> [String] {
    var forms = [word]
    for particle in particles where word.hasSuffix(particle) {
      let rest = String(word.dropLast(particle.count))
      // A single syllable before a particle that other words end with is too little: 파이 is no leek.
      if rest.count >= 2 || rest.count == 1 && ["을", "를", "과", "와", "도"].contains(particle) { forms.append(rest) }
    }
    return forms
  }

  private static let particles = [
    "을", "를", "은", "는", "이", "가", "과", "와", "의", "도", "에", "로", "으로", "에는", "에도", "까지", "부터", "만", "이랑", "랑", "하고",
    "씩", "에서",
  ]
  private static let things: Set<String> = [
    "pan", "pans", "four", "moule", "poele", "plat", "sale", "note", "paste", "season", "dish", "cut", "pot", "pots",
    "for",
    "son", "more", "mix", "bol", "cook", "soup", "salt and", "rest", "top", "лук порей", "на",
  ]
}

/// Which lines of a recipe the text of a step mentions, so that they stand beside it.
public struct StepIngredients: Sendable {
  private var byKey: [String: [Int]] = [:]
  private var byHead: [String: [Int]] = [:]
  /// The lines below each heading, by its words: "For the dough:".
  private var groups: [String: Set<Int>] = [:]
  /// The lines that a step has mentioned so far, for "the remaining ingredients".
  private var mentioned: Set<Int> = []
  /// The lines with a food.
  private let foods: [Int]

  public init(_ lines: [IngredientLine]) {
    foods = lines.indices.filter { !lines[$0].key.isEmpty }
    var heading: [String] = []
    for (index, line) in lines.enumerated() {
      guard !line.key.isEmpty else {
        heading = Fold.words(of: line.text).filter { !Words.stop.contains($0) && !Self.purpose.contains($0) }.map {
          Stem.of($0)
        }
        continue
      }
      for word in heading { groups[word, default: []].insert(index) }
      byKey[line.key, default: []].append(index)
      for head in Self.heads(of: line.name) { byHead[head, default: []].append(index) }
    }
  }

  /// The keys of ingredients that are counted in pieces.
  public static func counted(_ lines: [IngredientLine]) -> Set<String> {
    Set(lines.filter { $0.quantity.map { $0.unit?.isMeasure != true } ?? false }.map(\.key)).subtracting([""])
  }

  /// The indices of the lines that the next step needs, in their order. Steps are given from the first on.
  public mutating func next(_ step: String) -> [Int] {
    let tokens = Token.read(Array(step.unicodeScalars))
    let mentions = FoodMentions(tokens)
    var found: Set<Int> = []
    var at = 0
    while at < tokens.count {
      guard let word = tokens[at].word else {
        at += 1
        continue
      }
      if let food = mentions.food(at: at) {
        // A food that no line has by its key may be the last word of one: "the thighs", "the oil".
        found.formUnion(byKey[food.key] ?? heads(tokens[food.end - 1].word ?? word))
        at = food.end
        continue
      }
      if !Words.stop.contains(word) { found.formUnion(heads(word)) }
      at += 1
    }
    if let group = group(tokens) {
      found.formUnion(group == .all ? foods : foods.filter { !mentioned.contains($0) })
    }
    if let named = heading(tokens), !found.isDisjoint(with: named) { found.formIntersection(named) }
    mentioned.formUnion(found)
    return found.sorted()
  }

  private func heads(_ word: String) -> [Int] {
    if Hangul.begins(word) { return FoodMentions.forms(word).lazy.compactMap { byHead[$0] }.first ?? [] }
    return byHead[Stem.of(word)] ?? []
  }

  /// "the ingredients for the dough", "the butter for the top": the lines below that heading.
  private func heading(_ tokens: [Token]) -> Set<Int>? {
    guard !groups.isEmpty else { return nil }
    var isPurpose = false
    for word in tokens.lazy.compactMap(\.word) {
      if isPurpose, let group = groups[Stem.of(word)] { return group }
      isPurpose = Self.purpose.contains(word) || isPurpose && Words.stop.contains(word)
    }
    return nil
  }
  private static let purpose: Set<String> = ["for", "pour", "для"]

  private enum Group { case all, rest }

  /// "all the ingredients", "the remaining ingredients"
  private func group(_ tokens: [Token]) -> Group? {
    guard let at = tokens.firstIndex(where: { $0.word.map(Self.isIngredients) ?? false }) else { return nil }
    let before =
      tokens[max(0, at - 4)..<at].compactMap(\.word) + tokens[at..<min(at + 3, tokens.count)].compactMap(\.word)
    if before.contains(where: { Self.rest.contains(Stem.of($0)) }) { return .rest }
    return before.contains(where: { Self.all.contains(Stem.of($0)) }) ? .all : nil
  }

  private static func isIngredients(_ word: String) -> Bool {
    word == "ingredients" || word.hasPrefix("ингредиент") || word.hasPrefix("재료")
  }
  private static let all = Set(Words.folded("all, tous, все, всех, 모든, 모두, 전부").map { Stem.of($0) })
  private static let rest = Set(
    Words.folded("remaining, rest, other, restants, reste, autres, остальные, оставшиеся, остальных, 나머지, 남은").map {
      Stem.of($0)
    })

  /// The noun of a name: English and Korean put it last, French first; Russian either way.
  static func heads(of name: String) -> Set<String> {
    let tokens = Token.read(Array(name.unicodeScalars)).compactMap(\.word)
    let words = tokens.filter { !Words.stop.contains($0) }
    guard let first = words.first, let last = words.last else { return [] }
    if Hangul.begins(last) { return [last] }
    let isCyrillic = (0x430...0x44F).contains(first.unicodeScalars.first?.value ?? 0)
    var heads: Set<String> = [Stem.of(tokens.contains { ["de", "d", "du", "des"].contains($0) } ? first : last)]
    let isAccented = name.unicodeScalars.contains { (0xC0...0x17F).contains($0.value) }
    if isCyrillic || isAccented { heads.insert(Stem.of(first)) }
    return heads.filter {
      $0.count >= 3 && !Words.neutral.contains($0) && !made.contains($0) && CookingUnit.named([$0]) == nil
    }
  }
  /// Things that steps make themselves: "turn it in the paste" is not about the tamarind paste.
  private static let made = Set(
    Words.folded(
      "paste, powder, sauce, mixture, dough, batter, pâte, mélange, poudre, соус, паста, тесто, 소스, 가루, 양념, 반죽"
    )
    .map { Stem.of($0) })
}
