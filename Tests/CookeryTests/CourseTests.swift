import Foundation
import Testing

@testable import Cookery

/// What a dish is for, by its name.
@Suite struct CourseTests {
  private func check(_ names: String, _ course: Course, _ statements: [String] = []) {
    for name in names.split(separator: "\n").flatMap({ $0.split(separator: ";") }) {
      let text = name.trimmingCharacters(in: .whitespaces)
      #expect(Course(name: text, statements: statements) == course, "\(text)")
    }
  }

  @Test func `A name that says nothing is a main dish's`() {
    check(
      """
      ; Ratatouille; Leek soup; Pie; Cake-walk stew; Пельмени; Борщ; 김치찌개; 된장찌개; 불고기; ; 123; (cake); x
      Chicken; Salade niçoise; Lasagne; Pot-au-feu; Beef in red wine; Coq au vin; Salmon with mustard sauce; Poulet sauce moutarde
      """, [])
  }

  @Test func `The head counts, not any word`() {
    check(
      """
      Bread soup; Chocolate chili; Soy sauce chicken; Bread and cheese soup; Soup and bread; Pork chops and apple sauce; Ice cream bean curry
      Muffin tin meatballs; Chicken & biscuits; Sheet pan chicken pitas; Pizza margarita; Pesto pasta; Chicken pesto; Hummus bowl; Spaghetti al pesto; Cookie's chicken; Cake tin paella
      Poulet au beurre; Soupe au pain; Poulet à la confiture; Magret de canard sauce chocolat; Filet mignon sauce au cidre; Poulet rôti, sauce
      Курица в соусе; Суп с клёцками из теста; Свинина под сырным соусом; Рыба в кляре; Щи из квашеной капусты; Курица с вареньем; Крем-суп из тыквы
      소스를 얹은 스테이크; 그라블락스와 머스터드 소스; 빵가루 돈까스; 잼 바른 삼겹살; 케이크처럼 쌓은 잡채; 떡국; 차돌박이; 국수와 육수; 초콜릿 칠리
      """, [])
    check("Bread; Banana and honey bread; Banana bread aux noix; Pain de campagne; Хлеб с супом; 빵", .notMain)
  }

  @Test func `Cakes and sweets are no main dish`() {
    check(
      """
      Chocolate cake; Carrot and walnut cake; The Best Chocolate Chip Cookies!; Easy Banana Bread Recipe; Recipe for a cake; Cake with icing: easy
      Victoria Sponge; Rice pudding; Apple crumble with custard; Quick, easy chocolate cake; Vegan brownies (gluten-free); The best chocolate cake {ever}; Peanut butter bars; Baked apples; Lemon & poppy seed cake
      Apple pie; Mum's lemon meringue pie; Pumpkin pie; Mince pies; Vanilla ice cream; Cookies and cream ice cream; Chocolate mousse; Cheesecake; Chocolate courgette cake
      Gâteau au chocolat; Moelleux au chocolat; Petits gâteaux aux amandes; Le vrai gâteau basque; Recette de cookies; Tarte aux pommes; Tarte Tatin; Crème brûlée
      Mousse au chocolat; Île flottante; Œufs à la neige; Riz au lait; Pain d’épices; Glace à la vanille; Salade de fruits; Cake au citron; Pommes au four
      Brownies fondants au chocolat; Confiture de fraises; Sablés bretons; Flan pâtissier; Clafoutis aux cerises; Beignets; Soufflé au chocolat; Quatre-quarts
      Торт «Наполеон»; Шоколадный торт; Яблочный пирог; Пирог с яблоками и корицей; Овсяное печенье; Печенье из печи; Домашнее мороженое; Шарлотка с яблоками; Панна-котта
      Варенье из клубники; Рулет с маком; Печёные яблоки; Ванильный пудинг; Пирожки с вишней; Кекс с изюмом; Пончики; Пасха творожная; Пирожное «Картошка»
      초콜릿 케이크; 딸기 쇼트 케이크; 딸기잼; 사과파이; 초코칩 쿠키 만들기; 티라미수; 팥빙수; 송편; 꿀떡; 인절미떡; 찐빵; 호떡; 에그타르트(파스텔 드 나타); 사과 케이크 레시피; 땅콩강정
      """, .notMain)
  }

  @Test func `Breads, dips and pickles are no main dish`() {
    check(
      """
      Soda bread; Focaccia; Hummus; Tzatziki; Strawberry jam; Dill pickles; Pizza dough; Peanut butter
      Pain irlandais au bicarbonate; Pâte à pizza; Confiture; Houmous; Хлеб на закваске; Тесто для пиццы; Аджарский хлеб; Кимчи; Соленья
      식빵; 바게트; 배추김치; 오이피클; 깻잎장아찌; 피자 도우; 후무스
      """, .notMain)
  }

  @Test func `What is savoury is a main dish`() {
    check(
      """
      Fishcakes; Fish cakes; Crab cakes; Thai fish cakes with sweet chilli sauce; Rice cakes; Tteokbokki; Potato cakes; Shepherd's pie; Quiche Lorraine; Meat pie; Beef and stout pie
      Onion tart; Steak and kidney pudding; Black pudding; Meat loaf; Scallion pancakes; Spring rolls; Apple and pork pie; Cheese soufflé; Chicken and waffles; Pork buns; Lamb flatbreads
      Tarte flambée; Tarte à l’oignon; Tarte aux poireaux; Quiche; Cake aux olives; Cake salé; Pain de viande; Galettes de sarrasin; Mousse de saumon; Pommes de terre au four; Clafoutis aux tomates
      Beignets de courgette; Gâteau de pommes de terre; Fondant de poireaux; Tourte au bœuf; Flan de courgettes; Feuilleté au chèvre; Croissants au jambon; Pommes dauphine
      Пирог с мясом; Пирог с капустой; Пирожки с картошкой; Рулет из курицы с черносливом; Печёночный торт; Мясной рулет; Запеканка с мясом; Рыбный пирог; Кулебяка; Лаваш с курицей
      떡볶이; 궁중 떡볶이; 감자전; 해물파전; 김치전; 닭강정; 셰퍼드 파이; 소고기 파이; 피시케이크; 감자 팬케이크; 소떡소떡; 호박전
      """, [])
    check("Картофельные оладьи; Potato pancakes; Crêpes; Блины с мясом", .breakfast)
  }

  @Test func `Sauces, stocks, mixes and drinks are nothing to eat by themselves`() {
    check(
      """
      Tomato sauce; Sauce; Hollandaise sauce; Chicken stock; Bone broth; Caesar dressing; Pesto; Salsa verde; Garam masala; Mango chutney; Onion gravy; Spice mix; Caramel sauce
      Lemonade; Strawberry lemonade; Iced tea with peaches; Hot chocolate; Mulled wine; Orange juice; Banana milkshake
      Sauce tomate; Sauce béchamel; Bouillon de légumes; Vinaigrette; Pesto rouge; Sirop de menthe; Mayonnaise maison; Citronnade; Vin chaud; Jus d’orange; Thé glacé à la pêche; Thé à la menthe
      Томатный соус; Соус бешамель; Куриный бульон; Домашний майонез; Аджика; Компот из сухофруктов; Клюквенный морс; Лимонад; Чай с имбирём; Квас; Смесь специй для плова
      토마토소스; 머스터드 소스; 멸치 육수; 쌈장; 레몬에이드; 레몬청; 유자차; 바닐라 라떼; 수정과; 오리엔탈 드레싱; 사과 소스
      """, [.notMain, .notBreakfast])
  }

  @Test func `Some are eaten in the morning`() {
    check(
      """
      Pancakes; Buttermilk Pancakes; Granola; Muesli; Blueberry muffins; Scones; Waffles; French toast; Overnight oats; Oatmeal; Banana smoothie; Cinnamon buns; Croissants
      Pancakes au babeurre; Gaufres; Brioche; Pain perdu; Pain au chocolat; Muffins aux myrtilles; Granola maison; Yaourt
      Сырники; Овсянка; Гранола с орехами; Панкейки на пахте; Шведские булочки с корицей; Творожная запеканка; Смузи с бананом
      팬케이크; 블루베리 머핀; 그래놀라; 오트밀; 프렌치토스트; 시나몬 번; 바나나 스무디; 와플
      """, [.notMain, .breakfast])
    check(
      """
      Porridge; Scrambled eggs; Eggs Benedict; Bacon and eggs; Mushroom omelette; Avocado toast; Congee; Biscuits and gravy; Full English breakfast
      Omelette aux fines herbes; Œufs brouillés; Tartines; Porridge vitaminé à l'orange
      Овсяная каша; Гречневая каша; Омлет с зеленью; Яичница с помидорами; Драники; Тосты с авокадо; Яйца пашот
      호박죽; 전복죽; 계란말이; 달걀 프라이; 길거리 토스트; 치즈 오믈렛
      """, .breakfast)
    check(
      "Egg fried rice; Riz sauté aux œufs; 달걀볶음밥; Жареный рис с яйцом; Shrimp and grits; 새우 그리츠; Toad in the hole", [])
  }

  @Test func `What a page says counts where the name says nothing`() {
    for dessert in ["Dessert", "desserts", "Pâtisserie", "Десерты", "디저트"] {
      check("Blancmange; 호두정과 한 접시", .notMain, ["easy", dessert])
    }
    check("Blancmange", [.notMain, .notBreakfast], ["Drinks"])
    check("Blancmange", .breakfast, ["Petit-déjeuner"])
    check("Kale shot", [.notMain, .breakfast], ["Drinks", "Breakfast"])
    for side in ["Side Dishes", "accompagnement", "Гарнир", "곁들임"] {
      check("Rösti", .notMain, [side])
      check("Rösti", [], [side, "Main dish"])
    }
    for main in ["Main Course", "dinner", "Plat principal", "Основные блюда", "메인요리"] {
      check("Blancmange", [], ["Dessert", main, "Sauces"])
      check("Taco seasoning", [.notMain, .notBreakfast], [main])
    }
    // Keywords that name an ingredient, or more than a course.
    check(
      "Lasagne", [],
      [
        "sauce", "bread", "chocolate", "holiday dessert ideas", "выпечка и десерты",
        String(repeating: "dessert ", count: 50),
      ])
  }

  @Test func `The longest name is read, too`() {
    for word in ["cake ", "케이크", "торт, ", "("] {
      _ = Course(name: String(repeating: word, count: 20_000))
    }
    #expect(Course(name: String(repeating: "very ", count: 20) + "chocolate cake") == .notMain)
  }

  // MARK: The starter cookbook

  private static let folder = URL(filePath: #filePath).appending(path: "../../../Cookbook").standardizedFileURL

  /// Names in a folder's language, by the English ones.
  private static func names(_ folder: URL) throws -> [String: String] {
    var names: [String: String] = [:]
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    where file.pathExtension == "txt" {
      for text in try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n---\n") {
        func first(_ mark: String) -> String? {
          text.components(separatedBy: "\n").first { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) }
        }
        guard let name = first("# ") else { continue }
        names[first("of: ") ?? name] = name
      }
    }
    return names
  }

  /// Chosen by reading the whole cookbook; everything else says nothing.
  private static let courses: [String: Course] = {
    var courses: [String: Course] = [:]
    let sweets = [
      "Apple Cake with Oats", "Banana Bread", "Cardamom Rice Kheer", "Cherry Clafoutis", "Chocolate Brownies",
      "Crema Catalana", "Custard Tarts", "Flan de Vainilla", "Haupia", "Kladdkaka", "Mango Sticky Rice",
      "Panna Cotta with Raspberries", "Peach Cobbler", "Plum Crumble Tray Cake", "Tiramisù", "Victoria Sponge",
    ]
    for name in sweets + ["Brown Soda Bread", "Skillet Cornbread", "Guacamole", "Hummus", "Tzatziki"] {
      courses[name] = .notMain
    }
    for name in ["Buttermilk Pancakes", "Cinnamon Buns", "Scones", "Syrniki"] {
      courses[name] = [.notMain, .breakfast]
    }
    for name in [
      "Blini", "Crêpes", "Huevos Rancheros", "Nanakusa-gayu", "Omelette aux Fines Herbes",
      "Rolled Omelette (Gyeran-mari)", "Shakshuka", "Tamagoyaki", "Yachae Juk",
    ] {
      courses[name] = .breakfast
    }
    return courses
  }()

  @Test(arguments: ["", "fr", "ko", "ru"])
  func `Each starter dish says the same in each language`(_ language: String) throws {
    let names = try Self.names(language.isEmpty ? Self.folder : Self.folder.appending(path: language))
    #expect(try Set(names.keys) == Set(Self.names(Self.folder).keys))
    #expect(Set(Self.courses.keys).isSubset(of: names.keys))
    for (english, name) in names {
      #expect(Course(name: name) == Self.courses[english] ?? [], "\(english): \(name)")
    }
  }

  @Test func `Each name stands in one row`() {
    #expect(CourseWords.conflicts == [])
  }
}
