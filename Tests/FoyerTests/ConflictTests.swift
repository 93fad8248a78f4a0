import HTTP
import Testing

@testable import Foyer

extension FoyerTests {
  /// Two people change one thing: the page that lets the second choose (409).
  @Suite struct ConflictTests {
    @Test func `What differs is marked, with who saved it and when; what does not need no choice`() async throws {
      let member = try await TestApp.shared().member()
      let mate = try await member.app.housemate(of: member)
      let id = UUID.v7()
      _ = try await member.post(
        "/items", ["id": "\(id)", "title": "Paint the shed", "description": "By Sunday", "category": "Yard"])
      _ = try await mate.post(
        "/items/\(id)", ["version": "1", "title": "Paint the big shed", "description": "By Sunday", "category": "Yard"])
      let page = try await member.post(
        "/items/\(id)", ["version": "1", "title": "Paint the old shed", "description": "By Sunday", "category": "Yard"])
      #expect(page.status == 409)
      let name: String = try member.app.rows(
        "SELECT p.name FROM items i JOIN people p ON p.id = i.changed_by WHERE i.id = \(id)")[0]["name"]
      #expect(page.shows("\(name) saved another version on "))
      #expect(page.contains("Paint the <mark>old</mark> shed") && page.contains("Paint the <mark>big</mark> shed"))
      #expect(page.count(of: "<fieldset class=\"card difference\"") == 1)
      #expect(page.count(of: "type=\"radio\"") == 3)
      #expect(page.shows("The same in both") && page.shows("By Sunday"))
      // From another window of one's own.
      _ = try await member.post("/items/\(id)", ["version": "2", "title": "Mine first"])
      let own = try await member.post("/items/\(id)", ["version": "2", "title": "Mine second"])
      #expect(own.status == 409 && own.shows("You saved another version in another window"))
    }

    @Test func `Each field is chosen by itself, without a script, and the rest is sent along`() async throws {
      let member = try await TestApp.shared().member()
      let id = UUID.v7()
      _ = try await member.post("/items", ["id": "\(id)", "title": "Start", "tags": "common"])
      _ = try await member.post(
        "/items/\(id)",
        [
          "version": "1", "title": "Theirs", "description": "Their words", "category": "Their place", "tags": "common",
          "tags": "theirs", "due_date": "2031-01-02", "due_time": "10:00", "done": "true",
        ])
      let page = try await member.post(
        "/items/\(id)",
        ["version": "1", "title": "Mine", "description": "My\nwords", "category": "My place", "tags": "mine"])
      #expect(page.status == 409)
      for value in ["", "title", "description", "category", "tags", "due_date due_time", "done"] {
        #expect(page.contains("value=\"\(value)\""), "\(value)")
      }
      // As a browser sends the page: everything hidden, and one radio of each pair.
      var fields = page.hiddenFields
      for (number, chosen) in ["title", "", "category", "tags", "due_date due_time", ""].enumerated() {
        fields.append(("choice-\(number)", chosen))
      }
      let saved = try await member.browser.send(
        "POST", "/items/\(id)", [:],
        Array(fields.map { "\(percentEncoded($0.0))=\(percentEncoded($0.1))" }.joined(separator: "&").utf8))
      #expect(saved.status == 303)
      let edit = try await member.get("/items/\(id)/edit")
      #expect([edit.field("title"), edit.field("category")] == ["Theirs", "Their place"])
      #expect(edit.area("description") == "My\nwords")
      #expect(edit.chosenTags == ["common", "theirs"])
      #expect([edit.field("due_date"), edit.field("due_time")] == ["2031-01-02", "10:00"])
      #expect(try member.counts().kept == [1, 0])
    }

    @Test func `"Keep mine" keeps all of mine, whatever was chosen; a form of no conflict is as it was`() {
      func settled(_ pairs: KeyValuePairs<String, String>) -> [String] {
        var form = Form()
        for (name, value) in pairs { form.append(name, value) }
        return form.settled.pairs.map { "\($0.name)=\($0.value)" }
      }
      #expect(
        settled(["a": "1", "theirs:a": "2", "choice-0": "a", "keep": "mine"]) == ["a=1", "keep=mine"])
      #expect(settled(["a": "1", "theirs:a": "2", "b": "3", "choice-0": "a"]) == ["a=2", "b=3"].sorted { $0 < $1 })
      #expect(settled(["a": "1", "theirs:a": "2"]) == ["a=1", "theirs:a=2"])
      #expect(settled(["a": "1", "theirs:a": "2", "both:a": "1 2", "choice-0": "both:a"]) == ["a=1 2"])
      #expect(settled(["a": "1", "theirs:a": "2", "both:a": "1 2", "choice-0": "a"]) == ["a=2"])
      #expect(settled(["a": "1", "theirs:a": "2", "both:a": "1 2", "choice-0": ""]) == ["a=1"])
      #expect(settled(["tags": "x", "tags": "y", "theirs:tags": "", "choice-9": "tags"]) == ["tags="])
    }

    @Test(arguments: [
      ("", ""), ("one two", "one three"), ("a b c", "a c"), ("äö x", "äü x"), ("same", "same"), ("x", ""),
    ])
    func `The parts of two texts are the texts, and begin and end alike`(mine: String, theirs: String) {
      let parts = ConflictField("name", "Label", mine, theirs).marked
      #expect(parts.mine.joined() == mine && parts.theirs.joined() == theirs)
      #expect(parts.mine[0] == parts.theirs[0] && parts.mine[2] == parts.theirs[2])
    }

    /// What each form of a versioned row looks like: its path, the page that it is on, and two fields with what each of two
    /// members writes into one of them.
    private struct Case {
      let path, page: String
      let mine, theirs: (name: String, value: String)
    }

    private func cases(_ member: Member) async throws -> [Case] {
      let (item, recipe, meal, eater) = (UUID.v7(), UUID.v7(), UUID.v7(), UUID.v7())
      let (category, tag) = (try await member.add(.category, "Garden"), try await member.add(.tag, "urgent"))
      _ = try await member.post(
        "/items", ["id": "\(item)", "title": "Paint", "description": "By\r\nSunday", "tags": "home"])
      _ = try await member.post("/recipes", ["id": "\(recipe)", "name": "Soup", "ingredients": "1 leek\r\n2 eggs"])
      _ = try await member.post("/plan", ["id": "\(meal)", "day": day(3), "meal": "dinner", "text": "Stew"])
      _ = try await member.post("/household/eaters", ["id": "\(eater)", "name": "Gran", "dislikes": "kale"])
      try await member.list()
      return [
        Case(
          path: "/items/\(item)", page: "/items/\(item)/edit", mine: ("title", "Mine"),
          theirs: ("description", "Theirs")),
        Case(
          path: "/items/\(item)", page: "/items/\(item)/edit", mine: ("due_date", day(9)), theirs: ("title", "Theirs")),
        Case(
          path: "/categories/\(category)", page: "/categories/\(category)/edit", mine: ("name", "Mine"),
          theirs: ("color", "#123456")),
        Case(path: "/tags/\(tag)", page: "/tags/\(tag)/edit", mine: ("color", "#654321"), theirs: ("name", "Theirs")),
        Case(
          path: "/recipes/\(recipe)", page: "/recipes/\(recipe)/edit", mine: ("name", "Mine"),
          theirs: ("steps", "Theirs")),
        Case(path: "/hosting", page: "/hosting", mine: ("offer", "Mine"), theirs: ("place", "Theirs")),
        Case(path: "/plan/\(meal)", page: "/plan/\(meal)", mine: ("servings", "7"), theirs: ("text", "Theirs")),
        Case(
          path: "/household/eaters/\(eater)", page: "/household/eaters/\(eater)", mine: ("dislikes", "mustard"),
          theirs: ("name", "Theirs")),
      ]
    }

    /// What a browser sends of a page's form after one field was changed.
    private func send(
      _ member: Member, _ page: Answer, _ path: String, _ change: (name: String, value: String)? = nil
    ) async throws -> Answer {
      var fields = page.fields(of: path)
      if let change {
        fields.removeAll { $0.0 == change.name }
        fields.append((change.name, change.value))
      }
      let body = fields.map { "\(percentEncoded($0.0))=\(percentEncoded($0.1))" }.joined(separator: "&")
      return try await member.browser.send("POST", path, [:], Array(body.utf8))
    }

    @Test func `What only one of both has changed is merged without a question, in every such form`() async throws {
      let member = try await TestApp.shared().member()
      let mate = try await member.app.housemate(of: member)
      for its in try await cases(member) {
        let (mine, theirs) = (try await member.get(its.page), try await mate.get(its.page))
        #expect(mine.field("base")?.isEmpty == false, "\(its.path)")
        #expect(try await send(mate, theirs, its.path, its.theirs).status == 303, "\(its.path)")
        #expect(try await send(member, mine, its.path, its.mine).status == 303, "\(its.path)")
        let now = try await member.get(its.page)
        let fields = now.fields(of: its.path)
        for (name, value) in [its.mine, its.theirs] {
          #expect(fields.contains { $0 == (name, value) }, "\(its.path): \(name)")
        }
      }
    }

    @Test func `A question saved as it is preselected deletes nobody's words, in every such form`() async throws {
      let member = try await TestApp.shared().member()
      let mate = try await member.app.housemate(of: member)
      for its in try await cases(member) where !["servings", "due_date", "color"].contains(its.mine.name) {
        let name = its.mine.name
        let (mine, theirs) = (try await member.get(its.page), try await mate.get(its.page))
        #expect(try await send(mate, theirs, its.path, (name, "radishes")).status == 303, "\(its.path)")
        let question = try await send(member, mine, its.path, (name, "apples"))
        #expect(question.status == 409, "\(its.path)")
        #expect(question.count(of: "<fieldset class=\"card difference\"") == 1, "\(its.path)")
        #expect(try await send(member, question, its.path).status == 303, "\(its.path)")
        let now = try await member.get(its.page).fields(of: its.path).first { $0.0 == name }?.1 ?? ""
        #expect(now.contains("apples") && now.contains("radishes"), "\(its.path): \(now)")
      }
    }

    @Test func `Without what the form was filled from, a field that looks untouched is asked for`() async throws {
      let member = try await TestApp.shared().member()
      let mate = try await member.app.housemate(of: member)
      let id = UUID.v7()
      _ = try await member.post("/items", ["id": "\(id)", "title": "Paint"])
      _ = try await mate.post("/items/\(id)", ["version": "1", "title": "Paint", "description": "Ben's words"])
      for base in ["", "AAAA", String(repeating: "A", count: 80)] {
        let page = try await member.post("/items/\(id)", ["version": "1", "title": "Paint it", "base": base])
        #expect(page.status == 409, "\(base)")
        // What is preselected keeps the words that are stored.
        let body = page.fields(of: "/items/\(id)").map { "\(percentEncoded($0.0))=\(percentEncoded($0.1))" }
        #expect(body.contains { $0.hasPrefix("choice-") && $0.hasSuffix("=description") }, "\(base)")
      }
    }

    @Test func `Recipes, categories and the listing have the same page`() async throws {
      let member = try await TestApp.shared().member()
      let mate = try await member.app.housemate(of: member)
      let (category, recipe) = (try await member.add(.category, "Garden"), UUID.v7())
      _ = try await member.post("/recipes", ["id": "\(recipe)", "name": "Soup", "ingredients": "1 leek\n2 eggs"])
      try await member.list()
      let cases: [(path: String, theirs: KeyValuePairs<String, String>, mine: KeyValuePairs<String, String>)] = [
        ("/categories/\(category)", ["version": "1", "name": "Park"], ["version": "1", "name": "Yard"]),
        (
          "/recipes/\(recipe)", ["version": "1", "name": "Soup", "ingredients": "1 leek\r\n3 eggs"],
          ["version": "1", "name": "Soup", "ingredients": "1 leek\r\n4 eggs"]
        ),
        (
          "/hosting", ["version": "1", "name": "Theirs", "capacity": "2"],
          ["version": "1", "name": "Mine", "capacity": "2"]
        ),
      ]
      for (path, theirs, mine) in cases {
        #expect(try await mate.post(path, theirs).status == 303, "\(path)")
        for headers in [[:], fragment()] {
          let page = try await member.post(path, mine, headers)
          #expect(page.status == 409 && page.shows(" saved another version on "), "\(path)")
          #expect(page.count(of: "<fieldset class=\"card difference\"") >= 1 && page.contains("<mark>"), "\(path)")
          #expect(page.contains("<html") == headers.isEmpty)
          #expect((page["hx-retarget"] == "#main") == !headers.isEmpty)
        }
      }
    }
  }

  /// Categories and tags are made and renamed in a dialog that is also a page (R9).
  @Suite struct LabelDialogTests {
    @Test(arguments: [LabelKind.category, .tag])
    func `R9, R11: the form comes alone, and saved it answers with the list at its row`(kind: LabelKind) async throws {
      let member = try await TestApp.shared().member()
      let list = try await member.get(kind.path)
      #expect(list.contains("data-opens=\"label-dialog\"") && list.contains("<dialog id=\"label-dialog\""))
      let form = try await member.get("\(kind.path)/new", fragment("label-dialog"))
      #expect(!form.contains("<html") && form.contains("hx-target=\"#label-dialog\""))
      let id = try #require(form.field("id"))
      let wrong = try await member.post(kind.path, ["id": id, "name": ""], fragment("label-dialog"))
      #expect(wrong.status == 422 && !wrong.contains("<html") && wrong["hx-retarget"] == nil)
      let saved = try await member.post(kind.path, ["id": id, "name": "Garden"], fragment("label-dialog"))
      #expect(saved.status == 200 && saved["hx-retarget"] == "#list")
      #expect(saved.contains("<li id=\"label-\(id)\" class=\"item label new\">") && saved.notice == "Added: Garden")
      let edit = try await member.get("\(kind.path)/\(id)/edit", fragment("label-dialog"))
      #expect(edit.field("name") == "Garden" && !edit.contains("<html"))
    }

    @Test func `R9: a long list is shown at the row that was made, without a script, too`() async throws {
      let member = try await TestApp.shared().member()
      try member.app.rows(
        """
        INSERT INTO categories (household_id, id, name, color)
        SELECT \(member.household), gen_random_uuid(), 'Category ' || n, '#000000' FROM generate_series(1, 120) AS n
        """)
      let id = UUID.v7()
      let made = try await member.post("/categories", ["id": "\(id)", "name": "Zoo"])
      #expect(made["location"] == "/categories#label-\(id)")
      let list = try await member.get("/categories")
      #expect(list.labelIDs == ["\(id)"] && list.contains("class=\"item label new\""))
      #expect(list.shows("Show the list from the start"))
      let again = try await member.get("/categories")
      #expect(again.labelIDs.count == 50)
    }
  }
}

extension Answer {
  /// The hidden fields of the page, in their order.
  var hiddenFields: [(String, String)] {
    text.components("<input type=\"hidden\" name=\"").dropFirst().map { input in
      let parts = input.components("\" value=\"")
      return (parts[0], unescaped(parts[1].components("\"")[0]))
    }
  }
}
