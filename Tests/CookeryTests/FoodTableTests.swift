import Testing

@testable import Cookery

@Suite struct FoodTableTests {
  @Test func noWordHasTwoRows() { #expect(FoodTable.shared.conflicts.sorted() == []) }

  @Test func isLarge() { #expect(FoodTable.shared.foods.count >= 300) }

  @Test func eachFoodHasAnAisle() {
    for key in Set(FoodTable.shared.foods.map(\.key)) { _ = Aisle(of: key, words: [], isTinned: false) }
  }
}
