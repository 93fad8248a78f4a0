import Postgres

/// Makes a secret that waits for its first code, in place of another that waits.
struct BeginSecondFactor {
  let account: AccountID
  /// The session that has given the password lately.
  let session: [UInt8]

  /// - Returns: the statement that changes a row, unless a second factor is on already.
  func store(in batch: inout Batch) -> Batch.Key {
    batch.add(SessionQueries.lock(account.person))
    return batch.add(SecondFactorQueries.begin(TOTPSecret(), of: account, session: session))
  }
}

/// A secret that waits for its first code.
struct WaitingSecondFactor {
  let secret: TOTPSecret
  /// The account's address.
  let email: String
  /// The number of the present 30 seconds.
  let step: Int

  /// From `SecondFactorQueries.waiting`. Nil if none waits.
  init?(_ rows: Rows) throws {
    guard let row = rows.first else { return nil }
    (secret, email, step) = (TOTPSecret(try row["secret"]), try row["email"], try row["step"])
  }
}

/// Switches the second factor on by its first code, which shows that the app has the secret.
struct ConfirmSecondFactor {
  let account: AccountID
  let waiting: WaitingSecondFactor
  /// Nil for what can be no code.
  let code: SecondFactorCode?
  /// The session that has given the password lately.
  let session: [UInt8]
  let client: Client
  let recoveryCodes = RecoveryCode.set()

  /// - Returns: the statement that changes rows if it is on by this.
  func store(in batch: inout Batch) throws(Problems) -> Batch.Key {
    guard case .app(let digits)? = code, let step = waiting.secret.password.step(of: digits, now: waiting.step) else {
      throw Problems("code", .wrongCode)
    }
    let confirmed = SecondFactorQueries.confirm(
      waiting.secret, step: step, of: account, session: session, codes: recoveryCodes, in: &batch)
    _ = batch.add(
      client.news(
        .secondFactorOn, .secondFactorOn, of: account.person,
        if: SecondFactorQueries.isStored(recoveryCodes[0], of: account)))
    return confirmed
  }
}

/// Makes new recovery codes in place of all others.
struct ReplaceRecoveryCodes {
  let account: AccountID
  let client: Client
  let recoveryCodes = RecoveryCode.set()

  /// - Returns: the statement that changes rows if the second factor is on.
  func store(in batch: inout Batch) -> Batch.Key {
    let inserted = SecondFactorQueries.replaceCodes(recoveryCodes, of: account, in: &batch)
    _ = batch.add(
      client.news(
        .recoveryCodesMade, nil, of: account.person, if: SecondFactorQueries.isStored(recoveryCodes[0], of: account)))
    return inserted
  }
}

/// Switches the second factor off.
struct EndSecondFactor {
  let account: AccountID
  let client: Client
  /// How it is called in the account's log.
  var event = AccountEvent.Kind.secondFactorOff

  /// - Returns: the statement that changes a row if it was on.
  func store(in batch: inout Batch) -> Batch.Key {
    let news = client.news(event, .secondFactorOff, of: account.person, if: SecondFactorQueries.isOn(account))
    return SecondFactorQueries.delete(account, news: news, in: &batch)
  }
}
