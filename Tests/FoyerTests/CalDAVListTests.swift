import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// Shopping lists in calendar programs.
  @Suite struct CalDAVListTests {
    private static let first = "/dav/calendars/shopping"

    private static func line(_ uid: String, _ text: String, _ more: String = "STATUS:NEEDS-ACTION") -> String {
      CalendarProgram.todo(uid, "SUMMARY:\(text)", more)
    }

    /// The lines of a list, with a hook before those that are ticked.
    private func lines(_ member: Member, _ list: UUID? = nil) throws -> [String] {
      try member.app.rows(
        """
        SELECT CASE WHEN checked_at IS NOT NULL THEN '✓' ELSE '' END || text AS text FROM shopping_entries
        WHERE household_id = \(member.household) AND deleted_at IS NULL AND list_id IS NOT DISTINCT FROM \(optional: list)::uuid
        ORDER BY created_at, id
        """
      ).map { try $0["text"] }
    }

    @Test func `A line that both sides have changed is merged as items are`() async throws {
      let member = try await TestApp.shared().member()
      let (phone, desk) = (try await CalendarProgram(member), try await CalendarProgram(member))
      let path = "\(Self.first)/milk.ics"
      #expect(try await phone.put(path, Self.line("milk", "1 l milk", "DESCRIPTION:fresh")).status == 201)
      let id: UUID = try member.app.rows("SELECT id FROM shopping_entries WHERE household_id = \(member.household)")[0][
        "id"]
      // The page ticks it, a program that has not seen that says another amount.
      _ = try await member.post("/shopping/\(id)/check", ["checked": "true"])
      #expect(try await phone.put(path, Self.line("milk", "2 l milk", "DESCRIPTION:fresh")).status == 204)
      #expect(try lines(member) == ["✓2 l milk"])
      #expect(try await phone.get(path).contains("STATUS:COMPLETED"))
      // Another program puts in what no line has a place for.
      _ = try await desk.get(path)
      let more = Self.line("milk", "2 l milk", "DESCRIPTION:fresh\r\nX-AISLE:4\r\nPRIORITY:1\r\nSTATUS:COMPLETED")
      #expect(try await desk.put(path, more).status == 204)
      #expect(
        try await phone.put(
          path, Self.line("milk", "2 l milk", "DESCRIPTION:fresh\r\nX-PHONE:1\r\nSTATUS:NEEDS-ACTION")
        )
        .status == 204)
      let both = try await desk.get(path)
      for line in ["X-AISLE:4", "PRIORITY:1", "X-PHONE:1", "STATUS:NEEDS-ACTION"] {
        #expect(both.components("\(line)\r\n").count == 2, "\(line)")
      }
      // Both have changed the text: both can be bought, however often it is sent.
      _ = try await phone.get(path)
      let version: Int = try member.app.rows("SELECT version FROM shopping_entries WHERE id = \(id)")[0]["version"]
      #expect(
        try await member.post("/shopping/\(id)", ["text": "3 l milk", "version": "\(version)", "entries": "\(id)"])
          .status == 303)
      let stale = both.components("2 l milk").joined(separator: "oat milk")
      for _ in 1...3 { #expect(try await phone.put(path, stale).status == 204) }
      #expect(try lines(member) == ["3 l milk", "oat milk"])
      #expect(try await phone.get(path).contains("SUMMARY:3 l milk\r\n"))
      #expect(try await phone.objects("\(Self.first)/") == 2)
      // A program that says which version it knew is told instead.
      let tag = try await desk.send("GET", path)["etag"]
      #expect(try await phone.put(path, Self.line("milk", "4 l milk"), ["if-match": "\"other\""]).status == 412)
      #expect(try await desk.put(path, Self.line("milk", "4 l milk"), ["if-match": tag]).status == 204)
      #expect(try lines(member) == ["4 l milk", "oat milk"])
    }

    @Test func `Each further list is a collection of its own`() async throws {
      let member = try await TestApp.shared().member()
      let program = try await CalendarProgram(member)
      let list = UUID.v7()
      let path = "/dav/calendars/list-\(list)"
      #expect(try await program.find("\(path)/", "<d:displayname/>").status == 404)
      #expect(try await program.put("\(path)/nails.ics", Self.line("nails", "20 nails")).status == 404)
      #expect(try await program.send("MKCALENDAR", "\(path)/").status == 403)
      _ = try await member.post("/shopping/lists", ["id": "\(list)", "name": "Hardware & paint"])
      _ = try await member.post("/shopping?list=\(list)", ["id": "\(UUID.v7())", "text": "paint"])
      let home = try await program.find(
        "/dav/calendars/", "<d:displayname/><c:supported-calendar-component-set/>", depth: "1")
      #expect(home.contains("<D:href>\(path)/</D:href>") && home.contains("Hardware &amp; paint"))
      #expect(try await program.query("\(path)/").contains("SUMMARY:paint"))
      #expect(try await program.objects("\(Self.first)/") == 0)
      let (state, other) = (try await program.state("\(path)/"), try await program.state("\(Self.first)/"))
      let token = try await program.sync("", "\(path)/").token
      #expect(
        try await program.put("\(path)/nails.ics", Self.line("nails", "20 nails"), ["if-none-match": "*"]).status
          == 201)
      #expect(try await program.state("\(path)/") != state)
      #expect(try await program.sync(token, "\(path)/").answer.contains("nails.ics</D:href><D:propstat>"))
      #expect(try lines(member, list) == ["paint", "20 nails"])
      #expect(try await member.get("/shopping?list=\(list)").shows("nails"))
      // Ticked, changed, moved to the first list by PUT and back by MOVE, deleted.
      #expect(
        try await program.put("\(path)/nails.ics", Self.line("nails", "30 nails", "STATUS:COMPLETED")).status == 204)
      #expect(try lines(member, list) == ["paint", "✓30 nails"])
      let moved = try await program.sync(token, "\(path)/").token
      let done = Self.line("nails", "30 nails", "STATUS:COMPLETED")
      #expect(try await program.put("\(Self.first)/moved.ics", done, ["if-none-match": "*"]).status == 201)
      #expect(try lines(member, list) == ["paint"] && lines(member) == ["✓30 nails"])
      #expect(try await program.get("\(Self.first)/moved.ics").contains("UID:nails\r\n"))
      #expect(try await program.send("DELETE", "\(path)/nails.ics").status == 404)
      #expect(try await program.sync(moved, "\(path)/").answer.contains("HTTP/1.1 404"))
      #expect(
        try await program.send("MOVE", "\(Self.first)/moved.ics", nil, ["destination": "\(path)/back.ics"]).status
          == 201)
      #expect(try lines(member, list) == ["paint", "✓30 nails"] && lines(member) == [])
      #expect(try await program.get("\(path)/back.ics").contains("UID:nails\r\n"))
      #expect(
        try await program.send("MOVE", "\(path)/back.ics", nil, ["destination": "/dav/calendars/none/a.ics"]).status
          == 403)
      let twice = try await program.put("\(path)/twice.ics", done)
      #expect(twice.status == 403 && twice.contains("no-uid-conflict") && twice.contains("\(path)/back.ics"))
      #expect(try await program.put("/dav/calendars/none/twice.ics", done).status == 403)
      #expect(try await program.send("DELETE", "\(path)/back.ics").status == 204)
      #expect(try lines(member, list) == ["paint"])
      // Its name is the list's; colours are kept with it.
      func change(_ properties: String, _ path: String) async throws -> Answer {
        try await program.send(
          "PROPPATCH", path,
          "<d:propertyupdate xmlns:d=\"DAV:\" xmlns:a=\"http://apple.com/ns/ical/\"><d:set><d:prop>\(properties)</d:prop></d:set></d:propertyupdate>"
        )
      }
      let named = "<d:displayname>Ironmonger</d:displayname><a:calendar-color>#ff0000</a:calendar-color>"
      #expect(try await change(named, "\(path)/").contains("HTTP/1.1 200 OK"))
      #expect(try await change(named, "\(Self.first)/").contains("HTTP/1.1 403"))
      #expect(
        try await change("<d:displayname>\(String(repeating: "x", count: 300))</d:displayname>", "\(path)/").contains(
          "HTTP/1.1 403"))
      #expect(try await member.get("/shopping/lists/\(list)").shows("Ironmonger"))
      let found = try await program.find("\(path)/", "<d:displayname/><a:calendar-color/>")
      #expect(found.contains(">Ironmonger<") && found.contains("#ff0000"))
      #expect(try await program.send("DELETE", "\(path)/").contains("need-privileges"))
      #expect(try await program.state("\(Self.first)/") != other)
      // Another household, and a list in the trash.
      let stranger = try await CalendarProgram(try await member.app.member())
      for (method, path) in [
        ("PROPFIND", "\(path)/"), ("DELETE", "\(path)/"), ("GET", "\(path)/nails.ics"), ("PUT", "\(path)/nails.ics"),
      ] {
        let body = method == "PUT" ? Self.line("nails", "x") : ""
        let answer = try await stranger.send(method, path, body, ["depth": "0", "content-type": "text/calendar"])
        #expect(answer.status == 404, "\(method)")
      }
      let id: UUID = try member.app.rows(
        "SELECT id FROM shopping_entries WHERE household_id = \(member.household) AND text = 'paint'")[0]["id"]
      #expect(try await program.send("GET", "\(path)/\(id).ics").status == 200)
      _ = try await member.post("/shopping/lists/\(list)/delete")
      for path in ["\(path)/", "\(path)/\(id).ics"] {
        #expect(try await program.find(path, "<d:getetag/>").status == 404, "\(path)")
      }
      #expect(try await program.put("\(path)/new.ics", Self.line("new", "x")).status == 404)
      let gone = try await program.multiget("\(Self.first)/", ["\(path)/\(id).ics"])
      #expect(gone.contains("404") && !gone.contains("paint"))
      _ = try await member.post("/shopping/lists/\(list)/restore")
      #expect(try await program.query("\(path)/").contains("SUMMARY:paint"))
    }
  }
}
