import HTML
import HTTP
import Postgres

/// The cookbook as its page shows it.
struct Cookbook {
  var search: CookbookSearch
  /// Rows of pictures, of which none has a recipe of another; nothing where something is asked for.
  var shelves: [(shelf: Shelf, recipes: [RecipeSummary])] = []
  /// The recipes that were found.
  var list: RecipeList?
  var labels: [String] = []
  var hand: [IngredientAtHand]
  var parameters: CookingParameters
  var starters: (hides: Bool, areThere: Bool)?
  var typed = ""
  var problem: String?
}

extension Recipes {
  static func cookbook(_ request: Request, _ context: Context) async throws -> Response {
    let search = CookbookSearch(request.query)
    var batch = Batch()
    let kitchen = KitchenQuery(in: &batch)
    let starters = batch.add(RecipeQueries.hidesStarters())
    let labels = batch.add(RecipeQueries.labels())
    let rows = batch.add(search.isAsked ? RecipeQueries.cookbook(search) : RecipeQueries.shelves())
    let results = try await context.query(batch)
    let (hand, parameters) = try kitchen.read(results)
    var book = Cookbook(search: search, hand: hand, parameters: parameters)
    book.labels = try results[labels].map { try $0["label"] }
    book.starters = try results[starters].first.map { (hides: try $0["hides"], areThere: try $0["are_there"]) }
    try book.read(results[rows], try kitchen.stock(results), context)
    let shown = book
    var response = context.html(.recipes) { out, page in
      switch context.fragmentTarget {
      case nil: Views.Recipes.recipes(&out, page: page, book: shown)
      case "more":
        if let list = shown.list { Views.Recipes._recipes(&out, page: page, list: list, ranked: false) }
      default: Views.Recipes._cookbook(&out, page: page, book: shown)
      }
    }
    // The way back leads to all that was loaded.
    if context.fragmentTarget == "more" { response.headers.set("HX-Replace-Url", search.url { $0.from = 1 }) }
    return response
  }
}

extension Cookbook {
  fileprivate mutating func read(_ rows: Rows, _ stock: KitchenStock, _ context: Context) throws {
    let (strings, today) = (context.strings, context.today)
    let soon = UseSoon(hand, today: today) { UseSoon.includes($0, today: today) }
    if search.isAsked {
      let size = (search.page - search.from + 1) * CookbookSearch.pageSize
      var recipes = try rows.map {
        try RecipeSummary($0, stock, soon: soon, table: EaterTable(), strings: strings)
      }
      let hasMore = recipes.count > size
      if hasMore { recipes.removeLast() }
      let next = search.page
      list = RecipeList(
        recipes: recipes, next: hasMore ? search.url { ($0.page, $0.from) = (next + 1, next + 1) } : nil)
    } else {
      var shown: Set<UUID> = []
      for row in rows {
        guard let shelf = Shelf(rawValue: try row["shelf"]) else { continue }
        let recipe = try RecipeSummary(row, stock, soon: soon, table: EaterTable(), strings: strings)
        if shelves.last?.shelf != shelf { shelves.append((shelf, [])) }
        guard shelves[shelves.count - 1].recipes.count < Shelf.size, shown.insert(recipe.id).inserted else { continue }
        shelves[shelves.count - 1].recipes.append(recipe)
      }
      shelves.removeAll { $0.recipes.isEmpty }
    }
  }
}

extension Strings {
  func text(_ course: CookbookSearch.Course) -> String {
    switch course {
    case .main: cookbookMain
    case .breakfast: cookbookBreakfast
    case .dessert: cookbookDessert
    case .side: cookbookSide
    }
  }
}
