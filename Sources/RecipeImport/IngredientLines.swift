/// Tidies a list of ingredients: what stands between them is no ingredient.
enum IngredientLines {
  /// Without bullets and a second copy of the whole list; without headings of groups if the page's markup is the source,
  /// while structured data states on purpose what it has.
  static func tidied(_ lines: [String], fromMarkup: Bool) -> [String] {
    let all = withoutEquipment(plain(lines))
    let plain = all.filter { !$0.hasPrefix("## ") }
    let kept = plain.enumerated().filter { position, line in
      let isLast = position == plain.count - 1
      return !PageLayout.isIngredientHeading(line)
        && !(fromMarkup ? isHeading(line) || isLabel(line, at: position) : isStatedHeading(line) && !isLast)
    }.map(\.element)
    // A list of nothing but such lines has ingredients that look like headings.
    let isKept = kept.count * 2 > plain.count
    // Two groups with the same lines have headings that differ.
    let isGrouped = once(all) == all && once(plain) != plain
    let lines = isGrouped ? (isKept ? kept : plain) : once(isKept ? kept : plain)
    return fromMarkup ? inOneSystem(withoutButtons(lines).map(withoutDash)) : lines
  }

  /// Without bullets and a form's fillers.
  static func plain(_ lines: [String]) -> [String] {
    lines.map(withoutBullet).map(withoutGaps).map(withoutFiller).filter { !$0.isEmpty }
  }

  /// "2 eggs shopping list", "1 leek shopping list": what all entries end with is the text of a link.
  private static func withoutButtons(_ lines: [String]) -> [String] {
    let words = lines.map { $0.split(separator: " ") }
    guard lines.count > 3, let shortest = words.map(\.count).min(), shortest > 2 else { return lines }
    let common = (1..<min(shortest - 1, 6)).prefix { count in
      words.allSatisfy { $0.suffix(count) == words[0].suffix(count) }
    }.count
    return common < 2 ? lines : words.map { $0.dropLast(common).joined(separator: " ") }
  }

  /// "80 g - parmesan"
  private static func withoutDash(_ line: String) -> String {
    for dash in [" - ", " – "] {
      if let range = line.firstRange(of: dash), AmountRows.isAmount(String(line[..<range.lowerBound])),
        line[range.upperBound...].first?.isLetter == true
      {
        return line[..<range.lowerBound] + " " + line[range.upperBound...]
      }
    }
    return line
  }

  /// Text around a list: "4 servings", "Ingredients for the dough", "×".
  private static func isLabel(_ line: String, at position: Int) -> Bool {
    if position < 3, AmountRows.isServings(line) { return true }
    if !line.unicodeScalars.contains(where: { $0.properties.isAlphabetic || $0.properties.numericType != nil }) {
      return true
    }
    // "Recipe cards: small (344 KB)"
    if line.contains(" KB)") || line.contains(" MB)") { return true }
    return PageLayout.beginsAsIngredientHeading(line) && !AmountRows.hasUnit(line)
  }

  /// Amounts and names that follow each other on lines of their own, joined.
  static func paired(_ lines: [String], amountsFirst: Bool) -> [String] {
    let listed = lines
    let lines = withUnits(lines)
    let amounts = lines.map { AmountRows.isAmount($0, named: 1) }
    guard lines.count(where: { AmountRows.isAmount($0) }) > 1, amounts.count(where: { $0 }) * 3 >= lines.count else {
      return lines
    }
    // The list ends with an amount if names come first.
    let namesFirst = amounts.last == true || lines != listed && amounts.first == false
    var joined: [String] = []
    var index = 0
    while index < lines.count {
      let isPair = index + 1 < lines.count && amounts[namesFirst ? index + 1 : index]
      if isPair, namesFirst ? !amounts[index] : !AmountRows.isServings(lines[index]) {
        let pair = [lines[index], lines[index + 1]]
        joined.append((namesFirst && amountsFirst ? pair.reversed() : pair).joined(separator: " "))
        index += 2
      } else {
        // An amount in words that are not known.
        if namesFirst, hasAmount(String(lines[index].prefix(1))) { return lines }
        joined.append(lines[index])
        index += 1
      }
    }
    return joined
  }

  /// "kg", "flour", "0.5", "Total: 0.5" → "flour", "0.5 kg": the header of a column of numbers, and what is below it.
  private static func withUnits(_ lines: [String]) -> [String] {
    func isNumber(_ line: String) -> Bool { AmountRows.isAmount(line) && !line.contains(where: \.isLetter) }
    let units = lines.indices.filter { AmountRows.isUnit(lines[$0].lowercased()) }
    let numbers = lines.indices.filter { isNumber(lines[$0]) }
    // "200", "g", "flour" has a unit for each number, after it.
    guard let first = units.first, let number = numbers.first, first < number, units.count * 2 <= numbers.count else {
      return lines
    }
    var unit = ""
    var isShare = false
    var result: [String] = []
    for line in lines {
      if AmountRows.isUnit(line.lowercased()) {
        unit = " " + line
        // The group's heading, or the header of the names.
        if let last = result.last, !AmountRows.isAmount(last) { result.removeLast() }
      } else if line == "%" {
        isShare = true
      } else if line != "-", line != "–", !isTotal(line) {
        // Of two columns the second has shares.
        if isShare, isNumber(line), let last = result.last, AmountRows.isAmount(last) { continue }
        result.append(isNumber(line) ? line + unit : line)
      }
    }
    return result
  }

  /// "Total weight: 1.210"
  private static func isTotal(_ line: String) -> Bool {
    let lower = line.lowercased()
    return hasAmount(line) && line.unicodeScalars.count < 40
      && ["total", "gesamt", "totaal", "totalt", "summe", "somme", "итого", "всего", "합계", "合計", "总计"].contains {
        lower.hasPrefix($0)
      }
  }

  /// The first of several copies of a list, or of each of its groups, that differ in their units: "85 g pecans", then
  /// "3 oz pecans"; the second one if the first is in ounces.
  private static func inOneSystem(_ lines: [String]) -> [String] {
    guard (4...120).contains(lines.count) else { return lines }
    let entries = lines.map(Measured.init)
    var kept: [String] = []
    var index = 0
    while index < lines.count {
      let room = (lines.count - index) / 2
      guard
        let size = (2...max(2, room)).first(where: { $0 <= room && isCopy(entries, index + $0, of: index, $0) })
      else {
        let (size, copied) = withoutUnmeasured(entries, at: index) ?? (1, 0)
        kept += lines[index..<index + size]
        index += size + copied
        continue
      }
      var next = index + size
      while next + size <= lines.count, isCopy(entries, next, of: index, size) { next += size }
      let inOunces = entries[index..<index + size].contains(where: \.isInOunces)
      kept += lines[inOunces ? index + size..<index + 2 * size : index..<index + size]
      index = next
    }
    return kept
  }

  /// The size of a group, and of its copy that lacks the lines without amounts ("salt").
  private static func withoutUnmeasured(_ entries: [Measured], at start: Int) -> (size: Int, copied: Int)? {
    for size in 4...max(4, entries.count - start) where start + size < entries.count {
      let measured = entries[start..<start + size].filter { hasAmount($0.line) }
      let count = measured.count
      guard (3..<size).contains(count), start + size + count <= entries.count,
        !measured.contains(where: \.isInOunces)
      else { continue }
      if isCopy(measured + entries[start + size..<start + size + count], count, of: 0, count) { return (size, count) }
    }
    return nil
  }

  private struct Measured {
    let line: String
    let name: String
    let words: Set<String>
    /// Whether the amount is metric; nil without one of these units.
    let isMetric: Bool?
    let isInOunces: Bool

    init(_ line: String) {
      self.line = line
      let words = line.lowercased().split { !$0.isLetter }.map(String.init)
      name = words.last ?? ""
      self.words = Set(words.filter { $0.count > 2 })
      let unit = words.prefix(3).first { Self.metric.contains($0) || Self.imperial.contains($0) }
      isMetric = unit.map(Self.metric.contains)
      isInOunces = unit == "oz"
    }

    private static let metric: Set<String> = [
      "g", "gr", "gm", "gram", "grams", "kg", "ml", "cl", "dl", "l", "litre", "litres",
    ]
    private static let imperial: Set<String> = [
      "oz", "ounce", "ounces", "lb", "lbs", "pound", "pounds", "cup", "cups", "fl", "pint", "pints", "stick", "sticks",
      "teaspoon", "teaspoons", "tablespoon", "tablespoons", "quart", "quarts",
    ]
  }

  private static func isCopy(_ entries: [Measured], _ start: Int, of first: Int, _ size: Int) -> Bool {
    var other = 0
    var converted = 0
    for offset in 0..<size {
      let one = entries[first + offset]
      let two = entries[start + offset]
      if one.line == two.line { continue }
      if one.name != two.name {
        other += 1
        // Without two measures to compare, lines that share no word are different ingredients.
        if one.isMetric == nil || two.isMetric == nil, one.words.isDisjoint(with: two.words) { return false }
      }
      if let a = one.isMetric, let b = two.isMetric {
        guard a != b else { return false }
        converted += 1
      }
    }
    return converted > 0 && other * 4 <= size
  }

  /// "Equipment:" and what follows up to the next heading.
  private static func withoutEquipment(_ lines: [String]) -> [String] {
    var isOther = false
    return lines.filter { line in
      if line.hasPrefix("## ") || line.last == ":" || line.last == "：" {
        isOther = OtherSections.isOther(line.lowercased())
      }
      return !isOther
    }
  }

  /// "For the sauce:" in structured data, where "For the sauce" and "2 of these:" could be ingredients.
  private static func isStatedHeading(_ line: String) -> Bool {
    (line.last == ":" || line.last == "：") && !(line.first.map { hasAmount(String($0)) } ?? true)
  }

  /// "For the sauce:", "Topping:", and without the colon "For the sauce".
  static func isHeading(_ line: String) -> Bool {
    let scalars = line.unicodeScalars
    if let last = scalars.last, last == ":" || last == "：" { return true }
    guard scalars.count < 50, !hasAmount(line), !scalars.contains(",") else { return false }
    let lower = line.lowercased()
    return purposes.contains { lower.hasPrefix($0) } && lower.split(separator: " ").count <= 5
  }

  private static let purposes = [
    "for the ", "pour le ", "pour la ", "pour les ", "pour l'", "pour l’", "für den ", "für die ", "für das ",
    "para el ", "para la ", "para los ", "para las ", "para o ", "para a ", "per il ", "per la ", "per le ", "per i ",
    "voor de ", "voor het ", "для ",
  ]

  /// Whether a line has a digit or a fraction.
  static func hasAmount(_ line: String) -> Bool {
    line.unicodeScalars.contains { scalar in
      scalar.value < 0x80
        ? scalar.value >= 0x30 && scalar.value <= 0x39 : scalar.properties.numericType != nil && !isIdeograph(scalar)
    }
  }

  /// 一 and 万 are numbers for Unicode, and parts of words.
  private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= 0x3400 && scalar.value < 0xA000 }

  /// "0 As required salt", "As required water", "0 g salt": a form's fillers.
  private static func withoutFiller(_ line: String) -> String {
    var rest = line[...]
    for zero in ["0 ", "0.0 ", "0,0 "] where rest.hasPrefix(zero) {
      rest = rest.dropFirst(zero.count)
      let word = rest.prefix { $0 != " " }
      if AmountRows.isUnit(word.lowercased()), word.endIndex < rest.endIndex {
        rest = rest[word.endIndex...].dropFirst()
      }
      break
    }
    for filler in ["as required", "as needed", "to taste"] {
      guard rest.prefix(filler.count).lowercased() == filler, rest.dropFirst(filler.count).first == " " else {
        continue
      }
      return "\(Text.fold(String(rest.dropFirst(filler.count)))), \(filler)"
    }
    return String(rest)
  }

  private static func withoutBullet(_ line: String) -> String {
    guard let first = line.unicodeScalars.first else { return line }
    if ["•", "▢", "☐", "□", "▪", "●", "◦", "‣", "·"].contains(first) {
      return Text.fold(String(String.UnicodeScalarView(line.unicodeScalars.dropFirst())))
    }
    return line.hasPrefix("- ") || line.hasPrefix("* ") || line.hasPrefix("– ")
      ? Text.fold(String(line.dropFirst(2))) : line
  }

  /// "almonds , chopped *": a comma after a link, the mark of a note.
  private static func withoutGaps(_ line: String) -> String {
    let line = line.hasSuffix(" *") ? String(line.dropLast(2)) : line
    return line.utf8.contains(UInt8(ascii: ",")) ? line.replacing(" ,", with: ",") : line
  }

  /// Pages repeat the list for narrow screens and for printing.
  private static func once(_ lines: [String]) -> [String] {
    for copies in 2...4 where lines.count % copies == 0 && lines.count / copies > 1 {
      let size = lines.count / copies
      if lines[size...] == lines[..<(lines.count - size)] { return Array(lines[..<size]) }
    }
    return lines
  }

  /// Letters and digits only, to compare two forms of a line.
  static func essence(_ line: String) -> String {
    String(
      String.UnicodeScalarView(
        line.lowercased().unicodeScalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }))
  }
}
