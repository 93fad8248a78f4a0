import Glibc
import Testing

@testable import Cookery

/// The labelled lines of Tests/Kitchen, of which each suite prints how many were understood.
@Suite struct KitchenTests {
  @Test func `Amounts for other servings are such as a kitchen measures`() throws {
    try check("rounding.txt", atLeast: 120) { fields, kitchen in
      IngredientLine(fields[0]).served(by: try #require(Double(fields[1])), kitchen)
    }
  }

  @Test func `Amounts in steps change with the servings, times, sizes and counts do not`() throws {
    try check("steps.txt", atLeast: 60) { fields, kitchen in
      let words = fields[1].split(separator: " ")
      let counted = Set(words.dropFirst().map(String.init))
      return plain(StepText(fields[0], by: try #require(Double(words[0])), counted: counted, kitchen))
    }
  }

  @Test func `Times in steps become timers`() throws {
    try check("times.txt", atLeast: 75) { fields, kitchen in
      let step = StepText(fields[0], by: 1, counted: [], kitchen)
      #expect(plain(step) == fields[0])
      return step.pieces.compactMap {
        guard case .time(let text, let seconds, let upTo) = $0 else { return nil }
        return "\(text) = \(clock(seconds))" + (upTo.map { "–\(clock($0))" } ?? "")
      }.joined(separator: "; ")
    }
  }

  @Test func `Temperatures are told on both scales`() throws {
    try check("temperatures.txt", atLeast: 30) { fields, kitchen in
      let step = StepText(fields[0], by: 2, counted: [], kitchen)
      return step.pieces.compactMap {
        guard case .temperature(let text, _, let other?) = $0 else { return nil }
        return "\(text) = \(other)"
      }.joined(separator: "; ")
    }
  }

  @Test func `A dish's time of waiting is found in its steps`() throws {
    try check("resting.txt", atLeast: 30) { fields, _ in
      String(RestingTime.minutes(in: parts(fields[0], " / ")))
    }
  }

  @Test func `A step knows its ingredients`() throws {
    try check("mentions.txt", atLeast: 24) { fields, _ in
      var ingredients = StepIngredients(parts(fields[0], "; ").map { IngredientLine($0) })
      return ingredients.next(fields[1]).map { String($0 + 1) }.joined(separator: " ")
    }
  }

  @Test func `The remaining ingredients are those that no step before has named`() {
    let lines = ["2 onions", "2 tbsp oil", "400 g tomatoes", "For the top:", "1 tsp oregano"].map { IngredientLine($0) }
    var ingredients = StepIngredients(lines)
    #expect(ingredients.next("Fry the onions in the oil.") == [0, 1])
    #expect(ingredients.next("Add the remaining ingredients.") == [2, 4])
  }

  @Test func `Texts of any kind keep their words, and the largest are read in one pass`() {
    let kitchen = Kitchen(.en)
    let parts = [
      "20 to ", "1/0 ", "½½", "1e308 g ", "200 ", "°", "C", " ml ", "\u{0}", "🍅", "1시간 ", "по ", "on", " 9999999999",
    ]
    var state: UInt64 = 1
    for _ in 0..<2_000 {
      var text = ""
      for _ in 0..<12 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text += parts[Int(state >> 33) % parts.count]
      }
      #expect(plain(StepText(text, by: 1, counted: ["egg"], kitchen)) == text)
      _ = StepText(text, by: 1e6, counted: ["egg"], kitchen)
      _ = IngredientLine(text).served(by: 1e-6, kitchen)
      _ = RestingTime.minutes(in: [text])
    }
    let long = String(repeating: "20 to 1 ½ hours, 2 x 400 g.... tins ( 1 h 1 h ", count: 4_000)
    #expect(plain(StepText(long, by: 1, counted: ["egg"], kitchen)) == long)
    var ingredients = StepIngredients([IngredientLine(long), IngredientLine("2 eggs")])
    #expect(ingredients.next(long).isEmpty)
    #expect(IngredientLine(long).served(by: 2, kitchen).utf8.count > long.utf8.count / 2)
  }

  // MARK: The files

  private func check(
    _ name: String, atLeast count: Int, _ read: ([String], Kitchen) throws -> String
  ) throws {
    let path = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    let text = try #require(contents("/\(path)/Kitchen/\(name)"))
    var kitchen = Kitchen(.en)
    var (lines, right) = (0, 0)
    for line in text.split(separator: "\n") where !line.isEmpty {
      if line.hasPrefix("--") {
        let words = line.dropFirst(2).split(separator: " ")
        if let language = words.first.flatMap({ Kitchen.Language(rawValue: String($0)) }) {
          kitchen = Kitchen(language, usesCups: words.dropFirst().contains("cups"))
        }
        continue
      }
      let fields = parts(line + " ", " | ").map { $0.last == " " ? String($0.dropLast()) : $0 }
      let found = try read(fields, kitchen)
      lines += 1
      if found == fields[fields.count - 1] { right += 1 }
      #expect(found == fields[fields.count - 1], "\(line)")
    }
    print("Tests/Kitchen/\(name): \(right) of \(lines)")
    #expect(lines >= count)
  }

  private func parts(_ text: some StringProtocol, _ separator: String) -> [String] {
    var rest = String(text)[...]
    var parts: [String] = []
    while let range = rest.firstRange(of: separator) {
      parts.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return parts + [String(rest)]
  }

  private func plain(_ step: StepText) -> String {
    step.pieces.map {
      switch $0 {
      case .text(let text), .amount(let text), .time(let text, _, _), .temperature(let text, _, _): text
      }
    }.joined()
  }

  private func clock(_ seconds: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
    return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))"
  }

  private func contents(_ path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
