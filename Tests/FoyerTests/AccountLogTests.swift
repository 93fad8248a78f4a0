import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// What happened to an account, as its owner reads it.
  @Suite struct AccountLog {
    private static let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"

    /// The texts of the entries, newest first.
    private func entries(_ member: Member) async throws -> [String] {
      let page = try await member.get("/settings/security")
      #expect(page.status == 200)
      return page.text.components("<p><strong>").dropFirst().compactMap { $0.components("</strong>").first }
    }

    @Test func `Each change is an entry, with its browser and address`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member(headers: ["user-agent": Self.firefox])
      #expect(try await entries(member) == ["Account created"])
      #expect(try await member.get("/settings/security").shows("Firefox · Linux"))
      let phone = app.browser()
      let login: KeyValuePairs = ["email": member.email, "password": member.password]
      #expect(try await phone.post("/login", login).status == 303)
      let id: UUID = try app.rows(
        "SELECT id FROM sessions WHERE household_id = \(member.household) ORDER BY created_at DESC")[0]["id"]
      #expect(try await member.post("/settings/sessions/\(id)/delete").status == 303)
      #expect(try await member.post("/settings/sessions/delete-others").status == 303)
      let new = "<b>new</b>-\(member.email)"
      #expect(
        try await member.post(
          "/settings", ["name": "Grace", "email": "new-\(member.email)", "confirm_password": member.password]
        ).status == 303)
      let change: KeyValuePairs = ["current_password": member.password, "new_password": new]
      #expect(try await member.post("/settings/password", change).status == 303)
      #expect(
        try await entries(member) == [
          "Password changed", "E-mail address changed:", "Signed out everywhere else", "Signed out in one place",
          "Signed in", "Account created",
        ])
      #expect(try await member.get("/settings/security").shows("new-\(member.email)"))
    }

    @Test func `Its order is that of one clock, whatever that of each instance`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      // The id of an instance whose clock is ahead.
      try app.rows(
        """
        UPDATE account_events SET id = ('ffffffff' || right(id::text, 28))::uuid, created_at = now() - interval '1 minute'
        WHERE household_id = \(member.household)
        """)
      let change: KeyValuePairs = ["current_password": member.password, "new_password": "a louder harbour"]
      #expect(try await member.post("/settings/password", change).status == 303)
      #expect(try await entries(member) == ["Password changed", "Account created"])
    }

    @Test func `What was refused is no entry`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let wrong: KeyValuePairs = ["email": member.email, "password": "not the password"]
      #expect(try await app.browser().post("/login", wrong).status == 422)
      let change: KeyValuePairs = ["current_password": "not it", "new_password": "a louder harbour"]
      #expect(try await member.post("/settings/password", change).status == 422)
      #expect(try await member.post("/settings/sessions/\(UUID.v7())/delete").status == 404)
      #expect(try await entries(member) == ["Account created"])
    }

    @Test func `It is the person's alone, moves with them, and goes with the account`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let housemate = try await app.housemate(of: member)
      #expect(try await member.post("/settings/sessions/delete-others").status == 303)
      #expect(try await entries(housemate) == ["Account created"])
      #expect(try await housemate.post("/household/leave", ["confirm": "true"]).status == 303)
      #expect(try await entries(housemate) == ["Account created"])
      #expect(try await entries(member) == ["Signed out everywhere else", "Account created"])
      #expect(try await member.post("/account/delete", ["password": member.password]).status == 303)
      #expect(
        try app.number("SELECT count(*) AS n FROM account_events WHERE household_id = \(member.household)") == 0)
    }

    @Test func `Entries are kept for 180 days, and the page shows 100`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      try app.rows(
        """
        INSERT INTO account_events (household_id, person_id, id, kind, created_at)
        SELECT household_id, person_id, gen_random_uuid(), 'signed_in', now() - make_interval(days => 79 + n)
        FROM accounts, generate_series(1, 102) AS n WHERE email = \(member.email)
        """)
      #expect(try await entries(member).count == 100)
      let login: KeyValuePairs = ["email": member.email, "password": member.password]
      #expect(try await app.browser().post("/login", login).status == 303)
      let old: SQL = """
        SELECT count(*) AS n FROM account_events
        WHERE household_id = \(member.household) AND created_at < now() - interval '178 days 12 hours'
        """
      #expect(try app.number(old) == 1)
    }
  }
}
