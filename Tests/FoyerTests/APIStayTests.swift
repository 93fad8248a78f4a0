import HTTP
import StrictJSON
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// Each step of a stay in each state.
  @Suite struct APIStayTests {
    /// A state of a request, how it comes about, and what each side's step is answered with then.
    private struct Case {
      let state: String
      let accept, decline, withdraw: Int
    }

    private static let cases = [
      Case(state: "pending", accept: 200, decline: 200, withdraw: 200),
      Case(state: "accepted", accept: 409, decline: 200, withdraw: 200),
      Case(state: "declined", accept: 409, decline: 409, withdraw: 409),
      // Sent again it is what the guest wanted.
      Case(state: "withdrawn", accept: 409, decline: 409, withdraw: 200),
      Case(state: "over", accept: 409, decline: 409, withdraw: 409),
      Case(state: "accepted and over", accept: 409, decline: 409, withdraw: 409),
      Case(state: "question", accept: 409, decline: 409, withdraw: 409),
      Case(state: "deleted", accept: 404, decline: 404, withdraw: 404),
    ]

    @Test func `Each step of a stay is refused in each state that does not have it`() async throws {
      let app = try await TestApp()
      for one in Self.cases {
        for step in ["accept", "decline", "withdraw"] {
          let (alice, charlie) = (try await app.member(), try await app.member())
          let (host, guest) = (try await ProgramClient(alice), try await ProgramClient(charlie))
          let listing = try await alice.list()
          let id = try await charlie.ask(listing)
          try await bring(id, to: one.state, alice, charlie)
          // The last use of the tokens.
          _ = try await host.get("/people")
          _ = try await guest.get("/people")
          let (before, digest) = (try alice.stored(id), try app.digest())
          let answer =
            step == "withdraw"
            ? try await guest.send("POST", "/requests/\(id)/withdraw", "{}")
            : try await host.send("POST", "/hosting-requests/\(id)/\(step)", "{}", ["if-match": "*"])
          let status = step == "accept" ? one.accept : step == "decline" ? one.decline : one.withdraw
          #expect(answer.status == status, "\(step) of \(one.state): \(answer.text)")
          if status != 200 || before == "withdrawn" {
            let (now, state) = (try app.digest(), try alice.stored(id))
            #expect(now == digest && state == before, "\(step) of \(one.state)")
          } else {
            let now = ["accept": "accepted", "decline": "declined", "withdraw": "withdrawn"][step]
            let stored = try alice.stored(id)
            #expect(answer.object?["state"]?.string == now && stored == now, "\(step) of \(one.state)")
          }
          if one.state == "question" {
            let row = try await guest.object("GET", "/requests/\(id)")
            #expect(row["state"] == "question")
          }
        }
      }
      await app.app.stop()
    }

    private func bring(_ id: UUID, to state: String, _ host: Member, _ guest: Member) async throws {
      let app = host.app
      func isOver() throws {
        try app.rows(
          "UPDATE stay_requests SET arrival = current_date - 9, departure = current_date - 7 WHERE id = \(id)")
      }
      switch state {
      case "accepted": try await host.answer(id, "accept")
      case "declined": try await host.answer(id, "decline")
      case "withdrawn": _ = try await guest.post("/requests/\(id)/withdraw")
      case "over": try isOver()
      case "accepted and over":
        try await host.answer(id, "accept")
        try isOver()
      case "question":
        try app.rows("UPDATE stay_requests SET is_question = true, state = 'past' WHERE id = \(id)")
      case "deleted": _ = try await guest.post("/requests/\(id)/delete")
      default: break
      }
    }

    @Test func `A page does not say that it has withdrawn what was declined`() async throws {
      let app = try await TestApp.shared()
      let (alice, charlie) = (try await app.member(), try await app.member())
      let id = try await charlie.ask(try await alice.list())
      try await alice.answer(id, "decline")
      let answer = try await charlie.post("/requests/\(id)/withdraw")
      let page = try await charlie.get(try #require(answer["location"]))
      #expect(answer.status == 303 && !page.text.contains("/take-back"))
      #expect(try alice.stored(id) == "declined")
    }
  }
}
