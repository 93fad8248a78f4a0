import CivilTime
import RecipeImport

/// Mealie's backup: the tables of its database as JSON. Ids have no dashes where they come from SQLite.
struct Mealie {
  private let database: JSONObject
  private let units: [String: JSONObject]
  private let foods: [String: JSONObject]
  private let tools: [String: JSONObject]
  /// The names of recipes by their ids.
  private let titles: [String: String]
  /// The rows of tables that belong to recipes, by the table and the recipe's id.
  private let parts: [String: [String: [JSONObject]]]
  /// Tags and categories by the ids of their recipes.
  private let labels: [String: [String]]
  private let favourites: Set<String>
  /// The paths of pictures by the ids of their recipes.
  private var pictures: [String: String] = [:]
  private var file = MovedFile()

  static func isBackup(_ object: JSONObject) -> Bool {
    object.has("recipes_ingredients") && object.has("recipe_instructions") && object.has("recipes")
  }

  /// - Parameter packed: the paths of the archive's files.
  static func read(_ database: JSONObject, packed: Set<String> = []) -> MovedFile {
    var reader = Mealie(database: database)
    // data/recipes/ID/images/original.webp
    for path in packed.sorted() {
      let parts = path.split(separator: "/").suffix(3).map { String($0) }
      guard parts.count == 3, parts[1] == "images", parts[2].hasPrefix("original."), let id = id(.string(parts[0]))
      else { continue }
      reader.pictures[id] = path
    }
    reader.read()
    return reader.file
  }

  private init(database: JSONObject) {
    self.database = database
    func names(_ table: String) -> [String: JSONObject] { Self.byID(database.rows(table)) }
    (units, foods, tools) = (names("ingredient_units"), names("ingredient_foods"), names("tools"))
    titles = names("recipes").compactMapValues { $0["name"]?.text }
    var parts: [String: [String: [JSONObject]]] = [:]
    for table in [
      "recipes_ingredients", "recipe_instructions", "notes", "recipe_nutrition", "recipe_comments", "recipe_settings",
      "api_extras", "recipe_timeline_events", "households_to_recipes", "users_to_recipes", "recipes_to_tools",
    ] {
      let groups = Dictionary(
        grouping: database.rows(table), by: { Self.id($0["recipe_id", "recipee_id"]) ?? "" })
      parts[table] = groups.mapValues(Self.byPosition)
    }
    self.parts = parts
    var labels: [String: [String]] = [:]
    for (table, key, named) in [
      ("recipes_to_tags", "tag_id", names("tags")), ("recipes_to_categories", "category_id", names("categories")),
    ] {
      for row in database.rows(table) {
        if let recipe = Self.id(row["recipe_id"]), let name = Self.id(row[key]).flatMap({ named[$0]?["name"]?.text }) {
          labels[recipe, default: []].append(name)
        }
      }
    }
    self.labels = labels
    let rated = (parts["users_to_recipes"] ?? [:]).filter { $0.value.contains { $0["is_favorite"]?.isTrue == true } }
    favourites = Set(database.rows("users_to_favorites").compactMap { Self.id($0["recipe_id"]) } + rated.map(\.key))
    file.program = "Mealie"
  }

  private static func id(_ value: JSON?) -> String? { value?.text.map { $0.lowercased().filter { $0 != "-" } } }

  private static func byID(_ rows: [JSONObject]) -> [String: JSONObject] {
    Dictionary(rows.compactMap { row in id(row["id"]).map { ($0, row) } }, uniquingKeysWith: { first, _ in first })
  }

  private static func byPosition(_ rows: [JSONObject]) -> [JSONObject] {
    let places = rows.map { Int($0["position"]?.text ?? "") ?? 0 }
    return rows.indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { rows[$0] }
  }

  private mutating func read() {
    for row in database.rows("recipes") { readRecipe(row) }
    for row in database.rows("group_meal_plans") { readMeal(row) }
    readShopping()
    readHand()
    for (table, what) in [("cookbooks", .savedSearch), ("recipe_assets", .recipeFile)] as [(String, MovedReason)] {
      for row in database.rows(table) { file.leave(row["name"]?.text ?? table, what) }
    }
  }

  // MARK: A recipe

  private mutating func readRecipe(_ row: JSONObject) {
    let id = Self.id(row["id"]) ?? ""
    func own(_ table: String) -> [JSONObject] { parts[table]?[id] ?? [] }
    var draft = RecipeDraft()
    draft.recipe.title = row["name"]?.text
    draft.recipe.description = row["description"]?.text.flatMap { Text.block($0) }
    draft.recipe.makes = Yield(
      [Self.yield(row), RecipeDraft.amount(row["recipe_servings"]?.text).map { "\($0) servings" }].compactMap { $0 })
    draft.setTime(\.prepMinutes, "Prep time", row["prep_time"]?.text)
    draft.setTime(\.cookMinutes, "Cook time", (row["perform_time"] ?? row["cook_time"])?.text)
    draft.setTime(\.totalMinutes, "Total time", row["total_time"]?.text)
    draft.recipe.cuisine = row["recipeCuisine", "recipe_cuisine"]?.text
    draft.recipe.packedPicture = pictures[id]
    draft.setSource(row["org_url"]?.text)
    for label in labels[id] ?? [] { draft.label(label) }
    let hasAmounts = own("recipe_settings").first?["disable_amount"]?.isTrue != true
    for line in own("recipes_ingredients") {
      draft.addHeading(line["title"]?.text)
      draft.addIngredient(self.line(line, hasAmounts: hasAmounts))
    }
    for step in own("recipe_instructions") {
      draft.addStepHeading(step["title"]?.text)
      if let summary = step["summary"]?.text, !summary.hasPrefix("Step ") { draft.addStepHeading(summary) }
      for text in Text.lines(step["text"]?.text ?? "") { draft.addStep(text) }
    }
    for note in own("notes") { draft.keep(note["title"]?.text?.oneLine.nonEmpty, note["text"]?.text) }
    for comment in own("recipe_comments") { draft.keep("Comment", comment["text"]?.text) }
    draft.addNutrition(nil, Self.nutrition(own("recipe_nutrition").first))
    let needed = own("recipes_to_tools").compactMap { Self.id($0["tool_id"]).flatMap { tools[$0]?["name"]?.text } }
    draft.keep("Tools", needed.joined(separator: ", "))
    for extra in own("api_extras") { draft.keep(extra["key_name"]?.text, extra["value"]?.text) }
    let made = own("households_to_recipes").compactMap { $0["last_made"]?.text }.max()
    draft.keep("Last made", row["last_made"]?.text ?? made)
    // "Recipe created" is an event, too.
    for event in own("recipe_timeline_events") where event["event_type"]?.text != "system" {
      let day = event["timestamp"]?.text.map { String($0.prefix(10)) }
      draft.keep(
        day, [event["subject"]?.text, event["message"]?.text].compactMap { $0?.nonEmpty }.joined(separator: ": "))
    }
    draft.rate(row["rating"]?.text ?? own("users_to_recipes").lazy.compactMap { $0["rating"]?.text }.first)
    if favourites.contains(id) { draft.keep("Favourite", "yes") }
    draft.finish(&file)
  }

  /// "calories 250, fat content 12"
  private static func nutrition(_ row: JSONObject?) -> String {
    let facts = (row?.members ?? []).filter { !["id", "recipe_id", "created_at", "update_at"].contains($0.key) }
    return facts.compactMap { fact in
      fact.value.text.map { "\(fact.key.split(separator: "_").joined(separator: " ")) \($0)" }
    }
    .joined(separator: ", ")
  }

  /// "12 muffins", which are two columns since Mealie 2.
  private static func yield(_ row: JSONObject) -> String? {
    let words = row["recipe_yield"]?.text?.oneLine.nonEmpty
    guard let amount = RecipeDraft.amount(row["recipe_yield_quantity"]?.text),
      words.map({ !$0.contains(where: \.isNumber) }) ?? true
    else { return words }
    return [amount, words].compactMap { $0 }.joined(separator: " ")
  }

  /// "500 g flour, sifted": the line as it was typed where it has no parts. Amounts above 1 have the plural of their unit and
  /// food, and a food without an amount has it, as Mealie shows them.
  private func line(_ row: JSONObject, hasAmounts: Bool) -> String? {
    let (unit, named) = (Self.id(row["unit_id"]).flatMap { units[$0] }, Self.id(row["food_id"]).flatMap { foods[$0] })
    let note = row["note"]?.text?.oneLine.nonEmpty
    let amount = hasAmounts ? RecipeDraft.amount(row["quantity"]?.text) : nil
    let isSeveral = amount.flatMap { Double($0) }.map { $0 > 1 } ?? false
    func word(_ row: JSONObject?, _ key: String, plural: Bool) -> String? {
      (plural ? row?["plural_\(key)"]?.text : nil) ?? row?[key]?.text
    }
    let abbreviation =
      unit?["use_abbreviation"]?.isTrue == true ? word(unit, "abbreviation", plural: isSeveral) : nil
    let food =
      word(named, "name", plural: isSeveral || amount == nil)
      // Since Mealie 3 a line may be a recipe.
      ?? Self.id(row["referenced_recipe_id"]).flatMap { titles[$0] }
    let parts = [amount, amount == nil ? nil : abbreviation ?? word(unit, "name", plural: isSeveral), food].compactMap {
      $0?.oneLine.nonEmpty
    }
    // 1 fills the amount of a text that nobody has divided.
    if food == nil, unit == nil, let note, amount == nil || amount == "1" && row["is_food"]?.isTrue != true {
      return note
    }
    let text = parts.joined(separator: " ")
    if food == nil {
      let said = [unit == nil && note == nil ? "" : text, note ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
      return said.nonEmpty ?? row["original_text"]?.text
    }
    return note.map { "\(text), \($0)" } ?? text
  }

  // MARK: Meals and food

  private mutating func readMeal(_ row: JSONObject) {
    let words = [row["title"]?.text, row["text"]?.text].compactMap { $0?.oneLine.nonEmpty }
    let title = Self.id(row["recipe_id"]).flatMap { titles[$0] } ?? words.first ?? ""
    guard let day = row["date"]?.text.flatMap({ Moment($0) }), !title.trimmed.isEmpty else {
      file.leave(title.isEmpty ? MovedFile.unnamedMeal : title, .noDayOrName)
      return
    }
    file.meals.append(
      MovedMeal(
        day: CalendarDate(CivilTime(seconds: day.stamp)).iso, meal: row["entry_type"]?.text, title: title.oneLine))
    for text in words where text != title.oneLine { file.leave(title, .ownText, text) }
  }

  private mutating func readShopping() {
    let lists = Self.byID(database.rows("shopping_lists"))
    for row in Self.byPosition(database.rows("shopping_list_items")) {
      guard let text = line(row, hasAmounts: true)?.oneLine.nonEmpty else {
        file.leave("a shopping line", .noText)
        continue
      }
      let list = Self.id(row["shopping_list_id"]).flatMap { lists[$0]?["name"]?.text }
      file.shopping.append(MovedLine(text: text, list: list, isDone: row["checked"]?.isTrue == true))
    }
  }

  private mutating func readHand() {
    // Since Mealie 2 each household has its own.
    let owned = Set(database.rows("households_to_ingredient_foods").compactMap { Self.id($0["food_id"]) })
    for row in database.rows("ingredient_foods") {
      guard row["on_hand"]?.isTrue == true || Self.id(row["id"]).map(owned.contains) ?? false,
        let name = row["name"]?.text?.oneLine.nonEmpty
      else { continue }
      file.hand.append(MovedFood(name: name))
    }
  }
}
