import CivilTime
import Glibc
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  @Suite struct RepeatTests {
    @Test func `Ticking makes the next one at once, and taking the tick back removes it`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add(
        "Water the fern",
        repeating: ["repeat": "FREQ=WEEKLY;BYDAY=MO,TH", "due_date": "2035-01-01", "due_time": "18:30"],
        tags: ["green", "wet"])
      #expect(try await member.get("/items").contains("aria-label=\"Every Monday and Thursday\""))
      #expect(try member.dates() == ["2035-01-01 18:30:00 false"])
      let answer = try await member.post("/items/\(id)/done", ["done": "true"])
      #expect(answer.status == 303)
      #expect(try await member.get("/items").notice == "Done: Water the fern. Next: 4 January 2035")
      #expect(try member.dates() == ["2035-01-01 18:30:00 true", "2035-01-04 18:30:00 false"])
      let next = try member.open()
      #expect(try await member.get("/items/\(next)/edit").shows("green"))
      #expect(try member.counts() == ([1, 1], [1, 1]))

      _ = try await member.post("/items/\(id)/done", ["done": "false"])
      #expect(try member.dates() == ["2035-01-01 18:30:00 false"])
      #expect(try member.counts() == ([1, 0], [1, 0]))
      #expect(try member.number("true") == 1)
    }

    /// What `python-dateutil` says is in the tests of the rules; these are the ends of months, years and rules.
    @Test(arguments: [
      ("FREQ=DAILY", "2035-12-31", "2036-01-01"), ("FREQ=DAILY;INTERVAL=10", "2036-02-20", "2036-03-01"),
      ("FREQ=MONTHLY;BYMONTHDAY=31", "2035-01-31", "2035-03-31"), ("FREQ=MONTHLY", "2035-01-31", "2035-03-31"),
      ("FREQ=MONTHLY;BYMONTHDAY=-1", "2036-01-31", "2036-02-29"), ("FREQ=YEARLY", "2036-02-29", "2040-02-29"),
      ("FREQ=MONTHLY;BYDAY=-1FR", "2035-01-26", "2035-02-23"), ("FREQ=WEEKLY;INTERVAL=2", "2035-01-01", "2035-01-15"),
      ("FREQ=DAILY;COUNT=2", "2035-01-01", "2035-01-02"), ("FREQ=DAILY;COUNT=1", "2035-01-01", nil),
      ("FREQ=DAILY;UNTIL=20350101", "2035-01-01", nil), ("FREQ=DAILY;UNTIL=20350102", "2035-01-01", "2035-01-02"),
      ("FREQ=DAILY;COUNT=999999999", "2035-01-01", "2035-01-02"),
      // The first date need not be one of the rule's.
      ("FREQ=WEEKLY;BYDAY=MO", "2035-01-03", "2035-01-08"),
    ])
    func `The next date is the rule's`(rule: String, first: String, next: String?) async throws {
      let member = try await TestApp.shared().member(timeZone: "Europe/Paris")
      let id = try await member.add("Again", repeating: ["repeat": rule, "due_date": first])
      _ = try await member.post("/items/\(id)/done", ["done": "true"])
      #expect(try member.dates() == ["\(first) 23:59:00 true"] + (next.map { ["\($0) 23:59:00 false"] } ?? []))
    }

    @Test(arguments: [("00:00", 3), ("", 0)])
    func `Missed dates are left out, also today's if its time is over`(time: String, days: Int) async throws {
      let member = try await TestApp.shared().member(timeZone: "Pacific/Auckland")
      let today = try member.today()
      let past = CivilTime(seconds: today.seconds - 9 * 86400).date
      let id = try await member.add(
        "Missed", repeating: ["repeat": "FREQ=DAILY;INTERVAL=3", "due_date": past, "due_time": time])
      _ = try await member.post("/items/\(id)/done", ["done": "true"])
      let next = CivilTime(seconds: today.seconds + days * 86400).date
      #expect(try member.dates().last == "\(next) \(time.isEmpty ? "23:59" : time):00 false")
    }

    @Test func `What is made without a date is not overdue at once`() async throws {
      let member = try await TestApp.shared().member(timeZone: "Pacific/Auckland")
      let tomorrow = CivilTime(seconds: try member.today().seconds + 86400).date
      for origin in ["due", "done"] {
        try await member.add("Early", repeating: ["repeat": "FREQ=DAILY", "repeat_from": origin, "due_time": "00:00"])
      }
      #expect(try member.dates() == ["\(tomorrow) 00:00:00 false", "\(tomorrow) 00:00:00 false"])
    }

    @Test func `The form and the notices say that short months are left out, and offer the last day`() async throws {
      let member = try await TestApp.shared().member()
      let form = try await member.get("/items/new")
      #expect(form.shows("Months and years without the day are left out"))
      #expect(form.contains("<option value=\"FREQ=MONTHLY;BYMONTHDAY=-1\">Monthly on the last day</option>"))
      let says = "Months and years without that day are left out."
      let id = try await member.add("Rent", repeating: ["repeat": "FREQ=MONTHLY", "due_date": "2036-10-31"])
      #expect(try await member.get("/items").notice?.contains(says) == true)
      _ = try await member.post("/items/\(id)/done", ["done": "true"])
      let notice = try #require(try await member.get("/items").notice)
      #expect(notice.contains("Next: 31 December 2036") && notice.contains(says))
      // From December to January nothing is left out.
      _ = try await member.post("/items/\(try member.open())/done", ["done": "true"])
      #expect(try await member.get("/items").notice == "Done: Rent. Next: 31 January 2037")
      try await member.add("Last", repeating: ["repeat": "FREQ=MONTHLY;BYMONTHDAY=-1", "due_date": "2036-10-31"])
      #expect(try await member.get("/items").notice == "Added: Last")
      let preview = try await member.get("/items/quick?text=Pay%20rent%20every%2031st", fragment())
      #expect(preview.shows(says))
      #expect(try await !member.get("/items/quick?text=Pay%20rent%20every%2015th", fragment()).shows(says))
    }

    @Test(arguments: [
      ("FREQ=DAILY;INTERVAL=3", 3), ("FREQ=WEEKLY;INTERVAL=2", 14), ("FREQ=WEEKLY;COUNT=2", 7),
      ("FREQ=DAILY;COUNT=1", nil), ("FREQ=DAILY;INTERVAL=9999;UNTIL=20400101", nil),
    ])
    func `The next one is counted from the day it is done`(rule: String, days: Int?) async throws {
      let member = try await TestApp.shared().member(timeZone: "America/Los_Angeles")
      let id = try await member.add(
        "Descale", repeating: ["repeat": rule, "repeat_from": "done", "due_date": "2031-01-01", "due_time": "07:05"])
      _ = try await member.post("/items/\(id)/done", ["done": "true"])
      let next = try days.map { CivilTime(seconds: try member.today().seconds + $0 * 86400).date }
      #expect(
        Set(try member.dates()) == Set(["2031-01-01 07:05:00 true"] + (next.map { ["\($0) 07:05:00 false"] } ?? [])))
    }

    @Test(
      arguments: [
        (["repeat_every": "2", "repeat_unit": "week", "repeat_on": "MO"], "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"),
        (["repeat_unit": "day"], "FREQ=DAILY"),
        (["repeat_unit": "month", "repeat_on": "last"], "FREQ=MONTHLY;BYMONTHDAY=-1"),
        (["repeat_unit": "month", "repeat_on": "2TU"], "FREQ=MONTHLY;BYDAY=2TU"),
        (["repeat_unit": "month", "repeat_on": "15", "repeat_count": "4"], "FREQ=MONTHLY;COUNT=4;BYMONTHDAY=15"),
        (
          ["repeat_unit": "year", "repeat_every": "4", "repeat_until": "2060-05-03"],
          "FREQ=YEARLY;INTERVAL=4;UNTIL=20600503"
        ),
        (["repeat": "custom", "repeat_unit": "week"], "FREQ=WEEKLY"),
        (["repeat": "freq=weekly;byday=th,mo"], "FREQ=WEEKLY;BYDAY=MO,TH"),
        (["repeat": "FREQ=DAILY", "repeat_until": "2060-05-03"], "FREQ=DAILY;UNTIL=20600503"),
      ] as [([String: String], String)])
    func `The selects make the same rules`(fields: [String: String], rule: String) async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add("Rule", repeating: fields.merging(["due_date": "2035-01-01"]) { $1 })
      #expect(try member.rule() == rule)
      // The form that shows it makes it again.
      let form = try await member.get("/items/\(id)/edit")
      #expect(form.contains(" selected"))
      try await member.save(id)
      #expect(try member.rule() == rule)
      #expect(try member.dates() == ["2035-01-01 23:59:00 false"])
    }

    @Test(
      arguments: [
        ["repeat": "FREQ=HOURLY"], ["repeat": "every day"], ["repeat": "FREQ=DAILY;COUNT=0"],
        ["repeat": "FREQ=DAILY;X=1"],
        ["repeat": "FREQ=DAILY;COUNT=3;UNTIL=20300101"], ["repeat": "FREQ=DAILY;COUNT=1000000000"],
        ["repeat": "FREQ=DAILY;UNTIL=999990101"], ["repeat": "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"],
        ["repeat": "FREQ=DAILY;UNTIL=20200101"],
        ["repeat": "FREQ=DAILY;" + String(repeating: "BYMONTH=1;", count: 9_000)],
        ["repeat": "FREQ=WEEKLY;BYDAY=MO", "repeat_from": "done"], ["repeat": "custom", "repeat_unit": "fortnight"],
        ["repeat": "FREQ=DAILY", "repeat_until": "99999-01-01"], ["repeat": "FREQ=DAILY", "repeat_count": "-1"],
        ["repeat": "FREQ=DAILY", "repeat_count": "3", "repeat_until": "2035-01-01"], ["repeat": "custom"],
        ["repeat_unit": "month", "repeat_on": "9XX"], ["repeat_unit": "day", "repeat_every": "0"],
        ["repeat": "FREQ=DAILY", "due_date": "1200-01-01"],
      ] as [[String: String]])
    func `A rule that makes no sense is 422, and nothing typed is lost`(fields: [String: String]) async throws {
      let member = try await TestApp.shared().member()
      let answer = try await member.send("/items", fields.merging(["title": "Kept"]) { $1 })
      #expect(answer.status == 422)
      #expect(answer.field("title") == "Kept")
      #expect(answer.contains("class=\"error\" id=\"error-repeat"))
      if let rule = fields["repeat"] { #expect(answer.shows(rule)) }
      #expect(try member.dates() == [])
    }

    @Test func `Without a date it begins today, or on the rule's first date`() async throws {
      let member = try await TestApp.shared().member(timeZone: "Asia/Tokyo")
      try await member.add("Daily", repeating: ["repeat": "FREQ=DAILY", "due_time": "23:58"])
      let today = try member.today()
      #expect(try member.dates() == ["\(today.date) 23:58:00 false"])
      let other = try await TestApp.shared().member(timeZone: "Asia/Tokyo")
      try await other.add("Sundays", repeating: ["repeat": "FREQ=WEEKLY;BYDAY=SU"])
      let sunday = CivilTime(seconds: today.seconds + (6 - CalendarDate(today).weekday) * 86400)
      #expect(try other.dates() == ["\(sunday.date) 23:59:00 false"])
    }

    @Test func `An end in UTC is the household's`() async throws {
      let member = try await TestApp.shared().member(timeZone: "Asia/Tokyo")
      try await member.add(
        "Until", repeating: ["repeat": "FREQ=DAILY;UNTIL=20350110T160000Z", "due_date": "2035-01-01"])
      #expect(try member.rule() == "FREQ=DAILY;UNTIL=20350111T010000")
    }

    @Test(arguments: [
      // Forward: 02:30 is left out and read as 03:30. Back: 02:30 happens twice, the first counts.
      ("Europe/Paris", "2035-03-24", ["2035-03-24 01:30", "2035-03-25 01:30", "2035-03-26 00:30"]),
      ("Europe/Paris", "2035-10-27", ["2035-10-27 00:30", "2035-10-28 00:30", "2035-10-29 01:30"]),
      ("America/New_York", "2035-03-10", ["2035-03-10 07:30", "2035-03-11 07:30", "2035-03-12 06:30"]),
      ("America/New_York", "2035-11-03", ["2035-11-03 06:30", "2035-11-04 07:30", "2035-11-05 07:30"]),
    ])
    func `A daily 02:30 stays right over both changes of the clocks`(zone: String, first: String, moments: [String])
      async throws
    {
      let member = try await TestApp.shared().member(timeZone: zone)
      try await member.add("Night", repeating: ["repeat": "FREQ=DAILY", "due_date": first, "due_time": "02:30"])
      for _ in 1...2 { _ = try await member.post("/items/\(try member.open())/done", ["done": "true"]) }
      let rows = try member.app.rows(
        """
        SELECT to_char(due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') AS due, to_char(occurrence, 'HH24:MI') AS time
        FROM items WHERE household_id = \(member.household) ORDER BY due_at
        """)
      #expect(try rows.map { try $0["due"] as String } == moments)
      #expect(try rows.allSatisfy { try $0["time"] == "02:30" })
    }

    @Test func `Ticks at once make one next item`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add("Once", repeating: ["repeat": "FREQ=DAILY", "due_date": "2035-01-01"])
      let answers = try await member.atOnce(12) { browser, _ in
        try await browser.post("/items/\(id)/done", ["done": "true"])
      }
      #expect(answers.allSatisfy { $0.status == 303 })
      #expect(try member.dates() == ["2035-01-01 23:59:00 true", "2035-01-02 23:59:00 false"])
      // In turns, both ways.
      for round in 1...4 {
        let answers = try await member.atOnce(8) { browser, number in
          try await browser.post("/items/\(id)/done", ["done": (number + round).isMultiple(of: 2) ? "true" : "false"])
        }
        #expect(answers.allSatisfy { $0.status == 303 })
        #expect(try member.number("NOT is_done AND series_id IS NOT NULL") <= 1)
      }
    }

    @Test func `Random series are what they were after a tick and its taking back`() async throws {
      let member = try await TestApp.shared().member(timeZone: "Europe/Paris")
      let count = rounds(1_000)
      let ids = try member.fillSeries(count)
      let before = try member.digest()
      var made = 0
      for id in ids {
        #expect(try await member.post("/items/\(id)/done", ["done": "true"]).status == 303)
        made += try member.number("series_id = \(id) AND NOT is_done")
        #expect(try await member.post("/items/\(id)/done", ["done": "false"]).status == 303)
      }
      #expect(made > count / 2)
      #expect(try member.digest() == before)
      #expect(try member.counts() == ([count, 0], [count, 0]))
    }

    @Test func `A next one that was changed is asked about`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add("Bins", repeating: ["repeat": "FREQ=DAILY", "due_date": "2035-01-01"])
      for choice in ["remove", "keep"] {
        _ = try await member.post("/items/\(id)/done", ["done": "true"])
        let next = try member.open()
        try await member.save(next, ["title": "Bins, and the glass"])
        let asked = try await member.post("/items/\(id)/done", ["done": "false"])
        #expect(asked.status == 409)
        #expect(asked.shows("Keep both"))
        #expect(asked.shows("Remove the next one"))
        #expect(try member.number("is_done") == 1)
        _ = try await member.post("/items/\(id)/done", ["done": "false", "next": choice])
        #expect(try member.number("is_done") == 0)
        #expect(try member.number("deleted_at IS NOT NULL AND title = 'Bins, and the glass'") == 1)
        #expect(try member.number("series_id IS NOT NULL AND deleted_at IS NULL") == 1)
      }
      #expect(try member.number("deleted_at IS NULL") == 2)
      // What was kept and what was ticked are two items now, one of which repeats.
      _ = try await member.post("/items/\(id)/done", ["done": "true"])
      #expect(try member.number("deleted_at IS NULL") == 2)
    }

    @Test func `What others did meanwhile stays when a tick is taken back`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add("Post", repeating: ["repeat": "FREQ=DAILY", "due_date": "2035-01-01"])
      _ = try await member.post("/items/\(id)/done", ["done": "true"])
      _ = try await member.post("/items/\(try member.open())/done", ["done": "true"])
      #expect(try await member.post("/items/\(id)/done", ["done": "false"]).status == 303)
      #expect(
        try member.dates() == ["2035-01-01 23:59:00 false", "2035-01-02 23:59:00 true", "2035-01-03 23:59:00 false"])
      #expect(try member.number("NOT is_done AND series_id IS NOT NULL") == 1)
    }
  }
}

extension Member {
  /// Makes an item through the form; returns its id.
  @discardableResult
  func add(_ title: String, repeating fields: [String: String], tags: [String] = []) async throws -> UUID {
    let id = UUID.v7()
    let answer = try await send("/items", fields.merging(["id": "\(id)", "title": title]) { $1 }, tags: tags)
    guard answer.status == 303 else { throw Unexpected("adding answered \(answer.status): \(answer.text)") }
    return id
  }

  func send(_ path: String, _ fields: [String: String], tags: [String] = []) async throws -> Answer {
    let pairs = fields.map { ($0, $1) } + tags.map { ("tags", $0) }
    let body = pairs.map { "\($0)=\(percentEncoded($1))" }.joined(separator: "&")
    return try await browser.send("POST", path, [:], Array(body.utf8))
  }

  /// Sends the form of an item as it is shown, but for some fields.
  @discardableResult
  func save(_ id: UUID, _ changes: [String: String?] = [:]) async throws -> Answer {
    let form = try await get("/items/\(id)/edit")
    var fields: [String: String] = [:]
    for name in [
      "version", "title", "category", "due_date", "due_time", "repeat_every", "repeat_until", "repeat_count",
    ] {
      fields[name] = form.field(name)
    }
    fields["description"] = form.area("description")
    if form.contains("name=\"done\" value=\"true\" checked") { fields["done"] = "true" }
    for name in ["repeat", "repeat_unit", "repeat_on", "repeat_from"] { fields[name] = form.choice(name) }
    for (name, value) in changes { fields[name] = value }
    let tags = try app.rows(
      """
      SELECT name FROM tags JOIN item_tags x ON x.household_id = tags.household_id AND x.tag_id = tags.id
      WHERE tags.household_id = \(household) AND x.item_id = \(id)
      """)
    return try await send("/items/\(id)", fields, tags: try tags.map { try $0["name"] })
  }

  /// The deadlines on the household's clock, with whether they are done, in order.
  func dates() throws -> [String] {
    let rows = try app.rows(
      """
      SELECT (due_at AT TIME ZONE h.time_zone)::text || ' ' || is_done::text AS text
      FROM items JOIN households h ON h.id = household_id
      WHERE household_id = \(household) AND deleted_at IS NULL ORDER BY due_at, is_done DESC
      """)
    return try rows.map { try $0["text"] }
  }

  /// The only open item of a series.
  func open() throws -> UUID {
    try app.rows(
      """
      SELECT id FROM items
      WHERE household_id = \(household) AND series_id IS NOT NULL AND NOT is_done AND deleted_at IS NULL
      """)[0]["id"]
  }

  func rule() throws -> String { try app.rows("SELECT rule FROM series WHERE household_id = \(household)")[0]["rule"] }

  func today() throws -> CivilTime {
    let now: CivilTime = try app.rows(
      "SELECT now() AT TIME ZONE time_zone AS now FROM households WHERE id = \(household)")[0]["now"]
    return CalendarDate(now).civil
  }

  /// How many items of the household a condition holds for.
  func number(_ condition: SQL) throws -> Int {
    try app.number("SELECT count(*) AS n FROM items WHERE household_id = \(household) AND \(fragment: condition)")
  }

  /// Every row of items, tags and series, but for what each change of an item sets.
  func digest() throws -> String {
    try app.rows(
      """
      SELECT md5(concat(
        (SELECT string_agg((to_jsonb(t) - 'version' - 'changed_at' - 'changed_by')::text, ',' ORDER BY id) FROM items t WHERE household_id = \(household)),
        (SELECT string_agg(t::text, ',' ORDER BY id) FROM series t WHERE household_id = \(household)),
        (SELECT string_agg(t::text, ',' ORDER BY item_id, tag_id) FROM item_tags t WHERE household_id = \(household)),
        (SELECT string_agg(t::text, ',' ORDER BY id) FROM tags t WHERE household_id = \(household)),
        (SELECT string_agg(t::text, ',' ORDER BY id) FROM categories t WHERE household_id = \(household)))) AS sum
      """)[0]["sum"]
  }

  /// Inserts series of random rules, each with an open item of the same id; returns the ids.
  func fillSeries(_ count: Int) throws -> [UUID] {
    var random = SeededNumbers(seed: 13)
    var (ids, rules, origins, starts): ([UUID], [String], [String], [String]) = ([], [], [], [])
    for _ in 1...count {
      let origin = random.one(of: ["due", "due", "due", "done"])
      ids.append(.v7())
      origins.append(origin)
      rules.append(random.rule(isPlain: origin == "done"))
      let start = CivilTime(seconds: 1_700_000_000 / 60 * 60 + random.next(300_000_000) / 60 * 60)
      starts.append(start.timestamp)
    }
    try app.rows(
      """
      WITH tag AS (
        INSERT INTO tags (household_id, id, name, color)
        SELECT \(household), gen_random_uuid(), 'tag ' || n, '#000000' FROM generate_series(1, 5) n RETURNING id
      ), category AS (
        INSERT INTO categories (household_id, id, name, color) VALUES (\(household), gen_random_uuid(), 'Home', '#000000') RETURNING id
      ), made AS (
        INSERT INTO series (household_id, id, rule, repeat_from, starts_at, is_day, title, description, category_id, tag_ids)
        SELECT \(household), new.id, rule, origin, start, start::time = '23:59', 'Series ' || n, 'words', CASE WHEN n % 2 = 0 THEN category.id END,
          CASE WHEN n % 3 = 0 THEN ARRAY(SELECT id FROM tag) ELSE '{}' END
        FROM unnest(\(ids)::uuid[], \(rules)::text[], \(origins)::text[], \(starts)::timestamp[]) WITH ORDINALITY AS new (id, rule, origin, start, n),
          category
        RETURNING *
      ), item AS (
        INSERT INTO items (household_id, id, title, description, category_id, series_id, occurrence, due_at, due_day, position)
        SELECT \(household), id, title, description, category_id, id, starts_at, moment_of(starts_at, 'Europe/Paris'),
          CASE WHEN is_day THEN starts_at::date END, random() FROM made
        RETURNING id
      )
      INSERT INTO item_tags (household_id, item_id, tag_id)
      SELECT \(household), made.id, tag_id FROM made, unnest(tag_ids) AS tag_id
      """)
    return ids
  }
}

extension Answer {
  /// The value of the option that is selected in a `<select>`.
  func choice(_ name: String) -> String? {
    guard let select = between("<select id=\"field-\(name)\"", "</select>") else { return nil }
    for option in select.components("<option value=\"").dropFirst() where option.contains("\" selected>") {
      return String(option.prefix { $0 != "\"" })
    }
    return nil
  }
}

/// The seeds of random histories: those that `HISTORIES` asks for (`300` for the first ones, `301-600`, or `553-553` for one), or else
/// the usual ones.
func seedsOfHistories(else usual: [Int]) -> [Int] {
  guard let asked = getenv("HISTORIES") else { return usual }
  let numbers = String(cString: asked).components("-").compactMap { Int($0) }
  return Array((numbers.count > 1 ? numbers[0] : 1)...(numbers.last ?? 1))
}

/// Numbers that are the same in each run.
struct SeededNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }

  mutating func one<Element>(of elements: [Element]) -> Element { elements[next(elements.count)] }

  mutating func rule(isPlain: Bool) -> String {
    let unit = one(of: ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"])
    var parts = ["FREQ=\(unit)"]
    if next(2) == 0 { parts.append("INTERVAL=\(1 + next(5))") }
    switch next(4) {
    case 0: parts.append("COUNT=\(1 + next(2_000))")
    case 1: parts.append("UNTIL=20\(30 + next(20))0\(1 + next(9))15")
    default: break
    }
    if !isPlain {
      switch unit {
      case "WEEKLY" where next(2) == 0: parts.append("BYDAY=" + one(of: ["MO", "TU,TH", "SA,SU", "MO,WE,FR"]))
      case "MONTHLY" where next(2) == 0:
        parts.append(one(of: ["BYMONTHDAY=31", "BYMONTHDAY=-1", "BYDAY=2TU", "BYDAY=-1FR"]))
      case "YEARLY" where next(2) == 0: parts.append("BYMONTH=\(1 + next(12))")
      default: break
      }
    }
    return parts.joined(separator: ";")
  }
}
