/// Takes a request's body out of the bytes of its connection (RFC 9112 §6 and §7).
struct BodyDecoder {
  private enum State {
    case content(remaining: Int)
    case size(value: Int, digits: Int)
    case sizeExtension(value: Int, ChunkExtension)
    case sizeLineFeed(value: Int)
    case chunk(remaining: Int)
    case chunkCarriageReturn
    case chunkLineFeed
    case trailer(Trailer)
    case trailerLineFeed(isLast: Bool)
    case done
  }

  private var state: State
  /// Bytes of extensions and trailers that may still come.
  private var metadata: Int

  /// The body is not framed as the RFC says, or has more metadata than is allowed.
  struct Malformed: Error {}

  init(_ framing: RequestHead.Framing, limits: Limits) {
    metadata = limits.chunkMetadata
    switch framing {
    case .none: state = .done
    case .length(let length): state = .content(remaining: length)
    case .chunked: state = .size(value: 0, digits: 0)
    }
  }

  var isDone: Bool {
    if case .done = state { return true }
    return false
  }

  /// Moves body bytes from `input` to the end of `output` until the body or the input ends.
  mutating func decode(_ input: [UInt8], consumed: inout Int, into output: inout [UInt8]) throws(Malformed) {
    while consumed < input.count {
      switch state {
      case .done: return
      case .content(let remaining):
        let count = min(remaining, input.count - consumed)
        output.append(contentsOf: input[consumed..<consumed + count])
        consumed += count
        state = count == remaining ? .done : .content(remaining: remaining - count)
      case .chunk(let remaining):
        let count = min(remaining, input.count - consumed)
        output.append(contentsOf: input[consumed..<consumed + count])
        consumed += count
        state = count == remaining ? .chunkCarriageReturn : .chunk(remaining: remaining - count)
      default:
        try step(input[consumed])
        consumed += 1
      }
    }
  }

  /// One byte of what stands around the chunks.
  private mutating func step(_ byte: UInt8) throws(Malformed) {
    switch state {
    case .size(let value, let digits):
      if let digit = ASCII.hexValue(byte) {
        // Fifteen digits hold more than any body, and cannot overflow.
        guard digits < 15 else { throw Malformed() }
        state = .size(value: value << 4 | Int(digit), digits: digits + 1)
      } else if digits > 0, byte == ASCII.carriageReturn {
        state = .sizeLineFeed(value: value)
      } else if digits > 0 {
        try count()
        state = .sizeExtension(value: value, try ChunkExtension.blank.next(byte))
      } else {
        throw Malformed()
      }
    case .sizeExtension(let value, let part):
      try count()
      if byte == ASCII.carriageReturn, part.mayEnd {
        state = .sizeLineFeed(value: value)
      } else {
        state = .sizeExtension(value: value, try part.next(byte))
      }
    case .sizeLineFeed(let value):
      guard byte == ASCII.lineFeed else { throw Malformed() }
      state = value > 0 ? .chunk(remaining: value) : .trailer(.start)
    case .chunkCarriageReturn:
      guard byte == ASCII.carriageReturn else { throw Malformed() }
      state = .chunkLineFeed
    case .chunkLineFeed:
      guard byte == ASCII.lineFeed else { throw Malformed() }
      state = .size(value: 0, digits: 0)
    case .trailer(let part):
      // Trailers are read past and thrown away (RFC 9110 §6.5.1).
      if byte == ASCII.carriageReturn, part != .name {
        state = .trailerLineFeed(isLast: part == .start)
      } else {
        try count()
        state = .trailer(try part.next(byte))
      }
    case .trailerLineFeed(let isLast):
      guard byte == ASCII.lineFeed else { throw Malformed() }
      state = isLast ? .done : .trailer(.start)
    case .content, .chunk, .done: break
    }
  }

  private mutating func count() throws(Malformed) {
    metadata -= 1
    if metadata < 0 { throw Malformed() }
  }
}

/// Where a chunk's extensions have been read up to (RFC 9112 §7.1.1):
/// `*( BWS ";" BWS chunk-ext-name [ BWS "=" BWS chunk-ext-val ] )`, the value a token or a quoted string.
private enum ChunkExtension {
  /// After white space that only another extension may follow.
  case blank
  case beforeName, name, afterName
  case beforeValue, token, quoted, escaped, closed

  /// Whether the line may end here.
  var mayEnd: Bool { self == .name || self == .token || self == .closed }

  func next(_ byte: UInt8) throws(BodyDecoder.Malformed) -> ChunkExtension {
    switch self {
    case .quoted:
      if byte == ASCII.quote { return .closed }
      if byte == ASCII.backslash { return .escaped }
      if !ASCII.isControl(byte) { return .quoted }
    case .escaped:
      if !ASCII.isControl(byte) { return .quoted }
    case .beforeName, .name:
      if ASCII.isToken(byte) { return .name }
      if self == .name, ASCII.isBlank(byte) { return .afterName }
    case .beforeValue, .token:
      if ASCII.isToken(byte) { return .token }
      if self == .beforeValue, byte == ASCII.quote { return .quoted }
      if self == .token, ASCII.isBlank(byte) { return .blank }
    case .closed:
      if ASCII.isBlank(byte) { return .blank }
    case .blank, .afterName: break
    }
    switch self {
    case .name, .afterName:
      if byte == ASCII.equals { return .beforeValue }
      if byte == ASCII.semicolon { return .beforeName }
    case .blank, .token, .closed:
      if byte == ASCII.semicolon { return .beforeName }
    default: break
    }
    // White space changes nothing where it may stand.
    guard ASCII.isBlank(byte) else { throw BodyDecoder.Malformed() }
    switch self {
    case .blank, .beforeName, .afterName, .beforeValue: return self
    default: throw BodyDecoder.Malformed()
    }
  }
}

/// Where a line of the trailer section has been read up to: `field-name ":" OWS field-value OWS` (RFC 9112 §7.1.2).
private enum Trailer {
  case start, name, value

  func next(_ byte: UInt8) throws(BodyDecoder.Malformed) -> Trailer {
    if self != .value, ASCII.isToken(byte) { return .name }
    if self == .name, byte == 0x3A { return .value }
    if self == .value, !ASCII.isControl(byte) { return .value }
    throw BodyDecoder.Malformed()
  }
}
