import CivilTime
import RecipeImport

/// Mealie's backup: the tables of its database as JSON. Ids have no dashes where they come from SQLite.
struct Mealie {
  private let database: JSONObject
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

  private init(database: JSONObject) { self.database = database }

  private func rows(_ table: String) -> [JSONObject] { (database[table]?.list ?? []).compactMap(\.object) }

  private static func id(_ value: JSON?) -> String? { value?.text.map { $0.lowercased().filter { $0 != "-" } } }

  private func names(_ table: String) -> [String: JSONObject] {
    Dictionary(
      rows(table).compactMap { row in Self.id(row["id"]).map { ($0, row) } }, uniquingKeysWith: { first, _ in first })
  }

  private func grouped(_ table: String) -> [String: [JSONObject]] {
    let groups = Dictionary(grouping: rows(table), by: { Self.id($0["recipe_id", "recipee_id"]) ?? "" })
    return groups.mapValues(Self.byPosition)
  }

  private static func byPosition(_ rows: [JSONObject]) -> [JSONObject] {
    let places = rows.map { Int($0["position"]?.text ?? "") ?? 0 }
    return rows.indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { rows[$0] }
  }

  private mutating func read() {
    file.program = "Mealie"
    let (units, foods) = (names("ingredient_units"), names("ingredient_foods"))
    let (ingredients, instructions) = (grouped("recipes_ingredients"), grouped("recipe_instructions"))
    let (notes, nutrition, comments) = (grouped("notes"), grouped("recipe_nutrition"), grouped("recipe_comments"))
    let (settings, extras) = (grouped("recipe_settings"), grouped("api_extras"))
    let (events, made) = (grouped("recipe_timeline_events"), grouped("households_to_recipes"))
    let ratings = grouped("users_to_recipes")
    let favourites = Set(
      rows("users_to_favorites").compactMap { Self.id($0["recipe_id"]) }
        + ratings.filter { $0.value.contains { $0["is_favorite"]?.isTrue == true } }.map(\.key))
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
    let titles = names("recipes").compactMapValues { $0["name"]?.text }
    for row in rows("recipes") {
      let id = Self.id(row["id"]) ?? ""
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
      for label in labelled[id] ?? [] { draft.label(label) }
      let hasAmounts = settings[id]?.first?["disable_amount"]?.isTrue != true
      for line in ingredients[id] ?? [] {
        draft.addHeading(line["title"]?.text)
        draft.addIngredient(Self.line(line, units, foods, hasAmounts, titles))
      }
      for step in instructions[id] ?? [] {
        draft.addStepHeading(step["title"]?.text)
        if let summary = step["summary"]?.text, !summary.hasPrefix("Step ") { draft.addStepHeading(summary) }
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
      for extra in extras[id] ?? [] { draft.keep(extra["key_name"]?.text, extra["value"]?.text) }
      draft.keep("Last made", row["last_made"]?.text ?? made[id]?.compactMap { $0["last_made"]?.text }.max())
      // "Recipe created" is an event, too.
      for event in events[id] ?? [] where event["event_type"]?.text != "system" {
        let day = event["timestamp"]?.text.map { String($0.prefix(10)) }
        draft.keep(
          day, [event["subject"]?.text, event["message"]?.text].compactMap { $0?.nonEmpty }.joined(separator: ": "))
      }
      draft.rate(row["rating"]?.text ?? ratings[id]?.lazy.compactMap { $0["rating"]?.text }.first)
      if favourites.contains(id) { draft.keep("Favourite", "yes") }
      draft.finish(&file)
    }
    for row in rows("group_meal_plans") {
      let words = [row["title"]?.text, row["text"]?.text].compactMap { $0?.oneLine.nonEmpty }
      let title = Self.id(row["recipe_id"]).flatMap { titles[$0] } ?? words.first ?? ""
      guard let day = row["date"]?.text.flatMap({ Moment($0) }), !title.trimmed.isEmpty else {
        file.leave(title.isEmpty ? MovedFile.unnamedMeal : title, .noDayOrName)
        continue
      }
      file.meals.append(
        MovedMeal(
          day: CalendarDate(CivilTime(seconds: day.stamp)).iso, meal: row["entry_type"]?.text, title: title.oneLine))
      for text in words where text != title.oneLine { file.leave(title, .ownText, text) }
    }
    let lists = names("shopping_lists")
    for row in Self.byPosition(rows("shopping_list_items")) {
      guard let text = Self.line(row, units, foods, true, titles)?.oneLine.nonEmpty else {
        file.leave("a shopping line", .noText)
        continue
      }
      let list = Self.id(row["shopping_list_id"]).flatMap { lists[$0]?["name"]?.text }
      file.shopping.append(MovedLine(text: text, list: list, isDone: row["checked"]?.isTrue == true))
    }
    // Since Mealie 2 each household has its own.
    let owned = Set(rows("households_to_ingredient_foods").compactMap { Self.id($0["food_id"]) })
    for row in rows("ingredient_foods") {
      guard row["on_hand"]?.isTrue == true || Self.id(row["id"]).map(owned.contains) ?? false,
        let name = row["name"]?.text?.oneLine.nonEmpty
      else { continue }
      file.hand.append(MovedFood(name: name))
    }
    for (table, what) in [("cookbooks", .savedSearch), ("recipe_assets", .recipeFile)] as [(String, MovedReason)] {
      for row in rows(table) { file.leave(row["name"]?.text ?? table, what) }
    }
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
  private static func line(
    _ row: JSONObject, _ units: [String: JSONObject], _ foods: [String: JSONObject], _ hasAmounts: Bool,
    _ recipes: [String: String]
  ) -> String? {
    let (unit, named) = (id(row["unit_id"]).flatMap { units[$0] }, id(row["food_id"]).flatMap { foods[$0] })
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
      ?? id(row["referenced_recipe_id"]).flatMap { recipes[$0] }
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
}
