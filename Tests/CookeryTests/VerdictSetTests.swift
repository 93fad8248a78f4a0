import Cookery
import Foundation
import Testing

/// The labelled lines of Tests/Verdicts: none is called free of what it contains or may contain.
@Suite struct VerdictSetTests {
  private struct Label {
    let line: String
    let contains: Set<String>
    let depends: Set<String>
  }

  private static func labels(_ language: String) throws -> [Label] {
    let file = URL(filePath: #filePath).appending(path: "../../Verdicts/\(language).txt").standardizedFileURL
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
      let parts = $0.components(separatedBy: " | ")
      try #require(parts.count >= 3, "\($0)")
      func names(_ part: String) -> Set<String> { Set(part.split(separator: " ").dropFirst().map(String.init)) }
      return Label(
        line: parts.dropLast(2).joined(separator: " | "), contains: names(parts[parts.count - 2]),
        depends: names(parts[parts.count - 1]))
    }
  }

  /// The ten of R34, and in further/ the four that the EU has besides.
  @Test(arguments: ["en", "fr", "ko", "ru"])
  func agrees(_ language: String) throws {
    let labels = try Self.labels(language)
    #expect(labels.count >= 150)
    Self.check(labels, Array(Allergen.allCases.prefix(10)), language)
  }

  @Test(arguments: ["en", "fr", "ko", "ru"])
  func agreesOnFurtherAllergens(_ language: String) throws {
    let labels = try Self.labels("further/\(language)")
    #expect(labels.count >= 35)
    Self.check(labels, Array(Allergen.allCases.dropFirst(10)), "further/\(language)")
  }

  private static func check(_ labels: [Label], _ allergens: [Allergen], _ name: String) {
    var (missed, contained, unknown, sure) = (0, 0, 0, 0)
    for label in labels {
      let facts = RecipeFacts(lines: [IngredientLine(label.line)], statements: [], hearsay: [])
      for allergen in allergens {
        let name = allergen == .treeNut ? "nut" : allergen.rawValue
        let (contains, depends) = (label.contains.contains(name), label.depends.contains(name))
        if contains { contained += 1 }
        if !depends { sure += 1 }
        switch facts.allergens[allergen] {
        case .free: #expect(!contains && !depends, "\(label.line): said to be free of \(name)")
        case .unknown, nil:
          if contains { missed += 1 }
          if !depends { unknown += 1 }
        case .contains: break
        }
      }
    }
    print("Tests/Verdicts/\(name).txt: \(contained - missed) of \(contained) that lines contain")
    #expect(missed * 100 <= contained, "\(missed) of \(contained) contained ones unknown")
    #expect(unknown * 20 <= sure, "\(unknown) of \(sure) unknown where the label is sure")
  }
}
