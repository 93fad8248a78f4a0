import EventLoop
import Testing

@testable import Foyer
@testable import Postgres

extension Member {
  /// Plans a meal; returns its id.
  @discardableResult
  func plan(_ day: String, _ meal: String, _ text: String, servings: String = "") async throws -> UUID {
    let id = UUID.v7()
    let answer = try await post(
      "/plan", ["id": "\(id)", "day": day, "meal": meal, "text": text, "servings": servings])
    guard answer.status == 303 else { throw Unexpected("planning answered \(answer.status): \(answer.text)") }
    return id
  }

  /// What the plan of a week has: "2026-11-23 lunch Soup".
  func planned(_ week: String) async throws -> [String] { try await get("/plan?week=\(week)").planned }
}

extension Answer {
  /// In the order of the page.
  var planned: [String] {
    text.components("data-day=\"").dropFirst().flatMap { part -> [String] in
      let (day, meal) = (part.prefix(10), part.components("data-meal=\"")[1].components("\"")[0])
      return part.components("class=\"plan-name").dropFirst().map { name in
        "\(day) \(meal) " + unescaped(name.components("</")[0].components(">").last ?? "")
      }
    }
  }
}

extension FoyerTests {
  /// The plan: what is eaten on which day.
  @Suite struct MealTests {
    @Test(arguments: [
      ("2026-W48", "2026-11-23"), ("2026-W53", "2026-12-28"), ("2027-W01", "2027-01-04"), ("2020-W53", "2020-12-28"),
      ("2024-W01", "2024-01-01"), ("2021-W01", "2021-01-04"), ("2016-W52", "2016-12-26"),
    ])
    func `A week of ISO 8601 begins on its Monday`(text: String, monday: String) throws {
      let week = try #require(Week(text))
      #expect(week.monday.iso == monday)
      for day in week.days { #expect(Week(day).text == text) }
    }

    @Test(arguments: [
      "", "2026", "2026-W00", "2026-W54", "2025-W53", "2026-w48", "2026-W4", "2026-W480", "0000-W01", "9999-W01",
      "２026-W48",
      "2026-W-1", "2026-W+1",
    ])
    func `What is no week is none`(text: String) { #expect(Week(text) == nil) }

    @Test func `The weeks of four hundred years follow one another`() throws {
      var week = try #require(Week("1900-W01"))
      while let next = week.adding(1) {
        #expect(next.monday.days == week.monday.days + 7 && next.adding(-1) == week && Week(next.text) == next)
        week = next
      }
      #expect(week.text == "2200-W52")
    }

    @Test func `One tap on a recipe's page plans it for tonight, for as many servings, and stays there`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.cook("Tarka dal", ["200 g lentils"], servings: "4")
      let page = try await member.get("/recipes/\(id)?servings=6")
      #expect(page.shows("Tonight"))
      let form = try #require(page.between("<form method=\"post\" action=\"/plan\">", "</form>"))
      func value(_ name: String) -> String {
        form.components("name=\"\(name)\" value=\"").last?.components("\"").first ?? ""
      }
      let fields: KeyValuePairs = [
        "id": value("id"), "recipe": value("recipe"), "day": value("day"), "meal": value("meal"), "back": value("back"),
        "servings": value("servings"),
      ]
      for _ in 1...2 {
        let answer = try await member.post("/plan", fields)
        #expect(answer.status == 303 && answer["location"] == "/recipes/\(id)")
      }
      let rows = try member.app.rows("SELECT day, meal, servings FROM meals WHERE household_id = \(member.household)")
      let (meal, servings): (String, Int) = (try rows[0]["meal"], try rows[0]["servings"])
      #expect(rows.count == 1 && meal == "dinner" && servings == 6)
      let after = try await member.get("/recipes/\(id)")
      #expect(after.shows("Planned: Tarka dal") && after.contains("action=\"/plan/\(value("id"))/delete\""))
    }

    @Test func `Meals are planned, changed, taken out, and come back`() async throws {
      let member = try await TestApp.shared().member()
      let recipe = try await member.cook("Leek soup", ["2 leeks"])
      let page = try await member.get("/plan?week=2026-W48")
      #expect(page.between("<h1 tabindex=\"-1\">", "</h1>") == "Plan")
      #expect(page.planned == [] && page.shows("Nothing is planned yet."))
      #expect(page.count(of: "class=\"plan-day") == 7 && page.count(of: "data-meal=\"dinner\"") == 7)
      let soup = try await member.plan("2026-11-24", "dinner", "  LEEK soup ")
      try await member.plan("2026-11-24", "Lunch", "leftovers & more")
      try await member.plan("2026-11-23", "Tea 🫖", "cake", servings: "12")
      #expect(
        try await member.planned("2026-W48") == [
          "2026-11-23 Tea 🫖 cake", "2026-11-24 lunch leftovers & more", "2026-11-24 dinner Leek soup",
        ])
      #expect(try await member.planned("2026-W49") == [])
      #expect(
        try await member.get("/plan?week=2026-W48").contains(
          "href=\"/recipes/\(recipe)?day=2026-11-24&amp;servings=1\""))
      let edit = try await member.get("/plan/\(soup)")
      #expect(
        edit.field("text") == "Leek soup" && edit.field("recipe") == "\(recipe)" && edit.field("meal") == "Dinner")
      #expect(edit.field("day") == "2026-11-24" && edit.field("servings") == "" && edit.field("version") == "1")
      // A script sends no more than where the meal was dragged to.
      let moved = try await member.post("/plan/\(soup)", ["version": "1", "day": "2026-11-25", "meal": "lunch"])
      #expect(moved.status == 303 && moved["location"] == "/plan?week=2026-W48")
      let after = try await member.get("/plan?week=2026-W48")
      #expect(after.planned.last == "2026-11-25 lunch Leek soup" && after.shows("Moved: Leek soup"))
      _ = try await member.post(
        "/plan/\(soup)",
        ["version": "2", "day": "2026-11-25", "meal": "Lunch", "text": "pizza", "recipe": "\(recipe)", "servings": "3"])
      #expect(try await member.planned("2026-W48").last == "2026-11-25 lunch pizza")
      #expect(try await member.get("/plan/\(soup)").field("servings") == "3")
      #expect(try await member.post("/plan/\(soup)/delete")["location"] == "/plan?week=2026-W48")
      #expect(try await member.planned("2026-W48").count == 2)
      #expect(try await member.get("/trash").contains("/plan/\(soup)/restore"))
      #expect(try await member.get("/plan/\(soup)").status == 404)
      #expect(try await member.post("/plan/\(soup)/restore").status == 303)
      #expect(try await member.planned("2026-W48").count == 3)
    }

    @Test func `A text is a recipe if exactly one is called so`() async throws {
      let member = try await TestApp.shared().member()
      let first = try await member.cook("Soupe à l’oignon", ["2 onions"])
      func recipe(_ id: UUID) async throws -> String? { try await member.get("/plan/\(id)").field("recipe") }
      #expect(try await recipe(member.plan("2026-11-24", "lunch", "soupe A L’OIGNON")) == "\(first)")
      #expect(try await recipe(member.plan("2026-11-24", "lunch", "soupe")) == nil)
      let second = try await member.cook("SOUPE à l’oignon", ["2 onions"])
      #expect(try await recipe(member.plan("2026-11-24", "lunch", "Soupe à l’oignon")) == nil)
      // By its id it is known, and it stays while the text is its name.
      let id = UUID.v7()
      _ = try await member.post("/plan", ["id": "\(id)", "day": "2026-11-24", "meal": "lunch", "recipe": "\(second)"])
      #expect(try await recipe(id) == "\(second)")
      _ = try await member.post(
        "/plan/\(id)", ["version": "1", "text": "Soupe à l’oignon", "recipe": "\(second)", "servings": "2"])
      #expect(try await recipe(id) == "\(second)")
      // The recipe goes, and its name stays in the plan.
      _ = try await member.post("/recipes/\(second)/delete")
      #expect(try await recipe(id) == nil)
      #expect(try await member.planned("2026-W48").contains("2026-11-24 lunch SOUPE à l’oignon"))
      let names = try await member.get("/plan/recipes?q=oignon").suggestions
      #expect(names == ["Soupe à l’oignon"])
    }

    @Test func `Bad input is told so and changes nothing`() async throws {
      let app = try await TestApp.shared()
      let (member, stranger) = (try await app.member(), try await app.member())
      let theirs = try await stranger.cook("Theirs", ["2 eggs"])
      let good = ["day": "2026-11-24", "meal": "lunch", "text": "Soup", "servings": "2"]
      for (field, value) in [
        ("day", ""), ("day", "2026-02-30"), ("day", "9999-12-31"), ("meal", " "),
        ("meal", String(repeating: "m", count: 101)),
        ("text", ""), ("text", String(repeating: "t", count: 1_001)), ("servings", "0"), ("servings", "1001"),
        ("servings", "1e308"), ("servings", "½"), ("servings", "-1"),
      ] {
        var fields = good
        fields[field] = value
        let body = fields.map { "\($0)=\(percentEncoded($1))" }.joined(separator: "&")
        for headers in [[:], fragment()] {
          let answer = try await member.browser.send("POST", "/plan", headers, Array(body.utf8))
          #expect(answer.status == 422 && answer.contains("id=\"error-\(field)\""), "\(field) \(value)")
        }
      }
      let gone = try await member.post("/plan", ["day": "2026-11-24", "meal": "lunch", "recipe": "\(theirs)"])
      #expect(gone.status == 422 && !gone.shows("Theirs"))
      #expect(
        try await member.post("/plan", ["id": "x", "day": "2026-11-24", "meal": "lunch", "text": "a"]).status == 400)
      #expect(try await member.planned("2026-W48") == [])
      for week in ["2026-W99", "x", "%20", String(repeating: "9", count: 500)] {
        #expect(try await member.get("/plan?week=\(week)").contains("aria-current=\"date\""))
      }
      for text in ["<script>\"'&amp;", "\u{202E}🧂", "مرحبا"] {
        try await member.plan("2026-11-24", "\u{202E}<b>", text)
      }
      #expect(try await member.planned("2026-W48").count == 3)
    }

    @Test func `A form that is sent twice adds one, and two changes are both kept`() async throws {
      let member = try await TestApp.shared().member()
      let id = UUID.v7()
      let fields: KeyValuePairs = ["id": "\(id)", "day": "2026-11-24", "meal": "lunch", "text": "Soup"]
      let answers = try await member.atOnce(5) { browser, _ in try await browser.post("/plan", fields) }
      #expect(answers.map(\.status) == Array(repeating: 303, count: 5))
      #expect(try await member.planned("2026-W48") == ["2026-11-24 lunch Soup"])
      #expect(try await member.post("/plan/\(id)", ["version": "1", "text": "Stew"]).status == 303)
      let stale = try await member.post("/plan/\(id)", ["version": "1", "text": "Salad", "servings": "4"])
      #expect(stale.status == 409 && stale.contains("Stew") && stale.contains("Salad"))
      // The same once more is no conflict.
      #expect(try await member.post("/plan/\(id)", ["version": "1", "text": "Stew"]).status == 303)
      #expect(try await member.post("/plan/\(id)", ["text": "Stew"]).status == 400)
    }

    @Test func `A copied week has the meals once, and Undo takes them out`() async throws {
      let member = try await TestApp.shared().member()
      let soup = try await member.plan("2026-11-24", "lunch", "Soup")
      try await member.plan("2026-11-29", "Tea", "Cake", servings: "8")
      let copy: KeyValuePairs = ["from": "2026-W48", "to": "2027-W01"]
      let answers = try await member.atOnce(4) { browser, _ in try await browser.post("/plan/copy", copy) }
      #expect(answers.map(\.status) == Array(repeating: 303, count: 4))
      let both = ["2027-01-05 lunch Soup", "2027-01-10 Tea Cake"]
      #expect(try await member.planned("2027-W01") == both)
      #expect(try await member.planned("2026-W48").count == 2)
      _ = try await member.post("/plan/\(soup)", ["version": "1", "text": "Stew"])
      let other = try await member.post("/plan/copy", ["from": "2026-W48", "to": "2027-W02"])
      #expect(other["location"] == "/plan?week=2027-W02")
      let page = try await member.get("/plan?week=2027-W02")
      #expect(page.planned == ["2027-01-12 lunch Stew", "2027-01-17 Tea Cake"] && page.shows("Copied 2 meals."))
      let undo = try #require(page.between("action=\"/plan/copy?undo=", "\""))
      #expect(try await member.post("/plan/copy?undo=\(undo)").status == 303)
      #expect(try await member.planned("2027-W02") == [])
      #expect(try await member.planned("2027-W01") == both)
      _ = try await member.post("/plan/copy", ["from": "2026-W48", "to": "2027-W02"])
      #expect(try await member.planned("2027-W02").count == 2)
      for fields: KeyValuePairs in [["from": "2026-W48", "to": "2026-W48"], ["from": "x", "to": "2026-W48"], [:]] {
        #expect(try await member.post("/plan/copy", fields).status == 303)
      }
      #expect(try await member.planned("2026-W48").count == 2)
    }

    @Test func `A day takes fifty meals, a week two hundred, and ten thousand are no burden`() async throws {
      let member = try await TestApp.shared().member()
      try member.app.rows(
        """
        INSERT INTO meals (household_id, id, day, meal, text)
        SELECT \(member.household), gen_random_uuid(), '2026-11-30'::date + i / 50, 'lunch', 'Soup ' || i
        FROM generate_series(0, 9999) AS i
        """)
      try member.app.rows(
        "DELETE FROM meals WHERE household_id = \(member.household) AND day > '2026-12-03' AND day < '2026-12-07'")
      #expect(try await member.planned("2026-W49").count == 200)
      #expect(try await member.planned("2026-W50").count == 350)
      for day in ["2026-11-30", "2026-12-06", "2026-12-09"] {
        let answer = try await member.post("/plan", ["day": day, "meal": "lunch", "text": "More"])
        #expect(answer.status == 422 && answer.shows("at most 50 meals"))
      }
      let id = try await member.plan("2026-11-24", "lunch", "Soup")
      #expect(try await member.post("/plan/\(id)", ["version": "1", "day": "2026-12-06"]).status == 422)
      #expect(try await member.post("/plan/copy", ["from": "2026-W48", "to": "2026-W49"]).status == 303)
      #expect(try await member.get("/plan?week=2026-W49").shows("at most 50 meals"))
      #expect(try await member.planned("2026-W49").count == 200)
    }

    @Test func `Others in the household see it, and others do not`() async throws {
      let app = try await TestApp.shared()
      let ada = try await app.member()
      let (ben, stranger) = (try await app.housemate(of: ada), try await app.member())
      let id = try await ada.plan("2026-11-24", "lunch", "Soup")
      #expect(try await ben.planned("2026-W48") == ["2026-11-24 lunch Soup"])
      #expect(try await ben.get("/plan").contains("data-live=\"meals stays\""))
      #expect(try await stranger.planned("2026-W48") == [])
      // Somebody else's id is free for a meal of one's own.
      _ = try await stranger.post("/plan", ["id": "\(id)", "day": "2026-11-24", "meal": "lunch", "text": "Stew"])
      #expect(try await stranger.planned("2026-W48") == ["2026-11-24 lunch Stew"])
      #expect(try await ada.planned("2026-W48") == ["2026-11-24 lunch Soup"])
    }
  }
}
