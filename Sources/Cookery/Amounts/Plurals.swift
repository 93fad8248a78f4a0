/// Words that agree with the number before them: units written in full, and foods that are counted.
enum Plurals {
  /// The form of a word after a number; nil if it stays.
  static func agreeing(_ word: String, with value: Double) -> String? {
    if let forms = russian[word] {
      let form = form(value)
      // The accusative, which only the singular has.
      return form == 0 && forms.count > 4 && forms.last == word ? nil : agreed(word, forms[form])
    }
    let isMany = french.contains(word) ? value >= 2 : value > 1
    return isMany ? plurals[word] : singulars[word]
  }

  /// A counted food in the form that its number asks for, where that is known: "2 onions", "1 red onion", "5 œufs frais".
  static func agreeing(food: String, with value: Double) -> String {
    var words = food.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let end = words.firstIndex { Words.stop.contains(Fold.words(of: $0).first ?? "") } ?? words.count
    let isFrench = end < words.count && isFrenchLink(Fold.words(of: words[end]).first ?? "")
    let forms = forms(of: Array(words[..<end]), with: value, isFrench: isFrench)
    if forms.isEmpty { return food }
    for (at, form) in forms { words[at] = form }
    return words.joined(separator: " ")
  }

  /// The forms of a food's words that change, by place: English writes the food last ("3 large eggs"), French and Russian first
  /// ("3 œufs frais").
  static func forms(of words: [String], with value: Double, isFrench: Bool = false) -> [(Int, String)] {
    // "1 onion chopped": the noun is before.
    var words = words
    while words.count > 1, let last = words.last, Words.preparation.contains(Stem.of(last)) { words.removeLast() }
    // "1 sheet puff pastry": what is counted stands before.
    if words.count > 1, FoodLineText.leads(words[0]), words[0].utf8.allSatisfy({ $0 < 0x80 }),
      let form = agreeing(words[0], with: value)
    {
      return [(0, form)]
    }
    let isFrench = isFrench || words.contains { french.contains($0) && !shared.contains($0) }
    let known: [(Int, String)] = words.indices.compactMap { at in
      let word = words[at]
      let isEnglish = word.utf8.allSatisfy { $0 < 0x80 } && !french.contains(word) && !isFrench
      if isEnglish, at != words.count - 1 { return nil }
      return agreeing(word, with: value).map { (at, $0) }
    }
    let places = Set(known.map(\.0))
    let further = PluralRules.forms(of: words, with: value, isFrench: isFrench)
    return (known + further.filter { !places.contains($0.0) && agreement(words[$0.0]) == nil }).sorted { $0.0 < $1.0 }
  }

  /// Whether the tables have a word, whatever its number.
  private static func agreement(_ word: String) -> Bool? {
    plurals[word] != nil || singulars[word] != nil || russian[word] != nil ? true : nil
  }

  static func isFrenchLink(_ word: String) -> Bool {
    ["de", "d", "du", "des", "à", "a", "au", "aux", "en"].contains(word)
  }

  /// Whether a word names one in the nominative or the accusative: "пачка", "пачку".
  static func isRussianSingular(_ word: String) -> Bool {
    russian[word].map { $0[0] == word || $0.count > 4 && $0[4] == word } ?? false
  }

  static func isFrench(_ word: String) -> Bool { french.contains(word) && !shared.contains(word) }

  static func hasForms(_ word: String) -> Bool { russian[word] != nil }

  /// "луковица" of "луковицы".
  static func nominative(_ word: String) -> String? { russian[word]?.first }

  private static func agreed(_ word: String, _ form: String) -> String? { word == form ? nil : form }

  /// The place of a form in a row of `russian`.
  private static func form(_ value: Double) -> Int {
    value == Double(Int(value)) ? russianForm(Int(value)) : 3
  }

  /// After 1, 21, 31: 0; after 2 to 4, 22 to 24: 1; after all others: 2.
  static func russianForm(_ number: Int) -> Int {
    if (11...14).contains(number % 100) { return 2 }
    return switch number % 10 {
    case 1: 0
    case 2, 3, 4: 1
    default: 2
    }
  }

  private static let plurals: [String: String] = {
    var table = frenchPlurals
    for word in Self.words(
      """
      cup tablespoon teaspoon dessertspoon sprinkle sprinkling ounce pound clove slice can tin jar bottle package packet bag stick stalk sprig head handful
      piece gill pint quart gallon drop gram knob sachet roll bun sheet cube portion
      envelope punnet tub pot carton pack block tray sleeve rasher glug ear log wheel wedge square scoop ball slab
      egg yolk white onion shallot lemon lime orange carrot apple cucumber aubergine eggplant courgette zucchini banana avocado
      leek pepper chilli fillet breast thigh pear plum fig date olive turnip parsnip beetroot sausage mushroom cauliflower
      """)
    { table[word] = word + "s" }
    for word in [
      "pinch", "dash", "bunch", "splash", "glass", "pouch", "box", "tomato", "potato", "radish", "peach", "mango",
    ] {
      table[word] = word + "es"
    }
    for (word, plural) in [("leaf", "leaves"), ("loaf", "loaves")] { table[word] = plural }
    return table
  }()
  private static let frenchPlurals: [String: String] = {
    var table: [String: String] = [:]
    for word in Self.words(
      """
      pinte chopine plaquette tasse gousse tranche poignée cuillère cuillerée pincée boîte botte brin branche feuille tige verre bol paquet
      pot brique filet escalope barquette flacon tablette carré bouquet bâton bâtonnet rondelle tête goutte bouteille boule
      rouleau fleur œuf oeuf jaune blanc oignon échalote citron carotte pomme concombre banane avocat poivron piment filet tomate rouge vert
      douzaine dizaine quinzaine vingtaine trentaine barquette briquette sac trait larme cube louche contenant aubergine courgette
      noisette litre dose portion vingtaine
      verte blanche petit petite grand grande moyen moyenne entier entière
      """)
    { table[word] = word + "s" }
    for (word, plural) in [
      ("poireau", "poireaux"), ("beau", "beaux"), ("cerneau", "cerneaux"), ("morceau", "morceaux"), ("bocal", "bocaux"),
      ("noyau", "noyaux"), ("rouleau", "rouleaux"), ("chou", "choux"),
    ] { table[word] = plural }
    return table
  }()
  /// French has the singular below two.
  private static let french = Set(frenchPlurals.flatMap { [$0.key, $0.value] })
  /// Words of English as well.
  private static let shared: Set<String> = [
    "pot", "pots", "filet", "filets", "escalope", "escalopes", "grand", "tube", "cube", "cubes", "sac", "trait",
    "traits",
    "aubergine", "aubergines", "courgette", "courgettes", "concombre", "litre", "litres", "portion", "portions",
    "dose", "doses",
  ]
  private static let singulars = Dictionary(uniqueKeysWithValues: plurals.map { ($0.value, $0.key) })

  /// After 1, 2 to 4, 5 and more, and a fraction; then the accusative where it differs.
  private static let russian: [String: [String]] = {
    var table: [String: [String]] = [:]
    let rows = """
      столовая столовые столовых столовой столовую
      чайная чайные чайных чайной чайную
      ложка ложки ложек ложки ложку
      стакан стакана стаканов стакана
      чашка чашки чашек чашки чашку
      зубчик зубчика зубчиков зубчика
      зубок зубка зубков зубка
      перо пера перьев пера
      шарик шарика шариков шарика
      тушка тушки тушек тушки тушку
      долька дольки долек дольки дольку
      листик листика листиков листика
      вилок вилка вилков вилка
      банка банки банок банки банку
      пучок пучка пучков пучка
      щепотка щепотки щепоток щепотки щепотку
      ломтик ломтика ломтиков ломтика
      веточка веточки веточек веточки
      лист листа листьев листа
      пачка пачки пачек пачки
      упаковка упаковки упаковок упаковки
      стебель стебля стеблей стебля
      головка головки головок головки
      горсть горсти горстей горсти
      штука штуки штук штуки
      яйцо яйца яиц яйца
      желток желтка желтков желтка
      белок белка белков белка
      луковица луковицы луковиц луковицы луковицу
      морковь моркови морковей моркови
      морковка морковки морковок морковки морковку
      лимон лимона лимонов лимона
      помидор помидора помидоров помидора
      огурец огурца огурцов огурца
      яблоко яблока яблок яблока
      картофелина картофелины картофелин картофелины картофелину
      пакетик пакетика пакетиков пакетика
      кубик кубика кубиков кубика
      пакет пакета пакетов пакета
      бутылка бутылки бутылок бутылки бутылку
      баночка баночки баночек баночки баночку
      коробка коробки коробок коробки коробку
      плитка плитки плиток плитки плитку
      кусок куска кусков куска
      курица курицы куриц курицы курицу
      кусочек кусочка кусочков кусочка
      стручок стручка стручков стручка
      кочан кочана кочанов кочана
      корень корня корней корня
      корешок корешка корешков корешка
      клубень клубня клубней клубня
      литр литра литров литра
      килограмм килограмма килограммов килограмма
      грамм грамма граммов грамма
      баклажан баклажана баклажанов баклажана
      кабачок кабачка кабачков кабачка
      перец перца перцев перца
      апельсин апельсина апельсинов апельсина
      лайм лайма лаймов лайма
      банан банана бананов банана
      кокос кокоса кокосов кокоса
      ананас ананаса ананасов ананаса
      гранат граната гранатов граната
      персик персика персиков персика
      абрикос абрикоса абрикосов абрикоса
      мандарин мандарина мандаринов мандарина
      томат томата томатов томата
      груша груши груш груши грушу
      слива сливы слив сливы сливу
      тыква тыквы тыкв тыквы тыкву
      свекла свеклы свекол свеклы свеклу
      грудка грудки грудок грудки грудку
      котлета котлеты котлет котлеты котлету
      сосиска сосиски сосисок сосиски сосиску
      креветка креветки креветок креветки креветку
      лепешка лепешки лепешек лепешки лепешку
      булочка булочки булочек булочки булочку
      ножка ножки ножек ножки ножку
      стейк стейка стейков стейка
      батон батона батонов батона
      лаваш лаваша лавашей лаваша
      гриб гриба грибов гриба
      шампиньон шампиньона шампиньонов шампиньона
      порция порции порций порции порцию
      палочка палочки палочек палочки палочку
      пинта пинты пинт пинты пинту
      кварта кварты кварт кварты кварту
      галлон галлона галлонов галлона
      унция унции унций унции унцию
      жидкая жидкие жидких жидкой жидкую
      брусок бруска брусков бруска
      десяток десятка десятков десятка
      дюжина дюжины дюжин дюжины дюжину
      кружка кружки кружек кружки кружку
      """
    for row in rows.split(separator: "\n") {
      let forms = row.split(separator: " ").map(String.init)
      for form in forms where table[form] == nil { table[form] = forms }
    }
    return table
  }()

  private static func words(_ text: String) -> [String] { text.split { $0 == " " || $0 == "\n" }.map(String.init) }
}
