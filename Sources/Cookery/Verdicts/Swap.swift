/// A food in place of a line's that clashes with an allergy or a diet: oat cream instead of cream. swaps.txt has them.
public enum Swap {
  /// The first one for the line in which nothing clashes, in one of the four languages; nil if there is no obvious one.
  public static func of(
    _ line: IngredientLine, allergies: [Allergen], diets: [Diet], language: String
  ) -> String? {
    let asked = allergies.reduce(into: Traits()) { $0.formUnion($1.trait) }
      .union(diets.reduce(into: Traits()) { $0.formUnion($1.forbids) })
    // One that has what clashes only in some packets is no help.
    return table[line.key]?.first { $0.line.has.union($0.line.may).isDisjoint(with: asked) && $0.line.isUnderstood }?
      .names[language]
  }

  private struct Row: Sendable {
    let line: IngredientLine
    let names: [String: String]
  }

  private static let table: [String: [Row]] = {
    var table: [String: [Row]] = [:]
    for line in EmbeddedText.swaps.split(separator: "\n") where line.first != "#" {
      let columns = line.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
      guard columns.count == 5 else { preconditionFailure("swaps: \(line)") }
      table[columns[0], default: []].append(
        Row(
          line: IngredientLine(columns[1]),
          names: ["en": columns[1], "fr": columns[2], "ko": columns[3], "ru": columns[4]]))
    }
    return table
  }()
}
