/// Plurals by rule, of counted foods that no table has: "2 coconuts", "2 pâtes feuilletées", "2 куриные грудки".
enum PluralRules {
  /// The forms of the words of a food that change, by place.
  /// - Parameter isFrench: whether the words around say so.
  static func forms(of words: [String], with value: Double, isFrench: Bool) -> [(Int, String)] {
    guard let first = words.first, !first.isEmpty else { return [] }
    if first.unicodeScalars.contains(where: { (0x400...0x4FF).contains($0.value) }) { return russian(words, value) }
    if isFrench || FrenchWords.shared.begins(words) { return french(words, value) }
    return english(words, value)
  }

  // MARK: English

  private static func english(_ words: [String], _ value: Double) -> [(Int, String)] {
    let last = words.count - 1
    guard isNoun(words), let form = value > 1 ? plural(words[last]) : singular(words[last]) else { return [] }
    return [(last, form)]
  }

  /// Whether the last word ends the name of a food, and is no word for how it is cut.
  private static func isNoun(_ words: [String]) -> Bool {
    let folded = words.map { Fold.words(of: $0).joined() }
    guard let last = folded.last, last.count > 2, last.allSatisfy(\.isASCII), !last.hasSuffix("ed") else {
      return false
    }
    if nouns.contains(Stem.of(last)) { return true }
    return (max(0, folded.count - 4)..<folded.count).contains { FoodTable.shared.phrase(Array(folded[$0...])) != nil }
  }

  private static let nouns = Set(
    Words.folded("cube, pod, ball, wrap, steak, rasher, ear, rack, shank, wing, drumstick, leg, patty, sprout, floret")
      .map {
        Stem.of($0)
      })

  private static func plural(_ word: String) -> String? {
    let lower = word.lowercased()
    if lower.hasSuffix("s") || uncounted.contains(lower) { return nil }
    if let form = irregular[lower] { return form }
    let last = lower.suffix(2)
    if lower.hasSuffix("y"), let before = last.first, !"aeiou".contains(before) { return word.dropLast() + "ies" }
    return ["ch", "sh"].contains(last) || lower.hasSuffix("x") ? word + "es" : word + "s"
  }

  private static func singular(_ word: String) -> String? {
    let lower = word.lowercased()
    if let form = irregular.first(where: { $0.value == lower })?.key { return form }
    guard lower.hasSuffix("s"), !["ss", "us"].contains(lower.suffix(2)), !pairs.contains(lower) else { return nil }
    if lower.hasSuffix("ies"), lower.count > 5 { return word.dropLast(3) + "y" }
    if ["ches", "shes", "xes"].contains(where: { lower.hasSuffix($0) }) { return String(word.dropLast(2)) }
    return String(word.dropLast())
  }

  private static let irregular = [
    "leaf": "leaves", "loaf": "loaves", "half": "halves", "tomato": "tomatoes", "potato": "potatoes",
    "mango": "mangoes",
  ]
  /// Of these one counts pieces without naming them, or they have no plural.
  private static let uncounted: Set<String> = [
    "fish", "salmon", "cod", "tuna", "squid", "shrimp", "bacon", "garlic", "ginger", "celery", "broccoli",
    "fennel", "spinach", "rice", "tofu", "butter", "milk", "cream", "cheese", "corn", "lemongrass", "beef", "pork",
    "lamb",
    "sugar", "flour", "salt", "water", "oil", "sake", "chocolate", "parsley", "coriander", "cilantro", "kale", "chard",
    "pastry", "yeast", "meat", "mince", "ham", "vanilla", "cinnamon",
  ]
  private static let pairs: Set<String> = [
    "oats", "lentils", "noodles", "molasses", "brussels", "cassis", "anis", "greens", "bitters",
  ]

  // MARK: French

  private static func french(_ words: [String], _ value: Double) -> [(Int, String)] {
    words.indices.compactMap { at in
      let word = words[at]
      guard at == 0 || isAdjective(word) else { return nil }
      return (value >= 2 ? frenchPlural(word) : frenchSingular(word)).map { (at, $0) }
    }
  }

  private static func isAdjective(_ word: String) -> Bool {
    let lower = word.lowercased()
    let single = lower.hasSuffix("s") ? String(lower.dropLast()) : lower
    return ["é", "ée", "ue", "eux", "euse", "al", "ale", "ante", "ente"].contains { single.hasSuffix($0) }
      || adjectives.contains(single)
  }
  private static let adjectives: Set<String> = [
    "rouge", "vert", "verte", "jaune", "noir", "noire", "blanc", "blanche", "rose", "long", "longue", "nouveau",
    "nouvelle",
    "entier", "entière", "fin", "fine", "mûr", "mûre", "cru", "crue", "cuit", "cuite", "confit", "confite", "sec",
    "sèche",
    "petit", "petite", "gros", "grosse", "grand", "grande", "moyen", "moyenne", "beau", "belle", "bon", "bonne", "rond",
    "ronde", "tendre", "mince", "vide", "garni", "doux", "douce",
  ]

  private static func frenchPlural(_ word: String) -> String? {
    guard let last = word.last, !"sxzSXZ'’".contains(last) else { return nil }
    if ["eau", "eu", "chou"].contains(where: { word.hasSuffix($0) }) { return word + "x" }
    if word.hasSuffix("al") { return word.dropLast(2) + "aux" }
    return word + "s"
  }

  private static func frenchSingular(_ word: String) -> String? {
    let lower = word.lowercased()
    if ["eaux", "choux"].contains(where: { lower.hasSuffix($0) }) { return String(word.dropLast()) }
    guard lower.hasSuffix("s"), !always.contains(lower), lower.count > 3 else { return nil }
    return String(word.dropLast())
  }
  /// Singulars that end in s.
  private static let always: Set<String> = [
    "maïs", "ananas", "radis", "cassis", "anchois", "pois", "gros", "frais", "épais", "couscous", "brebis",
  ]

  // MARK: Russian

  /// An adjective follows its noun, which the table of forms has.
  private static func russian(_ words: [String], _ value: Double) -> [(Int, String)] {
    guard let noun = words.indices.first(where: { Plurals.hasForms(words[$0]) }), noun > 0,
      let nominative = Plurals.nominative(words[noun])
    else { return [] }
    let isFeminine = nominative.hasSuffix("а") || nominative.hasSuffix("я") || nominative == "морковь"
    let form = value == Double(Int(value)) ? Plurals.russianForm(Int(value)) : 3
    return words[..<noun].indices.compactMap { at in
      adjective(words[at], isFeminine: isFeminine, form: form).map { (at, $0) }
    }
  }

  private static func adjective(_ word: String, isFeminine: Bool, form: Int) -> String? {
    guard let ending = endings.first(where: { word.hasSuffix($0) }), word.count > ending.count + 2 else { return nil }
    let stem = word.dropLast(ending.count)
    // "средний", "летний"
    let isSoft = stem.hasSuffix("н") && soft.contains(ending)
    let vowel = isSoft || stem.last.map { "кгхжшщч".contains($0) } ?? false ? "и" : "ы"
    let isNeuter = ending == "ое" || ending == "ее"
    let changed: String =
      switch form {
      case 0:
        isFeminine
          ? isSoft ? "яя" : "ая" : isNeuter ? ending : ending == "ой" || ending == "ий" ? ending : vowel + "й"
      case 1: isFeminine ? vowel + "е" : vowel + "х"
      case 2: vowel + "х"
      default: isFeminine ? isSoft ? "ей" : "ой" : isSoft ? "его" : "ого"
      }
    return stem + changed == word ? nil : stem + changed
  }
  private static let soft: Set<String> = ["ий", "яя", "ее", "ие", "их", "его", "юю"]
  private static let endings = [
    "ого", "его", "ая", "яя", "юю", "ый", "ий", "ой", "ое", "ее", "ые", "ие", "ых", "их", "ую",
  ]
}

/// Which words only the French names of foods have.
struct FrenchWords: Sendable {
  static let shared = FrenchWords()
  private var firsts: Set<String> = []

  init() {
    var english: Set<String> = []
    for text in Foods.all {
      for line in text.split(separator: "\n") where line.first != "#" && line.first != "+" {
        let columns = line.split(separator: "|", omittingEmptySubsequences: false)
        guard columns.count == 6 else { continue }
        english.formUnion(Fold.words(of: String(columns[0])))
        for name in columns[1].split(separator: ",") {
          if let first = Fold.words(of: String(name)).first { firsts.insert(Stem.of(first)) }
        }
      }
    }
    firsts.subtract(english.map { Stem.of($0) })
  }

  func begins(_ words: [String]) -> Bool {
    if words.contains(where: { $0.unicodeScalars.contains { (0xC0...0x17F).contains($0.value) } }) { return true }
    return words.first.flatMap { Fold.words(of: $0).first }.map { firsts.contains(Stem.of($0)) } ?? false
  }
}
