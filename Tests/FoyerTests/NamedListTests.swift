import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// Further shopping lists, and what a household usually buys.
  @Suite struct NamedListTests {
    @Test func `A further list has lines of its own`() async throws {
      let member = try await TestApp.shared().member()
      let id = UUID.v7()
      for _ in 1...2 {
        let answer = try await member.post("/shopping/lists", ["id": "\(id)", "name": "Hardware"])
        #expect(answer.status == 303 && answer["location"] == "/shopping?list=\(id)")
      }
      try await member.buy("milk")
      let own = UUID.v7()
      let added = try await member.post("/shopping", ["id": "\(own)", "list": "\(id)", "text": "20 nails"])
      #expect(added["location"] == "/shopping?list=\(id)")
      _ = try await member.post("/shopping?list=\(id)", ["id": "\(UUID.v7())", "text": "milk"])
      #expect(try await member.shopping() == ["milk"])
      #expect(try await member.shopping("?list=\(id)") == ["20 nails", "milk"])
      #expect(try await member.get("/shopping/lists").shows("Hardware"))
      // A tick and what is cleared are of this list alone; a line's page shows its list's.
      let line = try #require(try await member.get("/shopping?list=\(id)").shoppingLines.first { $0.label == "milk" })
      #expect(try await member.get("/shopping/\(line.id)").count(of: "id=\"parts\"") == 0)
      _ = try await member.post("/shopping/\(line.id)/check?list=\(id)", ["checked": "true"])
      #expect(try await member.shopping(checked: true, "?list=\(id)") == ["milk"])
      #expect(try await member.shopping() == ["milk"])
      #expect(try await member.post("/shopping/clear?list=\(id)")["location"] == "/shopping?list=\(id)")
      #expect(try await member.shopping(checked: true, "?list=\(id)") == [])
      // Renamed, deleted with its lines, and back.
      _ = try await member.post("/shopping/lists/\(id)", ["name": "Ironmonger"])
      #expect(try await member.get("/shopping/lists/\(id)").shows("Ironmonger"))
      #expect(try await member.post("/shopping/lists/\(id)", ["name": " "]).status == 422)
      #expect(try await member.post("/shopping/lists", ["name": ""]).status == 422)
      #expect(try await member.post("/shopping/lists/\(id)/delete")["location"] == "/shopping/lists")
      #expect(try await member.get("/shopping?list=\(id)").status == 404)
      _ = try await member.post("/shopping/lists/\(id)/restore")
      #expect(try await member.shopping("?list=\(id)") == ["20 nails"])
      let stranger = try await member.app.member()
      #expect(try await stranger.get("/shopping?list=\(id)").status == 404)
      #expect(try await stranger.get("/shopping/lists/\(id)").status == 404)
      let foreign = try await stranger.post("/shopping", ["id": "\(UUID.v7())", "list": "\(id)", "text": "x"])
      #expect(foreign.status == 404)
      #expect(try await member.shopping("?list=\(id)") == ["20 nails"])
    }

    @Test func `The forms of a list and of a shop lead back to it, without a script`() async throws {
      let member = try await TestApp.shared().member()
      let (list, shop) = (UUID.v7(), UUID.v7())
      _ = try await member.post("/shopping/lists", ["id": "\(list)", "name": "Hardware"])
      _ = try await member.post("/shopping/shops", ["id": "\(shop)", "name": "Market"])
      for query in ["?list=\(list)", "?shop=\(shop)"] {
        for text in ["nails", "soap"] {
          _ = try await member.post("/shopping\(query)", ["id": "\(UUID.v7())", "text": text])
        }
        var page = try await member.get("/shopping\(query)")
        _ = try await member.post(
          "/shopping/\(try #require(page.shoppingLines.first).id)/check\(query)", ["checked": "true"])
        page = try await member.get("/shopping\(query)")
        let ids = page.shoppingLines.map { "/shopping/\($0.id)/delete" }
        for path in ["/shopping", "/shopping/clear", "/shopping/to-hand"] + ids {
          #expect(page.contains("action=\"\(path)\(query)\""), "\(path)\(query)")
        }
        #expect(page.count(of: "%3F") == 0)
        let deleted = try await member.post("\(ids[0])\(query)", [:])
        #expect(deleted["location"] == "/shopping\(query)")
        // Undo stands on its page.
        let undo = ids[0].replacing("/delete", with: "/restore")
        let restored = try await member.post(
          undo, [:], ["referer": "\(member.browser.origin)/shopping\(query)"])
        #expect(restored["location"] == "/shopping\(query)")
      }
    }

    @Test func `What is ticked most often is suggested first`() async throws {
      let member = try await TestApp.shared().member()
      func trip(_ foods: String...) async throws {
        for food in foods {
          let id = try await member.buy(food)
          _ = try await member.post("/shopping/\(id)/check", ["checked": "true"])
        }
        _ = try await member.post("/shopping/clear")
        try member.app.rows(
          "UPDATE usual_foods SET last_at = last_at - interval '1 day' WHERE household_id = \(member.household)")
      }
      try await trip("1 l milk", "mint", "bread")
      try await trip("2 l milk", "bread")
      try await trip("milk")
      let names = { (path: String) in
        try await member.get(path).text.components("<option value=\"").dropFirst().map { $0.components("\"")[0] }
      }
      #expect(try await names("/shopping/suggest").prefix(2) == ["milk", "bread"])
      #expect(try await names("/shopping/suggest?q=MI") == ["milk", "mint"])
      #expect(try await names("/shopping/suggest?q=xyz") == [])
      // A tile is one tap; what is on the list needs none.
      #expect(try await member.get("/shopping").contains("name=\"text\" value=\"milk\""))
      try await member.buy("milk")
      #expect(!(try await member.get("/shopping").contains("name=\"text\" value=\"milk\"")))
      #expect(try await member.app.member().get("/shopping/suggest").count(of: "<option") == 0)
      // A tick that is taken back and set again is one trip; ticks without a network count as well.
      let ticks = try member.app.rows(
        "SELECT ticks FROM usual_foods WHERE household_id = \(member.household) AND key = 'milk'")
      #expect(try ticks.map { try $0["ticks"] as Int } == [3])
    }
  }
}
