import CZlib

/// Compression in the gzip format (RFC 1952), for files that are compressed once.
enum Gzip {
  /// At the best level, without a name or a time: the same input gives the same bytes. Nil: zlib had no memory.
  static func compress(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    // 15 bits of window, and 16 for a gzip header (zlib.h, deflateInit2).
    guard bytes.count < Int(UInt32.max), czlib_deflate_init(&stream, 9, 15 + 16) == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    let bound = deflateBound(&stream, UInt(bytes.count))
    var input = bytes
    var finished = false
    let result = [UInt8](unsafeUninitializedCapacity: Int(bound)) { output, count in
      input.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        finished = deflate(&stream, Z_FINISH) == Z_STREAM_END
        count = finished ? output.count - Int(stream.avail_out) : 0
      }
    }
    return finished ? result : nil
  }
}
