import RecipeImport

/// KitchenOwl's export of a household.
enum KitchenOwl {
  static func isExport(_ object: JSONObject) -> Bool {
    let recipes = object.rows("recipes")
    let isNamed = object.has("shoppinglists") || object.has("planner_feature") || object.has("expenses_feature")
    // The export of the recipes alone has nothing else.
    let isOfRecipes = !recipes.isEmpty && recipes.allSatisfy { $0.has("items") && $0.has("yields") && $0.has("tags") }
    return (isNamed || isOfRecipes) && object.has("recipes") && recipes.allSatisfy { $0.has("name") }
  }

  static func read(_ household: JSONObject) -> MovedFile {
    var file = MovedFile()
    file.program = "KitchenOwl"
    for row in household.rows("recipes") {
      var draft = RecipeDraft()
      draft.recipe.title = row["name"]?.text
      for line in Text.lines(row["description"]?.text ?? "") { draft.addStep(withoutMarks(line)) }
      for item in row.rows("items") {
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
      let lines = (list.object?["items"]?.list ?? []).compactMap { item -> MovedLine? in
        let words =
          item.text.map { [$0] } ?? [item.object?["description"]?.text, item.object?["name"]?.text].compactMap { $0 }
        let text = words.map(\.oneLine).filter { !$0.isEmpty }.joined(separator: " ")
        return text.isEmpty ? nil : MovedLine(text: text, list: name, isDone: item.object?["checked"]?.isTrue == true)
      }
      file.shopping += lines
      if lines.isEmpty, let name { file.leave(name, .listAlone) }
    }
    let items = household["items"]?.list ?? []
    if !items.isEmpty { file.leave("\(items.count) items", .catalogue) }
    let expenses = household["expenses"]?.list ?? []
    if !expenses.isEmpty { file.leave("\(expenses.count) expenses", .expenses) }
    return file
  }

  /// `@Butter`, `@olive_oil{2 tbsp}` name an ingredient: "Butter", "2 tbsp olive oil".
  private static func withoutMarks(_ line: String) -> String {
    var result = ""
    var rest = line[...]
    while let mark = rest.firstIndex(of: "@") {
      let before = mark > line.startIndex ? line[line.index(before: mark)] : " "
      var name = rest[rest.index(after: mark)...].prefix { !" .()\\/?*+,!%$#@^;:\"=~{".contains($0) }
      guard name.first?.isLetter == true, !before.isLetter, !before.isNumber else {
        result += rest[...mark]
        rest = rest[rest.index(after: mark)...]
        continue
      }
      result += rest[..<mark]
      rest = rest[name.endIndex...]
      var amount: Substring = ""
      if rest.first == "{", let end = rest.firstIndex(of: "}") {
        amount = rest[..<end].dropFirst()
        rest = rest[rest.index(after: end)...]
      }
      while name.last == "_" { name.removeLast() }
      if !amount.isEmpty { result += "\(amount) " }
      result += name.split(separator: "_").joined(separator: " ")
    }
    return result + rest
  }
}
