import Cookery
import Testing

@Suite struct QuantityTests {
  @Test(
    arguments: [
      ("2 eggs", "2"), ("½ onion", "½"), ("1 ½ cups flour", "1 ½ cup"), ("1½ cups flour", "1 ½ cup"),
      ("1 1/2 cups flour", "1 ½ cup"),
      ("1/2 cup milk", "½ cup"), ("1⁄4 tsp salt", "¼ tsp"), ("2–3 tbsp oil", "2–3 tbsp"), ("2-3 tbsp oil", "2–3 tbsp"),
      ("2 to 3 tbsp oil", "2–3 tbsp"), ("2 à 3 gousses d'ail", "2–3 clove"), ("2 bis 3 EL Öl", "2–3 tbsp"),
      ("a pinch of salt", "1 pinch"),
      ("pinch of salt", "1 pinch"), ("une pincée de sel", "1 pinch"), ("щепотка соли", "1 pinch"),
      ("소금 한 꼬집", "1 pinch"),
      ("400g flour", "400 g"), ("400 g flour", "400 g"), ("2 x 400 g tins tomatoes", "800 g"),
      ("2 × 400 g tins tomatoes", "800 g"),
      ("1,5 l d'eau", "1.5 l"), ("1.5 dl milk", "1.5 dl"), ("1,500 g potatoes", "1500 g"),
      ("1,250 kg de pommes", "1.25 kg"),
      ("1 (14 oz) can tomatoes", "1 can"), ("1 24-ounce jar tomato sauce", "1 jar"), ("2 (400 g) tins beans", "2 can"),
      ("Мука — 200 г", "200 g"), ("молоко 500 мл", "500 ml"), ("양파 1개", "1 piece"), ("간장 2큰술", "2 tbsp"),
      ("설탕 1작은술", "1 tsp"),
      ("물 1.5컵", "1 ½ cup"), ("돼지고기 300g", "300 g"), ("3 ст. л. сметаны", "3 tbsp"), ("1 ч. л. соли", "1 tsp"),
      ("2 c. à soupe d'huile", "2 tbsp"), ("1 c. à café de sel", "1 tsp"), ("1 cuillère à soupe de miel", "1 tbsp"),
      ("10 cl de vin", "10 cl"),
      ("1 EL Öl", "1 tbsp"), ("1 TL Salz", "1 tsp"), ("2 cucharadas de aceite", "2 tbsp"),
      ("1 colher (sopa) de azeite", "1 tbsp"),
      ("2 msk olja", "2 tbsp"), ("1 spsk olie", "1 tbsp"), ("1 T. butter", "1 tbsp"), ("1 t. salt", "1 tsp"),
      ("1 lb beef", "1 lb"),
      ("8 oz cheese", "8 oz"), ("2 lbs potatoes", "2 lb"), ("one onion", "1"), ("half a lemon", "½"),
      ("two carrots", "2"),
      ("3 cloves garlic", "3 clove"), ("4 cloves", "4"), ("juice of 1 lemon", "1"), ("1 cup + 2 tbsp flour", "18 tbsp"),
      ("about 200 g cheese", "200 g"), ("Flour (200 g)", "200 g"), ("100g~150g beef", "100–150 g"),
      ("1 bunch parsley", "1 bunch"),
      ("500 g de carottes", "500 g"), ("٣ eggs", "3"), ("3 large eggs", "3"), ("2 heaped tbsp cocoa", "2 tbsp"),
      ("200 ml Sahne", "200 ml"),
    ] as [(String, String)])
  func reads(_ text: String, _ quantity: String) {
    #expect(IngredientLine(text).quantity?.formatted(decimalSeparator: ".") == quantity)
  }

  @Test(arguments: [
    "salt", "salt to taste", "Salz nach Geschmack", "соль по вкусу", "소금 약간", "1/0 cup milk", "99999999999 eggs", "",
    "🍅", "For the sauce:",
  ])
  func hasNone(_ text: String) { #expect(IngredientLine(text).quantity == nil) }

  @Test(
    arguments: [
      ("2 cups flour", 2.0, "4 cups flour"), ("1 cup flour", 2, "2 cups flour"), ("2 cups flour", 0.5, "1 cup flour"),
      ("1 egg", 1.5, "1 ½ egg"), ("1 cup milk", 1.0 / 3, "⅓ cup milk"), ("350 g flour", 2, "700 g flour"),
      ("100 g sugar", 1.5, "150 g sugar"),
      ("1 kg potatoes", 1.25, "1,25 kg potatoes"), ("2–3 tbsp oil", 2, "4–6 tbsp oil"),
      ("2 x 400 g tins tomatoes", 2, "4 x 400 g tins tomatoes"),
      ("1 (14 oz) can tomatoes", 2, "2 (14 oz) cans tomatoes"),
      ("2 cups tomatoes (about 400 g)", 2, "4 cups tomatoes (about 800 g)"),
      ("salt to taste", 3, "salt to taste"), ("Мука — 200 г", 2, "Мука — 400 г"), ("양파 1개", 3, "양파 3개"),
      ("1 ½ tsp salt", 2, "3 tsp salt"),
      ("½ onion", 2, "1 onion"), ("a pinch of salt", 2, "2 pinches of salt"),
      ("250 g / 2 cups flour", 2, "500 g / 4 cups flour"),
    ] as [(String, Double, String)])
  func scales(_ text: String, _ factor: Double, _ expected: String) {
    #expect(IngredientLine(text).scaled(by: factor, decimalSeparator: ",") == expected)
  }

  @Test func badFactorsChangeNothing() {
    for factor in [0, -1, .nan, .infinity] {
      #expect(IngredientLine("2 eggs").scaled(by: factor, decimalSeparator: ".") == "2 eggs")
    }
  }

  @Test func adds() {
    func sum(_ a: String, _ b: String) -> String? {
      IngredientLine(a).quantity!.adding(IngredientLine(b).quantity!)?.formatted(decimalSeparator: ".")
    }
    #expect(sum("200 g rice", "300 g rice") == "500 g")
    #expect(sum("800 g rice", "1 kg rice") == "1.8 kg")
    #expect(sum("500 ml milk", "1 l milk") == "1.5 l")
    #expect(sum("2 eggs", "3 eggs") == "5")
    #expect(sum("1 tbsp oil", "1 tsp oil") == "4 tsp")
    #expect(sum("1 cup oil", "1 cup oil") == "2 cup")
    #expect(sum("1 can corn", "2 cans corn") == "3 can")
    #expect(sum("1 can corn", "200 g corn") == nil)
    #expect(sum("2 onions", "200 g onions") == nil)
  }
}
