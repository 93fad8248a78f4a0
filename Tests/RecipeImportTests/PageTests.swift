import RecipeImport
import Testing

private func parse(_ html: String, url: String? = "https://a.org/soup/", contentType: String? = nil) throws
  -> ImportedRecipe
{
  try RecipePage.parse(Array(html.utf8), url: url, contentType: contentType)
}

private func linked(_ json: String, around: String = "") throws -> ImportedRecipe {
  try parse("<html><head><script type='application/ld+json'>\(json)</script></head><body>\(around)</body></html>")
}

struct LinkedDataTests {
  @Test func `a tidy recipe`() throws {
    let recipe = try linked(
      """
      {"@context":"https://schema.org","@type":"Recipe","name":"Leek soup","recipeIngredient":["2 leeks","1 l water"],
       "recipeInstructions":[{"@type":"HowToStep","text":"Cut."},{"@type":"HowToStep","text":"Boil."}],
       "recipeYield":"4 servings","prepTime":"PT10M","cookTime":"PT20M","recipeCuisine":"French","image":"/soup.jpg",
       "suitableForDiet":"https://schema.org/VeganDiet","keywords":"soup, quick","description":"Warm.","inLanguage":"en"}
      """)
    var expected = ImportedRecipe()
    expected.title = "Leek soup"
    expected.ingredients = ["2 leeks", "1 l water"]
    expected.steps = ["Cut.", "Boil."]
    expected.makes = Yield("4 servings")
    expected.prepMinutes = 10
    expected.cookMinutes = 20
    expected.totalMinutes = 30
    expected.cuisine = "French"
    expected.imageURL = "https://a.org/soup.jpg"
    expected.url = "https://a.org/soup/"
    expected.language = "en"
    expected.description = "Warm."
    expected.statements = ["VeganDiet", "soup", "quick"]
    #expect(recipe == expected)
  }

  @Test func `a graph with references, the fullest recipe, types in an array`() throws {
    let recipe = try linked(
      """
      {"@graph":[{"@type":"ItemList","itemListElement":[{"@type":"Recipe","name":"Other","url":"/o"}]},
        {"@type":"WebPage","mainEntity":{"@type":["NewsArticle","schema:Recipe"],"name":"Tart","image":{"@id":"#i"},
          "recipeIngredient":["flour","butter"],"recipeInstructions":{"@id":"#s"}}},
        {"@type":"ImageObject","@id":"#i","url":["https://b.org/t.jpg"]},
        {"@type":"ItemList","@id":"#s","itemListElement":["Knead.","Bake."]}]}
      """)
    #expect(recipe.title == "Tart")
    #expect(recipe.imageURL == "https://b.org/t.jpg")
    #expect(recipe.steps == ["Knead.", "Bake."])
  }

  @Test func `references in a circle end`() throws {
    let recipe = try linked(
      """
      {"@graph":[{"@id":"a","@type":"Recipe","name":"Loop","recipeIngredient":["x",{"@id":"b"}],"recipeInstructions":{"@id":"a"},
        "image":{"@id":"c"}},{"@id":"b","itemListElement":{"@id":"b"},"x":1},{"@id":"c","url":{"@id":"c"},"x":1}]}
      """)
    #expect(recipe.title == "Loop")
    #expect(recipe.imageURL == nil)
  }

  @Test func `sections, names that repeat the text, names that do not`() throws {
    let recipe = try linked(
      """
      {"@type":"Recipe","name":"Cake","recipeIngredient":["flour"],"recipeInstructions":[
        {"@type":"HowToSection","name":"Dough","itemListElement":[{"@type":"HowToStep","name":"Mix all…","text":"Mix all of it."},
          {"@type":"HowToStep","name":"Rest","text":"Wait an hour."}]},
        {"@type":"HowToSection","name":"Directions","itemListElement":{"@type":"HowToStep","itemListElement":
          {"@type":"HowToDirection","text":"Bake."}}}]}
      """)
    #expect(recipe.steps == ["Dough", "Mix all of it.", "Rest", "Wait an hour.", "Bake."])
  }

  static let steps: [(String, [String])] = [
    (#""Cut.\nBoil.\r\n\r\nEat.""#, ["Cut.", "Boil.", "Eat."]),
    (#""<ol><li>Cut.</li><li>Boil.</li></ol>""#, ["Cut.", "Boil."]),
    (#""&lt;p&gt;Cut.&lt;/p&gt;&lt;p&gt;Boil.&lt;/p&gt;""#, ["Cut.", "Boil."]),
    (#""Cut.<br>Boil.""#, ["Cut.", "Boil."]),
    (#""1. Cut 2 leeks. 2. Boil. 3. Eat.""#, ["Cut 2 leeks.", "Boil.", "Eat."]),
    (#""Cut 2. Then boil.""#, ["Cut 2. Then boil."]), (#"["Cut.","","Boil\n it."]"#, ["Cut.", "Boil it."]),
    (#"[["Cut."],["Boil."]]"#, ["Cut.", "Boil."]), (#"{"@type":"HowTo","step":["Cut."]}"#, ["Cut."]),
    (#""Step 1\nCut.\nStep 2\nBoil.""#, ["Cut.", "Boil."]),
  ]

  @Test(arguments: steps) func `steps in every shape`(_ json: String, _ steps: [String]) throws {
    let recipe = try linked(#"{"@type":"Recipe","name":"x","recipeIngredient":["y"],"recipeInstructions":\#(json)}"#)
    #expect(recipe.steps == steps)
  }

  static let ingredients: [(String, [String])] = [
    (#"["1 egg","  2  cups\nflour "]"#, ["1 egg", "2 cups flour"]),
    (#""1 egg\n2 cups flour""#, ["1 egg", "2 cups flour"]),
    (
      #""flour, sugar, 0,5 l milk, salt, 1 egg (large, fresh)""#,
      ["flour", "sugar", "0,5 l milk", "salt", "1 egg (large, fresh)"]
    ),
    (#""1 onion, chopped""#, ["1 onion, chopped"]), (#"[["1 egg"],["flour"]]"#, ["1 egg", "flour"]),
    (#"[{"@type":"PropertyValue","value":200,"unitText":"g","name":"flour"}]"#, ["200 g flour"]),
    (#"["<a href='/e'>1 egg</a>","&frac12;&nbsp;cup &amp;amp; more"]"#, ["1 egg", "½ cup & more"]),
    (#"[null,"","1 egg"]"#, ["1 egg"]),
    (#"{"@type":"ItemList","itemListElement":[{"name":"1 egg"},{"item":{"name":"flour"}}]}"#, ["1 egg", "flour"]),
  ]

  @Test(arguments: ingredients) func `ingredients in every shape`(_ json: String, _ ingredients: [String]) throws {
    let recipe = try linked(#"{"@type":"Recipe","name":"x","recipeIngredient":\#(json)}"#)
    #expect(recipe.ingredients == ingredients)
  }

  @Test func `the older name of the ingredients, a name in an array, a yield as an object`() throws {
    let recipe = try linked(
      #"{"@type":"http://schema.org/Recipe","name":["Pie"],"ingredients":["apples","flour"],"recipeYield":{"value":6},"totalTime":{"@value":"PT1H"}}"#
    )
    #expect(recipe.title == "Pie")
    #expect(recipe.ingredients == ["apples", "flour"])
    #expect(recipe.servings == 6)
    #expect(recipe.totalMinutes == 60)
  }

  @Test func `broken JSON gives what was understood`() throws {
    let recipe = try linked(
      "<!--//--><![CDATA[//><!--\n{\"@type\":\"Recipe\",\"name\":\"Grandma's \"best\" pie\",\n\"recipeIngredient\":[\"apples\n\",\"flour\",],\"recipeInstructions\":\"Bake"
    )
    #expect(recipe.title == "Grandma's \"best\" pie")
    #expect(recipe.ingredients == ["apples", "flour"])
    #expect(recipe.steps == ["Bake"])
  }

  @Test func `JSON that was encoded as text`() throws {
    #expect(
      try linked(
        "{&quot;@type&quot;:&quot;Recipe&quot;,&quot;name&quot;:&quot;Pie&quot;,&quot;recipeIngredient&quot;:[&quot;a&quot;]}"
      ).title == "Pie")
  }

  @Test func `the page's main picture is better than a thumbnail, a logo is not`() throws {
    let json = #"{"@type":"Recipe","name":"x","recipeIngredient":["y"],"image":["https://b.org/100x100.jpg"]}"#
    func image(_ address: String) throws -> String? {
      try parse("<meta property=og:image content='\(address)'><script type=application/ld+json>\(json)</script>")
        .imageURL
    }
    #expect(try image("/full.jpg") == "https://a.org/full.jpg")
    #expect(try image("/logo.png") == "https://b.org/100x100.jpg")
    #expect(try image("javascript:1") == "https://b.org/100x100.jpg")
  }

  @Test func `the base element and the canonical address`() throws {
    let recipe = try parse(
      """
      <base href="https://cdn.org/x/"><link rel=canonical href="https://a.org/real">
      <script type="application/ld+json">{"@type":"Recipe","name":"x","recipeIngredient":["y"],"image":"i.jpg"}</script>
      """)
    #expect(recipe.imageURL == "https://cdn.org/x/i.jpg")
    #expect(recipe.url == "https://a.org/real")
  }
}

struct MarkupTests {
  @Test func `microdata with nested scopes`() throws {
    let recipe = try parse(
      """
      <div itemscope itemtype="https://schema.org/Recipe"><h1 itemprop="name">Leek <b>soup</b></h1>
      <div itemprop="author" itemscope itemtype="https://schema.org/Person"><span itemprop="name">Ann</span></div>
      <img itemprop="image" src="data:image/gif;base64,R0" data-src="/soup.jpg"><meta itemprop="cookTime" content="PT20M">
      <time itemprop="prepTime" datetime="PT10M">ten minutes</time><span itemprop="recipeYield">4 servings</span>
      <ul><li itemprop="recipeIngredient"><span>2</span> <a href="/l">leeks</a><li itemprop="recipeIngredient"><div>1 l</div><div>water</div></ul>
      <ol itemprop="recipeInstructions"><li><p>Cut.</p><p>Wash.</p></li><li>Boil.<script>no()</script></li></ol></div>
      """)
    #expect(recipe.title == "Leek soup")
    #expect(recipe.ingredients == ["2 leeks", "1 l water"])
    #expect(recipe.steps == ["Cut. Wash.", "Boil."])
    #expect(recipe.imageURL == "https://a.org/soup.jpg")
    #expect([recipe.servings, recipe.prepMinutes, recipe.cookMinutes, recipe.totalMinutes] == [4, 10, 20, 30])
  }

  @Test func `microdata that an unclosed scope swallows`() throws {
    let recipe = try parse(
      """
      <div itemscope itemtype="http://schema.org/Recipe"><span itemprop="name">Soup</span>
      <div itemprop="nutrition" itemscope><span itemprop="calories">5</span>
      <ul itemprop="ingredients"><li>leeks</li><li>water</li></ul><p itemprop="recipeInstructions">Boil.<br>Eat.</p>
      """)
    #expect(recipe.ingredients == ["leeks", "water"])
    #expect(recipe.steps == ["Boil.", "Eat."])
  }

  @Test func `steps as scopes, without the property's name`() throws {
    let recipe = try parse(
      """
      <div itemscope itemtype="http://schema.org/Recipe"><span itemprop="name">Soup</span><i itemprop="recipeIngredient">leeks</i>
      <div itemscope itemtype="http://schema.org/HowToStep"><span itemprop="text">Cut.</span></div>
      <div itemscope itemtype="http://schema.org/HowToStep"><span itemprop="text">Boil.</span></div></div>
      """)
    #expect(recipe.steps == ["Cut.", "Boil."])
  }

  @Test func `a list that is marked up as its entries are`() throws {
    let recipe = try parse(
      """
      <div itemscope itemtype="http://schema.org/Recipe"><span itemprop="name">Soup</span><ul itemprop="recipeIngredient">
      <li itemprop="recipeIngredient">leeks</li><li itemprop="recipeIngredient">water</li></ul></div>
      """)
    #expect(recipe.ingredients == ["leeks", "water"])
  }

  @Test func `the data of a page that JavaScript draws`() throws {
    let recipe = try parse(
      """
      <title>Soup</title><script id="state" type="application/json">{"props":{"recipe":{"name":"Leek soup",
      "recipeIngredient":["leeks","water"],"recipeInstructions":[{"text":"Boil."}]}}}</script>
      """)
    #expect(recipe.title == "Leek soup")
    #expect(recipe.ingredients == ["leeks", "water"])
    #expect(recipe.steps == ["Boil."])
  }

  @Test func `of two recipes the one that the page is about`() throws {
    let recipe = try linked(
      """
      [{"@type":"Recipe","name":"Bread","recipeIngredient":["flour","yeast"]},{"@type":"Recipe","name":"Soup","recipeIngredient":["leeks","water"]},
       {"@type":"Recipe","name":"Stew","recipeIngredient":["beans","water"]}]
      """, around: "<h1>Soup</h1>")
    #expect(recipe.title == "Soup")
  }

  @Test func `RDFa`() throws {
    let recipe = try parse(
      """
      <div vocab="http://schema.org/" typeof="Recipe"><h2 property="name">Soup</h2><span property="schema:recipeIngredient">leeks</span>
      <span property="recipeIngredient">water</span><div property="recipeInstructions"><p>Cut.</p><p>Boil.</p></div>
      <meta property="totalTime" content="PT1H"></div>
      """)
    #expect(recipe.ingredients == ["leeks", "water"])
    #expect(recipe.steps == ["Cut.", "Boil."])
    #expect(recipe.totalMinutes == 60)
  }

  @Test func `h-recipe`() throws {
    let recipe = try parse(
      """
      <article class="h-recipe"><h1 class="p-name">Soup</h1><ul><li class="p-ingredient">leeks</li><li class="p-ingredient">water</li></ul>
      <div class="e-instructions"><ol><li>Cut.</li><li>Boil.</li></ol></div><time class="dt-duration" datetime="PT1H">1 hour</time></article>
      """)
    #expect(recipe.title == "Soup")
    #expect(recipe.ingredients == ["leeks", "water"])
    #expect(recipe.steps == ["Cut.", "Boil."])
    #expect(recipe.totalMinutes == 60)
  }

  @Test func `what JSON-LD leaves out comes from the other markup`() throws {
    let recipe = try parse(
      """
      <script type="application/ld+json">{"@type":"Recipe","name":"Soup","recipeIngredient":["leeks"],"recipeInstructions":[]}</script>
      <div itemscope itemtype="http://schema.org/Recipe"><span itemprop="name">Soup</span><p itemprop="recipeInstructions">Boil.</p></div>
      """)
    #expect(recipe.ingredients == ["leeks"])
    #expect(recipe.steps == ["Boil."])
  }
}

struct LayoutTests {
  @Test func `a plug-in's classes`() throws {
    let recipe = try parse(
      """
      <h1>Soup</h1><div class="wprm-recipe wprm-recipe-container"><ul><li class="wprm-recipe-ingredient"><span class="wprm-checkbox sr-only">▢ </span><span
      class="wprm-recipe-ingredient-amount">2</span><span class="wprm-recipe-ingredient-name">leeks</span></li>
      <li class="wprm-recipe-ingredient">water</li></ul><div class="wprm-recipe-instruction-text">Cut.</div>
      <div class="wprm-recipe-instruction-text">Boil.</div></div>
      """)
    #expect(recipe.ingredients == ["2 leeks", "water"])
    #expect(recipe.steps == ["Cut.", "Boil."])
  }

  static let headings = [
    ("Ingredients", "Directions"), ("Ingrédients :", "Préparation"), ("Zutaten für 4 Portionen", "Zubereitung"),
    ("Ингредиенты", "Приготовление"), ("재료 (2인분)", "만드는 법"), ("Ingredienti", "Procedimento"),
    ("Ingredientes", "Modo de preparo"),
    ("材料", "作り方"), ("INGREDIËNTEN", "Bereiding"),
  ]

  @Test(arguments: headings) func `lists below headings`(_ ingredients: String, _ steps: String) throws {
    let recipe = try parse(
      """
      <title>Soup | A kitchen</title><nav><ul><li>Home</li><li>\(ingredients)</li></ul></nav><main><h2>\(ingredients)</h2>
      <h3>For the pot</h3><ul><li>2 leeks</li><li>1 l water</li></ul><h2>\(steps)</h2><ol><li>Cut.</li><li>Boil.</li></ol>
      <h2>Comments</h2><ul><li>Nice!</li></ul></main>
      """)
    #expect(recipe.title == "Soup")
    #expect(recipe.ingredients == ["2 leeks", "1 l water"])
    #expect(recipe.steps == ["Cut.", "Boil."])
  }

  @Test func `paragraphs below bold words`() throws {
    let recipe = try parse(
      """
      <h1>Soup</h1><div><p>My grandmother's.</p><p><b>Ingredients:</b></p><p>2 leeks</p><p>1 l water<br>salt</p><p><b>Method</b>:</p>
      <p>Cut.</p><p>Boil.</p></div><div><p>Advertisement</p></div>
      """)
    #expect(recipe.ingredients == ["2 leeks", "1 l water", "salt"])
    #expect(recipe.steps == ["Cut.", "Boil."])
  }

  static let facts: [(String, [Int?])] = [
    ("<p>Serves 4</p><p>Prep time: 10 min</p><p>Cook time: 20 min</p>", [4, 10, 20, 30]),
    ("<dl><dt>Portionen</dt><dd>4</dd><dt>Gesamtzeit</dt><dd>1 Std. 30 Min.</dd></dl>", [4, nil, nil, 90]),
    ("<span>Temps de préparation :</span> <b>15</b> <i>min</i><span>6 personnes</span>", [6, 15, nil, 15]),
    ("<li>Порций: 8</li><li>Время приготовления: 1 час</li>", [8, nil, nil, 60]),
    ("<p>4인분</p><p>조리시간</p><p>30분</p>", [4, nil, nil, 30]),
    ("<p>Prep ahead</p><p>Serves you right</p><p>Yield to the others</p>", [nil, nil, nil, nil]),
  ]

  @Test(arguments: facts) func `servings and times as they stand on the page`(_ html: String, _ facts: [Int?]) throws {
    let recipe = try parse("<h1>Soup</h1>\(html)<h2>Ingredients</h2><ul><li>leeks</li><li>water</li></ul>")
    #expect([recipe.servings, recipe.prepMinutes, recipe.cookMinutes, recipe.totalMinutes] == facts)
  }

  @Test func `lists in twins of the first element, and no further`() throws {
    let recipe = try parse(
      """
      <h1>Soup</h1><img src="/icon.png"><img src="/small.jpg" width="20"><img src="/soup.jpg"><div><div class="group"><div><hr><h3>Ingredients</h3></div>
      <ul><li>leeks</li><li>water</li></ul></div><div class="group"><h4>On top</h4><ul><li>cream</li></ul></div>
      <div class="more"><ul><li>Pie</li></ul></div></div>
      """)
    #expect(recipe.ingredients == ["leeks", "water", "cream"])
    #expect(recipe.imageURL == "https://a.org/soup.jpg")
  }

  @Test func `a page without a recipe, and one without a name`() {
    #expect(throws: ImportError.noRecipe) { try parse("") }
    #expect(throws: ImportError.noRecipe) { try parse("<h1>News</h1><p>Nothing to eat.</p>") }
    #expect(throws: ImportError.noTitle) { try linked(#"{"@type":"Recipe","recipeIngredient":["x"]}"#) }
  }
}
