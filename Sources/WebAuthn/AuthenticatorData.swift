import StrictJSON

/// An authenticator's statement about itself and a ceremony (Web Authentication Level 2 §6.1).
struct AuthenticatorData {
  struct Flags: OptionSet {
    let rawValue: UInt8
    static let userPresent = Flags(rawValue: 1)
    static let userVerified = Flags(rawValue: 1 << 2)
    static let backupEligible = Flags(rawValue: 1 << 3)
    static let backedUp = Flags(rawValue: 1 << 4)
    static let attestedCredential = Flags(rawValue: 1 << 6)
    static let extensions = Flags(rawValue: 1 << 7)
  }

  /// §6.5.1.
  struct AttestedCredential {
    let id: [UInt8]
    /// A COSE_Key, in the authenticator's bytes.
    let publicKey: [UInt8]
  }

  /// SHA-256 of the relying party's id.
  let relyingParty: [UInt8]
  let flags: Flags
  let signCount: UInt32
  let credential: AttestedCredential?

  init(_ bytes: [UInt8]) throws(Refusal) {
    guard bytes.count >= 37 else { throw Refusal("authenticator data ends early") }
    relyingParty = Array(bytes[..<32])
    flags = Flags(rawValue: bytes[32])
    signCount = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
    var end = 37
    if flags.contains(.attestedCredential) {
      // After 16 bytes that name the model of the authenticator, which nothing vouches for.
      guard bytes.count >= end + 18 else { throw Refusal("authenticator data ends early") }
      let count = Int(bytes[end + 16]) << 8 | Int(bytes[end + 17])
      let start = end + 18
      guard (16...1023).contains(count), bytes.count - start >= count else {
        throw Refusal("the credential's id is too short or too long")
      }
      var reader = CBORReader(bytes, at: start + count)
      _ = try reader.value()
      credential = AttestedCredential(
        id: Array(bytes[start..<(start + count)]), publicKey: Array(bytes[(start + count)..<reader.index]))
      end = reader.index
    } else {
      credential = nil
    }
    if flags.contains(.extensions) {
      var reader = CBORReader(bytes, at: end)
      guard case .map = try reader.value() else { throw Refusal("extensions are no map") }
      end = reader.index
    }
    guard end == bytes.count else { throw Refusal("bytes after authenticator data") }
  }

  /// The checks of both ceremonies (§7.1 and §7.2; for the flags of a backup, Level 3 §6.1.3).
  func check(for party: RelyingParty) throws(Refusal) {
    guard relyingParty == party.hash else { throw Refusal("for another relying party") }
    guard flags.contains(.userPresent) else { throw Refusal("the user was not present") }
    guard flags.contains(.userVerified) else { throw Refusal("the user was not verified") }
    guard flags.contains(.backupEligible) || !flags.contains(.backedUp) else {
      throw Refusal("backed up, but cannot be")
    }
  }
}
