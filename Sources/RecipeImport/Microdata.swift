/// Microdata, RDFa and microformats, converted to the form of JSON-LD so that one reader handles all of them.
struct Microdata {
  private let document: HTMLDocument
  private let vocabulary: Vocabulary
  /// Nested properties each contain the whole inner text: limits the total of one recipe.
  private static let mostText = 4_000_000
  private var budget = Self.mostText
  /// Whether a recipe ends where the next one begins, and how many are read.
  private var (isDivided, most) = (false, 50)
  private var isCut = false

  /// The attributes of a kind of markup.
  private enum Vocabulary { case microdata, rdfa, microformats }

  private init(_ document: HTMLDocument, _ vocabulary: Vocabulary) {
    self.document = document
    self.vocabulary = vocabulary
  }

  /// The page's recipes; the most reliable kind of markup comes first.
  static func recipes(in document: HTMLDocument) -> [JSONObject] {
    [Vocabulary.microdata, .rdfa, .microformats].flatMap { vocabulary in
      var reader = Microdata(document, vocabulary)
      return reader.recipes()
    }
  }

  /// The recipes of a page that has several, by kind of markup, and whether there are more.
  static func all(in document: HTMLDocument, most: Int) -> [(recipes: [JSONObject], isCut: Bool)] {
    [Vocabulary.microdata, .rdfa, .microformats].map { vocabulary in
      var reader = Microdata(document, vocabulary)
      (reader.isDivided, reader.most) = (true, most)
      let recipes = reader.recipes()
      return (recipes, reader.isCut)
    }
  }

  private mutating func recipes() -> [JSONObject] {
    var recipes: [JSONObject] = []
    var total = 10 * budget
    for node in document.nodes.indices where isRecipe(node) {
      if isDivided {
        total -= Self.mostText - budget
        budget = min(Self.mostText, total)
      }
      if recipes.count == most || isDivided && budget <= 0 {
        isCut = true
        break
      }
      var recipe = item(node, depth: 0)
      if isDivided {
        recipes.append(recipe)
        continue
      }
      if vocabulary == .microdata, recipes.isEmpty, recipe["recipeIngredient", "ingredients"] == nil {
        // Unclosed scopes contain everything after them: properties are taken at any depth then.
        let strays = property(["recipeIngredient", "ingredients"], in: document.nodes.indices)
        if !strays.isEmpty { recipe.append("recipeIngredient", .array(strays)) }
      }
      if vocabulary == .microdata, recipes.isEmpty, recipe["recipeInstructions"] == nil {
        let strays = property(["recipeInstructions"], in: document.nodes.indices)
        if !strays.isEmpty { recipe.append("recipeInstructions", .array(strays)) }
      }
      recipes.append(recipe)
    }
    if recipes.isEmpty, vocabulary == .microdata, !isDivided { return strays() }
    return recipes
  }

  /// Properties without a scope around them.
  private mutating func strays() -> [JSONObject] {
    let ingredients = property(["recipeIngredient", "ingredients"], in: document.nodes.indices)
    guard !ingredients.isEmpty else { return [] }
    var recipe = JSONObject()
    recipe.append("@type", .string("Recipe"))
    recipe.append("recipeIngredient", .array(ingredients))
    for name in ["recipeInstructions", "recipeYield", "prepTime", "cookTime", "totalTime", "recipeCuisine"] {
      let values = property([name], in: document.nodes.indices)
      if !values.isEmpty { recipe.append(name, .array(values)) }
    }
    return [recipe]
  }

  private mutating func property(_ names: Set<String>, in range: Range<Int>) -> [JSON] {
    var values: [JSON] = []
    var index = range.lowerBound
    while index < range.upperBound {
      if let name = properties(of: index).first(where: { names.contains($0) }), !isOnlyAround(index, name) {
        values.append(startsScope(index) ? .object(item(index, depth: 1)) : value(of: index, name))
        index = max(index + 1, document.nodes[index].end)
      } else {
        index += 1
      }
    }
    return values
  }

  // MARK: Scopes

  private func isRecipe(_ node: Int) -> Bool { types(of: node).contains { $0 == "recipe" || $0 == "hrecipe" } }

  private func types(of node: Int) -> [String] {
    switch vocabulary {
    case .microdata:
      document.has("itemscope", node) || document.has("itemtype", node)
        ? document.words("itemtype", of: node).map { JSONObject.plain(String($0)) } : []
    case .rdfa: document.words("typeof", of: node).map { JSONObject.plain(String($0)) }
    case .microformats:
      document.words("class", of: node).contains { $0 == "h-recipe" || $0 == "hrecipe" } ? ["recipe"] : []
    }
  }

  private func startsScope(_ node: Int) -> Bool {
    switch vocabulary {
    case .microdata: document.has("itemscope", node)
    case .rdfa: document.has("typeof", node)
    case .microformats: false
    }
  }

  private mutating func item(_ root: Int, depth: Int) -> JSONObject {
    var order: [String] = []
    var values: [String: [JSON]] = [:]
    func add(_ name: String, _ value: JSON) {
      if values[name] == nil { order.append(name) }
      values[name, default: []].append(value)
    }
    for type in types(of: root) { add("@type", .string(type)) }
    if let id = document.attribute("itemid", of: root) { add("@id", .string(id)) }
    var index = root + 1
    let end = document.content(root).upperBound
    while index < end, budget > 0 {
      budget -= 1
      let names = properties(of: index)
      if isDivided, names.isEmpty, isRecipe(index) {
        index = max(index + 1, document.nodes[index].end)
        continue
      }
      let isScope = startsScope(index)
      if isScope, depth < 8, !(names.isEmpty && types(of: index).contains("recipe")) {
        // A list of steps often lacks the property's name.
        let name = names.isEmpty ? implied(types(of: index)) : nil
        if !names.isEmpty || name != nil {
          let inner = JSON.object(item(index, depth: depth + 1))
          for name in names + (name.map { [$0] } ?? []) {
            add(name, filled(inner, index, name))
          }
        }
        index = max(index + 1, document.nodes[index].end)
        continue
      }
      for name in names where values[name, default: []].count < 2_000 && !isOnlyAround(index, name) {
        add(name, value(of: index, name))
      }
      index += 1
    }
    var object = JSONObject()
    for name in order {
      let all = values[name] ?? []
      object.append(name, all.count == 1 ? all[0] : .array(all))
    }
    return object
  }

  private func implied(_ types: [String]) -> String? {
    types.contains("howtostep") || types.contains("howtosection") ? "recipeInstructions" : nil
  }

  /// A scope without values in its properties has its text as the value.
  private mutating func filled(_ item: JSON, _ node: Int, _ name: String) -> JSON {
    guard let object = item.object else { return item }
    let said = object.members.contains { !$0.key.hasPrefix("@") && !$0.value.isEmpty }
    return said ? item : value(of: node, name)
  }

  // MARK: Properties

  private func properties(of node: Int) -> [String] {
    switch vocabulary {
    case .microdata: return document.words("itemprop", of: node).map(plain)
    case .rdfa: return document.words("property", of: node).filter { !$0.hasPrefix("og:") }.map(plain)
    case .microformats:
      return document.words("class", of: node).compactMap { Self.microformats[String($0)] }
    }
  }

  /// A list with the same property as its items.
  private mutating func isOnlyAround(_ node: Int, _ name: String) -> Bool {
    guard Self.lists.contains(name) else { return false }
    let range = document.content(node)
    budget -= range.count
    return budget > 0 && range.contains { document.isElement($0) && properties(of: $0).contains(name) }
  }

  private static let lists: Set<String> = ["recipeIngredient", "ingredients", "recipeInstructions"]

  private func plain(_ name: Substring) -> String {
    let key = String(name)
    guard
      let cut = key.utf8.lastIndex(where: { [UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "#")].contains($0) })
    else { return key }
    return String(key[key.utf8.index(after: cut)...])
  }

  private static let microformats = [
    "p-name": "name", "fn": "name", "p-ingredient": "recipeIngredient", "ingredient": "recipeIngredient",
    "e-instructions": "recipeInstructions", "instructions": "recipeInstructions", "instruction": "recipeInstructions",
    "p-yield": "recipeYield", "yield": "recipeYield", "dt-duration": "totalTime", "duration": "totalTime",
    "preptime": "prepTime", "cooktime": "cookTime", "u-photo": "image", "photo": "image", "p-summary": "description",
    "summary": "description", "p-category": "keywords", "tag": "keywords",
  ]

  private static let addresses: Set<String> = [
    "image", "url", "photo", "contenturl", "thumbnailurl", "mainentityofpage",
  ]

  private mutating func value(of node: Int, _ name: String) -> JSON {
    let range = document.content(node)
    budget -= range.count
    guard budget > 0 else { return .null }
    let key = name.lowercased()
    let element = document.nodes[node]
    if let content = document.attribute("content", of: node), !content.isEmpty || element.name == "meta" {
      return .string(content)
    }
    switch element.name {
    // The title of the browser's tab has the site's additions.
    case "meta", "title": return .null
    case "time":
      if let date = document.attribute("datetime", of: node), !date.isEmpty { return .string(date) }
    case "data", "meter":
      if let value = document.attribute("value", of: node) { return .string(value) }
    case "input":
      if let value = document.attribute("value", of: node) { return .string(value) }
    case "link": return document.attribute("href", of: node).map { .string($0) } ?? .null
    case "img", "source", "video", "amp-img": return picture(node).map { .string($0) } ?? .null
    case "a" where Self.addresses.contains(key) || key == "suitablefordiet":
      if let address = document.attribute("href", of: node) { return .string(address) }
    default: break
    }
    if Self.addresses.contains(key) {
      for inner in range where ["img", "amp-img"].contains(document.nodes[inner].name) {
        if let picture = picture(inner) { return .string(picture) }
      }
    }
    if vocabulary == .microformats, key.hasSuffix("time") || key == "duration",
      let inner = range.first(where: { document.has("title", $0) || document.has("datetime", $0) }),
      let time = document.attribute("datetime", of: inner) ?? document.attribute("title", of: inner)
    {
      return .string(time)
    }
    if key == "recipeingredient" || key == "ingredients" || key == "recipeinstructions" {
      let lines = document.lines(node)
      if key != "recipeinstructions", document.elements("li", in: range).count < 2, isOneOfMany(node) {
        return .string(document.line(node))
      }
      return lines.count == 1 ? .string(lines[0]) : .array(lines.map { .string($0) })
    }
    if key == "text" { return .string(document.lines(node).joined(separator: "\n")) }
    return .string(document.line(node))
  }

  /// Whether siblings of this element have the same markup; then each is one line, whatever it contains.
  private func isOneOfMany(_ node: Int) -> Bool {
    let names = properties(of: node)
    for other in [previous(node), next(node)] {
      if let other, properties(of: other) == names { return true }
    }
    return document.nodes[node].name == "li" || document.nodes[node].name == "span"
  }

  private func next(_ node: Int) -> Int? {
    var index = document.nodes[node].end
    var steps = 0
    while index < document.nodes.count, steps < 40 {
      if document.isElement(index), !properties(of: index).isEmpty { return index }
      index += 1
      steps += 1
    }
    return nil
  }

  private func previous(_ node: Int) -> Int? {
    var index = node - 1
    var steps = 0
    while index >= 0, steps < 40 {
      if document.isElement(index), !properties(of: index).isEmpty { return index }
      index -= 1
      steps += 1
    }
    return nil
  }

  private func picture(_ node: Int) -> String? {
    ["src", "data-src", "data-lazy-src", "data-original", "content", "srcset", "data-srcset"].lazy
      .compactMap { name -> String? in
        guard let value = document.attribute(name, of: node), !value.isEmpty, !value.hasPrefix("data:") else {
          return nil
        }
        return name.hasSuffix("srcset")
          ? value.split(whereSeparator: { $0 == " " || $0 == "," }).first.map(String.init) : value
      }
      .first
  }
}
