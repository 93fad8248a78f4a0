import RecipeImport

/// MealMaster's texts.
struct MealMaster {
  static func isFile(_ text: String) -> Bool {
    text.split(separator: "\n").prefix(50).contains { isStart(String($0)) }
  }

  /// "MMMMM----- Recipe via Meal-Master (tm) v8.05"
  static func isStart(_ line: String) -> Bool {
    guard line.first.map({ "M-:".contains($0) }) == true, line.range(ofText: "-----") != nil else { return false }
    let words = line.lowercased()
    return ["meal-master", "mealmaster", "now you're cooking"].contains { words.range(ofText: $0) != nil }
  }

  /// A line of signs, which ends what stands before it: "MMMMM-----SAUCE-----", "MMMMM".
  private static func isRule(_ line: String) -> Bool {
    line.hasPrefix("MMMM") || line.hasPrefix("-----")
  }

  /// "~-------------", between a note and the steps.
  private static func isOrnament(_ line: String) -> Bool {
    line.utf8.count > 9 && line.allSatisfy { "~-=_*".contains($0) }
  }

  static func read(_ text: String) -> MovedFile {
    var reader = MealMaster()
    reader.file.program = "MealMaster"
    for line in text.normalLines.split(separator: "\n", omittingEmptySubsequences: false) { reader.read(String(line)) }
    if reader.draft != nil { reader.file.leave(MovedFile.end, .cutRecipe) }
    reader.end()
    return reader.file
  }

  private var file = MovedFile()
  private var draft: RecipeDraft?
  /// Whether the head has ended.
  private var isBody = false
  private var (paragraph, heading) = ("", "")
  /// Ingredients in two columns are read down, then across.
  private var columns: [[String]] = [[], []]

  private mutating func read(_ line: String) {
    if Self.isStart(line) {
      end()
      (draft, isBody, heading) = (RecipeDraft(), false, "")
      return
    }
    guard draft != nil else { return }
    // A letter that quotes a recipe has colons before its lines of signs.
    let line = line.hasPrefix(":M") || line.hasPrefix(":-") ? String(line.dropFirst()) : line
    let trimmed = line.trimmed
    if Self.isOrnament(trimmed), !line.hasPrefix("-----") { return flush() }
    if Self.isRule(line) {
      flush()
      heading = OldRecipeTexts.withoutOrnaments(String(trimmed.drop { $0 == "M" })).lowercased()
      if heading.isEmpty { end() }
      return
    }
    if !isBody, let colon = trimmed.firstIndex(of: ":"),
      Self.isHead(trimmed[..<colon].lowercased(), trimmed[trimmed.index(after: colon)...].trimmed, &draft)
    {
      return
    }
    if trimmed.isEmpty {
      if !paragraph.isEmpty { flush() }
      return
    }
    isBody = true
    let found = paragraph.isEmpty ? Self.ingredients(line) : []
    if found.isEmpty {
      if paragraph.isEmpty { flush() }
      draft?.addStepHeading(heading)
      // The sign ends a paragraph.
      let isLast = trimmed.hasSuffix("\u{14}")
      paragraph += (paragraph.isEmpty ? "" : " ") + (isLast ? trimmed.dropLast().trimmed : trimmed)
      if isLast { flush() }
    } else {
      draft?.addHeading(heading)
      for (column, text) in found { columns[column].append(text) }
    }
    heading = ""
  }

  /// Ends a paragraph, or the ingredients.
  private mutating func flush() {
    draft?.addStep(paragraph)
    paragraph = ""
    for line in columns.joined() {
      if line.hasPrefix("-"), let last = draft?.recipe.ingredients.popLast() {
        draft?.addIngredient("\(last) \(line.dropFirst().trimmed)")
      } else {
        draft?.addIngredient(line)
      }
    }
    columns = [[], []]
  }

  /// Ends a recipe.
  private mutating func end() {
    flush()
    draft?.finish(&file)
    draft = nil
  }

  /// Whether a line belongs to the head, before the ingredients; then it is read.
  private static func isHead(_ name: String, _ value: String, _ draft: inout RecipeDraft?) -> Bool {
    switch name {
    case "title": draft?.recipe.title = value
    case "categories": for label in value.commaList where label.lowercased() != "none" { draft?.label(label) }
    case "yield", "servings": draft?.addYield(value)
    case "preparation time": draft?.recipe.prepMinutes = OldRecipeTexts.minutes(value)
    case "source", "recipe by": draft?.setSource(value)
    default: return false
    }
    return true
  }

  /// One or two ingredients and their columns: seven characters of an amount, two of a unit, and the name; the second one
  /// begins at character 41.
  private static func ingredients(_ line: String) -> [(column: Int, text: String)] {
    let characters = Array(line)
    func one(_ part: ArraySlice<Character>) -> String? {
      guard part.count > 11 else { return nil }
      let start = part.startIndex
      let amount = String(part[start..<start + 7]).trimmed
      let unit = String(part[(start + 8)..<(start + 10)]).trimmed
      let name = String(part[(start + 11)...]).trimmed
      guard part[start + 7] == " ", part[start + 10] == " ", !name.isEmpty,
        amount.allSatisfy({ $0.isNumber || "/. -".contains($0) }),
        unit.isEmpty || units[unit.lowercased()] != nil
      else { return nil }
      if amount.isEmpty, unit.isEmpty, name.hasPrefix("-") { return name }
      let word = units[unit] ?? units[unit.lowercased()] ?? unit
      return [amount, word, name].filter { !$0.isEmpty }.joined(separator: " ")
    }
    if characters.count > 52, characters[39] == " " || characters[40] == " ", let second = one(characters[41...]) {
      if characters[..<41].allSatisfy({ $0 == " " }) { return [(1, second)] }
      if let first = one(characters[..<40]) { return [(0, first), (1, second)] }
    }
    return one(characters[...]).map { [(0, $0)] } ?? []
  }

  private static let units = [
    "x": "", "sm": "small", "md": "medium", "lg": "large", "cn": "can", "pk": "package", "pn": "pinch", "dr": "drop",
    "ds": "dash",
    "ct": "carton", "bn": "bunch", "sl": "slice", "ea": "", "t": "teaspoon", "ts": "teaspoon", "T": "tablespoon",
    "tb": "tablespoon",
    "fl": "fluid ounce", "c": "cup", "pt": "pint", "qt": "quart", "ga": "gallon", "oz": "ounce", "lb": "pound",
    "ml": "ml", "cb": "cubic cm",
    "cl": "cl", "dl": "dl", "l": "l", "mg": "mg", "cg": "cg", "dg": "dg", "g": "g", "kg": "kg",
  ]
}
