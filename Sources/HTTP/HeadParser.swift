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
    let requestLine = lines.first.map(\.count) ?? (position - lineStart)
    if requestLine > limits.requestLine { return Refusal(status: .uriTooLong) }
    guard let first = lines.first else { return nil }
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
  /// As it was sent.
  let target: [UInt8]
  let isHTTP11: Bool
  let headers: Headers
  let framing: Framing
  let wantsClose: Bool
  let wantsKeepAlive: Bool
  let expectsContinue: Bool
  /// The one Host field's value.
  let host: [UInt8]

  init(_ input: [UInt8], _ lines: [Range<Int>], from start: Int, to end: Int) throws(HeadParser.Refusal) {
    let bytes = Array(input[start..<end])
    let line = bytes[lines[0].lowerBound - start..<lines[0].upperBound - start]
    (method, target, isHTTP11) = try Self.requestLine(line)
    var fields: [Headers.Field] = []
    fields.reserveCapacity(lines.count - 1)
    var interesting = Interesting()
    for line in lines.dropFirst() {
      let field = try Self.field(bytes, line.lowerBound - start..<line.upperBound - start)
      try interesting.note(field, bytes)
      fields.append(field)
    }
    headers = Headers(bytes: bytes, fields: fields)
    guard let host = interesting.host else { throw HeadParser.Refusal(status: .badRequest) }
    self.host = host
    framing = try interesting.framing(isHTTP11: isHTTP11)
    wantsClose = interesting.connection.contains("close")
    wantsKeepAlive = interesting.connection.contains("keep-alive")
    switch interesting.expectation {
    case nil: expectsContinue = false
    // A client of HTTP/1.0 cannot be sent 100 (RFC 9110 §10.1.1).
    case "100-continue": expectsContinue = isHTTP11
    default: throw HeadParser.Refusal(status: .expectationFailed)
    }
  }

  /// `method SP request-target SP HTTP-version` (RFC 9112 §3).
  private static func requestLine(_ line: ArraySlice<UInt8>) throws(HeadParser.Refusal) -> (Method, [UInt8], Bool) {
    guard let first = line.firstIndex(of: ASCII.space), let last = line.lastIndex(of: ASCII.space), first < last
    else { throw HeadParser.Refusal(status: .badRequest) }
    let method = line[..<first]
    let target = line[(first + 1)..<last]
    let version = Array(line[(last + 1)...])
    guard ASCII.isToken(method), !target.isEmpty, target.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw HeadParser.Refusal(status: .badRequest)
    }
    guard version.count == 8, version[0...4].elementsEqual("HTTP/".utf8), ASCII.isDigit(version[5]), version[6] == 0x2E,
      ASCII.isDigit(version[7])
    else { throw HeadParser.Refusal(status: .badRequest) }
    guard version[5] == 0x31, version[7] < 0x32 else { throw HeadParser.Refusal(status: .versionNotSupported) }
    return (Method(method), Array(target), version[7] != 0x30)
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
    var host: [UInt8]?
    var length: Int?
    var isChunked = false
    var connection: [String] = []
    var expectation: String?

    mutating func note(_ field: Headers.Field, _ bytes: [UInt8]) throws(HeadParser.Refusal) {
      let name = bytes[field.name]
      let value = bytes[field.value]
      switch name.count {
      case 4 where ASCII.equals(name, lowercase: "host"):
        if host != nil { throw HeadParser.Refusal(status: .badRequest) }
        host = Array(value)
      case 6 where ASCII.equals(name, lowercase: "expect"):
        expectation = ASCII.lowercaseString(value)
      case 10 where ASCII.equals(name, lowercase: "connection"):
        for option in value.split(separator: ASCII.comma) {
          connection.append(ASCII.lowercaseString(ASCII.trimmed(option)))
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
