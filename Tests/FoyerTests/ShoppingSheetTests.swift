import Testing

@testable import Foyer

extension Answer {
  /// What a list on paper says, aisle by aisle.
  fileprivate var paperLines: [String] {
    (between("<div class=\"paper-list\">", "</div>") ?? "").components("<li>").dropFirst().map { part in
      part.components("</li>")[0].components("<").map { $0.components(">").last ?? "" }.joined()
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
  }
}

extension FoyerTests {
  /// The shopping list on paper.
  @Suite struct ShoppingSheets {
    @Test func `What is still to buy stands in the order of the shop, with what is at hand and ticked left out`()
      async throws
    {
      let member = try await TestApp.shared().member()
      try await member.buy("frozen peas")
      try await member.buy("500 g flour")
      try await member.buy("¾ kg flour")
      try await member.buy("2 leeks")
      let soap = try await member.buy("soap")
      _ = try await member.post("/shopping/\(soap)/check", ["checked": "true"])
      _ = try await member.post("/recipes/ingredients", ["name": "rice", "amount": "1 kg"])
      let pilaf = try await member.cook("Pilaf", ["200 g rice"])
      _ = try await member.post("/recipes/\(pilaf)/shopping", ["ingredient": "200 g rice"])
      let sheet = try await member.get("/shopping/print")
      #expect(sheet.paperLines == ["2 leeks", "1 ¼ kg flour", "frozen peas"])
      #expect(sheet.contains("href=\"/shopping\"") && sheet.shows("QR code that opens this list"))
      let shop = UUID.v7()
      _ = try await member.post("/shopping/shops", ["id": "\(shop)", "name": "Market", "order": "frozen,dry,produce"])
      let market = try await member.get("/shopping/print?shop=\(shop)")
      #expect(market.paperLines == ["frozen peas", "1 ¼ kg flour", "2 leeks"])
      #expect(market.shows("Market") && market.contains("href=\"/shopping?shop=\(shop)\""))
      #expect(try await member.get("/shopping?shop=\(shop)").contains("href=\"/shopping/print?shop=\(shop)\""))
    }

    @Test func `Another household's shop and list are not on it, and an empty list says so`() async throws {
      let app = try await TestApp.shared()
      let (alice, bob) = (try await app.member(), try await app.member())
      let shop = UUID.v7()
      _ = try await alice.post("/shopping/shops", ["id": "\(shop)", "name": "Alice's market"])
      try await alice.buy("2 leeks")
      for query in ["?shop=\(shop)", "?shop=nothing", ""] {
        let sheet = try await bob.get("/shopping/print\(query)")
        #expect(sheet.status == 200 && sheet.paperLines == [] && sheet.shows("Nothing to buy"))
        #expect(!sheet.shows("market"))
      }
    }
  }
}
