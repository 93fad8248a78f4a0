import Cookery
import HTML
import HTTP
import Postgres

/// The ingredients at hand (R32).
extension Recipes {
  /// All that is at hand, sorted, and one of it to be changed.
  static func hand(_ request: Request, _ context: Context) async throws -> Response {
    try await wholePage(HandList(request.query), typed: "", problem: nil, context)
  }

  static func updateIngredient(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let fields = try await context.form()
    let details = HandDetails(fields)
    let edit = EditIngredient(
      id: id, name: fields["name"].map(\.trimmed), amount: fields["amount"] == nil ? nil : details.amount,
      bestBefore: fields["best_before"] == nil ? nil : .some(details.bestBefore),
      place: fields["place"] == nil ? nil : details.place)
    var problem: String?
    do {
      switch try await edit.run(context) {
      case nil: throw Failure.notFound
      case .changed, .changedMeanwhile: break
      case .isThere: problem = context.strings.recipesHandThere
      }
    } catch let problems as Problems {
      problem = problems.all.first.map(context.strings.hand)
    }
    guard let problem else {
      return context.redirect(to: HandList.of(context).path, notice: .recipe(.ingredientSaved, nil, name: ""))
    }
    var list = HandList.of(context)
    list.editing = id
    return try await wholePage(list, typed: fields["name"] ?? "", problem: problem, context)
  }

  static func addIngredients(_ request: Request, _ context: Context) async throws -> Response {
    let fields = try await context.form()
    let adding = AddIngredients(
      line: fields["name"] ?? "", details: HandDetails(fields), amounts: context.strings.amounts)
    do {
      let ready = try await adding.ready(context)
      var batch = Batch()
      let (query, hand) = (ready.store(in: &batch), batch.add(RecipeQueries.hand()))
      let results = try await context.query(batch)
      try await AddIngredients.finish(results, query, context)
      return try handChanged(results[hand], context)
    } catch let problems as Problems {
      let problem = problems.all.first.map(context.strings.hand)
      let list = HandList.of(context)
      return list.isWhole
        ? try await wholePage(list, typed: adding.line, problem: problem, context)
        : try await page(typed: adding.line, problem: problem, context)
    }
  }

  static func deleteIngredient(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    var batch = Batch()
    let (query, hand) = (RemoveIngredients.one(id).store(in: &batch), batch.add(RecipeQueries.hand()))
    let results = try await context.query(batch)
    guard let result = try RemoveIngredients.Result(results, query) else { throw Failure.notFound }
    return try handChanged(results[hand], context, .recipe(.ingredientRemoved, id, name: result.name))
  }

  static func clearIngredients(_ request: Request, _ context: Context) async throws -> Response {
    var batch = Batch()
    let (query, hand) = (RemoveIngredients.all.store(in: &batch), batch.add(RecipeQueries.hand()))
    let results = try await context.query(batch)
    let notice = try RemoveIngredients.Result(results, query).map {
      NoticeCode(RecipeNotice.handCleared, $0.undo.id, count: $0.count)
    }
    return try handChanged(results[hand], context, notice)
  }

  static func restoreIngredients(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    var batch = Batch()
    let (query, hand) = (RestoreIngredients(id: id).store(in: &batch), batch.add(RecipeQueries.hand()))
    let results = try await context.query(batch)
    guard RestoreIngredients.isKnown(results, query) else { throw Failure.notFound }
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
    let list = HandList.of(context)
    guard context.isFragment else { return context.redirect(to: list.path, notice: notice) }
    let hand = list.sorted(try rows.map { try IngredientAtHand($0) })
    return context.html(.recipes) { out, page in
      Views.Recipes._hand(&out, page: page, hand: hand, list: list, typed: "", problem: nil)
      if let notice { Views.Shared._notice(&out, page: page, notice: notice.notice(page.strings), oob: true) }
    }
  }

  private static func wholePage(_ list: HandList, typed: String, problem: String?, _ context: Context) async throws
    -> Response
  {
    let hand = list.sorted(try await context.query(RecipeQueries.hand()).map { try IngredientAtHand($0) })
    return context.html(.recipes, status: problem == nil ? .ok : .unprocessableContent) { out, page in
      if context.isFragment {
        Views.Recipes._hand(&out, page: page, hand: hand, list: list, typed: typed, problem: problem)
      } else {
        Views.Recipes.handPage(&out, page: page, hand: hand, list: list, typed: typed, problem: problem)
      }
    }
  }

  /// The cookbook, with what is wrong in its form of what is at hand.
  private static func page(typed: String, problem: String?, _ context: Context) async throws -> Response {
    var batch = Batch()
    let kitchen = KitchenQuery(in: &batch)
    let starters = batch.add(RecipeQueries.hidesStarters())
    let results = try await context.query(batch)
    let (hand, parameters) = try kitchen.read(results)
    var book = Cookbook(
      search: CookbookSearch(Form()), hand: hand, parameters: parameters, typed: typed, problem: problem)
    book.starters = try results[starters].first.map { (hides: try $0["hides"], areThere: try $0["are_there"]) }
    let shown = book
    return context.html(.recipes, status: problem == nil ? .ok : .unprocessableContent) { out, page in
      if context.isFragment {
        Views.Recipes._hand(&out, page: page, hand: hand, list: HandList(), typed: typed, problem: problem)
      } else {
        Views.Recipes.recipes(&out, page: page, book: shown)
      }
    }
  }
}

extension Strings {
  /// The words above the field of what is at hand.
  func hand(_ problem: Problem) -> String {
    switch problem.kind {
    case .tooLong(let limit) where problem.field == "name": recipesIngredientTooLong(count: limit)
    case .blank: recipesIngredientNeeded
    case .noFood: text(problem)
    default: recipesIngredientDetails
    }
  }
}
