import RecipeImport
import Testing

private func parse(_ html: String) throws -> ImportedRecipe {
  try RecipePage.parse(Array(html.utf8), url: "https://a.org/soup/", contentType: nil)
}

/// Pages that their scripts draw.
struct StateTests {
  private static let named = #"<div itemscope itemtype="https://schema.org/Recipe"><h2 itemprop=name>Soup</h2></div>"#

  private static let data = #"""
    {"recipe":{"title":"Soup","serving_size":4,"grouped_ingredients":[{"title":"Pot","ingredients":[
    {"amount":0.5,"unit":{"name_singular":"stalk","name_plural":"stalks"},"ingredient":{"name_singular":"leek","name_plural":"leek"}},
    {"amount":0.25,"unit":{"name_singular":"pcs.","abbreviation":"pcs."},"prefix":"fresh","ingredient":{"name_singular":"egg","name_plural":"eggs"}},
    {"amount":75,"unit":{"name_singular":"gram","name_plural":"grams","abbreviation":"g"},"suffix":"for the pan","ingredient":{"name_singular":"butter","name_plural":"butter"}}]},
    {"title":"Top","ingredients":[{"amount":null,"unit":null,"ingredient":{"name_singular":"salt","name_plural":"salt"}},
    {"amount":0.625,"unit":{"abbreviation":"dl"},"ingredient":{"name":"cream"}}]}],
    "grouped_instructions":[{"instructions":[{"instruction":"Cut."},{"instruction":"Boil."}]}]}}
    """#

  private static let lines = ["2 stalks leek", "1 fresh egg", "300 g butter for the pan", "salt", "2½ dl cream"]

  @Test func `data in an attribute, for one portion, has the ingredients of microdata that has none`() throws {
    let escaped = Self.data.replacing("\"", with: "&quot;")
    let recipe = try parse("<div id=app data-page=\"\(escaped)\">\(Self.named)</div>")
    #expect(recipe.title == "Soup" && recipe.servings == 4)
    #expect(recipe.ingredients == Self.lines)
    #expect(recipe.steps == ["Cut.", "Boil."])
  }

  @Test func `data in a script, and in a string in a script`() throws {
    #expect(try parse(Self.named + "<script>window.state = \(Self.data);</script>").ingredients == Self.lines)
    let string = Self.data.replacing("\n", with: "").replacing("\"", with: "\\\"")
    let pushed = "<script>self.__next_f.push([1,\"5:[\(string)]\"])</script>"
    #expect(try parse(Self.named + pushed).ingredients == Self.lines)
  }

  @Test(arguments: [
    (
      #"{"zutaten":[{"menge":"200","einheit":"g","name":"Mehl"},{"menge":"2","einheit":"","name":"Eier"}]}"#,
      ["200 g Mehl", "2 Eier"]
    ),
    (
      #"{"ingredients":[{"quantity":200,"unit":"г","name":"муки"},{"quantity":2,"unit":null,"name":"яйца"}]}"#,
      ["200 г муки", "2 яйца"]
    ),
    (
      #"{"recipeIngredients":[{"displayAmount":"½","amount":0.5,"measure":"컵","title":"우유"},{"amount":2.0,"unit":"개","title":"달걀"}]}"#,
      ["½ 컵 우유", "2 개 달걀"]
    ),
  ])
  func `other names for the same, in other languages`(data: String, lines: [String]) throws {
    let script = "<script type='application/json'>\(data)</script>"
    #expect(try parse("<h1>Soup</h1>" + script).ingredients == lines)
  }

  @Test func `amounts for all stay as they are`() throws {
    let data = #"""
      {"name":"Soup","servings":4,"ingredients":[{"amount":0.5,"unit":"l","name":"stock"},{"amount":2,"unit":"","name":"leeks"},
      {"amount":1,"unit":"tsp","name":"salt"}]}
      """#
    let recipe = try parse("<h1>Soup</h1><script>var a = \(data)</script>")
    #expect(recipe.ingredients == ["0.5 l stock", "2 leeks", "1 tsp salt"])
  }

  private static func linked(_ ingredients: String, _ data: String) throws -> [String] {
    try parse(
      """
      <h1>Soup</h1><script type="application/ld+json">{"@type":"Recipe","name":"Soup","recipeIngredient":[\(ingredients)]}</script>
      <script>self.push([1,\(data)])</script>
      """
    ).ingredients
  }

  @Test func `lines without an amount that only the data has`() throws {
    let data = #"""
      {"ingredients":[{"name":"leeks","displayQuantity":2,"displayUnit":null},{"name":"Salz","displayQuantity":null,"displayUnit":null},
      {"name":"stock","displayQuantity":1,"displayUnit":"l"},{"name":"butter","displayQuantity":30,"displayUnit":"g"},
      {"name":"Pfeffer","displayQuantity":null,"displayUnit":null}]}
      """#
    let stated = #""2 leeks","1 l stock","30 g butter""#
    #expect(try Self.linked(stated, data) == ["2 leeks", "Salz", "1 l stock", "30 g butter", "Pfeffer"])
    // Another recipe's data adds nothing.
    let other = #""2 plums","1 l stock","30 g butter""#
    #expect(try Self.linked(other, data) == ["2 plums", "1 l stock", "30 g butter"])
  }

  @Test func `another size in the data adds nothing`() throws {
    let data = #"""
      {"ingredients":[{"name":"leeks","quantity":2},{"name":"stock","quantity":1},{"name":"butter","quantity":3},
      {"name":"leeks","quantity":4},{"name":"stock","quantity":2},{"name":"butter","quantity":6}]}
      """#
    let stated = #""2 leeks","1 stock","3 butter""#
    #expect(try Self.linked(stated, data) == ["2 leeks", "1 stock", "3 butter"])
  }
}
