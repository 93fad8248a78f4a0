import CUnistring
import Glibc

/// A normal form of Unicode (UAX #15).
public enum NormalForm: Sendable {
  /// Composed, decomposed, and composed with what differs in looks alone replaced (full-width letters, ligatures).
  case nfc, nfd, nfkc

  fileprivate var unistring: uninorm_t {
    switch self {
    case .nfc: unistring_nfc()
    case .nfd: unistring_nfd()
    case .nfkc: unistring_nfkc()
    }
  }
}

extension String {
  /// The text in a normal form (uninorm.h of libunistring).
  public func normalized(_ form: NormalForm) -> String {
    // ASCII is in every form.
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    var text = self
    return text.withUTF8 { bytes in
      var count = 0
      guard let result = u8_normalize(form.unistring, bytes.baseAddress, bytes.count, nil, &count) else {
        preconditionFailure("u8_normalize: out of memory")
      }
      defer { free(result) }
      return String(decoding: UnsafeBufferPointer(start: result, count: count), as: UTF8.self)
    }
  }
}

/// Passwords as they are hashed. The same keys send other bytes from another system or input method: what is typed is
/// prepared as the profile OpaqueString does it (RFC 8265 §4.2), but by NFKC, which NIST SP 800-63B §3.1.1.2 asks for and
/// which leaves nothing that NFC would change.
public enum PreparedPassword {
  /// Every space is U+0020, then NFKC.
  public static func text(_ typed: String) -> String {
    var spaced = String.UnicodeScalarView()
    for scalar in typed.unicodeScalars {
      spaced.append(scalar.properties.generalCategory == .spaceSeparator ? " " : scalar)
    }
    return String(spaced).normalized(.nfkc)
  }

  /// The spellings under which a password may have been hashed: first as it is today; then as earlier versions did, with the
  /// bytes that were typed, then or now. None twice, by bytes.
  public static func spellings(_ typed: String) -> [String] {
    var spellings = [text(typed)]
    for further in [typed, typed.normalized(.nfc), typed.normalized(.nfd)]
    where !spellings.contains(where: { $0.utf8.elementsEqual(further.utf8) }) {
      spellings.append(further)
    }
    return spellings
  }
}
