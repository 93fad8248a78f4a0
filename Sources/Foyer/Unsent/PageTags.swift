/// The tags of a page that this program has rendered: attributes are in double quotes, and each `<` of a text is escaped.
struct PageTag {
  /// From `<` to behind `>`.
  let range: Range<Int>
  /// In lower case as rendered; with `/` in front of an end tag.
  let name: String
  let attributes: [(name: String, value: String?)]

  subscript(name: String) -> String? { attributes.first { $0.name == name }.map { $0.value ?? "" } }

  /// The tag with other attributes; nil removes one.
  func replacing(_ changes: [(name: String, value: String?)]) -> [UInt8] {
    var text = "<\(name)"
    for (name, value) in attributes where !changes.contains(where: { $0.name == name }) {
      text += value.map { " \(name)=\"\(Self.escaped($0))\"" } ?? " \(name)"
    }
    for case (let name, let value?) in changes {
      text += value.isEmpty && name != "value" ? " \(name)" : " \(name)=\"\(Self.escaped(value))\""
    }
    return Array("\(text)>".utf8)
  }

  /// The next tag from a place on.
  static func next(in page: [UInt8], from start: Int, to end: Int) -> PageTag? {
    var position = start
    while position < end {
      guard let open = page[position..<end].firstIndex(of: UInt8(ascii: "<")) else { return nil }
      if let tag = PageTag(page, at: open, to: end) { return tag }
      position = open + 1
    }
    return nil
  }

  /// Nil for `<!doctype html>`.
  private init?(_ page: [UInt8], at open: Int, to end: Int) {
    var position = open + 1
    func word() -> String {
      let start = position
      while position < end, !" \n\t>=".utf8.contains(page[position]) { position += 1 }
      return String(decoding: page[start..<position], as: UTF8.self)
    }
    name = word()
    guard !name.isEmpty, !name.hasPrefix("!") else { return nil }
    var attributes: [(name: String, value: String?)] = []
    while position < end, page[position] != UInt8(ascii: ">") {
      guard !" \n\t".utf8.contains(page[position]) else {
        position += 1
        continue
      }
      let attribute = word()
      if attribute.isEmpty { return nil }
      guard position + 1 < end, page[position] == UInt8(ascii: "="), page[position + 1] == UInt8(ascii: "\"") else {
        attributes.append((attribute, nil))
        continue
      }
      let start = position + 2
      guard let close = page[start..<end].firstIndex(of: UInt8(ascii: "\"")) else { return nil }
      attributes.append((attribute, Self.unescaped(page[start..<close])))
      position = close + 1
    }
    guard position < end else { return nil }
    self.attributes = attributes
    range = open..<position + 1
  }

  private static let entities: [(entity: String, character: String)] = [
    ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&#34;", "\""), ("&#39;", "'"),
  ]

  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if let entry = entities.first(where: { $0.character.unicodeScalars.first == scalar }) {
        result += entry.entity
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard bytes.contains(UInt8(ascii: "&")) else { return text }
    var result = ""
    var rest = text[...]
    while let sign = rest.firstIndex(of: "&") {
      result += rest[..<sign]
      rest = rest[sign...]
      let entry = entities.first { rest.hasPrefix($0.entity) }
      result += entry?.character ?? "&"
      rest = rest.dropFirst(entry?.entity.count ?? 1)
    }
    return result + rest
  }
}
