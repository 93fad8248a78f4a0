import Foundation
import Testing

extension FoyerTests {
  @Suite struct RecipeParseTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "recipe-parse-\(UUID().uuidString)")

    private func file(_ name: String, _ text: String) throws -> String {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let file = folder.appendingPathComponent(name)
      try text.write(to: file, atomically: true, encoding: .utf8)
      return file.path
    }

    @Test func `foyer recipe-parse prints a JSON object a line, without a database`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let page = try file(
        "soup.html",
        #"<script type="application/ld+json">{"@type":"Recipe","name":"A \"soup\"","recipeIngredient":["1 leek"],"recipeYield":"4","prepTime":"PT5M"}</script>"#
      )
      let news = try file("news.html", "<h1>News</h1>")
      let done = try await Program.run(["recipe-parse", page])
      #expect(done.status == 0)
      #expect(
        done.output
          == #"{"file":"\#(page)","title":"A \"soup\"","ingredients":["1 leek"],"steps":[],"servings":4,"yield":null,"prep_minutes":5,"#
          + #""cook_minutes":null,"total_minutes":5,"cuisine":null,"image":null,"url":null,"notes":null,"labels":[],"#
          + #""stars":null,"nutrition":null,"source_name":null,"left_out":[],"error":null}"# + "\n")
      let mixed = try await Program.run(["recipe-parse", page, news, "/nowhere"])
      #expect(mixed.status == 1)
      #expect(mixed.output.split(separator: "\n").count == 3)
      #expect(mixed.output.contains(#""error":"There is no recipe in this file.""#))
      #expect(try await Program.run(["recipe-parse"]).status == 2)
      #expect(try await Program.run(["recipe-parse", "--help"]).output.hasPrefix("usage: foyer recipe-parse"))
    }

    @Test func `foyer recipe-verdicts prints what a line contains and what its packet decides`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let lines = try file("lines.txt", "1 egg, beaten, to glaze\n2 tbsp pesto\n\n1 cup zibbles\n")
      let done = try await Program.run(["recipe-verdicts", lines])
      #expect(done.status == 0)
      #expect(
        done.output == """
          {"line":"1 egg, beaten, to glaze","has":["egg"],"may":[],"understood":true,"key":"egg","hand":"egg","accepted":["egg"]}
          {"line":"2 tbsp pesto","has":["dairy","tree-nut"],"may":["egg"],"understood":true,"key":"pesto","hand":"pesto","accepted":["pesto"]}
          {"line":"1 cup zibbles","has":[],"may":[],"understood":false,"key":"zibbl","hand":"zibbl","accepted":["zibbl"]}

          """)
      #expect(try await Program.run(["recipe-verdicts", "/nowhere"]).status == 1)
      #expect(try await Program.run(["recipe-verdicts"]).status == 2)
    }
  }
}
