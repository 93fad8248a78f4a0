import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// The cases of ccs-caldavtester's scripts and of Vikunja's tests, as docs/caldav.md lists them.
  @Suite struct CalDAVCaseTests {
    private static let none = "/dav/calendars/none"

    private func change(_ program: CalendarProgram, _ path: String, _ body: String) async throws -> Answer {
      try await program.send(
        "PROPPATCH", path, "<D:propertyupdate xmlns:D=\"DAV:\" xmlns:X=\"urn:x\">\(body)</D:propertyupdate>")
    }

    private func sync(_ program: CalendarProgram, _ path: String, _ more: String, depth: String) async throws -> Answer
    {
      try await program.send(
        "REPORT", path,
        "<D:sync-collection xmlns:D=\"DAV:\">\(more)<D:prop><D:getetag/></D:prop></D:sync-collection>", ["depth": depth]
      )
    }

    @Test func `ccs-caldavtester: vtodos, well-known, conditional`() async throws {
      let program = try await CalendarProgram(try await TestApp.shared().member())
      for (number, lines) in [
        "STATUS;REASON={com.example}delivery-failed;SUBSTATE=ERROR;GROUP=G1:FAILED\r\nCOMMENT;GROUP=G1:My office is cold",
        "ORGANIZER:mailto:x1@example.com\r\nATTENDEE;PARTSTAT=FAILED;GROUP=G1:mailto:x2@example.com",
        "STATUS;GROUP=G1:IN-PROCESS\r\nRELATED-TO;RELTYPE=FINISHTOSTART;GAP=PT1H:6FC2433C-4EE2-4807-9BE8-FBF1B7B3F431",
        "STATUS;GROUP=G1:IN-PROCESS\r\nRELATED-TO;RELTYPE=DEPENDS-ON:D260EAC1-7708-494F-AACD-9AAE374580FC",
        "STATUS;GROUP=G1:COMPLETE\r\nLINK;LINK-TYPE={com.example}signature-image:http://images.example.com/m.png",
      ].enumerated() {
        let object = CalendarProgram.todo("task-\(number)", "SUMMARY:Test Task #\(number)", lines)
        #expect(try await program.put("\(Self.none)/\(number).ics", object).status == 201)
        #expect(try await program.get("\(Self.none)/\(number).ics") == object)
      }
      for (method, path, known, status) in [
        ("GET", "/.well-known/caldav", true, 301), ("GET", "/.well-known/caldav", false, 301),
        ("PROPFIND", "/.well-known/caldav", true, 301), ("PROPFIND", "/.well-known/caldav", false, 301),
        ("PROPFIND", "/.well-known/caldav/", true, 301), ("GET", "/.well-known/", true, 404),
        ("PROPFIND", "/.well-known/", true, 404),
      ] {
        let answer = try await program.send(method, path, nil, known ? [:] : ["authorization": nil])
        #expect(answer.status == status, "\(method) \(path) \(known) \(answer.status)")
      }
      let found = try await program.send(
        "PROPFIND", "\(Self.none)/", nil, ["depth": "0", "if-modified-since": "Fri, 01 Jan 2100 00:00:00 GMT"])
      #expect(found.status == 207)
    }

    @Test func `ccs-caldavtester: proppatch`() async throws {
      let program = try await CalendarProgram(try await TestApp.shared().member())
      let path = "\(Self.none)/"
      let set = "<D:set><D:prop><X:details>My Name</X:details></D:prop></D:set>"
      #expect(try await change(program, path, set).contains("HTTP/1.1 200 OK"))
      #expect(try await program.find(path, "<x:details xmlns:x=\"urn:x\"/>").contains(">My Name<"))
      let remove = "<D:remove><D:prop><X:details/></D:prop></D:remove>"
      for _ in 1...2 { #expect(try await change(program, path, remove).contains("HTTP/1.1 200 OK")) }
      #expect(try await program.find(path, "<x:details xmlns:x=\"urn:x\"/>").contains("HTTP/1.1 404"))
      let failing =
        "<D:set><D:prop><X:details>My Name</X:details><D:resourcetype><D:collection/></D:resourcetype></D:prop></D:set>"
      let refused = try await change(program, path, failing)
      #expect(refused.contains("HTTP/1.1 424") && refused.contains("HTTP/1.1 403"))
      #expect(try await program.find(path, "<x:details xmlns:x=\"urn:x\"/>").contains("HTTP/1.1 404"))
      #expect(try await program.send("MKCALENDAR", "/dav/calendars/list/").status == 201)
      let encoded = "<D:set><D:prop><D:displayname>calendar &lt;- &amp; ]]&gt;</D:displayname></D:prop></D:set>"
      #expect(try await change(program, "/dav/calendars/list/", encoded).contains("HTTP/1.1 200 OK"))
      #expect(
        try await program.find("/dav/calendars/list/", "<d:displayname/>").contains("calendar &lt;- &amp; ]]&gt;"))
      #expect(try await change(program, "/dav/calendars/bogus-calendar/", set).status == 404)
      let attribute = "<D:set><D:prop><X:details X:lang=\"en\">My Name</X:details></D:prop></D:set>"
      #expect(try await change(program, path, attribute).contains("HTTP/1.1 200 OK"))
      #expect(try await program.find(path, "<x:details xmlns:x=\"urn:x\"/>").contains(">My Name<"))
    }

    @Test func `ccs-caldavtester: encodedURIs`() async throws {
      let program = try await CalendarProgram(try await TestApp.shared().member())
      for name in ["calendar%202", "calendar%203"] {
        #expect(try await program.send("MKCALENDAR", "/dav/calendars/\(name)/").status == 201)
      }
      // With a space, and with a percent sign that is encoded itself.
      for (name, moved) in [("2%20a.ics", "2_3%20a.ics"), ("3%2520a.ics", "3_3%2520a.ics")] {
        let path = "\(Self.none)/\(name)"
        let object = CalendarProgram.todo("uid-\(name)", "SUMMARY:Encoded")
        let made = try await program.put(path, object)
        #expect(made.status == 201 && made["location"] == nil)
        #expect(
          try await program.find("\(Self.none)/", "<d:getetag/>", depth: "1").contains("<D:href>\(path)</D:href>"))
        #expect(try await program.multiget("\(Self.none)/", [path]).contains("SUMMARY:Encoded"))
        let copy = try await program.send("COPY", path, nil, ["destination": "/dav/calendars/calendar%202/\(name)"])
        #expect(copy.status == 405)
        let there = "/dav/calendars/calendar%203"
        #expect(try await program.send("MOVE", path, nil, ["destination": "\(there)/\(moved)"]).status == 201)
        #expect(
          try await program.find("\(there)/\(moved)", "<d:getetag/>").contains("<D:href>\(there)/\(moved)</D:href>"))
        #expect(try await program.multiget("\(there)/", ["\(there)/\(moved)"]).contains("SUMMARY:Encoded"))
        #expect(try await program.multiget("\(there)/\(moved)", [""]).status == 403)
        #expect(try await program.multiget("/dav/calendars/", ["\(there)/\(moved)"]).status == 403)
        #expect(try await program.query("\(there)/").contains("<D:href>\(there)/\(moved)</D:href>"))
      }
      let busy = try await program.send(
        "REPORT", "/dav/calendars/calendar%203/",
        "<c:free-busy-query xmlns:c=\"urn:ietf:params:xml:ns:caldav\"><c:time-range start=\"20300101T000000Z\" end=\"20300201T000000Z\"/></c:free-busy-query>"
      )
      #expect(busy.status == 403 && busy.contains("supported-report"))
    }

    @Test func `ccs-caldavtester: sync-report`() async throws {
      let member = try await TestApp.shared().member()
      let program = try await CalendarProgram(member)
      let (first, home) = ("<D:sync-token/><D:sync-level>1</D:sync-level>", "/dav/calendars/")
      #expect(
        try await program.find("\(Self.none)/", "<d:supported-report-set/><d:sync-token/>").contains("sync-collection"))
      #expect(try await !program.find(home, "<d:supported-report-set/>").contains("sync-collection"))
      for depth in ["0", "1", "infinity"] {
        #expect(try await sync(program, "\(Self.none)/", first, depth: depth).status == 207, "\(depth)")
        #expect(try await sync(program, home, first, depth: depth).status == 403, "\(depth)")
      }
      let infinite = first.components(">1<").joined(separator: ">infinite<")
      let levels = [
        try await sync(program, "\(Self.none)/", infinite, depth: "1"),
        try await sync(program, "\(Self.none)/", first.components(">1<").joined(separator: ">bad<"), depth: "1"),
      ]
      #expect(levels.map(\.status) == [207, 400])
      // An object that was added, changed and removed, from an empty token and from the last one.
      let start = try await program.sync("", "\(Self.none)/").token
      let path = "\(Self.none)/new.ics"
      #expect(try await program.put(path, CalendarProgram.todo("new", "SUMMARY:One")).status == 201)
      let added = try await program.sync(start, "\(Self.none)/")
      #expect(added.answer.contains("\(path)</D:href><D:propstat>"))
      #expect(try await program.put(path, CalendarProgram.todo("new", "SUMMARY:Two")).status == 204)
      #expect(try await program.sync(added.token, "\(Self.none)/").answer.contains("\(path)</D:href><D:propstat>"))
      #expect(try await program.send("DELETE", path).status == 204)
      for token in [start, added.token] {
        #expect(
          try await program.sync(token, "\(Self.none)/").answer.contains("\(path)</D:href><D:status>HTTP/1.1 404"))
      }
      #expect(try await !program.sync("", "\(Self.none)/").answer.contains(path))
      // A property of the collection is none of its objects.
      let before = try await program.sync("", "\(Self.none)/").token
      _ = try await change(program, "\(Self.none)/", "<D:set><D:prop><X:details>x</X:details></D:prop></D:set>")
      #expect(try await !program.sync(before, "\(Self.none)/").answer.contains("<D:propstat><D:prop><X:details"))
      #expect(
        try await sync(
          program, "\(Self.none)/", "<D:sync-token>x</D:sync-token><D:sync-level>1</D:sync-level>", depth: "0"
        ).contains("valid-sync-token"))
      for number in 1...3 { _ = try await member.add("Item \(number)") }
      let limited = try await sync(
        program, "\(Self.none)/", "\(first)<D:limit><D:nresults>1</D:nresults></D:limit>", depth: "1")
      #expect(limited.status == 507 && limited.contains("number-of-matches-within-limits"))
    }

    @Test func `Vikunja: objects, relations, round trips`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let program = try await CalendarProgram(member)
      // Each comes back as it was sent.
      for (number, lines) in [
        "DESCRIPTION:One\\nTwo\\, three\\; four\\\\ 100%", "DUE:20300301T120000Z",
        "DTSTART:20300301T080000Z\r\nDUE:20300301T120000Z",
        "DTSTART:20300301T080000Z\r\nDURATION:PT4H", "PRIORITY:1", "PRIORITY:2", "PRIORITY:3", "PRIORITY:4",
        "PRIORITY:5",
        "PRIORITY:6", "PRIORITY:7", "PRIORITY:8",
        "PRIORITY:9", "PRIORITY:0", "STATUS:COMPLETED\r\nCOMPLETED:20261101T101112Z", "CATEGORIES:one",
        "CATEGORIES:one,two",
        "DUE:20300301T120000Z\r\nBEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER;VALUE=DATE-TIME:20300301T110000Z\r\nEND:VALARM",
        "DTSTART:20300301T080000Z\r\nDUE:20300301T120000Z\r\nBEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT10M\r\nEND:VALARM",
        "DUE:20300301T120000Z\r\nBEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER;RELATED=END:-PT10M\r\nEND:VALARM",
        "X-APPLE-CALENDAR-COLOR:#ff0000", "DUE:20300301T120000Z\r\nRRULE:FREQ=DAILY;INTERVAL=2",
        "DUE:20300301T120000Z\r\nRRULE:FREQ=WEEKLY", "DUE:20300301T120000Z\r\nRRULE:FREQ=MONTHLY",
      ].enumerated() {
        let object = CalendarProgram.todo("trip-\(number)", "SUMMARY:Trip \(number)", lines)
        let path = "\(Self.none)/trip-\(number).ics"
        let made = try await program.put(path, object)
        #expect(made.status == 201 && made["etag"] != nil, "\(lines)")
        #expect(try await program.get(path) == object, "\(lines)")
      }
      // An object without .ics, one for a collection that is not there, one that is none.
      #expect(try await program.put("\(Self.none)/plain", CalendarProgram.todo("plain", "SUMMARY:Plain")).status == 201)
      #expect(try await program.get("\(Self.none)/plain").contains("SUMMARY:Plain"))
      #expect(
        try await program.put("/dav/calendars/nowhere/a.ics", CalendarProgram.todo("a", "SUMMARY:A")).status == 404)
      #expect(try await program.put("\(Self.none)/a.ics", "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n").status == 403)
      #expect(try await program.send("GET", "\(Self.none)/").status == 405)
      #expect(try await program.multiget("\(Self.none)/", []).status == 207)
      // #3482: a completed one that a stale copy of another collection sends again is there once.
      let category = UUID.v7()
      _ = try await member.post("/categories", ["id": "\(category)", "name": "There"])
      let done = CalendarProgram.todo("stale", "SUMMARY:Stale", "STATUS:COMPLETED")
      #expect(try await program.put("\(Self.none)/stale.ics", done).status == 201)
      #expect(try await program.put("/dav/calendars/\(category)/stale.ics", done).status == 201)
      #expect(
        try app.number(
          "SELECT count(*) AS n FROM items WHERE household_id = \(member.household) AND title = 'Stale' AND deleted_at IS NULL"
        ) == 1)
      // Relations: from above and from below, a chain, children first, a parent that is sent again without them, one elsewhere.
      func part(_ uid: String, _ relation: String) -> String {
        CalendarProgram.todo(uid, "SUMMARY:\(uid)", relation)
      }
      for (uid, relation) in [
        ("grandchild", "RELATED-TO;RELTYPE=PARENT:child"), ("child", "RELATED-TO;RELTYPE=PARENT:parent"),
        ("parent", "RELATED-TO;RELTYPE=CHILD:child"),
      ] {
        #expect(try await program.put("\(Self.none)/\(uid).ics", part(uid, relation)).status == 201)
      }
      #expect(try await program.put("\(Self.none)/parent.ics", part("parent", "X-NONE:1")).status == 204)
      #expect(try await program.get("\(Self.none)/child.ics").contains("RELATED-TO;RELTYPE=PARENT:parent"))
      #expect(
        try await program.put("/dav/calendars/\(category)/far.ics", part("far", "RELATED-TO:parent")).status == 201)
      #expect(try await program.send("DELETE", "\(Self.none)/parent.ics").status == 204)
      for (path, parent) in [
        ("\(Self.none)/child.ics", "parent"), ("\(Self.none)/grandchild.ics", "child"),
        ("/dav/calendars/\(category)/far.ics", "parent"),
      ] {
        #expect(try await program.get(path).contains(":\(parent)\r\n"), "\(path)")
      }
    }
  }
}
