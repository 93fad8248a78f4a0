/// A recipe as somebody types it: its name, "Ingredients", lines, "Directions", lines.
enum PlainText {
  /// A page of it; nil for what has tags, and for a text without such a heading.
  static func page(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count < 1 << 20, !hasTag(bytes), let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let lines = text.split(whereSeparator: \.isNewline).map { Text.fold(String($0)) }.filter { !$0.isEmpty }
    guard lines.contains(where: isHeading) else { return nil }
    var page = "<meta charset=utf-8>"
    for (position, line) in lines.enumerated() {
      let escaped = line.replacing("&", with: "&amp;")
      if isHeading(line) {
        page += "<h2>\(escaped)</h2>"
      } else {
        page += position == 0 ? "<h1>\(escaped)</h1>" : "<p>\(escaped)</p>"
      }
    }
    return Array(page.utf8)
  }

  private static func isHeading(_ line: String) -> Bool {
    PageLayout.isIngredientHeading(line) || PageLayout.isStepHeading(line)
  }

  static func hasTag(_ bytes: [UInt8]) -> Bool {
    bytes.indices.contains { index in
      guard bytes[index] == UInt8(ascii: "<"), index + 1 < bytes.count else { return false }
      let next = bytes[index + 1]
      return next.isLetter && isTag(bytes[(index + 1)...]) || next == UInt8(ascii: "/") || next == UInt8(ascii: "!")
    }
  }

  /// Whether a name of an element begins here; "jo@example.org" and "https://example.org" in angle brackets are none.
  private static func isTag(_ bytes: ArraySlice<UInt8>) -> Bool {
    let name = bytes.prefix(40).prefix {
      $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ":")
    }
    guard name.endIndex < bytes.endIndex, name.last != UInt8(ascii: ":") else { return name.last != UInt8(ascii: ":") }
    return ![UInt8(ascii: "@"), UInt8(ascii: ".")].contains(bytes[name.endIndex])
  }
}
