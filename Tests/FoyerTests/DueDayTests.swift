import CivilTime
import EventLoop
import Processes
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// Deadlines that are days: the same day for every member.
  @Suite struct DueDays {
    @Test func `A day is the same day for members in other time zones, on every page`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member(timeZone: "Europe/Paris")
      let mate = try await app.housemate(of: member)
      for zone in ["Pacific/Kiritimati", "Pacific/Niue", "Europe/Paris"] {
        try mate.travel(to: zone)
        // Added by the one who is away.
        let day = "2031-03-0\(["Pacific/Kiritimati", "Pacific/Niue", "Europe/Paris"].firstIndex(of: zone)! + 1)"
        let id = try await mate.add("Bins", date: day)
        for reader in [member, mate] {
          let form = try await reader.get("/items/\(id)/edit")
          #expect(form.field("due_date") == day && form.field("due_time") == "", "\(zone)")
          let list = try await reader.get("/items")
          #expect(list.contains("title=\"") && list.itemIDs.contains("\(id)"))
          let agenda = try await reader.agenda(from: day)
          #expect(agenda[day] == ["Bins"], "\(zone): \(agenda)")
          let feed = try await app.browser().get(try await reader.makeFeed())
          #expect(feed.contains("\r\nDTSTART;VALUE=DATE:\(day.filter { $0 != "-" })\r\n"), "\(zone)")
        }
      }
    }

    @Test func `A form that is saved elsewhere without a change of its date keeps the day`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member(timeZone: "Asia/Tokyo")
      let mate = try await app.housemate(of: member)
      try mate.travel(to: "America/Los_Angeles")
      let id = try await member.add("Bins", date: "2031-03-01")
      let form = try await mate.get("/items/\(id)/edit")
      let saved = try await mate.post(
        "/items/\(id)",
        [
          "version": try #require(form.field("version")), "title": "All bins",
          "due_date": try #require(form.field("due_date")), "due_time": try #require(form.field("due_time")),
        ])
      #expect(saved.status == 303)
      #expect(try app.deadline(of: id) == "2031-03-01 2031-03-01 23:59:00")
    }

    @Test func `Today and its overdue items are the reader's, by their own day`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member(timeZone: "Europe/Paris")
      let mate = try await app.housemate(of: member)
      for zone in ["Pacific/Kiritimati", "Pacific/Niue", "UTC", "Asia/Seoul"] {
        try mate.travel(to: zone)
        try app.rows("DELETE FROM items WHERE household_id = \(member.household)")
        let today: CalendarDate = try app.rows("SELECT (now() AT TIME ZONE \(zone))::date AS day")[0]["day"]
        for (title, days) in [("Two days ago", -2), ("Yesterday", -1), ("Today", 0), ("Tomorrow", 1), ("Late", 9)] {
          try await member.add(title, date: CalendarDate(days: today.days + days).iso)
        }
        let page = try await mate.get("/")
        #expect(page.titles(in: "Overdue") == ["Two days ago", "Yesterday"], "\(zone)")
        #expect(page.titles(in: "Today") == ["Today"], "\(zone)")
        #expect(page.titles(in: "Next days") == ["Tomorrow"], "\(zone)")
      }
    }

    @Test func `A day stays when the household's clock is corrected, and when its first person moves`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member(timeZone: "America/New_York")
      let id = try await member.add("Bins", date: "2031-03-01")
      let timed = try await member.add("Call", date: "2031-03-01", time: "18:00")
      #expect(try app.deadline(of: id) == "2031-03-01 2031-03-01 23:59:00")
      let before: Int = try app.rows("SELECT extract(epoch FROM due_at)::bigint AS at FROM items WHERE id = \(timed)")[
        0]["at"]
      for zone in ["Asia/Seoul", "Pacific/Niue"] {
        let answer = try await member.post("/household", ["name": "Home", "time_zone": zone])
        #expect(answer.status == 303)
        #expect(try app.deadline(of: id) == "2031-03-01 2031-03-01 23:59:00")
        #expect(try await member.agenda(from: "2031-03-01")["2031-03-01"]?.contains("Bins") == true)
        #expect(
          try app.rows("SELECT extract(epoch FROM due_at)::bigint AS at FROM items WHERE id = \(timed)")[0]["at"]
            == before)
      }
    }

    @Test func `Correcting the household's clock writes each day once, and moves reminders of stays alone`()
      async throws
    {
      let app = try await TestApp.shared()
      let (host, guest) = (try await app.member(timeZone: "Europe/Paris"), try await app.member())
      try await host.add("Bins", date: "2031-03-01")
      let stay = try await guest.ask(try await host.list())
      _ = try await host.answer(stay, "accept")
      try app.rows(
        """
        INSERT INTO reminder_settings (household_id, person_id, codes, by_push) VALUES (\(host.household), \(try host.person), '{08:00}', true)
        """)
      let session = try Session(Target(url: app.superuserURL), deadline: .now() + .seconds(60))
      try session.run("SET track_functions = 'all'")
      try session.run(
        """
        SELECT set_config('foyer.household', \("\(host.household)"), false), set_config('foyer.person', \("\(try host.person)"), false)
        """)
      try session.run("BEGIN")
      try session.run("UPDATE households SET time_zone = 'Asia/Seoul' WHERE id = current_household()")
      let calls: [String] = try session.run(
        """
        SELECT funcname FROM pg_stat_xact_user_functions
        WHERE funcname IN ('move_day', 'keep_item_reminders', 'remind_of_item', 'remind_person', 'keep_days') ORDER BY funcname
        """
      ).map { try $0["funcname"] }
      #expect(calls == ["keep_days"])
      let evening: String = try session.run(
        """
        SELECT (s.at AT TIME ZONE 'Asia/Seoul')::time || ' ' || (r.arrival - (s.at AT TIME ZONE 'Asia/Seoul')::date) AS text
        FROM stay_reminders s JOIN stay_requests r ON r.id = s.request_id WHERE s.household_id = current_household()
        """)[0]["text"]
      #expect(evening == "18:00:00 1")
      try session.run("ROLLBACK")
    }

    @Test func `Lists say a day without a time`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member(timeZone: "Asia/Seoul")
      let today: CalendarDate = try app.rows("SELECT (now() AT TIME ZONE 'Asia/Seoul')::date AS day")[0]["day"]
      try await member.add("Bins", date: today.iso)
      let list = try await member.get("/items")
      // The moment is for the script that counts down.
      #expect(list.contains("<time datetime=\"\(today.iso)T14:59:00Z\" title=\""))
      let exact = try #require(list.between("T14:59:00Z\" title=\"", "\""))
      #expect(exact == Strings(.en).date(today.civil))
      let page = try await member.get("/")
      #expect(!page.contains("23:59") && !list.contains("23:59"))
      try await member.add("Call", date: today.iso, time: "23:59")
      #expect(
        try await member.get("/items").contains("\(today.iso)T14:59:00Z\" title=\"\(exact), 23:59\""))
    }

    @Test func `23:59 as it is typed is a time`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let today: CalendarDate = try app.rows("SELECT (now() AT TIME ZONE 'UTC')::date AS day")[0]["day"]
      let id = try await member.add("Fireworks", date: today.iso, time: "23:59")
      let form = try await member.get("/items/\(id)/edit")
      #expect(form.field("due_date") == today.iso && form.field("due_time") == "23:59")
      #expect(try await member.get("/").part("Today")?.contains("23:59</time>") == true)
      #expect(try await member.agenda(from: today.iso)[today.iso] == ["23:59 Fireworks"])
      let feed = try await app.browser().get(try await member.makeFeed())
      #expect(feed.contains("\r\nDTSTART:\(today.civil.basicDate)T235900Z\r\n"))
    }

    @Test func `The days of a series stay days, also when one is skipped, taken back or moved`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member(timeZone: "Asia/Seoul")
      let id = UUID.v7()
      _ = try await member.post(
        "/items", ["id": "\(id)", "title": "Bins", "due_date": "2035-01-01", "repeat": "FREQ=WEEKLY"])
      _ = try await member.post("/items/\(id)/skip")
      #expect(try app.deadline(of: id) == "2035-01-08 2035-01-08 23:59:00")
      let undo = try #require(try await member.get("/items").between("action=\"/items/\(id)/unskip?", "\""))
      _ = try await member.post("/items/\(id)/unskip?" + undo)
      #expect(try app.deadline(of: id) == "2035-01-01 2035-01-01 23:59:00")
      _ = try await member.post("/items/\(id)/done", ["done": "true"])
      let next: UUID = try app.rows(
        "SELECT id FROM items WHERE household_id = \(member.household) AND NOT is_done")[0]["id"]
      #expect(try app.deadline(of: next) == "2035-01-08 2035-01-08 23:59:00")
    }

    @Test func `A program that knows no days moves one by its moment`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member(timeZone: "Europe/Paris")
      let id = try await member.add("Bins", date: "2031-03-01")
      try app.rows("UPDATE items SET due_at = '2031-03-02 23:59 Europe/Paris' WHERE id = \(id)")
      #expect(try app.deadline(of: id) == "2031-03-02 2031-03-02 23:59:00")
      try app.rows("UPDATE items SET due_at = '2031-03-02 18:00 Europe/Paris' WHERE id = \(id)")
      #expect(try app.deadline(of: id) == "- 2031-03-02 18:00:00")
    }

    @Test func `What was at 23:59 on the household's clock becomes a day, and nothing else`() async throws {
      let names: [String] = try await TestApp.shared().rows("SELECT name FROM schema_migrations ORDER BY version")
        .map { try $0["name"] }
      let (cluster, name, folder) = (TestCluster.cluster, "days", "\(scratch)/migrations-before-days")
      try await cluster.createDatabase(name)
      #expect(try ChildProcess.run(["mkdir", folder]).status == 0)
      for file in names.prefix(while: { !$0.hasSuffix("_due_days.sql") }) {
        #expect(try ChildProcess.run(["cp", "\(packageRoot)/migrations/\(file)", folder]).status == 0)
      }
      let migrator = Migrator(url: cluster.url(database: name, as: .owner))
      _ = try await migrator.migrate(directory: folder)
      let session = try Session(
        Target(url: cluster.url(database: name, as: .superuser)), deadline: .now() + .seconds(120))
      let household = UUID.v7()
      try session.run("INSERT INTO households (id, name, time_zone) VALUES (\(household), 'Home', 'Asia/Seoul')")
      for due in ["2031-03-01 23:59 Asia/Seoul", "2031-03-01 23:58 Asia/Seoul", "2031-03-01 23:59 UTC"] {
        try session.run(
          "INSERT INTO items (household_id, id, title, due_at) VALUES (\(household), gen_random_uuid(), \(due), \(due)::timestamptz)"
        )
      }
      for start in ["2031-03-01 23:59", "2031-03-01 18:00"] {
        try session.run(
          """
          INSERT INTO series (household_id, id, rule, repeat_from, starts_at, title)
          VALUES (\(household), gen_random_uuid(), 'FREQ=DAILY', 'due', \(start)::timestamp, \(start))
          """)
      }
      _ = try await migrator.migrate(directory: "\(packageRoot)/migrations")
      let days: [String] = try session.run(
        "SELECT title || ' ' || coalesce(due_day::text, '-') AS row FROM items ORDER BY title"
      ).map { try $0["row"] }
      #expect(
        days == [
          "2031-03-01 23:58 Asia/Seoul -", "2031-03-01 23:59 Asia/Seoul 2031-03-01", "2031-03-01 23:59 UTC -",
        ])
      let series: [String] = try session.run("SELECT title || ' ' || is_day AS row FROM series ORDER BY title")
        .map { try $0["row"] }
      #expect(series == ["2031-03-01 18:00 false", "2031-03-01 23:59 true"])
      try await cluster.dropDatabase(name)
    }
  }
}

extension Member {
  /// Puts the member's clock into another zone.
  fileprivate func travel(to zone: String) throws {
    try app.rows("UPDATE people SET time_zone = \(zone) WHERE household_id = \(household) AND id = \(try person)")
  }
}

extension TestApp {
  /// `2031-03-01 2031-03-01 23:59:00`: the day, or `-`, and the moment on the household's clock.
  fileprivate func deadline(of item: UUID) throws -> String {
    try rows(
      """
      SELECT coalesce(due_day::text, '-') || ' ' || (due_at AT TIME ZONE h.time_zone) AS text
      FROM items JOIN households h ON h.id = household_id WHERE items.id = \(item)
      """)[0]["text"]
  }
}
