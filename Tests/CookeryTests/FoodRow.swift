import Testing

@testable import Cookery

/// A row of a table of lines: `line | food | what is bought | for twice as many`.
struct FoodRow: CustomTestStringConvertible, Sendable {
  let line: String
  let food: String
  let sum: String
  let twice: String
  var testDescription: String { line }

  static func rows(_ table: String) -> [FoodRow] {
    table.split(separator: "\n").map { row in
      let fields = row.split(separator: "|", omittingEmptySubsequences: false).map(trimmed)
      return FoodRow(line: fields[0], food: fields[1], sum: fields[2], twice: fields[3])
    }
  }

  /// What the line says for twice as many, in its own language.
  var served: String {
    let letters = line.unicodeScalars.filter(\.properties.isAlphabetic)
    let language: Kitchen.Language =
      letters.contains { (0x400...0x4FF).contains($0.value) }
      ? .ru : letters.first.map { $0.value >= 0xAC00 } ?? false ? .ko : .en
    return IngredientLine(line).served(by: 2, Kitchen(language))
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
