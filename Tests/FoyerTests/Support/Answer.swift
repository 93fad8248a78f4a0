import Glibc

extension UnsafeRawBufferPointer {
  /// Where the bytes stand first, from an offset on. The standard library's search costs more than all that the tests ask for.
  func range(of needle: [UInt8], from start: Int) -> Range<Int>? {
    var start = start
    while start + needle.count <= count,
      let found = memchr(baseAddress! + start, Int32(needle[0]), count - needle.count - start + 1)
    {
      let offset = UnsafeRawPointer(found) - baseAddress!
      if memcmp(found, needle, needle.count) == 0 { return offset..<offset + needle.count }
      start = offset + 1
    }
    return nil
  }
}

/// A received response.
struct Answer: Sendable, CustomStringConvertible {
  let status: Int
  /// Names in lower case, in the order they came.
  let headers: [(name: String, value: String)]
  let body: [UInt8]

  /// The description in a failed expectation.
  var description: String { "\(status), \(body.count) bytes" }

  var text: String { String(decoding: body, as: UTF8.self) }

  /// The text without the forms' tokens, which are masked anew in each response.
  var textWithoutTokens: String {
    let mark = "name=\"csrf\" value=\""
    let parts = text.components(mark)
    return parts[0] + parts.dropFirst().map { mark + $0.drop { $0 != "\"" } }.joined()
  }

  subscript(name: String) -> String? { headers.first { $0.name == name }?.value }

  func all(_ name: String) -> [String] { headers.filter { $0.name == name }.map(\.value) }

  /// Whether the body contains these bytes.
  func contains(_ text: String) -> Bool { count(of: text) > 0 }

  /// Whether the body contains the text, escaped as HTML.
  func shows(_ text: String) -> Bool { contains(escaped(text)) }

  func count(of text: String) -> Int {
    var count = 0
    var start = 0
    while let found = range(of: text, from: start) {
      count += 1
      start = found.lowerBound + 1
    }
    return count
  }

  /// The text between the first `start` and the next `end`, as displayed.
  func between(_ start: String, _ end: String) -> String? {
    guard let from = range(of: start, from: 0), let to = range(of: end, from: from.upperBound) else { return nil }
    return unescaped(String(decoding: body[from.upperBound..<to.lowerBound], as: UTF8.self))
  }

  private func range(of text: String, from start: Int) -> Range<Int>? {
    let needle = Array(text.utf8)
    return body.withUnsafeBytes { $0.range(of: needle, from: start) }
  }

  /// The value of the first `<input>` of that name.
  func field(_ name: String) -> String? {
    for tag in text.split(separator: "<") where tag.hasPrefix("input ") && tag.contains(" name=\"\(name)\"") {
      let parts = tag.split(separator: " value=\"", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { return unescaped(String(parts[1].prefix { $0 != "\"" })) }
    }
    return nil
  }

  /// The text of the `<textarea>` of that name, without the line break that its tag ends with.
  func area(_ name: String) -> String? {
    guard let inside = between(" name=\"\(name)\"", "</textarea>"),
      let tag = inside.utf8.firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    return String(decoding: inside.utf8[tag...].dropFirst(2), as: UTF8.self)
  }

  /// The ids of the listed items, in order.
  var itemIDs: [String] {
    text.utf8.split(separator: "<li id=\"item-".utf8, omittingEmptySubsequences: false).dropFirst().map {
      String($0.prefix(36)) ?? ""
    }
  }

  /// The path of the link to the next page.
  var next: String? { between("id=\"more\" class=\"more\"><a class=\"button\" href=\"", "\"") }

  var title: String? { between("<title>", "</title>") }
  var language: String? { between("<html lang=\"", "\"") }
  /// The text of the notice.
  var notice: String? { between("<div class=\"toast\">\n<p>", "</p>") }
}

/// As `HTML.Output` escapes.
func escaped(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&#34;"
    case "'": result += "&#39;"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

func unescaped(_ text: String) -> String {
  var bytes: [UInt8] = []
  var rest = Array(text.utf8)[...]
  let references = [("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&#34;", "\""), ("&#39;", "'")]
  while let byte = rest.first {
    if byte == UInt8(ascii: "&"), let found = references.first(where: { rest.starts(with: Array($0.0.utf8)) }) {
      bytes += Array(found.1.utf8)
      rest = rest.dropFirst(found.0.utf8.count)
    } else {
      bytes.append(byte)
      rest = rest.dropFirst()
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}
