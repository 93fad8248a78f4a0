extension PastedText {
  func told() -> [String] {
    var kept: [String] = []
    var joins = false
    for (index, line) in steps.enumerated() where kept.count < 500 {
      let next = index + 1 < steps.count ? steps[index + 1] : nil
      if Self.isStepGroup(line, next: next) {
        joins = false
        continue
      }
      // A line that was broken in a letter: the sentence goes on with a small letter.
      if joins, !line.isAfterGap, !line.isListed, let first = line.text.first,
        first.isLowercase || first.isNumber && !Self.isNumbered(line.text), let last = kept.last,
        let end = last.last, !".!?:…".contains(end)
      {
        kept[kept.count - 1] = last + " " + line.text
      } else {
        kept.append(line.text)
      }
      joins = true
    }
    if kept.count == 1 { kept = Steps.split(kept[0].replacing("<", with: "&lt;")) }
    return StepNumbers.removed(from: kept).filter { !$0.isEmpty }
  }

  private static func isStepGroup(_ line: Line, next: Line?) -> Bool {
    let text = line.text
    if Steps.isNumber(text) { return true }
    if text.count < 60, let last = text.last, last == ":" || last == "：" { return !isNumbered(text) }
    guard text.count < 40, let last = text.last, !".!?…".contains(last) else { return false }
    let hasNext = next != nil
    if line.isMarked, hasNext, !line.isListed { return true }
    if text.count > 3, text == text.uppercased(), text != text.lowercased(), hasNext { return !isNumbered(text) }
    if IngredientLines.isHeading(text), hasNext { return true }
    let words = name(text).split(separator: " ")
    guard line.isAfterGap, let next, !next.isAfterGap, words.count <= 3 else { return false }
    return words.last.map { groups.contains(String($0)) } ?? false
  }

  static func isNumbered(_ line: String) -> Bool { StepNumbers.removed(from: [line]) != [line] }

  /// A sentence, or a numbered line.
  static func isStep(_ line: Line) -> Bool {
    let text = line.text
    if isNumbered(text) {
      // "1. 200 g flour"
      let rest = StepNumbers.removed(from: [text]).first ?? ""
      return rest.split(separator: " ").count > 3 || !IngredientLines.hasAmount(rest)
    }
    if text.contains(". ") && text.count > 40 { return true }
    let words = text.split(separator: " ").count
    let isHangul = text.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
    if isHangul {
      let end = text.last.map { ".!".contains($0) ? text.dropLast() : text[...] } ?? ""
      return words >= 3 && ["다", "요", "기", "음", "함", "줌", "것", "세요", "주기", "넣고"].contains { end.hasSuffix($0) }
        && !end.hasSuffix("요거트")
        || words > 9
    }
    if let last = text.last, ".!".contains(last), words > 2, !endsInUnit(text) { return true }
    return words > 12
  }

  static func endsInUnit(_ text: String) -> Bool {
    ["tbsp.", "tsp.", "oz.", "lb.", "gr.", "шт.", "л.", "гр."].contains { text.hasSuffix($0) }
  }
}
