import HTTP
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  @Suite struct CalDAVAlarmTests {
    private static let path = "/dav/calendars/none/pay.ics"

    private func alarm(_ lines: String...) -> String {
      (["BEGIN:VALARM"] + lines + ["END:VALARM"]).joined(separator: "\r\n")
    }

    private func text(_ answer: Answer) -> String { String(decoding: answer.body, as: UTF8.self) }

    @Test func `Alarms have what a program has said of them after the deadline has moved`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let program = try await CalendarProgram(member)
      let mail = alarm(
        "ACTION:EMAIL", "SUMMARY:Rent", "DESCRIPTION:Pay the rent", "ATTENDEE:mailto:ada@example.org",
        "TRIGGER:PT5H", "X-OWN:1")
      let sound = alarm(
        "ACTION:AUDIO", "ATTACH;FMTTYPE=audio/basic:https://example.org/bell.aud", "REPEAT:2", "DURATION:PT5M",
        "TRIGGER;VALUE=DATE-TIME:20991130T163000Z")
      // After the deadline: no reminder can be then.
      let late = alarm("ACTION:DISPLAY", "DESCRIPTION:Too late", "TRIGGER;VALUE=DATE-TIME:20991202T080000Z")
      let sent = CalendarProgram.todo(
        "pay", "SUMMARY:Pay", "DTSTART:20991130T120000Z", "DUE:20991130T180000Z", mail, sound, late)
      #expect(try await program.put(Self.path, sent).status == 201)
      #expect(try await text(program.send("GET", Self.path)) == sent)
      let id: UUID = try app.rows("SELECT id FROM items WHERE household_id = \(member.household)")[0]["id"]
      let codes: [String] = try app.rows("SELECT codes FROM item_reminders WHERE household_id = \(member.household)")[
        0][
          "codes"]
      #expect(Set(codes) == ["60", "90"])
      let form = try await member.get("/items/\(id)/edit")
      let answer = try await member.post(
        "/items/\(id)",
        [
          "version": try #require(form.field("version")), "title": "Pay", "due_date": "2099-12-01", "due_time": "18:00",
          "remind": "60", "remind": "90",
        ])
      #expect(answer.status == 303)
      let moved = try await text(program.send("GET", Self.path))
      #expect(moved.contains("DUE:20991201T180000Z"), "\(moved)")
      #expect(moved.components("BEGIN:VALARM").count == 4, "\(moved)")
      let alarms = [
        mail.replacing("TRIGGER:PT5H", with: "TRIGGER;RELATED=END:-PT1H"),
        sound.replacing("TRIGGER;VALUE=DATE-TIME:20991130T163000Z", with: "TRIGGER;RELATED=END:-PT1H30M"), late,
      ]
      #expect(moved.contains(alarms.joined(separator: "\r\n")), "\(moved)")
      // Sent back they are what they were.
      #expect(try await program.put(Self.path, moved).status == 204)
      #expect(try await text(program.send("GET", Self.path)).contains(alarms.joined(separator: "\r\n")))
    }

    @Test func `More alarms than a person has reminders come back`() async throws {
      let app = try await TestApp.shared()
      let program = try await CalendarProgram(try await app.member())
      let alarms = (1...14).map { alarm("ACTION:DISPLAY", "DESCRIPTION:\($0)", "TRIGGER;RELATED=END:-PT\($0)M") }
      let sent = CalendarProgram.todo("pay", "SUMMARY:Pay", "DUE:20991130T180000Z", alarms.joined(separator: "\r\n"))
      #expect(try await program.put(Self.path, sent).status == 201)
      #expect(try await text(program.send("GET", Self.path)) == sent)
    }

    @Test func `A line of a shopping list was ticked when its program says`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let program = try await CalendarProgram(member)
      let path = "/dav/calendars/shopping/rice.ics"
      let done = ["SUMMARY:Rice", "STATUS:COMPLETED", "COMPLETED:20261101T080000Z"].joined(separator: "\r\n")
      for first in [CalendarProgram.todo("rice", "SUMMARY:Rice"), nil] {
        if let first { #expect(try await program.put(path, first).status == 201) }
        let sent = CalendarProgram.todo("rice", done)
        let stored = try await program.put(path, sent)
        #expect(stored.status < 300)
        #expect(try await text(program.send("GET", path)) == sent)
        #expect(stored["etag"] != nil)
        #expect(try await program.send("DELETE", path).status == 204)
        try app.rows("DELETE FROM shopping_entries WHERE household_id = \(member.household)")
      }
    }

    @Test func `A moment of done that a program corrects is another version`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let program = try await CalendarProgram(member)
      for (path, table) in [(Self.path, "items"), ("/dav/calendars/shopping/pay.ics", "shopping_entries")]
        as [(String, SQL)]
      {
        func version() throws -> Int {
          try app.number(
            "SELECT version AS n FROM \(fragment: table) WHERE household_id = \(member.household)")
        }
        func done(_ day: Int) -> String {
          CalendarProgram.todo("pay\(path.count)", "SUMMARY:Pay", "STATUS:COMPLETED", "COMPLETED:202611\(day)T080000Z")
        }
        #expect(try await program.put(path, done(11)).status == 201)
        let before = try version()
        #expect(try await program.put(path, done(12)).status == 204)
        #expect(try version() == before + 1, "\(path)")
        #expect(try await program.put(path, done(12)).status == 204)
        #expect(try version() == before + 1, "\(path)")
      }
    }
  }
}
