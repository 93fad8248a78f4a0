import Crypto
import Testing

@testable import Foyer

extension FoyerTests {
  @Suite struct Signup {
    @Test func `R23: signing up makes a household and signs in`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let page = try await member.get("/")
      #expect(page.status == 200)
      #expect(page.shows("Hello, Ada Lovelace"))
      #expect(page.shows("Ada Lovelace’s household"))
    }

    @Test(arguments: [
      (7, 422), (8, 303), (256, 303), (257, 422),
    ])
    func `A password has 8 to 256 characters`(count: Int, status: Int) async throws {
      let app = try await TestApp.shared()
      // Emoji with a modifier: each of the two scalars counts as a character, none is cut off.
      for password in [String(repeating: "ж", count: count), String(repeating: "👍", count: count)] {
        let browser = app.browser()
        let email = "length-\(count)-\(password.utf8.count)@example.org"
        let fields: KeyValuePairs = ["name": "Ada", "email": email, "password": password]
        #expect(try await browser.post("/signup", fields).status == status)
        guard status == 303 else { continue }
        let shorter = String(password.dropLast())
        let other = app.browser()
        #expect(try await other.post("/login", ["email": email, "password": shorter]).status == 422)
        #expect(try await other.post("/login", ["email": email, "password": password]).status == 303)
      }
    }

    @Test(arguments: ["password", "PassWord", "123456789", "iloveyou", "qwertyuiop", "football", "fallen_angel"])
    func `A common password is refused, whatever its case`(password: String) async throws {
      let browser = try await TestApp.shared().browser()
      let answer = try await browser.post(
        "/signup", ["name": "Ada", "email": "common@example.org", "password": password])
      #expect(answer.status == 422)
      #expect(answer.shows("This password is too well known. Please choose another one."))
      #expect(answer.field("password") == "")
    }

    @Test func `What was typed is kept, but for the password, and each field says what is wrong`() async throws {
      let browser = try await TestApp.shared().browser()
      let answer = try await browser.post("/signup", ["name": "  ", "email": "no address <b>", "password": "secret"])
      #expect(answer.status == 422)
      #expect(answer.field("email") == "no address <b>")
      #expect(answer.field("name") == "  ")
      #expect(answer.field("password") == "")
      #expect(answer.shows("3 things need your attention"))
      #expect(answer.shows("Name: Please fill this in."))
      #expect(answer.count(of: "aria-invalid=\"true\"") == 3)
      #expect(answer.contains("aria-describedby=\"error-email\""))
      #expect(!answer.contains("secret"))
    }

    @Test func `An e-mail address has one account, whatever its case`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let fields: KeyValuePairs = ["name": "Eve", "email": member.email.uppercased(), "password": "another harbour"]
      let answer = try await app.browser().post("/signup", fields)
      #expect(answer.status == 422)
      #expect(answer.all("set-cookie").allSatisfy { !$0.hasPrefix("foyer=") })
      #expect(try app.number("SELECT count(*) AS n FROM accounts WHERE lower(email) = \(member.email)") == 1)
      // Nothing of the second household is left.
      #expect(try app.number("SELECT count(*) AS n FROM people WHERE name = 'Eve'") == 0)
    }

    @Test(arguments: ["closed", "invite"])
    func `Nobody signs up while registration is not open`(registration: String) async throws {
      let app = try await TestApp(["FOYER_REGISTRATION": registration])
      let browser = app.browser()
      #expect(try await browser.get("/signup").status == 403)
      let answer = try await browser.post(
        "/signup", ["name": "Ada", "email": "ada@example.org", "password": "a quiet harbour"])
      #expect(answer.status == 403)
      #expect(answer.shows("New accounts can’t be created at the moment."))
      #expect(try app.number("SELECT count(*) AS n FROM accounts") == 0)
      await app.app.stop()
    }

    @Test(arguments: [
      "Mars/Olympus", "PST", "PDT", "'", "../../etc/passwd", "", "posix/", String(repeating: "x", count: 5_000),
      "Nowhere5", "<+03>-3", "EST5EDT,M3.2.0/2,M11.1.0/2",
    ])
    func `A time zone that the settings do not offer turns nobody away`(zone: String) async throws {
      let member = try await TestApp.shared().member(timeZone: zone)
      #expect(try await member.get("/items").status == 200)
      let people = try member.app.rows("SELECT time_zone FROM people WHERE household_id = \(member.household)")
      let stored: String = try people[0]["time_zone"]
      #expect(stored == "UTC")
    }

    @Test func `A name may be as long as the form says`() async throws {
      let app = try await TestApp.shared()
      let longest = String(repeating: "ë", count: 10_000)
      let browser = app.browser()
      let fields: KeyValuePairs = ["name": longest, "email": "longest@example.org", "password": "a quiet harbour"]
      #expect(try await browser.post("/signup", fields).status == 303)
      #expect(try await browser.get("/").shows(longest))
      let longer: KeyValuePairs = ["name": longest + "x", "email": "longer@example.org", "password": "a quiet harbour"]
      let refused = try await app.browser().post("/signup", longer)
      #expect(refused.status == 422)
      #expect(refused.field("name") == longest + "x")
    }
  }

  @Suite struct Sessions {
    @Test func `The database knows only the token's SHA-256`() async throws {
      let member = try await TestApp.shared().member()
      let cookies = await member.browser.cookies
      let token = try #require(cookies["foyer"])
      let bytes = try #require(Base64URL.decode(token))
      #expect(bytes.count == 32)
      #expect(
        try member.app.number("SELECT count(*) AS n FROM sessions WHERE token_hash = \(sha256(bytes))") == 1)
      #expect(
        try member.app.number("SELECT count(*) AS n FROM sessions WHERE token_hash IN (\(bytes), \(Array(token.utf8)))")
          == 0)
      let stored: String = try member.app.rows("SELECT password FROM accounts WHERE email = \(member.email)")[0][
        "password"]
      #expect(stored.hasPrefix("scrypt$"))
      #expect(!stored.contains(member.password))
    }

    @Test func `Signing in makes a new token and ends the one before`() async throws {
      let member = try await TestApp.shared().member()
      let old = try #require(await member.browser.cookies["foyer"])
      let answer = try await member.post("/login", ["email": member.email, "password": member.password])
      #expect(answer.status == 303)
      let new = try #require(await member.browser.cookies["foyer"])
      #expect(new != old)
      let thief = member.app.browser()
      await thief.setCookie("foyer", old)
      #expect(try await thief.get("/items").status == 303)
      #expect(try await member.get("/items").status == 200)
    }

    @Test func `A token of the visitor's own choice is never taken over`() async throws {
      let member = try await TestApp.shared().member()
      let browser = member.app.browser()
      let chosen = Base64URL.encode([UInt8](repeating: 7, count: 32))
      await browser.setCookie("foyer", chosen)
      #expect(try await browser.post("/login", ["email": member.email, "password": member.password]).status == 303)
      #expect(await browser.cookies["foyer"] != chosen)
    }

    @Test func `R23: signing out ends the session on the server`() async throws {
      let member = try await TestApp.shared().member()
      let token = try #require(await member.browser.cookies["foyer"])
      let answer = try await member.post("/logout")
      #expect(answer.status == 303)
      #expect(answer["location"] == "/login")
      #expect(await member.browser.cookies["foyer"] == nil)
      await member.browser.setCookie("foyer", token)
      #expect(try await member.get("/items").status == 303)
      let again = try await member.post("/logout")
      #expect(again.status == 303)
    }

    @Test(arguments: [
      ("seen_at", "14 days", "13 days 23 hours"), ("created_at", "30 days", "29 days 23 hours"),
    ])
    func `A session ends after 14 idle days and after 30 days`(column: String, end: String, before: String) async throws
    {
      let member = try await TestApp.shared().member()
      func move(_ age: String) throws {
        try member.app.rows(
          """
          UPDATE sessions SET seen_at = CASE WHEN \(column) = 'seen_at' THEN now() - \(age)::interval ELSE now() END,
            created_at = CASE WHEN \(column) = 'created_at' THEN now() - \(age)::interval ELSE created_at END
          WHERE household_id = \(member.household)
          """)
      }
      try move(before)
      #expect(try await member.get("/items").status == 200)
      try move(end)
      #expect(try await member.get("/items").status == 303)
    }

    @Test func `Use keeps a session from becoming idle`() async throws {
      let member = try await TestApp.shared().member()
      try member.app.rows(
        "UPDATE sessions SET seen_at = now() - interval '13 days' WHERE household_id = \(member.household)")
      #expect(try await member.get("/items").status == 200)
      #expect(
        try member.app.number(
          """
          SELECT count(*) AS n FROM sessions
          WHERE household_id = \(member.household) AND seen_at > now() - interval '1 minute'
          """) == 1)
    }

    @Test func `Cookies on plain http to this machine`() async throws {
      let app = try await TestApp.shared()
      let answer = try await app.browser().post(
        "/signup", ["name": "Ada", "email": "plain@example.org", "password": "a quiet harbour"])
      let cookie = try #require(answer.all("set-cookie").first { $0.hasPrefix("foyer=") })
      let attributes = Set(cookie.components("; ").dropFirst())
      #expect(attributes == ["Path=/", "Max-Age=2592000", "HttpOnly", "SameSite=Lax"])
      #expect(answer["strict-transport-security"] == nil)
    }

    @Test func `Cookies behind a trusted proxy that speaks https`() async throws {
      let app = try await TestApp.shared()
      let browser = app.browser(scheme: "https")
      let answer = try await browser.post(
        "/signup", ["name": "Ada", "email": "proxied@example.org", "password": "a quiet harbour"])
      #expect(answer.status == 303)
      let cookie = try #require(answer.all("set-cookie").first { $0.hasPrefix("__Host-foyer=") })
      let attributes = Set(cookie.components("; ").dropFirst())
      #expect(attributes == ["Path=/", "Max-Age=2592000", "Secure", "HttpOnly", "SameSite=Lax"])
      #expect(answer["strict-transport-security"] == "max-age=31536000; includeSubDomains")
      #expect(try await browser.get("/items").status == 200)
    }

    @Test func `Cookies where FOYER_PUBLIC_URL says https`() async throws {
      let app = try await TestApp(["FOYER_PUBLIC_URL": "https://foyer.example"])
      let browser = app.browser(headers: ["host": "foyer.example", "origin": "https://foyer.example"])
      let answer = try await browser.post(
        "/signup", ["name": "Ada", "email": "public@example.org", "password": "a quiet harbour"])
      #expect(answer.status == 303)
      let cookies = answer.all("set-cookie")
      #expect(!cookies.isEmpty)
      for cookie in cookies {
        #expect(cookie.hasPrefix("__Host-"))
        #expect(Set(cookie.components("; ")).isSuperset(of: ["Path=/", "Secure", "HttpOnly", "SameSite=Lax"]))
      }
      #expect(try await browser.get("/items").status == 200)
      await app.app.stop()
    }
  }

  @Suite struct SigningIn {
    @Test func `R23: a person signs in again, in any case of the address`() async throws {
      let member = try await TestApp.shared().member()
      let browser = member.app.browser()
      let answer = try await browser.post(
        "/login", ["email": " \(member.email.uppercased()) ", "password": member.password])
      #expect(answer.status == 303)
      #expect(answer["location"] == "/")
      #expect(try await browser.get("/items").status == 200)
    }

    @Test func `A wrong password and an unknown e-mail give the same page`() async throws {
      let member = try await TestApp.shared().member()
      let unknown = "x" + member.email.dropFirst()
      func page(_ email: String) async throws -> (answer: Answer, text: String) {
        let answer = try await member.app.browser().post("/login", ["email": email, "password": "not the password"])
        let token = try #require(answer.field("csrf"))
        return (answer, answer.text.components(token).joined().components(email).joined())
      }
      let (wrong, unknownPage) = (try await page(member.email), try await page(unknown))
      #expect(wrong.answer.status == 422)
      #expect(wrong.answer.shows("The e-mail or the password is not right."))
      #expect(wrong.text == unknownPage.text)
      #expect(wrong.answer.status == unknownPage.answer.status)
      #expect(wrong.answer.headers.map(\.name) == unknownPage.answer.headers.map(\.name))
    }

    @Test(arguments: [
      ("/items", "/items"), ("/items?status=done", "/items?status=done"), ("/", "/"), ("", "/"),
      ("//evil.example", "/"), ("/\\evil.example", "/"), ("\\\\evil.example", "/"), ("https://evil.example", "/"),
      ("javascript:alert(1)", "/"), ("/\t/evil.example", "/"), ("/\n/evil.example", "/"), ("items", "/"),
      ("/\r\nLocation: https://evil.example", "/"), (" /items", "/"), ("//", "/"), ("/é", "/"), ("http:evil", "/"),
      ("///evil.example", "/"), ("@evil.example", "/"), (".evil.example", "/"),
    ])
    func `Only a local path is gone to after signing in`(next: String, destination: String) async throws {
      let member = try await TestApp.shared().member()
      let browser = member.app.browser()
      let form = try await browser.get("/login?next=\(percentEncoded(next))")
      #expect(form.status == 200)
      let answer = try await browser.post(
        "/login", ["email": member.email, "password": member.password, "next": next])
      #expect(answer.status == 303)
      #expect(answer["location"] == destination)
      #expect(answer.all("location").count == 1)
    }

    @Test func `A refused sign-in keeps where to go`() async throws {
      let browser = try await TestApp.shared().browser()
      let answer = try await browser.post("/login", ["email": "a@b", "password": "12345678", "next": "/trash"])
      #expect(answer.status == 422)
      #expect(answer.field("next") == "/trash")
      #expect(answer.field("email") == "a@b")
    }

    @Test func `A stored hash with other parameters is renewed at sign-in`() async throws {
      let member = try await TestApp.shared().member()
      let old = ScryptHash(password: member.password, parameters: ScryptHash.Parameters(n: 4, r: 1, p: 1)).text
      try member.app.rows("UPDATE accounts SET password = \(old) WHERE email = \(member.email)")
      #expect(
        try await member.app.browser().post("/login", ["email": member.email, "password": member.password]).status
          == 303)
      let new: String = try member.app.rows("SELECT password FROM accounts WHERE email = \(member.email)")[0][
        "password"]
      #expect(new.hasPrefix("scrypt$2$1$1$"))
    }
  }

  @Suite struct SignInLimit {
    private func attempt(_ browser: Browser, _ email: String, _ password: String = "wrong wrong") async throws -> Answer
    {
      try await browser.post("/login", ["email": email, "password": password])
    }

    @Test func `An account takes ten attempts in three minutes, wherever they come from`() async throws {
      let member = try await TestApp.shared().member()
      for _ in 1...10 { #expect(try await attempt(member.app.browser(), member.email).status == 422) }
      let refused = try await attempt(member.app.browser(), member.email, member.password)
      #expect(refused.status == 429)
      let seconds = try #require(refused["retry-after"].flatMap { Int($0) })
      #expect((1...180).contains(seconds))
      #expect(refused.shows("Too many attempts. Please wait 3 minutes."))
      // In other letters it is the same account.
      #expect(try await attempt(member.app.browser(), member.email.uppercased(), member.password).status == 429)

      // The window ends: moved into the past here, for this account's key.
      try endWindow(member.app, "account \(member.email)")
      #expect(try await attempt(member.app.browser(), member.email, member.password).status == 303)
    }

    @Test func `An address takes ten attempts in three minutes, whatever the account`() async throws {
      let app = try await TestApp.shared()
      let browser = app.browser()
      for number in 1...10 { #expect(try await attempt(browser, "nobody-\(number)@example.org").status == 422) }
      #expect(try await attempt(browser, "nobody-11@example.org").status == 429)
      // Others are not kept out, and there is no lasting harm.
      let member = try await app.member()
      #expect(try await attempt(app.browser(), member.email, member.password).status == 303)
      try endWindow(app, "address \(browser.address)")
      #expect(try await attempt(browser, member.email, member.password).status == 303)
    }

    @Test func `Attempts that are refused do not prolong the wait`() async throws {
      let app = try await TestApp.shared()
      let browser = app.browser()
      for number in 1...10 { _ = try await attempt(browser, "wait-\(number)@example.org") }
      let key = sha256("address \(browser.address)".utf8)
      try app.rows("UPDATE rate_limits SET window_ends = now() + interval '60 seconds' WHERE key = \(key)")
      let refused = try await attempt(browser, "wait-11@example.org")
      #expect(refused.status == 429)
      #expect(try #require(refused["retry-after"].flatMap { Int($0) }) <= 60)
    }

    @Test func `Success gives an attempt back`() async throws {
      let member = try await TestApp.shared().member()
      let browser = member.app.browser()
      for _ in 1...25 { #expect(try await attempt(browser, member.email, member.password).status == 303) }
    }

    private func endWindow(_ app: TestApp, _ key: String) throws {
      let ended = try app.rows(
        "UPDATE rate_limits SET window_ends = now() - interval '1 second' WHERE key = \(sha256(key.utf8))")
      #expect(ended.affected == 1)
    }
  }
}
