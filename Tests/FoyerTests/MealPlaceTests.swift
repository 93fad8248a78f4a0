import CivilTime
import Testing

@testable import Foyer
@testable import Postgres

extension Member {
  /// Today on the household's clock.
  fileprivate func dayHere(plus days: Int = 0) throws -> String {
    let rows = try app.rows(
      "SELECT (now() AT TIME ZONE time_zone)::date + \(days)::int AS day FROM households WHERE id = \(household)")
    return try (rows[0]["day"] as CalendarDate).iso
  }
}

extension Answer {
  /// The dishes of the part "Meals", with their meals.
  fileprivate var mealsOfToday: [String] {
    guard let part = between("<h2 id=\"today-meals\">", "</section>") else { return [] }
    return part.components("<li class=\"today-dish\">").dropFirst().map { line in
      line.components("<div>")[1].components("</div>")[0].components("<").map { $0.components(">").last ?? "" }.joined(
        separator: " "
      )
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
  }
}

extension FoyerTests {
  /// What is planned to be eaten, elsewhere than in the plan.
  @Suite struct MealPlaces {
    @Test func `Meals of today stand on its page in the order of the day, with a clash of somebody who eats`()
      async throws
    {
      let member = try await TestApp.shared().member()
      let soup = try await member.cook("Soup", ["2 leeks", "1 l milk"])
      try await member.plan(try member.dayHere(), "dinner", "Soup", servings: "3")
      try await member.plan(try member.dayHere(), "Tea", "Cake")
      try await member.plan(try member.dayHere(), "breakfast", "Bread & jam")
      try await member.plan(try member.dayHere(plus: -1), "dinner", "Yesterday's")
      try await member.plan(try member.dayHere(plus: 2), "dinner", "Later")
      let page = try await member.get("/")
      #expect(page.mealsOfToday == ["Bread & jam Breakfast", "Soup Dinner · Cook", "Cake Tea"])
      let date = try member.dayHere()
      #expect(page.contains("href=\"/recipes/\(soup)?day=\(date)&amp;servings=3\""))
      #expect(page.contains("href=\"/recipes/\(soup)/cook?day=\(date)&amp;servings=3\""))
      #expect(try await member.get("/recipes/\(soup)/cook?day=\(date)&servings=3").status == 200)
      _ = try await member.post("/recipes/parameters", ["allergy": "milk"])
      #expect(!(try await member.get("/").shows("Does not suit everybody")))
      _ = try await member.post("/recipes/parameters", ["allergy": "dairy"])
      #expect(try await member.get("/").count(of: "Does not suit everybody") == 1)
      // A recipe that is gone keeps its name; nothing of it is another household's.
      _ = try await member.post("/recipes/\(soup)/delete")
      #expect(try await member.get("/").mealsOfToday[1] == "Soup Dinner")
      #expect(try await member.app.member().get("/").mealsOfToday == [])
    }

    @Test func `A dish opens for as many as the plan and the list count, wherever its link stands`() async throws {
      let member = try await TestApp.shared().member()
      let soup = try await member.cook("Soup", ["8 leeks"], servings: "4")
      _ = try await member.post("/household/eaters", ["id": "\(UUID.v7())", "name": "Léa"])
      let date = try member.dayHere()
      try await member.plan(date, "dinner", "Soup")
      let link = "href=\"/recipes/\(soup)?day=\(date)&amp;servings=2\""
      for path in ["/", "/plan", "/calendar?view=agenda"] {
        #expect(try await member.get(path).contains(link), "\(path)")
      }
      #expect(try await member.get("/").contains("href=\"/recipes/\(soup)/cook?day=\(date)&amp;servings=2\""))
      #expect(try await member.get("/recipes/\(soup)?day=\(date)&servings=2").shows("4 leeks"))
      _ = try await member.post("/plan/shopping", ["from": date, "to": date])
      #expect(try await member.shopping() == ["4 leeks"])
    }

    @Test func `In the evening, tomorrow's meals are there, too`() async throws {
      let app = try await TestApp.shared()
      // It is evening in one of these, and morning in the other: they are twelve hours apart.
      for zone in ["Etc/GMT+6", "Etc/GMT-6", "Etc/GMT", "Etc/GMT+12"] {
        let member = try await app.member(timeZone: zone)
        try await member.plan(try member.dayHere(plus: 1), "breakfast", "Porridge")
        let hour = try app.rows("SELECT extract(hour FROM now() AT TIME ZONE \(zone))::int AS hour")[0]["hour"] as Int
        let expected = hour >= 17 ? ["Porridge tomorrow · Breakfast"] : []
        #expect(
          try await member.get("/").mealsOfToday.map { $0.replacing("Tomorrow", with: "tomorrow") } == expected,
          "\(zone) \(hour)")
      }
    }

    @Test func `The calendar has meals as entries behind what is to do`() async throws {
      let member = try await TestApp.shared().member()
      let soup = try await member.cook("Soup", ["2 leeks"])
      try await member.plan("2031-05-06", "dinner", "Soup")
      try await member.plan("2031-05-06", "breakfast", "Bread <b>")
      try member.insert("Pay", due: "2031-05-06 12:00 UTC")
      for query in ["view=agenda&from=2031-05-01", "view=month&month=2031-05"] {
        let page = try await member.get("/calendar?\(query)")
        let titles = page.text.components("class=\"cal-words\" dir=\"auto\">").dropFirst().map {
          unescaped($0.components("</span>")[0])
        }
        #expect(titles == ["Pay", "Bread <b>", "Soup"], "\(query)")
        #expect(
          page.contains("href=\"/recipes/\(soup)?day=2031-05-06\"") && page.contains("href=\"/plan?week=2031-W19\""))
        #expect(page.shows("Breakfast:"))
      }
      #expect(!(try await member.app.member().get("/calendar?view=agenda&from=2031-05-01").shows("Soup")))
    }

    @Test func `A feed of meals has them as whole days, and no other feed has any`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let soup = try await member.cook("Soup, hot; good", ["2 leeks"])
      let id = try await member.plan(day(4), "dinner", "Soup, hot; good")
      try await member.plan(day(5), "Tea", "Cake")
      try member.insert("Pay", due: "\(day(2)) 23:59 UTC")
      let path = try await member.makeFeed(content: "meals")
      let feed = try await app.browser().get(path)
      #expect(feed.count(of: "BEGIN:VEVENT") == 2)
      let basic = { (days: Int) in day(days).split(separator: "-").joined() }
      for line in [
        "UID:\(id)", "SUMMARY:Dinner: Soup\\, hot\\; good", "SUMMARY:Tea: Cake", "DTSTART;VALUE=DATE:\(basic(4))",
        "DTEND;VALUE=DATE:\(basic(5))", "TRANSP:TRANSPARENT",
      ] {
        #expect(feed.contains("\(line)\r\n"), "\(line)")
      }
      #expect(feed.text.components("\r\n ").joined().contains("/recipes/\(soup)?day=\(day(4))\r\n"))
      #expect(try await member.get("/settings/feeds").shows("Meals only"))
      for content in ["all", "stays"] {
        #expect(
          !(try await app.browser().get(try await member.makeFeed(content: content)).contains("Soup")), "\(content)")
      }
      // Moved, it is the same event on another day; taken out, it is gone.
      let etag = try #require(feed["etag"])
      #expect(try await app.browser().get(path, ["if-none-match": etag]).status == 304)
      _ = try await member.post("/plan/\(id)", ["version": "1", "day": day(6), "meal": "lunch"])
      let moved = try await app.browser().get(path, ["if-none-match": etag])
      #expect(moved.status == 200)
      let sequences = try [feed, moved].map { feed in
        let event = try #require(feed.text.components("BEGIN:VEVENT").first { $0.contains("UID:\(id)\r\n") })
        return try #require(Int(event.components("SEQUENCE:")[1].prefix { $0 != "\r\n" }))
      }
      #expect(sequences[0] > 0 && sequences[1] >= sequences[0])
      #expect(moved.contains("SUMMARY:Lunch: Soup") && moved.contains("DTSTART;VALUE=DATE:\(basic(6))"))
      _ = try await member.post("/plan/\(id)/delete")
      #expect(!(try await app.browser().get(path).contains("Soup")))
      let others = try await app.browser().get(try await app.member().makeFeed(content: "meals"))
      #expect(others.count(of: "BEGIN:VEVENT") == 0)
      // Its reader's language.
      _ = try app.rows("UPDATE people SET language = 'fr' WHERE household_id = \(member.household)")
      #expect(try await app.browser().get(path).contains("SUMMARY:Tea\u{A0}: Cake"))
    }

    @Test func `A week on paper has its days, meals and a code; what is no week is this one`() async throws {
      let member = try await TestApp.shared().member()
      try await member.plan("2031-05-06", "dinner", "Soup", servings: "6")
      try await member.plan("2031-05-07", "Tea", "Cake")
      let page = try await member.get("/plan/print?week=2031-W19")
      #expect(page.shows("5–11 May 2031") && page.shows("QR code that opens this week"))
      #expect(page.count(of: "<th scope=\"row\">") == 7 && page.count(of: "<th scope=\"col\">") == 5)
      #expect(page.shows("Soup (6)") && page.shows("Tea: Cake"))
      #expect(page.contains("href=\"/plan?week=2031-W19\""))
      #expect(try await member.get("/plan?week=2031-W19").contains("href=\"/plan/print?week=2031-W19\""))
      let empty = try await member.get("/plan/print?week=2031-W20")
      #expect(empty.count(of: "<th scope=\"col\">") == 4 && empty.count(of: "class=\"is-empty\"") == 21)
      let this = Week(try #require(CalendarDate(try member.dayHere()))).text
      for query in ["", "?week=", "?week=2031-W60", "?week=x"] {
        #expect(try await member.get("/plan/print\(query)").contains("href=\"/plan?week=\(this)\""), "\(query)")
      }
      #expect(!(try await member.app.member().get("/plan/print?week=2031-W19").shows("Soup")))
    }
  }
}
