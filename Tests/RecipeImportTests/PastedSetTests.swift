import Foundation
import Testing

@testable import RecipeImport

/// Tests/Pasted has recipes in four languages as people paste them: the name, and how many lines and steps each has.
@Suite struct PastedSetTests {
  @Test(arguments: ["en", "fr", "fr-mail", "ko", "ru"])
  func `A pasted text has its name, its lines and its steps`(_ language: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Pasted/\(language).txt")
    var (texts, right) = (0, 0)
    for block in try String(contentsOf: file, encoding: .utf8).components(separatedBy: "=====\n") {
      let rows = block.split(separator: "\n", maxSplits: 1)
      let label = rows[0].dropFirst().components(separatedBy: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      let recipe = try RecipePage.parse(Array(rows[1].utf8), url: nil, contentType: nil)
      let found = [recipe.title ?? "", "\(recipe.ingredients.count)", "\(recipe.steps.count)"]
      texts += 1
      if found == label { right += 1 }
      #expect(found == label, "\(recipe.ingredients) \(recipe.steps)")
    }
    print("Tests/Pasted/\(language).txt: \(right) of \(texts)")
    #expect(texts >= 20 || language.contains("-"))
  }

  @Test func `Servings and times stand among other remarks above the ingredients`() throws {
    let page = """
      Hummus
      By Suzy · Published Feb 2021 · Serves 8 · 10 mins
      Ingredients
      1 can chickpeas
      Method
      Blend.
      """
    let recipe = try RecipePage.parse(Array(page.utf8), url: nil, contentType: nil)
    #expect(recipe.servings == 8 && recipe.totalMinutes == 10 && recipe.sourceName == "Suzy")
    let french = "Mousse\nTemps total : 20 min | Difficulté : facile\nIngrédients\n6 œufs\nPréparation\nBattre."
    #expect(try RecipePage.parse(Array(french.utf8), url: nil, contentType: nil).totalMinutes == 20)
    let taco = "Fish tacos\n(for 2)\n2 fillets cod\n4 tortillas\nSteps\nFry the fish."
    #expect(try RecipePage.parse(Array(taco.utf8), url: nil, contentType: nil).servings == 2)
  }

  @Test func `A message is no recipe, and a long text ends`() {
    for text in ["see you tomorrow at 8", "", " \n ", "Ingredients", "https://example.org/"] {
      #expect(throws: ImportError.self) { try RecipePage.parse(Array(text.utf8), url: nil, contentType: nil) }
    }
    let rows = String(repeating: "200 g flour, 2 eggs; salt\n", count: 40_000)
    #expect(throws: Never.self) { try RecipePage.parse(Array(rows.utf8.prefix(1 << 20)), url: nil, contentType: nil) }
  }
}
