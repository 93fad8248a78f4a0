import Cookery
import Postgres
import RecipeImport

/// The values of a recipe to store.
struct RecipeDraft: Sendable {
  var id = UUID.v7()
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
  /// As the recipe says it, in lines.
  var nutrition = ""
  /// The stars that an import brings along: 1 to 5.
  var stars: Int?
  /// An upload that replaces the present picture.
  var imageID: UUID?
  var removesImage = false

  static let maximumLines = 500

  /// The rules that need no database.
  var problems: Problems {
    var problems = Problems()
    if name.isLonger(than: 10_000) {
      problems.add("name", .tooLong(10_000))
    } else if name.isBlank {
      problems.add("name", .noName)
    }
    problems.check("description", description, atMost: 100_000)
    for (field, lines) in [("ingredients", ingredients), ("steps", steps), ("labels", statements)]
    where lines.count > Self.maximumLines {
      problems.add(field, .tooMany(Self.maximumLines))
    }
    problems.check("cuisine", cuisine, atMost: 1_000)
    problems.check("yield", makes, atMost: 1_000)
    for (field, number, range) in [
      ("servings", servings, 1...1_000), ("prep_minutes", prepMinutes, 0...100_000),
      ("cook_minutes", cookMinutes, 0...100_000),
    ] where number.map(range.contains) == false {
      problems.add(field, .outOfRange(range))
    }
    problems.check("source_url", sourceURL, atMost: 10_000)
    if !sourceURL.isEmpty, !sourceURL.isWebAddress { problems.add("source_url", .notWebAddress) }
    problems.check("source_name", sourceName, atMost: 1_000)
    problems.check("notes", notes, atMost: 100_000)
    problems.check("nutrition", nutrition, atMost: 10_000)
    return problems
  }

  /// Whether a stored recipe is as these values want it.
  func isSame(as stored: RecipeDraft) -> Bool {
    func texts(_ recipe: RecipeDraft) -> [[String]] {
      [
        [recipe.name, recipe.description, recipe.cuisine, recipe.makes, recipe.sourceURL, recipe.sourceName],
        RecipeForm.lines(recipe.notes), RecipeForm.lines(recipe.nutrition), recipe.ingredients, recipe.statements,
      ]
    }
    return texts(self) == texts(stored) && steps == StepNumbers.removed(from: stored.steps)
      && (servings, prepMinutes, cookMinutes) == (stored.servings, stored.prepMinutes, stored.cookMinutes)
      && !removesImage && (imageID == nil || imageID == stored.imageID)
  }
}

extension RecipeDraft {
  /// As it is stored, from `RecipeQueries.find`.
  init(_ row: Row) throws {
    id = try row["id"]
    name = try row["name"]
    description = try row["description"]
    ingredients = try row["ingredients"]
    steps = try row["steps"]
    cuisine = try row["cuisine"]
    makes = try row["makes"]
    servings = try row["servings"]
    prepMinutes = try row["prep_minutes"]
    cookMinutes = try row["cook_minutes"]
    sourceURL = try row["source_url"]
    sourceName = try row["source_name"]
    notes = try row["notes"]
    nutrition = try row["nutrition"]
    statements = try row["statements"]
    hearsay = try row["hearsay"]
    imageID = try row["image_id"]
  }
}
