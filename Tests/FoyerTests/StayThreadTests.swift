import CivilTime
import EventLoop
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// A request as a thread, its change by the guest, and what the host sees of who asks.
  @Suite struct StayThreadTests {
    private func write(_ member: Member, _ path: String, _ words: String, id: UUID = .v7()) async throws -> Answer {
      try await member.post("\(path)/messages", ["id": "\(id)", "message": words])
    }

    private func change(
      _ guest: Member, _ id: UUID, from: Int, to: Int, guests: Int = 1, version: String? = nil
    ) async throws -> Answer {
      let stored = try await guest.get("/requests/\(id)").field("version") ?? "1"
      return try await guest.post(
        "/requests/\(id)/change",
        ["version": version ?? stored, "arrival": day(from), "departure": day(to), "guests": "\(guests)"])
    }

    @Test func `A thread's refresh brings the inbox along`() async throws {
      let app = try await TestApp.shared()
      let (host, guest, other) = (try await app.member(), try await app.member(), try await app.member())
      let listing = try await host.list()
      let id = try await guest.ask(listing)
      let path = "/hosting/requests/\(id)"
      #expect(try await !host.get(path).contains("<ul id=\"inbox\" role=\"list\" hx-swap-oob"))
      let later = try await other.ask(listing, from: 20, to: 22)
      let part = try await host.get(path, fragment("thread"))
      #expect(part.contains("id=\"thread\"") && part.contains("<ul id=\"inbox\" role=\"list\" hx-swap-oob=\"true\">"))
      #expect(part.contains("href=\"/hosting/requests/\(later)\""))
      // Of the other one alone: the open one's news is in its thread.
      #expect(part.count(of: "class=\"state is-new\"") == 1)
      let own = try await guest.get("/requests/\(id)", fragment("thread"))
      #expect(own.contains("hx-swap-oob=\"true\"") && !own.contains("\(later)"))
    }

    @Test func `Both sides write, see each other's words in order, and hear of them`() async throws {
      let app = try await TestApp.shared()
      let (host, guest) = (try await app.member(), try await app.member())
      let id = try await guest.ask(try await host.list(), message: "May we come?")
      _ = try await host.post("/hosting/requests/seen")
      let (mine, theirs) = ("/requests/\(id)", "/hosting/requests/\(id)")
      #expect(try await write(guest, mine, "There are two of us").status == 303)
      #expect(try await host.get("/hosting/requests").contains("class=\"stay is-incoming is-news\""))
      #expect(try await host.get("/items").contains("id=\"stays-news\""))
      #expect(try await host.post("/hosting/requests/seen", ["request": "\(id)"]).status == 303)
      #expect(!(try await host.get("/hosting/requests").contains("is-news\"")))
      #expect(try await write(host, theirs, "Then <b>welcome</b>").status == 303)
      #expect(try await guest.get("/requests").contains("class=\"stay is-news\""))
      #expect(try await write(guest, mine, "Thank you 🙏").status == 303)
      for page in [try await guest.get(mine), try await host.get(theirs)] {
        let words = ["May we come?", "There are two of us", "Then <b>welcome</b>", "Thank you 🙏"].map(escaped)
        let places = words.compactMap { page.text.components($0).first?.utf8.count }
        #expect(places == places.sorted() && page.count(of: "class=\"entry-words") == 4)
        for word in words { #expect(page.contains(word)) }
      }
      // The request's version is as it was: the host's form still answers.
      #expect(try await host.post("\(theirs)/accept", ["version": "1", "reply": "Come!"]).status == 303)
      try guest.tenSecondsPass(id)
      let page = try await guest.get(mine)
      #expect(page.shows("Accepted:") && page.shows("Come!"))
      #expect(page.shows("7 Quai Secret"))
    }

    @Test func `A question needs no dates, is answered in its thread, and becomes a request there`() async throws {
      let app = try await TestApp.shared()
      let (host, guest, stranger) = (try await app.member(), try await app.member(), try await app.member())
      let listing = try await host.list()
      func ask(_ fields: KeyValuePairs<String, String>) async throws -> Answer {
        try await guest.post("/hosts/\(listing)/questions", fields)
      }
      let blank = try await ask(["message": " ", "arrival": day(10)])
      #expect(blank.status == 422 && blank.contains("id=\"error-message\"") && blank.field("arrival") == day(10))
      let id = UUID.v7()
      for _ in 1...2 { #expect(try await ask(["id": "\(id)", "message": "Is there a lift?"]).status == 303) }
      // A second one is a message of the first.
      #expect(try await ask(["message": "And a cat?"])["location"] == "/requests/\(id)")
      let (mine, theirs) = ("/requests/\(id)", "/hosting/requests/\(id)")
      for path in [mine, theirs] { #expect(try await stranger.get(path).status == 404) }

      let incoming = try await host.get("/hosting/requests")
      #expect(incoming.contains("stay is-incoming is-news") && incoming.shows("Question"))
      #expect(!incoming.shows("January 2000"))
      let asked = try await host.get(theirs)
      #expect(asked.shows("asked a question") && asked.shows("Is there a lift?") && asked.shows("And a cat?"))
      #expect(!asked.contains("/accept\"") && !asked.contains("/propose\"") && !asked.shows("January 2000"))
      #expect(try await host.post("\(theirs)/accept", ["version": "1"]).status != 303)
      #expect(try await write(host, theirs, "Yes, and yes").status == 303)
      for path in ["/items", "/", "/calendar", "/search?q=Joe"] {
        #expect(!(try await guest.get(path).shows("January 2000")), "\(path)")
      }
      let session = try Session(Target(url: app.databaseURL), deadline: .now() + .seconds(120))
      try session.run(
        "SELECT set_config('foyer.household', \(guest.household), false), set_config('role', 'foyer_app', false)")
      let news = try StayNews(session.run(ReminderJobQueries.stay(id))[0])?.news(
        .message, "http://localhost", Strings(.en))
      #expect(news?.subject == "Joe Hamilton wrote to you")

      // The form of the host's page makes a request of it.
      let thread = try await guest.get(mine)
      #expect(thread.shows("Yes, and yes") && thread.contains("/hosts/\(listing)#ask") && !thread.shows("January 2000"))
      let form = try await guest.get("/hosts/\(listing)")
      #expect(form.contains("href=\"\(mine)\"") && !form.contains("/questions\"") && form.field("id") == "\(id)")
      _ = try await host.post("/hosting/requests/seen")
      let past = try await guest.sendRequest(listing, id: id, from: -3, to: 2)
      #expect(past.status == 422 && past.shows("Is there a lift?") == false)
      for _ in 1...2 {
        let sent = try await guest.sendRequest(listing, id: id, from: 10, to: 12, guests: 2, message: "Then we come")
        #expect(sent["location"] == "/hosts/\(listing)")
      }
      #expect(try guest.stored(id) == "pending")
      #expect(try app.number("SELECT count(*) AS n FROM stay_requests WHERE household_id = \(guest.household)") == 1)
      #expect(try await host.get("/hosting/requests").contains("stay is-incoming is-news"))
      #expect(try await times("Then we come", host, theirs) == 1)
      try await host.answer(id, "accept")
      #expect(try guest.stored(id) == "accepted")
    }

    @Test func `A question that was deleted meanwhile loses no request, and a host makes no request of one`()
      async throws
    {
      let app = try await TestApp.shared()
      let (host, guest) = (try await app.member(), try await app.member())
      let (listing, id) = (try await host.list(), UUID.v7())
      _ = try await guest.post("/hosts/\(listing)/questions", ["id": "\(id)", "message": "Is there a lift?"])
      let session = try Session(Target(url: app.databaseURL), deadline: .now() + .seconds(120))
      try session.run(
        "SELECT set_config('foyer.household', \(host.household), false), set_config('role', 'foyer_app', false)")
      #expect(throws: PostgresError.self) {
        try session.run("UPDATE stay_requests SET is_question = false, state = 'pending' WHERE id = \(id)")
      }
      #expect(try await guest.post("/requests/\(id)/delete").status == 303)
      #expect(try await guest.sendRequest(listing, id: id, message: "We come").status == 303)
      let made = try app.rows(
        "SELECT id, message FROM stay_requests WHERE household_id = \(guest.household) AND state = 'pending'")
      #expect(made.count == 1)
      #expect(try made[0]["message"] == "We come" && made[0]["id"] != id)
      // Back from the bin it is a question as before.
      #expect(try await guest.post("/requests/\(id)/restore").status == 303)
      #expect(try await guest.get("/requests").shows("Question"))
    }

    /// A stay of a guest that is over since some days.
    private func stayed(_ guest: Member, _ host: Member, _ listing: UUID, daysAgo: Int) async throws -> UUID {
      let id = try await guest.ask(listing)
      try await host.answer(id, "accept")
      try guest.app.rows(
        """
        UPDATE stay_requests SET arrival = current_date - \(daysAgo + 2)::int, departure = current_date - \(daysAgo)::int WHERE id = \(id)
        """)
      return id
    }

    @Test func `Each side's word after a stay is shown once both have written`() async throws {
      let app = try await TestApp.shared()
      let (host, guest, other) = (try await app.member(), try await app.member(), try await app.member())
      let listing = try await host.list()
      let id = try await stayed(guest, host, listing, daysAgo: 1)
      let (mine, theirs) = ("/requests/\(id)", "/hosting/requests/\(id)")
      #expect(try await guest.get(mine).shows("Your reference for"))
      let blank = try await guest.post("\(mine)/reference", ["reference": " "])
      #expect(blank.status == 422 && blank.contains("id=\"error-reference\""))
      for words in ["The best pancakes", "Changed my mind"] {
        #expect(try await guest.post("\(mine)/reference", ["reference": words])["location"] == "\(mine)#reference")
      }
      // The first word stays, and only its writer sees it.
      let waits = try await guest.get(mine)
      #expect(waits.shows("The best pancakes") && !waits.shows("Changed my mind") && waits.shows("It shows once both"))
      for (member, path) in [(host, theirs), (host, "/hosts/\(listing)"), (other, "/hosts/\(listing)")] {
        #expect(!(try await member.get(path).shows("The best pancakes")), "\(path)")
      }
      #expect(try await host.post("\(theirs)/reference", ["reference": "Sang at breakfast"]).status == 303)
      for (member, path) in [(host, theirs), (guest, mine), (other, "/hosts/\(listing)")] {
        let page = try await member.get(path)
        #expect(page.shows("The best pancakes") && !page.shows("It shows once both"), "\(path)")
      }
      #expect(try await guest.get(mine).shows("Sang at breakfast"))
      #expect(!(try await other.get("/hosts/\(listing)").shows("Sang at breakfast")))
      // The next host reads what the others say of the guest, and nobody's request takes a word away.
      let next = try await guest.ask(try await other.list("Zoe"))
      #expect(try await other.get("/hosting/requests/\(next)").shows("Sang at breakfast"))
      try app.rows("DELETE FROM stay_requests WHERE id = \(id)")
      #expect(try await other.get("/hosts/\(listing)").shows("The best pancakes"))
    }

    @Test func `A word is written for two weeks after a stay, and is shown after them`() async throws {
      let app = try await TestApp.shared()
      let (host, guest, stranger) = (try await app.member(), try await app.member(), try await app.member())
      let listing = try await host.list()
      let id = try await stayed(guest, host, listing, daysAgo: 13)
      _ = try await guest.post("/requests/\(id)/reference", ["reference": "A quiet room"])
      #expect(!(try await stranger.get("/hosts/\(listing)").shows("A quiet room")))
      try app.rows("UPDATE stay_references SET shown_from = now() - interval '1 second' WHERE request_id = \(id)")
      #expect(try await stranger.get("/hosts/\(listing)").shows("A quiet room"))
      try app.rows("UPDATE stay_requests SET arrival = arrival - 1, departure = departure - 1 WHERE id = \(id)")
      let late = try await host.post("/hosting/requests/\(id)/reference", ["reference": "Too late"])
      #expect(late.status == 422 && late.shows("for two weeks") && late.shows("Too late"))
      // Of a stay that is to come or was declined, nobody writes.
      let later = try await stranger.ask(listing)
      try await host.answer(later, "decline")
      #expect(try await stranger.post("/requests/\(later)/reference", ["reference": "Never came"]).status == 422)
      #expect(try await stranger.post("/requests/\(id)/reference", ["reference": "Never came"]).status == 404)
      #expect(try app.number("SELECT count(*) AS n FROM stay_references WHERE request_id IN (\(id), \(later))") == 1)
    }

    /// How often the thread that a side sees has these words.
    private func times(_ words: String, _ member: Member, _ path: String) async throws -> Int {
      try await member.get(path).count(of: "<p class=\"entry-words lines\" dir=\"auto\">\(words)</p>")
    }

    @Test(arguments: ["accept", "decline", "propose"])
    func `What the host has typed goes with whatever button, once`(button: String) async throws {
      let app = try await TestApp.shared()
      let (host, guest) = (try await app.member(), try await app.member())
      let id = try await guest.ask(try await host.list())
      let path = "/hosting/requests/\(id)"
      var fields = try await host.get(path).fields(of: "\(path)/messages").filter { $0.0 != "message" }
      fields.removeAll { ["arrival", "departure"].contains($0.0) }
      fields += [("message", "Bring boots"), ("arrival", day(30)), ("departure", day(33))]
      let body = fields.map { "\(percentEncoded($0.0))=\(percentEncoded($0.1))" }.joined(separator: "&")
      // Pressed twice.
      for _ in 1...2 {
        #expect(try await host.browser.send("POST", "\(path)/\(button)", [:], Array(body.utf8)).status == 303)
      }
      #expect(try await times("Bring boots", guest, "/requests/\(id)") == 1)
      #expect(try await times("Bring boots", host, path) == 1)
    }

    @Test func `The same words in two answers, and those of two members who answer the same, are all in the thread`()
      async throws
    {
      let app = try await TestApp.shared()
      let (host, guest) = (try await app.member(), try await app.member())
      let mate = try await app.housemate(of: host)
      let id = try await guest.ask(try await host.list())
      let path = "/hosting/requests/\(id)"
      let dates = (day(30), day(33))
      _ = try await host.post(
        "\(path)/propose", ["version": "1", "arrival": dates.0, "departure": dates.1, "message": "Fine"])
      #expect(try await host.post("\(path)/accept", ["version": "2", "message": "Fine"]).status == 303)
      #expect(try await times("Fine", guest, "/requests/\(id)") == 2)
      #expect(
        try await mate.post("\(path)/accept", ["version": "2", "id": "\(UUID.v7())", "message": "Welcome"]).status
          == 303)
      #expect(try await times("Welcome", guest, "/requests/\(id)") == 1)
    }

    @Test(arguments: ["withdraw", "change", "agree"])
    func `What the guest has typed goes with whatever button, once`(button: String) async throws {
      let app = try await TestApp.shared()
      let (host, guest) = (try await app.member(), try await app.member())
      let id = try await guest.ask(try await host.list())
      if button == "agree" {
        _ = try await host.post(
          "/hosting/requests/\(id)/propose", ["version": "1", "arrival": day(30), "departure": day(33)])
      }
      let path = "/requests/\(id)"
      var fields = try await guest.get(path).fields(of: "\(path)/messages").filter { $0.0 != "message" }
      fields.append(("message", "The train was late"))
      let body = fields.map { "\(percentEncoded($0.0))=\(percentEncoded($0.1))" }.joined(separator: "&")
      for _ in 1...2 {
        #expect(try await guest.browser.send("POST", "\(path)/\(button)", [:], Array(body.utf8)).status == 303)
      }
      #expect(try await times("The train was late", guest, path) == 1)
      #expect(try await times("The train was late", host, "/hosting\(path)") == 1)
      // Wrong dates send nothing, and keep the words.
      if button == "change" {
        let wrong = try await guest.post(
          "\(path)/change", ["version": "1", "arrival": "", "departure": "", "guests": "1", "message": "Kept words"])
        #expect(wrong.status == 422 && wrong.area("message") == "Kept words")
        #expect(try await times("Kept words", host, "/hosting\(path)") == 0)
      }
    }

    @Test func `A message that is sent twice, also at once, is one`() async throws {
      let app = try await TestApp.shared()
      let (host, guest) = (try await app.member(), try await app.member())
      let id = try await guest.ask(try await host.list())
      let message = UUID.v7()
      let answers = try await guest.atOnce(6) { browser, _ in
        try await browser.post("/requests/\(id)/messages", ["id": "\(message)", "message": "Once"])
      }
      #expect(answers.allSatisfy { $0.status == 303 })
      #expect(try app.number("SELECT count(*) AS n FROM stay_messages WHERE request_id = \(id)") == 1)
      // The other side's id is not taken by it.
      #expect(try await write(host, "/hosting/requests/\(id)", "Mine", id: message).status == 303)
    }

    @Test func `Nobody else reads or writes it, and nobody writes in another's name`() async throws {
      let app = try await TestApp.shared()
      let (host, guest, stranger) = (try await app.member(), try await app.member(), try await app.member())
      let id = try await guest.ask(try await host.list(), message: "Private words")
      _ = try await write(guest, "/requests/\(id)", "More private words")
      for (member, path) in [
        (stranger, "/requests/\(id)"), (stranger, "/hosting/requests/\(id)"), (host, "/requests/\(id)"),
        (guest, "/hosting/requests/\(id)"), (stranger, "/hosting/requests/\(id)/photo"),
      ] {
        #expect(try await member.get(path).status == 404)
        #expect(try await write(member, path, "Mine").status == 404)
      }
      #expect(try await change(stranger, id, from: 3, to: 4).status == 404)
      #expect(try await change(host, id, from: 3, to: 4).status == 404)
      #expect(try app.number("SELECT count(*) AS n FROM stay_messages WHERE request_id = \(id)") == 1)
      // Whatever the program does.
      let session = try Session(Target(url: app.databaseURL), deadline: .now() + .seconds(120))
      for (member, count) in [(stranger, 0), (host, 1), (guest, 1)] {
        try session.run(
          "SELECT set_config('foyer.household', \(member.household), false), set_config('role', 'foyer_app', false)")
        #expect(try session.run("SELECT FROM stay_messages").count == count)
        for change: SQL in ["UPDATE stay_messages SET body = 'x'", "DELETE FROM stay_messages"] {
          #expect(throws: PostgresError.self) { try session.run(change) }
        }
      }
      try session.run(
        "SELECT set_config('foyer.household', \(stranger.household), false), set_config('role', 'foyer_app', false)")
      #expect(throws: PostgresError.self) {
        try session.run(
          """
          INSERT INTO stay_messages (household_id, request_id, id, by_host, kind)
          VALUES (\(guest.household), \(id), \(UUID.v7()), false, 'message')
          """)
      }
      // What the guest pretends to be is what they are.
      try session.run(
        "SELECT set_config('foyer.household', \(guest.household), false), set_config('role', 'foyer_app', false)")
      try session.run(
        """
        INSERT INTO stay_messages (household_id, request_id, id, by_host, kind, author, body, created_at)
        VALUES (\(guest.household), \(id), \(UUID.v7()), true, 'accepted', 'The host', 'Welcome', '2001-01-01')
        """)
      #expect(
        try app.number(
          "SELECT count(*) AS n FROM stay_messages WHERE request_id = \(id) AND (by_host OR kind <> 'message' OR author = 'The host')"
        ) == 0)
    }

    @Test func `Too long, blank, too many and too late are refused`() async throws {
      let app = try await TestApp.shared()
      let (host, guest) = (try await app.member(), try await app.member())
      let id = try await guest.ask(try await host.list())
      let path = "/requests/\(id)"
      for words in ["", " \n ", String(repeating: "x", count: 10_001)] {
        let answer = try await write(guest, path, words)
        #expect(answer.status == 422)
        #expect(answer.area("message") == words)
        #expect(try await write(host, "/hosting\(path)", words).status == 422)
      }
      for number in 1...20 { #expect(try await write(guest, path, "Word \(number)").status == 303) }
      let answer = try await write(guest, path, "One more")
      #expect(answer.status == 429)
      #expect(answer["retry-after"] != nil)
      #expect(try await write(host, "/hosting\(path)", "I am not the one").status == 303)
      #expect(try await guest.post("\(path)/withdraw").status == 303)
      for (member, path) in [(guest, path), (host, "/hosting\(path)")] {
        let late = try await write(member, path, "Too late")
        #expect(late.status == 422)
        #expect(late.shows("The request was withdrawn"))
      }
      #expect(try await guest.post("\(path)/delete").status == 303)
      #expect(try await write(guest, path, "Gone").status == 404)
      #expect(try await guest.get(path).status == 404)
      #expect(try await write(host, "/hosting\(path)", "Gone").status == 422)
    }

    @Test func `A long thread is read page by page, and ends`() async throws {
      let app = try await TestApp.shared()
      let (host, guest) = (try await app.member(), try await app.member())
      let id = try await guest.ask(try await host.list(), message: "The first")
      try app.rows(
        """
        INSERT INTO stay_messages (household_id, request_id, id, by_host, kind, body, created_at)
        SELECT \(guest.household), \(id), gen_random_uuid(), n % 2 = 0, 'message', 'Word ' || n || '.', now() - interval '1 day'
        FROM generate_series(1, 500) AS n
        """)
      for start in ["/requests/\(id)", "/hosting/requests/\(id)"] {
        let member = start.hasPrefix("/requests") ? guest : host
        var path: String? = start
        var seen = 0
        var last: Answer?
        while let here = path {
          let page = try await member.get(here)
          seen += page.count(of: "class=\"entry-words")
          path = page.between("<p><a class=\"button quiet\" href=\"\(start)?before=", "\"").map {
            "\(start)?before=\($0)"
          }
          last = page
        }
        #expect(seen == 501)
        #expect(last?.shows("The first") == true)
        #expect(try await write(member, start, "No room").status == 429)
        for junk in ["x", "-1", "99999999999999999999999", "0"] {
          #expect(try await member.get("\(start)?before=\(junk)").status == 200)
        }
      }
    }

    // MARK: Changes

    @Test func `A pending request changes dates and guests, and both see it`() async throws {
      let app = try await TestApp.shared()
      let (host, guest) = (try await app.member(), try await app.member())
      let id = try await guest.ask(try await host.list(capacity: 3), from: 10, to: 12)
      #expect(try await change(guest, id, from: 20, to: 24, guests: 3).status == 303)
      #expect(try guest.stored(id) == "pending")
      #expect(try await guest.get("/requests/\(id)").shows("3 guests"))
      let page = try await host.get("/hosting/requests/\(id)")
      #expect(page.shows("Changed to"))
      // The host's old form is out of date.
      #expect(try await host.post("/hosting/requests/\(id)/accept", ["version": "1"]).status == 409)
      #expect(try await host.answer(id, "accept").status == 303)
      #expect(try host.guestsByNight() == [day(20): 3, day(21): 3, day(22): 3, day(23): 3])
    }

    @Test(arguments: [
      // from, to, guests, what becomes of a stay that is accepted from 10 to 14 for 2
      (10, 14, 1, "accepted"), (11, 13, 2, "accepted"), (12, 13, 1, "accepted"), (9, 14, 2, "pending"),
      (10, 15, 1, "pending"), (10, 14, 3, "pending"), (30, 31, 1, "pending"), (12, 16, 2, "pending"),
    ])
    func `Less than was accepted stays accepted, anything else is asked anew`(
      from: Int, to: Int, guests: Int, state: String
    ) async throws {
      let app = try await TestApp.shared()
      let (host, guest) = (try await app.member(), try await app.member())
      let id = try await guest.ask(try await host.list(capacity: 3), from: 10, to: 14, guests: 2)
      try await host.answer(id, "accept")
      try guest.tenSecondsPass(id)
      #expect(try await change(guest, id, from: from, to: to, guests: guests).status == 303)
      #expect(try guest.stored(id) == state)
      let nights = state == "accepted" ? Dictionary(uniqueKeysWithValues: (from..<to).map { (day($0), guests) }) : [:]
      #expect(try host.guestsByNight() == nights)
      #expect(try await guest.get("/requests").contains("Quai Secret") == (state == "accepted"))
      #expect(try await host.get("/hosting/requests/\(id)").shows("Changed to"))
    }

    @Test func `A change that makes no sense is said, and changes nothing`() async throws {
      let app = try await TestApp.shared()
      let (host, guest, other) = (try await app.member(), try await app.member(), try await app.member())
      let listing = try await host.list(capacity: 2)
      let id = try await guest.ask(listing, from: 10, to: 12)
      try await host.answer(try await other.ask(listing, from: 20, to: 22, guests: 2), "accept")
      let before =
        try app.rows("SELECT md5(r::text) AS digest FROM stay_requests r WHERE id = \(id)")[0]["digest"] as String
      for (from, to, guests, message) in [
        (-2, 5, 1, "That day is past."), (12, 12, 1, "The departure has to be after the arrival."),
        (10, 12, 0, "Please give a number from 1 to 50."), (10, 12, 3, "There is no room for so many guests"),
        (19, 21, 1, "Some of these nights are not available."), (10, 900, 1, "That is longer than a year."),
      ] {
        let answer = try await change(guest, id, from: from, to: to, guests: guests)
        #expect(answer.status == 422)
        #expect(answer.shows(message), "\(message)")
        #expect(answer.field("arrival") == day(from) && answer.field("guests") == "\(guests)")
      }
      #expect(try await change(guest, id, from: 11, to: 13, version: "99").status == 409)
      #expect(
        try app.rows("SELECT md5(r::text) AS digest FROM stay_requests r WHERE id = \(id)")[0]["digest"] as String
          == before)
      // The own nights are not in the way.
      try await host.answer(id, "accept")
      #expect(try await change(guest, id, from: 11, to: 14, guests: 2).status == 303)
    }

    @Test func `Accepted and changed at the same moment, the nights are those of the request`() async throws {
      let app = try await TestApp()
      let host = try await app.member()
      let listing = try await host.list(capacity: 2)
      for turn in 0..<8 {
        let guest = try await app.member()
        let start = 10 + 10 * turn
        let id = try await guest.ask(listing, from: start, to: start + 2, guests: 2)
        async let accepted = host.post("/hosting/requests/\(id)/accept", ["version": "1"])
        async let changed = guest.post(
          "/requests/\(id)/change",
          ["version": "1", "arrival": day(start + 4), "departure": day(start + 6), "guests": "1"])
        let statuses = [try await accepted.status, try await changed.status]
        #expect(statuses.allSatisfy { [303, 409].contains($0) })
        let row = try app.rows("SELECT state, arrival::text AS arrival FROM stay_requests WHERE id = \(id)")[0]
        let (state, arrival): (String, String) = (try row["state"], try row["arrival"])
        let nights = try host.guestsByNight().filter { $0.key >= day(start) && $0.key < day(start + 10) }
        // The host accepted what they saw, or nothing.
        #expect(
          state == "pending" ? nights.isEmpty : arrival == day(start) && nights == [day(start): 2, day(start + 1): 2])
      }
      await app.app.stop()
    }

    @Test func `Changed, accepted and withdrawn at random and at once, the nights are what is accepted`() async throws {
      let app = try await TestApp()
      let host = try await app.member()
      let listing = try await host.list(capacity: 3)
      var guests: [(member: Member, id: UUID)] = []
      for number in 0..<6 {
        let guest = try await app.member()
        guests.append(
          (guest, try await guest.ask(listing, from: 5 + number % 3, to: 9 + number % 4, guests: 1 + number % 2)))
      }
      let all = guests
      _ = try await host.atOnce(6) { browser, number in
        let (guest, id) = all[number - 1]
        for turn in 0..<8 {
          let version: Int = try app.rows("SELECT version FROM stay_requests WHERE id = \(id)")[0]["version"]
          let answer =
            turn % 2 == 0
            ? try await browser.post("/hosting/requests/\(id)/accept", ["version": "\(version)"])
            : try await guest.post(
              "/requests/\(id)/change",
              [
                "version": "\(version)", "arrival": day(5 + (turn + number) % 4),
                "departure": day(10 + (turn * number) % 5),
                "guests": "\(1 + (turn + number) % 3)",
              ])
          #expect(answer.status < 500)
        }
        return try await browser.get("/hosting/requests")
      }
      let wrong = try app.number(
        """
        SELECT count(*) AS n FROM (
          SELECT night, guests FROM stay_nights WHERE household_id = \(host.household) AND guests > 0
        ) AS stored FULL JOIN (
          SELECT arrival + n AS night, sum(guests) AS guests FROM stay_requests, generate_series(0, departure - arrival - 1) AS n
          WHERE host_household_id = \(host.household) AND state = 'accepted' AND deleted_at IS NULL GROUP BY 1
        ) AS counted USING (night) WHERE stored.guests IS DISTINCT FROM counted.guests
        """)
      #expect(wrong == 0)
      #expect(try host.guestsByNight().values.allSatisfy { $0 <= 3 })
      await app.app.stop()
    }

    // MARK: Who asks

    @Test func `The host sees photo, town and earlier stays of who asks, until the request is withdrawn`() async throws
    {
      let app = try await TestApp.shared()
      let (host, guest, stranger) = (try await app.member(), try await app.member(), try await app.member())
      let listing = try await host.list()
      _ = try await guest.list("Ada's place", place: "Besançon")
      try app.rows(
        """
        WITH made AS (
          INSERT INTO images (household_id, id, picture, thumbnail) VALUES (\(guest.household), gen_random_uuid(), 'x', 'RIFFphoto') RETURNING id
        )
        UPDATE people SET photo_id = made.id FROM made WHERE household_id = \(guest.household)
        """)
      try app.rows(
        """
        INSERT INTO stay_requests (household_id, id, host_household_id, listing_id, guest_name, arrival, departure, guests, state, accepted_at, deleted_at)
        SELECT \(guest.household), gen_random_uuid(), \(host.household), \(listing), 'Ada', d::date, d::date + 2, 1, s, t, e
        FROM (VALUES ('2020-01-01', 'past', now(), NULL::timestamptz), ('2021-05-01', 'accepted', now(), NULL),
          ('2021-06-01', 'past', NULL, NULL), ('2021-07-01', 'declined', NULL, NULL), ('2021-08-01', 'accepted', now(), now())) AS v (d, s, t, e)
        """)
      let id = try await guest.ask(listing)
      let page = try await host.get("/hosting/requests/\(id)")
      #expect(page.shows("Besançon"))
      #expect(page.shows("Has stayed with you 2 times, last until 3 May 2021."))
      #expect(page.contains("src=\"/hosting/requests/\(id)/photo\""))
      let photo = try await host.get("/hosting/requests/\(id)/photo")
      #expect(photo.status == 200 && photo.text == "RIFFphoto")
      #expect(photo["cache-control"] == "private, no-cache")
      #expect(try await stranger.get("/hosting/requests/\(id)/photo").status == 404)
      for verb in ["withdraw", "delete"] {
        #expect(try await guest.post("/requests/\(id)/\(verb)").status == 303)
        let after = try await host.get("/hosting/requests/\(id)")
        #expect(after.status == 200)
        #expect(!after.shows("Besançon") && !after.shows("Has stayed with you") && !after.contains("/photo\""))
        #expect(try await host.get("/hosting/requests/\(id)/photo").status == 404)
      }
    }

    @Test func `Beside the request stand the host's own nights`() async throws {
      let app = try await TestApp.shared()
      let (host, guest, other) = (try await app.member(), try await app.member(), try await app.member())
      let listing = try await host.list(capacity: 2)
      let today = CalendarDate(Timestamp.now().local)
      let start = today.nextMonth.days - today.days
      try await host.answer(try await other.ask(listing, from: start + 4, to: start + 6, guests: 1), "accept")
      _ = try await host.post("/hosting/blocked-dates", ["from": day(start + 9), "to": day(start + 9)])
      let id = try await guest.ask(listing, from: start + 5, to: start + 8)
      let page = try await host.get("/hosting/requests/\(id)")
      #expect(page.count(of: "is-asked") == 3)
      #expect(page.count(of: "is-part") == 2)
      #expect(page.contains("<td class=\" is-taken\">10<span class=\"visually-hidden\"> blocked</span></td>"))
      #expect(
        page.contains("<td class=\"is-asked is-part\">6<span class=\"visually-hidden\"> asked for, 1 guest</span></td>")
      )
      #expect(page.shows("Has not stayed with you yet."))
    }

    @Test func `What is deleted with an account takes its threads along`() async throws {
      let app = try await TestApp.shared()
      for leavesHost in [true, false] {
        let (host, guest) = (try await app.member(), try await app.member())
        let id = try await guest.ask(try await host.list())
        _ = try await write(guest, "/requests/\(id)", "Words")
        let leaving = leavesHost ? host : guest
        #expect(try await leaving.post("/account/delete", ["password": leaving.password]).status == 303)
        #expect(try app.number("SELECT count(*) AS n FROM stay_messages WHERE request_id = \(id)") == 0)
        #expect(try app.number("SELECT count(*) AS n FROM stay_requests WHERE id = \(id)") == 0)
      }
    }

    // MARK: Preparing

    @Test func `An accepted stay makes to-dos once, before the arrival, and takes them back`() async throws {
      let app = try await TestApp.shared()
      let (host, guest) = (try await app.member(), try await app.member())
      let id = try await guest.ask(try await host.list(), from: 20, to: 22)
      let path = "/hosting/requests/\(id)"
      #expect(!(try await host.get(path).shows("To prepare")))
      #expect(try await host.post("\(path)/prepare").status == 303)
      #expect(
        try app.number("SELECT count(*) AS n FROM items WHERE household_id = \(host.household) AND NOT is_sample") == 0)
      #expect(
        try await host.post("/hosting/tasks", ["tasks": "Wash the sheets · 3\n\n Make the bed, 1 \nBuy milk"]).status
          == 303)
      #expect(try await host.get("/hosting").area("tasks") == "Wash the sheets · 3\nMake the bed · 1\nBuy milk · 1")
      try await host.answer(id, "accept")
      #expect(try await host.get(path).shows("To prepare"))
      let answers = try await host.atOnce(4) { browser, _ in try await browser.post("\(path)/prepare") }
      #expect(answers.allSatisfy { $0.status == 303 })
      func made() throws -> [String] {
        try app.rows(
          """
          SELECT i.title || ' ' || i.due_at::date || ' ' || c.name AS text FROM items i
          JOIN categories c ON c.household_id = i.household_id AND c.id = i.category_id
          WHERE i.household_id = \(host.household) AND i.deleted_at IS NULL AND NOT i.is_sample ORDER BY i.due_at, i.title
          """
        ).map { try $0["text"] }
      }
      let expected = [
        "Wash the sheets \(day(17)) Guests", "Buy milk \(day(19)) Guests", "Make the bed \(day(19)) Guests",
      ]
      #expect(try made() == expected)
      #expect(try await host.post("\(path)/prepare").status == 303)
      let page = try await host.get(path)
      #expect(page.notice == "3 items added.")
      #expect(page.contains("action=\"\(path)/unprepare\""))
      #expect(try await host.post("\(path)/unprepare").status == 303)
      #expect(try made() == [])
      #expect(try await host.post("\(path)/prepare").status == 303)
      #expect(try made() == expected)
      #expect(try await guest.post("/requests/\(id)/withdraw").status == 303)
      #expect(try await host.get(path).shows("The stay does not take place, and 3 of these are still open."))
      #expect(try await guest.post("\(path)/prepare").status == 404)
    }

    @Test func `A list of tasks has bounds`() async throws {
      let app = try await TestApp.shared()
      let host = try await app.member()
      try await host.list()
      for (text, message) in [
        (String(repeating: "Bed\n", count: 21), "At most 20 lines."),
        ("Bed · 61", "At most 60 days before the arrival."),
        (String(repeating: "x", count: 201), "is too long"),
      ] {
        let answer = try await host.post("/hosting/tasks", ["tasks": text])
        #expect(answer.status == 422)
        if message != "is too long" { #expect(answer.shows(message)) }
        #expect(answer.area("tasks") == text)
      }
      #expect(try await host.get("/hosting").area("tasks")?.hasPrefix("Make the bed · 1") == true)
      #expect(StayTask(line: "Bread, butter, 2") == StayTask("Bread, butter", days: 2))
      #expect(StayTask(line: "Bread, butter") == StayTask("Bread, butter", days: 1))
      #expect(StayTask(line: "· 4") == StayTask("· 4", days: 1))
    }
  }
}
