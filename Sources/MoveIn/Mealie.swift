import CivilTime
import RecipeImport

/// Mealie's backup: the tables of its database as JSON. Ids have no dashes where they come from SQLite.
struct Mealie {
  private let database: JSONObject
  private var file = MovedFile()

  static func isBackup(_ object: JSONObject) -> Bool {
    object.has("recipes_ingredients") && object.has("recipe_instructions") && object.has("recipes")
  }

  static func read(_ database: JSONObject) -> MovedFile {
    var reader = Mealie(database: database)
    reader.read()
    return reader.file
  }

  private init(database: JSONObject) { self.database = database }

  private func rows(_ table: String) -> [JSONObject] { (database[table]?.list ?? []).compactMap(\.object) }

  private static func id(_ value: JSON?) -> String? { value?.text.map { $0.lowercased().filter { $0 != "-" } } }

  private func names(_ table: String) -> [String: JSONObject] {
    Dictionary(
      rows(table).compactMap { row in Self.id(row["id"]).map { ($0, row) } }, uniquingKeysWith: { first, _ in first })
  }

  private func grouped(_ table: String) -> [String: [JSONObject]] {
    let groups = Dictionary(grouping: rows(table), by: { Self.id($0["recipe_id", "recipee_id"]) ?? "" })
    return groups.mapValues { rows in
      rows.enumerated().sorted {
        (Int($0.element["position"]?.text ?? "") ?? 0, $0.offset) < (
          Int($1.element["position"]?.text ?? "") ?? 0, $1.offset
        )
      }.map(\.element)
    }
  }

  private mutating func read() {
    file.program = "Mealie"
    let (units, foods) = (names("ingredient_units"), names("ingredient_foods"))
    let (ingredients, instructions) = (grouped("recipes_ingredients"), grouped("recipe_instructions"))
    let (notes, nutrition, comments) = (grouped("notes"), grouped("recipe_nutrition"), grouped("recipe_comments"))
    let settings = grouped("recipe_settings")
    let labels = [
      ("recipes_to_tags", "tag_id", names("tags")), ("recipes_to_categories", "category_id", names("categories")),
    ]
    let tools = (rows("recipes_to_tools"), names("tools"))
    var labelled: [String: [String]] = [:]
    for (table, key, named) in labels {
      for row in rows(table) {
        if let recipe = Self.id(row["recipe_id"]), let name = Self.id(row[key]).flatMap({ named[$0]?["name"]?.text }) {
          labelled[recipe, default: []].append(name)
        }
      }
    }
    var titles: [String: String] = [:]
    for row in rows("recipes") {
      let id = Self.id(row["id"]) ?? ""
      titles[id] = row["name"]?.text
      var draft = RecipeDraft()
      draft.recipe.title = row["name"]?.text
      draft.recipe.description = row["description"]?.text.flatMap { Text.block($0) }
      draft.recipe.makes = Yield(
        [row["recipe_yield"]?.text, RecipeDraft.amount(row["recipe_servings"]?.text).map { "\($0) servings" }]
          .compactMap { $0 })
      draft.recipe.prepMinutes = row["prep_time"]?.text.flatMap { CookingTime.minutes($0) }
      draft.recipe.cookMinutes = (row["perform_time"] ?? row["cook_time"])?.text.flatMap { CookingTime.minutes($0) }
      draft.recipe.totalMinutes = row["total_time"]?.text.flatMap { CookingTime.minutes($0) }
      draft.recipe.cuisine = row["recipeCuisine", "recipe_cuisine"]?.text
      draft.setSource(row["org_url"]?.text)
      for label in labelled[id] ?? [] { draft.label(label) }
      let hasAmounts = settings[id]?.first?["disable_amount"]?.isTrue != true
      for line in ingredients[id] ?? [] {
        draft.addHeading(line["title"]?.text)
        draft.addIngredient(Self.line(line, units, foods, hasAmounts))
      }
      for step in instructions[id] ?? [] {
        if let title = step["title"]?.text?.oneLine.nonEmpty {
          draft.recipe.steps.append(title.hasSuffix(":") ? title : "\(title):")
        }
        if let summary = step["summary"]?.text?.oneLine.nonEmpty, !summary.hasPrefix("Step ") { draft.addStep(summary) }
        for text in Text.lines(step["text"]?.text ?? "") { draft.addStep(text) }
      }
      for note in notes[id] ?? [] { draft.keep(note["title"]?.text?.oneLine.nonEmpty, note["text"]?.text) }
      for comment in comments[id] ?? [] { draft.keep("Comment", comment["text"]?.text) }
      let facts = (nutrition[id]?.first?.members ?? []).filter {
        !["id", "recipe_id", "created_at", "update_at"].contains($0.key)
      }
      draft.keep(
        "Nutrition",
        facts.compactMap { fact in
          fact.value.text.map { "\(fact.key.split(separator: "_").joined(separator: " ")) \($0)" }
        }
        .joined(separator: ", "))
      let own = tools.0.filter { Self.id($0["recipe_id"]) == id }.compactMap { row in
        Self.id(row["tool_id"]).flatMap { tools.1[$0]?["name"]?.text }
      }
      draft.keep("Tools", own.joined(separator: ", "))
      draft.keep("Last made", row["last_made"]?.text)
      draft.rate(row["rating"]?.text)
      draft.finish(&file)
    }
    for row in rows("group_meal_plans") {
      let title = Self.id(row["recipe_id"]).flatMap { titles[$0] } ?? row["title"]?.text ?? ""
      guard let day = row["date"]?.text.flatMap({ Moment($0) }), !title.trimmed.isEmpty else {
        file.leave(title.isEmpty ? MovedFile.unnamedMeal : title, .noDayOrName)
        continue
      }
      file.meals.append(
        MovedMeal(
          day: CalendarDate(CivilTime(seconds: day.stamp)).iso, meal: row["entry_type"]?.text, title: title.oneLine))
      if let text = row["text"]?.text, row["recipe_id"]?.text != nil, !text.trimmed.isEmpty {
        file.leave(title, .ownText, text)
      }
    }
    let lists = names("shopping_lists")
    for row in rows("shopping_list_items") {
      guard let text = Self.line(row, units, foods, true)?.oneLine.nonEmpty else {
        file.leave("a shopping line", .noText)
        continue
      }
      let list = Self.id(row["shopping_list_id"]).flatMap { lists[$0]?["name"]?.text }
      file.shopping.append(MovedLine(text: text, list: list, isDone: row["checked"]?.isTrue == true))
    }
    for (table, what) in [("cookbooks", .savedSearch), ("recipe_assets", .recipeFile)] as [(String, MovedReason)] {
      for row in rows(table) { file.leave(row["name"]?.text ?? table, what) }
    }
  }

  /// "500 g flour, sifted": the line as it was typed where it has no parts.
  private static func line(
    _ row: JSONObject, _ units: [String: JSONObject], _ foods: [String: JSONObject], _ hasAmounts: Bool
  ) -> String? {
    let unit = id(row["unit_id"]).flatMap { units[$0] }
    let food = id(row["food_id"]).flatMap { foods[$0]?["name"]?.text }
    let note = row["note"]?.text?.oneLine.nonEmpty
    let abbreviation = unit?["use_abbreviation"]?.isTrue == true ? unit?["abbreviation"]?.text : nil
    let amount = hasAmounts ? RecipeDraft.amount(row["quantity"]?.text) : nil
    let parts = [amount, amount == nil ? nil : abbreviation ?? unit?["name"]?.text, food].compactMap {
      $0?.oneLine.nonEmpty
    }
    if food == nil, unit == nil, let note, amount == nil || amount == "1" && row["is_food"] == nil { return note }
    let text = parts.joined(separator: " ")
    if food == nil {
      return [text, note ?? ""].filter { !$0.isEmpty }.joined(separator: " ").nonEmpty ?? row["original_text"]?.text
    }
    return note.map { "\(text), \($0)" } ?? text
  }
}

/// KitchenOwl's export of a household.
enum KitchenOwl {
  static func isExport(_ object: JSONObject) -> Bool {
    let recipes = (object["recipes"]?.list ?? []).compactMap(\.object)
    let isNamed = object.has("shoppinglists") || object.has("planner_feature") || object.has("expenses_feature")
    return isNamed && object.has("recipes") && recipes.allSatisfy { $0.has("name") }
  }

  static func read(_ household: JSONObject) -> MovedFile {
    var file = MovedFile()
    file.program = "KitchenOwl"
    for row in (household["recipes"]?.list ?? []).compactMap(\.object) {
      var draft = RecipeDraft()
      draft.recipe.title = row["name"]?.text
      for line in Text.lines(row["description"]?.text ?? "") { draft.addStep(withoutMarks(line)) }
      for item in (row["items"]?.list ?? []).compactMap(\.object) {
        let text = [item["description"]?.text, item["name"]?.text].compactMap { $0?.oneLine.nonEmpty }.joined(
          separator: " ")
        draft.addIngredient(item["optional"]?.isTrue == true ? "\(text) (optional)" : text)
      }
      draft.recipe.makes = Yield([RecipeDraft.amount(row["yields"]?.text).map { "\($0) servings" }].compactMap { $0 })
      func minutes(_ key: String) -> Int? {
        row[key]?.text.flatMap { Int($0) }.flatMap { $0 > 0 && $0 < 500_000 ? $0 : nil }
      }
      draft.recipe.prepMinutes = minutes("prep_time")
      draft.recipe.cookMinutes = minutes("cook_time")
      draft.recipe.totalMinutes = minutes("time")
      draft.setSource(row["source"]?.text)
      for tag in row["tags"]?.list ?? [] { draft.label(tag.text ?? tag.object?["name"]?.text) }
      if let photo = row["photo"]?.text {
        file.leave(row["name"]?.text ?? photo, .picture, photo)
      }
      draft.finish(&file)
    }
    for list in household["shoppinglists"]?.list ?? [] {
      let name = list.text ?? list.object?["name"]?.text
      let lines = (list.object?["items"]?.list ?? []).compactMap { $0.text ?? $0.object?["name"]?.text }
      for line in lines { file.shopping.append(MovedLine(text: line.oneLine, list: name, isDone: false)) }
      if lines.isEmpty, let name { file.leave(name, .listAlone) }
    }
    let items = household["items"]?.list ?? []
    if !items.isEmpty { file.leave("\(items.count) items", .catalogue) }
    let expenses = household["expenses"]?.list ?? []
    if !expenses.isEmpty { file.leave("\(expenses.count) expenses", .expenses) }
    return file
  }

  /// `@Butter` names an ingredient.
  private static func withoutMarks(_ line: String) -> String {
    line.split(separator: " ", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("@") && $0.dropFirst().first?.isLetter == true ? $0.dropFirst() : $0 }.joined(separator: " ")
  }
}
