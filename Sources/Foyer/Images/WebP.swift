/// The container of a WebP picture (RFC 9649).
enum WebP {
  /// One still picture without metadata: only the chunks of the pixels. Nil if it is malformed.
  ///
  /// libvips 8.14 writes EXIF and a colour profile even when it is told to strip them.
  static func bare(_ file: [UInt8]) -> [UInt8]? {
    guard file.count >= 12, text(file[0..<4]) == "RIFF", text(file[8..<12]) == "WEBP" else { return nil }
    var chunks: [UInt8] = []
    var hasPixels = false
    var rest = file[12...]
    while rest.count >= 8 {
      let name = text(rest.prefix(4))
      let size = rest.dropFirst(4).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      let padded = size + size % 2
      guard rest.count >= 8 + padded else { return nil }
      var chunk = Array(rest.prefix(8 + padded))
      rest = rest.dropFirst(8 + padded)
      switch name {
      case "VP8X":
        guard size == 10 else { return nil }
        // Of the announced features only transparency stays.
        chunk[8] &= 0x10
        chunks += chunk
      case "ALPH": chunks += chunk
      case "VP8 ", "VP8L":
        guard !hasPixels else { return nil }
        hasPixels = true
        chunks += chunk
      case "ANIM", "ANMF": return nil
      default: break
      }
    }
    guard hasPixels else { return nil }
    let size = UInt32(4 + chunks.count)
    return Array("RIFF".utf8) + (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) } + Array("WEBP".utf8)
      + chunks
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
