import CLinux
import Glibc

/// Bytes on their way out. Small parts are gathered, large ones are sent from where they are.
struct OutputQueue {
  /// The array that is being sent, and how much of it was sent. Nearly always it is the only one.
  private var first: [UInt8] = []
  private var offset = 0
  private var rest: [[UInt8]] = []
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }
  /// Bytes that are in memory: an array stays whole until all of it is sent.
  var held: Int { count == 0 ? 0 : count + offset }

  mutating func append(_ bytes: [UInt8]) {
    if bytes.isEmpty { return }
    defer { count += bytes.count }
    if count == 0 {
      first = bytes
      offset = 0
    } else if rest.isEmpty, first.count + bytes.count <= 8192 {
      first.append(contentsOf: bytes)
    } else if let last = rest.last, last.count + bytes.count <= 8192 {
      rest[rest.count - 1].append(contentsOf: bytes)
    } else {
      rest.append(bytes)
    }
  }

  /// Calls `body` with the bytes that come next, as vectors of writev(2), and takes as many away as it returns.
  mutating func send(_ body: (UnsafePointer<iovec>, Int32) -> Int) -> Int {
    let sent = withUnsafeTemporaryAllocation(of: iovec.self, capacity: 8) { vectors in
      gather(vectors, 0, body)
    }
    if sent > 0 { remove(sent) }
    return sent
  }

  /// Describes the next segments, from the one with this number on, and calls `body` where the bytes of all are valid.
  private func gather(
    _ vectors: UnsafeMutableBufferPointer<iovec>, _ number: Int, _ body: (UnsafePointer<iovec>, Int32) -> Int
  ) -> Int {
    (number == 0 ? first : rest[number - 1]).withUnsafeBytes { bytes in
      let bytes = UnsafeRawBufferPointer(rebasing: bytes[(number == 0 ? offset : 0)...])
      vectors[number] = iovec(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
      let next = number + 1
      if next < vectors.count, next <= rest.count { return gather(vectors, next, body) }
      return body(vectors.baseAddress!, Int32(next))
    }
  }

  private mutating func remove(_ sent: Int) {
    count -= sent
    offset += sent
    if count == 0 {
      first = []
      offset = 0
      if !rest.isEmpty { rest = [] }
      return
    }
    var gone = 0
    while offset >= first.count {
      offset -= first.count
      first = rest[gone]
      gone += 1
    }
    if gone > 0 { rest.removeFirst(gone) }
  }
}
