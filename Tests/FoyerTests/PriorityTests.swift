import EventLoop
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// How much an item matters.
  @Suite struct PriorityTests {
    @Test func `Marks of the line give an item a priority, which its form shows and changes`() async throws {
      let member = try await TestApp.shared().member()
      let preview = try await member.get("/items/quick?text=Pay%20the%20rent%20!!!")
      #expect(preview.shows("High priority") && preview.contains("\"13-16\""))
      let id = UUID.v7()
      #expect(try await member.post("/items/quick", ["id": "\(id)", "text": "Pay the rent !!!"]).status == 303)
      let list = try await member.get("/items")
      #expect(list.contains("<span class=\"item-priority\" role=\"img\" aria-label=\"High priority\""))
      let form = try await member.get("/items/\(id)/edit")
      #expect(form.field("title") == "Pay the rent" && form.contains("<option value=\"high\" selected>"))
      // A form of an earlier release has no such field.
      let version = try #require(form.field("version"))
      #expect(try await member.send("/items/\(id)", ["title": "Pay rent", "version": version]).status == 303)
      #expect(try await member.get("/items/\(id)/edit").contains("<option value=\"high\" selected>"))
      let next = try #require(try await member.get("/items/\(id)/edit").field("version"))
      let fields = ["title": "Pay rent", "version": next, "priority": "none"]
      #expect(try await member.send("/items/\(id)", fields).status == 303)
      #expect(try await !member.get("/items").contains("item-priority"))
    }

    @Test func `A list has what matters most first, or one priority alone`() async throws {
      let member = try await TestApp.shared().member()
      var ids: [String: String] = [:]
      for priority in ["none", "low", "high", "medium"] {
        let id = UUID.v7()
        ids[priority] = "\(id)"
        let fields = ["id": "\(id)", "title": "Of \(priority) weight", "priority": priority]
        #expect(try await member.send("/items", fields).status == 303)
      }
      let order = ["high", "medium", "low", "none"].compactMap { ids[$0] }
      #expect(try await member.get("/items?sort=priority").itemIDs == order)
      #expect(try await member.get("/items?sort=priority&q=weight").itemIDs == order)
      #expect(try await member.get("/items?sort=priority&after=\(order[1])").itemIDs == Array(order[2...]))
      let high = try await member.get("/items?priority=high")
      #expect(high.itemIDs == [order[0]] && high.shows("High priority"))
      let choices = try await member.get("/items/filters")
      #expect(choices.shows("Medium priority") && choices.contains("/items?priority=medium"))
      #expect(try await member.post("/items/\(order[0])/done", ["done": "true"]).status == 303)
      #expect(try await !member.get("/items/filters").shows("High priority"))
      #expect(try await member.get("/items?priority=high&status=open").itemIDs == [])
    }

    @Test func `Today, feeds and the next one of a series have it`() async throws {
      let member = try await TestApp.shared().member()
      let id = UUID.v7()
      let fields = [
        "id": "\(id)", "title": "Bins", "priority": "medium", "due_date": day(0), "repeat": "FREQ=DAILY",
      ]
      #expect(try await member.send("/items", fields).status == 303)
      #expect(try await member.get("/").contains("aria-label=\"Medium priority\""))
      let feed = try await member.makeFeed("All")
      #expect(try await member.app.browser().get(feed).contains("\r\nPRIORITY:5\r\n"))
      #expect(try await member.post("/items/\(id)/done", ["done": "true"]).status == 303)
      let next = try await member.get("/items")
      #expect(next.itemIDs.count == 1 && next.itemIDs != ["\(id)"] && next.contains("aria-label=\"Medium priority\""))
    }

    @Test func `Two who edit one item are asked about the priority alone that both changed`() async throws {
      let member = try await TestApp.shared().member()
      let id = UUID.v7()
      #expect(try await member.send("/items", ["id": "\(id)", "title": "Roof"]).status == 303)
      let form = try await member.get("/items/\(id)/edit")
      let (version, base) = (try #require(form.field("version")), try #require(form.field("base")))
      let theirs = ["title": "Roof", "version": version, "base": base, "priority": "low"]
      #expect(try await member.send("/items/\(id)", theirs).status == 303)
      // Only one changed it: it stays beside the other's words.
      let merged = ["title": "The roof", "version": version, "base": base, "priority": "none"]
      #expect(try await member.send("/items/\(id)", merged).status == 303)
      let edit = try await member.get("/items/\(id)/edit")
      #expect(edit.field("title") == "The roof" && edit.contains("<option value=\"low\" selected>"))
      let mine = ["title": "The roof", "version": version, "base": base, "priority": "high"]
      let asked = try await member.send("/items/\(id)", mine)
      #expect(
        asked.status == 409 && asked.contains("<mark>High</mark> priority")
          && asked.contains("<mark>Low</mark> priority"))
    }
  }
}
