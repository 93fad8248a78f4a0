extension PastedText {
  /// The part whose heading a line is, and what stands behind the heading in the same line.
  static func heading(_ line: Line) -> (part: Part, rest: String)? {
    let words = name(line.text)
    guard words.unicodeScalars.count <= 400 else { return inline(line.text) }
    if PageLayout.ingredientWords.contains(words) || ingredientHeadings.contains(words) { return (.ingredients, "") }
    if PageLayout.stepWords.contains(words) || stepHeadings.contains(words) { return (.steps, "") }
    if noteHeadings.contains(words) { return (.notes, "") }
    return inline(line.text)
  }

  /// "Ingredients (serves 4):", "Ingrédients pour 4 personnes", "재료: 계란 2개, 우유 100ml", "Method: Mix all."
  private static func inline(_ line: String) -> (Part, String)? {
    let lower = lower(line)
    for (part, headings) in [
      (Part.ingredients, PageLayout.ingredientWords + ingredientHeadings),
      (.steps, stepHeadings + PageLayout.stepWords.filter { $0 != "preparation" || !lower.contains("time") }),
      (.notes, noteHeadings),
    ] {
      for word in headings.sorted(by: { $0.count > $1.count }) where lower.hasPrefix(word) {
        let rest = line.dropFirst(word.count)
        guard let next = rest.first(where: { $0 != " " }) else { return (part, "") }
        let value = String(rest.drop { " :：-–—".contains($0) })
        if next == ":" || next == "：" {
          // "Preparation: 20 min" is a time.
          if part == .steps, value.count < 40, beginsAsTime(value), CookingTime.minutes(value) != nil { return nil }
          // "Recette : Mousse au chocolat"
          if Self.titles.contains(word), !value.contains(".") { return nil }
          return (part, value)
        }
        if part == .ingredients,
          next == "(" || next == "[" || Self.purposes.contains(where: { lower.dropFirst(word.count).hasPrefix($0) }),
          line.count < 80
        {
          return (part, value)
        }
        // "TIP 불은 약불로!"
        if part == .notes, rest.first == " ", line.hasPrefix("TIP ") || line.hasPrefix("NOTE ") { return (part, value) }
        // "TIP) …"
        if part == .notes, next == ")" { return (part, Text.fold(String(rest.drop { $0 == " " || $0 == ")" }))) }
        // Choices beside the heading of a page: "Ingredients US CustomaryMetric 1x2x3x".
        if part == .ingredients, isChoice(rest) { return (part, "") }
        if part == .ingredients, rest.first == " ", next.isNumber, line.count < 40 || several(value).count > 1 {
          return (part, value)
        }
      }
    }
    return nil
  }
  private static func isChoice(_ rest: Substring) -> Bool {
    var left = rest.lowercased()
    for word in ["us customary", "metric", "imperial", "½x", "1/2x", "0.5x", "1x", "2x", "3x", "4x"] {
      left = left.replacing(word, with: " ")
    }
    return left.count < 80 && rest.contains { $0.isLetter } && left.allSatisfy { " -|/".contains($0) }
  }

  private static let titles: Set<String> = ["recette", "рецепт", "레시피", "la recette"]
  static let purposes = [" for ", " pour ", " на ", " для ", " serves", " per ", " à ", " 준비"]

  static let ingredientHeadings = [
    "ingredients list", "shopping list", "you need", "you'll need", "what goes in", "ingrédients nécessaires",
    "il faut",
    "il vous faut", "il te faut", "liste des ingrédients", "что нужно", "понадобится", "нам понадобится",
    "вам понадобится",
    "потребуется", "нужно", "ингредиенты и количество", "준비물", "준비 재료", "재료 준비", "주재료", "필요 재료", "재료 목록", "들어가는 재료",
  ]
  static let stepHeadings = [
    "method", "instructions", "directions", "preparation", "steps", "how to make it", "how to", "what to do",
    "procedure",
    "recipe method", "cooking", "to make", "making it", "préparation", "instructions", "étapes", "la préparation",
    "mode opératoire", "marche à suivre", "progression", "déroulement", "comment faire", "réalisation", "la recette",
    "recette",
    "приготовление", "способ приготовления", "как готовить", "как приготовить", "готовим", "процесс приготовления",
    "пошаговое приготовление", "шаги", "инструкция", "рецепт", "만드는 법", "만드는법", "만드는 방법", "만들기", "조리법", "조리 방법", "조리방법",
    "조리 순서", "조리순서", "요리법", "요리 순서", "레시피", "순서", "만드는 순서",
  ]
  private static let noteHeadings = [
    "notes", "note", "tips", "tip", "nutrition", "nutrition facts", "storage", "serving suggestions", "equipment",
    "variations",
    "cook's note", "cook's notes", "conseils", "conseil", "astuces", "astuce", "remarques", "remarque", "matériel",
    "ustensiles",
    "valeurs nutritionnelles", "conservation", "примечание", "примечания", "совет", "советы", "заметки", "посуда",
    "инвентарь",
    "пищевая ценность", "хранение", "팁", "메모", "참고", "참고사항", "도구", "영양 정보", "영양정보", "보관법", "보관 방법", "꿀팁",
  ]
}
