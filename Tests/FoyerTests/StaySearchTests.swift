import CivilTime
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// Hosts by dates and guests, and the calendar of a host's page.
  @Suite struct StaySearchTests {
    private func path(_ from: Int, _ to: Int, guests: Int? = nil, q: String = "") -> String {
      "/hosts?q=\(percentEncoded(q))&arrival=\(day(from))&departure=\(day(to))&guests=\(guests.map(String.init) ?? "")"
    }

    @Test func `Dates and guests find the hosts who could accept them`() async throws {
      let app = try await TestApp()
      let guest = try await app.member()
      let (free, full, blocked) = (try await app.member(), try await app.member(), try await app.member())
      let listings = [
        try await free.list("Joe", capacity: 2), try await full.list("Zoe", capacity: 2),
        try await blocked.list("Sam", capacity: 2),
      ]
      _ = try await app.member().list("Hidden", published: false)
      try await full.answer(try await app.member().ask(listings[1], from: 10, to: 12, guests: 1), "accept")
      _ = try await blocked.post("/hosting/blocked-dates", ["from": day(11), "to": day(11)])
      func found(_ path: String) async throws -> [Int] {
        let page = try await guest.get(path)
        #expect(page.status == 200)
        return page.hostIDs.compactMap { id in listings.firstIndex { "\($0)" == id } }
      }
      #expect(try await found(path(10, 12, guests: 2)) == [0])
      #expect(try await found(path(10, 12, guests: 1)) == [1, 0])
      #expect(try await found(path(10, 12)) == [1, 0])
      // The blocked day is the departure's, whose night nobody needs.
      #expect(try await found(path(10, 11, guests: 1)) == [2, 1, 0])
      #expect(try await found(path(12, 14, guests: 2)) == [2, 1, 0])
      #expect(try await found(path(12, 14, guests: 3)) == [])
      #expect(try await found("/hosts?guests=2") == [2, 1, 0])
      #expect(try await found(path(10, 12, guests: 1, q: "zo")) == [1])
      #expect(try await found(path(10, 12, guests: 2, q: "zo")) == [])
      #expect(try await guest.get(path(12, 14, guests: 3)).shows("Nobody has room then."))
      #expect(try await guest.get("/hosts?guests=40").shows("Nobody has room for so many."))
      await app.app.stop()
    }

    @Test func `A search by dates finds exactly those of whom a request is not refused`() async throws {
      let app = try await TestApp()
      let guest = try await app.member()
      try app.rows(
        """
        WITH made AS (
          INSERT INTO households (id, name) SELECT gen_random_uuid(), 'h' FROM generate_series(1, 300) RETURNING id
        ), listed AS (
          INSERT INTO listings (household_id, id, name, place, capacity, published)
          SELECT id, gen_random_uuid(), 'Host', CASE WHEN random() < 0.5 THEN 'Lyon' ELSE 'Oslo' END, 1 + (random() * 3)::int, true FROM made
          RETURNING household_id, capacity
        )
        INSERT INTO stay_nights (household_id, night, capacity, guests, blocks)
        SELECT household_id, current_date + n, capacity, CASE WHEN n % 7 = 0 THEN 0 ELSE (random() * capacity)::int END,
          CASE WHEN n % 7 = 0 AND random() < 0.5 THEN 1 ELSE 0 END
        FROM listed, generate_series(1, 40) AS n WHERE random() < 0.1
        """)
      for (from, to, guests, town) in [(1, 3, 1, ""), (2, 9, 2, ""), (5, 30, 1, ""), (1, 40, 4, ""), (3, 8, 2, "Oslo")]
      {
        let expected: [String] = try app.rows(
          """
          SELECT id::text AS id FROM listings
          WHERE published AND capacity >= \(guests)::int AND place LIKE \(town + "%")::text
            AND nights_are_free(household_id, current_date + \(from)::int, current_date + \(to)::int, \(guests)::int)
          ORDER BY listings.id DESC
          """
        ).map { try $0["id"] }
        var seen: [String] = []
        var next: String? = path(from, to, guests: guests, q: town)
        while let here = next {
          let page = try await guest.get(here, seen.isEmpty ? [:] : fragment("more"))
          seen += page.hostIDs
          next = page.between("class=\"more\"><a class=\"button\" href=\"", "\"")
        }
        #expect(seen == expected)
      }
      await app.app.stop()
    }

    @Test func `Where the newest hosts have no room, the search goes on page by page`() async throws {
      let app = try await TestApp()
      let guest = try await app.member()
      let free = try await app.member().list("Old and free")
      try app.rows(
        """
        WITH made AS (
          INSERT INTO households (id, name) SELECT gen_random_uuid(), 'h' FROM generate_series(1, 1200) RETURNING id
        ), listed AS (
          INSERT INTO listings (household_id, id, name, place, capacity, published)
          SELECT id, ('f1900000-0000-7000-8000-' || lpad(row_number() OVER ()::text, 12, '0'))::uuid, 'Full', 'Paris', 2, true FROM made
          RETURNING household_id
        )
        INSERT INTO stay_nights (household_id, night, guests, capacity) SELECT household_id, current_date + 10, 2, 2 FROM listed
        """)
      for words in ["", "fu", "e"] {
        var pages = 0
        var next: String? = path(10, 11, q: words)
        var found: [String] = []
        while let here = next, pages < 10 {
          let page = try await guest.get(here)
          pages += 1
          found += page.hostIDs
          if pages == 1 && words.isEmpty { #expect(page.shows("None of the newest hosts has room then.")) }
          next = page.between("<a class=\"button primary\" href=\"", "\"")
        }
        #expect(found == (words == "fu" ? [] : ["\(free)"]), "\(words)")
        #expect(pages <= 6)
      }
      await app.app.stop()
    }

    @Test(arguments: [
      ("arrival=2001-01-01&departure=2001-01-03", "That day is past."),
      ("arrival=2090-01-03&departure=2090-01-01", "The departure has to be after the arrival."),
      ("arrival=2090-02-30&departure=2090-03-01", "Please give a date that exists."),
      ("arrival=2090-01-01", "Please choose the day of departure."),
      ("departure=2090-01-01", "Please choose the day of arrival."),
      ("arrival=2090-01-01&departure=2099-01-01", "That is longer than a year."),
      ("guests=0", "Please give a number from 1 to 50."), ("guests=many", "Please give a number from 1 to 50."),
      ("arrival=99999-12-31&departure=-1&guests=999999999999999999999", "Please give a date that exists."),
      ("arrival=%00&departure=%ff&guests=%0a&q=%00", nil),
    ])
    func `Dates that make no sense are said, and every host is shown`(query: String, message: String?) async throws {
      let app = try await TestApp.shared()
      let id = try await app.member().list("Somebody")
      let guest = try await app.member()
      let page = try await guest.get("/hosts?\(query)")
      #expect(page.status < 500)
      if let message {
        #expect(page.shows(message))
        #expect(page.hostIDs.contains("\(id)"))
      }
      #expect(try await guest.get("/hosts/\(id)?month=2090-13&\(query)").status < 500)
    }

    @Test func `A host is found by the beginnings of the offer's words`() async throws {
      let app = try await TestApp()
      let guest = try await app.member()
      let host = try await app.member()
      let id = try await host.list("Joe Hamilton", place: "Lyon")
      #expect(try await guest.get("/hosts?q=wind").hostIDs == ["\(id)"])
      #expect(try await guest.get("/hosts?q=indow").hostIDs == [])
      #expect(try await guest.get("/hosts?q=lyon+window").hostIDs == ["\(id)"])
      await app.app.stop()
    }

    @Test func `What was searched for is in the form of the host's page`() async throws {
      let app = try await TestApp.shared()
      let host = try await app.member()
      let id = try await host.list("Findable \(UUID.v7())")
      let guest = try await app.member()
      let list = try await guest.get(path(40, 43, guests: 2))
      let link = "/hosts/\(id)?arrival=\(day(40))&amp;departure=\(day(43))&amp;guests=2"
      #expect(list.contains("href=\"\(link)\""))
      let page = try await guest.get("/hosts/\(id)?arrival=\(day(40))&departure=\(day(43))&guests=2")
      #expect(page.field("arrival") == day(40))
      #expect(page.field("departure") == day(43))
      #expect(page.field("guests") == "2")
      #expect(page.contains(">3 nights</output>"))
      let first = try #require(CalendarDate(day(40)))
      #expect(page.contains("<tbody data-month=\"\(first.monthStart.iso.prefix(7))\">"))
      let junk = try await guest.get("/hosts/\(id)?arrival=%22%3E%3Cscript%3E&departure=x&guests=-1")
      #expect(junk.field("arrival") == "")
      #expect(junk.field("guests") == "1")
    }

    @Test func `The calendar goes on month by month, for two years`() async throws {
      let app = try await TestApp.shared()
      let host = try await app.member()
      let id = try await host.list(capacity: 1)
      try await host.answer(try await app.member().ask(id, from: 300, to: 303), "accept")
      let guest = try await app.member()
      var path: String? = "/hosts/\(id)"
      var months: [String] = []
      var taken = 0
      while let here = path {
        let page = try await guest.get(here, months.isEmpty ? [:] : fragment("stay-calendar"))
        let titles = page.text.components("data-month=\"").dropFirst().map { String($0.prefix(7)) }
        #expect(titles.count == 2)
        if months.isEmpty { #expect(page.between("id=\"stay-previous\" href=\"", "\"") == nil) }
        months.append(titles[0])
        taken += page.text.components("data-month=\"")[1].components("class=\"is-taken\"").count - 1
        path = page.between("id=\"stay-next\" href=\"", "\"")
      }
      #expect(months.count == StayCalendar.count - 1)
      #expect(months == months.sorted())
      #expect(taken == 3)
      for month in ["2001-01", "x", "2026-13", "9999-99", "2099-01", String(repeating: "9", count: 1_000)] {
        #expect(try await guest.get("/hosts/\(id)?month=\(month)").count(of: "<table class=\"month\">") == 2)
      }
    }
  }
}
