/// The yield of a schema.org/Recipe.
extension SchemaRecipe {
  /// The yield in each way in which the recipe states it.
  func yields() -> [String] {
    var texts: [String] = []
    // Mealie keeps people, and what is made, apart: 0 is none.
    if let servings = number("recipeServings") { texts.append("\(servings) servings") }
    let stated = (object["recipeYield", "yield"]?.elements ?? []).prefix(20).compactMap(yield)
    if let quantity = number("recipeYieldQuantity"), stated.count == 1, !stated[0].utf8.contains(where: \.isDigit) {
      texts.append("\(quantity) \(stated[0])")
    } else {
      texts += stated
    }
    return texts
  }

  /// A number above 0, without decimals that say nothing.
  private func number(_ key: String) -> String? {
    guard let text = line(object[key]), let value = Double(text), value > 0 else { return nil }
    return value.rounded() == value && value < 1e9 ? "\(Int(value))" : text
  }

  /// A QuantitativeValue has a unit beside its number or its range.
  private func yield(_ value: JSON) -> String? {
    guard case .object(let object) = resolved(value), object["@value", "text", "name"] == nil else {
      return line(value)
    }
    let lower = line(object["minValue"]) ?? line(object["value"])
    let range = [lower, line(object["maxValue"])].compactMap { $0 }.joined(separator: "–")
    // UN/CEFACT codes ("C62", "IE") name no unit that a reader knows.
    let text = [range, line(object["unitText"])].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
    return text.isEmpty ? nil : text
  }
}
