import Cookery
import HTML
import HTTP
import Postgres

/// The ingredients at hand (R32).
extension Recipes {
  static func index(_ request: Request, _ context: Context) async throws -> Response {
    try await page(typed: "", problem: nil, context)
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
      return try await page(typed: adding.line, problem: problems.all.first.map(context.strings.hand), context)
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
}

extension Strings {
  /// The words above the field of what is at hand.
  fileprivate func hand(_ problem: Problem) -> String {
    switch problem.kind {
    case .tooLong(let limit) where problem.field == "name": recipesIngredientTooLong(count: limit)
    case .blank: recipesIngredientNeeded
    case .noFood: text(problem)
    default: recipesIngredientDetails
    }
  }
}
