import CivilTime
import ICalendar
import StrictJSON
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  @Suite struct FeedTests {
    @Test func `A feed's address is shown once it is made and on demand later, and answers without a session`()
      async throws
    {
      let app = try await TestApp.shared()
      let member = try await app.member()
      try member.insert("Call the chimney sweep; soon, please", due: "\(day(3)) 17:00 UTC")
      let path = try await member.makeFeed("Mine")
      #expect(try await member.feedPaths().isEmpty)
      let id = try #require(try await member.get("/settings/feeds").between("<li id=\"feed-", "\""))
      #expect(try await member.feedPaths("?show=\(id)") == [path])
      let answer = try await app.browser().get(path)
      #expect(answer.status == 200)
      #expect(answer["content-type"] == "text/calendar; charset=utf-8")
      #expect(answer["cache-control"] == "private, no-cache")
      #expect(answer.contains("SUMMARY:Call the chimney sweep\\; soon\\, please\r\n"))
      #expect(answer.contains("DTSTART:\(day(3).split(separator: "-").joined())T170000Z\r\n"))
      #expect(answer.contains("\r\nNAME:Mine\r\n") && answer.contains("REFRESH-INTERVAL;VALUE=DURATION:PT1H"))
      // Nothing stored tells the address.
      let row: String = try app.rows("SELECT feeds::text AS row FROM feeds WHERE household_id = \(member.household)")[
        0]["row"]
      #expect(!row.contains(path.dropFirst(10).prefix(43)))
      #expect(app.log.contains(path.dropFirst(10).prefix(43)) == false)
    }

    @Test func `Its address asks for a recent password, to make it and to see it again`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let path = try await member.makeFeed("Kept")
      let id = try #require(try await member.get("/settings/feeds").between("<li id=\"feed-", "\""))
      try app.rows(
        "UPDATE sessions SET confirmed_at = now() - interval '16 minutes' WHERE household_id = \(member.household)")
      // Whoever has the session alone gets no address that outlives it.
      #expect(try await member.feedPaths("?show=\(id)").isEmpty)
      for fields in [
        ["name": "Stolen", "content": "all"], ["name": "Stolen", "content": "all", "current_password": "x"],
      ]
        as [KeyValuePairs<String, String>]
      {
        let refused = try await member.post("/settings/feeds", fields)
        #expect(refused.status == 422)
        #expect(refused.field("name") == "Stolen" && refused.contains("id=\"error-current_password\""))
      }
      let asked = try await member.post("/settings/feeds/\(id)/address")
      #expect(asked.status == 200 && asked.contains("name=\"current_password\"") && !asked.contains(".ics"))
      #expect(try await member.post("/settings/feeds/\(id)/address", ["current_password": "x"]).status == 422)
      #expect(try app.number("SELECT count(*) AS n FROM feeds WHERE household_id = \(member.household)") == 1)
      let shown = try await member.post("/settings/feeds/\(id)/address", ["current_password": member.password])
      #expect(shown.status == 303 && shown["location"] == "/settings/feeds?show=\(id)#feed-\(id)")
      #expect(try await member.feedPaths("?show=\(id)") == [path])
      try app.rows("UPDATE sessions SET confirmed_at = to_timestamp(0) WHERE household_id = \(member.household)")
      let made = try await member.post(
        "/settings/feeds", ["name": "Mine", "content": "all", "current_password": member.password])
      #expect(made.status == 303)
    }

    @Test func `Feeds are below Security, in the log, and end with all other sessions`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let (path, revoked) = (try await member.makeFeed("On the <wall>"), try await member.makeFeed("Old"))
      let page = try await member.get("/settings/security")
      #expect(page.contains("id=\"feeds\"") && page.shows("On the <wall>") && !page.contains(".ics"))
      #expect(page.contains("Calendar feed created:</strong> <bdi>Old</bdi>"))
      let id: UUID = try app.rows("SELECT id FROM feeds WHERE name = 'Old' AND household_id = \(member.household)")[0][
        "id"]
      #expect(try await member.post("/settings/feeds/\(id)/delete").status == 303)
      #expect(try await app.browser().get(revoked).status == 404)
      #expect(try await app.browser().get(path).status == 200)
      #expect(try await member.get("/settings/sessions").contains("id=\"hint-feeds\""))
      // A housemate's stay.
      let housemate = try await app.housemate(of: member)
      let theirs = try await housemate.makeFeed("Theirs")
      #expect(try await member.post("/settings/sessions/delete-others").status == 303)
      #expect(try await app.browser().get(path).status == 404)
      #expect(try await app.browser().get(theirs).status == 200)
      let log = try await member.get("/settings/security")
      #expect(log.contains("Calendar feed revoked:</strong> <bdi>Old</bdi>"))
      #expect(log.contains("<strong>All calendar feeds revoked</strong>") && !log.contains("id=\"feeds\""))
      // Sent twice, the form makes one, and one entry.
      let fields: KeyValuePairs = ["id": "\(UUID.v7())", "name": "Once", "content": "all"]
      for _ in 1...2 { #expect(try await member.post("/settings/feeds", fields).status == 303) }
      #expect(try await member.get("/settings/security").count(of: "<bdi>Once</bdi>") == 1)
    }

    @Test func `A calendar that has the feed already is told so until something changes`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let id = try await member.add("Row", date: day(4))
      let path = try await member.makeFeed()
      let etag = try #require(try await app.browser().get(path)["etag"])
      let same = try await app.browser().get(path, ["if-none-match": etag])
      #expect(same.status == 304 && same.body.isEmpty && same["etag"] == etag)
      _ = try await member.post("/items/\(id)/done", ["done": "true"])
      let changed = try await app.browser().get(path, ["if-none-match": etag])
      #expect(changed.status == 200 && changed["etag"] != etag && changed.contains("SUMMARY:✓ Row"))
      #expect(changed.contains("UID:\(id)"))
      let head = try await app.browser().send("HEAD", path, [:], nil)
      #expect(head.status == 200 && head["etag"] == changed["etag"])
    }

    @Test func `A feed has everything, the stays, or one category`() async throws {
      let app = try await TestApp.shared()
      let (host, guest) = (try await app.member(), try await app.member())
      let request = try await guest.ask(try await host.list("Joe Hamilton"), from: 10, to: 13)
      try await host.answer(request, "accept")
      let category = UUID.v7()
      _ = try await guest.post("/categories", ["id": "\(category)", "name": "Garden"])
      try guest.insert("Rake", due: "\(day(2)) 23:59 UTC", category: category)
      try guest.insert("Pay", due: "\(day(2)) 23:59 UTC")
      try app.rows("UPDATE people SET birthday = '1990-05-06' WHERE household_id = \(guest.household)")
      let all = try await app.browser().get(try await guest.makeFeed(content: "all"))
      for text in [
        "SUMMARY:Rake", "SUMMARY:Pay", "SUMMARY:Staying with Joe Hamilton", "SUMMARY:Birthday: Ada Lovelace",
      ] {
        #expect(all.contains(text), "\(text)")
      }
      #expect(all.contains("DTSTART;VALUE=DATE:\(day(10).split(separator: "-").joined())"))
      // The nights, without the day of departure; that is said.
      #expect(all.contains("DTEND;VALUE=DATE:\(day(13).split(separator: "-").joined())\r\n"))
      let departure = try #require(CalendarDate(day(13)))
      #expect(all.contains("DESCRIPTION:Departure on \(Strings(.en).date(departure.civil))\r\n"))
      let stays = try await app.browser().get(try await guest.makeFeed(content: "stays"))
      #expect(stays.contains("SUMMARY:Staying with Joe") && stays.count(of: "BEGIN:VEVENT") == 1)
      let garden = try await app.browser().get(try await guest.makeFeed(content: "category:\(category)"))
      #expect(garden.contains("SUMMARY:Rake") && garden.count(of: "BEGIN:VEVENT") == 1)
      _ = try await guest.post("/categories/\(category)/delete")
      let path = try await host.makeFeed(content: "all")
      #expect(try await app.browser().get(path).contains("SUMMARY:Guest: Ada Lovelace"))
    }

    @Test func `Revoked, moved to another household or with the account deleted, the address is gone at once`()
      async throws
    {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let path = try await member.makeFeed()
      let id = try #require(try await member.get("/settings/feeds").between("<li id=\"feed-", "\""))
      #expect(try await member.post("/settings/feeds/\(id)/delete").status == 303)
      #expect(try await app.browser().get(path).status == 404)
      let (ben, anna) = (try await app.member(), try await app.member())
      let left = try await ben.makeFeed()
      let link = try #require(try await anna.link())
      let token = link.components("/invitations/")[1]
      #expect(try await ben.post("/invitations/\(token)", ["confirm": "household"]).status == 303)
      #expect(try await ben.get("/household").shows("Ada Lovelace"))
      #expect(try await app.browser().get(left).status == 404)
      #expect(try await ben.get("/settings/feeds").count(of: "<li id=\"feed-") == 0)
      let own = try await ben.makeFeed()
      #expect(try await app.browser().get(own).status == 200)
      #expect(try await ben.post("/account/delete", ["password": ben.password]).status == 303)
      #expect(try await app.browser().get(own).status == 404)
    }

    @Test func `A person's feeds are nobody else's, and a category is the household's own`() async throws {
      let app = try await TestApp.shared()
      let (member, stranger) = (try await app.member(), try await app.member())
      _ = try await member.makeFeed("Member's")
      let id = try #require(try await member.get("/settings/feeds").between("<li id=\"feed-", "\""))
      // Another member of the household.
      let mate = try await app.member()
      try app.rows("UPDATE people SET household_id = \(member.household) WHERE household_id = \(mate.household)")
      for other in [stranger, mate] {
        #expect(try await !other.get("/settings/feeds?show=\(id)").contains("Member"))
        #expect(try await other.feedPaths("?show=\(id)").isEmpty)
        #expect(try await other.post("/settings/feeds/\(id)/delete").status == 404)
      }
      let category = UUID.v7()
      _ = try await member.post("/categories", ["id": "\(category)", "name": "Secret garden"])
      for content in ["category:\(category)", "category:\(UUID.v7())", "category:", "everything", ""] {
        let answer = try await stranger.post("/settings/feeds", ["name": "Theirs", "content": content])
        #expect(answer.status == 422 && answer.shows("Choose what it contains."), "\(content)")
        #expect(answer.field("name") == "Theirs")
      }
      // An id that somebody has is one's own in one's own household.
      #expect(
        try await stranger.post("/settings/feeds", ["id": "\(id)", "name": "Own", "content": "all"]).status == 303)
      #expect(try await stranger.get("/settings/feeds").shows("Own"))
    }

    @Test func `A form that is sent again after its feed was revoked makes another address`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let id = UUID.v7()
      var paths: Set<String> = []
      for _ in 1...2 {
        _ = try await member.post("/settings/feeds", ["id": "\(id)", "name": "Again", "content": "all"])
        paths.formUnion(try await member.feedPaths("?show=\(id)"))
        #expect(try await member.post("/settings/feeds/\(id)/delete").status == 303)
      }
      #expect(paths.count == 2)
      for path in paths { #expect(try await app.browser().get(path).status == 404) }
    }

    @Test func `A form that is sent twice makes one feed, and nobody has more than twenty`() async throws {
      let member = try await TestApp.shared().member()
      let id = UUID.v7()
      for _ in 1...2 {
        let answer = try await member.post("/settings/feeds", ["id": "\(id)", "name": "Twice", "content": "all"])
        #expect(answer["location"] == "/settings/feeds?show=\(id)#feed-\(id)")
      }
      for number in 2...20 { _ = try await member.makeFeed("Feed \(number)") }
      let refused = try await member.post("/settings/feeds", ["name": "One more", "content": "all"])
      #expect(refused.status == 422 && refused.shows("There can be 20 feeds. Revoke one first."))
      #expect(try await member.post("/settings/feeds", ["name": " ", "content": "all"]).status == 422)
    }

    @Test func `Whoever reads a feed too often waits; what is no address is not found`() async throws {
      let app = try await TestApp()
      let member = try await app.member()
      let path = try await member.makeFeed()
      for _ in 1...120 { #expect(try await app.browser().get(path).status == 200) }
      let answer = try await app.browser().get(path)
      #expect(answer.status == 429 && answer["retry-after"] != nil)
      for name in [
        "x", "x.ics", ".ics", "\(String(repeating: "A", count: 43)).ics", "\(path.dropFirst(10))x", "%C3%A9.ics",
      ] {
        #expect(try await app.browser().get("/calendar/\(name)").status == 404, "\(name)")
      }
      // The right token in another form is none.
      #expect(try await app.browser().get(String(path.dropLast(4))).status == 404)
      await app.app.stop()
    }

    @Test func `A feed has ten thousand entries and more meals than five hundred`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      try app.rows(
        """
        INSERT INTO items (household_id, id, title, due_at)
        SELECT \(member.household), gen_random_uuid(), 'Entry ' || n, now() + n * interval '1 hour' FROM generate_series(1, 10000) AS n
        """)
      try app.rows(
        """
        INSERT INTO meals (household_id, id, day, meal, text)
        SELECT \(member.household), gen_random_uuid(), current_date + n / 4, 'dinner', 'Dish ' || n FROM generate_series(0, 2399) AS n
        """)
      let all = try await app.browser().get(try await member.makeFeed(content: "all"))
      #expect(all.status == 200 && all.count(of: "\r\nBEGIN:VEVENT\r\n") == 10_000)
      #expect(all.contains("\r\nSUMMARY:Entry 10000\r\n") && all.text.hasSuffix("\r\nEND:VCALENDAR\r\n"))
      let meals = try await app.browser().get(try await member.makeFeed(content: "meals"))
      #expect(meals.status == 200 && meals.count(of: "\r\nBEGIN:VEVENT\r\n") == 2_400)
    }

    @Test(arguments: ["", "{}", "[[1]]", "[1]", "[[\"a\",\"b\""])
    func `What cannot be read of the database is an error, and no empty calendar`(rows: String) async throws {
      let zone = try utc(try await TestApp.shared())
      for place in 0..<3 {
        let texts = (0..<3).map { $0 == place ? rows : "[]" }
        let calendar = FeedCalendar(
          name: "Mine", zone: zone, items: texts[0], series: texts[1], meals: texts[2], bars: [],
          origin: "https://foyer.test", strings: Strings(.en))
        #expect(throws: Refusal.self) { try calendar.bytes() }
      }
      let whole = FeedCalendar(
        name: "Mine", zone: zone, items: "[]", series: "[]", meals: "[]", bars: [], origin: "https://foyer.test",
        strings: Strings(.en))
      #expect(throws: Never.self) { try whole.bytes() }
    }

    private func utc(_ app: TestApp) throws -> ZoneTable {
      try ZoneTable("UTC", ZoneTable.days(around: 2026), app.rows("SELECT 0::bigint AS moment, 0 AS was, 0 AS shift"))
    }

    @Test func `Feeds and letters are in the language in which somebody who chose none was seen last`() async throws {
      let app = try await TestApp.shared()
      let (host, guest) = (try await app.member(), try await app.member(headers: ["accept-language": "fr"]))
      let request = try await guest.ask(try await host.list("Joe Hamilton"), from: 10, to: 13)
      try await host.answer(request, "accept")
      let seen: SQL = "SELECT seen_language FROM people WHERE household_id = \(guest.household)"
      #expect(try app.rows(seen)[0]["seen_language"] == "fr")
      let path = try await guest.makeFeed(content: "stays")
      #expect(try await app.browser().get(path).contains("SUMMARY:Séjour chez Joe Hamilton"))
      // Another language an hour later, and then the one that is chosen.
      try app.rows("UPDATE sessions SET seen_at = now() - interval '2 hours' WHERE household_id = \(guest.household)")
      _ = try await guest.get("/items", ["accept-language": "ru"])
      try await eventually { try app.rows(seen)[0]["seen_language"] == "ru" }
      #expect(try await app.browser().get(path).contains("SUMMARY:Поездка: Joe Hamilton"))
      // An account from before languages were noted: the next page does, within the hour, too.
      try app.rows("UPDATE people SET seen_language = NULL WHERE household_id = \(guest.household)")
      _ = try await guest.get("/items", ["accept-language": "fr"])
      try await eventually { try app.rows(seen)[0]["seen_language"] == "fr" }
      _ = try await guest.get("/items", ["accept-language": "ru"])
      #expect(try app.rows(seen)[0]["seen_language"] == "fr")
      #expect(try await guest.post("/settings", ["language": "ko"]).status == 303)
      #expect(try await app.browser().get(path).contains("SUMMARY:숙박: Joe Hamilton"))
    }

    @Test func `An event's number does not fall, whatever becomes of the rows that it shows`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let first = try await member.add("Water", repeating: ["repeat": "FREQ=DAILY", "due_date": day(1)])
      let path = try await member.makeFeed()
      var highest: [String: Int] = [:]
      func look(_ what: String) async throws {
        let feed = try await app.browser().get(path).text
        for event in feed.components("BEGIN:VEVENT").dropFirst() {
          let uid = String(event.components("UID:")[1].prefix { $0 != "\r\n" })
          let number = try #require(Int(event.components("SEQUENCE:")[1].prefix { $0 != "\r\n" }))
          #expect(number >= highest[uid, default: 0], "\(what): \(uid)")
          highest[uid] = number
        }
        #expect(!highest.isEmpty)
      }
      try await look("made")
      for number in 1...3 {
        try await member.save(first, ["description": "\(number)"])
        try await look("changed")
      }
      _ = try await member.post("/items/\(first)/done", ["done": "true"])
      try await look("ticked")
      try await member.save(try member.open(), ["title": "Water well", "scope": "following"])
      try await look("the series changed")
      _ = try await member.post("/items/\(try member.open())/skip")
      try await look("skipped")
      _ = try await member.post("/items/\(try member.open())/unskip")
      try await look("the skip taken back")
      let next = try member.open()
      // Both rows changed long before what happens to them now.
      try app.rows(
        "UPDATE items SET changed_at = now() - interval '1 hour' WHERE household_id = \(member.household) AND id = \(next)"
      )
      _ = try await member.post("/items/\(next)/delete")
      _ = try await member.post("/items/\(first)/done", ["done": "false"])
      try await look("the next one in the trash, the tick taken back")
      _ = try await member.post("/items/\(first)/delete")
      try await look("both in the trash")
      _ = try await member.post("/items/\(next)/restore")
      try await look("the next one restored")
    }

    @Test(arguments: naughtyNames)
    func `Any title is a line of the feed, folded after 75 bytes`(title: String) async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      try member.insert(title, due: "\(day(2)) 17:00 UTC")
      let feed = try await app.browser().get(try await member.makeFeed(title.isEmpty ? "x" : String(title.prefix(40))))
      #expect(feed.status == 200)
      let lines = feed.body.split(separator: 10, omittingEmptySubsequences: false)
      #expect(
        lines.dropLast().allSatisfy { $0.last == 13 && $0.count <= 76 && String(validating: $0, as: UTF8.self) != nil })
      let unfolded = feed.text.components("\r\n ").joined()
      #expect(unfolded.contains("\r\nSUMMARY:\(ICalendar.escaped(title))\r\n"))
    }
  }
}

extension Member {
  /// Makes a feed through its form; returns the path of its address.
  func makeFeed(_ name: String = "Feed", content: String = "all") async throws -> String {
    let answer = try await post("/settings/feeds", ["name": name, "content": content])
    guard answer.status == 303, let page = answer["location"] else {
      throw Unexpected("making a feed answered \(answer.status)")
    }
    let query = page.components("/settings/feeds")[1].prefix { $0 != "#" }
    guard let path = try await feedPaths(String(query)).first else { throw Unexpected("no address is shown") }
    return path
  }

  /// The addresses that the settings show.
  func feedPaths(_ query: String = "") async throws -> [String] {
    try await get("/settings/feeds\(query)").text.components("value=\"").dropFirst().compactMap { part in
      let value = String(part.prefix { $0 != "\"" })
      return value.hasSuffix(".ics") ? "/calendar/\(value.components("/calendar/")[1])" : nil
    }
  }

  /// A new invitation's link.
  func link() async throws -> String? {
    try await post("/household/invitations").between("id=\"field-link\" type=\"text\" value=\"", "\"")
  }
}
