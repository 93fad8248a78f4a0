import Crypto
import HTTP
import Testing

@testable import Foyer
@testable import Postgres

extension Member {
  /// Makes an access token, and returns it.
  func makeToken(_ name: String = "Script", scopes: [String] = ["items:write"], days: String = "90") async throws
    -> String
  {
    let answer = try await sendToken([("name", name), ("days", days)] + scopes.map { ("scope", $0) })
    guard answer.status == 200, let token = answer.between("<code translate=\"no\">", "</code>") else {
      throw Unexpected("making a token answered \(answer.status)")
    }
    return token
  }

  func sendToken(_ fields: [(String, String)]) async throws -> Answer {
    var form = Form()
    for (name, value) in fields { form.append(name, value) }
    return try await browser.send("POST", "/settings/tokens", [:], Array(form.urlencoded.utf8))
  }
}

extension FoyerTests {
  @Suite struct TokenTests {
    private func count(_ member: Member, _ app: TestApp) throws -> Int {
      try app.number("SELECT count(*) AS n FROM access_tokens WHERE household_id = \(member.household)")
    }

    @Test func `A token is shown once, stored hashed, listed, and ended`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let token = try await member.makeToken("Lamp <post>", scopes: ["items:read", "shopping:write"], days: "30")
      #expect(token.hasPrefix("foyer_") && token.utf8.count == 49)
      let row = try app.rows(
        """
        SELECT access_tokens::text AS row, token_hash, scopes, (expires_at - created_at)::text AS life FROM access_tokens
        WHERE household_id = \(member.household)
        """)[0]
      let (text, hash, scopes, life): (String, [UInt8], String, String) = (
        try row["row"], try row["token_hash"], try row["scopes"], try row["life"]
      )
      #expect(!text.contains(token.dropFirst(6)) && hash == sha256(token.utf8))
      #expect(scopes == "items:read shopping:write" && life == "30 days")
      let page = try await member.get("/settings/tokens")
      #expect(page.shows("Lamp <post>") && page.contains("Items: read, Shopping: read and change"))
      #expect(page.contains("Never used") && !page.contains("foyer_"))
      let id = try #require(page.between("<li id=\"token-", "\""))
      #expect(
        try await member.get("/settings/security").contains(
          "Access token created:</strong> <bdi>Lamp &lt;post&gt;</bdi>"))
      // A housemate sees and ends none of it, and neither does a stranger.
      for other in [try await app.housemate(of: member), try await app.member()] {
        #expect(try await other.get("/settings/tokens").count(of: "<li id=\"token-") == 0)
        #expect(try await other.post("/settings/tokens/\(id)/delete").status == 404)
      }
      #expect(try await member.post("/settings/tokens/\(id)/delete").status == 303)
      #expect(try await member.post("/settings/tokens/\(id)/delete").status == 404)
      #expect(try count(member, app) == 0)
      #expect(
        try await member.get("/settings/security").contains("Access token ended:</strong> <bdi>Lamp &lt;post&gt;</bdi>")
      )
    }

    @Test func `What is wrong is said beside its field, and what was chosen stays`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let cases: [(fields: [(String, String)], field: String)] = [
        ([("name", " "), ("scope", "items:read"), ("days", "30")], "name"),
        ([("name", String(repeating: "x", count: 101)), ("scope", "items:read"), ("days", "30")], "name"),
        ([("name", "A"), ("days", "30")], "scope"),
        ([("name", "A"), ("scope", "items:read"), ("scope", "admin"), ("days", "30")], "scope"),
        ([("name", "A"), ("scope", "items:read"), ("days", "31")], "days"),
        ([("name", "A"), ("scope", "items:read"), ("days", "0")], "endless"),
      ]
      for (fields, field) in cases {
        let answer = try await member.sendToken(fields)
        #expect(answer.status == 422 && answer.contains("id=\"error-\(field)\""), "\(field)")
        #expect(!answer.contains("foyer_"))
        if field == "days" || field == "endless" { #expect(answer.contains("value=\"items:read\" checked")) }
      }
      #expect(try count(member, app) == 0)
      // Without end only after it was asked once more.
      let sure = try await member.sendToken([
        ("name", "A"), ("scope", "items:read"), ("days", "0"), ("endless", "true"),
      ])
      #expect(sure.status == 200 && sure.contains("foyer_"))
      #expect(try await member.get("/settings/tokens").contains("Without end · Never used"))
    }

    @Test func `A session that has not given its password lately makes none without it`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      try app.rows("UPDATE sessions SET confirmed_at = to_timestamp(0) WHERE household_id = \(member.household)")
      let fields = [("name", "A"), ("scope", "items:read"), ("days", "30")]
      for password in [nil, "wrong"] {
        let refused = try await member.sendToken(fields + (password.map { [("current_password", $0)] } ?? []))
        #expect(refused.status == 422 && refused.contains("id=\"error-current_password\""))
      }
      #expect(try count(member, app) == 0)
      #expect(try await member.sendToken(fields + [("current_password", member.password)]).status == 200)
    }

    @Test func `A form that is sent twice makes one token, the one that was shown last`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let fields = [("id", "\(UUID.v7())"), ("name", "A"), ("scope", "items:read"), ("days", "30")]
      let first = try #require(try await member.sendToken(fields).between("<code translate=\"no\">", "</code>"))
      let second = try #require(try await member.sendToken(fields).between("<code translate=\"no\">", "</code>"))
      #expect(first != second)
      #expect(try app.number("SELECT count(*) AS n FROM access_tokens WHERE token_hash = \(sha256(second.utf8))") == 1)
      #expect(try count(member, app) == 1)
      #expect(try await member.get("/settings/security").count(of: "Access token created:") == 1)
      // Not of another person.
      let housemate = try await app.housemate(of: member)
      #expect(try await housemate.sendToken(fields).status == 422)
      #expect(try app.number("SELECT count(*) AS n FROM access_tokens WHERE token_hash = \(sha256(second.utf8))") == 1)
    }

    @Test func `A new password ends tokens if asked, and leaving ends them always`() async throws {
      let app = try await TestApp.shared()
      let (member, anna) = (try await app.member(), try await app.member())
      _ = try await member.makeToken()
      #expect(try await member.get("/settings").contains("name=\"end_tokens\""))
      let kept = "another long password"
      #expect(
        try await member.post("/settings/password", ["current_password": member.password, "new_password": kept]).status
          == 303)
      #expect(try count(member, app) == 1)
      let ended = try await member.post(
        "/settings/password", ["current_password": kept, "new_password": "a third long password", "end_tokens": "true"])
      #expect(ended.status == 303)
      #expect(try count(member, app) == 0)
      #expect(try await member.get("/settings/security").contains("All access tokens ended"))
      #expect(try await !member.get("/settings").contains("name=\"end_tokens\""))
      _ = try await member.makeToken()
      #expect(try await member.get("/settings/sessions").contains("id=\"hint-tokens\""))
      #expect(try await member.post("/settings/sessions/delete-others").status == 303)
      #expect(try count(member, app) == 0)
      let token = try await member.makeToken()
      let link = try #require(try await anna.link()).components("/invitations/")[1]
      #expect(try await member.post("/invitations/\(link)", ["confirm": "household"]).status == 303)
      #expect(try app.number("SELECT count(*) AS n FROM access_tokens WHERE token_hash = \(sha256(token.utf8))") == 0)
    }

    @Test func `A token opens no page`() async throws {
      let app = try await TestApp.shared()
      let token = try await app.member().makeToken(scopes: AccessScope.all.map(\.text))
      for path in ["/", "/items", "/settings/tokens", "/shopping"] {
        let answer = try await app.browser().get(path, ["authorization": "Bearer \(token)"])
        #expect(answer.status == 303 && answer["location"]?.hasPrefix("/login") == true, "\(path)")
      }
      let browser = app.browser()
      await browser.setCookie("foyer", token)
      #expect(try await browser.get("/items").status == 303)
    }
  }
}
