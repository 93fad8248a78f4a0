import Foundation
import Testing

@testable import Cookery

/// Tests/Sums has lines in four languages and what they add up to, written by somebody who did not know the program:
/// `line ; line => food: amount + amount + some | food: amount`.
@Suite struct SumTests {
  @Test(arguments: ["en", "fr", "ko", "ru"])
  func `No labelled sum is wrong or mixes dimensions`(_ language: String) throws {
    let results = try Self.results(language)
    #expect(results.count >= 100)
    for result in results where result.verdict == .wrong {
      Issue.record("\(result.text): \(result.own)")
    }
    let apart = results.filter { $0.verdict == .apart }
    print("Tests/Sums/\(language).txt: \(results.count { $0.verdict == .right }) of \(results.count)")
    // What could have been added and stays apart is inconvenient, not wrong.
    #expect(apart.count * 20 <= results.count, "\(apart.map(\.text).joined(separator: "\n"))")
  }

  enum Verdict { case right, apart, wrong }

  static func results(_ language: String) throws -> [(text: String, own: String, verdict: Verdict)] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Sums/\(language).txt")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { $0.contains("=>") }.map {
      line in
      let parts = line.components(separatedBy: "=>")
      let lines = parts[0].split(separator: ";").map { FoodLine($0.trimmingCharacters(in: .whitespaces)) }
      var sums: [String: FoodSum] = [:]
      for line in lines { sums[line.key, default: FoodSum()].add(line.sum) }
      let own = sums.values.map { sum in
        sum.amounts.map { written($0) }.sorted() + (sum.hasOpenAmount ? ["some"] : [])
      }
      let expected = parts[1].split(separator: "|").map { group in
        group.split(separator: ":", maxSplits: 1)[1].components(separatedBy: " + ").map {
          $0.trimmingCharacters(in: .whitespaces)
        }
      }.map { $0.map(normal).sorted { ($0 == "some" ? 1 : 0, $0) < ($1 == "some" ? 1 : 0, $1) } }
      let verdict: Verdict =
        sorted(own) == sorted(expected)
        ? .right
        : (own.count, own.flatMap(\.self).count) > (expected.count, expected.flatMap(\.self).count)
          && totals(own) == totals(expected) ? .apart : .wrong
      return (
        String(line),
        sums.map { "\($0.key): \($0.value.text)\($0.value.hasOpenAmount ? " + some" : "")" }.sorted().joined(
          separator: " | "), verdict
      )
    }
  }

  private static func sorted(_ groups: [[String]]) -> [String] { groups.map { $0.joined(separator: " + ") }.sorted() }

  /// By dimension, whatever the food.
  private static func totals(_ groups: [[String]]) -> [String: Rational] {
    var totals: [String: Rational] = [:]
    for amount in groups.flatMap(\.self) where amount != "some" {
      let parts = amount.split(separator: " ", maxSplits: 1)
      guard var number = Rational(text: parts[0]) else { continue }
      var unit = parts.count > 1 ? String(parts[1]) : ""
      // The labels take a cup for 240 ml.
      if unit == "cup" { (number, unit) = (number.multiplied(by: Rational(240)) ?? number, "ml") }
      totals[unit] = (totals[unit] ?? .zero).adding(number)
    }
    return totals
  }

  private static func written(_ amount: FoodAmount) -> String {
    let base = amount.number.multiplied(by: amount.unit.size) ?? .zero
    switch amount.unit {
    case .pieces, .word(.piece, "마리"): return amount.number.text
    case .unit(.cup), .word(.cup, _): return "\(amount.number.text) cup"
    case .word: return "\(amount.number.text) of them"
    case .unit(let unit):
      switch amount.unit.dimension {
      case .mass: return "\(base.divided(by: Rational(1000))?.text ?? "") g"
      case .volume: return "\(base.text) ml"
      case .pounds: return "\(base.text) oz"
      default: return "\(amount.number.text) \(unit.isMeasure ? unit.rawValue : "of them")"
      }
    }
  }

  private static func normal(_ amount: String) -> String {
    let parts = amount.split(separator: " ", maxSplits: 1)
    guard let first = parts.first, let number = decimal(String(first)) else { return amount }
    // What a counted thing is called does not matter: its sachet is a package here.
    let isMeasure =
      ["g", "ml", "oz", "cup"].contains(parts.last)
      || CookingUnit(rawValue: String(parts.last ?? ""))?.isMeasure == true
    return parts.count == 1 ? number.text : "\(number.text) \(isMeasure ? String(parts[1]) : "of them")"
  }

  private static func decimal(_ text: String) -> Rational? {
    guard let dot = text.firstIndex(of: ".") else { return Rational(text: text) }
    let digits = text[text.index(after: dot)...]
    var scale = 1
    for _ in digits { scale *= 10 }
    return Int(text[..<dot] + digits).flatMap { Rational($0, scale) }
  }
}

/// Exact numbers, and what is typed to break them.
@Suite struct FoodSumTests {
  private func sum(_ lines: String..., language: String = "en") -> String {
    var sum = FoodSum()
    for line in lines { sum.add(FoodLine(line).sum) }
    return AmountText(language: language).text(of: sum).replacingOccurrences(of: "\u{A0}", with: " ")
  }

  @Test func `Amounts that fit are added exactly, and others stay beside each other`() {
    #expect(sum("500 g flour", "¾ kg flour") == "1 ¼ kg")
    #expect(sum("2 tbsp oil", "45 ml oil") == "75 ml")
    #expect(sum("3 onions", "200 g onions") == "3 + 200 g")
    #expect(sum("2-3 carrots", "1 carrot") == "4")
    #expect(sum("1/3 cup sugar", "1/3 cup sugar", "1/3 cup sugar") == "1 cup")
    #expect(sum("0.1 l milk", "0.2 l milk") == "300 ml")
    #expect(sum("1/7 kg rice", "6/7 kg rice") == "1 kg")
    #expect(sum("500 g flour", "1 lb flour") == "954 g")
    #expect(sum("8 oz cream cheese", "200 g cream cheese", "1 lb cream cheese") == "880 g")
    #expect(sum("1 cup milk", "250 ml milk", "2 tbsp milk") == "520 ml")
    #expect(sum("우유 1컵", "우유 100ml", language: "ko") == "300 ml")
    #expect(sum("1 стакан молока", "100 мл молока", language: "ru") == "350 мл")
    #expect(sum("6x330ml Coke Zero", "2 x 330 ml Coke Zero") == "8 × 330 ml")
    #expect(sum("1 tsp salt", "2 tsp salt") == "1 tbsp")
    #expect(sum("flour", "500 g flour") == "500 g")
    #expect(sum("1 gill cream", "2 pints cream") == "2 ¼ pints")
    #expect(sum("1 quart stock", "1 pint stock", "1 gallon stock") == "11 pints")
    #expect(sum("1 пинта молока", "2 кварты молока", language: "ru") == "5 пинт")
    #expect(sum("우유 1파인트", "우유 2쿼트", language: "ko") == "5 파인트")
    #expect(sum("1 fl oz rum", "1 pint rum") == "1 fl oz + 1 pint")
    #expect(sum("닭 1마리", "닭 3조각", language: "ko") == "1마리 + 3조각")
  }

  @Test func `Amounts are written as each language does`() {
    #expect(sum("1250 g flour", language: "fr") == "1 ¼ kg")
    #expect(sum("3 cloves garlic", language: "ru") == "3 зубчика")
    #expect(sum("5 cloves garlic", language: "ru") == "5 зубчиков")
    #expect(sum("1,5 стакана муки", language: "ru") == "1 ½ стакана")
    #expect(sum("1,5 gousse d'ail", language: "fr") == "1 ½ gousse")
    #expect(sum("양파 2개", language: "ko") == "2개")
    #expect(sum("1/3 kg flour") == "333 g")
  }

  @Test func `What is at hand is taken away where it is counted in the same way`() {
    var sum = FoodLine("1 kg flour").sum
    sum.subtract(FoodLine("250 g flour").sum)
    #expect(AmountText(language: "en").text(of: sum) == "750\u{A0}g")
    sum.subtract(FoodLine("3 cups flour").sum)
    #expect(AmountText(language: "en").text(of: sum) == "750\u{A0}g")
    sum.subtract(FoodLine("2 kg flour").sum)
    #expect(sum.isEmpty)
  }

  @Test func `An amount in two units is one, and a sign of times only counts`() {
    #expect(sum("1 kg 200 g beef") == "1200 g")
    #expect(sum("1 kg 500 g flour", "500 g flour") == "2 kg")
    #expect(sum("1 lb 4 oz beef", "4 oz beef") == "1 ½ lb")
    #expect(sum("1-1/2 cups oats", "1 1/2 cups oats") == "3 cups")
    #expect(sum("6x eggs", "eggs x6", "4 x eggs") == "16")
    #expect(sum("2 x 400 g tins chopped tomatoes") == "2 cans")
    #expect(sum("2 loaves bread") == "2 loaves")
  }

  @Test func `An amount for other servings is multiplied exactly`() {
    let third = Rational(1, 3) ?? .zero
    var sum = FoodSum()
    for _ in 1...3 { sum.add(FoodLine("1 kg potatoes").multiplied(by: third).sum) }
    #expect(AmountText(language: "en").text(of: sum) == "1\u{A0}kg")
    let huge = FoodSum([FoodAmount(Rational(.max), .pieces)]).multiplied(by: Rational(3))
    #expect(huge.amounts.count == 1)
  }

  @Test(
    arguments: [
      ("milk, eggs, butter", ["milk", "eggs", "butter"]), ("milk and eggs", ["milk", "eggs"]),
      ("butter, 6 eggs and 2 l milk", ["butter", "6 eggs", "2 l milk"]), ("half and half", nil),
      ("flour 500 g, milk 1 l", ["flour 500 g", "milk 1 l"]),
      ("Lait 1 l ; beurre", ["Lait 1 l", "beurre"]), ("1,5 kg flour, salt", ["1,5 kg flour", "salt"]),
      ("우유, 계란 10개", ["우유", "계란 10개"]), ("toilet paper, milk", ["toilet paper", "milk"]),
      ("wine, red", nil), ("tomatoes, chopped", nil), ("oil, olive", nil), ("milk, or cream", nil),
      ("butter (salted, 1 kg)", nil),
      ("Cat food, salmon", nil), (",,;", nil), ("", nil),
    ] as [(String, [String]?)])
  func `A line that names several foods is each of them`(_ text: String, _ parts: [String]?) {
    #expect(FoodLine.parts(of: text).map { $0.trimmingCharacters(in: .whitespaces) } == parts ?? [text])
  }

  @Test func `What is said of a food besides stays with it`() {
    let lines = [
      ("Bread (not white!)", "Bread (not white!)"), ("chicken (for Ben)", "chicken (for Ben)"),
      ("wine, red", "wine (red)"),
      ("paper towels (6 rolls)", "paper towels (6 rolls)"), ("2 onions, finely chopped", "onions"),
      ("1 egg, to glaze", "egg"),
      ("Cat food, salmon", "Cat food (salmon)"),
    ]
    for (text, words) in lines { #expect(FoodLine(text).words == words) }
    #expect(FoodLine("Bread (not white!)").key == FoodLine("bread").key)
  }

  @Test func `A counted food has the form that its number asks for`() {
    let foods: [(String, Rational, String)] = [
      ("onion", Rational(2), "onions"), ("red onions", Rational(1), "red onion"),
      ("eggs", Rational(1, 2) ?? .zero, "egg"),
      ("tomato", Rational(3, 2) ?? .zero, "tomatoes"), ("oignons", Rational(3, 2) ?? .zero, "oignon"),
      ("œuf frais", Rational(3), "œufs frais"), ("помидор", Rational(3), "помидор"),
      ("juice of lemon", Rational(2), "juice of lemon"),
    ]
    for (food, number, form) in foods { #expect(FoodLine.agreeing(food, with: number) == form) }
  }

  @Test(arguments: [
    "WD-40", "Omega 3", "diapers size 4", "3-in-1 oil", "7-grain bread", "½½ onion", "1/0 kg flour", "1e308 g flour",
    "99999999999999999999 kg sugar", "½/½ cup", "0 g salt", "", "///", "🧂",
  ])
  func `What is no amount stays in words`(_ text: String) {
    let line = FoodLine(text)
    #expect(line.sum.amounts.isEmpty && line.sum.hasOpenAmount)
    #expect(line.food == text)
  }

  @Test func `A sum that does not fit stays apart, and nothing traps`() {
    let huge = FoodAmount(Rational(.max), .unit(.kilogram))
    var sum = FoodSum([huge, huge, FoodAmount(Rational(1), .unit(.gram))])
    #expect(sum.amounts.count >= 2)
    sum.subtract(FoodSum([huge]))
    _ = AmountText(language: "fr").text(of: sum)
    #expect(Rational(.min, 3) == nil && Rational(1, 0) == nil && Rational(.max).adding(Rational(1)) == nil)
    #expect(FoodSum(text: sum.text) == FoodSum(sum.amounts))
    for text in ["x", "1/0 g", "-3 g", "9 nothing", " + ", "1 + + 2"] {
      #expect(FoodSum(text: text).amounts.count <= 2)
    }
  }

  @Test func `Foods that replace each other in a dish are not the same in a shop`() {
    #expect(FoodLine("200 g spaghetti").key != FoodLine("200 g penne").key)
    #expect(FoodLine("2 tomatoes").key != FoodLine("1 tin tomatoes").key)
    #expect(FoodLine("500 g beef").key != FoodLine("500 g minced beef").key)
    #expect(FoodLine("2 tomatoes, diced").key == FoodLine("3 помидора").key)
    #expect(FoodLine("1 onion, finely chopped").key == FoodLine("2 large onions").key)
    #expect(FoodLine("250 g butter").key != FoodLine("100 g unsalted butter").key)
    #expect(FoodLine("100 g beurre doux").key == FoodLine("무염버터 100g").key)
    for (milk, other) in [
      ("milk (lactose-free)", "lactose-free milk"), ("lait (sans lactose)", "lait sans lactose"),
      ("молоко (без лактозы)", "молоко без лактозы"),
    ] {
      #expect(FoodLine(milk).key == FoodLine(other).key)
      #expect(FoodLine(milk).key != FoodLine("milk").key)
    }
  }

  @Test func `Each unit and aisle is read by the name that a row has, and no other name is one`() {
    func stored<Value>(_ name: String, _ read: (UnsafeBufferPointer<UInt8>) -> Value?) -> Value? {
      var name = name
      return name.withUTF8(read)
    }
    for unit in CookingUnit.allCases { #expect(stored(unit.rawValue, CookingUnit.init(stored:)) == unit) }
    for aisle in Aisle.allCases { #expect(stored(aisle.rawValue, Aisle.init(stored:)) == aisle) }
    for name in ["", "G", "gg", "kilogram", "\u{67}\u{301}", "г", "xhousehold", "households", "ousehold"] {
      #expect(stored(name, CookingUnit.init(stored:)) == nil)
      #expect(stored(name, Aisle.init(stored:)) == nil)
    }
    for text in ["3", "500 g", "1/2 l + 2 clove", "2 package:sachet", "", "some", "0 g", "1/0 g"] {
      #expect(FoodSum(stored: text) == stored(text) { FoodSum(stored: $0) })
      #expect(FoodSum(stored: text).amounts == FoodSum(text: text).amounts)
    }
  }

  @Test func `Foods are found in their aisle`() {
    let aisles: [(String, Aisle)] = [
      ("3 onions", .produce), ("pain", .bakery), ("우유 1팩", .dairy), ("курица", .meat), ("500 g pasta", .dry),
      ("2 tins of tomatoes", .tins), ("cumin", .spices), ("frozen peas", .frozen), ("vin rouge", .drinks),
      ("honey", .sweets),
      ("toilet paper", .household), ("휴지", .household), ("xyzzy", .other),
    ]
    for (text, aisle) in aisles { #expect(FoodLine(text).aisle == aisle, "\(text)") }
  }
}
