import Postgres

/// A sentence around one name, put together once for a list that says it of each row.
struct Phrase {
  let before: ShownText
  let after: ShownText

  /// - Parameter text: the sentence around the name it is given. No translation may choose a word by that name.
  init(_ text: (String) -> String) {
    let gap = UInt8(1)
    let bytes = text("\u{1}").utf8
    let place = bytes.firstIndex(of: gap) ?? bytes.endIndex
    before = ShownText(Text(String(Substring(bytes[..<place]))))
    after = ShownText(Text(String(Substring(bytes[place...].dropFirst()))))
  }
}
