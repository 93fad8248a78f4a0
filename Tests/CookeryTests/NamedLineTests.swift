import Testing

@testable import Cookery

/// Lines whose food stands behind a label, behind several adjectives or behind a remark in parentheses, and amounts of several words.
@Suite struct NamedLineTests {
  /// line | food | what is bought | for twice as many
  private static let rows = FoodRow.rows(
    """
    Optional: 1 teaspoon salt | salt | 1 tsp | Optional: 2 teaspoons salt
    Garnish: 2 tablespoons chopped cilantro | cilantro | 2 tbsp | Garnish: 4 tablespoons chopped cilantro
    Facultatif : 1 c. à soupe de raisins secs | raisins secs | 1 tbsp | Facultatif : 2 c. à soupe de raisins secs
    Garniture : 50 g de noix concassées | noix concassées | 50 g | Garniture : 100 g de noix concassées
    По желанию: 1 ст. л. изюма | изюма | 1 tbsp | По желанию: 2 ст. л. изюма
    Для соуса: 2 ст. л. майонеза | майонеза | 2 tbsp | Для соуса: 4 ст. л. майонеза
    Тесто: 300 г муки | муки | 300 g | Тесто: 600 г муки
    선택: 청양고추 1개 | 청양고추 | 1 | 선택: 청양고추 2개
    양념: 고추장 2큰술 | 고추장 | 2 tbsp | 양념: 고추장 4큰술
    소스 : 마요네즈 3스푼 | 마요네즈 | 3 tbsp | 소스 : 마요네즈 6스푼
    or 150g/5oz desiccated coconut | desiccated coconut | 150 g | or 300g/10oz desiccated coconut
    или 100 г маргарина | маргарина | 100 g | или 200 г маргарина
    Flour: 2 cups (or oat flour) | Flour | 2 cup | Flour: 4 cups (or oat flour)
    Мука: 200 г | Мука | 200 g | Мука: 400 г
    Farine : 250g | Farine | 250 g | Farine : 500g
    계란: 2개 | 계란 | 2 | 계란: 4개
    1 large, thin-skinned orange | large, thin-skinned orange | 1 | 2 large, thin-skinned oranges
    ¼ cup finely diced red, yellow, or orange bell pepper | red, yellow, or orange bell pepper | 1/4 cup | ½ cup finely diced red, yellow, or orange bell pepper
    50g salty, cultured butter | salty, cultured butter | 50 g | 100g salty, cultured butter
    1 cup peeled, seeded, and chopped tomatoes | peeled, seeded, and chopped tomatoes | 1 cup | 2 cups peeled, seeded, and chopped tomatoes
    ¾ to 1 pound boiled, smoked, or baked ham | boiled, smoked, or baked ham | 1 lb | 1 ½–2 pounds boiled, smoked, or baked ham
    2 сочных, спелых помидора | сочных, спелых помидора | 2 | 4 сочных, спелых помидора
    2 belles, grosses tomates | belles, grosses tomates | 2 | 4 belles, grosses tomates
    ¼ cup (50 mL) whipping (35%) cream | whipping cream | 1/4 cup | ½ cup (100 mL) whipping (35%) cream
    2½ cups confectioners (icing) sugar | confectioners sugar | 5/2 cup | 5 cups confectioners (icing) sugar
    ⅓ cup firmly packed (65 g) light brown sugar | firmly packed light brown sugar | 1/3 cup | ⅔ cup firmly packed (130 g) light brown sugar
    1 red and 1 green pepper | red and green pepper | 2 | 2 red and 2 green peppers
    1 rouge et 1 vert poivron | rouge et vert poivron | 2 | 2 rouges et 2 verts poivrons
    One 15 oz (420g) package refrigerated pie crusts | refrigerated pie crusts | 1 package | 2 15 oz (420g) packages refrigerated pie crusts
    Two 14 oz (400g) cans sweetened condensed milk | sweetened condensed milk | 2 can | 4 14 oz (400g) cans sweetened condensed milk
    4 md boneless, skinless chicken thighs | md boneless, skinless chicken thighs | 4 | 8 md boneless, skinless chicken thighs
    lg handful of arugula | arugula | 1 handful | 2 lg handfuls of arugula
    A healthy pinch of mace | mace | 1 pinch | 2 healthy pinches of mace
    A scant 2 cups walnuts | walnuts | 2 cup | A scant 4 cups walnuts
    1 cup less 1 tbsp sugar | sugar | 1 cup | 2 cups less 2 tbsp sugar
    800 g à 1 kg de paleron de bœuf | paleron de bœuf | 1 kg | 1.6–2 kg de paleron de bœuf
    800 г - 1 кг говядины | говядины | 1 kg | 1,6–2 кг говядины
    500g-1kg potatoes | potatoes | 1 kg | 1–2kg potatoes
    3 tablespoons to ¼ cup butter | butter | 1/4 cup | ⅓–½ cup butter
    1 tasse à café de lait | lait | 1 piece:tasse | 2 tasses à café de lait
    1 dos de cabillaud | cabillaud | 1 | 2 dos de cabillaud
    un demi concombre | concombre | 1/2 | 1 concombre
    la moitié d'un poivron rouge | poivron rouge | 1/2 | 1 poivron rouge
    half of an onion | onion | 1/2 | 1 onion
    моцарелла 1 шарик | моцарелла | 1 piece:шарик | моцарелла 2 шарика
    икра красная 1 баночка | икра красная | 1 jar | икра красная 2 баночки
    зелёный лук - 3-4 пера | зелёный лук | 4 stalk | зелёный лук - 6–8 перьев
    3 зубка чеснока | чеснока | 3 clove | 6 зубков чеснока
    2 средние луковицы | средние луковицы | 2 | 4 средние луковицы
    1 средняя луковица | средняя луковица | 1 | 2 средние луковицы
    1 небольшой кочан капусты | капусты | 1 head | 2 небольших кочана капусты
    1 grosse poignée de roquette | roquette | 1 handful | 2 grosses poignées de roquette
    2 8-ounce packages cream cheese | cream cheese | 2 package | 4 8-ounce packages cream cheese
    1 red onion and 2 white onions | red onion | 3 | 2 red onions and 4 white onions
    1 litre de lait | lait | 1 l | 2 litres de lait
    1 noisette de beurre | beurre | 1 knob | 2 noisettes de beurre
    파마산 치즈가루 적당량 | 파마산 치즈가루 |  | 파마산 치즈가루 적당량
    물 종이컵으로 2컵 | 물 | 2 cup:컵 | 물 종이컵으로 4컵
    parmesan râpé à volonté | parmesan râpé |  | parmesan râpé à volonté
    """)

  @Test(arguments: rows) func isRead(_ row: FoodRow) {
    let food = FoodLine(row.line)
    #expect(IngredientLine(row.line).isUnderstood)
    #expect(food.food == row.food && food.sum.text == row.sum)
    #expect(row.served == row.twice)
  }

  @Test(arguments: [
    ("2 carrots, 1 onion", "4 carrots, 2 onions"), ("100 g de beurre, 2 œufs", "200 g de beurre, 4 œufs"),
    ("감자 2개, 양파 1개", "감자 4개, 양파 2개"), ("сок лимона 1 ст. л., соль 1 ч. л.", "сок лимона 2 ст. л., соль 2 ч. л."),
    ("양념장: 간장 2T, 설탕 1T, 참기름 1T", "양념장: 간장 4T, 설탕 2T, 참기름 2T"),
    ("Dressing: 2 tbsp oil, 1 tbsp vinegar", "Dressing: 4 tbsp oil, 2 tbsp vinegar"),
    ("2 carrots, 1 onion, and 3 leeks", "4 carrots, 2 onions, and 6 leeks"),
    ("1 onion, cut in 8 wedges", "2 onions, cut in 8 wedges"),
    ("1 tbsp fresh thyme (or 1 tsp dried)", "2 tbsp fresh thyme (or 2 tsp dried)"),
    ("250g fresh, or 200g/7oz dried, ribbon pasta", "500g fresh, or 400g/14oz dried, ribbon pasta"),
    ("1 c. à soupe de moutarde ou 2 c. à café de raifort", "2 c. à soupe de moutarde ou 4 c. à café de raifort"),
    ("1 ст. л. соды или 2 ч. л. разрыхлителя", "2 ст. л. соды или 4 ч. л. разрыхлителя"),
    ("желтки 3 яиц", "желтки 6 яиц"), ("la chair d'un potimarron", "la chair de 2 potimarrons"),
  ])
  func `Each amount of a list is multiplied`(_ line: String, _ twice: String) {
    #expect(IngredientLine(line).served(by: 2, Kitchen(.en)) == twice)
    let exact = IngredientLine(line).scaled(by: 2, decimalSeparator: ".")
    #expect(exact.filter(\.isNumber) == twice.filter(\.isNumber))
  }

  @Test(arguments: ["4 servings", "Serves 4", "Pour 4 personnes", "на 4 порции", "2인분 기준", "4인분"])
  func `A line that says for how many a recipe is names no food`(_ text: String) {
    let line = IngredientLine(text)
    #expect(line.isUnderstood && line.key.isEmpty && line.quantity == nil)
  }

  /// Plants, fish and tins whose names have those of other foods in them.
  @Test(
    arguments: [
      ("2 beef tomatoes", "tomato", []), ("tomates cœur de bœuf", "tomato", []),
      ("томаты \"бычье сердце\"", "tomato", []),
      ("3 fresh swordfish steaks", "swordfish", [.seafood]), ("100 g pudding rice", "rice", []),
      ("goats’ curd", "goat cheese", [.dairy]), ("½ bunch curly-leaf parsley", "parsley", []),
      ("dill hamburger pickles", "pickle", []), ("3 Romano red peppers", "bell pepper", []),
      ("вешенки (устричные грибы)", "mushroom", []), ("oyster plant", "salsify", []),
      ("4 œufs (de poules élevées en plein air)", "egg", [.egg]), ("рыбий жир 1 ч. л.", "fish oil", [.seafood]),
      ("bass fillets", "sea bass", [.seafood]), ("triticale flour", "triticale", [.gluten, .wheat]),
      ("сливочное и растительное масло", "butter", [.dairy]), ("1 cookie cutter", "toothpick", []),
      ("2 steaks de thon", "tuna", [.seafood]), ("стейк из лосося 2 шт.", "salmon", [.seafood]),
      ("вода - 200-250 мл (в зависимости от муки)", "water", []), ("сл. масло 50 г", "butter", [.dairy]),
      ("계란 3개 (흰자, 노른자 분리)", "egg", [.egg]), ("смесь сыров", "cheese", [.dairy]),
    ] as [(String, String, [Allergen])])
  func `A food is what its whole name says`(_ text: String, _ key: String, _ contained: [Allergen]) {
    let line = IngredientLine(text)
    #expect(line.isUnderstood && line.key == key)
    #expect(Set(line.contained) == Set(contained))
    let isOfAnimals = RecipeFacts(lines: [line], statements: [], hearsay: []).diets[.lactoOvoVegetarian]
    #expect(contained.contains(.seafood) || isOfAnimals == .fits(stated: false) || key.hasSuffix("cheese"))
  }
}
