import CivilTime
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// The operations of stays: typed refusals with the names of the fields, and results that name what would undo them.
  @Suite struct StayOperations {
    /// A member without a request.
    private struct Session: HouseholdSession {
      let pool: Pool
      let household, person: UUID
      let local = Timestamp.now().local
      let needsDescription = false

      init(_ pool: Pool, _ ids: (household: UUID, person: UUID)) {
        (self.pool, household, person) = (pool, ids.household, ids.person)
      }

      func query(_ batch: Batch) async throws -> Results {
        var whole: Batch = [
          """
          SELECT set_config('foyer.household', \("\(household)"), true), set_config('foyer.person', \("\(person)"), true),
            set_config('role', 'foyer_app', true)
          """
        ]
        let part = whole.add(batch)
        return try await pool.execute(whole)[part]
      }

      func offLoop<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async throws -> Value { work() }
    }

    private func ids(_ member: Member) throws -> (household: UUID, person: UUID) {
      let row = try member.app.rows("SELECT household_id, person_id FROM accounts WHERE email = \(member.email)")[0]
      return (try row["household_id"], try row["person_id"])
    }

    private func dates(_ from: Int, _ nights: Int) -> StayDates {
      let today = CalendarDate(Timestamp.now().local)
      return StayDates(
        arrival: CalendarDate(days: today.days + from), departure: CalendarDate(days: today.days + from + nights))
    }

    private func ask(
      _ listing: UUID, _ dates: StayDates, guests: Int = 1, message: String = "May we?"
    ) -> AskToStay {
      AskToStay(
        id: .v7(), listing: listing, dates: dates, guests: guests, required: 0, message: message, photo: nil,
        capacity: 2)
    }

    @Test func `Rules are refused by the names of the fields`() throws {
      let today = CalendarDate(Timestamp.now().local)
      func problems(_ ask: AskToStay) -> [Problem] { ask.problems(today: today).all }
      let listing = UUID.v7()
      #expect(problems(ask(listing, dates(1, 2))) == [])
      #expect(problems(ask(listing, dates(-1, 2))) == [Problem(field: "arrival", kind: .past)])
      #expect(problems(ask(listing, dates(1, 0))) == [Problem(field: "departure", kind: .notAfter)])
      #expect(problems(ask(listing, dates(1, 367))) == [Problem(field: "departure", kind: .tooManyDays(366))])
      #expect(problems(ask(listing, dates(1, 2), guests: 51)) == [Problem(field: "guests", kind: .outOfRange(1...50))])
      let long = String(repeating: "й", count: 10_001)
      #expect(problems(ask(listing, dates(1, 2), message: long)) == [Problem(field: "message", kind: .tooLong(10_000))])
      func message(_ body: String) -> [Problem] {
        SendStayMessage(side: .guest, request: listing, id: .v7(), body: body).problems.all
      }
      #expect(message("Hello") == [])
      #expect(message(" \t") == [Problem(field: "message", kind: .blank)])
      #expect(message(long) == [Problem(field: "message", kind: .tooLong(10_000))])
      let block = BlockDates(id: .v7(), first: today, last: CalendarDate(days: today.days - 1))
      #expect(block.problems.all == [Problem(field: "to", kind: .notAfter)])
    }

    @Test func `A program asks, answers and takes back without a request`() async throws {
      let app = try await TestApp()
      let (host, guest) = (try await app.member(), try await app.member())
      let listing = try await host.list()
      let (hostIDs, guestIDs) = (try ids(host), try ids(guest))
      try await Pool.alone(app.database, timeout: .seconds(30)) { pool in
        let (hosting, asking) = (Session(pool, hostIDs), Session(pool, guestIDs))
        let first = ask(listing, dates(10, 2))
        try await first.run(asking, quota: nil)
        // Twice is once; another one for the same host is refused.
        try await first.run(asking, quota: nil)
        let again = ask(listing, dates(20, 2))
        #expect(
          try await refused { try await again.run(asking, quota: nil) } == [Problem(field: "", kind: .already)])
        let own = ask(listing, dates(20, 2))
        #expect(try await refused { try await own.run(hosting, quota: nil) } == [Problem(field: "", kind: .own)])

        func request() async throws -> StayRequest {
          try StayRequest(try await hosting.query(StayRequestQueries.findOfHost(first.id))[0])
        }
        let before = try await request()
        let words = SendStayMessage(side: .host, request: first.id, id: .v7(), body: "Welcome")
        let accept = AnswerStay(request: first.id, version: before.version, isAccepted: true, message: words)
        var batch = Batch()
        let accepted = accept.store(in: &batch)
        let results = try await hosting.query(batch)
        let now = try await request()
        #expect(now.state == .accepted)
        let result = try #require(accept.result(results, accepted, before: before, now: now))
        // The answer shows its words.
        #expect(result.message == nil)
        #expect(result.undo.path == "/hosting/requests/\(first.id)/take-back?version=\(now.version)")

        var taking = Batch()
        let taken = result.undo.store(in: &taking)
        let undone = try await hosting.query(taking)
        let open = try await request()
        #expect(open.state == .pending)
        #expect(result.undo.isDone(undone, taken, state: open.state, version: open.version))

        // Who has read an older version answers nothing.
        let late = AnswerStay(request: first.id, version: before.version, isAccepted: false, message: words)
        var declining = Batch()
        let declined = late.store(in: &declining)
        #expect(late.result(try await hosting.query(declining), declined, before: before, now: open) == nil)

        var withdrawing = Batch()
        let query = WithdrawStay(request: first.id).store(in: &withdrawing)
        let withdrawn = try #require(
          try WithdrawStay.Result(try await asking.query(withdrawing), query, of: first.id))
        #expect(try await request().state == .withdrawn)
        #expect(withdrawn.undo.path == "/requests/\(first.id)/take-back?version=\(withdrawn.undo.version)")
      }
      await app.app.stop()
    }
  }
}
