import StrictJSON
@testable import WebAuthn

/// The parts of WebAuthn's messages: nothing may trap, and a JSON text that is taken comes back the same when it is written
/// and read again.
#if FUZZER
  @_cdecl("LLVMFuzzerTestOneInput")
#endif
public func fuzzWebAuthn(_ data: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  _ = try? CBOR(bytes)
  _ = try? AuthenticatorData(bytes)
  if let key = try? CredentialKey(bytes) { _ = key.verifies(bytes, of: bytes) }
  _ = try? ClientData(bytes)
  if let json = try? JSON(bytes) {
    let again = try! JSON(Array(json.text.utf8))
    precondition(again == json)
    if let object = json.object {
      _ = try? Registration(object)
      _ = try? Assertion(object)
    }
  }
  return 0
}
