/// One ingredient of a page's data, as a line: `{"amount":2,"unit":{"abbreviation":"tsp"},"ingredient":{"name":"salt"}}`.
struct StateLine {
  let key: String
  let line: String

  /// Whether an object says what is needed, and how much: the amount may be null.
  static func isIngredient(_ object: JSONObject) -> Bool {
    guard object.members.count < 60, name(of: object, many: false) != nil else { return false }
    return object.members.contains { isAmount($0.key) || isUnit($0.key) }
  }

  init?(_ object: JSONObject, scale: Double) {
    let stated = Self.amount(of: object)
    let scaled = stated.flatMap { Self.number($0) }.map { $0 * scale }
    let many = Self.isMany(object, amount: scaled)
    guard let name = Self.name(of: object, many: many) else { return nil }
    key = IngredientLines.essence(name)
    var parts: [String] = []
    if let stated {
      // As written, unless it is for one portion of several.
      parts.append(scale == 1 ? stated : scaled.map(Self.written) ?? stated)
      if let unit = Self.unit(of: object, many: (scaled ?? 0) > 1) { parts.append(unit) }
    }
    if let prefix = object["prefix"].flatMap(PageState.text) { parts.append(prefix) }
    parts.append(name)
    if let suffix = object["suffix"].flatMap(PageState.text) { parts.append(suffix) }
    line =
      parts.joined(separator: " ")
      + (object["note", "notes", "preparation", "comment"].flatMap(PageState.text).map { ", " + $0 } ?? "")
  }

  // MARK: Amounts

  /// The number of portions that the amounts are to be multiplied with: some data is for one portion, such as a quarter
  /// of an egg of a recipe for four. Then whole numbers come out.
  static func scale(_ objects: [JSONObject], servings: Int?) -> Double {
    guard let servings, servings > 1 else { return 1 }
    let numbers = objects.compactMap { amount(of: $0).flatMap(number) }
    let scale = Double(servings)
    let whole = numbers.count { isWhole($0) }
    let scaled = numbers.count { isWhole($0 * scale) }
    return numbers.count > 2 && scaled > 2 * whole && scaled * 4 >= numbers.count * 3 ? scale : 1
  }

  private static func isWhole(_ number: Double) -> Bool { abs(number - number.rounded()) < 0.000_1 * max(1, number) }

  private static func amount(of object: JSONObject) -> String? {
    let found = object.members.filter { isAmount($0.key) }.compactMap { member in
      PageState.text(member.value).map { (key: JSONObject.plain(member.key), text: $0) }
    }
    let text = (found.first { $0.key.hasPrefix("display") || $0.key.hasPrefix("formatted") } ?? found.first)?.text
    return text.flatMap { number($0) == 0 ? nil : trimmed($0) }
  }

  private static func isAmount(_ key: String) -> Bool {
    let key = JSONObject.plain(key)
    return key.hasSuffix("amount") || key.hasSuffix("quantity") || ["qty", "menge"].contains(key)
  }

  private static func number(_ text: String) -> Double? { Double(text) }

  /// "500.0" → "500"
  private static func trimmed(_ text: String) -> String {
    guard text.hasSuffix("0"), let number = Double(text), isWhole(number), abs(number) < 1_000_000 else { return text }
    return "\(Int(number.rounded()))"
  }

  private static func written(_ number: Double) -> String {
    let whole = number.rounded(.down)
    guard number < 1_000_000 else { return "\(number)" }
    let prefix = whole > 0 ? "\(Int(whole))" : ""
    for (part, sign) in [(0.0, ""), (0.25, "¼"), (0.5, "½"), (0.75, "¾"), (1.0 / 3, "⅓"), (2.0 / 3, "⅔")]
    where abs(number - whole - part) < 0.005 && !(prefix.isEmpty && sign.isEmpty) {
      return prefix + sign
    }
    if number - whole > 0.995 { return "\(Int(whole) + 1)" }
    return "\((number * 100).rounded() / 100)"
  }

  // MARK: Words

  private static func isMany(_ object: JSONObject, amount: Double?) -> Bool {
    switch object["ingredient_inflection", "inflection"].flatMap(PageState.text) {
    case "plural": true
    case "singular": false
    default: (amount ?? 0) > 1
    }
  }

  private static func isUnit(_ key: String) -> Bool {
    let key = JSONObject.plain(key)
    return key.hasSuffix("unit") || key.hasSuffix("measure") || key.hasSuffix("measurement") || key == "einheit"
      || key == "unitname"
  }

  /// Not of pieces, if it is from a table of units: "2 eggs", not "2 pcs. eggs".
  private static func unit(of object: JSONObject, many: Bool) -> String? {
    let found = object.members.filter { isUnit($0.key) && !$0.value.isEmpty }
    guard
      let (unit, isNamed) = found.lazy.compactMap({ member in
        word(member.value, short: true, many: many).map { ($0, member.value.object == nil) }
      }).first
    else { return nil }
    return !isNamed
      && ["stk", "stk.", "st", "st.", "pc", "pcs", "pcs.", "piece", "pieces", "unit", "none", "(ohne)", "шт", "шт."]
        .contains(unit.lowercased())
      ? nil : unit
  }

  private static func name(of object: JSONObject, many: Bool) -> String? {
    for key in ["ingredientName", "name", "ingredient", "food", "foodName", "title", "label"] {
      if let name = object[key].flatMap({ word($0, short: false, many: many) }) { return name }
    }
    return nil
  }

  private static func word(_ value: JSON, short: Bool, many: Bool) -> String? {
    guard let object = value.object else { return PageState.text(value) }
    let counted =
      many
      ? object["name_plural", "plural", "pluralName", "namePlural"]
      : object["name_singular", "singular", "nameSingular"]
    let brief = short ? object["abbreviation", "short", "symbol"].flatMap(PageState.text) : nil
    return brief ?? counted.flatMap(PageState.text) ?? object["name", "title", "label", "text"].flatMap(PageState.text)
  }
}
