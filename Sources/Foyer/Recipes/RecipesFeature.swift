import HTTP

extension Feature {
  static let recipes = Feature(
    routes: { routes in
      routes.get("/recipes", Recipes.cookbook)
      routes.post("/recipes", limits: .standard, Recipes.create)
      routes.get("/recipes/new", Recipes.new)
      routes.get("/recipes/results", Recipes.results)
      routes.get("/recipes/parameters", Recipes.editParameters)
      routes.post("/recipes/parameters", Recipes.updateParameters)
      routes.post("/recipes/parameters/clear", Recipes.clearParameters)
      routes.get("/recipes/hand", Recipes.hand)
      routes.get("/recipes/staples", Recipes.staples)
      routes.post("/recipes/staples", Recipes.decideStaples)
      routes.get("/recipes/packets", Recipes.packets)
      routes.post("/recipes/packets", Recipes.changePacket)
      routes.post("/recipes/ingredients", Recipes.addIngredients)
      routes.post("/recipes/ingredients/{id}", Recipes.updateIngredient)
      routes.get("/recipes/ingredients/suggest", Recipes.suggest)
      routes.post("/recipes/ingredients/clear", Recipes.clearIngredients)
      routes.post("/recipes/ingredients/{id}/delete", Recipes.deleteIngredient)
      routes.post("/recipes/ingredients/{id}/restore", Recipes.restoreIngredients)
      routes.post("/recipes/starters", Recipes.hideStarters)
      routes.get("/recipes/import", RecipeImports.index)
      routes.post("/recipes/import", limits: RecipeImports.limits, RecipeImports.preview)
      routes.get("/recipes/import/pictures/{id}", Recipes.preview)
      routes.get("/recipes/{id}", Recipes.show)
      routes.post("/recipes/{id}", limits: .standard, Recipes.update)
      routes.get("/recipes/{id}/edit", Recipes.edit)
      routes.get("/recipes/{id}/cook", Recipes.cook)
      routes.get("/recipes/{id}/print", Recipes.sheet)
      routes.get("/recipes/{id}/image", Recipes.picture)
      routes.get("/recipes/{id}/thumbnail", Recipes.thumbnail)
      routes.post("/recipes/{id}/delete", Recipes.delete)
      routes.post("/recipes/{id}/restore", Recipes.restore)
      routes.post("/recipes/{id}/favorite", Recipes.favor)
      routes.post("/recipes/{id}/stars", Recipes.rate)
      routes.post("/recipes/{id}/packets", Recipes.answerPacket)
      routes.get("/favorites", Recipes.favorites)
    },
    notices: RecipeNotice.self,
    places: [
      NamedPlace(path: "/recipes/new", icon: "plus", isBeginning: true, words: { $0.wordsRecipeNew }) { $0.recipesNew },
      NamedPlace(path: "/recipes", icon: "pot", key: "r", words: { $0.wordsRecipes }) { $0.recipesTitle },
      NamedPlace(path: "/recipes/hand", icon: "basket", words: { $0.wordsHand }) { $0.recipesHand },
      NamedPlace(path: "/recipes/staples", icon: "basket", words: { $0.wordsStaples }) { $0.recipesStaples },
      NamedPlace(path: "/recipes/packets", icon: "check", words: { $0.wordsPackets }) { $0.recipesPackets },
      NamedPlace(path: "/favorites", icon: "heart", key: "f", words: { $0.wordsFavorites }) { $0.recipesFavorites },
      NamedPlace(path: "/recipes/parameters", icon: "sliders", words: { $0.wordsParameters }) { $0.recipesParameters },
      NamedPlace(path: "/recipes/import", icon: "download", words: { $0.wordsImport }) { $0.importTitle },
    ],
    guide: [
      GuideLine("/recipes", { $0.guideRecipes }, { $0.guideRecipesText }),
      GuideLine("/recipes/hand", { $0.guideHand }, { $0.guideHandText }),
      GuideLine("/recipes/staples", { $0.recipesStaples }, { $0.guideStaplesText }),
      GuideLine("/recipes/packets", { $0.recipesPackets }, { $0.guidePacketsText }),
      GuideLine("/recipes/import", { $0.guideImporting }, { $0.guideImportingText }),
      GuideLine("/recipes/results", { $0.guideCook }, { $0.guideCookText }),
    ],
    found: [.recipes],
    trash: [
      TrashKind(
        name: "recipes", row: "recipe", path: "/recipes", rank: 0, title: { $0.navRecipes },
        rows: RecipeQueries.listDeleted)
    ],
    activity: ["recipe_added": { ($0.activityRecipe(name: $1, title: $2), "/recipes/\($3)") }],
    derived: DerivedData.ofRecipes)
}
