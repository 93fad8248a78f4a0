import Testing

@testable import RecipeImport

/// Contract: servings of an import are people only where the words say people; pieces, weight, volume, size are words alone.
struct YieldTests {
  /// The words of a source; the number of people, and what is kept as words.
  static let yields: [([String], Int?, String?)] = [
    // People.
    (["4"], 4, nil), (["4 servings"], 4, nil), (["Serves 4"], 4, nil), (["für 2 Personen"], 2, nil),
    (["6人分"], 6, nil), (["4인분"], 4, nil), (["4 명"], 4, nil), (["На 8 порций"], 8, nil), (["на 4-х человек"], 4, nil),
    (["на четверых"], 4, nil), (["6 персон"], 6, nil), (["4 convives"], 4, nil), (["Pour 6 personnes"], 6, nil),
    (["8.0"], 8, nil), (["ca. 4"], 4, nil), (["Yield: 4"], 4, nil), (["Serves four"], 4, nil), (["네 명"], 4, nil),
    (["deux portions"], 2, nil), (["6 Portion/en"], 6, nil), (["Makes 4 servings"], 4, nil),
    (["16", "16 servings"], 16, nil),
    // A range is its lower end, and kept.
    (["4-6 servings"], 4, "4-6 servings"), (["4 to 6"], 4, "4 to 6"), (["4 – 6 Portionen"], 4, "4 – 6 Portionen"),
    (["2~3인분"], 2, "2~3인분"), (["4 à 6 personnes"], 4, "4 à 6 personnes"), (["на 4–6 порций"], 4, "на 4–6 порций"),
    (["4/6 persone"], 4, "4/6 persone"), (["serves 4 or 5"], 4, "serves 4 or 5"),
    // People beside something else.
    (["200 g per serving, serves 4"], 4, "200 g per serving, serves 4"),
    (["20 buns (4 servings)"], 4, "20 buns (4 servings)"),
    (["12 cookies for 4 people"], 4, "12 cookies for 4 people"), (["4 1-cup servings"], 4, "4 1-cup servings"),
    (["one 9×13 pan (12 servings)"], 12, "one 9×13 pan (12 servings)"),
    (["4 servings of 200 g"], 4, "4 servings of 200 g"),
    (["4", "1 loaf"], 4, "1 loaf"), (["4 large servings"], 4, "4 large servings"),
    // Pieces, weight, volume, size.
    (["20 buns"], nil, "20 buns"), (["20", "20 buns"], nil, "20 buns"), (["20 buns", "20"], nil, "20 buns"),
    (["20 brioches"], nil, "20 brioches"), (["만두 30개"], nil, "만두 30개"), (["20 булочек"], nil, "20 булочек"),
    (["2 dozen"], nil, "2 dozen"), (["１２個"], nil, "１２個"), (["2個分"], nil, "2個分"), (["one loaf"], nil, "one loaf"),
    (["ca. 500 ml"], nil, "ca. 500 ml"), (["около 500 мл"], nil, "около 500 мл"), (["약 500 ml"], nil, "약 500 ml"),
    (["about 950 g (without rice)"], nil, "about 950 g (without rice)"), (["750 ml (3 cups)"], nil, "750 ml (3 cups)"),
    (["one 9-inch pie"], nil, "one 9-inch pie"), (["9인치 파이"], nil, "9인치 파이"),
    (["Springform 26 cm"], nil, "Springform 26 cm"),
    (["500 kcal per serving"], nil, "500 kcal per serving"),
    (["2 muffins par personne"], nil, "2 muffins par personne"),
    (["200 г на человека"], nil, "200 г на человека"), (["1인당 200g"], nil, "1인당 200g"),
    (["serving size 1 cup"], nil, "serving size 1 cup"),
    (["6 personal pizzas"], nil, "6 personal pizzas"), (["Servings: 20 buns"], nil, "Servings: 20 buns"),
    (["Makes 12"], nil, "12"), (["Makes: 20 buns"], nil, "20 buns"),
    (["Yields about 30 cookies"], nil, "about 30 cookies"),
    // Nothing.
    ([], nil, nil), ([""], nil, nil), (["0"], nil, nil), (["99999999999999999999"], nil, nil),
  ]

  @Test(arguments: yields) func `people are servings, all else is words`(
    _ texts: [String], _ servings: Int?, _ words: String?
  ) {
    let makes = Yield(texts)
    #expect(makes.servings == servings)
    #expect(makes.text == words)
  }

  static let stated: [(String, Int?, String?)] = [
    (#""recipeYield":4"#, 4, nil), (#""recipeYield":["24","24 cookies"]"#, nil, "24 cookies"),
    (#""recipeYield":{"@type":"QuantitativeValue","value":500,"unitText":"ml"}"#, nil, "500 ml"),
    (#""recipeYield":{"@type":"QuantitativeValue","value":6,"unitCode":"IE"}"#, 6, nil),
    (#""recipeYield":{"minValue":4,"maxValue":6,"unitText":"servings"}"#, 4, "4–6 servings"),
    // Mealie: both, people alone, pieces alone, and its fillers.
    (#""slug":"a","recipeServings":6.0,"recipeYieldQuantity":20.0,"recipeYield":"buns""#, 6, "20 buns"),
    (#""slug":"a","recipe_servings":6.0,"recipe_yield_quantity":0.0,"recipe_yield":"""#, 6, nil),
    (#""slug":"a","recipeServings":0.0,"recipeYieldQuantity":20,"recipeYield":"buns""#, nil, "20 buns"),
    (#""slug":"a","recipeServings":0.0,"recipeYieldQuantity":0.0,"recipeYield":null"#, nil, nil),
  ]

  @Test(arguments: stated) func `a yield in a page's data and in an export`(
    _ json: String, _ servings: Int?, _ words: String?
  ) throws {
    let page =
      #"<script type="application/ld+json">{"@type":"Recipe","name":"A","recipeIngredient":["400 g tomatoes"],\#(json)}</script>"#
    let makes = try RecipePage.parse(Array(page.utf8), url: nil, contentType: nil).makes
    #expect(makes == Yield(servings: servings, text: words))
  }

  static let shown: [(String, Int?, String?)] = [
    ("<p>Yield: 20 buns</p>", nil, "20 buns"), ("<p>Yield: 4</p>", 4, nil),
    ("<b>Servings:</b> <span>20</span> <span>buns</span>", nil, "20 buns"),
    ("<b>Servings:</b> <span>4</span><h3>Ingredients</h3>", 4, nil), ("<p>Serves 4 to 6</p>", 4, "4 to 6"),
    ("<p>Порции: 4–6</p>", 4, "4–6"), ("<p>분량: 4인분</p>", 4, nil), ("<p>This yields 20 % more</p>", nil, nil),
  ]

  @Test(arguments: shown) func `a yield in the text of a page`(_ html: String, _ servings: Int?, _ words: String?)
    throws
  {
    let page = "<h1>Soup</h1>\(html)<h2>Ingredients</h2><ul><li>leeks</li><li>water</li></ul>"
    let makes = try RecipePage.parse(Array(page.utf8), url: nil, contentType: nil).makes
    #expect(makes == Yield(servings: servings, text: words))
  }

  /// The page's microdata have the number of buns that its script names.
  @Test func `a number that another source counts as pieces is none of people`() throws {
    let page = """
      <div itemscope itemtype="https://schema.org/Recipe"><h1 itemprop="name">A</h1><i itemprop="recipeYield">20</i>
      <i itemprop="recipeIngredient">flour</i></div>
      <script type="application/ld+json">{"@type":"Recipe","name":"A","recipeIngredient":["flour","yeast"],
      "recipeInstructions":["Bake."],"recipeYield":"20 buns"}</script>
      """
    let makes = try RecipePage.parse(Array(page.utf8), url: nil, contentType: nil).makes
    #expect(makes == Yield(servings: nil, text: "20 buns"))
  }
}

extension Yield {
  fileprivate init(servings: Int?, text: String?) {
    self.init()
    (self.servings, self.text) = (servings, text)
  }
}
