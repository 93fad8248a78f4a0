/// The words of a Russian line that add no food to the one before them: what it is for ("к чаю", "на глазурь", "для
/// плова", "сколько возьмёт"), a name in quotation marks ("сырок «Дружба»"), an abbreviation ("рафин.") and an adjective
/// that names no food ("конская"). Those that do name one are in the table.
struct RussianAsides {
  /// Indices of `LineFoods.items`.
  private(set) var ignored: Set<Int> = []

  private let line: LineFoods
  private var tokens: [Token] { line.tokens }
  private var text: [Unicode.Scalar] { line.text }

  init(_ line: LineFoods) {
    self.line = line
    ignored.formUnion(heading)
    for index in line.items.indices where Self.isCyrillic(word(index)) {
      readPurpose(at: index)
      if case .unknown = line.items[index].meaning,
        isName(index) || isAbbreviation(index) || isAdjective(index)
          || isVariety(index)
      {
        ignored.insert(index)
      }
    }
  }

  /// "Тесто: мука — 2 стакана, яйцо": what the foods behind it make.
  private var heading: [Int] {
    guard let end = tokens.firstIndex(where: { $0.kind == .colon }), end == 1 else { return [] }
    let before = line.items.indices.filter { line.items[$0].tokens.upperBound <= end }
    guard let first = before.first, let name = word(first), Self.headings.contains(name) else { return [] }
    return line.items[(before.last ?? first)...].dropFirst().contains {
      if case .food = $0.meaning { true } else { false }
    }
      ? before : []
  }
  private static let headings = Words.folded(
    "тесто, соус, маринад, заправка, начинка, крем, глазурь, бульон, рассол, сироп, пропитка, посыпка, фарш, подлива, кляр, украшение, опара, панировка, топпинг, гарнир, салат, заливка, намазка, слой, кулеш"
  )

  /// The items of a purpose that begins at one, behind a food: "для", "к", "на", "в", "под", "сколько", or
  /// the name of a variety behind "сорта".
  private mutating func readPurpose(at index: Int) {
    guard let first = word(index), case .neutral = line.items[index].meaning, hasFood(before: index) else { return }
    switch first {
    case "сколько": ignored.formUnion(rest(index))
    case "сорта", "сорт":
      if let next = rest(index).first, case .unknown = line.items[next].meaning { ignored.insert(next) }
    case "для", "к", "ко":
      // Up to the noun: "смесь для кекса с орехами" has nuts.
      for next in rest(index).prefix(3) {
        ignored.insert(next)
        if case .food = line.items[next].meaning { break }
        if !Self.looksLikeAdjective(word(next) ?? "") { break }
      }
    case "на", "в", "под":
      // "можно заменить на рыбу"
      if index > 0, let verb = word(index - 1), verb.hasPrefix("замен") || verb.hasPrefix("помен") { return }
      let words = rest(index).prefix(3)
      guard let end = words.firstIndex(where: { Self.purposes.contains(word($0) ?? "") }) else { return }
      // "в молочный соус" is put into one; "соевый" before it is no part of the line's food, either.
      ignored.formUnion(words[...end])
    default: break
    }
  }

  /// The items behind one, up to the next sign.
  private func rest(_ index: Int) -> [Int] {
    var rest: [Int] = []
    for next in line.items.indices where next > index {
      let between = tokens[line.items[next - 1].tokens.upperBound..<line.items[next].tokens.lowerBound]
      if between.contains(where: { [.comma, .open, .close, .colon, .plus, .slash].contains($0.kind) }) { break }
      if line.items[next].segment != line.items[index].segment { break }
      rest.append(next)
    }
    return rest
  }

  /// "«Дружба»" behind a food of which all kinds are alike.
  private func isName(_ index: Int) -> Bool {
    guard index > 0, isClosed(lastFood(before: index)) else { return false }
    let start = tokens[line.items[index].tokens.lowerBound].start
    guard let open = text[..<start].lastIndex(where: { Self.quotes.contains($0) }) else { return false }
    // The mark opens: a space stands before it, and none behind it.
    return (open == 0 || Number.isSpace(text[open - 1]) || text[open - 1] == "(")
      && !Number.isSpace(text[open + 1])
      && !text[open..<start].dropFirst().contains { $0 == "»" || $0 == "”" || $0 == "," || $0 == ";" }
  }

  /// "рафин.", "комн."
  private func isAbbreviation(_ index: Int) -> Bool {
    let end = line.items[index].tokens.upperBound
    guard hasFood(before: index), end < tokens.count, tokens[end].kind == .dot,
      tokens[end].start == tokens[end - 1].end, let word = tokens[end - 1].word, let last = word.last
    else { return false }
    return word.count <= 6 && !"аеиоуыэюяь".contains(last) && !Self.foods.contains { word.hasPrefix($0) }
  }

  /// "казы конская", "сыр любительский": beside a food of which all kinds are alike.
  private func isAdjective(_ index: Int) -> Bool {
    guard let word = word(index), Self.looksLikeAdjective(word), !Self.isOfAllergen(word) else { return false }
    var next = index + 1
    while next < line.items.count, isBeside(next - 1, next) {
      if case .food = line.items[next].meaning { return isClosed(next) }
      guard case .neutral = line.items[next].meaning else { break }
      next += 1
    }
    return isClosed(lastFood(before: index))
  }

  /// "слива угорка", "груши конференция": directly behind a fruit.
  private func isVariety(_ index: Int) -> Bool {
    guard index > 0, isBeside(index - 1, index), case .food(let food) = line.items[index - 1].meaning,
      !Self.isOfAllergen(word(index) ?? "")
    else { return false }
    return FoodNames.shared.isFruit(FoodTable.shared.foods[food].key) && isClosed(index - 1)
  }

  private func isBeside(_ one: Int, _ other: Int) -> Bool {
    line.items[one].tokens.upperBound == line.items[other].tokens.lowerBound
  }

  /// "пармезановый", "майонезная", "мучной": whether an adjective is made of the name of a food with an allergen.
  static func isOfAllergen(_ word: String) -> Bool {
    let listed = Traits.allergens
    return endings.contains { ending in
      stems.contains { stem in
        guard word.hasSuffix(stem + ending) else { return false }
        let root = String(word.dropLast(stem.count + ending.count))
        let roots = root.last == "ч" ? [root, root.dropLast() + "к"] : [root]
        return roots.contains { root in
          guard root.count >= 3, let food = FoodTable.shared.phrase([root + "а"]) ?? FoodTable.shared.phrase([root])
          else { return false }
          let row = FoodTable.shared.foods[food]
          return !row.has.union(row.may).isDisjoint(with: listed)
        }
      }
    }
  }

  static func looksLikeAdjective(_ word: String) -> Bool {
    guard word.count >= 5, !["ание", "ение", "яние"].contains(where: { word.hasSuffix($0) }) else { return false }
    return endings.contains { word.hasSuffix($0) }
      && stems.contains { stem in endings.contains { word.hasSuffix(stem + $0) } }
  }
  private static let endings = [
    "ыи", "ии", "ои", "ая", "яя", "ое", "ее", "ые", "ие", "ых", "их", "ого", "его", "ую", "юю", "ым", "им", "ыми",
    "ими",
  ]
  private static let stems = ["н", "ск", "цк", "ов", "ев", "ист", "оват", "к"]

  private func hasFood(before index: Int) -> Bool { lastFood(before: index) != nil }

  private func lastFood(before index: Int) -> Int? {
    line.items[..<index].lastIndex { if case .food = $0.meaning { true } else { false } }
  }

  /// Whether a kind of it has nothing that its name does not tell: a salad or a sweet may be anything.
  private func isClosed(_ index: Int?) -> Bool {
    guard let index, case .food(let food) = line.items[index].meaning else { return false }
    let row = FoodTable.shared.foods[food]
    return !row.isGeneric && row.key != "purpose"
      && !tokens[line.items[index].tokens].contains { Self.open.contains(Stem.of($0.word ?? "")) }
  }
  private static let open = Set(
    Words.folded(
      """
      салат, салатик, каша, котлета, котлеты, котлетки, тефтели, фрикадельки, биточки, зразы, паста, напиток, шоколад, шоколадка, карамель, карамельки, масло, ирис, ириски,
      икра, паштет, чипсы, снеки, сухарики, суп, рулет, пирожное, ликер, торт, пирог, конфеты, конфета, десерт, коктейль, закуска, консервы, рагу, запеканка, хлопья, смесь, набор,
      леденцы, драже, кисель, желе, плов, рулетики, шашлык, роллы, ролл, кекс, печенье, пряник, пряники, вафли, пирожки, пирожок, блинчики, сырок, хлебцы, напиток, сироп, маринад, творожок
      """
    ).map { Stem.of($0) })

  /// Foods that others are put on or in, in the accusative: "на молоке" is made with milk.
  private static let purposes = Words.folded(
    """
    глазурь, сухарики, сухари, гренки, подпыл, подсыпку, дно, банку, баночку, литр, рассол, маринад, заправку, посыпку, присыпку, смазку, обмазку, обвалку, панировку, крем, начинку, тесто,
    опару, закваску, кляр, бульон, суп, гарнир, закуску, соус, прослойку, пропитку, украшение, форму, противень, сковороду, жарку, зажарку, заправку, поджарку, фарш, порцию, человека, ночь, час,
    пару, салат, начин, выпечку, десерт, шашлык, борщ, плов, каждую, каждый, каждое, стакан, кастрюлю, бутерброд, бутерброды, коржи, корж, торт, пирог, пирожки, блины, оладьи, зиму, вкус, глаз, выбор,
    завтрак, ужин, обед, стол, кофе, чай, кулич, куличи, пасху, верх, низ, бортики, запас, потом, уху, окрошку, винегрет, жаркое, рагу, яичницу, омлет, закваску, желе, компот, кисель, варенье, духовку,
    холодильник, морозилку, воду, кипяток, конец, начало, конце, середину, листья, палочку, шпажку, миску, чашу, мультиварку, блендер, пюре, кашу, мясо, курицу, рыбу
    """)
  private static let quotes: Set<Unicode.Scalar> = ["«", "\"", "“", "„"]
  /// Abbreviations of what somebody may not eat.
  private static let foods = [
    "мол", "смет", "сыр", "твор", "яич", "яиц", "кунж", "арах", "орех", "миндал", "фунд", "рыб", "крев", "краб", "соев",
    "пшен", "вин",
    "сухар", "печен", "маион", "кеф", "иог", "сарди", "лосос",
  ]

  private func word(_ index: Int) -> String? { tokens[line.items[index].tokens.lowerBound].word }

  private static func isCyrillic(_ word: String?) -> Bool {
    (0x430...0x44F).contains(word?.unicodeScalars.first?.value ?? 0)
  }
}
