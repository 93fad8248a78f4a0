import CZstd

/// A content coding that responses are sent in (RFC 9110 §8.4.1, RFC 8878), by the server's preference.
enum ContentCoding: String, CaseIterable, Sendable {
  case zstd, gzip
}

/// Compresses whole bodies at level 1, with memory that is kept from one to the next: about 1.3 MiB.
final class Compressor {
  private let zstd = ZSTD_createCCtx()
  private let gzip = Gzip(level: 1)

  deinit { ZSTD_freeCCtx(zstd) }

  /// Nil when the library has no memory, or the result would not be smaller.
  func compress(_ bytes: [UInt8], _ coding: ContentCoding) -> [UInt8]? {
    let compressed =
      switch coding {
      case .zstd: zstd(bytes)
      case .gzip: gzip.compress(bytes)
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
}
