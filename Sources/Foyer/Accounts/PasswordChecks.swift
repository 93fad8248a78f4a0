extension Context {
  /// Hashes the password of a new account.
  func hash(newcomer password: String, within allowances: [Allowance]) async throws -> String {
    try await hash(password, for: .newcomer, within: allowances, orLog: "sign_up_limited")
  }

  /// Hashes a password, and gives the attempt back if that fails.
  func hash(
    _ password: String, for caller: Passwords.Caller, within allowances: [Allowance], orLog event: String
  ) async throws -> String {
    try await take(allowances, orLog: event)
    do {
      return try await app.passwords.hash(password, for: caller, by: share)
    } catch {
      await giveBack(allowances)
      throw error
    }
  }

  /// Checks a password against the stored hash, or against a decoy where there is none.
  func check(
    _ password: String, against stored: String?, for caller: Passwords.Caller, within allowances: [Allowance]
  ) async throws -> Passwords.Verdict {
    try await take(allowances, orLog: "sign_in_limited")
    do {
      return try await app.passwords.check(password, against: stored, for: caller, by: share)
    } catch {
      await giveBack(allowances)
      throw error
    }
  }
}
