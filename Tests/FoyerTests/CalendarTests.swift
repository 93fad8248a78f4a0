import CivilTime
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  @Suite struct CalendarTests {
    @Test func `Items are on their day by the household's clock, done ones too, and only the household's own`()
      async throws
    {
      let app = try await TestApp.shared()
      let (member, stranger) = (try await app.member(timeZone: "Asia/Tokyo"), try await app.member())
      try member.setClock("America/New_York")
      // 02:30 in Tokyo is the day before in New York.
      try member.insert("Late call", due: "2027-03-10 02:30 Asia/Tokyo")
      try member.insert("Whole day", due: "2027-03-10 23:59 America/New_York")
      try member.insert("Ticked", due: "2027-03-10 08:00 America/New_York", done: true)
      try stranger.insert("Stranger's", due: "2027-03-10 12:00 America/New_York")
      let agenda = try await member.agenda(from: "2027-03-01")
      #expect(agenda["2027-03-09"] == ["12:30 Late call"])
      #expect(agenda["2027-03-10"] == ["Whole day", "08:00 Ticked"])
      let month = try await member.get("/calendar?month=2027-03")
      #expect(month.status == 200)
      for text in [
        "March 2027", "Late call", "Ticked", "href=\"/calendar?month=2027-02\"", "href=\"/calendar?month=2027-04\"",
      ] {
        #expect(month.contains(text), "\(text)")
      }
      #expect(!month.contains("Stranger"))
      #expect(try await stranger.get("/calendar?month=2027-03&view=month").count(of: "data-item=") == 1)
    }

    @Test func `A series shows what follows its open item, but what was skipped, ended or counts from being done`()
      async throws
    {
      let member = try await TestApp.shared().member()
      let weekly = try member.insertSeries(
        "Bins", "FREQ=WEEKLY;BYDAY=MO,TH", from: "2027-06-03 07:30", skipped: ["2027-06-10 07:30"])
      // The open one was moved to a Friday; two done ones came before.
      try member.insert("Bins", due: "2027-06-04 07:30 UTC", series: weekly, occurrence: "2027-06-03 07:30")
      try member.insert("Bins", due: "2027-05-31 07:30 UTC", done: true, series: weekly, occurrence: "2027-05-31 07:30")
      let done = try member.insertSeries("Filter", "FREQ=DAILY", from: "2027-06-02 23:59", by: "done")
      try member.insert("Filter", due: "2027-06-02 23:59 UTC", series: done, occurrence: "2027-06-02 23:59")
      let ended = try member.insertSeries("Ended", "FREQ=DAILY", from: "2027-06-02 10:00", ended: true)
      try member.insert("Ended", due: "2027-06-02 10:00 UTC", series: ended, occurrence: "2027-06-02 10:00")
      let counted = try member.insertSeries("Counted", "FREQ=DAILY;COUNT=4", from: "2027-06-01 23:59")
      try member.insert("Counted", due: "2027-06-03 23:59 UTC", series: counted, occurrence: "2027-06-03 23:59")
      let agenda = try await member.agenda(from: "2027-05-31")
      #expect(
        agenda.filter { $0.key < "2027-06-18" } == [
          "2027-05-31": ["07:30 Bins"], "2027-06-02": ["Filter", "10:00 Ended"], "2027-06-03": ["Counted"],
          "2027-06-04": ["Counted", "07:30 Bins"], "2027-06-07": ["07:30 Bins"], "2027-06-14": ["07:30 Bins"],
          "2027-06-17": ["07:30 Bins"],
        ])
      let page = try await member.get("/calendar?view=month&month=2027-06")
      // Only items can be moved: those that follow are none yet.
      #expect(page.count(of: "data-item=") == 5)
    }

    @Test func `Stays of both sides, blocked dates and birthdays are there, and what waits says so`() async throws {
      let app = try await TestApp.shared()
      let (host, guest) = (try await app.member(), try await app.member())
      let listing = try await host.list("Joe Hamilton")
      let request = try await guest.ask(listing, from: 10, to: 13)
      let from = day(8)
      #expect(try await guest.get("/calendar?from=\(from)").shows("Staying with Joe Hamilton (not answered yet)"))
      #expect(try await host.get("/calendar?from=\(from)").shows("Guest: Ada Lovelace (not answered yet)"))
      try await host.answer(request, "accept")
      _ = try await host.post("/hosting/blocked-dates", ["from": day(20), "to": day(21)])
      try app.rows("UPDATE people SET birthday = '2000-02-29' WHERE household_id = \(host.household)")
      let (theirs, ours) = (try await guest.get("/calendar?from=\(from)"), try await host.get("/calendar?from=\(from)"))
      #expect(theirs.shows("Staying with Joe Hamilton") && !theirs.shows("not answered"))
      #expect(theirs.count(of: "cal-line is-stay") == 2)
      #expect(ours.shows("Guest: Ada Lovelace") && ours.shows("Not hosting"))
      #expect(!theirs.shows("Not hosting"))
      for (month, date) in [("2027-02", "2027-02-28"), ("2028-02", "2028-02-29")] {
        let agenda = try await host.agenda("/calendar?month=\(month)&view=agenda")
        #expect(agenda[date] == ["Birthday: Ada Lovelace"])
      }
      _ = try await guest.post("/requests/\(request)/delete")
      #expect(try await !host.get("/calendar?from=\(from)").shows("Guest: Ada Lovelace"))
    }

    @Test
    func `A cell has three lines and says how many more there are; the page stays small with any number of items`()
      async throws
    {
      let member = try await TestApp.shared().member()
      for number in 1...5 { try member.insert("Item \(number)", due: "2027-09-08 1\(number):00 UTC") }
      let page = try await member.get("/calendar?month=2027-09&view=month")
      let cell = try #require(page.between("data-day=\"2027-09-08\"", "</td>"))
      #expect(cell.components("class=\"cal-line").count == 4)
      #expect(cell.contains("/calendar?from=2027-09-08&view=agenda") && cell.contains(">+2</a>"))
      try member.app.rows(
        """
        INSERT INTO items (household_id, id, title, due_at)
        SELECT \(member.household), gen_random_uuid(), 'Many ' || n, '2027-09-09 12:00Z' FROM generate_series(1, 10000) AS n
        """)
      try member.insert("After the many", due: "2027-09-25 12:00 UTC")
      #expect(try await member.get("/calendar?month=2027-09").shows("After the many"))
      for number in 1...500 {
        let series = try member.insertSeries("Daily \(number)", "FREQ=DAILY", from: "2027-08-01 09:00")
        try member.insert(
          "Daily \(number)", due: "2027-08-01 09:00 UTC", series: series, occurrence: "2027-08-01 09:00")
      }
      let full = try await member.get("/calendar?month=2027-09")
      #expect(full.status == 200)
      #expect(full.body.count < 700_000)
      #expect(full.count(of: "data-item=") <= 3 + 5 + 51 + 1 + 3 * 35)
    }

    @Test func `The calendar opens at five weeks from this one, and goes on by four`() async throws {
      let member = try await TestApp.shared().member()
      func days(_ path: String) async throws -> [String] {
        try await member.get(path).text.components("data-day=\"").dropFirst().map { String($0.prefix(10)) }
      }
      let today = CalendarDate(CivilTime(seconds: Timestamp.now().seconds))
      let first = try await days("/calendar")
      #expect(first.count == 35)
      // The test may run while a day ends.
      let mondays = [today, CalendarDate(days: today.days + 1)].map { CalendarDate(days: $0.days - $0.weekday).iso }
      #expect(mondays.contains(first[0]))
      let page = try await member.get("/calendar?weeks=2027-09-08")
      #expect(page.shows("6 September – 10 October 2027"))
      #expect(
        page.contains("href=\"/calendar?weeks=2027-10-04\"") && page.contains("href=\"/calendar?weeks=2027-08-09\""))
      // Where one month ends and the next begins is said.
      #expect(try #require(page.between("data-day=\"2027-10-01\"", "</td>")).contains(">1 October<"))
      #expect(try await days("/calendar?weeks=2027-09-08&view=month").first == "2027-08-30")
      #expect(try await days("/calendar?month=2027-09&view=weeks").first == "2027-08-30")
    }

    @Test func `Below the weeks the entries of one day are listed`() async throws {
      let member = try await TestApp.shared().member()
      try member.insert("Sweep the yard", due: "2027-09-08 10:00 UTC")
      let page = try await member.get("/calendar?month=2027-09&view=month&day=2027-09-08")
      let below = try #require(page.between("class=\"cal-picked\"", "cal-foot"))
      #expect(below.contains("8 September") && below.contains("Sweep the yard"))
      let other = try await member.get("/calendar?month=2027-09&view=month&day=2027-09-09")
      #expect(try #require(other.between("class=\"cal-picked\"", "cal-foot")).contains("Nothing on this day"))
      let outside = try await member.get("/calendar?month=2027-09&view=month&day=2027-12-09")
      #expect(try #require(outside.between("class=\"cal-picked\"", "cal-foot")).contains("1 September"))
    }

    @Test(arguments: [
      "month=0001-01", "month=9999-12", "month=1899-12", "month=2201-01", "month=2026-13", "month=", "month=x",
      "month=2026-11-20", "from=2026-02-30", "from=99999-01-01", "from=-1", "from=%F0%9F%8E%82", "view=week", "view=",
      "weeks=", "weeks=2026-02-30", "weeks=2200-12-31", "weeks=1900-01-01&view=month", "day=x&view=month",
      "month=2026-11&from=2026-11-20&view=agenda", "month=2200-12", "month=1900-01", "from=2200-12-31",
      "from=1900-01-01",
    ])
    func `What no page is called is today's`(query: String) async throws {
      let member = try await TestApp.shared().member()
      for headers in [[:], fragment("calendar")] {
        let page = try await member.get("/calendar?\(query)", headers)
        #expect(page.status == 200)
        #expect(page.contains("id=\"calendar\""))
        #expect(page.contains("<!doctype html>") == headers.isEmpty)
      }
    }

    @Test func `Moving an item keeps its time of day over a change of the clocks, and Undo moves it back`() async throws
    {
      let member = try await TestApp.shared().member()
      try member.setClock("Europe/Paris")
      let id = try member.insert("Call", due: "2027-03-26 17:00 Europe/Paris")
      let moved = try await member.post(
        "/items/\(id)/date", ["due_date": "2027-03-29", "version": "1", "back": "/calendar?month=2027-03"])
      #expect(moved.status == 303 && moved["location"] == "/calendar?month=2027-03")
      #expect(try member.due(id) == "2027-03-29 17:00:00")
      let page = try await member.get("/calendar?month=2027-03")
      #expect(page.notice?.hasPrefix("“Call” was moved from ") == true)
      let undo = try #require(page.between("action=\"/items/\(id)/date", "\""))
      #expect(try await member.post("/items/\(id)/date\(undo)").status == 303)
      #expect(try member.due(id) == "2027-03-26 17:00:00")
      // A time that the clocks leave out is read with the offset before.
      let night = try member.insert("Night", due: "2027-03-27 02:30 Europe/Paris")
      _ = try await member.post("/items/\(night)/date", ["due_date": "2027-03-28", "version": "1"])
      #expect(try member.due(night) == "2027-03-28 03:30:00")
    }

    @Test func `What was changed meanwhile is not moved, and the page says so`() async throws {
      let member = try await TestApp.shared().member()
      let id = try member.insert("Call", due: "2027-03-26 17:00 UTC")
      let fields: KeyValuePairs = ["due_date": "2027-03-29", "version": "7", "back": "/calendar?month=2027-03"]
      #expect(try await member.post("/items/\(id)/date", fields).status == 303)
      let part = try await member.post("/items/\(id)/date", fields, fragment("calendar"))
      #expect(part.status == 409)
      #expect(part.shows("has not been moved") && part.contains("id=\"calendar\""))
      #expect(try member.due(id) == "2027-03-26 17:00:00")
      for fields: KeyValuePairs in [
        ["version": "1"], ["due_date": "2027-02-30", "version": "1"], ["due_date": "2027-02-03"],
      ] {
        #expect(try await member.post("/items/\(id)/date", fields).status == 400)
      }
    }

    @Test func `A week by member has the items and turns of each, and goes on by a week`() async throws {
      let app = try await TestApp.shared()
      let ada = try await app.member()
      let ben = try await app.housemate(of: ada)
      try ada.rename("Ada")
      try ben.rename("Ben")
      let (first, second) = (try ada.person, try ben.person)
      _ = try await ada.make("Rake", for: [first, second], date: "2027-06-07")
      _ = try await ada.make("Bins", turn: [second, first], date: "2027-06-08")
      _ = try await ada.make("Sweep", date: "2027-06-13")
      _ = try await ada.make("Beyond", for: [first], date: "2027-06-14")
      let series = try ada.insertSeries("Plants", "FREQ=DAILY;COUNT=2", from: "2027-06-10 23:59")
      let plants = try ada.insert("Plants", due: "2027-06-10 23:59 UTC", series: series, occurrence: "2027-06-10 23:59")
      try app.rows("UPDATE items SET people = ARRAY[\(second)::uuid] WHERE id = \(plants)")
      func week(_ member: Member) async throws -> [String: [String]] {
        let page = try await member.get("/calendar?from=2027-06-07&view=people")
        #expect(page.contains("from=2027-06-14&amp;view=people") && page.contains("from=2027-05-31&amp;view=people"))
        var rows: [String: [String]] = [:]
        for row in page.text.components("<th scope=\"row\">").dropFirst() {
          let name = String(row.components("<span dir=\"auto\">")[1].prefix { $0 != "<" })
          rows[name] = row.components("class=\"cal-words\" dir=\"auto\">").dropFirst().map {
            String($0.prefix { $0 != "<" })
          }
        }
        return rows
      }
      let seen = try await week(ada)
      #expect(seen.keys.sorted() == ["Ada", "Ben", "Everybody"])
      #expect(seen["Ada"] == ["Rake"])
      #expect(seen["Ben"] == ["Rake", "Bins", "Plants", "Plants"])
      #expect(seen["Everybody"] == ["Sweep"])
      #expect(try await week(ben) == seen)
    }

    @Test func `Any version moves, what has no deadline gets a day, and Undo takes it away`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add("Oil it")
      let moved = try await member.post("/items/\(id)/date", ["due_date": "2030-05-02", "version": "any"])
      #expect(moved.status == 303 && moved["location"] == "/items")
      #expect(try member.due(id) == "2030-05-02 23:59:00")
      let page = try await member.get("/items")
      #expect(page.notice?.hasPrefix("“Oil it” is due on 2 May 2030") == true)
      let undo = try #require(page.between("action=\"/items/\(id)/date", "\""))
      // Where others have changed it since, it stays.
      _ = try await member.post("/items/\(id)/date", ["due_date": "2030-05-03", "version": "any"])
      _ = try await member.post("/items/\(id)/date\(undo)")
      #expect(try member.due(id) == "2030-05-03 23:59:00")
      let part = try await member.post(
        "/items/\(id)/date", ["due_date": "", "version": "any"], fragment("item-\(id)"))
      #expect(part.status == 200 && part["hx-trigger"] == "foyer:items" && part.shows("has no deadline now"))
      #expect(!part.contains("id=\"calendar\""))
      #expect(try await member.get("/items/\(id)/edit").field("due_date") == "")
      // What repeats has one.
      let series = try member.insertSeries("Bins", "FREQ=WEEKLY", from: "2027-06-07 07:30")
      let bins = try member.insert(
        "Bins", due: "2027-06-07 07:30 UTC", series: series, occurrence: "2027-06-07 07:30")
      _ = try await member.post("/items/\(bins)/date", ["due_date": "", "version": "any"])
      #expect(try member.due(bins) == "2027-06-07 07:30:00")
      let stranger = try await TestApp.shared().member()
      #expect(try await stranger.post("/items/\(id)/date", ["due_date": "", "version": "any"]).status == 404)
    }

    @Test func `Of a series only the one that was dragged moves`() async throws {
      let member = try await TestApp.shared().member()
      let series = try member.insertSeries("Bins", "FREQ=WEEKLY", from: "2027-06-07 07:30")
      let id = try member.insert("Bins", due: "2027-06-07 07:30 UTC", series: series, occurrence: "2027-06-07 07:30")
      _ = try await member.post("/items/\(id)/date", ["due_date": "2027-06-09", "version": "1"])
      let agenda = try await member.agenda(from: "2027-06-07")
      #expect(agenda.keys.sorted() == ["2027-06-09", "2027-06-14", "2027-06-21", "2027-06-28"])
    }

    @Test func `A day's new item has the date filled in, and its form returns to the calendar`() async throws {
      let member = try await TestApp.shared().member()
      let form = try await member.get(
        "/items/new?due_date=2027-11-20", ["referer": "\(member.browser.origin)/calendar?month=2027-11&view=month"])
      #expect(form.field("due_date") == "2027-11-20")
      #expect(form.field("back") == "/calendar?month=2027-11&view=month")
      let saved = try await member.post(
        "/items", ["title": "Row", "due_date": "2027-11-20", "back": "/calendar?month=2027-11&view=month"])
      #expect(saved["location"] == "/calendar?month=2027-11&view=month")
      for back in ["/calendar//evil.example", "/calendar?from=//evil.example", "//evil.example"] {
        let answer = try await member.post("/items", ["title": "Row", "back": back])
        #expect(answer["location"]?.contains("evil") == false)
      }
      #expect(try await member.get("/items/new?due_date=2027-02-30").field("due_date") == "")
    }

    @Test func `Rules that hardly ever match, or count to a billion, hold up nobody`() async throws {
      let member = try await TestApp.shared().member()
      for (rule, start) in [
        ("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "2026-01-01 10:00"), ("FREQ=DAILY;COUNT=999999999", "0002-01-01 10:00"),
        ("FREQ=YEARLY;INTERVAL=9999", "2026-01-01 10:00"), ("nonsense", "2026-01-01 10:00"),
      ] {
        let series = try member.insertSeries("Odd", rule, from: start)
        try member.insert("Odd", due: "2026-01-01 10:00 UTC", series: series, occurrence: start)
      }
      #expect(try await member.get("/calendar?month=2027-06").status == 200)
      #expect(try await member.get("/calendar?month=2200-12").status == 200)
    }
  }
}

extension Member {
  func setClock(_ zone: String) throws {
    try app.rows("UPDATE households SET time_zone = \(zone) WHERE id = \(household)")
  }

  /// Writes an item to the database.
  /// - Parameters:
  ///   - due: `2027-03-10 02:30 Asia/Tokyo`; 23:59 is that day.
  ///   - occurrence: on the household's clock.
  @discardableResult
  func insert(
    _ title: String, due: String, done: Bool = false, category: UUID? = nil, series: UUID? = nil,
    occurrence: String? = nil
  ) throws -> UUID {
    let id = UUID.v7()
    try app.rows(
      """
      INSERT INTO items (household_id, id, title, due_at, due_day, done_at, category_id, series_id, occurrence)
      VALUES (\(household), \(id), \(title), \(due)::timestamptz,
        CASE WHEN \(due.components(" ")[1] == "23:59") THEN left(\(due)::text, 10)::date END, CASE WHEN \(done) THEN now() END, \(optional: category),
        \(optional: series), \(optional: occurrence)::timestamp)
      """)
    return id
  }

  /// Writes a series to the database. It needs an open item.
  func insertSeries(
    _ title: String, _ rule: String, from start: String, by: String = "due", skipped: [String] = [], ended: Bool = false
  ) throws -> UUID {
    let id = UUID.v7()
    try app.rows(
      """
      INSERT INTO series (household_id, id, title, rule, repeat_from, starts_at, is_day, skipped, ended_at)
      VALUES (\(household), \(id), \(title), \(rule), \(by), \(start)::timestamp, \(start)::timestamp::time = '23:59', \(skipped)::timestamp[],
        CASE WHEN \(ended) THEN now() END)
      """)
    return id
  }

  /// When an item is due on the household's clock.
  func due(_ id: UUID) throws -> String {
    try app.rows(
      "SELECT (due_at AT TIME ZONE h.time_zone)::text AS due FROM items, households h WHERE items.id = \(id) AND h.id = \(household)"
    )[0]["due"]
  }

  func agenda(from day: String) async throws -> [String: [String]] {
    try await agenda("/calendar?from=\(day)&view=agenda")
  }

  /// What an agenda shows, by day: `12:30 Late call`.
  func agenda(_ path: String) async throws -> [String: [String]] {
    let page = try await get(path)
    guard page.status == 200 else { throw Unexpected("\(path) answered \(page.status)") }
    var days: [String: [String]] = [:]
    for section in page.text.components("<h3 id=\"agenda-").dropFirst() {
      days[String(section.prefix(10))] = section.components("class=\"cal-line").dropFirst().map { line in
        let time = line.components("class=\"cal-time\">").dropFirst().first.map { $0.prefix { $0 != "<" } + " " } ?? ""
        let words = line.components("class=\"cal-words\" dir=\"auto\">").dropFirst().first?.prefix { $0 != "<" } ?? ""
        return unescaped(String(time + words))
      }
    }
    return days
  }
}
