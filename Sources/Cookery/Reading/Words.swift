/// The words around the foods in a line.
enum Words {
  /// Words inside the names of foods that carry no meaning: "lait de coco", "cream of tartar".
  static let stop: Set<String> = folded(
    """
    of, the, de, du, des, d, la, le, les, l, al, del, di, della, delle, dei, degli, dell, do, da, das, dos, den, der, dem, das, die, van, von, av, af,
    s, à, au, aux, en, el, los, las, lo, il, gli, von, het, een, un, une
    """)

  /// Participles that, behind a comma, are part of the food's name: "масло, настоянное на чесноке".
  static let infused: Set<String> = [Stem.of("настоянное")]

  /// Between alternatives.
  static let or: Set<String> = folded("or, ou, oder, или, либо, o, oppure, eller, 또는, 혹은, 이나, 아니면")
  static let and: Set<String> = folded(
    "and, et, und, и, y, e, ed, och, og, en, plus, 와, 과, 및, 그리고, with, avec, mit, с, со, con, com, med, met")

  /// "in brine": a food may follow.
  static let inside: Set<String> = folded("in, dans, в, во, im")
  /// The words behind them are no food of the line: a purpose, a size, a temperature.
  static let prepositions: Set<String> = folded(
    """
    for, to, at, until, till, about, approx, approximately, into, depending, off, through, across, against, by, each, if, see, like, use, used, as, when, per, roughly,
    pour, environ, selon, afin, jusqu, en, chacun, chacune, suivant, voir, soit, si, für, ca, etwa, je,
    для, по, около, примерно, до, чтобы, если, каждый, каждая
    """)
  /// Those that end the name even without a comma: "flour for dredging".
  static let purpose: Set<String> = folded(
    "for, to, at, until, about, into, depending, pour, selon, environ, для, по, около, примерно, чтобы, für")
  static let possessive: Set<String> = folded("its, their, your, leur, leurs, son, sa, ses")
  static let articles: Set<String> = folded(
    "the, a, an, this, our, one, half, two, three, four, total, all, bite, pieces, chunks")
  static let cutting: Set<String> = folded(
    "cut, spiralized, spiralised, sliced, chopped, broken, torn, divided, split, diced, shaped, formed, halved, quartered, separated, snapped, cubed, julienned, coupé, coupée, coupés, coupées, taillé, taillée, taillés, taillées, détaillé, détaillée"
  )

  /// Words of foods that "tart" before them describes.
  static let sour = folded("apple, apples, cherry, cherries, green, red, cooking, eating, plum, plums, berries")

  static let optional: Set<String> = Set(
    folded(
      "optional, optionally, facultatif, facultative, facultatifs, facultatives, optionnel, optionnelle, optionnels, опционально, необязательно, 선택, 선택사항, 옵션, 생략가능, fakultativ, opcional, opzionale, facoltativo, facoltativa, valfritt, valgfri, valgfritt, optioneel"
    ).map { Stem.of($0) })

  /// "without nuts", "sans gluten"
  static let without: Set<String> = folded(
    "without, sans, ohne, без, senza, sin, sem, utan, uden, uten, zonder, no, non, not")
  /// "gluten-free", "eifrei"
  static let free: Set<String> = folded("free, frei, fri, vrij, freie, freier, freies, fritt")

  /// The traits that a word removes before "free" or after "without".
  static let withdrawn: [String: Traits] = {
    let rows: [(String, Traits)] = [
      ("lactose, лактозы, laktose, lattosio, lactosa, laktos, 유당, 락토", [.fodmap]),
      ("gluten, глютена, глютен, glutine, 글루텐", [.gluten]),
      ("wheat, blé, weizen, пшеницы, 밀, trigo, grano", [.wheat]),
      (
        "dairy, milk, lait, laitages, milch, молока, 우유, 유제품, latte, leche, leite, mælk, mjölk, melk, produits laitiers, casein",
        [.dairy]
      ),
      ("egg, oeuf, oeufs, ei, eier, яиц, яйца, 달걀, 계란, uova, huevo, ovo, ovos, æg, ägg", [.egg]),
      ("nut, noix, nuss, nüsse, орехов, 견과류, 견과, fruits à coque, frutos secos, nötter", [.nut]),
      ("peanut, arachide, arachides, cacahuète, cacahuètes, erdnuss, арахиса, 땅콩", [.peanut]),
      ("soy, soya, soja, сои, 대두, 콩", [.soy]), ("sesame, sésame, sesam, кунжута, 참깨", [.sesame]),
      (
        "sulfite, sulphite, sulfites, sulphites, soufre, soufré, soufrés, soufrée, soufrées, sulfités, sulfitées, сульфитов, 아황산",
        [.sulfite]
      ),
      ("celery, céleri, sellerie, сельдерея, 셀러리, sedano, apio", [.celery]),
      ("mustard, moutarde, senf, горчицы, 겨자, senape, mostaza", [.mustard]),
      ("lupin, lupine, lupinen, люпина, 루핀", [.lupin]),
      ("mollusc, molluscs, mollusk, mollusks, mollusque, mollusques, моллюсков, 연체류, 조개류, weichtiere", [.mollusc]),
      ("fish, seafood, shellfish, poisson, fisch, рыбы, 생선, 해산물", []), ("meat, viande, fleisch, мяса, 고기", .meat),
    ]
    var table: [String: Traits] = [:]
    for (names, traits) in rows {
      for name in names.split(separator: ",") {
        table[Fold.words(of: String(name)).map { Stem.of($0) }.joined(separator: " ")] = traits
      }
    }
    return table
  }()

  /// Single words that remove traits.
  static let withdrawing: [String: Traits] = {
    let rows: [(String, Traits)] = [
      (
        """
        vegan, vegane, veganer, veganes, veganen, végan, végane, vegana, vegano, vegansk, veganske, végétalien, végétalienne, веганский, веганская, веганское, веганские, 비건,
        plantbased, végétal, végétale, végétaux, vegetale, vegetabilisk, plantaardig, pflanzlich, pflanzliche, eggless
        """, .fromAnimals
      ),
      (
        "glutenfree, glutenfrei, glutenfreie, glutenfreies, glutenfri, glutenfritt, glutenfria, glutenvrij, glutenvrije, безглютеновый, безглютеновая, безглютеновое, 글루텐프리, 무글루텐",
        .gluten
      ),
      (
        "nondairy, немолочный, немолочная, немолочное, немолочные, безмолочный, безмолочная, безмолочное, безмолочные, 논데어리, 비유제품",
        .dairyByPacket
      ),
      ("무유제품, 유제품프리", .dairy),
      ("unsulphured, unsulfured", .sulfite),
      ("безлактозный, безлактозная, безлактозное, безлактозные, lactosefree, laktosefrei, 락토프리, 무유당", .fodmap),
    ]
    var table: [String: Traits] = [:]
    for (names, traits) in rows {
      for name in folded(names) { table[Stem.of(name)] = traits }
    }
    return table
  }()

  /// "non-dairy", "crème non laitière", "sans produits laitiers", "без молочных продуктов": of milk, behind a denial.
  static let ofMilk: Set<String> = Set(folded("dairy, laitier, laitière, молочных").map { Stem.of($0) })
  static let products: Set<String> = folded(
    "products, product, ingredients, produits, produit, ingrédients, продуктов, продукта, ингредиентов, компонентов")

  /// Before "végétale" and the like, which then says nothing about the rest of the line.
  static let fats = folded(
    "huile, huiles, graisse, graisses, matière, matières, grasse, grasses, margarine, olio, aceite, óleo, Öl, Fett, fett, olja"
  )

  /// "if needed", "for a gluten-free version": the qualifier after it does not apply to the recipe.
  static let conditional = folded(
    """
    if, for, to, option, optional, needed, required, si, pour, wenn, falls, für, если, при, se, per, para, 필요시, 선택, can, works, work, possible, otherwise, used, remplacé,
    remplacée
    """
  )

  /// Words that are no food though they share a food's stem: сырой is raw, сыр cheese.
  static let exactNeutral = folded(
    "сырой, сырая, сырое, сырые, сырых, сырого, сырым, сырыми, печеный, печеная, печеные, печеное, печеных, печеного, печеной, зеленый, зеленая, зеленое, зеленые, зеленого, зеленых, зеленой, филе, мороженый, мороженая, мороженые, мороженых, мороженой, мороженую, moule, rib, ribs, vine, vines, crunchy, sous, saler, many, pans, ная, ныи, ное, нои, ные, ного, ную, бут, пач, гол, зуб, бк, св, мор"
  )

  /// Of lines that say for how many a recipe is, beside the number.
  static let yields = folded(
    """
    serves, serving, servings, makes, yield, yields, people, persons, portions, pour, for, personne, personnes, convives, portion, на, для, порция, порции, порций, персон, персоны, человек, человека, выход, 인분, 기준,
    분량, 인분기준
    """)

  /// The first words of a heading: "For the dough", "Pour la pâte".
  static let headings: Set<String> = [
    "for the", "pour la", "pour le", "pour les", "pour l", "fur den", "fur die", "fur das", "para la", "para el",
    "para o", "para a", "per la", "per il",
    "per l", "til", "till", "voor de", "voor het", "для",
  ]

  static func folded(_ text: String) -> Set<String> {
    Set(text.split(separator: ",").flatMap { Fold.words(of: String($0)) })
  }

  /// Words for amount, size, freshness, cutting or cooking; they never name a food.
  static let neutral: Set<String> = {
    var stems: Set<String> = []
    for text in WordText.lines(EmbeddedText.neutralWords) + WordText.lines(EmbeddedText.aroundFoods) {
      for word in Fold.words(of: text) { stems.insert(Stem.of(word)) }
    }
    for verb in Fold.words(of: frenchParticiples) {
      for ending in ["e", "ee", "es", "ees"] { stems.insert(Stem.of(verb + ending)) }
    }
    return stems
  }()

  /// Parts of an animal: beside its name they add nothing; in a step they stand for it ("turn the thighs").
  static let cuts: Set<String> = Set(
    folded(
      """
      breast, thigh, leg, shoulder, fillet, loin, flank, rack, tail, neck, wing, cutlet, medallion, escalope, steak, rib, haunch, saddle, hock, drumstick, skirt, joint
      """
    ).map { Stem.of($0) })

  /// Those that move from the front of a name into the note: "finely chopped onion".
  static let preparation: Set<String> = Set(
    folded(
      """
      finely, thinly, coarsely, roughly, freshly, chopped, diced, sliced, minced, grated, shredded, crushed, cubed, melted, softened, beaten, peeled, sifted, halved, quartered,
      torn, mashed, toasted, shaved, crumbled, trimmed, rinsed, drained, cooked, chilled, packed, heaping, heaped, level, scant, lightly, firmly, very,
      gehackte, gehackter, gehacktes, geriebener, geriebene, geriebenes, gehobelte, zerlassene, geschmolzene,
      мелко, крупно, нарезанный, нарезанная, нарезанное, рубленый, рубленая, тертый, тертая, измельченный, измельченная, растопленное, 다진, 썬, 채썬, 간, 녹인, 잘게, 곱게
      """
    ).map { Stem.of($0) })

  /// An English adverb or participle: "roughly", "halved"; a Russian infinitive or participle. Foods that end so are in the
  /// table, which is searched first.
  static func looksNeutral(_ word: String) -> Bool {
    let letters = word.utf8
    guard letters.count >= 5 else { return false }
    if ["ly", "ised", "ized", "less", "able"].contains(where: { word.hasSuffix($0) }) { return true }
    // "doublez", "progressivement"
    if word.hasSuffix("ez"), letters.count >= 6 { return true }
    if word.hasSuffix("ement"), letters.count >= 8, word != "supplement" { return true }
    // Russian infinitives and participles: нашинковать, пассерованная.
    if word.hasSuffix("ть"), letters.count >= 12 {
      return ["ать", "ять", "еть", "ить", "оть", "уть", "ыть"].contains { word.hasSuffix($0) }
    }
    let stem = Stem.of(word)
    if stem.utf8.count >= 16, ["анн", "янн", "енн"].contains(where: { stem.hasSuffix($0) }) { return true }
    return word.hasSuffix("ed") && !word.hasSuffix("eed")
  }

  static let koreanCounts = folded("번, 회, 초, 도, 차례, 구, 미, 벌, 자루, 인치, 두름, 쾌, 축")
  static let koreanNumerals = folded("한, 두, 세, 네, 서너, 두세, 한두, 너댓, 몇, 여러, 다섯, 여섯, 약")

  /// Korean words that may stand before, after or inside a word.
  static let koreanNeutral: Set<String> = {
    var words: Set<String> = []
    for text in WordText.lines(EmbeddedText.koreanWords) { words.formUnion(Fold.words(of: text)) }
    return words
  }()
}
