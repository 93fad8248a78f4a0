import EventLoop
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// What the guests of a stay may not eat, and who eats while they are there.
  @Suite struct EaterStayTests {
    private func ask(
      _ guest: Member, _ listing: UUID, from: Int, to: Int, _ needs: KeyValuePairs<String, String>
    ) async throws -> UUID {
      let id = UUID.v7()
      let fields =
        [("id", "\(id)"), ("arrival", day(from)), ("departure", day(to)), ("guests", "1")] + needs.map { ($0, $1) }
      let answer = try await guest.browser.send(
        "POST", "/hosts/\(listing)/requests", [:], Array(fields.map { "\($0.0)=\($0.1)" }.joined(separator: "&").utf8))
      guard answer.status == 303 else { throw Unexpected("asking answered \(answer.status)") }
      return id
    }

    @Test func `The guest says what they cannot eat, and the host sees it until the request is over`() async throws {
      let app = try await TestApp.shared()
      let (host, guest, stranger) = (try await app.member(), try await app.member(), try await app.member())
      let listing = try await host.list()
      let form = try await guest.get("/hosts/\(listing)")
      #expect(form.shows("Allergies and diets of the guests"))
      #expect(form.count(of: "name=\"allergy\"") == 14 && form.count(of: "name=\"diet\"") == 8)
      // What was typed stays.
      let refused = try await guest.post("/hosts/\(listing)/requests", ["arrival": "", "allergy": "soy"])
      #expect(refused.status == 422 && refused.contains("value=\"soy\" checked"))
      let id = try await ask(
        guest, listing, from: 10, to: 12, ["allergy": "peanut", "allergy": "soy", "diet": "vegan"])
      let (mine, theirs) = ("/requests/\(id)", "/hosting/requests/\(id)")
      for (member, path) in [(guest, "/requests"), (guest, mine), (host, "/hosting/requests"), (host, theirs)] {
        let page = try await member.get(path)
        #expect(page.shows("Allergies and diets of the guests") && page.shows("Peanut, Soy, Vegan"), "\(path)")
      }
      #expect(try await stranger.get(theirs).status == 404)
      _ = try await host.answer(id, "decline")
      for path in ["/hosting/requests", theirs] { #expect(!(try await host.get(path).shows("Peanut, Soy, Vegan"))) }
      let again = try await ask(guest, listing, from: 20, to: 22, ["allergy": "egg"])
      #expect(try await host.get("/hosting/requests/\(again)").shows("Egg"))
      _ = try await guest.post("/requests/\(again)/delete")
      for path in ["/hosting/requests", "/hosting/requests/\(again)"] {
        let page = try await host.get(path)
        #expect(page.status == 200 && !page.shows("Egg"))
      }
    }

    @Test func `The guest alone changes it, the host hears of it, and an accepted stay stays accepted`() async throws {
      let app = try await TestApp.shared()
      let (host, guest) = (try await app.member(), try await app.member())
      let id = try await ask(guest, try await host.list(), from: 10, to: 12, ["allergy": "peanut"])
      let path = "/requests/\(id)"
      func change(_ member: Member, version: Int, _ needs: KeyValuePairs<String, String>) async throws -> Answer {
        let fields =
          [("version", "\(version)"), ("arrival", day(10)), ("departure", day(12)), ("guests", "1")]
          + needs.map { ($0, $1) }
        return try await member.browser.send(
          "POST", "\(path)/change", [:], Array(fields.map { "\($0.0)=\($0.1)" }.joined(separator: "&").utf8))
      }
      // A form without these fields leaves them.
      #expect(try await change(guest, version: 1, [:]).status == 303)
      #expect(try await host.get("/hosting\(path)").shows("Peanut"))
      _ = try await host.post("/hosting/requests/seen")
      #expect(try await change(guest, version: 1, ["needs": "given", "allergy": "egg", "diet": "paleo"]).status == 303)
      let page = try await host.get("/hosting\(path)")
      #expect(page.contains("<br>Egg, Paleo") && page.shows("Changed: allergies and diets of the guests"))
      #expect(try await host.get("/hosting/requests").contains("is-news\""))
      // Of two changes the later sees the first; the host's form is out of date, too.
      let late = try await change(guest, version: 1, ["needs": "given"])
      #expect(late.status == 409 && !late.contains("value=\"egg\" checked"))
      #expect(try await host.post("/hosting\(path)/accept", ["version": "1"]).status == 409)
      _ = try await host.answer(id, "accept")
      #expect(try guest.stored(id) == "accepted")
      #expect(try await change(guest, version: 3, ["needs": "given", "allergy": "soy"]).status == 303)
      #expect(try guest.stored(id) == "accepted")
      #expect(try await host.get("/hosting\(path)").contains("<br>Soy"))
      #expect(try await change(host, version: 4, ["needs": "given"]).status == 404)
      // Whatever the program does.
      let session = try Session(Target(url: app.databaseURL), deadline: .now() + .seconds(120))
      try session.run("SET ROLE foyer_app")
      try session.run("SELECT set_config('foyer.household', \(host.household), false)")
      #expect(throws: PostgresError.self) { try session.run("UPDATE stay_requests SET required = 0 WHERE id = \(id)") }
    }

    @Test func `Guests eat on the nights of their stay, and a clash names them and the day`() async throws {
      let app = try await TestApp.shared()
      let (host, guest) = (try await app.member(), try await app.member())
      try app.rows("UPDATE people SET name = 'Joe' WHERE household_id = \(guest.household)")
      let satay = "\(try await host.cook("Satay", ["2 tbsp peanut butter", "200 g rice"]))"
      let rice = "\(try await host.cook("Rice", ["200 g rice", "1 leek"]))"
      try await host.have("peanut butter, rice, leek")
      let id = try await ask(guest, try await host.list(), from: 0, to: 2, ["allergy": "peanut"])
      // Only once the stay is accepted.
      #expect(try await host.get("/recipes/results").recipeIDs.contains(satay))
      _ = try await host.answer(id, "accept")
      let page = try await host.get("/recipes/results")
      #expect(page.recipeIDs == [rice])
      #expect(page.contains("Guests: Joe (until ") && page.chosenEaters.last == "\(id)")
      let today = try await host.get("/")
      #expect(!today.contains("/recipes/\(satay)\"") && today.contains("/recipes/\(rice)\""))
      #expect(try await host.get("/recipes/\(satay)").warnings == ["Joe: peanut. 2 tbsp peanut butter"])
      // Without them.
      let me = try host.person
      #expect(try await host.get("/recipes/results?for=\(me)").recipeIDs.contains(satay))
      // On another day: the last night, and the day of the departure.
      for (offset, isThere) in [(-1, false), (0, true), (1, true), (2, false), (400, false)] {
        let answer = try await host.get("/recipes/results?day=\(day(offset))")
        #expect(answer.recipeIDs.contains(satay) != isThere, "day \(offset)")
        #expect(answer.contains("href=\"/recipes/\(rice)?day=\(day(offset))\""))
      }
      let named = try await host.get("/recipes/\(satay)?day=\(day(1))").warnings
      #expect(named.count == 1 && named[0].hasPrefix("Joe, ") && named[0].hasSuffix(": peanut. 2 tbsp peanut butter"))
      // Nobody else's stay: neither the guest's own kitchen nor a stranger's.
      #expect(!(try await guest.get("/recipes/results").shows("Guests:")))
      let stranger = try await app.member()
      let other = try await stranger.cook("Satay", ["2 tbsp peanut butter"])
      #expect(try await stranger.get("/recipes/results?for=\(id)").recipeIDs.contains("\(other)"))
      // Withdrawn, they are gone.
      _ = try await guest.post("/requests/\(id)/withdraw")
      #expect(try await host.get("/recipes/results").recipeIDs.contains(satay))
      for text in ["2026-02-30", "x", "99999-01-01", ""] {
        #expect(try await host.get("/recipes/results?day=\(text)").status == 200)
      }
    }

    @Test func `The letter of a new request has them, and its subject does not`() async throws {
      let app = try await TestApp.shared()
      let (host, guest) = (try await app.member(), try await app.member())
      let id = try await ask(guest, try await host.list(), from: 10, to: 12, ["allergy": "peanut", "diet": "vegan"])
      let session = try Session(Target(url: app.databaseURL), deadline: .now() + .seconds(120))
      try session.run("SET ROLE foyer_app")
      try session.run("SELECT set_config('foyer.household', \(host.household), false)")
      let row = try session.run(ReminderJobQueries.stay(id))[0]
      let news = try #require(try StayNews(row)?.news(.asked, "http://localhost", Strings(.en)))
      #expect(news.sections[0].lines[0].text.hasSuffix("Allergies and diets of the guests: Peanut, Vegan"))
      #expect(!news.subject.contains("Peanut"))
    }
  }
}
