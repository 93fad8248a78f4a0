import RecipeImport

/// The texts of Plan to Eat and RecipeSage: recipes one below the other, each field behind its name.
enum LabelledTexts {
  /// "==== Recipes ====", or a line of hyphens, and a title.
  static func isFile(_ text: String) -> Bool {
    let lines = text.split(separator: "\n").prefix(5).map(\.trimmed).filter { !$0.isEmpty }
    guard let first = lines.first, lines.count > 1, lines[1].hasPrefix("Title:") else { return false }
    return first == sage || isRule(first)
  }

  private static let sage = "==== Recipes ===="

  private static func isRule(_ line: String) -> Bool { line.count > 20 && line.allSatisfy { $0 == "-" } }

  private static let names: Set<String> = [
    "Title", "Description", "Course", "Cuisine", "Main Ingredient", "Serves", "Yield", "Source", "Url", "Photo Url",
    "Prep Time", "Cook Time", "Total Time", "ActiveTime", "TotalTime", "Tags", "Labels", "Folder", "Ingredients",
    "Directions", "Instructions", "Notes", "CreatedAt", "UpdatedAt", "Rating", "Images", "Public Url",
  ]

  static func read(_ text: String) -> MovedFile {
    var file = MovedFile()
    file.program = text.trimmed.hasPrefix(sage) ? "RecipeSage" : "Plan to Eat"
    var draft: RecipeDraft?
    var (name, value) = ("", "")
    func flush() {
      let text = value.trimmed
      if !text.isEmpty, text != "null" { set(name, text, &draft) }
      (name, value) = ("", "")
    }
    for line in text.normalLines.split(separator: "\n", omittingEmptySubsequences: false) {
      let label = line.firstIndex(of: ":").map { String(line[..<$0]) } ?? ""
      if names.contains(label) || label.hasPrefix("Nutrition") {
        flush()
        if label == "Title" {
          draft?.finish(&file)
          draft = RecipeDraft()
        }
        (name, value) = (label, String(line.dropFirst(label.count + 1)))
      } else if isRule(line.trimmed) {
        flush()
      } else {
        value += "\n" + line
      }
    }
    flush()
    draft?.finish(&file)
    return file
  }

  private static func set(_ name: String, _ value: String, _ draft: inout RecipeDraft?) {
    let lines = value.split(separator: "\n").map(\.trimmed)
    switch name {
    case "Title": draft?.recipe.title = value
    case "Description": draft?.recipe.description = value
    case "Cuisine": draft?.recipe.cuisine = value
    case "Serves", "Yield": draft?.addYield(value)
    case "Source", "Url": draft?.setSource(value)
    case "Photo Url", "Images": draft?.recipe.imageURL = value.split(separator: " ").first.map { String($0) }
    case "Prep Time", "ActiveTime": draft?.setTime(\.prepMinutes, "Prep time", value)
    case "Cook Time": draft?.setTime(\.cookMinutes, "Cook time", value)
    case "Total Time", "TotalTime": draft?.setTime(\.totalMinutes, "Total time", value)
    case "Course": draft?.label(value)
    case "Tags", "Labels":
      for label in value.split(whereSeparator: { $0 == "^" || $0 == "," }) { draft?.label(String(label)) }
    case "Ingredients": for line in lines { draft?.addIngredient(line) }
    case "Directions", "Instructions": for line in lines { draft?.addStep(line) }
    case "Notes": draft?.keep(nil, value)
    case "Rating": draft?.rate(value)
    // Of RecipeSage's own list.
    case "Folder", "CreatedAt", "UpdatedAt", "": break
    case let name where name.hasPrefix("Nutrition"):
      draft?.addNutrition(name == "Nutrition" ? nil : String(name.dropFirst(9)), value)
    default: draft?.keep(name, value)
    }
  }
}
