import Testing

@testable import RecipeImport

/// What exports hold besides schema.org's fields.
struct ExportTests {
  private func recipe(_ json: String, name: String = "x.json") throws -> ImportedRecipe {
    try #require(try RecipeFile.parse(Array(json.utf8), name: name).first)
  }

  /// A line in Mealie's parts, and what it says.
  static let lines: [(String, [String])] = [
    (#"{"note":"240 g flour","unit":null,"food":null,"disableAmount":true,"quantity":1}"#, ["240 g flour"]),
    (#"{"note":"salt","unit":null,"food":null,"disableAmount":true,"quantity":0.0}"#, ["salt"]),
    (
      #"{"note":"240 g flour","unit":null,"food":null,"disable_amount":false,"quantity":1.0,"display":"1 240 g flour"}"#,
      ["240 g flour"]
    ),
    (#"{"note":"½ lemon","unit":null,"food":null,"quantity":1,"display":"1 ½ lemon"}"#, ["½ lemon"]),
    (#"{"note":"eggs","unit":null,"food":null,"quantity":2.0}"#, ["2 eggs"]),
    (#"{"note":"","unit":{"name":"gram"},"food":{"name":"flour"},"quantity":200.0,"display":""}"#, ["200 gram flour"]),
    (
      #"{"note":"to taste","unit":null,"food":{"name":"salt"},"quantity":0.0,"display":"0 salt to taste"}"#,
      ["salt to taste"]
    ),
    (
      #"{"note":"soft","unit":{"name":"tbsp"},"food":{"name":"butter"},"quantity":1.5,"display":"1 ½ tbsp butter soft"}"#,
      ["1 ½ tbsp butter soft"]
    ),
    (#"{"note":"","unit":null,"food":{"name":"egg"},"quantity":1,"display":"1 egg"}"#, ["1 egg"]),
    (#"{"title":"Glaze","note":"","unit":null,"food":null,"quantity":1}"#, ["Glaze:"]),
  ]

  @Test(arguments: lines) func `fillers of Mealie are no amounts`(_ line: String, _ expected: [String]) throws {
    let recipe = try recipe(
      #"{"slug":"a","name":"A","recipeIngredient":[\#(line)],"recipeInstructions":[{"text":"Mix."}]}"#)
    #expect(recipe.ingredients == expected)
  }

  @Test func `Paprika's notes, source and the rest are kept, marks are not`() throws {
    let recipe = try recipe(
      #"{"name":"Stew","ingredients":"1 lb beef\n2 onions, *chopped*","directions":"1. Brown the beef.\n2. **Simmer** 2 hours. [photo:1]\n[photo:2]\n[recipe:Dough] is _good_ with it.","servings":"2","notes":"Better the next day.\nFreezes.","nutritional_info":"500 kcal","source":"Aunt May","difficulty":"Easy","rating":4}"#
    )
    #expect(recipe.ingredients == ["1 lb beef", "2 onions, chopped"])
    #expect(recipe.steps == ["Brown the beef.", "Simmer 2 hours.", "Dough is good with it."])
    #expect(recipe.notes == "Better the next day.\nFreezes.\n\nDifficulty: Easy")
    #expect(recipe.sourceName == "Aunt May" && recipe.nutrition == "500 kcal" && recipe.stars == 4)
  }

  @Test func `RecipeSage's comments, source and headings`() throws {
    let recipe = try recipe(
      #"[{"@type":"Recipe","name":"Lasagne","creditText":"Grandma","isBasedOn":"https://a.org/l","comment":[{"@type":"Comment","name":"Author Notes","text":"Freezes well."}],"recipeIngredient":["[Sauce]","500 g beef"],"recipeInstructions":[{"@type":"HowToStep","text":"[Sauce]"},{"@type":"HowToStep","text":"Brown it."}],"aggregateRating":{"ratingValue":"4","bestRating":"5"}}]"#
    )
    #expect(recipe.ingredients == ["Sauce:", "500 g beef"] && recipe.steps == ["Sauce:", "Brown it."])
    #expect(
      recipe.notes == "Freezes well." && recipe.stars == 4 && recipe.sourceName == "Grandma"
        && recipe.url == "https://a.org/l")
  }

  @Test func `Mealie's notes, tools and nutrition`() throws {
    let recipe = try recipe(
      #"{"slug":"a","name":"A","recipe_ingredient":[{"note":"2 eggs","quantity":1,"unit":null,"food":null}],"recipe_instructions":[{"title":"","text":"Beat **well**."}],"notes":[{"title":"Tip","text":"Use old eggs.\nOr none."},{"title":"","text":"Good."}],"tools":[{"name":"Whisk"}],"nutrition":{"calories":"120","fat_content":null,"protein_content":"7"},"extras":{"oven":"left"},"comments":[{"text":"We liked it."}]}"#
    )
    #expect(recipe.steps == ["Beat well."])
    #expect(
      recipe.notes
        == "Tip:\nUse old eggs.\nOr none.\n\nGood.\n\nWe liked it.\n\nTools: Whisk\n\nExtras: oven left")
    #expect(recipe.nutrition == "calories 120, protein 7" && recipe.stars == nil)
  }

  @Test func `Nextcloud's headings, nutrition and author`() throws {
    let recipe = try recipe(
      ###"{"@type":"Recipe","name":"A","author":{"name":"Anna"},"recipeIngredient":["2 eggs"],"recipeInstructions":["## Dough","1) Mix.","2) Rest."],"nutrition":{"@type":"NutritionInformation","calories":"134 kcal","saturatedFatContent":"1 g"},"tool":["Bowl","Spoon"],"aggregateRating":{"ratingValue":"4.58","ratingCount":"40"}}"###
    )
    #expect(recipe.steps == ["Dough:", "Mix.", "Rest."])
    #expect(
      recipe.notes == "Tools: Bowl, Spoon" && recipe.nutrition == "calories 134 kcal, saturated fat 1 g"
        && recipe.stars == nil
        && recipe.sourceName == "Anna")
  }

  @Test func `headings of groups and names of steps stay lines`() throws {
    let nextcloud = try recipe(
      ###"{"@type":"Recipe","name":"A","recipeIngredient":["## Dough","200 g flour","Filling:","2 eggs"],"recipeInstructions":["Mix."]}"###
    )
    #expect(nextcloud.ingredients == ["Dough:", "200 g flour", "Filling:", "2 eggs"])
    let sage = try recipe(
      #"{"@type":"Recipe","name":"A","recipeIngredient":["2 eggs"],"recipeInstructions":[{"@type":"HowToSection","name":"Dough"},{"@type":"HowToStep","text":"Mix."},{"@type":"HowToStep","name":"Bake."}]}"#
    )
    #expect(sage.steps == ["Dough:", "Mix.", "Bake."])
    let mealie = try recipe(
      #"{"slug":"a","name":"A","recipeIngredient":[],"recipeInstructions":[{"title":"Pan","summary":"Frying","text":"Fry."},{"title":"","summary":"Step 2","text":"Eat."}],"lastMade":"2024-06-01","assets":[{"name":"Menu","fileName":"menu.pdf"}]}"#
    )
    #expect(mealie.steps == ["Pan:", "Frying:", "Fry.", "Eat."])
    #expect(mealie.notes == "Last made: 2024-06-01\n\nFiles: Menu")
  }

  @Test func `every recipe of a list, with nothing in it as well`() throws {
    let recipes = (1...600).map {
      #"{"@type":"Recipe","name":"R\#($0)","recipeIngredient":[],"recipeInstructions":[]}"#
    }
    let found = try RecipeFile.parse(Array("[\(recipes.joined(separator: ","))]".utf8), name: "x.json")
    #expect(found.map(\.title) == (1...600).map { "R\($0)" })
    var limits = ImportLimits()
    limits.values = 100
    let cut = try RecipeFile.read(Array("[\(recipes.joined(separator: ","))]".utf8), name: "x.json", limits: limits)
    #expect(cut.recipes.count < 600 && cut.leftOut.fileNames == ["x.json"])
  }

  @Test func `Tandoor's recipe`() throws {
    let recipe = try recipe(
      #"{"name":"Chili","description":"","keywords":[{"name":"Stew"}],"steps":[{"name":"Sauce","instruction":"Cut.\n\n1. Boil.","ingredients":[{"food":{"name":"beans"},"unit":{"name":"g"},"amount":200.0,"note":"dry","is_header":false,"no_amount":false},{"food":{"name":"salt"},"unit":null,"amount":0.0,"note":"","is_header":false,"no_amount":true}]},{"name":"","instruction":"Eat.","ingredients":[]}],"working_time":10,"waiting_time":60,"servings":4,"servings_text":"portions","source_url":"https://a.org/c","nutrition":null}"#
    )
    #expect(recipe.title == "Chili" && recipe.ingredients == ["Sauce:", "200 g beans (dry)", "salt"])
    #expect(recipe.steps == ["Sauce:", "Cut.", "Boil.", "Eat."])
    #expect(recipe.servings == 4 && recipe.prepMinutes == 10 && recipe.cookMinutes == 60 && recipe.totalMinutes == 70)
    #expect(recipe.url == "https://a.org/c" && recipe.statements == ["Stew"] && recipe.notes == nil)
  }

  @Test func `Tandoor's templates, times of steps, plurals and fractions`() throws {
    let recipe = try recipe(
      #"{"name":"A","steps":[{"name":"Base","instruction":"Fry {{ ingredients[0] }}, add {{ ingredients[1].food }} { {{ x }} and {% scalable_number 5 %} eggs, {{ scale(3) }} times.","ingredients":[{"food":{"name":"onion","plural_name":"onions"},"unit":null,"amount":"2.0000000000000000","note":""},{"food":{"name":"flour","plural_name":""},"unit":{"name":"cup","plural_name":"cups"},"amount":0.3333333333333333,"note":""},{"food":{"name":"milk"},"unit":{"name":"cup","plural_name":"cups"},"amount":"1.5","note":""}],"time":30},{"name":"","instruction":"Eat.","ingredients":[],"time":5}],"working_time":0}"#
    )
    #expect(recipe.ingredients == ["Base:", "2 onions", "0.333 cup flour", "1.5 cups milk"])
    #expect(recipe.steps == ["Base:", "Fry 2 onions, add flour { {{ x }} and 5 eggs, 3 times.", "Eat."])
    #expect(recipe.notes == "Base: 30 min\n\nStep 2: 5 min")
  }

  @Test func `Paprika's further pictures are named, and its marks leave no gap`() throws {
    let json =
      #"{"name":"A","ingredients":"2 eggs","directions":"Fry [photo:1].","photo_data":"/9j/","photos":[{"data":"/9j/"},{"data":"/9j/"}],"on_favorites":true}"#
    let file = try RecipeFile.read(Array(json.utf8), name: "x.json", limits: ImportLimits())
    #expect(file.recipes.first?.steps == ["Fry."] && file.recipes.first?.notes == "Favourite: yes")
    #expect(file.leftOut.pictures == 2 && file.leftOut.pictureNames == ["A", "A"])
  }

  @Test func `lists as objects, and steps out of order`() throws {
    let nextcloud = try recipe(
      #"{"@type":"Recipe","name":"A","recipeIngredient":{"0":"1 leek","2":"2 l water"},"recipeInstructions":{"0":"Boil.","1":"Eat."}}"#
    )
    #expect(nextcloud.ingredients == ["1 leek", "2 l water"] && nextcloud.steps == ["Boil.", "Eat."])
    let tandoor = try recipe(
      #"{"name":"A","steps":[{"instruction":"Then.","order":2,"ingredients":[{"food":{"name":"b"},"order":1},{"food":{"name":"a"},"order":0}]},{"instruction":"First.","order":1,"ingredients":[]}],"working_time":0}"#
    )
    #expect(tandoor.steps == ["First.", "Then."] && tandoor.ingredients == ["a", "b"])
  }

  @Test func `a time that is none is a note`() throws {
    let paprika = try recipe(
      #"{"name":"A","ingredients":"2 eggs","directions":"Fry.","prep_time":"overnight","cook_time":"0"}"#)
    #expect(paprika.notes == "Prep time: overnight")
    let mealie = try recipe(
      #"{"slug":"a","name":"A","recipeIngredient":[],"recipeInstructions":[],"prepTime":"a while","performTime":"5 min","totalTime":"PT0S"}"#
    )
    #expect(mealie.notes == "Prep time: a while" && mealie.cookMinutes == 5)
  }

  @Test func `A rating in halves is whole stars, and its words stay; none is none`() throws {
    func rated(_ rating: String) throws -> ImportedRecipe {
      try recipe(
        #"{"slug":"a","name":"A","recipeIngredient":["2 eggs"],"recipeInstructions":[{"text":"Mix."}],"rating":\#(rating)}"#
      )
    }
    for (rating, stars, notes) in [
      ("3.5", 4, "Rating: 3.5"), ("5", 5, nil), ("0", nil, nil), ("null", nil, nil), ("9", nil, "Rating: 9"),
      ("0.2", 1, "Rating: 0.2"),
    ] {
      let recipe = try rated(rating)
      #expect(recipe.stars == stars && recipe.notes == notes, "\(rating)")
    }
  }

  static let half: [(String, [String], [String])] = [
    (#"{"name":"A","ingredients":"2 eggs","directions":""}"#, ["2 eggs"], []),
    (#"{"name":"A","ingredients":"","directions":"Boil.\nEat."}"#, [], ["Boil.", "Eat."]),
    (#"{"slug":"a","name":"A","recipe_ingredient":[],"recipe_instructions":[{"text":"Boil."}]}"#, [], ["Boil."]),
    (
      #"{"slug":"a","name":"A","recipe_ingredient":[{"note":"2 eggs","quantity":1}],"recipe_instructions":[]}"#,
      ["2 eggs"], []
    ),
    (#"{"@type":"Recipe","name":"A","recipeInstructions":["Boil."]}"#, [], ["Boil."]),
    (#"<h1>A</h1><h2>Directions</h2><ol><li>Boil.</li><li>Eat.</li></ol>"#, [], ["Boil.", "Eat."]),
    (#"<h1>A</h1><h2>Ingredients</h2><ul><li>2 eggs</li><li>salt</li></ul>"#, ["2 eggs", "salt"], []),
    (
      #"<h1>A</h1><script type="application/ld+json">{"@type":"Recipe","recipeInstructions":["Boil."]}</script>"#, [],
      ["Boil."]
    ),
    ("A\n\nIngredients:\n2 eggs\nsalt & pepper", ["2 eggs", "salt & pepper"], []),
    ("A\n\nDirections\n1. Boil.\n2. Eat.", [], ["Boil.", "Eat."]),
    ("A\nИнгредиенты\n2 яйца\nсоль\nПриготовление\n1) Сварить.", ["2 яйца", "соль"], ["Сварить."]),
  ]

  @Test(arguments: half) func `recipes with only ingredients, or only directions`(
    _ text: String, _ ingredients: [String], _ steps: [String]
  )
    throws
  {
    let recipe = try recipe(text, name: "a")
    #expect(recipe.title == "A" && recipe.ingredients == ingredients && recipe.steps == steps)
  }

  static let marks: [(String, String)] = [
    ("*a* b", "a b"), ("**a b** c", "a b c"), ("_a_ b", "a b"), ("a_b_c", "a_b_c"), ("2 * 3 * 4", "2 * 3 * 4"),
    ("flour*", "flour*"), ("* see below", "* see below"), ("~~a~~ b", "a b"), ("~30 g", "~30 g"), ("[photo:1]", ""),
    ("a [photo: 2] b", "a b"), ("[recipe:Dough]", "Dough"), ("the [dough](https://a.org)", "the dough"),
    ("[Dough]", "Dough:"),
    ("## Dough", "Dough:"), ("#1 flour", "#1 flour"), ("1 egg [large]", "1 egg [large]"), ("*a", "*a"),
    ("***a***", "a"),
  ]

  @Test(arguments: marks) func `marks of other programs`(_ text: String, _ plain: String) {
    #expect(Marks.removed(from: text) == plain)
  }

  static let numbered: [([String], [String])] = [
    (["1. Boil.", "2. Peel.", "Step 3: Eat."], ["Boil.", "Peel.", "Eat."]), (["1) Boil", "2) Eat"], ["Boil", "Eat"]),
    (["Step 1", "Boil.", "Step 2:", "Eat."], ["Boil.", "Eat."]), (["1", "Boil.", "2.", "Eat."], ["Boil.", "Eat."]),
    (["Étape 1 : Couper.", "Étape 2 – Cuire."], ["Couper.", "Cuire."]),
    (["Шаг 1. Резать.", "Шаг 2: Варить."], ["Резать.", "Варить."]),
    (["1단계: 썬다", "2단계 끓인다"], ["썬다", "끓인다"]), (["(1) Boil", "(2) Eat"], ["Boil", "Eat"]),
    (["①Boil", "② Eat"], ["Boil", "Eat"]),
    (["1.Boil", "2.Eat"], ["Boil", "Eat"]), (["１．切る", "２．煮る"], ["切る", "煮る"]), (["手順1 切る"], ["切る"]),
    (["1 Boil it", "2 Peel it", "3 Eat it"], ["Boil it", "Peel it", "Eat it"]),
    (["1 - Boil", "2 - Eat"], ["Boil", "Eat"]),
    (["STEP 1 Boil."], ["Boil."]), (["1. Boil.", "Bake:", "1. Heat."], ["Boil.", "Bake:", "Heat."]),
    // What is no number of a step.
    (["2 eggs are beaten."], ["2 eggs are beaten."]), (["1.5 l water is boiled."], ["1.5 l water is boiled."]),
    (["10: 30 is the time."], ["10: 30 is the time."]), (["Step 1 and 2 are easy."], ["Step 1 and 2 are easy."]),
    (["1단계에서 만든 것"], ["1단계에서 만든 것"]), (["180. Bake."], ["180. Bake."]),
    (["1-2 eggs are beaten."], ["1-2 eggs are beaten."]),
    (["2 Eggs are beaten.", "Eat."], ["2 Eggs are beaten.", "Eat."]),
    (["Stepping back, stir."], ["Stepping back, stir."]),
    (["350 °F", "Boil."], ["350 °F", "Boil."]), (["3 минуты варить."], ["3 минуты варить."]),
  ]

  @Test(arguments: numbered) func `the page numbers steps itself`(_ steps: [String], _ plain: [String]) {
    #expect(StepNumbers.removed(from: steps) == plain)
    #expect(StepNumbers.removed(from: plain) == plain)
  }
}
