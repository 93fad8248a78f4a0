extension StringProtocol {
  /// Whether the text is invisible: the one rule for names and titles. White space, the characters that Unicode calls
  /// default ignorable (soft hyphen, zero width, Hangul fillers; UAX #44), and the blank Braille pattern are. Control
  /// characters are visible: browsers draw them (CSS Text 3 §8.4). `Public/dom.js` has the same rule for the
  /// button that saves.
  var isBlank: Bool {
    // Of a megabyte of spaces a look into Unicode's tables takes 36 ms.
    guard let first = utf8.firstIndex(where: { $0 != UInt8(ascii: " ") && !(9...13).contains($0) }) else { return true }
    return self[first...].unicodeScalars.allSatisfy { scalar in
      scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint || scalar == "\u{2800}"
    }
  }
}
