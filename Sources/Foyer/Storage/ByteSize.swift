import CivilTime

/// A number of bytes as an operator writes it: `500M`, `2G` or `1T`, where M is 1024 × 1024 bytes.
public struct ByteSize: Sendable, Equatable, CustomStringConvertible {
  public let bytes: Int

  /// The expected form of a text, for messages.
  public static let expected = "a size such as 500M, 2G or 1T"

  private static let units: [(letter: Character, bytes: Int)] = [("M", 1 << 20), ("G", 1 << 30), ("T", 1 << 40)]

  public init(bytes: Int) { self.bytes = bytes }

  /// Nil for anything but one to six digits, not all of them 0, and M, G or T.
  public init?(_ text: String) {
    guard let last = text.last, let unit = Self.units.first(where: { $0.letter == Character(last.uppercased()) }),
      let number = Int(digits: String(text.dropLast())), text.utf8.count <= 7, number > 0
    else { return nil }
    bytes = number * unit.bytes
  }

  /// In the largest unit of which it is a multiple, else in M, rounded up.
  public var description: String {
    let unit = Self.units.last { bytes >= $0.bytes && bytes % $0.bytes == 0 } ?? Self.units[0]
    return "\((bytes + unit.bytes - 1) / unit.bytes)\(unit.letter)"
  }
}

extension Strings {
  /// `12 MB`, or `1.5 GB`: one decimal below 10.
  func text(bytes: Int) -> String {
    let bytes = max(0, bytes)
    let units: [(size: Int, text: (String) -> String)] = [
      (1 << 10, { self.sizeKilobytes(number: $0) }), (1 << 20, { self.sizeMegabytes(number: $0) }),
      (1 << 30, { self.sizeGigabytes(number: $0) }), (1 << 40, { self.sizeTerabytes(number: $0) }),
    ]
    func tenths(_ size: Int) -> Int { bytes / size * 10 + (bytes % size * 10 + size / 2) / size }
    // 1024 KB is written as 1 MB.
    let unit = units.first { tenths($0.size) < 10_235 } ?? units[units.count - 1]
    let number = tenths(unit.size)
    let isRound = number >= 100 || number % 10 == 0
    return unit.text(
      isRound ? "\((number + 5) / 10)" : sizeDecimal(whole: "\(number / 10)", tenth: "\(number % 10)"))
  }
}
