import CivilTime
import Crypto
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// The operations of accounts, without a request.
  @Suite struct AccountOperations {
    @Test func `Each rule is refused by the name of its field`() {
      func problems(
        _ name: String = "Ada", _ email: String = "ada@example.org", _ password: String = "a quiet harbour",
        forMail: Bool = false
      ) -> [Problem] {
        NewAccount(name: name, email: email, password: password).problems(forMail: forMail).all
      }
      #expect(problems() == [])
      #expect(problems(" ") == [Problem(field: "name", kind: .blank)])
      #expect(problems(String(repeating: "x", count: 10_001)) == [Problem(field: "name", kind: .tooLong(10_000))])
      #expect(problems("Ada", "ada") == [Problem(field: "email", kind: .invalidAddress)])
      // An address that looks like one, but to which no letter can be sent.
      #expect(problems("Ada", "ada@[::1]") == [])
      #expect(problems("Ada", "ada@[::1]", forMail: true) == [Problem(field: "email", kind: .invalidAddress)])
      #expect(problems("Ada", "ada@example.org", "short") == [Problem(field: "password", kind: .tooShort(8))])
      let long = String(repeating: "é", count: 257)
      #expect(problems("Ada", "ada@example.org", long) == [Problem(field: "password", kind: .tooLong(256))])
      #expect(problems("Ada", "ada@example.org", "password1") == [Problem(field: "password", kind: .common)])
      #expect(problems("", "", "").map(\.field) == ["name", "email", "password"])
    }

    @Test func `Each rule of a change is refused by the name of its field`() throws {
      func settings(
        name: String = "Ada", zone: String = "Europe/Paris", theme: String = "dark", accent: String = "moss",
        bar: [Place] = [.today, .plan],
        away: (String?, String?) = (nil, nil), birthday: String? = nil
      ) -> [Problem] {
        func day(_ text: String?) -> CalendarDate? { text.map { CalendarDate($0) ?? .unreadable } }
        return EditSettings(
          resident: Resident(person: .v7(), household: .v7()), name: name, language: .fr, timeZone: zone,
          presentTimeZone: "Mars/Olympus", theme: theme, accent: accent, bar: bar, hasShortcuts: true,
          awayFrom: day(away.0),
          awayUntil: day(away.1), birthday: day(birthday)
        ).problems(zones: ["Europe/Paris"]).all
      }
      func problem(_ field: String, _ kind: Problem.Kind) -> [Problem] { [Problem(field: field, kind: kind)] }
      #expect(settings() == [] && settings(zone: "Mars/Olympus") == [])
      #expect(settings(name: " ") == problem("name", .blank))
      #expect(settings(zone: "Nowhere5") == problem("time_zone", .unknownZone))
      #expect(settings(theme: "loud") == problem("theme", .unknownChoice))
      #expect(settings(bar: []) == problem("bar", .outOfRange(1...4)))
      #expect(settings(bar: Array(Place.choices.prefix(5))) == problem("bar", .outOfRange(1...4)))
      #expect(settings(accent: "loud") == problem("accent", .unknownChoice))
      #expect(settings(away: ("2026-12-01", nil)) == problem("away_until", .otherMissing))
      #expect(settings(away: (nil, "2026-12-01")) == problem("away_from", .otherMissing))
      #expect(settings(away: ("2026-12-02", "2026-12-01")) == problem("away_until", .notAfter))
      #expect(settings(away: ("2026-12-01", "2026-02-30")) == problem("away_until", .invalidDate))
      #expect(settings(birthday: "soon") == problem("birthday", .invalidDate))
      #expect(ChangePassword.problems("short").all == problem("new_password", .tooShort(8)))
      #expect(ChangePassword.problems("a quiet harbour").isEmpty)
      for (email, sendsMail, isGood) in [
        ("ada@example.org", true, true), ("ada", false, false), ("ada@[::1]", false, true), ("ada@[::1]", true, false),
      ] {
        let changing = ChangeAddress(person: .v7(), email: email, client: Client(sendsMail: sendsMail))
        #expect(changing.problems.all == (isGood ? [] : problem("email", .invalidAddress)), "\(email)")
      }
    }

    @Test func `A password is changed once, and a second factor is switched on by its code`() async throws {
      let app = try await TestApp()
      let (household, person) = (UUID.v7(), UUID.v7())
      func run<Value: Sendable>(
        _ change: (inout Batch) throws -> @Sendable (Results) throws -> Value
      ) async throws -> Value {
        var batch: Batch = [SessionQueries.openWithoutSession()]
        let read = try change(&batch)
        let whole = batch
        return try await Pool.alone(app.database, timeout: .seconds(60)) { pool in
          try read(try await pool.execute(whole))
        }
      }
      let made = SignUp(
        person: person, home: .own(household, named: "Home"), name: "Ada", email: "ada@example.org", password: "one")
      try await run { batch in
        made.store(in: &batch)
        return { _ in }
      }
      let client = Client(address: "192.0.2.1", userAgent: "a program", sendsMail: true)
      func change(to hash: String) async throws -> (isDone: Bool, session: [UInt8]) {
        let changing = ChangePassword(person: person, checked: "one", hash: hash, client: client)
        let isDone = try await run { batch in
          let query = changing.store(in: &batch)
          return { try ChangePassword.deviceKey($0, query) != nil }
        }
        return (isDone, changing.session.hash)
      }
      let first = try await change(to: "two")
      #expect(first.isDone)
      // The password that was checked is no more.
      #expect(try await !change(to: "three").isDone)
      #expect(try app.number("SELECT count(*) AS n FROM sessions WHERE person_id = \(person)") == 1)
      let account = AccountID(household: household, person: person)
      let begun = try await run { batch in
        let begun = BeginSecondFactor(account: account, session: first.session).store(in: &batch)
        return { $0[begun].affected }
      }
      #expect(begun == 1)
      let waiting = try #require(
        try await run { batch in
          let waiting = batch.add(SecondFactorQueries.waiting(account, session: first.session))
          return { try WaitingSecondFactor($0[waiting]) }
        })
      func confirm(_ code: String) async throws -> Int {
        let confirming = ConfirmSecondFactor(
          account: account, waiting: waiting, code: SecondFactorCode(code), session: first.session, client: client)
        return try await run { batch in
          let confirmed = try confirming.store(in: &batch)
          return { $0[confirmed].affected }
        }
      }
      #expect(try await refused { _ = try await confirm("no code") } == [Problem(field: "code", kind: .wrongCode)])
      let code = waiting.secret.password.code(at: waiting.step)
      #expect(try await confirm(code) == RecoveryCode.count)
      let ended = try await run { batch in
        let ended = EndSecondFactor(account: account, client: client).store(in: &batch)
        return { $0[ended].affected }
      }
      #expect(ended == 1)
      let log: [String] = try app.rows(
        "SELECT kind FROM account_events WHERE person_id = \(person) ORDER BY created_at, id"
      )
      .map { try $0["kind"] }
      #expect(log == ["password_changed", "second_factor_on", "second_factor_off"])
      #expect(try app.number("SELECT count(*) AS n FROM jobs WHERE payload ->> 'person' = \("\(person)")") == 3)
      await app.app.stop()
    }

    @Test func `An account is made, joins by an invitation, and is deleted with its household`() async throws {
      let app = try await TestApp()
      func run(_ change: (inout Batch) -> Batch.Key?) async throws -> Int {
        var batch: Batch = [SessionQueries.openWithoutSession()]
        let key = change(&batch)
        let whole = batch
        return try await Pool.alone(app.database, timeout: .seconds(60)) { pool in
          let results = try await pool.execute(whole)
          return key.map { results[$0].count } ?? 0
        }
      }
      func signUp(_ email: String, _ home: SignUp.Home) -> SignUp {
        SignUp(home: home, name: "Ada", email: email, password: "scrypt$")
      }
      let household = UUID.v7()
      let ada = signUp("ada@example.org", .own(household, named: String(repeating: "h", count: 20_000)))
      #expect(try await run { ada.store(in: &$0) } == 1)
      do {
        _ = try await run { signUp("Ada@example.org", .own(.v7(), named: "Home")).store(in: &$0) }
        Issue.record("The address is taken.")
      } catch PostgresError.server(let error) {
        #expect(SignUp.problems(error)?.all == [Problem(field: "email", kind: .taken)])
      }
      let token = InvitationToken()
      try app.rows(
        "INSERT INTO invitations (token_hash, household_id, id) VALUES (\(token.hash), \(household), \(UUID.v7()))")
      let ben = signUp("ben@example.org", .invitation(token))
      #expect(try await run { ben.store(in: &$0) } == 1)
      // It was used.
      #expect(try await run { signUp("carl@example.org", .invitation(token)).store(in: &$0) } == 0)
      func count(_ table: SQL) throws -> Int { try app.number("SELECT count(*) AS n FROM \(fragment: table)") }
      #expect(try count("accounts") == 2)
      func delete(_ person: UUID) async throws {
        _ = try await run {
          DeleteAccount(resident: Resident(person: person, household: household)).store(in: &$0)
          return nil
        }
      }
      try await delete(ada.person)
      #expect(try app.number("SELECT count(*) AS n FROM households WHERE id = \(household)") == 1)
      try await delete(ben.person)
      #expect(try app.number("SELECT count(*) AS n FROM households WHERE id = \(household)") == 0)
      await app.app.stop()
    }
  }
}
