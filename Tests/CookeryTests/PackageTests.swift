import Testing

@testable import Cookery

@Suite struct PackageTests {
  @Test(arguments: [
    ("500 g pasta", "500 g"), ("1 kg flour", "1 kg"), ("milk 2 l", "2 l"), ("6x330ml Coke Zero", "330 ml"),
    ("2 x 500 g spaghetti", "500 g"), ("2 × 1,5 l water", "3/2 l"), ("2 tins (400 g) chopped tomatoes", "400 g"),
    ("2 x 400 g tins chickpeas", "400 g"), ("1 bag of 1 kg rice", "1 kg"), ("8 oz cream cheese", "8 oz"),
    ("2 x 150 g salmon", "150 g"), ("3 x 7 g dried yeast", "7 g"),
    ("1 l de lait", "1 l"), ("2 boîtes de 400 g de tomates", "400 g"), ("farine 1 kg", "1 kg"),
    ("우유 1L", "1 l"), ("파스타면 500g", "500 g"), ("молоко 1 л", "1 l"), ("2 пачки по 500 г макарон", "500 g"),
    ("мука 2 кг", "2 kg"),
  ])
  func `A line of what is bought says what one package has`(_ line: String, _ package: String) {
    #expect(FoodLine(line).package(in: line)?.text == package, "\(line)")
  }

  /// What a shop weighs, what is counted, what a kitchen measures, and what is left open.
  @Test(arguments: [
    "800 g apples", "1 kg potatoes", "600 g beef mince", "pasta", "3 onions", "2 tbsp oil", "1 cup sugar",
    "2 tins chickpeas",
    "500-700 g pasta", "1 kg flour plus 200 g for the tin", "juice of 2 lemons", "2 bottles of wine", "toilet paper",
    "5 g yeast",
    "1 kg de pommes", "사과 1kg", "картошка 2 кг",
  ])
  func `What has no package has no size`(_ line: String) {
    #expect(FoodLine(line).package(in: line) == nil, "\(line)")
  }

  private func bought(_ package: String, _ lines: String..., language: String = "en") -> String {
    var sum = FoodSum()
    let foods = lines.map { FoodLine($0) }
    for food in foods { sum.add(food.sum) }
    let shop = ShopAmount(
      sum, of: foods[0].key, name: foods[0].food, aisle: foods[0].aisle, package: FoodAmount(text: package))
    let text = AmountText(language: language)
    return (shop.packages.map { text.text(of: $0) } ?? text.text(of: shop.bought)).replacing("\u{A0}", with: " ")
  }

  @Test func `As few packages are bought as have the amount`() {
    #expect(bought("1 kg", "650 g flour") == "1 kg")
    #expect(bought("500 g", "650 g flour", "1 kg flour") == "4 × 500 g")
    #expect(bought("500 g", "1 kg flour") == "2 × 500 g")
    #expect(bought("1 kg", "2 cups flour") == "1 kg")
    #expect(bought("1 l", "100 ml milk", "1 cup milk") == "1 l")
    #expect(bought("750 ml", "200 ml olive oil") == "750 ml")
    #expect(bought("8 oz", "300 g cream cheese") == "2 × 8 oz")
    #expect(bought("200 ml", "300 ml сливок", language: "ru") == "2 × 200 мл")
  }

  /// Spoons of pepper are no weight, three tins no grams, and a size too small to be one of a package is not counted out.
  @Test func `Other amounts stay as they were`() {
    #expect(bought("50 g", "2 tsp pepper") == "2 tsp")
    #expect(bought("400 g", "3 tins chickpeas") == "3 cans")
    #expect(bought("500 g", "650 g flour", "2 packets flour") == bought("", "650 g flour", "2 packets flour"))
    #expect(bought("1 g", "5 kg flour") == "5 kg")
  }
}
