import CivilTime
import Foundation
import QuickAdd
import Testing

/// The phrases of Tests/QuickAdd, as people write them: what is understood, and what must stay.
@Suite struct QuickAddPhraseTests {
  private static let names = ["Anna Lind", "Ben Okoro", "Benoît Petit", "Léa Martin", "김민수", "Сергей Ёлкин"]
  private static let now = CivilTime(year: 2026, month: 11, day: 18, hour: 10, minute: 30)!

  @Test(arguments: QuickAdd.Language.allCases)
  func `What people write into quick add, and names, amounts and repeats that stay`(language: QuickAdd.Language) throws
  {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../QuickAdd/\(language).txt")
    let text = try String(contentsOf: file, encoding: .utf8)
    let lines = text.components(separatedBy: "\n").filter { !$0.isEmpty && !$0.hasPrefix("--") }
    #expect(lines.count >= 60)
    #expect(lines.count { !$0.contains("→") } >= 20)
    for line in lines {
      let parts = line.components(separatedBy: " → ")
      #expect(
        QuickAddTests.words(parts[0], language, Self.now, Self.names) == parts[parts.count - 1], "\(line)")
    }
  }
}
