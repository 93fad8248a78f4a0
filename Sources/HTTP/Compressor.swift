import CZlib
import CZstd

/// A content coding that responses are sent in (RFC 9110 §8.4.1, RFC 8878), by the server's preference.
enum ContentCoding: String, CaseIterable, Sendable {
  case zstd, gzip
}

/// Compresses whole bodies at level 1, with memory that is kept from one to the next: about 1.3 MiB.
final class Compressor {
  private let zstd = ZSTD_createCCtx()
  /// zlib's state points back to it: it must not move.
  private let gzip = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private var hasGzip = false

  init() { gzip.initialize(to: z_stream()) }

  deinit {
    ZSTD_freeCCtx(zstd)
    if hasGzip { deflateEnd(gzip) }
    gzip.deallocate()
  }

  /// Nil when the library has no memory, or the result would not be smaller.
  func compress(_ bytes: [UInt8], _ coding: ContentCoding) -> [UInt8]? {
    let compressed =
      switch coding {
      case .zstd: zstd(bytes)
      case .gzip: gzip(bytes)
      }
    guard let compressed, compressed.count < bytes.count else { return nil }
    return compressed
  }

  private func zstd(_ bytes: [UInt8]) -> [UInt8]? {
    guard let zstd else { return nil }
    var failed = false
    let result = [UInt8](unsafeUninitializedCapacity: ZSTD_compressBound(bytes.count)) { output, count in
      let written = ZSTD_compressCCtx(zstd, output.baseAddress, output.count, bytes, bytes.count, 1)
      failed = ZSTD_isError(written) != 0
      count = failed ? 0 : written
    }
    return failed ? nil : result
  }

  private func gzip(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count < Int(UInt32.max), prepareGzip() else { return nil }
    var input = bytes
    var finished = false
    let result = [UInt8](unsafeUninitializedCapacity: Int(deflateBound(gzip, UInt(bytes.count)))) { output, count in
      input.withUnsafeMutableBufferPointer { input in
        gzip.pointee.next_in = input.baseAddress
        gzip.pointee.avail_in = UInt32(input.count)
        gzip.pointee.next_out = output.baseAddress
        gzip.pointee.avail_out = UInt32(output.count)
        finished = deflate(gzip, Z_FINISH) == Z_STREAM_END
        count = finished ? output.count - Int(gzip.pointee.avail_out) : 0
      }
    }
    return finished ? result : nil
  }

  private func prepareGzip() -> Bool {
    if hasGzip { return deflateReset(gzip) == Z_OK }
    // 15 bits of window, and 16 for a gzip header (zlib.h, deflateInit2).
    hasGzip = czlib_deflate_init(gzip, 1, 15 + 16) == Z_OK
    return hasGzip
  }
}
