/// A recipe in plain text, as people paste it from a letter, a message or a note: its name, what goes in, what to do.
///
/// Headings of the two parts are looked for first; without them the lines are divided where ingredients end and sentences
/// begin. Headings of groups and of steps are neither lines nor steps, and a text without a name stays without one.
struct PastedText {
  /// Longer texts are no recipe.
  static let maximumBytes = 1 << 20

  private enum Part { case top, ingredients, steps, notes }

  private struct Line {
    let text: String
    /// Whether an empty line stands before.
    let isAfterGap: Bool
    /// Marked as a heading, by a sign or by bold letters.
    let isMarked: Bool
    let isListed: Bool
    /// A row of a table in Markdown.
    var isCells = false
  }

  private var lines: [Line] = []
  private var recipe = ImportedRecipe()
  private var ingredients: [Line] = []
  private var steps: [Line] = []
  private var notes: [String] = []
  private var top: [Line] = []

  static func read(_ text: String) throws(ImportError) -> ImportedRecipe {
    guard text.utf8.count <= maximumBytes else { throw .tooLarge }
    var reader = PastedText(text)
    return try reader.read()
  }

  private init(_ text: String) {
    var isAfterGap = true
    let rows = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).prefix(5_000)
    for row in rows.lazy.flatMap({ Self.parted(Text.fold(String($0.prefix(10_000)))) }) {
      if Self.isTableRule(row) {
        // The row above it names the columns.
        if lines.last?.isCells == true { lines.removeLast() }
        continue
      }
      let isCells = row.count > 2 && row.hasPrefix("|") && row.hasSuffix("|")
      let cells = isCells ? Text.fold(row.replacing("|", with: " ")) : row
      let (line, isMarked, isListed) = Self.plain(Self.withoutKeycaps(cells))
      if line.isEmpty {
        isAfterGap = true
        continue
      }
      lines.append(
        Line(text: line, isAfterGap: isAfterGap, isMarked: isMarked, isListed: isListed, isCells: isCells))
      isAfterGap = false
    }
  }

  // MARK: Lines

  /// "Soup. Ingredients: 1 leek, salt. Method: boil." is three lines.
  private static func parted(_ line: String) -> [String] {
    var parts: [String] = []
    var (start, index) = (line.startIndex, line.startIndex)
    while let end = line[index...].firstIndex(where: { ".!;".contains($0) }) {
      index = line.index(after: end)
      guard index < line.endIndex, line[index] == " " else { continue }
      let rest = line[index...].dropFirst()
      guard let colon = rest.prefix(40).firstIndex(of: ":") else { continue }
      let words = lower(String(rest[..<colon])).split(separator: " ").joined(separator: " ")
      guard
        PageLayout.ingredientWords.contains(words) || ingredientHeadings.contains(words) || stepHeadings.contains(words)
      else { continue }
      parts.append(Text.fold(String(line[start..<(line[end] == "." ? end : index)])))
      start = rest.startIndex
    }
    return parts + [String(line[start...])]
  }

  /// "|---|:--:|"
  private static func isTableRule(_ line: String) -> Bool {
    line.hasPrefix("|") && line.contains("-") && line.allSatisfy { "|-: ".contains($0) }
  }

  /// "1️⃣ Mix" → "1. Mix"
  private static func withoutKeycaps(_ line: String) -> String {
    guard line.unicodeScalars.contains("\u{20E3}") else { return line }
    var result = String.UnicodeScalarView()
    for scalar in line.unicodeScalars where scalar.value != 0xFE0F {
      result.append(scalar.value == 0x20E3 ? "." : scalar)
    }
    return String(result)
  }

  /// Without bullets, boxes and the marks of bold letters and headings.
  private static func plain(_ line: String) -> (String, isMarked: Bool, isListed: Bool) {
    var text = Substring(line)
    var (isMarked, isListed) = (false, false)
    func trim() { while text.last == " " { text.removeLast() }; while text.first == " " { text.removeFirst() } }
    while text.first == "#" {
      text.removeFirst()
      isMarked = true
    }
    // "#easy #dinner" is no heading.
    if isMarked, text.first != " " { return (line.allSatisfy { $0 == "#" } ? "" : line, false, false) }
    trim()
    // Pictures in front: "🥞 Pancakes", "☐ 2 eggs".
    while let first = text.unicodeScalars.first, isOrnament(first) {
      if isBullet(first) { isListed = true }
      text.unicodeScalars.removeFirst()
      trim()
    }
    while let last = text.unicodeScalars.last, last.value > 0x2190, isOrnament(last) {
      text.unicodeScalars.removeLast()
      trim()
    }
    for mark in ["- [ ] ", "- [x] ", "* [ ] ", "- ", "* ", "– ", "— ", "+ "] where text.hasPrefix(mark) {
      text = text.dropFirst(mark.count)
      isListed = true
      trim()
      break
    }
    for mark in ["**", "__", "*", "_"] where text.count > 2 * mark.count && text.hasPrefix(mark) && text.hasSuffix(mark)
    {
      text = text.dropFirst(mark.count).dropLast(mark.count)
      isMarked = true
      trim()
      break
    }
    for mark in ["**", "__"] where text.contains(mark) { text = Substring(text.replacing(mark, with: "")) }
    for (open, close) in [("[", "]"), ("<", ">"), ("【", "】"), ("〈", "〉"), ("《", "》")]
    where text.hasPrefix(open) && text.hasSuffix(close) && text.count > 2 && text.count < 40 {
      text = text.dropFirst().dropLast()
      isMarked = true
      trim()
      break
    }
    // "[재료] (4인분 기준)"
    for (open, close) in [("[", "]" as Character), ("【", "】"), ("<", ">")] where text.hasPrefix(open) {
      guard let end = text.firstIndex(of: close), text.distance(from: text.startIndex, to: end) < 20 else { continue }
      let word = text[..<end].dropFirst()
      guard heading(Line(text: String(word), isAfterGap: true, isMarked: true, isListed: false)) != nil else {
        continue
      }
      text = Substring("\(word) \(Text.fold(String(text[end...].dropFirst())))")
    }
    // "---", "====", "..."
    if !text.contains(where: { $0.isLetter || $0.isNumber }) { return ("", false, false) }
    return (String(text), isMarked, isListed)
  }

  private static func isBullet(_ scalar: Unicode.Scalar) -> Bool {
    "•·▢☐□▪●◦‣■◆◇▶►→✓✔".unicodeScalars.contains(scalar)
  }

  private static func isOrnament(_ scalar: Unicode.Scalar) -> Bool {
    if isBullet(scalar) || "★☆※".unicodeScalars.contains(scalar) { return true }
    return (0x1F000...0x1FAFF).contains(scalar.value) || (0x2600...0x27BF).contains(scalar.value)
      || scalar.value == 0xFE0F || scalar.value == 0x200D
  }

  private static func lower(_ line: String) -> String { line.lowercased().replacing("’", with: "'") }

  private static func name(_ line: String) -> String {
    var name = Substring(lower(line))
    while let last = name.last, ":.：- !".contains(last) { name.removeLast() }
    while let first = name.first, first == " " { name.removeFirst() }
    return String(name)
  }

  /// The part whose heading a line is, and what stands behind the heading in the same line.
  private static func heading(_ line: Line) -> (part: Part, rest: String)? {
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
  private static let purposes = [" for ", " pour ", " на ", " для ", " serves", " per ", " à ", " 준비"]

  private static let ingredientHeadings = [
    "ingredients list", "shopping list", "you need", "you'll need", "what goes in", "ingrédients nécessaires",
    "il faut",
    "il vous faut", "il te faut", "liste des ingrédients", "что нужно", "понадобится", "нам понадобится",
    "вам понадобится",
    "потребуется", "нужно", "ингредиенты и количество", "준비물", "준비 재료", "재료 준비", "주재료", "필요 재료", "재료 목록", "들어가는 재료",
  ]
  private static let stepHeadings = [
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

  // MARK: Facts

  /// "Serves 4", "Prep: 10 min", an address: nothing of the recipe's own text.
  private mutating func takesFact(_ line: String, servingsToo: Bool = true) -> Bool {
    guard line.unicodeScalars.count <= 160 else { return false }
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
    let commas = line.split(separator: ",").map { Text.fold(String($0)) }
    if commas.count > 1, commas.count < 5, commas.allSatisfy({ fact($0, servingsToo) }) {
      for part in commas { take(part) }
      return true
    }
    guard fact(line, servingsToo) else { return false }
    take(line)
    return true
  }
  private static let sources = [
    "source:", "from:", "source :", "recette de ", "источник:", "출처:", "출처 :", "author:", "recipe by:", "recipe by ",
    "auteur:", "auteur :", "автор:", "작성자:",
  ]

  private func fact(_ line: String, _ servingsToo: Bool) -> Bool {
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

  private static func saysPeople(_ line: String) -> Bool {
    lower(line).split { !$0.isLetter }.contains {
      YieldWords.isPeople(String($0)) || YieldWords.verbs.contains(String($0)) || $0 == "на"
    }
      || line.contains("인분")
  }

  private static func isYieldLabelled(_ line: String) -> Bool {
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
  private static func time(_ line: String, needsColon: Bool = false) -> (Int, Int)? {
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
  private static func beginsAsTime(_ text: String) -> Bool {
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

  // MARK: Reading

  private mutating func read() throws(ImportError) -> ImportedRecipe {
    let headings = lines.indices.filter { Self.heading(lines[$0]).map { $0.part != .notes } ?? false }
    if headings.isEmpty { divide() } else { divide(by: headings) }
    recipe.ingredients = listed()
    recipe.steps = told()
    guard !recipe.ingredients.isEmpty || !recipe.steps.isEmpty else { throw .noRecipe }
    // A text of one line, or of sentences alone, is a message.
    guard recipe.ingredients.count > 1 || !headings.isEmpty else { throw .noRecipe }
    if !notes.isEmpty { recipe.notes = notes.joined(separator: "\n") }
    recipe.addTimes()
    return recipe
  }

  private mutating func divide(by headings: [Int]) {
    var part = Part.top
    for (index, line) in lines.enumerated() {
      if let (next, rest) = Self.heading(line), next != part || rest.isEmpty, !(part == .top && next == .notes) {
        part = next
        // "Ingredients for 4 people: 2 eggs, 100 g flour"
        if part == .ingredients, let colon = rest.firstIndex(where: { $0 == ":" || $0 == "：" }),
          Self.saysPeople(String(rest[..<colon])), Yield(String(rest[..<colon])).servings != nil
        {
          recipe.makes.fill(from: Yield(String(rest[..<colon])))
          let list = Text.fold(String(rest[colon...].dropFirst()))
          if !list.isEmpty {
            append(Line(text: list, isAfterGap: true, isMarked: false, isListed: false), to: part)
          }
          continue
        }
        if part == .ingredients || part == .steps, rest.unicodeScalars.count < 60 {
          let bare = Text.fold(rest.replacing("(", with: " ").replacing(")", with: " "))
          if let (kind, minutes) = Self.time(bare), kind < 4, minutes > 0 { continue }
          if rest.hasPrefix("("), Self.isYieldLabelled(bare) {
            recipe.makes.fill(from: Yield(bare))
            continue
          }
          if !bare.isEmpty, Yield(bare).servings != nil,
            Self.saysPeople(bare) || rest.hasPrefix("(")
              || Self.purposes.contains(where: { (" " + bare).hasPrefix($0) })
          {
            recipe.makes.fill(from: Yield(bare))
            continue
          }
          if part == .ingredients, Self.purposes.contains(where: { (" " + Self.lower(bare)).hasPrefix($0) }) {
            continue
          }
        }
        if !rest.isEmpty { append(Line(text: rest, isAfterGap: true, isMarked: false, isListed: false), to: part) }
        continue
      }
      if Self.isEnd(line.text, isLast: index == lines.count - 1) { continue }
      append(line, to: part)
    }
    // "Pancakes / 200 g flour / 2 eggs / Method / Mix": only the steps have a heading.
    if ingredients.isEmpty, top.count > 1 {
      let all = top
      (top, ingredients) = ([], [])
      let first = all.firstIndex { Self.isIngredient($0) && !Self.saysPeople($0.text) } ?? all.count
      top = Array(all[..<first])
      if let last = top.last, top.count > 1, first < all.count, Self.isGroup(last, next: all[first]) {
        top.removeLast()
      }
      ingredients = Array(all[first...])
    } else if steps.isEmpty, !ingredients.isEmpty {
      // Only the ingredients have one.
      if let end = ingredients.indices.dropFirst().first(where: {
        Self.isStep(ingredients[$0]) && ingredients[$0...].filter(Self.isStep).count * 2 >= ingredients.count - $0
      }) {
        steps = Array(ingredients[end...])
        ingredients = Array(ingredients[..<end])
      }
    }
    takeTop()
  }

  /// A text without headings: where the ingredients end is where most lines before look like them, and most behind do not.
  private mutating func divide() {
    var body = lines
    let first =
      body.firstIndex { Self.isIngredient($0) && !fact($0.text, true) && Self.time($0.text) == nil } ?? body.count
    // A name with a number: "3-ingredient pancakes".
    top = Array(body[..<first])
    body = Array(body[first...])
    if top.isEmpty, body.count > 2, body[1].isAfterGap, !body[0].isListed, !Self.hasUnit(body[0].text),
      !(body.dropFirst().first.map(Self.isStep) ?? true)
    {
      top = [body.removeFirst()]
    }
    var (best, end, score) = (0, 0, 0)
    for (index, line) in body.enumerated() {
      score += Self.isStep(line) ? -1 : 1
      if score > best { (best, end) = (score, index + 1) }
    }
    for line in body[..<end] { append(line, to: .ingredients) }
    var part = Part.steps
    for (index, line) in body[end...].enumerated() {
      if let (next, rest) = Self.heading(line), next == .notes {
        part = .notes
        if !rest.isEmpty { notes.append(rest) }
        continue
      }
      if Self.isEnd(line.text, isLast: end + index == body.count - 1) { continue }
      append(line, to: part)
    }
    takeTop()
  }

  private mutating func append(_ line: Line, to part: Part) {
    switch part {
    case .top: top.append(line)
    case .ingredients: if !takesFact(line.text) { ingredients.append(line) }
    case .steps: if !takesFact(line.text, servingsToo: false) { steps.append(line) }
    case .notes: notes.append(line.text)
    }
  }

  /// The name, and what is said before the ingredients.
  private mutating func takeTop() {
    var words: [String] = []
    for (index, line) in top.enumerated() where !takesFact(line.text) {
      if words.isEmpty, Self.isGreeting(line.text) || index < top.count - 1 && Self.isHandingOver(line.text) {
        continue
      }
      words.append(line.text)
    }
    guard var first = words.first else { return }
    for label in Self.titleLabels where Self.lower(first).hasPrefix(label) {
      let rest = Text.fold(String(first.dropFirst(label.count)))
      if !rest.isEmpty { first = rest }
    }
    while let last = first.last, last == ":" || last == " " { first.removeLast() }
    if let (name, tail) = Self.parted(first), Yield(tail).servings != nil, Self.saysPeople(tail) {
      recipe.makes.fill(from: Yield(tail))
      first = name
    }
    let isSentence = first.unicodeScalars.count > 100 || first.hasSuffix(".") && first.split(separator: " ").count > 6
    if !isSentence {
      recipe.title = first
      words.removeFirst()
    }
    if !words.isEmpty { recipe.description = words.joined(separator: "\n") }
  }
  private static let titleLabels = [
    "recipe:", "title:", "recipe for ", "recette :", "recette:", "titre :", "рецепт:", "название:", "요리명:", "제목:",
    "레시피:",
  ]

  /// "Coleslaw - serves 6", "수제비 (4인분)": the name, and what is behind it.
  private static func parted(_ line: String) -> (String, String)? {
    if line.hasSuffix(")"), let open = line.lastIndex(of: "("), open > line.startIndex {
      return (Text.fold(String(line[..<open])), String(line[line.index(after: open)...].dropLast()))
    }
    for mark in [" - ", " – ", " — ", ", ", " pour ", " for ", " на "] {
      if let range = line.firstRange(of: mark) {
        let isWord = mark.contains { $0.isLetter }
        return (
          String(line[..<range.lowerBound]),
          isWord ? String(line[range.lowerBound...].dropFirst()) : String(line[range.upperBound...])
        )
      }
    }
    return nil
  }

  private static func isGreeting(_ line: String) -> Bool {
    let lower = lower(line)
    return [
      "hi ", "hi,", "hello", "hey", "dear ", "bonjour", "salut", "coucou", "привет", "здравствуй", "안녕", "subject:",
      "fwd:",
    ].contains {
      lower.hasPrefix($0)
    }
  }

  /// "Here's the recipe you asked for:", before the name.
  private static func isHandingOver(_ line: String) -> Bool {
    let lower = lower(line)
    return line.last == ":"
      && ["here's ", "here is ", "this is ", "as promised", "voici ", "voilà ", "вот ", "держи", "여기 "].contains {
        lower.hasPrefix($0)
      }
  }

  /// "Enjoy!", "#dinner", "Sent from my phone"
  private static func isEnd(_ line: String, isLast: Bool) -> Bool {
    let lower = lower(line)
    if lower.hasPrefix("#"), !lower.dropFirst().hasPrefix(" ") { return true }
    if ["sent from my", "envoyé de mon", "отправлено с", "나의 iphone에서"].contains(where: lower.hasPrefix) {
      return true
    }
    return lower.count < 40
      && [
        "enjoy", "bon appétit", "bon appetit", "приятного аппетита", "맛있게", "bonne dégustation", "c'est prêt", "love,",
        "bises", "xoxo",
      ].contains {
        lower.hasPrefix($0)
      }
  }

  // MARK: Ingredients

  private static func hasUnit(_ line: String) -> Bool { AmountRows.hasUnit(line) }

  /// "2 eggs", "200 g flour", "밀가루 200g", "a pinch of salt", and "Salt" in a list.
  private static func isIngredient(_ line: Line) -> Bool {
    if isStep(line) { return false }
    let words = line.text.split(separator: " ")
    if words.count > 14 { return false }
    return IngredientLines.hasAmount(line.text) && !isNumbered(line.text) || line.isListed && words.count < 8
  }

  private static func isNumbered(_ line: String) -> Bool { StepNumbers.removed(from: [line]) != [line] }

  /// A sentence, or a numbered line.
  private static func isStep(_ line: Line) -> Bool {
    let text = line.text
    if isNumbered(text) {
      // "1. 200 g flour"
      let rest = StepNumbers.removed(from: [text]).first ?? ""
      return rest.split(separator: " ").count > 3 || !IngredientLines.hasAmount(rest)
    }
    if text.contains(". ") && text.count > 40 { return true }
    let words = text.split(separator: " ").count
    let isHangul = text.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
    if isHangul {
      let end = text.last.map { ".!".contains($0) ? text.dropLast() : text[...] } ?? ""
      return words >= 3 && ["다", "요", "기", "음", "함", "줌", "것", "세요", "주기", "넣고"].contains { end.hasSuffix($0) }
        && !end.hasSuffix("요거트")
        || words > 9
    }
    if let last = text.last, ".!".contains(last), words > 2, !endsInUnit(text) { return true }
    return words > 12
  }

  private static func endsInUnit(_ text: String) -> Bool {
    ["tbsp.", "tsp.", "oz.", "lb.", "gr.", "шт.", "л.", "гр."].contains { text.hasSuffix($0) }
  }

  /// Of groups: "For the sauce:", "Dough", "[양념장]", "SAUCE".
  private static func isGroup(_ line: Line, next: Line?) -> Bool {
    let text = line.text
    if IngredientLines.isHeading(text), !IngredientLines.hasAmount(text) || text.hasSuffix(":") { return true }
    guard !IngredientLines.hasAmount(text), !line.isListed else { return false }
    if line.isMarked { return true }
    let name = name(text.firstIndex(of: "(").map { String(text[..<$0]) } ?? text)
    let words = name.split(separator: " ")
    guard (1...4).contains(words.count) else { return false }
    if text.count > 3, text == text.uppercased(), text != text.lowercased() {
      return next.map { $0.text != $0.text.uppercased() } ?? false
    }
    guard let next, !next.isAfterGap else { return false }
    if words.count == 1, groups.contains(name), IngredientLines.hasAmount(next.text), !next.isListed { return true }
    guard line.isAfterGap else { return false }
    return words.first.map { groups.contains(String($0)) } == true && words.count == 1
      || words.last.map { groups.contains(String($0)) } == true && words.count <= 3
  }
  private static let groups: Set<String> = [
    "dough", "topping", "toppings", "filling", "marinade", "dressing", "glaze", "icing", "frosting", "batter", "crust",
    "base",
    "garnish", "sauce", "vinaigrette", "pâte", "garniture", "crème", "glaçage", "nappage", "appareil", "тесто",
    "начинка", "соус", "крем",
    "маринад", "глазурь", "заправка", "подача", "반죽", "소스", "양념", "양념장", "고명", "육수", "토핑", "속재료", "부재료", "주재료", "드레싱",
  ]

  private func listed() -> [String] {
    var result: [String] = []
    for (index, line) in ingredients.enumerated() where result.count < 500 {
      let next = index + 1 < ingredients.count ? ingredients[index + 1] : nil
      // "For the sauce: 2 eggs, 100 ml milk"
      if let colon = line.text.firstIndex(where: { $0 == ":" || $0 == "：" }),
        line.text.index(after: colon) < line.text.endIndex
      {
        let (head, rest) = (String(line.text[..<colon]), Text.fold(String(line.text[line.text.index(after: colon)...])))
        let several = Self.several(rest)
        if !IngredientLines.hasAmount(head), several.count > 1 || Self.groups.contains(Self.lower(head)) {
          result += several
          continue
        }
      }
      if Self.isGroup(line, next: next) { continue }
      let plain = StepNumbers.removed(from: [line.text]).first ?? line.text
      result += Self.several(plain)
    }
    // "2 cups" above "flour"
    return IngredientLines.paired(result, amountsFirst: true)
  }

  /// "2 eggs, 100 g flour, salt": several in one line, if most of them have amounts.
  private static func several(_ line: String) -> [String] {
    var parts = [""]
    var depth = 0
    let characters = Array(line)
    for (at, character) in characters.enumerated() {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      let isInNumber =
        character == "," && at > 0 && characters[at - 1].isNumber && at + 1 < characters.count
        && characters[at + 1].isNumber
      if depth == 0, character == "," || character == ";" || character == "、", !isInNumber {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    parts = parts.map(Text.fold).filter { !$0.isEmpty }
    if let last = parts.last, last.hasSuffix("."), parts.count > 1, !endsInUnit(last) {
      parts[parts.count - 1] = String(last.dropLast())
    }
    let amounts = parts.count(where: IngredientLines.hasAmount)
    return parts.count > 1 && amounts > 1 && amounts * 2 >= parts.count ? parts : [line]
  }

  // MARK: Steps

  private func told() -> [String] {
    var kept: [String] = []
    var joins = false
    for (index, line) in steps.enumerated() where kept.count < 500 {
      let next = index + 1 < steps.count ? steps[index + 1] : nil
      if Self.isStepGroup(line, next: next) {
        joins = false
        continue
      }
      // A line that was broken in a letter: the sentence goes on with a small letter.
      if joins, !line.isAfterGap, !line.isListed, let first = line.text.first,
        first.isLowercase || first.isNumber && !Self.isNumbered(line.text), let last = kept.last,
        let end = last.last, !".!?:…".contains(end)
      {
        kept[kept.count - 1] = last + " " + line.text
      } else {
        kept.append(line.text)
      }
      joins = true
    }
    if kept.count == 1 { kept = Steps.split(kept[0].replacing("<", with: "&lt;")) }
    return StepNumbers.removed(from: kept).filter { !$0.isEmpty }
  }

  private static func isStepGroup(_ line: Line, next: Line?) -> Bool {
    let text = line.text
    if Steps.isNumber(text) { return true }
    if text.count < 60, let last = text.last, last == ":" || last == "：" { return !isNumbered(text) }
    guard text.count < 40, let last = text.last, !".!?…".contains(last) else { return false }
    let hasNext = next != nil
    if line.isMarked, hasNext, !line.isListed { return true }
    if text.count > 3, text == text.uppercased(), text != text.lowercased(), hasNext { return !isNumbered(text) }
    if IngredientLines.isHeading(text), hasNext { return true }
    let words = name(text).split(separator: " ")
    guard line.isAfterGap, let next, !next.isAfterGap, words.count <= 3 else { return false }
    return words.last.map { groups.contains(String($0)) } ?? false
  }
}
