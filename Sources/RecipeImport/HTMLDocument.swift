import CLibXML2

/// A page as a flat list of nodes in document order: a node's content is the range after it, so that nothing recurses
/// and depth costs nothing.
package struct HTMLDocument {
  package struct Node {
    /// In lower case; empty for text.
    package let name: String
    package fileprivate(set) var text = ""
    package fileprivate(set) var attributes: [Attribute] = []
    /// -1 at the top.
    package let parent: Int
    /// The first node after this one's content.
    package fileprivate(set) var end: Int
  }

  package struct Attribute {
    package let name: String
    package let value: String
  }

  package fileprivate(set) var nodes: [Node] = []
  /// Whether there is more than is read.
  package let isCut: Bool

  /// - Parameters:
  ///   - attributes: those that are kept besides the ones of pages.
  ///   - maximumNodes: of elements and texts; by default ten times those of a long page.
  package init(
    _ html: [UInt8], contentType: String?, attributes: Set<String> = [], maximumNodes: Int = 100_000
  ) {
    var bytes = Charset.utf8(html, contentType: contentType)
    AttributeLimit.enforce(&bytes)
    let builder = Builder(known: Builder.known.union(attributes), maximumNodes: maximumNodes)
    builder.parse(bytes)
    (nodes, isCut) = (builder.nodes, builder.isCut)
  }

  func isElement(_ node: Int) -> Bool { !nodes[node].name.isEmpty }

  package func content(_ node: Int) -> Range<Int> { node + 1..<max(node + 1, nodes[node].end) }

  package func attribute(_ name: String, of node: Int) -> String? {
    nodes[node].attributes.first { $0.name == name }?.value
  }

  func has(_ name: String, _ node: Int) -> Bool { nodes[node].attributes.contains { $0.name == name } }

  package func words(_ name: String, of node: Int) -> [Substring] {
    attribute(name, of: node)?.split(whereSeparator: \.isWhitespace) ?? []
  }

  func elements(_ name: String) -> [Int] { nodes.indices.filter { nodes[$0].name == name } }

  func elements(_ name: String, in range: Range<Int>) -> [Int] { range.filter { nodes[$0].name == name } }

  /// The unprocessed text, such as a script's.
  func source(_ node: Int) -> String {
    var text = ""
    for child in content(node) where nodes[child].name.isEmpty { text += nodes[child].text }
    return text
  }

  /// Whether an element has at most this many bytes of text: what is read for each of many elements must be short, lest
  /// nested ones repeat a long text.
  func isShort(_ node: Int, _ limit: Int = 600) -> Bool {
    var bytes = 0
    for child in content(node) {
      bytes += nodes[child].text.utf8.count
      if bytes > limit || child - node > limit { return false }
    }
    return true
  }

  package func line(_ node: Int) -> String { Text.fold(text(node)) }

  /// The displayed lines; a list item is one line, whatever it contains.
  package func lines(_ node: Int) -> [String] {
    text(node, entriesWhole: true).split(separator: "\n").map { Text.fold(String($0)) }.filter { !$0.isEmpty }
  }

  /// The readable text of an element: no scripts, buttons or titles of pictures, blocks on lines of their own.
  func text(_ node: Int, entriesWhole: Bool = false) -> String {
    var text = ""
    var openBlocks: [Int] = []
    var entryEnd = 0
    var index = node
    let end = max(node + 1, nodes[node].end)
    while index < end {
      while let last = openBlocks.last, last <= index {
        openBlocks.removeLast()
        text += last <= entryEnd && index < entryEnd ? " " : "\n"
      }
      let current = nodes[index]
      if current.name.isEmpty {
        // The source's own line breaks are white space.
        if current.text.utf8.contains(where: { $0 == 10 || $0 == 13 }) && !isPreformatted(current.parent) {
          text += String(decoding: current.text.utf8.map { $0 == 10 || $0 == 13 ? 32 : $0 }, as: UTF8.self)
        } else {
          text += current.text
        }
        index += 1
        continue
      }
      if index != node, Self.silent.contains(current.name) || isForScreenReaders(index) {
        index = max(index + 1, current.end)
        continue
      }
      if entriesWhole, current.name == "li", index >= entryEnd, !contains("li", in: content(index)) {
        text += "\n"
        entryEnd = current.end
        openBlocks.append(current.end)
      } else if Text.blocks.contains(current.name) {
        text += index < entryEnd ? " " : "\n"
        openBlocks.append(max(index + 1, current.end))
      } else if current.name == "td" || current.name == "th" {
        text += " "
      } else if index > node, followsAnother(index), isPart(index) || isNumberAfterWord(index) {
        // <span class="amount">1</span><span class="unit">cup</span>: only the style sheet separates them.
        text += " "
      }
      index += 1
    }
    if !openBlocks.isEmpty { text += "\n" }
    return text
  }

  func contains(_ name: String, in range: Range<Int>) -> Bool { range.contains { nodes[$0].name == name } }

  /// Whether an element is not shown: the other unit system, or the other size, of a switch.
  func isHidden(_ node: Int) -> Bool {
    if has("hidden", node) { return true }
    guard let names = attribute("class", of: node), names.contains("hid") || names.contains("d-none") else {
      return false
    }
    return words("class", of: node).contains { $0 == "d-none" || $0 == "hidden" || $0 == "is-hidden" || $0 == "hide" }
  }

  private func isPreformatted(_ node: Int) -> Bool { node >= 0 && nodes[node].name == "pre" }

  private static let silent: Set<String> = [
    "script", "style", "svg", "button", "select", "textarea", "iframe", "noscript", "template", "object",
  ]

  private func isForScreenReaders(_ node: Int) -> Bool {
    guard let names = attribute("class", of: node) else { return false }
    return names.contains("sr-only") || names.contains("screen-reader") || names.contains("visually-hidden")
      || names.contains("print-only")
  }

  /// Whether an element with text ends directly before this one.
  private func followsAnother(_ node: Int) -> Bool {
    let previous = nodes[node - 1]
    return previous.name.isEmpty && previous.parent != nodes[node].parent
  }

  /// <b>flour</b><u>200 g</u> and <b>salt</b><u>to taste</u>, but not H<sub>2</sub>O.
  private func isNumberAfterWord(_ node: Int) -> Bool {
    guard nodes[node].name != "sub", nodes[node].name != "sup", node + 1 < nodes.count else { return false }
    let previous = nodes[node - 1].parent
    if nodes[node].name == "u", previous >= 0, nodes[previous].name == "b" { return true }
    return nodes[node - 1].text.last?.isLetter == true && nodes[node + 1].text.first?.isNumber == true
  }

  private func isPart(_ node: Int) -> Bool {
    guard let names = attribute("class", of: node)?.lowercased() ?? attribute("itemprop", of: node) else {
      return false
    }
    return ["amount", "quantity", "qty", "unit", "measure", "name", "ingredient", "value"].contains {
      names.contains($0)
    }
  }
}

// MARK: - Parsing

/// Uses libxml2's events: its own tree would nest, and need several times the memory.
private final class Builder {
  var nodes: [HTMLDocument.Node] = []
  private var open: [Int] = []
  /// The number of open elements below the depth limit.
  private var deeper = 0
  private var work = 0
  private let known: Set<String>
  private let maximumNodes: Int
  private(set) var isCut = false

  init(known: Set<String>, maximumNodes: Int) { (self.known, self.maximumNodes) = (known, maximumNodes) }

  /// Deeper content belongs to the element around it, so that searching nested content stays cheap. Pages with unclosed
  /// elements reach a depth of 200.
  private static let maximumDepth = 400

  /// An unexpected end tag makes libxml2 search all open elements; this many comparisons take a second.
  private static let maximumWork = 100_000_000

  /// Attributes that are searched word by word, repeatedly.
  private static let wordLists: Set<String> = ["class", "id", "itemprop", "itemtype", "property", "typeof", "rel"]

  /// The attributes that importers use: a page can have a million others.
  static let known: Set<String> = wordLists.union([
    "aria-controls", "content", "data-bs-target", "data-lazy-src", "data-original", "data-src", "data-target",
    "datetime",
    "hidden", "href", "http-equiv", "itemid", "itemscope", "lang", "name", "src", "srcset", "data-srcset", "title",
    "type",
    "value", "width", "xml:lang",
  ])

  func parse(_ bytes: [UInt8]) {
    xmlInitParser()
    nodes.reserveCapacity(min(bytes.count / 40, maximumNodes))
    bytes.withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress,
        let context = htmlCreateMemoryParserCtxt(
          start.assumingMemoryBound(to: CChar.self), Int32(clamping: buffer.count))
      else { return }
      defer {
        if let document = context.pointee.myDoc { xmlFreeDoc(document) }
        htmlFreeParserCtxt(context)
      }
      let options =
        HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
        | HTML_PARSE_NONET.rawValue | HTML_PARSE_IGNORE_ENC.rawValue
      htmlCtxtUseOptions(context, Int32(options))
      // The input is UTF-8 here, whatever the page's <meta> says.
      xmlSwitchEncoding(context, XML_CHAR_ENCODING_UTF8)
      context.pointee.sax.pointee = handler
      context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
      self.context = context
      htmlParseDocument(context)
      self.context = nil
    }
    while let last = open.popLast() { nodes[last].end = nodes.count }
    deeper = 0
  }

  private var context: htmlParserCtxtPtr?

  private func stop() {
    isCut = true
    if let context { xmlStopParser(context) }
  }

  private var handler: xmlSAXHandler {
    var handler = xmlSAXHandler()
    handler.initialized = UInt32(XML_SAX2_MAGIC)
    handler.startElement = { data, name, attributes in Builder.of(data)?.start(name, attributes) }
    handler.endElement = { data, name in Builder.of(data)?.end() }
    handler.characters = { data, bytes, count in Builder.of(data)?.text(bytes, count) }
    handler.ignorableWhitespace = { data, bytes, count in Builder.of(data)?.text(bytes, count) }
    handler.cdataBlock = { data, bytes, count in Builder.of(data)?.text(bytes, count) }
    handler.serror = { data, _ in Builder.of(data)?.complaint() }
    return handler
  }

  private static func of(_ data: UnsafeMutableRawPointer?) -> Builder? {
    data.map { Unmanaged<Builder>.fromOpaque($0).takeUnretainedValue() }
  }

  private func complaint() {
    work += open.count + deeper + 20
    if work > Self.maximumWork { stop() }
  }

  private func start(_ name: UnsafePointer<xmlChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?) {
    guard let name else { return }
    guard nodes.count < maximumNodes else { return stop() }
    guard open.count < Self.maximumDepth else {
      deeper += 1
      return
    }
    var node = HTMLDocument.Node(name: String(cString: name).lowercased(), parent: open.last ?? -1, end: 0)
    if var next = attributes {
      while let name = next.pointee {
        var key = String(cString: name).lowercased()
        let first = next[1]?.pointee
        let isData = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        guard known.contains(key) || isData || key == "style" else {
          next += 2
          continue
        }
        var value = next[1].map { String(cString: $0) } ?? ""
        if key == "style", Self.hides(value) { key = "hidden" }
        guard known.contains(key) || PageState.isData(value) else {
          next += 2
          continue
        }
        if Self.wordLists.contains(key), value.utf8.count > 2_048 {
          value = String(decoding: value.utf8.prefix(2_048), as: UTF8.self)
        }
        node.attributes.append(HTMLDocument.Attribute(name: key, value: value))
        next += 2
      }
    }
    open.append(nodes.count)
    nodes.append(node)
  }

  /// Of a style only whether it hides the element counts.
  private static func hides(_ style: String) -> Bool {
    style.utf8.count < 1_000 && style.contains("none") && style.filter { $0 != " " }.contains("display:none")
  }

  private func end() {
    if deeper > 0 {
      deeper -= 1
      return
    }
    guard let last = open.popLast() else { return }
    nodes[last].end = nodes.count
  }

  private func text(_ bytes: UnsafePointer<xmlChar>?, _ count: Int32) {
    guard let bytes, count > 0 else { return }
    let text = String(decoding: UnsafeBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
    let parent = open.last ?? -1
    // libxml2 delivers text in pieces.
    if let last = nodes.indices.last, nodes[last].name.isEmpty, nodes[last].parent == parent {
      nodes[last].text += text
    } else if nodes.count < maximumNodes {
      nodes.append(HTMLDocument.Node(name: "", text: text, parent: parent, end: nodes.count + 1))
    } else {
      stop()
    }
  }
}

/// libxml2 compares each attribute of a tag with all before it: a million in one tag would take hours.
private enum AttributeLimit {
  static let maximum = 500

  /// Blanks what is beyond the limit of each tag.
  static func enforce(_ bytes: inout [UInt8]) {
    var index = 0
    while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      index = start + 1
      guard index < bytes.count, bytes[index].isLetter else { continue }
      let name = bytes[index...].prefix(8)
      let isScript = name.prefix(6).map(\.lowercased) == Array("script".utf8)
      skipTag(&bytes, &index)
      // Scripts contain "<" and unbalanced quotes.
      if isScript { skipScript(bytes, &index) }
    }
  }

  private static func skipTag(_ bytes: inout [UInt8], _ index: inout Int) {
    let end = bytes.count
    while index < end, bytes[index] > 32, bytes[index] != UInt8(ascii: ">"), bytes[index] != UInt8(ascii: "/") {
      index += 1
    }
    var count = 0
    while index < end {
      while index < end, bytes[index] <= 32 || bytes[index] == UInt8(ascii: "/") { index += 1 }
      guard index < end, bytes[index] != UInt8(ascii: ">") else { return }
      let start = index
      skipAttribute(bytes, &index)
      count += 1
      if count > maximum {
        for position in start..<index { bytes[position] = 32 }
      }
    }
  }

  private static func skipAttribute(_ bytes: [UInt8], _ index: inout Int) {
    let end = bytes.count
    let start = index
    while index < end, bytes[index] > 32, bytes[index] != UInt8(ascii: ">"), bytes[index] != UInt8(ascii: "/"),
      bytes[index] != UInt8(ascii: "=")
    { index += 1 }
    while index < end, bytes[index] <= 32 { index += 1 }
    guard index < end, bytes[index] == UInt8(ascii: "=") else {
      if index == start { index += 1 }
      return
    }
    index += 1
    while index < end, bytes[index] <= 32 { index += 1 }
    guard index < end else { return }
    let quote = bytes[index]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      index += 1
      while index < end, bytes[index] != quote { index += 1 }
      if index < end { index += 1 }
    } else {
      while index < end, bytes[index] > 32, bytes[index] != UInt8(ascii: ">") { index += 1 }
    }
  }

  private static func skipScript(_ bytes: [UInt8], _ index: inout Int) {
    let closing = Array("</script".utf8)
    while index + closing.count <= bytes.count {
      if bytes[index] == closing[0], bytes[index + 1] == closing[1],
        bytes[index..<index + closing.count].map(\.lowercased) == closing
      {
        return
      }
      index += 1
    }
    index = bytes.count
  }
}
