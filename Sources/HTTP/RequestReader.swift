/// The bytes that a client has sent and that are not parsed yet: heads of requests, then their bodies.
struct RequestReader {
  private var bytes: [UInt8] = []
  private var consumed = 0
  private var parser: HeadParser

  init(limits: Limits) { parser = HeadParser(limits: limits) }

  /// Bytes that are not parsed.
  var count: Int { bytes.count - consumed }
  var isEmpty: Bool { consumed == bytes.count }

  mutating func append(_ buffer: UnsafeRawBufferPointer) { bytes.append(contentsOf: buffer) }

  /// The next head, once it is complete; nil while it is not.
  mutating func nextHead() throws(HeadParser.Refusal) -> RequestHead? {
    try parser.parse(bytes, consumed: &consumed)
  }

  mutating func decode(_ decoder: inout BodyDecoder, into output: inout [UInt8]) throws(BodyDecoder.Malformed) {
    try decoder.decode(bytes, consumed: &consumed, into: &output)
  }

  /// Passes over everything that has arrived.
  mutating func skipAll() { consumed = bytes.count }

  mutating func removeAll() {
    bytes = []
    consumed = 0
  }

  /// Frees parsed bytes: all at once, or those in front once there are more than `limit`.
  mutating func compact(limit: Int) {
    if isEmpty {
      removeAll()
    } else if consumed > limit {
      bytes.removeFirst(consumed)
      consumed = 0
    }
  }
}
