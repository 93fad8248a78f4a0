/// The data that a page's scripts draw the recipe from: JSON in scripts and in attributes. Its names differ from site to site, so
/// that what counts is which values stand beside one another: a name, an amount and a unit.
struct PageState {
  struct Entry {
    /// The food alone, to find it in another list.
    let key: String
    let line: String
  }

  private struct List {
    let entries: [Entry]
    let steps: [String]
    let title: String?
    let makes: Yield
  }

  private let lists: [List]

  init(_ document: HTMLDocument) {
    lists = Self.lists(in: Self.values(document))
  }

  /// The recipe that has one of the page's titles; without `titled` the one with the most ingredients.
  func recipe(titles: [String], titled: Bool) -> ImportedRecipe? {
    let titles = titles.map { $0.lowercased() }
    let own = lists.filter { list in list.title.map { titles.contains($0.lowercased()) } ?? false }
    let candidates = titled ? own : lists.filter { list in Self.hasAmounts(list) }
    guard let list = candidates.max(by: { $0.entries.count < $1.entries.count }), list.entries.count > 1 else {
      return nil
    }
    var recipe = ImportedRecipe()
    recipe.title = list.title
    recipe.ingredients = list.entries.map(\.line)
    recipe.steps = list.steps
    recipe.makes = list.makes
    return recipe
  }

  private static func hasAmounts(_ list: List) -> Bool {
    list.entries.count { IngredientLines.hasAmount($0.line) } * 3 >= list.entries.count
  }

  /// A list with the lines that only the scripts know, such as "Salt" without an amount: if each of its lines is among
  /// theirs, in the same order.
  func completed(_ lines: [String]) -> [String] {
    guard (3..<200).contains(lines.count), ListChoice.isSmall(lines) else { return lines }
    let keys = lines.map(IngredientLines.essence)
    for list in lists.prefix(10) where list.entries.count > lines.count && list.entries.count <= lines.count * 2 {
      if let merged = Self.merged(lines, keys, list.entries) { return merged }
    }
    return lines
  }

  private static func merged(_ lines: [String], _ keys: [String], _ entries: [Entry]) -> [String]? {
    var merged: [String] = []
    var more: [String] = []
    var next = 0
    for (line, key) in zip(lines, keys) {
      guard let found = entries[next...].firstIndex(where: { key.contains($0.key) }) else { return nil }
      merged += entries[next..<found].map(\.line)
      more += entries[next..<found].map(\.key)
      merged.append(line)
      next = found + 1
    }
    merged += entries[next...].map(\.line)
    more += entries[next...].map(\.key)
    // A second copy is another size of the same recipe, or the same line in other words.
    let isOther =
      more.count > 30 || Set(more).count < more.count
      || more.contains { key in keys.contains { $0.contains(key) } }
    return isOther ? nil : merged
  }

  // MARK: Reading

  private static func values(_ document: HTMLDocument) -> [JSON] {
    var room = JSONReader.maximumValues
    var values: [JSON] = []
    for node in document.nodes.indices where document.isElement(node) && room > 0 {
      if document.nodes[node].name == "script" {
        if document.attribute("type", of: node)?.lowercased().contains("ld+json") == true { continue }
        let source = document.source(node)
        if mentionsIngredients(source) { values += JSONReader.values(Array(source.utf8), room: &room) }
      } else {
        for attribute in document.nodes[node].attributes where isData(attribute.value) {
          values += JSONReader.values(Array(attribute.value.utf8), room: &room)
        }
      }
    }
    return values
  }

  /// Whether the value of an attribute is JSON about ingredients.
  static func isData(_ value: String) -> Bool {
    guard let first = value.utf8.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "["), value.utf8.count > 60
    else { return false }
    return mentionsIngredients(value)
  }

  private static func mentionsIngredients(_ text: String) -> Bool {
    text.contains("ngredient") || text.contains("zutat") || text.contains("Zutat")
  }

  private static func lists(in values: [JSON]) -> [List] {
    var lists: [List] = []
    var room = JSONReader.maximumValues
    // The values of JSON in a string are one level deeper.
    var pending = values.reversed().map { (value: $0, level: 0) }
    while let (value, level) = pending.popLast(), lists.count < 50 {
      switch value {
      case .array(let elements): pending += elements.reversed().map { ($0, level) }
      case .object(let object):
        if let list = list(object) { lists.append(list) }
        pending += object.members.reversed().map { ($0.value, level) }
      case .string(let text) where level < 2 && text.utf8.count > 60 && text.contains("{") && mentionsIngredients(text):
        pending += JSONReader.values(Array(text.utf8), room: &room).reversed().map { ($0, level + 1) }
      case .string, .null, .bool, .number: break
      }
    }
    return lists
  }

  private static func list(_ object: JSONObject) -> List? {
    guard object.members.count < 500,
      let member = object.members.first(where: { isList($0.key) && !$0.value.isEmpty })
    else { return nil }
    var objects: [JSONObject] = []
    collect(member.value, into: &objects, depth: 0)
    guard objects.count > 1 else { return nil }
    let makes = object["servingSize", "servings", "portions", "numberOfServings", "persons"].flatMap(text).map {
      Yield($0)
    }
    let scale = StateLine.scale(objects, servings: makes?.servings)
    let entries = objects.compactMap { StateLine($0, scale: scale) }.filter { !$0.key.isEmpty }
    return List(
      entries: entries.map { Entry(key: $0.key, line: $0.line) }, steps: steps(object),
      title: object["title", "name", "headline"].flatMap(text), makes: makes ?? Yield())
  }

  private static func isList(_ key: String) -> Bool {
    let key = JSONObject.plain(key)
    return key.hasSuffix("ingredients") || key.hasSuffix("ingredientlist") || key.hasSuffix("ingredientgroups")
      || key.hasSuffix("ingredientsections") || key.hasSuffix("zutaten")
  }

  /// The ingredients, of all groups.
  private static func collect(_ value: JSON, into objects: inout [JSONObject], depth: Int) {
    guard depth < 6, objects.count < 200 else { return }
    for element in value.elements {
      if case .array = element { collect(element, into: &objects, depth: depth + 1) }
      guard let object = element.object else { continue }
      if StateLine.isIngredient(object) {
        objects.append(object)
      } else if let inner = object.members.first(where: { isList($0.key) || Self.groups.contains($0.key) }) {
        collect(inner.value, into: &objects, depth: depth + 1)
      }
    }
  }

  private static let groups: Set<String> = ["items", "list", "entries", "elements", "rows"]

  private static func steps(_ object: JSONObject) -> [String] {
    guard
      let member = object.members.first(where: { member in
        let key = JSONObject.plain(member.key)
        return ["instructions", "steps", "directions", "preparationsteps"].contains { key.hasSuffix($0) }
          && !member.value.isEmpty
      })
    else { return [] }
    var steps: [String] = []
    var pending = Array(member.value.elements.reversed())
    while let value = pending.popLast(), steps.count < 200 {
      switch value {
      case .string(let text): steps += Text.lines(text)
      case .array(let elements): pending += elements.reversed()
      case .object(let object):
        if let text = object["text", "instruction", "description", "body", "content"].flatMap(text) {
          steps += Text.lines(text)
        } else if let inner = object["instructions", "steps", "items", "directions"] {
          pending += inner.elements.reversed()
        }
      case .null, .bool, .number: break
      }
    }
    return steps
  }

  static func text(_ value: JSON) -> String? {
    switch value {
    case .string(let text):
      let line = Text.line(text)
      return line.isEmpty ? nil : line
    case .number(let digits): return digits
    default: return nil
    }
  }
}
