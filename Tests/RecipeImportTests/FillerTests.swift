import Testing

@testable import RecipeImport

/// Pages state fillers as lines, and headings as steps.
@Suite struct FillerTests {
  private func recipe(_ members: String) throws -> ImportedRecipe {
    let page = #"<script type="application/ld+json">{"@type":"Recipe","name":"A",\#(members)}</script>"#
    return try RecipePage.parse(Array(page.utf8), url: nil, contentType: nil)
  }

  @Test(arguments: [
    ("0 As required salt", "salt, as required"), ("As needed oil", "oil, as needed"), ("0 salt", "salt"),
    ("0 g sugar", "sugar"), ("0.5 l milk", "0.5 l milk"), ("00 flour", "00 flour"),
  ])
  func aFillerIsNoAmount(_ line: String, _ expected: String) throws {
    #expect(try recipe(#""recipeIngredient":["\#(line)","2 eggs"]"#).ingredients == [expected, "2 eggs"])
  }

  @Test(arguments: [
    (#""Preparation","Boil.","Serve.""#, ["Boil.", "Serve."]), (#""Method:","Boil.""#, ["Boil."]),
    (#""Étape 1 : Cuire.","Laisser refroidir. Étape 2 : Râper.""#, ["Cuire.", "Laisser refroidir.", "Râper."]),
    (#""Boil. https://example.org is a page.","https://example.org/jam""#, ["Boil. https://example.org is a page."]),
    (#""Приготовление:","Варить.""#, ["Варить."]), (#""만드는 법","끓인다.""#, ["끓인다."]),
  ])
  func aHeadingIsNoStep(_ steps: String, _ expected: [String]) throws {
    #expect(try recipe(#""recipeIngredient":["2 eggs"],"recipeInstructions":[\#(steps)]"#).steps == expected)
  }
}
