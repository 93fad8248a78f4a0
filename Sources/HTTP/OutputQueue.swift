import CLinux
import Glibc

/// Bytes on their way out. Small parts are gathered, large ones are sent from where they are.
struct OutputQueue {
  private var segments: [[UInt8]] = []
  /// How much of the first segment is gone.
  private var offset = 0
  private(set) var count = 0

  var isEmpty: Bool { segments.isEmpty }

  mutating func append(_ bytes: [UInt8]) {
    if bytes.isEmpty { return }
    count += bytes.count
    if let last = segments.last, last.count + bytes.count <= 8192 {
      segments[segments.count - 1].append(contentsOf: bytes)
    } else {
      segments.append(bytes)
    }
  }

  /// Calls `body` with the bytes that come next, as vectors of writev(2), and takes as many away as it returns.
  mutating func send(_ body: (UnsafePointer<iovec>, Int32) -> Int) -> Int {
    let sent = withUnsafeTemporaryAllocation(of: iovec.self, capacity: 8) { vectors in
      var used = 0
      withNext(&used, vectors)
      return body(vectors.baseAddress!, Int32(used))
    }
    if sent > 0 { remove(sent) }
    return sent
  }

  /// The arrays stay in `segments`, and so do their bytes, for as long as the vectors are used.
  private func withNext(_ used: inout Int, _ vectors: UnsafeMutableBufferPointer<iovec>) {
    for (index, segment) in segments.prefix(vectors.count).enumerated() {
      let skipped = index == 0 ? offset : 0
      segment.withUnsafeBytes { bytes in
        vectors[index] = iovec(
          iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress! + skipped), iov_len: bytes.count - skipped)
      }
      used += 1
    }
  }

  private mutating func remove(_ sent: Int) {
    count -= sent
    var rest = sent + offset
    var gone = 0
    while gone < segments.count, rest >= segments[gone].count {
      rest -= segments[gone].count
      gone += 1
    }
    offset = rest
    if gone == segments.count { segments = [] } else { segments.removeFirst(gone) }
  }
}
