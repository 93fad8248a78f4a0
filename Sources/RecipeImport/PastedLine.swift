extension PastedText {
  /// "Soup. Ingredients: 1 leek, salt. Method: boil." is three lines.
  static func parted(_ line: String) -> [String] {
    var parts: [String] = []
    var (start, index) = (line.startIndex, line.startIndex)
    while let end = line[index...].firstIndex(where: { ".!;".contains($0) }) {
      index = line.index(after: end)
      guard index < line.endIndex, line[index] == " " else { continue }
      let rest = line[index...].dropFirst()
      guard let colon = rest.prefix(40).firstIndex(of: ":") else { continue }
      let words = lower(String(rest[..<colon])).split(separator: " ").joined(separator: " ")
      guard
        PageLayout.ingredientWords.contains(words) || ingredientHeadings.contains(words) || stepHeadings.contains(words)
      else { continue }
      parts.append(Text.fold(String(line[start..<(line[end] == "." ? end : index)])))
      start = rest.startIndex
    }
    return parts + [String(line[start...])]
  }

  /// "|---|:--:|"
  static func isTableRule(_ line: String) -> Bool {
    line.hasPrefix("|") && line.contains("-") && line.allSatisfy { "|-: ".contains($0) }
  }

  /// "1️⃣ Mix" → "1. Mix"
  static func withoutKeycaps(_ line: String) -> String {
    guard line.unicodeScalars.contains("\u{20E3}") else { return line }
    var result = String.UnicodeScalarView()
    for scalar in line.unicodeScalars where scalar.value != 0xFE0F {
      result.append(scalar.value == 0x20E3 ? "." : scalar)
    }
    return String(result)
  }

  /// Without bullets, boxes and the marks of bold letters and headings.
  static func plain(_ line: String) -> (String, isMarked: Bool, isListed: Bool) {
    var text = Substring(line)
    var (isMarked, isListed) = (false, false)
    func trim() { while text.last == " " { text.removeLast() }; while text.first == " " { text.removeFirst() } }
    while text.first == "#" {
      text.removeFirst()
      isMarked = true
    }
    // "#easy #dinner" is no heading.
    if isMarked, text.first != " " { return (line.allSatisfy { $0 == "#" } ? "" : line, false, false) }
    trim()
    // Pictures in front: "🥞 Pancakes", "☐ 2 eggs".
    while let first = text.unicodeScalars.first, isOrnament(first) {
      if isBullet(first) { isListed = true }
      text.unicodeScalars.removeFirst()
      trim()
    }
    while let last = text.unicodeScalars.last, last.value > 0x2190, isOrnament(last) {
      text.unicodeScalars.removeLast()
      trim()
    }
    for mark in ["- [ ] ", "- [x] ", "* [ ] ", "- ", "* ", "– ", "— ", "+ "] where text.hasPrefix(mark) {
      text = text.dropFirst(mark.count)
      isListed = true
      trim()
      break
    }
    for mark in ["**", "__", "*", "_"] where text.count > 2 * mark.count && text.hasPrefix(mark) && text.hasSuffix(mark)
    {
      text = text.dropFirst(mark.count).dropLast(mark.count)
      isMarked = true
      trim()
      break
    }
    for mark in ["**", "__"] where text.contains(mark) { text = Substring(text.replacing(mark, with: "")) }
    for (open, close) in [("[", "]"), ("<", ">"), ("【", "】"), ("〈", "〉"), ("《", "》")]
    where text.hasPrefix(open) && text.hasSuffix(close) && text.count > 2 && text.count < 40 {
      text = text.dropFirst().dropLast()
      isMarked = true
      trim()
      break
    }
    // "[재료] (4인분 기준)"
    for (open, close) in [("[", "]" as Character), ("【", "】"), ("<", ">")] where text.hasPrefix(open) {
      guard let end = text.firstIndex(of: close), text.distance(from: text.startIndex, to: end) < 20 else { continue }
      let word = text[..<end].dropFirst()
      guard heading(Line(text: String(word), isAfterGap: true, isMarked: true, isListed: false)) != nil else {
        continue
      }
      let rest = Text.fold(String(text[end...].dropFirst()))
      // "[재료] 계란 4개, 소금 2꼬집"
      let link = rest.isEmpty || rest.hasPrefix("(") || rest.hasPrefix(":") ? " " : ": "
      text = Substring(Text.fold("\(word)\(link)\(rest)"))
    }
    // "---", "====", "..."
    if !text.contains(where: { $0.isLetter || $0.isNumber }) { return ("", false, false) }
    return (String(text), isMarked, isListed)
  }

  private static func isBullet(_ scalar: Unicode.Scalar) -> Bool {
    "•·▢☐□▪●◦‣■◆◇▶►→✓✔".unicodeScalars.contains(scalar)
  }

  private static func isOrnament(_ scalar: Unicode.Scalar) -> Bool {
    if isBullet(scalar) || "★☆※".unicodeScalars.contains(scalar) { return true }
    return (0x1F000...0x1FAFF).contains(scalar.value) || (0x2600...0x27BF).contains(scalar.value)
      || scalar.value == 0xFE0F || scalar.value == 0x200D
  }

  static func lower(_ line: String) -> String { line.lowercased().replacing("’", with: "'") }

  static func name(_ line: String) -> String {
    var name = Substring(lower(line))
    while let last = name.last, ":.：- !".contains(last) { name.removeLast() }
    while let first = name.first, first == " " { name.removeFirst() }
    return String(name)
  }
}
