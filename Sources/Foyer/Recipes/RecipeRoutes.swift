import Cookery
import HTML
import HTTP
import Postgres

/// The requests about recipes (R32 to R37). `RecipesFeature.swift` has the paths.
enum Recipes {
  // MARK: What is at hand (R32)

  static func index(_ request: Request, _ context: Context) async throws -> Response {
    try await page(typed: "", problem: nil, context)
  }

  static func addIngredients(_ request: Request, _ context: Context) async throws -> Response {
    let fields = try await context.form()
    let (typed, details) = (fields["name"] ?? "", HandDetails(fields))
    // Two hundred names of two hundred characters each, with separators.
    let isTooLong = typed.isLonger(than: 200 * 202)
    let atHand = isTooLong ? [] : try await TypedFood.list(typed, context)
    let problem: String? =
      if isTooLong || atHand.contains(where: { $0.name.isLonger(than: 200) }) || atHand.count > 200 {
        context.strings.recipesIngredientTooLong(count: 200)
      } else if atHand.isEmpty {
        context.strings.recipesIngredientNeeded
      } else if let unknown = atHand.first(where: { $0.key.isEmpty }) {
        context.strings.recipesIngredientNoWord(name: unknown.name)
      } else if details.isInvalid {
        context.strings.recipesIngredientDetails
      } else {
        nil
      }
    if problem != nil { return try await page(typed: typed, problem: problem, context) }
    var foods = TypedFood.distinct(atHand)
    if !details.amount.isEmpty { for index in foods.indices { foods[index].amount = details.amount } }
    let read = try await FoodLine.read(foods.map(\.line), context)
    var batch: Batch = [RecipeQueries.insert(foods, read, details)]
    let hand = batch.add(RecipeQueries.hand())
    // Of an ingredient that is there under another name the amount is another line than the one that was read.
    let unread = batch.add(RecipeQueries.unreadAtHand(AmountAtHand.mostUnread))
    let results = try await context.query(batch)
    try await AmountAtHand.readAgain(results[unread], context)
    return try handChanged(results[hand], context)
  }

  static func deleteIngredient(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    var batch: Batch = [RecipeQueries.deleteRemovedForGood()]
    let (deleted, hand) = (batch.add(RecipeQueries.delete(atHand: id)), batch.add(RecipeQueries.hand()))
    let results = try await context.query(batch)
    guard let row = results[deleted].first else { throw Failure.notFound }
    return try handChanged(results[hand], context, .recipe(.ingredientRemoved, id, name: try row["name"]))
  }

  static func clearIngredients(_ request: Request, _ context: Context) async throws -> Response {
    var batch: Batch = [RecipeQueries.deleteRemovedForGood()]
    let (deleted, hand) = (batch.add(RecipeQueries.delete(atHand: nil)), batch.add(RecipeQueries.hand()))
    let results = try await context.query(batch)
    let notice = try results[deleted].first.map {
      NoticeCode(RecipeNotice.handCleared, try $0["id"], count: results[deleted].count)
    }
    return try handChanged(results[hand], context, notice)
  }

  /// Brings back an ingredient, and what was removed with it.
  static func restoreIngredients(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    var batch: Batch = [RecipeQueries.deleteRemovedForGood(), RecipeQueries.restore(atHand: id)]
    let (known, hand) = (batch.add(RecipeQueries.findAny(atHand: id)), batch.add(RecipeQueries.hand()))
    let results = try await context.query(batch)
    guard !results[known].isEmpty else { throw Failure.notFound }
    return try handChanged(results[hand], context, .recipe(.handRestored, nil, name: ""))
  }

  /// Suggestions for the last of the ingredients being typed, each with the preceding text in front.
  static func suggest(_ request: Request, _ context: Context) async throws -> Response {
    let typed = request.query["q"] ?? ""
    let last = typed.lastIndex(of: ",").map { typed[typed.index(after: $0)...] } ?? typed[...]
    let before = typed.dropLast(last.count)
    let rows = last.trimmed.isEmpty ? nil : try await context.query(RecipeQueries.suggest(last.trimmed))
    if rows == nil { try await context.query() }
    let names = try (rows.map(Array.init) ?? []).map { row -> String in
      let name: String = try row["name"]
      return before.isEmpty ? name : "\(before) \(name)"
    }
    return context.html(.recipes) { out, page in Views.Labels._suggestions(&out, names: names) }
  }

  static func hideStarters(_ request: Request, _ context: Context) async throws -> Response {
    let hides = try await context.form()["hide"] == "true"
    try await context.query(RecipeQueries.hideStarters(hides))
    return context.redirect(to: "/recipes", notice: .recipe(hides ? .startersHidden : .startersShown, nil, name: ""))
  }

  private static func handChanged(_ rows: Rows, _ context: Context, _ notice: NoticeCode? = nil) throws -> Response {
    guard context.isFragment else { return context.redirect(to: "/recipes", notice: notice) }
    let hand = try rows.map { try IngredientAtHand($0) }
    return context.html(.recipes) { out, page in
      Views.Recipes._hand(&out, page: page, hand: hand, typed: "", problem: nil)
      if let notice { Views.Shared._notice(&out, page: page, notice: notice.notice(page.strings), oob: true) }
    }
  }

  private static func page(typed: String, problem: String?, _ context: Context) async throws -> Response {
    var batch = Batch()
    let kitchen = KitchenQuery(in: &batch)
    let starters = batch.add(RecipeQueries.hidesStarters())
    let results = try await context.query(batch)
    let (hand, parameters) = try kitchen.read(results)
    let starter = try results[starters].first.map { row -> (hides: Bool, areThere: Bool) in
      (try row["hides"], try row["are_there"])
    }
    return context.html(.recipes, status: problem == nil ? .ok : .unprocessableContent) { out, page in
      if context.isFragment {
        Views.Recipes._hand(&out, page: page, hand: hand, typed: typed, problem: problem)
      } else {
        Views.Recipes.recipes(
          &out, page: page, hand: hand, parameters: parameters, hidesStarters: starter?.hides ?? false,
          hasStarters: starter?.areThere ?? false, typed: typed, problem: problem)
      }
    }
  }

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
    var list = try list(rows, search, "/recipes/results", hand, table, context)
    if search.showsUnknown { try await list.findLinesToCheck(rows, table.parameters, context) }
    if let unsuitable { list.unsuitable = try results[unsuitable].map { (try $0["id"], try $0["name"]) } }
    let unknown: Int = try leftOut.flatMap { results[$0].first }?["count"] ?? 0
    return context.html(.recipes) { out, page in
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
    let list = try list(results[favorites], search, "/favorites", hand, try kitchen.table(results), context)
    return context.html(.recipes) { out, page in
      switch context.fragmentTarget {
      case nil: Views.Recipes.favorites(&out, page: page, list: list, search: search, ranked: !hand.isEmpty)
      case "more": Views.Recipes._recipes(&out, page: page, list: list, ranked: !hand.isEmpty)
      default: Views.Recipes._favorites(&out, page: page, list: list, search: search, ranked: !hand.isEmpty)
      }
    }
  }

  private static func list(
    _ rows: Rows, _ search: RecipeSearch, _ path: String, _ hand: [IngredientAtHand], _ table: EaterTable,
    _ context: Context
  ) throws -> RecipeList {
    let keys = Set(hand.map(\.key))
    let (strings, today) = (context.strings, context.today)
    let soon = UseSoon(hand, today: today) { UseSoon.includes($0, today: today) }
    var recipes: [RecipeSummary] = []
    var (hasMore, hasRest) = (false, false)
    for row in rows {
      // The extra row that tells of another page need not be the last one: equal matches are ordered by name.
      let (position, isRest): (Int, Bool) = (try row["position"], try row["is_rest"])
      if position > RecipeSearch.pageSize {
        if isRest { hasRest = true } else { hasMore = true }
      } else {
        recipes.append(try RecipeSummary(row, hand: keys, soon: soon, table: table, strings: strings))
      }
    }
    var list = RecipeList(recipes: recipes, next: hasMore ? search.url(path) { $0.page += 1 } : nil)
    if hasRest { list.byName = search.url(path) { ($0.isByName, $0.page) = (true, 1) } }
    return list
  }

  static func favor(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let fields = try await context.form()
    let isFavorite = fields["favorite"] == "true"
    var batch: Batch = [RecipeQueries.favor(id, isFavorite)]
    let recipe = batch.add(RecipeQueries.find(id))
    guard let row = try await context.query(batch)[recipe].first else { throw Failure.notFound }
    let name: String = try row["name"]
    guard context.isFragment else { return context.redirect(to: context.backToRecipes(or: "/recipes/\(id)")) }
    return context.html(.recipes) { out, page in
      Views.Recipes._heart(&out, page: page, id: id, name: name.inLabel, isFavorite: isFavorite)
    }
  }

  // MARK: One recipe

  static func show(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    var batch = Batch()
    let (found, kitchen) = (batch.add(RecipeQueries.find(id)), KitchenQuery(in: &batch, EaterChoice(request.query)))
    let results = try await context.query(batch)
    guard let row = results[found].first else { throw Failure.notFound }
    let (hand, parameters) = try kitchen.read(results)
    let serving = try await Serving.read(row, request, context)
    let recipe = try Recipe(
      row, serving, hand: Set(hand.map(\.key)), parameters: parameters, strings: context.strings)
    let eaters = RecipeEaters(serving, try kitchen.table(results), context.strings)
    return context.html(.recipes) { out, page in
      switch context.fragmentTarget {
      case "recipe-columns":
        Views.Recipes._columns(&out, page: page, recipe: recipe)
        if !recipe.makes.isEmpty { Views.Recipes._makes(&out, page: page, recipe: recipe, isOutOfBand: true) }
        // Its links lead to as many servings.
        Views.Recipes._ways(&out, page: page, recipe: recipe, isOutOfBand: true)
        Views.Recipes._print(&out, page: page, recipe: recipe, isOutOfBand: true)
      case "recipe-eaters":
        Views.Recipes._recipeEaters(&out, page: page, id: id, eaters: eaters)
        // Its links keep who eats.
        if let wanted = serving.wanted {
          Views.Recipes._servings(&out, page: page, serving: serving, wanted: wanted, isOutOfBand: true)
        }
      default: Views.Recipes.recipe(&out, page: page, recipe: recipe, eaters: eaters, hasHand: !hand.isEmpty)
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
    guard let (checked, words) = try await Understanding.of(&form, context) else {
      return page(of: form, context, status: .unprocessableContent)
    }
    var draft = checked
    draft.imageID = await importedImage(form, context)
    do {
      try await context.query(Batch(RecipeQueries.insert(draft, words)))
    } catch {
      try form.add(error, context.strings)
      return page(of: form, context, status: .unprocessableContent)
    }
    return context.redirect(to: "/recipes/\(draft.id)", notice: .recipe(.added, draft.id, name: draft.name))
  }

  static func edit(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard let row = try await context.query(RecipeQueries.find(id)).first else { throw Failure.notFound }
    var form = try RecipeForm(row)
    form.base = form.conflict(with: form, context.strings).base
    form.cuisine = context.strings.cuisine(form.cuisine)
    return page(of: form, context)
  }

  static func update(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    var form = RecipeForm(id: id, try await context.form())
    guard let version = form.version else { throw Failure.invalid }
    // Read first, so that no picture is converted for an unknown recipe.
    guard let before = try await context.query(RecipeQueries.find(id)).first else { throw Failure.notFound }
    form.hearsay = try before["hearsay"]
    try await Images.store(try await context.form().file("image"), in: &form, context)
    guard let (draft, words) = try await Understanding.of(&form, context) else {
      return page(of: form, context, status: .unprocessableContent)
    }
    do {
      var batch = Batch()
      let changed = RecipeQueries.update(draft, words, version: version, in: &batch)
      let recipe = batch.add(RecipeQueries.find(id))
      let results = try await context.query(batch)
      guard let row = results[recipe].first else { throw Failure.notFound }
      let stored = try RecipeForm(row)
      if results[changed].isEmpty && !form.hasSameContent(as: stored) {
        return try await context.conflict(form.conflict(with: stored, context.strings), in: "recipes", id, .recipes) {
          try await update(request, context, id)
        }
      }
    } catch {
      try form.add(error, context.strings)
      return page(of: form, context, status: .unprocessableContent)
    }
    return context.redirect(to: "/recipes/\(id)", notice: .recipe(.saved, id, name: draft.name))
  }

  static func delete(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    var batch = Batch([RecipeQueries.deleteForGood()] + RecipeQueries.delete(id))
    let recipe = batch.add(RecipeQueries.findAny(id))
    guard let row = try await context.query(batch)[recipe].first else { throw Failure.notFound }
    return context.redirect(
      to: context.backToRecipes(or: "/recipes/results"), notice: .recipe(.deleted, id, name: try row["name"]))
  }

  static func restore(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    var batch = Batch(RecipeQueries.restore(id))
    let recipe = batch.add(RecipeQueries.findAny(id))
    guard let row = try await context.query(batch)[recipe].first else { throw Failure.notFound }
    let notice = NoticeCode.recipe(.restored, id, name: try row["name"])
    return context.restored(notice, or: context.backToRecipes(or: "/recipes/\(id)"))
  }

  // MARK: Parameters (R34)

  static func editParameters(_ request: Request, _ context: Context) async throws -> Response {
    let parameters = try CookingParameters(try await context.query(RecipeQueries.parameters()))
    return context.html(.recipes) { out, page in
      Views.Recipes.parameters(&out, page: page, parameters: parameters)
    }
  }

  static func updateParameters(_ request: Request, _ context: Context) async throws -> Response {
    try await context.query(RecipeQueries.update(CookingParameters(try await context.form())))
    return context.redirect(to: "/recipes/parameters", notice: .recipe(.parametersSaved, nil, name: ""))
  }

  static func clearParameters(_ request: Request, _ context: Context) async throws -> Response {
    try await context.query(RecipeQueries.update(CookingParameters()))
    return context.redirect(to: "/recipes/parameters", notice: .recipe(.parametersCleared, nil, name: ""))
  }

  // MARK: The form

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

/// The context of most pages of recipes: the ingredients at hand, the visitor's parameters, and who eats.
private struct KitchenQuery {
  private let hand: Batch.Key
  private let parameters: Batch.Key
  private let eaters: (choice: EaterChoice, key: Batch.Key)?

  init(in batch: inout Batch, _ choice: EaterChoice? = nil) {
    hand = batch.add(RecipeQueries.hand())
    parameters = batch.add(RecipeQueries.parameters())
    eaters = choice.map { ($0, batch.add(EaterQueries.on($0.day))) }
  }

  func table(_ results: Results) throws -> EaterTable {
    try eaters.map { try EaterTable(results[$0.key], $0.choice) } ?? EaterTable()
  }

  func read(_ results: Results) throws -> (hand: [IngredientAtHand], parameters: CookingParameters) {
    (try results[hand].map { try IngredientAtHand($0) }, try CookingParameters(results[parameters]))
  }
}

extension CookingParameters {
  /// The result of `RecipeQueries.parameters`: a row, or none.
  init(_ rows: Rows) throws {
    guard let row = rows.first else {
      self.init()
      return
    }
    self.init(cuisineBits: try row["cuisines"], requiredBits: try row["required"])
  }
}

extension Context {
  /// The page of recipes that the request came from, or else the given path.
  func backToRecipes(or path: String) -> String {
    guard let target = request.headers["referer"].flatMap({ request.target(ofOwn: $0) }) else { return path }
    return ["/recipes/results", "/favorites", "/trash"].contains(target.prefix { $0 != "?" }) ? target : path
  }
}
