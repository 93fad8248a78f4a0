import Cookery
import HTTP
import Postgres
import StrictJSON

extension Resource {
  static let recipes = Resource(
    name: "recipes", part: .recipes, one: "a recipe of the household",
    row: [.field("id", .id), .field("version", .number(0...Int.max))] + recipeFields + [
      .field("image", .text(200), "The path of its picture, for a browser.", nullable: true),
      .field("created_at", .moment),
    ],
    select: { condition, end in
      """
      SELECT t.id, t.version, t.name, t.description, t.ingredients, t.steps, t.cuisine, t.makes AS yield, t.servings, t.prep_minutes,
        t.cook_minutes, t.source_url, t.source_name, t.notes, t.nutrition, t.statements AS labels,
        CASE WHEN t.image_id IS NOT NULL THEN '/recipes/' || t.id || '/image' END AS image, t.created_at
      FROM recipes t
      WHERE t.household_id = current_household() AND t.deleted_at IS NULL AND \(fragment: condition) \(fragment: end)
      """
    },
    filters: [.field("name", .text(1_000), "Recipes whose names contain this.")],
    condition: { query in
      guard let name = query["name"] else { return "true" }
      return "strpos(t.folded_name, folded(btrim(\(name)))) > 0"
    },
    writable: recipeFields.map { field in
      var field = field
      field.isOptional = field.name != "name"
      return field
    },
    create: { call, id, session in
      let draft = try await Recipes.draft(of: RecipeForm(id: id, call.body.lines), call.context)
      let ready = try await AddRecipes(recipes: [draft]).ready(session)
      var batch = Batch()
      ready.store(in: &batch)
      let due = PacketRecipes.concerned(in: &batch)
      try await PacketRecipes.apply(try await session.query(batch)[due], call.context)
    },
    change: { call, id, version, session in
      try await editRecipe(call, id, version, session, unlessItHas: call.body) { form in
        form.take(RecipeForm(id: id, call.body.lines), of: call.body.names)
      }
    },
    delete: { call, id in
      let deleting = DeleteRecipe(id: id)
      var batch = Batch()
      let query = deleting.store(in: &batch)
      return try DeleteRecipe.Result(try await call.context.query(batch), query, of: deleting) != nil
    },
    restore: { call, id in try await RestoreRecipe(id: id).run(call.context) != nil },
    picture: PictureOfRow(
      picture: { RecipeQueries.picture(of: $0) }, thumbnail: { RecipeQueries.thumbnail(of: $0) },
      thumbnailSize: RecipeForm.thumbnailSize,
      change: { call, id, version, session, upload in
        try await editRecipe(call, id, version, session) { form in
          (form.imageID, form.removesImage) = (upload, upload == nil)
        }
      }))

  /// Changes the recipe as its form has it.
  private static func editRecipe(
    _ call: Call, _ id: UUID, _ version: Int, _ session: RowSession, unlessItHas body: APIBody? = nil,
    _ fill: (inout RecipeForm) -> Void
  ) async throws -> Change {
    guard let row = try await session.query(RecipeQueries.find(id)).first else { return .gone }
    guard try row["version"] == version, try !(row["is_starter"] as Bool) else { return .changedMeanwhile }
    if let body, try await session.had(body) { return .saved }
    var form = RecipeForm(try RecipeDraft(row), version: version)
    fill(&form)
    let draft = try await Recipes.draft(of: form, call.context)
    var batch = Batch()
    let query = try await EditRecipe(recipe: draft, version: version).ready(session).store(in: &batch)
    let due = PacketRecipes.concerned(in: &batch)
    let results = try await session.query(batch)
    guard let result = try EditRecipe.Result(results, query) else { return .gone }
    try await PacketRecipes.apply(results[due], call.context)
    return result.isSaved || draft.isSame(as: result.stored) ? .saved : .changedMeanwhile
  }

  private static let recipeFields: [APIField] = [
    .field("name", .text(10_000)), .field("description", .text(100_000)),
    .field("ingredients", .list(.text(10_000), atMost: 500), "A line each."),
    .field("steps", .list(.text(100_000), atMost: 500)), .field("cuisine", .text(1_000)),
    .field("yield", .text(1_000), "In words: 20 buns."), .field("servings", .number(1...1_000), nullable: true),
    .field("prep_minutes", .number(0...100_000), nullable: true),
    .field("cook_minutes", .number(0...100_000), nullable: true), .field("source_url", .text(10_000)),
    .field("source_name", .text(1_000)), .field("notes", .text(100_000)), .field("nutrition", .text(10_000)),
    .field("labels", .list(.text(1_000), atMost: 500)),
  ]

  static let hand: Resource = Resource(
    name: "hand", part: .recipes, one: "a food at hand",
    row: [
      .field("id", .id), .field("version", .number(0...Int.max)), .field("name", .text(200)),
      .field("amount", .text(200)), .field("best_before", .day, nullable: true), .field("place", .text(200)),
      .field("created_at", .moment),
    ],
    select: { condition, end in
      """
      SELECT t.id, \(fragment: RecipeQueries.versionAtHand("t")) AS version, t.name, t.amount, t.best_before, t.place, t.created_at
      FROM ingredients_at_hand t
      WHERE t.household_id = current_household() AND \(fragment: condition) \(fragment: end)
      """
    },
    writable: [
      .field("name", .text(200), required: true), .field("amount", .text(200)),
      .field("best_before", .day, nullable: true), .field("place", .text(200)),
    ],
    change: { call, id, version, session in
      guard version != 0 else { return .changedMeanwhile }
      if try await session.had(call.body) { return .saved }
      let details = HandDetails(call.body.form)
      let edit = EditIngredient(
        id: id, name: call.body.text("name")?.trimmed, amount: call.body.has("amount") ? details.amount : nil,
        bestBefore: call.body.has("best_before") ? .some(details.bestBefore) : nil,
        place: call.body.has("place") ? details.place : nil, version: version)
      switch try await edit.run(session) {
      case nil: return .gone
      case .changed: return .saved
      case .changedMeanwhile: return .changedMeanwhile
      case .isThere: throw APIProblem.field("name", .said(call.context.strings.recipesHandThere))
      }
    },
    delete: { call, id in
      var batch = Batch()
      let query = RemoveIngredients.one(id).store(in: &batch)
      return try RemoveIngredients.Result(try await call.context.query(batch), query) != nil
    },
    restore: { call, id in
      var batch = Batch()
      let query = RestoreIngredients(id: id).store(in: &batch)
      return RestoreIngredients.isKnown(try await call.context.query(batch), query)
    },
    actions: [addToHand])

  /// The id of what is at hand is the household's: a food that is there gets what is said of it.
  private static let addToHand: Endpoint = Endpoint(
    method: .post, path: "/hand", scope: AccessScope(part: .recipes, changes: true),
    summary: "Notes a food as at hand; of one that is there, what is said replaces what was said.",
    body: [
      .field("name", .text(200), required: true), .field("amount", .text(200)),
      .field("best_before", .day, nullable: true), .field("place", .text(200)),
    ], answer: .row("hand"), isOnce: true
  ) { call in
    let name = call.body.text("name") ?? ""
    let adding = AddIngredients(
      line: name, details: HandDetails(call.body.form), amounts: call.context.strings.amounts)
    let ready = try await adding.ready(call.context)
    guard let key = ready.onlyKey else { throw APIProblem.field("name", .notOneFood) }
    var batch = Batch()
    let food = hand.select("t.ingredient = ingredient_number(\(key))", "")
    let before = batch.add(food)
    let query = ready.store(in: &batch)
    let added = batch.add(food)
    let results = try await call.context.query(batch)
    try await AddIngredients.finish(results, query, call.context)
    guard let row = results[added].first else { throw Failure.notFound }
    guard let answer = try await hand.row(try row["id"], call, status: results[before].isEmpty ? .created : .ok) else {
      throw Failure.notFound
    }
    return answer
  }
}

extension APIBody {
  /// As a form of the pages would send it, where a list is a text of lines.
  fileprivate var lines: Form {
    var lines = Form()
    for member in object.members where member.value.elements != nil {
      lines.append(
        member.name,
        list(member.name).compactMap { $0.string?.onOneLine }.joined(separator: "\n"))
    }
    for (name, value) in form.pairs where lines[name] == nil { lines.append(name, value) }
    return lines
  }
}

extension String {
  /// A line of a list: what breaks it is a space.
  var onOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
}

extension RecipeForm {
  /// Takes fields of another form; the others stay as they are.
  fileprivate mutating func take(_ other: RecipeForm, of names: [String]) {
    for name in names {
      switch name {
      case "name": self.name = other.name
      case "description": description = other.description
      case "ingredients": ingredients = other.ingredients
      case "steps": steps = other.steps
      case "cuisine": cuisine = other.cuisine
      case "yield": makes = other.makes
      case "servings": servings = other.servings
      case "prep_minutes": prepMinutes = other.prepMinutes
      case "cook_minutes": cookMinutes = other.cookMinutes
      case "source_url": sourceURL = other.sourceURL
      case "source_name": sourceName = other.sourceName
      case "notes": notes = other.notes
      case "nutrition": nutrition = other.nutrition
      case "labels": statements = other.statements
      default: break
      }
    }
  }
}
