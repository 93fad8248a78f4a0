/// The supported kinds of pictures, recognised by their first bytes; the declared type is ignored.
enum ImageType {
  case jpeg, png, gif, webp, heif

  init?(_ bytes: [UInt8]) {
    func has(_ text: StaticString, at offset: Int) -> Bool {
      text.withUTF8Buffer { bytes.dropFirst(offset).starts(with: $0) }
    }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if has("GIF87a", at: 0) || has("GIF89a", at: 0) {
      self = .gif
    } else if has("RIFF", at: 0), has("WEBP", at: 8) {
      self = .webp
    } else if has("ftyp", at: 4), Self.heifBrands.contains(where: { has($0, at: 8) }) {
      self = .heif
    } else {
      return nil
    }
  }

  /// HEIC and AVIF, by the brand of ISO/IEC 14496-12.
  private static let heifBrands: [StaticString] = ["heic", "heix", "mif1", "avif"]

  /// The name of the decoder in libvips; another one is refused.
  var loader: String {
    switch self {
    case .jpeg: "jpegload"
    case .png: "pngload"
    case .gif: "gifload"
    case .webp: "webpload"
    case .heif: "heifload"
    }
  }

  /// For the attribute `accept` of a file field.
  static let accepted = "image/jpeg,image/png,image/gif,image/webp,image/heic,image/avif"
}
