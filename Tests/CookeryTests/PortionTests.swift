import Testing

@testable import Cookery

/// Two diets by the amounts of a serving: the first findings were that ratatouille is not ketogenic, and soy sauce low in FODMAPs.
@Suite struct PortionTests {
  private func diet(_ diet: Diet, _ lines: [String], _ servings: Int?) -> DietVerdict? {
    RecipeFacts(lines: lines.map { IngredientLine($0) }, statements: [], hearsay: [], servings: servings).diets[diet]
  }

  @Test func vegetablesAddUp() {
    let ratatouille = [
      "2 aubergines", "3 courgettes", "2 red peppers", "2 onions, sliced", "3 cloves garlic", "600 g ripe tomatoes",
      "6 tbsp olive oil",
    ]
    #expect(diet(.ketogenic, ratatouille, 4)?.isBroken == true)
    // A tenth of it is a garnish.
    #expect(diet(.ketogenic, ratatouille, 40) == .fits(stated: false))
    #expect(diet(.ketogenic, ["400 g tuna", "3 tbsp soy sauce", "1 tbsp sesame oil"], 4) == .fits(stated: false))
    #expect(diet(.ketogenic, ["300 g spaghetti"], 4) == .breaks(line: 0))
    #expect(diet(.ketogenic, ["2 tbsp honey", "1 kg chicken"], 4)?.isFit == true)
    #expect(diet(.ketogenic, ["100 g sugar"], 4) == .breaks(line: 0))
    // Between 10 and 15 g it depends.
    #expect(diet(.ketogenic, ["500 g tomatoes"], 1) == .unknown(line: 0))
  }

  @Test(arguments: [
    ("2 tbsp soy sauce", 1, true), ("3 tbsp soy sauce", 1, false), ("3 c. à s. de sauce soja", 4, true),
    ("진간장 2큰술", 1, true), ("соевый соус — 2 ст. л.", 1, true),
    ("800 g aubergines", 4, false), ("2 aubergines, about 800 g", 4, false), ("250 g aubergine", 4, true),
    ("2 avocados", 4, false), ("1 avocat", 4, true), ("½ avocado", 1, false),
    ("3 red peppers", 4, false), ("3 poivrons rouges", 4, false), ("빨간 파프리카 3개", 4, false),
    ("3 красных сладких перца", 4, false),
    ("2 green peppers", 4, true), ("1 onion", 4, false), ("1 clove garlic", 4, false),
    ("100 g broccoli", 2, true), ("1 tbsp honey", 4, true), ("3 tbsp honey", 2, false),
  ])
  func portions(_ line: String, _ servings: Int, _ isLow: Bool) {
    let verdict = diet(.lowFODMAP, [line], servings)
    #expect(isLow ? verdict?.isFit == true : verdict?.isBroken == true, "\(String(describing: verdict))")
  }

  @Test func withoutServingsOrAmountsItDepends() {
    #expect(diet(.lowFODMAP, ["2 red peppers"], nil) == .unknown(line: 0))
    #expect(diet(.lowFODMAP, ["red peppers, to serve"], 4) == .unknown(line: 0))
    // So little that it is low for one.
    #expect(diet(.lowFODMAP, ["1 tbsp soy sauce"], nil)?.isFit == true)
    #expect(diet(.lowFODMAP, ["soy sauce and 1 onion"], 4)?.isBroken == true)
    #expect(diet(.ketogenic, ["1 kg rice"], nil) == .breaks(line: 0))
  }

  @Test func aSwapHasNothingThatClashes() {
    func swap(_ line: String, _ allergies: [Allergen], _ diets: [Diet] = [], _ language: String = "en") -> String? {
      Swap.of(IngredientLine(line), allergies: allergies, diets: diets, language: language)
    }
    #expect(swap("200 ml cream", [], [.vegan]) == "coconut cream")
    #expect(swap("500 ml lait", [.dairy], [], "fr") == "lait d'avoine")
    #expect(swap("500 ml milk", [.dairy, .gluten]) == "soy milk")
    #expect(swap("500 ml milk", [.dairy, .gluten, .soy]) == "rice milk")
    #expect(swap("2 tbsp fish sauce", [.seafood]) == "soy sauce")
    #expect(swap("2 tbsp fish sauce", [.seafood, .wheat]) == "coconut aminos")
    #expect(swap("1 tbsp honey", [], [.vegan], "ru") == "кленовый сироп")
    #expect(swap("셀러리 2대", [.celery], [], "ko") == "펜넬")
    #expect(swap("500 g beef steak", [], [.vegan]) == nil)
  }

  @Test(arguments: [
    ("2 l oil, for frying", false), ("1.5 l vegetable oil", false), ("400 g coarse salt", false),
    ("1 l d'huile pour friture", false), ("튀김용 식용유 1L", false), ("1 л растительного масла для жарки", false),
    ("1 kg gros sel", false), ("2 tbsp oil", true), ("1 tsp salt", true), ("oil, for frying", true),
    ("2 l water", true), ("1 l d'eau", true), ("100 g ice", true), ("1 kg ice", false), ("4 cups oil", false),
  ])
  func muchOfAStapleIsBought(_ line: String, _ isThere: Bool) {
    #expect(IngredientLine(line).isAtHandAnyway == isThere)
  }

  @Test(arguments: [
    ("coconut oil", Aisle.dry), ("huile de coco", .dry), ("3 dried chillies", .spices), ("3 piments séchés", .spices),
    ("말린 고추 3개", .spices), ("3 сушёных перца чили", .spices), ("fish sauce", .dry), ("nutmeg", .spices),
    ("asafoetida", .spices), ("crisps", .sweets), ("카레가루 2큰술", .spices), ("ice", .frozen), ("2 chillies", .produce),
  ])
  func aisles(_ line: String, _ aisle: Aisle) { #expect(FoodLine(line).aisle == aisle) }

  @Test(arguments: ["Fresh horseradish", "20 g fresh horseradish, grated", "raifort frais", "свежий хрен"])
  func freshHorseradishNeedsNoPacket(_ line: String) { #expect(IngredientLine(line).possible == []) }
}

extension DietVerdict {
  fileprivate var isBroken: Bool { if case .breaks = self { true } else { false } }
  fileprivate var isFit: Bool { if case .fits = self { true } else { false } }
}
