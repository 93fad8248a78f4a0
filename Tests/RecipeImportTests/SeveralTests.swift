import Foundation
import Testing

@testable import RecipeImport

/// Files and pasted texts that have several recipes.
@Suite struct SeveralTests {
  private func titles(_ text: String) throws -> [String] {
    try RecipeFile.parse(Array(text.utf8), name: "a.html").compactMap(\.title)
  }

  private func names(_ text: String) throws -> [String] {
    try RecipeFile.parse(Array(text.utf8), name: "a.txt").map {
      "\($0.title ?? "") \($0.ingredients.count) \($0.steps.count)"
    }
  }

  private func stated(_ name: String, _ lines: [String] = ["1 egg", "2 cups flour"]) -> String {
    let list = lines.map { "\"\($0)\"" }.joined(separator: ",")
    return #"{"@type":"Recipe","name":"\#(name)","recipeIngredient":[\#(list)],"recipeInstructions":"Mix \#(name)."}"#
  }

  @Test func `JSON-LD of a page, in one script or several`() throws {
    let other = stated("Waffles", ["2 eggs", "1 l milk"])
    for scripts in [
      "[\(stated("Pancakes")),\(other)]", "\(stated("Pancakes"))</script><script type=application/ld+json>\(other)",
    ] {
      let page = "<h1>Breakfast</h1><script type=application/ld+json>\(scripts)</script>"
      let recipes = try RecipeFile.parse(Array(page.utf8), name: "a.html")
      #expect(recipes.map(\.title) == ["Pancakes", "Waffles"])
      #expect(recipes.map(\.ingredients) == [["1 egg", "2 cups flour"], ["2 eggs", "1 l milk"]])
      #expect(recipes.map(\.steps) == [["Mix Pancakes."], ["Mix Waffles."]])
      // By address it is the page's main one.
      #expect(try RecipePage.parse(Array(page.utf8), url: "https://a.org/x", contentType: nil).title == "Pancakes")
      #expect(try ImportRequest.page(Array(page.utf8), url: nil, contentType: nil).read().recipes.count == 2)
      #expect(
        try ImportRequest.page(Array(page.utf8), url: "https://a.org/x", contentType: nil).read().recipes.count == 1)
    }
  }

  @Test func `a recipe that two plug-ins state, and those that a page only mentions, are no further ones`() throws {
    let copy = stated("Pancakes", ["1 egg", "2 cups  flour", "salt"])
    let mention = #"{"@type":"Recipe","name":"Waffles","image":"https://a.org/w.jpg"}"#
    let markup = """
      <div itemscope itemtype="https://schema.org/Recipe"><b itemprop=name>The best pancakes</b>
      <li itemprop=recipeIngredient>1 egg</li><li itemprop=recipeIngredient>2 cups flour</li>
      <p itemprop=recipeInstructions>Mix.</p></div>
      """
    let page =
      "<h1>Pancakes</h1><script type=application/ld+json>[\(stated("Pancakes")),\(copy),\(mention)]</script>\(markup)"
    #expect(try titles(page) == ["Pancakes"])
  }

  @Test(arguments: ["</div>", ""]) func `microdata, closed or not`(_ end: String) throws {
    let recipes = (0..<120).map { number in
      """
      <div itemscope itemtype="http://schema.org/Recipe"><h2 itemprop=name>Dish \(number)</h2>
      <ul><li itemprop=recipeIngredient>\(number + 1) eggs</li><li itemprop=recipeIngredient>salt</li></ul>
      <p itemprop=recipeInstructions>Cook \(number) minutes.</p>\(end)
      """
    }
    let found = try RecipeFile.parse(Array("<body>\(recipes.joined())".utf8), name: "a.html")
    #expect(found.map(\.title) == (0..<120).map { "Dish \($0)" })
    #expect(found.last?.ingredients == ["120 eggs", "salt"])
    #expect(found.last?.steps == ["Cook 119 minutes."])
  }

  @Test func `h-recipe`() throws {
    let recipes = ["Toast", "Porridge"].map {
      "<div class=h-recipe><h2 class=p-name>\($0)</h2><p class=p-ingredient>1 \($0)</p><p class=e-instructions>Eat.</p></div>"
    }
    #expect(try titles(recipes.joined()) == ["Toast", "Porridge"])
  }

  @Test func `a page without markup`() throws {
    let recipes = ["Pancakes", "Waffles"].map {
      """
      <h2>\($0)</h2><p>For a slow morning.</p><h3>Ingredients</h3><ul><li>2 eggs<li>1 cup flour</ul>
      <h3>Method</h3><ol><li>Mix.<li>Fry the \($0).</ol>
      """
    }
    let page = "<body><nav>Home</nav><h1>My cookbook</h1>\(recipes.joined())"
    #expect(try names(page) == ["Pancakes 2 2", "Waffles 2 2"])
    let bold = ["Pancakes", "Waffles"].map {
      "<p><b>\($0)</b></p><p><b>Ingredients</b></p><p>2 eggs<br>1 cup flour</p><p><b>Method</b></p><p>Mix.</p>"
    }
    #expect(try names("<body>\(bold.joined())") == ["Pancakes 2 1", "Waffles 2 1"])
  }

  static let texts = [
    "Pancakes\n\nIngredients\n2 eggs\n1 cup flour\n\nMethod\nMix.\nFry.\n\nWaffles\n\nIngredients\n3 eggs\n2 cups flour\n\nMethod\nMix.\nBake.\n",
    "# Pancakes\n## Ingredients\n- 2 eggs\n- flour\n## Method\n1. Mix\n2. Fry\n# Waffles\n## Ingredients\n- 3 eggs\n- flour\n## Method\n1. Mix\n2. Bake",
    "Pancakes\n2 eggs\n1 cup flour\n\nMix it all well.\nFry in butter.\n\nWaffles\n3 eggs\n2 cups flour\n\nMix it all.\nBake them until golden.",
    "Pancakes\r\nServes 4\r\n2 eggs\r\n1 cup flour\r\nMix it all well.\r\nFry in butter.\r\n-----\r\nWaffles\r\nServes 2\r\n3 eggs\r\n2 cups flour\r\nMix it all.\r\nBake them until golden.",
    "Блины\nИнгредиенты:\n2 яйца\n200 г муки\nПриготовление:\nСмешать.\nЖарить.\n\nВафли\nИнгредиенты:\n3 яйца\n300 г муки\nПриготовление:\nСмешать.\nПечь.",
  ]

  @Test func `texts of one line each`() throws {
    let text =
      "Pancakes. Ingredients: 2 eggs, 1 cup flour. Method: Mix. Fry.\nWaffles. Ingredients: 3 eggs, 2 cups flour. Method: Mix. Bake."
    #expect(try names(text) == ["Pancakes 2 1", "Waffles 2 1"])
  }

  @Test(arguments: texts) func `texts one below the other`(_ text: String) throws {
    let found = try names(text)
    #expect(found.count == 2 && found.allSatisfy { $0.hasSuffix(" 2 2") }, "\(found)")
    #expect(found.first?.contains("Pan") == true || found.first?.contains("Блин") == true, "\(found)")
  }

  @Test(arguments: [
    "Cake\n\nIngredients\n2 eggs\n1 cup flour\n\nFor the frosting\n\nIngredients\n1 cup sugar\n100 g butter\n\nMethod\nMix.\nBake.",
    "# Cake\n## Ingredients\n- 2 eggs\n- flour\n## Method\n1. Mix\n## Frosting\n### Ingredients\n- 1 cup sugar\n### Method\n1. Whip",
    "Cake\n2 eggs\n1 cup flour\n\nMix it all well.\n\nGlaze\n1 cup sugar\n2 tbsp milk\n\nStir it until smooth.",
  ]) func `parts of one recipe stay in it`(_ text: String) throws { #expect(try names(text).count == 1) }

  /// Any two of the texts that people paste are two, as each is by itself.
  @Test(arguments: ["en", "fr", "ko", "ru"]) func `pasted texts in pairs`(_ language: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Pasted/\(language).txt")
    let blocks = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "=====\n").map {
      String($0.split(separator: "\n", maxSplits: 1)[1])
    }
    for block in blocks { #expect((try? names(block).count) ?? 1 == 1, "\(block)") }
    var (pairs, right) = (0, 0)
    for (first, second) in zip(blocks, blocks.dropFirst()) {
      guard let one = try? names(first), let two = try? names(second) else { continue }
      for gap in ["\n\n", "\n\n\n", "\n\n-----\n\n"] {
        pairs += 1
        if try names(first.trimmingCharacters(in: .newlines) + gap + second) == one + two { right += 1 }
      }
    }
    print("Tests/Pasted/\(language).txt: \(right) of \(pairs) pairs")
    #expect(right * 20 >= pairs * 17)
  }

  @Test func `those beyond the limit are named`() throws {
    var limits = ImportLimits()
    limits.recipes = 2
    let all = (1...4).map { stated("Dish \($0)", ["\($0) eggs", "\($0) cups flour"]) }.joined(separator: ",")
    let page = "<script type=application/ld+json>[\(all)]</script>"
    let file = try RecipeFile.read(Array(page.utf8), name: "a.html", limits: limits)
    #expect(file.recipes.map(\.title) == ["Dish 1", "Dish 2"])
    #expect(file.leftOut.recipeNames == ["Dish 3", "Dish 4"])
  }
}
