import Postgres

/// The colour of a category or a tag, `#b4532a`, as a list shows it.
struct LabelColor {
  /// Nil when it is one of the palette's.
  let text: Text?
  /// Which of the palette's it is: app.css has a class for each of these. Nil for any other.
  let number: Int?

  init(_ text: Text) {
    number = Self.numbers.firstIndex(of: text.withUTF8(Self.packed))
    self.text = number == nil ? text : nil
  }

  /// The colours that the function `color_for` of migrations/0003_categories_tags_images.sql chooses from.
  static let palette = [
    "#b4532a", "#c2850c", "#7a8b1f", "#2f8f5b", "#1f8a8c", "#2f78c4", "#5b62d6", "#9250c8", "#c0448f", "#8a6a55",
  ]

  private static let numbers = palette.map { Text($0).withUTF8(packed) }

  /// Seven bytes as one number; zero for any other count.
  private static func packed(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    text.count == 7 ? text.reduce(0) { $0 << 8 | UInt64($1) } : 0
  }
}
