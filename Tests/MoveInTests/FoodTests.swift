import RecipeImport
import Testing

@testable import MoveIn

@Suite struct `Files of recipe programs` {
  private func printed(_ recipe: ImportedRecipe?) -> [String] {
    guard let recipe else { return [] }
    var lines = [recipe.title ?? "?"] + recipe.ingredients.map { "- \($0)" } + recipe.steps.map { "> \($0)" }
    if let servings = recipe.servings { lines.append("for \(servings)") }
    let minutes = [recipe.prepMinutes, recipe.cookMinutes, recipe.totalMinutes]
    if minutes.contains(where: { $0 != nil }) {
      lines.append("minutes " + minutes.map { $0.map { String($0) } ?? "?" }.joined(separator: " "))
    }
    if !recipe.statements.isEmpty { lines.append("labels \(recipe.statements.joined(separator: ","))") }
    if let url = recipe.url { lines.append("from \(url)") }
    if let source = recipe.sourceName { lines.append("by \(source)") }
    if let notes = recipe.notes { lines.append("notes \(notes)") }
    if let nutrition = recipe.nutrition { lines.append("nutrition \(nutrition)") }
    return lines
  }

  @Test(arguments: ["a1b2-c3", "a1b2c3"]) func `Mealie's backup, ids with and without dashes`(id: String) {
    let file = moved(
      """
      {"recipes":[{"id":"a1b2-c3","name":"Soup","description":"hot","prep_time":"10 minutes","perform_time":"20 minutes","recipe_yield":"4 servings",
        "org_url":"https://example.org/s","rating":4,"last_made":null}],
       "recipes_ingredients":[
        {"recipe_id":"\(id)","position":1,"title":null,"note":"chopped","quantity":2.0,"unit_id":null,"food_id":"f-2"},
        {"recipe_id":"\(id)","position":0,"title":"Base","note":"","quantity":0.5,"unit_id":"u-1","food_id":"f-1"},
        {"recipe_id":"\(id)","position":2,"title":"","note":"salt to taste","quantity":0,"unit_id":null,"food_id":null}],
       "recipe_instructions":[{"recipe_id":"\(id)","position":1,"title":"","text":"Serve."},{"recipe_id":"\(id)","position":0,"title":"Pot","text":"Boil."}],
       "ingredient_units":[{"id":"u1","name":"liter"}],"ingredient_foods":[{"id":"f1","name":"stock"},{"id":"f2","name":"onions"}],
       "tags":[{"id":"t1","name":"winter"}],"recipes_to_tags":[{"recipe_id":"\(id)","tag_id":"t-1"}],
       "notes":[{"recipe_id":"\(id)","title":"Tip","text":"freeze"}],"recipe_nutrition":[{"recipe_id":"\(id)","calories":"200"}],
       "group_meal_plans":[{"date":"2026-09-01","entry_type":"dinner","title":"","text":"","recipe_id":"\(id)"}],
       "shopping_lists":[{"id":"l1","name":"Week"}],
       "shopping_list_items":[{"shopping_list_id":"l-1","checked":true,"quantity":180.0,"note":"","unit_id":null,"food_id":"f1"}]}
      """)
    #expect(file.program == "Mealie")
    #expect(
      file.recipes.map(printed) == [
        [
          "Soup", "- Base:", "- 0.5 liter stock", "- 2 onions, chopped", "- salt to taste", "> Pot:", "> Boil.",
          "> Serve.", "for 4",
          "minutes 10 20 30", "labels winter", "from https://example.org/s",
          "notes Tip: freeze\nRating: 4", "nutrition calories 200",
        ]
      ])
    #expect(file.meals == [MovedMeal(day: "2026-09-01", meal: "dinner", title: "Soup")])
    #expect(file.shopping == [MovedLine(text: "180 stock", list: "Week", isDone: true)])
  }

  @Test func `the command prints a recipe's nutrition`() {
    let file = moved(
      #"{"name":"Stew","ingredients":"1 leek","directions":"Boil.","nutritional_info":"200 kcal","photo_hash":""}"#)
    #expect(file.json(file: "a").contains(#""nutrition":"200 kcal""#))
  }

  @Test func `Mealie 2 and 3: yields, plurals, recipes as ingredients, and what members have said`() {
    let file = moved(
      """
      {"recipes":[{"id":"r1","name":"Muffins","recipe_yield":"muffins","recipe_yield_quantity":12.0,"recipe_servings":0.0,"rating":null},
        {"id":"r2","name":"Glaze"}],
       "recipes_ingredients":[
        {"recipe_id":"r1","position":0,"note":"","quantity":2.5,"unit_id":"u1","food_id":"f1"},
        {"recipe_id":"r1","position":1,"note":"","quantity":1.0,"unit_id":"u1","food_id":"f1"},
        {"recipe_id":"r1","position":2,"note":"","quantity":null,"unit_id":null,"food_id":"f1"},
        {"recipe_id":"r1","position":3,"note":"","quantity":1.0,"unit_id":null,"food_id":null,"referenced_recipe_id":"r2"}],
       "recipe_instructions":[{"recipe_id":"r1","position":0,"title":"","summary":"Batter","text":"**Mix**.\\n\\n- stir\\n- rest"}],
       "ingredient_units":[{"id":"u1","name":"cup","plural_name":"cups"}],
       "ingredient_foods":[{"id":"f1","name":"onion","plural_name":"onions"},{"id":"f2","name":"salt","on_hand":true},{"id":"f3","name":"rice"}],
       "households_to_ingredient_foods":[{"household_id":"h","food_id":"f3"}],"api_extras":[{"recipee_id":"r1","key_name":"wine","value":"red"}],
       "recipe_timeline_events":[{"recipe_id":"r1","subject":"Recipe Created","event_type":"system"},
        {"recipe_id":"r1","subject":"Ann made this","message":"too sweet","event_type":"info","timestamp":"2024-05-01T10:00:00"}],
       "users_to_recipes":[{"recipe_id":"r1","rating":5,"is_favorite":true}],
       "households_to_recipes":[{"recipe_id":"r1","last_made":"2024-05-01"}],
       "group_meal_plans":[{"date":"2024-05-01","entry_type":"lunch","title":"Order in","text":"Pizza"},
        {"date":"2024-05-02","entry_type":"lunch","title":"","text":"Leftovers"}],
       "shopping_lists":[{"id":"l1","name":"Week"}],
       "shopping_list_items":[{"shopping_list_id":"l1","position":1,"checked":false,"quantity":1.0,"note":"milk","is_food":false},
        {"shopping_list_id":"l1","position":0,"checked":false,"quantity":2.0,"note":"","is_food":true,"food_id":"f1"}]}
      """)
    #expect(
      printed(file.recipes.first) == [
        "Muffins", "- 2.5 cups onions", "- 1 cup onion", "- onions", "- 1 Glaze", "> Batter:", "> Mix.", "> stir",
        "> rest",
        "notes wine: red\nLast made: 2024-05-01\n2024-05-01: Ann made this: too sweet\nRating: 5\nFavourite: yes",
      ])
    #expect(file.recipes.first?.makes == Yield("12 muffins"))
    #expect(file.meals.map(\.title) == ["Order in", "Leftovers"])
    #expect(file.leftOut.map(\.why) == ["a text that belongs to no row: Pizza"])
    #expect(file.shopping.map(\.text) == ["2 onions", "milk"] && file.hand.map(\.name) == ["salt", "rice"])
  }

  @Test func `KitchenOwl's export of recipes alone, with its marks`() {
    let file = moved(
      """
      {"recipes":[{"name":"Crêpes","description":"## Pan\\nMelt **half** of (@Butter) in @Olive_oil{2 tbsp}, ask a@b.org.\\n- Fry.",
       "time":25,"photo":null,"cook_time":0,"prep_time":0,"yields":4,"source":"","items":[{"name":"Flour","description":"250 g"}],"tags":[]}]}
      """)
    #expect(
      file.recipes.map(printed) == [
        [
          "Crêpes", "- 250 g Flour", "> Pan:", "> Melt half of (Butter) in 2 tbsp Olive oil, ask a@b.org.", "> Fry.",
          "for 4", "minutes ? ? 25",
        ]
      ])
    #expect(file.program == "KitchenOwl" && file.leftOut.isEmpty)
  }

  @Test func `KitchenOwl's household`() {
    let file = moved(
      """
      {"name":"Home","planner_feature":true,"shoppinglists":["Default"],"recipes":[{"name":"Crêpes","description":"1. Stir.\\n2. Bake in @Butter.",
       "time":25,"cook_time":15,"prep_time":10,"yields":4,"source":"https://example.org/c","photo":"a.jpg",
       "items":[{"name":"Flour","description":"250 g"},{"name":"Apple","description":"","optional":true}],"tags":["fast"]}],"items":[{"name":"Flour"}]}
      """)
    #expect(
      file.recipes.map(printed) == [
        [
          "Crêpes", "- 250 g Flour", "- Apple (optional)", "> Stir.", "> Bake in Butter.", "for 4", "minutes 10 15 25",
          "labels fast",
          "from https://example.org/c",
        ]
      ])
    #expect(file.leftOut.map(\.what) == ["Crêpes", "Default", "1 items"])
  }

  @Test func `pages of Recipe Keeper and CopyMeThat have many recipes`() {
    let keeper = moved(
      """
      <html><head><title>Recipe Keeper</title></head><body>
      <div class="recipe-details"><h2 itemprop="name">One</h2><meta content="Cake" itemprop="recipeCategory"><span itemprop="recipeYield">8</span>
      <meta content="PT15M" itemprop="prepTime"><meta content="4" itemprop="recipeRating"><span itemprop="recipeCourse">Dessert, Tea</span>
      <div itemprop="recipeIngredients"><p>3 eggs</p><p></p><p>flour</p></div><div itemprop="recipeDirections"><p>1. Mix.</p><p>2. Bake.</p></div>
      <div itemprop="recipeNotes"><p>Good.</p></div></div>
      <div class="recipe-details"><h2 itemprop="name">Two</h2><div itemprop="recipeIngredients"><p>1 leek</p></div></div></body></html>
      """)
    #expect(keeper.program == "Recipe Keeper")
    #expect(
      keeper.recipes.map(printed) == [
        [
          "One", "- 3 eggs", "- flour", "> Mix.", "> Bake.", "for 8", "minutes 15 ? 15", "labels Cake,Dessert,Tea",
          "notes Rating: 4\nGood.",
        ],
        ["Two", "- 1 leek"],
      ])
    let copied = moved(
      """
      <html><head><meta name="copymethat_class_id_version" content="2"></head><body><div class = "recipe"><div id = "name">One</div>
      <a id = "original_link" href = "https://example.org/1">x</a><a id="recipeYield">6</a><span class = "recipeCategory">easy</span>
      <span id = "ratingValue">5</span><ul id = "recipeIngredients"><li class="recipeIngredient_subheader">Dough</li>
      <li class= "recipeIngredient">2 eggs</li></ul><ol><li class = "instruction" value = "1">Mix.</li>
      <li class = "instruction_note">Or not.</li></ol><li class = "recipeNote_subheader">Tips</li></div>
      <div class = "recipe"><div id = "name">Two</div><li class= "recipeIngredient">salt</li></div></body></html>
      """)
    #expect(
      copied.recipes.map(printed) == [
        [
          "One", "- Dough:", "- 2 eggs", "> Mix.", "> Or not.", "for 6", "labels easy", "from https://example.org/1",
          "notes Rating: 5\nTips",
        ],
        ["Two", "- salt"],
      ])
  }

  @Test func `a page of Recipe Keeper that is longer than a web page`() {
    let recipe =
      #"<div class="recipe-details"><h2 itemprop="name">R</h2><div itemprop="recipeDirections"><p>a<p>b<p>c</div></div>"#
    let file = moved("<html><body>\(String(repeating: recipe, count: 12_000))</body></html>")
    #expect(file.recipes.count == 12_000 && file.leftOut.isEmpty)
  }

  @Test func `tables of Plan to Eat and MyRecipeBox`() {
    let plan = moved(
      """
      Title,Course,Cuisine,Main Ingredient,Description,Source,Url,Prep Time,Cook Time,Total Time,Servings,Yield,Ingredients,Directions,Tags,Rating,Calories
      Loaf,Main,French,Beans,Good,Aunt,https://example.org/l,5,75,80,7,1 loaf,", Dough
      2 cups flour, sifted
      ","Mix.
      Bake.","Cheap, Fast",3,13
      """)
    #expect(plan.program == "Plan to Eat")
    #expect(
      plan.recipes.map(printed) == [
        [
          "Loaf", "- Dough:", "- 2 cups flour, sifted", "> Mix.", "> Bake.", "for 7", "minutes 5 75 80",
          "labels Main,Cheap,Fast",
          "from https://example.org/l", "by Aunt", "notes Rating: 3\nMain Ingredient: Beans",
          "nutrition calories 13",
        ]
      ])
    let box = moved(
      """
      title,description,preparationTime,cookingTime,inactiveTime,totalTime,quantity,ingredients,instructions,notes,nutrition,favorite,rating,categories,tags,video,source,originalPicture,
      Chips,,10,15,,25,,"2 potatoes
      [Dip]
      oil","Cut.

      Fry.",Hot,fat : 5 g,true,,Sides;Fast,,,https://example.org/c,https://example.org/c.jpg,
      """)
    #expect(box.program == "MyRecipeBox")
    #expect(
      box.recipes.map(printed) == [
        [
          "Chips", "- 2 potatoes", "- Dip:", "- oil", "> Cut.", "> Fry.", "minutes 10 15 25", "labels Sides,Fast",
          "from https://example.org/c",
          "notes Hot\nFavourite: yes", "nutrition fat : 5 g",
        ]
      ])
  }

  @Test func `a time in words is one, and what is none stays text`() {
    func recipe(_ time: String) -> ImportedRecipe? {
      moved("title,totaltime,servings,ingredients\nA,\"\(time)\",0,x\n").recipes.first
    }
    for (time, minutes) in [
      ("half an hour", 30), ("1 and a half hours", 90), ("1-1/2 hours", 90), ("une heure et demie", 90),
      ("полчаса", 30),
      ("1시간 반", 90), ("1 week", 10_080), ("1 hr 15", 75),
    ] {
      #expect(recipe(time)?.totalMinutes == minutes && recipe(time)?.notes == nil, "\(time)")
    }
    #expect(recipe("overnight")?.notes == "Total time: overnight" && recipe("overnight")?.makes == Yield())
    #expect(recipe("0")?.notes == nil && recipe("PT0S")?.notes == nil)
  }

  @Test func `tables of other programs, with bars for lines`() {
    let file = moved(
      """
      title,activeTime,totalTime,labels,ingredients,instructions,images,url
      Eggs,5 min,15 min,"fast, easy",2  eggs|salt,Fry.|Eat.,"https://example.org/e.jpg, https://example.org/f.jpg",
      """)
    #expect(
      file.recipes.map(printed) == [
        ["Eggs", "- 2 eggs", "- salt", "> Fry.", "> Eat.", "minutes 5 ? 15", "labels fast,easy"]
      ])
    #expect(file.recipes.first?.imageURL == "https://example.org/e.jpg")
  }

  @Test func `texts of Plan to Eat and RecipeSage`() {
    let plan = moved(
      """
      ----------------------------------------------------------------
      Title: Soup
      Serves: 4
      Yield: 2 l
      Source: https://example.org/s
      Cook Time: 20 min
      Tags: Winter^Fast
      Main Ingredient: Onion
      Ingredients:
      1 onion
      2 cups stock
      Directions:
      Note: boil.
      Eat.
      ----------------------------------------------------------------
      Title: Tea
      Ingredients:
      water
      """)
    #expect(plan.program == "Plan to Eat")
    #expect(
      plan.recipes.map(printed) == [
        [
          "Soup", "- 1 onion", "- 2 cups stock", "> Note: boil.", "> Eat.", "for 4", "minutes ? 20 20",
          "labels Winter,Fast", "from https://example.org/s", "notes Main Ingredient: Onion",
        ], ["Tea", "- water"],
      ])
    let sage = moved(
      """
      ==== Recipes ====

      Title: Cake
      Description: Good
      Yield: 8 pieces
      ActiveTime: 10 min
      Source: Ann
      Url: null
      Folder: main
      Ingredients: [Dough]
      1 egg
      Instructions: Mix.
      Bake.
      Notes: Hot.
      Rating: 4
      NutritionCalories: 200
      NutritionIron: null
      Labels: sweet, fast
      """)
    #expect(
      sage.recipes.map(printed) == [
        [
          "Cake", "- Dough:", "- 1 egg", "> Mix.", "> Bake.", "minutes 10 ? 10", "labels sweet,fast", "by Ann",
          "notes Hot.\nRating: 4", "nutrition calories 200",
        ]
      ])
  }

  @Test func `Cooklang: marks, front matter, sections, comments`() {
    let file = moved(
      """
      ---
      title: Pancakes
      servings: 2
      tags: [fast, sweet]
      author: Ann
      ---

      >> time: 30 minutes

      = Dough

      Mix @flour{1/2%cups}(sifted) and @sea salt{} with @milk in a #big bowl{}. -- slowly
      Wait ~{10%minutes}.

      [- nothing -]
      Fry for ~egg{3%min} with @oil{=1%tbsp}.
      > Eat at once.
      """, name: "x/Other.cook")
    #expect(
      file.recipes.map(printed) == [
        [
          "Pancakes", "- Dough:", "- 1/2 cups flour, sifted", "- sea salt", "- milk", "- 1 tbsp oil", "> Dough:",
          "> Mix flour and sea salt with milk in a big bowl. Wait 10 minutes.", "> Fry for 3 min with oil.", "for 2",
          "minutes ? ? 30",
          "labels fast,sweet", "by Ann", "notes Eat at once.\nTools: big bowl",
        ]
      ])
    #expect(moved("Boil @water{1%l}.", name: "some/Tea.cook").recipes.map(\.title) == ["Tea"])
    let nested = moved(
      """
      ---
      description: |
        For summer.
        From Nice.
      time:
        prep: 20 min
        cook: 1h30m
      source:
        name: A book
        url: https://example.org/r
        author: Ann
      servings: 4|8
      # not read
      tags:
        - "fast"
      image: https://example.org/a.jpg
      ---
      Stir @./sauces/coulis{1 / 2%cup} --- and @white wine|wine{} in #pan{2}, ask ann@example.org.\\
      Eat.
      """, name: "Stew.cook")
    #expect(
      nested.recipes.map(printed) == [
        [
          "Stew", "- 1/2 cup coulis", "- white wine", "> Stir coulis --- and wine in pan, ask ann@example.org. Eat.",
          "for 4", "minutes 20 90 110", "labels fast", "from https://example.org/r", "by A book",
          "notes Author: Ann\nTools: 2 pan",
        ]
      ])
    #expect(nested.recipes.first?.description == "For summer.\nFrom Nice.")
    #expect(nested.recipes.first?.imageURL == "https://example.org/a.jpg")
  }

  @Test func `MealMaster in two columns`() {
    let file = moved(
      """
      MMMMM----- Recipe via Meal-Master (tm) v8.05

            Title: Bean Soup
       Categories: Soups, Beans
            Yield: 6 Servings

            2 c  Beans                               1 ts Salt
          1/2 lb Bacon
                 -smoked
      MMMMM---------------------TOPPING---------------------------
            1 sm Onion

        Soak the beans
        overnight.

        Boil.

      MMMMM
      """)
    #expect(
      file.recipes.map(printed) == [
        [
          "Bean Soup", "- 2 cup Beans", "- 1/2 pound Bacon smoked", "- 1 teaspoon Salt", "- topping:",
          "- 1 small Onion",
          "> Soak the beans overnight.", "> Boil.", "for 6", "labels Soups,Beans",
        ]
      ])
    #expect(file.leftOut.isEmpty)
  }

  @Test func `MasterCook's text`() {
    let file = moved(
      """

      * Exported from MasterCook *

                                      Sea water

      Recipe By     : Ann
      Serving Size  : 2    Preparation Time :0:05
      Categories    : Drinks                           Cold Ones
        Amount  Measure       Ingredient -- Preparation Method
      --------  ------------  --------------------------------
             2          cups  water -- cold

      Stir.

                         - - - - - - - - - - - - - - - - - - -

      NOTES : No!
      """)
    #expect(
      file.recipes.map(printed) == [
        [
          "Sea water", "- 2 cups water, cold", "> Stir.", "for 2", "minutes 5 ? 5", "labels Drinks,Cold Ones", "by Ann",
          "notes No!",
        ]
      ])
  }

  @Test func `MealMaster: columns go on by themselves, headings of steps, the letters of MS-DOS`() {
    func row(_ first: String, _ second: String) -> String {
      first + String(repeating: " ", count: 41 - first.count) + second
    }
    let text = [
      "---------- Recipe via Meal-Master (tm) v8.02", "", "      Title: Käsesuppe", " Categories: None",
      "   Servings:  4", "", row("      2 c  Cheddar; grated", "  1 1/2 tb Butter or"),
      row("           -(about 8 oz)", "           -margarine"), row("", "      3    Eggs"), "",
      "-----------------------FOR THE PAN-FRY-----------------------", "      1 pn Nutmeg", "", "  Sauté.",
      "  Stir:\u{14}",
      "  Bake: 350 F.", "MMMMM-------------TOPPING-------------", "  Sprinkle.", "-----",
    ].joined(separator: "\r\n")
    let expected = [
      "Käsesuppe", "- 2 cup Cheddar; grated (about 8 oz)", "- 1 1/2 tablespoon Butter or margarine", "- 3 Eggs",
      "- for the pan-fry:", "- 1 pinch Nutmeg", "> Sauté. Stir:", "> Bake: 350 F.", "> topping:", "> Sprinkle.",
      "for 4",
    ]
    #expect(moved(text).recipes.map(printed) == [expected])
    let letters: [Character: UInt8] = ["ä": 0x84, "é": 0x82]
    let dos = text.unicodeScalars.map { letters[Character($0)] ?? UInt8(truncatingIfNeeded: $0.value) }
    #expect(MoveIn.read(dos, name: "a.mmf", now: today).recipes.map(printed) == [expected])
  }

  @Test func `MasterCook's fields behind the steps, and lines that go on`() {
    let file = moved(
      """
                           *  Exported from  MasterCook II  *

                                 Brûlée

      Recipe By     : Jane
      Serving Size  : 6    Preparation Time :1:25
      Categories    : Burgers                         Fish
                      Meat
        Amount  Measure       Ingredient -- Preparation Method
      --------  ------------  --------------------------------
                              ***CREAM***
        1                cup  milk -- warm
                              -- and fresh
         1/2           cup     sugar

      Mix
      well.

      Description:
        "Very
        good"
      Source:
        "A book"
      S(Internet Address):
        "https://example.org/b"
      Yield:
        "2 cups"
      T(Cook Time):
        "0:45"
                         - - - - - - - - - - - - - - - - - -

      Per Serving: 340 Calories

      Nutr. Assoc. : 0 0
      """)
    #expect(
      file.recipes.map(printed) == [
        [
          "Brûlée", "- CREAM:", "- 1 cup milk, warm, and fresh", "- 1/2 cup sugar", "> Mix well.", "for 6",
          "minutes 85 45 130", "labels Burgers,Fish,Meat", "from https://example.org/b", "by Jane",
          "notes Source: A book", "nutrition Per Serving: 340 Calories",
        ]
      ])
    #expect(file.recipes.first?.description == "Very good" && file.recipes.first?.makes.text == "2 cups")
  }

  @Test func `MasterCook's XML`() {
    let file = moved(
      """
      <?xml version="1.0" standalone="yes" encoding="ISO-8859-1"?>
      <!DOCTYPE mx2 SYSTEM "mx2.dtd">
      <mx2 source="MasterCook" date="April 14, 2025"><Summ><Nam>Stew</Nam></Summ>
      <RcpE name="Stew" author="Ann" img=""><Serv qty="8"/><PrpT elapsed="0:30"/><CatS><CatT>
      Dinner
      </CatT></CatS>
      <IngR name="beef" unit="pounds" qty="6"><IPrp>
      in dice
      </IPrp></IngR><IngR name="Sauce" code="S"></IngR><IngR name="oil" unit="cup" qty="1/2"></IngR>
      <DirS><DirT img="">
      Fry.
      </DirT><DirT>Boil & eat.</DirT></DirS>
      <Desc>Good</Desc><AltS label="Internet Address" source="https://example.org/s"/><Yield unit="cups" qty="36.000000"/>
      <AltT label="Cook" elapsed="0:45"/><RatS><RatE name="Taste" value="8"/></RatS><Note>Hot.</Note></RcpE>
      <RcpE name="Tea"><IngR name="water"/></RcpE></mx2>
      """)
    #expect(
      file.recipes.map(printed) == [
        [
          "Stew", "- 6 pounds beef, in dice", "- Sauce:", "- 1/2 cup oil", "> Fry.", "> Boil & eat.", "for 8",
          "minutes 30 45 75", "labels Dinner", "from https://example.org/s", "by Ann", "notes Rating: Taste 8\nHot.",
        ], ["Tea", "- water"],
      ])
    #expect(file.program == "MasterCook" && file.recipes.first?.makes.text == "36 cups")
  }
}
