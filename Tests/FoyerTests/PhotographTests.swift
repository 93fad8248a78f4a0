import Foundation
import Testing

@testable import Foyer

private func photograph(_ name: String) throws -> [UInt8] {
  Array(try Data(contentsOf: URL(fileURLWithPath: "\(packageRoot)/Tests/Photographs/\(name).jpg")))
}

extension FoyerTests {
  /// Recipes that are read from the photograph of a page, by Tesseract.
  @Suite struct Photographs {
    struct Page: Sendable {
      let language: String
      let title: String
      /// Of the ingredients and the steps: what is read without fail, whatever the version of Tesseract.
      let words: [String]
      let ingredients: ClosedRange<Int>
    }

    @Test(arguments: [
      Page(
        language: "en", title: "Pancakes",
        words: ["plain flour", "2 eggs", "Stir in the flour and the sugar, and leave it to rest until"],
        ingredients: 5...5),
      Page(language: "fr", title: "Crêpes", words: ["250 g", "de farine", "et fouetter la p"], ingredients: 4...4),
      // The heading of the steps may be read as one more.
      Page(language: "ko", title: "김치찌개", words: ["돼지고기", "두부", "볶습니다"], ingredients: 4...5),
      Page(language: "ru", title: "блины", words: ["муки", "3 яйца", "размешайте, чтобы в тесте"], ingredients: 4...4),
    ])
    func `A photographed page becomes a preview, whatever the reader's language`(_ page: Page) async throws {
      let member = try await TestApp.shared().member()
      let file = try photograph(page.language)
      let preview = try await member.upload("/recipes/import", name: "IMG_0001.JPG", file)
      #expect(preview.status == 200)
      #expect(preview.contains("Read from a photograph"))
      #expect(preview.field("name")?.contains(page.title) == true)
      for word in page.words { #expect(preview.shows(word), "\(word)") }
      let count = try #require(preview.area("ingredients")).split(separator: "\n").count
      #expect(page.ingredients.contains(count))
    }

    @Test func `A picture without words, and one that is none, are refused with their reason`() async throws {
      let member = try await TestApp.shared().member()
      let empty = try await member.upload("/recipes/import", name: "wall.jpg", try photograph("empty"))
      #expect(empty.status == 422 && empty.shows("No words were found in the photograph."))
      let half = Array(try photograph("en").prefix(20_000))
      let broken = try await member.upload("/recipes/import", name: "half.jpg", half)
      #expect(broken.status == 422 && broken.contains("id=\"error-file\""))
      let bomb = try await member.upload("/recipes/import", name: "bomb.png", png(10, 10, says: (20_000, 20_000)))
      #expect(bomb.status == 422 && bomb.shows("at most 40 megapixels"))
    }

    @Test func `Without Tesseract, or its words of a language, a photograph is refused as one that cannot be read`()
      async throws
    {
      let file = try photograph("en")
      await #expect(throws: ImageProblem.unavailable) {
        try await TextRecognizer(program: "/none/tesseract").text(of: file, .en)
      }
      // It knows a language of which there is no photograph.
      await #expect(throws: ImageProblem.unavailable) {
        try await TextRecognizer(program: "/bin/true").text(of: file, .ko)
      }
    }

    @Test(arguments: [
      (
        "1. Stir in the flour, and leave it to\nrest for an hour.",
        "1. Stir in the flour, and leave it to rest for an hour."
      ),
      ("Stir until the batter is smooth.\nbake it", "Stir until the batter is smooth.\nbake it"),
      ("salt\npepper\nfreshly grated nutmeg, a little of it", "salt\npepper\nfreshly grated nutmeg, a little of it"),
      ("200 g flour, sifted twice and\n2 eggs", "200 g flour, sifted twice and\n2 eggs"),
      ("Stir until it is quite smooth and\nBake", "Stir until it is quite smooth and\nBake"),
      ("Одну столовую ложку сахара и\nнемного соли", "Одну столовую ложку сахара и немного соли"),
      ("", ""), ("\n\n", "\n\n"),
    ])
    func `A line that the page's edge broke is one`(_ read: String, _ meant: String) {
      #expect(TextRecognizer.joined(read) == meant)
    }
  }
}
