import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// What one side has done to a request is asked first where it cannot be mended, and taken back with Undo.
  @Suite struct StayUndoTests {
    /// The path of the Undo that the notice offers after a change.
    private func undo(_ member: Member, of change: Answer) async throws -> String {
      #expect(change.status == 303)
      let page = try await member.get(try #require(change["location"]))
      let found = page.text.components("<form method=\"post\" action=\"").dropFirst().map { $0.components("\"")[0] }
      return try #require(found.first { $0.contains("/take-back?") })
    }

    private func setUp(
      capacity: Int = 1
    ) async throws -> (host: Member, guest: Member, listing: UUID, id: UUID) {
      let app = try await TestApp.shared()
      let (host, guest) = (try await app.member(), try await app.member())
      let listing = try await host.list(capacity: capacity)
      return (host, guest, listing, try await guest.ask(listing))
    }

    @Test(arguments: ["accept", "decline"])
    func `An answer is taken back, on each page that has its buttons`(verb: String) async throws {
      let (host, guest, _, id) = try await setUp()
      for referer in ["/", "/hosting/requests"] {
        let version = try #require(try await host.get("/hosting/requests/\(id)").field("version"))
        let answer = try await host.post(
          "/hosting/requests/\(id)/\(verb)", ["version": version], ["referer": "\(host.browser.origin)\(referer)"])
        #expect(answer["location"] == referer)
        let path = try await undo(host, of: answer)
        #expect(try guest.stored(id) == (verb == "accept" ? "accepted" : "declined"))
        // Twice, as by a double click.
        for _ in 1...2 {
          #expect(try await host.post(path).status == 303)
          #expect(try await host.get("/hosting/requests").notice == "Taken back: Ada Lovelace")
        }
        #expect(try guest.stored(id) == "pending")
        #expect(try host.guestsByNight().isEmpty)
      }
      #expect(try await guest.get("/requests/\(id)").count(of: "Took that back") == 2)
      #expect(try await !guest.get("/requests").contains("Quai Secret"))
    }

    @Test func `A stay that the host has cancelled is accepted again, unless its nights are taken`() async throws {
      let (host, guest, listing, id) = try await setUp()
      try await host.answer(id, "accept")
      let path = try await undo(host, of: try await host.answer(id, "decline"))
      #expect(try await host.post(path).status == 303)
      #expect(try guest.stored(id) == "accepted")
      #expect(try host.guestsByNight() == [day(10): 1, day(11): 1])
      let again = try await undo(host, of: try await host.answer(id, "decline"))
      let other = try await host.app.member()
      try await host.answer(try await other.ask(listing), "accept")
      let refusal = try await host.post(again)
      #expect(refusal.status == 409 && refusal.shows("some of these nights have been taken meanwhile"))
      #expect(try guest.stored(id) == "declined")
      #expect(try host.guestsByNight() == [day(10): 1, day(11): 1])
    }

    @Test(arguments: ["pending", "accepted"])
    func `A withdrawal is taken back`(state: String) async throws {
      let (host, guest, _, id) = try await setUp()
      if state == "accepted" { try await host.answer(id, "accept") }
      let path = try await undo(guest, of: try await guest.post("/requests/\(id)/withdraw"))
      #expect(try host.guestsByNight().isEmpty)
      _ = try await host.post("/hosting/requests/seen")
      for _ in 1...2 { #expect(try await guest.post(path).status == 303) }
      #expect(try guest.stored(id) == state)
      #expect(try host.guestsByNight().count == (state == "accepted" ? 2 : 0))
      // The host hears of it.
      #expect(try await host.get("/hosting/requests").contains("class=\"stay is-incoming is-news\""))
    }

    @Test func `A withdrawal stays one if the nights are taken meanwhile, or the guest has asked again`() async throws {
      let (host, guest, listing, id) = try await setUp()
      try await host.answer(id, "accept")
      let path = try await undo(guest, of: try await guest.post("/requests/\(id)/withdraw"))
      let next = try await guest.ask(listing, from: 30, to: 31)
      let asked = try await guest.post(path)
      #expect(asked.status == 409 && asked.shows("You have already asked this host."), "\(asked.text)")
      _ = try await guest.post("/requests/\(next)/withdraw")
      let other = try await host.app.member()
      try await host.answer(try await other.ask(listing), "accept")
      let taken = try await guest.post(path)
      #expect(taken.status == 409 && taken.shows("some of these nights have been taken meanwhile"))
      #expect(try guest.stored(id) == "withdrawn")
    }

    @Test func `The thread asks before an accepted stay is withdrawn, and what was typed goes along`() async throws {
      let (host, guest, _, id) = try await setUp()
      let path = "/requests/\(id)"
      #expect(try await guest.get(path).contains("formaction=\"\(path)/withdraw\""))
      try await host.answer(id, "accept")
      #expect(try await guest.get(path).contains("formaction=\"\(path)/withdraw/ask\""))
      // The list asks, too.
      let list = try await guest.get("/requests")
      #expect(list.contains("action=\"\(path)/withdraw/ask\"") && list.contains("action=\"\(path)/delete\""))
      let question = try await guest.post("\(path)/withdraw/ask", ["id": "\(UUID.v7())", "message": "We are ill"])
      #expect(question.status == 200 && question.shows("Withdraw the accepted stay?"))
      #expect(question.area("message") == "We are ill")
      #expect(try guest.stored(id) == "accepted")
      let fields = question.fields(of: "\(path)/withdraw").map { "\(percentEncoded($0.0))=\(percentEncoded($0.1))" }
      let body = Array(fields.joined(separator: "&").utf8)
      for _ in 1...2 {
        #expect(try await guest.browser.send("POST", "\(path)/withdraw", [:], body).status == 303)
      }
      #expect(try guest.stored(id) == "withdrawn")
      #expect(try await host.get("/hosting\(path)").count(of: "We are ill") == 1)
    }

    @Test func `Nobody takes back what is not theirs, is too old, or was followed by something else`() async throws {
      let (host, guest, listing, id) = try await setUp()
      let stranger = try await host.app.member()
      let paths = ["/requests/\(id)/take-back?version=", "/hosting/requests/\(id)/take-back?version="]
      func refuses(_ member: Member, _ path: String, _ version: Int, _ status: Int, _ state: String) async throws {
        #expect(try await member.post("\(path)\(version)").status == status, "\(path) \(version)")
        #expect(try guest.stored(id) == state, "\(path) \(version)")
      }
      func version() throws -> Int {
        try host.app.rows("SELECT version FROM stay_requests WHERE id = \(id)")[0]["version"]
      }
      try await host.answer(id, "accept")
      for path in paths { try await refuses(stranger, path, try version(), 404, "accepted") }
      try await refuses(host, paths[0], try version(), 404, "accepted")
      // A guest does not undo an acceptance, nor a host a withdrawal.
      try await refuses(guest, paths[0], try version(), 303, "accepted")
      try await refuses(host, paths[1], try version() - 1, 303, "accepted")
      #expect(try await host.post("\(paths[1])x").status == 400)
      _ = try await guest.post("/requests/\(id)/withdraw")
      try await refuses(host, paths[1], try version(), 303, "withdrawn")
      // An hour later.
      try host.app.rows("UPDATE stay_requests SET was_at = was_at - interval '1 hour' WHERE id = \(id)")
      try await refuses(guest, paths[0], try version(), 303, "withdrawn")
      // A request that was deleted while accepted, and restored after another was made, was withdrawn by that.
      try host.app.rows("UPDATE stay_requests SET was_at = now(), state = 'accepted' WHERE id = \(id)")
      _ = try await guest.post("/requests/\(id)/delete")
      let next = try await guest.ask(listing, from: 30, to: 31)
      _ = try await guest.post("/requests/\(id)/restore")
      #expect(try guest.stored(id) == "withdrawn")
      _ = try await guest.post("/requests/\(next)/withdraw")
      try await refuses(guest, paths[0], try version(), 303, "withdrawn")
    }

    @Test(arguments: ["accepted", "declined", "withdrawn", "asked", "message"])
    func `News of what can be taken back waits for as long as nobody has been told`(event: String) async throws {
      let (host, _, _, id) = try await setUp()
      let job = UUID.v7()
      try host.app.rows(
        """
        INSERT INTO jobs (id, kind, payload) VALUES (\(job), 'stay_news', jsonb_build_object('from', \(host.household)::uuid,
          'to', \(host.household)::uuid, 'request', \(id)::uuid, 'event', \(event)::text))
        """)
      let waits: Bool = try host.app.rows(
        "SELECT run_after = created_at + interval '10 seconds' AS waits FROM jobs WHERE id = \(job)")[0]["waits"]
      #expect(waits == ["accepted", "declined", "withdrawn"].contains(event))
    }
  }
}
