import CivilTime
import Cookery
import HTTP
import Postgres
import RecipeImport

/// The form that creates and edits a recipe: the input as typed, and its problems.
struct RecipeForm: PictureForm {
  /// A card of 290 CSS pixels on a screen with two pixels for each.
  static let thumbnailSize = 512

  let id: UUID
  var name = ""
  var description = ""
  /// A line each.
  var ingredients = ""
  var steps = ""
  var cuisine = ""
  /// The yield in words: "20 buns".
  var makes = ""
  /// For how many people; empty if that is not said.
  var servings = ""
  var prepMinutes = ""
  var cookMinutes = ""
  var sourceURL = ""
  /// Where it is from, in words: a book, a person.
  var sourceName = ""
  var notes = ""
  /// The labels, a line each: "vegan", "dessert".
  var statements = ""
  /// Those that the page or file of an import brought along.
  var hearsay: [String] = []
  /// The URL of an imported recipe's picture, until it is fetched.
  var imageURL = ""
  /// The recipe's picture, or the upload that will become it: kept while other fields are corrected.
  var imageID: UUID?
  /// Whether the picture belongs to the recipe already.
  var hasStoredImage = false
  var removesImage = false
  /// The version that the form was filled from; nil for a new recipe.
  var version: Int?
  /// The values that it was filled from (`MergeBase`).
  var base = ""
  /// Whether the form is an import's preview.
  var isImported = false
  /// Files of an import's archive that hold no recipe, for its preview.
  var passedOver: (count: Int, names: [String]) = (0, [])
  var errors = FormErrors()

  var isNew: Bool { version == nil }
  var hearsayText: String { hearsay.joined(separator: "\n") }

  /// An empty form with the id of its future recipe, so that sending it twice creates one recipe.
  init(id: UUID = .v7()) { self.id = id }

  /// The form as it was sent.
  init(id: UUID, _ form: Form) {
    self.id = id
    name = form["name"] ?? ""
    description = form["description"] ?? ""
    ingredients = form["ingredients"] ?? ""
    steps = form["steps"] ?? ""
    cuisine = form["cuisine"] ?? ""
    makes = form["yield"] ?? ""
    servings = form["servings"] ?? ""
    prepMinutes = form["prep_minutes"] ?? ""
    cookMinutes = form["cook_minutes"] ?? ""
    sourceURL = form["source_url"] ?? ""
    sourceName = form["source_name"] ?? ""
    notes = form["notes"] ?? ""
    statements = form["statements"] ?? ""
    imageURL = form["image_url"] ?? ""
    imageID = form["image_id"].flatMap { UUID($0.utf8) }
    removesImage = form["remove_image"] == "true"
    isImported = form["imported"] == "true"
    hearsay = Self.lines(form["hearsay"] ?? (isImported ? statements : ""))
    version = form["version"].flatMap { DigitReader.wholeNumber($0) }
    base = form["base"] ?? ""
  }

  /// The stored recipe, from `RecipeQueries.find`.
  init(_ row: Row) throws {
    id = try row["id"]
    name = try row["name"]
    description = try row["description"]
    let (ingredients, steps): ([String], [String]) = (try row["ingredients"], try row["steps"])
    self.ingredients = ingredients.joined(separator: "\n")
    self.steps = steps.joined(separator: "\n")
    cuisine = try row["cuisine"]
    func text(_ number: Int?) -> String { number.map { "\($0)" } ?? "" }
    makes = try row["makes"]
    servings = text(try row["servings"])
    prepMinutes = text(try row["prep_minutes"])
    cookMinutes = text(try row["cook_minutes"])
    sourceURL = try row["source_url"]
    sourceName = try row["source_name"]
    notes = try row["notes"]
    let statements: [String] = try row["statements"]
    self.statements = statements.joined(separator: "\n")
    hearsay = try row["hearsay"]
    imageID = try row["image_id"]
    hasStoredImage = imageID != nil
    version = try row["version"]
  }

  /// The lines of a text that are not blank, trimmed.
  static func lines(_ text: String) -> [String] {
    text.utf8.split { $0 == 0x0A || $0 == 0x0D }.map { Substring($0).trimmed }.filter { !$0.isBlank }
  }

  static let maximumLines = 500

  /// Checks what does not need the database; nil, with `errors` set, when a field is invalid.
  mutating func draft(_ strings: Strings) -> RecipeDraft? {
    if name.isBlank { errors.add("name", strings.recipesNameNeeded) }
    var draft = RecipeDraft(id: id)
    draft.name = name
    draft.description = description
    draft.ingredients = Self.lines(ingredients)
    draft.steps = StepNumbers.removed(from: Self.lines(steps))
    draft.notes = notes.trimmed
    draft.sourceName = sourceName.trimmed
    draft.statements = Self.lines(statements)
    draft.hearsay = RecipeLabels.unchanged(hearsay, in: draft.statements)
    for (field, lines) in [
      ("ingredients", draft.ingredients), ("steps", draft.steps), ("statements", draft.statements),
    ] where lines.count > Self.maximumLines {
      errors.add(field, strings.recipesTooManyLines(count: Self.maximumLines))
    }
    draft.cuisine = Self.stored(cuisine: cuisine)
    let people = people
    draft.makes = people.makes
    draft.servings = number(people.servings, "servings", 1...1_000, strings)
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

  /// Servings may be typed as a range, or as a number with words: "4–6" is 4, and what it makes is "4–6".
  private var people: (servings: String, makes: String) {
    let (typed, makes) = (servings.trimmed, makes.trimmed)
    // "-1" and "1.5" are mistakes, "1–2" and "for two" are not.
    let isRange = typed.dropFirst().contains { "-–—~〜～".contains($0) }
    guard isRange || typed.contains(where: \.isLetter), !typed.hasPrefix("-"), !typed.isLonger(than: 100) else {
      return (typed, makes)
    }
    let yield = Yield(typed)
    guard let number = yield.servings else { return (typed, makes) }
    return ("\(number)", makes.isEmpty ? yield.text ?? "" : makes)
  }

  /// A cuisine's name in any language becomes the stored one; an unknown name stays as typed.
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

  /// Turns a constraint violation into a field's problem; rethrows any other error.
  mutating func add(_ error: any Error, _ strings: Strings) throws {
    try errors.add(error, limits: Self.limits, strings)
  }

  private static let limits: [String: (field: String, limit: Int)] = [
    "recipes_name_length": ("name", 10_000),
    "recipes_description_length": ("description", 100_000),
    "recipes_cuisine_length": ("cuisine", 1_000),
    "recipes_makes_length": ("yield", 1_000),
    "recipes_source_length": ("source_url", 10_000),
    "recipes_source_name_length": ("source_name", 1_000),
    "recipes_notes_length": ("notes", 100_000),
  ]

  /// Whether the contents are equal, regardless of the version.
  func hasSameContent(as other: RecipeForm) -> Bool {
    func text(_ form: RecipeForm) -> [[String]] {
      [
        [form.name, form.description, Self.stored(cuisine: form.cuisine)],
        [
          form.people.servings, form.people.makes, form.prepMinutes.trimmed, form.cookMinutes.trimmed,
          form.sourceURL.trimmed,
        ],
        [form.sourceName.trimmed], Self.lines(form.notes),
        Self.lines(form.ingredients), StepNumbers.removed(from: Self.lines(form.steps)), Self.lines(form.statements),
      ]
    }
    return text(self) == text(other) && !removesImage && (imageID == nil || imageID == other.imageID)
  }
}

/// The values to store.
struct RecipeDraft {
  var id: UUID
  var name = ""
  var description = ""
  var ingredients: [String] = []
  var steps: [String] = []
  var cuisine = ""
  var makes = ""
  var servings: Int?
  var prepMinutes: Int?
  var cookMinutes: Int?
  var sourceURL = ""
  var sourceName = ""
  var notes = ""
  var statements: [String] = []
  /// Labels that are still as the page or file of an import brought them.
  var hearsay: [String] = []
  /// An upload that replaces the present picture.
  var imageID: UUID?
  var removesImage = false
}

extension String {
  /// The first 60 characters, for accessible names of buttons.
  var inLabel: String { utf8.count <= 60 ? self : String(prefix(60)) }
}

extension StringProtocol {
  /// Without white space at both ends.
  var trimmed: String {
    // By code points: finding the characters in a megabyte of spaces takes twenty times as long.
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
  /// Whether it begins like the address of a web page.
  var isWebAddress: Bool {
    let start = prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://")
  }
}
