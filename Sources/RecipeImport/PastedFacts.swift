extension PastedText {
  /// "Serves 4", "Prep: 10 min", an address: nothing of the recipe's own text.
  mutating func takesFact(_ line: String, servingsToo: Bool = true) -> Bool {
    guard line.unicodeScalars.count <= 160 else { return false }
    // "(for 2)"
    if servingsToo, line.hasPrefix("("), line.hasSuffix(")"), line.count < 40 {
      let inside = String(line.dropFirst().dropLast())
      let isPurpose =
        Self.purposes.contains { (" " + Self.lower(inside)).hasPrefix($0) } && Yield(inside).servings != nil
      if isPurpose || fact(inside, true) {
        take(inside)
        return true
      }
    }
    let lower = Self.lower(line)
    if lower.hasPrefix("http://") || lower.hasPrefix("https://"), !line.contains(" ") {
      recipe.url = recipe.url ?? Address.resolve(line, base: nil)
      return true
    }
    for label in Self.sources where lower.hasPrefix(label) {
      let value = Text.fold(String(line.dropFirst(label.count).drop { " :：".contains($0) }))
      if value.hasPrefix("http"), !value.contains(" ") {
        recipe.url = recipe.url ?? Address.resolve(value, base: nil)
      } else if recipe.sourceName == nil, !value.isEmpty {
        recipe.sourceName = value
      }
      return true
    }
    // "Prep 10 min | Cook 20 min | Serves 4"
    let parts = line.split(whereSeparator: { "|•·/;".contains($0) }).map { Text.fold(String($0)) }.filter {
      !$0.isEmpty
    }
    if parts.count > 1, parts.count < 6, parts.allSatisfy({ fact($0, servingsToo) || Self.isDuration($0) }) {
      for part in parts { take(part) }
      return true
    }
    if servingsToo, takesSome(of: line) { return true }
    let commas = line.split(separator: ",").map { Text.fold(String($0)) }
    if commas.count > 1, commas.count < 5, commas.allSatisfy({ fact($0, servingsToo) }) {
      for part in commas { take(part) }
      return true
    }
    guard fact(line, servingsToo) else { return false }
    take(line)
    return true
  }
  /// "By Kate · Published Feb 2021 · Serves 8 · 10 mins", "Temps total : 20 min | Difficulté : facile": the facts among short remarks.
  private mutating func takesSome(of line: String) -> Bool {
    guard line.contains("|") || line.contains(" · ") || line.contains(" • ") else { return false }
    let parts = line.split { "|·•".contains($0) }.map { Text.fold(String($0)) }.filter { !$0.isEmpty }
    let facts = parts.filter { fact($0, true) || Self.isDuration($0) }
    guard (2...6).contains(parts.count), parts.allSatisfy({ $0.count < 40 }), !facts.isEmpty,
      facts.contains(where: { Self.time($0) != nil || Self.isYieldLabelled($0) || Self.saysPeople($0) })
    else { return false }
    for part in facts { take(part) }
    if let by = parts.first, Self.lower(by).hasPrefix("by "), recipe.sourceName == nil {
      recipe.sourceName = Text.fold(String(by.dropFirst(3)))
    }
    return true
  }
  private static let sources = [
    "source:", "from:", "source :", "recette de ", "источник:", "출처:", "출처 :", "author:", "recipe by:", "recipe by ",
    "auteur:", "auteur :", "автор:", "작성자:",
  ]

  func fact(_ line: String, _ servingsToo: Bool) -> Bool {
    if Self.time(line, needsColon: !servingsToo) != nil { return true }
    guard servingsToo, line.unicodeScalars.count <= 60 else { return false }
    if Self.isYieldLabelled(line) { return true }
    let makes = Yield(line)
    guard makes.servings != nil, Self.saysPeople(line) else { return false }
    // "Coleslaw - serves 6" is a name, too.
    let lower = Self.lower(line)
    return makes.text == nil || line.first?.isNumber == true
      || ["for ", "pour ", "на ", "約", "약 "].contains(where: lower.hasPrefix)
  }

  private mutating func take(_ line: String) {
    if let (kind, minutes) = Self.time(line) {
      switch kind {
      case 0: recipe.prepMinutes = recipe.prepMinutes ?? minutes
      case 1: recipe.cookMinutes = recipe.cookMinutes ?? minutes
      case 2: recipe.totalMinutes = recipe.totalMinutes ?? minutes
      default: notes.append(line)
      }
      return
    }
    if Self.isDuration(line) {
      recipe.totalMinutes = recipe.totalMinutes ?? CookingTime.minutes(line)
    } else {
      recipe.makes.fill(from: Yield(line))
    }
  }

  /// "20 min", "1 h 30"
  private static func isDuration(_ line: String) -> Bool {
    line.count < 16 && line.first?.isNumber == true && CookingTime.minutes(line) != nil
  }

  static func saysPeople(_ line: String) -> Bool {
    lower(line).split { !$0.isLetter }.contains {
      YieldWords.isPeople(String($0)) || YieldWords.verbs.contains(String($0)) || $0 == "на"
    }
      || line.contains("인분")
  }

  static func isYieldLabelled(_ line: String) -> Bool {
    let lower = lower(line)
    return line.contains(where: { $0.isNumber })
      && yieldLabels.contains { label in
        lower.hasPrefix(label) && lower.dropFirst(label.count).first.map { !$0.isLetter } ?? false
      }
  }
  private static let yieldLabels = [
    "serves", "servings", "serving", "makes", "yield", "yields", "portions", "feeds", "nombre de personnes",
    "nombre de portions",
    "pour", "quantité", "порции", "порций", "количество порций", "выход", "분량", "인분", "양",
  ]

  /// 0 preparing, 1 cooking, 2 both; others are resting and temperatures.
  static func time(_ line: String, needsColon: Bool = false) -> (Int, Int)? {
    let lower = lower(line)
    guard line.unicodeScalars.count <= 60, lower.contains(where: { $0.isNumber }) else { return nil }
    for (kind, labels) in times.enumerated() {
      for label in labels where lower.hasPrefix(label) {
        let rest = lower.dropFirst(label.count)
        guard let first = rest.first, !first.isLetter, first != ",",
          let minutes = CookingTime.minutes(String(rest.drop { " :：-–".contains($0) }))
        else { continue }
        let words = rest.split { !$0.isLetter && !$0.isNumber }
        if needsColon, !rest.drop(while: { $0 == " " }).hasPrefix(":") { continue }
        // "Rest for 10 minutes" is a step.
        if words.count <= 6,
          words.first?.first?.isNumber == true || Self.abouts.contains(words.first.map(String.init) ?? "")
        {
          return (kind, minutes)
        }
      }
    }
    return nil
  }
  static func beginsAsTime(_ text: String) -> Bool {
    let word = lower(text).split { !$0.isLetter && !$0.isNumber }.first.map { String($0) } ?? ""
    return word.first?.isNumber == true || abouts.contains(word)
  }

  private static let abouts: Set<String> = [
    "about", "approx", "environ", "около", "примерно", "약", "un", "une", "an", "one", "полчаса", "час",
  ]
  private static let times = [
    [
      "prep time", "preparation time", "active time", "hands-on time", "hands-on", "prep", "preparation",
      "temps de préparation", "préparation",
      "время подготовки", "подготовка", "준비 시간", "준비시간", "준비",
    ],
    [
      "cook time", "cooking time", "baking time", "bake time", "cook", "cooking", "bake", "temps de cuisson", "cuisson",
      "время готовки", "время выпечки", "варка", "выпечка", "조리 시간", "조리시간", "조리",
    ],
    [
      "total time", "total", "ready in", "time", "takes", "temps total", "durée", "temps", "время приготовления",
      "общее время", "время",
      "готовить", "총 시간", "소요 시간", "소요시간", "시간",
    ],
    ["rest", "resting", "resting time", "chill", "chilling", "repos", "temps de repos", "отдых", "휴지", "숙성"],
  ]
}
