/// Exports in formats of their own. Mealie and Nextcloud Cookbook use schema.org, Paprika does not.
package enum ExportedRecipe {
  /// Paprika: one text with a line per ingredient or step, times as text, the picture in base64.
  static func paprika(_ object: JSONObject) -> ImportedRecipe? {
    guard object.has("ingredients"), object.has("directions"), object["recipeIngredient"] == nil else { return nil }
    let (ingredients, directions) = (text(object["ingredients"]) ?? "", text(object["directions"]) ?? "")
    var recipe = ImportedRecipe()
    recipe.title = text(object["name"]).map(Text.line).flatMap { $0.isEmpty ? nil : $0 }
    recipe.ingredients = Text.lines(ingredients)
    recipe.steps = Steps.split(directions)
    var notes = ExportNotes()
    notes.add(nil, text(object["notes"]).flatMap(Text.block))
    notes.add("Difficulty", text(object["difficulty"]).map(Text.line))
    for (name, key) in [("Prep time", "prep_time"), ("Cook time", "cook_time"), ("Total time", "total_time")] {
      notes.add(name, text(object[key]).flatMap(CookingTime.unread))
    }
    if object["on_favorites"] == .bool(true) { notes.add("Favourite", "yes") }
    let rating = StatedRating(text(object["rating"]))
    notes.add("Rating", rating.words)
    (recipe.notes, recipe.stars) = (notes.text, rating.stars)
    recipe.nutrition = text(object["nutritional_info"]).flatMap(Text.block)
    recipe.sourceName = text(object["source"]).map(Text.line).flatMap { $0.isEmpty ? nil : $0 }
    recipe.makes = Yield([text(object["servings"])].compactMap { $0 }.map(Text.line))
    recipe.prepMinutes = text(object["prep_time"]).flatMap(CookingTime.minutes)
    recipe.cookMinutes = text(object["cook_time"]).flatMap(CookingTime.minutes)
    recipe.totalMinutes = text(object["total_time"]).flatMap(CookingTime.minutes)
    recipe.description = text(object["description"]).map(Text.line)
    recipe.url = text(object["source_url"]).flatMap { Address.resolve($0, base: nil) }
    recipe.imageURL = text(object["image_url"]).flatMap { Address.resolve($0, base: nil) }
    var pictures = ([object["photo_data"]] + (object["photos"]?.elements ?? []).map { $0.object?["data"] })
      .compactMap(text)[...]
    recipe.imageData = pictures.popFirst().flatMap(base64)
    recipe.furtherPictures = pictures.count
    recipe.statements = (object["categories"]?.elements ?? []).compactMap { text($0).map(Text.line) }
    recipe.addTimes()
    return recipe.withoutMarks
  }

  private static func text(_ value: JSON?) -> String? {
    switch value {
    case .string(let text): text
    case .number(let digits): digits
    default: nil
    }
  }

  package static func base64(_ text: String) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count / 4 * 3)
    var bits: UInt32 = 0
    var count = 0
    for byte in text.utf8 {
      let value: UInt8
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
      case UInt8(ascii: "+"), UInt8(ascii: "-"): value = 62
      case UInt8(ascii: "/"), UInt8(ascii: "_"): value = 63
      case UInt8(ascii: "="), 9, 10, 13, 32: continue
      default: return nil
      }
      bits = bits << 6 | UInt32(value)
      count += 1
      if count == 4 {
        result += [UInt8(bits >> 16 & 255), UInt8(bits >> 8 & 255), UInt8(bits & 255)]
        bits = 0
        count = 0
      }
    }
    if count == 3 { result += [UInt8(bits >> 10 & 255), UInt8(bits >> 2 & 255)] }
    if count == 2 { result.append(UInt8(bits >> 4 & 255)) }
    return result.isEmpty ? nil : result
  }
}

extension ImportedRecipe {
  /// Without the marks of other programs, and without the numbers of steps that stand between them.
  package var withoutMarks: ImportedRecipe {
    var recipe = self
    recipe.ingredients = ingredients.map(Marks.removed).filter { !$0.isEmpty }
    recipe.steps = StepNumbers.removed(from: steps.map(Marks.removed).filter { !$0.isEmpty })
    recipe.description = description.map {
      $0.split(separator: "\n", omittingEmptySubsequences: false).map { Marks.removed(from: String($0)) }
        .joined(separator: "\n")
    }
    return recipe
  }
}
