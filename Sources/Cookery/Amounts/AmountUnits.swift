/// Units behind amounts.
extension AmountReader {
  /// The unit whose words begin at a token; `afterNeutral` allows "heaped", "small" before it.
  func unit(at index: Int, afterNeutral: Bool = false) -> (unit: CookingUnit, start: Int, end: Int)? {
    if let found = exactUnit(at: index) { return found }
    guard afterNeutral else { return nil }
    var next = index
    while next < min(index + 2, tokens.count), let word = tokens[next].word, Self.sizes.contains(Stem.of(word)) {
      next += 1
      if let found = exactUnit(at: next) { return found }
    }
    return nil
  }

  private func exactUnit(at index: Int) -> (unit: CookingUnit, start: Int, end: Int)? {
    guard index < tokens.count, let first = tokens[index].word else { return nil }
    if first == "t", tokens[index].end == tokens[index].start + 1 {
      let unit: CookingUnit = text[tokens[index].start] == "T" ? .tablespoon : .teaspoon
      return (unit, index, behindDot(index + 1))
    }
    if Hangul.begins(first) { return koreanUnit(first, index) }
    // A sprinkle is an amount, sprinkles are a food.
    if first == "sprinkles" { return nil }
    // So is a bouquet garni.
    if first.hasPrefix("bouquet"), word(index + 1)?.hasPrefix("garni") == true { return nil }
    var words: [String] = []
    var ends: [Int] = []
    var at = index
    let longest = CookingUnit.longestName(beginningWith: first)
    while at < tokens.count, words.count < longest {
      switch tokens[at].kind {
      case .word(let word):
        words.append(word)
        ends.append(at + 1)
      case .dot: break
      case .other where text[tokens[at].start] == "'" || text[tokens[at].start] == "’": break
      case .open, .close:
        // colher (sopa)
        guard first.hasPrefix("colher") || first.hasPrefix("xicara") else { at = tokens.count; continue }
        if tokens[at].kind == .close, !ends.isEmpty { ends[ends.count - 1] = at + 1 }
      case .slash where words.last.map { Self.slashed.contains($0) } == true: break
      default: at = tokens.count
      }
      at += 1
    }
    for count in stride(from: words.count, to: 0, by: -1) {
      if let unit = CookingUnit.named(words[..<count]) { return (unit, index, behindDot(ends[count - 1])) }
    }
    return nil
  }

  private func koreanUnit(_ word: String, _ index: Int) -> (unit: CookingUnit, start: Int, end: Int)? {
    if let unit = CookingUnit.named([word]) { return (unit, index, index + 1) }
    var rest = word[...]
    while rest.count > 1 {
      rest = rest.dropLast()
      if let unit = CookingUnit.named([String(rest)]), Words.koreanNeutral.contains(String(word.dropFirst(rest.count)))
      {
        return (unit, index, index + 1)
      }
      if word.count - rest.count > 3 { break }
    }
    return nil
  }

  /// "c/s", "ст/л"
  private static let slashed: Set<String> = ["c", "ст", "ч", "с", "дес", "д"]

  private func behindDot(_ index: Int) -> Int {
    index < tokens.count && tokens[index].kind == .dot ? index + 1 : index
  }

  static let sizes: Set<String> = Set(
    Words.folded(
      """
      small, medium, large, big, heaped, heaping, level, rounded, generous, scant, good, full, packed, tightly, lightly, whole, fresh, loosely, thin, thick, standard, sized, dried, tiny, american,
      petit, petite, petits, petites, gros, grosse, grosses, grand, grande, grandes, bon, bonne, bonnes, belle, belles, moyenne,
      gehäufter, gehäufte, gestrichener, gestrichene, großer, große, großes, kleiner, kleine, kleines, kleinen, guter, gute, voller,
      большой, большая, большие, больших, маленький, маленькая, небольшой, небольшая, небольшие, полный, полная, неполная, крупный, средний, средняя, столовая,
      큰, 작은, grande, piccolo, piccola, pequeño, pequeña, colma, colmo, liten, stor, lille, grote, kleine, volle
      """
    ).map { Stem.of($0) })
}
