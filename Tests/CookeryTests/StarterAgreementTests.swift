import Cookery
import Foundation
import Testing

/// A dish of the starter cookbook is understood the same in each language: line by line.
@Suite struct StarterAgreementTests {
  private static let folder = URL(filePath: #filePath).appending(path: "../../../Cookbook").standardizedFileURL

  private static let sausages: Set = [
    "8 pork sausages", "6 frankfurter sausages", "300 g smoked pork sausage, sliced",
    "400 g cooked pork sausage, cut into fine strips",
  ]
  private static let korean: Set = [
    "200 g cooked ham, thinly sliced", "2 slices cooked ham", "250 g dried lasagne sheets",
  ]
  /// English lines whose food may contain other things there: Russian puff pastry and Korean and Russian sausages are also
  /// made with egg, Russian mayonnaise with milk powder, French rye bread with soy, Korean has one word for lasagne and its sheets;
  /// French mustard has no flour (decree 2000-658).
  private static let otherPackets: [String: Set<String>] = [
    "fr": ["1 tsp mustard", "4 tsp mustard", "2 tbsp mustard", "3 tbsp mustard", "4 slices rye bread"],
    "ko": sausages.union(korean), "ru": sausages.union(["320 g puff pastry", "4 tbsp mayonnaise"]),
  ]

  /// The ingredient lines of each dish, by its English name.
  private static func dishes(_ folder: URL) throws -> [String: [String]] {
    var dishes: [String: [String]] = [:]
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    where file.pathExtension == "txt" {
      for text in try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n---\n") {
        func after(_ mark: String) -> [String] {
          text.components(separatedBy: "\n").filter { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) }
        }
        guard let name = after("of: ").first ?? after("# ").first else { continue }
        dishes[name] = after("- ")
      }
    }
    return dishes
  }

  /// - Parameter otherKeys: English lines whose food has another name there: a bacon joint is pork in brine in France, tvorog is
  ///   fromage blanc or cottage cheese where nobody sells it.
  @Test(arguments: [
    "fr": Set(["1.5 kg unsmoked bacon joint", "500 g tvorog, well drained"]),
    "ko": ["500 g tvorog, well drained"],
    "ru": [],
  ])
  func agrees(_ language: String, _ otherKeys: Set<String>) throws {
    let english = try Self.dishes(Self.folder)
    let translated = try Self.dishes(Self.folder.appending(path: language))
    #expect(Set(translated.keys) == Set(english.keys))
    for (dish, lines) in english {
      let others = translated[dish] ?? []
      #expect(lines.count == others.count, "\(dish)")
      for (line, other) in zip(lines, others) {
        let (one, two) = (IngredientLine(line), IngredientLine(other))
        #expect(one.contained == two.contained, "\(dish): \(line), \(other)")
        let isOtherPacket = Self.otherPackets[language]?.contains(line) ?? false
        #expect((one.possible == two.possible) != isOtherPacket, "\(dish): \(line), \(other)")
        #expect(one.isUnderstood == two.isUnderstood, "\(dish): \(line), \(other)")
        #expect((one.key == two.key) != otherKeys.contains(line), "\(dish): \(line), \(other): \(one.key), \(two.key)")
      }
    }
  }
}
