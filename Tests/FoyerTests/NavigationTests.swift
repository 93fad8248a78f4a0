import Testing

@testable import Foyer

extension FoyerTests {
  /// What leads from one place to another.
  @Suite struct NavigationTests {
    @Test(arguments: [
      ("/items", "Items"), ("/categories", "Categories"), ("/tags", "Tags"), ("/hosts", "Stays"),
      ("/recipes", "Recipes"), ("/settings", "Settings"),
    ])
    func `R1: every place is one tap away from every page, with name and icon, and the current one is marked`(
      path: String, name: String
    ) async throws {
      let member = try await TestApp.shared().member()
      for from in ["/", "/items", "/categories", "/tags", "/hosts", "/recipes", "/settings", "/trash"] {
        let page = try await member.get(from)
        let bar = try #require(page.text.slice(from: "<nav class=\"bar\"", to: "</nav>"))
        let link = try #require(bar.slice(from: "<a href=\"\(path)\"", to: "</a>"))
        #expect(link.contains("<svg class=\"icon\"") && link.contains(">\(name)<"))
        #expect(link.contains("aria-current=\"page\"") == (from == path), "\(path) from \(from)")
      }
    }

    @Test func `R2: the list has a title, a button to add and every item of the household`() async throws {
      let member = try await TestApp.shared().member()
      var ids: Set<String> = []
      for index in 1...7 { ids.insert("\(try await member.add("Item \(index)"))") }
      let mate = try await member.app.housemate(of: member)
      ids.insert("\(try await mate.add("The mate's"))")
      for reader in [member, mate] {
        let page = try await reader.get("/items")
        #expect(page.count(of: "<h1") == 1 && page.contains(">Items</h1>"))
        #expect(page.contains("href=\"/items/new\""))
        #expect(Set(page.itemIDs) == ids)
      }
    }
  }
}

extension StringProtocol {
  /// From where one text begins to where the next other one ends.
  fileprivate func slice(from start: String, to end: String) -> String? {
    guard let first = firstRange(of: start), let last = self[first.upperBound...].firstRange(of: end) else {
      return nil
    }
    return String(self[first.lowerBound..<last.upperBound])
  }
}
