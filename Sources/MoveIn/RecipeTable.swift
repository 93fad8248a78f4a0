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
      "photourl", "originalpicture", "image", "images", "notes", "urlhost", "createdat", "updatedat", "private",
      "publicurl", "favorite", "activetime", "labels",
    ]
    for row in table.rows where !row.isEmpty {
      var draft = RecipeDraft()
      draft.recipe.title = row["title"] ?? row["name"]
      draft.recipe.description = row["description"]
      for line in lines(row.raw("ingredients")) {
        // Plan to Eat writes amount, unit and name, and of a heading the name alone.
        let text = line.trimmed
        if text.hasPrefix(",") { draft.addHeading(String(text.dropFirst()).trimmed) } else { draft.addIngredient(text) }
      }
      for line in lines(row.raw("directions") ?? row.raw("instructions") ?? row.raw("steps")) {
        draft.addStep(String(line))
      }
      draft.setTime(\.prepMinutes, "Prep time", row["preptime"] ?? row["preparationtime"] ?? row["activetime"])
      draft.setTime(\.cookMinutes, "Cook time", row["cooktime"] ?? row["cookingtime"])
      draft.setTime(\.totalMinutes, "Total time", row["totaltime"])
      draft.addYield(row["servings"])
      draft.addYield(row["yield"] ?? row["quantity"])
      draft.recipe.cuisine = row["cuisine"]
      draft.label(row["course"])
      for name in ["tags", "categories", "labels"] {
        for label in (row[name] ?? "").split(whereSeparator: { $0 == "," || $0 == ";" }) { draft.label(String(label)) }
      }
      draft.setSource(row["url"] ?? row["publicurl"])
      draft.setSource(row["source"])
      draft.recipe.imageURL = [row["photourl"], row["originalpicture"], row["image"], row["images"]?.commaList.first]
        .compactMap { $0 }.first {
          $0.hasPrefix("http")
        }
      draft.keep(nil, row.raw("notes")?.normalLines)
      draft.rate(row["rating"])
      if row["favorite"]?.lowercased() == "true" { draft.keep("Favourite", "yes") }
      for name in table.others(than: known) {
        let (key, text) = (Table.key(name), row.raw(name)?.normalLines)
        if key.hasPrefix("nutrition") {
          let fact = key.hasPrefix("nutritional") || key.count < 14 ? nil : String(name.trimmed.dropFirst(9))
          draft.addNutrition(fact, text)
        } else if facts.contains(key) {
          draft.addNutrition(name, text)
        } else {
          draft.keep(name, text)
        }
      }
      draft.finish(&file)
    }
    return file
  }

  /// Columns of the nutrition, besides those that are named after it.
  private static let facts: Set<String> = [
    "calories", "kilocalories", "kcal", "energy", "fat", "totalfat", "saturatedfat", "unsaturatedfat", "transfat",
    "polyunsaturatedfat", "monounsaturatedfat", "cholesterol", "sodium", "salt", "sugar", "sugars", "totalsugars",
    "addedsugars", "carbohydrate", "carbohydrates", "carbs", "totalcarbs", "fiber", "fibre", "dietaryfiber", "protein",
    "servingsize",
  ]

  /// Of a cell; one that has a single line may have bars in their place.
  private static func lines(_ text: String?) -> [Substring] {
    let lines = (text ?? "").normalLines.split(separator: "\n")
    return lines.count == 1 ? lines[0].split(separator: "|") : lines
  }
}
