/// The marks of other programs' texts: `*bold*`, `[photo:1]`, `[Heading]`, `## Heading`.
enum Marks {
  /// A line of ingredients or a step without marks; empty for nothing but a photograph.
  static func removed(from line: String) -> String {
    guard line.utf8.contains(where: { "*_[~#`".utf8.contains($0) }) else { return line }
    if let heading = heading(line) { return removed(from: heading) + (heading.hasSuffix(":") ? "" : ":") }
    return Text.fold(withoutEmphasis(withoutReferences(line)))
  }

  /// "## Dough", "[Dough]": the whole line.
  private static func heading(_ line: String) -> String? {
    if line.hasPrefix("#") {
      let rest = line.drop { $0 == "#" }
      let name = rest.drop { $0 == " " }
      return rest.first == " " && line.count - rest.count < 7 && !name.isEmpty ? String(name) : nil
    }
    guard line.hasPrefix("["), line.hasSuffix("]"), line.count > 2 else { return nil }
    let name = line.dropFirst().dropLast()
    return name.contains("[") || name.contains("]") || name.contains(":") ? nil : String(name)
  }

  /// "[photo:1]" is removed; "[recipe:Dough]" and "[dough](https://…)" are "Dough" and "dough".
  private static func withoutReferences(_ line: String) -> String {
    guard line.utf8.contains(UInt8(ascii: "[")) else { return line }
    var result = ""
    var rest = line[...]
    while let open = rest.firstIndex(of: "["), let close = rest[open...].firstIndex(of: "]") {
      let (inside, after) = (rest[rest.index(after: open)..<close], rest[rest.index(after: close)...])
      result += rest[..<open]
      let lower = inside.lowercased()
      if lower.hasPrefix("photo:") {
        // "Fry [photo:1]."
        while result.last == " ", let mark = after.first, ".,;:!?".contains(mark) { result.removeLast() }
        rest = after
      } else if lower.hasPrefix("recipe:") {
        result += inside.dropFirst("recipe:".count)
        rest = after
      } else if after.hasPrefix("("), let end = after.firstIndex(of: ")") {
        result += inside
        rest = after[after.index(after: end)...]
      } else {
        result += rest[open...close]
        rest = after
      }
    }
    return result + rest
  }

  /// Without pairs of `*`, `**`, `_`, `__`, `~~` and `` ` `` that enclose words: "2 * 3" and "flour*" keep theirs.
  private static func withoutEmphasis(_ line: String) -> String {
    let scalars = Array(line.unicodeScalars)
    var removed = Set<Int>()
    var open: [Unicode.Scalar: Range<Int>] = [:]
    var index = 0
    while index < scalars.count {
      let mark = scalars[index]
      guard "*_~`".unicodeScalars.contains(mark) else {
        index += 1
        continue
      }
      let end = scalars[index...].firstIndex { $0 != mark } ?? scalars.count
      let (before, after) = (index > 0 ? scalars[index - 1] : " ", end < scalars.count ? scalars[end] : " ")
      let isTilde = mark == "~" && end - index != 2
      if end - index <= 3, !isTilde {
        if let start = open[mark], start.count == end - index, before != " ", !isWord(after) {
          removed.formUnion(start)
          removed.formUnion(index..<end)
          open[mark] = nil
        } else if after != " ", !isWord(before) {
          open[mark] = index..<end
        }
      }
      index = end
    }
    if removed.isEmpty { return line }
    var result = String.UnicodeScalarView()
    for (position, scalar) in scalars.enumerated() where !removed.contains(position) { result.append(scalar) }
    return String(result)
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }
}
