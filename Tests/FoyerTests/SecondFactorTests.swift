import Crypto
import Testing

@testable import Foyer
@testable import Postgres

/// A member whose account has a second factor.
private struct Guarded {
  let member: Member
  let secret: TOTPSecret
  let recoveryCodes: [String]

  var app: TestApp { member.app }

  /// - Parameter signed: whose session it is.
  init(_ member: Member) async throws {
    self.member = member
    try #require(try await member.post("/settings/totp").status == 303)
    secret = TOTPSecret(
      try member.app.rows("SELECT secret FROM second_factors WHERE household_id = \(member.household)")[0]["secret"])
    let code = try secret.password.code(at: member.app.step())
    let answer = try await member.post("/settings/totp/confirm", ["code": code])
    try #require(answer.status == 200)
    recoveryCodes = answer.recoveryCodes
    try forget()
  }

  /// Lets the codes of the present steps be used again.
  func forget() throws {
    try app.rows("UPDATE second_factors SET last_step = 0 WHERE household_id = \(member.household)")
  }

  func code(_ offset: Int = 0) throws -> String { try secret.password.code(at: app.step() + offset) }

  /// A browser that has given the right password.
  func half(_ browser: Browser? = nil, _ app: TestApp? = nil) async throws -> Browser {
    let browser = browser ?? (app ?? member.app).browser()
    let answer = try await browser.post("/login", ["email": member.email, "password": member.password])
    try #require(answer["location"] == "/login/second")
    return browser
  }

  func sessions() throws -> Int {
    try app.number("SELECT count(*) AS n FROM sessions WHERE household_id = \(member.household)")
  }
}

extension TestApp {
  /// The number of 30 seconds since 1970.
  fileprivate func step() throws -> Int { try number("SELECT \(fragment: SecondFactorQueries.step) AS n") }
}

extension Answer {
  fileprivate var recoveryCodes: [String] {
    text.components("<li><code translate=\"no\">").dropFirst().map { String($0.prefix { $0 != "<" }) }
  }
}

extension FoyerTests {
  @Suite struct SecondFactorTests {
    private func guarded(_ app: TestApp? = nil) async throws -> Guarded {
      let app = if let app { app } else { try await TestApp.shared() }
      return try await Guarded(try await app.member())
    }

    @Test func `Signing in asks for a code, and there is no session before it`() async throws {
      let ada = try await guarded()
      let browser = ada.app.browser()
      let login: KeyValuePairs = ["email": ada.member.email, "password": ada.member.password, "next": "/trash"]
      let asked = try await browser.post("/login", login)
      #expect(asked.status == 303)
      #expect(asked["location"] == "/login/second?next=%2Ftrash")
      let cookies = asked.all("set-cookie")
      #expect(cookies.filter { $0.hasPrefix("foyer=") } == [])
      let cookie = try #require(cookies.first { $0.hasPrefix("foyer-second=") })
      for part in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=600"] { #expect(cookie.contains(part), "\(part)") }
      #expect(try await browser.get("/items").status == 303)
      let page = try await browser.get("/login/second?next=%2Ftrash")
      #expect(page.status == 200)
      #expect(page.field("next") == "/trash")
      #expect(page.contains("autocomplete=\"one-time-code\"") && page.contains("inputmode=\"numeric\""))
      let answer = try await browser.post("/login/second", ["code": try ada.code(), "next": "/trash"])
      #expect(answer.status == 303)
      #expect(answer["location"] == "/trash")
      #expect(try await browser.get("/items").status == 200)
      #expect(await browser.cookies["foyer-second"] == nil)
      // Without a sign-in that waits there is no such page.
      #expect(try await browser.get("/login/second")["location"] == "/login")
      #expect(try await ada.app.browser().post("/login/second", ["code": try ada.code(1)]).status == 422)
    }

    @Test func `The way back is a path of this app alone`() async throws {
      let ada = try await guarded()
      for next in ["https://evil.example/", "//evil.example", "/\\evil.example", "/a\r\nb"] {
        let browser = ada.app.browser()
        let asked = try await browser.post(
          "/login", ["email": ada.member.email, "password": ada.member.password, "next": next])
        #expect(asked["location"] == "/login/second")
        try ada.forget()
        let answer = try await browser.post("/login/second", ["code": try ada.code(), "next": next])
        #expect(answer["location"] == "/")
      }
    }

    @Test func `A code is accepted once, also of the step that switched it on`() async throws {
      let member = try await TestApp.shared().member()
      let app = member.app
      #expect(try await member.post("/settings/totp").status == 303)
      let bytes: [UInt8] = try app.rows(
        "SELECT secret FROM second_factors WHERE household_id = \(member.household)")[0]["secret"]
      let secret = TOTPSecret(bytes)
      let step = try app.step()
      #expect(try await member.post("/settings/totp/confirm", ["code": secret.password.code(at: step)]).status == 200)
      func signIn(_ step: Int) async throws -> Int {
        let browser = app.browser()
        _ = try await browser.post("/login", ["email": member.email, "password": member.password])
        return try await browser.post("/login/second", ["code": secret.password.code(at: step)]).status
      }
      #expect(try await signIn(step) == 422)
      #expect(try await signIn(step + 1) == 303)
      #expect(try await signIn(step + 1) == 422)
      // One that is older than the last is void, though it was not used.
      #expect(try await signIn(step) == 422)
    }

    @Test func `Of one code in eight browsers at once, one signs in`() async throws {
      let ada = try await guarded()
      var browsers: [Browser] = []
      for _ in 1...8 { browsers.append(try await ada.half()) }
      let (code, before) = (try ada.code(), try ada.sessions())
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for browser in browsers { group.addTask { try await browser.post("/login/second", ["code": code]).status } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.sorted() == [303] + Array(repeating: 422, count: 7))
      #expect(try ada.sessions() == before + 1)
    }

    @Test func `Of one recovery code in eight browsers at once, one signs in`() async throws {
      let ada = try await guarded()
      var browsers: [Browser] = []
      for _ in 1...8 { browsers.append(try await ada.half()) }
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for browser in browsers {
          group.addTask { try await browser.post("/login/second", ["code": ada.recoveryCodes[0]]).status }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.sorted() == [303] + Array(repeating: 422, count: 7))
    }

    @Test func `A sign-in that waits is used once, though it gives several valid codes`() async throws {
      let ada = try await guarded()
      let browser = try await ada.half()
      let half = try #require(await browser.cookies["foyer-second"])
      let before = try ada.sessions()
      let codes = [try ada.code(-1), try ada.code(), try ada.code(1), ada.recoveryCodes[0], ada.recoveryCodes[1]]
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for code in codes {
          group.addTask {
            let window = ada.app.browser()
            await window.setCookie("foyer-second", half)
            return try await window.post("/login/second", ["code": code]).status
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.sorted() == [303, 422, 422, 422, 422])
      #expect(try ada.sessions() == before + 1)
    }

    @Test func `Five wrong codes end it, and the account's log says so`() async throws {
      let ada = try await guarded()
      let browser = try await ada.half()
      for _ in 1...4 {
        let page = try await browser.post("/login/second", ["code": "000000", "next": "/trash"])
        #expect(page.status == 422)
        #expect(page.contains("action=\"/login/second\""))
        #expect(page.field("next") == "/trash")
      }
      // What cannot be a code costs nothing.
      for code in ["", "12345", String(repeating: "9", count: 500)] {
        #expect(try await browser.post("/login/second", ["code": code]).contains("action=\"/login/second\""))
      }
      let last = try await browser.post("/login/second", ["code": "zzzz-zzzz-zzzz-zzzz"])
      #expect(last.status == 422)
      #expect(last.contains("action=\"/login\""))
      #expect(try await browser.post("/login/second", ["code": try ada.code()]).contains("action=\"/login\""))
      #expect(try await browser.get("/login/second")["location"] == "/login")
      #expect(try await ada.member.get("/settings/security").shows("Right password, then five wrong codes"))
      // No lasting lockout.
      #expect(try await ada.half().post("/login/second", ["code": try ada.code()]).status == 303)
    }

    @Test func `Guesses at the same time are not more than five either`() async throws {
      let ada = try await guarded()
      let browser = try await ada.half()
      let half = try #require(await browser.cookies["foyer-second"])
      _ = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 1...10 {
          group.addTask {
            let window = ada.app.browser()
            await window.setCookie("foyer-second", half)
            return try await window.post("/login/second", ["code": "00000\(number % 10)"]).status
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(try await browser.post("/login/second", ["code": try ada.code()]).status != 303)
      #expect(
        try ada.app.number(
          "SELECT count(*) AS n FROM half_sign_ins h JOIN accounts a USING (person_id) WHERE a.household_id = \(ada.member.household)"
        ) == 0)
    }

    @Test func `Ten codes in three minutes, and a known device has ten of its own`() async throws {
      let ada = try await guarded()
      for _ in 1...2 {
        let browser = try await ada.half()
        for _ in 1...5 { _ = try await browser.post("/login/second", ["code": "000000"]) }
      }
      let stranger = try await ada.half()
      let refused = try await stranger.post("/login/second", ["code": try ada.code()])
      #expect(refused.status == 429)
      #expect(refused["retry-after"] != nil)
      #expect(try await ada.member.post("/logout").status == 303)
      #expect(try await ada.half(ada.member.browser).post("/login/second", ["code": try ada.code()]).status == 303)
      // The refused one may go on once the window has ended.
      try ada.app.rows("UPDATE rate_limits SET window_ends = now() WHERE hits >= 10")
      try ada.forget()
      #expect(try await stranger.post("/login/second", ["code": try ada.code()]).status == 303)
    }

    @Test func `Right codes do not use up the tries`() async throws {
      let ada = try await guarded()
      for number in 0..<10 {
        try ada.forget()
        let code = number < 5 ? ada.recoveryCodes[number] : try ada.code()
        #expect(try await ada.half().post("/login/second", ["code": code]).status == 303)
      }
    }

    @Test func `A new password, however it was set, and ten minutes end it`() async throws {
      let ada = try await guarded()
      let (changed, late) = (try await ada.half(), try await ada.half())
      try ada.app.rows(
        """
        UPDATE half_sign_ins h SET created_at = h.created_at - interval '10 minutes' FROM accounts a
        WHERE a.person_id = h.person_id AND a.email = \(ada.member.email)
          AND h.created_at = (SELECT max(created_at) FROM half_sign_ins WHERE person_id = h.person_id)
        """)
      #expect(try await late.post("/login/second", ["code": try ada.code()]).contains("action=\"/login\""))
      #expect(try await changed.get("/login/second").status == 200)
      let change: KeyValuePairs = ["current_password": ada.member.password, "new_password": "a louder harbour"]
      #expect(try await ada.member.post("/settings/password", change).status == 303)
      #expect(try await changed.post("/login/second", ["code": try ada.code()]).contains("action=\"/login\""))
    }

    @Test func `Another person's code, and a made-up cookie, sign nobody in`() async throws {
      let (ada, bob) = (try await guarded(), try await guarded())
      let browser = try await ada.half()
      for code in [try bob.code(), bob.recoveryCodes[0]] {
        #expect(try await browser.post("/login/second", ["code": code]).status == 422)
      }
      #expect(try await bob.half().post("/login/second", ["code": bob.recoveryCodes[0]]).status == 303)
      for cookie in ["", "x", Base64URL.encode(randomBytes(32)), String(repeating: "A", count: 4_000)] {
        let stranger = ada.app.browser()
        await stranger.setCookie("foyer-second", cookie)
        #expect(try await stranger.post("/login/second", ["code": try ada.code()]).contains("action=\"/login\""))
      }
      // Nor is a session's token one.
      let thief = ada.app.browser()
      await thief.setCookie("foyer-second", try #require(await ada.member.browser.cookies["foyer"]))
      #expect(try await thief.post("/login/second", ["code": try ada.code()]).status == 422)
      let other = ada.app.browser()
      await other.setCookie("foyer", try #require(await browser.cookies["foyer-second"]))
      #expect(try await other.get("/items").status == 303)
    }

    @Test func `A wrong password is answered as for an account without one`() async throws {
      let app = try await TestApp.shared()
      let (ada, bob) = (try await guarded(app), try await app.member())
      var pages: [String] = []
      for email in [ada.member.email, bob.email] {
        let answer = try await app.browser().post("/login", ["email": email, "password": "not the password"])
        #expect(answer.status == 422)
        #expect(answer.all("set-cookie").filter { $0.contains("second") } == [])
        pages.append(answer.textWithoutTokens.components(email).joined())
      }
      #expect(pages[0] == pages[1])
    }

    @Test func `The password is asked for again, before each change`() async throws {
      let ada = try await guarded()
      let member = try await TestApp.shared().member()
      for household in [ada.member.household, member.household] {
        try member.app.rows(
          "UPDATE sessions SET confirmed_at = now() - interval '16 minutes' WHERE household_id = \(household)")
      }
      for (one, path) in [
        (member, "/settings/totp"), (ada.member, "/settings/recovery-codes"), (ada.member, "/settings/totp/delete"),
      ] {
        let asking = try await one.post(path)
        #expect(asking.status == 200)
        #expect(asking.contains("name=\"current_password\"") && asking.contains("action=\"\(path)\""))
        for wrong in ["", "not the password"] {
          #expect(try await one.post(path, ["current_password": wrong]).status == 422)
        }
      }
      #expect(try await member.get("/settings/totp")["location"] == "/settings/security")
      #expect(try await member.post("/settings/totp", ["current_password": member.password]).status == 303)
      #expect(try await member.get("/settings/totp").status == 200)
      // Another session of the same person does not see the secret.
      let phone = member.app.browser()
      _ = try await phone.post("/login", ["email": member.email, "password": member.password])
      #expect(try await phone.get("/settings/totp").status == 200)
      try member.app.rows(
        "UPDATE sessions SET confirmed_at = now() - interval '15 minutes' WHERE household_id = \(member.household)")
      for browser in [phone, member.browser] {
        #expect(try await browser.get("/settings/totp")["location"] == "/settings/security")
        #expect(
          try await browser.post("/settings/totp/confirm", ["code": "000000"])["location"] == "/settings/security")
      }
      #expect(
        try await ada.member.post("/settings/recovery-codes", ["current_password": ada.member.password]).status == 200)
      // Within 15 minutes too, to switch it off.
      #expect(try await ada.member.post("/settings/totp/delete").status == 200)
      #expect(
        try ada.app.number("SELECT count(*) AS n FROM second_factors WHERE household_id = \(ada.member.household)") == 1
      )
    }

    @Test func `Nothing asks for a code before the first one was right`() async throws {
      let member = try await TestApp.shared().member()
      #expect(try await member.post("/settings/totp").status == 303)
      let page = try await member.get("/settings/totp")
      #expect(page.contains("<svg class=\"qr\""))
      #expect(page["cache-control"] == "no-store")
      for code in ["000000", "", "abcd-efgh-jkmn-pqrs"] {
        #expect(try await member.post("/settings/totp/confirm", ["code": code]).status == 422)
      }
      let browser = member.app.browser()
      let answer = try await browser.post("/login", ["email": member.email, "password": member.password])
      #expect(answer["location"] == "/")
      #expect(try await member.get("/settings/security").contains("action=\"/settings/totp\""))
      // Without a second factor there are no codes.
      #expect(try await member.post("/settings/recovery-codes")["location"] == "/settings/security")
      let off = try await member.post("/settings/totp/delete", ["current_password": member.password])
      #expect(off["location"] == "/settings/security")
      #expect(
        try member.app.number(
          "SELECT count(*) AS n FROM account_events WHERE household_id = \(member.household) AND kind LIKE 'second%'")
          == 0)
    }

    @Test func `Of two first codes at once one switches it on, with its ten codes`() async throws {
      let member = try await TestApp.shared().member()
      #expect(try await member.post("/settings/totp").status == 303)
      let bytes: [UInt8] = try member.app.rows(
        "SELECT secret FROM second_factors WHERE household_id = \(member.household)")[0]["secret"]
      let code = TOTPSecret(bytes).password.code(at: try member.app.step())
      let answers = try await member.atOnce(4) { browser, _ in
        try await browser.post("/settings/totp/confirm", ["code": code])
      }
      #expect(answers.map(\.status).sorted() == [200, 303, 303, 303])
      let codes = answers.flatMap(\.recoveryCodes)
      #expect(codes.count == 10)
      let kept = try member.app.rows(
        "SELECT code_hash FROM recovery_codes WHERE household_id = \(member.household)")
      let hashes: [[UInt8]] = try kept.map { try $0["code_hash"] }
      let shown = codes.compactMap { code -> [UInt8]? in
        if case .recovery(let hash) = SecondFactorCode(code) { hash } else { nil }
      }
      #expect(Set(hashes) == Set(shown))
      // What is on is not replaced by another secret.
      #expect(try await member.post("/settings/totp")["location"] == "/settings/security")
    }

    @Test func `Recovery codes: each once, new ones replace all, and the page counts them`() async throws {
      let ada = try await guarded()
      #expect(ada.recoveryCodes.count == 10)
      #expect(try await ada.member.get("/settings/security").shows("10 recovery codes are left."))
      for (code, status) in [(ada.recoveryCodes[0].uppercased(), 303), (ada.recoveryCodes[0], 422)] {
        #expect(try await ada.half().post("/login/second", ["code": code]).status == status)
      }
      let page = try await ada.member.get("/settings/security")
      #expect(page.shows("9 recovery codes are left.") && page.shows("Signed in with a recovery code"))
      let made = try await ada.member.post("/settings/recovery-codes")
      #expect(made.recoveryCodes.count == 10)
      #expect(made["cache-control"] == "no-store")
      #expect(Set(made.recoveryCodes).isDisjoint(with: ada.recoveryCodes))
      #expect(try await ada.half().post("/login/second", ["code": ada.recoveryCodes[1]]).status == 422)
      #expect(try await ada.half().post("/login/second", ["code": made.recoveryCodes[9]]).status == 303)
      let several = try await ada.member.atOnce(4) { browser, _ in
        try await browser.post("/settings/recovery-codes").status
      }
      #expect(several == [200, 200, 200, 200])
      #expect(try await ada.member.get("/settings/security").shows("10 recovery codes are left."))
      // No table has them.
      let columns = try ada.app.rows("SELECT code_hash::text AS text FROM recovery_codes")
      #expect(try !columns.contains { row in ada.recoveryCodes.contains(try row["text"]) })
    }

    @Test func `Switched off, the password alone signs in, and other sessions stay`() async throws {
      let ada = try await guarded()
      let waiting = try await ada.half()
      let phone = try await ada.half()
      #expect(try await phone.post("/login/second", ["code": try ada.code()]).status == 303)
      let off = try await ada.member.post("/settings/totp/delete", ["current_password": ada.member.password])
      #expect(off.status == 303)
      #expect(try await phone.get("/items").status == 200)
      #expect(try await waiting.post("/login/second", ["code": try ada.code(1)]).contains("action=\"/login\""))
      let browser = ada.app.browser()
      let login: KeyValuePairs = ["email": ada.member.email, "password": ada.member.password]
      #expect(try await browser.post("/login", login)["location"] == "/")
      #expect(
        try ada.app.number("SELECT count(*) AS n FROM recovery_codes WHERE household_id = \(ada.member.household)") == 0
      )
      let page = try await ada.member.get("/settings/security")
      #expect(
        page.shows("Two-factor authentication switched on") && page.shows("Two-factor authentication switched off"))
    }

    @Test func `It moves to another household with its person, and is deleted with the account`() async throws {
      let app = try await TestApp.shared()
      let (ada, bob) = (try await guarded(app), try await app.member())
      let link = try #require(try await bob.post("/household/invitations").between("value=\"http", "\""))
      let path = "/invitations/" + link.components("/invitations/")[1]
      #expect(try await ada.member.post(path, ["confirm": "household"]).status == 303)
      try app.rows("UPDATE second_factors SET last_step = 0 WHERE household_id = \(bob.household)")
      #expect(try await ada.half().post("/login/second", ["code": try ada.code()]).status == 303)
      // A member of the same household sees and changes only what is theirs.
      #expect(try await bob.get("/settings/security").contains("action=\"/settings/totp\""))
      _ = try await bob.post("/settings/totp/delete", ["current_password": bob.password])
      #expect(try await bob.post("/settings/recovery-codes").status == 303)
      #expect(try app.number("SELECT count(*) AS n FROM recovery_codes WHERE household_id = \(bob.household)") == 10)
      #expect(try await ada.member.post("/account/delete", ["password": ada.member.password]).status == 303)
      for count: SQL in [
        "SELECT count(*) AS n FROM second_factors WHERE household_id = \(bob.household)",
        "SELECT count(*) AS n FROM recovery_codes WHERE household_id = \(bob.household)",
      ] {
        #expect(try app.number(count) == 0)
      }
    }

    @Test func `A hash with other parameters is renewed while the code is awaited`() async throws {
      let ada = try await guarded()
      let stronger = try await TestApp(
        database: ada.app.databaseURL, parameters: ScryptHash.Parameters(n: 4, r: 1, p: 1))
      let browser = try await ada.half(nil, stronger)
      let stored: String = try ada.app.rows("SELECT password FROM accounts WHERE email = \(ada.member.email)")[0][
        "password"]
      #expect(stored.hasPrefix("scrypt$4$"))
      #expect(try await browser.post("/login/second", ["code": try ada.code()]).status == 303)
      await stronger.app.stop()
    }

    @Test func `The operator switches it off for somebody who has lost everything`() async throws {
      let app = try await TestApp()
      let ada = try await guarded(app)
      let environment = ["DATABASE_URL": app.databaseURL]
      let off = try await Program.run(["user", "second-factor", ada.member.email.uppercased(), "--off"], environment)
      #expect(off.status == 0)
      let login: KeyValuePairs = ["email": ada.member.email, "password": ada.member.password]
      #expect(try await app.browser().post("/login", login)["location"] == "/")
      #expect(try await ada.member.get("/settings/security").shows("switched off by the operator"))
      let again = try await Program.run(["user", "second-factor", ada.member.email, "--off"], environment)
      #expect(again.status == 0 && again.output.contains("off already"))
      #expect(try await Program.run(["user", "second-factor", "nobody@example.org", "--off"], environment).status == 1)
      #expect(try await Program.run(["user", "second-factor", ada.member.email], environment).status == 2)
      #expect(try await Program.run(["user", "second-factor", ada.member.email, "--on"], environment).status == 2)
      await app.app.stop()
    }

    @Test func `Letters tell of it, and of wrong codes once an hour`() async throws {
      let plain = try await TestApp()
      let ada = try await plain.member()
      let app = try await TestApp(
        [
          "FOYER_SMTP_URL": "smtp://127.0.0.1:9", "FOYER_MAIL_FROM": "foyer@example.org",
          "FOYER_PUBLIC_URL": "http://localhost",
        ], database: plain.databaseURL)
      let browser = app.browser(headers: ["sec-fetch-site": "same-origin"])
      for (name, value) in await ada.browser.cookies { await browser.setCookie(name, value) }
      let guarded = try await Guarded(
        Member(app: app, browser: browser, email: ada.email, password: ada.password, household: ada.household))
      func letters(_ kind: JobKind) throws -> Int {
        try app.number("SELECT count(*) AS n FROM jobs WHERE kind = \(kind.rawValue)")
      }
      #expect(try letters(.secondFactorOn) == 1)
      for _ in 1...2 {
        let other = try await guarded.half(app.browser(headers: ["sec-fetch-site": "same-origin"]))
        for _ in 1...5 { _ = try await other.post("/login/second", ["code": "000000"]) }
      }
      #expect(try letters(.secondFactorRefused) == 1)
      #expect(
        try await browser.post("/settings/totp/delete", ["current_password": ada.password]).status == 303)
      #expect(try letters(.secondFactorOff) == 1)
      await app.app.stop()
      await plain.app.stop()
    }
  }
}
