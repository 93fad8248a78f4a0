import Cookery
import Testing

/// What words around a food claim of it, foods that are called like others, and things in a kitchen that are no food.
@Suite struct ClaimTests {
  /// "Non-dairy" may have caseinates in it; "dairy-free" may not.
  @Test(
    arguments: LineTable.lines(
      of: """
        1 cup non-dairy milk => ? dairy soy nut wheat
        1 cup nondairy yogurt => ? dairy soy nut wheat
        2 tbsp non-dairy butter => ? dairy soy nut wheat
        milk (non-dairy) => ? dairy soy nut wheat
        dairy or non-dairy milk => ? dairy soy nut wheat
        cheese without dairy products => ? dairy soy nut wheat
        200 ml non dairy whipped topping => ? dairy soy
        non-dairy coffee whitener => ? dairy soy
        20 cl de crème non laitière => ? dairy soy nut wheat
        fromage sans produits laitiers => ? dairy soy nut wheat
        немолочные сливки => ? dairy soy nut wheat
        сливки на растительной основе => ? dairy soy nut wheat
        сыр без молочных продуктов => ? dairy soy nut wheat
        비유제품 우유 => ? dairy soy nut wheat
        논데어리 크리머 => ? dairy soy nut
        식물성 크리머 => ? dairy soy nut
        сливки без молочных ингредиентов => ? dairy soy nut wheat
        imitation cheese => ? dairy soy nut wheat
        cream substitute => ? dairy soy nut wheat
        заменитель молока => ? dairy soy nut wheat
        200 g dairy-free cheese => ? soy nut
        100 g milk-free margarine => ? soy
        сливки без молока => ? soy nut wheat
        безмолочный сыр => ? dairy soy nut wheat
        유제품 무첨가 치즈 => ? soy nut wheat
        non-dairy vegan cheese => ? soy nut
        200 ml non-dairy almond milk => nut
        """))
  func nonDairy(_ line: LineTable.Line) { line.check() }

  /// What is in parentheses between a claim and its food does not end the claim; a comma behind it does.
  @Test(
    arguments: LineTable.lines(
      of: """
        200 ml non-dairy (oat) milk => ? dairy soy nut wheat
        1 cup dairy-free (soy) milk => ? soy nut wheat
        1 cup plant-based (almond) milk => nut ? soy wheat
        1 cup vegan (oat) milk and 2 eggs => egg ? soy nut wheat
        1 cup vegan (oat), milk => dairy ? gluten
        1 tbsp dairy-free margarine (or butter) => dairy ? soy
        """))
  func claimsBeforeParentheses(_ line: LineTable.Line) { line.check() }

  @Test(
    arguments: LineTable.lines(
      of: """
        2 zucchini noodles =>
        200 g courgette spaghetti =>
        zucchini lasagna noodles =>
        butternut squash noodles =>
        carrot noodles =>
        cucumber noodles, chilled =>
        celeriac tagliatelle =>
        hearts of palm noodles =>
        2 zucchini, spiralized into noodles =>
        nouilles de courgette =>
        spaghettis de courgettes =>
        tagliatelles de carottes =>
        2 courgettes en spaghetti =>
        лапша из кабачков =>
        спагетти из цукини =>
        кабачковая лапша =>
        кабачки, нарезанные лапшой =>
        주키니 누들 =>
        애호박면 200g =>
        당근면 => ? wheat
        단호박면 => ? wheat
        noodles made from zucchini =>
        vegetable noodles => ? wheat egg
        овощная лапша => ? wheat egg
        carrot fettuccine => ? wheat
        zucchini pasta => wheat
        pâtes aux courgettes => wheat ? egg
        noodles with zucchini => wheat ? egg
        egg noodles, zucchini => egg wheat
        spinach noodles => wheat ? egg
        호박국수 => wheat ? egg
        """))
  func noodlesOfVegetables(_ line: LineTable.Line) { line.check() }

  @Test(arguments: [
    "kitchen paper", "2 sheets kitchen paper", "kitchen roll", "paper towels, for draining", "baking paper", "foil",
    "plastic wrap", "4 toothpicks",
    "8 wooden skewers, soaked", "kitchen string", "muslin", "12 paper cases", "papier absorbant",
    "essuie-tout", "papier cuisson",
    "film alimentaire", "baking parchment", "zip-top bag", "sopalin", "비닐봉지", "cure-dents", "ficelle alimentaire",
    "12 caissettes en papier", "moule à cake", "키친타월",
    "키친타올 2장", "종이호일", "위생랩",
    "이쑤시개", "조리용 실", "бумажные полотенца", "бумага для выпечки", "пищевая плёнка", "зубочистки", "деревянные шпажки",
    "кулинарная нить", "марля",
  ])
  func noFood(_ line: String) {
    let read = IngredientLine(line)
    #expect(read.isUnderstood && read.contained.isEmpty && read.possible.isEmpty)
    // Nobody is told that it is missing.
    #expect(read.isStaple)
    #expect(FoodLine(line).aisle == .household)
  }

  @Test(arguments: [
    ("salt, a sprinkle", "salt"), ("paprika, a sprinkle", "paprika"), ("a sprinkle of salt", "salt"),
    ("sugar, a sprinkling", "sugar"),
    ("salt, a generous sprinkle", "salt"), ("cinnamon, a dash", "cinnamon"), ("olive oil, a drizzle", "olive oil"),
    ("nutmeg, a scrape", "nutmeg"), ("huile d'olive, un filet", "olive oil"), ("paprika, un soupçon", "paprika"),
    ("соль, щепотка", "salt"),
    ("소금, 톡톡", "salt"),
  ])
  func littleOfIt(_ line: String, _ key: String) {
    let read = IngredientLine(line)
    #expect(read.isUnderstood && read.key == key && read.keys == [key])
    #expect(read.contained.isEmpty && read.possible.isEmpty)
  }

  @Test func sprinklesAreAFood() {
    for line in ["2 tbsp sprinkles", "rainbow sprinkles", "sprinkles for decorating"] {
      #expect(IngredientLine(line).possible.contains(.dairy), "\(line)")
    }
  }
}
