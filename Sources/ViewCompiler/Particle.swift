/// Korean particles that depend on the sound before them. A catalogue writes both forms after a placeholder, as usual
/// in print: `{name}을(를)`; the generated code keeps the one that fits the value.
enum Particle {
  static let language = "ko"

  private static let pairs = ["이(가)", "을(를)", "은(는)", "과(와)", "(으)로"]
  private static let quotes: Set<Character> = ["’", "”"]

  /// The text behind a placeholder, if it begins with a particle: the closing quotes, the pair, and the rest.
  static func split(_ text: String) -> (quotes: String, pair: String, rest: String)? {
    let quotes = text.prefix(while: quotes.contains)
    let rest = text[quotes.endIndex...]
    guard let pair = pairs.first(where: rest.hasPrefix) else { return nil }
    return (String(quotes), pair, String(rest.dropFirst(pair.count)))
  }

  /// A Hangul syllable encodes its final consonant (The Unicode Standard, section 3.12). Digits are read as Sino-Korean
  /// numbers. Of Latin words only those in l, m and n end in a consonant in Hangul. After anything else both forms stay.
  static let function = """

      /// The form of a particle that follows a word: of `을(를)` it is `을` after a consonant.
      private func particle(after word: String, _ pair: String) -> String {
        let isWritten = { (scalar: Unicode.Scalar) in scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) }
        guard let last = word.unicodeScalars.last(where: isWritten) else { return pair }
        let final: UInt32
        switch last {
        case "\\u{AC00}"..."\\u{D7A3}": final = (last.value - 0xAC00) % 28
        // A name of a macOS file comes decomposed (section 18.6).
        case "\\u{1161}"..."\\u{1175}": final = 0
        case "\\u{11A8}"..."\\u{11C2}": final = last.value - 0x11A7
        case "1", "7", "8", "l", "L": final = 8
        case "0", "3", "6", "m", "M", "n", "N": final = 16
        case "2", "4", "5", "9", "a"..."z", "A"..."Z": final = 0
        default: return pair
        }
        switch pair {
        case "이(가)": return final == 0 ? "가" : "이"
        case "을(를)": return final == 0 ? "를" : "을"
        case "은(는)": return final == 0 ? "는" : "은"
        case "과(와)": return final == 0 ? "와" : "과"
        // ㄹ counts as a vowel here.
        case "(으)로": return final == 0 || final == 8 ? "로" : "으로"
        default: return pair
        }
      }
    """.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
}
