import Crypto
import EventLoop
import SeededRandom
import Testing

@testable import Cookery
@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// The shopping list: lines that are added, ticked, changed and taken off.
  @Suite struct ShoppingLists {
    @Test func `A line is typed, ticked, put back, cleared and restored`() async throws {
      let member = try await TestApp.shared().member()
      let first = try await member.buy("500 g flour")
      try await member.buy("¾ kg flour, sifted")
      try await member.buy("toilet paper")
      #expect(try await member.shopping() == ["1 ¼ kg flour", "toilet paper"])
      #expect(try await member.post("/shopping/\(first)/check", ["checked": "true"]).status == 303)
      #expect(try await member.shopping() == ["toilet paper"])
      #expect(try await member.shopping(checked: true) == ["1 ¼ kg flour"])
      _ = try await member.post("/shopping/\(first)/check", ["checked": "false"])
      #expect(try await member.shopping() == ["1 ¼ kg flour", "toilet paper"])
      _ = try await member.post("/shopping/\(first)/check", ["checked": "true"])
      #expect(try await member.post("/shopping/clear")["location"] == "/shopping")
      let page = try await member.get("/shopping")
      #expect(page.shoppingLines.map(\.label) == ["toilet paper"])
      #expect(page.shows("1 line left the list."))
      let undo = try #require(page.between("action=\"/shopping/", "/restore"))
      _ = try await member.post("/shopping/\(undo)/restore")
      #expect(try await member.shopping(checked: true) == ["1 ¼ kg flour"])
      #expect(try await member.post("/shopping/clear", [:]).status == 303)
      #expect(try await member.post("/shopping/clear", [:]).status == 303)
    }

    @Test func `Sizes of tins are left out, and the juice of lemons is of lemons`() async throws {
      let member = try await TestApp.shared().member()
      for text in [
        "1 can (14.5 oz) diced tomatoes", "2 cans diced tomatoes", "juice of 2 lemons", "3 lemons", "kitchen paper",
        "butter for a 26 cm tin", "20 g butter",
      ] { try await member.buy(text) }
      #expect(
        try await Set(member.shopping()) == [
          "3 cans tomatoes", "5 lemons", "kitchen paper", "20 g + some butter",
        ])
    }

    @Test func `A form that is sent twice makes one line, and an empty one is told so`() async throws {
      let member = try await TestApp.shared().member()
      let id = UUID.v7()
      let answers = try await member.atOnce(5) { browser, _ in
        try await browser.post("/shopping", ["id": "\(id)", "text": "2 leeks"])
      }
      #expect(answers.map(\.status) == Array(repeating: 303, count: 5))
      #expect(try await member.shopping() == ["2 leeks"])
      let refused = try await member.post("/shopping", ["id": "\(UUID.v7())", "text": "  "])
      #expect(refused.status == 422 && refused.contains("aria-invalid"))
      let long = String(repeating: "a", count: 1_001)
      let tooLong = try await member.post("/shopping", ["id": "\(UUID.v7())", "text": long])
      #expect(tooLong.status == 422 && tooLong.contains(long))
      for text in ["½½", "1/0 kg flour", "1e308 g flour", "<script>\"'&amp;", "\u{202E}🧂", "999999999 kg flour"] {
        try await member.buy(text)
      }
      #expect(try await member.get("/shopping").status == 200)
    }

    @Test func `Several foods in one line are lines of their own, and no word is lost`() async throws {
      let member = try await TestApp.shared().member()
      let id = UUID.v7()
      for _ in 1...2 {
        #expect(try await member.post("/shopping", ["id": "\(id)", "text": "milk, 6 eggs; butter"]).status == 303)
      }
      #expect(try await member.shopping() == ["6 eggs", "butter", "milk"])
      for text in ["Bread (not white!)", "bread", "wine, red", "WD-40", "onion", "1 onion"] {
        try await member.buy(text)
      }
      let list = try await member.shopping()
      for label in ["bread (not white!)", "wine (red)", "WD-40", "1 + some onion"] {
        #expect(list.contains { $0.lowercased() == label.lowercased() }, "\(list)")
      }
    }

    /// What a page shows is what its tick means: what others added meanwhile stays open.
    @Test func `A tick is for the entries that the page showed`() async throws {
      let member = try await TestApp.shared().member()
      try await member.buy("2 leeks")
      let shown = try #require(try await member.get("/shopping").shoppingLines.first)
      try await member.buy("3 leeks")
      _ = try await member.post("/shopping/\(shown.id)/check", ["checked": "true", "entries": shown.entries])
      #expect(try await member.shopping() == ["3 leeks"])
      #expect(try await member.shopping(checked: true) == ["2 leeks"])
    }

    @Test func `An entry is changed, and nobody's words are overwritten silently`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.buy("2 leeks")
      #expect(try await member.get("/shopping/\(id)").contains("value=\"2 leeks\""))
      #expect(try await member.post("/shopping/\(id)", ["version": "1", "text": "3 leeks"]).status == 303)
      #expect(try await member.shopping() == ["3 leeks"])
      let stale = try await member.post("/shopping/\(id)", ["version": "1", "text": "4 leeks"])
      #expect(stale.status == 409 && stale.contains("3 leeks") && stale.contains("4 leeks"))
      #expect(try await member.post("/shopping/\(id)", ["version": "2", "text": ""]).status == 422)
      _ = try await member.post("/shopping/\(id)/delete", ["entries": "\(id)"])
      #expect(try await member.shopping() == [])
      #expect(try await member.post("/shopping/\(id)", ["version": "2", "text": "5 leeks"]).status == 404)
      _ = try await member.post("/shopping/\(id)/restore")
      #expect(try await member.shopping() == ["3 leeks"])
    }

    @Test func `What is at hand in a known amount is taken away, and ticked things become at hand`() async throws {
      let member = try await TestApp.shared().member()
      _ = try await member.post("/recipes/ingredients", ["name": "flour", "amount": "250 g", "place": "cellar"])
      _ = try await member.post("/recipes/ingredients", ["name": "rice"])
      #expect(try await member.get("/recipes").shows("250 g · cellar"))
      let dough = try await member.cook("Dough", ["1 kg flour"])
      _ = try await member.post("/recipes/\(dough)/shopping", ["ingredient": "1 kg flour"])
      let flour = try #require(try await member.get("/shopping").shoppingLines.first).id
      try await member.buy("500 g rice")
      #expect(try await member.shopping() == ["500 g rice", "750 g flour"])
      #expect(try await member.get("/shopping").shows("250\u{A0}g at hand"))
      _ = try await member.post("/recipes/ingredients", ["name": "flour", "amount": "2 kg"])
      let page = try await member.get("/shopping")
      #expect(page.shows("At hand already: 1"))
      _ = try await member.post("/shopping/\(flour)/check", ["checked": "true"])
      #expect(try await member.post("/shopping/to-hand").status == 303)
      #expect(try await member.get("/recipes").shows("3\u{A0}kg · cellar"))
      #expect(try await member.shopping() == ["500 g rice"])
      #expect(try await member.shopping(checked: true) == [])
      #expect(try await member.post("/recipes/ingredients", ["name": "salt", "best_before": "soon"]).status == 422)
    }

    @Test(arguments: [
      ("en", "onions", "3", "500 g onions", "3 + 500\u{A0}g"), ("en", "onions", "a lot", "500 g onions", "a lot"),
      ("fr", "farine", "250 g", "1 kg de farine", "1\u{A0}¼\u{A0}kg"), ("ko", "감자", "1kg", "감자 3개", "1\u{A0}kg + 3개"),
      ("ru", "мука", "0,5 кг", "1 кг муки", "1\u{A0}½\u{A0}кг"),
    ])
    func `What is bought is added to what is there, in the reader's language, and nothing is forgotten`(
      language: String, food: String, there: String, bought: String, sum: String
    ) async throws {
      let member = try await TestApp.shared().member(headers: ["accept-language": language])
      _ = try await member.post("/recipes/ingredients", ["name": food, "amount": there])
      let id = try await member.buy(bought)
      _ = try await member.post("/shopping/\(id)/check", ["checked": "true"])
      #expect(try await member.post("/shopping/to-hand").status == 303)
      let rows = try member.app.rows("SELECT amount FROM ingredients_at_hand WHERE household_id = \(member.household)")
      #expect(try rows.map { try $0["amount"] } == [sum])
    }

    @Test func `Of a line for several, the page names for what each entry is`() async throws {
      let member = try await TestApp.shared().member(headers: ["accept-language": "fr"])
      let soup = try await member.cook("Potée", ["2 leeks"])
      _ = try await member.post("/recipes/\(soup)/shopping", ["ingredient": "2 leeks"])
      let one = try #require(try await member.get("/shopping").shoppingLines.first)
      let alone = try await member.get("/shopping/\(one.id)")
      #expect(alone.shows("pour Potée") && !alone.contains("<h2"))
      #expect(try await member.get("/shopping").shows("C’est pris\u{A0}: leeks"))
      try await member.buy("3 leeks")
      let both = try await member.get("/shopping/\(one.id)")
      // One amount to correct, and one button that deletes; the parts are folded.
      #expect(both.count(of: "name=\"text\"") == 1 && both.count(of: "/delete\"") == 1)
      #expect(both.contains("value=\"5 leeks\"") && both.contains("<details class=\"fold card\" id=\"parts\">"))
      #expect(both.shows("pour Potée") && both.shows("Ajouté à la main"))
      let part = try await member.get("/shopping/\(one.id)?alone=1")
      #expect(part.contains("value=\"2 leeks\"") && part.count(of: "id=\"parts\"") == 0)
    }

    @Test func `A line that a person wrote is on the list, whatever is at hand`() async throws {
      let member = try await TestApp.shared().member()
      _ = try await member.post("/recipes/ingredients", ["name": "eggs", "amount": "12"])
      _ = try await member.post("/recipes/ingredients", ["name": "milk", "amount": "2 l"])
      try await member.buy("10 eggs")
      try await member.buy("milk")
      let page = try await member.get("/shopping")
      #expect(page.shoppingLines.map(\.label).sorted() == ["10 eggs", "milk"] && !page.shows("At hand already"))
      // What is at hand counts for the recipe's part of the sum.
      let cake = try await member.cook("Cake", ["14 eggs"])
      _ = try await member.post("/recipes/\(cake)/shopping", ["ingredient": "14 eggs"])
      #expect(try await member.shopping() == ["12 eggs", "milk"])
      _ = try await member.post("/recipes/ingredients", ["name": "eggs", "amount": "20"])
      #expect(try await member.shopping() == ["10 eggs", "milk"])
    }

    /// A tick of what a member wrote teaches the size; a line of a recipe does not.
    @Test func `What recipes need is bought in the packages that were bought before`() async throws {
      let (member, stranger) = (try await TestApp.shared().member(), try await TestApp.shared().member())
      func need(_ member: Member, _ line: String) async throws {
        let id = try await member.cook("Dish", [line])
        _ = try await member.post("/recipes/\(id)/shopping", ["ingredient": line])
      }
      func tick(_ line: UUID) async throws { _ = try await member.post("/shopping/\(line)/check", ["checked": "true"]) }
      // As much as one recipe takes is no package.
      try await need(member, "550 g flour")
      try await tick(try #require(try await member.get("/shopping").shoppingLines.first.flatMap { UUID($0.id.utf8) }))
      _ = try await member.post("/shopping/clear")
      try await need(member, "650 g flour")
      #expect(try await member.shopping() == ["650 g flour"])
      try await tick(try await member.buy("2 x 500 g flour"))
      _ = try await member.post("/shopping/clear")
      try await need(member, "650 g flour")
      let line = try #require(try await member.get("/shopping").shoppingLines.first)
      #expect(line.label == "2 × 500 g flour" && line.source == "for Dish (650 g)")
      // The last size counts, also of the same trip; ticks without a network teach it as well.
      let id = try await member.buy("1 kg flour")
      let sync = """
        {"changes":[{"id":"\(UUID.v7())","kind":"check","entry":"\(id)","at":4000000000000}]}
        """
      #expect(
        try await member.browser.send(
          "POST", "/shopping/sync", ["content-type": "application/json", "origin": member.browser.origin],
          Array(sync.utf8)
        ).status == 200)
      try await tick(try #require(UUID(line.id.utf8)))
      _ = try await member.post("/shopping/clear")
      try await need(member, "650 g flour")
      #expect(try await member.shopping() == ["1 kg flour"])
      let cake = try await member.cook("Cake", ["1 kg flour"])
      _ = try await member.post("/plan", ["id": "\(UUID.v7())", "day": day(3), "meal": "dinner", "recipe": "\(cake)"])
      try await member.shop(day(3), day(3))
      let planned = try member.app.rows(
        "SELECT package FROM shopping_entries WHERE household_id = \(member.household) AND source = 'meal'")
      #expect(try planned.map { try $0["package"] as String } == ["1 kg"])
      try await need(stranger, "650 g flour")
      #expect(try await stranger.shopping() == ["650 g flour"])
    }

    @Test func `A sum is corrected at once, and deleted as a whole`() async throws {
      let member = try await TestApp.shared().member()
      for (name, line) in [("Dal", "4 leeks"), ("Soup", "3 leeks"), ("Stew", "4 leeks")] {
        let id = try await member.cook(name, [line])
        _ = try await member.post("/recipes/\(id)/shopping", ["ingredient": line])
      }
      let line = try #require(try await member.get("/shopping").shoppingLines.first)
      #expect(line.label == "11 leeks" && line.entries.split(separator: " ").count == 3)
      let form = try await member.get("/shopping/\(line.id)")
      let version = try #require(form.field("version"))
      let sum = try #require(form.field("sum"))
      #expect(version == "3" && form.field("entries") == line.entries)
      let fields: KeyValuePairs = ["version": version, "sum": sum, "entries": line.entries, "text": "12 leeks"]
      // However often it is sent, it is one line, which says what it is for.
      for _ in 1...2 { #expect(try await member.post("/shopping/\(line.id)", fields).status == 303) }
      let one = try #require(try await member.get("/shopping").shoppingLines.first)
      #expect(one.label == "12 leeks" && one.source == "for Dal, Soup, Stew")
      #expect(try await member.shopping().count == 1)
      // Two others: a stale form is told so, and loses no word.
      try await member.buy("2 eggs")
      try await member.buy("3 eggs")
      let leeks = try #require(try await member.get("/shopping").shoppingLines.first { $0.label == "5 eggs" })
      let first = String(leeks.entries.prefix(36))
      _ = try await member.post("/shopping/\(first)", ["version": "1", "text": "4 eggs"])
      let stale = try await member.post(
        "/shopping/\(leeks.id)", ["version": "2", "entries": leeks.entries, "text": "9 eggs"])
      #expect(stale.status == 409 && stale.contains("value=\"9 eggs\"") && stale.shows("7 eggs"))
      #expect(try await member.post("/shopping/\(leeks.id)/delete").status == 303)
      #expect(try await member.shopping() == ["12 leeks"])
      _ = try await member.post("/shopping/\(leeks.id)/restore")
      #expect(try await member.shopping() == ["12 leeks", "7 eggs"])
      let stranger = try await member.app.member()
      _ = try await stranger.post(
        "/shopping/\(one.id)", ["version": "1", "entries": "\(one.id) \(first)", "text": "x"])
      #expect(try await member.shopping() == ["12 leeks", "7 eggs"])
      #expect(try await stranger.shopping() == [])
    }

    @Test func `What became at hand is counted without what is no food`() async throws {
      let member = try await TestApp.shared().member()
      func putAway(_ texts: String...) async throws -> Answer {
        for text in texts {
          let id = try await member.buy(text)
          _ = try await member.post("/shopping/\(id)/check", ["checked": "true"])
        }
        #expect(try await member.post("/shopping/to-hand").status == 303)
        return try await member.get("/shopping")
      }
      #expect(try await putAway("toilet paper", "dish soap", "2 lemons").shows("1 thing is at hand now."))
      #expect(try await putAway("toilet paper", "dish soap").shows("2 lines left the list."))
      #expect(try await member.shopping(checked: true) == [])
    }

    @Test func `A full list says so, and stays as it is`() async throws {
      let member = try await TestApp.shared().member()
      let soup = try await member.cook("Soup", ["2 leeks", "300 g potatoes"], servings: "1")
      let meal = try await member.plan("2026-11-24", "lunch", "Soup")
      func fill(_ count: Int) throws {
        try member.app.rows(
          """
          INSERT INTO shopping_entries (household_id, id, text)
          SELECT \(member.household), gen_random_uuid(), '1 egg' FROM generate_series(1, \(count)::int)
          """)
      }
      func count() throws -> Int {
        try member.app.rows(
          "SELECT count(*) AS count FROM shopping_entries WHERE household_id = \(member.household) AND deleted_at IS NULL"
        )[0]["count"]
      }
      try fill(2_999)
      let full = "Not added: the list is full, at 3000 entries."
      // There is room for one.
      let form: KeyValuePairs = ["id": "\(UUID.v7())", "ingredient": "2 leeks", "ingredient": "300 g potatoes"]
      for _ in 1...2 {
        #expect(try await member.post("/recipes/\(soup)/shopping", form).status == 303)
        #expect(try await member.get("/recipes/\(soup)").shows(full))
      }
      try await member.shop("2026-11-24", "2026-11-24")
      #expect(try await member.get("/plan?week=2026-W48").shows(full))
      #expect(try count() == 2_999)
      let last: KeyValuePairs = ["id": "\(UUID.v7())", "text": "1 lemon"]
      // The same form sent twice is one entry.
      for _ in 1...2 { #expect(try await member.post("/shopping", last).status == 303) }
      let refused = try await member.post("/shopping", ["text": "1 lime"])
      #expect(refused.status == 422 && refused.shows(full) && refused.contains("value=\"1 lime\""))
      #expect(try count() == 3_000)
      try member.app.rows(
        """
        DELETE FROM shopping_entries WHERE household_id = \(member.household) AND id IN (
          SELECT id FROM shopping_entries WHERE household_id = \(member.household) AND text = '1 egg' LIMIT 2)
        """)
      // With room again, the same forms add.
      try await member.shop("2026-11-24", "2026-11-24")
      #expect(try await member.get("/plan?week=2026-W48").shows("2 ingredients are on the shopping list."))
      // What takes the place of rows needs no room, and more than there is leaves them.
      _ = try await member.post(
        "/plan/\(meal)", ["version": "1", "day": "2026-11-24", "meal": "lunch", "text": "Soup", "servings": "2"])
      #expect(try count() == 3_000)
      #expect(try await member.get("/shopping").shows("600\u{A0}g"))
      try member.app.rows(
        "DELETE FROM shopping_entries WHERE household_id = \(member.household) AND text = '1 egg'")
      #expect(try await member.post("/recipes/\(soup)/shopping", form).status == 303)
      // The plan has put both on the list already.
      #expect(try await member.get("/recipes/\(soup)").shows("All of it is on the list already."))
    }

    @Test func `Undo takes what became at hand back, unless somebody has changed it`() async throws {
      let member = try await TestApp.shared().member()
      _ = try await member.post("/recipes/ingredients", ["name": "flour", "amount": "250 g", "place": "cellar"])
      _ = try await member.post("/recipes/ingredients", ["name": "rice"])
      func kitchen() async throws -> [String] {
        try member.app.rows(
          "SELECT concat_ws(' ', name, amount, place) AS row FROM ingredients_at_hand WHERE household_id = \(member.household)"
        ).map { try $0["row"] as String }.sorted()
      }
      let before = try await kitchen()
      func putAway() async throws -> String {
        for line in try await member.get("/shopping").shoppingLines where !line.isChecked {
          _ = try await member.post("/shopping/\(line.id)/check", ["checked": "true", "entries": line.entries])
        }
        #expect(try await member.post("/shopping/to-hand").status == 303)
        let page = try await member.get("/shopping")
        return try #require(page.between("action=\"/shopping/", "/restore\""))
      }
      for text in ["1 kg flour", "500 g rice", "6 eggs", "soap"] { try await member.buy(text) }
      let undo = try await putAway()
      #expect(try await kitchen() == ["eggs 6 ", "flour 1\u{A0}¼\u{A0}kg cellar", "rice  "])
      _ = try await member.post("/shopping/\(undo)/restore")
      #expect(try await kitchen() == before)
      #expect(try await member.shopping(checked: true) == ["1 kg flour", "500 g rice", "6 eggs", "soap"])
      // Sent twice, it takes nothing back twice.
      _ = try await member.post("/shopping/\(undo)/restore")
      #expect(try await kitchen() == before)

      let again = try await putAway()
      _ = try await member.post("/recipes/ingredients", ["name": "flour", "amount": "3 kg"])
      _ = try await member.post("/recipes/ingredients", ["name": "eggs", "best_before": "2030-01-01"])
      _ = try await member.post("/shopping/\(again)/restore")
      #expect(try await kitchen() == ["eggs 6 ", "flour 3 kg cellar", "rice  "])
      #expect(try await member.shopping(checked: true).count == 4)
    }

    @Test func `Another member's change appears, and another household's does not`() async throws {
      let app = try await TestApp.shared()
      let (member, stranger) = (try await app.member(), try await app.member())
      let id = try await member.buy("2 leeks")
      #expect(try await stranger.shopping() == [])
      for path in ["", "/check", "/delete", "/restore", "/aisle"] {
        let answer = try await stranger.post(
          "/shopping/\(id)\(path)", ["version": "1", "text": "x", "aisle": "frozen", "entries": "\(id)"])
        #expect(answer.status == 404, "\(path)")
      }
      _ = try await stranger.post("/shopping/\(try await stranger.buy("1 egg"))/check", ["entries": "\(id)"])
      #expect(try await member.shopping() == ["2 leeks"])
      #expect(try await member.get("/shopping").contains("data-live=\"shopping\""))
    }

    /// Sources that are added and taken back, ticks, changes and clearing, in any order: the list is what a plain model is.
    @Test func `Random sequences leave the list equal to a plain model's`() async throws {
      let app = try await TestApp()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for seed in 1...4 {
          group.addTask {
            let member = try await app.member()
            let recipe = try await member.cook("Soup", ["1 g flour"])
            var random = SeededRandom(seed: UInt64(seed))
            for sequence in 1...rounds(500) {
              try await Self.play(member, recipe, &random, "seed \(seed), sequence \(sequence)")
            }
          }
        }
        try await group.waitForAll()
      }
      await app.app.stop()
    }

    private struct Model {
      struct Entry {
        let id: UUID?
        var food: String
        var grams: Int
        var addition: String?
        /// Of a recipe's line: it is not added again while it is there unticked.
        var text = ""
        var isChecked = false
        var version = 1
      }
      var entries: [Entry] = []

      func lines(checked: Bool) -> [String] {
        let open = entries.filter { $0.isChecked == checked }
        return Set(open.map(\.food)).map { food in
          "\(open.filter { $0.food == food }.reduce(0) { $0 + $1.grams }) g \(food)"
        }.sorted()
      }
    }

    private static func play(
      _ member: Member, _ recipe: UUID, _ random: inout SeededRandom, _ name: String
    ) async throws {
      let foods = ["flour", "rice", "sugar"]
      var model = Model()
      for _ in 1...Int.random(in: 2...5, using: &random) {
        let (food, grams) = (foods.randomElement(using: &random)!, Int.random(in: 1...9, using: &random))
        switch Int.random(in: 0...6, using: &random) {
        case 0, 1:
          let id = try await member.buy("\(grams) g \(food)")
          model.entries.append(.init(id: id, food: food, grams: grams))
        case 2:
          let addition = "\(UUID.v7())"
          _ = try await member.post(
            "/recipes/\(recipe)/shopping",
            ["id": addition, "ingredient": "\(grams) g \(food), sifted", "ingredient": "5 g rice"])
          for (text, food, grams) in [("\(grams) g \(food), sifted", food, grams), ("5 g rice", "rice", 5)]
          where !model.entries.contains(where: { $0.text == text && !$0.isChecked }) {
            model.entries.append(.init(id: nil, food: food, grams: grams, addition: addition, text: text))
          }
        case 3:
          guard let addition = model.entries.compactMap(\.addition).randomElement(using: &random) else { continue }
          _ = try await member.post("/recipes/shopping/\(addition)/restore")
          model.entries.removeAll { $0.addition == addition && !$0.isChecked }
        case 4:
          guard let line = try await member.get("/shopping").shoppingLines.randomElement(using: &random) else {
            continue
          }
          let ticked = line.label.components(" ").last
          _ = try await member.post(
            "/shopping/\(line.id)/check", ["checked": "\(!line.isChecked)", "entries": line.entries])
          for (index, entry) in model.entries.enumerated()
          where entry.food == ticked && entry.isChecked == line.isChecked {
            model.entries[index].isChecked.toggle()
            model.entries[index].version += 1
          }
        case 5:
          guard let index = model.entries.indices.filter({ model.entries[$0].id != nil }).randomElement(using: &random),
            let id = model.entries[index].id
          else { continue }
          let version = "\(model.entries[index].version)"
          #expect(
            try await member.post("/shopping/\(id)", ["version": version, "text": "\(grams) g \(food)"]).status == 303)
          model.entries[index].food = food
          model.entries[index].grams = grams
          model.entries[index].version += 1
        default:
          _ = try await member.post("/shopping/clear")
          model.entries.removeAll(where: \.isChecked)
        }
      }
      let page = try await member.get("/shopping").shoppingLines
      #expect(page.filter { !$0.isChecked }.map(\.label).sorted() == model.lines(checked: false), "\(name)")
      #expect(page.filter(\.isChecked).map(\.label).sorted() == model.lines(checked: true), "\(name)")
      for line in page { _ = try await member.post("/shopping/\(line.id)/delete", ["entries": line.entries]) }
    }
  }

  @Suite struct ShopTests {
    @Test func `A shop's order is learned from two trips, and by hand`() async throws {
      let member = try await TestApp.shared().member()
      let shop = UUID.v7()
      _ = try await member.post("/shopping/shops", ["id": "\(shop)", "name": "Corner"])
      #expect(try await member.get("/shopping/shops").contains("Corner"))
      func aisles() async throws -> [String] {
        try await member.get("/shopping?shop=\(shop)").text.components("<template")[0].components(
          "<h2 id=\"aisle-"
        ).dropFirst().map {
          $0.components("\"")[0]
        }
      }
      for trip in 1...3 {
        let (apples, peas) = (try await member.buy("3 apples"), try await member.buy("frozen peas"))
        #expect(try await aisles() == (trip < 3 ? ["produce", "frozen"] : ["frozen", "produce"]), "trip \(trip)")
        for id in [peas, apples] {
          #expect(try await member.post("/shopping/\(id)/check?shop=\(shop)", ["checked": "true"]).status == 303)
        }
        _ = try await member.post("/shopping/clear")
        try member.app.rows("UPDATE shops SET trip_at = now() - interval '4 hours' WHERE id = \(shop)")
      }
      // The usual order does not change.
      try await member.buy("3 apples")
      let peas = try await member.buy("frozen peas")
      #expect(try await member.get("/shopping").text.components("aisle-produce\"").count > 1)
      #expect(try await aisles() == ["frozen", "produce"])
      _ = try await member.post("/shopping/shops/\(shop)", ["order": "produce", "order": "frozen"])
      #expect(try await aisles() == ["produce", "frozen"])
      for _ in 1...20 { _ = try await member.post("/shopping/shops/\(shop)", ["up": "frozen"]) }
      #expect(try await aisles() == ["frozen", "produce"])
      // A household finds a food elsewhere.
      _ = try await member.post("/shopping/\(peas)/aisle", ["aisle": "bakery"])
      #expect(try await aisles() == ["produce", "bakery"])
      _ = try await member.post("/shopping/shops/\(shop)/delete")
      #expect(try await member.get("/shopping/shops/\(shop)").status == 404)
      #expect(try await member.get("/shopping?shop=\(shop)").status == 200)
      _ = try await member.post("/shopping/shops/\(shop)/restore")
      #expect(try await member.get("/shopping/shops/\(shop)").status == 200)
    }

    @Test func `An order that is none is refused`() async throws {
      let member = try await TestApp.shared().member()
      let shop = UUID.v7()
      _ = try await member.post("/shopping/shops", ["id": "\(shop)", "name": "Corner"])
      for order in ["nowhere", String(repeating: "frozen,", count: 5_000)] {
        #expect(try await member.post("/shopping/shops/\(shop)", ["order": order]).status == 400)
      }
      #expect(try await member.post("/shopping/shops", ["name": " "]).status == 422)
      #expect(try await member.post("/shopping/shops/\(shop)", ["name": ""]).status == 422)
      let twice = "frozen,frozen,produce"
      #expect(try await member.post("/shopping/shops/\(shop)", ["order": twice]).status == 303)
    }

    @Test func `What trips contradict ends, and the best known wins`() {
      let base = Aisle.allCases
      #expect(Shop.order(base, []) == base)
      #expect(Shop.order(base, [(.frozen, .produce, 1)]) == base)
      #expect(Shop.order(base, [(.frozen, .produce, 2)]).first == .frozen)
      let circle = Shop.order(base, [(.bakery, .produce, 3), (.produce, .meat, 3), (.meat, .bakery, 3)])
      #expect(Set(circle) == Set(base) && circle.count == base.count)
      #expect(Shop.whole([.frozen, .frozen]).count == base.count)
    }
  }
}
