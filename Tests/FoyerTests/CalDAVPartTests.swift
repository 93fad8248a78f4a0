import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// To-dos that programs send as parts of others, and what no field is for where two programs write.
  @Suite struct CalDAVPartTests {
    private static let none = "/dav/calendars/none"

    @Test func `A part of another to-do stays one of its own, with its name, its UID and the relation`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let program = try await CalendarProgram(member)
      // As Tasks.org, Nextcloud Tasks, Evolution and jtx write it; parts come before what they are of.
      let parts = [
        "cake": "RELATED-TO;RELTYPE=PARENT:party@phone", "candles": "RELATED-TO:party@phone",
        "juice": "RELATED-TO;RELTYPE=\"PARENT\":par\r\n ty@phone\r\nX-APPLE-SORT-ORDER:7",
        "sugar": "RELATED-TO;RELTYPE=PARENT:cake\r\nX-OC-HIDESUBTASKS:1",
      ].mapValues { "\($0)\r\nX-MOZ-GENERATION:1" }
      func path(_ uid: String) -> String { "\(Self.none)/\(uid).ics" }
      func object(_ uid: String, _ more: String = "STATUS:NEEDS-ACTION") -> String {
        CalendarProgram.todo(uid, "SUMMARY:The \(uid)", parts[uid] ?? "X-NONE:1", more)
      }
      for uid in parts.keys.sorted() {
        #expect(try await program.put(path(uid), object(uid), ["if-none-match": "*"]).status == 201)
      }
      // One program names its parts from above, too.
      let party = CalendarProgram.todo(
        "party@phone", "SUMMARY:Party", "RELATED-TO;RELTYPE=CHILD:cake", "RELATED-TO;RELTYPE=SIBLING:other")
      for _ in 1...2 { #expect(try await program.put("\(Self.none)/party.ics", party).status < 300) }
      #expect(try await program.objects("\(Self.none)/") == 5)
      #expect(try member.counts().kept == [5, 0])
      #expect(try await program.get("\(Self.none)/party.ics") == party)
      for uid in parts.keys { #expect(try await program.get(path(uid)) == object(uid), "\(uid)") }
      #expect(
        try app.number(
          "SELECT count(*) AS n FROM items WHERE household_id = \(member.household) AND boxes_of_checklist(checklist) IS NOT NULL"
        ) == 0)
      var (_, token) = try await program.sync("", "\(Self.none)/")
      // A tick, and the tick taken back, of the part alone; by the program and by the page.
      let done = "STATUS:COMPLETED\r\nCOMPLETED:20261120T101112Z"
      #expect(try await program.put(path("cake"), object("cake", done)).status == 204)
      #expect(try member.counts().kept == [4, 1])
      #expect(try await program.get(path("cake")) == object("cake", done))
      let cake: UUID = try app.rows(
        "SELECT id FROM items WHERE household_id = \(member.household) AND title = 'The cake'")[0]["id"]
      _ = try await member.post("/items/\(cake)/done", ["done": "false"])
      let reopened = try await program.get(path("cake"))
      #expect(
        reopened.contains("RELATED-TO;RELTYPE=PARENT:party@phone\r\n") && reopened.contains("STATUS:NEEDS-ACTION"))
      let form = try await member.get("/items/\(cake)/edit")
      _ = try await member.post(
        "/items/\(cake)", ["version": try #require(form.field("version")), "title": "The big cake"])
      let changed = try await program.get(path("cake"))
      #expect(changed.contains("SUMMARY:The big cake") && changed.contains("RELATED-TO;RELTYPE=PARENT:party@phone\r\n"))
      let ticked = try await program.sync(token, "\(Self.none)/")
      #expect(ticked.answer.contains("cake.ics</D:href><D:propstat>"))
      // Into another collection, as programs do it: PUT there, DELETE here.
      let category = UUID.v7()
      _ = try await member.post("/categories", ["id": "\(category)", "name": "Elsewhere"])
      let there = "/dav/calendars/\(category)"
      token = ticked.token
      #expect(try await program.put("\(there)/candles.ics", object("candles")).status == 201)
      #expect(try await program.send("DELETE", path("candles")).status == 404)
      #expect(try await program.get("\(there)/candles.ics") == object("candles"))
      #expect(try member.counts().kept == [5, 0])
      #expect(
        try await program.send("MOVE", path("juice"), nil, ["destination": "\(there)/squash.ics"]).status == 201)
      #expect(try await program.get("\(there)/squash.ics") == object("juice"))
      let moved = try await program.sync(token, "\(Self.none)/")
      #expect(moved.answer.contains("candles.ics</D:href><D:status>HTTP/1.1 404"))
      #expect(try await program.objects("\(there)/") == 2)
      // DELETE here, PUT there.
      #expect(try await program.send("DELETE", "\(there)/squash.ics").status == 204)
      #expect(try await program.put(path("juice"), object("juice"), ["if-none-match": "*"]).status == 201)
      #expect(try await program.get(path("juice")) == object("juice"))
      // What it is a part of goes, and comes back: the parts are as they were.
      #expect(try await program.send("DELETE", "\(Self.none)/party.ics").status == 204)
      let gone = try await program.sync(moved.token, "\(Self.none)/")
      #expect(gone.answer.contains("party.ics</D:href><D:status>HTTP/1.1 404"))
      #expect(!gone.answer.contains("sugar.ics</D:href><D:status>"))
      #expect(try await program.get(path("sugar")) == object("sugar") && member.counts().kept == [4, 0])
      let id: UUID = try app.rows(
        "SELECT id FROM items WHERE household_id = \(member.household) AND title = 'Party'")[0]["id"]
      _ = try await member.post("/items/\(id)/restore")
      #expect(try await program.get("\(Self.none)/party.ics") == party)
      // The pages name the parts of one, and what it is a part of.
      func related(_ title: String) async throws -> Set<String> {
        let item: UUID = try app.rows(
          "SELECT id FROM items WHERE household_id = \(member.household) AND deleted_at IS NULL AND title = \(title)")[
            0]["id"]
        let page = try await member.get("/items/\(item)/edit")
        guard let part = page.between("id=\"related\"", "</section>") else { return [] }
        return Set(part.components("dir=\"auto\">").dropFirst().map { $0.components("</a>")[0] })
      }
      #expect(try await related("Party") == ["The big cake", "The candles", "The juice"])
      #expect(try await related("The sugar") == ["The big cake"])
      #expect(try await related("The big cake") == ["Party", "The sugar"])
      let page = try await member.get("/items/\(cake)/edit")
      #expect(page.shows("Part of") && page.shows("Parts") && page.contains("<a href=\"/items/\(id)/edit\""))
      let alone = try await member.add("Alone")
      #expect(try await !member.get("/items/\(alone)/edit").contains("id=\"related\""))
      // One that no program has named has its id as UID.
      let part = CalendarProgram.todo("part", "SUMMARY:A part", "RELATED-TO;RELTYPE=PARENT:\(alone)")
      #expect(try await program.put(path("part"), part).status == 201)
      #expect(try await related("Alone") == ["A part"])
      #expect(try await related("A part") == ["Alone"])
      #expect(try await program.send("DELETE", path("sugar")).status == 204)
      #expect(try await related("The big cake") == ["Party"])
      #expect(try await program.get("\(Self.none)/party.ics") == party)
    }

    @Test func `The parts of one that repeats are those of the next one`() async throws {
      let member = try await TestApp.shared().member()
      let program = try await CalendarProgram(member)
      let weekly = CalendarProgram.todo(
        "bins", "SUMMARY:Bins", "DTSTART;VALUE=DATE:20300107", "DUE;VALUE=DATE:20300107", "RRULE:FREQ=WEEKLY")
      let part = CalendarProgram.todo("yellow", "SUMMARY:Yellow", "RELATED-TO:bins", "STATUS:NEEDS-ACTION")
      #expect(try await program.put("\(Self.none)/bins.ics", weekly).status == 201)
      #expect(try await program.put("\(Self.none)/yellow.ics", part).status == 201)
      let done = part.components("NEEDS-ACTION").joined(separator: "COMPLETED")
      #expect(try await program.put("\(Self.none)/yellow.ics", done).status == 204)
      let on = weekly.components("20300107").joined(separator: "20300114")
      #expect(try await program.put("\(Self.none)/bins.ics", on).status == 204)
      #expect(try member.counts().kept == [1, 2])
      #expect(try await program.get("\(Self.none)/bins.ics").contains("UID:bins\r\n"))
      // A program opens the parts again for it.
      #expect(try await program.put("\(Self.none)/yellow.ics", part).status == 204)
      #expect(try member.counts().kept == [2, 1])
      #expect(try await program.get("\(Self.none)/yellow.ics") == part)
    }

    @Test func `One that repeats and was ticked before it was sent goes on, and so does what was said with a tick`()
      async throws
    {
      let member = try await TestApp.shared().member()
      let program = try await CalendarProgram(member)
      func weekly(_ uid: String, _ year: Int, _ more: String) -> String {
        CalendarProgram.todo(
          uid, "SUMMARY:Bins \(uid)", "DTSTART;VALUE=DATE:\(year)0105", "DUE;VALUE=DATE:\(year)0105",
          "RRULE:FREQ=WEEKLY",
          more)
      }
      let path = "\(Self.none)/new.ics"
      for _ in 1...2 {
        #expect(try await program.put(path, weekly("new", 2099, "STATUS:COMPLETED")).status < 300)
        #expect(try member.counts().kept == [1, 1])
      }
      let next = try await program.get(path)
      #expect(next.contains("DUE;VALUE=DATE:20990112") && next.contains("STATUS:NEEDS-ACTION"))
      // What was done long ago is done.
      #expect(
        try await program.put(
          "\(Self.none)/old.ics", weekly("old", 2019, "STATUS:COMPLETED\r\nCOMPLETED:20190105T100000Z")
        )
        .status == 201)
      #expect(try member.counts().kept == [1, 2])
      // A title, a text and a property that were changed before the tick, offline.
      let both = next.components("Bins new").joined(separator: "Bins out").components("STATUS:NEEDS-ACTION").joined(
        separator: "DESCRIPTION:All of them\r\nX-OWN:1\r\nSTATUS:COMPLETED")
      for _ in 1...2 { #expect(try await program.put(path, both).status == 204) }
      #expect(try member.counts().kept == [1, 3])
      let after = try await program.get(path)
      for line in ["SUMMARY:Bins out", "DESCRIPTION:All of them", "X-OWN:1", "DUE;VALUE=DATE:20990119"] {
        #expect(after.components("\(line)\r\n").count == 2, "\(line)")
      }
      #expect(after.contains("STATUS:NEEDS-ACTION"))
    }

    @Test func `Of two programs neither loses what the other one has put in`() async throws {
      let member = try await TestApp.shared().member()
      let (phone, desk) = (try await CalendarProgram(member), try await CalendarProgram(member))
      let path = "\(Self.none)/a.ics"
      let first = CalendarProgram.todo(
        "a", "SUMMARY:Paint", "ATTACH:https://example.org/1", "COLOR:red", "X-APPLE-SORT-ORDER:5",
        "DTSTART:20300107T170000Z", "DUE:20300107T170000Z", "RRULE:FREQ=WEEKLY;COUNT=9")
      #expect(try await phone.put(path, first).status == 201)
      #expect(try await desk.get(path) == first)
      // The desk gives it a place, a colour, an address and a date of its own, and the phone a title without having seen that.
      let place = "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT0S\r\nX-APPLE-PROXIMITY:ARRIVE\r\nEND:VALARM"
      let date = """
        BEGIN:VTODO\r\nUID:a\r\nDTSTAMP:20261125T202534Z\r\nRECURRENCE-ID:20300121T170000Z\r\nSUMMARY:Paint twice\r\nEND:VTODO\r
        """
      let second = CalendarProgram.todo(
        "a", "SUMMARY:Paint", "ATTACH:https://example.org/1", "ATTACH:https://example.org/2", "COLOR:blue",
        "X-APPLE-SORT-ORDER:9", "GEO:48.85;2.35", "RELATED-TO:house", "RELATED-TO;RELTYPE=CHILD:brush", "X-DESK:1",
        "DTSTART:20300107T170000Z", "DUE:20300107T170000Z", "RRULE:FREQ=WEEKLY;COUNT=9", place
      ).components("END:VCALENDAR").joined(separator: "\(date)\nEND:VCALENDAR")
      #expect(try await desk.put(path, second).status == 204)
      let third = first.components("Paint").joined(separator: "Paint the door").components("example.org/1").joined(
        separator: "example.org/3"
      ).components("END:VTODO").joined(separator: "X-PHONE:1\r\nEND:VTODO")
      for _ in 1...2 { #expect(try await phone.put(path, third).status == 204) }
      let both = try await desk.get(path)
      for line in [
        "SUMMARY:Paint the door", "ATTACH:https://example.org/2", "ATTACH:https://example.org/3", "COLOR:blue",
        "X-APPLE-SORT-ORDER:9", "GEO:48.85;2.35", "RELATED-TO:house", "RELATED-TO;RELTYPE=CHILD:brush", "X-DESK:1",
        "X-PHONE:1", "X-APPLE-PROXIMITY:ARRIVE", "SUMMARY:Paint twice",
      ] {
        #expect(both.components("\(line)\r\n").count == 2, "\(line)")
      }
      #expect(!both.contains("example.org/1") && both.components("BEGIN:VTODO").count == 3)
      #expect(try await phone.get(path) == both)
      // What one of them takes away with the tag of what it has seen is gone.
      let bare = CalendarProgram.todo("a", "SUMMARY:Paint the door")
      let tag = try await phone.send("GET", path)["etag"]
      #expect(try await phone.put(path, bare, ["if-match": tag]).status == 204)
      #expect(try await desk.get(path) == bare)
    }

    @Test func `What moves may be a copy from before what the program has read in the old place`() async throws {
      let member = try await TestApp.shared().member()
      let (phone, desk) = (try await CalendarProgram(member), try await CalendarProgram(member))
      let category = UUID.v7()
      _ = try await member.post("/categories", ["id": "\(category)", "name": "Elsewhere"])
      let (here, there) = ("\(Self.none)/a.ics", "/dav/calendars/\(category)/a.ics")
      let first = CalendarProgram.todo("a", "SUMMARY:Paint", "X-DESK:1", "X-BOTH:1")
      #expect(try await desk.put(here, first).status == 201)
      #expect(try await phone.get(here) == first)
      let second = CalendarProgram.todo("a", "SUMMARY:Paint the door", "X-DESK:2", "X-BOTH:2")
      #expect(try await desk.put(here, second).status == 204)
      #expect(try await phone.get(here) == second)
      // The phone had moved what it knew, with a change of its own.
      let moved = CalendarProgram.todo("a", "SUMMARY:Paint", "X-DESK:1", "X-BOTH:1", "X-PHONE:1")
      #expect(try await phone.put(there, moved, ["if-none-match": "*"]).status == 201)
      let both = try await phone.get(there)
      for line in ["SUMMARY:Paint the door", "X-DESK:2", "X-BOTH:2", "X-PHONE:1"] {
        #expect(both.components("\(line)\r\n").count == 2, "\(line)")
      }
      // What it takes back of its own is no copy from before.
      func desks(_ number: Int) -> String { both.components("X-DESK:2").joined(separator: "X-DESK:\(number)") }
      for number in [3, 2] {
        #expect(try await phone.put(there, desks(number)).status == 204)
        #expect(try await phone.get(there) == desks(number))
      }
      #expect(try await phone.put(there, desks(3)).status == 204)
      #expect(try await phone.put(here, desks(2)).status == 201)
      #expect(try await desk.get(here) == both)
    }
  }
}
