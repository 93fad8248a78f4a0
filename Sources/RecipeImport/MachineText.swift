/// Texts that a program writes and a person does not: "500.0 g", "1 pound(s)", "onion (, halved)".
enum MachineText {
  /// Whether the amount has a form that no person writes.
  static func isOdd(_ line: String) -> Bool {
    withoutZeros(line) != line || hasLongDecimals(line) || hasTwoForms(line) || hasPlaceholder(line)
  }

  /// A form's fillers in place of a unit: "As required salt", "1 Numbers avocado".
  private static func hasPlaceholder(_ line: String) -> Bool {
    let line = line.hasPrefix("0 ") ? line.dropFirst(2) : line[...]
    return line.hasPrefix("As required ") || line.contains(" Numbers ")
  }

  /// The line as a person would write it: no decimals of a whole number, one of the two forms of a word, and no blanks or
  /// commas at the edges of brackets.
  static func readable(_ line: String) -> String {
    // Longer ones are no lines of a person.
    guard line.utf8.count < 1_000 else { return line }
    return withTidyBrackets(withOneForm(withoutZeros(withoutNothing(line))))
  }

  /// The words of a line that can name a food.
  static func foodWords(_ line: String) -> [String] {
    line.lowercased().split { !$0.isLetter }.map(String.init).filter { $0.count > 2 || !$0.allSatisfy(\.isASCII) }
      .filter { !AmountRows.isUnit($0) }
  }

  // MARK: Numbers

  /// "0 to taste salt" → "to taste salt", but not "0 e 1/2 xícara"
  private static func withoutNothing(_ line: String) -> String {
    guard line.hasPrefix("0 "), line.dropFirst(2).first?.isLetter == true,
      !line.dropFirst(2).contains(where: { IngredientLines.hasAmount(String($0)) })
    else { return line }
    return String(line.dropFirst(2))
  }

  /// "500.0 g" → "500 g", "36.40 g" → "36.4 g", but not "1.000 g", which is a thousand where the comma is for decimals.
  private static func withoutZeros(_ line: String) -> String {
    guard line.utf8.contains(UInt8(ascii: ".")) else { return line }
    let bytes = Array(line.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "."), index > 0, bytes[index - 1].isDigit else {
        result.append(bytes[index])
        index += 1
        continue
      }
      let end = bytes[(index + 1)...].firstIndex { !$0.isDigit } ?? bytes.count
      let decimals = bytes[(index + 1)..<end]
      let isPart = end < bytes.count && [UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: "/")].contains(bytes[end])
      let zeros = decimals.reversed().prefix { $0 == UInt8(ascii: "0") }.count
      if !isPart, (1...2).contains(decimals.count), zeros > 0 {
        let kept = decimals.dropLast(zeros)
        if !kept.isEmpty { result += [UInt8(ascii: ".")] + kept }
      } else {
        result += bytes[index..<end]
      }
      index = end
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// "15.873 oz", "90.09009 g"; thirds are written so.
  private static func hasLongDecimals(_ line: String) -> Bool {
    let parts = line.split(separator: ".", omittingEmptySubsequences: false)
    return zip(parts, parts.dropFirst()).contains { whole, rest in
      let decimals = rest.prefix { $0.isASCII && $0.isNumber }
      return whole.last?.isNumber == true && decimals.count >= 3 && !["000", "333", "666", "667"].contains(decimals)
    }
  }

  // MARK: Words

  /// Of English, French, Spanish, German and Swedish words: "pound(s)", "gousse(s)", "Prise(n)", "filé(er)".
  private static let endings = ["(s)", "(es)", "(n)", "(en)", "(e)", "(er)", "(x)"]

  private static func hasTwoForms(_ line: String) -> Bool {
    line.utf8.contains(UInt8(ascii: "(")) && endings.contains { place(of: $0, in: line) != nil }
  }

  private static func place(of ending: String, in line: String) -> Range<String.Index>? {
    line.firstRange(of: ending).flatMap { range in
      range.lowerBound > line.startIndex && line[line.index(before: range.lowerBound)].isLetter ? range : nil
    }
  }

  /// "1 pound(s)" → "1 pound", "2 pound(s)" → "2 pounds"; unchanged without an amount.
  private static func withOneForm(_ line: String) -> String {
    guard hasTwoForms(line), let amount = amount(line) else { return line }
    var result = line
    for ending in endings {
      while let range = place(of: ending, in: result) {
        result.replaceSubrange(range, with: amount > 1 ? String(ending.dropFirst().dropLast()) : "")
      }
    }
    return result
  }

  /// The number that a line begins with: "1 1/2", "½", "0.5", the larger one of "2-3".
  private static func amount(_ line: String) -> Double? {
    let text = line.prefix { IngredientLines.hasAmount(String($0)) || "/., -–".contains($0) }
    let numbers = text.split { "-–".contains($0) }.compactMap { part -> Double? in
      let terms = part.split(separator: " ").compactMap(term)
      return terms.isEmpty ? nil : terms.reduce(0, +)
    }
    return numbers.max()
  }

  /// "1/2", "½", "1½", "0,5"
  private static func term(_ text: Substring) -> Double? {
    let parts = text.split(separator: "/")
    if parts.count == 2, let upper = Double(parts[0]), let lower = Double(parts[1]), lower > 0 { return upper / lower }
    if let last = text.unicodeScalars.last, last.value > 0x7F, let part = last.properties.numericValue {
      return part + (Double(String(String.UnicodeScalarView(text.unicodeScalars.dropLast()))) ?? 0)
    }
    return Double(text.replacing(",", with: "."))
  }

  // MARK: Brackets

  /// "onion (, halved)" → "onion (halved)", "butter (melted )" → "butter (melted)", "onion, (sliced)" → "onion (sliced)"
  private static func withTidyBrackets(_ line: String) -> String {
    guard line.utf8.contains(UInt8(ascii: "(")) else { return line }
    var result = String.UnicodeScalarView()
    func dropGap() { while let last = result.last, last == " " || last == "," { result.removeLast() } }
    var isAfterBracket = false
    for scalar in line.unicodeScalars {
      if isAfterBracket, scalar == " " || scalar == "," { continue }
      isAfterBracket = scalar == "("
      if scalar == ")" {
        dropGap()
        if result.last == "(" {
          result.removeLast()
          continue
        }
      } else if scalar == "(", result.last == " " {
        dropGap()
        result.append(" ")
      }
      result.append(scalar)
    }
    return Text.withoutDoubledBrackets(Text.fold(String(result)))
  }
}

extension ImportedRecipe {
  /// The ingredients as a person would write them; `ingredients` has them as the source writes them.
  public var readableIngredients: [String] { ingredients.map(MachineText.readable) }
}
