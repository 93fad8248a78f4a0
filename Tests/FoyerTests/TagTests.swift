import Testing

@testable import Foyer

extension FoyerTests {
  @Suite struct TagTests {
    @Test func `R11: a tag with its colour is made, edited and shown with its number of items`() async throws {
      let member = try await TestApp.shared().member()
      #expect(try await member.get("/tags").shows("No tags yet"))
      let form = try await member.get("/tags/new")
      #expect(form.shows("New tag"))
      #expect(form.field("icon") == nil)
      let id = try #require(form.field("id"))
      let answer = try await member.post("/tags", ["id": id, "name": "urgent", "color": "#C0448F"])
      #expect(answer.status == 303)
      #expect(answer["location"] == "/tags#label-\(id)")
      #expect(try await member.get("/tags").notice == "Added: urgent")
      let tag = try #require(UUID(id.utf8))
      let item = try await member.add("Item")
      try member.tag(item, tag)
      let list = try await member.get("/tags")
      #expect(list.contains("fill=\"#c0448f\""))
      #expect(list.contains("href=\"/items?tag=\(id)\""))
      #expect(list.shows("1 item"))
      _ = try await member.post("/items/\(item)/delete")
      #expect(try await member.get("/tags").shows("0 items"))

      let edit = try await member.get("/tags/\(id)/edit")
      #expect(edit.shows("Edit tag"))
      #expect([edit.field("name"), edit.field("color")] == ["urgent", "#c0448f"])
      // Without a colour it keeps the one it has.
      #expect(try await member.post("/tags/\(id)", ["version": "1", "name": "soon"]).status == 303)
      let after = try await member.get("/tags/\(id)/edit")
      #expect([after.field("name"), after.field("color")] == ["soon", "#c0448f"])
    }

    @Test func `R11: any name comes back exactly, and is there once`() async throws {
      let member = try await TestApp.shared().member()
      for name in naughtyNames + [String(repeating: "ж", count: 10_000)] {
        let id = try await member.add(.tag, name)
        #expect(
          try await member.get("/tags/\(id)/edit").field("name")?.unicodeScalars.elementsEqual(name.unicodeScalars)
            == true)
        #expect(try await member.post("/tags", ["id": "\(UUID.v7())", "name": name.lowercased()]).status == 422)
      }
      #expect(try await member.get("/tags").labelIDs.count == naughtyNames.count + 1)
      for name in ["", " ", String(repeating: "x", count: 10_001)] {
        let answer = try await member.post("/tags", ["name": name, "color": "#abcdef"])
        #expect(answer.status == 422)
        #expect([answer.field("name"), answer.field("color")] == [name, "#abcdef"])
      }
    }

    @Test(arguments: [("Épicerie", "epicerie"), ("ЁЛКА", "елка")])
    func `R11: a name is there once, ignoring case and accents`(name: String, same: String) async throws {
      let (member, other) = (try await TestApp.shared().member(), try await TestApp.shared().member())
      let id = try await member.add(.tag, name)
      let answer = try await member.post("/tags", ["id": "\(UUID.v7())", "name": same])
      #expect(answer.status == 422)
      #expect(answer.shows("This name already exists."))
      #expect(try await member.get("/tags").labelIDs == ["\(id)"])
      #expect(try await member.post("/tags/\(id)", ["version": "1", "name": same]).status == 303)
      try await other.add(.tag, name)
    }

    @Test func `R11: tags are merged; an item that had both has one`() async throws {
      let member = try await TestApp.shared().member()
      let (one, other, third) = (
        try await member.add(.tag, "one"), try await member.add(.tag, "Other"), try await member.add(.tag, "third")
      )
      let (a, both, deleted) = (
        try await member.add("a"), try await member.add("both"), try await member.add("deleted")
      )
      try member.tag(a, one, third)
      try member.tag(both, one, other)
      try member.tag(deleted, one)
      _ = try await member.post("/items/\(deleted)/delete")
      let question = try await member.post("/tags/\(one)", ["version": "1", "name": "other"])
      #expect(question.status == 409)
      #expect(question.field("merge") == "\(other)")
      #expect(try member.tags(of: a) == ["one", "third"])

      let fields: KeyValuePairs = ["version": "1", "name": "other", "merge": "\(other)"]
      for _ in 1...2 { #expect(try await member.post("/tags/\(one)", fields).status == 303) }
      #expect(try await member.get("/tags").labelIDs == ["\(other)", "\(third)"])
      #expect(try member.tags(of: a) == ["Other", "third"])
      #expect(try member.tags(of: both) == ["Other"])
      #expect(try member.tags(of: deleted) == ["Other"])
      for (tag, count) in [(one, 0), (other, 2), (third, 1)] { #expect(try member.tagCounts(tag) == [count, count]) }
      _ = try await member.post("/items/\(deleted)/restore")
      #expect(try member.tagCounts(other) == [3, 3])
    }

    @Test func `R11: a merge with a tag of another household, or a deleted one, is 404`() async throws {
      let (member, stranger) = (try await TestApp.shared().member(), try await TestApp.shared().member())
      let (one, gone) = (try await member.add(.tag, "one"), try await member.add(.tag, "gone"))
      let theirs = try await stranger.add(.tag, "theirs")
      _ = try await member.post("/tags/\(gone)/delete")
      let item = try await member.add("Item")
      try member.tag(item, one)
      for other in [theirs, gone, UUID.v7()] {
        #expect(
          try await member.post("/tags/\(one)", ["version": "1", "name": "x", "merge": "\(other)"]).status == 404)
      }
      #expect(try member.tags(of: item) == ["one"])
      #expect(try stranger.tagCounts(theirs) == [0, 0])
    }

    @Test func `R12: a deleted tag disappears from each item; the other tags stay, and Undo brings it back`()
      async throws
    {
      let member = try await TestApp.shared().member()
      let (id, other) = (try await member.add(.tag, "urgent"), try await member.add(.tag, "waiting"))
      let (a, b) = (try await member.add("a"), try await member.add("b"))
      try member.tag(a, id, other)
      try member.tag(b, id)
      let question = try await member.get("/tags/\(id)/delete")
      #expect(question.shows("The tag disappears from 2 items."))
      for _ in 1...2 { #expect(try await member.post("/tags/\(id)/delete").status == 303) }
      let list = try await member.get("/tags")
      #expect(list.notice == "Deleted: urgent")
      #expect(list.contains("action=\"/tags/\(id)/restore\""))
      #expect(list.labelIDs == ["\(other)"])
      #expect(try member.tags(of: a) == ["waiting"])
      #expect(try member.tags(of: b) == [])
      #expect(Set(try await member.get("/items").itemIDs) == ["\(a)", "\(b)"])
      #expect(try await member.get("/tags/\(id)/edit").status == 404)

      // What happens to the items meanwhile is counted.
      _ = try await member.post("/items/\(b)/delete")
      #expect(try await member.post("/tags/\(id)/restore").status == 303)
      #expect(try await member.get("/tags").notice == "Restored: urgent")
      #expect(try member.tags(of: a) == ["urgent", "waiting"])
      #expect(try member.tagCounts(id) == [1, 1])
      #expect(try member.tagCounts(other) == [1, 1])
    }

    @Test func `R12: a tag whose name was given away meanwhile is not restored, which the notice says`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add(.tag, "urgent")
      _ = try await member.post("/tags/\(id)/delete")
      let new = try await member.add(.tag, "URGENT")
      #expect(try await member.post("/tags/\(id)/restore").status == 303)
      let list = try await member.get("/tags")
      #expect(list.notice == "Not restored, because the name is in use again: urgent. Nothing is lost.")
      #expect(list.labelIDs == ["\(new)"])
    }

    @Test func `R12: a tag that was deleted 30 days ago goes for good, and its items stay`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add(.tag, "old")
      let item = try await member.add("Item")
      try member.tag(item, id)
      _ = try await member.post("/tags/\(id)/delete")
      try member.app.rows("UPDATE tags SET deleted_at = now() - interval '30 days' WHERE id = \(id)")
      #expect(try await member.post("/tags/\(id)/restore").status == 404)
      #expect(try member.app.number("SELECT count(*) AS n FROM item_tags WHERE tag_id = \(id)") == 0)
      #expect(try await member.get("/items").itemIDs == ["\(item)"])
    }

    @Test func `R11: names are suggested as one types`() async throws {
      let (member, stranger) = (try await TestApp.shared().member(), try await TestApp.shared().member())
      try await stranger.add(.tag, "urgent, theirs")
      for name in ["not urgent", "Urgent"] { try await member.add(.tag, name) }
      #expect(try await member.get("/tags/suggest?q=urg").suggestions == ["Urgent", "not urgent"])
    }
  }
}
