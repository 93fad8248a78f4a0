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
        if !word.isEmpty { tokens += words(String(word), start..<at, isFirst: tokens.isEmpty) }
        continue
      }
      if let end = pluralMark(text, at) {
        at = end
        continue
      }
      at += 1
      tokens.append(Token(kind: mark(scalar), start: start, end: at))
    }
    return tokens
  }

  /// A folded word; one that has a numeral in front is two.
  /// - Parameter place: its scalars.
  private static func words(_ folded: String, _ place: Range<Int>, isFirst: Bool) -> [Token] {
    func tokens(_ count: Int, _ rest: String) -> [Token] {
      let middle = place.lowerBound + count
      return [
        Token(kind: .word(String(folded.prefix(count))), start: place.lowerBound, end: middle),
        Token(kind: .word(rest), start: middle, end: place.upperBound),
      ]
    }
    if place.count == folded.unicodeScalars.count {
      // полстакана
      let rest = String(folded.dropFirst(3))
      if folded.hasPrefix("пол"), FoodLineText.russianHalves.contains(rest) { return tokens(3, rest) }
      // 한줌
      if !isFirst, let counter = koreanNumeral(folded) { return tokens(1, counter) }
    }
    return [Token(kind: .word(folded), start: place.lowerBound, end: place.upperBound)]
  }

  private static func mark(_ scalar: Unicode.Scalar) -> Kind {
    switch scalar {
    case "(", "[", "（", "{": .open
    case ")", "]", "）", "}": .close
    case ",", ";", "，", "、", "،": .comma
    case "/": .slash
    case ":", "：": .colon
    case "+": .plus
    case "×": .times
    case "%": .percent
    case ".": .dot
    default: Number.isDash(scalar) ? .dash : .other
    }
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
