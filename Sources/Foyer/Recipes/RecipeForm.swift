import Cookery
import HTTP
import Postgres

/// The one form that makes and edits a recipe: what was typed, as it was typed, and what is wrong with it.
struct RecipeForm: PictureForm {
  let id: UUID
  var name = ""
  var description = ""
  /// A line each.
  var ingredients = ""
  var steps = ""
  var cuisine = ""
  var servings = ""
  var prepMinutes = ""
  var cookMinutes = ""
  var sourceURL = ""
  /// What the recipe says of itself, a line each: "vegan", "gluten-free".
  var statements = ""
  /// Where an imported recipe's picture is, until it is fetched.
  var imageURL = ""
  /// The picture that the recipe has, or will have: it is kept while something else in the form is put right.
  var imageID: UUID?
  /// Whether the picture is the recipe's already.
  var hasStoredImage = false
  var removesImage = false
  /// The version that the reader saw; nil for a recipe that does not exist yet.
  var version: Int?
  var errors = FormErrors()

  var isNew: Bool { version == nil }

  /// An empty form, with the id that its recipe will have: sent twice, it makes one recipe.
  init(id: UUID = .v7()) { self.id = id }

  /// The form as it came.
  init(id: UUID, _ form: Form) {
    self.id = id
    name = form["name"] ?? ""
    description = form["description"] ?? ""
    ingredients = form["ingredients"] ?? ""
    steps = form["steps"] ?? ""
    cuisine = form["cuisine"] ?? ""
    servings = form["servings"] ?? ""
    prepMinutes = form["prep_minutes"] ?? ""
    cookMinutes = form["cook_minutes"] ?? ""
    sourceURL = form["source_url"] ?? ""
    statements = form["statements"] ?? ""
    imageURL = form["image_url"] ?? ""
    imageID = form["image_id"].flatMap { UUID($0.utf8) }
    removesImage = form["remove_image"] == "true"
    version = form["version"].flatMap { DigitReader.wholeNumber($0) }
  }

  /// A recipe as it is stored: `RecipeQueries.find`.
  init(_ row: Row) throws {
    id = try row["id"]
    name = try row["name"]
    description = try row["description"]
    let (ingredients, steps): ([String], [String]) = (try row["ingredients"], try row["steps"])
    self.ingredients = ingredients.joined(separator: "\n")
    self.steps = steps.joined(separator: "\n")
    cuisine = try row["cuisine"]
    func text(_ number: Int?) -> String { number.map { "\($0)" } ?? "" }
    servings = text(try row["servings"])
    prepMinutes = text(try row["prep_minutes"])
    cookMinutes = text(try row["cook_minutes"])
    sourceURL = try row["source_url"]
    let statements: [String] = try row["statements"]
    self.statements = statements.joined(separator: "\n")
    imageID = try row["image_id"]
    hasStoredImage = imageID != nil
    version = try row["version"]
  }

  /// The lines of a text that have words, without what surrounds them.
  static func lines(_ text: String) -> [String] {
    text.utf8.split { $0 == 0x0A || $0 == 0x0D }.map { Substring($0).trimmed }.filter { !$0.isBlank }
  }

  static let maximumLines = 500

  /// Checks what the database cannot; nil, and `errors`, when something is wrong.
  mutating func draft(_ strings: Strings) -> RecipeDraft? {
    if name.isBlank { errors.add("name", strings.recipesNameNeeded) }
    var draft = RecipeDraft(id: id)
    draft.name = name
    draft.description = description
    draft.ingredients = Self.lines(ingredients)
    draft.steps = Self.lines(steps)
    draft.statements = Self.lines(statements)
    for (field, lines) in [
      ("ingredients", draft.ingredients), ("steps", draft.steps), ("statements", draft.statements),
    ] where lines.count > Self.maximumLines {
      errors.add(field, strings.recipesTooManyLines(count: Self.maximumLines))
    }
    draft.cuisine = Self.stored(cuisine: cuisine)
    draft.servings = number(servings, "servings", 1...1_000, strings)
    draft.prepMinutes = number(prepMinutes, "prep_minutes", 0...100_000, strings)
    draft.cookMinutes = number(cookMinutes, "cook_minutes", 0...100_000, strings)
    draft.sourceURL = sourceURL.trimmed
    if !draft.sourceURL.isEmpty, !draft.sourceURL.isWebAddress {
      errors.add("source_url", strings.recipesSourceInvalid)
    }
    draft.imageID = imageID
    draft.removesImage = removesImage
    return errors.isEmpty ? draft : nil
  }

  /// A cuisine's name in any language becomes the one it is stored under; what nobody knows stays as it was typed.
  private static func stored(cuisine: String) -> String {
    let typed = cuisine.trimmed
    let known = Cuisine.allCases.first { cuisine in
      cuisine.rawValue == typed || Language.allCases.contains { Strings($0).text(cuisine) == typed }
    }
    return known?.rawValue ?? typed
  }

  private mutating func number(
    _ text: String, _ field: String, _ range: ClosedRange<Int>, _ strings: Strings
  ) -> Int? {
    if text.isBlank { return nil }
    guard let number = Int(digits: text.trimmed), range.contains(number) else {
      errors.add(field, strings.recipesNumberInvalid(from: range.lowerBound, to: range.upperBound))
      return nil
    }
    return number
  }

  /// Notes what the database refused. Rethrows what is no mistake of the reader's.
  mutating func add(_ error: any Error, _ strings: Strings) throws {
    try errors.add(error, limits: Self.limits, strings)
  }

  private static let limits: [String: (field: String, limit: Int)] = [
    "recipes_name_length": ("name", 10_000),
    "recipes_description_length": ("description", 100_000),
    "recipes_cuisine_length": ("cuisine", 1_000),
    "recipes_source_length": ("source_url", 10_000),
  ]

  /// Whether both say the same, whatever their versions.
  func hasSameContent(as other: RecipeForm) -> Bool {
    func text(_ form: RecipeForm) -> [[String]] {
      [
        [form.name, form.description, Self.stored(cuisine: form.cuisine)],
        [form.servings.trimmed, form.prepMinutes.trimmed, form.cookMinutes.trimmed, form.sourceURL.trimmed],
        Self.lines(form.ingredients), Self.lines(form.steps), Self.lines(form.statements),
      ]
    }
    return text(self) == text(other) && !removesImage && (imageID == nil || imageID == other.imageID)
  }
}

/// What is written to the database.
struct RecipeDraft {
  var id: UUID
  var name = ""
  var description = ""
  var ingredients: [String] = []
  var steps: [String] = []
  var cuisine = ""
  var servings: Int?
  var prepMinutes: Int?
  var cookMinutes: Int?
  var sourceURL = ""
  var statements: [String] = []
  /// A picture to take in place of the one there is.
  var imageID: UUID?
  var removesImage = false
}

extension StringProtocol {
  /// Without white space at both ends.
  var trimmed: String {
    // Of code points: to find the characters in a megabyte of spaces takes twenty times as long.
    func isSpace(_ scalar: Unicode.Scalar) -> Bool {
      scalar.isASCII ? scalar == " " || (9...13).contains(scalar.value) : scalar.properties.isWhitespace
    }
    let scalars = Substring(self).unicodeScalars
    guard let first = scalars.firstIndex(where: { !isSpace($0) }),
      let last = scalars.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(scalars[first...last])
  }
}

extension String {
  /// Whether it begins as the address of a web page does.
  var isWebAddress: Bool {
    let start = prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://")
  }
}
