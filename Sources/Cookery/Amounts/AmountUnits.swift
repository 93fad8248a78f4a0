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
    // "1 dos de cabillaud" is no German Dose.
    if first == "dos" { return nil }
    // A sprinkle is an amount, sprinkles are a food.
    if first == "sprinkles" { return nil }
    // "1 dose de safran"; a German Dose is a tin.
    if first == "dose" || first == "doses", ["de", "d"].contains(word(index + 1) ?? "") {
      return (.package, index, index + 1)
    }
    if let butter = knobOfButter(first, index) { return butter }
    // A trickle is of something liquid, and other filets are the food: "4 filets de cabillaud".
    if first == "filet" || first == "filets" {
      let rest = tokens[(index + 1)...].prefix(3).compactMap(\.word).first { !Words.stop.contains($0) }
      guard let rest, Self.liquids.contains(rest) else { return nil }
    }
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

  /// "can of tuna", "gousse d'ail", "пачка творога": one of a unit whose food is told behind it.
  func isOne(_ unit: (unit: CookingUnit, start: Int, end: Int)) -> Bool {
    guard let name = word(unit.start), let next = word(unit.end) else { return false }
    // "кубик овощной 1 шт."
    if tokens[unit.end...].contains(where: { if case .number = $0.kind { true } else { false } }) { return false }
    if name.unicodeScalars.first.map({ (0x400...0x4FF).contains($0.value) }) == true {
      return unit.unit != .cube && Plurals.isRussianSingular(name) && !Words.stop.contains(next)
        && !Words.prepositions.contains(next)
        && !Words.and.contains(next) && !Self.connectors.contains(next)
    }
    return (unit.unit.isContainer || unit.unit.kind == .spoons || [.clove, .slice, .cube].contains(unit.unit))
      && !name.hasSuffix("s")
      && ["of", "de", "d"].contains(next) && unit.end + 1 < tokens.count
  }

  func one(_ unit: (unit: CookingUnit, start: Int, end: Int), at first: Int) -> Amount {
    Amount(
      least: Rational(1), most: nil, unit: unit.unit, numbers: tokens[first].start..<tokens[first].start,
      tokens: first..<endOfContents(unit), unitTokens: unit.start..<unit.end)
  }

  /// "noix de beurre", "noisette de beurre": as much as a nut.
  private func knobOfButter(_ first: String, _ index: Int) -> (unit: CookingUnit, start: Int, end: Int)? {
    guard ["noix", "noisette", "noisettes"].contains(first), ["de", "d"].contains(word(index + 1) ?? ""),
      ["beurre", "margarine", "saindoux", "ghee"].contains(word(index + 2) ?? "")
    else { return nil }
    return (.knob, index, index + 1)
  }

  private static let liquids = Words.folded(
    """
    huile, vinaigre, jus, citron, lait, crème, miel, sirop, sauce, eau, rhum, cognac, vin, tabasco, nuoc, agave, caramel, whisky, calvados,
    balsamique
    """
  )

  private func koreanUnit(_ word: String, _ index: Int) -> (unit: CookingUnit, start: Int, end: Int)? {
    if let unit = CookingUnit.named([word]) { return (unit, index, index + 1) }
    // "큰 술", "작은 스푼"
    if word == "큰" || word == "작은", let next = self.word(index + 1), let unit = CookingUnit.named([word + next]),
      unit.kind == .spoons
    {
      return (unit, index, index + 2)
    }
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
  private static let slashed: Set<String> = ["c", "ст", "ч", "с", "дес", "д", "ж"]

  /// Behind a unit: its dot, and how full it is, "с горкой", "bombée".
  private func behindDot(_ index: Int) -> Int {
    let end = index < tokens.count && tokens[index].kind == .dot ? index + 1 : index
    for filling in Self.fillings where filling.indices.allSatisfy({ word(end + $0) == filling[$0] }) {
      let behind = end + filling.count
      // "1 tranche épaisse de lard"; without "de" it may be the food that is fine.
      if filling.count > 1 || word(behind).map({ Words.ofFrench.contains($0) }) == true { return behind }
    }
    return end
  }
  private static let fillings =
    [
      ["с", "горкои"], ["без", "горки"], ["с", "верхом"], ["без", "верха"], ["bien", "pleine"],
      ["bien", "pleines"], ["bien", "remplie"], ["bien", "remplies"],
    ]
    + [
      "bombee", "bombees", "rase", "rases", "pleine", "pleines", "epaisse", "epaisses", "fine", "fines", "moyenne",
      "moyennes", "rabotee",
    ]
    .map { [$0] }

  static let sizes: Set<String> = Set(
    Words.folded(
      """
      small, medium, large, big, heaped, heaping, level, rounded, generous, scant, good, full, packed, tightly, lightly, whole, fresh, loosely, thin, thick, standard, sized, dried, tiny, american, healthy, hefty, sm, md, lg, lrg, xl,
      petit, petite, petits, petites, gros, grosse, grosses, grand, grande, grandes, bon, bonne, bonnes, belle, belles, moyenne,
      gehäufter, gehäufte, gestrichener, gestrichene, großer, große, großes, kleiner, kleine, kleines, kleinen, guter, gute, voller,
      большой, большая, большие, больших, маленький, маленькая, небольшой, небольшая, небольшие, полный, полная, неполная, крупный, средний, средняя, столовая,
      큰, 작은, grande, piccolo, piccola, pequeño, pequeña, colma, colmo, liten, stor, lille, grote, kleine, volle
      """
    ).map { Stem.of($0) })
}
