/// Words for comparison: without case, accents and ligatures.
enum Fold {
  /// The folded words of a text.
  static func words(of text: String) -> [String] {
    var bytes = text
    if let words = bytes.withUTF8({ asciiWords(of: $0) }) { return words }
    var words: [String] = []
    var word = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if fold(scalar, into: &word) { continue }
      if !word.isEmpty {
        words.append(String(word))
        word = String.UnicodeScalarView()
      }
    }
    if !word.isEmpty { words.append(String(word)) }
    return words
  }

  /// The same of ASCII, most of English and a good part of French; nil if there is another character.
  private static func asciiWords(of text: UnsafeBufferPointer<UInt8>) -> [String]? {
    var words: [String] = []
    var start = 0
    for at in 0...text.count {
      let byte = at < text.count ? text[at] : UInt8(ascii: " ")
      switch byte {
      case 0x61...0x7A, 0x30...0x39, 0x41...0x5A: continue
      case 0x80...: return nil
      default:
        if at > start {
          words.append(
            String(unsafeUninitializedCapacity: at - start) { word in
              // Capitals and small letters differ in one bit.
              for place in start..<at { word[place - start] = text[place] >= 0x41 ? text[place] | 0x20 : text[place] }
              return at - start
            })
        }
        start = at + 1
      }
    }
    return words
  }

  /// Appends a letter or digit, folded; false for a separator.
  static func fold(_ scalar: Unicode.Scalar, into word: inout String.UnicodeScalarView) -> Bool {
    switch scalar.value {
    case 0x61...0x7A, 0x30...0x39:
      word.append(scalar)
      return true
    case 0x41...0x5A:
      word.append(Unicode.Scalar(UInt8(scalar.value + 32)))
      return true
    case 0..<0x80:
      return false
    case 0x300...0x36F:  // combining marks
      return true
    case 0xAC00...0xD7A3, 0x0430...0x0438, 0x043A...0x044F:
      word.append(scalar)
      return true
    default:
      if let replacement = latin[scalar] {
        word.append(contentsOf: replacement)
        return true
      }
      // Decomposed Hangul: composed again.
      if appendJamo(scalar, to: &word) { return true }
      guard scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal else { return false }
      word.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
      return true
    }
  }

  private static func appendJamo(_ scalar: Unicode.Scalar, to word: inout String.UnicodeScalarView) -> Bool {
    guard let last = word.last?.value else { return false }
    var joined: UInt32
    switch scalar.value {
    case 0x1161...0x1175 where (0x1100...0x1112).contains(last):
      joined = 0xAC00 + ((last - 0x1100) * 21 + (scalar.value - 0x1161)) * 28
    case 0x11A8...0x11C2 where (0xAC00...0xD7A3).contains(last) && (last - 0xAC00) % 28 == 0:
      joined = last + (scalar.value - 0x11A7)
    default: return false
    }
    word.removeLast()
    word.append(Unicode.Scalar(joined) ?? scalar)
    return true
  }

  private static let latin: [Unicode.Scalar: String.UnicodeScalarView] = {
    let rows: [(String, String)] = [
      ("a", "àáâãäåāăąǎạảấầẩẫậắằẳẵặÀÁÂÃÄÅĀĂĄǍẠẢẤẦẨẪẬẮẰẲẴẶ"), ("c", "çćĉċčÇĆĈĊČ"), ("d", "ďđðĎĐÐ"),
      ("e", "èéêëēĕėęěẹẻẽếềểễệÈÉÊËĒĔĖĘĚẸẺẼẾỀỂỄỆ"), ("g", "ĝğġģĜĞĠĢ"), ("h", "ĥħĤĦ"),
      ("i", "ìíîïĩīĭįıỉịÌÍÎÏĨĪĬĮİỈỊ"), ("j", "ĵĴ"), ("k", "ķĶ"), ("l", "ĺļľłĹĻĽŁ"), ("n", "ñńņňÑŃŅŇ"),
      ("o", "òóôõöøōŏőơọỏốồổỗộớờởỡợÒÓÔÕÖØŌŎŐƠỌỎỐỒỔỖỘỚỜỞỠỢ"), ("r", "ŕŗřŔŖŘ"), ("s", "śŝşšșŚŜŞŠȘ"),
      ("t", "ţťțŢŤȚ"), ("u", "ùúûüũūŭůűųưụủứừửữựÙÚÛÜŨŪŬŮŰŲƯỤỦỨỪỬỮỰ"), ("w", "ŵŴ"), ("y", "ýÿŷỳỵỷỹÝŸŶỲỴỶỸ"),
      ("z", "źżžŹŻŽ"), ("oe", "œŒ"), ("ae", "æÆ"), ("ss", "ßẞ"), ("th", "þÞ"), ("fi", "ﬁ"), ("fl", "ﬂ"),
      ("е", "ёЁ"), ("и", "йЙѝЍ"),
    ]
    var table: [Unicode.Scalar: String.UnicodeScalarView] = [:]
    for (plain, letters) in rows {
      for letter in letters.unicodeScalars { table[letter] = plain.unicodeScalars }
    }
    for capital in UInt32(0x0410)...0x042F where capital != 0x0419 {
      if let from = Unicode.Scalar(capital), let to = Unicode.Scalar(capital + 32) {
        table[from] = String(Character(to)).unicodeScalars
      }
    }
    // Full-width digits and letters, as in Korean and Japanese texts.
    for wide in UInt32(0xFF10)...0xFF5A {
      if let from = Unicode.Scalar(wide), let to = Unicode.Scalar(wide - 0xFEE0),
        to.properties.isAlphabetic || wide < 0xFF1A
      {
        table[from] = String(Character(to)).lowercased().unicodeScalars
      }
    }
    return table
  }()
}
