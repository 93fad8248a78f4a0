import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// Long answers to calendar programs, and statuses at the edges.
  @Suite struct CalDAVAnswerTests {
    private static let none = "/dav/calendars/none"

    @Test func `A report of many big objects arrives as a whole, compressed or not`() async throws {
      let member = try await TestApp.shared().member()
      let program = try await CalendarProgram(member)
      let text = String(repeating: "🦉", count: 90_000)
      for number in 1...75 {
        let todo = CalendarProgram.todo("big-\(number)", "SUMMARY:\(number)", "DESCRIPTION:\(text)")
        #expect(try await program.put("\(Self.none)/big-\(number).ics", todo).status == 201)
      }
      let hrefs = (1...75).map { "\(Self.none)/big-\($0).ics" }
      for answer in [try await program.multiget(Self.none, hrefs), try await program.query(Self.none)] {
        #expect(answer.status == 207 && answer.body.count > 24 << 20)
        #expect(answer["content-length"] == "\(answer.body.count)")
        let whole = String(decoding: answer.body, as: UTF8.self)
        #expect(whole.components("<D:response>").count == 76 && whole.hasSuffix("</D:multistatus>"))
      }
      // The share of one answer is free once it was sent.
      for _ in 1...3 { #expect(try await program.multiget(Self.none, hrefs).status == 207) }
    }

    @Test func `More than 60 MiB are refused`() async throws {
      let member = try await TestApp.shared().member()
      let program = try await CalendarProgram(member)
      // Each ampersand is five bytes in XML.
      let text = String(repeating: "&", count: 90_000)
      for number in 1...160 {
        let todo = CalendarProgram.todo("big-\(number)", "SUMMARY:\(number)", "DESCRIPTION:\(text)")
        #expect(try await program.put("\(Self.none)/big-\(number).ics", todo).status == 201)
      }
      let refused = try await program.query(Self.none)
      #expect(refused.status == 403 && refused.text.contains("number-of-matches-within-limits"))
    }

    @Test func `MOVE says where to, and that is elsewhere`() async throws {
      let program = try await CalendarProgram(try await TestApp.shared().member())
      let path = "\(Self.none)/a.ics"
      #expect(try await program.put(path, CalendarProgram.todo("a", "SUMMARY:A")).status == 201)
      let cases: [(destination: String?, status: Int)] = [
        (nil, 400), ("", 400), (path, 403), ("http://127.0.0.1:\(program.browser.port)\(path)", 403),
        ("/dav/calendars/none/", 403),
        ("https://example.org/dav/calendars/none/b.ics", 502), ("\(Self.none)/b.ics", 201),
      ]
      for (destination, status) in cases {
        let answer = try await program.send("MOVE", path, nil, ["destination": destination])
        #expect(answer.status == status, "\(destination ?? "none")")
      }
    }

    @Test func `What was done in the second half of a second was not done in the next one`() async throws {
      let member = try await TestApp.shared().member()
      let program = try await CalendarProgram(member)
      let line = UUID.v7()
      #expect(
        try await program.put("\(Self.none)/a.ics", CalendarProgram.todo("a", "SUMMARY:A", "STATUS:COMPLETED")).status
          == 201)
      _ = try await member.post("/shopping", ["id": "\(line)", "text": "milk"])
      try member.app.rows(
        "UPDATE items SET done_at = '2026-11-20T10:11:12.7Z' WHERE household_id = \(member.household)")
      try member.app.rows(
        "UPDATE shopping_entries SET checked_at = '2026-11-20T10:11:12.7Z' WHERE household_id = \(member.household)")
      for path in ["\(Self.none)/a.ics", "/dav/calendars/shopping/\(line).ics"] {
        #expect(try await program.get(path).contains("COMPLETED:20261120T101112Z"), "\(path)")
      }
    }
  }
}
