/// The base 64 alphabet with padding (RFC 4648 §4); `Base64URL` is the other one.
public enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  public static func encode(_ bytes: [UInt8]) -> String {
    bitCharacters(of: bytes, bits: 6, alphabet) + String(repeating: "=", count: (3 - bytes.count % 3) % 3)
  }
}
