import EventLoop
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// The lines of an item.
  @Suite struct ChecklistTests {
    @Test func `A new item has a line for each line of words, without its box or bullet`() async throws {
      let member = try await TestApp.shared().member()
      let id = UUID.v7()
      let text = "- [ ] Tent\r\n\r\n[x] Stove\n• Rope\n☑ Map\n- Lamp\n   "
      #expect(try await member.send("/items", ["id": "\(id)", "title": "Camp", "checklist": text]).status == 303)
      #expect(try member.lines(of: id) == ["Tent", "✓Stove", "Rope", "✓Map", "Lamp"])
      #expect(try await member.get("/items").contains("href=\"/items/\(id)/lines\">2 of 5</a>"))
      let page = try await member.get("/items/\(id)/edit")
      #expect(page.contains("<h2 id=\"checklist-title-\(id)\">Checklist</h2>") && page.shows("2 of 5"))
      #expect(page.contains("name=\"done\" value=\"true\" autocomplete=\"off\" checked"))
    }

    @Test func `Lines are added, ticked, edited, moved and deleted, and Undo takes it back`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add("Camp")
      let (first, second) = (UUID.v7(), UUID.v7())
      for _ in 1...2 {
        #expect(try await member.post("/items/\(id)/lines", ["id": "\(first)", "text": "Tent"]).status == 303)
      }
      _ = try await member.post("/items/\(id)/lines", ["id": "\(second)", "text": "Stove"])
      _ = try await member.post("/items/\(id)/lines", ["text": "Rope\nLamp"])
      #expect(try member.lines(of: id) == ["Tent", "Stove", "Rope", "Lamp"])
      #expect(try await member.post("/items/\(id)/lines/\(first)/done", ["done": "true"]).status == 303)
      #expect(
        try await member.post("/items/\(id)/lines/\(first)", ["text": " Big tent ", "was": "Tent"]).status == 303)
      #expect(try member.lines(of: id) == ["✓Big tent", "Stove", "Rope", "Lamp"])
      let moved = try await member.post("/items/\(id)/lines/\(first)/move", ["before": ""], fragment())
      #expect(try member.lines(of: id) == ["Stove", "Rope", "Lamp", "✓Big tent"])
      #expect(moved.contains("action=\"/items/\(id)/lines/\(first)/move?place=0\""))
      _ = try await member.post("/items/\(id)/lines/\(first)/move?place=0")
      #expect(try member.lines(of: id) == ["✓Big tent", "Stove", "Rope", "Lamp"])
      _ = try await member.post("/items/\(id)/lines/\(first)/move", ["before": "\(second)"])
      #expect(try member.lines(of: id) == ["✓Big tent", "Stove", "Rope", "Lamp"])
      let deleted = try await member.post("/items/\(id)/lines/\(second)/delete", [:], fragment())
      #expect(deleted.shows("“Stove” was deleted.") && deleted.contains("/items/\(id)/lines/\(second)/restore"))
      #expect(try member.lines(of: id) == ["✓Big tent", "Rope", "Lamp"])
      #expect(try await member.get("/items").contains(">1 of 3</a>"))
      #expect(try await member.get("/items?q=Stove").itemIDs == [])
      _ = try await member.post("/items/\(id)/lines/\(second)/restore")
      #expect(try member.lines(of: id) == ["✓Big tent", "Stove", "Rope", "Lamp"])
      _ = try await member.post("/items/\(id)/lines/\(first)/done")
      #expect(try member.lines(of: id)[0] == "Big tent")
      #expect(try await member.post("/items/\(id)/lines/\(UUID.v7())/done", ["done": "true"]).status == 404)
    }

    @Test func `Nobody's words of a line are overwritten or lost`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add("Camp")
      let line = UUID.v7()
      let path = "/items/\(id)/lines/\(line)"
      _ = try await member.post("/items/\(id)/lines", ["id": "\(line)", "text": "Tent"])
      _ = try await member.post(path, ["text": "Green tent", "was": "Tent"])
      let asked = try await member.post(path, ["text": "Blue tent", "was": "Tent"])
      #expect(asked.status == 409 && asked.contains("value=\"Blue tent\"") && asked.contains("value=\"Green tent\""))
      #expect(asked.field("was") == "Green tent")
      #expect(try member.lines(of: id) == ["Green tent"])
      #expect(try await member.post(path, ["text": "Blue tent", "was": "Green tent"]).status == 303)
      // A line that somebody has deleted meanwhile.
      _ = try await member.post("\(path)/delete")
      #expect(try await member.post(path, ["text": "Red tent", "was": "Blue tent"]).status == 409)
      #expect(try await member.post(path, ["text": "Red tent", "was": ""]).status == 303)
      #expect(try member.lines(of: id) == ["Red tent"])
      for text in ["", " ", String(repeating: "x", count: 1_001)] {
        #expect(try await member.post(path, ["text": text, "was": "Red tent"]).status == 422)
      }
      let many = (1...201).map { "Line \($0)" }.joined(separator: "\n")
      let refused = try await member.post("/items/\(id)/lines", ["text": many])
      #expect(refused.status == 422 && refused.contains("Line 201"))
      #expect(try member.lines(of: id) == ["Red tent"])
    }

    @Test func `Members who tick different lines at once all succeed`() async throws {
      let member = try await TestApp.shared().member()
      let id = UUID.v7()
      let text = (1...12).map { "Line \($0)" }.joined(separator: "\n")
      #expect(try await member.send("/items", ["id": "\(id)", "title": "Camp", "checklist": text]).status == 303)
      let page = try await member.get("/items/\(id)/lines").text
      let ids = page.components("<li id=\"line-").dropFirst().map { String($0.prefix(36)) }
      #expect(ids.count == 12)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for line in ids {
          group.addTask {
            let answer = try await member.post("/items/\(id)/lines/\(line)/done", ["done": "true"])
            #expect(answer.status == 303)
          }
        }
        try await group.waitForAll()
      }
      #expect(try member.lines(of: id).allSatisfy { $0.hasPrefix("✓") })
      // A form that was open meanwhile is merged: it has no field of the lines.
      #expect(try await member.get("/items").contains(">12 of 12</a>"))
    }

    @Test func `A line becomes an item in the same category, and Undo makes it a line again`() async throws {
      let member = try await TestApp.shared().member()
      let (id, line) = (UUID.v7(), UUID.v7())
      #expect(try await member.send("/items", ["id": "\(id)", "title": "Camp", "category": "Trips"]).status == 303)
      for (lineID, text) in [(UUID.v7(), "Tent"), (line, "Stove"), (UUID.v7(), "Rope")] {
        _ = try await member.post("/items/\(id)/lines", ["id": "\(lineID)", "text": text])
      }
      let became = try await member.post("/items/\(id)/lines/\(line)/item", [:], fragment())
      #expect(became.shows("“Stove” is an item now.") && became.contains("/items/\(id)/lines/\(line)/back"))
      let category: UUID = try member.app.rows(
        "SELECT id FROM categories WHERE household_id = \(member.household) AND name = 'Trips'")[0]["id"]
      #expect(try await Set(member.get("/items?category=\(category)").itemIDs) == ["\(id)", "\(line)"])
      #expect(try member.lines(of: id) == ["Tent", "Rope"])
      #expect(try await member.post("/items/\(id)/lines/\(line)/back").status == 303)
      #expect(try await member.get("/items").itemIDs == ["\(id)"])
      #expect(try member.lines(of: id) == ["Tent", "Stove", "Rope"])
    }

    @Test func `The search, feeds, Today and the next one of a series have the lines`() async throws {
      let member = try await TestApp.shared().member()
      let id = UUID.v7()
      let fields = [
        "id": "\(id)", "title": "Clean", "checklist": "[x] Wipe the chandelier\nSweep", "due_date": day(0),
        "repeat": "FREQ=DAILY",
      ]
      #expect(try await member.send("/items", fields).status == 303)
      #expect(try await member.get("/items?q=chandelier").itemIDs == ["\(id)"])
      #expect(try await member.get("/search?q=chandelier").contains("/items/\(id)/edit"))
      #expect(try await member.get("/").contains("href=\"/items/\(id)/lines\">1 of 2</a>"))
      let feed = try await member.makeFeed("All")
      #expect(try await member.app.browser().get(feed).contains("DESCRIPTION:☑ Wipe the chandelier\\n☐ Sweep"))
      #expect(try await member.post("/items/\(id)/done", ["done": "true"]).status == 303)
      let next = try #require(try await member.get("/items").itemIDs.first)
      #expect(next != "\(id)")
      #expect(try member.lines(of: try #require(UUID(next.utf8))) == ["Wipe the chandelier", "Sweep"])
    }

    @Test func `What was deleted long ago is forgotten`() {
      var checklist = Checklist((0..<60).map { Checklist.Line(text: "\($0)", goneAt: 1_000_000 + $0) })
      checklist.add([Checklist.Line(text: "old", goneAt: 1), Checklist.Line(text: "here")])
      checklist.forget(now: 1_000_100)
      #expect(checklist.all.count == 51 && checklist.lines.map(\.text) == ["here"])
      #expect(checklist.all.first?.text == "10")
      #expect(Checklist(json: checklist.json) == checklist)
    }
  }
}

extension Member {
  /// The texts of an item's lines, with ✓ in front of what is done.
  fileprivate func lines(of id: UUID) throws -> [String] {
    let row = try app.rows(
      "SELECT checklist::text AS checklist FROM items WHERE household_id = \(household) AND id = \(id)")[0]
    return Checklist(json: try row["checklist"]).lines.map { ($0.isDone ? "✓" : "") + $0.text }
  }
}
