/// An e-mail address that letters can be sent to: words and dots, @, and a host name, all ASCII (RFC 5321 §4.1.2 without
/// quoted strings, address literals and SMTPUTF8). Nothing in it can end a header line or an SMTP command.
struct MailAddress: Sendable, CustomStringConvertible {
  let description: String
  /// The part after the @.
  var domain: Substring { description[description.lastIndex(of: "@")!...].dropFirst() }

  /// Nil for an address of another form.
  init?(_ text: String) {
    guard text.utf8.count <= 254 else { return nil }
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...64).contains(parts[0].utf8.count),
      parts[0].split(separator: ".", omittingEmptySubsequences: false).allSatisfy(Self.isAtom),
      !parts[1].hasPrefix("["), HostName.isValid(String(parts[1]))
    else { return nil }
    description = text
  }

  /// RFC 5322 §3.2.3.
  private static func isAtom(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
        }
      }
  }
}
