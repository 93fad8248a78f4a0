import CZlib

/// Compression in the gzip format (RFC 1952), with memory that is kept from one use to the next.
final class Gzip {
  private let level: Int32
  /// zlib's state points back to it: it must not move.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private var isPrepared = false

  /// - Parameter level: from 1, the fastest, to 9, the smallest.
  init(level: Int32) {
    self.level = level
    stream.initialize(to: z_stream())
  }

  deinit {
    if isPrepared { deflateEnd(stream) }
    stream.deallocate()
  }

  /// Without a name or a time: the same input gives the same bytes. Nil: zlib has no memory.
  func compress(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count < Int(UInt32.max), prepare() else { return nil }
    var input = bytes
    var finished = false
    let result = [UInt8](unsafeUninitializedCapacity: Int(deflateBound(stream, UInt(bytes.count)))) { output, count in
      input.withUnsafeMutableBufferPointer { input in
        stream.pointee.next_in = input.baseAddress
        stream.pointee.avail_in = UInt32(input.count)
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = UInt32(output.count)
        finished = deflate(stream, Z_FINISH) == Z_STREAM_END
        count = finished ? output.count - Int(stream.pointee.avail_out) : 0
      }
    }
    return finished ? result : nil
  }

  private func prepare() -> Bool {
    if isPrepared { return deflateReset(stream) == Z_OK }
    // 15 bits of window, and 16 for a gzip header (zlib.h, deflateInit2).
    isPrepared = czlib_deflate_init(stream, level, 15 + 16) == Z_OK
    return isPrepared
  }
}
