/// Numbers in front of steps, which the page numbers itself.
public enum StepNumbers {
  /// The steps without them: "1. Boil", "Step 2: Peel", "Étape 3 - Couper", "Шаг 4.", "5단계", "⑥ …", and without lines that
  /// are a number alone. "2 eggs are beaten" keeps its 2, unless all lines are numbered in that way.
  public static func removed(from steps: [String]) -> [String] {
    let kept = steps.flatMap(parted).filter { !Steps.isNumber($0) }
    if let plain = counted(kept) { return plain }
    // A dash or a colon behind a number may belong to the text: "10: 30".
    let dashed = kept.map { prefix(Array($0.unicodeScalars.prefix(40)), allowsDash: true)?.number ?? 0 }
    let isDashed = dashed.count > 1 && dashed.enumerated().allSatisfy { $1 == $0 + 1 }
    return kept.compactMap { step in
      let scalars = Array(step.unicodeScalars.prefix(40))
      guard let found = prefix(scalars, allowsDash: isDashed) else { return step }
      let rest = String(step.unicodeScalars.dropFirst(found.length))
      return rest.isEmpty ? nil : rest
    }
  }

  /// "1 Boil", "2 Peel", "3 Eat": nothing but a space, so only where every line counts on from 1.
  private static func counted(_ steps: [String]) -> [String]? {
    guard steps.count > 2 else { return nil }
    var plain: [String] = []
    for (index, step) in steps.enumerated() {
      let number = "\(index + 1) "
      guard step.hasPrefix(number), let first = step.dropFirst(number.count).first, first.isLetter, !first.isLowercase
      else { return nil }
      plain.append(String(step.dropFirst(number.count)))
    }
    return plain
  }

  /// "… laissez refroidir. Étape 2 : Préparation de la salade": two steps, where a sentence ends before the second.
  private static func parted(_ step: String) -> [String] {
    guard step.utf8.count < 10_000 else { return [step] }
    var parts: [String] = []
    var rest = step[...]
    var from = rest.startIndex
    while let end = rest[from...].firstIndex(where: { ".!?".contains($0) }) {
      from = rest.index(after: end)
      let behind = rest[from...].drop { $0 == " " }
      guard behind.startIndex > from, behind.first?.isUppercase == true,
        let word = words.first(where: { behind.prefix(10).lowercased().hasPrefix($0) })
      else { continue }
      let number = behind.dropFirst(word.count).drop { $0 == " " || $0 == "\u{A0}" }
      let mark = number.drop { $0.isNumber }.drop { $0 == " " || $0 == "\u{A0}" }
      guard number.first?.isNumber == true, mark.first == ":" else { continue }
      parts.append(String(rest[..<from]))
      rest = behind
      from = rest.startIndex
    }
    return parts + [String(rest)]
  }

  static let words = [
    "step", "schritt", "étape", "etape", "paso", "passo", "stap", "шаг", "этап", "trin", "steg", "krok", "단계", "手順",
  ]

  /// The number in front, and how many scalars it takes with what parts it from the text.
  private static func prefix(_ scalars: [Unicode.Scalar], allowsDash: Bool) -> (number: Int, length: Int)? {
    var index = 0
    func skipSpaces() { while index < scalars.count, scalars[index].properties.isWhitespace { index += 1 } }
    // "①"
    if let first = scalars.first, (0x2460...0x2473).contains(first.value) {
      index = 1
      skipSpaces()
      return (Int(first.value) - 0x245F, index)
    }
    let word = word(scalars)
    index = word
    skipSpaces()
    let isBracketed = index < scalars.count && scalars[index] == "("
    if isBracketed { index += 1 }
    guard let (number, end) = self.number(scalars, at: index) else { return nil }
    index = end
    let isKorean = scalars[index...].starts(with: "단계".unicodeScalars)
    if isKorean { index += 2 }
    let isNamed = word > 0 || isKorean
    let separator = index
    skipSpaces()
    guard index < scalars.count else { return isNamed ? (number, index) : nil }
    let mark = scalars[index]
    if isBracketed {
      guard separator == index, mark == ")" else { return nil }
    } else if isNamed, mark.properties.isAlphabetic {
      // "Step 1 Boil", not "step 1 and 2" or "1단계에서".
      guard separator < index, mark.properties.isUppercase || !mark.properties.isCased else { return nil }
      return (number, index)
    } else if ".)．）、".unicodeScalars.contains(mark) {
      guard isNamed || separator == index else { return nil }
    } else if !(":-–—：".unicodeScalars.contains(mark) && (isNamed || allowsDash)) {
      return nil
    }
    index += 1
    // "1.5 cups", "10:30", "1-2 eggs"
    if index < scalars.count, scalars[index].properties.numericType != nil { return nil }
    if ":-–—".unicodeScalars.contains(mark), index < scalars.count, !scalars[index].properties.isWhitespace {
      return nil
    }
    skipSpaces()
    return (number, index)
  }

  /// The length of "Step" at the beginning; 0 without it.
  private static func word(_ scalars: [Unicode.Scalar]) -> Int {
    var start = String.UnicodeScalarView()
    start.append(contentsOf: scalars.prefix(12))
    let lower = String(start).lowercased()
    guard let word = words.first(where: lower.hasPrefix) else { return 0 }
    return word.unicodeScalars.count
  }

  /// One or two digits, of full width, too.
  private static func number(_ scalars: [Unicode.Scalar], at start: Int) -> (Int, Int)? {
    var (number, index) = (0, start)
    while index < scalars.count {
      let value = scalars[index].value
      guard (0x30...0x39).contains(value) || (0xFF10...0xFF19).contains(value) else { break }
      number = number * 10 + Int(value & 0xF)
      index += 1
      if index - start > 2 { return nil }
    }
    return index > start ? (number, index) : nil
  }
}
