import Testing

@testable import Cookery

@Suite struct FoodTableTests {
  @Test func noWordHasTwoRows() { #expect(FoodTable.shared.conflicts.sorted() == []) }

  @Test func isLarge() { #expect(FoodTable.shared.foods.count >= 300) }
}
