import Crypto
import Testing

@testable import Foyer
@testable import Postgres

extension TestApp {
  /// How many rows a table has.
  func count(_ table: String) throws -> Int {
    try number(
      "SELECT (xpath('/row/n/text()', query_to_xml('SELECT count(*) AS n FROM ' || \(table), true, true, '')))[1]::text::integer AS n"
    )
  }

  /// An image, a category, a tag, and an item that has all three.
  func furnish(_ member: Member) throws {
    let (household, item, category, tag, image) = (member.household, UUID.v7(), UUID.v7(), UUID.v7(), UUID.v7())
    for statement: SQL in [
      "INSERT INTO images (household_id, id, picture, thumbnail) VALUES (\(household), \(image), 'p', 't')",
      "INSERT INTO categories (household_id, id, name, color) VALUES (\(household), \(category), 'c', '#000000')",
      "INSERT INTO tags (household_id, id, name, color) VALUES (\(household), \(tag), 't', '#000000')",
      """
      INSERT INTO items (household_id, id, title, category_id, image_id)
      VALUES (\(household), \(item), 'Furnished', \(category), \(image))
      """,
      "INSERT INTO item_tags (household_id, item_id, tag_id) VALUES (\(household), \(item), \(tag))",
    ] { try rows(statement) }
    try givePhoto(to: member)
  }

  func givePhoto(to member: Member) throws {
    let photo = UUID.v7()
    try rows(
      "INSERT INTO images (household_id, id, picture, thumbnail) VALUES (\(member.household), \(photo), 'p', 't')")
    try rows(
      """
      UPDATE people SET photo_id = \(photo)
      WHERE id = (SELECT person_id FROM accounts WHERE email = \(member.email))
      """)
  }

  func household(of member: Member) throws -> UUID {
    try rows("SELECT household_id FROM accounts WHERE email = \(member.email)")[0]["household_id"]
  }

  /// Somebody who has just signed up by an invitation.
  func housemate(of member: Member) async throws -> Member {
    let browser = browser()
    let email = "guest-\(UUID.v7())@example.org"
    let answer = try await browser.post(
      try await member.invite(), ["name": "Guest", "email": email, "password": "a guest harbour", "time_zone": "UTC"])
    guard answer.status == 303 else { throw Unexpected("joining answered \(answer.status)") }
    return Member(
      app: self, browser: browser, email: email, password: "a guest harbour", household: try household(of: member))
  }
}

extension Member {
  /// Makes an invitation; returns the path of its link.
  func invite() async throws -> String {
    let page = try await post("/household/invitations")
    guard page.status == 200, let link = page.between("id=\"field-link\" type=\"text\" value=\"", "\""),
      link.hasPrefix("\(browser.origin)/invitations/")
    else { throw Unexpected("no link") }
    return String(link.dropFirst(browser.origin.count))
  }
}

extension FoyerTests {
  @Suite struct HouseholdPage {
    @Test func `A household has a name, an icon and a rule`() async throws {
      let member = try await TestApp.shared().member()
      let answer = try await member.post(
        "/household", ["name": "The Nest", "icon": " 👩‍👩‍👧‍👦 ", "description_required": "true"])
      #expect(answer.status == 303)
      let page = try await member.get("/household")
      #expect(page.notice == "Household saved.")
      #expect(page.field("name") == "The Nest")
      #expect(page.field("icon") == "👩‍👩‍👧‍👦")
      #expect(page.contains("name=\"description_required\" value=\"true\" checked"))
      // A box that is not ticked is not sent.
      _ = try await member.post("/household", ["name": "The Nest", "icon": ""])
      let again = try await member.get("/household")
      #expect(!again.contains("name=\"description_required\" value=\"true\" checked"))
      #expect(again.field("icon") == "")
    }

    @Test(arguments: ["🏠🏡", "ab", "\u{1b}", "a" + String(repeating: "\u{301}", count: 40)])
    func `An icon is one character`(icon: String) async throws {
      let member = try await TestApp.shared().member()
      let answer = try await member.post("/household", ["name": "Kept", "icon": icon])
      #expect(answer.status == 422)
      #expect(answer.contains("aria-describedby=\"error-icon\""))
      #expect(answer.field("name") == "Kept")
    }

    @Test func `A household's name may be any text`() async throws {
      let member = try await TestApp.shared().member()
      for name in naughtyNames {
        #expect(try await member.post("/household", ["name": name]).status == 303)
        #expect(try await member.get("/household").field("name") == name)
        #expect(try await member.app.browser().get(try await member.invite()).shows(name))
      }
      #expect(try await member.post("/household", ["name": " "]).status == 422)
      #expect(try await member.post("/household", ["name": String(repeating: "x", count: 10_001)]).status == 422)
    }
  }

  @Suite struct InvitationLinks {
    @Test func `Somebody new joins by the link, once`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      try await member.add("Ours")
      let path = try await member.invite()
      let browser = app.browser()
      let page = try await browser.get(path)
      #expect(page.status == 200)
      #expect(page.shows("Ada Lovelace’s household"))
      #expect(page.contains("/login?next=\(percentEncoded(path))"))
      // What is wrong is said, and the invitation is still good.
      let wrong = try await browser.post(path, ["name": "", "email": "guest", "password": "short"])
      #expect(wrong.status == 422)
      #expect(wrong.count(of: "aria-invalid=\"true\"") == 3)
      let taken: KeyValuePairs = ["name": "Guest", "email": member.email, "password": "a guest harbour"]
      #expect(try await browser.post(path, taken).status == 422)
      let fields: KeyValuePairs = [
        "name": "Guest", "email": "guest-\(member.email)", "password": "a guest harbour", "time_zone": "Mars/Olympus",
      ]
      #expect(try await browser.post(path, fields).status == 303)
      #expect(try await browser.get("/items").shows("Ours"))
      #expect(try await member.get("/household").shows("Guest"))
      #expect(try app.number("SELECT count(*) AS n FROM people WHERE household_id = \(member.household)") == 2)
      #expect(try await app.browser().get(path).status == 404)
      #expect(try await app.browser().post(path, fields).status == 404)
    }

    @Test func `After 15 minutes, an invitation needs the password`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      #expect(try await member.get("/household").count(of: "name=\"current_password\"") == 0)
      try app.rows(
        "UPDATE sessions SET confirmed_at = now() - interval '16 minutes' WHERE household_id = \(member.household)")
      #expect(try await member.get("/household").count(of: "name=\"current_password\"") == 1)
      for password in ["", "a wrong harbour"] {
        let answer = try await member.post("/household/invitations", ["current_password": password])
        #expect(answer.status == 422)
        #expect(answer.contains("aria-describedby=\"error-confirm_password\""))
        #expect(!answer.contains("id=\"field-link\""))
      }
      #expect(
        try app.number("SELECT count(*) AS n FROM invitations WHERE household_id = \(member.household)") == 0)
      let answer = try await member.post("/household/invitations", ["current_password": member.password])
      #expect(answer.status == 200)
      #expect(answer.contains("id=\"field-link\""))
      // The password counts for the next 15 minutes.
      _ = try await member.invite()
    }

    @Test func `Only the hash is stored, and the list cannot lead back to the link`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let path = try await member.invite()
      let token = String(path.dropFirst("/invitations/".count))
      #expect(token.utf8.count == 43)
      let page = try await member.get("/household")
      #expect(page.count(of: "<li id=\"invitation-") == 1)
      #expect(!page.contains(token))
      let stored: String = try app.rows(
        "SELECT string_agg(i::text, ',') AS text FROM invitations i WHERE household_id = \(member.household)")[0][
          "text"]
      #expect(!stored.contains(token))
      #expect(!app.log.contains(token))
    }

    @Test func `Unknown, used, revoked, expired: one page, and nobody can tell which`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let (used, revoked, expired) = (try await member.invite(), try await member.invite(), try await member.invite())
      let hashes = [used, revoked, expired].map { InvitationToken(String($0.dropFirst("/invitations/".count))).hash }
      try app.rows("UPDATE invitations SET used_at = now() WHERE token_hash = \(hashes[0])")
      let id: UUID = try app.rows("SELECT id FROM invitations WHERE token_hash = \(hashes[1])")[0]["id"]
      #expect(try await member.post("/household/invitations/\(id)/delete").status == 303)
      try app.rows("UPDATE invitations SET created_at = now() - interval '7 days' WHERE token_hash = \(hashes[2])")
      #expect(try await member.get("/household").count(of: "<li id=\"invitation-") == 0)
      let other = try await app.member()
      let fields: KeyValuePairs = [
        "name": "G", "email": "late-\(member.email)", "password": "a guest harbour", "confirm": "household",
      ]
      for browser in [app.browser(), other.browser] {
        var pages: Set<String> = []
        for path in ["/invitations/AAAA", "/invitations/%00%ff", used, revoked, expired] {
          for answer in [try await browser.get(path), try await browser.post(path, fields)] where answer.status != 400 {
            #expect(answer.status == 404, "\(path)")
            #expect(answer.shows("This invitation has ended"))
            pages.insert(answer.textWithoutTokens.components("<code>")[0])
          }
        }
        #expect(pages.count == 1)
      }
      #expect(try app.household(of: other) == other.household)
    }

    @Test func `Strangers can neither see nor revoke an invitation`() async throws {
      let app = try await TestApp.shared()
      let (member, stranger) = (try await app.member(), try await app.member())
      let path = try await member.invite()
      let id: UUID = try app.rows("SELECT id FROM invitations WHERE household_id = \(member.household)")[0]["id"]
      #expect(try await stranger.get("/household").count(of: "<li id=\"invitation-") == 0)
      #expect(try await stranger.post("/household/invitations/\(id)/delete").status == 404)
      #expect(try await stranger.get(path).status == 200)
    }

    @Test(arguments: [("invite", 303), ("closed", 403)])
    func `By invitation, or not at all`(registration: String, status: Int) async throws {
      let app = try await TestApp(["FOYER_REGISTRATION": registration])
      let member = try await app.plant()
      let path = try await member.invite()
      let browser = app.browser()
      let form = try await browser.get(path)
      #expect(form.status == 200)
      #expect((form.field("password") != nil) == (status == 303))
      let fields: KeyValuePairs = ["name": "G", "email": "guest@example.org", "password": "a guest harbour"]
      #expect(try await browser.post(path, fields).status == status)
      #expect(try app.count("accounts") == (status == 303 ? 2 : 1))
      await app.app.stop()
    }

    @Test func `Of two at once, one comes in`() async throws {
      let app = try await TestApp()
      let member = try await app.member()
      for round in 1...5 {
        let path = try await member.invite()
        let movers = [try await app.member(), try await app.member()]
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
          for mover in movers {
            group.addTask { try await mover.post(path, ["confirm": "household"]).status }
            group.addTask {
              try await app.browser().post(
                path, ["name": "N", "email": "n-\(mover.email)", "password": "a guest harbour"]
              ).status
            }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.sorted() == [303, 404, 404, 404])
        #expect(
          try app.number("SELECT count(*) AS n FROM people WHERE household_id = \(member.household)") == round + 1)
      }
      // No household without anybody, nobody without a household.
      #expect(
        try app.number(
          "SELECT count(*) AS n FROM households h WHERE NOT EXISTS (SELECT FROM people WHERE household_id = h.id)") == 0
      )
      await app.app.stop()
    }
  }

  @Suite struct Moving {
    @Test func `The last one who moves is told what is lost, and agrees`() async throws {
      let app = try await TestApp.shared()
      let (host, mover) = (try await app.member(), try await app.member())
      try await host.add("Theirs")
      try app.furnish(mover)
      let path = try await host.invite()
      let page = try await mover.get(path)
      #expect(page.status == 200)
      #expect(page.shows("You are the last one in “Ada Lovelace’s household”"))
      #expect(page.shows("1 item will be lost."))
      // Not agreed, or agreed to something else.
      for fields: KeyValuePairs in [[:], ["confirm": "true"]] {
        let answer = try await mover.post(path, fields)
        #expect(answer.status == 422)
        #expect(answer.contains("aria-describedby=\"error-confirm\""))
      }
      #expect(try app.household(of: mover) == mover.household)
      let answer = try await mover.post(path, ["confirm": "household"])
      #expect(answer["location"] == "/household")
      #expect(try app.household(of: mover) == host.household)
      // The session and the photo came along.
      #expect(try await mover.get("/items").shows("Theirs"))
      #expect(
        try app.number(
          "SELECT count(*) AS n FROM people p JOIN images i ON i.household_id = p.household_id AND i.id = p.photo_id WHERE p.household_id = \(host.household)"
        ) == 1)
      #expect(try app.number("SELECT count(*) AS n FROM households WHERE id = \(mover.household)") == 0)
      #expect(try app.number("SELECT count(*) AS n FROM items WHERE household_id = \(mover.household)") == 0)
      #expect(try app.number("SELECT count(*) AS n FROM images WHERE household_id = \(mover.household)") == 0)
      // The same form, sent again, does no harm.
      #expect([303, 404].contains(try await mover.post(path, ["confirm": "household"]).status))
      let counts = try host.counts()
      #expect(counts.kept == counts.counted)
    }

    @Test func `Who leaves others behind leaves everything to them`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let mover = try await app.housemate(of: member)
      try await mover.add("Ours")
      try app.givePhoto(to: mover)
      let host = try await app.member()
      let path = try await host.invite()
      #expect(try await mover.get(path).shows("Everything in “Ada Lovelace’s household” stays with the others there."))
      #expect(try await mover.post(path).status == 422)
      #expect(try await mover.post(path, ["confirm": "true"]).status == 303)
      #expect(try app.household(of: mover) == host.household)
      #expect(try await member.get("/items").shows("Ours"))
      #expect(try await !mover.get("/items").shows("Ours"))
      #expect(try app.number("SELECT count(*) AS n FROM images WHERE household_id = \(member.household)") == 0)
      #expect(try app.number("SELECT count(*) AS n FROM images WHERE household_id = \(host.household)") == 1)
    }

    @Test func `Who lives there already is shown home, and uses nothing up`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let path = try await member.invite()
      #expect(try await member.get(path)["location"] == "/household")
      #expect(try await member.post(path, ["confirm": "household"])["location"] == "/household")
      #expect(try await app.browser().get(path).status == 200)
    }

    @Test func `Moving out makes a household of one's own`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let alone = try await member.post("/household/leave", ["confirm": "true"])
      #expect(alone.status == 422)
      #expect(alone.shows("You live here alone, so you cannot move out."))
      let mover = try await app.housemate(of: member)
      try await mover.add("Ours")
      let unsure = try await mover.post("/household/leave")
      #expect(unsure.status == 422)
      #expect(unsure.contains("aria-describedby=\"error-confirm\""))
      let answer = try await mover.post("/household/leave", ["confirm": "true"])
      #expect(answer["location"] == "/household")
      let page = try await mover.get("/household")
      #expect(page.notice == "You have a household of your own now.")
      #expect(page.field("name") == "Guest’s household")
      #expect(try await !mover.get("/items").shows("Ours"))
      #expect(try await member.get("/items").shows("Ours"))
      #expect(try app.household(of: mover) != member.household)
    }

    @Test func `Two who leave at once do not leave a household without anybody, nor wait for each other`() async throws
    {
      let app = try await TestApp()
      for _ in 1...5 {
        let first = try await app.member()
        let second = try await app.housemate(of: first)
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
          for member in [first, second] {
            group.addTask { try await member.post("/household/leave", ["confirm": "true"]).status }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.sorted() == [303, 422])
        // Changing places.
        let (one, other) = (try await app.member(), try await app.member())
        let (mine, theirs) = (try await one.invite(), try await other.invite())
        let moves = try await withThrowingTaskGroup(of: Int.self) { group in
          group.addTask { try await one.post(theirs, ["confirm": "household"]).status }
          group.addTask { try await other.post(mine, ["confirm": "household"]).status }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(moves.allSatisfy { [303, 404].contains($0) } && moves.contains(303))
      }
      #expect(
        try app.number(
          "SELECT count(*) AS n FROM households h WHERE NOT EXISTS (SELECT FROM people WHERE household_id = h.id)") == 0
      )
      await app.app.stop()
    }
  }
}

extension TestApp {
  /// Somebody whose account was made from the command line, signed in.
  fileprivate func plant() async throws -> Member {
    let (household, password) = (UUID.v7(), "a quiet harbour")
    var batch = Batch()
    SignUp(
      home: .own(household, named: "Planted"), name: "Ada", email: "ada@example.org",
      password: ScryptHash(password: password, parameters: Self.parameters).text
    ).store(in: &batch)
    for statement in batch.statements { try rows(statement) }
    let browser = browser()
    guard try await browser.post("/login", ["email": "ada@example.org", "password": password]).status == 303 else {
      throw Unexpected("signing in")
    }
    return Member(app: self, browser: browser, email: "ada@example.org", password: password, household: household)
  }
}
