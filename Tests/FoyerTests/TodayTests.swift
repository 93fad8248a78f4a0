import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// The page of today.
  @Suite struct TodaySuite {
    @Test func `What is due stands in its part, in the order of time, and nothing stands twice`() async throws {
      let member = try await TestApp.shared().member()
      let mate = try await member.app.housemate(of: member)
      try await member.add("Sign the form", date: day(-2), time: "08:00")
      try await member.add("Water the plants", date: day(0))
      try await member.add("Ring Grandma", date: day(2), time: "16:30")
      try await member.add("Order bulbs", date: day(40), time: "12:00")
      try await member.add("Some day")
      let mine = try await member.add("Take out the bins", date: day(3), time: "12:00")
      let undated = try await member.add("Clean the oven")
      let his = try await member.add("Mow the lawn", date: day(4), time: "12:00")
      let done = try await member.add("Feed the cat", date: day(0))
      _ = try await member.post("/items/\(done)/done", ["done": "true"])
      try member.app.rows(
        """
        UPDATE items SET turn_person = p.id FROM people p
        WHERE items.household_id = \(member.household) AND p.household_id = items.household_id
          AND p.name = CASE WHEN items.id = \(his) THEN 'Guest' ELSE 'Ada Lovelace' END
          AND items.id = ANY (\([mine, undated, his])::uuid[])
        """)
      try member.pause()
      let page = try await member.get("/")
      #expect(page.names == ["Overdue", "Today", "My turn", "Next days"])
      #expect(page.titles(in: "Overdue") == ["Sign the form"] && page.part("Overdue")?.contains("2 days") == true)
      #expect(page.titles(in: "Today") == ["Water the plants"] && page.part("Today")?.contains("23:59</time>") == false)
      #expect(page.titles(in: "My turn") == ["Take out the bins", "Clean the oven"])
      #expect(page.titles(in: "Next days") == ["Ring Grandma", "Mow the lawn"])
      #expect(page.part("Next days")?.contains("16:30") == true && page.part("Next days")?.contains("Guest") == true)
      // The other's turn is the other's.
      #expect(try await mate.get("/").titles(in: "My turn") == ["Mow the lawn"])
      // Nothing of it is a stranger's.
      let stranger = try await member.app.member().get("/")
      #expect(stranger.names == [] && stranger.itemIDs == [] && stranger.shows("Nothing is due today"))
    }

    @Test func `The day is that of the reader's clock`() async throws {
      let app = try await TestApp.shared()
      // There are 25 hours between them: it never is the same day.
      let (east, west) = (
        try await app.member(timeZone: "Pacific/Kiritimati"), try await app.member(timeZone: "Pacific/Niue")
      )
      for member in [east, west] {
        for days in -1...2 { try await member.add("Day \(days)", date: day(days), time: "23:58") }
      }
      func days(_ member: Member) async throws -> [String] {
        let zone = member.household == east.household ? "Pacific/Kiritimati" : "Pacific/Niue"
        return try app.rows(
          """
          SELECT title FROM items WHERE household_id = \(member.household)
            AND (due_at AT TIME ZONE \(zone))::date = (now() AT TIME ZONE \(zone))::date AND due_at > now()
          """
        ).map { try $0["title"] }
      }
      for member in [east, west] { #expect(try await member.get("/").titles(in: "Today") == (try await days(member))) }
    }

    @Test func `A part has at most fifty rows and a way to the rest`() async throws {
      let member = try await TestApp.shared().member()
      try member.fill(60)
      try member.app.rows(
        "UPDATE items SET due_at = now() - interval '3 days' + position * interval '1 minute' WHERE household_id = \(member.household)"
      )
      let page = try await member.get("/")
      #expect(page.titles(in: "Overdue").count == 50)
      #expect(page.part("Overdue")?.contains("href=\"/items?status=open&amp;sort=due\"") == true)
    }

    @Test func `R20, R21: ticking comes back to today, with ring and numbers`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add("Buy milk", date: day(0))
      try await member.add("Bake bread")
      let from: [String: String?] = ["referer": "\(member.browser.origin)/"]
      let answer = try await member.post("/items/\(id)/done", ["done": "true"], from)
      #expect(answer.status == 303 && answer["location"] == "/")
      let page = try await member.get("/")
      #expect(page.notice == "Done: Buy milk" && page.shows("50% of all items done") && page.shows("1 to do"))
      #expect(page.names == [])
      // With a script the pieces of the page come alone.
      var headers = fragment()
      headers["hx-current-url"] = "\(member.browser.origin)/#item-\(id)"
      let part = try await member.post("/items/\(id)/done", ["done": "false"], headers)
      #expect(part.contains("id=\"ring\"") && part.shows("0% of all items done") && part.shows("2 to do"))
      #expect(!part.contains("id=\"counts\""))
      #expect(try await member.get("/").titles(in: "Today") == ["Buy milk"])
      #expect(try await member.get("/", fragment("today")).contains("id=\"ring\""))
    }

    @Test func `What is added or changed from today is shown there`() async throws {
      let member = try await TestApp.shared().member()
      let quick = try await member.post("/items/quick", ["text": "Water the plants today", "back": "/"])
      let id = try #require(
        try member.app.rows("SELECT id FROM items WHERE household_id = \(member.household)").first?["id"] as UUID?)
      #expect(quick.status == 303 && quick["location"] == "/#item-\(id)")
      let page = try await member.get("/")
      #expect(page.titles(in: "Today") == ["Water the plants"] && page.contains("class=\"item new\""))
      let form = try await member.get("/items/\(id)/edit", ["referer": "\(member.browser.origin)/"])
      #expect(form.field("back") == "/")
      let version = try #require(form.field("version"))
      let saved = try await member.post(
        "/items/\(id)",
        ["version": version, "title": "Water them", "due_date": day(0), "due_time": "", "back": "/"])
      #expect(saved["location"] == "/#item-\(id)")
      // No other page but ours.
      let elsewhere = try await member.post("/items/quick", ["text": "One more", "back": "//evil.example"])
      #expect(elsewhere["location"]?.hasPrefix("/items") == true)
      // What cannot be saved is not lost.
      let refused = try await member.post("/items/quick", ["text": "  ", "back": "/"])
      #expect(refused.status == 422 || refused.status == 303)
    }

    @Test func `A request is answered from today, and stays of the week stand there`() async throws {
      let app = try await TestApp.shared()
      let (host, guest) = (try await app.member(), try await app.member())
      let listing = try await host.list("Joe Hamilton", capacity: 4)
      let request = try await guest.ask(listing, from: 3, to: 5)
      let page = try await host.get("/")
      #expect(page.part("Stays")?.contains("Ada Lovelace asks to stay") == true)
      #expect(try await guest.get("/").part("Stays") == nil)
      let answer = try await host.post(
        "/hosting/requests/\(request)/accept", ["version": "1"], ["referer": "\(host.browser.origin)/"])
      #expect(answer.status == 303 && answer["location"] == "/")
      #expect(try await host.get("/").part("Stays")?.contains("Ada Lovelace arrives") == true)
      #expect(try await guest.get("/").part("Stays")?.contains("You stay with Joe Hamilton") == true)
      try app.rows("UPDATE stay_requests SET arrival = current_date - 1 WHERE id = \(request)")
      #expect(try await host.get("/").part("Stays")?.contains("Ada Lovelace leaves") == true)
      #expect(try await guest.get("/").part("Stays")?.contains("You leave Joe Hamilton") == true)
      try app.rows(
        "UPDATE stay_requests SET arrival = current_date + 8, departure = current_date + 9 WHERE id = \(request)")
      #expect(try await host.get("/").part("Stays") == nil)
      #expect(try await app.member().get("/").part("Stays") == nil)
    }

    @Test func `Three recipes of which most is at hand, that everybody may eat`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let mate = try await app.housemate(of: member)
      _ = try await member.post("/recipes/starters", ["hide": "true"])
      for (name, ingredients) in [
        ("Omelette", "3 eggs\n20 g butter"), ("Pancakes", "2 eggs\n100 g flour\n1 apple"),
        ("Stew", "1 kg beef\n2 onions\n3 eggs"),
        ("Fried potatoes", "1 kg potatoes\n20 g butter"), ("Compote", "6 apples\n2 lemons\n20 g butter"),
      ] {
        _ = try await member.post(
          "/recipes", ["id": "\(UUID.v7())", "name": name, "ingredients": ingredients, "steps": "Cook."])
      }
      #expect(try await member.get("/").part("You could cook") == nil)
      _ = try await member.post("/recipes/ingredients", ["name": "eggs, butter, apples, potatoes"])
      #expect(
        try await member.get("/").links(in: "You could cook") == ["Omelette", "Fried potatoes", "Pancakes"])
      _ = try await mate.post("/recipes/parameters", ["allergy": "egg"])
      let fitting = try await member.get("/").links(in: "You could cook")
      #expect(fitting == ["Fried potatoes", "Compote"])
      _ = try await member.post("/recipes/ingredients/clear")
      #expect(try await member.get("/").part("You could cook") == nil)
    }
  }
}

extension Member {
  /// As if everybody of the household had looked at today an hour ago.
  func pause() throws {
    try app.rows("DELETE FROM activity WHERE household_id = \(household)")
    try app.rows(
      """
      UPDATE people SET looked_at = now() - interval '10 minutes', looked_before = now() - interval '1 hour'
      WHERE household_id = \(household)
      """)
  }
}

extension Answer {
  /// The regions' names, in their order.
  fileprivate var names: [String] {
    text.components("<h2 id=\"today-").dropFirst().compactMap {
      $0.components("\">").dropFirst().first?.components("</h2>").first
    }
  }

  func part(_ name: String) -> String? {
    let sections = text.components("<section ").dropFirst().compactMap { $0.components("</section>").first }
    return sections.first { $0.contains(">\(name)</h2>") }
  }

  func titles(in name: String) -> [String] {
    (part(name) ?? "").components("dir=\"auto\"><span>").dropFirst().compactMap { $0.components("</span>").first }
  }

  fileprivate func links(in name: String) -> [String] {
    (part(name) ?? "").components("<a href=").dropFirst().compactMap {
      $0.components("\">").dropFirst().first.flatMap { $0.components("</a>").first }.map(unescaped)
    }
  }

  var lately: [String] { links(in: "Lately") }
}
