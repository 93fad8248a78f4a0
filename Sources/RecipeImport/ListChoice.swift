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
    let choice = ListChoice(stated: stated, shown: shown)
    return choice.isBetter ? shown : stated
  }

  /// Every line is searched in all of the others.
  private static func isSmall(_ lines: [String]) -> Bool {
    lines.count < 400 && lines.reduce(0) { $0 + $1.utf8.count } < 50_000
  }

  private init(stated: [String], shown: [String]) {
    self.stated = stated
    self.shown = shown
    statedKeys = stated.map(IngredientLines.essence)
    shownKeys = shown.map(IngredientLines.essence)
  }

  private var isBetter: Bool {
    isRunTogether || isTornApart || hasOpenPlurals || hasLostSpaces || hasLostAmounts || hasOnlyHeadings || isCutOff
      || isRepeating || namesAmountsLast
  }

  private static func share(_ lines: [String], _ holds: (String) -> Bool) -> Double {
    Double(lines.count(where: holds)) / Double(max(1, lines.count))
  }

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
        let amount = line.prefix { $0.isNumber }
        return !amount.isEmpty && line.dropFirst(amount.count).first?.isLetter == true && other.hasPrefix(amount + " ")
      }
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
