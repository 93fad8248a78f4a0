import Crypto
import Testing
import StrictJSON
import WebAuthn

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  @Suite struct PasskeyTests {
    private func signsIn(_ app: TestApp, _ key: Authenticator) async throws -> Bool {
      let browser = app.browser()
      let status = try await browser.signIn(key)
      #expect([200, 422].contains(status))
      #expect(try await browser.get("/items").status == (status == 200 ? 200 : 303))
      return status == 200
    }

    /// The texts of the account's log and the names of passkeys.
    private func entries(_ member: Member) async throws -> [String] {
      try await member.get("/settings/security").text.components("<p><strong>").dropFirst().compactMap {
        $0.components("</strong>").first
      }
    }

    @Test func `A passkey is added, and signs in without an address`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let options = try await member.passkeyOptions()
      #expect(options["rp"]?.object?["id"] == .string("127.0.0.1"))
      #expect(options["user"]?.object?["name"] == .string(member.email))
      #expect(options["attestation"] == .string("none"))
      #expect(options["authenticatorSelection"]?.object?["userVerification"] == .string("required"))
      let key = try await member.addPasskey("Zoë’s phone <b>")
      #expect(try await member.get("/settings/security").shows("Zoë’s phone <b>"))
      #expect(key.userHandle.count == 64)
      let browser = app.browser()
      let login = try await browser.get("/login")
      #expect(login.contains("id=\"passkey-sign-in\" hidden"))
      var answer = try await browser.send("/login/passkey", json: try key.get(try await browser.passkeyOptions()))
      #expect(try answer.json() == ["location": .string("/")])
      #expect(try await browser.get("/items").status == 200)
      #expect(try await browser.get("/settings/security").contains("Last used:"))
      // What was asked for before signing in is where it leads to, if it is here.
      for (next, place) in [("/settings", "/settings"), ("//evil.example/", "/")] {
        let browser = app.browser()
        let credential = JSON.object(try key.get(try await browser.passkeyOptions())).text.dropLast()
        answer = try await browser.send(
          "POST", "/login/passkey", ["content-type": "application/json"],
          Array((credential + ",\"next\":\"\(next)\"}").utf8))
        #expect(try answer.json() == ["location": .string(place)])
      }
      let events = try await entries(member)
      #expect(events.filter { $0 == "Signed in with a passkey" }.count == 3)
      #expect(events.contains("Passkey added:"))
    }

    @Test func `A challenge is answered once, also at once`() async throws {
      let app = try await TestApp.shared()
      let key = try await app.member().addPasskey()
      let browser = app.browser()
      let message = try key.get(try await browser.passkeyOptions())
      let cookies = await browser.cookies
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 1...8 {
          group.addTask {
            let window = app.browser()
            for (name, value) in cookies { await window.setCookie(name, value) }
            return try await window.send("/login/passkey", json: message).status
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.sorted() == [200] + Array(repeating: 422, count: 7))
      #expect(try await browser.send("/login/passkey", json: message).status == 422)
      #expect(try await signsIn(app, key))
    }

    @Test func `A refused answer uses its challenge up`() async throws {
      let app = try await TestApp.shared()
      var key = try await app.member().addPasskey()
      let browser = app.browser()
      let options = try await browser.passkeyOptions()
      key.flags = 0x01
      #expect(try await browser.send("/login/passkey", json: try key.get(options)).status == 422)
      key.flags = 0x05
      #expect(try await browser.send("/login/passkey", json: try key.get(options)).status == 422)
      #expect(try await signsIn(app, key))
    }

    @Test func `A challenge is for its browser, its purpose and five minutes`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let key = try await member.addPasskey()
      let (browser, other) = (app.browser(), app.browser())
      _ = try await other.get("/login")
      let message = try key.get(try await browser.passkeyOptions())
      #expect(try await other.send("/login/passkey", json: message).status == 422)
      #expect(try await app.browser().send("/login/passkey", json: message).status == 422)
      #expect(try await browser.send("/login/passkey", json: message).status == 200)
      // That of a registration signs nobody in.
      let window = app.browser()
      for (name, value) in await member.browser.cookies { await window.setCookie(name, value) }
      let registration = try await member.passkeyOptions()
      #expect(try await window.send("/login/passkey", json: try key.get(registration)).status == 422)
      // Nor does one of the program's own that has ended.
      let form = try #require(await other.cookies["foyer-form"])
      for (age, status) in [(301, 422), (290, 200)] {
        let clock = try app.rows(
          """
          SELECT key, floor(extract(epoch FROM now()))::bigint - \(age)::int AS now
          FROM signing_keys WHERE name = 'device'
          """)[0]
        let challenge = try PasskeyChallenge(.signIn, browser: CSRF.token(for: form), clock)
        let options: JSONObject = ["challenge": .string(Base64URL.encode(challenge.bytes))]
        #expect(try await other.send("/login/passkey", json: try key.get(options)).status == status)
      }
    }

    @Test func `Another origin, relying party, key or account is refused, each in the same words`() async throws {
      let app = try await TestApp.shared()
      let (ada, bob) = (try await app.member(), try await app.member())
      let (key, bobs) = (try await ada.addPasskey(), try await bob.addPasskey())
      var wrong: [Authenticator] = []
      for change in [
        { $0.origin = "https://127.0.0.1:\(app.port)" }, { $0.origin = "http://127.0.0.1" },
        { $0.relyingParty = "localhost" }, { $0.flags = 0x01 }, { $0.flags = 0x04 }, { $0.flags = 0x0d },
        { $0.userHandle = bobs.userHandle }, { $0.userHandle = [] },
      ] as [(inout Authenticator) -> Void] {
        var other = key
        change(&other)
        wrong.append(other)
      }
      // A key that nobody has added.
      wrong.append(Authenticator(ada.browser.origin))
      var texts: Set<String> = []
      for key in wrong {
        let browser = app.browser()
        let answer = try await browser.send("/login/passkey", json: try key.get(try await browser.passkeyOptions()))
        #expect(answer.status == 422)
        #expect(await browser.cookies["foyer"] == nil)
        texts.insert(answer.text)
      }
      // A deleted account's.
      #expect(try await bob.post("/account/delete", ["password": bob.password]).status == 303)
      let browser = app.browser()
      let answer = try await browser.send("/login/passkey", json: try bobs.get(try await browser.passkeyOptions()))
      #expect(answer.status == 422)
      #expect(texts.union([answer.text]).count == 1)
      #expect(try await signsIn(app, key))
    }

    @Test func `A counter that has not grown is refused, and the owner reads of it`() async throws {
      // Its own: a log counts an event that repeats instead of writing it.
      let app = try await TestApp()
      let member = try await app.member()
      var key = try await member.addPasskey(signCount: 5)
      for (count, isTaken) in [(5, false), (6, true), (6, false), (0, false), (9, true), (8, false)] as [(UInt32, Bool)]
      {
        key.signCount = count
        #expect(try await signsIn(app, key) == isTaken, "\(count)")
      }
      #expect(try await entries(member).filter { $0.hasPrefix("Sign-in with a passkey refused") }.count == 4)
      #expect(app.log.contains("the counter has not grown: 8 after 9"))
      // Two signatures with one count, at once: one of them is a copy's.
      key.signCount = 20
      let copy = key
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 1...4 { group.addTask { try await app.browser().signIn(copy) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.sorted() == [200, 422, 422, 422])
      await app.app.stop()
    }

    @Test func `Adding one asks for the password after 15 minutes`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      func forget() throws {
        try app.rows(
          "UPDATE sessions SET confirmed_at = now() - interval '16 minutes' WHERE household_id = \(member.household)")
      }
      #expect(try await member.get("/settings/security").contains("id=\"passkey-password\" hidden"))
      try forget()
      #expect(try await !member.get("/settings/security").contains("id=\"passkey-password\" hidden"))
      for password in ["", "not the password"] {
        let answer = try await member.browser.send(
          "/settings/passkeys/begin", json: ["current_password": .string(password)])
        #expect(answer.status == 422)
        #expect(answer.contains("\"field\":\"password\""))
      }
      let options = try await member.browser.send(
        "/settings/passkeys/begin", json: ["current_password": .string(member.password)]
      ).json()
      var key = Authenticator(member.browser.origin)
      // Within the challenge's time, the password is not asked for again.
      try forget()
      #expect(try await member.add(try key.create(options)).status == 200)
      // A sign-in by it is as good as the password.
      let browser = app.browser()
      #expect(try await browser.signIn(key) == 200)
      #expect(try await browser.send("/settings/passkeys/begin", json: [:]).status == 200)
    }

    @Test func `A registration is for the session that asked for it, and counts once`() async throws {
      let app = try await TestApp.shared()
      let (ada, bob) = (try await app.member(), try await app.member())
      var key = Authenticator(ada.browser.origin)
      let message = try key.create(try await ada.passkeyOptions())
      #expect(try await bob.add(message).status == 422)
      #expect(try await ada.add(message).status == 200)
      #expect(try await ada.add(message).status == 422)
      // A credential that is known is not added again, to whomever.
      for member in [ada, bob] {
        let again = try key.create(try await member.passkeyOptions())
        #expect(try await member.add(again).status == 422)
      }
      let excluded = try await ada.passkeyOptions()["excludeCredentials"]
      let id = JSON.string(Base64URL.encode(key.credential))
      #expect(excluded == .array([.object(["type": .string("public-key"), "id": id])]))
      for (flags, origin) in [(0x01, ada.browser.origin), (0x05, "http://localhost")] as [(UInt8, String)] {
        var other = Authenticator(origin)
        other.flags = flags
        #expect(try await ada.add(try other.create(try await ada.passkeyOptions())).status == 422)
      }
      #expect(try await ada.passkeyIDs().count == 1)
      #expect(try await bob.passkeyIDs().count == 0)
    }

    @Test func `A person has 20 at most, also when two are added at once`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      _ = try await member.addPasskey()
      try app.rows(
        """
        INSERT INTO passkeys (household_id, person_id, id, name, credential_id, public_key, sign_count, is_backup_eligible, is_backed_up)
        SELECT household_id, person_id, gen_random_uuid(), 'Key', uuid_send(gen_random_uuid()), public_key, 0, false, false
        FROM passkeys, generate_series(1, 18) WHERE household_id = \(member.household)
        """)
      var messages: [JSONObject] = []
      for _ in 1...4 {
        var key = Authenticator(member.browser.origin)
        messages.append(try key.create(try await member.passkeyOptions()))
      }
      let ready = messages
      let statuses = try await member.atOnce(4) { browser, number in
        try await browser.send("/settings/passkeys", json: ready[number % 4], ["origin": member.browser.origin]).status
      }
      #expect(statuses.sorted() == [200, 422, 422, 422])
      let refused = try await member.browser.send("/settings/passkeys/begin", json: [:])
      #expect(refused.status == 422)
      #expect(refused.contains("20 passkeys"))
      #expect(try await member.passkeyIDs().count == 20)
    }

    @Test func `They are renamed and removed by their owner alone`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let housemate = try await app.housemate(of: member)
      let (key, kept) = (try await member.addPasskey("Old phone"), try await member.addPasskey("Laptop"))
      let id = try await member.passkeyIDs()[0]
      let path = "/settings/passkeys/\(id)"
      for other in [housemate, try await app.member()] {
        for name in ["Mine", ""] { #expect(try await other.post(path, ["name": name]).status == 404) }
        #expect(try await other.post("\(path)/delete").status == 404)
        #expect(try await !other.get("/settings/security").contains("Old phone"))
      }
      for name in ["", " \u{200b}", String(repeating: "x", count: 101)] {
        let answer = try await member.post(path, ["name": name])
        #expect(answer.status == 422)
        #expect(answer.contains("aria-invalid=\"true\" aria-describedby=\"error-passkey-\(id)\""))
      }
      #expect(try await member.post(path, ["name": "a\0b"]).status == 400)
      let name = String(repeating: "🔑", count: 100)
      #expect(try await member.post(path, ["name": name]).status == 303)
      #expect(try await member.get("/settings/security").shows(name))
      #expect(try await member.post("\(path)/delete").status == 303)
      for again in [path, "\(path)/delete"] { #expect(try await member.post(again, ["name": "x"]).status == 404) }
      #expect(try await !signsIn(app, key))
      #expect(try await signsIn(app, kept))
      #expect(try await entries(member).contains("Passkey removed:"))
    }

    @Test func `They stay when the password changes, and when the person moves`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let housemate = try await app.housemate(of: member)
      let key = try await housemate.addPasskey()
      let change: KeyValuePairs = ["current_password": housemate.password, "new_password": "a louder harbour"]
      #expect(try await housemate.post("/settings/password", change).status == 303)
      #expect(try await signsIn(app, key))
      #expect(try await housemate.post("/household/leave", ["confirm": "true"]).status == 303)
      #expect(try await signsIn(app, key))
      #expect(try await housemate.passkeyIDs().count == 1)
    }

    @Test func `A passkey is both factors, also where the password would need a code`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let key = try await member.addPasskey()
      #expect(try await member.post("/settings/totp").status == 303)
      let secret = TOTPSecret(
        try app.rows("SELECT secret FROM second_factors WHERE household_id = \(member.household)")[0]["secret"])
      let step = try app.number("SELECT \(fragment: SecondFactorQueries.step) AS n")
      let code = secret.password.code(at: step)
      #expect(try await member.post("/settings/totp/confirm", ["code": code]).status == 200)
      let login: KeyValuePairs = ["email": member.email, "password": member.password]
      #expect(try await app.browser().post("/login", login)["location"] == "/login/second")
      #expect(try await signsIn(app, key))
    }

    @Test func `Names are the browser's if none is given, and shortened`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member(
        headers: ["user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"])
      _ = try await member.addPasskey(" ")
      _ = try await member.addPasskey(String(repeating: "й", count: 500))
      let page = try await member.get("/settings/security")
      #expect(page.contains("<strong dir=\"auto\">Firefox · Linux</strong>"))
      #expect(page.contains("<strong dir=\"auto\">\(String(repeating: "й", count: 100))</strong>"))
      var key = Authenticator(member.browser.origin)
      #expect(try await member.add(try key.create(try await member.passkeyOptions()), "a\0b").status == 400)
    }

    @Test func `Whatever is sent, the answer is a refusal`() async throws {
      let app = try await TestApp()
      let member = try await app.member()
      var key = try await member.addPasskey()
      let options = try await app.browser().passkeyOptions()
      let messages = [try key.get(options), try key.create(try await member.passkeyOptions())]
      var bodies = ["", "{", "[]", "null", "{}", "\u{0}", "a=1", String(repeating: "[", count: 60_000)]
      for message in messages {
        let text = JSON.object(message).text
        for member in message["response"]?.object?.members ?? [] {
          for value in [
            "1", "null", "\"\"", "\"A\"", "\"AAAA\"", "\"\\u0000\"", "[]",
            "\"\(String(repeating: "A", count: 50_000))\"",
          ] {
            bodies.append(text.components("\(member.value.text)").joined(separator: value))
          }
        }
        bodies += [text + text, String(text.dropLast()), text.components("\"rawId\":\"")[0] + "\"rawId\":\"AAAA\"}"]
      }
      for path in ["/login/passkey", "/settings/passkeys", "/settings/passkeys/begin", "/login/passkey/begin"] {
        for (number, body) in bodies.enumerated() {
          // An address for a few each: sign-ins are limited.
          let headers = ["content-type": "application/json", "x-forwarded-for": "10.99.0.\(number / 8)"]
          let answer = try await member.browser.send("POST", path, headers, Array(body.utf8))
          let begins = path.hasSuffix("begin") && (path.hasPrefix("/login") || answer.status == 200)
          #expect(answer.status == 422 || begins, "\(path): \(answer.status) for \(body.prefix(100))")
        }
        let long = try await member.browser.send(
          "POST", path, ["content-type": "application/json"], [UInt8](repeating: 0x20, count: 200_000))
        #expect([200, 413].contains(long.status), "\(path): \(long.status)")
      }
      #expect(try await member.passkeyIDs().count == 1)
      #expect(!app.log.contains("request_failed"))
      await app.app.stop()
    }

    @Test func `Signing in and asking for challenges are limited by address`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let key = try await member.addPasskey()
      let browser = app.browser()
      // Successful ones do not count.
      for _ in 1...12 { #expect(try await browser.signIn(key) == 200) }
      var unknown = Authenticator(browser.origin)
      unknown.userHandle = key.userHandle
      for _ in 1...10 { #expect(try await browser.signIn(unknown) == 422) }
      let message = try key.get(try await browser.passkeyOptions())
      let refused = try await browser.send("/login/passkey", json: message)
      #expect(refused.status == 429)
      #expect(refused["retry-after"] != nil && refused.contains("\"message\""))
      var last = 200
      for _ in 1...100 where last == 200 { last = try await browser.send("/login/passkey/begin", json: [:]).status }
      #expect(last == 429)
      #expect(try await signsIn(app, key))
    }

    @Test func `A letter tells of added and removed ones`() async throws {
      let app = try await TestApp.shared()
      let made = try await app.member()
      let mailing = try await TestApp(
        [
          "FOYER_SMTP_URL": "smtp://127.0.0.1:9", "FOYER_MAIL_FROM": "foyer@example.org",
          "FOYER_PUBLIC_URL": "http://localhost",
        ], database: app.databaseURL)
      let browser = mailing.browser(headers: ["sec-fetch-site": "same-origin"])
      for (name, value) in await made.browser.cookies { await browser.setCookie(name, value) }
      let member = Member(
        app: mailing, browser: browser, email: made.email, password: made.password, household: made.household)
      _ = try await member.addPasskey("Ada’s key")
      let id = try await member.passkeyIDs()[0]
      #expect(try await member.post("/settings/passkeys/\(id)/delete").status == 303)
      let kinds: [String] = try app.rows(
        """
        SELECT j.kind FROM jobs j JOIN accounts a ON a.person_id::text = j.payload->>'person'
        WHERE a.email = \(member.email) AND j.payload->>'name' = 'Ada’s key' ORDER BY j.created_at
        """
      ).map { try $0["kind"] }
      #expect(kinds == ["passkey_added", "passkey_removed"])
      await mailing.app.stop()
    }
  }
}
