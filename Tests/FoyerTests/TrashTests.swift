import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// What was deleted is listed for 30 days, whatever it is, and comes back.
  @Suite struct TrashTests {
    @Test(arguments: [("categories", "category"), ("tags", "tag")])
    func `Deleted categories and tags are in the trash, come back from there, and go after 30 days`(
      kind: String, name: String
    ) async throws {
      let (member, stranger) = (try await TestApp.shared().member(), try await TestApp.shared().member())
      let labels: LabelKind = kind == "tags" ? .tag : .category
      let (young, old) = (try await member.add(labels, "Young <1>"), try await member.add(labels, "Old"))
      for id in [young, old] { #expect(try await member.post("/\(kind)/\(id)/delete").status == 303) }
      let table: SQL = kind == "tags" ? "tags" : "categories"
      try member.app.rows(
        "UPDATE \(fragment: table) SET deleted_at = now() - interval '30 days' WHERE id = \(old)")
      let trash = try await member.get("/trash")
      #expect(trash.shows("Young <1>") && !trash.contains("id=\"\(name)-\(old)\""))
      #expect(trash.contains("aria-label=\"Restore Young &lt;1&gt;\""))
      #expect(trash.contains("id=\"deleted-\(kind)\""))
      #expect(!(try await stranger.get("/trash").contains("\(young)")))

      // With a script the row goes and the notice stays; without one the reader is back in the trash.
      let part = try await member.post("/\(kind)/\(young)/restore", [:], fragment("\(name)-\(young)"))
      #expect(part.status == 200 && part["hx-reswap"] == nil)
      #expect(part.notice == "Restored: Young <1>")
      #expect(try await member.get("/\(kind)").labelIDs == ["\(young)"])
      _ = try await member.post("/\(kind)/\(young)/delete")
      let referer = ["referer": "\(member.browser.origin)/trash"]
      let back = try await member.post("/\(kind)/\(young)/restore", [:], referer)
      #expect(back.status == 303 && back["location"] == "/trash")
      #expect(!(try await member.get("/trash").contains("id=\"deleted-\(kind)\"")))
    }

    @Test func `A category whose name was given away stays in the trash`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add(.category, "Garden")
      _ = try await member.post("/categories/\(id)/delete")
      try await member.add(.category, "garden")
      let answer = try await member.post("/categories/\(id)/restore", [:], fragment("category-\(id)"))
      #expect(answer["hx-reswap"] == "none")
      #expect(try await member.get("/trash").contains("id=\"category-\(id)\""))
    }

    @Test func `Freed nights are in the trash and are blocked again from there`() async throws {
      let member = try await TestApp.shared().member()
      try await member.list()
      let id = UUID.v7()
      _ = try await member.post("/hosting/blocked-dates", ["id": "\(id)", "from": "2099-01-01", "to": "2099-01-03"])
      #expect(try await member.get("/hosting").contains("aria-label=\"Delete 1"))
      _ = try await member.post("/hosting/blocked-dates/\(id)/delete")
      let trash = try await member.get("/trash")
      #expect(trash.contains("id=\"blocked-\(id)\"") && trash.contains("id=\"deleted-blocked-dates\""))
      let part = try await member.post("/hosting/blocked-dates/\(id)/restore", [:], fragment("blocked-\(id)"))
      #expect(part.status == 200 && part.notice != nil)
      #expect(try await member.get("/hosting").contains("id=\"blocked-\(id)\""))
      #expect(!(try await member.get("/trash").contains("id=\"blocked-\(id)\"")))
    }

    @Test func `Each kind is paged by itself, with a script and without`() async throws {
      let member = try await TestApp.shared().member()
      try member.fill(3, deleted: true)
      try member.app.rows(
        """
        INSERT INTO tags (household_id, id, name, color, deleted_at)
        SELECT \(member.household), gen_random_uuid(), 'Tag ' || n, '#123456', now() - (n / 2) * interval '1 second'
        FROM generate_series(1, 120) AS n
        """)
      for headers in [[:], fragment("more-tags")] {
        var answer = try await member.get("/trash")
        #expect(answer.itemIDs.count == 3)
        var seen: [String] = []
        while true {
          seen += answer.text.components("<li id=\"tag-").dropFirst().map { String($0.prefix(36)) }
          guard let next = answer.between("id=\"more-tags\" class=\"more\"><a class=\"button\" href=\"", "\"") else {
            break
          }
          answer = try await member.get(next, headers)
          #expect(answer.status == 200 && answer.itemIDs.isEmpty)
        }
        #expect(seen.count == 120 && Set(seen).count == 120)
      }
      #expect(try await member.get("/trash?kind=nonsense").status == 400)
    }
  }

  /// What cannot be seen is no name.
  @Suite struct BlankNameTests {
    static let blanks = [
      "\u{200B}", "\u{3164}", "\u{AD}", "\u{FEFF}\u{2060}", "\u{115F}\u{1160}", "\u{2800}",
      " \u{200E}\u{34F}\t",
      "\u{E0020}", "\u{FFA0}",
    ]

    @Test(arguments: blanks)
    func `R4: a title that cannot be seen is blank, and so is every other name`(blank: String) async throws {
      let member = try await TestApp.shared().member()
      #expect(try await member.post("/items", ["title": blank, "description": blank]).status == 422)
      let id = try await member.add(blank, description: "words")
      #expect(try await member.get("/items/\(id)/edit").field("title") == "New to-do")
      #expect(try await member.post("/items/quick", ["text": blank]).status == 422)
      _ = try await member.post("/items", ["title": "Item", "category": blank, "tags": blank])
      #expect(try await member.post("/categories", ["name": blank]).status == 422)
      #expect(try await member.post("/tags", ["name": blank]).status == 422)
      #expect(try await member.get("/categories").labelIDs.isEmpty)
      #expect(try await member.get("/tags").labelIDs.isEmpty)
      #expect(try await member.post("/household", ["name": blank]).status == 422)
      #expect(try await member.post("/recipes", ["name": blank, "ingredients": "1 egg"]).status == 422)
      #expect(try await member.post("/hosting", ["name": blank, "capacity": "1"]).status == 422)
      #expect(try await member.post("/settings", ["name": blank, "email": member.email]).status == 422)
      let signup = try await member.app.browser().post(
        "/signup", ["name": blank, "email": "blank-\(UUID.v7())@example.org", "password": "a quiet harbour"])
      #expect(signup.status == 422)
      // Several at once: no category and no tag of that name.
      for action in ["category", "tag"] {
        let several = try await member.post("/items/several", ["item": "\(id)", "action": action, "name": blank])
        #expect(several.status == 303)
      }
      #expect(try await member.get("/categories").labelIDs.isEmpty)
      #expect(try await member.get("/tags").labelIDs.isEmpty)
    }

    @Test(arguments: ["👨‍👩‍👧", "\u{3164}ㄱ", "a\u{200B}", "שלום\u{200F}", "·"])
    func `R4: what can be seen is a title as it was typed`(title: String) async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add(title)
      #expect(try await member.get("/items/\(id)/edit").field("title") == title)
    }
  }
}
