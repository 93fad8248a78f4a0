import RecipeImport

/// MasterCook's texts.
struct MasterCook {
  static func isFile(_ text: String) -> Bool {
    text.split(separator: "\n").prefix(50).contains { isStart($0.trimmed) }
  }

  /// "*  Exported from  MasterCook Mac  *", "* Exported for MasterCook 4 by Living Cookbook *", "{ Exported from MasterCook Mac }"
  private static func isStart(_ line: String) -> Bool {
    guard line.first == "*" || line.first == "{" else { return false }
    let words = line.lowercased()
    return words.range(ofText: "exported") != nil
      && (words.range(ofText: "mastercook") != nil || words.range(ofText: "exported from") != nil)
  }

  static func read(_ text: String) -> MovedFile {
    var reader = MasterCook()
    reader.file.program = "MasterCook"
    let lines = text.normalLines.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    for (index, line) in lines.enumerated() {
      reader.read(line, next: lines.indices.contains(index + 1) ? lines[index + 1] : nil)
    }
    reader.end()
    return reader.file
  }

  private enum Part { case title, head, ingredients, steps, notes }

  private var file = MovedFile()
  private var draft: RecipeDraft?
  private var part = Part.title
  private var paragraph = ""
  /// A field behind the steps whose text follows.
  private var field = ""
  /// Of the head.
  private var label = ""

  private mutating func read(_ line: String, next: String?) {
    let trimmed = line.trimmed
    if Self.isStart(trimmed) {
      end()
      (draft, part, field) = (RecipeDraft(), .title, "")
      return
    }
    guard draft != nil else { return }
    switch part {
    case .title:
      if !trimmed.isEmpty {
        draft?.recipe.title = trimmed
        part = .head
      }
    case .head:
      if trimmed.hasPrefix("---") {
        part = .ingredients
      } else if let name = Self.head(trimmed, after: label, &draft) {
        label = name
      }
    case .ingredients: if trimmed.isEmpty { part = .steps } else { Self.addIngredient(line, &draft) }
    case .steps, .notes: readText(trimmed, next: next)
    }
  }

  /// A line of the steps, or of what stands behind the line of dashes after them.
  private mutating func readText(_ trimmed: String, next: String?) {
    if trimmed.hasPrefix("- - - -") {
      flush()
      part = .notes
    } else if !field.isEmpty {
      // Its text stands in quotes, in several lines at times.
      paragraph += (paragraph.isEmpty ? "" : " ") + trimmed
      if trimmed.hasSuffix("\"") || trimmed.isEmpty {
        Self.set(field, paragraph.split(separator: "\"").joined(separator: "\"").trimmed, &draft)
        (field, paragraph) = ("", "")
      }
    } else if part == .steps, trimmed.hasSuffix(":"), let next, next.trimmed.hasPrefix("\"") {
      flush()
      field = String(trimmed.dropLast())
    } else if trimmed.isEmpty {
      flush()
    } else if !trimmed.hasPrefix("Nutr. Assoc.") {
      let text = trimmed.hasPrefix("NOTES :") ? trimmed.dropFirst(7).trimmed : trimmed
      paragraph += (paragraph.isEmpty ? "" : " ") + text
    }
  }

  private mutating func flush() {
    if part == .steps {
      draft?.addStep(paragraph)
    } else if paragraph.lowercased().hasPrefix("per serving") {
      draft?.addNutrition(nil, paragraph)
    } else {
      draft?.keep(nil, paragraph)
    }
    paragraph = ""
  }

  private mutating func end() {
    flush()
    draft?.finish(&file)
  }

  /// A field behind the steps: "Source:", "S(Internet Address):", "T(Cook Time):".
  private static func set(_ name: String, _ value: String, _ draft: inout RecipeDraft?) {
    switch name.lowercased() {
    case "description": draft?.recipe.description = value
    case "source", "s(internet address)": draft?.setSource(value)
    case "yield": draft?.addYield(value)
    case "start to finish time": draft?.recipe.totalMinutes = OldRecipeTexts.minutes(value)
    case let name where name.hasPrefix("t(cook") || name.hasPrefix("t(bak"):
      draft?.recipe.cookMinutes = OldRecipeTexts.minutes(value)
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
        draft?.recipe.prepMinutes = OldRecipeTexts.minutes(time.trimmed)
      }
    case "preparation time": draft?.recipe.prepMinutes = OldRecipeTexts.minutes(value)
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

  /// "       2          cups  water -- cold", and what goes on with the line before: "-- and clear".
  private static func addIngredient(_ line: String, _ draft: inout RecipeDraft?) {
    let words = line.trimmed.split(separator: " ").joined(separator: " ")
    if words.hasPrefix("-- "), !words.hasSuffix(":"), let last = draft?.recipe.ingredients.popLast() {
      draft?.addIngredient("\(last), \(words.dropFirst(3))")
    } else if ["***", "---", "==="].contains(where: words.hasPrefix) || words.hasPrefix("-- ") {
      draft?.addHeading(OldRecipeTexts.withoutOrnaments(words))
    } else if let cut = words.range(ofText: " -- ") {
      draft?.addIngredient("\(words[..<cut.lowerBound]), \(words[cut.upperBound...])")
    } else {
      draft?.addIngredient(words)
    }
  }
}
