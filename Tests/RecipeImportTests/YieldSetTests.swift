import Foundation
import Testing

@testable import RecipeImport

/// Tests/Yields has yields in four languages, as pages and people write them: how many people each is for, and the words kept.
@Suite struct YieldSetTests {
  @Test(arguments: ["en", "fr", "ko", "ru"])
  func `A labelled yield has its people and its words`(_ language: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Yields/\(language).txt")
    var (lines, right) = (0, 0)
    for row in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") where !row.hasPrefix("#") {
      let parts = row.components(separatedBy: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      let makes = Yield(parts[0])
      let isRight = makes.servings == Int(parts[1]) && makes.text ?? "" == parts[2]
      lines += 1
      if isRight { right += 1 }
      #expect(isRight, "\(row): \(makes.servings.map(String.init) ?? "nobody"), \(makes.text ?? "no words")")
    }
    print("Tests/Yields/\(language).txt: \(right) of \(lines)")
    #expect(lines >= 30)
  }
}
