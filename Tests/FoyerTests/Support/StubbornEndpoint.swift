import Dispatch
import Glibc

/// A web server whose answers do not end, each in one way.
final class StubbornEndpoint: Sendable {
  enum Manner: Sendable {
    /// As many bytes as the client reads.
    case endless
    /// One byte at a time, slowly.
    case drops
    /// A header, and no body.
    case nothing
    /// A few kilobytes that decompress to gigabytes.
    case bomb
  }

  private let listener: Int32
  let port: UInt16
  private let manner: Manner

  init(_ manner: Manner) throws {
    (listener, port) = try Socket.listen()
    self.manner = manner
    DispatchQueue(label: "stubborn").async { [self] in
      while case let client = accept(listener, nil, nil), client >= 0 {
        DispatchQueue(label: "stubborn.client").async { [self] in
          answer(client)
          close(client)
        }
      }
    }
  }

  var url: String { "http://127.0.0.1:\(port)/" }

  private func answer(_ client: Int32) {
    Socket.setTimeout(client, seconds: 120)
    guard Socket.receive(client) != nil else { return }
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n"
    switch manner {
    case .endless:
      Socket.send(client, Array("\(head)\r\n".utf8))
      let part = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
      while Socket.send(client, part) {}
    case .drops:
      Socket.send(client, Array("\(head)\r\n".utf8))
      while Socket.send(client, [UInt8(ascii: "x")]) { usleep(200_000) }
    case .nothing:
      Socket.send(client, Array("\(head)Content-Length: 100\r\n\r\n".utf8))
      while Socket.receive(client) != nil {}
    case .bomb:
      Socket.send(client, Array("\(head)Content-Encoding: gzip\r\n\r\n".utf8))
      // The head of a gzip file (RFC 1952), and blocks of 258 times the same byte for ever (RFC 1951 §3.2.6): fixed codes,
      // a literal 0 and then nothing but the longest match at distance 1.
      var bits = Bits()
      bits.append(0b0, 1)
      bits.append(0b01, 2)
      bits.appendCode(0b0011_0000, 8)
      Socket.send(client, [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])
      while true {
        for _ in 0..<10_000 {
          bits.appendCode(0b1100_0101, 8)
          bits.appendCode(0, 5)
        }
        if !Socket.send(client, bits.take()) { return }
      }
    }
  }

  /// A stream of bits as deflate packs them.
  private struct Bits {
    private var bytes: [UInt8] = []
    private var current: UInt8 = 0
    private var count = 0

    /// The least significant bit first.
    mutating func append(_ value: Int, _ length: Int) {
      for bit in 0..<length {
        current |= UInt8(value >> bit & 1) << UInt8(count)
        count += 1
        if count == 8 {
          bytes.append(current)
          (current, count) = (0, 0)
        }
      }
    }

    /// A Huffman code: the most significant bit first.
    mutating func appendCode(_ value: Int, _ length: Int) {
      for bit in (0..<length).reversed() { append(value >> bit & 1, 1) }
    }

    mutating func take() -> [UInt8] {
      defer { bytes = [] }
      return bytes
    }
  }
}
