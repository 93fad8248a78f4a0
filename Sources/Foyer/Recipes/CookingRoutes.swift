import CivilTime
import HTML
import HTTP
import Postgres
import QRCode

/// Cooking by a recipe, and a recipe on paper.
extension Recipes {
  /// One step at a time. A number that is no step shows the nearest.
  static func cook(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let cooking = try await cooking(request, context, id)
    return context.html(.recipes) { out, page in
      if context.isFragment {
        Views.Recipes._cooking(&out, page: page, cooking: cooking)
      } else {
        Views.Recipes.cook(&out, page: page, cooking: cooking)
      }
    }
  }

  /// The step that a request names.
  /// - Parameter answered: the line whose packet somebody has just answered for.
  static func cooking(
    _ request: Request, _ context: Context, _ id: UUID, answered: String? = nil
  ) async throws -> Cooking {
    var batch: Batch = []
    let (hand, packets) = (batch.add(RecipeQueries.hand()), batch.add(RecipeQueries.packetAnswers()))
    let (row, serving, eaters, results) = try await served(request, context, id, batch)
    let asked = request.query["step"].flatMap { Int(digits: $0.trimmed) } ?? 1
    let makes = serving.makes(try row["makes"], context.strings)
    var cooking = Cooking(name: try row["name"], makes: makes, serving: serving, number: asked, eaters: eaters)
    if cooking.next == nil {
      let there = try results[hand].map { try IngredientAtHand($0) }
      cooking.uses = RecipeHand(serving, there, today: context.today, context.strings.amounts).uses
      cooking.stars = try RecipeStars(row).own
    }
    if answered != nil || !eaters.packets.isEmpty {
      let diets = eaters.table.parameters.diets
      let asked = try await RecipePackets.read(results[packets], serving, diets: diets, answered: answered, context)
      cooking.packets = asked.asked(by: eaters)
    }
    return cooking
  }

  /// A sheet of A4, with a code that opens the recipe.
  static func sheet(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let (row, serving, eaters, _) = try await served(request, context, id)
    let sheet = try RecipeSheet(row, serving, QRCode(request.origin + serving.path), context.strings)
    return context.html(.recipes) { out, page in
      Views.Recipes.sheet(&out, page: page, sheet: sheet, eaters: eaters)
    }
  }

  /// A recipe for the servings asked for, its fit for who eats (the same verdicts as on its page), and the results of `batch`.
  private static func served(
    _ request: Request, _ context: Context, _ id: UUID, _ batch: Batch = []
  ) async throws -> (Row, Serving, RecipeEaters, Results) {
    var batch = batch
    let choice = EaterChoice(request.query)
    let (found, eaters) = (batch.add(RecipeQueries.find(id)), batch.add(EaterQueries.on(choice)))
    let results = try await context.query(batch)
    guard let row = results[found].first else { throw Failure.notFound }
    let serving = try await Serving.read(row, request, context)
    return (row, serving, RecipeEaters(serving, try EaterTable(results[eaters], choice), context.strings), results)
  }
}

/// The step at which somebody cooks.
struct Cooking {
  let name: String
  let makes: String
  let serving: Serving
  /// From 1; 0 for a recipe without steps.
  let number: Int
  let eaters: RecipeEaters
  /// The ingredients at hand that it takes, for its last step.
  var uses: [RecipeHand.Use] = []
  /// The reader's own stars, 0 for none, for its last step.
  var stars = 0
  /// The foods whose packets decide for who eats.
  var packets: [RecipePackets.Food] = []
  /// The id of its end, so that sending the form twice ends it once.
  let finishID = UUID.v7()

  init(name: String, makes: String, serving: Serving, number: Int, eaters: RecipeEaters) {
    (self.name, self.makes, self.eaters) = (name, makes, eaters)
    self.serving = serving
    self.number = min(max(number, 1), serving.steps.count)
  }

  var count: Int { serving.steps.count }
  var step: Serving.Step? { number > 0 ? serving.steps[number - 1] : nil }
  var lines: [String] { serving.lines.map(\.served) }
  /// Long texts are set smaller.
  var isLong: Bool { (step?.pieces.reduce(0) { $0 + $1.text.utf8.count } ?? 0) > 400 }

  var previous: String? { number > 1 ? path(number - 1, serving.wanted) : nil }
  var next: String? { number < count ? path(number + 1, serving.wanted) : nil }
  /// Where answers about packets are sent to; with a step, so that one goes on cooking.
  var packetPath: String { serving.path("/packets", step: max(1, number)) }
  var fewer: String? { serving.fewer.map { path(number, $0) } }
  var more: String? { serving.more.map { path(number, $0) } }

  private func path(_ step: Int, _ servings: Int?) -> String {
    serving.path("/cook", step: max(1, step), servings: servings)
  }
}

/// A recipe on paper.
struct RecipeSheet {
  let name: String
  let description: String
  /// "Serves 4", "Cooking 40 min".
  let facts: [String]
  let serving: Serving
  let source: RecipeSource
  /// In lines.
  let notes: String
  let code: QRCode?

  init(_ row: Row, _ serving: Serving, _ code: QRCode?, _ strings: Strings) throws {
    self.serving = serving
    self.code = code
    (name, description, notes) = (try row["name"], try row["description"], try row["notes"])
    source = RecipeSource(name: try row["source_name"], url: try row["source_url"])
    let (prep, cook): (Int?, Int?) = (try row["prep_minutes"], try row["cook_minutes"])
    var facts: [String] = []
    if let wanted = serving.wanted { facts.append(strings.cookServes(count: wanted)) }
    let makes = serving.makes(try row["makes"], strings)
    if !makes.isEmpty { facts.append(strings.cookMakes(what: makes)) }
    if let prep { facts.append("\(strings.recipesPrep) \(strings.duration(minutes: prep))") }
    if let cook { facts.append("\(strings.recipesCook) \(strings.duration(minutes: cook))") }
    let resting = serving.restingMinutes
    if resting > 0 { facts.append("\(strings.cookResting) \(strings.duration(minutes: resting))") }
    self.facts = facts
  }
}
