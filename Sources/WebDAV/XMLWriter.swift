/// The bytes of an XML document whose root declares the namespaces of WebDAV, CalDAV and Apple.
struct XMLWriter {
  private(set) var bytes: [UInt8] = Array("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n".utf8)
  private var isRoot = true

  private static let prefixes = [
    (Namespace.dav, "D"), (Namespace.calDAV, "C"), (Namespace.calendarServer, "S"), (Namespace.apple, "A"),
  ]

  mutating func open(_ name: QualifiedName) { tag(name, [], isEmpty: false) }

  mutating func close(_ name: QualifiedName) {
    bytes += "</".utf8
    bytes += Self.qualified(name).utf8
    bytes.append(UInt8(ascii: ">"))
  }

  mutating func element(_ name: QualifiedName, _ text: String) {
    open(name)
    escape(text)
    close(name)
  }

  mutating func element(_ element: XMLElement) {
    guard !element.children.isEmpty || !element.text.isEmpty else {
      return tag(element.name, element.attributes, isEmpty: true)
    }
    tag(element.name, element.attributes, isEmpty: false)
    escape(element.text)
    for child in element.children { self.element(child) }
    close(element.name)
  }

  private static func qualified(_ name: QualifiedName) -> String {
    if name.namespace.isEmpty { return name.local }
    return "\(prefixes.first { $0.0 == name.namespace }?.1 ?? "n"):\(name.local)"
  }

  private mutating func tag(_ name: QualifiedName, _ attributes: [XMLElement.Attribute], isEmpty: Bool) {
    bytes.append(UInt8(ascii: "<"))
    bytes += Self.qualified(name).utf8
    if isRoot {
      for (namespace, prefix) in Self.prefixes { declare(prefix, namespace) }
      isRoot = false
    }
    if !name.namespace.isEmpty, !Self.prefixes.contains(where: { $0.0 == name.namespace }) {
      declare("n", name.namespace)
    }
    for (number, attribute) in attributes.enumerated() {
      let namespace = attribute.name.namespace
      var label = attribute.name.local
      // XML's own prefix needs no declaration.
      if namespace == "http://www.w3.org/XML/1998/namespace" {
        label = "xml:\(label)"
      } else if let known = Self.prefixes.first(where: { $0.0 == namespace }) {
        label = "\(known.1):\(label)"
      } else if !namespace.isEmpty {
        declare("n\(number)", namespace)
        label = "n\(number):\(label)"
      }
      bytes.append(32)
      bytes += label.utf8
      bytes += "=\"".utf8
      escape(attribute.value)
      bytes.append(UInt8(ascii: "\""))
    }
    bytes += (isEmpty ? "/>" : ">").utf8
  }

  private mutating func declare(_ prefix: String, _ namespace: String) {
    bytes += " xmlns:\(prefix)=\"".utf8
    escape(namespace)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Control characters, which XML 1.0 cannot have, are left out, and so are U+FFFE and U+FFFF. A carriage return is written as a
  /// reference, as a parser would take it for a line feed.
  private mutating func escape(_ text: String) {
    var (before, last): (UInt8, UInt8) = (0, 0)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "\""): bytes += "&quot;".utf8
      case 13: bytes += "&#13;".utf8
      case 9, 10: bytes.append(byte)
      case ..<0x20: break
      case 0xBE where before == 0xEF && last == 0xBF, 0xBF where before == 0xEF && last == 0xBF: bytes.removeLast(2)
      default: bytes.append(byte)
      }
      (before, last) = (last, byte)
    }
  }
}
