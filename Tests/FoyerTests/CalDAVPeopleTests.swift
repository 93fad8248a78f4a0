import EventLoop
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// Whom a to-do is for, and whose turn it is, in calendar programs; and its picture.
  @Suite struct CalDAVPeopleTests {
    private static let none = "/dav/calendars/none"

    @Test func `A member's new name is a change of each to-do that names them`() async throws {
      let app = try await TestApp.shared()
      let ada = try await app.member()
      let ben = try await app.housemate(of: ada)
      try ben.rename("Ben")
      let b = try ben.person
      let program = try await CalendarProgram(ada)
      let (his, other) = (try await ada.make("Sweep", for: [b]), try await ada.add("Cook"))
      let (state, path) = (try await program.state("\(Self.none)/"), "\(Self.none)/\(his).ics")
      let tag = try await program.send("GET", path)["etag"]
      var token = try await program.sync("", "\(Self.none)/").token
      try await eventually {
        let next = try await program.sync(token, "\(Self.none)/")
        token = next.token
        return !next.answer.contains("<D:response>")
      }
      try ben.rename("Benjamin")
      #expect(try await program.state("\(Self.none)/") != state)
      let changed = try await program.sync(token, "\(Self.none)/").answer
      #expect(changed.contains("\(his).ics</D:href><D:propstat>") && !changed.contains("\(other).ics"))
      let answer = try await program.send("GET", path)
      #expect(answer["etag"] != tag && answer.contains("DESCRIPTION:👤 Benjamin\r\n"))
      #expect(
        try await program.put(path, String(decoding: answer.body, as: UTF8.self), ["if-match": tag]).status == 412)
    }

    @Test func `A new name is told of where a to-do was just being given to the member`() async throws {
      let app = try await TestApp.shared()
      let ada = try await app.member()
      let ben = try await app.housemate(of: ada)
      try ben.rename("Ben")
      let b = try ben.person
      let program = try await CalendarProgram(ada)
      let item = try await ada.add("Sweep")
      func session() throws -> Session { try Session(Target(url: app.superuserURL), deadline: .now() + .seconds(120)) }
      let (giving, renaming) = (try session(), try session())
      try giving.run("BEGIN")
      try giving.run(
        """
        UPDATE items SET people = ARRAY[\(b)::uuid], version = version + 1
        WHERE household_id = \(ada.household) AND id = \(item)
        """)
      // Neither of the two sees the other one.
      try renaming.run("BEGIN")
      try renaming.run("UPDATE people SET name = 'Benjamin' WHERE household_id = \(ada.household) AND id = \(b)")
      try giving.run("COMMIT")
      let (_, token) = try await program.sync("", "\(Self.none)/")
      #expect(try await program.get("\(Self.none)/\(item).ics").contains("👤 Ben\r\n"))
      try renaming.run("COMMIT")
      #expect(try await program.sync(token, "\(Self.none)/").answer.contains("\(item).ics</D:href><D:propstat>"))
      #expect(try await program.get("\(Self.none)/\(item).ics").contains("👤 Benjamin\r\n"))
    }

    @Test func `A to-do for others is marked, and a program may say whom it is for`() async throws {
      let app = try await TestApp.shared()
      let ada = try await app.member()
      let ben = try await app.housemate(of: ada)
      try ada.rename("Ada Byron, Countess")
      try ben.rename("Ben")
      let (a, b) = (try ada.person, try ben.person)
      let (hers, his) = (try await CalendarProgram(ada), try await CalendarProgram(ben))
      let item = try await ada.make("Sweep", for: [b])
      let path = "\(Self.none)/\(item).ics"
      #expect(try await hers.get(path).contains("DESCRIPTION:👤 Ben\r\n"))
      #expect(try await !his.get(path).contains("DESCRIPTION"))
      // The text below the mark is the description; the mark is nobody's text.
      let form = try await ada.get("/items/\(item)/edit")
      _ = try await ada.send(
        "/items/\(item)",
        [
          ("version", try #require(form.field("version"))), ("title", "Sweep"), ("description", "The yard"),
          ("people", "\(b)"),
        ])
      var text = try await hers.get(path)
      #expect(text.contains("DESCRIPTION:👤 Ben\\n\\nThe yard\r\n"))
      text = text.components("The yard").joined(separator: "The street")
      #expect(try await hers.put(path, text).status == 204)
      #expect(try await ada.get("/items/\(item)/edit").area("description") == "The street")
      #expect(try ada.concerned(item).people == [b])
      #expect(try await his.get(path).contains("DESCRIPTION:The street\r\n"))
      // Others' names, one with a comma; also where a page has changed the text meanwhile.
      text = text.components("👤 Ben").joined(separator: "👤 Ben\\, Ada Byron\\, Countess")
      let version = try #require(try await ada.get("/items/\(item)/edit").field("version"))
      _ = try await ben.send(
        "/items/\(item)",
        [("version", version), ("title", "Sweep"), ("description", "The lane"), ("people", "\(b)")])
      #expect(try await hers.put(path, text).status == 204)
      #expect(try Set(ada.concerned(item).people) == [a, b])
      #expect(try await ada.get("/items/\(item)/edit").area("description") == "The lane")
      #expect(try await his.get(path).contains("The lane"))
      // A line that is left out takes nobody away; one that names nobody of the household is text.
      let plain = try await hers.send("GET", path)
      let bare = CalendarProgram.todo("\(item)", "SUMMARY:Sweep", "DESCRIPTION:The lane")
      #expect(try await hers.put(path, bare, ["if-match": plain["etag"]]).status == 204)
      #expect(try Set(ada.concerned(item).people) == [a, b])
      let other = CalendarProgram.todo("other", "SUMMARY:Call", "DESCRIPTION:👤 Zoe\\n\\n☐ Her sister")
      #expect(try await hers.put("\(Self.none)/other.ics", other).status == 201)
      #expect(try await hers.get("\(Self.none)/other.ics") == other)
      #expect(try await ada.get("/items").shows("👤 Zoe"))
      // A new one for another, with a checklist.
      let new = CalendarProgram.todo("new", "SUMMARY:Paint", "DESCRIPTION:👤 Ben\\n\\nBlue\\n\\n☐ Door\\n☑ Gate")
      #expect(try await hers.put("\(Self.none)/new.ics", new).status == 201)
      #expect(try await hers.get("\(Self.none)/new.ics") == new)
      let id: UUID = try app.rows("SELECT id FROM items WHERE household_id = \(ada.household) AND title = 'Paint'")[0][
        "id"]
      #expect(try ada.concerned(id).people == [b])
      #expect(try await ada.get("/items/\(id)/edit").area("description") == "Blue")
      #expect(try await his.query("/dav/calendars/mine/").contains("SUMMARY:Paint"))
      // What is made in one's own list is one's own as well.
      #expect(
        try await hers.put(
          "/dav/calendars/mine/both.ics", CalendarProgram.todo("both", "SUMMARY:Both", "DESCRIPTION:👤 Ben")
        ).status == 201)
      #expect(try await hers.get("/dav/calendars/mine/both.ics").contains("SUMMARY:Both"))
      #expect(try await his.query("/dav/calendars/mine/").contains("SUMMARY:Both"))
    }

    @Test func `A tick of another's turn counts as theirs`() async throws {
      let app = try await TestApp.shared()
      let ada = try await app.member()
      let ben = try await app.housemate(of: ada)
      try ada.rename("Ada")
      try ben.rename("Ben")
      let (a, b) = (try ada.person, try ben.person)
      let (hers, his) = (try await CalendarProgram(ada), try await CalendarProgram(ben))
      let item = UUID.v7()
      let made = try await ada.send(
        "/items",
        [
          ("id", "\(item)"), ("title", "Bins"), ("due_date", "2030-01-07"), ("repeat", "FREQ=WEEKLY"),
          ("turn", "\(a)"), ("turn", "\(b)"),
        ])
      #expect(made.status == 303)
      let series: UUID = try app.rows("SELECT series_id FROM items WHERE id = \(item)")[0]["series_id"]
      let path = "\(Self.none)/\(series).ics"
      #expect(try await his.get(path).contains("DESCRIPTION:🔁 Ada\r\n"))
      #expect(try await !hers.get(path).contains("DESCRIPTION"))
      #expect(try await hers.query("/dav/calendars/mine/").contains("Bins"))
      #expect(try await !his.query("/dav/calendars/mine/").contains("Bins"))
      // Ben ticks what is Ada's turn: it was hers, and the next one is his.
      let seen = try await his.get(path)
      for _ in 1...2 {
        #expect(
          try await his.put(path, seen.components("NEEDS-ACTION").joined(separator: "COMPLETED")).status == 204)
      }
      let rows = try app.rows(
        "SELECT is_done, turn_person, description FROM items WHERE household_id = \(ada.household) ORDER BY is_done DESC"
      )
      #expect(try rows.map { try $0["is_done"] as Bool } == [true, false])
      #expect(try rows.map { try $0["turn_person"] as UUID } == [a, b])
      #expect(try rows.map { try $0["description"] as String } == ["", ""])
      #expect(try await hers.get(path).contains("DESCRIPTION:🔁 Ben\r\n"))
      #expect(try await his.query("/dav/calendars/mine/").contains("Bins"))
      // A page does the same.
      let next: UUID = try app.rows("SELECT id FROM items WHERE series_id = \(series) AND NOT is_done")[0]["id"]
      _ = try await ada.post("/items/\(next)/done", ["done": "true"])
      #expect(try await his.get(path).contains("DESCRIPTION:🔁 Ada\r\n"))
      #expect(
        try app.rows("SELECT turn_person FROM items WHERE series_id = \(series) AND is_done ORDER BY occurrence").map {
          try $0["turn_person"] as UUID
        } == [a, b])
    }

    @Test func `A picture's address is an attachment beside those that programs have given`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let program = try await CalendarProgram(member)
      let path = "\(Self.none)/a.ics"
      let sent = CalendarProgram.todo("a", "SUMMARY:Tap", "ATTACH;FMTTYPE=text/html:https://example.org/manual")
      #expect(try await program.put(path, sent).status == 201)
      let item: UUID = try app.rows("SELECT id FROM items WHERE household_id = \(member.household)")[0]["id"]
      let image = UUID.v7()
      try app.rows(
        """
        INSERT INTO images (household_id, id, picture, thumbnail)
        VALUES (\(member.household), \(image), '\\x00', '\\x00')
        """)
      try app.rows(
        """
        UPDATE items SET image_id = \(image), version = version + 1
        WHERE household_id = \(member.household) AND id = \(item)
        """)
      let seen = try await program.get(path)
      #expect(seen.contains("ATTACH;FMTTYPE=text/html:https://example.org/manual\r\n"))
      let unfolded = seen.components("\r\n ").joined(separator: "")
      #expect(unfolded.components("/items/\(item)/image\r\n").count == 2)
      // It goes with the picture, though a program has sent it back; a program does not take the picture away.
      #expect(try await program.put(path, seen.components("Tap").joined(separator: "Drain")).status == 204)
      #expect(try await program.put(path, sent.components("Tap").joined(separator: "Drain")).status == 204)
      let still = try await program.get(path).components("\r\n ").joined(separator: "")
      #expect(still.components("/items/\(item)/image\r\n").count == 2 && still.contains("SUMMARY:Drain"))
      #expect(try await program.put(path, try await program.get(path)).status == 204)
      try app.rows(
        """
        UPDATE items SET image_id = NULL, version = version + 1
        WHERE household_id = \(member.household) AND id = \(item)
        """)
      let without = try await program.get(path)
      #expect(!without.contains("/image") && without.contains("https://example.org/manual"))
    }
  }
}
