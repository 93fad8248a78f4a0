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
    if table.isCut { file.leave("the end of the file", "the file ends in the middle of a row") }
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

/// Cooklang (github.com/cooklang/spec): a recipe as text with marks.
struct Cooklang {
  private var draft = RecipeDraft()
  private var tools: [String] = []

  static func isRecipe(_ text: String, name: String) -> Bool {
    if name.lowercased().hasSuffix(".cook") { return true }
    var marks = 0
    for line in text.split(separator: "\n").prefix(2_000) {
      if line.hasPrefix(">> "), line.contains(":") { marks += 1 }
      let characters = Array(line.utf8)
      for (index, byte) in characters.enumerated() where byte == UInt8(ascii: "@") || byte == UInt8(ascii: "~") {
        guard index == 0 || characters[index - 1] <= 32 || characters[index - 1] == UInt8(ascii: "(") else { continue }
        let rest = characters[(index + 1)...].prefix(60)
        let open = rest.firstIndex(of: UInt8(ascii: "{"))
        if let open, rest[..<open].allSatisfy({ $0 != UInt8(ascii: "@") && $0 != UInt8(ascii: "}") }) { marks += 1 }
      }
      if marks > 0 { return true }
    }
    return false
  }

  static func read(_ text: String, name: String?) -> MovedFile {
    var file = MovedFile()
    file.program = "Cooklang"
    var reader = Cooklang()
    reader.read(text)
    if reader.draft.recipe.title == nil { reader.draft.recipe.title = name }
    reader.draft.keep("Tools", reader.tools.joined(separator: ", "))
    reader.draft.finish(&file)
    return file
  }

  private mutating func read(_ text: String) {
    var lines = text.normalLines.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
    while let first = lines.first, first.trimmed.isEmpty { lines = lines.dropFirst() }
    if lines.first?.trimmed == "---", let end = lines.dropFirst().firstIndex(where: { $0.trimmed == "---" }) {
      frontMatter(Array(lines[(lines.startIndex + 1)..<end]))
      lines = lines[(end + 1)...]
    }
    var paragraph: [String] = []
    var isNote = false
    func plain(_ text: String) -> String { text }
    let body = Self.withoutComments(lines.joined(separator: "\n"))
    func flush(_ reader: inout Cooklang) {
      let text = paragraph.joined(separator: " ").trimmed
      paragraph = []
      if text.isEmpty { return }
      if isNote { reader.draft.keep(nil, text) } else { reader.step(text) }
      isNote = false
    }
    for line in body.split(separator: "\n", omittingEmptySubsequences: false) {
      let trimmed = line.trimmed
      if trimmed.isEmpty {
        flush(&self)
      } else if trimmed.hasPrefix(">>") {
        flush(&self)
        let parts = trimmed.dropFirst(2).split(separator: ":", maxSplits: 1).map(\.trimmed)
        if parts.count == 2 { metadata(parts[0], parts[1]) }
      } else if trimmed.hasPrefix("==") || trimmed.hasPrefix("= ") {
        flush(&self)
        let heading = String(trimmed.drop { $0 == "=" }).trimmed
        let name = String(heading.reversed().drop { $0 == "=" }.reversed()).trimmed
        if !name.isEmpty {
          draft.addHeading(name)
          draft.recipe.steps.append("\(name):")
        }
      } else if trimmed.hasPrefix("> ") || trimmed == ">" {
        if !isNote { flush(&self) }
        isNote = true
        paragraph.append(trimmed.dropFirst().trimmed)
      } else {
        paragraph.append(trimmed)
      }
    }
    flush(&self)
  }

  private static func withoutComments(_ text: String) -> String {
    var result: [UInt8] = []
    let bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      if bytes[index] == UInt8(ascii: "["), next == UInt8(ascii: "-") {
        index += 2
        while index + 1 < bytes.count, !(bytes[index] == UInt8(ascii: "-") && bytes[index + 1] == UInt8(ascii: "]")) {
          index += 1
        }
        index += 2
      } else if bytes[index] == UInt8(ascii: "-"), next == UInt8(ascii: "-") {
        while index < bytes.count, bytes[index] != 10 { index += 1 }
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The YAML that recipes have: names with a text, or with a list.
  private mutating func frontMatter(_ lines: [String]) {
    var name = ""
    for line in lines.prefix(500) {
      let text = line.trimmed
      if text.hasPrefix("- ") {
        metadata(name, Self.unquoted(text.dropFirst(2).trimmed))
      } else if let colon = text.firstIndex(of: ":") {
        name = text[..<colon].trimmed
        let value = text[text.index(after: colon)...].trimmed
        if value.hasPrefix("["), value.hasSuffix("]") {
          for part in String(value.dropFirst().dropLast()).commaList { metadata(name, Self.unquoted(part)) }
        } else if !value.isEmpty {
          metadata(name, Self.unquoted(value))
        }
      }
    }
  }

  private static func unquoted(_ text: String) -> String {
    for quote in ["\"", "'"] where text.count > 1 && text.hasPrefix(quote) && text.hasSuffix(quote) {
      return String(text.dropFirst().dropLast())
    }
    return text
  }

  private mutating func metadata(_ name: String, _ value: String) {
    switch name.lowercased() {
    case "title": draft.recipe.title = value
    case "servings", "serves", "yield":
      draft.recipe.makes = Yield([Int(value) == nil ? value : "\(value) servings"])
    case "prep time", "time.prep", "prep_time", "prep": draft.recipe.prepMinutes = CookingTime.minutes(value)
    case "cook time", "time.cook", "cook_time", "cook": draft.recipe.cookMinutes = CookingTime.minutes(value)
    case "time", "time required", "duration", "total time": draft.recipe.totalMinutes = CookingTime.minutes(value)
    case "cuisine": draft.recipe.cuisine = value
    case "course", "category", "diet": draft.label(value)
    case "tags", "tag": for tag in value.commaList { draft.label(tag) }
    case "source", "source.url", "url", "source.name": draft.setSource(value)
    case "author", "source.author": draft.recipe.sourceName = draft.recipe.sourceName ?? value
    case "description", "introduction": draft.recipe.description = value
    case "image", "picture":
      if value.hasPrefix("http") { draft.recipe.imageURL = value } else { draft.keep("Picture", value) }
    default: draft.keep(name, value)
    }
  }

  /// Takes the ingredients, pots and times out of a step.
  private mutating func step(_ text: String) {
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    var index = 0
    while index < scalars.count {
      let mark = scalars[index]
      guard mark == "@" || mark == "#" || mark == "~", index + 1 < scalars.count,
        !scalars[index + 1].properties.isWhitespace
      else {
        result.append(mark)
        index += 1
        continue
      }
      var start = index + 1
      while mark != "~", start < scalars.count, ["@", "&", "?", "+", "-"].contains(scalars[start]) { start += 1 }
      // With braces a name has spaces; they stand before the next mark.
      var open = start
      while open < scalars.count, scalars[open] != "{", !["@", "#", "~"].contains(scalars[open]) { open += 1 }
      var (name, amount, end) = ("", "", start)
      if open < scalars.count, scalars[open] == "{", let close = scalars[open...].firstIndex(of: "}") {
        name = Self.string(scalars[start..<open]).trimmed
        amount = Self.string(scalars[(open + 1)..<close]).trimmed
        end = close + 1
      } else {
        while end < scalars.count,
          scalars[end].properties.isAlphabetic || scalars[end].properties.numericType != nil
            || ["_", "-", "'", "’"].contains(scalars[end])
            || scalars[end].properties.isEmoji && scalars[end].value > 0x7F
        { end += 1 }
        name = Self.string(scalars[start..<end])
        if name.isEmpty {
          result.append(mark)
          index += 1
          continue
        }
      }
      var preparation = ""
      if mark == "@", end < scalars.count, scalars[end] == "(", let close = scalars[end...].firstIndex(of: ")") {
        preparation = Self.string(scalars[(end + 1)..<close]).trimmed
        end = close + 1
      }
      let words = Self.amount(amount)
      switch mark {
      case "@":
        let line = [words, name].filter { !$0.isEmpty }.joined(separator: " ")
        draft.addIngredient(preparation.isEmpty ? line : "\(line), \(preparation)")
        result.append(contentsOf: name.unicodeScalars)
      case "#":
        if !tools.contains(name) { tools.append(name) }
        result.append(contentsOf: name.unicodeScalars)
      default: result.append(contentsOf: (words.isEmpty ? name : words).unicodeScalars)
      }
      index = end
    }
    draft.addStep(String(result))
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }

  /// "820%g" → "820 g"; a leading "=" says that it does not scale.
  private static func amount(_ text: String) -> String {
    var parts = text.split(separator: "%", maxSplits: 1).map(\.trimmed)
    if let first = parts.first, first.hasPrefix("=") { parts[0] = first.dropFirst().trimmed }
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

/// MealMaster's and MasterCook's texts.
enum OldRecipeTexts {
  static func isMealMaster(_ text: String) -> Bool {
    text.split(separator: "\n").prefix(50).contains { isStart(String($0)) }
  }

  /// "MMMMM----- Recipe via Meal-Master (tm) v8.05"
  private static func isStart(_ line: String) -> Bool {
    (line.hasPrefix("MMMMM") || line.hasPrefix("-----")) && line.lowercased().range(ofText: "meal-master") != nil
  }

  static func readMealMaster(_ text: String) -> MovedFile {
    var file = MovedFile()
    file.program = "MealMaster"
    var draft: RecipeDraft?
    var isBody = false
    var paragraph = ""
    func flush() {
      draft?.addStep(paragraph)
      paragraph = ""
    }
    func end() {
      flush()
      draft?.finish(&file)
      draft = nil
    }
    for raw in text.normalLines.split(separator: "\n", omittingEmptySubsequences: false) {
      let line = String(raw)
      if isStart(line) {
        end()
        (draft, isBody) = (RecipeDraft(), false)
        continue
      }
      guard draft != nil else { continue }
      let trimmed = line.trimmed
      if trimmed == "MMMMM" || trimmed == "-----" {
        end()
        continue
      }
      if line.hasPrefix("MMMMM") || line.hasPrefix("-----") {
        flush()
        draft?.addHeading(
          trimmed.drop { $0 == "M" || $0 == "-" }.trimmed.split(separator: "-").first.map { $0.trimmed.lowercased() })
        continue
      }
      if !isBody, let colon = trimmed.firstIndex(of: ":") {
        let value = trimmed[trimmed.index(after: colon)...].trimmed
        switch trimmed[..<colon].lowercased() {
        case "title":
          draft?.recipe.title = value
          continue
        case "categories":
          for label in value.commaList where label.lowercased() != "none" { draft?.label(label) }
          continue
        case "yield", "servings":
          draft?.recipe.makes = Yield([Int(value) == nil ? value : "\(value) servings"])
          continue
        default: break
        }
      }
      if trimmed.isEmpty {
        flush()
        continue
      }
      let columns = ingredients(line)
      if !columns.isEmpty, paragraph.isEmpty {
        isBody = true
        for column in columns {
          if column.hasPrefix("-"), let last = draft?.recipe.ingredients.popLast() {
            draft?.addIngredient("\(last) \(column.dropFirst().trimmed)")
          } else {
            draft?.addIngredient(column)
          }
        }
      } else {
        isBody = true
        paragraph += (paragraph.isEmpty ? "" : " ") + trimmed
      }
    }
    if draft != nil { file.leave("the end of the file", "the last recipe does not end") }
    end()
    return file
  }

  /// One or two ingredients: seven columns of an amount, two of a unit, and the name; the second one begins at column 41.
  private static func ingredients(_ line: String) -> [String] {
    let characters = Array(line)
    func one(_ part: ArraySlice<Character>) -> String? {
      guard part.count > 11 else { return nil }
      let start = part.startIndex
      let amount = String(part[start..<start + 7]).trimmed
      let unit = String(part[(start + 8)..<(start + 10)]).trimmed
      let name = String(part[(start + 11)...]).trimmed
      guard part[start + 7] == " ", part[start + 10] == " ", !name.isEmpty,
        amount.allSatisfy({ $0.isNumber || "/. -".contains($0) }),
        unit.isEmpty || units[unit.lowercased()] != nil
      else { return nil }
      if amount.isEmpty, unit.isEmpty, name.hasPrefix("-") { return name }
      let word = units[unit] ?? units[unit.lowercased()] ?? unit
      return [amount, word, name].filter { !$0.isEmpty }.joined(separator: " ")
    }
    if characters.count > 52, characters[39] == " " || characters[40] == " ", let first = one(characters[..<40]),
      let second = one(characters[41...])
    {
      return [first, second]
    }
    return one(characters[...]).map { [$0] } ?? []
  }

  private static let units = [
    "x": "", "sm": "small", "md": "medium", "lg": "large", "cn": "can", "pk": "package", "pn": "pinch", "dr": "drop",
    "ds": "dash",
    "ct": "carton", "bn": "bunch", "sl": "slice", "ea": "", "t": "teaspoon", "ts": "teaspoon", "T": "tablespoon",
    "tb": "tablespoon",
    "fl": "fluid ounce", "c": "cup", "pt": "pint", "qt": "quart", "ga": "gallon", "oz": "ounce", "lb": "pound",
    "ml": "ml", "cb": "cubic cm",
    "cl": "cl", "dl": "dl", "l": "l", "mg": "mg", "cg": "cg", "dg": "dg", "g": "g", "kg": "kg",
  ]

  // MARK: MasterCook

  static func isMasterCook(_ text: String) -> Bool {
    text.split(separator: "\n").prefix(50).contains {
      $0.lowercased().range(ofText: "exported from") != nil && $0.lowercased().range(ofText: "mastercook") != nil
    }
  }

  static func readMasterCook(_ text: String) -> MovedFile {
    var file = MovedFile()
    file.program = "MasterCook"
    var draft: RecipeDraft?
    // 0 before the title, 1 in the head, 2 in the ingredients, 3 in the steps, 4 behind the line of dashes
    var part = 0
    var paragraph = ""
    func flush() {
      if part == 4 { draft?.keep(nil, paragraph) } else { draft?.addStep(paragraph) }
      paragraph = ""
    }
    for raw in text.normalLines.split(separator: "\n", omittingEmptySubsequences: false) {
      let line = String(raw)
      let trimmed = line.trimmed
      if trimmed.hasPrefix("*"), trimmed.lowercased().range(ofText: "exported from") != nil {
        flush()
        draft?.finish(&file)
        (draft, part) = (RecipeDraft(), 0)
        continue
      }
      guard draft != nil else { continue }
      switch part {
      case 0:
        if !trimmed.isEmpty {
          draft?.recipe.title = trimmed
          part = 1
        }
      case 1:
        if trimmed.hasPrefix("---") { part = 2 } else { head(trimmed, &draft) }
      case 2:
        if trimmed.isEmpty {
          part = 3
        } else {
          draft?.addIngredient(ingredient(line))
        }
      default:
        if trimmed.hasPrefix("- - - -") {
          flush()
          part = 4
        } else if trimmed.isEmpty {
          flush()
        } else {
          let text = trimmed.hasPrefix("NOTES :") ? trimmed.dropFirst(7).trimmed : trimmed
          paragraph += (paragraph.isEmpty ? "" : " ") + text
        }
      }
    }
    flush()
    draft?.finish(&file)
    return file
  }

  private static func head(_ line: String, _ draft: inout RecipeDraft?) {
    guard let colon = line.firstIndex(of: ":") else { return }
    let value = line[line.index(after: colon)...].trimmed
    switch line[..<colon].trimmed.lowercased() {
    case "recipe by": draft?.setSource(value)
    case "serving size":
      let parts = value.split(separator: " ", maxSplits: 1).map(\.trimmed)
      if let number = parts.first, Int(number) != nil { draft?.recipe.makes = Yield(["\(number) servings"]) }
      if parts.count > 1, let time = parts[1].split(separator: ":", maxSplits: 1).last {
        draft?.recipe.prepMinutes = minutes(time.trimmed)
      }
    case "preparation time": draft?.recipe.prepMinutes = minutes(value)
    case "categories":
      // In two columns.
      var label = ""
      for word in value.split(separator: " ", omittingEmptySubsequences: false) {
        if word.isEmpty {
          draft?.label(label)
          label = ""
        } else {
          label += (label.isEmpty ? "" : " ") + word
        }
      }
      draft?.label(label)
    default: draft?.keep(line[..<colon].trimmed, value)
    }
  }

  /// "0:05"
  private static func minutes(_ text: String) -> Int? {
    let parts = text.split(separator: ":").map { Int($0.trimmed) }
    guard parts.count == 2, let hours = parts[0], let minutes = parts[1], hours < 1000 else {
      return CookingTime.minutes(text)
    }
    let all = hours * 60 + minutes
    return all > 0 ? all : nil
  }

  /// "       2          cups  water -- cold"
  private static func ingredient(_ line: String) -> String {
    let text = line.trimmed
    let words = text.split(separator: " ").joined(separator: " ")
    guard let cut = words.range(ofText: " -- ") else { return words }
    return "\(words[..<cut.lowerBound]), \(words[cut.upperBound...])"
  }
}
