import Testing

@testable import Foyer

/// A form with one field changed.
private func settings(
  _ member: Member, name: String = "Ada Lovelace", email: String? = nil, language: String = "",
  timeZone: String = "UTC",
  theme: String = "system", accent: String = "ember"
) -> KeyValuePairs<String, String> {
  [
    "name": name, "email": email ?? member.email, "language": language, "time_zone": timeZone, "theme": theme,
    "accent": accent,
  ]
}

extension FoyerTests {
  @Suite struct SettingsPage {
    @Test func `R22: what is set is stored, shown, and applied at once`() async throws {
      let member = try await TestApp.shared().member()
      let answer = try await member.post(
        "/settings",
        [
          "name": "Grace Hopper", "email": member.email, "language": "fr", "time_zone": "Europe/Paris", "theme": "dark",
          "accent": "lagoon", "shortcuts": "false",
        ])
      #expect(answer.status == 303)
      #expect(answer["location"] == "/settings")
      let page = try await member.get("/settings")
      // The notice comes in the language that was just chosen.
      #expect(page.notice == "Réglages enregistrés.")
      #expect(page.language == "fr")
      #expect(page.field("name") == "Grace Hopper")
      #expect(page.contains("<option value=\"Europe/Paris\" selected>Paris</option>"))
      #expect(page.contains("data-theme=\"dark\""))
      #expect(page.contains("data-theme=\"dark\" data-accent=\"lagoon\""))
      #expect(page.contains("data-no-shortcuts"))
      #expect(page.contains("<option value=\"dark\" selected>"))
      #expect(page.contains("<option value=\"fr\" selected>"))
      // The box first, then the hidden field, as a browser sends them.
      _ = try await member.post("/settings", ["shortcuts": "true", "shortcuts": "false", "language": ""])
      let again = try await member.get("/settings")
      #expect(again.language == "en")
      #expect(!again.contains("data-no-shortcuts"))
      // What was not sent has stayed.
      #expect(again.field("name") == "Grace Hopper")
      #expect(again.contains("data-theme=\"dark\""))
    }

    @Test func `A person chooses the places of a phone's bar`() async throws {
      let member = try await TestApp.shared().member()
      func bar() async throws -> [String] {
        let page = try await member.get("/settings").text
        let bar = page.split(separator: "<nav class=\"bar\"")[1].split(separator: "bar-more")[0]
        return bar.split(separator: "<a href=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
      }
      #expect(try await bar() == ["/", "/items", "/shopping", "/recipes"])
      let chosen: KeyValuePairs = ["bar": "", "bar": "plan", "bar": "stays", "bar": "today", "bar": "shopping"]
      #expect(try await member.post("/settings", chosen).status == 303)
      #expect(try await bar() == ["/", "/shopping", "/plan", "/hosts"])
      // Below "More" there is no second number of what is new with stays, and the rest has what was left out.
      let page = try await member.get("/items")
      #expect(!page.contains("more-news") && page.count(of: "id=\"stays-news\"") == 1)
      #expect(page.count(of: "href=\"/recipes\"") == 1)
      let refused: [KeyValuePairs<String, String>] = [
        ["bar": ""], ["bar": "trash"], ["bar": "today", "bar": "items", "bar": "plan", "bar": "tags", "bar": "stays"],
      ]
      for fields in refused {
        let answer = try await member.post("/settings", fields)
        #expect(answer.status == 422 && answer.contains("id=\"error-bar\""))
      }
      #expect(try await bar() == ["/", "/shopping", "/plan", "/hosts"])
    }

    @Test(arguments: ["en", "fr", "ko", "ru"])
    func `Every page of the settings is there in every language`(language: String) async throws {
      let member = try await TestApp.shared().member()
      #expect(try await member.post("/settings", settings(member, language: language)).status == 303)
      var titles: Set<String> = []
      for path in [
        "/settings", "/settings/sessions", "/settings/how-to", "/settings/whats-new", "/household", "/account/delete",
      ] {
        let page = try await member.get(path)
        #expect(page.status == 200)
        #expect(page.language == language)
        #expect(page.count(of: "<h1") == 1)
        titles.insert(page.title ?? "")
      }
      #expect(titles.count == 6)
    }

    @Test(arguments: [
      ("time_zone", "Mars/Olympus"), ("time_zone", "Nowhere5"), ("time_zone", "<+03>-3"), ("time_zone", ""),
      ("time_zone", "'; DROP TABLE people"), ("theme", "pink"),
      ("accent", "beige"), ("language", "de"), ("name", " "), ("email", "nobody"), ("email", "a b@example.org"),
    ])
    func `A wrong value is refused beside its field, and nothing is lost`(field: String, value: String) async throws {
      let member = try await TestApp.shared().member()
      // The first of two counts.
      let answer = try await member.post(
        "/settings", field == "name" ? [field: value] : [field: value, "name": "Kept"])
      #expect(answer.status == 422)
      #expect(answer.contains("aria-describedby=\"error-\(field)\""))
      if field != "name" { #expect(answer.field("name") == "Kept") }
      #expect(try await member.get("/settings").field("name") == "Ada Lovelace")
    }

    @Test func `A time zone is chosen: all that the database knows, by region, and the one that is set`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let page = try await member.get("/settings")
      let select = try #require(page.between("<select id=\"field-time_zone\"", "</select>"))
      let offered = select.components("<option value=\"").dropFirst().map { $0.components("\"")[0] }
      let known: [String] = try app.rows(
        """
        SELECT name FROM pg_timezone_names WHERE name = 'UTC' OR name ~
          '^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)/'
        """
      ).map { try $0["name"] }
      #expect(Set(offered) == Set(known) && offered.count == known.count)
      #expect(select.components("<optgroup").count - 1 == 10)
      #expect(select.contains("<option value=\"America/Argentina/Buenos_Aires\">Argentina, Buenos Aires</option>"))
      #expect(select.contains("<option value=\"UTC\" selected>UTC</option>"))
      for zone in ["Asia/Kathmandu", "Etc/GMT-3"] {
        #expect(try await member.post("/settings", ["time_zone": zone]).status == 303)
        #expect(try await member.get("/settings").contains("<option value=\"\(zone)\" selected>"))
      }
      // What was set before, whatever it is, stays when something else is saved.
      try app.rows("UPDATE people SET time_zone = 'Nowhere5' WHERE household_id = \(member.household)")
      #expect(try await member.post("/settings", ["time_zone": "Nowhere5", "name": "Grace"]).status == 303)
      #expect(try await member.get("/settings").contains("<option value=\"Nowhere5\" selected>"))
    }

    @Test func `A household's clock that nobody chose follows its first person's, and the settings name it`()
      async throws
    {
      let app = try await TestApp.shared()
      let member = try await app.member(timeZone: "")
      #expect(try await member.get("/items").notice == "Your clock is UTC. Choose your time zone in the settings.")
      #expect(try await member.get("/settings").shows("The household’s clock is UTC, too."))
      #expect(try await member.post("/settings", ["time_zone": "America/New_York"]).status == 303)
      #expect(try member.clock() == "America/New_York")
      #expect(try await member.get("/settings").shows("The household’s clock is America/New_York, too."))
      // The second person's clock is the household's where no script tells it, and moves nobody else's.
      let link = try #require(
        try await member.post("/household/invitations").between("id=\"field-link\" type=\"text\" value=\"", "\""))
      let browser = app.browser()
      _ = try await browser.post(
        "/invitations/\(link.components("/invitations/")[1])",
        ["name": "Ben", "email": "ben-\(member.email)", "password": "a guest harbour"])
      #expect(try await browser.get("/settings").contains("<option value=\"America/New_York\" selected>"))
      #expect(try await browser.post("/settings", ["time_zone": "Asia/Seoul"]).status == 303)
      #expect(try member.clock() == "America/New_York")
      #expect(
        try await browser.get("/settings").shows(
          "The household has another clock: America/New_York. Items repeat by that one, and the calendar follows it."))
      // Saving the household's form chooses nothing; another zone in it is chosen, and stays.
      #expect(try await member.post("/household", ["name": "Home", "time_zone": "America/New_York"]).status == 303)
      #expect(try await member.post("/settings", ["time_zone": "America/Chicago"]).status == 303)
      #expect(try member.clock() == "America/Chicago")
      #expect(try await member.post("/household", ["name": "Home", "time_zone": "Europe/Paris"]).status == 303)
      #expect(try await member.post("/settings", ["time_zone": "America/New_York"]).status == 303)
      #expect(try member.clock() == "Europe/Paris")
    }

    @Test func `An item of an account without a known clock repeats by the clock that its person chooses`() async throws
    {
      let member = try await TestApp.shared().member(timeZone: "")
      #expect(try await member.post("/settings", ["time_zone": "America/New_York"]).status == 303)
      let id = try await member.add(
        "Bins", repeating: ["repeat": "FREQ=WEEKLY;BYDAY=MO", "due_date": "2035-03-05", "due_time": "20:30"])
      _ = try await member.post("/items/\(id)/done", ["done": "true"])
      // The clocks change on 11 March.
      #expect(try member.dates() == ["2035-03-05 20:30:00 true", "2035-03-12 20:30:00 false"])
    }

    @Test func `A name may be any text`() async throws {
      let member = try await TestApp.shared().member()
      for name in naughtyNames + [String(repeating: "ë", count: 10_000)] {
        #expect(try await member.post("/settings", settings(member, name: name)).status == 303)
        #expect(try await member.get("/settings").field("name") == name)
        #expect(try await member.get("/household").shows(name))
      }
      let long = String(repeating: "x", count: 10_001)
      #expect(try await member.post("/settings", settings(member, name: long)).status == 422)
      #expect(try await member.post("/settings", settings(member, name: "a\0b")).status == 400)
    }

    @Test func `The e-mail address changes what one signs in with`() async throws {
      let app = try await TestApp.shared()
      let (member, other) = (try await app.member(), try await app.member())
      let taken = try await member.post("/settings", settings(member, name: "Half", email: other.email.uppercased()))
      #expect(taken.status == 422)
      #expect(taken.shows("This e-mail address cannot be used here. If it is yours, try to sign in."))
      // All of it or nothing.
      #expect(try await member.get("/settings").field("name") == "Ada Lovelace")
      let email = "new-\(member.email)"
      #expect(try await member.post("/settings", settings(member, email: " \(email) ")).status == 303)
      let fields: KeyValuePairs = ["email": email, "password": member.password]
      #expect(try await app.browser().post("/login", fields).status == 303)
      let old: KeyValuePairs = ["email": member.email, "password": member.password]
      #expect(try await app.browser().post("/login", old).status == 422)
      // A wrong zone beside it changes neither.
      let both = try await member.post("/settings", settings(member, timeZone: "Mars/Olympus"))
      #expect(both.status == 422)
      #expect(try await member.get("/settings").field("email") == email)
    }

    @Test func `After 15 minutes, another e-mail address needs the password`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      #expect(try await member.get("/settings").count(of: "name=\"current_password\"") == 1)
      try app.rows(
        "UPDATE sessions SET confirmed_at = now() - interval '16 minutes' WHERE household_id = \(member.household)")
      #expect(try await member.get("/settings").count(of: "name=\"current_password\"") == 2)
      // Everything else does not.
      #expect(try await member.post("/settings", settings(member, name: "Grace")).status == 303)
      let email = "later-\(member.email)"
      for password in ["", "a wrong harbour"] {
        let answer = try await member.post("/settings", ["email": email, "current_password": password])
        #expect(answer.status == 422)
        #expect(answer.contains("aria-describedby=\"error-confirm_password\""))
        #expect(answer.field("email") == email)
        #expect(!answer.contains("a wrong harbour"))
      }
      let answer = try await member.post("/settings", ["email": email, "current_password": member.password])
      #expect(answer.status == 303)
      #expect(try await member.get("/settings").field("email") == email)
      #expect(try await member.get("/settings").count(of: "name=\"current_password\"") == 1)
    }

    @Test func `What one person sets is not another's`() async throws {
      let app = try await TestApp.shared()
      let (member, guest) = (try await app.member(), try await app.housemate(of: try await app.member()))
      _ = try await guest.post("/settings", settings(guest, name: "Guest", theme: "dark"))
      #expect(try await member.get("/settings").field("name") == "Ada Lovelace")
      #expect(
        try app.number("SELECT count(*) AS n FROM people WHERE household_id = \(guest.household) AND name = 'Guest'")
          == 1)
    }
  }

  @Suite struct PasswordChange {
    @Test func `A new password ends every session, and this browser gets a new one`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let elsewhere = app.browser()
      let before: KeyValuePairs = ["email": member.email, "password": member.password]
      #expect(try await elsewhere.post("/login", before).status == 303)
      let old = try #require(await member.browser.cookies["foyer"])
      let answer = try await member.post(
        "/settings/password", ["current_password": member.password, "new_password": "a louder harbour"])
      #expect(answer.status == 303)
      #expect(try await member.get("/settings").notice == "Password changed. You are signed out everywhere else.")
      let new = try #require(await member.browser.cookies["foyer"])
      #expect(new != old)
      let thief = app.browser()
      await thief.setCookie("foyer", old)
      #expect(try await thief.get("/items").status == 303)
      #expect(try app.number("SELECT count(*) AS n FROM sessions WHERE household_id = \(member.household)") == 1)
      #expect(try await elsewhere.get("/items").status == 303)
      #expect(try await app.browser().post("/login", before).status == 422)
      let after: KeyValuePairs = ["email": member.email, "password": "a louder harbour"]
      #expect(try await app.browser().post("/login", after).status == 303)
    }

    @Test(arguments: [
      ("", "a louder harbour", "current_password"), ("a wrong harbour", "a louder harbour", "current_password"),
      ("a quiet harbour", "short", "new_password"), ("a quiet harbour", "password1", "new_password"),
      ("a quiet harbour", String(repeating: "x", count: 257), "new_password"),
    ])
    func `What is wrong is said on the same page`(current: String, new: String, field: String) async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let answer = try await member.post("/settings/password", ["current_password": current, "new_password": new])
      #expect(answer.status == 422)
      #expect(answer.contains("aria-describedby=\"error-\(field)\""))
      #expect(answer.contains("action=\"/settings\""))
      #expect(answer.field("new_password") == "")
      let login: KeyValuePairs = ["email": member.email, "password": member.password]
      #expect(try await app.browser().post("/login", login).status == 303)
    }

    @Test func `Guessing the password is limited as at the door`() async throws {
      let member = try await TestApp.shared().member()
      for path in ["/settings/password", "/account/delete"] {
        for _ in 1...5 {
          let fields: KeyValuePairs = [
            "current_password": "a wrong harbour", "password": "a wrong harbour", "new_password": "a louder harbour",
          ]
          #expect(try await member.post(path, fields).status == 422)
        }
      }
      let limited = try await member.post(
        "/settings/password", ["current_password": member.password, "new_password": "a louder harbour"])
      #expect(limited.status == 429)
      #expect(limited["retry-after"] != nil)
      #expect(try await member.post("/account/delete", ["password": member.password]).status == 429)
      #expect(try await member.get("/items").status == 200)
    }
  }

  @Suite struct SessionList {
    @Test func `Where one is signed in, and signing out there`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member(headers: [
        "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
      ])
      let phone = app.browser(headers: ["user-agent": "<b>" + String(repeating: "é", count: 500)])
      let login: KeyValuePairs = ["email": member.email, "password": member.password]
      #expect(try await phone.post("/login", login).status == 303)
      let page = try await member.get("/settings/sessions")
      #expect(page.count(of: "<li id=\"session-") == 2)
      #expect(page.shows("Firefox · Linux"))
      #expect(page.shows("Unknown browser"))
      #expect(page.count(of: "(this one)") == 1)
      // Of another household, and of another person of this one: not there.
      let ids: [UUID] = try app.rows(
        "SELECT id FROM sessions WHERE household_id = \(member.household) ORDER BY created_at"
      ).map { try $0["id"] }
      let stranger = try await app.member()
      let housemate = try await app.housemate(of: member)
      for other in [stranger, housemate] {
        for id in ids { #expect(try await other.post("/settings/sessions/\(id)/delete").status == 404) }
        #expect(try await other.get("/settings/sessions").count(of: "<li id=\"session-") == 1)
      }
      #expect(try await phone.get("/items").status == 200)
      let answer = try await member.post("/settings/sessions/\(ids[1])/delete")
      #expect(answer["location"] == "/settings/sessions")
      #expect(try await phone.get("/items").status == 303)
      #expect(try await member.post("/settings/sessions/\(ids[1])/delete").status == 404)
      #expect(try await member.get("/items").status == 200)
      // This one, too.
      let out = try await member.post("/settings/sessions/\(ids[0])/delete")
      #expect(out["location"] == "/login")
      #expect(await member.browser.cookies["foyer"] == nil)
    }

    @Test func `All others at once`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let housemate = try await app.housemate(of: member)
      let others = [app.browser(), app.browser()]
      for other in others {
        #expect(try await other.post("/login", ["email": member.email, "password": member.password]).status == 303)
      }
      #expect(try await member.post("/settings/sessions/delete-others").status == 303)
      for other in others { #expect(try await other.get("/items").status == 303) }
      #expect(try await member.get("/settings/sessions").count(of: "<li id=\"session-") == 1)
      #expect(try await housemate.get("/items").status == 200)
    }

    @Test(arguments: [
      ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", "Edge · Windows"),
      ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari · iPhone"),
      ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "Chrome · Android"),
      ("", nil), ("something else", nil),
    ])
    func `Browsers have short names`(userAgent: String, name: String?) {
      #expect(SessionEntry.name(of: userAgent) == name)
    }
  }

  @Suite struct AccountDeletion {
    @Test func `The last one takes the household along, with everything in it`() async throws {
      let app = try await TestApp()
      let (member, other) = (try await app.member(), try await app.member())
      try await member.add("Mine")
      try await other.add("Not mine")
      try app.furnish(member)
      _ = try await member.post("/household/invitations")
      let page = try await member.get("/account/delete")
      #expect(page.shows("You are the last one in “Ada Lovelace’s household”"))
      #expect(page.shows("2 items will be lost."))
      #expect(try await member.post("/account/delete", ["password": ""]).status == 422)
      #expect(try await member.post("/account/delete", ["password": "a wrong harbour"]).status == 422)
      let answer = try await member.post("/account/delete", ["password": member.password])
      #expect(answer["location"] == "/login")
      #expect(await member.browser.cookies["foyer"] == nil)
      #expect(try await member.get("/login").notice == "Your account is deleted.")
      for table in ["households", "people", "accounts", "sessions", "items"] {
        #expect(try app.count(table) == 1, "\(table)")
      }
      for table in ["invitations", "images", "categories", "tags", "item_tags"] {
        #expect(try app.count(table) == 0, "\(table)")
      }
      let login: KeyValuePairs = ["email": member.email, "password": member.password]
      #expect(try await app.browser().post("/login", login).status == 422)
      #expect(try await other.get("/items").shows("Not mine"))
      await app.app.stop()
    }

    @Test func `Others keep the household`() async throws {
      let app = try await TestApp()
      let member = try await app.member()
      let housemate = try await app.housemate(of: member)
      try await member.add("Ours")
      try app.givePhoto(to: member)
      let page = try await member.get("/account/delete")
      #expect(page.shows("Everything in “Ada Lovelace’s household” stays with the others there."))
      #expect(try await member.post("/account/delete", ["password": member.password]).status == 303)
      #expect(try await housemate.get("/items").shows("Ours"))
      #expect(try app.count("people") == 1)
      #expect(try app.count("accounts") == 1)
      #expect(try app.count("images") == 0)
      await app.app.stop()
    }
  }
}

extension Member {
  /// The household's.
  fileprivate func clock() throws -> String {
    try app.rows("SELECT time_zone FROM households WHERE id = \(household)")[0]["time_zone"]
  }
}
