import RecipeImport
import Testing

private func parse(_ html: String) throws -> ImportedRecipe {
  try RecipePage.parse(Array(html.utf8), url: "https://a.org/soup/", contentType: nil)
}

private func linked(_ ingredients: String, _ body: String = "") throws -> [String] {
  try parse(
    """
    <script type="application/ld+json">{"@type":"Recipe","name":"Soup","recipeIngredient":[\(ingredients)],
    "recipeInstructions":"Cook."}</script><h1>Soup</h1>\(body)
    """
  ).ingredients
}

private func shown(_ body: String) throws -> [String] { try parse("<h1>Soup</h1>\(body)").ingredients }

/// Lists of ingredients in plain markup.
struct ShownListTests {
  @Test(arguments: [
    "<h2>Ingredients</h2><ul><li>2 leeks<li>1 l stock</ul>",
    "<h2>🛒 What You’ll Need</h2><ul><li>2 leeks</li><li>1 l stock</li></ul>",
    "<p><b>Ingredients for 4 people</b></p><ul><li>2 leeks<li>1 l stock</ul>",
    "<h4>Ingredients</h4><h5>• 2 leeks<br>• 1 l stock<br><br></h5><h4>Method</h4><p>Cook.",
    "<h2>Ingredients</h2><ul><li><b>Soup:</b><li>2 leeks<li>1 l stock</ul>",
    "<h2>Ingredients</h2><ul><li>2 leeks</ul><h2>Stock</h2><ul><li>1 l stock</ul><h2>Method</h2><ol><li>Cook.</ol>",
    "<h2>Ingredients</h2><ul><li>2 leeks<li>1 l stock</ul><p><b>Here is how:</b></p><ol><li>Cook for 2 hours.</ol>",
    "<h2>Ingredients</h2><ul><li>2 leeks<li>1 l stock</ul><ul><li>Step 1 Cook for 2 hours.</ul>",
    "<div><a href='/ingredients'>Ingredients</a></div><div>Shop</div><div>Contact</div><p><b>Ingredients:</b></p><ul><li>2 leeks<li>1 l stock</ul>",
    "<h2>Ingredients</h2><ul><li><a href='#us'>US</a><li><a href='#eu'>Metric</a></ul><ul><li>2 leeks<li>1 l stock</ul>",
    """
    <h2>Ingredients</h2><div><div><input type="checkbox"><label><span>2</span> <p>leeks</p></label></div>
    <div><input type="checkbox"><label><span>1 l</span> <p>stock</p></label></div></div>
    """,
    """
    <h2>Ingredients</h2><div><div class="row"><div>2</div><div>leeks</div></div>
    <div class="row"><div>1 l</div><div>stock</div></div></div>
    """,
    """
    <h2>Ingredients</h2><table><thead><tr><th>Amount<th>Food</thead><tr><td>2<td>leeks<br></tr>
    <tr><td>1 l<td>stock</tr></table>
    """,
    "<h2>Les ingrédients</h2><ul><li>2 leeks<li>1 l stock</ul>",
    "<h2>Ingredients</h2><p>4 servings</p><div><p>2</p><div>leeks</div><p>1 l</p><div>stock</div></div>",
    "<h2>Ingredients</h2><ul><li>Ingredients for the pot<li>2 leeks<li>1 l stock</ul>",
    "<h2>Ingredients</h2><p>2 leeks</p><div class='newsletter-box'><p>Our letters!</p></div><p>1 l stock</p>",
    "<div class='tasty-recipes-ingredients-body'><p>2 leeks</p><p>1 l stock</p></div>",
    "<h2>Ingredients</h2>" + String(repeating: "<ul class='a'><li>2 leeks<li>1 l stock</ul>", count: 3),
    "<h2>Ingredients</h2><table><tr><td>leeks<td>2</tr><tr><td>stock<td>1 l</tr></table>",
    "<h2>Ingredients</h2><ul><li><b>2</b> - leeks<li><b>1 l</b> – stock</ul>",
    "<div class='ingredients'><ul><li>2 leeks<li>1 l stock</ul><ul><li>Step 1 Boil the stock.<li>Step 2 Eat.</ul></div>",
    """
    <h2>Ingredients</h2><div><h3>Pot</h3><div class="row"><span>2</span> leeks</div></div>
    <div><h2>Broth</h2><div class="row"><span>1 l</span> stock</div></div>
    """,
  ])
  func `the entries and nothing else`(body: String) throws {
    #expect(try shown(body) == ["2 leeks", "1 l stock"])
  }

  /// Lists that only their amounts tell from other lists.
  @Test(arguments: [
    "<ul><li>Home<li>About<li>12 recipes</ul><div><ul class=x><li>2 leeks<li>1 l stock<li>30 g butter<li>Salt</ul></div><p>Cook.",
    "<p><em>• 2 leeks<br>• 1 l stock<br>• 30 g butter<br>• Salt</em></p><p>Cook 2 leeks for 20 minutes.<br>Serve.<br>Eat.</p>",
    """
    <div class=grid><div><b>leeks</b><div>2</div></div><div><b>stock</b><div>1 l</div></div>
    <div><b>butter</b><div>30 g</div></div><div><b>Salt</b></div></div>
    """,
    """
    <h2>Ingredients</h2><ul><li>Leek<li>Butter</ul><p>Fresh ones.</p><h2>The recipe</h2><p>For two.</p>
    <ul><li>2 leeks<li>1 l stock<li>30 g butter</ul><ul><li>Salt</ul>
    """,
    """
    <p>A soup for cold days.</p><p>Ingredients:</p><p>2 leeks<br>1 l stock<br>30 g butter<br>Salt</p><p>Method:</p>
    <p>1. Cut the leeks for 2 people.<br><br>2. Boil the stock for 20 min.<br><br>3. Eat.</p>
    """,
    """
    <table><tr><td>2<td>leeks</tr><tr><td>1 l<td>stock</tr><tr><th colspan=2>Plenty of sauce</tr><tr><td>30 g<td>butter</tr>
    <tr><td><td>Salt</tr></table>
    """,
    "<h2>Nutrition</h2><ul><li>12 g protein<li>3 g fiber<li>4 g sodium<li>2 g fat</ul><dl><dd>2 leeks</dd><dd>1 l stock</dd><dd>30 g butter</dd><dd>Salt</dd></dl>",
  ])
  func `a list without a heading that is known`(body: String) throws {
    #expect(try shown(body) == ["2 leeks", "1 l stock", "30 g butter", "Salt"])
  }

  @Test(arguments: [
    "<ul><li>3 comments<li>12 recipes<li>4 g protein</ul>", "<p>20 minutes<br>4 servings<br>30 recipes</p>",
    "<ul><li>12 May 2020<li>3 June 2021<li>2 g ago</ul>",
  ])
  func `what else is counted is no list of ingredients`(body: String) throws {
    #expect(throws: ImportError.noRecipe) { try shown(body) }
  }

  @Test func `notes in a list of their own belong to the entry`() throws {
    let body = "<h2>Ingredients</h2><ul><li>2 leeks<ul><li>young ones</ul><li>For the pot<ul><li>1 l stock</ul></ul>"
    #expect(try shown(body) == ["2 leeks young ones", "1 l stock"])
  }

  @Test func `terms are entries, and a number is apart from the word before it`() throws {
    let body = "<dl><dt><b>leeks</b><u>2</u></dt><dt><b>stock</b><u>1 l</u></dt><dt><b>butter</b><u>30 g</u></dt></dl>"
    #expect(try shown(body) == ["leeks 2", "stock 1 l", "butter 30 g"])
    #expect(try parse("<h1>Soup with H<sub>2</sub>O</h1>" + body).title == "Soup with H2O")
  }

  @Test func `what every entry ends with is no part of it`() throws {
    let body = ["2 leeks", "1 l stock", "30 g butter", "Salt, to taste"]
    let list = body.map { "<li>\($0) <a href='/list'>shopping list</a>" }.joined()
    #expect(try shown("<h2>Ingredients</h2><ul>\(list)</ul>") == body)
  }

  @Test func `the same list in other units counts once`() throws {
    let body = """
      <h2>Ingredients</h2><ul><li>85 g pecans<li>1 tsp salt</ul><ul><li>3 oz pecans<li>1 tsp salt</ul>
      <ul><li>200 ml milk<li>2 eggs</ul><ul><li>7 fl oz milk<li>2 eggs</ul>
      """
    #expect(try shown(body) == ["85 g pecans", "1 tsp salt", "200 ml milk", "2 eggs"])
  }

  @Test func `the copy in other units may lack what has no amount`() throws {
    let list = ["85 g pecans", "Salt", "20 g sugar", "200 ml milk"]
    let body = (list + ["3 oz pecans", "1 oz sugar", "7 fl oz milk", "2 eggs"]).map { "<li>\($0)" }.joined()
    #expect(try shown("<h2>Ingredients</h2><ul>\(body)</ul>") == list + ["2 eggs"])
  }

  @Test func `a list that differs in a food is no copy in other units`() throws {
    let list = [
      "85 g pecans", "Salt", "20 g sugar", "200 ml milk", "3 oz pecans", "2 eggs", "1 oz sugar", "7 fl oz milk",
    ]
    let body = list.map { "<li>\($0)" }.joined()
    #expect(try shown("<h2>Ingredients</h2><ul>\(body)</ul>").contains("2 eggs"))
  }

  @Test func `two groups with the same foods are two groups`() throws {
    let lines = ["200 g flour", "1 pinch salt", "300 g flour", "1 pinch salt"]
    #expect(try shown("<h2>Ingredients</h2><ul>" + lines.map { "<li>\($0)" }.joined() + "</ul>") == lines)
  }

  @Test func `a line with all ingredients is no entry of a list in microdata`() throws {
    let list = ["2 leeks", "1 egg", "Ingredients: leeks, egg"].map { "<p itemprop=recipeIngredient>\($0)</p>" }.joined()
    let page = "<div itemscope itemtype='https://schema.org/Recipe'><h1 itemprop=name>Soup</h1>\(list)</div>"
    #expect(try parse(page).ingredients == ["2 leeks", "1 egg"])
  }

  @Test func `a heading in Markdown is no ingredient`() throws {
    #expect(try linked("\"2 leeks\",\"## SAUCE\",\"1 egg\"") == ["2 leeks", "1 egg"])
  }

  @Test func `a list in microdata that is there twice counts once, and its headings not at all`() throws {
    let list =
      "<ul><li itemprop=recipeIngredient><b>Topping</b><li itemprop=recipeIngredient>2 leeks<li itemprop=recipeIngredient>1 <a>egg</a> , beaten<li itemprop=recipeIngredient>salt</ul>"
    let page = "<div itemscope itemtype='https://schema.org/Recipe'><h1 itemprop=name>Soup</h1>\(list)\(list)</div>"
    #expect(try parse(page).ingredients == ["2 leeks", "1 egg, beaten", "salt"])
  }
}

/// The stated list, or the shown one.
struct ListChoiceTests {
  private let list = "<h2>Ingredients</h2><ul><li>2 leeks<li>1 l stock<li>3 eggs</ul>"

  @Test(arguments: [
    #""leeks","stock","eggs""#, #""2 leeks 1 l stock 3 eggs""#, #""leeks, 2","stock, 1 l","eggs, 3""#,
    #""Soup","Topping""#,
    #""2 leeks","1 l stock","3 eggs","1 l stock""#, #""2","leeks","1 l stock","3 eggs""#,
    #""2 leek(s)","1 l stock","3 egg(s)""#,
    #""2 leeks","1l stock","3 eggs""#,
  ])
  func `the shown list counts if the stated one has lost something`(stated: String) throws {
    #expect(try linked(stated, list) == ["2 leeks", "1 l stock", "3 eggs"])
  }

  @Test(arguments: [
    (
      #""3 leeks\n2 onions, chopped","5 l hot stock\n1 bunch parsley","salt and pepper""#,
      ["3 leeks", "2 onions, chopped", "1.5 l hot stock", "1 bunch parsley", "salt and pepper"]
    ),
    (#""leeks, 2","stock, 1 l","eggs, 3""#, ["2 leeks (young)", "1 l stock", "3 eggs"]),
  ])
  func `the shown list counts if texts were cut at the wrong place or lost a remark`(stated: String, shown: [String])
    throws
  {
    let body = "<h2>Ingredients</h2><ul>" + shown.map { "<li>\($0)" }.joined() + "</ul>"
    #expect(try linked(stated, body) == shown)
  }

  @Test func `a list that was cut off is completed`() throws {
    let all = (1...6).map { "\($0) eggs" }
    let body = "<h2>Ingredients</h2><ul>" + all.map { "<li>\($0)" }.joined() + "</ul>"
    #expect(try linked(#""1 eggs","2 eggs","3 eggs""#, body) == all)
  }

  @Test(arguments: [
    #"["2 large leeks","1 l stock (warm)","3 eggs"]"#, #"["2 leeks","1 l stock","3 eggs","salt"]"#,
    #"["1 pie crust","2 plums"]"#,
  ])
  func `else the stated list counts`(stated: String) throws {
    let inner = String(stated.dropFirst().dropLast())
    #expect(try linked(inner, list) == inner.dropFirst().dropLast().split(separator: "\",\"").map(String.init))
  }

  @Test func `the stated list counts if the page has its groups in one line each`() throws {
    let body = "<h2>Ingredients</h2><ul><li>2 leeks 1 l stock salt<li>3 eggs 10 g butter pepper</ul>"
    let stated = #""2 leeks","1 l stock","salt","3 eggs","10 g butter","pepper""#
    #expect(try linked(stated, body) == ["2 leeks", "1 l stock", "salt", "3 eggs", "10 g butter", "pepper"])
  }

  @Test func `what the page shows as a heading is no ingredient`() throws {
    let body =
      "<div class='part-title'>Green sauce</div><div><label>2 leeks</label></div>"
      + "<p class='type-h5'>ON TOP</p><p>1 egg yolk</p><p><b>Salt</b></p>"
    #expect(
      try linked(#""1 egg","Green sauce","2 leeks","ON TOP","1 egg yolk","Salt""#, body)
        == ["1 egg", "2 leeks", "1 egg yolk", "Salt"])
  }
}

struct TitleTests {
  @Test(arguments: [
    ("Leek soup, a recipe - The Pot", "Leek stew", "Leek soup, a recipe - The Pot"),
    ("Leek soup with pictures - The Pot", "Leek soup", "Leek soup"),
    ("Leek soup - quick", "Leek soup", "Leek soup - quick"),
  ])
  func `the site's name is no part of a name`(stated: String, heading: String, expected: String) throws {
    let page = """
      <meta property="og:site_name" content="The Pot"><script type="application/ld+json">{"@type":"Recipe","name":"\(stated)",
      "recipeIngredient":["1 leek","1 egg"]}</script><h1>\(heading)</h1>
      """
    #expect(try parse(page).title == expected)
  }

  @Test func `the name is the heading that the page's head knows`() throws {
    let list = "<h2>Ingredients</h2><ul><li>1 leek<li>2 eggs</ul>"
    #expect(
      try parse("<title>Recipe - Leek soup | A</title><h1>Menu</h1><h1>Leek soup</h1>\(list)").title == "Leek soup")
    #expect(try parse("<title>News</title><h1>Leek soup</h1><h1>Menu</h1>\(list)").title == "Leek soup")
  }

  @Test func `the title of the browser's tab is not the name`() throws {
    let page = """
      <html itemscope itemtype="https://schema.org/Recipe"><title itemprop="name">Leek soup - (4.8/5)</title><h1>Leek soup</h1>
      <p itemprop="recipeIngredient">1 leek</p><p itemprop="recipeIngredient">2 eggs</p>
      """
    #expect(try parse(page).title == "Leek soup")
  }

  @Test func `what only a print shows is no part of a name`() throws {
    #expect(
      try parse(
        "<h1>Soup <small class='print-only'>by Ada</small></h1><h2>Ingredients</h2><ul><li>1 leek<li>2 eggs</ul>"
      ).title
        == "Soup")
  }
}

struct BaseTests {
  @Test func `addresses are relative to the page, or to what it says they are relative to`() throws {
    let body = """
      <link rel="canonical" href="soup"><meta property="og:image" content="soup.jpg">
      <h1>Soup</h1><h2>Ingredients</h2><ul><li>1 leek<li>2 eggs</ul>
      """
    let plain = try RecipePage.parse(Array(body.utf8), url: "https://a.org/old/x?y", contentType: nil)
    #expect(plain.url == "https://a.org/old/soup" && plain.imageURL == "https://a.org/old/soup.jpg")
    let based = "<base href='/new/'>" + body
    let moved = try RecipePage.parse(Array(based.utf8), url: "https://a.org/old/x?y", contentType: nil)
    #expect(moved.url == "https://a.org/new/soup" && moved.imageURL == "https://a.org/new/soup.jpg")
  }
}
