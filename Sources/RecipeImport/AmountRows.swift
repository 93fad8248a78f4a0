/// Finds a list of ingredients by its amounts alone, whatever its heading and markup: elements side by side, or lines of
/// one element, that have an amount with a unit.
struct AmountRows {
  private let layout: PageLayout
  private let document: HTMLDocument

  init(_ layout: PageLayout) {
    self.layout = layout
    document = layout.document
  }

  /// Entries of the same kind below one element.
  private struct Group {
    let range: Range<Int>
    /// The common features of the groups of one list.
    let kind: String
    var lines: [String]

    var amounts: Int { lines.count(where: AmountRows.isIngredient) }
  }

  func lines() -> [String] {
    let groups = groups()
    let counts = groups.map(\.amounts)
    guard let most = groups.indices.filter({ isList(groups[$0].lines) }).max(by: { counts[$0] < counts[$1] }) else {
      return []
    }
    if let marked = bulleted(groups, like: groups[most]) { return marked }
    // The groups of one list ("Dough", "Filling") stand one after another.
    var first = most
    var last = most
    let alike = groups.indices.filter { groups[$0].kind == groups[most].kind }
    for other in alike.filter({ $0 < most }).suffix(50).reversed() {
      guard isNear(groups[other].range, groups[first].range), hasAmounts(groups[other]) else { break }
      first = other
    }
    for other in alike.filter({ $0 > most }).prefix(50) {
      guard
        isNear(groups[last].range, groups[other].range) && isPart(groups[other])
          || isNextPart(groups[other], after: groups[last])
      else { break }
      last = other
    }
    return above(groups[first]) + alike.filter { $0 >= first && $0 <= last }.flatMap { groups[$0].lines }
  }

  private func isNear(_ one: Range<Int>, _ two: Range<Int>) -> Bool {
    two.lowerBound >= one.upperBound && two.lowerBound - one.upperBound <= 40
  }

  private func hasAmounts(_ group: Group) -> Bool {
    group.amounts * (group.kind.hasPrefix("br ") ? 2 : 3) >= group.lines.count
  }

  /// A later group may also have no amounts at all ("Salt", "Pepper"). An earlier one tells what the dish is made of.
  private func isPart(_ group: Group) -> Bool {
    hasAmounts(group)
      || !group.kind.hasPrefix("br ") && group.lines.count <= 12
        && group.lines.allSatisfy { $0.unicodeScalars.count <= 40 && !Self.isNutrition($0) }
  }

  /// The next part of a recipe whose steps stand between the lists: a list of the same kind beside the first one.
  private func isNextPart(_ group: Group, after other: Group) -> Bool {
    let one = document.nodes[group.range.lowerBound]
    let two = document.nodes[other.range.lowerBound]
    guard one.parent == two.parent, one.name == two.name, ["ul", "dl", "table", "tbody"].contains(one.name),
      group.range.lowerBound - other.range.upperBound < 1_000
    else { return false }
    return group.lines.count > 1 && group.lines.count(where: Self.isIngredient) * 5 >= group.lines.count * 4
  }

  /// Text directly above a list that is marked as an ingredient, too.
  private func above(_ group: Group) -> [String] {
    guard
      let last = document.nodes[..<group.range.lowerBound].indices.suffix(12).first(where: { node in
        ["p", "div"].contains(document.nodes[node].name) && document.nodes[node].end <= group.range.lowerBound
          && document.nodes[node].parent == document.nodes[group.range.lowerBound].parent
          && document.attribute("class", of: node)?.lowercased().contains("ingredient") == true
      })
    else { return [] }
    let line = document.line(last)
    return Self.isIngredient(line) ? [line] : []
  }

  /// Every line with a bullet, if these mark ingredients: the steps stand between them.
  private func bulleted(_ groups: [Group], like first: Group) -> [String]? {
    func isMarked(_ group: Group) -> Bool { group.lines.allSatisfy { $0.first == "•" } }
    guard isMarked(first), first.kind.hasPrefix("br ") else { return nil }
    let found = groups.filter { group in
      isMarked(group) && (group.kind == first.kind || group.kind.hasPrefix(first.kind.dropFirst(3) + " in "))
    }
    return found.count > 1 && found.count < 50 ? found.flatMap(\.lines) : nil
  }

  /// Most lines are ingredients, several of them with a unit: "12 recipes", "3 comments" have none.
  private func isList(_ lines: [String]) -> Bool {
    guard (3...120).contains(lines.count), lines.count(where: Self.isNutrition) < 2 else { return false }
    let found = lines.filter(Self.isIngredient)
    return found.count >= 3 && found.count * 5 >= lines.count * 2 && found.count(where: Self.hasUnit) * 4 >= found.count
  }

  // MARK: Groups

  private func groups() -> [Group] {
    var groups: [Group] = []
    var known: [String: Int] = [:]
    var length = 0
    var hidden = 0
    for node in document.nodes.indices where length < Self.longest && node >= hidden {
      if layout.isOtherChoice(node) {
        hidden = document.content(node).upperBound
        continue
      }
      let element = document.nodes[node]
      guard element.parent >= 0, Self.rows.contains(element.name), document.content(node).count <= 60 else { continue }
      let range = document.content(node)
      if range.contains(where: { ["li", "tr", "dd"].contains(document.nodes[$0].name) }) { continue }
      let kind = kind(node)
      let breaks = document.elements("br", in: range)
      if breaks.count > 1 {
        // The innermost element with lines counts.
        if range.contains(where: { Self.rows.contains(document.nodes[$0].name) && has(breaks, $0) }) { continue }
        let lines = document.lines(node)
        length += lines.reduce(0) { $0 + $1.utf8.count }
        groups.append(Group(range: node..<element.end, kind: "br " + kind, lines: lines))
        continue
      }
      let line = layout.isHeadingRow(node) ? "" : layout.row(node)
      length += line.utf8.count
      guard !line.isEmpty, line.unicodeScalars.count <= 250 else { continue }
      let key = "\(element.parent) \(kind)"
      if let index = known[key] {
        groups[index].lines.append(line)
      } else {
        known[key] = groups.count
        let parent = document.nodes[element.parent]
        groups.append(
          Group(range: element.parent..<parent.end, kind: kind + " in " + self.kind(element.parent), lines: [line]))
      }
    }
    return groups
  }

  /// Whether an element contains several of these.
  private func has(_ breaks: [Int], _ node: Int) -> Bool {
    let range = document.content(node)
    return range.count > 2 && breaks.count { range.contains($0) } > 1
  }

  /// Bytes of text: ten times what a long page has.
  private static let longest = 500_000

  private static let rows: Set<String> = ["li", "tr", "dt", "dd", "p", "div", "label", "section", "article"]

  private func kind(_ node: Int) -> String {
    let name = document.nodes[node].name
    return ["li", "tr", "dd"].contains(name)
      ? name : name + "." + (document.attribute("class", of: node) ?? "").prefix(100)
  }

  // MARK: Lines

  /// "200 g flour", "flour, 200 g", "2 eggs": short, with an amount at one of its ends, and nothing that is counted
  /// otherwise on such pages.
  static func isIngredient(_ line: String) -> Bool {
    guard line.unicodeScalars.count <= 140, !isNumberedSentence(line) else { return false }
    let words = words(line)
    // "Serves 4", "30 Min.", but "2 tablespoons parsley for serving".
    let labels = words.count <= 3 ? words[...] : words.prefix(2)
    guard
      words.first.map(IngredientLines.hasAmount) ?? false || words.suffix(2).contains(where: IngredientLines.hasAmount),
      words.contains(where: isName)
    else { return false }
    return !labels.contains { Words.counted.contains($0) || Words.portions.contains($0) } && !isNutrition(line)
  }

  /// "1. Boil the water."
  private static func isNumberedSentence(_ line: String) -> Bool {
    let number = line.prefix { $0.isASCII && $0.isNumber }
    let rest = line.dropFirst(number.count)
    return (1...2).contains(number.count) && (rest.hasPrefix(". ") || rest.hasPrefix(") "))
      && words(String(rest)).first.map(isName) ?? false
  }

  private static func isName(_ word: String) -> Bool {
    !IngredientLines.hasAmount(word) && word.first?.isLetter == true && !Words.units.contains(word)
  }

  static func hasUnit(_ line: String) -> Bool {
    words(line).contains { word in
      Words.units.contains(word)
        || word.first.map { IngredientLines.hasAmount(String($0)) } == true
          && Words.units.contains(String(word.drop { !$0.isLetter }))
    }
  }

  static func isUnit(_ word: String) -> Bool { Words.units.contains(word) }

  /// "4 servings", "Serves: 12", "Personen"
  static func isServings(_ line: String) -> Bool {
    let words = words(line)
    guard let first = words.first, words.count <= 4, words.contains(where: Words.portions.contains) else {
      return false
    }
    return IngredientLines.hasAmount(first) || Words.portions.contains(first)
  }

  /// "200 g", "¼": nothing but an amount; with `named` also "3 sprigs".
  static func isAmount(_ line: String, named: Int = 0) -> Bool {
    guard line.unicodeScalars.count <= 20, let first = line.first, IngredientLines.hasAmount(String(first)) else {
      return false
    }
    let words = words(line)
    return words.count <= 3 && words.filter(isName).count <= named
  }

  /// "Protein 12 g", "price: 3 €"
  static func isNutrition(_ line: String) -> Bool {
    if line.unicodeScalars.contains(where: { "€$£".unicodeScalars.contains($0) }) { return true }
    return words(line).contains { word in
      let name = word.drop { !$0.isLetter }
      return Words.nutrition.contains { name.hasPrefix($0) }
    }
  }

  /// In lower case, with the numbers, without other characters.
  private static func words(_ line: String) -> [String] {
    line.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  private enum Words {
    static let units: Set<String> = [
      "g", "gr", "gm", "gms", "gram", "grams", "gramm", "grammes", "gramos", "grammi", "kg", "dkg", "dag", "ml", "cl",
      "dl", "l", "lt", "oz", "ozs", "ounce", "ounces", "lb", "lbs", "pound", "pounds", "cup", "cups", "tbsp", "tbsps",
      "tablespoon", "tablespoons", "tsp", "tsps", "teaspoon", "teaspoons", "pinch", "clove", "cloves", "can", "bunch",
      "el", "tl", "msp", "prise", "bund", "stk", "stück", "pck", "zehe", "zehen", "cs", "cc", "càs", "càc", "cuillère",
      "cuillères", "gousse", "gousses", "pincée", "sachet", "verre", "cucharada", "cucharadas", "cucharadita",
      "cucharaditas", "taza", "tazas", "diente", "dientes", "colher", "colheres", "xícara", "xícaras", "dente",
      "dentes", "unid", "cucchiaio", "cucchiai", "cucchiaino", "cucchiaini", "spicchio", "spicchi", "eetlepel",
      "eetlepels", "theelepel", "theelepels", "teen", "teentje", "teentjes", "stuk", "stuks", "msk", "tsk", "krm", "st",
      "ss", "ts", "spsk", "rkl", "kpl", "szt", "łyżka", "łyżki", "łyżeczka", "łyżeczki", "szklanka", "szklanki", "ks",
      "pl", "čl", "lžíce", "lžička", "db", "ek", "kk", "žlica", "žlice", "su", "yemek", "tatlı", "г", "гр", "кг", "мл",
      "л", "ст", "ч", "шт", "克", "毫升", "個", "个", "本", "枚", "大さじ", "小さじ", "큰술", "작은술", "컵", "개",
    ]

    static let portions: Set<String> = [
      "serving", "servings", "serves", "portion", "portions", "portionen", "portioner", "porsjoner", "porciones",
      "porzioni", "porções", "porties", "porcí", "porcje", "annosta", "personen", "personnes", "personas", "persone",
      "personer", "pers", "порций", "порции", "adag",
    ]

    /// Other things that pages count.
    static let counted: Set<String> = [
      "min", "mins", "minute", "minutes", "minuten", "minuti", "minutos", "minut", "minuter", "minutter", "hour",
      "hours",
      "hr", "hrs", "std", "stunde", "stunden", "heure", "heures", "ore", "horas", "timer", "timmar", "мин", "분", "分",
      "comment", "comments", "kommentare", "commentaires", "comentarios", "commenti", "reacties", "reviews", "ratings",
      "votes", "stars", "likes", "shares", "views", "recipe", "recipes", "rezepte", "recettes", "recetas", "ricette",
      "recepten", "recept", "oppskrifter", "opskrifter", "january", "february", "march", "april", "may", "june", "july",
      "august", "september", "october", "november", "december", "ago", "copyright", "euro", "usd",
    ]

    static let nutrition = [
      "kcal", "calori", "kalori", "protein", "carbohydrat", "kohlenhydrat", "brennwert", "eiweiß", "sodium",
      "cholesterol",
      "saturated", "fiber", "glucides", "lipides", "protéine", "carboidrati", "proteine",
      "grassi", "hidratos", "proteínas", "koolhydraten", "eiwit", "kolhydrat", "karbohydrat", "белки", "жиры",
      "углеводы", "ккал", "칼로리", "탄수화물", "단백질", "カロリー", "炭水化物", "脂質", "たんぱく質", "热量", "蛋白质",
    ]
  }
}
