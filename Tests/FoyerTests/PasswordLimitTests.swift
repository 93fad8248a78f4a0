import Crypto
import EventLoop
import Testing

@testable import Foyer
@testable import Postgres

extension TestApp {
  /// How often a limit's key was hit in the running window.
  func hits(_ name: String) throws -> Int {
    try number("SELECT coalesce(sum(hits), 0)::int AS n FROM rate_limits WHERE key = \(sha256(name.utf8))")
  }

  /// As if it had been hit that often.
  func hit(_ name: String, _ times: Int) throws {
    try rows(
      """
      INSERT INTO rate_limits (key, hits, window_ends) VALUES (\(sha256(name.utf8)), \(times), now() + interval '2 minutes')
      ON CONFLICT (key) DO UPDATE SET hits = excluded.hits
      """)
  }
}

private func isRefused(_ answer: Answer) -> Bool {
  answer.status == 429 && answer["retry-after"].flatMap { Int($0) }.map { (1...600).contains($0) } == true
}

extension FoyerTests {
  @Suite struct PasswordLimits {
    private func signUp(_ browser: Browser, _ headers: [String: String?] = [:]) async throws -> Answer {
      let fields: KeyValuePairs = ["name": "Eve", "email": "taken@example.org", "password": "another harbour"]
      return try await browser.post("/signup", fields, headers)
    }

    @Test func `An address makes at most 60 accounts in ten minutes, and does not use up what is for others`()
      async throws
    {
      let app = try await TestApp()
      let browser = app.browser()
      // The address is taken from the second on: that counts, too, as it tells whether there is an account.
      for number in 1...60 { #expect(try await signUp(browser).status == (number == 1 ? 303 : 422)) }
      for _ in 1...20 { #expect(isRefused(try await signUp(browser))) }
      #expect(app.log.contains("sign_up_limited"))
      #expect(try await signUp(app.browser()).status == 422)
      // A form that is refused for what it says costs nothing and does not count.
      #expect(try await browser.post("/signup", ["name": "", "email": "x", "password": "y"]).status == 422)
      await app.app.stop()
    }

    @Test func `The addresses of a /64 count as one`() async throws {
      let app = try await TestApp()
      try app.hit("signup 2001:db8:1:2::/64", 59)
      let browser = app.browser()
      #expect(try await signUp(browser, ["x-forwarded-for": "2001:db8:1:2::1"]).status == 303)
      #expect(isRefused(try await signUp(app.browser(), ["x-forwarded-for": "2001:db8:1:2:ffff::2"])))
      #expect(try await signUp(app.browser(), ["x-forwarded-for": "2001:db8:1:3::1"]).status == 422)
      // Signing in, too.
      for number in 1...10 {
        let fields: KeyValuePairs = ["email": "nobody-\(number)@example.org", "password": "wrong wrong"]
        #expect(try await browser.post("/login", fields, ["x-forwarded-for": "2001:db8:9::\(number)"]).status == 422)
      }
      let fields: KeyValuePairs = ["email": "nobody@example.org", "password": "wrong wrong"]
      #expect(isRefused(try await browser.post("/login", fields, ["x-forwarded-for": "2001:db8:9::a:0"])))
      await app.app.stop()
    }

    @Test func `What an address has used up is for itself, and each thing apart`() async throws {
      let app = try await TestApp()
      let member = try await app.member()
      let path = try await member.invite()
      let others = app.browser()
      for name in ["signup", "join", "invite", "email"] {
        try app.hit("\(name) \(member.browser.address)", 60)
        try app.hit("\(name) overall", 100_000)
      }
      let guest: KeyValuePairs = ["name": "G", "email": "guest@example.org", "password": "a guest harbour"]
      #expect(isRefused(try await signUp(member.browser)))
      #expect(isRefused(try await member.post("/household/invitations")))
      #expect(isRefused(try await member.post("/settings", ["email": "other@example.org"])))
      #expect(try await member.post("/settings", ["name": "Grace"]).status == 303)
      let login: KeyValuePairs = ["email": member.email, "password": member.password]
      #expect(try await others.post("/login", login).status == 303)
      #expect(try await app.browser().post(path, guest).status == 303)
      await app.app.stop()
    }

    @Test func `The networks of a /48 share four times what one has`() async throws {
      let app = try await TestApp()
      try app.hit("signup 2001:db8:7::/48", 239)
      #expect(try await signUp(app.browser(), ["x-forwarded-for": "2001:db8:7:1::1"]).status == 303)
      #expect(isRefused(try await signUp(app.browser(), ["x-forwarded-for": "2001:db8:7:2::1"])))
      #expect(try await signUp(app.browser(), ["x-forwarded-for": "2001:db8:8:2::1"]).status == 422)
      await app.app.stop()
    }

    @Test func `An address tries at most 20 e-mail addresses in ten minutes`() async throws {
      let app = try await TestApp.shared()
      let (member, other) = (try await app.member(), try await app.member())
      for _ in 1...20 { #expect(try await member.post("/settings", ["email": other.email]).status == 422) }
      #expect(isRefused(try await member.post("/settings", ["email": other.email])))
      #expect(try await member.post("/settings", ["name": "Grace"]).status == 303)
    }

    @Test func `A try that was not evaluated is given back`() async throws {
      let app = try await TestApp()
      let member = try await app.member()
      let path = try await member.invite()
      // Not even the two that are hashed at once find a place.
      let full = try await TestApp(database: app.databaseURL, waitingPasswords: -2)
      let (visitor, signedIn) = (full.browser(), full.browser())
      for (name, value) in await member.browser.cookies { await signedIn.setCookie(name, value) }
      let hits: SQL = "SELECT sum(hits)::int AS n FROM rate_limits"
      let before = try app.number(hits)
      let fields: KeyValuePairs = [
        "name": "Ada", "email": "ada@example.org", "password": "a quiet harbour", "current_password": "a quiet harbour",
        "new_password": "a louder harbour",
      ]
      for _ in 1...2 {
        for (browser, path) in [
          (visitor, "/login"), (visitor, "/signup"), (visitor, path), (signedIn, "/account/delete"),
          (signedIn, "/settings/password"),
        ] {
          let answer = try await browser.post(path, fields)
          #expect(answer.status == 503, "\(path)")
          #expect(answer["retry-after"] == "2")
        }
      }
      #expect(try app.number(hits) == before)
      await full.app.stop()
      await app.app.stop()
    }

    @Test func `Whoever makes accounts, members come in`() async throws {
      let costly = ScryptHash.Parameters(n: 1 << 13, r: 8, p: 1)
      let app = try await TestApp(waitingPasswords: 16, parameters: costly)
      let member = try await app.member()
      let login: KeyValuePairs = ["email": member.email, "password": member.password]
      let outcome = try await withThrowingTaskGroup(of: [Int].self) { group in
        for thread in 1...24 {
          group.addTask {
            var refused = 0
            var number = 0
            while !Task.isCancelled {
              number += 1
              // From many addresses: the limit for one does not help here.
              let stranger = app.browser()
              let answer = try await stranger.post(
                "/signup", ["name": "E", "email": "e\(number)@\(thread).example", "password": "another harbour"])
              if answer.status == 503 { refused += 1 }
            }
            return [refused]
          }
        }
        // Until the strangers have filled their part of the queue.
        try await eventually { app.log.contains("sign_up") }
        var statuses: [Int] = []
        for turn in 1...20 {
          let browser = turn % 2 == 0 ? member.browser : app.browser()
          statuses.append(try await browser.post("/login", login).status)
        }
        group.cancelAll()
        let refused = try await group.reduce(0) { $0 + $1[0] }
        return (statuses: statuses, refused: refused)
      }
      #expect(outcome.statuses == Array(repeating: 303, count: 20))
      #expect(outcome.refused > 0)
      await app.app.stop()
    }

    @Test(arguments: ["İ", "I", "ı", "K", "ﬁ", "Σ", "ς"])
    func `Spellings that the database takes for one account count as one`(letter: String) async throws {
      let app = try await TestApp.shared()
      let name = "\(UUID.v7())"
      let spellings = ["i", "k", "fi", "σ", letter].map { "\($0)\(name)@example.org" }
      for spelling in spellings {
        #expect(try await app.browser().post("/login", ["email": spelling, "password": "wrong wrong"]).status == 422)
      }
      let (same, counted) = try spellings.reduce(into: (0, 0)) { sums, spelling in
        sums.0 += try app.number(
          "SELECT (lower(\(spelling)) = lower(\(spellings[4])))::int AS n")
        sums.1 = try app.number(
          """
          SELECT hits AS n FROM rate_limits
          WHERE key = sha256(convert_to('account ' || lower(\(spellings[4])), 'UTF8'))
          """)
      }
      #expect(counted == same)
    }
  }

  @Suite struct KnownDevices {
    private func attempt(_ browser: Browser, _ member: Member, _ password: String) async throws -> Answer {
      try await browser.post("/login", ["email": member.email, "password": password])
    }

    private func device(_ member: Member) async throws -> String {
      try #require(await member.browser.cookies["foyer-device"])
    }

    @Test func `Strangers' tries lock neither a device out that signed in before, nor what is done there`() async throws
    {
      let app = try await TestApp.shared()
      let member = try await app.member()
      #expect(try await member.post("/logout").status == 303)
      for _ in 1...10 { #expect(try await attempt(app.browser(), member, "wrong wrong").status == 422) }
      #expect(isRefused(try await attempt(app.browser(), member, member.password)))
      #expect(try await attempt(member.browser, member, member.password).status == 303)
      // The password is asked for again: an allowance of its own, too.
      let change: KeyValuePairs = ["current_password": member.password, "new_password": "a louder harbour"]
      #expect(try await member.post("/settings/password", change).status == 303)
      #expect(try await attempt(member.browser, member, "a louder harbour").status == 303)
    }

    @Test func `Nor do those from behind the same address`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let stranger = app.browser(headers: ["x-forwarded-for": member.browser.address])
      for number in 1...10 {
        let fields: KeyValuePairs = ["email": "nobody-\(number)@example.org", "password": "wrong wrong"]
        #expect(try await stranger.post("/login", fields).status == 422)
      }
      #expect(isRefused(try await attempt(stranger, member, member.password)))
      #expect(try await attempt(member.browser, member, member.password).status == 303)
    }

    @Test func `A device has ten tries in three minutes, and others are not kept out`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      for _ in 1...10 { #expect(try await attempt(member.browser, member, "wrong wrong").status == 422) }
      #expect(isRefused(try await attempt(member.browser, member, member.password)))
      #expect(try await attempt(app.browser(), member, member.password).status == 303)
    }

    @Test func `Another's device, a changed or a made-up one is any device`() async throws {
      let app = try await TestApp.shared()
      let (member, other) = (try await app.member(), try await app.member())
      for _ in 1...10 { #expect(try await attempt(app.browser(), member, "wrong wrong").status == 422) }
      let (own, others) = (try await device(member), try await device(other))
      let parts = own.components(".")
      let forged = [
        others, parts[0], "\(parts[0]).\(others.components(".")[1])", "\(others.components(".")[0]).\(parts[1])",
        "\(parts[0]).\(String(parts[1].reversed()))", "\(own).x", ".\(parts[1])", "", "\(parts[0]).",
        ([parts[0]] + Array(repeating: parts[1], count: 9)).joined(separator: "."),
      ]
      for cookie in forged {
        let browser = app.browser()
        await browser.setCookie("foyer-device", cookie)
        #expect(isRefused(try await attempt(browser, member, member.password)), "\(cookie)")
      }
      let browser = app.browser()
      await browser.setCookie("foyer-device", own)
      #expect(try await attempt(browser, member, member.password).status == 303)
    }

    @Test func `A device knows everybody who signs in there, up to eight`() async throws {
      let app = try await TestApp.shared()
      let tablet = app.browser()
      var members: [Member] = []
      for _ in 1...9 {
        members.append(try await app.member())
        #expect(try await attempt(tablet, members.last!, members.last!.password).status == 303)
      }
      for member in members { try app.hit("account \(member.email)", 10) }
      try app.hit("address \(tablet.address)", 10)
      for member in members.dropFirst() { #expect(try await attempt(tablet, member, member.password).status == 303) }
      #expect(isRefused(try await attempt(tablet, members[0], members[0].password)))
    }

    @Test func `All instances agree, and a new account's device is known`() async throws {
      let app = try await TestApp()
      let member = try await app.member()
      let invited = try await app.housemate(of: member)
      let second = try await TestApp(database: app.databaseURL)
      for who in [member, invited] {
        let cookie = try await device(who)
        for _ in 1...10 { #expect(try await attempt(app.browser(), who, "wrong wrong").status == 422) }
        #expect(isRefused(try await attempt(second.browser(), who, who.password)))
        let browser = second.browser()
        await browser.setCookie("foyer-device", cookie)
        #expect(try await attempt(browser, who, who.password).status == 303)
      }
      await second.app.stop()
      await app.app.stop()
    }

    @Test func `Its cookie has the session's attributes, and tells nothing`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      for (scheme, name) in [("http", "foyer-device"), ("https", "__Host-foyer-device")] {
        let answer = try await attempt(app.browser(scheme: scheme), member, member.password)
        let cookie = try #require(answer.all("set-cookie").first { $0.hasPrefix("\(name)=") })
        let attributes = Set(cookie.components("; ").dropFirst())
        let secure: Set<String> = scheme == "https" ? ["Secure"] : []
        #expect(attributes == secure.union(["Path=/", "Max-Age=34560000", "HttpOnly", "SameSite=Lax"]))
      }
      let person: UUID = try app.rows("SELECT person_id FROM accounts WHERE email = \(member.email)")[0]["person_id"]
      let cookie = try await device(member)
      #expect(!cookie.contains("\(person)") && !cookie.contains(member.email))
      // It opens nothing by itself, and stays when one signs out.
      let browser = app.browser()
      await browser.setCookie("foyer-device", cookie)
      #expect(try await browser.get("/items").status == 303)
      _ = try await member.post("/logout")
      #expect(try await device(member) == cookie)
    }
  }

  /// What happens at the same moment, in an order that a lock decides.
  @Suite struct PasswordRaces {
    /// Changes the account's password in a transaction that ends when the request waits for its row.
    private func changing(_ member: Member, _ path: String, _ fields: KeyValuePairs<String, String>) async throws
      -> Answer
    {
      let app = member.app
      let new = ScryptHash(password: "a louder harbour", parameters: TestApp.parameters).text
      let session = try Session(Target(url: app.superuserURL), deadline: Instant.now() + .seconds(120))
      try session.run("BEGIN")
      try session.run("UPDATE accounts SET password = \(new) WHERE email = \(member.email)")
      let browser = path == "/login" ? app.browser() : member.browser
      let isAnswered = Lock(false)
      async let answer = answer(from: browser, path, fields) { isAnswered.withLock { $0 = true } }
      let waiting: SQL = """
        SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
        """
      try await eventually { try app.number(waiting) > 0 || isAnswered.withLock { $0 } }
      try session.run("DELETE FROM sessions WHERE household_id = \(member.household)")
      try session.run("COMMIT")
      return try await answer
    }

    private func answer(
      from browser: Browser, _ path: String, _ fields: KeyValuePairs<String, String>, _ done: @Sendable () -> Void
    ) async throws -> Answer {
      defer { done() }
      return try await browser.post(path, fields)
    }

    @Test func `A sign-in with the old password beside a change of it makes no session`() async throws {
      let app = try await TestApp()
      let member = try await app.member()
      let answer = try await changing(member, "/login", ["email": member.email, "password": member.password])
      #expect(answer.status == 422)
      #expect(try app.number("SELECT count(*) AS n FROM sessions") == 0)
      await app.app.stop()
    }

    @Test func `Nor does it bring the old password back`() async throws {
      let app = try await TestApp()
      let member = try await app.member()
      let old = ScryptHash(password: member.password, parameters: ScryptHash.Parameters(n: 4, r: 1, p: 1)).text
      try app.rows("UPDATE accounts SET password = \(old) WHERE email = \(member.email)")
      let answer = try await changing(member, "/login", ["email": member.email, "password": member.password])
      #expect(answer.status == 422)
      let new: KeyValuePairs = ["email": member.email, "password": "a louder harbour"]
      #expect(try await app.browser().post("/login", new).status == 303)
      await app.app.stop()
    }

    @Test func `Of two changes at once, one counts`() async throws {
      let app = try await TestApp()
      let member = try await app.member()
      let answer = try await changing(
        member, "/settings/password", ["current_password": member.password, "new_password": "a third harbour"])
      #expect([303, 422].contains(answer.status))
      #expect(try await member.get("/items").status == 303)
      let new: KeyValuePairs = ["email": member.email, "password": "a louder harbour"]
      #expect(try await app.browser().post("/login", new).status == 303)
      let third: KeyValuePairs = ["email": member.email, "password": "a third harbour"]
      #expect(try await app.browser().post("/login", third).status == 422)
      await app.app.stop()
    }
  }
}
