import EventLoop
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// How often one household is told of what another one does, and how often that may do it.
  @Suite struct StayNewsTests {
    /// A request whose host is told by mail, and who asks.
    private struct Stay {
      let host, guest: Member
      let listing, request: UUID

      init(_ app: TestApp) async throws {
        (host, guest) = (try await app.member(), try await app.member())
        listing = try await host.list()
        try app.rows(
          """
          INSERT INTO reminder_settings (household_id, person_id, by_mail)
          SELECT household_id, person_id, true FROM accounts WHERE household_id = \(host.household)
          """)
        request = try await guest.ask(listing)
      }

      func change(to departure: Int) async throws -> Answer {
        let version = try await guest.get("/requests/\(request)").field("version") ?? "1"
        return try await guest.post(
          "/requests/\(request)/change",
          ["version": version, "arrival": day(10), "departure": day(departure), "guests": "1"])
      }

      /// Makes the jobs of what is due; what all of them tell the host, in order. The app's own clock may have taken what is due
      /// and not have committed it yet.
      func told() async throws -> [String] {
        try await eventually {
          try host.app.rows(ReminderJobQueries.fireNews())
          return try host.app.number(
            """
            SELECT count(*) AS n FROM stay_news
            WHERE household_id = \(host.household) AND request_id = \(request) AND event IS NOT NULL AND at <= now()
            """) == 0
        }
        return try host.app.rows(
          """
          SELECT payload->>'event' AS event FROM jobs
          WHERE kind = 'stay_news' AND payload->>'to' = \("\(host.household)") ORDER BY created_at
          """
        ).map { try $0["event"] }
      }

      /// As if ten minutes had passed.
      func passTime() throws {
        try host.app.rows(
          "UPDATE stay_news SET at = now(), window_ends = now() WHERE household_id = \(host.household) AND request_id = \(request)"
        )
      }
    }

    @Test func `Many changes of a request within minutes are told once`() async throws {
      let app = try await TestApp.shared()
      let stay = try await Stay(app)
      #expect(try await stay.told() == ["asked"])
      for number in 0..<20 { #expect(try await stay.change(to: 12 + number % 5).status == 303) }
      #expect(
        try await stay.guest.post("/requests/\(stay.request)/messages", ["id": "\(UUID.v7())", "message": "So?"]).status
          == 303)
      #expect(try await stay.told() == ["asked"])
      try stay.passTime()
      #expect(try await stay.told() == ["asked", "message"])
      #expect(try await stay.told() == ["asked", "message"])
      // In the line of who has done it.
      let places: [Int] = try app.rows(
        "SELECT place FROM jobs WHERE kind = 'stay_news' AND share = \(stay.guest.household) ORDER BY place"
      ).map { try $0["place"] }
      #expect(places == [1, 2])
    }

    @Test func `What was not told yet is told as what it is now`() async throws {
      let stay = try await Stay(try await TestApp.shared())
      for number in 0..<3 { #expect(try await stay.change(to: 13 + number).status == 303) }
      #expect(try await stay.told() == ["asked"])
      // An answer or the end is told at once, three times in ten minutes.
      #expect(try await stay.guest.post("/requests/\(stay.request)/withdraw").status == 303)
      #expect(try await stay.told() == ["asked", "withdrawn"])
    }

    @Test func `Withdrawn and asked again and again, it is told three times`() async throws {
      let stay = try await Stay(try await TestApp.shared())
      var told = try await stay.told()
      for _ in 1...5 {
        for verb in ["delete", "restore"] {
          #expect(try await stay.guest.post("/requests/\(stay.request)/\(verb)").status == 303)
          told = try await stay.told()
        }
      }
      #expect(told == ["asked", "withdrawn", "asked"])
      try stay.passTime()
      #expect(try await stay.told().count == 4)
    }

    @Test func `A reference that waits is told once, to the side that has not written`() async throws {
      let app = try await TestApp.shared()
      let stay = try await Stay(app)
      #expect(try await stay.told() == ["asked"])
      try await stay.host.answer(stay.request, "accept")
      try app.rows(
        "UPDATE stay_requests SET arrival = current_date - 3, departure = current_date - 1, host_unseen = false WHERE id = \(stay.request)"
      )
      for words in ["Warm soup", "Changed my mind"] {
        #expect(
          try await stay.guest.post("/requests/\(stay.request)/reference", ["reference": words]).status == 303)
        #expect(try await stay.told() == ["asked", "reference"])
      }
      #expect(try app.number("SELECT count(*) AS n FROM stay_requests WHERE id = \(stay.request) AND host_unseen") == 1)
      // The answer to it is no news of the same kind.
      #expect(
        try await stay.host.post("/hosting/requests/\(stay.request)/reference", ["reference": "Sang well"]).status
          == 303)
      #expect(try await stay.told() == ["asked", "reference"])
      let guest = stay.guest.household
      #expect(
        try app.number(
          "SELECT count(*) AS n FROM stay_news WHERE household_id = \(guest) AND event IS NOT DISTINCT FROM 'reference'"
        ) == 0)
      #expect(
        try app.number(
          """
          SELECT count(*) AS n FROM jobs
          WHERE kind = 'stay_news' AND payload->>'to' = \("\(guest)") AND payload->>'event' = 'reference'
          """) == 0)
      #expect(
        try app.rows("SELECT later_stay_news('reference', 'message') AS event").first!["event"] as String == "reference"
      )
    }

    @Test func `News in quiet hours takes the place of news that waits`() async throws {
      // Push messages are sent, letters wait.
      let app = try await TestApp(["FOYER_PUBLIC_URL": "http://localhost"])
      let stay = try await Stay(app)
      func letters() throws -> [String] {
        try app.rows("SELECT payload->>'event' AS event FROM jobs WHERE kind = 'stay_mail' AND state = 'waiting'").map {
          try $0["event"]
        }
      }
      func done() throws -> Int {
        try app.number("SELECT count(*) AS n FROM jobs WHERE kind = 'stay_news' AND state = 'finished'")
      }
      try await eventually { try done() == 1 }
      #expect(try letters() == ["asked"])
      #expect(try await stay.change(to: 14).status == 303)
      try stay.passTime()
      try await eventually { try done() == 2 }
      #expect(try letters() == ["asked"])
      #expect(try await stay.guest.post("/requests/\(stay.request)/withdraw").status == 303)
      try await eventually { try done() == 3 }
      #expect(try letters() == ["withdrawn"])
      await app.app.stop()
    }

    @Test func `One side may not write or read what another is told`() async throws {
      let app = try await TestApp.shared()
      let stay = try await Stay(app)
      let session = try Session(Target(url: app.databaseURL), deadline: .now() + .seconds(120))
      try session.run("SELECT set_config('foyer.household', \("\(stay.guest.household)"), false)")
      try session.run("SET ROLE foyer_app")
      #expect(try session.run("SELECT event FROM stay_news WHERE request_id = \(stay.request)").isEmpty)
      #expect(
        try session.run("UPDATE stay_news SET event = 'accepted' WHERE request_id = \(stay.request)").affected == 0)
      #expect(throws: PostgresError.self) {
        try session.run(
          """
          INSERT INTO stay_news (household_id, request_id, from_household_id, event, at, window_ends)
          VALUES (\(stay.host.household), gen_random_uuid(), \(stay.guest.household), 'asked', now(), now())
          """)
      }
      #expect(throws: PostgresError.self) {
        try session.run(
          """
          INSERT INTO jobs (id, kind, payload)
          VALUES (gen_random_uuid(), 'stay_news', jsonb_build_object('from', \("\(stay.guest.household)")::text))
          """)
      }
    }

    @Test func `Sixty times in ten minutes a household does what another is told of`() async throws {
      let app = try await TestApp.shared()
      let (one, other) = (try await app.member(), try await app.member())
      let ids = (0..<3).map { _ in UUID.v7() }
      let paths: [String] = [
        "requests/\(ids[0])/change", "requests/\(ids[1])/withdraw", "hosting/requests/\(ids[2])/decline",
      ]
      for number in 0..<60 { #expect(try await one.post("/\(paths[number % 3])").status == 404) }
      let others: [String] = ["requests/\(ids[0])/messages", "requests/\(ids[0])/restore", "requests/delete-all"]
      for path in paths + others {
        let answer = try await one.post("/\(path)")
        #expect(answer.status == 429)
        #expect(answer["retry-after"] != nil)
      }
      // Reading goes on, and nobody else is held up.
      #expect(try await one.get("/requests").status == 200)
      #expect(try await other.post("/\(paths[0])").status == 404)
    }

    @Test func `A household asks thirty hosts a day`() async throws {
      let app = try await TestApp.shared()
      let guest = try await app.member()
      for _ in 1...30 { #expect(try await guest.sendRequest(.v7()).status == 404) }
      #expect(try await guest.sendRequest(.v7()).status == 429)
      #expect(try await app.member().sendRequest(.v7()).status == 404)
    }
  }
}
