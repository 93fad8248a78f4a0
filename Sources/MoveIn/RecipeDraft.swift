import RecipeImport

/// A recipe on its way over, with the fields that have no place of their own.
struct RecipeDraft {
  var recipe = ImportedRecipe()
  private var notes: [String] = []
  private var yields: [String] = []

  /// Behind the notes, under its name; without a name a text of the notes' own.
  mutating func keep(_ name: String?, _ text: String?) {
    guard let text = text?.trimmed, !text.isEmpty else { return }
    notes.append(name.map { "\($0): \(text)" } ?? text)
  }

  mutating func rate(_ text: String?) {
    guard let text, let value = Double(text), value > 0 else { return }
    keep("Rating", value.rounded() == value && value < 1000 ? "\(Int(value))" : text)
  }

  /// A fact of the nutrition, "saturated fat 3 g"; without a name, a text that has several.
  mutating func addNutrition(_ name: String?, _ text: String?) {
    guard let text = text?.trimmed, !text.isEmpty else { return }
    let fact = name.map { "\(Self.words($0)) \(text)" } ?? text
    recipe.nutrition = recipe.nutrition.map { "\($0), \(fact)" } ?? fact
  }

  /// "SaturatedFat", "Saturated Fat", "saturated_fat" → "saturated fat"
  private static func words(_ name: String) -> String {
    var words = ""
    for character in name {
      if character.isUppercase, words.last?.isLowercase == true { words.append(" ") }
      words.append(character == "_" ? " " : character)
    }
    return words.lowercased().trimmed
  }

  mutating func label(_ text: String?) {
    guard let text = text?.trimmed, !text.isEmpty, !recipe.statements.contains(text) else { return }
    recipe.statements.append(text)
  }

  /// Where it is from: an address, or words.
  mutating func setSource(_ text: String?) {
    guard let text = text?.oneLine.nonEmpty, text.lowercased() != "n/a" else { return }
    if text.lowercased().hasPrefix("http://") || text.lowercased().hasPrefix("https://") {
      if let url = recipe.url, url != text { keep("Source", text) } else { recipe.url = text }
    } else {
      if let name = recipe.sourceName, name != text { keep("Source", text) } else { recipe.sourceName = text }
    }
  }

  /// How many it is for, or what it makes: a number alone is one of people.
  mutating func addYield(_ text: String?) {
    guard let text = text?.oneLine.nonEmpty, text != "0" else { return }
    yields.append(Int(text) == nil ? text : "\(text) servings")
    recipe.makes = Yield(yields)
  }

  /// Sets a time; what is none stays text, under its name.
  mutating func setTime(_ time: WritableKeyPath<ImportedRecipe, Int?>, _ name: String, _ text: String?) {
    guard let text else { return }
    recipe[keyPath: time] = CookingTime.minutes(text)
    keep(name, CookingTime.unread(text))
  }

  mutating func addHeading(_ text: String?) {
    guard let text = text?.oneLine.nonEmpty else { return }
    recipe.ingredients.append(text.hasSuffix(":") ? text : "\(text):")
  }

  mutating func addIngredient(_ text: String?) {
    if let text = text.map(Self.folded)?.nonEmpty { recipe.ingredients.append(Self.withoutBullet(text)) }
  }

  mutating func addStep(_ text: String?) {
    guard let text = text.map(Self.folded)?.nonEmpty else { return }
    recipe.steps.append(Self.withoutNumber(Self.withoutBullet(text)))
  }

  mutating func addStepHeading(_ text: String?) {
    guard let text = text?.oneLine.nonEmpty else { return }
    recipe.steps.append(text.hasSuffix(":") ? text : "\(text):")
  }

  /// On one line, with single spaces: an amount without a unit leaves two.
  private static func folded(_ text: String) -> String {
    let line = text.oneLine
    return line.contains("  ") ? line.split(separator: " ").joined(separator: " ") : line
  }

  private static func withoutBullet(_ text: String) -> String {
    for bullet in ["- ", "* ", "• ", "– "] where text.hasPrefix(bullet) {
      return text.dropFirst(bullet.count).trimmed.nonEmpty ?? text
    }
    return text
  }

  /// "1. Mix" says its number besides.
  static func withoutNumber(_ text: String) -> String {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty, digits.count <= 2 else { return text }
    let rest = text.dropFirst(digits.count)
    guard rest.hasPrefix(". ") || rest.hasPrefix(") ") else { return text }
    return rest.dropFirst(2).trimmed.nonEmpty ?? text
  }

  /// The recipe; nil without a name, which is said.
  func finish(_ file: inout MovedFile) {
    var recipe = recipe.withoutMarks
    recipe.title = recipe.title?.oneLine.nonEmpty
    guard recipe.title != nil else {
      file.leave(recipe.ingredients.first ?? recipe.steps.first ?? MovedFile.unnamedRecipe, .noName)
      return
    }
    guard file.recipes.count < Self.maximumRecipes else {
      file.leave(recipe.title ?? "", .tooManyRecipes)
      return
    }
    let own = (recipe.notes.map { [$0] } ?? []) + notes
    recipe.notes = own.isEmpty ? nil : own.joined(separator: "\n")
    recipe.addTimes()
    file.recipes.append(recipe)
  }

  static let maximumRecipes = 20_000

  /// A quantity as people write it: 2, 1.5.
  static func amount(_ text: String?) -> String? {
    guard let text = text?.trimmed, let value = Double(text), value > 0, value < 1e9 else { return nil }
    if value.rounded() == value { return "\(Int(value))" }
    let cents = Int((value * 1000).rounded())
    var digits = "\(cents % 1000)"
    while digits.count < 3 { digits = "0" + digits }
    while digits.hasSuffix("0") { digits.removeLast() }
    return digits.isEmpty ? "\(cents / 1000)" : "\(cents / 1000).\(digits)"
  }
}
