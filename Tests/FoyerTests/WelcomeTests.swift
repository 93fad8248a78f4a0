import CivilTime
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  @Suite struct WelcomeTests {
    private static let pages = ["/welcome", "/welcome/people", "/welcome/routines", "/welcome/reach"]

    @Test func `Signing up leads through the first steps to the page of today, each of which can be skipped`()
      async throws
    {
      let app = try await TestApp.shared()
      let browser = app.browser()
      let answer = try await browser.post(
        "/signup",
        ["name": "Newcomer", "email": "newcomer@welcome.example", "password": "a quiet harbour", "time_zone": "UTC"])
      #expect(answer.status == 303 && answer["location"] == "/welcome")
      var path = "/welcome"
      for next in Self.pages.dropFirst() + ["/"] {
        let page = try await browser.get(path)
        #expect(page.status == 200 && page.count(of: "<h1") == 1, "\(path)")
        #expect(page.contains("href=\"\(next)\">"), "\(path) leads to \(next)")
        path = next
      }
      #expect(try await browser.get("/").status == 200)
    }

    @Test func `The home gets its name, and its reader a language`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member(headers: ["accept-language": "fr"])
      let page = try await member.get("/welcome")
      #expect(page.language == "fr" && page.field("name") == "Le foyer de Ada Lovelace")
      let answer = try await member.post("/welcome", ["name": "Le Nid", "language": "ru"])
      #expect(answer.status == 303 && answer["location"] == "/welcome/people")
      #expect(try await member.get("/welcome/people").language == "ru")
      #expect(try await member.get("/household").field("name") == "Le Nid")
      // The browser's language again.
      #expect(try await member.post("/welcome", ["name": "Le Nid", "language": ""]).status == 303)
      #expect(try await member.get("/welcome").language == "fr")
      for fields: KeyValuePairs in [["name": " "], ["name": "N", "language": "xx"]] {
        #expect(try await member.post("/welcome", fields).status == 422)
      }
      #expect(try await member.get("/household").field("name") == "Le Nid")
    }

    @Test func `An invitation of the first steps is one of the household's, as a link and as a QR code`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let page = try await member.post("/welcome/people")
      #expect(page.status == 200 && page.contains("<svg class=\"qr\""))
      let link = try #require(page.between("id=\"field-link\" type=\"text\" value=\"", "\""))
      let path = String(link.dropFirst(member.browser.origin.count))
      let guest = app.browser()
      let joined = try await guest.post(
        path, ["name": "Guest", "email": "guest-\(member.email)", "password": "a guest harbour"])
      #expect(joined.status == 303 && joined["location"] == "/")
      #expect(try await member.get("/welcome/people").shows("Guest"))
      // After 15 minutes it takes the password.
      try app.rows(
        "UPDATE sessions SET confirmed_at = now() - interval '16 minutes' WHERE household_id = \(member.household)")
      #expect(try await member.post("/welcome/people").status == 422)
    }

    @Test(arguments: [
      (Language.en, "Water the plants"), (.fr, "Arroser les plantes"), (.ko, "화분에 물 주기"), (.ru, "Полить цветы"),
    ])
    func `R40: chosen routines are items that repeat, in the reader's language, once`(
      language: Language, title: String
    ) async throws {
      let app = try await TestApp.shared()
      let member = try await app.member(headers: ["accept-language": language.rawValue])
      let page = try await member.get("/welcome/routines")
      let boxes = page.text.components("name=\"routine\" value=\"").dropFirst().map { $0.components("\"")[0] }
      #expect(boxes.count == Routine.allCases.count && page.shows(title))
      let chosen: KeyValuePairs = ["routine": boxes[0], "routine": boxes[1], "routine": "nothing.\(UUID.v7())"]
      for count in [2, 0] {
        let answer = try await member.post("/welcome/routines", chosen)
        #expect(answer.status == 303 && answer["location"] == "/welcome/reach")
        let notice = try await member.get("/welcome/reach").notice
        #expect(notice == (count == 0 ? nil : Strings(language).welcomeRoutinesAdded(count: count)))
      }
      let rows = try app.rows(
        """
        SELECT i.title, s.repeat_from, i.due_day IS NOT NULL AS is_due FROM items i
        JOIN series s ON s.household_id = i.household_id AND s.id = i.series_id
        WHERE i.household_id = \(member.household) ORDER BY i.title = \(title)
        """)
      #expect(rows.count == 2)
      #expect(try rows[1]["title"] == title && rows[1]["repeat_from"] == "done" && rows[1]["is_due"])
      #expect(try rows[0]["repeat_from"] == "due" && rows[0]["is_due"])
    }

    @Test func `R24: the to-dos of the first load stay unless they are removed here`() async throws {
      let endpoint = try FakeEndpoint(
        .answer(
          body: "{\"todos\":[{\"todo\":\"Try this\",\"completed\":false},{\"todo\":\"And that\",\"completed\":true}]}"))
      let app = try await TestApp(["FOYER_SAMPLE_TODOS_URL": endpoint.url, "FOYER_FETCH_ALLOW": "127.0.0.0/8"])
      let member = try await app.member()
      #expect(try await member.get("/items?status=all").itemIDs.count == 2)
      #expect(try await member.get("/welcome/routines").contains("name=\"samples\" value=\"remove\""))
      #expect(try await member.post("/welcome/routines").status == 303)
      #expect(try await member.get("/items?status=all").itemIDs.count == 2)
      #expect(try await member.post("/welcome/routines", ["samples": "remove"]).status == 303)
      #expect(try await member.get("/items?status=all").itemIDs == [])
      #expect(try await !member.get("/welcome/routines").contains("name=\"samples\""))
      // As others that were deleted.
      #expect(try await member.get("/trash").shows("Try this"))
      await app.app.stop()
    }

    @Test func `Where no letters are sent, the pages say so`() async throws {
      let member = try await TestApp.shared().member()
      for path in ["/welcome/reach", "/settings/reminders"] {
        let page = try await member.get(path)
        #expect(page.shows("This installation sends no e-mail") && !page.contains("name=\"mail\""), "\(path)")
      }
      #expect(try await member.post("/welcome/reach", ["mail": "true"]).status == 303)
      #expect(try await member.post("/settings/reminders/mail").status == 404)
      #expect(try await !member.get("/welcome/reach").contains("/welcome/reach/letter"))
      #expect(try await member.post("/welcome/reach/letter").status == 404)
    }
  }
}
