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
    bitCharacters(of: bytes, bits: 5, alphabet.characters)
  }
}
