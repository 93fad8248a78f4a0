import RecipeImport
import Testing

struct PageTests {
  @Test func `an empty page has no recipe`() {
    #expect(throws: ImportError.noRecipe) { try RecipePage.parse([], url: nil, contentType: nil) }
  }
}
