import Cookery
import HTML
import HTTP
import Postgres

/// The requests about recipes (R33, R35 to R37). `RecipesFeature.swift` has the paths.
enum Recipes {
  // MARK: Results and favourites (R33, R35, R36)

  static func results(_ request: Request, _ context: Context) async throws -> Response {
    let search = RecipeSearch(request.query)
    // Enough to sort a large household's matches in memory.
    var batch: Batch = ["SELECT set_config('work_mem', '32MB', true)"]
    let kitchen = KitchenQuery(in: &batch, search.eaters)
    let ranked = search.isByName ? nil : batch.add(RecipeQueries.ranked(search))
    let byName = batch.add(RecipeQueries.byName(search))
    let unsuitable = search.showsUnsuitable ? batch.add(RecipeQueries.unsuitable(search)) : nil
    let leftOut = search.showsUnknown ? nil : batch.add(RecipeQueries.countUnknown(search))
    let results = try await context.query(batch)
    let (hand, parameters) = try kitchen.read(results)
    let table = try kitchen.table(results)
    let rows = results[hand.isEmpty ? byName : ranked ?? byName]
    var list = try list(rows, search, "/recipes/results", hand, try kitchen.stock(results), table, context)
    if search.showsUnknown { try await list.findLinesToCheck(rows, table.parameters, context) }
    if let unsuitable { list.unsuitable = try results[unsuitable].map { (try $0["id"], try $0["name"]) } }
    let unknown: Int = try leftOut.flatMap { results[$0].first }?["count"] ?? 0
    return context.loaded(search, "/recipes/results") { out, page in
      switch context.fragmentTarget {
      case nil:
        Views.Recipes.results(
          &out, page: page, list: list, search: search, hand: hand, parameters: parameters, table: table,
          unknown: unknown)
      case "more": Views.Recipes._recipes(&out, page: page, list: list, ranked: !hand.isEmpty)
      default:
        Views.Recipes._results(
          &out, page: page, list: list, search: search, hand: hand, parameters: parameters, table: table,
          unknown: unknown)
      }
    }
  }

  static func favorites(_ request: Request, _ context: Context) async throws -> Response {
    let search = RecipeSearch(request.query)
    var batch = Batch()
    let (kitchen, favorites) = (KitchenQuery(in: &batch, search.eaters), batch.add(RecipeQueries.favorites(search)))
    let results = try await context.query(batch)
    let hand = try kitchen.read(results).hand
    let list = try list(
      results[favorites], search, "/favorites", hand, try kitchen.stock(results), try kitchen.table(results), context)
    return context.loaded(search, "/favorites") { out, page in
      switch context.fragmentTarget {
      case nil: Views.Recipes.favorites(&out, page: page, list: list, search: search, ranked: !hand.isEmpty)
      case "more": Views.Recipes._recipes(&out, page: page, list: list, ranked: !hand.isEmpty)
      default: Views.Recipes._favorites(&out, page: page, list: list, search: search, ranked: !hand.isEmpty)
      }
    }
  }

  private static func list(
    _ rows: Rows, _ search: RecipeSearch, _ path: String, _ hand: [IngredientAtHand], _ stock: KitchenStock,
    _ table: EaterTable, _ context: Context
  ) throws -> RecipeList {
    let (strings, today) = (context.strings, context.today)
    let soon = UseSoon(hand, today: today) { UseSoon.includes($0, today: today) }
    var recipes: [RecipeSummary] = []
    var (hasMore, hasRest) = (false, false)
    for row in rows {
      // The extra row that tells of another page need not be the last one: equal matches are ordered by name.
      let (position, isRest): (Int, Bool) = (try row["position"], try row["is_rest"])
      if position > search.size {
        if isRest { hasRest = true } else { hasMore = true }
      } else {
        recipes.append(try RecipeSummary(row, stock, soon: soon, table: table, strings: strings))
      }
    }
    var list = RecipeList(
      recipes: recipes, next: hasMore ? search.url(path) { ($0.page, $0.from) = ($0.page + 1, $0.page + 1) } : nil)
    if hasRest { list.byName = search.url(path) { ($0.isByName, $0.page) = (true, 1) } }
    return list
  }

  static func favor(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let favoring = FavorRecipe(id: id, isFavorite: try await context.form()["favorite"] == "true")
    guard let name = try await favoring.run(context) else { throw Failure.notFound }
    guard context.isFragment else { return context.redirect(to: context.backToRecipes(or: "/recipes/\(id)")) }
    return context.html(.recipes) { out, page in
      Views.Recipes._heart(&out, page: page, id: id, name: name.inLabel, isFavorite: favoring.isFavorite)
    }
  }

  // MARK: One recipe

  /// The page of a recipe for as many servings and the same eaters as a request names.
  static func page(of id: UUID, _ request: Request) -> String {
    request.query.isEmpty ? "/recipes/\(id)" : "/recipes/\(id)?\(request.query.urlencoded)"
  }

  /// A recipe as its page shows it.
  /// - Parameter answered: the line whose packet somebody has just answered for.
  static func read(
    _ request: Request, _ context: Context, _ id: UUID, answered: String? = nil
  ) async throws -> (recipe: Recipe, serving: Serving, eaters: RecipeEaters, hasHand: Bool) {
    var batch = Batch()
    let (found, kitchen) = (batch.add(RecipeQueries.find(id)), KitchenQuery(in: &batch, EaterChoice(request.query)))
    let (cooked, listed) = (batch.add(RecipeQueries.cooked(id)), batch.add(RecipeQueries.onList(id)))
    let packets = batch.add(RecipeQueries.packetAnswers())
    let results = try await context.query(batch)
    guard let row = results[found].first else { throw Failure.notFound }
    let (hand, parameters) = try kitchen.read(results)
    let serving = try await Serving.read(row, request, context)
    let there = RecipeHand(serving, hand, today: context.today, context.strings.amounts)
    let table = try kitchen.table(results)
    let diets = Diet.allCases.filter { (parameters.diets + table.parameters.diets).contains($0) }
    let asked = try await RecipePackets.read(results[packets], serving, diets: diets, answered: answered, context)
    var recipe = try Recipe(
      row, serving, there, parameters: parameters, onList: try RecipeOnList(results[listed]), packets: asked,
      today: context.today, strings: context.strings)
    recipe.cooked = try results[cooked].map { try Cooked($0) }
    recipe.listBefore = context.listBefore
    return (recipe, serving, RecipeEaters(serving, table, context.strings), !hand.isEmpty)
  }

  static func show(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let (recipe, serving, eaters, hasHand) = try await read(request, context, id)
    return context.html(.recipes) { out, page in
      switch context.fragmentTarget {
      case "recipe-columns":
        Views.Recipes._columns(&out, page: page, recipe: recipe)
        if !recipe.makes.isEmpty { Views.Recipes._makes(&out, page: page, recipe: recipe, isOutOfBand: true) }
        // Its links lead to as many servings.
        Views.Recipes._ways(&out, page: page, recipe: recipe, isOutOfBand: true)
        Views.Recipes._print(&out, page: page, recipe: recipe, isOutOfBand: true)
      case "recipe-eaters":
        Views.Recipes._recipeEaters(&out, page: page, id: id, eaters: eaters, isOutOfBand: false)
        // Its links keep who eats.
        if let wanted = serving.wanted {
          Views.Recipes._servings(&out, page: page, serving: serving, wanted: wanted, isOutOfBand: true)
        }
      default: Views.Recipes.recipe(&out, page: page, recipe: recipe, eaters: eaters, hasHand: hasHand)
      }
    }
  }

  static func picture(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    try await Images.show(RecipeQueries.picture(of: id), "picture", context)
  }

  static func thumbnail(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    try await Images.show(RecipeQueries.thumbnail(of: id), "thumbnail", context)
  }

  /// The picture of a preview, which no recipe has yet.
  static func preview(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    try await Images.show(ImageQueries.thumbnail(ofUpload: id), "thumbnail", context)
  }

  static func new(_ request: Request, _ context: Context) async throws -> Response {
    try await context.query()
    return page(of: RecipeForm(), context)
  }

  static func create(_ request: Request, _ context: Context) async throws -> Response {
    let fields = try await context.form()
    var form = RecipeForm(id: try fields["id"].map(UUID.init(field:)) ?? .v7(), fields)
    form.version = nil
    try await context.query()
    try await Images.store(fields.file("image"), in: &form, context)
    do {
      let draft = try await draft(of: form, context)
      var ready = try await AddRecipes(recipes: [draft]).ready(context)
      ready.recipes[0].imageID = await importedImage(form, context)
      var batch = Batch()
      ready.store(in: &batch)
      let due = PacketRecipes.concerned(in: &batch)
      try await PacketRecipes.apply(try await context.query(batch)[due], context)
      return context.redirect(to: "/recipes/\(draft.id)", notice: .recipe(.added, draft.id, name: draft.name))
    } catch let problems as Problems {
      return refused(form, problems, context)
    }
  }

  static func edit(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard let row = try await context.query(RecipeQueries.find(id)).first else { throw Failure.notFound }
    var form = RecipeForm(try RecipeDraft(row), version: try row["version"])
    form.base = form.conflict(with: form, context.strings).base
    form.cuisine = context.strings.cuisine(form.cuisine)
    return page(of: form, context)
  }

  static func update(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let fields = try await context.form()
    var form = RecipeForm(id: id, fields)
    guard let version = form.version else { throw Failure.invalid }
    // Read first, so that no picture is converted for an unknown recipe.
    guard let before = try await context.query(RecipeQueries.find(id)).first else { throw Failure.notFound }
    form.hearsay = try before["hearsay"]
    try await Images.store(fields.file("image"), in: &form, context)
    do {
      let draft = try await draft(of: form, context)
      let ready = try await EditRecipe(recipe: draft, version: version).ready(context)
      var batch = Batch()
      let query = ready.store(in: &batch)
      let due = PacketRecipes.concerned(in: &batch)
      let results = try await context.query(batch)
      guard let result = try EditRecipe.Result(results, query) else { throw Failure.notFound }
      try await PacketRecipes.apply(results[due], context)
      guard result.isSaved || draft.isSame(as: result.stored) else {
        let theirs = RecipeForm(result.stored, version: result.version)
        return try await context.conflict(form.conflict(with: theirs, context.strings), in: "recipes", id, .recipes) {
          try await update(request, context, id)
        }
      }
      return context.redirect(to: "/recipes/\(id)", notice: .recipe(.saved, id, name: draft.name))
    } catch let problems as Problems {
      return refused(form, problems, context)
    }
  }

  static func delete(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let deleting = DeleteRecipe(id: id)
    var batch = Batch()
    let query = deleting.store(in: &batch)
    guard let result = try DeleteRecipe.Result(try await context.query(batch), query, of: deleting) else {
      throw Failure.notFound
    }
    return context.redirect(
      to: context.backToRecipes(or: "/recipes/results"), notice: .recipe(.deleted, id, name: result.name))
  }

  static func restore(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard let name = try await RestoreRecipe(id: id).run(context) else { throw Failure.notFound }
    return context.restored(.recipe(.restored, id, name: name), or: context.backToRecipes(or: "/recipes/\(id)"))
  }

  // MARK: The form

  /// Throws the problems of a form whose picture is refused.
  static func draft(of form: RecipeForm, _ context: Context) async throws -> RecipeDraft {
    let draft = try await context.offLoop { form.draft }
    guard form.errors.isEmpty else { throw draft.problems }
    return draft
  }

  private static func refused(_ form: RecipeForm, _ problems: Problems, _ context: Context) -> Response {
    var form = form
    form.errors.add(problems, context.strings)
    return page(of: form, context, status: .unprocessableContent)
  }

  /// The form's picture, fetched first if an imported recipe only has its URL. A recipe is stored without it if that
  /// fails.
  private static func importedImage(_ form: RecipeForm, _ context: Context) async -> UUID? {
    if form.removesImage { return nil }
    if let id = form.imageID { return id }
    guard form.imageURL.isWebAddress else { return nil }
    return await RecipeImports.image(at: form.imageURL, context)
  }

  static func page(of form: RecipeForm, _ context: Context, status: Status = .ok) -> Response {
    context.html(.recipes, status: status) { out, page in
      if context.isFragment {
        Views.Recipes._recipeForm(&out, page: page, form: form)
      } else {
        Views.Recipes.recipeForm(&out, page: page, form: form)
      }
    }
  }
}

extension Context {
  /// A list of recipes. When more of it is loaded, the address becomes that of all that is shown: who comes back finds it.
  fileprivate func loaded(_ search: RecipeSearch, _ path: String, _ render: (inout Output, Page) -> Void) -> Response {
    var response = html(.recipes, render)
    if fragmentTarget == "more" { response.headers.set("HX-Replace-Url", search.url(path) { $0.from = 1 }) }
    return response
  }

  /// The list that a link led from, for the way back; the cookbook if it was none.
  var listBefore: String {
    guard let target = request.headers["referer"].flatMap({ request.target(ofOwn: $0) }) else { return "/recipes" }
    return ["/recipes", "/recipes/results", "/favorites", "/plan"].contains(target.prefix { $0 != "?" })
      ? target : "/recipes"
  }

  /// The page of recipes that the request came from, or else the given path.
  func backToRecipes(or path: String) -> String {
    guard let target = request.headers["referer"].flatMap({ request.target(ofOwn: $0) }) else { return path }
    return ["/recipes", "/recipes/results", "/favorites", "/trash"].contains(target.prefix { $0 != "?" })
      ? target : path
  }
}
