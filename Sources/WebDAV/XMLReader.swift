import CLibXML2

/// Why a body is not taken.
public enum BodyError: Error, Equatable {
  /// It is no XML, or not the body of this method: 400.
  case malformed
  /// It has more elements, depth, attributes or references than a client sends: 413.
  case excessive
  /// It is well-formed, and breaks a rule that has a name (RFC 4918 §16): 403 with this element in `DAV:error`.
  case precondition(QualifiedName)
}

extension XMLElement {
  /// More bytes are in no body. A multiget of 5,000 references, ten times what clients send, has 700 KB.
  public static let maximumBytes = 1 << 20
  static let maximumElements = 20_000
  static let maximumDepth = 32
  static let maximumAttributes = 64

  /// The root of a document in UTF-8. Entities are not known but for XML's own five, a document type is refused, and nothing
  /// is fetched.
  public init(_ bytes: [UInt8]) throws(BodyError) {
    guard bytes.count <= Self.maximumBytes else { throw .excessive }
    var bytes = bytes[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    // An old client's body begins with a line break.
    bytes = bytes.drop { $0 == 10 || $0 == 13 || $0 == 32 || $0 == 9 }
    // In any encoding but one that has ASCII in it something else stands first.
    guard bytes.first == UInt8(ascii: "<"), !bytes.contains(0) else { throw .malformed }
    try Self.refuse(bytes)
    let reader = Reader()
    guard let root = try reader.read(Array(bytes)) else { throw .malformed }
    self = root
  }

  /// A document type, and tags with many attributes, of which libxml2 compares each with all before it.
  private static func refuse(_ bytes: ArraySlice<UInt8>) throws(BodyError) {
    var index = bytes.startIndex
    func begins(_ text: StaticString) -> Bool {
      bytes[index...].starts(with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
    func end(_ first: UInt8, _ second: UInt8) -> Int {
      var at = index
      while at + 2 < bytes.endIndex {
        if bytes[at] == first, bytes[at + 1] == second, bytes[at + 2] == UInt8(ascii: ">") { return at + 3 }
        at += 1
      }
      return bytes.endIndex
    }
    while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      index = start + 1
      if begins("!--") {
        index = end(UInt8(ascii: "-"), UInt8(ascii: "-"))
      } else if begins("![CDATA[") {
        index = end(UInt8(ascii: "]"), UInt8(ascii: "]"))
      } else if begins("!") {
        throw .malformed
      } else {
        var attributes = 0
        var quote: UInt8?
        while index < bytes.endIndex {
          let byte = bytes[index]
          if let open = quote {
            if byte == open { quote = nil }
          } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
            quote = byte
          } else if byte == UInt8(ascii: ">") {
            break
          } else if byte == UInt8(ascii: "=") {
            attributes += 1
            if attributes > maximumAttributes { throw .excessive }
          }
          index += 1
        }
      }
    }
  }
}

/// The elements that libxml2 tells of, put together.
private final class Reader {
  private var open: [XMLElement] = []
  private var root: XMLElement?
  private var count = 0
  private var failure: BodyError?
  private var context: xmlParserCtxtPtr?

  func read(_ bytes: [UInt8]) throws(BodyError) -> XMLElement? {
    xmlInitParser()
    var handler = handler
    guard
      let context = xmlCreatePushParserCtxt(&handler, Unmanaged.passUnretained(self).toOpaque(), nil, 0, nil)
    else { throw .malformed }
    self.context = context
    defer {
      self.context = nil
      if let document = context.pointee.myDoc { xmlFreeDoc(document) }
      xmlFreeParserCtxt(context)
    }
    // Whatever encoding it declares, it is UTF-8 or no XML.
    let options =
      XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
      | XML_PARSE_IGNORE_ENC.rawValue
    _ = xmlCtxtUseOptions(context, Int32(options))
    _ = bytes.withUnsafeBytes {
      xmlParseChunk(context, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: $0.count), 1)
    }
    if let failure { throw failure }
    guard context.pointee.wellFormed == 1, context.pointee.nsWellFormed == 1, open.isEmpty else { throw .malformed }
    return root
  }

  private var handler: xmlSAXHandler {
    var handler = xmlSAXHandler()
    handler.initialized = UInt32(XML_SAX2_MAGIC)
    handler.startElementNs = { data, local, _, namespace, _, _, count, _, attributes in
      Reader.of(data)?.start(local, namespace, attributes, Int(count))
    }
    handler.endElementNs = { data, _, _, _ in Reader.of(data)?.end() }
    handler.characters = { data, bytes, count in Reader.of(data)?.text(bytes, count) }
    handler.ignorableWhitespace = { data, bytes, count in Reader.of(data)?.text(bytes, count) }
    handler.cdataBlock = { data, bytes, count in Reader.of(data)?.text(bytes, count) }
    handler.internalSubset = { data, _, _, _ in Reader.of(data)?.stop(.malformed) }
    handler.serror = { _, _ in }
    return handler
  }

  private static func of(_ data: UnsafeMutableRawPointer?) -> Reader? {
    data.map { Unmanaged<Reader>.fromOpaque($0).takeUnretainedValue() }
  }

  private func stop(_ error: BodyError) {
    failure = failure ?? error
    if let context { xmlStopParser(context) }
  }

  private func start(
    _ local: UnsafePointer<xmlChar>?, _ namespace: UnsafePointer<xmlChar>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, _ attributeCount: Int
  ) {
    guard let local else { return }
    count += 1
    guard count <= XMLElement.maximumElements, open.count < XMLElement.maximumDepth else { return stop(.excessive) }
    var element = XMLElement(
      QualifiedName(namespace.map { String(cString: $0) } ?? "", String(cString: local)))
    if let attributes {
      // Five pointers each: name, prefix, namespace, and the value's beginning and end.
      for index in 0..<attributeCount {
        let one = attributes + 5 * index
        guard let name = one[0], let start = one[3], let end = one[4] else { continue }
        element.attributes.append(
          XMLElement.Attribute(
            QualifiedName(one[2].map { String(cString: $0) } ?? "", String(cString: name)),
            String(decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)))
      }
    }
    open.append(element)
  }

  private func end() {
    guard let element = open.popLast() else { return }
    if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
  }

  private func text(_ bytes: UnsafePointer<xmlChar>?, _ count: Int32) {
    guard let bytes, count > 0, !open.isEmpty else { return }
    open[open.count - 1].text += String(
      decoding: UnsafeBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
  }
}
