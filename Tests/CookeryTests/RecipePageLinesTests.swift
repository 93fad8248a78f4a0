import Foundation
import Testing

@testable import Cookery

/// How recipe pages in English and French word their lines.
@Suite struct RecipePageLinesTests {
  /// `line => contained / possible`, the allergens in the order of `Allergen`.
  @Test(
    arguments: """
      # One word is denied, not what follows.
      1 cup vanilla non-fat Greek yogurt => dairy /
      non-stick cooking spray => / soy
      2 tbsp no-stir peanut butter => peanut /
      beurre non pasteurisé et farine => dairy gluten wheat /
      # A claim is about the food beside it.
      1 cup non-dairy milk, butter => dairy / gluten soy nut wheat
      1 cup vegan butter and 2 eggs => egg / soy nut
      beurre d'arachide croquant (avec ou sans peanut) => peanut /
      # Foods around "or" share a word.
      5 tbsp vegetable or sunflower oil => / soy
      1 tbsp poppy or sesame seeds => sesame /
      2 cups cottage/farmer cheese => dairy /
      2 c. à s. de vinaigre d'alcool ou de cidre => / sulfite
      fromage de chèvre ou de brebis => dairy /
      huile d'olive ou végétale => / soy
      # A label before the amount.
      Zibble: ½ cup powdered sugar => /
      Crémage : ½ tasse de beurre => dairy /
      Vinaigrette : vinaigre d'alcool, huile d'olive, sel => /
      # A blend of cheeses is cheese.
      1 cup Parmesan and Romano cheese blend => dairy /
      # Nouns that are verbs, adjectives or tools by their place.
      1 cup pan-fried tofu => soy /
      ½ cup pan drippings from turkey => /
      raw almonds (for extra flavor, toast these first) => nut /
      vegetable oil, to grease => / soy
      1 lb chicken (see notes about seasoning the chicken) => /
      1 tasse de beurre d'arachide croquant => peanut /
      oignons fondants => /
      1 roti d'épaule de porc => /
      1 tasse de café glacé => /
      as many onions as you like => /
      mint and parsley => /
      cornichons sous vinaigre => / sulfite
      # What it is put in or on, and what it is for.
      olive oil (plus more to grease pans and dough) => /
      salt (mix it in the batter right before frying) => /
      1 cup sugar + 1 tsp for each crème brûlée => /
      3 tbsp water, depending on how thick you like the dressing => /
      4 tasses de farine (plus si la pâte est trop collante) => gluten wheat /
      1 verre d'eau (à réserver au cas où la sauce est trop sèche) => /
      1 verre d'eau, à ajouter progressivement => /
      1/2 cup water (to sprinkle over berries) => /
      1/4 cup water (to sprinkle over the crumbs) => /
      1 verre d'eau, à zibbler peu à peu => /
      3 tbsp bourbon for soaking the raisins => /
      1 sachet de levure boulangère ou une c. à soupe => /
      # But a coat of batter or dough counts, and so does a food for those who like it.
      1 lb fish, dipped in batter => gluten seafood wheat / dairy egg soy
      4 sausages, wrapped in dough => gluten wheat / dairy egg soy sulfite
      4 filets de poisson, trempés dans une pâte => gluten seafood wheat / dairy egg
      1 pizza, selon goût fromage => dairy gluten wheat / egg soy sulfite
      # Vegetables in vinegar or a marinade, fruit in sugar.
      15 ounces artichokes (marinated) => / sulfite
      5 glazed cherries => / sulfite
      4 pickled scallions => / sulfite
      2 lbs. ground beef (20 % fat) => /
      4 ounces semisweet chocolate, chopped or chips => / dairy soy
      # Participles that name a food.
      1 cup buttered corn => dairy /
      pommes beurrées => dairy /
      amandes chocolatées => nut / dairy soy
      1 pavé de saumon laqué => seafood / gluten sesame soy sulfite wheat
      # French participles behind a food.
      4 tasses de chou lavé et dégingandé => /
      # Pasta, pastry, paste.
      250 g de pâtes => gluten wheat / egg
      2 c. à s. de pâte de tomates => /
      # Yeast or baking powder.
      1 sachet de levure => / gluten wheat
      # The seasoning, not the herbs.
      1 c. à c. d'Aromat => / dairy gluten soy wheat
      # Names beside "style", and makers with a mark.
      ¼ tasse de sauce barbecue style Kansas City => / gluten seafood soy wheat
      ¼ cup Memphis style barbecue sauce => / gluten seafood soy wheat
      1 cup Zibbler® Oats => / gluten
      """.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init))
  func reads(_ row: String) throws {
    let parts = row.components(separatedBy: " => ")
    let verdict = try #require(parts.last).components(separatedBy: "/").map {
      $0.split(separator: " ").map(String.init)
    }
    let line = IngredientLine(parts[0])
    #expect(line.isUnderstood)
    func names(_ allergens: [Allergen]) -> [String] {
      allergens.filter(Allergen.allCases.prefix(10).contains).map { $0 == .treeNut ? "nut" : $0.rawValue }
    }
    #expect(names(line.contained) == verdict[0])
    #expect(names(line.possible) == verdict[1])
  }

  /// What may be a dish, or has something in it that the words do not say.
  @Test(arguments: [
    "4 poivrons farcis", "1 cup milk mix", "Zibble: ½ cup", "zibble or butter",
    "120 g zibblé", "Gâteau style Zibble",
  ])
  func isNotUnderstood(_ line: String) { #expect(!IngredientLine(line).isUnderstood) }
}
