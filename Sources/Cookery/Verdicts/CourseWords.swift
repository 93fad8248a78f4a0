/// The words by which `Course` reads a name, in English, French, Korean and Russian.
enum CourseWords {
  enum Condition: Sendable {
    case always
    /// Unless there is meat, fish or pasta in the name: "pesto", but not "chicken pesto".
    case unlessMeat
    /// Unless there is that or something else that is savoury: "cake", but not "potato cake".
    case unlessSavoury
    /// Only with something sweet in the name: "apple pie", but not "pie".
    case ifSweet
  }

  /// Heads with one meaning; Korean ones are the ends of words.
  struct Row: Sendable {
    fileprivate(set) var course: Course = []
    fileprivate(set) var condition = Condition.always
    /// Accompaniments, which may stand before an "and": "soup and bread".
    fileprivate(set) var isBeside = false
    fileprivate var english: [String] = []
    fileprivate var french: [String] = []
    fileprivate var korean: [String] = []
    fileprivate var russian: [String] = []

    fileprivate mutating func set(_ flag: String) {
      switch flag {
      case "none": break
      case "notMain": course.insert(.notMain)
      case "notBreakfast": course.insert(.notBreakfast)
      case "breakfast": course.insert(.breakfast)
      case "unlessMeat": condition = .unlessMeat
      case "unlessSavoury": condition = .unlessSavoury
      case "ifSweet": condition = .ifSweet
      case "beside": isBeside = true
      default: preconditionFailure("courses.txt: \(flag)")
      }
    }
  }

  /// Of several names that fit, the longest counts. English ones are found in French names, too.
  private static let rows: [Row] = WordText.sections(inOrder: EmbeddedText.courses).map { heading, text in
    var row = Row()
    for flag in heading.split(separator: " ") { row.set(String(flag)) }
    for line in text.split(separator: "\n") {
      let names = WordText.names(String(line.dropFirst(3)))
      switch line.prefix(3) {
      case "en:": row.english += names
      case "fr:": row.french += names
      case "ko:": row.korean += names
      case "ru:": row.russian += names
      default: preconditionFailure("courses.txt: \(line)")
      }
    }
    return row
  }

  /// Words whose presence changes what a head means: stems, and Korean words as they stand inside others.
  struct Taste: Sendable {
    let stems: Set<String>
    let hangul: [String]

    init(_ text: String) {
      let words = Fold.words(of: text)
      stems = Set(words.filter { !Hangul.begins($0) }.map(Stem.of))
      hangul = words.filter { Hangul.begins($0) }
    }
  }

  private static let tastes = WordText.sections(EmbeddedText.courseTastes)
  static let meat = Taste(tastes["meat"] ?? "")
  static let savoury = Taste(tastes["savoury"] ?? "")
  static let sweet = Taste(tastes["sweet"] ?? "")

  /// They name no dish, and stand before the head or behind it.
  static let noise: Set<String> = Set(
    Fold.words(
      of: """
        the, an, best, ultimate, easy, quick, simple, homemade, home, made, classic, traditional, perfect, basic, delicious, my, our,
        grandma, s, style, recipe, ingredient, vegan, vegetarian, mini, healthy, fluffy, moist, crispy, soft, chewy, fresh, baked, poached,
        ever, i, ii, iii,
        le, la, les, l, un, une, mon, ma, mes, recette, petit, petite, gros, grosse, bon, bonne, vrai, vraie, véritable, meilleur,
        meilleure, délicieux, délicieuse, maison, facile, rapide, express, classique, traditionnel, traditionnelle, inratable, moelleux,
        fondant, marbré, marbrée, léger, légère, rouge, vert, verte, blanc, blanche, noir, noire, épicé, épicée,
        рецепт, самый, просто, быстро, очень, мини, как, приготовить, домашнему, бабушкин
        """
    ).map(Stem.of))

  /// The head of a name is before the first of them.
  static let prepositions: Set<String> = Set(
    Fold.words(
      of: """
        with, in, on, of, from, for, by, over, under, without, to, as, at,
        a, au, aux, de, du, des, d, en, sur, sous, pour, par, dans, chez, avec, sans, façon,
        con, al, alla, alle, ai, di, del, della, mit,
        с, со, из, на, в, во, по, для, к, от, без, под
        """))
  static let and: Set<String> = ["and", "n", "et", "и"]

  /// Behind the head of a Korean name: "how to make", "recipe".
  static let koreanNoise = ["만드는방법", "만드는법", "만들기", "황금레시피", "레시피"]

  /// "빵과", "수프와": something and. 사과 is an apple.
  static func isKoreanAnd(_ word: String) -> Bool {
    if word == "및" { return true }
    guard Hangul.begins(word), word.count > 1, let last = word.last else { return false }
    return "와과랑".contains(last) && !["사과", "모과", "약과", "견과"].contains { word.hasSuffix($0) }
  }

  // MARK: Tables

  /// By the stems of a head, with spaces between: of English names, of French and Russian ones.
  static let last = table(english)
  static let first = table(frenchAndRussian)
  static let longestPhrase = 5

  /// By the end of a Korean name.
  static let endings = table(korean)
  static let longestEnding = 10

  /// Names that stand in two rows: a mistake, which a test finds.
  static var conflicts: [String] {
    [english, frenchAndRussian, korean].flatMap { keys in
      var seen: [String: Int] = [:]
      return rows.indices.flatMap { index in
        keys(rows[index]).filter { seen.updateValue(index, forKey: $0) ?? index != index }
      }
    }
  }

  private static func table(_ keys: (Row) -> [String]) -> [String: Row] {
    rows.reduce(into: [:]) { table, row in
      for key in keys(row) { table[key] = row }
    }
  }

  private static func english(_ row: Row) -> [String] { row.english.map(stems) }
  private static func frenchAndRussian(_ row: Row) -> [String] { (row.french + row.russian).map(stems) }
  private static func korean(_ row: Row) -> [String] { row.korean.map { Fold.words(of: $0).joined() } }
  private static func stems(_ name: String) -> String { Fold.words(of: name).map(Stem.of).joined(separator: " ") }

  // MARK: Statements

  /// Longer ones, in bytes, are no names of a course.
  static let longestStatement = 60

  /// The names of courses, folded, as pages give them: `recipeCategory` and keywords.
  static let statements: [String: Course] = [
    (
      Course.notMain,
      """
      dessert, desserts, cakes, cookies, sweets, sweet treats, candy, confectionery, jams, preserves,
      pâtisserie, pâtisseries, gâteaux, goûter, confiserie, confiseries, confitures,
      десерт, десерты, торты, сладости, сладкая выпечка, варенье, заготовки, 디저트, 후식,
      side, sides, side dish, side dishes, accompaniment, accompaniments, accompagnement, accompagnements, garniture, garnitures,
      гарнир, гарниры, 곁들임, 곁들임 요리, 사이드, 사이드 메뉴, 사이드 디시
      """
    ),
    (
      [.notMain, .notBreakfast],
      """
      drink, drinks, beverage, beverages, cocktail, cocktails, condiment, condiments, sauces, dressings, seasonings,
      boisson, boissons, напиток, напитки, коктейли, соусы, соусы и маринады, приправы, 음료, 음료수, 칵테일
      """
    ),
    (.breakfast, "breakfast, brunch, petit déjeuner, petits déjeuners, завтрак, завтраки, 아침, 아침식사, 브런치"),
  ].reduce(into: [:]) { table, row in
    for name in WordText.names(row.1) {
      table[Fold.words(of: name).joined(separator: " "), default: []].formUnion(row.0)
    }
  }

  static let mainStatements: Set<String> = Set(
    WordText.names(
      """
      main, mains, main course, main courses, main dish, main dishes, main meal, dinner, lunch, supper, plat, plats, plat principal, plats principaux, plat unique, dîner, déjeuner,
      основное блюдо, основные блюда, вторые блюда, второе блюдо, горячее, горячие блюда, обед, ужин, 메인, 메인요리, 메인 요리, 일품요리, 점심, 저녁
      """
    ).map { Fold.words(of: $0).joined(separator: " ") })
}
