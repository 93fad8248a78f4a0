import Testing

@testable import Foyer

extension FoyerTests {
  @Suite struct RoundTrips {
    @Test func `A page is one round trip, however many items there are`() async throws {
      let proxy = DatabaseProxy()
      let app = try await TestApp.counted(by: proxy)
      let member = try await app.member()
      let id = try await member.add("One")
      let listing = try await member.list()
      let request = try await app.member().ask(listing)
      _ = try await member.post("/recipes", ["id": "\(id)", "name": "Omelette", "ingredients": "3 eggs\n20 g butter"])
      // Whether it fits nobody knows.
      try await member.cook("Unheard stew", ["1 unheardofium"])
      _ = try await member.post("/recipes/parameters", ["allergy": "gluten"])
      _ = try await member.post(
        "/plan", ["id": "\(id)", "day": "2026-11-24", "meal": "lunch", "recipe": "\(id)"])
      for filled in [0, 1_000] {
        try member.fill(filled)
        try member.fill(filled, deleted: true)
        for path in [
          "/", "/items", "/items?status=later", "/items/done", "/items/pasted", "/items/\(id)/year",
          "/items?q=item&status=open", "/items/new", "/items/\(id)/edit",
          "/trash",
          "/readyz",
          "/categories", "/categories/new", "/categories/suggest?q=a", "/tags", "/tags/new", "/tags/suggest?q=a",
          "/settings", "/settings/sessions", "/settings/security", "/settings/how-to", "/settings/whats-new",
          "/household", "/account/delete", "/welcome", "/welcome/people", "/welcome/routines",
          "/settings/photo", "/hosts", "/hosts?q=a%20b", "/hosts/\(listing)", "/hosts/\(listing)/photo", "/requests",
          "/requests/delete-all", "/hosting", "/hosting/requests", "/hosting/requests/\(request)",
          "/settings/photo", "/recipes", "/recipes?q=soup", "/recipes?page=1", "/recipes/hand", "/recipes/\(id)/cook",
          "/recipes/new", "/recipes/\(id)", "/recipes/\(id)/edit", "/recipes/results",
          "/recipes/results?q=soup", "/recipes/results?unknown=show", "/recipes/results?sort=name&q=stew&unknown=show",
          "/shopping", "/shopping/lists", "/shopping/suggest", "/shopping/suggest?q=mi", "/recipes/parameters",
          "/recipes/import", "/favorites", "/favorites?q=soup",
          "/recipes/ingredients/suggest?q=egg", "/search", "/search?q=item%201", "/calendar", "/calendar?view=agenda",
          "/settings/feeds", "/settings/tokens", "/settings/webhooks", "/add", "/add?text=milk", "/add?text=call%20Ben",
          "/plan",
          "/plan?week=2026-W48", "/plan/\(id)", "/plan/recipes?q=om", "/items/\(id)/lines",
        ] {
          let before = proxy.roundTrips
          #expect(
            try await member.get(path).status == (path.hasSuffix("/photo") && path.hasPrefix("/hosts") ? 404 : 200))
          #expect(proxy.roundTrips - before == 1, "\(path)")
        }
      }
      for path in ["/items/\(id)/done", "/items/\(id)/snooze", "/items/\(id)/delete", "/items/\(id)/restore"] {
        for headers in [[:], fragment()] {
          let before = proxy.roundTrips
          #expect(
            [200, 303].contains(try await member.post(path, ["done": "true", "until": "2099-01-01"], headers).status))
          // One is the answer's; the other tells the readers of other pages, whenever it goes.
          while proxy.roundTrips - before < 2 { await Task.yield() }
          #expect(proxy.roundTrips - before == 2, "\(path)")
        }
      }
      let before = proxy.roundTrips
      for path in ["/login", "/healthz", "/nowhere", "/favicon.ico", "/offline"] {
        _ = try await app.browser().get(path)
      }
      #expect(proxy.roundTrips == before)
      await app.app.stop()
    }
  }
}
