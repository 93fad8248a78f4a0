import Cookery
import Testing

@Suite struct IngredientKeyTests {
  @Test(arguments: [
    ["tomato", "Tomatoes", "tomates", "Tomato, chopped", "помидоры", "토마토", "CHERRY TOMATOES", "pomodori"],
    ["egg", "eggs", "œufs", "яйца", "달걀", "계란", "Eier", "huevos"], ["milk", "lait", "молоко", "우유", "Milch"],
    ["garlic", "ail", "чеснок", "마늘", "cloves of garlic", "Knoblauch"], ["onion", "oignons", "лук", "양파", "red onion"],
    ["carrot", "carrots", "carottes", "морковь", "당근"],
    ["butter", "beurre", "сливочное масло", "버터", "unsalted butter"],
    ["chicken", "poulet", "курица", "닭고기", "chicken breasts"], ["rice", "riz", "рис", "쌀"],
    ["flour", "farine", "мука", "밀가루"],
    ["soy sauce", "sauce soja", "соевый соус", "간장"], ["coconut milk", "lait de coco", "кокосовое молоко", "코코넛밀크"],
    ["cod", "cabillaud", "треска"], ["saffron", "safran", "шафран"],
  ])
  func areOne(_ words: [String]) {
    for word in words { #expect(IngredientKey.key(for: word) == IngredientKey.key(for: words[0]), "\(word)") }
  }

  @Test func differ() {
    let words = [
      "milk", "coconut milk", "butter", "peanut butter", "pepper", "bell pepper", "tomato", "tomato paste", "onion",
      "spring onion", "cod", "salmon", "saffron", "sumac", "chia seeds", "pumpkin seeds",
    ]
    #expect(Set(words.map { IngredientKey.key(for: $0) }).count == words.count)
  }

  @Test func unknownWordsAreFoldedSingularAndSorted() {
    #expect(IngredientKey.key(for: "Blue Zibbles") == IngredientKey.key(for: "zibble"))
    #expect(IngredientKey.key(for: "zorgs quuxes") == IngredientKey.key(for: "Quuxe zorg"))
    #expect(IngredientKey.key(for: "") == "")
  }

  @Test func aLineMayOfferAChoice() {
    #expect(IngredientLine("1 cup butter or margarine").keys == ["butter", "margarine"])
    #expect(IngredientLine("100 g de beurre ou de margarine").keys == ["butter", "margarine"])
    #expect(IngredientLine("red or yellow onion").keys == ["onion"])
    #expect(IngredientLine("2 eggs").keys == ["egg"])
    #expect(IngredientLine("For the sauce:").keys == [])
  }

  @Test func staplesAndOptions() {
    for line in [
      "salt", "1 tsp salt", "salt and pepper", "2 cups water", "vegetable oil, for frying", "соль по вкусу", "소금 약간",
      "eau", "식용유",
    ] {
      #expect(IngredientLine(line).isStaple, "\(line)")
    }
    for line in ["1 cup sugar", "olive oil", "butter", "salted butter", "bell pepper", "coconut water"] {
      #expect(!IngredientLine(line).isStaple, "\(line)")
    }
    for line in ["basil, optional", "persil (facultatif)", "зелень по желанию", "깨 (선택)"] {
      #expect(IngredientLine(line).isOptional, "\(line)")
    }
    #expect(!IngredientLine("2 eggs").isOptional)
  }

  @Test func cuisines() {
    for (name, cuisine): (String, Cuisine) in [
      ("Italienne", .italian), ("итальянская", .italian), ("이탈리아", .italian), ("Southern & Soul Food", .southern),
      ("Tex-Mex", .southwestern),
      ("тайская", .thai), ("BBQ", .barbecue), ("한국 아님, 일본", .japanese), ("Indian", .indian),
      ("Südländisch, griechisch", .greek),
    ] { #expect(Cuisine(named: name) == cuisine, "\(name)") }
    #expect(Cuisine(named: "home") == nil)
    #expect(Cuisine.allCases.count == 25)
  }

  @Test func naughtyLinesNeitherTrapNorLast() {
    let long = String(repeating: "tomato 1/2 (", count: 90_000)
    for line in [
      long, String(repeating: "가", count: 300_000), String(repeating: "1", count: 1_000_000), "🍕🍅👨‍👩‍👧", "\u{202E}tomato",
      "٣ кг ١/٠", "1/0", "((((", "))))", "-", "x x x", "½½½", "1e400 g", "\u{0}\u{FFFF}", "2 x", "1 -", "to 2",
    ] {
      let read = IngredientLine(line)
      #expect(read.text == line)
      _ = read.scaled(by: 2.5, decimalSeparator: ".")
      _ = IngredientLine(line).keys
      _ = RecipeFacts(lines: [read], statements: [line], hearsay: [])
    }
    #expect(
      RecipeFacts(lines: [IngredientLine(long)], statements: [], hearsay: []).allergens[.egg] == .unknown(line: 0))
  }

  /// Plurals that no ending tells.
  @Test(arguments: [
    ("2 sandwich loaves", "1 sandwich loaf"), ("2 pandan leaves", "1 pandan leaf"), ("2 geese", "1 goose"),
    ("200 g de fromages végétaux", "200 g de fromage végétal"), ("2 merlus", "1 merlu"), ("2 mérous", "1 mérou"),
  ])
  func readsIrregularPlurals(_ many: String, _ one: String) {
    let (many, one) = (IngredientLine(many), IngredientLine(one))
    #expect(many.key == one.key && many.contained == one.contained && many.possible == one.possible)
  }
}
