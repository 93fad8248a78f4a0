import Crypto
import HTTP
import Testing

@testable import Foyer
@testable import Postgres

/// What a GET may change, and why: every other one changes nothing and begins nothing (RFC 9110 §9.2.1), since any site can
/// make a browser send it. That a session is in use is noted once an hour, whatever is asked for.
private struct Exception {
  var tables: Set<String> = []
  /// What the names of cookies that it sets begin with, besides those of a form and of a notice.
  var cookie: String?
  let reason: String

  static let all: [String: Exception] = [
    "/": Exception(tables: ["people"], reason: "what is new is what came since one looked last"),
    "/calendar/{token}": Exception(tables: ["rate_limits"], reason: "reading is limited, by whoever has the address"),
    "/unsubscribe/{token}": Exception(tables: ["rate_limits"], reason: "trying addresses is limited"),
    "/login/oidc": Exception(
      cookie: "foyer-oidc-", reason: "a link of this site's pages; others' links lead to the sign-in page"),
    "/login/oidc/callback": Exception(
      tables: ["rate_limits"], cookie: "foyer-oidc-",
      reason: "providers send browsers back by GET: it counts once, in the browser that this site has sent there"),
  ]
}

extension FoyerTests {
  @Suite struct GetTests {
    private static let routes = RouteTable(Feature.all).router.routes.filter { $0.method == .get }.map(\.pattern)

    /// An app with mail and a provider that answers, on whose database accounts are made without letters.
    private static func app(_ provider: FakeEndpoint, _ database: String) async throws -> TestApp {
      let issuer = "http://127.0.0.1:\(provider.port)"
      let endpoints = ["authorization_endpoint", "token_endpoint", "jwks_uri"].map { "\"\($0)\":\"\(issuer)/\($0)\"" }
      provider.behave(.answer(body: "{\"issuer\":\"\(issuer)\",\(endpoints.joined(separator: ","))}"))
      return try await TestApp(
        [
          "FOYER_SMTP_URL": "smtp://127.0.0.1:9", "FOYER_MAIL_FROM": "foyer@example.org",
          "FOYER_PUBLIC_URL": "http://localhost", "FOYER_OIDC_ISSUER": issuer, "FOYER_OIDC_CLIENT_ID": "foyer",
          "FOYER_OIDC_CLIENT_SECRET": "secret",
        ], database: database)
    }

    /// A living token for each kind of link.
    private static func tokens(_ app: TestApp, of member: Member, feed: UUID) async throws -> [String] {
      let (invitation, password, address, signUp) = (InvitationToken(), MailToken(), MailToken(), MailToken())
      try app.rows(
        """
        INSERT INTO invitations (household_id, id, token_hash)
        SELECT household_id, gen_random_uuid(), \(invitation.hash) FROM accounts WHERE email = \(member.email)
        """)
      for (token, purpose) in [(password, "password"), (address, "address")] {
        try app.rows(
          """
          INSERT INTO mail_links (token_hash, purpose, person_id, email)
          SELECT \(token.hash), \(purpose), person_id, email FROM accounts WHERE email = \(member.email)
          """)
      }
      try app.rows(
        """
        INSERT INTO sign_ups (id, token_hash, name, email, password, time_zone)
        VALUES (gen_random_uuid(), \(signUp.hash), 'N', 'n@example.org', 'none', 'UTC')
        """)
      let row = try app.rows(
        """
        SELECT person_id, (SELECT key FROM signing_keys WHERE name = 'unsubscribe') AS unsubscribe,
          (SELECT key FROM signing_keys WHERE name = 'feed') AS feed, (SELECT seed FROM feeds WHERE id = \(feed)) AS seed
        FROM accounts WHERE email = \(member.email)
        """)[0]
      let unsubscribe = UnsubscribeToken(try row["person_id"], key: try row["unsubscribe"])
      let calendar = FeedToken(seed: try row["seed"], key: try row["feed"])
      return [invitation.text, password.text, address.text, signUp.text]
        + [unsubscribe.path, calendar.path].map { $0.components("/")[2] }
    }

    @Test func `A GET changes nothing and begins nothing, but for those that say why`() async throws {
      #expect(Set(Exception.all.keys).isSubset(of: Self.routes))
      let provider = try FakeEndpoint(.hangUp)
      let plain = try await TestApp()
      let app = try await Self.app(provider, plain.databaseURL)
      let (host, guest, operators) = (try await plain.member(), try await plain.member(), try await plain.member())
      let (listing, id) = (try await host.list(), try await guest.add("Mine"))
      let request = try await guest.ask(listing)
      try await host.answer(request, "propose")
      _ = try await guest.post("/recipes", ["id": "\(id)", "name": "Mine", "ingredients": "2 eggs"])
      _ = try await guest.post("/settings/feeds", ["id": "\(id)", "name": "Mine", "content": "all"])
      _ = try await guest.post("/plan", ["id": "\(id)", "day": "2030-01-01", "meal": "lunch", "text": "Mine"])
      for path in ["/categories", "/tags", "/shopping/shops", "/household/eaters"] {
        _ = try await guest.post(path, ["id": "\(id)", "name": "Mine"])
      }
      _ = try await guest.post("/shopping", ["id": "\(id)", "text": "eggs"])
      try app.rows("UPDATE accounts SET is_admin = true WHERE email = \(operators.email)")
      let tokens = try await Self.tokens(app, of: guest, feed: id)
      let query =
        "?id=\(id)&show=\(id)&done=true&title=x&text=x&url=http://127.0.0.1:9/&q=eggs&page=1&version=1&next=/items"
        + "&current_password=\(percentEncoded(guest.password))&code=x&state=x"
      var readers: [Browser] = [app.browser()]
      for member in [host, guest, operators] {
        let browser = app.browser()
        for (name, value) in await member.browser.cookies { await browser.setCookie(name, value) }
        readers.append(browser)
      }
      try app.rows("UPDATE people SET looked_at = now() - interval '1 hour'")
      try app.rows("DELETE FROM jobs")
      var before = try Household.checksums(app.superuserURL)
      for route in Self.routes {
        let exception = Exception.all[route] ?? Exception(reason: "")
        let names =
          route.contains("{token}") ? tokens : route.contains("{id}") ? [id, listing, request].map { "\($0)" } : [""]
        for reader in readers {
          for name in names {
            let path = ["{id}", "{file}", "{token}"].reduce(route) { $0.components($1).joined(separator: name) }
            for headers in [[:], fragment()] {
              // A stream has no end: its head is what HEAD answers.
              let method = route == "/events" ? "HEAD" : "GET"
              let answer = try await reader.send(method, path + query, headers, nil)
              #expect(answer.status < 500 || route == "/login/oidc/callback", "\(route): \(answer)")
              let set = answer.all("set-cookie").map { "\($0.prefix { $0 != "=" })" }
              for cookie in set where cookie != "foyer-form" && cookie != "foyer-notice" {
                #expect(exception.cookie.map { cookie.hasPrefix($0) } ?? false, "\(route) sets \(cookie)")
              }
            }
          }
        }
        let after = try Household.checksums(app.superuserURL)
        let changed = Set(after.keys.filter { after[$0] != before[$0] })
        #expect(changed == exception.tables, "GET \(route)")
        before = after
      }
      await app.app.stop()
      await plain.app.stop()
    }
  }
}
