import Foundation
import Testing

@testable import Cookery

/// What follows the food never decides, and a second food always does.
@Suite struct LineAsidesTests {
  @Test(arguments: [
    "1 egg, beaten, to glaze", "4 sea bass fillets, about 150 g each", "2 green chillies, slit",
    "3 cobs corn, kernels cut off", "4 cobs corn, husks removed", "5 kg beef brisket, with its fat cap",
    "400 g raw prawns, in their shells", "500 g tuna, sold for eating raw", "4 tbsp sugar, to burn",
    "4 spring onions, cut into 3 cm lengths", "3 courgettes, halved lengthways", "1 kg potatoes, zested and zibbled",
    "2 onions (I used quibbly ones)", "100 g butter (see notes for variation)", "50 g flour for dredging",
    "2 onions, chopped. Add more if quibbly", "1 egg(s), beaten", "Pomme(s) de terre à chair ferme : 300 g",
    "450 à 500 g d'épaule d'agneau désossée", "2 tomates, mondées et dégingandées", "Лук — 1 шт., мелко порубить",
    "Морковь - 2 шт. (натереть)", "양파 1개 (어슷썰기)", "대파 1대, 송송썰기",
    "감자 1kg, 분질 품종, 껍질을 벗기고 사방 2cm로 썬 것", "농어 4쪽, 필레로 뜬 것, 약 150g씩", "레몬 1개, 반은 즙을 짜고 반은 웨지로 썬 것",
    "달걀 1개, 푼 것, 겉면에 바르는 용", "노팔 600g, 가시를 없앤 것", "고춧가루 2작은술, 알레포산 굵은 것", "머스터드 2작은술, 독일식",
    "토란대 50g (삶아서 하룻밤 우리기)", "새우 한 줌, 마른 팬에 볶기", "주꾸미 500g (머리 내장 제거 후)", "[양념] 간장 3, 설탕 1", "돼지고기 200g, 식감이 쫄깃해서 좋아요",
    "Масло арахисовое рафин. — 3 ст. л.", "Творог «Зиббл» — 2 шт.", "Казы зиббльская — 300 г",
    "Мука — 2 стакана (сколько возьмёт тесто)",
    "Соль — 1 ст. л. на литр рассола", "Печенье к зибблу — 400 г",
  ])
  func isUnderstood(_ line: String) {
    #expect(IngredientLine(line).isUnderstood, "\(line)")
  }

  @Test(arguments: [
    "1 cup zibbles", "butter, zibbles", "butter, plus zibbles", "flour, salt and zibbles", "butter or zibbles",
    "butter (or zibbles)", "butter/zibbles", "prawns in zibble sauce", "chicken, stuffed with zibbles",
    "chicken coated with zibbles", "onions, fried in zibbles", "onions, peeled, and minced zibbles",
    "zibbles, peeled and cut into lengths", "zibbled zibbles", "chicken fried zibbles", "butter-flavoured zibbles",
    "3 fillings (cheese, ham, zibbles)", "oil (zibble)", "beurre, avec zibbles", "beurre aux zibbles",
    "масло с зибблом", "버터와 지블", "양파 1개, 지블 2개",
    "감자 1kg, 지블 썬 것", "감자 1kg, 지블을 올린 것", "감자 1kg, 지블과 버무린 것", "감자 1kg, 지블으로 감싼 것", "감자 1kg, 지블 장식용",
    // What is in it follows from no word of the name.
    "4 stuffed peppers", "4 poivrons farcis", "2 rice bars", "1 cup milk mix", "200 g herb-crusted lamb",
    "감자 1kg (지블 넣고 볶기) 지블", "Салат «Зиббл»", "Конфеты «Зиббл» — 5 шт.", "Каша зиббльская", "Масло на зиббле",
    "Мука на зиббле", "Зиббл. — 2 ст. л.",
    "감자 1kg, 껍질을 벗기고 지블 썬 것", "감자 1kg, 껍질을 벗긴 것 또는 지블", "감자 1kg, 지블에 재운 것", "감자, 지블을 썬 것", "지블 1kg, 껍질을 벗긴 것",
  ])
  func isNotUnderstood(_ line: String) {
    #expect(!IngredientLine(line).isUnderstood, "\(line)")
  }

  /// A second food counts, whatever stands between.
  @Test(arguments: [
    ("butter, plus milk", [Allergen.dairy]), ("flour, salt and eggs", [.wheat, .egg]),
    ("peppers, filled with cheese", [.dairy]), ("chicken in peanut sauce", [.peanut]),
    ("8 dates stuffed with almonds", [.treeNut]), ("onions, fried in butter", [.dairy]),
    ("tofu, rolled in sesame seeds", [.soy, .sesame]), ("100 g oats (or walnuts)", []),
    ("감자 1kg, 껍질을 벗기고 치즈를 올린 것", [.dairy]), ("감자 1kg, 버터에 볶은 것", [.dairy]),
    ("1 boîte de thon à l'huile végétale", [.seafood]),
    ("pain, coupé en dés et du beurre", [.wheat, .dairy]), ("oignons, coupés en dés au beurre", [.dairy]),
    ("2 tart shells", [.wheat]), ("1 apple tart", [.wheat]),
    ("1 bar (loup de mer)", [.seafood]), ("3 tartes", [.wheat]),
  ])
  func containsEach(_ line: String, _ allergens: [Allergen]) {
    let facts = RecipeFacts(lines: [IngredientLine(line)], statements: [], hearsay: [])
    for allergen in allergens { #expect(facts.allergens[allergen] == .contains(line: 0), "\(line): \(allergen)") }
  }

  /// A shape is no food, and neither is a taste.
  @Test(arguments: [
    "1 kg potatoes, cut into thick chips", "1 kg de pommes de terre, coupées en grosses frites",
    "1 cup coconut aminos (soy-free alternative to soy sauce)", "1 litre ginger beer for the ham, chilled",
    "1 kg chicken wings, tips kept for stock", "1 fat vanilla pod", "200 g de mûres", "1 c. à soupe de thé vert",
    "3 tart apples, peeled", "5 kg beef brisket, with its fat cap", "2 kg rib of beef",
  ])
  func isFree(_ line: String) {
    let facts = RecipeFacts(lines: [IngredientLine(line)], statements: [], hearsay: [])
    for allergen in [Allergen.dairy, .gluten] { #expect(facts.allergens[allergen] == .free, "\(line)") }
  }

  /// What a word of the name leaves open.
  @Test(arguments: [
    ("1 vegetarian haggis", Allergen.soy), ("1 litre milk, dairy or plant-based", .dairy),
    ("100 g cranberries (dried)", .sulfite), ("125 ml d'atocas (canneberges) séchés", .sulfite),
    ("200 g full-fat cheese spread", .soy), ("1 bag salt and vinegar crisps", .wheat),
  ])
  func isOpen(_ line: String, _ allergen: Allergen) {
    let facts = RecipeFacts(lines: [IngredientLine(line)], statements: [], hearsay: [])
    #expect(facts.allergens[allergen] == .unknown(line: 0), "\(line)")
  }

  @Test(arguments: ["1 kg cherries, washed and dried", "3 tbsp unsulphured raisins"])
  func isUnsulphured(_ line: String) {
    let facts = RecipeFacts(lines: [IngredientLine(line)], statements: [], hearsay: [])
    #expect(facts.allergens[.sulfite] == .free, "\(line)")
  }

  @Test func eachStarterLineIsUnderstood() throws {
    let folder = URL(filePath: #filePath).appending(path: "../../../Cookbook").standardizedFileURL
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "txt" }
    #expect(files.count >= 25)
    for file in files {
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        .filter { $0.hasPrefix("- ") }.map { IngredientLine(String($0.dropFirst(2))) }
      for line in lines { #expect(line.isUnderstood, "\(file.lastPathComponent): \(line.text)") }
    }
  }
}
