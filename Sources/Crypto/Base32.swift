/// Base 32 without padding: five bits a character, most significant first (RFC 4648 §6).
public enum Base32 {
  public struct Alphabet: Sendable {
    fileprivate let characters: [UInt8]

    /// RFC 4648 §6, as authenticator apps read it.
    public static let standard = Alphabet(characters: Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8))
    /// Douglas Crockford's, in lower case: without i, l, o and u, which are easily taken for others.
    public static let crockford = Alphabet(characters: Array("0123456789abcdefghjkmnpqrstvwxyz".utf8))
  }

  public static func encode(_ bytes: [UInt8], _ alphabet: Alphabet = .standard) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 8 + 4) / 5)
    var bits: UInt32 = 0
    var count = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 5 {
        count -= 5
        text.append(alphabet.characters[Int(bits >> UInt32(count) & 0x1f)])
      }
    }
    if count > 0 { text.append(alphabet.characters[Int(bits << UInt32(5 - count) & 0x1f)]) }
    return String(decoding: text, as: UTF8.self)
  }
}
