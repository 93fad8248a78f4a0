import Foundation
import Testing

@testable import Cookery

/// The labelled pairs of Tests/Verdicts/substitutions.txt: what may stand for what, and in which direction.
@Suite struct SubstitutionSetTests {
  @Test func agrees() throws {
    let file = URL(filePath: #filePath).appending(path: "../../Verdicts/substitutions.txt").standardizedFileURL
    let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(rows.count >= 60)
    for row in rows {
      let parts = row.components(separatedBy: " | ")
      try #require(parts.count == 3, "\(row)")
      let (needed, atHand) = (IngredientLine(parts[0]), IngredientKey.key(for: parts[1]))
      #expect(needed.accepted.contains(atHand) == (parts[2] == "yes"), "\(row): \(needed.accepted), \(atHand)")
    }
  }

  @Test func eggsAreYolksAndWhites() {
    #expect(IngredientKey.standsFor("egg") == ["egg white", "egg yolk"])
    #expect(IngredientKey.standsFor("egg yolk") == [] && IngredientKey.standsFor("tomato") == [])
  }

  @Test func aDislikeIsOfTheFoodItself() {
    let standIns = StandIns.shared
    #expect(standIns.own(of: IngredientLine("2 egg yolks").accepted) == ["egg yolk"])
    #expect(standIns.own(of: IngredientLine("butter or margarine").accepted) == ["butter", "margarine"])
    #expect(standIns.own(of: IngredientLine("2 red peppers").accepted) == ["red pepper"])
    #expect(standIns.own(of: IngredientLine("2 bell peppers").accepted) == ["bell pepper"])
  }
}
