import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// Objects that were deleted and are sent again.
  @Suite struct CalDAVTrashTests {
    private static let none = "/dav/calendars/none"

    private func id(_ title: String, _ member: Member) throws -> UUID {
      let rows = try member.app.rows(
        "SELECT id FROM items WHERE household_id = \(member.household) AND title = \(title) AND deleted_at IS NULL")
      let ids: [UUID] = try rows.map { try $0["id"] }
      return ids.first ?? .v7()
    }

    /// Rows of the household, deleted ones among them.
    private func count(_ table: SQL, _ member: Member) throws -> Int {
      try member.app.number("SELECT count(*) AS n FROM \(fragment: table) WHERE household_id = \(member.household)")
    }

    @Test func `A to-do that is deleted and sent under another address is the same one`() async throws {
      let member = try await TestApp.shared().member()
      let category = UUID.v7()
      _ = try await member.post("/categories", ["id": "\(category)", "name": "Elsewhere"])
      let (phone, desk) = (try await CalendarProgram(member), try await CalendarProgram(member))
      let object = CalendarProgram.todo("a", "SUMMARY:Bins", "X-PHONE:1", "X-BOTH:1")
      #expect(try await phone.put("\(Self.none)/a.ics", object).status == 201)
      _ = try await phone.get("\(Self.none)/a.ics")
      let id = try id("Bins", member)
      // Another program and the page change it meanwhile.
      let more = object.components("X-BOTH:1").joined(separator: "X-BOTH:2\r\nX-DESK:1")
      let tag = try await desk.send("GET", "\(Self.none)/a.ics")["etag"]
      #expect(try await desk.put("\(Self.none)/a.ics", more, ["if-match": tag]).status == 204)
      let version = try #require(try await member.get("/items/\(id)/edit").field("version"))
      _ = try await member.post(
        "/items/\(id)", ["version": version, "title": "Bins", "description": "yellow", "priority": "high"])
      _ = try await member.post("/items/\(id)/lines", ["text": "paper\nglass"])
      // As programs move one that ask for no tag.
      let path = "/dav/calendars/\(category)/b.ics"
      let renamed = object.components("SUMMARY:Bins").joined(separator: "SUMMARY:Bins out")
      #expect(try await phone.send("DELETE", "\(Self.none)/a.ics").status == 204)
      #expect(try await phone.put(path, renamed, ["if-none-match": "*"]).status == 201)
      let there = try await phone.get(path)
      for line in ["SUMMARY:Bins out", "X-PHONE:1", "X-BOTH:2", "X-DESK:1", "PRIORITY:1", "UID:a"] {
        #expect(there.components("\(line)\r\n").count == 2, "\(line)")
      }
      #expect(there.contains("DESCRIPTION:yellow\\n\\n☐ paper\\n☐ glass\r\n"))
      #expect(try await phone.send("GET", "\(Self.none)/a.ics").status == 404)
      #expect(try self.id("Bins out", member) == id && count("items", member) == 1)
      #expect(try await phone.objects("/dav/calendars/\(category)/") == 1)
    }

    @Test func `What the page has deleted comes back by a program that says so, and by no stale one`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let program = try await CalendarProgram(member)
      let path = "\(Self.none)/a.ics"
      let object = CalendarProgram.todo("a", "SUMMARY:Bins")
      let tag = try await program.put(path, object)["etag"]
      let id = try id("Bins", member)
      for conditions in [[:], ["if-none-match": "*"]] as [[String: String?]] {
        _ = try await member.post("/items/\(id)/delete")
        #expect(try await program.put(path, object, ["if-match": tag]).status == 412)
        #expect(try await program.put(path, object, ["if-match": "*"]).status == 412)
        #expect(try member.counts().kept == [0, 0])
        #expect(try await program.put(path, object, conditions).status == 201)
        #expect(try self.id("Bins", member) == id && count("items", member) == 1)
      }
      // One that is refused stays where it is.
      _ = try await member.post("/items/\(id)/delete")
      let tags = (1...60).map { "t\($0)" }.joined(separator: ",")
      #expect(
        try await program.put(path, CalendarProgram.todo("a", "SUMMARY:Bins", "CATEGORIES:\(tags)")).status == 403)
      #expect(try member.counts().kept == [0, 0])
      #expect(try await member.get("/trash").shows("Bins"))
      // In the collection of what is for the person it is for them.
      #expect(try await program.put("/dav/calendars/mine/b.ics", object).status == 201)
      #expect(try await program.objects("/dav/calendars/mine/") == 1)
      #expect(try self.id("Bins", member) == id)
      // After the trash's 30 days it is a new one.
      _ = try await member.post("/items/\(id)/delete")
      try app.rows(
        "UPDATE items SET deleted_at = now() - interval '31 days' WHERE household_id = \(member.household) AND id = \(id)"
      )
      #expect(try await program.put(path, object).status == 201)
      #expect(try self.id("Bins", member) != id)
      // A member's own, which no program has named.
      let own = try await member.add("Own")
      _ = try await member.post("/items/\(own)/delete")
      let sent = CalendarProgram.todo("\(own)", "SUMMARY:Own", "STATUS:COMPLETED")
      #expect(try await program.put("\(Self.none)/own.ics", sent).status == 201)
      #expect(try self.id("Own", member) == own && member.counts().kept == [1, 1])
    }

    @Test func `A series that is deleted and sent again goes on, also where it is ticked by that`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let category = UUID.v7()
      _ = try await member.post("/categories", ["id": "\(category)", "name": "Elsewhere"])
      let program = try await CalendarProgram(member)
      func weekly(_ day: String) -> String {
        CalendarProgram.todo(
          "bins", "SUMMARY:Bins", "DTSTART;VALUE=DATE:\(day)", "DUE;VALUE=DATE:\(day)", "RRULE:FREQ=WEEKLY")
      }
      func series() throws -> [UUID] {
        try app.rows(
          """
          SELECT DISTINCT series_id FROM items
          WHERE household_id = \(member.household) AND series_id IS NOT NULL AND deleted_at IS NULL
          """
        ).map { try $0["series_id"] }
      }
      var path = "\(Self.none)/bins.ics"
      #expect(try await program.put(path, weekly("20300107")).status == 201)
      let first = try series()
      for (place, day, done) in [
        ("\(Self.none)/again.ics", "20300107", 0), ("/dav/calendars/\(category)/bins.ics", "20300107", 0),
        ("/dav/calendars/\(category)/next.ics", "20300114", 1), ("\(Self.none)/bins.ics", "20300121", 2),
      ] {
        _ = try await program.get(path)
        #expect(try await program.send("DELETE", path).status == 204)
        #expect(try member.counts().kept.first == 0)
        path = place
        #expect(try await program.put(path, weekly(day), ["if-none-match": "*"]).status == 201)
        #expect(try member.counts().kept == [1, done], "\(place)")
        #expect(try await program.get(path).contains("DUE;VALUE=DATE:\(day)\r\n"), "\(place)")
        #expect(try series() == first, "\(place)")
      }
      // One that is there, and moves with a tick.
      _ = try await program.get(path)
      path = "/dav/calendars/\(category)/moved.ics"
      #expect(try await program.put(path, weekly("20300128")).status == 201)
      #expect(try await program.get(path).contains("DUE;VALUE=DATE:20300128\r\n") && member.counts().kept == [1, 3])
    }

    @Test func `A line that is deleted and sent again is the same one, also from a list in the trash`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let (phone, desk) = (try await CalendarProgram(member), try await CalendarProgram(member))
      let list = UUID.v7()
      _ = try await member.post("/shopping/lists", ["id": "\(list)", "name": "Hardware"])
      let (first, other) = ("/dav/calendars/shopping/nails.ics", "/dav/calendars/list-\(list)/screws.ics")
      let nails = CalendarProgram.todo("nails", "SUMMARY:20 nails", "X-PHONE:1")
      #expect(try await phone.put(first, nails).status == 201)
      _ = try await phone.get(first)
      _ = try await desk.get(first)
      let more = nails.components("X-PHONE:1").joined(separator: "X-PHONE:1\r\nX-DESK:1")
      #expect(try await desk.put(first, more).status == 204)
      #expect(try await phone.send("DELETE", first).status == 204)
      #expect(try await phone.put(other, nails, ["if-match": "*"]).status == 412)
      let long = CalendarProgram.todo("nails", "SUMMARY:\(String(repeating: "x", count: 5_000))")
      #expect(try await phone.put(other, long).status == 403)
      #expect(try await phone.send("GET", other).status == 404)
      #expect(try await phone.put(other, nails, ["if-none-match": "*"]).status == 201)
      #expect(try await phone.get(other).contains("X-DESK:1\r\n"))
      #expect(try count("shopping_entries", member) == 1)
      // The list is deleted with the line on it.
      _ = try await member.post("/shopping/lists/\(list)/delete")
      #expect(try await phone.put(first, nails).status == 201)
      #expect(try await phone.get(first).contains("X-DESK:1\r\n"))
      #expect(try count("shopping_entries", member) == 1)
    }

    @Test func `What programs keep with a list or a category goes with it for good, and not with the trash`()
      async throws
    {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let program = try await CalendarProgram(member)
      let (list, category) = (UUID.v7(), UUID.v7())
      _ = try await member.post("/shopping/lists", ["id": "\(list)", "name": "Hardware"])
      _ = try await member.post("/categories", ["id": "\(category)", "name": "Elsewhere"])
      let pages = ["/shopping/lists/\(list)", "/categories/\(category)"]
      let collections = ["/dav/calendars/list-\(list)/", "/dav/calendars/\(category)/", "/dav/calendars/shopping/"]
      for collection in collections {
        let changed = try await program.send(
          "PROPPATCH", collection,
          "<d:propertyupdate xmlns:d=\"DAV:\" xmlns:x=\"urn:x\"><d:set><d:prop><x:place>3</x:place></d:prop></d:set></d:propertyupdate>"
        )
        #expect(changed.contains("HTTP/1.1 200 OK"))
      }
      for page in pages {
        _ = try await member.post("\(page)/delete")
        #expect(try count("caldav_collections", member) == 3)
        _ = try await member.post("\(page)/restore")
      }
      for collection in collections {
        let found = try await program.find(collection, "<x:place xmlns:x=\"urn:x\"/>")
        #expect(found.contains(">3<"), "\(collection)")
      }
      for page in pages { _ = try await member.post("\(page)/delete") }
      for table in ["named_lists", "categories"] as [SQL] {
        try app.rows(
          """
          UPDATE \(fragment: table) SET deleted_at = now() - interval '31 days'
          WHERE household_id = \(member.household) AND deleted_at IS NOT NULL
          """)
      }
      // What a member makes or deletes next takes what is older than the trash along.
      _ = try await member.post("/shopping/lists", ["id": "\(UUID.v7())", "name": "Other"])
      #expect(try count("caldav_collections", member) == 2)
      let other = UUID.v7()
      _ = try await member.post("/categories", ["id": "\(other)", "name": "Other"])
      _ = try await member.post("/categories/\(other)/delete")
      #expect(try count("caldav_collections", member) == 1)
    }

    @Test func `A collection's state is another one when a program changes what no field is for`() async throws {
      let member = try await TestApp.shared().member()
      let program = try await CalendarProgram(member)
      for collection in [Self.none, "/dav/calendars/shopping"] {
        let uid = collection.components("/").last ?? ""
        var states: Set<String> = []
        for number in 1...3 {
          let object = CalendarProgram.todo(uid, "SUMMARY:Bins", "X-NUMBER:\(number)")
          #expect(try await program.put("\(collection)/a.ics", object).status < 300)
          states.insert(try await program.state("\(collection)/"))
        }
        #expect(states.count == 3, "\(collection)")
      }
    }
  }
}
