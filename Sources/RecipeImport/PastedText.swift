/// A recipe in plain text, as people paste it from a letter, a message or a note: its name, what goes in, what to do.
///
/// Headings of the two parts are looked for first; without them the lines are divided where ingredients end and sentences
/// begin. Headings of groups and of steps are neither lines nor steps, and a text without a name stays without one.
struct PastedText {
  /// Longer texts are no recipe.
  static let maximumBytes = 1 << 20

  enum Part { case top, ingredients, steps, notes }

  struct Line {
    let text: String
    /// Whether an empty line stands before.
    let isAfterGap: Bool
    /// Marked as a heading, by a sign or by bold letters.
    let isMarked: Bool
    let isListed: Bool
    /// A row of a table in Markdown.
    var isCells = false
  }

  var lines: [Line] = []
  var recipe = ImportedRecipe()
  var ingredients: [Line] = []
  var steps: [Line] = []
  var notes: [String] = []
  private var top: [Line] = []

  static func read(_ text: String) throws(ImportError) -> ImportedRecipe {
    guard text.utf8.count <= maximumBytes else { throw .tooLarge }
    var reader = PastedText(text)
    return try reader.read()
  }

  init() {}

  private init(_ text: String) {
    var isAfterGap = true
    for row in Self.rows(of: text).lazy.flatMap({ Self.parted(Text.fold(String($0.prefix(10_000)))) }) {
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

  private mutating func read() throws(ImportError) -> ImportedRecipe {
    let hasHeadings = lines.contains { Self.heading($0).map { $0.part != .notes } ?? false }
    if hasHeadings { divideByHeadings() } else { divide() }
    recipe.ingredients = listed()
    recipe.steps = told()
    guard !recipe.ingredients.isEmpty || !recipe.steps.isEmpty else { throw .noRecipe }
    // A text of one line, or of sentences alone, is a message.
    guard recipe.ingredients.count > 1 || hasHeadings else { throw .noRecipe }
    if !notes.isEmpty { recipe.notes = notes.joined(separator: "\n") }
    recipe.addTimes()
    return recipe
  }

  private mutating func divideByHeadings() {
    var part = Part.top
    for (index, line) in lines.enumerated() {
      if let (next, rest) = Self.heading(line), next != part || rest.isEmpty, !(part == .top && next == .notes) {
        part = next
        if !rest.isEmpty, !takesYield(rest, behind: part) {
          append(Line(text: rest, isAfterGap: true, isMarked: false, isListed: false), to: part)
        }
      } else if !Self.isEnd(line.text, isLast: index == lines.count - 1) {
        append(line, to: part)
      }
    }
    if ingredients.isEmpty, top.count > 1 {
      takeIngredientsFromTop()
    } else if steps.isEmpty, !ingredients.isEmpty {
      takeStepsFromIngredients()
    }
    takeTop()
  }

  /// Whether the words behind a heading in its line are a time or the people it is for, with or without the list: "Ingredients
  /// (serves 4)", "Ingredients for 4 people: 2 eggs, 100 g flour".
  private mutating func takesYield(_ rest: String, behind part: Part) -> Bool {
    if part == .ingredients, let colon = rest.firstIndex(where: { $0 == ":" || $0 == "：" }),
      Self.saysPeople(String(rest[..<colon])), Yield(String(rest[..<colon])).servings != nil
    {
      recipe.makes.fill(from: Yield(String(rest[..<colon])))
      let list = Text.fold(String(rest[colon...].dropFirst()))
      if !list.isEmpty {
        append(Line(text: list, isAfterGap: true, isMarked: false, isListed: false), to: part)
      }
      return true
    }
    guard part == .ingredients || part == .steps, rest.unicodeScalars.count < 60 else { return false }
    let bare = Text.fold(rest.replacing("(", with: " ").replacing(")", with: " "))
    if let (kind, minutes) = Self.time(bare), kind < 4, minutes > 0 { return true }
    if rest.hasPrefix("("), Self.isYieldLabelled(bare) {
      recipe.makes.fill(from: Yield(bare))
      return true
    }
    if !bare.isEmpty, Yield(bare).servings != nil,
      Self.saysPeople(bare) || rest.hasPrefix("(") || Self.purposes.contains(where: { (" " + bare).hasPrefix($0) })
    {
      recipe.makes.fill(from: Yield(bare))
      return true
    }
    return part == .ingredients && Self.purposes.contains { (" " + Self.lower(bare)).hasPrefix($0) }
  }

  /// "Pancakes / 200 g flour / 2 eggs / Method / Mix": only the steps have a heading.
  private mutating func takeIngredientsFromTop() {
    let all = top
    let first = all.firstIndex { Self.isIngredient($0) && !Self.saysPeople($0.text) } ?? all.count
    top = Array(all[..<first])
    if let last = top.last, top.count > 1, first < all.count, Self.isGroup(last, next: all[first]) {
      top.removeLast()
    }
    for line in all[first...] { append(line, to: .ingredients) }
  }

  /// Only the ingredients have a heading.
  private mutating func takeStepsFromIngredients() {
    if let end = ingredients.indices.dropFirst().first(where: {
      Self.isStep(ingredients[$0]) && ingredients[$0...].filter(Self.isStep).count * 2 >= ingredients.count - $0
    }) {
      steps = Array(ingredients[end...])
      ingredients = Array(ingredients[..<end])
    }
  }

  /// A text without headings: where the ingredients end is where most lines before look like them, and most behind do not.
  private mutating func divide() {
    var body = lines
    let first =
      body.firstIndex {
        Self.isIngredient($0) && !fact($0.text, true) && Self.time($0.text) == nil && !Self.isNameWithYield($0.text)
      } ?? body.count
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

  mutating func append(_ line: Line, to part: Part) {
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
      if let letter = rest.first { first = letter.uppercased() + rest.dropFirst() }
    }
    while let last = first.last, last == ":" || last == " " { first.removeLast() }
    if let (name, tail) = Self.parted(first),
      Yield(tail).servings != nil && Self.saysPeople(tail) || Self.isNameWithYield(first)
    {
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
  static let titleLabels = [
    "voilà la recette du ", "voilà la recette de la ", "voilà la recette des ", "voici la recette du ",
    "voici la recette de la ", "voici la recette des ", "here's my recipe for ", "here's the recipe for ",
    "here is the recipe for ", "here is my recipe for ", "recipe:", "title:", "recipe for ", "recette :", "recette:",
    "titre :", "рецепт:", "название:", "요리명:", "제목:",
    "레시피:",
  ]

  /// "Coleslaw - serves 6", "수제비 (4인분)": the name, and what is behind it.
  static func parted(_ line: String) -> (String, String)? {
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

  /// "Banana bread (makes 1 loaf)"
  private static func isNameWithYield(_ line: String) -> Bool {
    guard line.hasSuffix(")"), line.first?.isNumber != true, let (_, tail) = parted(line) else { return false }
    return isYieldLabelled(tail)
  }

  static func isGreeting(_ line: String) -> Bool {
    let lower = lower(line)
    return [
      "hi ", "hi,", "hello", "hey", "dear ", "bonjour", "salut", "coucou", "привет", "здравствуй", "안녕", "subject:",
      "fwd:",
    ].contains {
      lower.hasPrefix($0)
    }
  }

  /// "Here's the recipe you asked for:", before the name.
  static func isHandingOver(_ line: String) -> Bool {
    let lower = lower(line)
    return line.last == ":"
      && [
        "here's ", "here is ", "here are ", "these are ", "this is ", "as promised", "voici ", "voilà ", "вот ",
        "держи", "여기 ",
      ].contains {
        lower.hasPrefix($0)
      }
  }

  /// "Enjoy!", "#dinner", "Sent from my phone"
  private static func isEnd(_ line: String, isLast: Bool) -> Bool {
    let lower = lower(line)
    if lower.hasPrefix("#"), !lower.dropFirst().hasPrefix(" ") { return true }
    if ["sent from my", "envoyé de mon", "отправлено с", "나의 iphone에서", "iphone에서 보냄"].contains(where: lower.hasPrefix)
    {
      return true
    }
    return lower.count < 40
      && [
        "enjoy", "bon appétit", "bon appetit", "приятного аппетита", "맛있게", "bonne dégustation", "c'est prêt", "love,",
        "bises", "bisous", "gros bisous", "xoxo", "cheers,", "целую", "обнимаю", "사랑해",
      ].contains {
        lower.hasPrefix($0)
      }
  }
}
