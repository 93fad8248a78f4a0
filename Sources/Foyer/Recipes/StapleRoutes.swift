import Cookery
import HTML
import HTTP
import Postgres

/// The page of what is always in the kitchen.
struct StapleList {
  /// A food with the button that decides otherwise.
  struct Entry {
    let name: String
    let isStaple: Bool
  }

  /// The staples of the table of foods, in the reader's language, and what the household has decided on.
  let entries: [Entry]

  var staples: [Entry] { entries.filter(\.isStaple) }
  var others: [Entry] { entries.filter { !$0.isStaple } }

  init(_ staples: HouseholdStaples, _ strings: Strings) {
    let ours = FoodLine.pieces(of: strings.recipesStaplesOurs).map { name in
      HouseholdStaples.Food(key: IngredientKey.key(for: name.trimmed), name: name.trimmed, isStaple: true)
    }
    let own = staples.foods.filter { food in !ours.contains { $0.key == food.key } }
    entries =
      ours.map { food in
        Entry(name: food.name, isStaple: staples.foods.first { $0.key == food.key }?.isStaple ?? true)
      } + own.map { Entry(name: $0.name, isStaple: $0.isStaple) }
  }
}

extension Recipes {
  static func staples(_ request: Request, _ context: Context) async throws -> Response {
    try await staples(typed: "", problem: nil, context)
  }

  static func decideStaples(_ request: Request, _ context: Context) async throws -> Response {
    let fields = try await context.form()
    let line = fields["name"] ?? ""
    do {
      let deciding = DecideStaples(line: line, isStaple: fields["staple"] != "false", amounts: context.strings.amounts)
      let ready = try await deciding.ready(context)
      var batch = Batch()
      let query = ready.store(in: &batch)
      let results = try await context.query(batch)
      let names = ready.foods.map(\.name).joined(separator: ", ")
      let notice: NoticeCode =
        DecideStaples.isFull(results, query)
        ? NoticeCode(RecipeNotice.staplesFull, count: RecipeQueries.maximumStaples)
        : .recipe(deciding.isStaple ? .staple : .bought, nil, name: names)
      return context.redirect(to: "/recipes/staples", notice: notice)
    } catch let problems as Problems {
      return try await staples(typed: line, problem: problems.all.first.map(context.strings.hand), context)
    }
  }

  private static func staples(typed: String, problem: String?, _ context: Context) async throws -> Response {
    let list = StapleList(try HouseholdStaples(try await context.query(RecipeQueries.staples())), context.strings)
    return context.html(.recipes, status: problem == nil ? .ok : .unprocessableContent) { out, page in
      Views.Recipes.staples(&out, page: page, list: list, typed: typed, problem: problem)
    }
  }
}
