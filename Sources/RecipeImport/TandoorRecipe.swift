/// Tandoor's export: a `recipe.json` in an archive of its own.
enum TandoorRecipe {
  static func recipe(_ object: JSONObject) -> ImportedRecipe? {
    guard let steps = object["steps"]?.elements.compactMap(\.object), !steps.isEmpty,
      steps.contains(where: { $0.has("instruction") }), object.has("working_time")
    else { return nil }
    var recipe = ImportedRecipe()
    recipe.title = line(object["name"])
    recipe.description = line(object["description"])
    var notes = ExportNotes()
    for (index, step) in inOrder(steps).enumerated() {
      let name = line(step["name"])
      let heading = name.map { "\($0):" }
      let ingredients = inOrder((step["ingredients"]?.elements ?? []).compactMap(\.object))
      let lines = ingredients.compactMap(ingredient)
      if let heading, !lines.isEmpty, steps.count > 1 { recipe.ingredients.append(heading) }
      recipe.ingredients += lines
      let instruction = Text.lines(filled(text(step["instruction"]) ?? "", with: ingredients))
      if let heading, !instruction.isEmpty { recipe.steps.append(heading) }
      recipe.steps += instruction
      if let minutes = line(step["time"]).flatMap({ Int($0) }), minutes > 0 {
        notes.add(name ?? "Step \(index + 1)", "\(minutes) min")
      }
    }
    recipe.notes = notes.text
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

  /// By `order`; those of the same one as they stand.
  private static func inOrder(_ objects: [JSONObject]) -> [JSONObject] {
    let places = objects.map { line($0["order"]).flatMap { Int($0) } ?? 0 }
    return objects.indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { objects[$0] }
  }

  private static func ingredient(_ object: JSONObject) -> String? {
    let note = line(object["note"])
    if object["is_header"] == .bool(true) { return note.map { $0.hasSuffix(":") ? $0 : "\($0):" } }
    let amount = object["no_amount"] == .bool(true) ? nil : line(object["amount"]).flatMap(amount)
    let isSeveral = amount.flatMap { Double($0) }.map { $0 > 1 } ?? false
    let food = word(object["food"]?.object, plural: isSeveral)
    let name = [food, note.map { food == nil ? $0 : "(\($0))" }].compactMap { $0 }.joined(separator: " ")
    let parts = [amount, amount == nil ? nil : word(object["unit"]?.object, plural: isSeveral), name].compactMap { $0 }
    let text = parts.filter { !$0.isEmpty }.joined(separator: " ")
    return text.isEmpty ? nil : text
  }

  private static func word(_ object: JSONObject?, plural: Bool) -> String? {
    (plural ? line(object?["plural_name"]) : nil) ?? line(object?["name"])
  }

  /// 0 is no amount; "2.0" is 2, "0.3333333333333333" 0.333.
  private static func amount(_ text: String) -> String? {
    guard let value = Double(text), value > 0 else { return nil }
    guard value < 1e9, text.utf8.count > 5 || value.rounded() == value else { return text }
    let rounded = (value * 1000).rounded() / 1000
    return rounded.rounded() == rounded ? "\(Int(rounded))" : "\(rounded)"
  }

  /// The instruction with what its templates stand for: `{{ ingredients[0] }}`, `{{ ingredients[0].food }}`, `{{ scale(5) }}`,
  /// `{% scalable_number 5 %}`.
  private static func filled(_ instruction: String, with ingredients: [JSONObject]) -> String {
    var result = ""
    var rest = instruction[...]
    while let open = rest.firstIndex(of: "{") {
      let mark = rest[open...].prefix(2)
      guard ["{{", "{%"].contains(mark),
        let close = rest[mark.endIndex...].firstRange(of: mark == "{{" ? "}}" : "%}")
      else {
        result += rest[...open]
        rest = rest[rest.index(after: open)...]
        continue
      }
      let words = Text.fold(String(rest[mark.endIndex..<close.lowerBound]))
      result += rest[..<open] + (value(words, of: ingredients) ?? String(rest[open..<close.upperBound]))
      rest = rest[close.upperBound...]
    }
    return result + rest
  }

  private static func value(_ words: String, of ingredients: [JSONObject]) -> String? {
    if words.hasPrefix("scalable_number ") { return String(words.dropFirst("scalable_number ".count)) }
    if words.hasPrefix("scale("), words.hasSuffix(")") { return String(words.dropFirst("scale(".count).dropLast()) }
    guard words.hasPrefix("ingredients["), let end = words.firstIndex(of: "]"),
      let index = Int(words[..<end].dropFirst("ingredients[".count)), ingredients.indices.contains(index)
    else { return nil }
    let object = ingredients[index]
    switch words[end...].dropFirst() {
    case "": return ingredient(object)
    case ".food", ".food.name": return line(object["food"]?.object?["name"])
    case ".unit", ".unit.name": return line(object["unit"]?.object?["name"])
    case ".amount": return line(object["amount"]).flatMap(amount)
    case ".note": return line(object["note"])
    default: return nil
    }
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
