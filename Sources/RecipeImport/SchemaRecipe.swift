/// Reads a schema.org/Recipe from any of its syntaxes.
struct SchemaRecipe {
  let object: JSONObject
  private let references: [String: JSONObject]

  /// Whether the recipe comes from the attributes of a page's elements.
  private let isMarkup: Bool

  /// Whether the recipe is a program's own: the headings of its groups stay lines, with a colon.
  private let isExport: Bool

  init(
    _ object: JSONObject, references: [String: JSONObject] = [:], isMarkup: Bool = false, isExport: Bool = false
  ) {
    self.object = object
    self.isMarkup = isMarkup
    self.isExport = isExport
    self.references = references
  }

  /// Whether there is a list of ingredients and one of steps, be they empty: a recipe of its own, not a mention of one.
  var isWhole: Bool { object.has("recipeIngredient") && object.has("recipeInstructions") }

  // MARK: Finding

  /// Every recipe in these values, at any depth, with references by `@id`; of a page the first 500, or `most`.
  static func all(in values: [JSON], isExport: Bool = false, most: Int = 500) -> [SchemaRecipe] {
    var references: [String: JSONObject] = [:]
    var recipes: [JSONObject] = []
    // An explicit stack: recursion would rely on the reader's depth limit.
    var pending = Array(values.reversed())
    while let value = pending.popLast() {
      switch value {
      case .array(let elements): pending += elements.reversed()
      case .object(let object):
        if case .string(let id)? = object["@id"],
          object.members.count > 2 || object["@type"] == nil && object.members.count > 1
        {
          if references[id].map({ $0.members.count < object.members.count }) ?? true { references[id] = object }
        }
        let isEmptyRecipe = isExport && SchemaRecipe(object).isWhole && object["name"] != nil
        if isRecipe(object) || isEmptyRecipe, isExport || recipes.count < most { recipes.append(object) }
        pending += object.members.reversed().map(\.value)
      case .null, .bool, .number, .string: break
      }
    }
    return recipes.map { SchemaRecipe($0, references: references, isExport: isExport) }
  }

  private static func isRecipe(_ object: JSONObject) -> Bool {
    let types = (object["@type", "type"]?.elements ?? []).compactMap { value -> String? in
      if case .string(let type) = value { JSONObject.plain(Text.fold(type)) } else { nil }
    }
    return types.contains("recipe") || object["recipeIngredient"] != nil
      || object["recipeInstructions"] != nil && object["name"] != nil
  }

  // MARK: Reading

  func recipe(base: String?) -> ImportedRecipe {
    var recipe = ImportedRecipe()
    recipe.title = line(object["name"]) ?? line(object["headline"])
    recipe.ingredients = ingredients()
    recipe.steps = steps()
    recipe.makes = Yield(yields())
    recipe.prepMinutes = minutes(object["prepTime"])
    recipe.cookMinutes = minutes(object["cookTime"]) ?? (isMealie ? minutes(object["performTime"]) : nil)
    recipe.totalMinutes = minutes(object["totalTime"])
    recipe.cuisine = list(object["recipeCuisine"])
    recipe.imageURL =
      object["image"].flatMap { image($0, base: base) } ?? object["thumbnailUrl"].flatMap { image($0, base: base) }
    recipe.url = line(object["url", "orgURL", "isBasedOn"]).flatMap { Address.resolve($0, base: base) }
    recipe.language = line(object["inLanguage"])
    recipe.description = line(object["description"])
    recipe.nutrition = nutrition
    for key in ["suitableForDiet", "keywords", "recipeCategory", "tags"] {
      for text in object[key].map(texts) ?? [] {
        for part in text.split(separator: ",") {
          let statement = Text.fold(Self.withoutHost(String(part)))
          if !statement.isEmpty, !recipe.statements.contains(statement), recipe.statements.count < 100 {
            recipe.statements.append(statement)
          }
        }
      }
    }
    return recipe
  }

  /// Mealie's export has schema.org's names, with underscores, and "perform" for cooking.
  private var isMealie: Bool { object["slug"] != nil }

  private static func withoutHost(_ text: String) -> String {
    guard text.contains("schema.org/"), let slash = text.lastIndex(of: "/") else { return text }
    return String(text[text.index(after: slash)...])
  }

  /// The object that a reference leads to. A circular chain ends.
  func resolved(_ value: JSON) -> JSON {
    var value = value
    for _ in 0..<5 {
      guard case .object(let object) = value, object.members.count <= 2, case .string(let id)? = object["@id"],
        let target = references[id]
      else { break }
      value = .object(target)
    }
    return value
  }

  /// The text of a value, markup included.
  func markup(_ value: JSON, depth: Int = 0) -> String? {
    switch resolved(value) {
    case .string(let text): return text
    case .number(let digits): return digits
    case .array(let elements):
      return depth > 4 ? nil : elements.lazy.compactMap { self.markup($0, depth: depth + 1) }.first
    case .object(let object):
      guard depth < 5 else { return nil }
      return (object["@value", "text", "name", "value", "maxValue"]).flatMap { self.markup($0, depth: depth + 1) }
    case .null, .bool: return nil
    }
  }

  func line(_ value: JSON?) -> String? {
    guard let value, let markup = markup(value) else { return nil }
    let line = Text.line(markup)
    return line.isEmpty ? nil : line
  }

  func texts(_ value: JSON) -> [String] { value.elements.prefix(200).compactMap { line($0) } }

  private func list(_ value: JSON?) -> String? {
    guard let value else { return nil }
    var seen: [String] = []
    for text in texts(value) where !seen.contains(text) { seen.append(text) }
    return seen.isEmpty ? nil : seen.joined(separator: ", ")
  }

  private func minutes(_ value: JSON?) -> Int? {
    guard let value else { return nil }
    for element in value.elements.prefix(10) {
      var element = resolved(element)
      if case .object(let object) = element, let longest = object["maxValue"] { element = longest }
      if let text = line(element), let minutes = CookingTime.minutes(text) { return minutes }
    }
    return nil
  }

  // MARK: Ingredients

  private func ingredients() -> [String] {
    let lines = statedIngredients()
    return isExport ? IngredientLines.plain(lines) : IngredientLines.tidied(lines, fromMarkup: isMarkup)
  }

  private func statedIngredients() -> [String] {
    guard let value = object["recipeIngredient", "ingredients", "ingredient", "supply"] else { return [] }
    var markups: [String] = []
    collect(value, into: &markups, depth: 0)
    // One text with all of them.
    if markups.count == 1 {
      let lines = Text.lines(markups[0])
      if lines.count > 1 { return lines }
      return Self.separated(Text.line(markups[0]))
    }
    return markups.flatMap { markup -> [String] in
      // "<ul><li>…</li><li>…</li></ul>" as one of several texts
      let lines = Self.isList(markup) ? Text.lines(markup) : [Text.line(markup)]
      return lines.filter { !$0.isEmpty }
    }
  }

  private func collect(_ value: JSON, into markups: inout [String], depth: Int) {
    guard depth < 8, markups.count < 2_000 else { return }
    switch resolved(value) {
    case .string(let text): markups.append(text)
    case .number(let digits): markups.append(digits)
    case .array(let elements): for element in elements { collect(element, into: &markups, depth: depth + 1) }
    case .object(let object):
      if let elements = object.numbered {
        for element in elements { collect(element, into: &markups, depth: depth + 1) }
      } else if let text = MealieLine.text(object, { $0.flatMap { self.markup($0) } }) {
        if isExport, let title = line(object["title"]) { markups.append(Self.heading(title)) }
        if !text.isEmpty { markups.append(text) }
      } else if let inner = object["itemListElement", "ingredients", "recipeIngredient", "items"] {
        collect(inner, into: &markups, depth: depth + 1)
      } else if let item = object["item"], case .object = resolved(item) {
        collect(item, into: &markups, depth: depth + 1)
      } else if let text = object["@value", "text", "display"].flatMap({ self.markup($0) }) {
        markups.append(text)
      } else {
        let parts = [
          object["value", "amount", "quantity", "requiredQuantity"], object["unitText", "unit", "unitCode"],
          object["name", "ingredient", "food", "item"], object["note", "notes"],
        ]
        let text = parts.compactMap { $0.flatMap { self.markup($0) } }.joined(separator: " ")
        if !text.isEmpty { markups.append(text) }
      }
    case .null, .bool: break
    }
  }

  private static func isList(_ markup: String) -> Bool {
    let lower =
      markup.utf8.contains(UInt8(ascii: "<")) || markup.utf8.contains(UInt8(ascii: "&")) ? markup.lowercased() : ""
    return lower.contains("<li") || lower.contains("&lt;li") || lower.contains("<br") || lower.contains("&lt;br")
  }

  /// "flour, sugar, 2 eggs, butter, salt": a list only if it is long and each part is short.
  private static func separated(_ line: String) -> [String] {
    var parts: [String] = [""]
    var depth = 0
    let scalars = Array(line.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      if scalar == "(" { depth += 1 }
      if scalar == ")" { depth = max(0, depth - 1) }
      let isDecimal = index + 1 < scalars.count && scalars[index + 1] != " "
      if depth == 0, scalar == ";" || scalar == "," && !isDecimal {
        parts.append("")
      } else {
        parts[parts.count - 1].unicodeScalars.append(scalar)
      }
    }
    parts = parts.map(Text.fold).filter { !$0.isEmpty }
    guard parts.count >= 4, parts.allSatisfy({ $0.unicodeScalars.count < 60 }) else {
      return line.isEmpty ? [] : [line]
    }
    return parts
  }

  // MARK: Steps

  private func steps() -> [String] {
    guard let value = object["recipeInstructions", "instructions", "step", "steps", "method"] else { return [] }
    var markups: [String] = []
    collectSteps(value, into: &markups, depth: 0)
    if markups.count == 1 { return StepNumbers.removed(from: Steps.split(markups[0])) }
    var steps: [String] = []
    for markup in markups {
      let lines = Self.isList(markup) && markups.count < 4 ? Text.lines(markup) : [Text.line(markup)]
      steps += lines.filter { !$0.isEmpty }
    }
    return StepNumbers.removed(from: steps)
  }

  private func collectSteps(_ value: JSON, into markups: inout [String], depth: Int) {
    guard depth < 12, markups.count < 2_000 else { return }
    switch resolved(value) {
    case .string(let text): markups.append(text)
    case .array(let elements): for element in elements { collectSteps(element, into: &markups, depth: depth + 1) }
    case .object(let object):
      if let elements = object.numbered {
        for element in elements { collectSteps(element, into: &markups, depth: depth + 1) }
      } else {
        collectStep(object, into: &markups, depth: depth)
      }
    case .null, .bool, .number: break
    }
  }

  private func collectStep(_ object: JSONObject, into markups: inout [String], depth: Int) {
    let name = object["name", "headline", "title"].flatMap { self.markup($0) }
    let text = object["text", "description", "@value"].flatMap { self.markup($0) }
    let inner = object["itemListElement", "step", "steps", "itemList"]
    // A step's name often repeats its text, or the beginning of it.
    if let name, !name.isEmpty {
      let short = Text.line(name)
      let isRepeated = text.map { Steps.begins(Text.line($0), with: short) } ?? false
      let isOnlyNumber = Steps.isNumber(short)
      let saysNothing = isOnlyNumber || PageLayout.isStepHeading(short)
      let isHeading = text != nil || inner != nil || line(object["@type"]) == "HowToSection"
      if !isRepeated, !saysNothing || text == nil && inner == nil {
        markups.append(isExport && isHeading ? Self.heading(name) : name)
      }
    }
    // Mealie's name of one step; "Step 1" is what it shows without one.
    if isExport, let summary = line(object["summary"]), !Steps.isNumber(summary) {
      markups.append(Self.heading(summary))
    }
    if let inner {
      let before = markups.count
      collectSteps(inner, into: &markups, depth: depth + 1)
      if markups.count > before { return }
    }
    if let text {
      markups.append(text)
    } else if let item = object["item"] {
      collectSteps(item, into: &markups, depth: depth + 1)
    }
  }

  private static func heading(_ text: String) -> String { text.hasSuffix(":") ? text : "\(text):" }

  // MARK: Pictures

  private func image(_ value: JSON, base: String?, depth: Int = 0) -> String? {
    guard depth < 6 else { return nil }
    switch resolved(value) {
    case .string(let text): return Address.resolve(text, base: base)
    case .array(let elements):
      return elements.prefix(50).lazy.compactMap { image($0, base: base, depth: depth + 1) }.first
    case .object(let object):
      for key in ["url", "contentUrl", "@list", "src", "@id", "thumbnailUrl", "image"] {
        // A fragment identifier is no URL of a picture.
        let base = key == "@id" ? nil : base
        if let found = object[key].flatMap({ image($0, base: base, depth: depth + 1) }) { return found }
      }
      return nil
    case .null, .bool, .number: return nil
    }
  }
}

/// Splits a text into steps.
enum Steps {
  /// One text with all steps: split by lines and blocks, or by numbers if it is clearly numbered.
  static func split(_ markup: String) -> [String] {
    let lines = Text.lines(markup).filter { !isNumber($0) }
    return lines.count == 1 ? numbered(lines[0]) : lines
  }

  /// Without the heading of the steps themselves, and without addresses of other pages: neither is a step.
  static func withoutHeadings(_ steps: [String]) -> [String] {
    let kept = steps.filter { !PageLayout.isStepHeading($0) && !($0.hasPrefix("http") && !$0.contains(" ")) }
    return kept.isEmpty ? steps : kept
  }

  /// "1", "2.", "Step 3", "Étape 1 :"
  static func isNumber(_ line: String) -> Bool {
    var rest = Substring(line.lowercased())
    if let word = StepNumbers.words.first(where: rest.hasPrefix) { rest = rest.dropFirst(word.count) }
    let trimmed = rest.unicodeScalars.filter { !$0.properties.isWhitespace && !".:()#-–단계".unicodeScalars.contains($0) }
    return !trimmed.isEmpty && trimmed.count <= 2 && trimmed.allSatisfy { $0.value >= 0x30 && $0.value <= 0x39 }
  }

  /// Whether `text` begins with `name`, which may be truncated ("Preheat the oven to…").
  static func begins(_ text: String, with name: String) -> Bool {
    var name = Substring(name)
    while let last = name.last, last == "." || last == "…" || last == ":" || last == " " { name.removeLast() }
    let spaces: (UInt8) -> Bool = { $0 != 32 }
    return text.utf8.lazy.filter(spaces).starts(with: name.utf8.lazy.filter(spaces))
  }

  /// "1. Boil. 2. Peel. 3. Fry." Only if the numbers count up from 1.
  private static func numbered(_ line: String) -> [String] {
    let bytes = Array(line.utf8)
    var cuts: [Int] = []
    var index = 0
    var expected = 1
    while index < bytes.count {
      let digits = Array(String(expected).utf8)
      let atStart = index == 0 || bytes[index - 1] == 32
      if atStart, bytes[index...].starts(with: digits), index + digits.count + 1 < bytes.count,
        [UInt8(ascii: "."), UInt8(ascii: ")"), UInt8(ascii: ":")].contains(bytes[index + digits.count]),
        !bytes[index + digits.count + 1].isDigit
      {
        cuts.append(index)
        expected += 1
        index += digits.count
      }
      index += 1
    }
    guard cuts.count >= 2, cuts[0] == 0 else { return [line] }
    return zip(cuts, cuts.dropFirst() + [bytes.count]).map { start, end in
      Text.fold(String(decoding: bytes[start..<end], as: UTF8.self))
    }
  }
}
