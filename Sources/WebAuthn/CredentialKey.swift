import Crypto
public import StrictJSON

/// A credential's public key, as a COSE_Key writes it (RFC 9052 §7, RFC 9053 §7; Web Authentication Level 2 §5.8.5: no
/// optional members but `alg`).
public struct CredentialKey {
  /// The numbers of COSE's registry.
  public enum Algorithm: Int64, CaseIterable, Sendable {
    /// Ed25519.
    case edDSA = -8
    /// ECDSA on P-256 with SHA-256.
    case es256 = -7
    /// RSA with SHA-256: the only one of the TPMs of many Windows machines.
    case rs256 = -257
  }

  public let algorithm: Algorithm
  private let key: PublicKey

  /// - Parameter bytes: a COSE_Key in CBOR.
  public init(_ bytes: [UInt8]) throws(Refusal) {
    try self.init(try CBOR(bytes))
  }

  init(_ value: CBOR) throws(Refusal) {
    guard case .map(let map) = value, case .integer(let number) = map[3], let algorithm = Algorithm(rawValue: number)
    else { throw Refusal("the key is of no algorithm that was asked for") }
    var key: PublicKey?
    switch (algorithm, map[1], map[-1], map[-2], map[-3]) {
    case (.es256, .integer(2), .integer(1), .bytes(let x), .bytes(let y)):
      if map.count == 5 { key = PublicKey(p256: x, y) }
    case (.edDSA, .integer(1), .integer(6), .bytes(let x), nil):
      if map.count == 4 { key = PublicKey(ed25519: x) }
    case (.rs256, .integer(3), .bytes(let modulus), .bytes(let exponent), nil):
      if map.count == 4 { key = PublicKey(rsa: modulus, exponent: exponent) }
    default: break
    }
    guard let key else { throw Refusal("the key is malformed") }
    self.algorithm = algorithm
    self.key = key
  }

  func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool { key.verifies(signature, of: message) }
}
