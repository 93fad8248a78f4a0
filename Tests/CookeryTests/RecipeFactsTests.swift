import Cookery
import Testing

@Suite struct RecipeFactsTests {
  private func facts(_ lines: [String], _ statements: [String] = [], hearsay: [String] = []) -> RecipeFacts {
    RecipeFacts(lines: lines.map { IngredientLine($0) }, statements: statements + hearsay, hearsay: hearsay)
  }

  @Test func diets() {
    let salad = RecipeFacts(
      lines: ["2 tomatoes", "1 cucumber", "2 tbsp olive oil", "salt"].map { IngredientLine($0) }, statements: [],
      hearsay: [], servings: 4)
    for diet in Diet.allCases { #expect(salad.diets[diet] == .fits(stated: false), "\(diet)") }
    let omelette = facts(["3 eggs", "1 tbsp butter", "salt"])
    #expect(omelette.diets[.vegan] == .breaks(line: 0))
    #expect(omelette.diets[.lactoVegetarian] == .breaks(line: 0))
    #expect(omelette.diets[.ovoVegetarian] == .breaks(line: 1))
    #expect(omelette.diets[.lactoOvoVegetarian] == .fits(stated: false))
    #expect(omelette.diets[.ketogenic] == .fits(stated: false))
    #expect(omelette.diets[.paleo] == .breaks(line: 1))
    let fish = facts(["2 salmon fillets", "1 lemon"])
    #expect(fish.diets[.pescetarian] == .fits(stated: false))
    #expect(fish.diets[.lactoOvoVegetarian] == .breaks(line: 0))
    let stew = facts(["500 g beef", "2 onions", "1 l water"])
    #expect(stew.diets[.pescetarian] == .breaks(line: 0))
    #expect(stew.diets[.lowFODMAP] == .breaks(line: 1))
    #expect(stew.diets[.paleo] == .fits(stated: false))
    let pasta = facts(["300 g spaghetti", "50 g parmesan"])
    #expect(pasta.diets[.ketogenic] == .breaks(line: 0))
    #expect(pasta.diets[.lactoOvoVegetarian] == .unknown(line: 1))  // rennet
    #expect(facts(["1 cup zibbles"]).diets[.vegan] == .unknown(line: 0))
    #expect(facts(["2 tbsp honey"]).diets[.vegan] == .breaks(line: 0))
  }

  @Test func unknownIsNeverFree() {
    #expect(facts([]).allergens[.egg] == .unknown(line: nil))
    #expect(facts(["2 tomatoes", "1 cup zibbles"]).allergens[.peanut] == .unknown(line: 1))
    #expect(facts(["1 cup zibbles", "2 eggs"]).allergens[.egg] == .contains(line: 1))
    #expect(facts(["For the sauce:", "2 tomatoes"]).allergens[.egg] == .free)
  }

  @Test(arguments: [
    "gluten-free", "sans gluten", "без глютена", "글루텐프리", "https://schema.org/GlutenFreeDiet", "dairy-free, nut-free",
    "vegan", "végane", "веганское", "비건", "https://schema.org/VeganDiet", "paleo", "lactose-free", "free",
  ])
  func noLabelFreesAnAllergen(_ label: String) {
    for facts in [facts(["1 cup zibbles"], [label]), facts(["1 cup zibbles"], hearsay: [label])] {
      for allergen in Allergen.allCases { #expect(facts.allergens[allergen] == .unknown(line: 0), "\(allergen)") }
    }
    let cube = facts(["1 stock cube"], [label]), bare = facts(["1 stock cube"])
    #expect(cube.allergens == bare.allergens)
  }

  @Test(arguments: [
    "vegan", "Vegan", "Vegan!", "vegan recipe", "100% vegan", "végane", "Végétalien", "recette végane", "веганское",
    "веганский рецепт", "비건",
    "비건 레시피", "https://schema.org/VeganDiet", "dinner, vegan, easy", "#quick #vegan",
  ])
  func aLabelSpeaksForItsDiet(_ label: String) {
    let unknown = facts(["1 cup zibbles"], [label])
    for diet in [Diet.vegan, .lactoVegetarian, .ovoVegetarian, .lactoOvoVegetarian, .pescetarian] {
      #expect(unknown.diets[diet] == .fits(stated: true), "\(diet)")
    }
    for diet in [Diet.ketogenic, .paleo, .lowFODMAP] { #expect(unknown.diets[diet] == .unknown(line: 0), "\(diet)") }
    // Not against what a line contains.
    let meat = facts(["1 cup zibbles", "300 g sausages", "1 cup chicken stock"], [label])
    #expect(meat.diets[.vegan] == .breaks(line: 1) && meat.diets[.pescetarian] == .breaks(line: 1))
    #expect(facts(["1 cup milk"], [label]).allergens[.dairy] == .contains(line: 0))
    // Nor where the source said so, in whatever order and letters.
    for heard in [[label], ["easy", label.uppercased()], ["\(label), easy"]] {
      let facts = RecipeFacts(lines: [IngredientLine("1 cup zibbles")], statements: [label, "easy"], hearsay: heard)
      #expect(facts.diets[.vegan] == .unknown(line: 0), "\(heard)")
    }
  }

  @Test(arguments: [
    "vegan alternatives", "vegan option", "vegan pancakes", "vegan-friendly", "can be made vegan", "not vegan",
    "non-vegan", "almost vegan",
    "option végane", "pas végane", "presque végane", "не веганское", "почти веганское", "비건 옵션", "비건 아님", "veganuary",
  ])
  func moreThanTheNameOfADietSaysNothing(_ label: String) {
    let facts = facts(["1 cup zibbles"], [label])
    for diet in Diet.allCases { #expect(facts.diets[diet] == .unknown(line: 0), "\(diet)") }
  }

  @Test(arguments: [
    ("vegetarian", Diet.lactoOvoVegetarian), ("Végétarienne", .lactoOvoVegetarian),
    ("вегетарианское", .lactoOvoVegetarian),
    ("채식", .lactoOvoVegetarian), ("lacto-ovo vegetarian", .lactoOvoVegetarian), ("lacto-vegetarian", .lactoVegetarian),
    ("ovo-vegetarian", .ovoVegetarian), ("pescatarian", .pescetarian), ("keto", .ketogenic), ("кето", .ketogenic),
    ("paleo", .paleo), ("low-FODMAP", .lowFODMAP), ("저포드맵", .lowFODMAP),
  ])
  func otherDiets(_ label: String, _ diet: Diet) {
    let facts = facts(["1 cup zibbles"], [label])
    #expect(facts.diets[diet] == .fits(stated: true))
    #expect(facts.diets[.vegan] == .unknown(line: 0))
    let broken = self.facts(["2 eggs", "300 g beef", "2 tbsp sugar", "1 onion", "1 l milk"], [label])
    #expect(broken.diets[diet]?.isBroken == true)
  }

  /// A warning is heeded whoever wrote it.
  @Test(arguments: [
    "Contains: milk, wheat", "contient : lait", "содержит молоко", "우유 함유", "Allergens: milk", "contains milk or cream",
  ])
  func labelsWarn(_ label: String) {
    for facts in [facts(["2 tomatoes"], [label, "vegan"]), facts(["2 tomatoes"], ["vegan"], hearsay: [label])] {
      #expect(facts.allergens[.dairy] == .contains(line: nil))
      #expect(facts.diets[.vegan] == .breaks(line: nil))
      #expect(facts.diets[.lactoVegetarian] == .fits(stated: false))
    }
    #expect(facts(["2 tomatoes"], hearsay: ["may contain nuts"]).allergens[.treeNut] == .unknown(line: nil))
    for label in ["contains no milk", "ne contient pas de lait", "не содержит молоко"] {
      #expect(facts(["2 tomatoes"], [label]).allergens[.dairy] == .free)
    }
  }

  /// "Vegan", and an egg: the page says both.
  @Test(arguments: ["vegan", "végane", "веганское", "비건", "dinner, vegan"])
  func aLabelThatALineContradictsIsSaid(_ label: String) {
    let broken = facts(["2 tomatoes", "2 eggs"], [label])
    let found = RecipeLabels.contradicted([label], hearsay: [], broken)
    #expect(found.map(\.line) == [1] && found.first.map { label.hasSuffix($0.label) } == true)
    #expect(RecipeLabels.contradicted([label], hearsay: [label], broken).isEmpty)
    #expect(RecipeLabels.contradicted([label], hearsay: [], facts(["2 tomatoes"], [label])).isEmpty)
    #expect(RecipeLabels.contradicted(["soup", "vegan option"], hearsay: [], broken).isEmpty)
  }

  @Test func hearsayStaysUntilItIsChanged() {
    #expect(RecipeLabels.unchanged(["Vegan", "soup"], in: ["soup, quick", "vegan"]) == ["Vegan", "soup"])
    #expect(RecipeLabels.unchanged(["Vegan", "soup"], in: ["soup"]) == ["soup"])
    #expect(RecipeLabels.unchanged(["VeganDiet"], in: ["vegan"]) == [])
    #expect(RecipeLabels.unchanged([], in: ["vegan"]) == [])
  }
}

extension DietVerdict {
  fileprivate var isBroken: Bool { if case .breaks = self { true } else { false } }
}
