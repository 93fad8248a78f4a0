extension PastedText {
  static func hasUnit(_ line: String) -> Bool { AmountRows.hasUnit(line) }

  /// "2 eggs", "200 g flour", "밀가루 200g", "a pinch of salt", and "Salt" in a list.
  static func isIngredient(_ line: Line) -> Bool {
    if isStep(line) { return false }
    let words = line.text.split(separator: " ")
    if words.count > 14 { return false }
    return IngredientLines.hasAmount(line.text) && !isNumbered(line.text) || line.isListed && words.count < 8
  }

  /// Of groups: "For the sauce:", "Dough", "[양념장]", "SAUCE".
  static func isGroup(_ line: Line, next: Line?) -> Bool {
    let text = line.text
    if IngredientLines.isHeading(text), !IngredientLines.hasAmount(text) || text.hasSuffix(":") { return true }
    guard !IngredientLines.hasAmount(text), !line.isListed else { return false }
    if line.isMarked { return true }
    let name = name(text.firstIndex(of: "(").map { String(text[..<$0]) } ?? text)
    let words = name.split(separator: " ")
    guard (1...4).contains(words.count) else { return false }
    if text.count > 3, text == text.uppercased(), text != text.lowercased() {
      return next.map { $0.text != $0.text.uppercased() } ?? false
    }
    guard let next, !next.isAfterGap else { return false }
    if words.count == 1, groups.contains(name), IngredientLines.hasAmount(next.text), !next.isListed { return true }
    guard line.isAfterGap else { return false }
    return words.first.map { groups.contains(String($0)) } == true && words.count == 1
      || words.last.map { groups.contains(String($0)) } == true && words.count <= 3
  }
  static let groups: Set<String> = [
    "dough", "topping", "toppings", "filling", "marinade", "dressing", "glaze", "icing", "frosting", "batter", "crust",
    "base",
    "garnish", "sauce", "vinaigrette", "pâte", "garniture", "crème", "glaçage", "nappage", "appareil", "тесто",
    "начинка", "соус", "крем",
    "маринад", "глазурь", "заправка", "подача", "반죽", "소스", "양념", "양념장", "고명", "육수", "토핑", "속재료", "부재료", "주재료", "드레싱",
  ]

  func listed() -> [String] {
    var result: [String] = []
    for (index, line) in ingredients.enumerated() where result.count < 500 {
      let next = index + 1 < ingredients.count ? ingredients[index + 1] : nil
      // "For the sauce: 2 eggs, 100 ml milk"
      if let colon = line.text.firstIndex(where: { $0 == ":" || $0 == "：" }),
        line.text.index(after: colon) < line.text.endIndex
      {
        let (head, rest) = (String(line.text[..<colon]), Text.fold(String(line.text[line.text.index(after: colon)...])))
        let several = Self.several(rest)
        if !IngredientLines.hasAmount(head), several.count > 1 || Self.groups.contains(Self.lower(head)) {
          result += several
          continue
        }
      }
      if Self.isGroup(line, next: next) { continue }
      let plain = StepNumbers.removed(from: [line.text]).first ?? line.text
      result += Self.several(plain)
    }
    // "2 cups" above "flour"
    return IngredientLines.paired(result, amountsFirst: true)
  }

  /// "2 eggs, 100 g flour, salt": several in one line, if most of them have amounts.
  static func several(_ line: String) -> [String] {
    var parts = [""]
    var depth = 0
    let characters = Array(line)
    for (at, character) in characters.enumerated() {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      let isInNumber =
        character == "," && at > 0 && characters[at - 1].isNumber && at + 1 < characters.count
        && characters[at + 1].isNumber
      if depth == 0, character == "," || character == ";" || character == "、", !isInNumber {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    parts = parts.map(Text.fold).filter { !$0.isEmpty }
    if let last = parts.last, last.hasSuffix("."), parts.count > 1, !endsInUnit(last) {
      parts[parts.count - 1] = String(last.dropLast())
    }
    let amounts = parts.count(where: IngredientLines.hasAmount)
    // "4 яблока, 3 яйца, стакан сахара, щепотка соды"
    let isShort = parts.count > 2 && parts.allSatisfy { $0.split(separator: " ").count <= 4 }
    return parts.count > 1 && amounts > 1 && amounts * (isShort ? 3 : 2) >= parts.count ? parts : [line]
  }
}
