/// A piece of a line; `start..<end` are its scalars.
struct Token {
  enum Kind: Equatable {
    /// Folded.
    case word(String)
    /// `isGlued`: a letter stands directly before it, as in "T55".
    case number(Number, isGlued: Bool)
    case open, close, comma, slash, dash, colon, plus, times, percent, dot
    /// Bullets, emoji, quotation marks.
    case other
  }
  var kind: Kind
  var start: Int
  var end: Int

  var word: String? {
    if case .word(let word) = kind { word } else { nil }
  }

  /// In one pass from left to right.
  static func read(_ text: [Unicode.Scalar]) -> [Token] {
    var tokens: [Token] = []
    var at = 0
    while at < text.count {
      let scalar = text[at]
      let start = at
      if Number.isSpace(scalar) {
        at += 1
        continue
      }
      if Number.isDigit(scalar) {
        var isGlued = false
        if start > 0, let last = tokens.last, last.end == start, let word = last.word { isGlued = !Hangul.begins(word) }
        if let number = Number.read(text, at: &at) {
          tokens.append(Token(kind: .number(number, isGlued: isGlued), start: start, end: at))
        } else {
          at = max(at, start + 1)
          tokens.append(Token(kind: .other, start: start, end: at))
        }
        continue
      }
      var word = String.UnicodeScalarView()
      while at < text.count, !Number.isDigit(text[at]), at == start || isHangul(text[at]) == isHangul(text[start]),
        Fold.fold(text[at], into: &word)
      { at += 1 }
      if at > start {
        if word.isEmpty { continue }
        let folded = String(word)
        // полстакана
        if folded.hasPrefix("пол"), at - start == folded.unicodeScalars.count,
          FoodLineText.russianHalves.contains(String(folded.dropFirst(3)))
        {
          tokens.append(Token(kind: .word("пол"), start: start, end: start + 3))
          tokens.append(Token(kind: .word(String(folded.dropFirst(3))), start: start + 3, end: at))
          continue
        }
        // 한줌
        if tokens.count > 0, at - start == folded.unicodeScalars.count, let numeral = koreanNumeral(folded) {
          tokens.append(Token(kind: .word(String(folded.prefix(1))), start: start, end: start + 1))
          tokens.append(Token(kind: .word(numeral), start: start + 1, end: at))
          continue
        }
        tokens.append(Token(kind: .word(folded), start: start, end: at))
        continue
      }
      if let end = pluralMark(text, at) {
        at = end
        continue
      }
      at += 1
      let kind: Token.Kind
      switch scalar {
      case "(", "[", "（", "{": kind = .open
      case ")", "]", "）", "}": kind = .close
      case ",", ";", "，", "、", "،": kind = .comma
      case "/": kind = .slash
      case ":", "：": kind = .colon
      case "+": kind = .plus
      case "×": kind = .times
      case "%": kind = .percent
      case ".": kind = .dot
      default: kind = Number.isDash(scalar) ? .dash : .other
      }
      tokens.append(Token(kind: kind, start: start, end: at))
    }
    return tokens
  }

  /// The counter of "한줌", "두개", "반모". A 세모 is a triangle, a 네모 a square.
  private static func koreanNumeral(_ word: String) -> String? {
    guard let first = word.first, "한두세네반".contains(first), word != "세모", word != "네모" else { return nil }
    let counter = String(word.dropFirst())
    return CookingUnit.named([counter]) == nil ? nil : counter
  }

  /// "egg(s)", "fumé(e)s": the position after it.
  private static func pluralMark(_ text: [Unicode.Scalar], _ at: Int) -> Int? {
    guard text[at] == "(", at > 0, text[at - 1].properties.isAlphabetic else { return nil }
    var end = at + 1
    while end < text.count, end <= at + 3, text[end].properties.isAlphabetic, !isHangul(text[end]) { end += 1 }
    guard end > at + 1, end < text.count, text[end] == ")" else { return nil }
    end += 1
    if end < text.count, text[end] == "s" { end += 1 }
    return end
  }

  private static func isHangul(_ scalar: Unicode.Scalar) -> Bool {
    (0xAC00...0xD7A3).contains(scalar.value) || (0x1100...0x11FF).contains(scalar.value)
  }
}
