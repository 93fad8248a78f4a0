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

  /// The longest ending that leaves three letters. (й is folded to и.)
  private static func cyrillic(_ word: String) -> String {
    if let stem = withoutFleetingVowel[word] { return stem }
    if let full = otherwiseWritten[word] { return cyrillic(full) }
    let bytes = Array(word.utf8)
    let letters = bytes.count { $0 & 0xC0 != 0x80 }
    for length in stride(from: min(4, letters - 3), to: 0, by: -1)
    where endings.contains(number(bytes.suffix(2 * length))) {
      return withOneN(String(decoding: bytes.dropLast(2 * length), as: UTF8.self))
    }
    return word
  }

  /// "квашенная" is written for квашеная, and "маринованые" for маринованные. Barley, ячмень, is no ячменный.
  private static func withOneN(_ stem: String) -> String {
    stem.utf8.count >= 12 && stem != "ячменн" && (stem.hasSuffix("енн") || stem.hasSuffix("ованн"))
      ? String(stem.dropLast()) : stem
  }

  /// How recipes shorten words of foods, "кур. филе", "сах. пудра", or make them small: "лучок репчатый".
  private static let otherwiseWritten = [
    "сах": "сахарная", "ван": "ванильныи", "кур": "куриное", "гов": "говяжии", "пш": "пшеничная", "тв": "твердыи",
    "плавл": "плавленыи", "сливоч": "сливочное", "сливочн": "сливочное", "сгущ": "сгущенное",
    "картоф": "картофельныи", "кукур": "кукурузныи", "марин": "маринованныи", "рж": "ржаная",
    "кваш": "квашеная", "вял": "вяленые", "суш": "сушеные", "копч": "копченые",
    "грец": "грецкии", "овс": "овсяные", "топл": "топленое", "зел": "зеленыи", "разрыхл": "разрыхлитель",
    "шок": "шоколад", "заморож": "замороженныи",
    "помид": "помидор", "огур": "огурец", "лучок": "лук", "лучка": "лука", "хлебушек": "хлеб", "хлебушка": "хлеба",
    "орешки": "орехи", "орешков": "орехов", "молочко": "молоко", "молочка": "молока", "палочек": "палочки",
  ]

  /// Words whose other cases lack the last vowel: перец, перца. Without the ending of many plurals, салями would be сало.
  private static let withoutFleetingVowel = [
    "перец": "перц", "огурец": "огурц", "тунец": "тунц", "горошек": "горошк", "початок": "початк", "салями": "салями",
  ]

  /// At most eight bytes as one number.
  private static func number(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

  /// In bytes, as `number` reads them: a Cyrillic letter has two.
  private static let endings = Set(
    [
      "иями", "ами", "ями", "ого", "его", "ому", "ему", "ыми", "ими", "иях", "иеи", "ов", "ев", "еи", "ои", "ыи", "ии",
      "ая", "яя",
      "ое", "ее", "ые", "ие", "ых", "их", "ую", "юю", "ом", "ем", "ам", "ям", "ах", "ях", "ью", "ия", "ию", "ым", "им",
      "а", "я", "о",
      "е", "и", "ы", "у", "ю", "ь",
    ].map { number($0.utf8) })
}
