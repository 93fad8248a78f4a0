import CivilTime
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  @Suite struct CalDAVTests {
    private static let none = "/dav/calendars/none"

    @Test func `A token with the scope is the password, and nothing else is`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let program = try await CalendarProgram(member)
      let found = try await program.find("/dav/", "<d:current-user-principal/>")
      #expect(found.status == 207 && found.contains("<D:href>/dav/principals/me/</D:href>"))
      #expect(found["dav"] == "1, 3, calendar-access, extended-mkcol")
      let other = try await CalendarProgram(member, scopes: ["items:write"])
      for authorization in [
        nil, "Basic", "Basic !!!", other.authorization, CalendarProgram.basic(member.email, member.password),
        CalendarProgram.basic(member.email, "foyer_" + String(repeating: "A", count: 43)),
      ] {
        for (method, path) in [
          ("PROPFIND", "/"), ("PROPFIND", "/dav/"), ("REPORT", "/dav/calendars/none/"),
          ("GET", "/dav/calendars/none/a.ics"),
          ("PUT", "/dav/calendars/none/a.ics"), ("DELETE", "/dav/calendars/none/"), ("MKCALENDAR", "/dav/calendars/a/"),
          ("PROPPATCH", "/dav/calendars/"), ("MOVE", "/dav/calendars/none/a.ics"), ("GET", "/dav/"),
        ] {
          let answer = try await program.send(
            method, path, method == "GET" ? nil : "x", ["authorization": authorization])
          #expect(answer.status == 401, "\(method) \(path)")
          #expect(answer["www-authenticate"] == "Basic realm=\"Foyer\", charset=\"UTF-8\"")
        }
      }
      // A session's cookie opens nothing here.
      let page = try await member.browser.send("PROPFIND", "/dav/", ["depth": "0"], [])
      #expect(page.status == 401)
      let options = try await program.send("OPTIONS", "/dav/calendars/none/", nil, ["authorization": nil])
      #expect(options.status == 200 && options["allow"]?.contains("REPORT") == true && options["dav"] != nil)
      for method in ["GET", "PROPFIND"] {
        let answer = try await program.send(method, "/.well-known/caldav", nil, ["authorization": nil])
        #expect(answer.status == 301 && answer["location"] == "/dav/")
      }
    }

    @Test func `A calendar program has the limits of any program, and its use is noted`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let (reader, writer) = (try await CalendarProgram(member), try await CalendarProgram(member))
      func used() throws -> Int {
        try app.number("SELECT count(last_used_at) AS n FROM access_tokens WHERE household_id = \(member.household)")
      }
      #expect(try used() == 0)
      let found = try await reader.find("/dav/", "<d:displayname/>")
      #expect(found["ratelimit-policy"] == "\"token\";q=6000;w=60" && found["ratelimit"]?.contains("r=5") == true)
      #expect(try used() == 1)
      #expect(try await writer.put("\(Self.none)/a.ics", CalendarProgram.todo("a", "SUMMARY:A")).status == 201)
      #expect(try used() == 2)
      // What ends a token ends the program.
      _ = try app.rows("UPDATE access_tokens SET expires_at = now() WHERE household_id = \(member.household)")
      #expect(try await reader.find("/dav/", "<d:displayname/>").status == 401)
    }

    @Test func `The page of a new token says where programs take it`() async throws {
      let member = try await TestApp.shared().member()
      #expect(try await !member.get("/settings/tokens").contains("/dav/"))
      let made = try await member.sendToken([("name", "Phone"), ("days", "90"), ("scope", "caldav")])
      for page in [made, try await member.get("/settings/tokens")] {
        #expect(page.status == 200 && page.count(of: "/dav/</dd>") == 1 && page.contains("\(member.email)</dd>"))
        #expect(page.contains("<svg class=\"qr\""))
        for client in ["iPhone", "DAVx⁵", "Thunderbird", "GNOME", "Home Assistant", "vdirsyncer"] {
          #expect(page.contains(client), "\(client)")
        }
      }
      let other = try await member.sendToken([("name", "Script"), ("days", "90"), ("scope", "items:read")])
      #expect(!other.contains("/dav/") && other.contains("Authorization: Bearer") && !made.contains("Bearer"))
      let program = try await CalendarProgram(member)
      let refused = try await program.send(
        "PROPFIND", "/dav/", "", ["authorization": CalendarProgram.basic(member.email, member.password)])
      #expect(refused.status == 401 && refused.contains("/settings/tokens"))
      let inFrench = try await program.send("PROPFIND", "/dav/", "", ["authorization": nil, "accept-language": "fr"])
      #expect(inFrench.contains("Le mot de passe de votre compte ne fonctionne pas ici."))
    }

    @Test func `A program finds the collections, one for each category`() async throws {
      let member = try await TestApp.shared().member()
      let category = UUID.v7()
      _ = try await member.post("/categories", ["id": "\(category)", "name": "Küche & Bad"])
      let program = try await CalendarProgram(member)
      for path in ["/", "/principals/", "/dav/", "/dav/principals/me/"] {
        #expect(try await program.find(path, "<d:current-user-principal/>").contains("/dav/principals/me/"))
      }
      let principal = try await program.find(
        "/dav/principals/me/", "<c:calendar-home-set/><d:displayname/><c:calendar-user-address-set/><d:nothing/>")
      #expect(principal.contains("<C:calendar-home-set><D:href>/dav/calendars/</D:href>"))
      #expect(principal.contains("mailto:\(member.email)") && principal.contains("HTTP/1.1 404 Not Found"))
      let home = try await program.find(
        "/dav/calendars/",
        "<d:resourcetype/><d:displayname/><c:supported-calendar-component-set/><s:getctag/><a:calendar-color/><d:current-user-privilege-set/>",
        depth: "1")
      for path in [
        "/dav/calendars/", "/dav/calendars/none/", "/dav/calendars/mine/", "/dav/calendars/shopping/",
        "/dav/calendars/\(category)/",
      ] {
        #expect(home.contains("<D:href>\(path)</D:href>"), "\(path)")
      }
      #expect(
        home.contains("Küche &amp; Bad") && home.contains("<C:comp name=\"VTODO\"/>") && home.contains("<C:calendar/>"))
      #expect(!home.contains("<D:displayname/>"))
      #expect(try await program.send("PROPFIND", "/dav/calendars/", nil, ["depth": "infinity"]).status == 403)
      #expect(try await program.send("PROPFIND", "/dav/calendars/", nil, ["depth": "0"]).status == 207)
      #expect(try await program.find("/dav/calendars/nothing/", "<d:displayname/>").status == 404)
    }

    @Test func `A to-do is made, read, changed on both sides, and keeps what no field is for`() async throws {
      let member = try await TestApp.shared().member()
      let program = try await CalendarProgram(member)
      let path = "\(Self.none)/K%C3%A4se%20kaufen.ics"
      let sent = CalendarProgram.todo(
        "käse@phone", "SUMMARY:Buy cheese", "DESCRIPTION:Old\\, hard", "PRIORITY:1", "CATEGORIES:market,urgent",
        "DUE;VALUE=DATE:20300504", "X-COLOUR-OF-THE-BIN:yellow", "GEO:48.85;2.35", "STATUS:NEEDS-ACTION")
      let made = try await program.put(path, sent, ["if-none-match": "*"])
      #expect(made.status == 201)
      #expect(try await program.put(path, sent, ["if-none-match": "*"]).status == 412)
      let got = try await program.send("GET", path)
      #expect(got.status == 200 && got["content-type"] == "text/calendar; charset=utf-8")
      #expect(String(decoding: got.body, as: UTF8.self) == sent)
      // It is what was sent, so that the answer had its tag.
      #expect(got["etag"] != nil && made["etag"] == got["etag"])
      #expect(try await program.send("GET", path, nil, ["if-none-match": got["etag"]]).status == 304)
      let list = try await member.get("/items")
      let id = try #require(list.itemIDs.first)
      #expect(list.shows("Buy cheese") && list.shows("Old, hard"))
      let form = try await member.get("/items/\(id)/edit")
      #expect(form.field("due_date") == "2030-05-04")
      let state = try await program.state("\(Self.none)/")
      _ = try await member.post(
        "/items/\(id)",
        [
          "version": try #require(form.field("version")), "title": "Buy old cheese", "description": "Old, hard",
          "tags": "urgent", "due_date": "2030-05-04", "due_time": "18:30", "priority": "high",
        ])
      #expect(try await program.state("\(Self.none)/") != state)
      let changed = try await program.send("GET", path)
      #expect(changed["etag"] != got["etag"] && changed.contains("SUMMARY:Buy old cheese\r\n"))
      #expect(
        changed.contains("X-COLOUR-OF-THE-BIN:yellow\r\nGEO:48.85;2.35\r\n") && changed.contains("UID:käse@phone"))
      #expect(changed.contains("DUE:20300504T183000Z") && changed.contains("CATEGORIES:urgent\r\n"))
      // A program that has not seen that.
      let mine = sent.components("Buy cheese").joined(separator: "Buy goat cheese")
      #expect(try await program.put(path, mine, ["if-match": got["etag"]]).status == 412)
      let text = String(decoding: changed.body, as: UTF8.self).components("Buy old cheese").joined(
        separator: "Buy goat cheese")
      let saved = try await program.put(path, text, ["if-match": changed["etag"]])
      #expect(saved.status == 204)
      let after = try await member.get("/items/\(id)/edit")
      #expect(after.field("title") == "Buy goat cheese" && after.field("due_time") == "18:30")
      #expect(try await member.get("/items").itemIDs == [id])
      // Done, with its moment, and open again.
      let done = CalendarProgram.todo(
        "käse@phone", "SUMMARY:Buy goat cheese", "STATUS:COMPLETED", "COMPLETED:20261120T101112Z")
      #expect(try await program.put(path, done).status == 204)
      #expect(try member.counts().kept == [0, 1])
      #expect(try await program.send("GET", path).contains("COMPLETED:20261120T101112Z"))
      #expect(
        try await program.put(
          path, CalendarProgram.todo("käse@phone", "SUMMARY:Buy goat cheese", "STATUS:NEEDS-ACTION")
        ).status == 204)
      #expect(try member.counts().kept == [1, 0])
    }

    @Test func `A program that sends no tag changes what it has changed, and no more`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let program = try await CalendarProgram(member)
      let path = "\(Self.none)/a.ics"
      #expect(
        try await program.put(path, CalendarProgram.todo("a", "SUMMARY:Bins", "DESCRIPTION:yellow")).status == 201)
      let id = try #require(try await member.get("/items").itemIDs.first)
      let version = try #require(try await member.get("/items/\(id)/edit").field("version"))
      _ = try await member.post("/items/\(id)", ["version": version, "title": "Bins", "description": "blue"])
      // It knows the yellow ones, and changes the title.
      #expect(
        try await program.put(path, CalendarProgram.todo("a", "SUMMARY:Bins out", "DESCRIPTION:yellow")).status == 204)
      let form = try await member.get("/items/\(id)/edit")
      #expect(form.field("title") == "Bins out" && form.area("description") == "blue")
      // Both have changed the same: nothing is overwritten, and the item's page asks.
      let green = CalendarProgram.todo("a", "SUMMARY:Bins outside", "DESCRIPTION:green")
      for _ in 1...2 { #expect(try await program.put(path, green).status == 204) }
      #expect(try await program.send("GET", path).contains("DESCRIPTION:blue"))
      let asked = try await member.get("/items/\(id)/edit")
      #expect(asked.status == 200 && asked.shows("Changed in the meantime") && asked.shows("Phone"))
      #expect(asked.area("description") == nil && asked.shows("blue") && asked.shows("green"))
      // What one of both has changed is changed already.
      #expect(try await member.get("/items").shows("Bins outside"))
      #expect(try app.number("SELECT count(*) AS n FROM item_conflicts WHERE household_id = \(member.household)") == 1)
      for query in ["", "?q=bins", "?sort=due"] {
        let list = try await member.get("/items\(query)")
        #expect(list.count(of: "<a class=\"item-asks\" href=\"/items/\(id)/edit\">Changed in the meantime</a>") == 1)
      }
      #expect(try await !app.member().get("/items").contains("item-asks"))
      let saved = try await member.post(
        "/items/\(id)",
        [
          "version": try #require(asked.field("version")), "title": "Bins outside", "description": "green",
          "theirs:description": "blue", "choice-0": "", "settles": try #require(asked.field("settles")),
        ])
      #expect(saved.status == 303)
      #expect(try await member.get("/items/\(id)/edit").area("description") == "green")
      #expect(try await program.send("GET", path).contains("DESCRIPTION:green"))
      #expect(try app.number("SELECT count(*) AS n FROM item_conflicts WHERE household_id = \(member.household)") == 0)
      #expect(try await !member.get("/items").contains("item-asks"))
      // A program that says which version it knew is told instead.
      let stale = try await program.put(
        path, CalendarProgram.todo("a", "SUMMARY:Bins in", "DESCRIPTION:red"), ["if-match": "\"other\""])
      #expect(stale.status == 412)
      #expect(try await member.get("/items/\(id)/edit").area("description") == "green")
    }

    @Test func `The boxes below a description are the checklist`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let program = try await CalendarProgram(member)
      let path = "\(Self.none)/party.ics"
      func sent(_ lines: String) -> String {
        CalendarProgram.todo("party", "SUMMARY:Party", "DESCRIPTION:\(lines)")
      }
      func lines() throws -> [String] {
        let text: String? = try app.rows(
          "SELECT boxes_of_checklist(checklist) AS boxes FROM items WHERE household_id = \(member.household)")[0][
            "boxes"]
        return text?.components("\n") ?? []
      }
      let first = sent("For Léa\\n\\n☐ Cake\\n☑ Candles\\n☐ Cake")
      #expect(try await program.put(path, first).status == 201)
      #expect(try lines() == ["☐ Cake", "☑ Candles", "☐ Cake"])
      #expect(try await String(decoding: program.send("GET", path).body, as: UTF8.self) == first)
      let id = try #require(try await member.get("/items").itemIDs.first)
      #expect(try await member.get("/items/\(id)/edit").area("description") == "For Léa")
      // The page ticks one, the program another one, and adds a third.
      let line: String = try app.rows(
        "SELECT checklist->0->>'id' AS id FROM items WHERE household_id = \(member.household)")[0]["id"]
      #expect(try await member.post("/items/\(id)/lines/\(line)/done", ["done": "true"]).status == 303)
      #expect(
        try await program.put(path, sent("For Léa and Tim\\n\\n☐ Cake\\n☐ Candles\\n☐ Cake\\n☐ Juice")).status == 204)
      #expect(try lines() == ["☑ Cake", "☐ Candles", "☐ Cake", "☐ Juice"])
      #expect(try await member.get("/items/\(id)/edit").area("description") == "For Léa and Tim")
      let now = try await program.send("GET", path)
      #expect(now.contains("☑ Cake") && now.contains("☐ Juice"))
      // One that it leaves out is gone; where it has left all out, none is.
      let less = sent("For Léa and Tim\\n\\n☑ Cake\\n☐ Candles\\n☐ Juice")
      #expect(try await program.put(path, less, ["if-match": now["etag"]]).status == 204)
      #expect(try lines() == ["☑ Cake", "☐ Candles", "☐ Juice"])
      #expect(try await program.put(path, sent("For Tim")).status == 204)
      #expect(try lines().count == 3)
      #expect(try await member.get("/items/\(id)/edit").area("description") == "For Tim")
    }

    @Test func `Alarms are the person's reminders, and a start is the day until which an item is hidden`() async throws
    {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let program = try await CalendarProgram(member)
      let path = "\(Self.none)/pay.ics"
      func alarm(_ trigger: String) -> String {
        "BEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:Pay\r\nTRIGGER;RELATED=END:\(trigger)\r\nEND:VALARM"
      }
      func codes() throws -> [String]? {
        try app.rows("SELECT codes FROM item_reminders WHERE household_id = \(member.household)").first?["codes"]
      }
      let dates = "DTSTART;VALUE=DATE:20991120\r\nDUE:20991130T180000Z"
      let sent = CalendarProgram.todo("pay", "SUMMARY:Pay", dates, alarm("-PT15M"), alarm("PT30M"))
      #expect(try await program.put(path, sent).status == 201)
      let id = try #require(
        try member.counts().kept == [1, 0]
          ? try app.rows("SELECT id FROM items WHERE household_id = \(member.household)")[0]["id"] as UUID : nil)
      let form = try await member.get("/items/\(id)/edit")
      #expect(try codes() == ["15"] && form.field("not_before") == "2099-11-20")
      // One that no reminder can be stays as it is.
      let got = try await program.send("GET", path)
      #expect(String(decoding: got.body, as: UTF8.self) == sent)
      let state = try await program.state("\(Self.none)/")
      _ = try await member.post(
        "/items/\(id)",
        [
          "version": try #require(form.field("version")), "title": "Pay", "due_date": "2099-11-30", "due_time": "18:00",
          "not_before": "2099-11-21", "remind": "08:00",
        ])
      #expect(try codes() == ["08:00"])
      #expect(try await program.state("\(Self.none)/") != state)
      let changed = try await program.send("GET", path)
      #expect(changed.contains(":-PT10H\r\n") && changed.contains(":PT30M\r\n") && !changed.contains("PT15M"))
      #expect(changed.contains("DTSTART:20991121T000000Z") && changed["etag"] != got["etag"])
      // Sent back it is what it was.
      #expect(try await program.put(path, String(decoding: changed.body, as: UTF8.self)).status == 204)
      #expect(try codes() == ["08:00"])
      let bare = CalendarProgram.todo("pay", "SUMMARY:Pay", "DTSTART:20991130T180000Z", "DUE:20991130T180000Z")
      #expect(try await program.put(path, bare).status == 204)
      #expect(try codes() == nil)
      #expect(try await member.get("/items/\(id)/edit").field("not_before") == "")
      #expect(try await String(decoding: program.send("GET", path).body, as: UTF8.self) == bare)
      // The start of one program is its deadline, and follows it.
      let later = try await member.get("/items/\(id)/edit")
      _ = try await member.post(
        "/items/\(id)",
        [
          "version": try #require(later.field("version")), "title": "Pay", "due_date": "2099-12-05",
          "due_time": "18:00",
        ])
      let moved = try await program.send("GET", path)
      #expect(moved.contains("DTSTART:20991205T180000Z") && moved.contains("DUE:20991205T180000Z"))
      #expect(try await member.get("/items/\(id)/edit").field("not_before") == "")
      // Of a day: nine in the morning, and the evening before.
      let day = CalendarProgram.todo(
        "day", "SUMMARY:Day", "DUE;VALUE=DATE:20991130", alarm("PT9H"), alarm("-PT6H"), alarm("-P3D"))
      #expect(try await program.put("\(Self.none)/day.ics", day).status == 201)
      #expect(Set(try codes() ?? []) == ["09:00", "-18:00", "4860"])
      #expect(try await String(decoding: program.send("GET", "\(Self.none)/day.ics").body, as: UTF8.self) == day)
    }

    @Test func `What the household has is given without a row for it, and a deleted UID is free again`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let program = try await CalendarProgram(member)
      let id = try await member.add("Water the plants", description: "The fern\nand the palm")
      let all = try await program.query("\(Self.none)/")
      #expect(
        all.contains("<D:href>/dav/calendars/none/\(id).ics</D:href>") && all.contains("SUMMARY:Water the plants"))
      #expect(all.contains("DESCRIPTION:The fern\\nand the palm"))
      #expect(try app.number("SELECT count(*) AS n FROM caldav_objects WHERE household_id = \(member.household)") == 0)
      let path = "\(Self.none)/\(id).ics"
      let tag = try #require(try await program.send("GET", path)["etag"])
      #expect(try await program.send("DELETE", path, nil, ["if-match": "\"other\""]).status == 412)
      #expect(try await program.send("DELETE", path, nil, ["if-match": tag]).status == 204)
      #expect(try await program.send("GET", path).status == 404)
      #expect(try await program.send("DELETE", path).status == 404)
      #expect(try await member.get("/trash").shows("Water the plants"))
      let object = CalendarProgram.todo("twice", "SUMMARY:Once more")
      for _ in 1...2 {
        #expect(try await program.put("\(Self.none)/twice.ics", object, ["if-none-match": "*"]).status == 201)
        #expect(try await program.send("DELETE", "\(Self.none)/twice.ics").status == 204)
      }
    }

    @Test func `Filters, ranges and addresses of other collections`() async throws {
      let member = try await TestApp.shared().member()
      let program = try await CalendarProgram(member)
      for (uid, lines) in [
        ("a", "SUMMARY:Alpha"), ("b", "SUMMARY:Beta\r\nDUE:20300101T100000Z"),
        ("c", "SUMMARY:Gamma\r\nSTATUS:COMPLETED\r\nCOMPLETED:20261101T000000Z"),
      ] {
        #expect(try await program.put("\(Self.none)/\(uid).ics", CalendarProgram.todo(uid, lines)).status == 201)
      }
      func found(_ filter: String) async throws -> Set<String> {
        let answer = try await program.query("\(Self.none)/", filter)
        return Set(["a", "b", "c"].filter { answer.contains("UID:\($0)\r") || answer.contains("UID:\($0)&#13;") })
      }
      #expect(try await found("<c:comp-filter name=\"VTODO\"/>") == ["a", "b", "c"])
      #expect(try await found("") == ["a", "b", "c"])
      #expect(try await found("<c:comp-filter name=\"VEVENT\"/>") == [])
      #expect(
        try await found(
          "<c:comp-filter name=\"VTODO\"><c:prop-filter name=\"COMPLETED\"><c:is-not-defined/></c:prop-filter></c:comp-filter>"
        ) == ["a", "b"])
      #expect(
        try await found(
          "<c:comp-filter name=\"VTODO\"><c:prop-filter name=\"SUMMARY\"><c:text-match>bet</c:text-match></c:prop-filter></c:comp-filter>"
        ) == ["b"])
      #expect(
        try await found(
          "<c:comp-filter name=\"VTODO\"><c:time-range start=\"20300101T000000Z\" end=\"20300102T000000Z\"/></c:comp-filter>"
        ).contains("b"))
      let category = UUID.v7()
      _ = try await member.post("/categories", ["id": "\(category)", "name": "Garden"])
      let got = try await program.multiget(
        "\(Self.none)/",
        [
          "\(Self.none)/a.ics", "/dav/calendars/\(category)/b.ics", "\(Self.none)/nothing.ics",
          "http://other.example/x",
        ])
      #expect(got.count(of: "BEGIN:VTODO") == 1 && got.count(of: "HTTP/1.1 404 Not Found") == 3)
      // A UID that comes to another collection moves there.
      let moved = try await program.put("/dav/calendars/\(category)/b.ics", CalendarProgram.todo("b", "SUMMARY:Beta"))
      #expect(moved.status == 201)
      #expect(try await program.send("GET", "\(Self.none)/b.ics").status == 404)
      #expect(try await program.send("GET", "/dav/calendars/\(category)/b.ics").status == 200)
      #expect(try member.counts().kept == [2, 1])
      // One that is in the collection under another name stays what it is.
      let double = try await program.put("\(Self.none)/a2.ics", CalendarProgram.todo("a", "SUMMARY:Alpha"))
      #expect(
        double.status == 403 && double.contains("no-uid-conflict") && double.contains("/dav/calendars/none/a.ics"))
      let move = try await program.send(
        "MOVE", "\(Self.none)/a.ics", nil, ["destination": "/dav/calendars/\(category)/a.ics"])
      #expect(move.status == 201)
      #expect(try await program.query("/dav/calendars/\(category)/").count(of: "BEGIN:VTODO") == 2)
    }

    @Test func `Ticking in five ways makes the next one, once`() async throws {
      let member = try await TestApp.shared().member()
      let program = try await CalendarProgram(member)
      let open = ["DTSTART:20991130T180000Z", "DUE:20991130T180000Z", "RRULE:FREQ=WEEKLY", "STATUS:NEEDS-ACTION"]
        .joined(separator: "\r\n")
      func later(_ text: String, _ day: String = "20991207") -> String {
        text.components("20991130").joined(separator: day)
      }
      let date =
        "BEGIN:VTODO\r\nUID:B\r\nDTSTAMP:20261125T202534Z\r\nRECURRENCE-ID:20991130T180000Z\r\nSUMMARY:Bins B\r\nSTATUS:COMPLETED\r\nCOMPLETED:20261125T202534Z\r\nEND:VTODO\r\n"
      for way in ["A", "B", "C", "D", "E"] {
        let path = "\(Self.none)/\(way).ics"
        let title = "SUMMARY:Bins \(way)"
        #expect(try await program.put(path, CalendarProgram.todo(way, title, open)).status == 201)
        let master = CalendarProgram.todo(way, title, open)
        let parts: [(String, String)] =
          switch way {
          case "A":
            [
              (
                way,
                CalendarProgram.todo(
                  way, title,
                  open.components("STATUS:NEEDS-ACTION").joined(
                    separator: "STATUS:COMPLETED\r\nCOMPLETED:20261125T202032Z"))
              )
            ]
          case "B": [(way, master.components("END:VCALENDAR").joined(separator: date + "END:VCALENDAR"))]
          case "C": [(way, CalendarProgram.todo(way, title, later(open)))]
          case "D":
            [
              (
                way,
                CalendarProgram.todo(
                  way, title, "DUE:20991130T180000Z", "STATUS:COMPLETED", "COMPLETED:20261125T202535Z")
              ),
              (
                "D-next",
                CalendarProgram.todo(
                  "D-next", title, "DUE:20991207T180000Z", "RRULE:FREQ=WEEKLY", "STATUS:NEEDS-ACTION")
              ),
            ]
          default:
            [
              (
                "E-done",
                CalendarProgram.todo(
                  "E-done", title, "DUE:20991130T180000Z", "STATUS:COMPLETED", "COMPLETED:20261125T202534Z")
              ),
              (way, CalendarProgram.todo(way, title, later(open))),
            ]
          }
        let tag = try #require(try await program.send("GET", path)["etag"])
        for (index, (name, object)) in parts.enumerated() {
          let answer = try await program.put(
            "\(Self.none)/\(name).ics", object, name == way && index == 0 ? ["if-match": tag] : [:])
          #expect([201, 204].contains(answer.status), "\(way) \(name)")
          // The object is another one now: the program reads it anew.
          if name == way { #expect(answer["etag"] == nil, "\(way)") }
        }
        let state = try member.app.rows(
          "SELECT count(*) FILTER (WHERE is_done) AS done, count(*) FILTER (WHERE NOT is_done) AS open, max(due_at) FILTER (WHERE NOT is_done) = '2099-12-07 18:00Z' AS is_next, count(DISTINCT series_id) AS series FROM items WHERE household_id = \(member.household) AND deleted_at IS NULL AND title = \("Bins \(way)")"
        )[0]
        let counts: (Int, Int, Bool, Int) = (
          try state["done"], try state["open"], try state["is_next"], try state["series"]
        )
        #expect(counts == (1, 1, true, 1), "\(way)")
        // Sent again it changes nothing.
        for (name, object) in parts where way != "C" {
          _ = try await program.put("\(Self.none)/\(name).ics", object)
        }
        let again = try member.app.number(
          "SELECT count(*) AS n FROM items WHERE household_id = \(member.household) AND deleted_at IS NULL AND title = \("Bins \(way)")"
        )
        #expect(again == 2, "\(way) again")
        let now = try await program.send("GET", "\(Self.none)/\(way == "D" ? "D-next" : way).ics")
        #expect(
          now.contains("DUE:20991207T180000Z") && now.contains("STATUS:NEEDS-ACTION")
            && now.contains("RRULE:FREQ=WEEKLY"), "\(way)")
      }
      #expect(try await program.open("\(Self.none)/") == 5)
      #expect(try await program.objects("\(Self.none)/") == 10)
    }

    /// The object of an open series as a program has read it.
    private struct Seen {
      let href, uid, tag: String
      /// `20991130`
      let day: String
    }

    private func seen(_ program: CalendarProgram) async throws -> Seen? {
      let text = String(decoding: try await program.query("\(Self.none)/").body, as: UTF8.self)
        .components("&#13;").joined().components("&quot;").joined(separator: "\"")
      guard
        let part = text.components("<D:response>").first(where: { $0.contains("RRULE") && $0.contains("NEEDS-ACTION") })
      else { return nil }
      func value(_ start: String, _ end: String) throws -> String {
        try #require(part.components(start).dropFirst().first?.components(end).first)
      }
      return Seen(
        href: try value("<D:href>", "<"), uid: try value("\nUID:", "\n"), tag: try value("getetag>", "<"),
        day: String(try value("\nDUE:", "T")))
    }

    /// Of each way of ticking: names and texts of what is sent, in its order.
    private func parts(_ way: Int, _ seen: Seen, _ new: String) -> [(href: String, object: String)] {
      let next =
        CalendarDate(
          "\(seen.day.prefix(4))-\(seen.day.dropFirst(4).prefix(2))-\(seen.day.suffix(2))"
        ).map { CalendarDate(days: $0.days + 7).iso.components("-").joined() } ?? ""
      func open(_ day: String) -> String { "DTSTART:\(day)T180000Z\r\nDUE:\(day)T180000Z\r\nRRULE:FREQ=WEEKLY" }
      func stillOpen(_ day: String) -> String { "\(open(day))\r\nSTATUS:NEEDS-ACTION" }
      func todo(_ uid: String, _ lines: String) -> String { CalendarProgram.todo(uid, "SUMMARY:Bins", lines) }
      let done = "STATUS:COMPLETED\r\nCOMPLETED:20261125T202032Z"
      let single = "DUE:\(seen.day)T180000Z\r\n\(done)"
      let other = "\(Self.none)/\(new).ics"
      switch way {
      case 0: return [(seen.href, todo(seen.uid, "\(open(seen.day))\r\n\(done)"))]
      case 1:
        let date =
          "BEGIN:VTODO\r\nUID:\(seen.uid)\r\nRECURRENCE-ID:\(seen.day)T180000Z\r\nSUMMARY:Bins\r\n\(done)\r\nEND:VTODO\r\n"
        return [
          (
            seen.href,
            todo(seen.uid, stillOpen(seen.day)).components("END:VCALENDAR").joined(separator: date + "END:VCALENDAR")
          )
        ]
      case 2: return [(seen.href, todo(seen.uid, stillOpen(next)))]
      case 3: return [(seen.href, todo(seen.uid, single)), (other, todo(new, stillOpen(next)))]
      default: return [(other, todo(new, single)), (seen.href, todo(seen.uid, stillOpen(next)))]
      }
    }

    @Test(arguments: 1...8)
    func `Whatever two programs and the page do, one is open, and each date is done once`(seed: Int) async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let programs = [try await CalendarProgram(member), try await CalendarProgram(member)]
      var random = SeededNumbers(seed: UInt64(seed))
      let begin = "DTSTART:20991130T180000Z\r\nDUE:20991130T180000Z\r\nRRULE:FREQ=WEEKLY\r\nSTATUS:NEEDS-ACTION"
      #expect(
        try await programs[0].put("\(Self.none)/bins.ics", CalendarProgram.todo("bins", "SUMMARY:Bins", begin)).status
          == 201)
      var known: [Seen?] = [nil, nil]
      for step in 1...10 {
        let actor = random.next(3)
        guard actor < 2 else {
          let open: UUID = try app.rows(
            "SELECT id FROM items WHERE household_id = \(member.household) AND NOT is_done AND deleted_at IS NULL")[0][
              "id"]
          _ = try await member.post("/items/\(open)/done", ["done": "true"])
          continue
        }
        if known[actor] == nil || random.next(2) == 0 { known[actor] = try await seen(programs[actor]) }
        let it = try #require(known[actor])
        var sent = parts(random.next(5), it, "s\(seed)-\(step)")
        if random.next(2) == 0 { sent.reverse() }
        let hasTag = random.next(2) == 0
        for (href, object) in sent {
          let answer = try await programs[actor].put(
            href, object, hasTag && href == it.href ? ["if-match": it.tag] : [:])
          #expect([201, 204, 412].contains(answer.status), "\(step): \(answer.status)")
        }
        // Until its turn comes again it does not know what the others do.
        known[actor] = try await seen(programs[actor])
        let row = try app.rows(
          """
          SELECT count(*) FILTER (WHERE NOT is_done) AS open, count(*) FILTER (WHERE is_done) AS done,
            count(DISTINCT due_at) AS dates, count(*) AS items, count(DISTINCT series_id) AS series
          FROM items WHERE household_id = \(member.household) AND deleted_at IS NULL
          """)[0]
        let counts: (Int, Int, Int, Int, Int) = (
          try row["open"], try row["done"], try row["dates"], try row["items"], try row["series"]
        )
        #expect(counts.0 == 1 && counts.2 == counts.3 && counts.4 == 1, "step \(step) of \(seed): \(counts)")
      }
    }

    @Test func `A tick that another UID has carried on already is taken with the tag from before`() async throws {
      let member = try await TestApp.shared().member()
      let program = try await CalendarProgram(member)
      let path = "\(Self.none)/bins.ics"
      let rule = ["DUE:20991130T180000Z", "RRULE:FREQ=WEEKLY", "STATUS:NEEDS-ACTION"].joined(separator: "\r\n")
      #expect(try await program.put(path, CalendarProgram.todo("bins", "SUMMARY:Bins", rule)).status == 201)
      let tag = try #require(try await program.send("GET", path)["etag"])
      // As vdirsyncer sends what todoman has done: in the order of names.
      let next = rule.components("20991130").joined(separator: "20991207")
      #expect(
        try await program.put("\(Self.none)/next.ics", CalendarProgram.todo("next", "SUMMARY:Bins", next)).status == 201
      )
      let done = CalendarProgram.todo(
        "bins", "SUMMARY:Bins", "DUE:20991130T180000Z", "STATUS:COMPLETED", "COMPLETED:20261125T202535Z")
      let ticked = try await program.put(path, done, ["if-match": tag])
      #expect(ticked.status == 204, "\(ticked.text)")
      let renamed = done.components("SUMMARY:Bins").joined(separator: "SUMMARY:Cans")
      #expect(try await program.put(path, renamed, ["if-match": tag]).status == 412)
      #expect(try await program.objects("\(Self.none)/") == 2)
      #expect(try await program.open("\(Self.none)/") == 1)
      #expect(try await program.send("GET", path).contains("STATUS:COMPLETED"))
      #expect(try await program.send("GET", "\(Self.none)/next.ics").contains("DUE:20991207T180000Z"))
      #expect(try member.counts().kept == [1, 1])
    }

    @Test func `A category is made, renamed, and its deletion left to its page`() async throws {
      let member = try await TestApp.shared().member()
      let program = try await CalendarProgram(member)
      let path = "/dav/calendars/\(UUID.v7())/"
      let body = """
        <c:mkcalendar xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:a="http://apple.com/ns/ical/"><d:set><d:prop><d:displayname>Cellar</d:displayname>
        <a:calendar-color>#2F78C4FF</a:calendar-color><c:supported-calendar-component-set><c:comp name="VTODO"/></c:supported-calendar-component-set></d:prop></d:set></c:mkcalendar>
        """
      #expect(try await program.send("MKCALENDAR", path, body).status == 201)
      #expect(try await program.send("MKCALENDAR", path, body).status == 403)
      #expect(try await member.get("/categories").shows("Cellar"))
      let changed = try await program.send(
        "PROPPATCH", path,
        """
        <d:propertyupdate xmlns:d="DAV:" xmlns:a="http://apple.com/ns/ical/"><d:set><d:prop><d:displayname>Attic</d:displayname><a:calendar-order>7</a:calendar-order></d:prop></d:set></d:propertyupdate>
        """)
      #expect(changed.status == 207 && changed.contains("HTTP/1.1 200 OK"))
      let found = try await program.find(path, "<d:displayname/><a:calendar-color/><a:calendar-order/>")
      #expect(found.contains(">Attic<") && found.contains("#2f78c4") && found.contains("order>7<"))
      let refused = try await program.send(
        "PROPPATCH", path,
        "<d:propertyupdate xmlns:d=\"DAV:\"><d:set><d:prop><d:displayname>Roof</d:displayname><d:resourcetype/></d:prop></d:set></d:propertyupdate>"
      )
      #expect(refused.status == 207 && refused.contains("cannot-modify-protected-property") && refused.contains("424"))
      #expect(try await program.find(path, "<d:displayname/>").contains(">Attic<"))
      let kept = try await program.send("DELETE", path)
      #expect(kept.status == 403 && kept.contains("need-privileges"))
      let events = body.components("VTODO").joined(separator: "VEVENT")
      #expect(try await program.send("MKCALENDAR", "/dav/calendars/events/", events).status == 403)
      // Extended MKCOL (RFC 5689).
      let extended =
        "<d:mkcol xmlns:d=\"DAV:\" xmlns:c=\"urn:ietf:params:xml:ns:caldav\"><d:set><d:prop><d:resourcetype><d:collection/><c:calendar/></d:resourcetype><d:displayname>Shed</d:displayname></d:prop></d:set></d:mkcol>"
      #expect(try await program.send("MKCOL", "/dav/calendars/shed/", extended).status == 201)
      #expect(
        try await program.put("/dav/calendars/shed/1.ics", CalendarProgram.todo("1", "SUMMARY:Sweep")).status == 201)
      #expect(try await program.objects("/dav/calendars/shed/") == 1)
      // It stays at the address that it was made at; its id is one, too.
      let home = try await program.find("/dav/calendars/", "<d:displayname/>", depth: "1")
      #expect(home.contains("<D:href>/dav/calendars/shed/</D:href>"))
      #expect(try await program.query("/dav/calendars/shed/").contains("<D:href>/dav/calendars/shed/1.ics</D:href>"))
      let id: UUID = try member.app.rows(
        "SELECT id FROM categories WHERE household_id = \(member.household) AND name = 'Shed'")[0]["id"]
      #expect(try await program.query("/dav/calendars/\(id)/").contains("<D:href>/dav/calendars/\(id)/1.ics</D:href>"))
      let upper = "/dav/calendars/9F0C7A52-1B2D-4E3F-8A4B-5C6D7E8F9A0B/"
      #expect(
        try await program.send("MKCALENDAR", upper, body.components("Cellar").joined(separator: "Loft")).status == 201)
      #expect(
        try await program.find("/dav/calendars/", "<d:displayname/>", depth: "1").contains("<D:href>\(upper)</D:href>"))
      // A colour by its name.
      let blue = try await program.send(
        "PROPPATCH", "/dav/calendars/shed/",
        "<d:propertyupdate xmlns:d=\"DAV:\" xmlns:a=\"http://apple.com/ns/ical/\"><d:set><d:prop><a:calendar-color>Blue</a:calendar-color></d:prop></d:set></d:propertyupdate>"
      )
      #expect(blue.contains("<D:href>/dav/calendars/shed/</D:href>") && blue.contains("200 OK"))
      #expect(try await program.find("/dav/calendars/shed/", "<a:calendar-color/>").contains("#0000ff"))
    }

    @Test func `A search for principals finds oneself alone`() async throws {
      let app = try await TestApp.shared()
      let (member, other) = (try await app.member(), try await app.member())
      let program = try await CalendarProgram(member)
      func search(_ inside: String) async throws -> Answer {
        try await program.send(
          "REPORT", "/dav/principals/",
          "<d:principal-property-search xmlns:d=\"DAV:\" xmlns:c=\"urn:ietf:params:xml:ns:caldav\">\(inside)<d:prop><d:displayname/></d:prop></d:principal-property-search>"
        )
      }
      func by(_ property: String, _ text: String) -> String {
        "<d:property-search><d:prop><\(property)/></d:prop><d:match>\(text)</d:match></d:property-search>"
      }
      let bare = try await program.send(
        "REPORT", "/dav/", "<d:principal-property-search xmlns:d=\"DAV:\"><d:prop/></d:principal-property-search>")
      #expect(bare.contains("Ada Lovelace") && bare.contains("/dav/calendars/"))
      for inside in ["", by("d:displayname", "ada"), by("c:calendar-user-address-set", member.email)] {
        let found = try await search(inside)
        #expect(found.status == 207 && found.count(of: "<D:response>") == 1 && found.contains("/dav/principals/me/"))
      }
      for inside in [by("d:displayname", "nobody"), by("c:calendar-user-address-set", other.email)] {
        #expect(try await search(inside).count(of: "<D:response>") == 0)
      }
    }

    @Test func `A date of a series that is to come keeps what a program says of it alone`() async throws {
      let member = try await TestApp.shared().member()
      let program = try await CalendarProgram(member)
      let path = "\(Self.none)/lesson.ics"
      let master = CalendarProgram.todo(
        "lesson", "SUMMARY:Lesson", "DTSTART:20991130T180000Z", "DUE:20991130T180000Z", "RRULE:FREQ=WEEKLY")
      let other =
        "BEGIN:VTODO\r\nUID:lesson\r\nDTSTAMP:20261125T202534Z\r\nRECURRENCE-ID:20991214T180000Z\r\nSUMMARY:Lesson in the hall\r\nDUE:20991214T190000Z\r\nEND:VTODO\r\n"
      let cancelled = other.components("20991214").joined(separator: "20991228").components("DUE:").joined(
        separator: "STATUS:CANCELLED\r\nDUE:")
      let sent = master.components("END:VCALENDAR").joined(separator: other + cancelled + "END:VCALENDAR")
      #expect(try await program.put(path, sent).status == 201)
      #expect(try await String(decoding: program.send("GET", path).body, as: UTF8.self) == sent)
      for day in ["20991207", "20991214"] {
        let id: UUID = try member.app.rows(
          "SELECT id FROM items WHERE household_id = \(member.household) AND NOT is_done AND deleted_at IS NULL")[0][
            "id"]
        _ = try await member.post("/items/\(id)/done", ["done": "true"])
        let now = try await program.send("GET", path)
        #expect(now.contains("DUE:\(day)T180000Z"))
        #expect(
          now.count(of: "Lesson in the hall") == (day == "20991207" ? 2 : 1) && now.contains("STATUS:CANCELLED"),
          "\(day)")
      }
    }

    @Test func `A program asks what has changed since it asked last`() async throws {
      let member = try await TestApp.shared().member()
      let program = try await CalendarProgram(member)
      func sync(_ token: String, _ path: String = "\(Self.none)/") async throws -> Answer {
        try await program.send(
          "REPORT", path,
          """
          <d:sync-collection xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:sync-token>\(token)</d:sync-token><d:sync-level>1</d:sync-level><d:prop><d:getetag/></d:prop></d:sync-collection>
          """)
      }
      func token(_ answer: Answer) throws -> String { try #require(answer.between("<D:sync-token>", "<")) }
      let (kept, gone) = (try await member.add("Kept"), try await member.add("Gone"))
      let first = try await sync("")
      #expect(first.status == 207 && first.contains("\(kept).ics") && first.contains("\(gone).ics"))
      // As long as transactions run that began before, theirs are read again.
      var second = first
      repeat { second = try await sync(try token(second)) } while second.contains("<D:response>")
      _ = try await member.post("/items/\(gone)/delete")
      let made = try await program.put("\(Self.none)/new.ics", CalendarProgram.todo("new", "SUMMARY:New"))
      #expect(made.status == 201)
      let category = UUID.v7()
      _ = try await member.post("/categories", ["id": "\(category)", "name": "Elsewhere"])
      let third = try await sync(try token(second))
      #expect(third.contains("<D:href>\(Self.none)/new.ics</D:href><D:propstat>"))
      #expect(third.contains("<D:href>\(Self.none)/\(gone).ics</D:href><D:status>HTTP/1.1 404 Not Found</D:status>"))
      // What moves to another collection leaves this one.
      _ = try await program.send(
        "MOVE", "\(Self.none)/new.ics", nil, ["destination": "/dav/calendars/\(category)/new.ics"])
      let fourth = try await sync(try token(third))
      #expect(fourth.contains("<D:href>\(Self.none)/new.ics</D:href><D:status>HTTP/1.1 404"))
      #expect(try await sync(try token(third), "/dav/calendars/\(category)/").contains("new.ics</D:href><D:propstat>"))
      for bad in ["nonsense", "urn:foyer:sync:other.1.1", "http://example.org/1"] {
        let answer = try await sync(bad)
        #expect(answer.status == 403 && answer.contains("valid-sync-token"))
      }
      // A backup brings numbers along that transactions here have not reached.
      for (table, kind) in [("changes", " AND kind = 'items'"), ("caldav_objects", "")] as [(SQL, SQL)] {
        let before = try token(try await sync(""))
        try member.app.rows(
          "UPDATE \(fragment: table) SET moment = '9000000000000000' WHERE household_id = \(member.household)\(fragment: kind)"
        )
        var last = try await sync(before)
        try await eventually {
          if last.contains("<D:response>") { last = try await sync(try token(last)) }
          return !last.contains("<D:response>")
        }
        #expect(last.status == 207)
      }
      let line = UUID.v7()
      let list = try await sync("", "/dav/calendars/shopping/")
      _ = try await member.post("/shopping", ["id": "\(line)", "text": "2 eggs"])
      #expect(try await sync(try token(list), "/dav/calendars/shopping/").contains("\(line).ics</D:href><D:propstat>"))
      _ = try await member.post("/shopping/\(line)/delete", ["entries": "\(line)"])
      #expect(
        try await sync(try token(list), "/dav/calendars/shopping/").contains(
          "\(line).ics</D:href><D:status>HTTP/1.1 404"))
    }

    @Test func `The shopping list is a collection, too`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let program = try await CalendarProgram(member)
      let list = "/dav/calendars/shopping"
      let line = UUID.v7()
      _ = try await member.post("/shopping", ["id": "\(line)", "text": "2 eggs"])
      let state = try await program.state("\(list)/")
      #expect(try await program.query("\(list)/").contains("SUMMARY:2 eggs"))
      let path = "\(list)/milk.ics"
      let milk = CalendarProgram.todo("milk", "SUMMARY:1 l milk", "PRIORITY:3", "X-AISLE:4", "STATUS:NEEDS-ACTION")
      #expect(try await program.put(path, milk, ["if-none-match": "*"]).status == 201)
      #expect(try await program.state("\(list)/") != state)
      #expect(try await member.get("/shopping").shows("milk"))
      let got = try await program.send("GET", path)
      #expect(got.contains("X-AISLE:4") && got.contains("PRIORITY:3") && got.contains("UID:milk"))
      let done = milk.components("NEEDS-ACTION").joined(separator: "COMPLETED")
      #expect(try await program.put(path, done, ["if-match": got["etag"]]).status == 204)
      #expect(
        try app.number(
          "SELECT count(*) AS n FROM shopping_entries WHERE household_id = \(member.household) AND text = '1 l milk' AND checked_at IS NOT NULL"
        ) == 1)
      let oat = done.components("1 l milk").joined(separator: "1 l oat milk")
      #expect(try await program.put(path, oat).status == 204)
      #expect(try await program.send("GET", path).contains("SUMMARY:1 l oat milk"))
      // Its UID is no item's.
      let conflict = try await program.put("\(Self.none)/milk.ics", milk)
      #expect(conflict.status == 403 && conflict.contains("no-uid-conflict"))
      #expect(try await program.send("DELETE", "\(list)/\(line).ics").status == 204)
      #expect(try await program.query("\(list)/").count(of: "BEGIN:VTODO") == 1)
      #expect(try member.counts().kept == [0, 0])
    }

    @Test func `Stays, meals, birthdays and deadlines are events that programs read`() async throws {
      let app = try await TestApp.shared()
      let (host, guest) = (try await app.member(), try await app.member())
      let program = try await CalendarProgram(guest)
      let empty = try await events(program, "stays")
      #expect(empty.status == 207 && empty.count(of: "BEGIN:VEVENT") == 0)
      let states = try await Self.kinds.asyncMap { try await program.state("/dav/calendars/\($0)/") }
      let request = try await guest.ask(try await host.list("Joe Hamilton"), from: 10, to: 13)
      try await host.answer(request, "accept")
      let meal = try await guest.plan(day(3), "dinner", "Soup")
      try app.rows("UPDATE people SET birthday = '1990-05-06' WHERE household_id = \(guest.household)")
      _ = try await guest.add("Water", repeating: ["repeat": "FREQ=DAILY", "due_date": day(1)])
      let paid = UUID.v7()
      _ = try await guest.post(
        "/items", ["id": "\(paid)", "title": "Pay", "due_date": day(2), "due_time": "18:30"])
      let home = try await program.find(
        "/dav/calendars/", "<d:displayname/><c:supported-calendar-component-set/><d:current-user-privilege-set/>",
        depth: "1")
      #expect(home.count(of: "name=\"VEVENT\"") == 4)
      for (kind, titles) in zip(
        Self.kinds, [["Staying with Joe Hamilton"], ["Soup"], ["Birthday: Ada Lovelace"], ["Pay", "Water"]])
      {
        let path = "/dav/calendars/\(kind)"
        #expect(home.contains("<D:href>\(path)/</D:href>"))
        let found = try await events(program, kind)
        #expect(found.count(of: "BEGIN:VCALENDAR") == titles.count, "\(kind)")
        for title in titles { #expect(found.contains(title), "\(title)") }
        let listed = try await program.find("\(path)/", "<d:getetag/><d:resourcetype/>", depth: "1")
        #expect(listed.count(of: ".ics</D:href>") == titles.count)
        let href = try #require(found.between("<D:href>", "<"))
        let got = try await program.send("GET", href)
        #expect(got.status == 200 && got["etag"] != nil && got.contains("BEGIN:VEVENT") && got.count(of: "UID:") >= 1)
        #expect(try await program.send("GET", href, nil, ["if-none-match": got["etag"]]).status == 304)
        let both = try await program.multiget("\(path)/", [href, "\(path)/nothing.ics", "/dav/calendars/none/a.ics"])
        #expect(both.count(of: "BEGIN:VCALENDAR") == 1 && both.count(of: "HTTP/1.1 404") == 2)
        #expect(
          both.contains(try #require(got["etag"]).components("\"").joined(separator: "&quot;"))
            || both.contains(got["etag"]!))
        // They are read.
        for (method, body) in [("PUT", String(decoding: got.body, as: UTF8.self)), ("DELETE", ""), ("MOVE", "")] {
          let answer = try await program.send(
            method, href, body, ["content-type": "text/calendar", "destination": "\(Self.none)/x.ics"])
          #expect(answer.status == 403 && answer.contains("need-privileges"), "\(method)")
          #expect(answer.contains("Foyer makes these events"))
        }
        let new = try await program.put("\(path)/new.ics", CalendarProgram.todo("new", "SUMMARY:New"))
        #expect(new.status == 403 && new.contains("write-content"))
        #expect(try await program.send("DELETE", "\(path)/").status == 403)
        #expect(
          try await program.put("\(Self.none)/move.ics", CalendarProgram.todo("move", "SUMMARY:Go")).status == 201)
        let moved = try await program.send(
          "MOVE", "\(Self.none)/move.ics", nil, ["destination": "\(path)/move.ics"])
        #expect(moved.status == 403)
        #expect(try await program.send("DELETE", "\(Self.none)/move.ics").status == 204)
        // A colour is the program's own.
        let colored = try await program.send(
          "PROPPATCH", "\(path)/",
          "<d:propertyupdate xmlns:d=\"DAV:\" xmlns:a=\"http://apple.com/ns/ical/\"><d:set><d:prop><a:calendar-color>#112233</a:calendar-color></d:prop></d:set></d:propertyupdate>"
        )
        #expect(colored.contains("HTTP/1.1 200 OK"))
        #expect(try await program.find("\(path)/", "<a:calendar-color/>").contains("#112233"))
      }
      #expect(try await Self.kinds.asyncMap { try await program.state("/dav/calendars/\($0)/") } != states)
      // By a range, a whole day as a moment.
      let dinner = day(3).split(separator: "-").joined()
      for (range, count) in [
        ("\(dinner)T120000Z\" end=\"\(dinner)T130000Z", 1), ("20200101T000000Z\" end=\"20200201T000000Z", 0),
      ] {
        let answer = try await program.query(
          "/dav/calendars/meals/", "<c:comp-filter name=\"VEVENT\"><c:time-range start=\"\(range)\"/></c:comp-filter>")
        #expect(answer.count(of: "BEGIN:VEVENT") == count)
      }
      #expect(
        try await program.query(
          "/dav/calendars/birthdays/",
          "<c:comp-filter name=\"VEVENT\"><c:time-range start=\"20300506T000000Z\" end=\"20300507T000000Z\"/></c:comp-filter>"
        ).count(of: "BEGIN:VEVENT") == 1)
      #expect(try await program.query("/dav/calendars/meals/").count(of: "BEGIN:VEVENT") == 0)
      // Nobody else's.
      let other = try await CalendarProgram(try await app.member())
      #expect(try await other.send("GET", "/dav/calendars/meals/\(meal).ics").status == 404)
      #expect(try await other.send("GET", "/dav/calendars/deadlines/\(paid).ics").status == 404)
      #expect(
        try await other.multiget("/dav/calendars/meals/", ["/dav/calendars/meals/\(meal).ics"]).count(of: "404") == 1)
      for kind in ["stays", "meals", "deadlines"] {
        #expect(try await events(other, kind).count(of: "BEGIN:VEVENT") == 0)
      }
      // The host sees the guest.
      #expect(try await events(try await CalendarProgram(host), "stays").contains("Guest: Ada Lovelace"))
    }

    private static let kinds = ["stays", "meals", "birthdays", "deadlines"]

    private func events(_ program: CalendarProgram, _ kind: String) async throws -> Answer {
      try await program.query("/dav/calendars/\(kind)/", "<c:comp-filter name=\"VEVENT\"/>")
    }

    @Test func `A program asks which events have changed`() async throws {
      let member = try await TestApp.shared().member()
      let program = try await CalendarProgram(member)
      func sync(_ token: String, _ kind: String) async throws -> Answer {
        try await program.send(
          "REPORT", "/dav/calendars/\(kind)/",
          """
          <d:sync-collection xmlns:d="DAV:"><d:sync-token>\(token)</d:sync-token><d:sync-level>1</d:sync-level><d:prop><d:getetag/></d:prop></d:sync-collection>
          """)
      }
      func token(_ answer: Answer) throws -> String { try #require(answer.between("<D:sync-token>", "<")) }
      func settled(_ first: Answer, _ kind: String) async throws -> Answer {
        try await member.app.settle()
        var answer = first
        try await eventually {
          if answer.contains("<D:response>") { answer = try await sync(try token(answer), kind) }
          return !answer.contains("<D:response>")
        }
        return answer
      }
      let (soup, fish) = (
        try await member.plan(day(3), "dinner", "Soup"), try await member.plan(day(4), "dinner", "Fish")
      )
      let all = try await sync("", "meals")
      #expect(all.contains("\(soup).ics") && all.contains("\(fish).ics"))
      let before = try await settled(all, "meals")
      _ = try await member.post("/plan/\(soup)/delete")
      let rice = try await member.plan(day(5), "dinner", "Rice")
      let changed = try await sync(try token(before), "meals")
      #expect(changed.contains("\(rice).ics</D:href><D:propstat>") && !changed.contains("\(fish).ics"))
      #expect(changed.contains("\(soup).ics</D:href><D:status>HTTP/1.1 404 Not Found</D:status>"))
      // A series goes on under its name; what was done has one of its own.
      let first = try await member.add("Water", repeating: ["repeat": "FREQ=DAILY", "due_date": day(1)])
      let series: UUID = try member.app.rows("SELECT series_id FROM items WHERE id = \(first)")[0]["series_id"]
      let deadlines = try await sync("", "deadlines")
      #expect(deadlines.contains("\(series).ics") && !deadlines.contains("\(first).ics"))
      let still = try await settled(deadlines, "deadlines")
      _ = try await member.post("/items/\(first)/done", ["done": "true"])
      let ticked = try await sync(try token(still), "deadlines")
      #expect(
        ticked.contains("\(series).ics</D:href><D:propstat>") && ticked.contains("\(first).ics</D:href><D:propstat>"))
      #expect(try await sync("nonsense", "meals").contains("valid-sync-token"))
      // Each that is asked for by its name is as it is among all; the open item has the series' one.
      let next: UUID = try member.app.rows("SELECT id FROM items WHERE series_id = \(series) AND NOT is_done")[0]["id"]
      let deadline = try await member.add("Pay", repeating: ["due_date": day(2)])
      let listed = String(decoding: try await events(program, "deadlines").body, as: UTF8.self)
      #expect(listed.components("BEGIN:VEVENT").count == 4)
      let names = [series, first, deadline, next, UUID.v7()].map { "/dav/calendars/deadlines/\($0).ics" }
      let asked = String(decoding: try await program.multiget("/dav/calendars/deadlines/", names).body, as: UTF8.self)
      #expect(asked.components("HTTP/1.1 404").count == 3 && asked.components("BEGIN:VEVENT").count == 4)
      for name in names[..<3] {
        let text = try await program.get(name)
        #expect(text.components("BEGIN:VEVENT").count == 2, "\(name)")
        let uid = text.components("UID:")[1].components("\r\n")[0]
        #expect(name.hasSuffix("/\(uid).ics") && listed.contains("UID:\(uid)"))
      }
      for name in names[3...] { #expect(try await program.send("GET", name).status == 404) }
    }

    @Test func `An object goes with its row for good, and stays while the row is in the trash`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let program = try await CalendarProgram(member)
      for path in ["\(Self.none)/one.ics", "\(Self.none)/two.ics", "/dav/calendars/shopping/three.ics"] {
        let uid = path.components("/").last ?? ""
        #expect(try await program.put(path, CalendarProgram.todo(uid, "SUMMARY:Thing")).status == 201)
        #expect(try await program.send("GET", path).status == 200)
      }
      func count() throws -> Int {
        try app.number("SELECT count(*) AS n FROM caldav_objects WHERE household_id = \(member.household)")
      }
      #expect(try count() == 3)
      for path in ["\(Self.none)/one.ics", "/dav/calendars/shopping/three.ics"] {
        #expect(try await program.send("DELETE", path).status == 204)
      }
      #expect(try count() == 3)
      // What a member deletes next takes what is older than the trash along.
      for table in ["items", "shopping_entries"] as [SQL] {
        try app.rows(
          """
          UPDATE \(fragment: table) SET deleted_at = now() - interval '31 days'
          WHERE household_id = \(member.household) AND deleted_at IS NOT NULL
          """)
      }
      _ = try await member.post("/items/\(try await member.add("Other"))/delete")
      let line = UUID.v7()
      _ = try await member.post("/shopping", ["id": "\(line)", "text": "2 eggs"])
      _ = try await member.post("/shopping/\(line)/delete", ["entries": "\(line)"])
      #expect(try count() == 1)
      #expect(
        try app.number("SELECT count(*) AS n FROM caldav_given WHERE household_id = \(member.household)") <= 2)
    }

    @Test func `Another household's addresses are as those that do not exist`() async throws {
      let app = try await TestApp.shared()
      let (alice, charlie) = (try await app.member(), try await app.member())
      let (hers, his) = (try await CalendarProgram(alice), try await CalendarProgram(charlie))
      let category = UUID.v7()
      _ = try await alice.post("/categories", ["id": "\(category)", "name": "Alice's"])
      let id = try await alice.add("Alice's")
      #expect(
        try await hers.put("/dav/calendars/\(category)/hers.ics", CalendarProgram.todo("hers", "SUMMARY:Alice's"))
          .status == 201)
      let digest = {
        try app.rows(
          "SELECT md5(string_agg(t::text, ',' ORDER BY id)) AS d FROM items t WHERE household_id = \(alice.household)")[
            0]["d"] as String
      }
      let before = try digest()
      for (foreign, unknown) in [
        ("/dav/calendars/\(category)/", "/dav/calendars/\(UUID.v7())/"),
        ("/dav/calendars/\(category)/hers.ics", "/dav/calendars/\(UUID.v7())/hers.ics"),
        ("\(Self.none)/\(id).ics", "\(Self.none)/\(UUID.v7()).ics"),
        ("\(Self.none)/hers.ics", "\(Self.none)/nobodys.ics"),
      ] {
        let query =
          "<c:calendar-query xmlns:c=\"urn:ietf:params:xml:ns:caldav\"><c:filter><c:comp-filter name=\"VCALENDAR\"/></c:filter></c:calendar-query>"
        let changes =
          "<d:sync-collection xmlns:d=\"DAV:\"><d:sync-token/><d:sync-level>1</d:sync-level><d:prop><d:getetag/></d:prop></d:sync-collection>"
        let stolen =
          "<d:propertyupdate xmlns:d=\"DAV:\"><d:set><d:prop><d:displayname>Stolen</d:displayname></d:prop></d:set></d:propertyupdate>"
        let isObject = foreign.hasSuffix(".ics")
        let requests = [
          ("OPTIONS", ""), ("PROPFIND", ""), ("REPORT", query), ("REPORT", changes), ("PROPPATCH", stolen), ("GET", ""),
          ("HEAD", ""), ("DELETE", ""), ("MOVE", ""), ("COPY", ""),
        ]
        // On one's own collection the last two are the ordinary making of something new.
        for (method, body) in requests + (isObject ? [] : [("MKCALENDAR", ""), ("MKCOL", "")]) {
          let headers = ["depth": "0", "destination": "\(Self.none)/mine.ics"]
          let answers = [
            try await his.send(method, foreign, body, headers), try await his.send(method, unknown, body, headers),
          ]
          #expect(answers[0].status == answers[1].status && answers[0].body == answers[1].body, "\(method) \(foreign)")
          let expected = method.hasPrefix("MK") ? [201, 403] : method == "OPTIONS" ? [200] : [403, 404, 405]
          #expect(expected.contains(answers[0].status), "\(method) \(foreign) \(answers[0].status)")
        }
      }
      // Into another household's collection, and as the aim of a move.
      _ = try await his.put("\(Self.none)/own.ics", CalendarProgram.todo("own", "SUMMARY:Charlie's own"))
      let elsewhere = try await alice.add(.category, "Alice's other")
      for place in ["/dav/calendars/\(elsewhere)/", "/dav/calendars/\(UUID.v7())/"] {
        #expect(try await his.put("\(place)new.ics", CalendarProgram.todo("new", "SUMMARY:x")).status == 404)
        #expect(
          try await his.send("MOVE", "\(Self.none)/own.ics", nil, ["destination": "\(place)own.ics"]).status == 404)
      }
      let got = try await his.multiget(
        "\(Self.none)/", ["\(Self.none)/\(id).ics", "/dav/calendars/\(category)/hers.ics"])
      #expect(got.count(of: "404") == 2 && !got.contains("Alice"))
      // The same UID and name are his own.
      #expect(
        try await his.put("\(Self.none)/hers.ics", CalendarProgram.todo("hers", "SUMMARY:Charlie's")).status == 201)
      #expect(try digest() == before)
    }

    @Test func `Bodies that no program sends are refused`() async throws {
      let member = try await TestApp.shared().member()
      let program = try await CalendarProgram(member)
      let laughs = "<!DOCTYPE a [<!ENTITY b \"ha\">]><d:propfind xmlns:d=\"DAV:\"><d:prop>&b;</d:prop></d:propfind>"
      #expect(try await program.send("PROPFIND", "/dav/", laughs, ["depth": "0"]).status == 400)
      #expect(try await program.send("REPORT", "\(Self.none)/", "<no").status == 400)
      let billion = (1...9).map { "<!ENTITY l\($0) \"\(String(repeating: "&l\($0 - 1);", count: 10))\">" }.joined()
      #expect(
        try await program.send(
          "REPORT", "\(Self.none)/",
          "<!DOCTYPE l [<!ENTITY l0 \"lol\">\(billion)]><d:sync-collection xmlns:d=\"DAV:\"><d:sync-token>&l9;</d:sync-token></d:sync-collection>"
        ).status == 400)
      #expect(
        try await program.multiget("\(Self.none)/", Array(repeating: "\(Self.none)/a.ics", count: 100_000)).status
          == 413)
      #expect(
        try await program.send(
          "REPORT", "\(Self.none)/", "<d:expand-property xmlns:d=\"DAV:\"/>"
        ).contains("supported-report"))
      for (object, condition) in [
        ("no calendar", "valid-calendar-data"),
        (
          CalendarProgram.todo("a", "SUMMARY:x").components("VTODO").joined(separator: "VEVENT"),
          "supported-calendar-component"
        ),
        (CalendarProgram.todo(String(repeating: "u", count: 2_000), "SUMMARY:x"), "max-resource-size"),
        (CalendarProgram.todo("a", "SUMMARY:" + String(repeating: "x", count: 600_000)), "max-resource-size"),
      ] {
        let answer = try await program.put("\(Self.none)/a.ics", object)
        #expect(answer.status == 403 && answer.contains(condition), "\(condition)")
      }
      #expect(try await program.put("\(Self.none)/a.ics", "x", ["content-type": "application/json"]).status == 415)
      #expect(
        try await program.put(
          "\(Self.none)/a.ics", CalendarProgram.todo("a", "SUMMARY:" + String(repeating: "x", count: 10_000_000))
        ).status == 413)
      #expect(try member.counts().kept == [0, 0])
      // Line feeds alone, Latin-1, a rule that is not counted.
      let strange = CalendarProgram.todo("odd", "SUMMARY:Odd", "DUE:20300101T000000Z", "RRULE:FREQ=SECONDLY")
        .components("\r\n").joined(separator: "\n")
      #expect(try await program.put("\(Self.none)/odd.ics", strange).status == 201)
      let got = try await program.send("GET", "\(Self.none)/odd.ics")
      #expect(got.contains("RRULE:FREQ=SECONDLY\r\n"))
      let latin = CalendarProgram.todo("latin", "SUMMARY:K_che").utf8.map { $0 == UInt8(ascii: "_") ? 0xFC : $0 }
      #expect(
        try await program.browser.send(
          "PUT", "\(Self.none)/latin.ics",
          ["authorization": program.authorization, "origin": nil, "content-type": "text/calendar"], latin
        ).status == 201)
      #expect(try await program.get("\(Self.none)/latin.ics").contains("SUMMARY:Küche\r\n"))
      // Zones that say nothing, or nonsense: the household's clock counts.
      for (index, zone) in ["", "BEGIN:STANDARD\r\nDTSTART:never\r\nTZOFFSETTO:+99999999\r\nEND:STANDARD\r\n"]
        .enumerated()
      {
        let object = CalendarProgram.todo("zone\(index)", "SUMMARY:Zone", "DUE;TZID=Nowhere:20300101T120000")
          .components("BEGIN:VTODO").joined(
            separator: "BEGIN:VTIMEZONE\r\nTZID:Nowhere\r\n\(zone)END:VTIMEZONE\r\nBEGIN:VTODO")
        #expect(try await program.put("\(Self.none)/zone\(index).ics", object).status == 201)
        #expect(try await program.get("\(Self.none)/zone\(index).ics").contains("DUE;TZID=Nowhere:20300101T120000\r\n"))
      }
      // None of them spoils the list.
      #expect(try await program.objects("\(Self.none)/") == 4)
    }
  }
}

extension Array where Element: Sendable {
  fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
    var values: [Value] = []
    for element in self { values.append(try await transform(element)) }
    return values
  }
}
