import Cookery
import ICalendar
import RecipeImport
import Testing

@testable import Foyer
@testable import HTTP
@testable import QuickAdd

/// As `GrowthTests`, for what is read in the texts that people write and in the files and pages that they import.
@Suite struct TextGrowthTests {
  private func text(_ count: Int, _ piece: String) -> String { String(repeating: piece, count: count) }

  private let pieces = [
    "2 eggs, ", "ab ", "1 1/2 ", "(2 ", "milk or ", "2 ст. л. муки и ", "밀가루 2컵과 ", "une c. à s. de lait, ",
    "10 minutes ", "\u{301}",
    "\"", "#a ", "+b ", "@c ", "every ", "1.", "-", "½",
  ]

  @Test func `Lines, steps and foods`() {
    for piece in pieces {
      expectLinear("line, \(piece)", upTo: 2_000, { text($0, piece) }) { _ = IngredientLine($0) }
      expectLinear("food, \(piece)", upTo: 2_000, { text($0, piece) }) { _ = FoodLine($0) }
      expectLinear("foods, \(piece)", upTo: 2_000, { text($0, piece) }) { _ = FoodLine.parts(of: $0) }
      expectLinear("rest, \(piece)", upTo: 2_000, { text($0, piece) }) { _ = RestingTime.minutes(in: [$0]) }
      let lines = [IngredientLine("2 eggs")]
      expectLinear("step, \(piece)", upTo: 1_000, { text($0, piece) }) { step in
        _ = StepText(step, by: 2, counted: StepIngredients.counted(lines), Kitchen(.en, lines))
        var ingredients = StepIngredients(lines)
        _ = ingredients.next(step)
      }
    }
    expectLinear("statements", upTo: 400, { (1...$0).map { "gluten-free \($0)" } }) {
      _ = RecipeFacts(lines: [], statements: $0, hearsay: $0)
    }
    expectLinear("steps", upTo: 400, { (1...$0).map { "Add the flour \($0), the rest of the eggs" } }) { steps in
      var ingredients = StepIngredients(steps.map { IngredientLine("\($0.utf8.count) flour") }.prefix(10).map { $0 })
      for step in steps { _ = ingredients.next(step) }
    }
  }

  @Test func `The line that adds an item`() {
    for piece in pieces {
      for language in QuickAdd.Language.allCases {
        expectLinear("\(language), \(piece)", upTo: 1_000, { text($0, piece) }) {
          _ = QuickAddLine($0, language, QuickAddNames(["Ada", "Ben"]), keeping: [])
        }
      }
    }
  }

  @Test func `Calendars and marks`() {
    for piece in ["a", "é", ";\n", "\u{1}"] {
      expectLinear("a line, \(piece)", upTo: 20_000, { text($0, piece) }) {
        var calendar = ICalendar()
        calendar.text("SUMMARY", $0)
      }
    }
    for piece in ["ab ", "a", "가 "] {
      expectLinear("marks, \(piece)", upTo: 4_000, { text($0, piece) }) {
        _ = MarkedText($0, folded: $0, terms: ["a", "b", "aaaa"])
      }
    }
  }

  @Test func `Fields of requests`() {
    for piece in [",", "en;q=0.5,", "a-", ";", "\"a\", ", "W/", " ", "=", "bytes=1-2,"] {
      let make = { (count: Int) in Array(text(count, piece).utf8) }
      expectLinear("languages, \(piece)", upTo: 8_000, make) { _ = AcceptLanguage($0).best(of: ["fr", "ru"]) }
      expectLinear("codings, \(piece)", upTo: 8_000, make) { _ = AcceptEncoding($0[...]).best(of: [.gzip]) }
      expectLinear("cookies, \(piece)", upTo: 8_000, make) { _ = Cookies($0)["foyer"] }
      expectLinear("a range, \(piece)", upTo: 8_000, make) { _ = ByteRange($0[...], size: 100) }
      expectLinear("a type, \(piece)", upTo: 8_000, make) { _ = MediaType($0) }
    }
    expectLinear("a path", upTo: 8_000, { text($0, "/..") }) { _ = RouteTable(Feature.all).router.match(.get, $0) }
  }

  @Test func `Pages and files that are imported`() {
    let data = ["{\"a\":", "[", "\"", "\\", "/*", "{\"a\":1},", "'", "<!--", "\"a\" \"", ","]
    for piece in data {
      expectLinear("data, \(piece)", upTo: 4_000, { Array(text($0, piece).utf8) }) {
        _ = try? RecipeFile.parse($0, name: "a.json")
      }
    }
    let tags = [
      "<div>", "<p>a", "<ul><li>1 egg", "<h2>Ingredients</h2><ul><li>1 egg</ul>", "<table><tr><td>1<td>egg",
      "<li>1 egg", "<br>1 egg",
      "<span itemprop=recipeIngredient>1 egg</span>", "<div itemscope itemtype=https://schema.org/Recipe>", "</div>",
      "&amp;",
      "<script type=application/ld+json>{\"@type\":\"Recipe\"}</script>", "<h3>Steps</h3>", "<a href=b>",
      "<b>1 egg</b>", "<", "<!--",
    ]
    for tag in tags {
      expectLinear("page, \(tag)", upTo: 1_600, { Array(text($0, tag).utf8) }) {
        _ = try? RecipePage.parse($0, url: nil, contentType: "text/html")
      }
    }
  }
}
