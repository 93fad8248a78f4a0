/// The translations of one language: a gettext PO file.
///
/// The format is that of "The Format of PO Files" in the gettext manual, without msgctxt, which symbolic keys do not need.
struct Catalogue {
  let source: Source
  /// `fr`, from the file's name.
  let language: String
  var entries: [Entry] = []
  /// Key to index in `entries`.
  var index: [String: Int] = [:]
  /// From the header entry; nil if it has none.
  var plural: PluralRule?

  struct Entry {
    let key: String
    let isPlural: Bool
    /// One text, or one for each plural form.
    let forms: [Form]
    let isFuzzy: Bool
    let offset: Int
  }

  struct Form: Equatable {
    let parts: [Part]
    let offset: Int

    var placeholders: Set<String> {
      Set(parts.compactMap { if case .placeholder(let name) = $0 { name } else { nil } })
    }
  }

  enum Part: Equatable {
    case text(String)
    case placeholder(String)
  }

  static func parse(_ source: Source, language: String) throws(Diagnostic) -> Catalogue {
    var parser = CatalogueParser(catalogue: Catalogue(source: source, language: language))
    return try parser.parse()
  }
}

private struct CatalogueParser {
  var catalogue: Catalogue

  /// A string while its lines are collected.
  private struct Field {
    var bytes: [UInt8] = []
    let offset: Int
    var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  private var id: Field?
  private var pluralID: Field?
  private var forms: [Field] = []
  private var isFuzzy = false
  /// The keyword that a line with only a string continues.
  private enum Target { case none, id, pluralID, form }
  private var target = Target.none
  private var hasHeader = false

  init(catalogue: Catalogue) { self.catalogue = catalogue }

  mutating func parse() throws(Diagnostic) -> Catalogue {
    let source = catalogue.source
    guard String(validating: source.bytes, as: UTF8.self) != nil else {
      throw source.error(0, "this file is not UTF-8")
    }
    var start = 0
    while start < source.bytes.count {
      let end = source.bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? source.bytes.count
      try line(start..<end)
      start = end + 1
    }
    try finish()
    return catalogue
  }

  private mutating func line(_ range: Range<Int>) throws(Diagnostic) {
    let source = catalogue.source
    var first = range.lowerBound
    while first < range.upperBound, isSpace(source.bytes[first]) { first += 1 }
    guard first < range.upperBound else { return }
    if source.bytes[first] == UInt8(ascii: "#") {
      if !forms.isEmpty { try finish() }
      let text = source.text(first..<range.upperBound)
      if text.hasPrefix("#,"),
        text.dropFirst(2).split(whereSeparator: { $0 == "," || $0.isWhitespace }).contains("fuzzy")
      {
        isFuzzy = true
      }
      return
    }
    var next = first
    while next < range.upperBound, source.bytes[next] != UInt8(ascii: "\""), !isSpace(source.bytes[next]) { next += 1 }
    let keyword = source.text(first..<next)
    while next < range.upperBound, isSpace(source.bytes[next]) { next += 1 }
    let bytes = try string(next..<range.upperBound, at: first)
    switch keyword {
    case "":
      switch target {
      case .none: throw source.error(first, "this string belongs to nothing")
      case .id: id?.bytes += bytes
      case .pluralID: pluralID?.bytes += bytes
      case .form: forms[forms.count - 1].bytes += bytes
      }
    case "msgid":
      try finish()
      id = Field(bytes: bytes, offset: first)
      target = .id
    case "msgid_plural":
      guard id != nil, pluralID == nil, forms.isEmpty else {
        throw source.error(first, "msgid_plural comes after msgid")
      }
      pluralID = Field(bytes: bytes, offset: first)
      target = .pluralID
    case "msgctxt": throw source.error(first, "msgctxt is not supported: give the key another name")
    default:
      let expected = pluralID == nil ? "msgstr" : "msgstr[\(forms.count)]"
      guard id != nil, keyword == expected, pluralID != nil || forms.isEmpty else {
        throw source.error(first, "\(id == nil ? "msgid" : expected) was expected here, not '\(keyword)'")
      }
      forms.append(Field(bytes: bytes, offset: first))
      target = .form
    }
  }

  /// `"text\n"` with C's escapes.
  private func string(_ range: Range<Int>, at offset: Int) throws(Diagnostic) -> [UInt8] {
    let source = catalogue.source
    var end = range.upperBound
    while end > range.lowerBound, isSpace(source.bytes[end - 1]) { end -= 1 }
    guard end - range.lowerBound >= 2, source.bytes[range.lowerBound] == UInt8(ascii: "\""),
      source.bytes[end - 1] == UInt8(ascii: "\"")
    else { throw source.error(offset, "a string in double quotes was expected") }
    var bytes: [UInt8] = []
    var position = range.lowerBound + 1
    while position < end - 1 {
      let byte = source.bytes[position]
      position += 1
      guard byte != UInt8(ascii: "\"") else {
        throw source.error(position - 1, "write \\\" for a quote inside a string")
      }
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      guard position < end - 1 else { throw source.error(position - 1, "this string has no end on its line") }
      switch source.bytes[position] {
      case UInt8(ascii: "n"): bytes.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "t"): bytes.append(UInt8(ascii: "\t"))
      case UInt8(ascii: "r"): bytes.append(UInt8(ascii: "\r"))
      case UInt8(ascii: "\\"), UInt8(ascii: "\""): bytes.append(source.bytes[position])
      default: throw source.error(position - 1, "unknown escape: \\n, \\t, \\r, \\\" and \\\\ are known")
      }
      position += 1
    }
    return bytes
  }

  /// The end of an entry.
  private mutating func finish() throws(Diagnostic) {
    guard let id else { return }
    let source = catalogue.source
    guard !forms.isEmpty else { throw source.error(id.offset, "'\(id.text)' has no msgstr") }
    if id.bytes.isEmpty {
      guard !hasHeader else { throw source.error(id.offset, "the header was there before") }
      hasHeader = true
      try header(forms[0])
    } else {
      guard Self.isKey(id.text) else {
        throw source.error(
          id.offset, "'\(id.text)' is not a key: write lower-case words with _ and dots, like items.empty_title")
      }
      if let other = catalogue.index[id.text] {
        let line = source.position(catalogue.entries[other].offset).line
        throw source.error(id.offset, "'\(id.text)' was there before, in line \(line)")
      }
      var parsed: [Catalogue.Form] = []
      for form in forms { parsed.append(Catalogue.Form(parts: try parts(form), offset: form.offset)) }
      catalogue.index[id.text] = catalogue.entries.count
      catalogue.entries.append(
        Catalogue.Entry(
          key: id.text, isPlural: pluralID != nil, forms: parsed, isFuzzy: isFuzzy, offset: id.offset))
    }
    (self.id, pluralID, forms, isFuzzy, target) = (nil, nil, [], false, .none)
  }

  private mutating func header(_ form: Field) throws(Diagnostic) {
    for line in form.text.split(separator: "\n") where line.hasPrefix("Plural-Forms:") {
      let text = String(line.dropFirst("Plural-Forms:".count))
      // The offset of the line inside the file: the header's strings are one line each.
      let offset = catalogue.source.bytes.firstRange(of: "Plural-Forms:".utf8)?.lowerBound ?? form.offset
      do throws(PluralRule.Invalid) {
        catalogue.plural = try PluralRule(header: text)
      } catch {
        throw catalogue.source.error(offset, "Plural-Forms: \(error.reason)")
      }
    }
  }

  private static func isKey(_ text: String) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { word in
      guard let first = word.utf8.first, isLetter(first) else { return false }
      return word.utf8.allSatisfy { (0x61...0x7A).contains($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
    }
  }

  /// Splits a text at its `{placeholders}`; `{{` and `}}` are the braces themselves.
  private func parts(_ field: Field) throws(Diagnostic) -> [Catalogue.Part] {
    let source = catalogue.source
    let bytes = field.bytes
    var parts: [Catalogue.Part] = []
    var text: [UInt8] = []
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") else {
        text.append(byte)
        continue
      }
      if position < bytes.count, bytes[position] == byte {
        text.append(byte)
        position += 1
        continue
      }
      let name = bytes[position...].prefix(while: isIdentifierByte)
      let end = position + name.count
      guard byte == UInt8(ascii: "{"), let first = name.first, isLetter(first), end < bytes.count,
        bytes[end] == UInt8(ascii: "}")
      else {
        throw source.error(field.offset, "a placeholder looks like {name}; for a brace itself write {{ or }}")
      }
      if !text.isEmpty { parts.append(.text(String(decoding: text, as: UTF8.self))) }
      text = []
      parts.append(.placeholder(String(decoding: name, as: UTF8.self)))
      position = end + 1
    }
    if !text.isEmpty { parts.append(.text(String(decoding: text, as: UTF8.self))) }
    return parts
  }
}
