import Crypto
import HTTP
import Postgres

/// A number of attempts per window of minutes, counted in PostgreSQL under one key, so that it holds across instances.
///
/// The window begins with the first attempt and does not move: a refused client can try again at its end, however many
/// attempts follow.
struct Allowance {
  /// Of type bytea.
  let key: SQL
  let tries: Int
  let minutes: Int

  private init(key: SQL, _ tries: Int, perMinutes minutes: Int) {
    (self.key, self.tries, self.minutes) = (key, tries, minutes)
  }

  private init(_ name: String, _ tries: Int, perMinutes minutes: Int) {
    self.init(key: "\(sha256(name.utf8))::bytea", tries, perMinutes: minutes)
  }

  /// Counts for an e-mail address. It is folded by the database, as `AccountQueries.find` does: otherwise two spellings of
  /// one account would count separately.
  private init(_ name: String, of email: String, _ tries: Int, perMinutes minutes: Int) {
    self.init(
      key: "sha256(convert_to(\("\(name) ")::text || lower(\(email)), 'UTF8'))", tries, perMinutes: minutes)
  }

  // MARK: The limits. Their order within a list is also the order in which rows are locked.

  /// Signing in from an unknown device: 10 attempts in 3 minutes for the address and for the account.
  static func signIn(from address: IPAddress, email: String) -> [Allowance] {
    [
      Allowance("address \(network(of: address))", 10, perMinutes: 3),
      Allowance("account", of: email, 10, perMinutes: 3),
    ]
  }

  /// Signing in from a device that has signed in to the account before: other clients' attempts do not count.
  static func signIn(from device: Device, as person: UUID) -> [Allowance] {
    [Allowance("device \(device.id) \(person)", 10, perMinutes: 3)]
  }

  /// Asking for a challenge, which the sign-in page does by itself.
  static func passkeyChallenge(from address: IPAddress) -> [Allowance] {
    [Allowance("passkey challenge \(network(of: address))", 100, perMinutes: 10)]
  }

  /// Signing in with a passkey. Which account it is for is known only once it has succeeded.
  static func passkey(from address: IPAddress) -> [Allowance] {
    [Allowance("passkey \(network(of: address))", 10, perMinutes: 3)]
  }

  /// Coming back from the provider that people sign in through. Whose account it is is known only then.
  static func openID(from address: IPAddress) -> [Allowance] {
    [Allowance("openid \(network(of: address))", 30, perMinutes: 3)]
  }

  /// Codes after the right password, as for signing in: they count apart from passwords.
  static func secondFactor(from address: IPAddress, of person: UUID) -> [Allowance] {
    [
      Allowance("second address \(network(of: address))", 10, perMinutes: 3),
      Allowance("second account \(person)", 10, perMinutes: 3),
    ]
  }

  static func secondFactor(from device: Device, of person: UUID) -> [Allowance] {
    [Allowance("second device \(device.id) \(person)", 10, perMinutes: 3)]
  }

  /// Letters that tell of wrong codes after the right password.
  static func secondFactorLetter(to person: UUID) -> Allowance {
    Allowance("second letter \(person)", 1, perMinutes: 60)
  }

  /// Giving the password again during a session, or for a sign-up that waits.
  /// - Parameter id: the person's, or the sign-up's.
  static func confirm(_ id: UUID) -> [Allowance] { [Allowance("confirm \(id)", 10, perMinutes: 3)] }

  /// Sign-ups, successful or not.
  static func signUp(from address: IPAddress) -> [Allowance] { perAddress("signup", address, 60) }

  /// Letters to an address that need not be the account's: 5 in an hour, besides other limits.
  static func letter(to email: String) -> Allowance {
    Allowance("letter", of: email, 5, perMinutes: 60)
  }

  /// Sign-ups with an invitation: counted separately, so that other sign-ups cannot use up their limit.
  static func join(from address: IPAddress) -> [Allowance] { perAddress("join", address, 60) }

  /// Creating invitations.
  static func invite(from address: IPAddress) -> [Allowance] { perAddress("invite", address, 60) }

  /// Changing e-mail addresses: the answer tells whether another account has the address.
  static func changeEmail(from address: IPAddress) -> [Allowance] { perAddress("email", address, 20) }

  /// Letters that confirm an address, whose owner need not have asked for one: also 20 a day for a person.
  static func confirmEmail(from address: IPAddress, of person: UUID, to email: String) -> [Allowance] {
    changeEmail(from: address)
      + [Allowance("confirm address \(person)", 20, perMinutes: 24 * 60), letter(to: email)]
  }

  /// Asking for a link that sets a new password: also 5 in an hour for each e-mail address, whether or not it has an
  /// account.
  static func forgotPassword(from address: IPAddress, email: String) -> [Allowance] {
    perAddress("forgot", address, 20) + [Allowance("forgot", of: email, 5, perMinutes: 60)]
  }

  /// Setting a password by a link: each costs a hash.
  static func resetPassword(from address: IPAddress) -> [Allowance] { perAddress("reset", address, 20) }

  /// Invitations by mail, whose recipients have not asked for them: 20 a day for a household, and 60 for the households that
  /// somebody makes at one address.
  static func inviteByMail(_ household: UUID, from address: IPAddress) -> [Allowance] {
    [Allowance("invite by mail \(household)", 20, perMinutes: 24 * 60)]
      + perNetwork("invite by mail", address, 60, perMinutes: 24 * 60)
  }

  /// Reading a feed, which a calendar does each hour, in however many places it is.
  static func feed(_ tokenHash: [UInt8]) -> Allowance {
    Allowance(key: "sha256('feed' || \(tokenHash))", 120, perMinutes: 10)
  }

  /// Actions on one side of a stay that the other is told of: 60 times in 10 minutes for a household, whatever it is and to whom.
  static func stay(by household: UUID) -> [Allowance] { [Allowance("stay \(household)", 60, perMinutes: 10)] }

  /// Asking hosts, who have not asked for it: also 30 a day.
  static func askToStay(by household: UUID) -> [Allowance] {
    stay(by: household) + [Allowance("ask to stay \(household)", 30, perMinutes: 24 * 60)]
  }

  /// Sending a message to one's own devices, to see whether it arrives.
  static func pushTest(of person: UUID) -> Allowance { Allowance("push test \(person)", 10, perMinutes: 10) }

  /// Sending a letter to one's own address, to see whether it arrives.
  static func testLetter(to person: UUID) -> Allowance { Allowance("test letter \(person)", 1, perMinutes: 60) }

  /// Links that end letters: providers follow them for many people from one address.
  static func unsubscribe(from address: IPAddress) -> [Allowance] {
    [Allowance("unsubscribe \(network(of: address))", 120, perMinutes: 10)]
  }

  /// Attempts in 10 minutes for an address. There is no limit for all together: a few networks could use it up, and keep
  /// everybody else out.
  private static func perAddress(_ name: String, _ address: IPAddress, _ tries: Int) -> [Allowance] {
    perNetwork(name, address, tries, perMinutes: 10)
  }

  /// Attempts for an address, and four times as many for a /48 of IPv6: a provider gives one customer as much (RFC 6177 §2),
  /// who has 65,536 networks then.
  private static func perNetwork(
    _ name: String, _ address: IPAddress, _ tries: Int, perMinutes minutes: Int
  ) -> [Allowance] {
    let own = Allowance("\(name) \(network(of: address))", tries, perMinutes: minutes)
    guard address.bytes.count == 16 else { return [own] }
    return [own, Allowance("\(name) \(network(of: address, bits: 48))", 4 * tries, perMinutes: minutes)]
  }

  /// An IPv4 address, or the /64 that an IPv6 address is in: a customer is given at least that much (RFC 6177).
  /// - Parameter bits: a multiple of 8.
  static func network(of address: IPAddress, bits: Int = 64) -> String {
    guard address.bytes.count == 16 else { return "\(address)" }
    return "\(IPAddress(bytes: address.bytes[..<(bits / 8)] + [UInt8](repeating: 0, count: 16 - bits / 8)))/\(bits)"
  }
}

enum RateLimit {
  /// Counts an attempt against each limit in turn, and stops at one that is used up: so a single address cannot use up
  /// what others share with it.
  ///
  /// The rows of each have the attempts of its window and the seconds to the window's end; none if it was not counted.
  static func take(_ allowances: [Allowance], in batch: inout Batch) -> [(allowance: Allowance, rows: Batch.Key)] {
    var taken: [(allowance: Allowance, rows: Batch.Key)] = []
    var isLeft: SQL = "true"
    for allowance in allowances {
      let key = allowance.key
      let rows = batch.add(
        """
        INSERT INTO rate_limits AS known (key, hits, window_ends)
        SELECT \(fragment: key), 1, now() + make_interval(mins => \(allowance.minutes)::int) WHERE \(fragment: isLeft)
        ON CONFLICT (key) DO UPDATE SET
          hits = CASE WHEN known.window_ends <= now() THEN 1 ELSE least(known.hits + 1, 1000000) END,
          window_ends = CASE WHEN known.window_ends <= now() THEN excluded.window_ends ELSE known.window_ends END
        RETURNING hits, ceil(extract(epoch FROM window_ends - now()))::integer AS seconds_left
        """)
      taken.append((allowance, rows))
      isLeft = """
        \(fragment: isLeft)
          AND NOT EXISTS (SELECT FROM rate_limits WHERE key = \(fragment: key) AND hits > \(allowance.tries)::int)
        """
    }
    batch.add(deleteEnded())
    return taken
  }

  /// Uncounts an attempt that succeeded or was not evaluated.
  static func giveBack(_ allowances: [Allowance]) -> [SQL] {
    allowances.map { "UPDATE rate_limits SET hits = hits - 1 WHERE key = \(fragment: $0.key) AND hits > 0" }
  }

  /// Each attempt deletes several expired rows, so that the table stays small. Rows that another transaction has locked
  /// are skipped.
  private static func deleteEnded() -> SQL {
    """
    DELETE FROM rate_limits WHERE key = ANY (ARRAY(
      SELECT key FROM rate_limits WHERE window_ends < now() ORDER BY window_ends LIMIT 10 FOR UPDATE SKIP LOCKED))
    """
  }

  /// Throws `.tooMany` when a limit is used up.
  static func check(_ taken: [(allowance: Allowance, rows: Batch.Key)], _ results: Results) throws {
    for (allowance, rows) in taken {
      guard let row = results[rows].first else { return }
      let hits: Int = try row["hits"]
      if hits > allowance.tries { throw Failure.tooMany(retryAfter: max(1, try row["seconds_left"])) }
    }
  }
}

extension Context {
  /// Counts an attempt. Throws `.tooMany`, and logs the event, when a limit is used up.
  func take(_ allowances: [Allowance], orLog event: String) async throws {
    var batch = Batch()
    let taken = RateLimit.take(allowances, in: &batch)
    let results = try await queryWithoutSession(batch)
    do {
      try RateLimit.check(taken, results)
    } catch {
      app.log(.warning, event, ["address": "\(request.remoteAddress)", "request": request.id])
      throw error
    }
  }

  /// Uncounts an attempt that the error kept from being evaluated. If that fails too, the end of the window resets the
  /// count.
  func giveBack(_ allowances: [Allowance]) async {
    _ = try? await queryWithoutSession(Batch(RateLimit.giveBack(allowances)))
  }
}
