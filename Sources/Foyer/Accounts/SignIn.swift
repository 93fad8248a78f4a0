import Postgres

/// A sign-in whose proof was checked, whatever it was: a password, a passkey, …
struct SignIn {
  let person: UUID
  /// How it is called in the account's log.
  let kind: AccountEvent.Kind
  /// A condition on the row of `accounts`: that what was checked still holds when the session begins, for instance that
  /// the password is the same.
  let proof: SQL
  /// The key of device cookies (`Device.key`).
  let deviceKey: [UInt8]
  /// Whether it counts as giving the password for the next 15 minutes. A provider may have asked for nothing: whoever has an
  /// identity there changes nothing of the account without the password.
  var isConfirmation = true
  /// The allowances that the attempt took, and gets back if it succeeds.
  var allowances: [Allowance] = []

  /// Whether the person has signed in from this browser before.
  func isFromKnownDevice(_ context: Context) -> Bool {
    context.knownDevice(of: person, key: deviceKey) != nil
  }

  /// Replaces the browser's session by a new one, and loads the first to-dos. False when the proof no longer holds.
  /// - Parameter also: statements that run in the same transaction, before the session begins.
  func begin(_ context: Context, also: Batch = []) async throws -> Bool {
    let token = SessionToken()
    var batch: Batch = [SessionQueries.lock(person)]
    _ = batch.add(also)
    let started = batch.add(
      SessionQueries.insert(
        token.hash, person: person, if: proof, userAgent: context.userAgent, isConfirmed: isConfirmation))
    if let device = context.device { batch.add(PushQueries.resume(device.pushName, session: token.hash)) }
    if let old = context.sessionToken { batch.add(SessionQueries.delete(old.hash, replacedBy: token.hash)) }
    batch.add(RateLimit.giveBack(allowances))
    batch.add(SessionQueries.deleteExpired())
    batch.add(AccountEventQueries.deleteOld())
    batch.add(AccountEventQueries.insert(kind, of: person, by: context.client, if: SessionQueries.exists(token.hash)))
    if context.sendsMail && !isFromKnownDevice(context) { batch.add(letter(token, context)) }
    guard try await !context.queryWithoutSession(batch)[started].isEmpty else { return false }
    context.startSession(token, of: person, deviceKey: deviceKey)
    context.app.log(
      .info, "sign_in",
      [
        "person": "\(person)", "kind": kind.rawValue, "address": "\(context.request.remoteAddress)",
        "request": context.request.id,
      ])
    await Accounts.firstLoad(context)
    return true
  }

  /// Tells the account's owner that a device has signed in that had not before.
  private func letter(_ token: SessionToken, _ context: Context) -> SQL {
    JobQueries.insert(
      .newDevice,
      [
        "person": "\(person)", "browser": SessionEntry.name(of: context.userAgent) ?? "",
        "address": "\(context.request.remoteAddress)", "language": context.strings.language.rawValue,
      ], if: SessionQueries.exists(token.hash))
  }
}
