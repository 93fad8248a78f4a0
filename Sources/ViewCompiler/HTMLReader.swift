/// Reads the literal parts of a view: tracks the HTML's state, and copies the text without indentation.
struct HTMLReader {
  let source: Source
  var context = HTMLContext()
  /// Where the tag being read begins.
  private var tagStart = 0
  /// Whether the tag being read ends in `/`, which closes it in SVG.
  private var slash = false

  init(source: Source) { self.source = source }

  /// Reads one literal and appends to `out` what the page contains of it.
  mutating func read(_ range: Range<Int>, into out: inout [UInt8]) throws(Diagnostic) {
    let bytes = source.bytes
    var position = range.lowerBound
    while position < range.upperBound {
      let isLineStart = position == 0 || bytes[position - 1] == UInt8(ascii: "\n")
      if isLineStart, !context.isPreformatted {
        while position < range.upperBound, isSpace(bytes[position]) { position += 1 }
        guard position < range.upperBound else { return }
      }
      let depth = context.open.count
      let count = try step(position, range.upperBound)
      out.append(contentsOf: bytes[position..<position + count])
      position += count
      if context.open.count > depth, needsLineBreak(position, range.upperBound) { out.append(UInt8(ascii: "\n")) }
    }
  }

  /// A parser drops a line break right after `<pre>` and `<textarea>`, even one that belongs to a value. An additional
  /// one is inserted there, unless the view has it.
  private func needsLineBreak(_ position: Int, _ end: Int) -> Bool {
    guard let name = context.open.last?.name, name == "pre" || name == "textarea" else { return false }
    return position >= end || (source.bytes[position] != UInt8(ascii: "\n") && source.bytes[position] != 13)
  }

  /// Reads one or more bytes at `position`; returns how many.
  private mutating func step(_ position: Int, _ end: Int) throws(Diagnostic) -> Int {
    let byte = source.bytes[position]
    switch context.mode {
    case .text: return try readText(position, end)
    case .plainText, .code: return try readUntilEndTag(position, end)
    case .comment:
      guard !starts("--!>", position, end) else { throw source.error(position, "a comment ends with -->") }
      guard starts("-->", position, end) else { return 1 }
      context.mode = .text
      return 3
    case .declaration:
      if byte == UInt8(ascii: ">") { context.mode = .text }
    case .less: throw source.error(position, "write &lt; for a < in text")
    case .tagName, .endTagName: try readName(byte, position)
    case .tag, .afterName: try readTag(byte, position)
    case .attributeName: try readAttributeName(byte, position)
    case .afterEquals: try readAfterEquals(byte, position)
    case .unquoted:
      if byte == UInt8(ascii: ">") { try finishTag(position) } else if isSpace(byte) { context.mode = .tag }
    case .quoted(let quote):
      if byte == quote {
        context.mode = .afterName
        context.attribute = ""
        context.url = .none
      } else {
        try readURL(byte, position)
      }
    }
    return 1
  }

  private mutating func readText(_ position: Int, _ end: Int) throws(Diagnostic) -> Int {
    guard source.bytes[position] == UInt8(ascii: "<") else { return 1 }
    if starts("<!--", position, end) {
      // Browsers parse these as complete comments.
      guard !starts("<!-->", position, end), !starts("<!--->", position, end) else {
        throw source.error(position, "this comment is empty: take it away")
      }
      context.mode = .comment
      return 4
    }
    guard position + 1 < end else {
      context.mode = .less
      return 1
    }
    var next = source.bytes[position + 1]
    if next == UInt8(ascii: "!") {
      context.mode = .declaration
      return 2
    }
    let isEnd = next == UInt8(ascii: "/")
    if isEnd { next = position + 2 < end ? source.bytes[position + 2] : 0 }
    guard isLetter(next) else {
      context.mode = .less
      return 1
    }
    begin(position, isEnd: isEnd)
    return isEnd ? 2 : 1
  }

  private mutating func begin(_ position: Int, isEnd: Bool) {
    tagStart = position
    slash = false
    context.element = HTMLContext.Element(name: "", offset: position)
    context.mode = isEnd ? .endTagName : .tagName
  }

  /// Title, textarea, script and style end with their own end tag only.
  private mutating func readUntilEndTag(_ position: Int, _ end: Int) throws(Diagnostic) -> Int {
    let name = context.open.last?.name ?? ""
    let byte = source.bytes[position]
    if byte == UInt8(ascii: "<"), position + 2 + name.utf8.count <= end,
      source.text(position..<position + 2 + name.utf8.count).lowercased() == "</\(name)"
    {
      begin(position, isEnd: true)
      return 2
    }
    if context.mode == .code, !isSpace(byte) {
      throw source.error(
        position, "<\(name)> with content is forbidden by the content security policy: put it into a file in Public/")
    }
    return 1
  }

  private mutating func readName(_ byte: UInt8, _ position: Int) throws(Diagnostic) {
    let isEnd = context.mode == .endTagName
    if byte == UInt8(ascii: ">") { return try isEnd ? finishEndTag(position) : finishTag(position) }
    if isSpace(byte) || byte == UInt8(ascii: "/") {
      if !isEnd { context.mode = .tag }
      slash = byte == UInt8(ascii: "/")
      return
    }
    guard isIdentifierByte(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":") else {
      throw source.error(position, "a tag's name is made of letters and digits")
    }
    let name = context.element.name + String(UnicodeScalar(byte)).lowercased()
    context.element = HTMLContext.Element(name: name, offset: tagStart)
  }

  private mutating func readTag(_ byte: UInt8, _ position: Int) throws(Diagnostic) {
    switch byte {
    case UInt8(ascii: ">"): try finishTag(position)
    case UInt8(ascii: "/"):
      slash = true
      context.mode = .tag
    case _ where isSpace(byte): context.mode = .tag
    default:
      guard context.mode == .tag else { throw source.error(position, "a space is missing between attributes") }
      slash = false
      context.attribute = ""
      context.mode = .attributeName
      try readAttributeName(byte, position)
    }
  }

  private mutating func readAttributeName(_ byte: UInt8, _ position: Int) throws(Diagnostic) {
    switch byte {
    case UInt8(ascii: "="):
      try checkAttribute(position)
      context.mode = .afterEquals
    case UInt8(ascii: ">"):
      try checkAttribute(position)
      try finishTag(position)
    case _ where isSpace(byte) || byte == UInt8(ascii: "/"):
      try checkAttribute(position)
      context.mode = .tag
      slash = byte == UInt8(ascii: "/")
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"):
      throw source.error(position, "this has no place in an attribute's name")
    default: context.attribute += String(UnicodeScalar(byte)).lowercased()
    }
  }

  private func checkAttribute(_ position: Int) throws(Diagnostic) {
    guard let refusal = HTMLContext.refusal(ofAttribute: context.attribute) else { return }
    throw source.error(position - context.attribute.utf8.count, refusal)
  }

  private mutating func readAfterEquals(_ byte: UInt8, _ position: Int) throws(Diagnostic) {
    if isSpace(byte) { return }
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      context.mode = .quoted(byte)
      context.url = HTMLContext.isURL(attribute: context.attribute) ? .start : .none
    case UInt8(ascii: ">"): throw source.error(position, "the attribute \(context.attribute) has no value")
    default: context.mode = .unquoted
    }
  }

  private mutating func readURL(_ byte: UInt8, _ position: Int) throws(Diagnostic) {
    var prefix: [UInt8] = []
    switch context.url {
    case .none, .inside: return
    case .start: if isSpace(byte) { return }
    // No scheme begins with a question mark: a colon that follows is refused.
    case .unknown: prefix = [UInt8(ascii: "?")]
    case .scheme(let bytes): prefix = bytes
    }
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): context.url = .inside
    case UInt8(ascii: ":"):
      guard HTMLContext.isSafe(scheme: prefix) else {
        throw source.error(position, "a URL in a view is relative, or begins with http, https, mailto, tel or webcal")
      }
      context.url = .inside
    default: context.url = .scheme(prefix + [byte])
    }
  }

  private mutating func finishTag(_ position: Int) throws(Diagnostic) {
    let name = context.element.name
    let isForeign = name == "svg" || context.open.contains { $0.name == "svg" || $0.name == "math" }
    defer {
      context.attribute = ""
      context.url = .none
    }
    context.mode = .text
    if HTMLContext.void.contains(name) { return }
    if slash {
      guard isForeign || Self.shapes.contains(name) else {
        throw source.error(tagStart, "only void elements and SVG end with />: write <\(name)></\(name)>")
      }
      return
    }
    context.open.append(context.element)
    switch name {
    case "script", "style": context.mode = .code
    case "title" where !isForeign, "textarea": context.mode = .plainText
    default: break
    }
  }

  private mutating func finishEndTag(_ position: Int) throws(Diagnostic) {
    let name = context.element.name
    context.mode = .text
    guard !HTMLContext.void.contains(name) else { throw source.error(tagStart, "<\(name)> has no end tag") }
    guard let last = context.open.popLast() else { throw source.error(tagStart, "</\(name)> closes nothing") }
    guard last.name == name else {
      let line = source.position(last.offset).line
      throw source.error(tagStart, "</\(name)> stands where <\(last.name)> of line \(line) is still open")
    }
  }

  private func starts(_ prefix: StaticString, _ position: Int, _ end: Int) -> Bool {
    prefix.withUTF8Buffer { source.bytes[position..<end].starts(with: $0) }
  }

  /// Elements of SVG that a view may contain without its `<svg>`.
  private static let shapes: Set<String> = [
    "circle", "ellipse", "image", "line", "path", "polygon", "polyline", "rect", "stop", "use",
  ]
}
