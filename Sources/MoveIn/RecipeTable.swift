import RecipeImport

/// Recipes in tables: Plan to Eat, MyRecipeBox, and others with English headers.
enum RecipeTable {
  static func isHeader(_ names: [String]) -> Bool {
    names.contains("ingredients") && (names.contains("title") || names.contains("name"))
  }

  static func read(_ table: Table) -> MovedFile {
    var file = MovedFile()
    let keys = Set(table.header.map(Table.key))
    file.program =
      keys.contains("mainingredient") ? "Plan to Eat" : keys.contains("originalpicture") ? "MyRecipeBox" : "CSV"
    if table.isCut { file.leave(MovedFile.end, .endsInRow) }
    let known: Set<String> = [
      "title", "name", "description", "course", "cuisine", "source", "url", "preptime", "preparationtime", "cooktime",
      "cookingtime",
      "totaltime", "servings", "yield", "quantity", "ingredients", "directions", "instructions", "steps", "tags",
      "categories", "rating",
      "photourl", "originalpicture", "image", "notes", "urlhost", "createdat", "updatedat", "private", "publicurl",
      "favorite",
    ]
    for row in table.rows where !row.isEmpty {
      var draft = RecipeDraft()
      draft.recipe.title = row["title"] ?? row["name"]
      draft.recipe.description = row["description"]
      for line in (row.raw("ingredients") ?? "").normalLines.split(separator: "\n") {
        // Plan to Eat writes amount, unit and name, and of a heading the name alone.
        let text = line.trimmed
        if text.hasPrefix(",") { draft.addHeading(String(text.dropFirst()).trimmed) } else { draft.addIngredient(text) }
      }
      let steps = row.raw("directions") ?? row.raw("instructions") ?? row.raw("steps") ?? ""
      for line in steps.normalLines.split(separator: "\n") { draft.addStep(String(line)) }
      draft.recipe.prepMinutes = minutes(row["preptime"] ?? row["preparationtime"])
      draft.recipe.cookMinutes = minutes(row["cooktime"] ?? row["cookingtime"])
      draft.recipe.totalMinutes = minutes(row["totaltime"])
      draft.recipe.makes = Yield(
        [row["servings"].map { Int($0) == nil ? $0 : "\($0) servings" }, row["yield"] ?? row["quantity"]].compactMap {
          $0
        })
      draft.recipe.cuisine = row["cuisine"]
      for label in [row["course"]].compactMap({ $0 }) + (row["tags"] ?? "").commaList
        + (row["categories"] ?? "").commaList
      {
        draft.label(label)
      }
      draft.setSource(row["url"])
      draft.setSource(row["source"])
      draft.recipe.imageURL = [row["photourl"], row["originalpicture"], row["image"]].compactMap { $0 }.first {
        $0.hasPrefix("http")
      }
      draft.keep(nil, row.raw("notes")?.normalLines)
      draft.rate(row["rating"])
      if row["favorite"]?.lowercased() == "true" { draft.keep("Favourite", "yes") }
      for name in table.header where !known.contains(Table.key(name)) && !name.isEmpty {
        draft.keep(name, row.raw(name)?.normalLines)
      }
      draft.finish(&file)
    }
    return file
  }

  private static func minutes(_ text: String?) -> Int? {
    guard let text else { return nil }
    if let number = Int(text) { return number > 0 && number < 500_000 ? number : nil }
    return CookingTime.minutes(text)
  }
}
