/// Tandoor's export: a `recipe.json` in an archive of its own.
enum TandoorRecipe {
  static func recipe(_ object: JSONObject) -> ImportedRecipe? {
    guard let steps = object["steps"]?.elements.compactMap(\.object), !steps.isEmpty,
      steps.contains(where: { $0.has("instruction") }), object.has("working_time")
    else { return nil }
    var recipe = ImportedRecipe()
    recipe.title = line(object["name"])
    recipe.description = line(object["description"])
    for step in steps {
      let heading = line(step["name"]).map { "\($0):" }
      let lines = (step["ingredients"]?.elements ?? []).compactMap { $0.object.flatMap(ingredient) }
      if let heading, !lines.isEmpty, steps.count > 1 { recipe.ingredients.append(heading) }
      recipe.ingredients += lines
      let instruction = Text.lines(text(step["instruction"]) ?? "")
      if let heading, !instruction.isEmpty { recipe.steps.append(heading) }
      recipe.steps += instruction
    }
    let (servings, words) = (line(object["servings"]), line(object["servings_text"]))
    recipe.makes = Yield([[servings, words].compactMap { $0 }.joined(separator: " ")])
    recipe.prepMinutes = line(object["working_time"]).flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    recipe.cookMinutes = line(object["waiting_time"]).flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    recipe.url = text(object["source_url"]).flatMap { Address.resolve($0, base: nil) }
    recipe.statements = (object["keywords"]?.elements ?? []).compactMap { line($0.object?["name"]) }
    let nutrition = object["nutrition"]?.object?.members.compactMap { member in
      member.key == "id" ? nil : line(member.value).map { "\(member.key) \($0)" }
    }
    recipe.nutrition = nutrition.flatMap { $0.isEmpty ? nil : $0.joined(separator: ", ") }
    recipe.stars = StatedRating(line(object["rating"])).stars
    recipe.addTimes()
    return recipe
  }

  private static func ingredient(_ object: JSONObject) -> String? {
    let (food, note) = (line(object["food"]?.object?["name"]), line(object["note"]))
    if object["is_header"] == .bool(true) { return note.map { $0.hasSuffix(":") ? $0 : "\($0):" } }
    let amount = object["no_amount"] == .bool(true) ? nil : line(object["amount"]).flatMap(amount)
    let name = [food, note.map { food == nil ? $0 : "(\($0))" }].compactMap { $0 }.joined(separator: " ")
    let parts = [amount, amount == nil ? nil : line(object["unit"]?.object?["name"]), name].compactMap { $0 }
    let text = parts.filter { !$0.isEmpty }.joined(separator: " ")
    return text.isEmpty ? nil : text
  }

  /// 0 is no amount; "2.0" is 2.
  private static func amount(_ text: String) -> String? {
    guard let value = Double(text), value > 0 else { return nil }
    return value.rounded() == value && value < 1e9 ? "\(Int(value))" : text
  }

  private static func text(_ value: JSON?) -> String? {
    switch value {
    case .string(let text): text
    case .number(let digits): digits
    default: nil
    }
  }

  private static func line(_ value: JSON?) -> String? {
    text(value).map(Text.line).flatMap { $0.isEmpty ? nil : $0 }
  }
}
