import EventLoop
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  @Suite struct ErrorPages {
    @Test(
      arguments: [
        ("", "en", "Nobody home"), ("fr", "fr", nil), ("fr-CA,en;q=0.5", "fr", nil), ("ko-KR", "ko", nil),
        ("ru", "ru", nil),
        ("de", "en", "Nobody home"), ("de,ru;q=0.1", "ru", nil), ("en;q=0.1,ko;q=0.9", "ko", nil), ("*", "en", nil),
        ("fr;q=0,en", "en", nil), ("KO", "ko", nil), (";;;,,=q", "en", nil), ("zh, ko;q=0.000", "en", nil),
      ] as [(String, String, String?)])
    func `R40: an unknown path is a page in the reader's language`(accepted: String, language: String, title: String?)
      async throws
    {
      let browser = try await TestApp.shared().browser(headers: accepted.isEmpty ? [:] : ["accept-language": accepted])
      let page = try await browser.get("/nowhere/at/all")
      #expect(page.status == 404)
      #expect(page.language == language)
      let strings = Strings(try #require(Language(rawValue: language)))
      #expect(page.shows(strings.errorTitle404))
      #expect(page.shows(strings.errorMessage404))
      if let title { #expect(page.shows(title)) }
      for path in ["/login", "/signup"] { #expect(try await browser.get(path).language == language) }
    }

    @Test func `R40: a language that was chosen goes before the browser's`() async throws {
      let member = try await TestApp.shared().member(headers: ["accept-language": "fr"])
      try member.app.rows("UPDATE people SET language = 'ko' WHERE household_id = \(member.household)")
      #expect(try await member.get("/items").language == "ko")
      #expect(try await member.get("/items/\(UUID.v7())/edit").language == "ko")
    }

    @Test(arguments: [
      ("PUT", "/items", ["GET", "HEAD", "OPTIONS", "POST"]), ("DELETE", "/login", ["GET", "HEAD", "OPTIONS", "POST"]),
      ("GET", "/logout", ["OPTIONS", "POST"]), ("POST", "/trash", ["GET", "HEAD", "OPTIONS"]),
      ("PATCH", "/", ["GET", "HEAD", "OPTIONS", "PROPFIND"]),
    ])
    func `A method that a path does not take is 405 with Allow`(method: String, path: String, allowed: [String])
      async throws
    {
      let member = try await TestApp.shared().member()
      let answer = try await member.browser.send(method, path, [:], method == "GET" ? nil : [])
      #expect(answer.status == 405)
      #expect(answer["allow"]?.components(", ").sorted() == allowed)
      #expect(answer.shows("That doesn’t work here"))
    }

    @Test func `Each refusal has its page, with the request's name on it`() async throws {
      let member = try await TestApp.shared().member()
      let browser = member.browser
      let big = Array("title=\(String(repeating: "x", count: 1 << 20))".utf8)
      let many = Array(String(repeating: "a=b&", count: 1_200).utf8)
      func post(_ body: [UInt8], _ type: String?) async throws -> Answer {
        var headers: [String: String?] = [
          "content-length": "\(body.count)", "origin": browser.origin,
          "content-type": "application/x-www-form-urlencoded",
        ]
        headers["content-type"] = .some(type)
        return try await browser.send("POST", "/items", headers, body)
      }
      let answers = [
        (400, try await post(Array("title=%zz".utf8), "application/x-www-form-urlencoded")),
        (400, try await browser.get("/items?after=x")),
        (400, try await browser.get("/items?q=%00")),
        (403, try await browser.post("/items", [:], ["origin": "null"])),
        (404, try await browser.get("/nowhere")),
        (405, try await browser.send("PUT", "/items", [:], [])),
        (413, try await post(big, "application/x-www-form-urlencoded")),
        (413, try await post(many, "application/x-www-form-urlencoded")),
        (415, try await post(Array("{}".utf8), "application/json")),
        (415, try await post(Array("x".utf8), nil)),
        (421, try await browser.get("/", ["host": "evil.example"])),
      ]
      var names: Set<String> = []
      for (status, answer) in answers {
        #expect(answer.status == status)
        #expect(answer.contains("<p class=\"lost-code\" aria-hidden=\"true\">\(status)</p>"), "\(status)")
        #expect(answer.shows(Strings(.en).text(ofError: status).title), "\(status)")
        #expect(answer.count(of: "<h1") == 1)
        names.insert(try #require(answer.between("<code>", "</code>")))
      }
      #expect(names.count == answers.count)
      #expect(names.allSatisfy { $0.utf8.count >= 16 })
    }

    @Test func `What the protocol refuses is refused before the app`() async throws {
      let browser = try await TestApp.shared().browser()
      let host = "Host: 127.0.0.1\r\n"
      #expect(
        try await browser.raw(Array("GET /\(String(repeating: "a", count: 9_000)) HTTP/1.1\r\n\(host)\r\n".utf8)).status
          == 414)
      #expect(
        try await browser.raw(
          Array("GET / HTTP/1.1\r\n\(host)X: \(String(repeating: "a", count: 40_000))\r\n\r\n".utf8)
        ).status == 431)
      #expect(try await browser.raw(Array("GET / HTTP/1.1\r\n\r\n".utf8)).status == 400)
      #expect(try await browser.raw(Array("GET /%00 HTTP/1.1\r\n\(host)\r\n".utf8)).status == 400)
    }

    @Test func `Files of the system and of the program are nobody's business`() async throws {
      let browser = try await TestApp.shared().browser()
      for path in [
        "/assets/../../README.md", "/assets/..%2f..%2fREADME.md", "/assets/%2e%2e/%2e%2e/README.md", "/assets/",
        "/assets",
        "/.git/config", "/Public/app.css", "/assets//etc/passwd", "/assets/app.css%00.html",
        "/migrations/0001_accounts.sql",
      ] {
        let answer = try await browser.get(path)
        #expect([400, 404].contains(answer.status), "\(path): \(answer.status)")
        #expect(!answer.contains("root:") && !answer.contains("CREATE TABLE"))
      }
    }

    @Test func `Too many passwords at once: come back in a moment`() async throws {
      // Not even the two that are hashed at once find a place.
      let app = try await TestApp(waitingPasswords: -2)
      let answer = try await app.browser().post(
        "/signup", ["name": "Ada", "email": "ada@example.org", "password": "a quiet harbour"])
      #expect(answer.status == 503)
      #expect(answer["retry-after"] == "2")
      #expect(try app.number("SELECT count(*) AS n FROM households WHERE id <> ALL (starter_households())") == 0)
      await app.app.stop()
    }
  }

  /// Each with a proxy of its own between the app and PostgreSQL.
  @Suite struct DatabaseAway {
    private func refuses(_ member: Member, _ what: String) async throws {
      let cookies = await member.browser.cookies
      try await withThrowingTaskGroup(of: (String, Answer).self) { group in
        for path in ["/items", "/", "/trash", "/readyz"] {
          group.addTask {
            let browser = member.app.browser()
            for (name, value) in cookies { await browser.setCookie(name, value) }
            return (path, try await browser.get(path))
          }
        }
        for try await (path, answer) in group {
          #expect(answer.status == 503, "\(what): \(path)")
          #expect(answer["retry-after"].flatMap { Int($0) } != nil)
          #expect(answer.shows("Back in a moment"))
          for secret in ["libpq", "socket", "PGSQL", "SELECT", "psql", "postgres", "Postgres", "FATAL"] {
            #expect(!answer.contains(secret), "\(what): \(secret)")
          }
        }
      }
    }

    private func othersAnswer(_ app: TestApp) async throws {
      let browser = app.browser()
      #expect(try await browser.get("/healthz").status == 200)
      let login = try await browser.get("/login")
      #expect(login.status == 200)
      let asset = try #require(login.between("<link rel=\"stylesheet\" href=\"", "\""))
      #expect(try await browser.get(asset).status == 200)
    }

    private func recovers(_ member: Member) async throws {
      try await member.browser.wait(for: "/readyz", status: 200)
      #expect(try await member.get("/items").status == 200)
    }

    @Test func `Gone: 503, and well again after its return`() async throws {
      let proxy = DatabaseProxy()
      let app = try await TestApp(proxy: proxy)
      let member = try await app.member()
      let id = try await member.add("Kept")
      proxy.goAway()
      try await refuses(member, "gone")
      let lost = try await member.post("/items", ["title": "Never acknowledged"])
      #expect(lost.status == 503)
      let login = try await app.browser().post("/login", ["email": member.email, "password": member.password])
      #expect(login.status == 503)
      #expect(login.all("set-cookie").allSatisfy { !$0.hasPrefix("foyer=") })
      try await othersAnswer(app)
      try proxy.comeBack()
      try await recovers(member)
      #expect(try await member.get("/items").itemIDs == ["\(id)"])
      #expect(app.log.contains("database_unavailable"))
      await app.app.stop()
    }

    @Test func `Stalled: 503, and well again after it`() async throws {
      let proxy = DatabaseProxy()
      let app = try await TestApp(proxy: proxy)
      let member = try await app.member()
      proxy.stall(true)
      try await refuses(member, "stalled")
      try await othersAnswer(app)
      proxy.stall(false)
      try await recovers(member)
      await app.app.stop()
    }

    @Test func `A backend that is ended costs at most the requests it had`() async throws {
      let app = try await TestApp()
      let member = try await app.member()
      try app.rows(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
        """)
      try await recovers(member)
      await app.app.stop()
    }

    @Test func `An error that passes is 503 with Retry-After`() async throws {
      let app = try await TestApp()
      let member = try await app.member()
      try app.rows(
        """
        CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          RAISE 'no' USING ERRCODE = NEW.title;
        END $$
        """)
      try app.rows("CREATE TRIGGER refuse BEFORE INSERT ON items FOR EACH ROW EXECUTE FUNCTION refuse()")
      for code in [
        "53100", "53200", "53300", "25006", "55P03", "57014", "57P01", "57P02", "57P03", "58030", "40001", "40P01",
        "25P03", "25P04", "58000", "72000", "08006",
      ] {
        let answer = try await member.post("/items", ["title": code])
        #expect(answer.status == 503, "\(code)")
        #expect(answer["retry-after"] == "2")
        #expect(answer.shows("Back in a moment"))
        #expect(!answer.contains("ERROR"))
      }
      #expect(try await member.post("/items", ["title": "22012"]).status == 500)
      #expect(try app.number("SELECT count(*) AS n FROM items") == 0)
      await app.app.stop()
    }

    @Test func `A database that is only read: pages are shown, changes are 503, and so is /readyz`() async throws {
      let app = try await TestApp()
      let member = try await app.member()
      let id = try await member.add("Still to be read")
      // A session that is due to be noted as in use.
      try app.rows("UPDATE sessions SET seen_at = now() - interval '2 hours' WHERE household_id = \(member.household)")
      let readOnly = "default_transaction_read_only"
      let session = try Session(Target(url: app.superuserURL), deadline: Instant.now() + .seconds(120))
      // The pool's connections learn of it when they are made anew.
      func reconnect() throws {
        try session.run(
          """
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid()
          """)
      }
      let name: String = try app.rows("SELECT current_database()::text AS name")[0]["name"]
      try session.run(script: Array("ALTER DATABASE \(name) SET \(readOnly) = on".utf8CString))
      try reconnect()
      try await member.browser.wait(for: "/items", status: 200)
      #expect(try await member.get("/items").itemIDs == ["\(id)"])
      #expect(try await member.get("/readyz").status == 503)
      for (path, title) in [("/items", "Lost"), ("/items/\(id)/done", "")] {
        let answer = try await member.post(path, ["title": title, "done": "true"])
        #expect(answer.status == 503)
        #expect(answer["retry-after"] == "2")
      }
      #expect(try await app.browser().get("/healthz").status == 200)
      try session.run(script: Array("ALTER DATABASE \(name) RESET \(readOnly)".utf8CString))
      try reconnect()
      try await member.browser.wait(for: "/readyz", status: 200)
      #expect(try await member.post("/items/\(id)/done", ["done": "true"]).status == 303)
      await app.app.stop()
    }

    /// Stands in for a full disk: new files cannot be made.
    @Test func `After a change that found no room, /readyz is 503 until there is some`() async throws {
      let app = try await TestApp()
      let member = try await app.member()
      #expect(try await member.get("/readyz").status == 200)
      try app.rows(
        """
        CREATE FUNCTION no_room() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
          RAISE 'no space left on device' USING ERRCODE = '53100';
        END $$
        """)
      try app.rows(
        """
        CREATE FUNCTION no_room_for_items() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          RAISE 'no space left on device' USING ERRCODE = '53100';
        END $$
        """)
      try app.rows(
        "CREATE EVENT TRIGGER no_room ON ddl_command_start WHEN TAG IN ('CREATE TABLE AS') EXECUTE FUNCTION no_room()")
      try app.rows(
        "CREATE TRIGGER no_room BEFORE INSERT ON items FOR EACH ROW EXECUTE FUNCTION no_room_for_items()")
      #expect(try await member.post("/items", ["title": "Lost"]).status == 503)
      for _ in 1...3 { #expect(try await member.get("/readyz").status == 503) }
      #expect(try await member.get("/items").status == 200)
      try app.rows("DROP EVENT TRIGGER no_room")
      try await member.browser.wait(for: "/readyz", status: 200)
      await app.app.stop()
    }

    @Test func `A change that is committed is not answered with an error, whatever becomes of its session`()
      async throws
    {
      let app = try await TestApp()
      let member = try await app.member()
      try app.rows(
        """
        CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          RAISE 'no space left on device' USING ERRCODE = '53100';
        END $$
        """)
      try app.rows("UPDATE sessions SET seen_at = now() - interval '2 hours' WHERE household_id = \(member.household)")
      try app.rows("CREATE TRIGGER refuse BEFORE UPDATE OF seen_at ON sessions FOR EACH ROW EXECUTE FUNCTION refuse()")
      #expect(try await member.post("/categories", ["name": "Kept or not", "color": "#b4532a"]).status == 503)
      #expect(try app.number("SELECT count(*) AS n FROM categories WHERE household_id = \(member.household)") == 0)
      // Reading does not depend on it.
      #expect(try await member.get("/items").status == 200)
      try app.rows("DROP TRIGGER refuse ON sessions")
      #expect(try await member.post("/categories", ["name": "Kept", "color": "#b4532a"]).status == 303)
      #expect(
        try app.number(
          "SELECT count(*) AS n FROM sessions WHERE household_id = \(member.household) AND seen_at > now() - interval '1 minute'"
        )
          == 1)
      await app.app.stop()
    }

    @Test func `An error of the database is a page that says nothing of it`() async throws {
      let app = try await TestApp()
      let member = try await app.member()
      try app.rows("ALTER TABLE items RENAME COLUMN title TO secret_title")
      let page = try await member.get("/items")
      #expect(page.status == 500)
      #expect(page.shows("Something went wrong"))
      for text in ["column", "title\"", "SELECT", "42703", "secret", "PostgresError", ".swift"] {
        #expect(!page.text.components("<main")[1].contains(text), "\(text)")
      }
      let name = try #require(page.between("<code>", "</code>"))
      #expect(app.log.contains("request_failed"))
      #expect(app.log.contains(name))
      await app.app.stop()
    }
  }

  @Suite struct Logs {
    private let text = Log(format: .text)
    private let json = Log(format: .json)

    @Test(arguments: [
      ("plain", "plain"), ("two words", "\"two words\""), ("a\nb", "\"a\\nb\""), ("a\r\nb", "\"a\\u000d\\nb\""),
      ("\u{1b}[31m", "\"\\u001b[31m\""), ("\"", "\"\\\"\""), ("\\", "\\"), ("a=b", "\"a=b\""), ("", "\"\""),
      ("\u{202E}x", "\"\\u202ex\""), ("\u{85}", "\"\\u0085\""), ("\u{2028}", "\"\\u2028\""), ("é", "\"é\""),
      ("\u{0}", "\"\\u0000\""),
    ])
    func `A value is one word or a quoted one, on one line`(value: String, written: String) {
      let line = text.line(.info, "event", ["key": value], at: "T")
      #expect(line == "T info event key=\(written)\n")
    }

    @Test func `A line of JSON is one object`() {
      let line = json.line(.error, "event", ["a": "x\n\"y\"\\", "b": "\u{7f}\u{2029}"], at: "2026-11-21T10:00:00Z")
      #expect(
        line
          == #"{"time":"2026-11-21T10:00:00Z","level":"error","event":"event","a":"x\n\"y\"\\","b":"\u007f\u2029"}"#
          + "\n")
    }

    @Test func `What happened is in the log, with the request's name and no secret`() async throws {
      let app = try await TestApp()
      let member = try await app.member()
      let token = try #require(await member.browser.cookies["foyer"])
      let csrf = try #require(try await member.get("/items").field("csrf"))
      let refused = try await app.browser().post("/login", ["email": member.email, "password": "my wrong guess"])
      #expect(refused.status == 422)
      let forbidden = try await member.post("/items", ["title": "t"], ["origin": "null"])
      _ = try await member.get("/nowhere%0Aforged=line")
      _ = try await member.post("/login", ["email": member.email, "password": member.password])
      _ = try await member.post("/logout")
      let log = app.log
      for event in ["sign_up", "sign_in_refused", "request_refused", "sign_in", "sign_out", "first_load_failed"] {
        #expect(log.contains(" \(event) "), "\(event)")
      }
      #expect(log.contains(try #require(forbidden.between("<code>", "</code>"))))
      for secret in [member.password, "my wrong guess", token, csrf] { #expect(!log.contains(secret)) }
      #expect(!log.contains("\nforged"))
      for line in log.components("\n").dropLast() {
        #expect(line.hasPrefix("20") && line.prefix(20).hasSuffix("Z"), "\(line)")
      }
      await app.app.stop()
    }
  }
}
