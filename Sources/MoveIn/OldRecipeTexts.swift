import RecipeImport

/// MealMaster's and MasterCook's texts.
enum OldRecipeTexts {
  static func isMealMaster(_ text: String) -> Bool {
    text.split(separator: "\n").prefix(50).contains { isStart(String($0)) }
  }

  /// "MMMMM----- Recipe via Meal-Master (tm) v8.05"
  private static func isStart(_ line: String) -> Bool {
    guard line.hasPrefix("MMMMM") || line.hasPrefix("-----") else { return false }
    let words = line.lowercased()
    return words.range(ofText: "meal-master") != nil || words.range(ofText: "mealmaster") != nil
  }

  /// The text of a file of MealMaster that is no UTF-8: the program is one of MS-DOS, whose letters are other ones than
  /// those of Windows.
  static func dosText(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.contains(where: { $0 >= 0x80 }), String(validating: bytes, as: UTF8.self) == nil,
      bytes.prefix(4096).split(separator: 10).contains(where: { isStart(String(decoding: $0, as: UTF8.self)) })
    else { return nil }
    // In Windows-1252 these, "üéäçêèÄÜ", are no letters.
    let letters = bytes.count { [0x81, 0x82, 0x84, 0x87, 0x88, 0x8A, 0x8E, 0x9A].contains($0) }
    return letters > bytes.count { $0 >= 0xC0 } ? Charset.converted(bytes, from: "CP437") : nil
  }

  static func readMealMaster(_ text: String) -> MovedFile {
    var file = MovedFile()
    file.program = "MealMaster"
    var draft: RecipeDraft?
    var isBody = false
    var (paragraph, heading) = ("", "")
    // Ingredients in two columns are read down, then across.
    var columns: [[String]] = [[], []]
    func flush() {
      draft?.addStep(paragraph)
      paragraph = ""
      for line in columns.joined() {
        if line.hasPrefix("-"), let last = draft?.recipe.ingredients.popLast() {
          draft?.addIngredient("\(last) \(line.dropFirst().trimmed)")
        } else {
          draft?.addIngredient(line)
        }
      }
      columns = [[], []]
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
        (draft, isBody, heading) = (RecipeDraft(), false, "")
        continue
      }
      guard draft != nil else { continue }
      let trimmed = line.trimmed
      if line.hasPrefix("MMMMM") || line.hasPrefix("-----") {
        flush()
        heading = withoutOrnaments(String(trimmed.drop { $0 == "M" })).lowercased()
        if heading.isEmpty { end() }
        continue
      }
      if !isBody, let colon = trimmed.firstIndex(of: ":"),
        isHead(trimmed[..<colon].lowercased(), trimmed[trimmed.index(after: colon)...].trimmed, &draft)
      {
        continue
      }
      if trimmed.isEmpty {
        if !paragraph.isEmpty { flush() }
        continue
      }
      isBody = true
      let found = paragraph.isEmpty ? ingredients(line) : []
      if found.isEmpty {
        if paragraph.isEmpty { flush() }
        draft?.addStepHeading(heading)
        // The sign ends a paragraph.
        let isLast = trimmed.hasSuffix("\u{14}")
        paragraph += (paragraph.isEmpty ? "" : " ") + (isLast ? trimmed.dropLast().trimmed : trimmed)
        if isLast { flush() }
      } else {
        draft?.addHeading(heading)
        for (column, text) in found { columns[column].append(text) }
      }
      heading = ""
    }
    if draft != nil { file.leave(MovedFile.end, .cutRecipe) }
    end()
    return file
  }

  /// Whether a line belongs to the head, before the ingredients; then it is read.
  private static func isHead(_ name: String, _ value: String, _ draft: inout RecipeDraft?) -> Bool {
    switch name {
    case "title": draft?.recipe.title = value
    case "categories": for label in value.commaList where label.lowercased() != "none" { draft?.label(label) }
    case "yield", "servings": draft?.addYield(value)
    case "preparation time": draft?.recipe.prepMinutes = minutes(value)
    case "source", "recipe by": draft?.setSource(value)
    default: return false
    }
    return true
  }

  /// One or two ingredients and their columns: seven characters of an amount, two of a unit, and the name; the second one
  /// begins at character 41.
  private static func ingredients(_ line: String) -> [(column: Int, text: String)] {
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
    if characters.count > 52, characters[39] == " " || characters[40] == " ", let second = one(characters[41...]) {
      if characters[..<41].allSatisfy({ $0 == " " }) { return [(1, second)] }
      if let first = one(characters[..<40]) { return [(0, first), (1, second)] }
    }
    return one(characters[...]).map { [(0, $0)] } ?? []
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
    text.split(separator: "\n").prefix(50).contains { isMasterCookStart($0.trimmed) }
  }

  /// "*  Exported from  MasterCook Mac  *", "* Exported for MasterCook 4 by Living Cookbook *", "{ Exported from MasterCook Mac }"
  private static func isMasterCookStart(_ line: String) -> Bool {
    guard line.first == "*" || line.first == "{" else { return false }
    let words = line.lowercased()
    return words.range(ofText: "exported") != nil
      && (words.range(ofText: "mastercook") != nil || words.range(ofText: "exported from") != nil)
  }

  static func readMasterCook(_ text: String) -> MovedFile {
    var file = MovedFile()
    file.program = "MasterCook"
    var draft: RecipeDraft?
    // 0 before the title, 1 in the head, 2 in the ingredients, 3 in the steps, 4 behind the line of dashes
    var part = 0
    var (paragraph, field, label) = ("", "", "")
    func flush() {
      if part == 4 { draft?.keep(nil, paragraph) } else { draft?.addStep(paragraph) }
      paragraph = ""
    }
    let lines = text.normalLines.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    for (index, line) in lines.enumerated() {
      let trimmed = line.trimmed
      if isMasterCookStart(trimmed) {
        flush()
        draft?.finish(&file)
        (draft, part, field) = (RecipeDraft(), 0, "")
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
        if trimmed.hasPrefix("---") {
          part = 2
        } else if let name = head(trimmed, after: label, &draft) {
          label = name
        }
      case 2:
        if trimmed.isEmpty { part = 3 } else { addIngredient(line, &draft) }
      default:
        if trimmed.hasPrefix("- - - -") {
          flush()
          part = 4
        } else if !field.isEmpty {
          // Its text stands in quotes, in several lines at times.
          paragraph += (paragraph.isEmpty ? "" : " ") + trimmed
          if trimmed.hasSuffix("\"") || trimmed.isEmpty {
            set(field, paragraph.split(separator: "\"").joined(separator: "\"").trimmed, &draft)
            (field, paragraph) = ("", "")
          }
        } else if part == 3, trimmed.hasSuffix(":"), lines.indices.contains(index + 1),
          lines[index + 1].trimmed.hasPrefix("\"")
        {
          flush()
          field = String(trimmed.dropLast())
        } else if trimmed.isEmpty {
          flush()
        } else if !trimmed.hasPrefix("Nutr. Assoc.") {
          let text = trimmed.hasPrefix("NOTES :") ? trimmed.dropFirst(7).trimmed : trimmed
          paragraph += (paragraph.isEmpty ? "" : " ") + text
        }
      }
    }
    flush()
    draft?.finish(&file)
    return file
  }

  /// A field behind the steps: "Source:", "S(Internet Address):", "T(Cook Time):".
  private static func set(_ name: String, _ value: String, _ draft: inout RecipeDraft?) {
    switch name.lowercased() {
    case "description": draft?.recipe.description = value
    case "source", "s(internet address)": draft?.setSource(value)
    case "yield": draft?.addYield(value)
    case "start to finish time": draft?.recipe.totalMinutes = minutes(value)
    case let name where name.hasPrefix("t(cook") || name.hasPrefix("t(bak"): draft?.recipe.cookMinutes = minutes(value)
    default: draft?.keep(name, value)
    }
  }

  /// Reads a line of the head; its name. A line without one goes on with the last.
  private static func head(_ line: String, after last: String, _ draft: inout RecipeDraft?) -> String? {
    guard !line.isEmpty, line.range(ofText: "Ingredient -- Preparation") == nil else { return nil }
    let colon = line.firstIndex(of: ":")
    let name = colon.map { line[..<$0].trimmed } ?? last
    let value = colon.map { line[line.index(after: $0)...].trimmed } ?? line
    switch name.lowercased() {
    case "recipe by": draft?.setSource(value)
    case "serving size":
      let parts = value.split(separator: " ", maxSplits: 1).map(\.trimmed)
      if let number = parts.first, Int(number) != nil { draft?.addYield(number) }
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
    default: draft?.keep(name, value)
    }
    return name
  }

  /// "***SAUCE***" → "SAUCE"
  private static func withoutOrnaments(_ line: String) -> String {
    let isOrnament = { (character: Character) in "*-=: ".contains(character) }
    return String(line.drop(while: isOrnament).reversed().drop(while: isOrnament).reversed())
  }

  /// "0:05"
  static func minutes(_ text: String) -> Int? {
    let parts = text.split(separator: ":").map { Int($0.trimmed) }
    guard parts.count == 2, let hours = parts[0], let minutes = parts[1], hours < 1000 else {
      return CookingTime.minutes(text)
    }
    let all = hours * 60 + minutes
    return all > 0 ? all : nil
  }

  /// "       2          cups  water -- cold", and what goes on with the line before: "-- and clear".
  private static func addIngredient(_ line: String, _ draft: inout RecipeDraft?) {
    let words = line.trimmed.split(separator: " ").joined(separator: " ")
    if words.hasPrefix("-- "), !words.hasSuffix(":"), let last = draft?.recipe.ingredients.popLast() {
      draft?.addIngredient("\(last), \(words.dropFirst(3))")
    } else if ["***", "---", "==="].contains(where: words.hasPrefix) || words.hasPrefix("-- ") {
      draft?.addHeading(withoutOrnaments(words))
    } else if let cut = words.range(ofText: " -- ") {
      draft?.addIngredient("\(words[..<cut.lowerBound]), \(words[cut.upperBound...])")
    } else {
      draft?.addIngredient(words)
    }
  }
}
