import Testing

@testable import Cookery

/// Halves in words, and pieces that are counted by the box: what is bought, and what the line says for twice as many people.
@Suite struct CountedLineTests {
  /// line | food | what is bought | for twice as many
  private static let rows = FoodRow.rows(
    """
    1 and a half lemons | lemons | 3/2 | 3 lemons
    1 citron et demi | citron | 3/2 | 3 citrons
    1 pomme et demie | pomme | 3/2 | 3 pommes
    une cuillère et demie de sucre | sucre | 3/2 tbsp | 3 cuillères de sucre
    un demi-citron | citron | 1/2 | 1 citron
    une demi-tasse de lait | lait | 1/2 cup:tasse | 1 tasse de lait
    trois quarts de tasse de sucre | sucre | 3/4 cup:tasse | 1 ½ tasse de sucre
    two thirds of a cup of sugar | sugar | 2/3 cup | 1 ⅓ cups of sugar
    1/4 de litre de lait | lait | 1/4 l | 500 ml de lait
    양파 반 개 | 양파 | 1/2 | 양파 1 개
    양파 한 개 반 | 양파 | 3/2 | 양파 3개
    설탕 한 컵 반 | 설탕 | 3/2 cup:컵 | 설탕 3컵
    우유 1컵반 | 우유 | 3/2 cup:컵 | 우유 3컵
    полтора стакана муки | муки | 3/2 cup:стакана | 3 стакана муки
    полтора лимона | лимона | 3/2 | 3 лимона
    пол-лимона | лимона | 1/2 | 1 лимон
    две с половиной чашки молока | молока | 5/2 cup:чашки | 5 чашек молока
    a dozen eggs | eggs | 12 | 2 dozen eggs
    half a dozen eggs | eggs | 6 | 1 dozen eggs
    2 dozen eggs | eggs | 24 | 4 dozen eggs
    une douzaine d'œufs | œufs | 12 | 2 douzaines d'œufs
    десяток яиц | яиц | 10 | 2 десятка яиц
    дюжина яиц | яиц | 12 | 2 дюжины яиц
    1 box of 6 eggs | eggs | 6 | 2 boxes of 6 eggs
    2 boxes of 6 eggs | eggs | 12 | 4 boxes of 6 eggs
    1 boîte de 6 œufs | œufs | 6 | 2 boîtes de 6 œufs
    1 packet of 4 sausages | sausages | 4 | 2 packets of 4 sausages
    2 paquets de 4 saucisses | saucisses | 8 | 4 paquets de 4 saucisses
    упаковка из 6 яиц | яиц | 6 | 2 упаковки из 6 яиц
    2 упаковки по 10 яиц | яиц | 20 | 4 упаковки по 10 яиц
    1 12-pack hot dog buns | hot dog buns | 12 | 2 12-packs hot dog buns
    2 (8-count) packages flour tortillas | flour tortillas | 16 | 4 (8-count) packages flour tortillas
    10개들이 계란 1판 | 계란 | 10 | 10개들이 계란 2판
    십 개들이 계란 한 판 | 계란 | 10 | 십 개들이 계란 2 판
    6개입 계란 2팩 | 계란 | 12 | 6개입 계란 4팩
    소시지 1봉지(4개입) | 소시지 | 4 | 소시지 2봉지(4개입)
    1 boîte de tomates | tomates | 1 can | 2 boîtes de tomates
    1 boîte de 796 ml (28 oz) de tomates en dés | tomates en dés | 1 can | 2 boîtes de 796 ml (28 oz) de tomates en dés
    1 boîte de conserve de 540 ml (19 oz) de pois chiches | pois chiches | 1 can | 2 boîtes de conserve de 540 ml (19 oz) de pois chiches
    can of tuna | tuna | 1 can | 2 cans of tuna
    gousse d'ail | ail | 1 clove | 2 gousses d'ail
    пачка творога | творога | 1 package:пачка | 2 пачки творога
    стакан муки | муки | 1 cup:стакан | 2 стакана муки
    삼겹살 한 근 | 삼겹살 | 600 g | 삼겹살 2 근
    소면 1인분 | 소면 | 1 piece:인분 | 소면 2인분
    치킨스톡 1ts | 치킨스톡 | 1 tsp | 치킨스톡 2ts
    1/2 pound ground beef (80/20) | ground beef | 1/2 lb | 1 pound ground beef (80/20)
    1 stick (8 tablespoons; 113 grams) butter | butter | 1 stick | 2 sticks (16 tablespoons; 230 grams) butter
    1 box cake mix | cake mix | 1 package:box | 2 boxes cake mix
    1 pouch lentils | lentils | 1 package:pouch | 2 pouches lentils
    1 sheet puff pastry | puff pastry | 1 piece:sheet | 2 sheets puff pastry
    1 Knorr vegetable stock pot | Knorr vegetable stock pot | 1 | 2 Knorr vegetable stock pots
    1 petite boîte de thon | thon | 1 can | 2 petites boîtes de thon
    1 aubergine moyenne | aubergine moyenne | 1 | 2 aubergines moyennes
    филе куриное — 2 шт. (ок. 500 г) | филе куриное | 2 | филе куриное — 4 шт. (ок. 1 кг)
    """)

  @Test(arguments: rows) func isRead(_ row: FoodRow) {
    let (line, food) = (IngredientLine(row.line), FoodLine(row.line))
    #expect(line.isUnderstood)
    #expect(food.food == row.food && food.sum.text == row.sum)
    #expect(row.served == row.twice)
  }

  @Test(arguments: [
    ("entre 4 et 6 oranges", "entre 8 et 12 oranges"), ("between 2 and 3 cups flour", "between 4 and 6 cups flour"),
    ("from 2 to 3 eggs", "from 4 to 6 eggs"), ("2 to 3 eggs", "4–6 eggs"),
    ("jus de 2 à 3 citrons", "jus de 4–6 citrons"),
    ("от 2 до 3 яиц", "4–6 яиц"), ("감자 2에서 3개", "감자 4–6개"),
    ("entre 1 et 2 tasses de lait", "entre 2 et 4 tasses de lait"),
  ])
  func `The numbers of a range keep the words around them`(_ line: String, _ twice: String) {
    #expect(IngredientLine(line).scaled(by: 2, decimalSeparator: ".") == twice)
    #expect(IngredientLine(line).served(by: 2, Kitchen(line.contains("яиц") ? .ru : .en)) == twice)
  }

  @Test func `What a line says is multiplied exactly for the list, too`() {
    #expect(IngredientLine("1 citron et demi").scaled(by: 2, decimalSeparator: ",") == "3 citron")
    #expect(IngredientLine("полтора стакана муки").scaled(by: 2, decimalSeparator: ",") == "3 стакана муки")
    #expect(IngredientLine("1 boîte de 6 œufs").quantity == Quantity(lower: 6, upper: nil, unit: nil))
  }

  @Test(arguments: [
    ("раст. масло — 3 ст.л.", "oil"), ("масло растит.", "oil"), ("Non-stick spray", "oil"),
    ("steak haché végétal", "vegetarian sausage"), ("파와 마늘", "spring onion"), ("오이랑 당근 1개씩", "cucumber"),
  ])
  func isFood(_ text: String, _ key: String) {
    let line = IngredientLine(text)
    #expect(line.isUnderstood && line.key == key)
  }

  @Test func `A vegetable burger is vegetarian, and a bracketed heading is nothing`() {
    func lines(_ texts: String...) -> RecipeFacts {
      RecipeFacts(lines: texts.map { IngredientLine($0) }, statements: [], hearsay: [])
    }
    #expect(lines("steak haché végétal").diets[.lactoOvoVegetarian] == .fits(stated: false))
    #expect(lines("[양념]", "소금").allergens[.peanut] == .free)
    #expect(lines("[땅콩]", "소금").allergens[.peanut] == .contains(line: 0))
  }
}
