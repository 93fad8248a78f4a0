import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// What others did lately.
  @Suite struct ActivitySuite {
    /// A household of two, and what the second one reads after a pause.
    private func two() async throws -> (ada: Member, guest: Member) {
      let ada = try await TestApp.shared().member()
      let guest = try await ada.app.housemate(of: ada)
      return (ada, guest)
    }

    @Test func `What others did is news until one has looked and been away`() async throws {
      let (ada, guest) = try await two()
      try ada.app.rows(
        "UPDATE people SET looked_before = now() - interval '1 hour' WHERE household_id = \(ada.household)")
      #expect(try await ada.get("/").lately == ["Guest joined the household"])
      try ada.pause()
      let (milk, bread) = (try await guest.add("Milk"), try await guest.add("Bread"))
      _ = try await ada.add("My own")
      _ = try await guest.post("/items/\(milk)/done", ["done": "true"])
      #expect(try await ada.get("/").lately == ["Guest ticked “Milk”", "Guest added “Bread”"])
      #expect(try await guest.get("/").lately == ["Ada Lovelace added “My own”"])
      // Looked at twice it is still there; what is taken back is not.
      _ = try await guest.post("/items/\(milk)/done", ["done": "false"])
      _ = try await guest.post("/items/\(bread)/delete")
      #expect(try await ada.get("/").lately == ["Guest deleted “Bread”"])
      _ = try await guest.post("/items/\(bread)/restore")
      #expect(try await ada.get("/").lately == [])
      _ = try await guest.post("/items/\(bread)/done", ["done": "true"])
      #expect(try await ada.get("/").lately == ["Guest ticked “Bread”"])
      // The next look after half an hour notes itself, and leaves the news for a while.
      try ada.app.rows("UPDATE people SET looked_at = now() WHERE household_id = \(ada.household)")
      try ada.app.rows(
        "UPDATE people SET looked_at = looked_at - interval '31 minutes' WHERE household_id = \(ada.household)")
      try ada.app.rows("UPDATE activity SET at = at - interval '1 hour' WHERE household_id = \(ada.household)")
      #expect(try await ada.get("/").lately == [])
      let fresh = try ada.app.number(
        "SELECT count(*) AS n FROM people WHERE household_id = \(ada.household) AND looked_at > now() - interval '1 minute'"
      )
      #expect(fresh == 1)
      // No stranger reads it.
      #expect(try await ada.app.member().get("/").lately == [])
    }

    @Test func `Recipes and stays are told in one's own household`() async throws {
      let (ada, guest) = try await two()
      let (host, cohost) = try await two()
      try ada.pause()
      try host.pause()
      _ = try await guest.post("/recipes", ["id": "\(UUID.v7())", "name": "Omelette", "ingredients": "3 eggs"])
      let listing = try await host.list("Joe Hamilton")
      let request = try await guest.ask(listing)
      #expect(
        try await ada.get("/").lately == [
          "Guest asked Joe Hamilton for a stay", "Guest wrote down the recipe “Omelette”",
        ])
      #expect(try await host.get("/").lately == [])
      try await cohost.answer(request, "accept")
      #expect(try await host.get("/").lately.first == "Guest accepted the request from Guest")
      #expect(try await ada.get("/").lately.count == 2)
    }

    @Test func `Of a selection five are told, of the first load none, and a household keeps a few hundred`()
      async throws
    {
      let (ada, guest) = try await two()
      try ada.pause()
      var ids: [UUID] = []
      for number in 1...8 { ids.append(try await ada.add("Item \(number)")) }
      try ada.app.rows("UPDATE items SET is_sample = true WHERE household_id = \(ada.household)")
      let form = "action=done" + ids.map { "&item=\($0)" }.joined()
      #expect(try await guest.browser.send("POST", "/items/several", [:], Array(form.utf8)).status == 303)
      #expect(try await ada.get("/").lately.count == 5)
      let person: UUID = try ada.app.rows(
        "SELECT id FROM people WHERE household_id = \(ada.household) AND name = 'Guest'")[0]["id"]
      try ada.app.rows(
        """
        INSERT INTO activity (household_id, person_id, kind, subject_id, title, at)
        SELECT \(ada.household), \(person), 'item_done', gen_random_uuid(), 'Item', CASE WHEN n > 250 THEN now() - interval '31 days' ELSE now() + n * interval '1 second' END
        FROM generate_series(1, 500) AS n
        """)
      // Old ones go now and then, with one of sixteen changes.
      func kept() throws -> Int {
        try ada.app.number("SELECT count(*) AS n FROM activity WHERE household_id = \(ada.household)")
      }
      while try kept() > 216 { try await guest.add("One more") }
      #expect(try await ada.get("/").lately.count == 20)
    }

    @Test func `Who leaves or is deleted is not named any more`() async throws {
      let (ada, leaver) = try await two()
      let deleted = try await ada.app.housemate(of: ada)
      for mate in [leaver, deleted] { try await mate.add("Milk") }
      #expect(try await leaver.post("/household/leave", ["confirm": "true"]).status == 303)
      #expect(try await deleted.post("/account/delete", ["password": deleted.password]).status == 303)
      #expect(try await ada.get("/").lately == [])
      #expect(try ada.app.number("SELECT count(*) AS n FROM activity WHERE household_id = \(ada.household)") == 0)
      #expect(try await leaver.get("/").lately == [])
      // With the household goes what was noted.
      try await ada.add("Milk")
      #expect(try await ada.post("/account/delete", ["password": ada.password]).status == 303)
      #expect(try ada.app.number("SELECT count(*) AS n FROM activity WHERE household_id = \(ada.household)") == 0)
    }
  }
}
