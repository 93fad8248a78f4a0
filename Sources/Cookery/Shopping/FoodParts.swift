/// Several foods that are typed in one line.
extension FoodLine {
  /// More are not told apart.
  public static let mostParts = 20

  /// The foods that a line names one after the other, each with its amount: "milk, 6 eggs; butter" is three, "milk and eggs" two.
  /// One part if any of them is nothing known by itself ("wine, red", "tomatoes, chopped"), or if two are one food turned round
  /// ("oil, olive").
  public static func parts(of text: String) -> [String] {
    let parts = listed(in: text)
    let all = parts.flatMap { foods(in: $0) }
    return all.count <= mostParts ? all : parts
  }

  /// The foods around "and", each as a line of its own; the line itself where it is one.
  public static func foods(in line: String) -> [String] {
    let texts = LineParts.texts(of: Reading(line))
    return texts.isEmpty ? [line] : texts
  }

  private static func listed(in text: String) -> [String] {
    let parts = pieces(of: text)
    guard (2...mostParts).contains(parts.count) else { return [text] }
    let readings = parts.map { Reading($0) }
    let areFoods = zip(parts, readings).allSatisfy { part, reading in
      !isAlternative(part) && (reading.hasFood && reading.isUnderstood || FoodLine(part).aisle == .household)
    }
    guard areFoods else { return [text] }
    if parts.count == 2 {
      let (first, second) = (readings[0], readings[1])
      let turned = Reading("\(second.name) \(first.name)").key
      if turned != first.key, turned != second.key, FoodNames.shared.kinds[turned] != nil { return [text] }
    }
    return parts
  }

  /// The text between commas, semicolons and ends of lines that stand in no parentheses and in no number.
  public static func pieces(of text: String) -> [String] {
    var parts = [""]
    var depth = 0
    let characters = Array(text)
    for (at, character) in characters.enumerated() {
      switch character {
      case "(": depth += 1
      case ")": depth -= 1
      case ",", ";", "،", "、", "，", "\n", "\r", "\r\n":
        let isInNumber =
          character == "," && at > 0 && characters[at - 1].isNumber && at + 1 < characters.count
          && characters[at + 1].isNumber
        if depth == 0, !isInNumber {
          parts.append("")
          continue
        }
      default: break
      }
      parts[parts.count - 1].append(character)
    }
    return parts.map { String($0.drop { $0.isWhitespace }) }.filter { !$0.allSatisfy(\.isWhitespace) }
  }

  /// "milk, or cream"
  private static func isAlternative(_ part: String) -> Bool {
    Fold.words(of: part).first.map { Words.or.contains($0) || Words.and.contains($0) } ?? true
  }
}
