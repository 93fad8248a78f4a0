/// Finds the lists on a page without structured data: by the classes of recipe plug-ins and themes, then by what
/// follows a heading like "Ingredients".
struct PageLayout {
  let document: HTMLDocument
  /// Whether an amount that has a place of its own after the name is written before it.
  let amountsFirst: Bool

  init(_ document: HTMLDocument, amountsFirst: Bool = false) {
    self.document = document
    self.amountsFirst = amountsFirst
  }

  func ingredients() -> [String] {
    for (container, entry) in Self.ingredientPlugins {
      let found = entries(entry, inside: container)
      if found.count > 1 { return IngredientLines.tidied(found, fromMarkup: true) }
    }
    // A list with amounts is one of ingredients; a menu, say, is not.
    let candidates: [[String]] = [
      below(Self.ingredientWords, until: Self.stepWords, longest: 250),
      Array(byClass(Self.ingredientClasses).prefix { !Self.beginsStep($0) }),
    ].filter { $0.count > 1 }
    let named = candidates.first(where: hasAmounts) ?? candidates.first ?? []
    let rows = AmountRows(self).lines()
    let found = named.count(where: AmountRows.isIngredient)
    let isTorn = named.count(where: { AmountRows.isAmount($0) }) > 1 && !rows.contains { AmountRows.isAmount($0) }
    let isMarked = rows.count > 1 && rows.allSatisfy { $0.first == "•" } && !named.allSatisfy { $0.first == "•" }
    let isNamed = named.count > 1 && !isMarked && !isTorn && found * 3 >= rows.count(where: AmountRows.isIngredient) * 2
    return IngredientLines.tidied(isNamed ? named : rows, fromMarkup: true)
  }

  /// The heading of the list itself.
  static func isIngredientHeading(_ line: String) -> Bool {
    var name = Substring(line.lowercased())
    while let last = name.last, last == ":" || last == "." { name.removeLast() }
    return ingredientWords.contains(String(name))
  }

  /// "Ingredients for the cake", "Ingredients: flour, sugar"
  static func beginsAsIngredientHeading(_ line: String) -> Bool {
    guard line.unicodeScalars.count <= 60 else { return false }
    let lower = line.lowercased()
    return ingredientWords.contains { lower.hasPrefix($0 + " ") || lower.hasPrefix($0 + ":") }
  }

  private func hasAmounts(_ lines: [String]) -> Bool {
    lines.count(where: IngredientLines.hasAmount) * 4 >= lines.count { !$0.hasPrefix("## ") }
  }

  func steps() -> [String] {
    for (container, entry) in Self.stepPlugins {
      let found = entries(entry, inside: container)
      if !found.isEmpty { return found }
    }
    for candidate in [below(Self.stepWords, until: Self.ingredientWords, longest: 4_000), byClass(Self.stepClasses)] {
      if !candidate.isEmpty { return candidate }
    }
    return []
  }

  /// Of a page that has no ingredients: the class of an element alone is no sign of a recipe.
  func stepsBelowHeading() -> [String] { below(Self.stepWords, until: Self.ingredientWords, longest: 4_000) }

  // MARK: Headings

  static let ingredientWords = [
    "ingredients", "ingredient list", "ingredientes", "ingrédients", "ingredienti", "ingrediënten", "ingredienten",
    "zutaten",
    "ingredienser", "ingredienserne", "ainekset", "ainesosat", "składniki", "ingrediente", "ingredience", "suroviny",
    "hozzávalók", "sastojci", "sestavine", "malzemeler", "υλικά", "ингредиенты", "состав", "продукты", "інгредієнти",
    "съставки", "продукти", "необходими продукти", "재료", "材料", "食材", "用料", "nguyên liệu", "bahan", "المكونات",
    "المقادير", "מצרכים", "מרכיבים", "what you need", "what you'll need", "you will need", "vous aurez besoin",
    "du brauchst",
    "das brauchst du", "necesitas", "dit heb je nodig", "wat heb je nodig", "benodigdheden", "hráefni", "uppskrift",
    "koostisosad", "ingridients", "recipe ingredients", "list of ingredients", "the ingredients", "les ingrédients",
    "los ingredientes", "gli ingredienti", "os ingredientes", "ingrediencie", "ingredientele", "potrzebne składniki",
    "необходимые ингредиенты", "必要な材料", "필요한 재료",
  ]

  static let stepWords = [
    "instructions", "directions", "method", "preparation", "how to make", "steps", "procedure", "what to do",
    "cooking instructions", "préparation", "instructions", "étapes", "recette", "réalisation", "preparación",
    "elaboración", "preparazione", "procedimento", "come fare", "bereiding", "bereidingswijze", "zo maak je het",
    "werkwijze", "aan de slag", "zubereitung", "und so wird's gemacht", "so geht's", "anleitung", "fremgangsmåde",
    "framgångsmåte", "sådan gør du", "slik gjør du", "gör så här", "så här gör du", "tillagning", "fremgangsmåte",
    "tilberedning", "valmistusohje", "ohje", "valmistus", "przygotowanie", "sposób przygotowania", "wykonanie",
    "modo de preparo", "preparo", "preparação", "modo de preparação", "preparare", "mod de preparare", "postup",
    "príprava",
    "elkészítés", "priprema", "priprava", "yapılışı", "hazırlanışı", "εκτέλεση", "приготовление",
    "способ приготовления",
    "как приготовить", "пошаговый рецепт", "рецепт приготовления", "приготування", "приготвяне", "начин на приготвяне",
    "만드는 법", "만들기", "조리법", "조리순서", "作り方", "手順", "做法", "步骤", "cách làm", "cara membuat",
    "طريقة التحضير", "אופן ההכנה", "הוראות הכנה", "aðferð",
  ]

  /// "Directions", "Zubereitung:": the heading of the list of steps itself.
  static func isStepHeading(_ text: String) -> Bool {
    var name = Substring(text.lowercased())
    while let last = name.last, last == ":" || last == "." { name.removeLast() }
    return stepWords.contains(String(name))
  }

  private static let endWords = [
    "notes", "note", "nutrition", "comments", "tips", "reviews", "related", "share", "equipment", "video", "faq",
    "notizen", "tipp", "nährwerte", "kommentare", "commentaires", "astuces", "notas", "consejos", "comentarios",
    "commenti", "consigli", "opmerkingen", "tip", "reacties", "kommentarer", "комментарии", "советы", "leave a",
    "you may also", "more recipes", "storage", "tools", "kitchen tools", "matériel", "ustensiles", "zubehör",
    "utensili", "utensilios", "valori nutrizionali", "informação nutricional", "dicas",
  ]

  static let headings: Set<String> = ["h1", "h2", "h3", "h4", "h5", "h6"]

  private func heading(_ node: Int, _ words: [String]) -> Bool {
    let name = document.nodes[node].name
    guard Self.headings.contains(name) || Self.loose.contains(name), document.content(node).count <= 12 else {
      return false
    }
    var text = document.line(node).lowercased().replacing("’", with: "'")
    // A picture before the words, and the space after it.
    if let first = text.unicodeScalars.first, first.value >= 0x2190, !first.properties.isAlphabetic {
      text = String(text.drop { !$0.isLetter })
    }
    guard !text.isEmpty, text.unicodeScalars.count <= 60 else { return false }
    let isLoose = !Self.headings.contains(name)
    if isLoose, isLink(node) { return false }
    return words.contains { word in
      guard text.hasPrefix(word) else { return false }
      let rest = Text.fold(String(text.dropFirst(word.count)))
      // "Ingredients:", "Ingredients (4 servings)", and in a real heading "Ingredients for the cake".
      guard let first = rest.unicodeScalars.first else { return true }
      if first.properties.isAlphabetic {
        return (!isLoose || IngredientLines.hasAmount(rest)) && text.dropFirst(word.count).first == " "
      }
      return !isLoose || rest.unicodeScalars.count <= 20
    }
  }

  /// An entry of a menu; a link within the page stands beside a heading's text.
  private func isLink(_ node: Int) -> Bool {
    let parent = document.nodes[node].parent
    return ([parent] + document.content(node)).contains { other in
      other >= 0 && document.nodes[other].name == "a"
        && document.attribute("href", of: other).map { !$0.hasPrefix("#") && !$0.hasPrefix("javascript:") } ?? false
    }
  }

  private static let loose: Set<String> = [
    "p", "div", "strong", "b", "span", "dt", "th", "legend", "u", "em", "summary", "button",
  ]

  /// The entries after the first such heading that has any; heading elements are tried first.
  private func below(_ words: [String], until ends: [String], longest: Int) -> [String] {
    let all = document.nodes.indices.filter { document.isElement($0) && heading($0, words) }
    let ordered =
      all.filter { Self.headings.contains(document.nodes[$0].name) }
      + all.filter { !Self.headings.contains(document.nodes[$0].name) }
    var first: [String] = []
    for start in ordered.prefix(20) {
      let found = after(start, until: ends, longest: longest)
      if longest > 1_000 ? !found.isEmpty : found.count > 1 && hasAmounts(found) { return found }
      if first.isEmpty, found.count > 1 { first = found }
    }
    return first
  }

  /// The entries behind a heading, and the lines of elements that are no entries of a list.
  private struct Found {
    var entries: [String] = []
    var lines: [String] = []
    var rows: [String: Bool] = [:]
    var groups: [(position: Int, heading: String)] = []
    /// Above the list, and marked as ingredients too.
    var special: [String] = []
    var isNumbered = false
  }

  private func after(_ start: Int, until ends: [String], longest: Int) -> [String] {
    var boundaries = boundaries(around: start)
    var found = Found()
    var index = max(start + 1, document.nodes[start].end)
    let limit = min(document.nodes.count, index + 4_000)
    while index < limit, found.entries.count + found.lines.count < 200 {
      // The heading's own wrapper ends before anything was found; an outer element that ends later ends the list.
      if found.entries.count > 1
        ? boundaries.contains(where: { $0.lists <= index })
        : found.lines.count > 1 && boundaries.contains(where: { $0.lines <= index })
      {
        break
      }
      if found.entries.count < 2, found.lines.count < 2 { boundaries.removeAll { $0.lines <= index } }
      guard let next = take(index, behind: start, until: ends, longest: longest, &found) else { break }
      index = next
    }
    let (entries, lines) = (found.entries, found.lines)
    if longest < 1_000, entries.count > 1 { return found.special + grouped(entries, found.groups) }
    return entries.count > 1 || lines.isEmpty
      ? entries : longest < 1_000 ? IngredientLines.paired(lines, amountsFirst: amountsFirst) : lines
  }

  /// Takes an element behind a heading.
  /// - Returns: the one to look at next; nil where the list has ended.
  private func take(_ index: Int, behind start: Int, until ends: [String], longest: Int, _ found: inout Found) -> Int? {
    let (node, rank) = (document.nodes[index], document.nodes[start].name)
    if node.name.isEmpty { return index + 1 }
    if heading(index, ends) || heading(index, Self.endWords) { return nil }
    let next = max(index + 1, node.end)
    if Self.headings.contains(node.name), !isText(index) {
      if !found.entries.isEmpty || !found.lines.isEmpty, Self.headings.contains(rank), node.name <= rank,
        longest > 1_000 || !headsGroup(index, like: start, found.rows)
      {
        return nil
      }
      found.groups.append((found.entries.count, document.line(index)))
    } else if ["nav", "footer", "aside", "form", "script", "style", "figure", "figcaption", "caption"]
      .contains(node.name) || isOffer(index) || isOtherChoice(index)
    {
      if node.name == "footer" { return nil }
    } else if longest < 1_000, node.name == "ol", !found.entries.isEmpty, !found.isNumbered {
      // The steps, without a heading that is known.
      return nil
    } else if found.lines.count < 3, isRow(index, &found.rows) {
      append(row(index), to: &found.entries, longest)
    } else if node.name == "table", found.entries.isEmpty, let pairs = transposed(index) {
      for line in pairs { append(line, to: &found.entries, longest) }
    } else if node.name == "thead" && !isIngredient(index) || node.name == "li" && isTab(index) {
      return next
    } else if node.name == "li", isEntry(index) {
      if longest < 1_000, Self.beginsStep(document.line(index)) { return nil }
      if found.entries.isEmpty { found.isNumbered = node.parent >= 0 && document.nodes[node.parent].name == "ol" }
      append(document.line(index), to: &found.entries, longest)
    } else if found.entries.isEmpty,
      ["p", "tr", "dd"].contains(node.name) || isLeaf(index) || Self.headings.contains(node.name)
    {
      takeLines(index, longest, &found)
    } else {
      return index + 1
    }
    return next
  }

  private func takeLines(_ index: Int, _ longest: Int, _ found: inout Found) {
    let isRow = document.nodes[index].name == "tr"
    for line in isRow ? cells(index) : document.lines(index) { append(line, to: &found.lines, longest) }
    guard let names = document.attribute("class", of: index) else { return }
    found.rows[names] = true
    if names.lowercased().contains("ingredient"), found.special.count < 6 {
      found.special += document.lines(index).filter(AmountRows.isIngredient)
    }
  }

  private func ancestors(of node: Int) -> [Int] {
    var ancestors: [Int] = []
    var parent = document.nodes[node].parent
    while parent >= 0, ancestors.count < 100 {
      ancestors.append(parent)
      parent = document.nodes[parent].parent
    }
    return ancestors
  }

  /// Where the elements around a heading end, and with them the list, unless a similar element follows.
  private func boundaries(around node: Int) -> [(lines: Int, lists: Int)] {
    ancestors(of: node).map { ancestor in
      let end = document.nodes[ancestor].end
      var last = end
      for _ in 0..<100 {
        guard let next = element(at: last), isTwin(next, ancestor) else { break }
        last = document.nodes[next].end
      }
      return (end, last)
    }
  }

  func element(at start: Int) -> Int? {
    var node = start
    while node < document.nodes.count, document.nodes[node].name.isEmpty { node += 1 }
    return node < document.nodes.count ? node : nil
  }

  func isTwin(_ node: Int, _ other: Int) -> Bool {
    guard let names = document.attribute("class", of: other),
      document.nodes[node].parent == document.nodes[other].parent
    else { return false }
    return document.nodes[node].name == document.nodes[other].name && document.attribute("class", of: node) == names
  }

  private func append(_ line: String, to lines: inout [String], _ longest: Int) {
    if !line.isEmpty, line.unicodeScalars.count <= longest { lines.append(line) }
  }

  /// A `div` or `span` with no block in it.
  func isLeaf(_ node: Int) -> Bool {
    ["div", "span", "label"].contains(document.nodes[node].name)
      && !document.content(node).contains {
        Text.blocks.contains(document.nodes[$0].name) && document.nodes[$0].name != "br"
      }
  }
}
