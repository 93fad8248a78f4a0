import Testing

@testable import Foyer

extension FoyerTests {
  /// The phrases of Tests/QuickAdd, as people write them: what is understood, and what must stay.
  @Suite struct QuickAddPhraseTests {
    private static let now = CivilTime(year: 2026, month: 11, day: 18, hour: 10, minute: 30)!

    @Test(arguments: Language.allCases)
    func `What people write into quick add, and names, amounts and repeats that stay`(language: Language) throws {
      let file = "\(packageRoot)/Tests/QuickAdd/\(language).txt"
      let lines = try #require(contents(ofFile: file)).components("\n").filter { !$0.isEmpty && !$0.hasPrefix("--") }
      #expect(lines.count >= 60)
      #expect(lines.count { !$0.contains("→") } >= 20)
      for line in lines {
        let parts = line.components(" → ")
        #expect(Self.words(String(parts[0]), language) == parts[parts.count - 1], "\(line)")
      }
    }

    /// `title | #category | @tag | 2026-11-19 18:00`, what there is of it.
    private static func words(_ text: String, _ language: Language) -> String {
      let item = QuickAdd(text, language: language, now: now)
      var parts = [item.title]
      if let category = item.category { parts.append("#\(category)") }
      parts += item.tags.map { "@\($0)" }
      if item.date != nil { parts.append(item.time == nil ? item.dueDate : "\(item.dueDate) \(item.dueTime)") }
      return parts.joined(separator: " | ")
    }
  }
}
