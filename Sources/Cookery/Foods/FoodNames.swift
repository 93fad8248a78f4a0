/// The names of the table's foods, for telling apart what has one key.
struct FoodNames: Sendable {
  static let shared = FoodNames()

  /// The words of each food's first name in each language, and its key: "tomate" and "помидор" are what the key says, and
  /// "cherry tomato" is more.
  private(set) var canonical: [String: String] = [:]
  /// Which of the texts of `Foods` has the key.
  private(set) var kinds: [String: Int] = [:]

  /// Kinds of a food that stay apart from it, by their words in each language.
  private(set) var kindsOfFood: [String: String] = [:]

  static let tinned = "tin"

  /// Words of a note that make another food on the shelf: "milk (lactose-free)".
  static func apart(_ note: String) -> [String] {
    words(of: note, keepsCutting: false).filter { apart.contains($0) }
  }
  private static let apart = stems(
    "lactose, лактозы, лактоза, безлактозное, unsalted, unsweetened, gluten, глютена, безглютеновая, 락토프리, 무염, 무가당, 글루텐프리"
  )
  static func isApart(_ stem: String) -> Bool { apart.contains(stem) }
  static let withouts = stems("sans, без, without")

  init() {
    for (kind, text) in Foods.all.enumerated() {
      var common: Substring = ""
      for line in text.split(separator: "\n") {
        if line.first == "+" { common = line }
        if line.first == "#" || line.first == "+" { continue }
        let columns = line.split(separator: "|", omittingEmptySubsequences: false)
        guard columns.count == 6 else { continue }
        add(columns, kind, isEach: columns[5].contains("each") || common.contains("each"))
      }
    }
    for row in Self.synonyms.split(separator: "\n") {
      let names = row.split(separator: ",").map {
        Self.words(of: String($0), keepsCutting: true).joined(separator: " ")
      }
      guard let key = names.first(where: { canonical[$0] != nil }).flatMap({ canonical[$0] }) else {
        for name in names { kindsOfFood[name] = names[0] }
        continue
      }
      for name in names { canonical[name] = key }
    }
  }

  /// Other names of exactly the same thing; one of each row is the first name of a food, or none is: a kind of it.
  private static let synonyms = """
    egg, 계란, 달걀, яичко
    onion, луковица, луковиц, луковицы, репчатый лук, лук репчатый, yellow onion, brown onion
    tomato, томат, томаты
    flour, plain flour, all purpose flour, wheat flour, мука пшеничная, пшеничная мука, farine de blé, 중력분
    sugar, white sugar, granulated sugar, сахарный песок, sucre en poudre, 백설탕, 흰설탕
    eggplant, aubergine
    zucchini, courgette
    spring onion, scallion, green onion
    chickpea, garbanzo bean, garbanzo
    beet, beetroot
    shrimp, prawn
    cilantro, coriander, fresh coriander
    corn starch, cornstarch, cornflour
    milk, lait entier, коровье молоко
    butter, сливочное масло, масло сливочное
    unsalted butter, beurre doux, 무염버터, несоленое масло, несоленое сливочное масло, сливочное масло несоленое
    potato, картошка
    pepper, black pepper, ground black pepper, poivre noir, poivre moulu, черный перец, перец черный молотый, 후추, 후춧가루
    garlic, clove garlic, gousse ail, зубчик чеснока, 통마늘, 깐마늘
    """

  private mutating func add(_ columns: [Substring], _ kind: Int, isEach: Bool) {
    var english = columns[0]
    var key: String?
    if let equals = english.firstIndex(of: "=") {
      key = Fold.words(of: String(english[..<equals])).joined(separator: " ")
      english = english[english.index(after: equals)...]
    }
    for (column, names) in ([english] + columns[1...3]).enumerated() {
      for (place, name) in names.split(separator: ",").enumerated() {
        let folded = Fold.words(of: String(name))
        if folded.isEmpty { continue }
        if isEach {
          let own = folded.map { Stem.of($0) }.joined(separator: " ")
          // "Lemon thins" are no lemons, though thin is a size.
          let words = Self.words(of: String(name), keepsCutting: true)
          if words.count == Set(folded.filter { !Words.stop.contains($0) && !Words.and.contains($0) }).count {
            canonical[words.joined(separator: " ")] = own
          }
          kinds[own] = kinds[own] ?? kind
          continue
        }
        if key == nil { key = folded.joined(separator: " ") }
        guard place == 0, let key else { break }
        let core = Self.words(of: String(name), keepsCutting: true).joined(separator: " ")
        // A second row of a key is a kind of the food.
        if kinds[key] != nil, column == 0 { return }
        kinds[key] = kinds[key] ?? kind
        if canonical[core] == nil { canonical[core] = key }
      }
    }
  }

  func isMeat(_ key: String) -> Bool { kinds[key] == 4 || kinds[key] == 5 }

  func isNut(_ key: String) -> Bool { kinds[key] == 6 }

  func isFruit(_ key: String) -> Bool { kinds[key] == 1 }

  func isVegetable(_ key: String) -> Bool { kinds[key] == 0 }
  /// Vegetables, fruit, herbs and spices.
  func isPlant(_ key: String) -> Bool { kinds[key].map { [0, 1, 8].contains($0) } == true }

  /// Whether shops have it both in tins and otherwise.
  func isSoldInTins(_ key: String) -> Bool {
    kinds[key].map { [0, 1, 4, 5, 7].contains($0) } == true && key != "coconut milk"
  }

  /// The words that tell a food from another, stemmed and sorted: without size, freshness and cutting.
  /// - Parameters:
  ///   - keepsCutting: minced meat is not meat.
  ///   - isNut: crushed nuts are nuts, which one crushes oneself, whereas tomates concassées come in a tin.
  static func words(of name: String, keepsCutting: Bool, isNut: Bool = false) -> [String] {
    var words: Set<String> = []
    for (place, word) in Fold.words(of: name).enumerated() {
      let stem = Stem.of(word)
      // The purpose: "oil for frying".
      if place > 0, purposes.contains(word) { break }
      if Words.stop.contains(word) || Words.and.contains(word) || Words.optional.contains(stem) || sizes.contains(stem)
      {
        continue
      }
      if !keepsCutting, cutting.contains(stem) || isNut && crushing.contains(stem) { continue }
      if let number = word.unicodeScalars.first, Number.isDigit(number) { continue }
      words.insert(tins.contains(stem) ? tinned : root(stem))
    }
    return words.sorted()
  }

  /// Further than `Stem`: leaves and leaf, огурец and огурцы.
  private static func root(_ stem: String) -> String {
    switch stem {
    case "leav": "leaf"
    case "loav": "loaf"
    case "halv": "half"
    case _ where stem.hasSuffix("ец") && stem.count > 4: stem.dropLast(2) + "ц"
    case _ where (stem.hasSuffix("ок") || stem.hasSuffix("ек")) && stem.count > 4: stem.dropLast(2) + "к"
    default: stem
    }
  }

  private static func stems(_ text: String) -> Set<String> { Set(Words.folded(text).map { Stem.of($0) }) }

  private static let purposes: Set<String> = Words.folded("for, to, pour, для, по, на, или, or, ou")

  private static let tins = stems(
    "canned, tinned, tin, can, conserve, boîte, 통조림, 캔, консервированный, консервированная, консервированные")

  private static let sizes = stems(
    """
    small, medium, large, big, little, tiny, huge, thick, thin, long, short, jumbo, sized, size, fresh, freshly, ripe, good, quality, best, nice, organic, free, range,
    cm, mm, inch, inches, см, мм, 센티, diameter, diamètre, диаметром, 지름,
    about, approx, approximately, extra, more, some, several, peu, несколько, немного, few, each, optional, a, an, your, favourite, favorite, heaped, heaping, level, scant, generous, rounded, packed, lightly, firmly,
    épais, épaisse, petit, petite, gros, grosse, grand, grande, moyen, moyenne, beau, bel, belle, bon, bonne, frais, fraîche, fraîches, mûr, mûre, bio, environ, quelques, entier, entière,
    мелкий, мелкая, мелкие, крупный, крупная, крупные, крупных, средний, средняя, средние, средних, небольшой, небольшая, небольшие, большой, большая, большие, больших,
    маленький, маленькая, маленькие, свежий, свежая, свежее, свежие, свежих, спелый, спелая, спелые, хороший, примерно, около,
    큰, 작은, 중간, 크기, 신선한, 싱싱한, 잘, 익은, 중, 약, 정도, 큼직한, 유기농, 약간, 적당량, 조금, 소량, 적당히, 넉넉히, 틀에, 틀용, 원형틀에, 사각틀에, 팬에, 바를, вкус, вкусу
    """)

  private static let crushing = stems(
    """
    broken, cracked, smashed, concassé, concassée, concassés, concassées, pilé, pilée, pilés, pilées, brisé, brisée, brisés, brisées, broyé, broyée, broyés, broyées,
    grossièrement, дробленый, дробленые, дробленых, толченый, толченые, толченых, колотый, колотые, колотых, 부순, 부숴, 빻은, 잘게부순
    """)

  private static let cutting = stems(
    """
    finely, thinly, coarsely, roughly, chopped, diced, sliced, minced, grated, shredded, crushed, cubed, melted, softened, beaten, peeled, sifted, halved, quartered, torn,
    trimmed, rinsed, drained, warm, cold, hot, lukewarm, soft, room, temperature,
    haché, hachée, hachés, hachées, émincé, émincée, émincés, émincées, râpé, râpée, râpés, râpées, coupé, coupée, coupés, coupées, pelé, pelée, épluché, épluchée, écrasé, fondu, fondue, mou, ramolli, battu, battus, battue,
    tiède, chaud, chaude, froid, froide, ciselé, ciselée, finement,
    мелко, крупно, тонко, нарезанный, нарезанная, нарезанное, нарезанные, рубленый, рубленая, рубленые, тертый, тертая, тертое, измельченный, измельченная, измельченные, растопленное,
    очищенный, очищенная, очищенные, мягкое, теплый, теплая, теплое, холодный, холодная, холодное,
    다진, 썬, 채썬, 채친, 잘게, 곱게, 얇게, 굵게, 으깬, 간, 갈은, 깐, 송송, 어슷썬, 녹인, 따뜻한, 차가운, 미지근한
    """)
}
