extension StringProtocol {
  var trimmed: String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace && $0 != "\u{FEFF}" }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace && $0 != "\u{FEFF}" })
    else { return "" }
    return String(self[first..<scalars.index(after: last)])
  }

  /// Without line breaks, and with single spaces around them.
  var oneLine: String {
    guard unicodeScalars.contains(where: { $0.value < 32 || $0 == "\u{2028}" || $0 == "\u{2029}" }) else {
      return trimmed
    }
    let parts = String(self).unicodeScalars.split { $0.value < 32 || $0 == "\u{2028}" || $0 == "\u{2029}" }
    return parts.map { Substring($0).trimmed }.filter { !$0.isEmpty }.joined(separator: " ")
  }

  var nonEmpty: String? { isEmpty ? nil : String(self) }
}

extension String {
  /// Where a text stands first.
  func range(ofText text: String) -> Range<String.Index>? {
    let (whole, part) = (utf8, Array(text.utf8))
    var index = whole.startIndex
    while let found = whole[index...].firstIndex(of: part[0]) {
      var (at, matched) = (found, 0)
      while at < whole.endIndex, matched < part.count, whole[at] == part[matched] {
        at = whole.index(after: at)
        matched += 1
      }
      if matched == part.count { return found..<at }
      index = whole.index(after: found)
    }
    return nil
  }
}

/// The lines of a text, one after the other: each is a string when it is its turn.
struct TextLines: Sequence, IteratorProtocol {
  private let text: [UInt8]
  private var start = 0

  init(_ text: [UInt8]) { self.text = text }

  mutating func next() -> String? {
    guard start <= text.count else { return nil }
    let end = text[start...].firstIndex { $0 == 10 || $0 == 13 } ?? text.count
    let line = String(decoding: text[start..<end], as: UTF8.self)
    start = end + 1
    if end < text.count, text[end] == 13, start < text.count, text[start] == 10 { start += 1 }
    return line
  }
}
