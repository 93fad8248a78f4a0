import HTTP
import Postgres
import StrictJSON
import WebAuthn

/// Signing in with a passkey, without typing an address: the authenticator knows whose it is. It has verified the user by a
/// PIN or the like, so that it counts as both factors.
enum PasskeySignIn {
  static func begin(_ request: Request, _ context: Context) async throws -> Response {
    try await PasskeyAnswers.answering(context) {
      try await context.take(Allowance.passkeyChallenge(from: request.remoteAddress), orLog: "passkey_limited")
      let clock = try await context.queryWithoutSession(PasskeyQueries.clock())[0]
      let challenge = try PasskeyChallenge(.signIn, browser: context.browserSecret(), clock)
      return .json(PasskeyOptions.request(challenge, request))
    }
  }

  /// Signs in by the JSON of an assertion, and `next` beside it. An unknown credential, one of a deleted account and a wrong
  /// signature get the same answer.
  static func create(_ request: Request, _ context: Context) async throws -> Response {
    try await PasskeyAnswers.answering(context) {
      // Before anything of the body is read: what nobody may send more often costs no more.
      let allowances = Allowance.passkey(from: request.remoteAddress)
      try await context.take(allowances, orLog: "sign_in_limited")
      let (assertion, next) = try await context.json { json throws(Refusal) in
        (try Assertion(json), json["next"]?.string ?? "")
      }
      let challenge = try await PasskeyAnswers.answered(assertion.challenge, .signIn, context)
      let person = try await check(assertion, challenge, context)
      let signIn = SignIn(
        person: person, kind: .signedInByPasskey,
        proof: PasskeyQueries.wasUsed(assertion, challenge, by: person),
        deviceKey: try await context.queryWithoutSession(Device.key())[0]["key"], allowances: allowances)
      guard try await signIn.begin(context, also: [PasskeyQueries.use(assertion, challenge)]) else {
        throw Refusal("the passkey was removed, or used at the same time")
      }
      return context.json(leadTo: LoginForm(next: next).destination)
    }
  }

  /// The person whose passkey has signed the challenge (Web Authentication Level 2 §7.2; for the flag of backups, Level 3 §7.2
  /// step 19).
  private static func check(
    _ assertion: Assertion, _ challenge: PasskeyChallenge, _ context: Context
  ) async throws -> UUID {
    guard let row = try await context.queryWithoutSession(PasskeyQueries.find(credential: assertion.id)).first else {
      throw Refusal("there is no such passkey")
    }
    let (handle, publicKey): ([UInt8], [UInt8]) = (try row["user_handle"], try row["public_key"])
    guard assertion.userHandle == handle else { throw Refusal("another account's passkey") }
    try assertion.check(
      challenge: challenge.bytes, for: RelyingParty(context.request), by: try CredentialKey(publicKey))
    guard try row["is_backup_eligible"] == assertion.isBackupEligible else {
      throw Refusal("whether it can be backed up has changed")
    }
    let (person, count): (UUID, Int64) = (try row["person_id"], try row["sign_count"])
    guard assertion.follows(signCount: UInt32(clamping: count)) else {
      // The signature proves the key, which may be a copy.
      try await context.queryWithoutSession(AccountEventQueries.insert(.passkeyCounter, of: person, by: context.client))
      throw Refusal("the counter has not grown: \(assertion.signCount) after \(count), person \(person)")
    }
    return person
  }
}
