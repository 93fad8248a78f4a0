/// Recipes in plain text, one below the other: where the next one begins.
///
/// A recipe begins at its name, which is found above its ingredients: those below a heading of their own, or two lines with
/// amounts in a row, behind the steps of the recipe before. A part that is no whole recipe stays with the one before it.
struct PastedRecipes {
  /// Longer texts are not divided.
  static let maximumBytes = 8 << 20
  private static let maximumRows = 5_000

  private struct Row {
    /// The number of its row in the text.
    let place: Int
    let line: PastedText.Line
    /// Empty rows before.
    let gap: Int
    /// Whether a rule or the end of a page is before.
    let isAfterRule: Bool
    /// The signs "#" in front.
    let level: Int
    let part: PastedText.Part?
  }

  private struct Start {
    let place: Int
    /// Whether more than an empty row tells that a recipe begins.
    let isSure: Bool
  }

  private let texts: [Substring]
  private let hasHeadings: Bool
  /// The place of the first recipe.
  private var first = 0
  private var rows: [Row] = []
  /// The empty rows between most paragraphs.
  private var usualGap = 1

  /// Every recipe of a text; one alone may be without a name.
  /// - Parameter hasHeadings: whether only headings tell where ingredients are.
  static func read(
    _ text: String, hasHeadings: Bool = false
  ) throws(ImportError) -> (recipes: [ImportedRecipe], isCut: Bool) {
    var reader = PastedRecipes(text, hasHeadings)
    let starts = reader.starts()
    guard !starts.isEmpty else { return ([try PastedText.read(text)], reader.texts.count > maximumRows) }
    return try reader.read(starts)
  }

  private init(_ text: String, _ hasHeadings: Bool) {
    self.hasHeadings = hasHeadings
    texts = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard text.utf8.count <= Self.maximumBytes else { return }
    var (gap, isAfterRule) = (0, false)
    var gaps: [Int: Int] = [:]
    for (place, text) in texts.enumerated() {
      let isRule = Self.isRule(text)
      isAfterRule = isAfterRule || isRule
      for piece in isRule ? [] : PastedText.parted(Text.fold(String(text.prefix(10_000)))) {
        let (plain, isMarked, isListed) = PastedText.plain(PastedText.withoutKeycaps(piece))
        if plain.isEmpty { continue }
        let line = PastedText.Line(text: plain, isAfterGap: gap > 0, isMarked: isMarked, isListed: isListed)
        if gap > 0 { gaps[gap, default: 0] += 1 }
        let hashes = text.prefix { $0 == "#" }.count
        rows.append(
          Row(
            place: place, line: line, gap: gap, isAfterRule: isAfterRule, level: hashes == 0 ? 7 : hashes,
            part: PastedText.heading(line)?.part))
        (gap, isAfterRule) = (-1, false)
      }
      gap += 1
    }
    usualGap = gaps.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 1
  }

  /// "-----", "* * *", the end of a page.
  private static func isRule(_ row: Substring) -> Bool {
    if row.utf8.contains(12) { return row.utf8.count < 4 }
    var marks = 0
    for scalar in row.unicodeScalars where scalar != " " {
      guard "-=_*~—–⸻━─═•·+".unicodeScalars.contains(scalar) else { return false }
      marks += scalar == "⸻" ? 3 : 1
    }
    return marks > 2
  }

  /// The recipes that begin here, and that before the first of them.
  private func read(_ starts: [Start]) throws(ImportError) -> (recipes: [ImportedRecipe], isCut: Bool) {
    var recipes: [ImportedRecipe] = []
    var (begin, isCut) = (first, false)
    func text(_ start: Int, _ end: Int) -> String { texts[start..<end].joined(separator: "\n") }
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1].place : texts.count
      // A part that is no recipe goes on with the one before it.
      guard isWhole(try? PastedText.read(text(start.place, end)), start) else { continue }
      if start.place - begin > Self.maximumRows {
        isCut = true
      } else if recipes.isEmpty, begin < start.place {
        let before = try? PastedText.read(text(begin, start.place))
        if before.map(\.ingredients.isEmpty) ?? true { continue }
      }
      recipes.append(try PastedText.read(text(begin, start.place)))
      begin = start.place
    }
    recipes.append(try PastedText.read(text(begin, texts.count)))
    return (recipes, isCut || texts.count - begin > Self.maximumRows)
  }

  private func isWhole(_ recipe: ImportedRecipe?, _ start: Start) -> Bool {
    guard let recipe, recipe.title != nil, !recipe.ingredients.isEmpty else { return false }
    return hasHeadings
      ? recipe.ingredients.count > 1 && !recipe.steps.isEmpty : start.isSure || !recipe.steps.isEmpty
  }

  // MARK: Starts

  private mutating func starts() -> [Start] {
    var starts: [Start] = []
    var (hasIngredients, hasSteps) = (false, false)
    // Names stand behind it.
    var (bound, list) = (0, 0)
    for (index, row) in rows.enumerated() {
      let isList = row.part == .ingredients || !hasHeadings && row.part == nil && beginsList(index)
      if isList, hasIngredients, let start = start(above: index, bound, isHeaded: row.part == .ingredients) {
        if start.isSure || hasSteps || rows[bound..<index].contains(where: { PastedText.isStep($0.line) }) {
          starts.append(start)
          (hasSteps, bound) = (false, index)
        }
      } else if isList, !hasIngredients {
        (bound, list) = (index, index)
      }
      hasIngredients = hasIngredients || isList
      if row.part == .steps { hasSteps = true }
      if row.part != nil { bound = index + 1 }
    }
    // The page's own heading may stand above the first recipe.
    if hasHeadings, let level = starts.first.flatMap({ start in rows.first { $0.place == start.place } })?.level {
      first = rows[..<list].last { $0.level == level && Self.isName($0.line) }?.place ?? 0
    }
    return starts
  }

  /// Whether this row and the next have amounts, and the one before has none.
  private func beginsList(_ index: Int) -> Bool {
    func isAmount(_ place: Int) -> Bool {
      guard rows.indices.contains(place), rows[place].part == nil else { return false }
      let line = rows[place].line
      return PastedText.isIngredient(line) && IngredientLines.hasAmount(line.text) && !isFact(line.text)
    }
    return isAmount(index) && isAmount(index + 1) && !isAmount(index - 1)
  }

  /// The name above a list of ingredients.
  private func start(above list: Int, _ bound: Int, isHeaded: Bool) -> Start? {
    var best: (index: Int, rank: Int)?
    for index in stride(from: list - 1, through: max(bound, list - 12), by: -1) {
      let (row, line) = (rows[index], rows[index].line)
      if index > 0, rows[index - 1].place == row.place { continue }
      if line.isListed && !row.isAfterRule || PastedText.isNumbered(line.text) { break }
      if Self.isName(line), !isFact(line.text), row.isAfterRule || !Self.isOfGroup(line.text, isHeaded: isHeaded),
        let rank = rank(row, list), rank > best?.rank ?? -1
      {
        best = (index, rank)
      }
      // The recipe before does not go on above a rule.
      if row.isAfterRule {
        return best.map { _ in Start(place: row.place, isSure: true) }
      }
    }
    guard let best else { return nil }
    var index = best.index
    // "Hi Anna, here is the recipe:"
    while index > bound,
      PastedText.isGreeting(rows[index - 1].line.text)
        || PastedText.isHandingOver(rows[index - 1].line.text)
    {
      index -= 1
    }
    return Start(place: rows[index].place, isSure: best.rank > 0)
  }

  /// Of how sure it is that a recipe begins here: 0 is an empty row alone.
  private func rank(_ row: Row, _ list: Int) -> Int? {
    if row.isAfterRule { return 20 }
    let lower = PastedText.lower(row.line.text)
    if PastedText.titleLabels.contains(where: { lower.hasPrefix($0) && $0.hasSuffix(":") }) { return 19 }
    // "Soup. Ingredients: 1 leek, salt. Method: boil."
    if row.gap > usualGap || rows[list].place == row.place { return 18 }
    if row.level < 7 { return 10 - row.level }
    return row.line.isMarked && row.gap > 0 ? 1 : row.gap > 0 ? 0 : nil
  }

  private static func isName(_ line: PastedText.Line) -> Bool {
    let words = line.text.split(separator: " ").count
    guard words <= 12, line.text.unicodeScalars.count <= 80, let last = line.text.last, !".;,!?:：".contains(last) else {
      return false
    }
    return !PastedText.isIngredient(line) && !PastedText.isStep(line)
  }

  /// Parts of one recipe: "For the sauce", "Frosting".
  private static func isOfGroup(_ text: String, isHeaded: Bool) -> Bool {
    let words = PastedText.name(text).split(separator: " ").map(String.init)
    guard let first = words.first, let last = words.last else { return true }
    if ["for", "pour", "для"].contains(first) || last == "용" { return true }
    let isGroup = PastedText.groups.contains(first) || PastedText.groups.contains(last)
    return isGroup && words.count <= (isHeaded ? 1 : 3)
  }

  private static let empty = PastedText()

  /// "Serves 4", "Prep: 10 min", an address.
  private func isFact(_ text: String) -> Bool {
    var reader = Self.empty
    return reader.takesFact(text)
  }
}
