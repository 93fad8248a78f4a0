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
