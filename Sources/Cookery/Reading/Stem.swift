/// A word without its ending, so that singular and plural, nominative and genitive are equal. Table and text are
/// stemmed the same way: a stem need not be correct, only equal.
enum Stem {
  /// The stem of a folded word.
  static func of(_ word: String) -> String {
    guard let first = word.unicodeScalars.first?.value else { return word }
    return first < 0x80 ? latin(word) : (0x430...0x44F).contains(first) ? cyrillic(word) : word
  }

  /// -s, -es, -e, -ux; -y and -ie become -i: cherry, cherries; tomato, tomatoes; pêche, pêches; gâteaux.
  private static func latin(_ word: String) -> String {
    // Andes mints are a sweet, "mint and parsley" are herbs.
    if word == "andes" { return word }
    if let singular = irregular[word] { return latin(singular) }
    var letters = Array(word.utf8)
    guard letters.count >= 4, letters.allSatisfy({ $0 >= 97 && $0 <= 122 }) else { return word }
    let last = letters[letters.count - 1]
    let before = letters[letters.count - 2]
    if last == UInt8(ascii: "s"), before != UInt8(ascii: "s"), before != UInt8(ascii: "u") {
      letters.removeLast()
    } else if last == UInt8(ascii: "x"), before == UInt8(ascii: "u") {
      letters.removeLast()
    }
    if letters.count >= 4, letters.last == UInt8(ascii: "e") { letters.removeLast() }
    if letters.count >= 4, letters.last == UInt8(ascii: "y") { letters[letters.count - 1] = UInt8(ascii: "i") }
    return String(decoding: letters, as: UTF8.self)
  }

  /// Plurals that no ending tells, and those of words in -u, which an s ends as it ends "couscous".
  private static let irregular = [
    "loaves": "loaf", "leaves": "leaf", "geese": "goose", "feet": "foot", "vegetaux": "vegetal",
    "imperiaux": "imperial", "orientaux": "oriental", "merlus": "merlu", "merous": "merou", "tofus": "tofu",
    "chous": "chou", "moulus": "moulu", "fondus": "fondu", "crus": "cru", "perdus": "perdu",
  ]

  /// The longest ending that leaves three letters. (й is folded to и.)
  private static func cyrillic(_ word: String) -> String {
    if let stem = withoutFleetingVowel[word] { return stem }
    if let full = otherwiseWritten[word] { return cyrillic(full) }
    if let stem = soft[word] ?? withoutVowel(word) { return stem }
    let bytes = Array(word.utf8)
    let letters = bytes.count { $0 & 0xC0 != 0x80 }
    for length in stride(from: min(4, letters - 3), to: 0, by: -1)
    where endings.contains(number(bytes.suffix(2 * length))) {
      let stem = withOneN(String(decoding: bytes.dropLast(2 * length), as: UTF8.self))
      // Фрикадельками, beside фрикаделек; печеньки are no печенка.
      return stem.hasSuffix("ьк") && stem != "печеньк" ? String(stem.dropLast(2)) + "к" : stem
    }
    return word
  }

  /// The vowel in front of a last к or ц, which other cases lack: крошек and крошка, творожок and творожка, шеек and шейка, огурец
  /// and огурца.
  private static func withoutVowel(_ word: String) -> String? {
    guard let last = word.last, last == "к" || last == "ц", !withVowel.contains(word),
      word.hasSuffix("ек") || word.hasSuffix("ок") || word.hasSuffix("ец")
    else { return nil }
    let rest = word.dropLast(2)
    guard let before = rest.last else { return nil }
    if "аеиоуыэюя".contains(before) { return word.hasSuffix("ек") ? String(rest) + "ик" : nil }
    return rest.count >= 3 ? String(rest) + String(last) : nil
  }

  /// Words that keep it.
  private static let withVowel: Set = [
    "чеснок", "артишок", "чебурек", "яблок", "молок", "окорок", "паток", "артек", "бифидок", "нардек", "кострец",
    "человек",
  ]

  /// Adjectives of animals have a soft sign in all cases but one: козий, козьего, козья. (й is folded to и.)
  private static let soft: [String: String] = {
    let animals = [
      "коз", "овеч", "говяж", "теляч", "баран", "коров", "быч", "кролич", "крольч", "индюшач", "олен", "рыб", "щуч",
      "поросяч", "заяч", "птич", "охотнич", "медвеж", "утяч", "гусяч", "верблюж", "пастуш",
    ]
    let endings = ["ии", "ья", "ье", "ьи", "ью", "ьеи", "ьею", "ьего", "ьему", "ьем", "ьим", "ьих", "ьими"]
    return Dictionary(uniqueKeysWithValues: animals.flatMap { stem in endings.map { (stem + $0, stem + "ь") } })
  }()

  /// "квашенная" is written for квашеная, and "маринованые" for маринованные. Barley, ячмень, is no ячменный.
  private static func withOneN(_ stem: String) -> String {
    stem.utf8.count >= 12 && stem != "ячменн" && (stem.hasSuffix("енн") || stem.hasSuffix("ованн"))
      ? String(stem.dropLast()) : stem
  }

  /// How recipes shorten words of foods, "кур. филе", "сах. пудра", or make them small: "лучок репчатый".
  private static let otherwiseWritten = [
    "сах": "сахарная", "ван": "ванильныи", "кур": "куриное", "гов": "говяжии", "пш": "пшеничная", "тв": "твердыи",
    "плавл": "плавленыи", "сливоч": "сливочное", "сливочн": "сливочное", "сгущ": "сгущенное", "картоф": "картофельныи",
    "кукур": "кукурузныи", "марин": "маринованныи", "рж": "ржаная", "кваш": "квашеная", "вял": "вяленые",
    "суш": "сушеные", "копч": "копченые", "грец": "грецкии", "овс": "овсяные", "топл": "топленое", "зел": "зеленыи",
    "разрыхл": "разрыхлитель", "шок": "шоколад", "заморож": "замороженныи", "помид": "помидор", "огур": "огурец",
    "лучок": "лук", "лучка": "лука", "хлебушек": "хлеб", "хлебушка": "хлеба", "орешки": "орехи", "орешков": "орехов",
    "чая": "чаи", "чаю": "чаи", "чаем": "чаи", "чаев": "чаи", "льда": "лед", "льдом": "лед", "льдов": "лед",
    "эля": "эль", "элем": "эль", "шеи": "шея", "шееи": "шея", "сои": "соя", "соеи": "соя", "ухи": "уха", "ухои": "уха",
    "ржи": "рожь", "ежа": "еж", "ежи": "еж", "ежеи": "еж", "язя": "язь", "уток": "утка", "ячек": "ячка",
    "ягнят": "ягненок", "поросят": "поросенок", "цыплят": "цыпленок", "ребер": "ребра", "бедер": "бедра",
    "зерен": "зерна", "ядер": "ядра", "вафель": "вафли", "вишен": "вишня", "черешен": "черешня", "сусел": "сусло",
    "колец": "кольца", "печенек": "печеньки", "самоподнимающеися": "самоподнимающаяся", "масел": "масла",
    "печении": "печенье", "варении": "варенье", "лазании": "лазанья", "оладии": "оладьи", "тортилии": "тортилья",
    "молочко": "молоко", "молочка": "молока", "палочек": "палочки",
  ]

  /// Words whose other cases lack the last vowel: корень, корня. Others end as cases do: without that of many plurals, салями would
  /// be сало.
  private static let withoutFleetingVowel = [
    "салями": "салями", "корень": "корн", "угорь": "угр", "студень": "студн", "чабер": "чабр", "клубень": "клубн",
    "стебель": "стебл", "камень": "камн", "уголь": "угл", "сбитень": "сбитн", "овес": "овс", "заяц": "заиц",
    "налим": "налим", "бальзам": "бальзам", "птитим": "птитим", "сахзам": "сахзам", "кремнезем": "кремнезем",
    "бефстроганов": "бефстроганов", "тетерев": "тетерев", "облепих": "облепих", "основ": "основ", "голов": "голов",
  ]

  /// At most eight bytes as one number.
  private static func number(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

  /// In bytes, as `number` reads them: a Cyrillic letter has two.
  private static let endings = Set(
    [
      "иями", "ием", "иев", "ея", "ею", "еем", "еев", "аи", "аю", "аем", "аев", "оя", "ою", "оем", "оев", "ами", "ями",
      "ого", "его", "ому", "ему", "ыми", "ими", "иях", "иеи", "ов", "ев", "еи", "ои", "ыи", "ии",
      "ая", "яя",
      "ое", "ее", "ые", "ие", "ых", "их", "ую", "юю", "ом", "ем", "ам", "ям", "ах", "ях", "ью", "ия", "ию", "ым", "им",
      "а", "я", "о",
      "е", "и", "ы", "у", "ю", "ь",
    ].map { number($0.utf8) })
}
