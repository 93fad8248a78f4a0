import RecipeImport

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
    if draft != nil { file.leave(MovedFile.end, .cutRecipe) }
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
