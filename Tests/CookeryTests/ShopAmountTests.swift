import Foundation
import Testing

@testable import Cookery

/// Tests/Shop has what recipes need in four languages, and what one buys for it.
@Suite struct ShopAmountTests {
  @Test(arguments: ["en", "fr", "ko", "ru"])
  func `What one buys is what a shop has`(_ language: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Shop/\(language).txt")
    var (lines, right) = (0, 0)
    for row in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") where !row.hasPrefix("#") {
      let parts = row.components(separatedBy: " => ")
      let expected = parts[1].components(separatedBy: " | ")
      let found = Self.bought(parts[0].components(separatedBy: " ; "), language)
      lines += 1
      if found.amount == expected[0], expected.count == 1 || found.food == expected[1] { right += 1 }
      #expect(found.amount == expected[0], "\(row)")
      if expected.count > 1 { #expect(found.food == expected[1], "\(row)") }
    }
    print("Tests/Shop/\(language).txt: \(right) of \(lines)")
    #expect(lines >= 37)
  }

  private static func bought(_ texts: [String], _ language: String) -> (amount: String, food: String) {
    let foods = texts.map { FoodLine($0) }
    var sum = FoodSum()
    for food in foods where food.key.split(separator: "/").first == foods[0].key.split(separator: "/").first {
      sum.add(food.sum)
    }
    let shop = ShopAmount(sum, of: foods[0].key, name: foods[0].food, aisle: foods[0].aisle)
    let amount = AmountText(language: language).text(of: shop.bought).replacingOccurrences(of: "\u{A0}", with: " ")
    return (amount, shop.food(foods[0].food))
  }

  /// No amount has decimals, and no teaspoon less than a quarter.
  @Test func `No amount of the list has decimals`() {
    let units: [FoodUnit] = [.pieces, .word(.piece, "loaf")] + CookingUnit.allCases.map { .unit($0) }
    for language in ["en", "fr", "ko", "ru"] {
      for unit in units {
        for numerator in [1, 2, 3, 5, 7, 11, 63, 187, 999, 1234, 98765] {
          for denominator in [1, 2, 3, 4, 5, 7, 8, 10, 16, 100, 997] {
            guard let number = Rational(numerator, denominator) else { continue }
            let text = AmountText(language: language).text(of: FoodAmount(number, unit))
            #expect(!zip(text, text.dropFirst()).contains { $0.isNumber && ".,".contains($1) }, "\(text)")
            #expect(!text.hasPrefix("0") && !text.isEmpty, "\(text)")
            if unit == .unit(.teaspoon) { #expect(!text.contains { "⅛⅜⅝⅞⅕⅖⅗⅘⅙⅚".contains($0) }, "\(text)") }
          }
        }
      }
    }
  }
}
