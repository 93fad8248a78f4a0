/// Swift code in a view, with its position.
struct Code: Equatable {
  let text: String
  let offset: Int
}

/// A token of a view.
enum Token {
  /// HTML as written.
  case literal(Range<Int>)
  /// `{{ code }}`
  case expression(Code, Range<Int>)
  /// `{% keyword code %}`
  case tag(keyword: String, Code, Range<Int>)
  /// `{# … #}`
  case comment(Range<Int>)

  var range: Range<Int> {
    switch self {
    case .literal(let range), .expression(_, let range), .tag(_, _, let range), .comment(let range): range
    }
  }

  /// Whether a line that contains nothing else leaves no line in the page. An include and a slot print something, so
  /// the end of their line stays.
  var vanishes: Bool {
    switch self {
    case .comment: true
    case .tag(let keyword, _, _): keyword != "include" && keyword != "slot"
    default: false
    }
  }
}

/// Cuts a view into tokens.
struct Lexer {
  let source: Source

  func tokens() throws(Diagnostic) -> [Token] {
    let bytes = source.bytes
    var tokens: [Token] = []
    var literal = 0
    var position = 0
    while position + 1 < bytes.count {
      guard bytes[position] == UInt8(ascii: "{"), "{%#".utf8.contains(bytes[position + 1]) else {
        position += 1
        continue
      }
      if literal < position { tokens.append(.literal(literal..<position)) }
      tokens.append(try token(at: position))
      position = tokens[tokens.count - 1].range.upperBound
      literal = position
    }
    if literal < bytes.count { tokens.append(.literal(literal..<bytes.count)) }
    return withoutTagLines(tokens)
  }

  private func token(at start: Int) throws(Diagnostic) -> Token {
    let bytes = source.bytes
    if bytes[start + 1] == UInt8(ascii: "#") {
      var end = start + 2
      while end + 1 < bytes.count, !(bytes[end] == UInt8(ascii: "#") && bytes[end + 1] == UInt8(ascii: "}")) {
        end += 1
      }
      guard end + 1 < bytes.count else { throw source.error(start, "this comment has no end: #} is missing") }
      return .comment(start..<end + 2)
    }
    let isTag = bytes[start + 1] == UInt8(ascii: "%")
    let end = try endOfCode(from: start + 2, closing: isTag ? "%}" : "}}", opened: start)
    let range = start..<end + 2
    var first = start + 2
    while first < end, isSpace(bytes[first]) { first += 1 }
    guard isTag else {
      let code = code(first..<end)
      guard !code.text.isEmpty else { throw source.error(start, "an expression is missing between {{ and }}") }
      return .expression(code, range)
    }
    var next = first
    while next < end, isLetter(bytes[next]) { next += 1 }
    let keyword = source.text(first..<next)
    while next < end, isSpace(bytes[next]) { next += 1 }
    return .tag(keyword: keyword, code(next..<end), range)
  }

  private func code(_ range: Range<Int>) -> Code {
    var end = range.upperBound
    while end > range.lowerBound, isSpace(source.bytes[end - 1]) { end -= 1 }
    return Code(text: source.text(range.lowerBound..<end), offset: range.lowerBound)
  }

  /// The position of the closing mark for the code that begins at `start`: outside of string literals and brackets.
  private func endOfCode(from start: Int, closing: StaticString, opened: Int) throws(Diagnostic) -> Int {
    let bytes = source.bytes
    let mark = closing.withUTF8Buffer { Array($0) }
    var brackets: [(close: UInt8, offset: Int)] = []
    var position = start
    while position < bytes.count {
      let byte = bytes[position]
      let next = position + 1 < bytes.count ? bytes[position + 1] : 0
      if brackets.isEmpty, byte == mark[0], next == mark[1] { return position }
      switch byte {
      case UInt8(ascii: "("): brackets.append((UInt8(ascii: ")"), position))
      case UInt8(ascii: "["): brackets.append((UInt8(ascii: "]"), position))
      case UInt8(ascii: "{"): brackets.append((UInt8(ascii: "}"), position))
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        guard let last = brackets.popLast(), last.close == byte else {
          throw source.error(position, "this bracket was never opened")
        }
      case UInt8(ascii: "\""): position = try endOfString(from: position, hashes: 0)
      case UInt8(ascii: "#"):
        var quote = position
        while quote < bytes.count, bytes[quote] == byte { quote += 1 }
        if quote < bytes.count, bytes[quote] == UInt8(ascii: "\"") {
          position = try endOfString(from: quote, hashes: quote - position)
        }
      case UInt8(ascii: "/") where next == byte || next == UInt8(ascii: "*"):
        throw source.error(position, "comments are written {# … #}, outside of code")
      default: break
      }
      position += 1
    }
    throw brackets.last.map { source.error($0.offset, "this bracket is never closed") }
      ?? source.error(opened, "this tag has no end: \(closing) is missing")
  }

  /// The closing quote of a Swift string literal whose opening quote is at `start` (the last `#` after it, if it has any).
  private func endOfString(from start: Int, hashes: Int) throws(Diagnostic) -> Int {
    let bytes = source.bytes
    func areHashes(after position: Int) -> Bool {
      position + hashes < bytes.count && bytes[(position + 1)..<(position + 1 + hashes)].allSatisfy { $0 == 0x23 }
    }
    var position = start + 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "\n") {
      if bytes[position] == UInt8(ascii: "\\"), areHashes(after: position) {
        position += 1 + hashes
        if position < bytes.count, bytes[position] == UInt8(ascii: "(") {
          position = try endOfInterpolation(from: position)
        }
      } else if bytes[position] == UInt8(ascii: "\""), areHashes(after: position) {
        return position + hashes
      }
      position += 1
    }
    throw source.error(start, "this string has no end on its line")
  }

  private func endOfInterpolation(from start: Int) throws(Diagnostic) -> Int {
    var depth = 0
    var position = start
    while position < source.bytes.count {
      switch source.bytes[position] {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth == 0 { return position }
      case UInt8(ascii: "\""): position = try endOfString(from: position, hashes: 0)
      default: break
      }
      position += 1
    }
    throw source.error(start, "this interpolation is never closed")
  }

  /// Removes lines that contain only tags and comments from the literals around them.
  private func withoutTagLines(_ tokens: [Token]) -> [Token] {
    var literals: [Token] = []
    var cut = 0  // Everything before this offset is gone.
    for (index, token) in tokens.enumerated() {
      guard case .literal(let range) = token else {
        literals.append(token)
        cut = lineEnd(tokens, index) ?? cut
        continue
      }
      var end = range.upperBound
      if index + 1 < tokens.count, let start = lineStart(tokens, index + 1) { end = min(end, start) }
      let start = max(range.lowerBound, cut)
      if start < end { literals.append(.literal(start..<end)) }
    }
    return literals
  }

  /// The beginning of the line of a token that stands alone on its line, or only with others that are removed.
  private func lineStart(_ tokens: [Token], _ index: Int) -> Int? {
    isAlone(tokens, index).map { $0.lowerBound }
  }

  private func lineEnd(_ tokens: [Token], _ index: Int) -> Int? {
    isAlone(tokens, index).map { $0.upperBound }
  }

  private func isAlone(_ tokens: [Token], _ index: Int) -> Range<Int>? {
    let bytes = source.bytes
    guard tokens[index].vanishes else { return nil }
    func skip(_ first: Int, _ step: Int) -> Int? {
      var position = step < 0 ? tokens[first].range.lowerBound : tokens[first].range.upperBound
      var neighbour = first + step
      while true {
        let byte =
          step < 0 ? (position > 0 ? bytes[position - 1] : 10) : (position < bytes.count ? bytes[position] : 10)
        if byte == 10 { return step > 0 && position < bytes.count ? position + 1 : position }
        if isSpace(byte) {
          position += step
          continue
        }
        while tokens.indices.contains(neighbour), case .literal = tokens[neighbour] { neighbour += step }
        guard tokens.indices.contains(neighbour), tokens[neighbour].vanishes else { return nil }
        let range = tokens[neighbour].range
        guard position == (step < 0 ? range.upperBound : range.lowerBound) else { return nil }
        position = step < 0 ? range.lowerBound : range.upperBound
        neighbour += step
      }
    }
    guard let start = skip(index, -1), let end = skip(index, 1) else { return nil }
    return start..<end
  }
}
