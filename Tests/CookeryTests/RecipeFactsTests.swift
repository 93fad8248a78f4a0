import Cookery
import Testing

@Suite struct RecipeFactsTests {
  private func facts(_ lines: [String], _ statements: [String] = []) -> RecipeFacts {
    RecipeFacts(lines: lines.map { IngredientLine($0) }, statements: statements)
  }

  @Test func diets() {
    let salad = facts(["2 tomatoes", "1 cucumber", "2 tbsp olive oil", "salt"])
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
    #expect(facts(["For the sauce:", "2 tomatoes"]).allergens[.egg] == .free(stated: false))
  }

  @Test(arguments: [
    "gluten-free", "Gluten free", "sans gluten", "без глютена", "글루텐프리", "glutenfrei",
    "https://schema.org/GlutenFreeDiet", "GlutenFreeDiet", "dinner, gluten-free, easy",
  ])
  func statesGlutenFree(_ statement: String) {
    #expect(facts(["1 cup zibbles"], [statement]).allergens[.gluten] == .free(stated: true))
    #expect(facts(["1 cup zibbles"], [statement]).allergens[.egg] == .unknown(line: 0))
  }

  @Test(arguments: ["gluten-free option", "not gluten-free", "can be made gluten-free", "gluten", "low gluten", "free"])
  func statesNothing(_ statement: String) {
    #expect(facts(["1 cup zibbles"], [statement]).allergens[.gluten] == .unknown(line: 0))
  }

  @Test func otherStatements() {
    let vegan = facts(["1 cup zibbles"], ["https://schema.org/VeganDiet"])
    #expect(vegan.diets[.vegan] == .fits(stated: true))
    #expect(vegan.diets[.pescetarian] == .fits(stated: true))
    #expect(vegan.allergens[.dairy] == .free(stated: true))
    #expect(vegan.allergens[.soy] == .unknown(line: 0))
    #expect(facts(["1 cup milk"], ["vegan"]).allergens[.dairy] == .contains(line: 0))
    #expect(facts(["2 tomatoes"], ["Contains: milk, wheat"]).allergens[.dairy] == .contains(line: nil))
    #expect(facts(["2 tomatoes"], ["contient : lait"]).allergens[.dairy] == .contains(line: nil))
    #expect(facts(["2 tomatoes"], ["may contain nuts"]).allergens[.treeNut] == .unknown(line: nil))
    #expect(facts(["1 cup zibbles"], ["dairy-free", "nut-free"]).allergens[.treeNut] == .free(stated: true))
    #expect(facts(["1 cup zibbles"], ["lactose-free"]).allergens[.dairy] == .unknown(line: 0))
    #expect(facts(["1 cup zibbles"], ["vegetarian"]).diets[.lactoOvoVegetarian] == .fits(stated: true))
    #expect(facts(["1 cup zibbles"], ["non-vegetarian"]).diets[.lactoOvoVegetarian] == .unknown(line: 0))
    #expect(facts(["1 cup zibbles"], ["keto", "paleo"]).diets[.paleo] == .fits(stated: true))
  }
}
