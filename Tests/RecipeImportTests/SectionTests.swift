import RecipeImport
import Testing

private func shown(_ body: String) throws -> [String] {
  try RecipePage.parse(Array("<h1>Soup</h1>\(body)".utf8), url: nil, contentType: nil).ingredients
}

private func linked(_ ingredients: [String], _ body: String = "") throws -> [String] {
  let list = ingredients.map { "\"\($0)\"" }.joined(separator: ",")
  return try shown(
    """
    <script type="application/ld+json">{"@type":"Recipe","name":"Soup","recipeIngredient":[\(list)],
    "recipeInstructions":"Cook."}</script>\(body)
    """)
}

private func list(_ lines: [String]) -> String { "<ul>" + lines.map { "<li>\($0)</li>" }.joined() + "</ul>" }

/// What pages show beside a list of ingredients.
struct OtherSectionTests {
  private static let lines = ["2 leeks", "1 l stock", "30 g butter", "Salt"]

  @Test(arguments: [
    "Equipment", "Utensils needed", "Special Equipment:", "Zubehör", "Ustensiles", "Matériel", "Utensili", "Utensilios",
    "Инвентарь", "도구", "道具", "Recommended liqueur", "Empfohlene Produkte", "Hilfreich für die Zubereitung",
  ])
  func `equipment and products are no ingredients`(heading: String) throws {
    let more = ["Large pan", "Whisk"]
    let group = "<div><h4>\(heading)</h4>\(list(more))</div>"
    #expect(try linked(Self.lines + more, "<div><h3>Soup</h3>\(list(Self.lines))</div>" + group) == Self.lines)
    let rows = Self.lines.map { "<div class=row><div>\($0)</div></div>" }.joined()
    let offers = more.map { "<a class=row href='/shop'><div><div>\($0)</div><div>The best one</div></div></a>" }
      .joined()
    let bold = "<div class='text-xl font-bold'>\(heading)</div>"
    #expect(try shown("<h2>Ingredients</h2><div>\(rows)\(bold)\(offers)</div><h2>Method</h2><p>Cook.") == Self.lines)
  }

  @Test func `a separator in the list itself`() throws {
    let more = "<li class=separator>Recommended stock</li><li>Stock of the house</li>"
    #expect(
      try shown("<h2>Ingredients</h2><ul>" + Self.lines.map { "<li>\($0)" }.joined() + more + "</ul>") == Self.lines)
    let other = more.replacing("Recommended stock", with: "Sauce").replacing("Stock of the house", with: "1 egg")
    #expect(
      try shown("<h2>Ingredients</h2><ul>" + Self.lines.map { "<li>\($0)" }.joined() + other + "</ul>").last == "1 egg")
  }

  @Test func `the pane of a tab`() throws {
    let body = """
      <h2>Ingredients</h2><button data-bs-target="#b">Ustensiles</button><div><div id=a>\(list(Self.lines))</div>
      <div id=b>\(list(["four", "cocotte"]))</div></div><h2>Method</h2><ol><li>Cook.</ol>
      """
    #expect(try shown(body) == Self.lines)
    #expect(try shown(body.replacing("Ustensiles", with: "Sauce")) == Self.lines + ["four", "cocotte"])
  }

  @Test func `equipment as a part of the list`() throws {
    #expect(try linked(Self.lines + ["Equipment:", "Large pan"]) == Self.lines)
    #expect(try linked(["Ustensiles :", "cocotte", "Soupe :"] + Self.lines) == Self.lines)
  }

  @Test func `what is also an ingredient stays`() throws {
    let body = "<div><h3>Soup</h3>\(list(Self.lines))</div><div><h3>Shop this recipe</h3>\(list(["Salt"]))</div>"
    #expect(try linked(Self.lines, body) == Self.lines)
  }

  @Test func `captions and downloads`() throws {
    let body = """
      <h2>Ingredients</h2><p>2 leeks</p><div class="wp-caption"><p>4 leeks of our garden</p></div>
      <figure><figcaption>1 pot</figcaption></figure><p>1 l stock</p>
      """
    #expect(try shown(body) == ["2 leeks", "1 l stock"])
    let cards = "<h2>Ingredients</h2>" + list(Self.lines + ["Recipe card: 4\" x 6\" (344 KB)"])
    #expect(try shown(cards) == Self.lines)
  }

  /// Of a switch between units or sizes only what the page shows.
  @Test(arguments: ["style='display: none'", "hidden", "class=d-none"])
  func `a hidden list beside the one that is shown`(hidden: String) throws {
    let double = ["4 leeks", "2 l stock", "60 g butter", "Salt"]
    let body = "<div>\(list(Self.lines))</div><div \(hidden)>\(list(double))</div>"
    #expect(try shown("<h2>Ingredients</h2><section>\(body)</section><h2>Method</h2><p>Cook.") == Self.lines)
  }

  @Test func `a list that is all hidden is the list`() throws {
    let body = "<h2>Ingredients</h2><div style='display:none'>\(list(Self.lines))</div>"
    #expect(try shown(body) == Self.lines)
  }
}

struct GroupTests {
  @Test func `headings of groups in structured data`() throws {
    let lines = ["For the soup:", "2 leeks", "1 l stock", "Для соуса:", "30 г масла", "Pour servir :", "sel"]
    #expect(try linked(lines) == ["2 leeks", "1 l stock", "30 г масла", "sel"])
    #expect(try linked(["2 of these:", "a leek", "an egg", "salt"]) == ["2 of these:", "a leek", "an egg", "salt"])
  }

  @Test func `a heading in capitals above a bold line`() throws {
    let body = "<p><b>SALAD</b><br><b>2 leeks (1 pound)</b><br>1 l stock</p>"
    #expect(try linked(["1 egg", "SALAD", "2 leeks (1 pound)", "1 l stock"], body).contains("SALAD") == false)
  }

  @Test func `two groups with the same lines under two headings`() throws {
    let lines = ["20 g butter", "50 g corn"]
    let groups = "<h3>Pink</h3>\(list(lines))<h3>Blue</h3>\(list(lines))"
    #expect(try shown("<h2>Ingredients</h2>\(groups)<h2>Method</h2><p>Cook.") == lines + lines)
    let copies = "<h3>Pink</h3>\(list(lines))<h3>Pink</h3>\(list(lines))"
    #expect(try shown("<h2>Ingredients</h2>\(copies)<h2>Method</h2><p>Cook.") == lines)
  }

  @Test func `a second list after the steps of the first`() throws {
    let steps = String(repeating: "<li>Stir the soup.", count: 30)
    let body = """
      <dl><dt><b>leeks</b><u>2 stalks</u></dt><dt><b>stock</b><u>1 l</u></dt><dt><b>butter</b><u>30 g</u></dt></dl>
      <ul><li>Cook the leeks in the stock until they are soft, which takes a while.\(steps)</ul>
      <dl><dt><b>soy sauce</b><u>60 ml</u></dt><dt><b>sugar</b><u>15 g</u></dt></dl><ul><li>Mix the sauce.</ul>
      """
    #expect(try shown(body) == ["leeks 2 stalks", "stock 1 l", "butter 30 g", "soy sauce 60 ml", "sugar 15 g"])
  }

  @Test func `bullets mark ingredients beside steps`() throws {
    func row(_ left: String, _ right: String) -> String {
      "<div class=columns><div class=column><p class=rp>\(left)</p></div><div class=column><p class=step>\(right)</p></div></div>"
    }
    let body =
      row("<em>• 2 leeks<br>• 1 l stock<br>• 30 g butter</em>", "1 SOUP:<br>Cut the leeks.<br>Cook them for 20 min.")
      + row("<em>• 2 eggs</em>", "2 Boil the eggs,<br>peel them,<br>and cut them.")
    #expect(try shown(body) == ["2 leeks", "1 l stock", "30 g butter", "2 eggs"])
  }

  @Test func `a special ingredient above the list`() throws {
    let lines = ["2 leeks", "1 l stock", "30 g butter", "Salt"]
    let body =
      "<div><p class=special-ingredient>1 ball mozzarella</p><ol>" + lines.map { "<li>\($0)" }.joined() + "</ol></div>"
    #expect(try shown("<h2>Ingredients</h2>" + body) == ["1 ball mozzarella"] + lines)
    #expect(try linked(lines, "<h2>Ingredients</h2>" + body) == ["1 ball mozzarella"] + lines)
  }
}

struct TableTests {
  @Test(arguments: [
    "<table><tr><th>2<td>leeks</tr><tr><th>1 l<td>stock</tr><tr><th>30 g<td>butter</tr></table>",
    "<table><tr><td>leeks<th>2</tr><tr><td>stock<th>1 l</tr><tr><td>butter<th>30 g</tr></table>",
    "<table><thead><tr><th>2<th>leeks</tr></thead><tr><th>1 l<th>stock</tr><tr><th>30 g<th>butter</tr></table>",
    "<table><tr><th>2<th>1 l<th>30 g</tr><tr><td>leeks<td>stock<td>butter</tr></table>",
    "<table><tr><th>Food<th>2 people<th>4 people</tr><tr><td>leeks<td>2<td>4</tr><tr><td>stock<td>1 l<td>2 l</tr><tr><td>butter<td>30 g<td>60 g</tr></table>",
  ])
  func `header cells have the amounts`(table: String) throws {
    #expect(
      try shown("<h2>Ingredients</h2>\(table)<h2>Method</h2><p>Cook.") == ["2 leeks", "1 l stock", "30 g butter"])
  }

  @Test(arguments: ["g", "Menge (g)", "г"]) func `the header of a column has the unit`(unit: String) throws {
    let word = unit == "г" ? "г" : "g"
    let table = "<table><tr><th>Food<th>\(unit)</tr><tr><td>flour<td>200</tr><tr><td>butter<td>30.5</tr></table>"
    #expect(try shown("<h2>Ingredients</h2>\(table)") == ["200 \(word) flour", "30.5 \(word) butter"])
  }

  @Test func `a grid with a column of numbers, a total and a link as the heading`() throws {
    func cells(_ texts: [String]) -> String { texts.map { "<div class=col>\($0)</div>" }.joined() }
    let body = """
      <div><div><a href="javascript:void(0)">Ingredients</a></div><div><div>\(cells(["Group 1", "<span>KG</span>", "flour", "1.200", "water", "0.600", "salt", "-"]))</div>
      <div>\(cells(["Total weight: 1.800"]))</div></div></div><div><a href="javascript:void(0)">Method</a></div><p>Knead.
      """
    #expect(try shown(body) == ["1.200 KG flour", "0.600 KG water", "salt"])
  }
}

/// What a program wrote, and what the page shows.
struct MachineTextTests {
  @Test(arguments: [
    (["500.0 g flour", "2.0 eggs", "1.5 tsp salt"], ["500 g flour", "2 eggs", "1½ tsp salt"]),
    (["1 pound(s) flour", "2 - eggs", "1 cup(s) milk"], ["1 pound flour", "2 eggs", "1 cup milk"]),
    (["250 g flour", "36.40 gm olive oil", "2 eggs"], ["250 g flour", "2 tbsp olive oil", "2 eggs"]),
    (["15.873 oz tofu", "2 eggs", "salt"], ["16 oz (450g) tofu", "2 eggs", "salt"]),
    (["2 eggs", "soy sauce", "1 tbsp water"], ["2 eggs", "2 tsp soy sauce", "1 tbsp water"]),
    (["500克面粉", "2个鸡蛋", "盐"], ["500克 面粉", "2个 鸡蛋", "盐"]),
    (["200.0 г муки", "2.0 яйца", "соль"], ["200 г муки", "2 яйца", "соль"]),
    (["1.0 Prise(n) Salz", "2.0 Zwiebeln", "Öl"], ["1 Prise Salz", "2 Zwiebeln", "Öl"]),
  ])
  func `the page's own words count`(stated: [String], lines: [String]) throws {
    #expect(try linked(stated, "<h2>Ingredients</h2>" + list(lines)) == lines)
    let headed = "<h2>Ingredients</h2>" + list(Array(lines[..<1]) + ["Topping"] + Array(lines[1...]))
    #expect(try linked(stated, headed) == lines)
  }

  @Test func `a page that writes so itself, or about other foods, changes nothing`() throws {
    let stated = ["500.0 g flour", "2.0 eggs", "1 tsp salt"]
    #expect(try linked(stated, "<h2>Ingredients</h2>" + list(stated)) == stated)
    #expect(try linked(stated, "<h2>Ingredients</h2>" + list(["500 g plums", "2 pears", "1 tsp tea"])) == stated)
  }

  @Test(arguments: [
    ("2 onions (, halved)", "2 onions (halved)"), ("butter (melted )", "butter (melted)"),
    ("2 onions, (peeled)", "2 onions (peeled)"), ("1 egg ( large)", "1 egg (large)"), ("salt ()", "salt"),
    ("1 leek (, sliced (see note 1 ) )", "1 leek (sliced (see note 1))"), ("oil ((mild) )", "oil (mild)"),
    ("500.0 g flour", "500 g flour"), ("36.40 g oil", "36.4 g oil"), ("1.000 g flour", "1.000 g flour"),
    ("1 pound(s) beef", "1 pound beef"), ("2 pound(s) beef", "2 pounds beef"), ("1/2 cup(s) milk", "1/2 cup milk"),
    ("1 1/2 cup(s) milk", "1 1/2 cups milk"), ("2-3 gousse(s) d’ail", "2-3 gousses d’ail"),
    ("½ pièce(s) piment", "½ pièce piment"), ("2 Prise(n) Salz", "2 Prisen Salz"), ("0 to taste salt", "to taste salt"),
    ("200 г муки (просеянной )", "200 г муки (просеянной)"), ("두부 (, 깍둑썰기)", "두부 (깍둑썰기)"),
    ("1 tin (400 g), drained", "1 tin (400 g), drained"), ("tomato(es)", "tomato(es)"), ("1.5.2 flour", "1.5.2 flour"),
  ])
  func `lines as a person would write them`(line: String, expected: String) {
    var recipe = ImportedRecipe()
    recipe.ingredients = [line]
    #expect(recipe.readableIngredients == [expected])
  }
}
