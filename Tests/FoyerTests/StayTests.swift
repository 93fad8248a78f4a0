import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// From the guest's side: hosts, and what one asks of them.
  @Suite struct StayTests {
    @Test func `R26: hosts are a grid with photo, name and place, the newest first`() async throws {
      let app = try await TestApp()
      let guest = try await app.member()
      #expect(try await guest.get("/hosts").shows("Nobody hosts here yet"))
      let joe = try await app.member().list("Joe Hamilton", place: "Lyon")
      let zoe = try await app.member().list("Zoe Sug", place: "Сочи")
      let page = try await guest.get("/hosts")
      #expect(page.status == 200)
      #expect(page.contains("<h1 tabindex=\"-1\">Hosts</h1>"))
      #expect(page.hostIDs == ["\(zoe)", "\(joe)"])
      for text in ["Joe Hamilton", "Lyon", "Zoe Sug", "Сочи", "My requests"] { #expect(page.shows(text)) }
      #expect(page.contains("href=\"/hosts/\(joe)\""))
      await app.app.stop()
    }

    @Test func `R26: the search finds parts of words, whatever the case, the accents and the alphabet`() async throws {
      let app = try await TestApp()
      let guest = try await app.member()
      let emile = try await app.member().list("Émile Zola-Hämäläinen", place: "Besançon")
      let young = try await app.member().list("김영희", place: "서울 한남동")
      let pyotr = try await app.member().list("Пётр Чайковский", place: "Сочи")
      let straße = try await app.member().list("Straße \"O'Brien\" <b>", place: "100% & _more\\")
      _ = try await app.member().list("Émile the hidden", published: false)
      let cases: [(String, [UUID])] = [
        ("emile", [emile]), ("ÉMILE", [emile]), ("mil", [emile]), ("hamalai", [emile]), ("besancon", [emile]),
        ("zola emile", [emile]), ("emile besan", [emile]), ("emile lyon", []), ("영희", [young]), ("김여", [young]),
        ("김", [young]), ("하", [young]), ("한남", [young]), ("петр", [pyotr]), ("ЧАЙК", [pyotr]),
        ("ковский сочи", [pyotr]),
        ("сочи", [pyotr]), ("o'b", [straße]), ("100%", [straße]), ("_more", [straße]), ("\\", [straße]),
        ("<b>", [straße]),
        ("%", [straße]), ("xyz", []), ("  emile  ", [emile]), ("", [straße, pyotr, young, emile]),
      ]
      for (text, expected) in cases {
        for headers in [[:], fragment("hosts")] {
          let page = try await guest.get("/hosts?q=\(percentEncoded(text))", headers)
          #expect(page.hostIDs == expected.map { "\($0)" }, "\(text)")
          #expect(page.contains("<!doctype html>") == headers.isEmpty)
        }
      }
      #expect(try await guest.get("/hosts?q=xyz").shows("No name, place or offer contains “xyz”."))
      await app.app.stop()
    }

    @Test func `A search for a common word finds the newest, page by page, and the same as a rare one would`()
      async throws
    {
      let app = try await TestApp()
      let guest = try await app.member()
      try app.rows(
        """
        WITH made AS (
          INSERT INTO households (id, name) SELECT gen_random_uuid(), 'h' FROM generate_series(1, 1200) RETURNING id
        )
        INSERT INTO listings (household_id, id, name, place, capacity, published)
        SELECT id, ('00000000-0000-7000-8000-' || lpad(row_number() OVER ()::text, 12, '0'))::uuid,
          'Common ' || CASE WHEN row_number() OVER () % 100 = 0 THEN 'rarity' ELSE 'thing' END, 'Paris', 2, true FROM made
        """)
      for (text, expected) in [("common", 1_200), ("rarity", 12), ("pari common rarity", 12), ("", 1_200)] {
        var path: String? = "/hosts?q=\(percentEncoded(text))"
        var seen: [String] = []
        while let here = path {
          let page = try await guest.get(here, seen.isEmpty ? [:] : fragment("more"))
          #expect(page.status == 200)
          seen += page.hostIDs
          path = page.between("class=\"more\"><a class=\"button\" href=\"", "\"")
        }
        #expect(seen.count == expected, "\(text)")
        #expect(seen == Set(seen).sorted(by: >), "\(text)")
      }
      await app.app.stop()
    }

    @Test(arguments: naughtyNames)
    func `Any name and place can be published, found and asked, and is shown as it is`(name: String) async throws {
      let app = try await TestApp.shared()
      let (host, guest) = (try await app.member(), try await app.member())
      let id = try await host.list(name, place: name)
      let page = try await guest.get("/hosts/\(id)")
      #expect(page.status == 200)
      #expect(page.shows(name))
      #expect(!page.contains("<script>alert"))
      let word = name.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? name
      #expect(try await guest.get("/hosts?q=\(percentEncoded(word))").hostIDs.contains("\(id)"), "\(word)")
      let request = try await guest.ask(id, message: name)
      let list = try await guest.get("/requests")
      #expect(list.shows(name))
      #expect(try await host.get("/hosting/requests").shows(name))
      #expect(try await host.answer(request, "accept", reply: name).status == 303)
      #expect(try await guest.get("/requests").count(of: escaped(name)) >= 2)
    }

    @Test func `R27: a host's page has the offer, the place, the room, and a form without dates`() async throws {
      let app = try await TestApp.shared()
      let id = try await app.member().list("Sam Aderson", place: "Oslo", capacity: 3)
      let page = try await app.member().get("/hosts/\(id)")
      for text in ["Sam Aderson", "Oslo", "A bed by the window", "Room for 3 guests", "Arrival", "Departure", "Guests"]
      {
        #expect(page.shows(text), "\(text)")
      }
      #expect(page.field("arrival") == "")
      #expect(page.field("departure") == "")
      #expect(page.shows("Send request"))
      #expect(!page.contains("Quai Secret"))
      #expect(page.count(of: "<table class=\"month\">") == 2)
      #expect(page.count(of: "class=\"is-today\"") == 1)
    }

    @Test func `R28: a request is stored, said, and the button disabled until the request is deleted`() async throws {
      let app = try await TestApp.shared()
      let id = try await app.member().list()
      let guest = try await app.member()
      let page = try await guest.get("/hosts/\(id)")
      let request = try #require(page.between("name=\"id\" value=\"", "\"").flatMap { UUID($0.utf8) })
      let answer = try await guest.sendRequest(id, id: request)
      #expect(answer.status == 303)
      #expect(answer["location"] == "/hosts/\(id)")
      let after = try await guest.get("/hosts/\(id)")
      #expect(after.contains("role=\"alert\">\n<p>Request sent</p>"))
      for _ in 1...2 {
        let again = try await guest.get("/hosts/\(id)")
        #expect(again.contains("disabled>Request sent</button>"))
        #expect(!again.contains("Send request"))
      }
      // Also for the others of the household, and for another browser.
      let window = app.browser()
      _ = try await window.post("/login", ["email": guest.email, "password": guest.password])
      #expect(try await window.get("/hosts/\(id)").contains("disabled>Request sent</button>"))
      // Sent twice, it is one; another one is refused.
      #expect(try await guest.sendRequest(id, id: request).status == 303)
      let second = try await guest.sendRequest(id)
      #expect(second.status == 422)
      #expect(second.shows("You have already asked this host."))
      #expect(try await guest.get("/requests").requestIDs == ["\(request)"])

      _ = try await guest.post("/requests/\(request)/delete")
      #expect(try await guest.get("/hosts/\(id)").shows("Send request"))
      try await guest.ask(id)
      #expect(try await guest.get("/hosts/\(id)").contains("disabled>Request sent</button>"))
    }

    @Test func `R28: a form sent again when it was granted already, and the place is full, is done`() async throws {
      let app = try await TestApp.shared()
      let host = try await app.member()
      let listing = try await host.list(capacity: 1)
      let guest = try await app.member()
      let id = UUID.v7()
      #expect(try await guest.sendRequest(listing, id: id).status == 303)
      #expect(try await host.answer(id, "accept").status == 303)
      #expect(try await guest.sendRequest(listing, id: id).status == 303)
      #expect(try guest.stored(id) == "accepted")
    }

    @Test func `R28: forms sent at the same time make one request`() async throws {
      let app = try await TestApp.shared()
      let listing = try await app.member().list()
      let guest = try await app.member()
      let id = UUID.v7()
      let same = try await guest.atOnce(8) { browser, _ in
        try await browser.post(
          "/hosts/\(listing)/requests", ["id": "\(id)", "arrival": day(1), "departure": day(2), "guests": "1"])
      }
      #expect(same.map(\.status) == Array(repeating: 303, count: 8))
      let other = try await app.member()
      let different = try await other.atOnce(8) { browser, _ in
        try await browser.post(
          "/hosts/\(listing)/requests",
          ["id": "\(UUID.v7())", "arrival": day(1), "departure": day(2), "guests": "1"])
      }
      #expect(different.count { $0.status == 303 } == 1)
      #expect(different.count { $0.status == 422 } == 7)
      for household in [guest.household, other.household] {
        #expect(try app.number("SELECT count(*) AS n FROM stay_requests WHERE household_id = \(household)") == 1)
      }
    }

    @Test func `R29: my requests, each with photo, name and state; delete one, and undo it`() async throws {
      let app = try await TestApp.shared()
      let guest = try await app.member()
      #expect(try await guest.get("/requests").shows("No requests"))
      let first = try await guest.ask(try await app.member().list("Alex Abbe"))
      let second = try await guest.ask(try await app.member().list("Emiley Jackson"))
      let list = try await guest.get("/requests")
      #expect(list.shows("My requests"))
      #expect(list.requestIDs == ["\(second)", "\(first)"])
      #expect(list.shows("Alex Abbe") && list.shows("Emiley Jackson"))
      #expect(list.state(of: first) == "Pending")
      let deleted = try await guest.post("/requests/\(first)/delete")
      #expect(deleted["location"] == "/requests")
      let after = try await guest.get("/requests")
      #expect(after.notice == "Request deleted: Alex Abbe")
      #expect(after.contains("action=\"/requests/\(first)/restore\""))
      #expect(after.requestIDs == ["\(second)"])
      #expect(try await guest.post("/requests/\(first)/restore").status == 303)
      let restored = try await guest.get("/requests")
      #expect(restored.requestIDs == ["\(second)", "\(first)"])
      #expect(restored.state(of: first) == "Pending")
    }

    @Test func `R29: the bin asks first, empties the list, and can be undone`() async throws {
      let app = try await TestApp.shared()
      let guest = try await app.member()
      var ids: [UUID] = []
      var hosts: [Member] = []
      for _ in 1...3 {
        let host = try await app.member()
        hosts.append(host)
        ids.append(try await guest.ask(try await host.list()))
      }
      #expect(try await hosts[0].answer(ids[0], "accept").status == 303)
      let one = try await guest.post("/requests/\(ids[2])/delete")
      #expect(one.status == 303)
      let question = try await guest.get("/requests/delete-all")
      #expect(question.shows("Delete all requests?"))
      #expect(try await guest.get("/requests").requestIDs.count == 2)
      #expect(try await guest.post("/requests/delete-all").status == 303)
      let empty = try await guest.get("/requests")
      #expect(empty.requestIDs == [])
      #expect(empty.notice == "2 requests deleted")
      #expect(try hosts[0].guestsByNight() == [:])
      let undo = try #require(empty.between("action=\"/requests/restore", "\""))
      #expect(try await guest.post("/requests/restore\(undo)").status == 303)
      let back = try await guest.get("/requests")
      #expect(back.requestIDs == ["\(ids[1])", "\(ids[0])"])
      // The host is asked anew.
      #expect(back.state(of: ids[0]) == "Pending")
      #expect(try hosts[0].guestsByNight() == [:])
    }

    @Test func `My requests beyond fifty come page by page`() async throws {
      let app = try await TestApp.shared()
      let guest = try await app.member()
      let listing = try await app.member().list()
      try app.rows(
        """
        INSERT INTO stay_requests (household_id, id, host_household_id, listing_id, listing_name, arrival, departure, guests, state)
        SELECT \(guest.household), gen_random_uuid(), household_id, id, name, '2020-01-01', '2020-01-02', 1, 'declined'
        FROM listings, generate_series(1, 120) WHERE id = \(listing)
        """)
      var seen: [String] = []
      var path: String? = "/requests"
      while let here = path {
        let page = try await guest.get(here)
        seen += page.requestIDs
        path = page.between("class=\"more\"><a class=\"button\" href=\"", "\"")
      }
      #expect(seen.count == 120)
      #expect(Set(seen).count == 120)
    }

    @Test(
      arguments: [
        (
          ["arrival": "", "departure": ""],
          ["Please choose the day of arrival.", "Please choose the day of departure."]
        ),
        (["arrival": "2030-02-30", "departure": "x"], ["Please give a date that exists."]),
        (["arrival": "2001-01-01", "departure": "2001-01-02"], ["That day is past."]),
        (["arrival": "2090-01-02", "departure": "2090-01-02"], ["The departure has to be after the arrival."]),
        (["arrival": "2090-01-02", "departure": "2090-01-01"], ["The departure has to be after the arrival."]),
        (["arrival": "2090-01-02", "departure": "2092-01-01"], ["That is longer than a year."]),
        (["arrival": "2090-01-02", "departure": "2090-01-03", "guests": "0"], ["Please give a number from 1 to 50."]),
        (["arrival": "2090-01-02", "departure": "2090-01-03", "guests": "+1"], ["Please give a number from 1 to 50."]),
        (["arrival": "2090-01-02", "departure": "2090-01-03", "guests": "3"], ["There is room for 2 guests."]),
      ] as [([String: String], [String])])
    func `A request that makes no sense is 422 beside its field, and nothing typed is lost`(
      fields: [String: String], messages: [String]
    ) async throws {
      let app = try await TestApp.shared()
      let id = try await app.member().list()
      let guest = try await app.member()
      let answer = try await guest.post(
        "/hosts/\(id)/requests",
        [
          "arrival": fields["arrival"] ?? "", "departure": fields["departure"] ?? "", "guests": fields["guests"] ?? "1",
          "message": "Kept <words>",
        ])
      #expect(answer.status == 422)
      for message in messages { #expect(answer.shows(message), "\(message)") }
      for (name, value) in fields { #expect(answer.field(name) == value) }
      #expect(answer.area("message") == "Kept <words>")
      #expect(answer.contains("aria-invalid=\"true\""))
      #expect(try await guest.get("/requests").requestIDs == [])
    }

    @Test func `Nobody asks for their own place, nor for one that is not published`() async throws {
      let app = try await TestApp.shared()
      let host = try await app.member()
      let id = try await host.list()
      #expect(!(try await host.get("/hosts/\(id)").shows("Send request")))
      let own = try await host.sendRequest(id)
      #expect(own.status == 422)
      #expect(
        try app.number("SELECT count(*) AS n FROM stay_requests WHERE host_household_id = \(host.household)") == 0)
      try await host.list(published: false)
      let guest = try await app.member()
      #expect(try await guest.get("/hosts/\(id)").status == 404)
      #expect(try await guest.sendRequest(id).status == 404)
      #expect(try await host.get("/hosts/\(id)").status == 200)
    }

    @Test func `A request whose departure is past becomes past by itself, and is not in the way of the next`()
      async throws
    {
      let app = try await TestApp.shared()
      let host = try await app.member()
      let listing = try await host.list()
      for state in ["pending", "accepted"] {
        let guest = try await app.member()
        let id = try await guest.ask(listing, from: 1, to: 2)
        if state == "accepted" { #expect(try await host.answer(id, "accept").status == 303) }
        // Some days go by.
        try app.rows(
          """
          UPDATE stay_requests SET arrival = current_date - 3, departure = current_date - 1 WHERE id = \(id)
          """)
        #expect(try await guest.get("/requests").state(of: id) == "Past")
        #expect(try await host.get("/hosting/requests").state(of: id) == "Past")
        #expect(try await guest.get("/hosts/\(listing)").shows("Send request"))
        // Too late for an answer.
        #expect(try await host.answer(id, state == "accepted" ? "decline" : "accept").status == 409)
        #expect(try guest.stored(id) == state)
        let next = try await guest.ask(listing)
        #expect(try guest.stored(id) == "past")
        #expect(try guest.stored(next) == "pending")
      }
    }

    @Test(arguments: [
      ("en", "1–4 March 2090"), ("fr", "du 1er au 4 mars 2090"),
      ("ko", "2090년 3월 1~4일"), ("ru", "1–4 марта 2090\u{a0}г."),
    ])
    func `Dates are written as the reader's language does`(language: String, dates: String) async throws {
      let app = try await TestApp.shared()
      let listing = try await app.member().list()
      let guest = try await app.member(headers: ["accept-language": language])
      let fields: KeyValuePairs = ["arrival": "2090-03-01", "departure": "2090-03-04", "guests": "1"]
      #expect(try await guest.post("/hosts/\(listing)/requests", fields).status == 303)
      for path in ["/requests", "/hosts/\(listing)"] { #expect(try await guest.get(path).shows(dates), "\(path)") }
    }

    @Test func `A host who is not published any more stays in my requests, by name alone`() async throws {
      let app = try await TestApp.shared()
      let (host, guest) = (try await app.member(), try await app.member())
      let listing = try await host.list("Stevie Bagley")
      let id = try await guest.ask(listing)
      try await host.list("Renamed in secret", published: false)
      let list = try await guest.get("/requests")
      #expect(list.requestIDs == ["\(id)"])
      #expect(list.shows("Stevie Bagley"))
      #expect(!list.shows("Renamed in secret") && !list.contains("/hosts/\(listing)"))
      #expect(try await guest.get("/hosts/\(listing)").status == 404)
      #expect(try await guest.post("/requests/\(id)/withdraw").status == 303)
      #expect(try guest.stored(id) == "withdrawn")
    }

    @Test func `Dates are the same days in every time zone, and past where it is past`() async throws {
      let app = try await TestApp.shared()
      // 25 hours apart: never the same day.
      let (kiribati, samoa) = (
        try await app.member(timeZone: "Pacific/Kiritimati"), try await app.member(timeZone: "Pacific/Pago_Pago")
      )
      let listing = try await kiribati.list(capacity: 5)
      let id = UUID.v7()
      let sent = try await samoa.post(
        "/hosts/\(listing)/requests",
        ["id": "\(id)", "arrival": "2090-03-01", "departure": "2090-03-04", "guests": "2", "message": ""])
      #expect(sent.status == 303)
      let dates = "1–4 March 2090"
      #expect(try await samoa.get("/requests").shows(dates))
      #expect(try await kiribati.get("/hosting/requests").shows(dates))
      #expect(try await kiribati.answer(id, "accept").status == 303)
      #expect(try await samoa.get("/hosts/\(listing)").shows(dates))
      #expect(try kiribati.guestsByNight() == ["2090-03-01": 2, "2090-03-02": 2, "2090-03-03": 2])
      // Their today is a day of its own each: what is past there is not yet past here.
      let today = try app.rows(
        "SELECT (now() AT TIME ZONE 'Pacific/Pago_Pago')::date::text AS here, (now() AT TIME ZONE 'Pacific/Kiritimati')::date::text AS there"
      )[0]
      let (here, there): (String, String) = (try today["here"], try today["there"])
      #expect(here < there)
      _ = try await samoa.post("/requests/\(id)/delete")
      let late: KeyValuePairs = ["arrival": here, "departure": day(9), "guests": "1"]
      #expect(try await samoa.post("/hosts/\(listing)/requests", late).status == 303)
      let other = try await app.member(timeZone: "Pacific/Kiritimati")
      let refused = try await other.post("/hosts/\(listing)/requests", late)
      #expect(refused.status == 422)
      #expect(refused.shows("That day is past."))
    }
  }
}
