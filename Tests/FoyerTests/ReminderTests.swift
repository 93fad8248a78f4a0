import CivilTime
import Crypto
import EventLoop
import struct Foundation.Date
import typealias Foundation.TimeInterval
import struct Foundation.TimeZone
import SeededRandom
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// When reminders are due, and what a person chooses. The letters are read in Tests/Operating/test_reminders.py.
  @Suite struct ReminderTests {
    // MARK: The derived table beside a plain model

    private static let zones = [
      "Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Asia/Seoul", "Africa/Casablanca", "America/St_Johns",
    ]

    @Test(arguments: zones)
    func `What is due is what a plain model says after each of 300 random changes`(zone: String) async throws {
      let app = try await TestApp.shared()
      let member = try await app.member(timeZone: zone)
      let wrong = try await blocking {
        var house = try ReminderHouse(app, member.household, zone: zone)
        return try (0..<300).compactMap { try house.step($0) }
      }
      #expect(wrong == [])
    }

    @Test func `Who moves to another household is reminded there, and nobody who has gone`() async throws {
      let app = try await TestApp.shared()
      let (ada, bob) = (try await app.member(), try await app.member())
      let row = try app.rows("SELECT id FROM people WHERE household_id = \(ada.household)")[0]
      let person: UUID = try row["id"]
      func count(_ household: UUID) throws -> Int {
        try app.number("SELECT count(*) AS n FROM reminders WHERE household_id = \(household)")
      }
      try app.rows(
        """
        INSERT INTO reminder_settings (household_id, person_id, codes, by_push) VALUES (\(ada.household), \(person), '{60}', true)
        """)
      let old = try await ada.add("Old", date: "2030-01-01", time: "10:00")
      #expect(try await ada.send("/items/\(old)", Self.fields(old, remind: ["10", "0"])).status == 303)
      #expect(try count(ada.household) == 2)
      try await bob.add("New", date: "2030-01-01", time: "10:00")
      #expect(try count(bob.household) == 0)
      let link = try await bob.invite()
      #expect(try await ada.post(link, ["confirm": "household"]).status == 303)
      #expect(try count(ada.household) == 0)
      #expect(try count(bob.household) == 1)
      #expect(try app.number("SELECT count(*) AS n FROM item_reminders WHERE person_id = \(person)") == 0)
      #expect(try await ada.post("/account/delete", ["password": ada.password]).status == 303)
      #expect(try count(bob.household) == 0)
      #expect(try app.number("SELECT count(*) AS n FROM reminder_settings WHERE person_id = \(person)") == 0)
    }

    @Test func `Whoever has the household to themselves leaves nothing behind`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      try await Self.turnOn(member)
      try await member.add("Bins", date: "2030-01-01")
      #expect(try app.number("SELECT count(*) AS n FROM reminders WHERE household_id = \(member.household)") == 1)
      #expect(try await member.post("/account/delete", ["password": member.password]).status == 303)
      #expect(try app.number("SELECT count(*) AS n FROM reminders WHERE household_id = \(member.household)") == 0)
      #expect(
        try app.number("SELECT count(*) AS n FROM reminder_settings WHERE household_id = \(member.household)") == 0)
    }

    // MARK: Settings and forms

    @Test func `Settings are kept, and what is none is said beside its field`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let saved = try await member.send(
        "/settings/reminders",
        "default=-18:00&default=60&default=45&digest_at=7:05&quiet_from=22:00&quiet_to=06:30&push=true")
      #expect(saved.status == 303)
      let row = try app.rows("SELECT * FROM reminder_settings WHERE household_id = \(member.household)")[0]
      #expect(try row["codes"] == ["-18:00", "60", "45"])
      #expect(try row["digest_at"] == "07:05:00")
      #expect(try row["by_mail"] == false)
      #expect(try row["by_push"] == true)
      let page = try await member.get("/settings/reminders").text
      #expect(page.contains("value=\"45\" checked"))
      #expect(page.contains("value=\"07:05\""))
      for (fields, field) in [
        ("default=soon", "default"), ("default=-1", "default"), ("default=99999", "default"),
        ("default=%2B5", "default"),
        ("default=24:00", "default"), ((0...10).map { "default=\($0)" }.joined(separator: "&"), "default"),
        ("digest_at=25:00", "digest_at"), ("quiet_from=22:00", "quiet_to"), ("quiet_to=22:00", "quiet_from"),
        ("quiet_from=x&quiet_to=07:00", "quiet_from"),
      ] {
        let answer = try await member.send("/settings/reminders", fields)
        #expect(answer.status == 422, "\(fields)")
        #expect(answer.text.contains("id=\"error-\(field)\""), "\(fields)")
      }
      // Everything off again.
      #expect(try await member.post("/settings/reminders").status == 303)
      #expect(
        try app.number(
          "SELECT count(*) AS n FROM reminder_settings WHERE household_id = \(member.household) AND NOT by_push AND digest_next IS NULL"
        ) == 1)
    }

    @Test func `An item is reminded of as its form says, for the one who says it`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      try await Self.turnOn(member)
      let id = try await member.add("Bins", date: "2030-06-01", time: "18:00")
      func moments() throws -> [String] {
        try app.rows(
          "SELECT to_char(at, 'MM-DD HH24:MI') AS at FROM reminders WHERE item_id = \(id) ORDER BY reminders.at"
        )
        .map { try $0["at"] }
      }
      #expect(try moments() == ["06-01 17:00"])
      #expect(try await member.get("/items/\(id)/edit").text.contains("value=\"default\" selected"))
      for (remind, expected) in [
        (["own", "08:00", "10"], ["06-01 08:00", "06-01 17:50"]), (["0"], ["06-01 18:00"]), (["none", "10"], []),
        (["-18:00"], ["05-31 18:00"]), (["default", "10"], ["06-01 17:00"]),
      ] {
        #expect(
          try await member.send("/items/\(id)", try Self.fields(id, version: Self.version(app, id), remind: remind))
            .status == 303)
        #expect(try moments() == expected, "\(remind)")
      }
      // A form without the field changes nothing of it.
      #expect(
        try await member.send("/items/\(id)", try Self.fields(id, version: Self.version(app, id), remind: ["5"])).status
          == 303)
      #expect(
        try await member.send("/items/\(id)", try Self.fields(id, version: Self.version(app, id), remind: [])).status
          == 303)
      #expect(try moments() == ["06-01 17:55"])
      let wrong = try await member.send(
        "/items/\(id)", try Self.fields(id, version: Self.version(app, id), remind: ["own", "soon"]))
      #expect(wrong.status == 422)
      #expect(wrong.text.contains("id=\"error-remind\""))
      // Another household has no such item.
      let stranger = try await app.member()
      #expect(try await stranger.send("/items/\(id)", Self.fields(id, remind: ["0"])).status == 404)
      #expect(
        try app.number("SELECT count(*) AS n FROM item_reminders WHERE household_id = \(stranger.household)") == 0)
    }

    @Test func `The next one of a series has the same times, which go with the tick that is taken back`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      try await Self.turnOn(member)
      let id = UUID.v7()
      let made = try await member.post(
        "/items",
        [
          "id": "\(id)", "title": "Bins", "due_date": "2030-06-01", "due_time": "18:00", "repeat": "FREQ=DAILY",
          "remind": "10",
        ])
      #expect(made.status == 303)
      func moments() throws -> [String] {
        try app.rows(
          "SELECT to_char(at, 'MM-DD HH24:MI') AS at FROM reminders WHERE household_id = \(member.household) ORDER BY reminders.at"
        )
        .map { try $0["at"] }
      }
      #expect(try moments() == ["06-01 17:50"])
      #expect(try await member.post("/items/\(id)/done", ["done": "true"]).status == 303)
      #expect(try moments() == ["06-02 17:50"])
      #expect(try await member.post("/items/\(id)/done", ["done": "false"]).status == 303)
      #expect(try moments() == ["06-01 17:50"])
    }

    @Test func `A letter's link is a person's own`() throws {
      let (person, other, key) = (UUID.v7(), UUID.v7(), [UInt8](repeating: 7, count: 32))
      let token = UnsubscribeToken(person, key: key)
      let text = token.path.components("/")[2]
      let read = try #require(UnsubscribeToken(pathComponent: text))
      #expect(read.person == person)
      #expect(read.isGenuine(key: key))
      #expect(!read.isGenuine(key: [UInt8](repeating: 8, count: 32)))
      let code = text.components(".")[1]
      #expect(try #require(UnsubscribeToken(pathComponent: "\(other).\(code)")).isGenuine(key: key) == false)
      for wrong in ["", ".", "\(person)", "\(person).", "\(person).\(code)=", "\(person).\(code).\(code)", "x.\(code)"]
      {
        #expect(UnsubscribeToken(pathComponent: wrong) == nil)
      }
    }

    // MARK: Helpers

    private static func turnOn(_ member: Member) async throws {
      let answer = try await member.post("/settings/reminders", ["default": "60", "push": "true"])
      guard answer.status == 303 else { throw Unexpected("\(answer.status)") }
    }

    private static func version(_ app: TestApp, _ id: UUID) throws -> Int {
      try app.number("SELECT version AS n FROM items WHERE id = \(id)")
    }

    private static func fields(_ id: UUID, version: Int = 1, remind: [String]) -> String {
      let fields = ["version=\(version)", "title=Bins", "due_date=2030-06-01", "due_time=18:00"]
      return (fields + remind.map { "remind=\($0)" }).joined(separator: "&")
    }
  }
}

/// A household of three members and a dozen items whose reminders a plain model computes, too.
private struct ReminderHouse {
  struct Person {
    let id: UUID
    var zone: String
    var codes: [String] = []
    var isOn = false
    var quiet: (from: Int, to: Int)?
  }
  struct Item {
    let id: UUID
    var due: Int?
    /// Of one that is due on a day: its midnight, in no zone.
    var day: Int?
    var isDone = false
    var isDeleted = false
    var people: [UUID] = []
    var turn: UUID?
    var own: [UUID: [String]] = [:]
  }

  private let session: Session
  private let household: UUID
  private var zone: String
  private var people: [Person]
  private var items: [Item] = []
  private var random = SeededRandom()

  init(_ app: TestApp, _ household: UUID, zone: String) throws {
    session = try Session(Target(url: app.superuserURL), deadline: .now() + .seconds(300))
    (self.household, self.zone) = (household, zone)
    try session.run(
      "INSERT INTO people (household_id, id, name, time_zone) SELECT \(household), gen_random_uuid(), 'Housemate', \(zone) FROM generate_series(1, 2)"
    )
    try session.run("UPDATE households SET time_zone = \(zone) WHERE id = \(household)")
    people = try session.run("SELECT id FROM people WHERE household_id = \(household)").map {
      Person(id: try $0["id"], zone: zone)
    }
    for _ in 0..<12 {
      let item = Item(id: .v7())
      try session.run("INSERT INTO items (household_id, id, title) VALUES (\(household), \(item.id), 'Item')")
      items.append(item)
    }
  }

  /// Makes a change; returns what is wrong then.
  mutating func step(_ number: Int) throws -> String? {
    let change = try change()
    let stored = Set(
      try session.run(
        "SELECT item_id || ' ' || person_id || ' ' || extract(epoch FROM at)::bigint AS row FROM reminders WHERE household_id = \(household)"
      ).map { row -> String in try row["row"] })
    let expected = expected()
    guard stored != expected else { return nil }
    return
      "\(number), \(change): \(stored.subtracting(expected).sorted()) instead of \(expected.subtracting(stored).sorted())"
  }

  private mutating func change() throws -> String {
    let (at, who) = (Int.random(in: 0..<items.count, using: &random), Int.random(in: 0..<people.count, using: &random))
    let (item, person) = (items[at].id, people[who].id)
    switch Int.random(in: 0..<16, using: &random) {
    case 0...4:
      (items[at].due, items[at].day) = randomDue()
      try session.run(
        """
        UPDATE items SET due_at = to_timestamp(\(optional: items[at].due)::bigint),
          due_day = date '1970-01-01' + \(optional: items[at].day.map { $0 / 86_400 })::int
        WHERE household_id = \(household) AND id = \(item)
        """)
      return "due"
    case 5:
      items[at].isDone.toggle()
      try session.run(
        "UPDATE items SET done_at = CASE WHEN \(items[at].isDone) THEN now() END WHERE household_id = \(household) AND id = \(item)"
      )
      return "done"
    case 6:
      items[at].isDeleted.toggle()
      try session.run(
        "UPDATE items SET deleted_at = CASE WHEN \(items[at].isDeleted) THEN now() END WHERE household_id = \(household) AND id = \(item)"
      )
      return "deleted"
    case 7:
      items[at].people = people.map(\.id).filter { _ in Bool.random(using: &random) }
      try session.run(
        "UPDATE items SET people = \(items[at].people)::uuid[] WHERE household_id = \(household) AND id = \(item)")
      return "people"
    case 8:
      items[at].turn = Bool.random(using: &random) ? person : nil
      try session.run(
        "UPDATE items SET turn_person = \(optional: items[at].turn) WHERE household_id = \(household) AND id = \(item)")
      return "turn"
    case 9, 10:
      items[at].own[person] = Bool.random(using: &random) ? randomCodes() : nil
      if let codes = items[at].own[person] {
        try session.run(
          """
          INSERT INTO item_reminders (household_id, item_id, person_id, codes) VALUES (\(household), \(item), \(person), \(codes)::text[])
          ON CONFLICT (household_id, item_id, person_id) DO UPDATE SET codes = EXCLUDED.codes
          """)
      } else {
        try session.run(
          "DELETE FROM item_reminders WHERE household_id = \(household) AND item_id = \(item) AND person_id = \(person)"
        )
      }
      return "own times"
    case 11:
      people[who].zone = Self.others.randomElement(using: &random)!
      try session.run(
        "UPDATE people SET time_zone = \(people[who].zone) WHERE household_id = \(household) AND id = \(person)")
      return "the person's clock"
    case 12 where Int.random(in: 0..<3, using: &random) == 0:
      zone = Self.others.randomElement(using: &random)!
      try session.run("UPDATE households SET time_zone = \(zone) WHERE id = \(household)")
      return "the household's clock"
    default:
      people[who].codes = randomCodes()
      people[who].isOn = Int.random(in: 0..<5, using: &random) > 0
      let hours = (Int.random(in: 0..<1440, using: &random), Int.random(in: 0..<1440, using: &random))
      people[who].quiet = Bool.random(using: &random) ? hours : nil
      func time(_ minutes: Int?) -> String? { minutes.map { "\($0 / 60):\($0 % 60)" } }
      try session.run(
        """
        INSERT INTO reminder_settings (household_id, person_id, codes, by_push, quiet_from, quiet_to)
        VALUES (\(household), \(person), \(people[who].codes)::text[], \(people[who].isOn),
          \(optional: time(people[who].quiet?.from))::time, \(optional: time(people[who].quiet?.to))::time)
        ON CONFLICT (household_id, person_id) DO UPDATE SET codes = EXCLUDED.codes, by_push = EXCLUDED.by_push,
          quiet_from = EXCLUDED.quiet_from, quiet_to = EXCLUDED.quiet_to, changed_at = now()
        """)
      return "settings"
    }
  }

  private static let others = ["Europe/Paris", "Australia/Lord_Howe", "America/New_York", "Asia/Kolkata", "UTC"]
  private static let codes = ["0", "10", "60", "1440", "40320", "08:00", "02:30", "-18:00", "-02:15", "23:59"]

  private mutating func randomCodes() -> [String] {
    (0..<Int.random(in: 0...4, using: &random)).map { _ in Self.codes.randomElement(using: &random)! }
  }

  /// In the next two years but for the next weeks: often a day without a time, or near a change of the clocks.
  private mutating func randomDue() -> (Int?, day: Int?) {
    let now = Int(Date().timeIntervalSince1970) / 60 * 60
    let any = now + 86_400 * 40 + Int.random(in: 0..<(700 * 1440), using: &random) * 60
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return (nil, nil)
    case 1, 2:
      let changes = sequence(first: Date(timeIntervalSince1970: TimeInterval(now + 86_400 * 45))) { [zone] in
        TimeZone(identifier: zone)!.nextDaylightSavingTimeTransition(after: $0)
      }.dropFirst().prefix(3).map { Int($0.timeIntervalSince1970) }
      return ((changes.randomElement(using: &random) ?? any) + Int.random(in: -1500..<1500, using: &random) * 60, nil)
    case 3:
      let local = CivilTime(seconds: any)
      let day = local.seconds / 86_400 * 86_400
      return (Self.moment(CivilTime(seconds: day + 86_340), zone), day)
    default: return (any, nil)
    }
  }

  // MARK: The model

  private func expected() -> Set<String> {
    var rows: Set<String> = []
    for item in items where !item.isDone && !item.isDeleted {
      guard let due = item.due else { continue }
      for person in people where person.isOn {
        let isReminded = item.turn.map { $0 == person.id } ?? (item.people.isEmpty || item.people.contains(person.id))
        guard isReminded else { continue }
        for code in item.own[person.id] ?? person.codes {
          rows.insert("\(item.id) \(person.id) \(moment(code, due, item.day, person))")
        }
      }
    }
    return rows
  }

  private func moment(_ code: String, _ due: Int, _ dueDay: Int?, _ person: Person) -> Int {
    let day = dueDay ?? Self.local(due, person.zone).seconds / 86_400 * 86_400
    func on(_ day: Int, _ clock: String) -> Int {
      let parts = clock.components(":").map { Int($0)! }
      return Self.moment(CivilTime(seconds: day + parts[0] * 3600 + parts[1] * 60), person.zone)
    }
    var moment: Int
    if code.hasPrefix("-") {
      moment = on(day - 86_400, String(code.dropFirst()))
    } else if code.contains(":") {
      moment = on(day, code)
    } else {
      moment = (dueDay == nil ? due : on(day, "09:00")) - Int(code)! * 60
    }
    moment = min(moment, dueDay == nil ? due : on(day, "23:59"))
    guard let quiet = person.quiet, quiet.from != quiet.to else { return moment }
    let clock = Self.local(moment, person.zone)
    let (minute, today) = (clock.hour * 60 + clock.minute, clock.seconds / 86_400 * 86_400)
    let isQuiet =
      quiet.from < quiet.to ? minute >= quiet.from && minute < quiet.to : minute >= quiet.from || minute < quiet.to
    guard isQuiet else { return moment }
    let ends = minute < quiet.to ? today : today + 86_400
    return max(moment, Self.moment(CivilTime(seconds: ends + quiet.to * 60), person.zone))
  }

  private static func offset(_ seconds: Int, _ zone: String) -> Int {
    TimeZone(identifier: zone)!.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(seconds)))
  }

  private static func local(_ moment: Int, _ zone: String) -> CivilTime {
    CivilTime(seconds: moment + offset(moment, zone))
  }

  /// Of a time that happens twice the first; of one that does not, the moment by the offset before.
  private static func moment(_ local: CivilTime, _ zone: String) -> Int {
    let (before, after) = (offset(local.seconds - 86_400, zone), offset(local.seconds + 86_400, zone))
    let (first, second) = (local.seconds - before, local.seconds - after)
    if offset(first, zone) == before { return first }
    return offset(second, zone) == after ? second : first
  }
}

extension Member {
  /// A form whose fields may be repeated, as a browser encodes it.
  fileprivate func send(_ path: String, _ fields: String) async throws -> Answer {
    try await browser.send("POST", path, [:], Array(fields.utf8))
  }
}
