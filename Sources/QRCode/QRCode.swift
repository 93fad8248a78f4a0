import CQRencode

/// A QR code of a text (ISO/IEC 18004): a square of dark and light modules.
public struct QRCode: Sendable {
  /// Modules on a side, without the quiet zone.
  public let size: Int
  /// Row by row; true is dark.
  private let modules: [Bool]

  /// Nil for a text that is too long for the largest code, which at this level of error correction (M: 15 % of the code
  /// may be unreadable) has 2,331 bytes, and for one with a zero byte.
  public init?(_ text: String) {
    guard !text.utf8.contains(0), let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
    defer { QRcode_free(code) }
    let size = Int(code.pointee.width)
    self.size = size
    // Only the lowest bit of each is the colour (qrencode.h).
    modules = (0..<size * size).map { code.pointee.data[$0] & 1 == 1 }
  }

  public subscript(row: Int, column: Int) -> Bool { modules[row * size + column] }

  /// The width of the light border that scanners need (ISO/IEC 18004 §9.1).
  public static let quietZone = 4

  /// The side of the square that `path` draws in.
  public var side: Int { size + 2 * Self.quietZone }

  /// The dark modules as the data of an SVG path, a rectangle for each run of a row: one unit is one module.
  public var path: String {
    var path = ""
    for row in 0..<size {
      var column = 0
      while column < size {
        guard self[row, column] else {
          column += 1
          continue
        }
        let start = column
        while column < size, self[row, column] { column += 1 }
        path += "M\(start + Self.quietZone) \(row + Self.quietZone)h\(column - start)v1H\(start + Self.quietZone)z"
      }
    }
    return path
  }
}
