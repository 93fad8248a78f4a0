/// The head of a response as bytes: status line and fields (RFC 9112 §4 and §5), and the framing of what follows.
struct ResponseHead {
  private(set) var bytes: [UInt8] = []

  /// - Parameter content: bytes that will be appended to the head.
  init(_ response: Response, content: Int, worker: Worker) {
    // Status line, Date, Server and framing take less than 200 bytes.
    bytes.reserveCapacity(response.headers.bytes.count + 200 + content)
    if response.status == .ok {
      bytes.append(literal: "HTTP/1.1 200 OK\r\n")
    } else {
      bytes.append(literal: "HTTP/1.1 ")
      bytes.append(decimal: response.status.code)
      bytes.append(ASCII.space)
      bytes.append(contentsOf: response.status.reason.utf8)
      bytes.append(literal: "\r\n")
    }
    response.headers.write(to: &bytes)
    worker.appendCommonFields(to: &bytes)
  }

  mutating func setChunked() { bytes.append(literal: "Transfer-Encoding: chunked\r\n") }

  mutating func setLength(_ count: Int) {
    bytes.append(literal: "Content-Length: ")
    bytes.append(decimal: count)
    bytes.append(literal: "\r\n")
  }

  mutating func end(keepsAlive: Bool, isHTTP11: Bool) {
    if !keepsAlive {
      bytes.append(literal: "Connection: close\r\n")
    } else if !isHTTP11 {
      bytes.append(literal: "Connection: keep-alive\r\n")
    }
    bytes.append(literal: "\r\n")
  }

  mutating func append(_ content: [UInt8]) { bytes.append(contentsOf: content) }
}

/// The chunked transfer coding (RFC 9112 §7.1).
enum Chunk {
  static let last = Array("0\r\n\r\n".utf8)

  static func of(_ bytes: [UInt8]) -> [UInt8] {
    Array(String(bytes.count, radix: 16).utf8) + [13, 10] + bytes + [13, 10]
  }
}
