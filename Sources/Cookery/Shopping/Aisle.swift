/// Where a shop has a food; in the order in which most shops are walked.
public enum Aisle: String, CaseIterable, Sendable {
  case produce, bakery, meat, dairy, dry, tins, spices, sweets, drinks, frozen, household, other

  private static let stored = StoredNames<Aisle>()

  /// The aisle of a raw value that a row has.
  public init?(stored name: UnsafeBufferPointer<UInt8>) {
    guard let aisle = Self.stored.value(name) else { return nil }
    self = aisle
  }

  /// - Parameters:
  ///   - key: of `IngredientLine`.
  ///   - words: of the name, stemmed.
  ///   - isTinned: in a can or a jar.
  init(of key: String, words: [String], isTinned: Bool) {
    let words = Set(words)
    if !words.isDisjoint(with: Self.frozenWords) || key == "ice cream" {
      self = .frozen
      return
    }
    if !words.isDisjoint(with: Self.householdWords) {
      self = .household
    } else if key == "water", !words.isDisjoint(with: Self.iceWords) {
      self = .frozen
    } else if key == "chili", !words.isDisjoint(with: Self.driedWords) {
      self = .spices
    } else if let kind = FoodNames.shared.kinds[key] {
      self = isTinned ? .tins : Self.exceptions[key] ?? Self.kinds[kind]
    } else {
      self = .other
    }
  }

  /// In the order of `Foods.all`.
  private static let kinds: [Aisle] = [
    .produce, .produce, .dry, .dairy, .meat, .meat, .dry, .dry, .spices, .sweets, .tins, .drinks, .other,
    // Dishes, the foods of Korean and Russian kitchens, and names of recipe pages.
    .other, .other, .other, .other,
  ]

  private static let exceptions: [String: Aisle] = {
    var table: [String: Aisle] = [:]
    for (aisle, keys) in [
      (
        Aisle.bakery,
        "bread, bun, pretzel, flour tortilla, corn tortilla, pita bread, pita, crouton, baguette, brioche, croissant"
      ),
      (
        .produce,
        "cilantro, parsley, basil, mint, thyme, rosemary, oregano, dill, chive, sage, tarragon, herb, ginger, lemongrass, tofu"
      ),
      (
        .dairy,
        "plant milk, vegan cheese, soy milk, oat milk, rice milk, nut milk, soy yogurt, oat cream, puff pastry, pie crust, pizza dough"
      ),
      (
        .tins, "baked beans, refried beans, sun dried tomato, tomato paste, passata, coconut milk, olive, caper, pickle"
      ),
      (
        .dry,
        """
        soy sauce, fish sauce, flour, sugar, brown sugar, powdered sugar, yeast, baking powder, baking soda, oil, olive oil, coconut oil, truffle oil, vinegar, stock, raisin, date,
        dried fruit, dried apricot, dried cranberry, dried fig, coconut sugar, nori
        """
      ),
      (.frozen, "fish fingers, french fries, frozen vegetables"),
      (.spices, "nutmeg, asafoetida, chipotle, curry roux"),
      (.sweets, "flavoured crisp, potato chip, tortilla chip, popcorn, jam"),
      (.drinks, "apple juice, grape juice, coconut water"),
      // Paper, foil and skewers.
      (.household, "toothpick"),
    ] {
      for key in keys.split(separator: ",") { table[Fold.words(of: String(key)).joined(separator: " ")] = aisle }
    }
    return table
  }()

  private static func stems(_ text: String) -> Set<String> { Set(Words.folded(text).map { Stem.of($0) }) }

  private static let frozenWords = stems(
    "frozen, surgelé, surgelée, surgelés, surgelées, congelé, замороженный, замороженная, замороженные, мороженое, 냉동, 냉동식품"
  )

  private static let iceWords = stems("ice, glace, glaçons, glaçon, лёд, льда, 얼음")
  private static let driedWords = stems(
    "dried, dry, séché, séchée, séchés, séchées, sec, сушёный, сушёная, сушёные, сухой, сухие, 말린, 건고추, 마른")

  private static let householdWords = stems(
    """
    soap, detergent, washing, dishwasher, dishwashing, shampoo, toothpaste, toothbrush, tissue, tissues, toilet, napkin, napkins, foil, bin, garbage, trash, sponge, sponges, battery, batteries, bulb, bulbs,
    candle, candles, nappy, nappies, diaper, diapers, bleach, cleaner, razor, deodorant, plaster, plasters, baking parchment, kitchen roll, kitchen paper, cling, film, matches,
    savon, lessive, shampooing, dentifrice, mouchoirs, serviettes, éponge, éponges, piles, ampoule, ampoules, bougies, couches, javel, essuie, sopalin, poubelle, vaisselle, adoucissant, rasoir, hygiénique, allumettes,
    мыло, порошок стиральный, шампунь, салфетки, туалетная, бумага, губка, губки, батарейки, лампочка, свечи, подгузники, отбеливатель, мусорные, мешки, фольга, пленка, спички, кондиционер, дезодорант, зубная, паста зубная,
    비누, 세제, 샴푸, 치약, 칫솔, 휴지, 화장지, 물티슈, 키친타월, 호일, 쿠킹호일, 랩, 수세미, 건전지, 전구, 기저귀, 쓰레기봉투, 락스, 섬유유연제, 면도기, 린스
    """
  ).subtracting(stems("paste, паста, порошок, baking, kitchen, film"))
}
