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
  var nutrition = ""
  /// The stars that an import brings along: 1 to 5.
  var stars: Int?
  /// The labels, separated by commas or lines: "vegan, dessert".
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
  /// Whether the preview is of a photograph, of which some letters may be read wrong.
  var isPhotograph = false
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
    nutrition = form["nutrition"] ?? ""
    stars = form["stars"].flatMap { Int(digits: $0) }.flatMap { (1...5).contains($0) ? $0 : nil }
    // "statements" is what a form of an earlier version sends.
    statements = form["labels"] ?? form["statements"] ?? ""
    imageURL = form["image_url"] ?? ""
    imageID = form["image_id"].flatMap { UUID($0.utf8) }
    removesImage = form["remove_image"] == "true"
    isImported = form["imported"] == "true"
    hearsay = Self.labels(form["hearsay"] ?? (isImported ? statements : ""))
    version = form["version"].flatMap { DigitReader.wholeNumber($0) }
    base = form["base"] ?? ""
  }

  /// As it is stored.
  init(_ recipe: RecipeDraft, version: Int) {
    id = recipe.id
    name = recipe.name
    description = recipe.description
    ingredients = recipe.ingredients.joined(separator: "\n")
    steps = recipe.steps.joined(separator: "\n")
    cuisine = recipe.cuisine
    func text(_ number: Int?) -> String { number.map { "\($0)" } ?? "" }
    makes = recipe.makes
    servings = text(recipe.servings)
    prepMinutes = text(recipe.prepMinutes)
    cookMinutes = text(recipe.cookMinutes)
    sourceURL = recipe.sourceURL
    sourceName = recipe.sourceName
    notes = recipe.notes
    nutrition = recipe.nutrition
    statements = recipe.statements.joined(separator: "\n")
    hearsay = recipe.hearsay
    imageID = recipe.imageID
    hasStoredImage = imageID != nil
    self.version = version
  }

  /// The lines of a text that are not blank, trimmed.
  static func lines(_ text: String) -> [String] {
    text.utf8.split { $0 == 0x0A || $0 == 0x0D }.map { Substring($0).trimmed }.filter { !$0.isBlank }
  }

  /// The labels of a text, each once.
  static func labels(_ text: String) -> [String] {
    var known: Set<String> = []
    let parts = lines(text).flatMap { $0.split { ",;、，".contains($0) } }.map(\.trimmed)
    return parts.filter { !$0.isEmpty && known.insert($0).inserted }
  }

  /// Its values: the rules refuse what stands for a text that cannot be read. Reading the largest form takes long.
  var draft: RecipeDraft {
    var draft = RecipeDraft(id: id)
    draft.name = name
    draft.description = description
    draft.ingredients = Self.lines(ingredients)
    draft.steps = StepNumbers.removed(from: Self.lines(steps))
    draft.notes = notes.trimmed
    draft.nutrition = nutrition.trimmed
    draft.stars = stars
    draft.sourceName = sourceName.trimmed
    draft.statements = Self.labels(statements)
    draft.hearsay = RecipeLabels.unchanged(hearsay, in: draft.statements)
    draft.cuisine = Self.stored(cuisine: cuisine)
    let people = people
    draft.makes = people.makes
    draft.servings = Self.number(people.servings)
    draft.prepMinutes = Self.minutes(prepMinutes)
    draft.cookMinutes = Self.minutes(cookMinutes)
    draft.sourceURL = sourceURL.trimmed
    draft.imageID = imageID
    draft.removesImage = removesImage
    return draft
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

  /// "195", and "3 h 15" or "1 час 20 минут".
  private static func minutes(_ text: String) -> Int? {
    guard text.contains(where: { $0.isLetter || $0 == ":" }), !text.trimmed.hasPrefix("-"), !text.isLonger(than: 100)
    else {
      return number(text)
    }
    return CookingTime.minutes(text) ?? -1
  }

  private static func number(_ text: String) -> Int? { text.isBlank ? nil : Int(digits: text.trimmed) ?? -1 }
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
