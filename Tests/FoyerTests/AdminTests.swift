import EventLoop
import HTTP
import Testing

@testable import Foyer
@testable import Postgres

extension Member {
  /// Makes the member an operator, who has given the password so many minutes ago.
  fileprivate func promote(minutes: Int = 0) throws {
    try app.rows("UPDATE accounts SET is_admin = true WHERE email = \(email)")
    try app.rows(
      """
      UPDATE sessions SET confirmed_at = now() - make_interval(mins => \(minutes)::int) WHERE household_id = \(household)
      """)
  }
}

extension TestApp {
  /// A job that was given up so many days ago.
  fileprivate func fail(payload: String = #"{"person": "x"}"#, error: String = "refused", days: Int = 0) throws -> UUID
  {
    let id = UUID.v7()
    try rows(
      """
      INSERT INTO jobs (id, kind, payload, state, ended_at, attempts, last_error)
      VALUES (\(id), 'password_reset', \(payload)::jsonb, 'dead', now() - make_interval(days => \(days)::int), 8, \(error))
      """)
    return id
  }

  fileprivate func state(ofJob id: UUID) throws -> String? {
    try rows("SELECT state || ' ' || attempts || ' ' || (payload <> '{}')::text AS text FROM jobs WHERE id = \(id)")
      .first?["text"]
  }
}

extension FoyerTests {
  @Suite struct AdminTests {
    /// What everybody but operators gets: the page of a path that is not there, up to the request's id.
    private func shown(_ answer: Answer) -> String {
      "\(answer.status) \(answer.textWithoutTokens.components("<code>")[0])"
    }

    @Test func `For strangers and members nothing is there, by any route and method`() async throws {
      let app = try await TestApp()
      let (member, operator_) = (try await app.member(), try await app.member())
      try operator_.promote()
      let job = try app.fail()
      let before = try app.digest()
      let routes = RouteTable(Feature.all).router.routes.map(\.pattern).filter { $0.hasPrefix("/admin") }
      #expect(Set(routes).count == 5)
      let stranger = app.browser()
      let late = app.browser()
      await late.setCookie("foyer", String(repeating: "A", count: 43))
      let windows = [stranger, late, member.browser]
      // From here on they have the cookie of their forms.
      for browser in windows { _ = try await browser.get("/nowhere") }
      for route in Set(routes).union(["/admin/", "/admin/nowhere"]) {
        let path = route.components("{id}").joined(separator: "\(route.contains("jobs") ? job : member.household)")
        for (method, body) in [
          ("GET", nil), ("HEAD", nil), ("OPTIONS", nil), ("DELETE", nil), ("PUT", []),
          ("POST", Array("registration=off&quota=1M&current_password=a+quiet+harbour".utf8)),
        ] as [(String, [UInt8]?)] {
          for headers in [[:], fragment(), ["sec-fetch-site": "cross-site"], ["origin": nil]] as [[String: String?]] {
            for browser in windows {
              let answer = try await browser.send(method, path, headers, body)
              let unknown = try await browser.send(method, "/nowhere/at/all", headers, body)
              #expect(answer.status == 404, "\(method) \(path)")
              let isSame = shown(answer) == shown(unknown)
              #expect(isSame, "\(method) \(path)")
              #expect(answer.headers.map(\.name) == unknown.headers.map(\.name), "\(method) \(path)")
            }
          }
        }
      }
      // Larger than the route takes.
      let body = Array("registration=\(String(repeating: "x", count: 80_000))".utf8)
      #expect(try await member.browser.send("POST", "/admin/registration", [:], body).status == 404)
      #expect(try app.digest() == before)
      #expect(!(try await member.get("/settings").contains("href=\"/admin\"")))
      // An operator who is none any more is a member again.
      #expect(try await operator_.get("/settings").contains("href=\"/admin\""))
      #expect(try await operator_.get("/admin").status == 200)
      try app.rows("UPDATE accounts SET is_admin = false WHERE email = \(operator_.email)")
      #expect(try await operator_.get("/admin").status == 404)
      await app.app.stop()
    }

    @Test func `The page has numbers, and nothing that a household has written`() async throws {
      let app = try await TestApp(["FOYER_HOUSEHOLD_QUOTA": "500M"])
      let (admin, other) = (try await app.member(), try await app.member())
      try admin.promote()
      try await other.add("Secret surprise")
      _ = try await other.post("/recipes", ["name": "Secret soup", "ingredients": "2 eggs"])
      _ = try await other.post("/household", ["name": "Secret house"])
      _ = try await other.post("/household/invitations")
      try app.rows("UPDATE people SET name = 'Secret person' WHERE household_id = \(other.household)")
      try app.rows(
        """
        INSERT INTO images (household_id, id, picture, thumbnail)
        VALUES (\(other.household), gen_random_uuid(), convert_to(repeat('x', 3 * 1024 * 1024), 'UTF8'), 'x')
        """)
      let payload = #"{"to": "secret-payload@example.org"}"#
      _ = try app.fail(payload: payload, error: "550 <\(other.email)>: no such\nmailbox for \(other.email)")
      let page = try await admin.get("/admin")
      #expect(page.status == 200)
      for secret in ["Secret", other.email, "secret-payload"] { #expect(!page.contains(secret), "\(secret)") }
      let numbers = [
        "Households": 2, "People": 2, "Sessions": 2, "Items": 1, "Recipes": 1, "Pictures and files": 1,
        "Open invitations": 1,
      ]
      for (name, number) in numbers { #expect(page.contains("<dt>\(name)</dt><dd>\(number)</dd>"), "\(name)") }
      let first = try #require(page.between("<code>…", "<details"))
      #expect(first.hasPrefix("\("\(other.household)".suffix(8))") && first.contains("1 member"))
      #expect(first.contains("Pictures and files: 3 MB of 500 MB"))
      #expect(page.shows("550 … no such mailbox for …"))
      #expect(page.shows("This program makes none"))
      #expect(page.shows("Open: anyone can create an account."))
      await app.app.stop()
    }

    @Test func `Registration is closed for every instance, and the environment stays the limit`() async throws {
      let app = try await TestApp()
      let admin = try await app.member()
      try admin.promote()
      let other = try await TestApp(database: app.databaseURL)
      let invited = try await TestApp(["FOYER_REGISTRATION": "invite"], database: app.databaseURL)
      let closed = try await TestApp(["FOYER_REGISTRATION": "closed"], database: app.databaseURL)
      let path = try await admin.invite()
      func signUp(_ app: TestApp) async throws -> [Int] {
        let fields: KeyValuePairs = ["name": "N", "email": "\(UUID.v7())@example.org", "password": "a guest harbour"]
        return [
          try await app.browser().get("/signup").status, try await app.browser().post("/signup", fields).status,
        ]
      }
      #expect(try await signUp(other) == [200, 303])
      #expect(try await signUp(invited) == [403, 403])
      #expect(try await signUp(closed) == [403, 403])
      let answer = try await admin.post("/admin/registration", ["registration": "off"])
      #expect(answer.status == 303 && answer["location"] == "/admin")
      let page = try await admin.get("/admin")
      #expect(page.notice == "Registration closed." && page.field("registration") == "on")
      for instance in [app, other, invited, closed] { #expect(try await signUp(instance) == [403, 403]) }
      // Nor by invitation.
      #expect(try await other.browser().get(path).field("password") == nil)
      let guest: KeyValuePairs = ["name": "G", "email": "guest@example.org", "password": "a guest harbour"]
      #expect(try await other.browser().post(path, guest).status == 403)
      #expect(try await admin.post("/admin/registration", ["registration": "on"]).status == 303)
      #expect(try await signUp(other) == [200, 303])
      #expect(try await invited.browser().post(path, guest).status == 303)
      #expect(try await signUp(closed) == [403, 403])
      #expect(app.log.components("\n").count { $0.contains(" admin_registration registration=o") } == 2)
      for wrong in ["", "open", "ON"] {
        #expect(try await admin.post("/admin/registration", ["registration": wrong]).status == 400)
      }
      let window = closed.browser()
      for (name, value) in await admin.browser.cookies { await window.setCookie(name, value) }
      let outer = try await window.get("/admin")
      #expect(outer.shows("Closed by the server’s settings") && outer.field("registration") == nil)
      for instance in [closed, invited, other, app] { await instance.app.stop() }
    }

    @Test func `Changes ask for the password again after 15 minutes`() async throws {
      let app = try await TestApp()
      let admin = try await app.member()
      let job = try app.fail()
      try admin.promote(minutes: 16)
      let path = "/admin/households/\(admin.household)/quota"
      func quota() throws -> Int? {
        try app.rows("SELECT quota FROM household_storage WHERE household_id = \(admin.household)").first?["quota"]
      }
      #expect(try await admin.get("/admin").status == 200)
      let question = try await admin.post(path, ["quota": "5G"])
      #expect(question.status == 422)
      #expect(question.field("quota") == "5G" && question.contains("action=\"\(path)\""))
      #expect(question.contains("name=\"current_password\"") && !question.contains("aria-invalid"))
      for wrong in ["", "not the password"] {
        let refused = try await admin.post(path, ["quota": "5G", "current_password": wrong])
        #expect(refused.status == 422 && refused.field("quota") == "5G" && refused.contains("aria-invalid"))
      }
      for (path, fields) in [
        ("/admin/registration", ["registration": "off"]), ("/admin/jobs/\(job)/retry", [:]),
        ("/admin/jobs/\(job)/delete", [:]),
      ] as [(String, KeyValuePairs<String, String>)] {
        #expect(try await admin.post(path, fields).status == 422, "\(path)")
      }
      #expect(try quota() == nil)
      #expect(try app.state(ofJob: job) == "dead 8 true")
      #expect(try app.number("SELECT registration_open::int AS n FROM server_settings") == 1)
      #expect(try await admin.post(path, ["quota": "5G", "current_password": admin.password]).status == 303)
      #expect(try quota() == 5 << 30)
      // That counts for what follows.
      #expect(try await admin.post("/admin/jobs/\(job)/retry").status == 303)
      #expect(try app.state(ofJob: job) == "waiting 0 true")
      // Guesses are limited as elsewhere.
      try admin.promote(minutes: 16)
      var statuses: Set<Int> = []
      for _ in 1...12 { statuses.insert(try await admin.post(path, ["quota": "1G", "current_password": "x"]).status) }
      #expect(statuses == [422, 429])
      await app.app.stop()
    }

    @Test func `A quota is set, changed and removed, and nonsense is refused`() async throws {
      let app = try await TestApp(["FOYER_HOUSEHOLD_QUOTA": "2G"])
      let (admin, other) = (try await app.member(), try await app.member())
      try admin.promote()
      let path = "/admin/households/\(other.household)/quota"
      func line() async throws -> String? {
        try await other.get("/household").between("<p class=\"hint\">Pictures and files", "</p>")
      }
      #expect(try await line() == ": 0 KB of 2 GB")
      for (text, shown) in [("500M", "500 MB"), ("1t", "1 TB"), ("", "2 GB")] {
        #expect(try await admin.post(path, ["quota": text]).status == 303)
        #expect(try await line() == ": 0 KB of \(shown)")
      }
      for wrong in ["5", "0M", "-1M", "1.5G", "1 G", "+1M", "1234567M", "９M", "M", "1K", "1MB", "none", "<b>", "é"] {
        let answer = try await admin.post(path, ["quota": wrong])
        #expect(answer.status == 422, "\(wrong)")
        #expect(answer.text.contains("value=\"\(escaped(wrong))\"") && answer.contains("href=\"#field-quota-"))
      }
      #expect(try await line() == ": 0 KB of 2 GB")
      for id in ["\(UUID.v7())", "\(try app.rows("SELECT starter_household() AS id")[0]["id"] as UUID)"] {
        #expect(try await admin.post("/admin/households/\(id)/quota", ["quota": "1G"]).status == 404)
      }
      #expect(try await admin.post("/admin/households/none/quota", ["quota": "1G"]).status == 404)
      #expect(app.log.contains(" admin_quota household=\(other.household) to=500M person="))
      await app.app.stop()
    }

    @Test func `A job that was given up is tried again or deleted, and others are left alone`() async throws {
      let app = try await TestApp()
      let admin = try await app.member()
      try admin.promote()
      let (failed, erased, unwanted) = (try app.fail(), try app.fail(payload: "{}"), try app.fail())
      let waiting = UUID.v7()
      try app.rows("INSERT INTO jobs (id, kind, payload) VALUES (\(waiting), 'sign_up', '{}')")
      let page = try await admin.get("/admin")
      #expect(page.contains("/admin/jobs/\(failed)/retry") && page.contains("/admin/jobs/\(failed)/delete"))
      #expect(!page.contains("/admin/jobs/\(erased)/retry") && page.contains("/admin/jobs/\(erased)/delete"))
      #expect(!page.contains("\(waiting)"))
      for id in [erased, waiting, UUID.v7()] {
        #expect(try await admin.post("/admin/jobs/\(id)/retry").status == 404)
      }
      for id in [waiting, UUID.v7()] { #expect(try await admin.post("/admin/jobs/\(id)/delete").status == 404) }
      #expect(try await admin.post("/admin/jobs/\(unwanted)/delete").status == 303)
      #expect(try app.state(ofJob: unwanted) == nil)
      // Of several windows one begins it anew.
      let statuses = try await admin.atOnce(4) { browser, _ in
        try await browser.post("/admin/jobs/\(failed)/retry").status
      }
      #expect(statuses.sorted() == [303, 404, 404, 404])
      #expect(try app.state(ofJob: failed) == "waiting 0 true")
      #expect(try app.state(ofJob: waiting) == "waiting 0 false")
      #expect(
        app.log.contains(" admin_job_retried job=\(failed) ") && app.log.contains(" admin_job_deleted job=\(unwanted) ")
      )
      await app.app.stop()
    }

    @Test func `What a job carried is kept for a week after it was given up`() async throws {
      let app = try await TestApp()
      let (young, old) = (try app.fail(days: 6), try app.fail(days: 8))
      let session = try Session(Target(url: app.databaseURL), deadline: .now() + .seconds(120))
      try session.run("SET ROLE foyer_identity")
      try session.run(JobQueries.eraseOld())
      #expect(try app.state(ofJob: young) == "dead 8 true")
      #expect(try app.state(ofJob: old) == "dead 8 false")
      await app.app.stop()
    }

    @Test func `foyer user and foyer household on the command line`() async throws {
      let app = try await TestApp()
      let (ada, other) = (try await app.member(), try await app.member())
      let environment = ["DATABASE_URL": app.databaseURL]
      func run(_ arguments: String...) async throws -> (status: Int32, output: String, errors: String) {
        try await Program.run(arguments, environment)
      }
      try app.rows("UPDATE people SET name = E'A\\tb\\n\\x1b[31m\"🦉' WHERE household_id = \(ada.household)")
      try app.rows("UPDATE households SET name = E'Our \\\\ \"house\"\\n' WHERE id = \(ada.household)")
      #expect(try await ada.get("/admin").status == 404)
      #expect(try await run("user", "admin", ada.email.uppercased()).status == 0)
      #expect(try await ada.get("/admin").status == 200)
      let text = try await run("user", "list").output.components("\n")
      #expect(text.count == 3 && text[0].hasSuffix("\t\(ada.email)\tA\u{FFFD}b\u{FFFD}\u{FFFD}[31m\"🦉\tadmin"))
      let json = try await run("user", "list", "--json").output.components("\n")
      #expect(json[0].contains(#""email":"\#(ada.email)","name":"A\u0009b\n\u001b[31m\"🦉","created":""#))
      #expect(
        json[0].hasSuffix(#""household":"\#(ada.household)","admin":true}"#) && json[1].hasSuffix(#""admin":false}"#))
      #expect(try await run("user", "admin", ada.email, "--off").status == 0)
      #expect(try await ada.get("/admin").status == 404)
      let unknown = try await run("user", "admin", "nobody@example.org")
      #expect(unknown.status == 1 && unknown.errors == "There is no account with this e-mail address.\n")

      try await ada.add("A")
      _ = try await ada.post("/recipes", ["name": "R", "ingredients": "1 egg"])
      try app.rows(
        """
        INSERT INTO images (household_id, id, picture, thumbnail) VALUES (\(ada.household), gen_random_uuid(), '12345', '678')
        """)
      #expect(try await run("household", "quota", "\(other.household)", "500M").status == 0)
      let list = try await run("household", "list").output
      #expect(
        list
          == "\(ada.household)\tOur \\ \"house\"\u{FFFD}\t1\t1\t1\t8\t-\n\(other.household)\tAda Lovelace’s household\t1\t0\t0\t0\t500M\n"
      )
      #expect(
        try await run("household", "list", "--json").output.components("\n")[0]
          == #"{"id":"\#(ada.household)","name":"Our \\ \"house\"\n","members":1,"items":1,"recipes":1,"image_bytes":8,"quota":null}"#
      )
      for wrong in ["500", "0M", "five", "-1G", "1.5G", ""] {
        let refused = try await run("household", "quota", "\(other.household)", wrong)
        #expect(
          refused.status == 1 && refused.errors == "A quota is a size such as 500M, 2G or 1T, or none.\n", "\(wrong)")
      }
      for wrong in ["nonsense", "\(UUID.v7())", "\u{1b}[2J"] {
        let refused = try await run("household", "quota", wrong, "1G")
        #expect(
          refused.status == 1 && !refused.errors.contains("\u{1b}") && refused.errors.hasSuffix(".\n"), "\(wrong)")
      }
      #expect(try await run("household", "quota", "\(other.household)", "none").status == 0)
      #expect(try app.number("SELECT count(*) AS n FROM household_storage WHERE quota IS NOT NULL") == 0)
      await app.app.stop()
    }
  }
}
