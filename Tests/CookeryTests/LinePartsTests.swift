import Testing

@testable import Cookery

/// Lines that need several foods.
@Suite struct LinePartsTests {
  private static let lines = """
    salt and pepper | salt | pepper
    Salt, pepper | Salt | pepper
    sel, poivre du moulin | sel | poivre du moulin
    соль, перец | соль | перец
    соль, чёрный молотый перец по вкусу | соль | чёрный молотый перец по вкусу
    소금, 후추 | 소금 | 후추
    Salt and freshly ground black pepper, to taste | Salt | freshly ground black pepper, to taste
    sel et poivre | sel | poivre
    sel et poivre du moulin | sel | poivre du moulin
    соль и перец по вкусу | соль | перец по вкусу
    소금과 후추 | 소금 | 후추
    소금·후추 | 소금 | 후추
    파와 마늘 | 파 | 마늘
    thyme and rosemary sprigs | thyme sprigs | rosemary sprigs
    carrots, celery and onion | carrots | celery | onion
    lait, beurre et farine | lait | beurre | farine
    лук, морковь и сельдерей | лук | морковь | сельдерей
    1 tbsp each soy sauce and vinegar | 1 tbsp soy sauce | 1 tbsp vinegar
    1 tbsp each of soy sauce and vinegar | 1 tbsp soy sauce | 1 tbsp vinegar
    soy sauce and vinegar, 1 tbsp each | soy sauce 1 tbsp | vinegar 1 tbsp
    2 cuillères à soupe chacun de sauce soja et de vinaigre | 2 cuillères à soupe sauce soja | 2 cuillères à soupe vinaigre
    соль и перец по 1 ч. л. | соль 1 ч. л. | перец 1 ч. л.
    по 1 ч. л. соли и сахара | 1 ч. л. соли | 1 ч. л. сахара
    соевый соус и уксус — по 1 ст. л. | соевый соус 1 ст. л. | уксус 1 ст. л.
    간장과 식초 1큰술씩 | 간장 1큰술 | 식초 1큰술
    간장과 식초 각 1큰술 | 간장 1큰술 | 식초 1큰술
    간장, 식초 각 1큰술 | 간장 1큰술 | 식초 1큰술
    200 ml milk and 2 eggs | 200 ml milk | 2 eggs
    1 oignon et 2 gousses d'ail | 1 oignon | 2 gousses d'ail
    1 яйцо и 200 мл молока | 1 яйцо | 200 мл молока
    Для теста: мука — 3 ст., вода — 1 ст., соль — 1 ч. л. | мука — 3 ст. | вода — 1 ст. | соль — 1 ч. л.
    부추 100g · 두부 1/2모 | 부추 100g | 두부 1/2모
    2 cups flour plus 1 tbsp cornstarch | 2 cups flour | 1 tbsp cornstarch
    2 eggs, lightly beaten, and 1 cup milk | 2 eggs, lightly beaten | 1 cup milk
    a knob of butter and a drizzle of olive oil, for frying | a knob of butter | drizzle of olive oil, for frying
    orange and lemon juice | orange juice | lemon juice
    huile d'olive et de tournesol | huile d'olive | huile de tournesol
    оливковое и растительное масло | оливковое масло | растительное масло
    chicken and vegetable stock | chicken stock | vegetable stock
    carrots, celery, and onion | carrots | celery | onion
    salt, pepper, and garlic powder to taste | salt | pepper | garlic powder to taste
    Dressing: oil, vinegar | oil | vinegar
    양념장: 간장 2T, 설탕 1T | 간장 2T | 설탕 1T
    salt/pepper | salt | pepper
    sel/poivre | sel | poivre
    соль/перец | соль | перец
    소금/후추 조금 | 소금 | 후추 조금
    масло подсолнечное, соль | масло подсолнечное | соль
    майонез, кетчуп | майонез | кетчуп
    참기름, 깨소금 조금씩 | 참기름 | 깨소금 조금씩
    1 poivron rouge et 1 poivron vert | 1 poivron rouge | 1 poivron vert
    청고추, 홍고추 각각 1개씩 | 청고추 1개 | 홍고추 1개
    200 g blueberries and raspberries | ~100 g blueberries | ~100 g raspberries
    200 g de framboises et de myrtilles | ~100 g framboises | ~100 g myrtilles
    черника и малина 200 г | черника ~100 г | малина ~100 г
    100 g butter and salt | 100 g butter | salt
    """

  @Test(arguments: lines.split(separator: "\n").map(String.init))
  func `Each food of a line is a line of its own`(_ row: String) {
    let fields = row.split(separator: "|").map { $0.trimmed }
    #expect(RecipeLine(fields[0]).parts.map(\.line.text) == Array(fields.dropFirst()))
  }

  private static let wholes = """
    oil or butter
    huile ou beurre
    масло или маргарин
    버터 또는 마가린
    oil and/or butter
    butter, oil or margarine
    half and half
    1 cup half & half
    mac and cheese
    macaroni and cheese
    sweet and sour sauce
    1 can pork and beans
    fish and chips
    salt and vinegar crisps
    cheese and onion crisps
    chips au sel et au vinaigre
    ham and cheese sandwich
    lemon and herb chicken
    salt and pepper squid
    tomato and basil sauce
    spinach and ricotta ravioli
    bread and butter pickles
    fromage ail et fines herbes
    йогурт с клубникой и бананом
    Parmesan and Asiago cheese blend
    mélange de noix et de raisins
    смесь перца и соли
    oil/butter
    4 tbsp mixed chopped herbs, such as mint, coriander and parsley
    1 carrot, peeled and chopped
    peeled and deveined shrimp
    3 eggs plus 2 egg yolks
    3 œufs entiers et 2 jaunes
    250 g flour + 2 tbsp for the tin
    1 tbsp oil, plus extra for frying
    zest and juice of 1 lemon
    le jus et le zeste d'un citron
    1 lemon, zest and juice
    2 red and yellow peppers
    1 1/2 cups flour
    1 and a half cups flour
    salt and pepper (optional)
    tomatoes, chopped
    wine, red
    pepper, cayenne
    oil, olive
    sugar, brown
    flour, rice
    salt, sea
    olive oil, extra virgin
    butter, softened
    For the sauce and the dough:
    1.2 kg floury potatoes, peeled and cut into thick chips
    1,2 kg de pommes de terre, épluchées et coupées en allumettes
    250g paneer, cut into 2cm cubes and soaked in hot water
    2 morceaux de queue de cochon salée, blanchis 2 fois
    пшено — 1 стакан, ошпарить кипятком 2 раза
    당면 1줌, 미지근한 물에 30분 불림
    225g caster sugar, plus 1 tbsp for the crumble
    """

  @Test(arguments: wholes.split(separator: "\n").map(String.init))
  func `Alternatives, one food in many words and names with "and" are one`(_ line: String) {
    #expect(RecipeLine(line).parts.map(\.line.text) == [])
  }

  @Test func `Amounts of each add up with those of other recipes`() {
    var sums: [String: FoodSum] = [:]
    for text in ["1 tbsp each soy sauce and honey", "간장 2큰술", "соевый соус и мёд — по 1 ст. л."] {
      let line = RecipeLine(text)
      for food in line.foods {
        sums[food.food.key, default: FoodSum()].add(food.food.sum)
      }
    }
    let amounts = AmountText(language: "en")
    #expect(sums.mapValues { amounts.text(of: $0) } == ["soy sauce": "4\u{A0}tbsp", "honey": "2\u{A0}tbsp"])
  }

  @Test func `The foods of a line are stored with it`() throws {
    let lines = ["1 tbsp each soy sauce and vinegar", "2 eggs", "соль и перец"]
    let fresh = lines.map { RecipeLine($0) }
    let made = RecipeReading(fresh, statements: [], hearsay: [])
    let stored = try #require(RecipeReading(stored: made.stored, of: lines))
    #expect(stored.lines == fresh)
    #expect(stored.line(0).parts.map(\.line.keys) == [["soy sauce"], ["vinegar"]])
  }

  @Test func `A line without end has no more foods than are told apart`() {
    let text = Array(repeating: "salt and pepper", count: 200).joined(separator: " and ")
    #expect(RecipeLine(text).parts.isEmpty)
  }
}

extension Substring {
  fileprivate var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
