import Testing

@testable import Cookery

/// Sizes and parts that stand beside an amount: what is bought, and what changes with the servings.
@Suite struct AmountSizeTests {
  /// The food as the shopping list names it, and how much of it.
  private func bought(_ text: String) -> String {
    let line = FoodLine(text)
    let amount = line.sum.amounts.map(\.text).joined(separator: " + ")
    return "\(amount.isEmpty ? "some" : amount) | \(line.words)"
  }

  @Test(arguments: [
    ("1 can (14.5 oz) diced tomatoes", "1 can | tomatoes"),
    ("1 package (8 oz) cream cheese", "1 package | cream cheese"),
    ("2 sticks (1 cup) butter", "2 stick | butter"), ("1 jar (24 oz) pasta sauce", "1 jar | pasta sauce"),
    ("200 g (about 6) shallots", "200 g | shallots"), ("1 Dose (400 g) Tomaten", "1 can | Tomaten"),
    ("1 (2-inch) piece ginger", "1 | ginger"), ("2 (heaped) tbsp sugar", "2 tbsp | sugar"),
    ("½ cup (1 stick) butter", "1/2 cup | butter"),
    ("1 large (28 oz) can tomatoes", "1 can | tomatoes"), ("one 14-ounce can tomatoes", "1 can | tomatoes"),
    ("a 400 g tin of tomatoes", "1 can | tomatoes"), ("2 (ripe) bananas", "2 | bananas"), ("3 (or 4) eggs", "3 | eggs"),
    ("2 tins x 400 g chickpeas", "2 can | chickpeas"), ("1 loaf (1 lb) bread", "1 piece:loaf | bread"),
    ("2 large (about 400 g) onions", "2 | large onions"), ("1 cup chopped (about 2) onions", "1 cup | chopped onions"),
    ("1 can tuna (in oil)", "1 can | tuna (in oil)"), ("1 boîte (400 g) de pois chiches", "1 can | pois chiches"),
    ("1 boîte de 400 g de pois chiches", "1 can | pois chiches"),
    ("une boîte de 400 g de pois chiches", "1 can | pois chiches"),
    ("1 paquet de 250 g de beurre", "1 package | beurre"), ("1 банка (400 г) фасоли", "1 can | фасоли"),
    ("2 банки по 400 г фасоли", "2 can | фасоли"), ("1 упаковка (200 г) сметаны", "1 package | сметаны"),
    ("1 캔 (400g) 옥수수", "1 can | 옥수수"), ("옥수수 1캔 (400g)", "1 can | 옥수수"), ("(400g) 옥수수 캔 1개", "1 | 옥수수 캔"),
  ])
  func containers(_ line: String, _ expected: String) {
    #expect(bought(line) == expected)
    #expect(!IngredientLine(line).name.isEmpty)
  }

  @Test(arguments: [
    ("juice of 2 lemons", "2 | lemons"), ("juice of a lemon", "1 | lemon"), ("juice of half a lemon", "1/2 | lemon"),
    ("zest of 1 orange", "1 | orange"), ("finely grated zest of 2 limes", "2 | limes"),
    ("zest and juice of 1 lemon", "1 | lemon"),
    ("juice 1 lemon", "1 | lemon"), ("2 lemons, juiced", "2 | lemons"), ("le jus de 2 citrons", "2 | citrons"),
    ("le jus d'un citron", "1 | citron"), ("le jus d’un demi-citron", "1/2 | citron"),
    ("le zeste d'une orange", "1 | orange"),
    ("сок 2 лимонов", "2 | лимонов"), ("сок одного лимона", "1 | лимона"), ("сок половины лимона", "1/2 | лимона"),
    ("цедра 1 апельсина", "1 | апельсина"), ("сок и цедра двух лимонов", "2 | лимонов"), ("레몬 2개 즙", "2 | 레몬"),
    ("레몬 1개분의 즙", "1 | 레몬"), ("3 tbsp lemon juice", "3 tbsp | lemon juice"), ("whites of 3 eggs", "3 | whites of eggs"),
    ("лимонный сок", "some | лимонный сок"), ("томатный сок 1 л", "1 l | томатный сок"),
    ("сок 2 пакета", "2 bag | сок"), ("le jus et le zeste d'un citron", "1 | citron"),
    ("juice & zest of 1 lime", "1 | lime"),
    ("le zeste râpé de 2 citrons", "2 | citrons"), ("lemon juice from 1 lemon", "1 | lemon"),
    ("лимонный сок из 1 лимона", "1 | лимона"),
  ])
  func partsOfAWhole(_ line: String, _ expected: String) { #expect(bought(line) == expected) }

  @Test(arguments: [
    "butter for a 26 cm tin", "butter for the 26 cm tin", "butter (for a 900 g loaf tin)", "butter, for a 26-cm tin",
    "butter to grease a 20 x 30 cm dish",
    "butter for 2 tins", "butter for a 2-litre dish", "beurre pour un moule de 26 cm",
    "beurre (pour un moule de 26 cm)",
    "un peu de beurre pour le moule de 24 cm", "beurre pour un moule à cake de 1 litre", "масло для формы 26 см",
    "масло для формы диаметром 26 см",
    "сливочное масло для смазывания формы 20х30 см", "26cm 틀에 바를 버터", "26 cm 틀에 바를 버터", "버터 (26cm 틀용)", "버터 26cm 틀용",
    "9-inch pie crust",
    "10-inch tortillas",
  ])
  func sizesOfVessels(_ line: String) {
    let read = IngredientLine(line)
    #expect(read.quantity == nil && read.isUnderstood)
    #expect(FoodLine(line).sum.amounts.isEmpty)
    for language in Kitchen.Language.allCases { #expect(read.served(by: 2, Kitchen(language)) == line) }
    #expect(read.scaled(by: 2, decimalSeparator: ".") == line)
  }

  @Test(arguments: [
    ("butter for a 26 cm tin", "some | butter"), ("20 g butter for a 26 cm tin", "20 g | butter"),
    ("beurre pour un moule de 26 cm", "some | beurre"), ("масло для формы 26 см", "some | масло"),
    ("oil for frying", "some | oil for frying"),
  ])
  func aVesselIsNotBought(_ line: String, _ expected: String) { #expect(bought(line) == expected) }

  /// An amount beside a purpose is one.
  @Test(arguments: [
    ("20 g butter for a 26 cm tin", "20 g"), ("oil for frying, 2 tbsp", "2 tbsp"),
    ("масло для жарки 2 ст. л.", "2 tbsp"),
    ("зелень для подачи 1 пучок", "1 bunch"), ("мука для подпыла - 50 г", "50 g"), ("2-inch piece ginger", "1"),
  ])
  func amountsBesideAPurpose(_ line: String, _ amount: String) {
    #expect(FoodLine(line).sum.text == amount)
  }

  @Test(arguments: [
    ("juice of a lemon", Kitchen.Language.en, "juice of 2 lemons"), ("le jus d'un citron", .fr, "le jus de 2 citrons"),
    ("le jus d'un demi-citron", .fr, "le jus de 1 citron"), ("сок 1 лимона", .ru, "сок 2 лимонов"),
    ("сок половины лимона", .ru, "сок 1 лимона"), ("레몬 2개 즙", .ko, "레몬 4개 즙"),
    ("1 can (14.5 oz) tomatoes", .en, "2 cans (14.5 oz) tomatoes"),
    ("1 boîte de 400 g de pois chiches", .fr, "2 boîtes de 400 g de pois chiches"),
    ("1 банка 400 г фасоли", .ru, "2 банки 400 г фасоли"), ("a sprinkle of salt", .en, "2 sprinkles of salt"),
    ("1 дес. л. сахара", .ru, "2 дес. л. сахара"),
  ])
  func twice(_ line: String, _ language: Kitchen.Language, _ expected: String) {
    #expect(IngredientLine(line).served(by: 2, Kitchen(language)) == expected)
  }

  @Test(arguments: [
    ("1 cs d'huile", "1 tbsp"), ("2 CS de sucre", "2 tbsp"), ("1 cc de sel", "1 tsp"), ("½ cc de curry", "1/2 tsp"),
    ("250 cc de lait", "250 ml"),
    ("5 cc vanilla", "5 ml"), ("1 c.s. d'huile", "1 tbsp"), ("1 cuil. à s. d'huile", "1 tbsp"),
    ("2 cuillères à c. de sel", "2 tsp"),
    ("1 c. à table de sucre", "1 tbsp"), ("1 c. à dessert de miel", "1 dsp"), ("1 дес. л. сахара", "1 dsp"),
    ("сахар - 2 дес. л.", "2 dsp"),
    ("2 десертные ложки сахара", "2 dsp"), ("1 с.л. масла", "1 tbsp"), ("1 ст/л муки", "1 tbsp"),
    ("1 ч/л соды", "1 tsp"),
    ("1 стол. ложка соли", "1 tbsp"), ("1 кофейная ложка корицы", "1 tsp"), ("1 dessertspoon sugar", "1 dsp"),
    ("설탕 1디저트스푼", "1 dsp"),
  ])
  func spoons(_ line: String, _ amount: String) {
    #expect(FoodLine(line).sum.text == amount)
    #expect(IngredientLine(line).isUnderstood)
  }

  /// Lines that end where a word is awaited.
  @Test(arguments: [
    "half a", "demi un", "половина one", "juice of", "juice of half", "juice of half a", "le jus d'un demi-", "1 can (",
    "1 can (400 g)", "2 x", "1 can de",
    "1 boîte de 400 g", "26 cm", "20 x", "20 x 30", "butter for a", "butter for a 26", "1 large (", "non",
    "sans produits", "a", "1 (", "сок от",
  ])
  func cutShort(_ text: String) {
    let line = IngredientLine(text)
    #expect(line.text == text)
    #expect(FoodLine(text).food.isEmpty == false)
    for language in Kitchen.Language.allCases { #expect(!line.served(by: 3, Kitchen(language)).isEmpty) }
  }

  @Test func aDessertspoonIsTwoTeaspoons() {
    var sum = FoodLine("1 дес. л. сахара").sum
    #expect(AmountText(language: "ru").text(of: sum) == "1\u{A0}дес. л.")
    sum.add(FoodLine("1 ст. л. сахара").sum)
    #expect(AmountText(language: "ru").text(of: sum) == "5\u{A0}ч. л.")
  }
}
