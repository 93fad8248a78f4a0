import Postgres

/// The colour of a category or a tag, `#b4532a`, as a list shows it.
struct LabelColor {
  /// Nil when it is one of the palette's.
  let text: Text?
  /// Which of the palette's it is: app.css has a class for each of these. Nil for any other.
  let number: Int?

  init(_ text: Text) {
    number = Self.palette.firstIndex(of: text.withUTF8(Self.packed))
    self.text = number == nil ? text : nil
  }

  private static let palette = LabelForm.palette.map { Text($0).withUTF8(packed) }

  /// Seven bytes as one number; zero for any other count.
  private static func packed(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    text.count == 7 ? text.reduce(0) { $0 << 8 | UInt64($1) } : 0
  }
}
