/// Finds the head of a request in what a client has sent so far, and takes it apart (RFC 9112 §2 to §6).
///
/// It fails closed: what the RFC lets a server tolerate (a bare LF, folded lines, space before the colon) is refused,
/// since two programs that tolerate it differently can be made to see different requests.
struct HeadParser {
  let limits: Limits
  /// Where the head begins, how far it was searched, and where the line under way begins.
  private var start = 0
  private var position = 0
  private var lineStart = 0
  private var lines: [Range<Int>] = []

  init(limits: Limits) { self.limits = limits }

  /// Why a head was refused.
  struct Refusal: Error { let status: Status }

  /// Whether a part of a head has arrived.
  var hasBegun: Bool { position > start }

  /// The head, once it is complete; nil while it is not. `consumed` is moved behind it.
  mutating func parse(_ input: [UInt8], consumed: inout Int) throws(Refusal) -> RequestHead? {
    if start != consumed || position < consumed {
      start = consumed
      position = consumed
      lineStart = consumed
      lines.removeAll(keepingCapacity: true)
    }
    guard try findEnd(input) else { return nil }
    let head = try RequestHead(input, lines, from: start, to: position)
    consumed = position
    start = position
    lineStart = position
    lines.removeAll(keepingCapacity: true)
    return head
  }

  /// Records complete lines; true at the empty one that ends the head.
  private mutating func findEnd(_ input: [UInt8]) throws(Refusal) -> Bool {
    let found = input.withUnsafeBufferPointer { (input) -> Swift.Result<Bool, Refusal> in
      while position < input.count {
        let byte = input[position]
        if byte >= 0x20 && byte != 0x7F || byte == ASCII.tab {
          position += 1
          continue
        }
        // Every other control byte is forbidden; CR is followed by LF, and LF follows CR.
        guard byte == ASCII.carriageReturn else { return .failure(Refusal(status: .badRequest)) }
        guard position + 1 < input.count else { break }
        guard input[position + 1] == ASCII.lineFeed else { return .failure(Refusal(status: .badRequest)) }
        let line = lineStart..<position
        position += 2
        lineStart = position
        if !line.isEmpty {
          // A folded line is refused before the field it continues is understood (RFC 9112 §5.2).
          if ASCII.isBlank(input[line.lowerBound]) { return .failure(Refusal(status: .badRequest)) }
          lines.append(line)
        } else if !lines.isEmpty {
          return .success(true)
        } else if start + 2 < position {
          // One empty line before the request line is passed over (RFC 9112 §2.2), not more.
          return .failure(Refusal(status: .badRequest))
        }
        if let refusal = tooLarge() { return .failure(refusal) }
      }
      if let refusal = tooLarge() { return .failure(refusal) }
      return .success(false)
    }
    return try found.get()
  }

  private func tooLarge() -> Refusal? {
    guard let first = lines.first else {
      return position - lineStart > limits.requestLine ? Refusal(status: .uriTooLong) : nil
    }
    if first.count > limits.requestLine { return Refusal(status: .uriTooLong) }
    if lines.count - 1 > limits.headerFields || position - first.upperBound > limits.headerBytes {
      return Refusal(status: .headerFieldsTooLarge)
    }
    return nil
  }
}

/// The head of a request, taken apart.
struct RequestHead {
  /// How the body is framed (RFC 9112 §6.3).
  enum Framing: Equatable {
    case none
    case length(Int)
    case chunked
  }

  let method: Method
  /// Where the target and the one Host field's value lie in the bytes of `headers`.
  let target: Range<Int>
  let host: Range<Int>
  let isHTTP11: Bool
  let headers: Headers
  let framing: Framing
  let wantsClose: Bool
  let wantsKeepAlive: Bool
  let expectsContinue: Bool

  init(_ input: [UInt8], _ lines: [Range<Int>], from start: Int, to end: Int) throws(HeadParser.Refusal) {
    // Most heads come whole and alone, and are not copied.
    let bytes = start == 0 && end == input.count ? input : Array(input[start..<end])
    (method, target, isHTTP11) = try Self.requestLine(
      bytes, lines[0].lowerBound - start..<lines[0].upperBound - start)
    var fields: [Headers.Field] = []
    fields.reserveCapacity(lines.count - 1)
    var interesting = Interesting()
    for index in 1..<lines.count {
      let field = try Self.field(bytes, lines[index].lowerBound - start..<lines[index].upperBound - start)
      try interesting.note(field, bytes)
      fields.append(field)
    }
    headers = Headers(bytes: bytes, fields: fields)
    guard let host = interesting.host else { throw HeadParser.Refusal(status: .badRequest) }
    self.host = host
    framing = try interesting.framing(isHTTP11: isHTTP11)
    if interesting.expectsOtherwise { throw HeadParser.Refusal(status: .expectationFailed) }
    wantsClose = interesting.wantsClose
    wantsKeepAlive = interesting.wantsKeepAlive
    // A client of HTTP/1.0 cannot be sent 100 (RFC 9110 §10.1.1).
    expectsContinue = interesting.expectsContinue && isHTTP11
  }

  /// `method SP request-target SP HTTP-version` (RFC 9112 §3).
  private static func requestLine(
    _ bytes: [UInt8], _ line: Range<Int>
  ) throws(HeadParser.Refusal) -> (Method, Range<Int>, Bool) {
    var index = line.lowerBound
    while index < line.upperBound, ASCII.isToken(bytes[index]) { index += 1 }
    let method = line.lowerBound..<index
    guard !method.isEmpty, index < line.upperBound, bytes[index] == ASCII.space else {
      throw HeadParser.Refusal(status: .badRequest)
    }
    index += 1
    let start = index
    while index < line.upperBound, bytes[index] &- 0x21 < 0x5E { index += 1 }
    let target = start..<index
    guard !target.isEmpty, line.upperBound - index == 9, bytes[index] == ASCII.space else {
      throw HeadParser.Refusal(status: .badRequest)
    }
    let (major, minor) = (bytes[index + 6], bytes[index + 8])
    guard bytes[index + 1] == 0x48, bytes[index + 2] == 0x54, bytes[index + 3] == 0x54, bytes[index + 4] == 0x50,
      bytes[index + 5] == 0x2F, ASCII.isDigit(major), bytes[index + 7] == 0x2E, ASCII.isDigit(minor)
    else { throw HeadParser.Refusal(status: .badRequest) }
    guard major == 0x31, minor < 0x32 else { throw HeadParser.Refusal(status: .versionNotSupported) }
    return (Method(bytes[method]), target, minor != 0x30)
  }

  /// `field-name ":" OWS field-value OWS` (RFC 9112 §5).
  private static func field(_ bytes: [UInt8], _ line: Range<Int>) throws(HeadParser.Refusal) -> Headers.Field {
    var colon = line.lowerBound
    while colon < line.upperBound, bytes[colon] != 0x3A {
      // A line that begins with white space is folded, and space before the colon hides a name: both are no tokens.
      guard ASCII.isToken(bytes[colon]) else { throw HeadParser.Refusal(status: .badRequest) }
      colon += 1
    }
    guard colon > line.lowerBound, colon < line.upperBound else { throw HeadParser.Refusal(status: .badRequest) }
    var start = colon + 1
    var end = line.upperBound
    while start < end, ASCII.isBlank(bytes[start]) { start += 1 }
    while start < end, ASCII.isBlank(bytes[end - 1]) { end -= 1 }
    return Headers.Field(name: line.lowerBound..<colon, value: start..<end)
  }

  /// The fields that the connection itself must understand.
  private struct Interesting {
    var host: Range<Int>?
    var length: Int?
    var isChunked = false
    var wantsClose = false
    var wantsKeepAlive = false
    var expectsContinue = false
    var expectsOtherwise = false

    mutating func note(_ field: Headers.Field, _ bytes: [UInt8]) throws(HeadParser.Refusal) {
      let name = bytes[field.name]
      let value = bytes[field.value]
      switch name.count {
      case 4 where ASCII.equals(name, lowercase: "host"):
        if host != nil { throw HeadParser.Refusal(status: .badRequest) }
        host = field.value
      case 6 where ASCII.equals(name, lowercase: "expect"):
        if ASCII.equals(value, lowercase: "100-continue") { expectsContinue = true } else { expectsOtherwise = true }
      case 10 where ASCII.equals(name, lowercase: "connection"):
        for option in value.split(separator: ASCII.comma) {
          let option = ASCII.trimmed(option)
          if ASCII.equals(option, lowercase: "close") { wantsClose = true }
          if ASCII.equals(option, lowercase: "keep-alive") { wantsKeepAlive = true }
        }
      case 14 where ASCII.equals(name, lowercase: "content-length"):
        // Even two equal lengths are refused: nothing but an attack sends them.
        guard length == nil, let number = ASCII.number(value) else { throw HeadParser.Refusal(status: .badRequest) }
        length = number
      case 17 where ASCII.equals(name, lowercase: "transfer-encoding"):
        if isChunked { throw HeadParser.Refusal(status: .badRequest) }
        guard ASCII.equals(value, lowercase: "chunked") else { throw HeadParser.Refusal(status: .notImplemented) }
        isChunked = true
      default: break
      }
    }

    func framing(isHTTP11: Bool) throws(HeadParser.Refusal) -> Framing {
      if isChunked {
        guard isHTTP11, length == nil else { throw HeadParser.Refusal(status: .badRequest) }
        return .chunked
      }
      guard let length, length > 0 else { return .none }
      return .length(length)
    }
  }
}
