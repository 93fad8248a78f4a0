import Testing

@testable import Cookery

/// A table of lines with what each contains and, behind a question mark, what the packet or the cook decides: everything
/// else is free. "wheat" says gluten, too; "all" is every allergen that is not contained. Of the allergens these are R34's ten.
enum LineTable {
  struct Line: CustomTestStringConvertible, Sendable {
    let text: String
    let contains: Set<Allergen>
    let depends: Set<Allergen>

    var testDescription: String { text }

    func check() {
      let line = IngredientLine(text)
      #expect(line.isUnderstood && line.hasFood)
      let facts = RecipeFacts(lines: [line], statements: [], hearsay: [])
      let found = Set(LineTable.listed.filter { facts.allergens[$0] == .contains(line: 0) })
      let unknown = Set(LineTable.listed.filter { facts.allergens[$0] == .unknown(line: 0) })
      #expect(found == contains)
      #expect(unknown == depends)
    }
  }

  private static let listed = Allergen.allCases.prefix(10)

  static func lines(of table: String) -> [Line] {
    table.split(separator: "\n").map { row in
      let parts = row.split(separator: "=>", maxSplits: 1).map(trimmed)
      let verdict = (parts.count > 1 ? parts[1] : "").split(
        separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
      let contains = allergens(verdict.first ?? "")
      return Line(
        text: parts[0], contains: contains,
        depends: allergens(verdict.count > 1 ? verdict[1] : "").subtracting(contains))
    }
  }

  private static func trimmed(_ part: Substring) -> String {
    String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  private static func allergens(_ words: Substring) -> Set<Allergen> {
    var found: Set<Allergen> = []
    for word in words.split(separator: " ") {
      switch word {
      case "all": found = Set(listed)
      case "nut": found.insert(.treeNut)
      case "wheat": found.formUnion([.wheat, .gluten])
      default:
        guard let allergen = Allergen(rawValue: String(word)) else {
          Issue.record("no allergen: \(word)")
          continue
        }
        found.insert(allergen)
      }
    }
    return found
  }
}
