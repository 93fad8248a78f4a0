/// Takes a request's body out of the bytes of its connection (RFC 9112 §6 and §7).
struct BodyDecoder {
  private enum State {
    case content(remaining: Int)
    case size(value: Int, digits: Int)
    case sizeExtension(value: Int)
    case sizeLineFeed(value: Int)
    case chunk(remaining: Int)
    case chunkCarriageReturn
    case chunkLineFeed
    case trailer(lineIsEmpty: Bool)
    case trailerLineFeed(lineIsEmpty: Bool)
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
      } else if digits > 0, byte == ASCII.semicolon {
        try count()
        state = .sizeExtension(value: value)
      } else {
        throw Malformed()
      }
    case .sizeExtension(let value):
      try count()
      if byte == ASCII.carriageReturn {
        state = .sizeLineFeed(value: value)
      } else {
        guard !ASCII.isControl(byte) else { throw Malformed() }
        state = .sizeExtension(value: value)
      }
    case .sizeLineFeed(let value):
      guard byte == ASCII.lineFeed else { throw Malformed() }
      state = value > 0 ? .chunk(remaining: value) : .trailer(lineIsEmpty: true)
    case .chunkCarriageReturn:
      guard byte == ASCII.carriageReturn else { throw Malformed() }
      state = .chunkLineFeed
    case .chunkLineFeed:
      guard byte == ASCII.lineFeed else { throw Malformed() }
      state = .size(value: 0, digits: 0)
    case .trailer(let lineIsEmpty):
      // Trailers are read past and thrown away (RFC 9110 §6.5.1).
      if byte == ASCII.carriageReturn {
        state = .trailerLineFeed(lineIsEmpty: lineIsEmpty)
      } else {
        try count()
        guard !ASCII.isControl(byte) else { throw Malformed() }
        state = .trailer(lineIsEmpty: false)
      }
    case .trailerLineFeed(let lineIsEmpty):
      guard byte == ASCII.lineFeed else { throw Malformed() }
      state = lineIsEmpty ? .done : .trailer(lineIsEmpty: true)
    case .content, .chunk, .done: break
    }
  }

  private mutating func count() throws(Malformed) {
    metadata -= 1
    if metadata < 0 { throw Malformed() }
  }
}
