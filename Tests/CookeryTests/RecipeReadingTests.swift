import Foundation
import Testing

@testable import Cookery

/// Stored readings of recipes: a page shows what they say, and never reads the lines again.
@Suite struct RecipeReadingTests {
  /// Labelled lines, lines of sums and those of the starter cookbook, and texts that are no ingredients.
  private static func lines(_ language: String) throws -> [String] {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
    let cookbook = root.appending(path: language == "en" ? "Cookbook" : "Cookbook/\(language)")
    let files =
      [root.appending(path: "Tests/Verdicts/\(language).txt"), root.appending(path: "Tests/Sums/\(language).txt")]
      + (try FileManager.default.contentsOfDirectory(at: cookbook, includingPropertiesForKeys: nil)).filter {
        $0.pathExtension == "txt"
      }.sorted { $0.path < $1.path }
    var lines: [String] = []
    for file in files {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        lines += line.split(separator: " ; ").map { $0.hasPrefix("- ") ? String($0.dropFirst(2)) : String($0) }
      }
    }
    return lines + [
      "", " ", "-", "12:", "3:a,4", "1 cup | 2 cups", "a|b", "\t2\teggs\t", "1 \u{301}e", "🥚🥚", "1 fl oz rum",
      "2 - 3 pints",
      "½½ lemon", "1/0 leeks", "1e308 g flour", String(repeating: "9", count: 400),
      String(repeating: "egg ", count: 600),
    ]
  }

  @Test(arguments: ["en", "fr", "ko", "ru"])
  func `Stored readings equal fresh ones`(_ language: String) throws {
    let lines = try Self.lines(language)
    #expect(lines.count > 1_000)
    let statements = ["vegan", "contains: milk, nuts", "peut contenir du gluten", "без глютена"]
    for start in stride(from: 0, to: lines.count, by: 7) {
      let texts = Array(lines[start..<min(start + 7, lines.count)])
      let hearsay = start % 2 == 0 ? [] : ["vegan"]
      let fresh = texts.map { RecipeLine($0) }
      let made = RecipeReading(fresh, statements: statements, hearsay: hearsay)
      let stored = try #require(RecipeReading(stored: made.stored, of: texts), "\(texts)")
      #expect(stored.lines == fresh && made.lines == fresh)
      let facts = RecipeFacts(lines: texts.map { IngredientLine($0) }, statements: statements, hearsay: hearsay)
      for reading in [made, stored] {
        #expect(reading.facts.allergens == facts.allergens && reading.facts.diets == facts.diets, "\(texts)")
      }
      // A line keeps its amounts for other servings, too.
      for (line, text) in zip(stored.lines, texts) {
        let own = IngredientLine(text)
        #expect(line.line.scaled(by: 2.5, decimalSeparator: ".") == own.scaled(by: 2.5, decimalSeparator: "."))
        #expect(line.line.served(by: 2.5, Kitchen(.en)) == own.served(by: 2.5, Kitchen(.en)))
        #expect(line.food == FoodLine(text))
      }
    }
  }

  @Test func `A text that is damaged or of other lines is no reading`() throws {
    let texts = ["2 eggs, beaten", "100 g butter or margarine", "For the top:", "salt"]
    let whole = RecipeReading(texts.map { RecipeLine($0) }, statements: [], hearsay: [])
    #expect(RecipeReading(stored: whole.stored, of: Array(texts.dropLast())) == nil)
    #expect(RecipeReading(stored: whole.stored + "1", of: texts) == nil)
    #expect(RecipeReading(stored: "", of: []) == nil)
    for count in 0..<whole.stored.utf8.count {
      #expect(RecipeReading(stored: String(decoding: whole.stored.utf8.prefix(count), as: UTF8.self), of: texts) == nil)
    }
    // Within a line: the line is read again.
    let line = try #require(whole.stored.range(of: "4:eggs"))
    let damaged = whole.stored.replacingCharacters(in: line, with: "9:eggs")
    #expect(RecipeReading(stored: damaged, of: texts)?.lines == whole.lines)
  }
}
