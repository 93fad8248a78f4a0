/// Decides between a page's stated list of ingredients and the one that it shows. The stated one counts, unless it has
/// lost something on the way that the shown one still has.
struct ListChoice {
  private let stated: [String]
  private let shown: [String]
  private let statedKeys: [String]
  private let shownKeys: [String]

  static func better(stated: [String], shown: @autoclosure () -> [String]) -> [String] {
    guard isSmall(stated) else { return stated }
    let shown = shown()
    guard shown.count > 1, isSmall(shown), shown != stated, !shown.contains(where: { AmountRows.isAmount($0) }) else {
      return stated
    }
    if ListChoice(stated: stated, shown: shown).isBetter { return shown }
    let plain = withoutHeadings(shown, stated)
    return ListChoice(stated: stated, shown: plain).isClearer ? plain : stated
  }

  /// Every line is searched in all of the others.
  static func isSmall(_ lines: [String]) -> Bool {
    lines.count < 400 && lines.reduce(0) { $0 + $1.utf8.count } < 50_000
  }

  private init(stated: [String], shown: [String]) {
    self.stated = stated
    self.shown = shown
    statedKeys = stated.map(IngredientLines.essence)
    shownKeys = shown.map(IngredientLines.essence)
  }

  /// Without lines that have no amount and are in no stated line, if these are all that it has more.
  private static func withoutHeadings(_ shown: [String], _ stated: [String]) -> [String] {
    guard shown.count > stated.count, shown.count <= stated.count * 2 else { return shown }
    let words = stated.map { Set(MachineText.foodWords($0)) }
    let kept = shown.filter { line in
      let own = Set(MachineText.foodWords(line))
      return IngredientLines.hasAmount(line) || words.contains { own.isSubset(of: $0) }
    }
    return kept.count == stated.count ? kept : shown
  }

  /// The same ingredients, in the words that the page shows.
  private var isClearer: Bool { hasOpenPlurals || hasLostSpaces || isWrittenByMachine || isIncomplete }

  private var isBetter: Bool {
    isRunTogether || isTornApart || hasOpenPlurals || hasLostSpaces || hasLostAmounts || hasOnlyHeadings || isCutOff
      || isRepeating || namesAmountsLast
  }

  private static func share(_ lines: [String], _ holds: (String) -> Bool) -> Double {
    Double(lines.count(where: holds)) / Double(max(1, lines.count))
  }

  static func hasAmountsFirst(_ lines: [String]) -> Bool { share(lines, beginsWithAmount) > 0.5 }

  private static func beginsWithAmount(_ line: String) -> Bool {
    line.unicodeScalars.first.map { IngredientLines.hasAmount(String($0)) } ?? false
  }

  /// All ingredients in one text, or in few.
  private var isRunTogether: Bool {
    if stated.count == 1 { return shown.count > 2 && statedKeys[0] == shownKeys.joined() }
    // Several in one text, cut at the full stop of "1.5".
    guard stated.count * 3 <= shown.count * 2, shownKeys.count(where: { $0.unicodeScalars.count > 8 }) > 2 else {
      return false
    }
    let all = statedKeys.joined()
    let found = shownKeys.filter { all.contains($0) || all.contains($0.dropFirst()) }.count
    return found * 10 >= shown.count * 9 && statedKeys.joined().utf8.count * 10 >= shownKeys.joined().utf8.count * 9
  }

  /// "butter", "in pieces" for "butter, in pieces". Far fewer lines are whole groups, each in one line.
  private var isTornApart: Bool {
    shown.count < stated.count && shown.count * 2 >= stated.count && statedKeys.joined() == shownKeys.joined()
  }

  /// "200g flour" for "200 g flour"
  private var hasLostSpaces: Bool {
    statedKeys == shownKeys
      && zip(stated, shown).contains { line, other in
        if Self.hasLostSpace(line, other) { return true }
        let amount = line.prefix { $0.isNumber }
        return !amount.isEmpty && line.dropFirst(amount.count).first?.isLetter == true && other.hasPrefix(amount + " ")
      }
  }

  /// "150克flour" for "150克 flour": a space after the amount, and nothing else.
  private static func hasLostSpace(_ line: String, _ other: String) -> Bool {
    guard let cut = other.firstIndex(of: " "), other[..<cut] + other[other.index(after: cut)...] == line else {
      return false
    }
    return cut > other.startIndex && other[other.index(before: cut)].unicodeScalars.allSatisfy { $0.value >= 0x3000 }
  }

  /// "500.0 g flour", "1 pound(s) flour", "36.40 gm oil" for "500 g flour", "1 pound flour", "2 tbsp oil"
  private var isWrittenByMachine: Bool {
    guard stated.count == shown.count else { return false }
    if stated.contains(where: MachineText.isOdd), !shown.contains(where: MachineText.isOdd) { return hasSameFoods }
    // "soy sauce" for "2 tsp soy sauce", in some of the lines.
    let lost = zip(stated, shown).count { !IngredientLines.hasAmount($0) && Self.beginsWithAmount($1) }
    let found = zip(stated, shown).count { IngredientLines.hasAmount($0) && !IngredientLines.hasAmount($1) }
    return lost > 0 && found == 0 && hasSameFoods
  }

  /// Whether each stated line has its own shown one with half of its words, units aside.
  private var hasSameFoods: Bool {
    let words = stated.map { Set(MachineText.foodWords($0)) }
    var others = shown.map { Set(MachineText.foodWords($0)) }
    return words.allSatisfy { line in
      let found = others.firstIndex { other in
        let common = line.intersection(other).count
        return common > 0 ? common * 2 >= min(line.count, other.count) : line.isEmpty && other.isEmpty
      }
      if let found { others.remove(at: found) }
      return found != nil
    }
  }

  /// All the same lines in the same order, but for one or two ingredients.
  private var isIncomplete: Bool {
    guard stated.count > 3, (1...2).contains(shown.count - stated.count) else { return false }
    var rest = statedKeys[...]
    var more: [String] = []
    for (line, key) in zip(shown, shownKeys) {
      if rest.first == key { rest.removeFirst() } else { more.append(line) }
    }
    return rest.isEmpty && more.allSatisfy { Self.beginsWithAmount($0) && AmountRows.isIngredient($0) }
  }

  /// "2 cup(s) flour" for "2 cups flour"
  private var hasOpenPlurals: Bool {
    stated.count == shown.count && stated.contains { $0.contains("(s)") } && !shown.contains { $0.contains("(s)") }
      && zip(stated, shownKeys).allSatisfy { line, key in
        ["", "s"].contains { IngredientLines.essence(line.replacing("(s)", with: $0)) == key }
      }
  }

  /// "flour" for "200 g flour"
  private var hasLostAmounts: Bool {
    let amounts = Self.share(stated, IngredientLines.hasAmount)
    guard amounts < 0.5, amounts + 0.3 < Self.share(shown, IngredientLines.hasAmount),
      shown.count * 5 >= stated.count * 4, shown.count <= stated.count * 2
    else { return false }
    let all = shownKeys.joined()
    return statedKeys.count(where: all.contains) * 10 >= stated.count * 7
  }

  /// "Dough", "Filling" for the groups' ingredients
  private var hasOnlyHeadings: Bool {
    shown.count > stated.count && !stated.contains(where: IngredientLines.hasAmount)
      && Self.share(shown, IngredientLines.hasAmount) >= 0.5
  }

  /// The first group only.
  private var isCutOff: Bool {
    guard stated.count > 2, shown.count * 2 >= stated.count * 3 else { return false }
    let keys = Set(statedKeys)
    let more = zip(shown, shownKeys).filter { !keys.contains($1) }.map(\.0)
    return Set(shownKeys).count + 2 >= shown.count && keys.isSubset(of: shownKeys) && more.count > 2
      && Self.share(more, IngredientLines.hasAmount) >= 0.6
  }

  /// The same lines, some of them twice.
  private var isRepeating: Bool { shown.count < stated.count && Set(statedKeys) == Set(shownKeys) }

  /// "flour, 200 g" for "200 g flour"
  private var namesAmountsLast: Bool {
    stated.count == shown.count && Self.share(stated, Self.beginsWithAmount) < 0.4
      && Self.share(shown, Self.beginsWithAmount) > 0.5
      && zip(statedKeys, shownKeys).allSatisfy { Self.holds($1, all: $0) }
  }

  /// Whether all characters of a line are in another; a remark may be added.
  private static func holds(_ line: String, all other: String) -> Bool {
    var counts: [Unicode.Scalar: Int] = [:]
    for scalar in line.unicodeScalars { counts[scalar, default: 0] += 1 }
    for scalar in other.unicodeScalars {
      counts[scalar, default: 0] -= 1
      if counts[scalar]! < 0 { return false }
    }
    return true
  }
}
