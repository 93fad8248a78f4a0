import CivilTime
import Cookery
import SeededRandom
import Testing

@testable import Foyer
@testable import Postgres

extension Member {
  /// What is at hand, each with its amount: "eggs 4".
  fileprivate func pantry() throws -> [String] {
    try app.rows(
      "SELECT btrim(name || ' ' || amount) AS food FROM ingredients_at_hand WHERE household_id = \(household) ORDER BY created_at, id"
    ).map { try $0["food"] }
  }

  fileprivate func id(atHand name: String) throws -> UUID {
    let rows = try app.rows("SELECT id FROM ingredients_at_hand WHERE household_id = \(household) AND name = \(name)")
    guard let row = rows.first else { throw Unexpected("no \(name)") }
    return try row["id"]
  }
}

extension FoyerTests {
  @Suite struct Finishing {
    @Test func `The last step has what was used ticked, with its amount, for as many servings`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.cook(
        "Omelette", ["3 eggs", "20 g butter", "1 pinch salt", "chives (optional)", "1 onion"], steps: "Beat.\nFry.",
        servings: "2")
      try await member.have("6 eggs, butter, chives, rice")
      #expect(!(try await member.get("/recipes/\(id)/cook").contains("finish-form")))
      let page = try await member.get("/recipes/\(id)/cook?step=2&servings=4")
      #expect(page.count(of: "name=\"used\"") == 3 && page.count(of: " checked ") == 3)
      #expect(page.contains("name=\"amount\" value=\"6\"") && page.contains("name=\"amount\" value=\"40\u{A0}g\""))
      #expect(page.contains("form=\"finish-form\"") && page.shows("Finish"))
      #expect(try await member.get("/recipes/\(id)/cook?step=2").contains("name=\"amount\" value=\"3\""))
    }

    @Test func `Finish subtracts, notes who cooked and plans leftovers; twice is once, and Undo takes all of it back`()
      async throws
    {
      let member = try await TestApp.shared().member()
      let id = try await member.cook(
        "Omelette", ["2 eggs", "250 ml milk", "100 g spinach"], steps: "Fry.", servings: "2")
      try await member.have("6 eggs, 1 l milk, 100 g spinach, rice")
      let before = try member.pantry()
      let (eggs, milk, spinach) = (
        try member.id(atHand: "eggs"), try member.id(atHand: "milk"), try member.id(atHand: "spinach")
      )
      let form: KeyValuePairs = [
        "id": "\(UUID.v7())", "used": "\(eggs)", "amount": "2", "used": "\(milk)", "amount": "250 ml", "amount": "7",
        "used": "\(spinach)",
        "amount": "100 g", "leftovers": "2030-01-02", "note": "Less salt",
      ]
      for _ in 0..<2 {
        let answer = try await member.post("/recipes/\(id)/finish", form)
        #expect(answer.status == 303 && answer["location"] == "/recipes/\(id)")
        #expect(try member.pantry() == ["eggs 4", "milk 750\u{A0}ml", "rice"])
      }
      let page = try await member.get("/recipes/\(id)")
      #expect(page.shows("Last made") && page.shows("Less salt"))
      #expect(try await member.get("/plan?week=2030-W01").count(of: "Leftovers: Omelette") >= 1)
      let undo = try #require(
        try member.app.rows("SELECT id FROM cookings WHERE household_id = \(member.household)").first)
      let cooking: UUID = try undo["id"]
      #expect(try await TestApp.shared().member().post("/recipes/finish/\(cooking)/restore").status == 404)
      for _ in 0..<2 {
        #expect(try await member.post("/recipes/finish/\(cooking)/restore").status == 303)
        #expect(try member.pantry() == before)
      }
      let after = try await member.get("/recipes/\(id)")
      #expect(!after.shows("Last made") && !after.shows("Less salt"))
      #expect(try await member.get("/plan?week=2030-W01").count(of: "Leftovers: Omelette") == 0)
    }

    @Test func `Finish takes the cook's stars, and Undo gives back those of before`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.cook("Omelette", ["2 eggs"], steps: "Fry.")
      func stars() throws -> [Int] {
        try member.app.rows("SELECT stars FROM recipe_stars WHERE household_id = \(member.household)").map {
          try $0["stars"]
        }
      }
      let page = try await member.get("/recipes/\(id)/cook")
      #expect(page.count(of: "name=\"stars\"") == 5 && page.shows("Stars") && !page.contains(" checked autocomplete"))
      // None are asked for.
      #expect(try await member.post("/recipes/\(id)/finish", ["stars": ""]).status == 303)
      #expect(try stars() == [])
      for (given, before) in [("4", 0), ("2", 4)] {
        let answer = try await member.post("/recipes/\(id)/finish", ["id": "\(UUID.v7())", "stars": given])
        #expect(answer.status == 303)
        #expect(try stars().map(String.init) == [given])
        let undo = try #require(try await member.get("/recipes/\(id)").between("action=\"/recipes/finish/", "\""))
        let again = try await member.get("/recipes/\(id)/cook")
        #expect(again.contains("value=\"\(given)\" aria-label=\"\(given) stars\" checked"))
        #expect(undo.hasSuffix("/restore?stars=\(before)"))
        if given == "2" {
          #expect(try await member.post("/recipes/finish/\(undo)").status == 303)
          #expect(try stars() == [4])
        }
      }
      for nonsense in ["2.5", "6", "-1", "x"] {
        #expect(try await member.post("/recipes/\(id)/finish", ["stars": nonsense]).status / 100 == 4, "\(nonsense)")
      }
      #expect(try stars() == [4])
    }

    @Test func `Without an id the same form of a day is one; amounts may follow all ingredients`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.cook("Omelette", ["2 eggs"], steps: "Fry.")
      try await member.have("6 eggs, 500 g flour")
      let (eggs, flour) = (try member.id(atHand: "eggs"), try member.id(atHand: "flour"))
      for _ in 0..<2 {
        _ = try await member.post(
          "/recipes/\(id)/finish", ["used": "\(eggs)", "used": "\(flour)", "amount": "2", "amount": "200 g"])
        #expect(try member.pantry() == ["eggs 4", "flour 300\u{A0}g"])
      }
    }

    @Test(arguments: [
      ("6", "", nil), ("6", "6", nil), ("6", "8", nil), ("6", "2", "4"), ("1 kg", "250 g", "750\u{A0}g"),
      ("", "200 g", ""), ("", "", nil),
      ("a lot", "2", "a lot"), ("500 g", "2 cups", "500 g"), ("500 g", "nonsense", "500 g"),
    ])
    func `What is left of an amount`(_ there: String, _ used: String, _ left: String?) async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.cook("Pancakes", ["200 g flour"], steps: "Fry.")
      _ = try await member.post("/recipes/ingredients", ["name": "flour", "amount": there])
      let flour = try member.id(atHand: "flour")
      #expect(try await member.post("/recipes/\(id)/finish", ["used": "\(flour)", "amount": used]).status == 303)
      let rows = try member.app.rows("SELECT amount FROM ingredients_at_hand WHERE household_id = \(member.household)")
      let amount: String? = try rows.first.map { try $0["amount"] }
      #expect(amount == left)
    }

    @Test func `Nonsense is refused, and another household's food is not used`() async throws {
      let member = try await TestApp.shared().member()
      let other = try await TestApp.shared().member()
      try await other.have("6 eggs")
      let id = try await member.cook("Omelette", ["2 eggs"], steps: "Fry.")
      let theirs = try other.id(atHand: "eggs")
      #expect(try await member.post("/recipes/\(id)/finish", ["used": "\(theirs)", "amount": ""]).status == 303)
      #expect(try other.pantry() == ["eggs 6"])
      #expect(try await other.post("/recipes/\(id)/finish", ["used": "\(theirs)"]).status == 404)
      for (field, value) in [("leftovers", "soon"), ("note", String(repeating: "x", count: 2_001))] {
        #expect(try await member.post("/recipes/\(id)/finish", [field: value]).status / 100 == 4, "\(field)")
      }
    }

    @Test func `A cooking stays with its household when the cook leaves`() async throws {
      let ada = try await TestApp.shared().member()
      let guest = try await ada.app.housemate(of: ada)
      let id = try await ada.cook("Omelette", ["2 eggs"], steps: "Fry.")
      #expect(try await guest.post("/recipes/\(id)/finish", ["note": "Crisp"]).status == 303)
      #expect(try await ada.get("/recipes/\(id)").shows("Guest"))
      #expect(try await guest.post("/household/leave", ["confirm": "true"]).status == 303)
      let page = try await ada.get("/recipes/\(id)")
      #expect(page.shows("Last made") && page.shows("Crisp"))
    }

    /// Of many sequences of adding, cooking and taking back, what is at hand is what a plain model says.
    @Test func `Cooking and taking back in any order leave what a plain model has`() async throws {
      let member = try await TestApp.shared().member()
      var random = SeededRandom()
      let id = try await member.cook("Omelette", ["2 eggs"], steps: "Fry.")
      typealias Made = (id: UUID, eggs: UUID, before: Int, after: Int)
      var (model, entry, cookings): (Int, UUID?, [Made]) = (0, nil, [])
      for step in 0..<60 {
        switch model == 0 ? 0 : Int.random(in: 0..<3, using: &random) {
        case 0:
          let number = Int.random(in: 1...9, using: &random)
          _ = try await member.post("/recipes/ingredients", ["name": "eggs", "amount": "\(number)"])
          // A new entry is another one than what was used up: what used that one gives nothing back to it.
          (model, entry) = (number, try member.id(atHand: "eggs"))
          if try member.app.number(
            "SELECT count(*) AS n FROM ingredients_at_hand WHERE household_id = \(member.household)") != 1
          {
            Issue.record("not one entry in step \(step)")
          }
        case 1:
          let used = Int.random(in: 1...9, using: &random)
          let (cooking, eggs) = (UUID.v7(), try member.id(atHand: "eggs"))
          _ = try await member.post(
            "/recipes/\(id)/finish", ["id": "\(cooking)", "used": "\(eggs)", "amount": "\(used)"])
          cookings.append((cooking, eggs, model, max(0, model - used)))
          model = max(0, model - used)
        default:
          guard let last = cookings.popLast() else { continue }
          _ = try await member.post("/recipes/finish/\(last.id)/restore")
          if model == last.after, model == 0 || entry == last.eggs { (model, entry) = (last.before, last.eggs) }
        }
        let there = try member.pantry()
        #expect(there == (model == 0 ? [] : ["eggs \(model)"]), "step \(step)")
      }
    }

    // MARK: At hand

    @Test func `At hand is edited in place and sorted by date or place`() async throws {
      let member = try await TestApp.shared().member()
      try await member.have("6 eggs, milk, rice")
      let (eggs, milk) = (try member.id(atHand: "eggs"), try member.id(atHand: "milk"))
      let form = try await member.get("/recipes/hand?edit=\(eggs)")
      #expect(form.contains("action=\"/recipes/ingredients/\(eggs)\"") && form.contains("value=\"6\""))
      let answer = try await member.post(
        "/recipes/ingredients/\(eggs)",
        ["name": "brown eggs", "amount": "4", "best_before": "2030-02-01", "place": "fridge"])
      #expect(answer.status == 303)
      _ = try await member.post("/recipes/ingredients/\(milk)", ["best_before": "2030-01-01", "place": "cellar"])
      let page = try await member.get("/recipes/hand")
      #expect(page.shows("brown eggs") && page.shows("4 · best before 1 February 2030 · fridge"))
      func order(_ sort: String) async throws -> [String] {
        let text = try await member.get("/recipes/hand?sort=\(sort)").text
        return text.components("<li class=\"chip at-hand\"><span dir=\"auto\">").dropFirst().map {
          $0.components("</span>")[0]
        }
      }
      #expect(try await order("added") == ["brown eggs", "milk", "rice"])
      #expect(try await order("date") == ["milk", "brown eggs", "rice"])
      #expect(try await order("place") == ["milk", "brown eggs", "rice"])
      // The amount counts as it is now.
      let id = try await member.cook("Omelette", ["6 eggs"], steps: "Fry.")
      #expect(try await member.get("/recipes/\(id)").shows("4 / 6"))
      for (field, value) in [
        ("name", ""), ("name", "???"), ("best_before", "soon"), ("name", String(repeating: "x", count: 201)),
        ("name", "rice"),
      ] {
        #expect(
          try await member.post("/recipes/ingredients/\(eggs)", [field: value]).status == 422, "\(field) \(value)")
      }
      #expect(try member.pantry() == ["brown eggs 4", "milk", "rice"])
      #expect(try await TestApp.shared().member().post("/recipes/ingredients/\(eggs)", ["amount": "9"]).status == 404)
    }

    @Test func `A recipe's page counts amounts and dates as the plan does`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.cook("Pancakes", ["600 g flour", "4 eggs", "250 ml milk", "20 g butter", "1 onion"])
      for (name, amount, date) in [
        ("flour", "500 g", ""), ("eggs", "2", "2020-01-01"), ("milk", "1 l", "2020-01-01"), ("butter", "", ""),
      ] {
        _ = try await member.post("/recipes/ingredients", ["name": name, "amount": amount, "best_before": date])
      }
      let page = try await member.get("/recipes/\(id)")
      #expect(page.shows("have 2 of 5") && page.shows("500\u{A0}g / 600\u{A0}g") && page.shows("2 / 4"))
      #expect(page.count(of: "best before 1 January 2020, past") == 2)
      #expect(page.count(of: "name=\"have\"") == 5)
      #expect(page.shows("Add missing to shopping · 3"))
    }
  }
}
