import HTTP
import Testing

@testable import Foyer

private enum Walk {
  private static let table = RouteTable(Feature.all)
  /// All but those for programs, which no cookie opens (APITests, CalDAVTests).
  private static let entries = zip(table.router.routes.map { "\($0.method.name) \($0.pattern)" }, table.kinds).filter {
    $0.1 != .programs
  }
  static let routes = entries.map(\.0)
  /// Answer anybody.
  static let open = all(.open, .secret, .secretFromElsewhere)
  /// Need somebody who is signed in, and name nothing.
  static let own = all(.own)
  /// Name something of a household's.
  static let named = all(.named)
  /// Are there for operators alone (AdminTests).
  static let operators = all(.operators)

  /// May come from another site.
  static let fromElsewhere = all(.secretFromElsewhere)

  private static func all(_ kinds: RouteKind...) -> Set<String> {
    Set(entries.filter { kinds.contains($0.1) }.map(\.0))
  }

  /// For the routes that name something of a household's: the fields that their forms would send.
  static let fields: [String: KeyValuePairs<String, String>] = [
    "POST /items/{id}": ["version": "1", "title": "Stolen"],
    "POST /items/{id}/done": ["done": "true"],
    "POST /items/{id}/snooze": ["until": "2099-01-01"],
    "POST /items/{id}/move": ["to": "up"],
    "POST /items/{id}/lines": ["text": "Stolen"],
    "POST /items/{id}/lines/{line}": ["text": "Stolen", "was": ""],
    "POST /items/{id}/lines/{line}/done": ["done": "true"],
    "POST /items/{id}/date": ["due_date": "2030-01-01", "version": "1"],
    "POST /sections/{id}/fold": ["folded": "true"],
    "POST /categories/{id}": ["version": "1", "name": "Stolen"],
    "POST /tags/{id}": ["version": "1", "name": "Stolen"],
    "POST /settings/passkeys/{id}": ["name": "Stolen"],
    "POST /household/eaters/{id}": ["version": "1", "name": "Stolen"],
    "POST /hosts/{id}/requests": ["arrival": "2099-01-01", "departure": "2099-01-02", "guests": "1"],
    "POST /hosts/{id}/questions": ["message": "Stolen"],
    "POST /requests/{id}/messages": ["message": "Stolen"],
    "POST /requests/{id}/reference": ["reference": "Stolen"],
    "POST /hosting/requests/{id}/reference": ["reference": "Stolen"],
    "POST /requests/{id}/change": [
      "version": "1", "arrival": "2099-01-01", "departure": "2099-01-02", "guests": "1",
    ],
    "POST /requests/{id}/take-back": ["version": "1"],
    "POST /hosting/requests/{id}/take-back": ["version": "1"],
    "POST /requests/{id}/agree": ["version": "1"],
    "POST /hosting/requests/{id}/messages": ["message": "Stolen"],
    "POST /hosting/requests/{id}/accept": ["version": "1"],
    "POST /hosting/requests/{id}/decline": ["version": "1"],
    "POST /hosting/requests/{id}/propose": ["version": "1", "arrival": "2099-01-01", "departure": "2099-01-02"],
    "POST /recipes/{id}": ["version": "1", "name": "Stolen"],
    "POST /recipes/{id}/favorite": ["favorite": "true"],
    "POST /recipes/{id}/stars": ["stars": "4"],
    "POST /recipes/{id}/finish": ["note": "Stolen"],
    "POST /recipes/ingredients/{id}": ["name": "Stolen"],
    "POST /recipes/{id}/shopping": ["ingredient": "2 eggs"],
    "POST /plan/{id}": ["version": "1", "text": "Stolen"],
    "POST /shopping/{id}": ["version": "1", "text": "Stolen"],
    "POST /shopping/{id}/check": ["checked": "true"],
    "POST /shopping/{id}/aisle": ["aisle": "frozen"],
    "POST /shopping/shops/{id}": ["name": "Stolen", "order": "frozen"],
  ]

  static func request(_ route: String, id: UUID) -> (method: String, path: String) {
    let parts = route.components(" ")
    return (
      parts[0],
      ["{id}", "{line}", "{file}", "{token}"].reduce(parts[1]) { $0.components($1).joined(separator: "\(id)") }
    )
  }
}

extension TestApp {
  func takeRowSecurityAway() throws {
    _ = try rows(
      """
      DO $$
      DECLARE guarded regclass;
      BEGIN
        FOR guarded IN SELECT oid FROM pg_class WHERE relrowsecurity LOOP
          EXECUTE format('ALTER TABLE %s DISABLE ROW LEVEL SECURITY', guarded);
        END LOOP;
      END $$
      """)
  }

  /// A digest of every row of every table of the app's.
  func digest() throws -> String {
    try rows(
      """
      SELECT md5(concat(
        (SELECT string_agg(t::text, ',' ORDER BY id) FROM households t),
        (SELECT string_agg(t::text, ',' ORDER BY id) FROM people t),
        (SELECT string_agg(t::text, ',' ORDER BY person_id) FROM accounts t),
        (SELECT string_agg(t::text, ',' ORDER BY token_hash) FROM sessions t),
        (SELECT string_agg(t::text, ',' ORDER BY key) FROM rate_limits t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, id) FROM items t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, id) FROM categories t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, id) FROM tags t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, item_id, tag_id) FROM item_tags t),
        (SELECT string_agg(t::text, ',' ORDER BY id) FROM invitations t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, id) FROM feeds t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, id) FROM access_tokens t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, id) FROM webhooks t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, webhook_id, id) FROM webhook_deliveries t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, kind, id) FROM changes t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, token_hash, key) FROM program_answers t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, subject_id) FROM caldav_objects t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, collection) FROM caldav_collections t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, token_id, subject_id) FROM caldav_given t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, item_id, source) FROM item_conflicts t),
        (SELECT string_agg(t::text, ',' ORDER BY id) FROM jobs t),
        (SELECT string_agg(t::text, ',' ORDER BY id) FROM passkeys t),
        (SELECT string_agg(t::text, ',' ORDER BY id) FROM push_devices t),
        (SELECT string_agg(t::text, ',' ORDER BY issuer, subject) FROM openid_identities t),
        (SELECT string_agg(t::text, ',' ORDER BY hash) FROM answered_challenges t),
        (SELECT string_agg(t::text, ',' ORDER BY token_hash) FROM mail_links t),
        (SELECT string_agg(t::text, ',' ORDER BY id) FROM sign_ups t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, person_id) FROM second_factors t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, person_id, code_hash) FROM recovery_codes t),
        (SELECT string_agg(t::text, ',' ORDER BY token_hash) FROM half_sign_ins t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, section) FROM folded_sections t),
        (SELECT string_agg(t::text, ',' ORDER BY id) FROM images t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, id) FROM files t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, item_id, file_id) FROM item_files t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id) FROM household_storage t),
        (SELECT string_agg(t::text, ',') FROM server_settings t),
        (SELECT string_agg(t::text, ',' ORDER BY id) FROM listings t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id) FROM listing_addresses t),
        (SELECT string_agg(t::text, ',' ORDER BY id) FROM listing_pictures t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, id) FROM blocked_dates t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, night) FROM stay_nights t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, id) FROM stay_requests t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, request_id) FROM stay_guests t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, request_id, position) FROM stay_messages t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, position) FROM stay_tasks t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, id) FROM recipes t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, ingredient, place) FROM recipe_keys t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, id) FROM ingredients_at_hand t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, id) FROM removed_ingredients t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, person_id) FROM cooking_parameters t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, id) FROM eaters t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, person_id, recipe_id) FROM favorites t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, person_id, recipe_id) FROM recipe_stars t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, id) FROM cookings t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, id) FROM moves t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, move_id, number) FROM move_rows t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, id) FROM takeouts t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, takeout_id, number) FROM takeout_parts t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, id) FROM meals t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, day, meal, eater_id) FROM meal_absences t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, id) FROM shopping_entries t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, id) FROM shopping_changes t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, key) FROM food_aisles t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, key) FROM staple_foods t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, key, subject) FROM packet_answers t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, id) FROM named_lists t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, key) FROM usual_foods t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, id) FROM shops t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, shop_id, first, second) FROM shop_steps t),
        (SELECT string_agg(t::text, ',' ORDER BY household_id, id) FROM shopping_lists t))) AS digest
      """)[0]["digest"]
  }
}

extension FoyerTests {
  @Suite struct RouterWalk {
    @Test func `Every route has its kind`() {
      #expect(Set(Walk.routes) == Walk.open.union(Walk.own).union(Walk.named).union(Walk.operators))
      #expect(Walk.named.allSatisfy { $0.contains("{") })
      #expect(Walk.open.union(Walk.own).allSatisfy { !$0.contains("{id}") })
      #expect(Walk.named.isSuperset(of: Walk.fields.keys))
      #expect(Walk.fromElsewhere == ["POST /unsubscribe/{token}"])
    }

    /// Without row level security, what the statements name keeps households apart.
    @Test(arguments: [true, false])
    func `Another household's items are 404 on every route, as those that do not exist`(isGuarded: Bool) async throws {
      let app = try await TestApp()
      if !isGuarded { try app.takeRowSecurityAway() }
      let (alice, charlie) = (try await app.member(), try await app.member())
      let (kept, deleted) = (try await alice.add("Alice's"), try await alice.add("Alice's, deleted"))
      _ = try await alice.post("/items/\(deleted)/delete")
      for path in ["/categories", "/tags"] {
        for id in [kept, deleted] { _ = try await alice.post(path, ["id": "\(id)", "name": "Alice's \(id)"]) }
        _ = try await alice.post("\(path)/\(deleted)/delete")
      }
      for id in [kept, deleted] {
        _ = try await alice.post("/recipes", ["id": "\(id)", "name": "Alice's", "ingredients": "2 eggs"])
        _ = try await alice.post("/shopping", ["id": "\(id)", "text": "Alice's"])
        _ = try await alice.post("/shopping/shops", ["id": "\(id)", "name": "Alice's"])
        _ = try await alice.post("/shopping/lists", ["id": "\(id)", "name": "Alice's"])
        _ = try await alice.post(
          "/plan", ["id": "\(id)", "day": "2030-01-01", "meal": "lunch", "text": "Alice's", "recipe": "\(id)"])
      }
      _ = try await alice.post("/shopping/\(deleted)/delete", ["entries": "\(deleted)"])
      _ = try await alice.post("/shopping/shops/\(deleted)/delete")
      _ = try await alice.post("/shopping/lists/\(deleted)/delete")
      _ = try await alice.post("/recipes/\(deleted)/delete")
      _ = try await alice.post("/plan/\(deleted)/delete")
      for id in [kept, deleted] { _ = try await alice.post("/household/eaters", ["id": "\(id)", "name": "Alice's"]) }
      _ = try await alice.post("/household/eaters/\(deleted)/delete")
      try app.rows(
        "INSERT INTO moves (household_id, id, state) VALUES (\(alice.household), \(kept), 'found'), (\(alice.household), \(deleted), 'moved')"
      )
      for (id, kind) in [(kept, "household"), (deleted, "person")] {
        try app.rows(
          """
          INSERT INTO takeouts (household_id, id, person_id, kind, state, made_at, parts)
          SELECT household_id, \(id), person_id, \(kind), 'made', now(), 1 FROM accounts WHERE email = \(alice.email)
          """)
        try app.rows(
          "INSERT INTO takeout_parts (household_id, takeout_id, number, bytes) VALUES (\(alice.household), \(id), 0, 'Alice''s')"
        )
      }
      for id in [kept, deleted] {
        try app.rows(
          "INSERT INTO files (household_id, id, name, size, bytes) VALUES (\(alice.household), \(id), 'Alice''s', 7, 'Alice''s')"
        )
        try app.rows(
          "INSERT INTO item_files (household_id, item_id, file_id) VALUES (\(alice.household), \(id), \(id))")
        try app.rows(
          """
          INSERT INTO move_rows (household_id, move_id, number, kind, key, title)
          VALUES (\(alice.household), \(id), 1, 'item', \(id), 'Alice''s')
          """)
      }
      let before = try app.digest()
      for route in Walk.named {
        let fields = Walk.fields[route] ?? [:]
        for headers in [[:], fragment()] {
          var pages: [String] = []
          for id in [kept, deleted, UUID.v7()] {
            let (method, path) = Walk.request(route, id: id)
            let answer =
              method == "GET"
              ? try await charlie.get(path, headers) : try await charlie.post(path, fields, headers)
            #expect(answer.status == 404, "\(route)")
            #expect(!answer.contains("Alice's"))
            pages.append(answer.textWithoutTokens.components("<code>")[0])
          }
          #expect(Set(pages).count == 1, "\(route): the pages differ")
        }
        try charlie.forgetStayLimits()
      }
      #expect(try app.digest() == before)
      await app.app.stop()
    }

    @Test(arguments: [true, false])
    func `Another household's ids in fields and queries find nothing and change nothing of it`(isGuarded: Bool)
      async throws
    {
      let app = try await TestApp()
      if !isGuarded { try app.takeRowSecurityAway() }
      let (alice, charlie) = (try await app.member(), try await app.member())
      let id = try await alice.add("Alice's")
      try charlie.fill(3)
      let before = try app.rows("SELECT md5(items::text) AS digest FROM items WHERE id = \(id)")[0]
      // A page after a row that is not there is an empty one.
      #expect(try await charlie.get("/items?after=\(id)").itemIDs == [])
      #expect(try await charlie.get("/trash?after=\(id)").itemIDs == [])
      #expect(try await charlie.get("/items?q=Alice").itemIDs == [])
      for path in ["/categories", "/tags"] {
        _ = try await alice.post(path, ["id": "\(id)", "name": "Alice's"])
        #expect(try await charlie.get("\(path)/suggest?q=Alice").suggestions == [])
        #expect(try await charlie.post(path, ["name": "Charlie's"]).status == 303)
        #expect(try await charlie.get("\(path)?after=\(id)").labelIDs == [])
      }
      // A row with the same id is Charlie's own.
      #expect(try await charlie.post("/items", ["id": "\(id)", "title": "Charlie's"]).status == 303)
      #expect(try await charlie.get("/items/\(id)/edit").field("title") == "Charlie's")
      #expect(try await alice.get("/items/\(id)/edit").field("title") == "Alice's")
      #expect(try await charlie.post("/items/\(id)/delete").status == 303)
      #expect(try await alice.get("/items").itemIDs == ["\(id)"])
      let after = try app.rows(
        "SELECT md5(items::text) AS digest FROM items WHERE id = \(id) AND household_id = \(alice.household)")[0]
      let digests: (String, String) = (try before["digest"], try after["digest"])
      #expect(digests.0 == digests.1)
      await app.app.stop()
    }

    @Test func `No GET changes anything, as a page or as a part of one`() async throws {
      let app = try await TestApp()
      let (host, guest) = (try await app.member(), try await app.member())
      let listing = try await host.list()
      let request = try await guest.ask(listing)
      let id = try await guest.add("Mine")
      _ = try await guest.post("/recipes", ["id": "\(id)", "name": "Mine", "ingredients": "2 eggs"])
      for path in ["/categories", "/tags"] { _ = try await guest.post(path, ["id": "\(id)", "name": "Mine"]) }
      try await host.answer(request, "propose")
      let before = try app.digest()
      let routes = Walk.open.union(Walk.own).union(Walk.named).filter {
        $0.hasPrefix("GET ") && !$0.hasSuffix("/events") && !$0.contains("{token}")
      }
      for route in routes {
        for (member, ids) in [(host, [request, listing]), (guest, [id, listing, request])] {
          for id in ids {
            for headers in [[:], fragment()] {
              #expect(try await member.get(Walk.request(route, id: id).path, headers).status < 500, "\(route)")
            }
          }
        }
      }
      #expect(try app.digest() == before)
      await app.app.stop()
    }

    @Test func `Every route that changes something refuses requests from elsewhere`() async throws {
      let app = try await TestApp()
      let member = try await app.member()
      let id = try await member.add("Mine")
      let elsewhere: [[String: String?]] = [
        ["sec-fetch-site": "cross-site"], ["sec-fetch-site": "same-site"], ["sec-fetch-site": ""],
        ["sec-fetch-site": "cross-site", "origin": nil], ["origin": "https://evil.example"], ["origin": "null"],
        ["origin": "https://127.0.0.1:\(app.port)"], ["origin": "http://127.0.0.1:1"], ["origin": "http://127.0.0.1"],
        ["origin": "http://127.0.0.1:\(app.port).evil.example"], ["origin": ""], ["origin": nil],
      ]
      let before = try app.digest()
      let routes = Set(Walk.routes).subtracting(Walk.operators).subtracting(Walk.fromElsewhere)
      for route in routes where !route.hasPrefix("GET ") {
        let (method, path) = Walk.request(route, id: id)
        #expect(method == "POST")
        for headers in elsewhere {
          let answer = try await member.post(path, Walk.fields[route] ?? ["title": "t", "text": "t"], headers)
          #expect(answer.status == 403, "\(route) \(headers)")
        }
        let wrong = try await member.post(path, ["csrf": "AAAAAAAAAAAAAAAAAAAAAA"], ["origin": nil])
        #expect(wrong.status == 403, "\(route) with a wrong token")
      }
      #expect(try app.digest() == before)
      await app.app.stop()
    }

    @Test func `With the token of a form, a client that sends neither header is let in`() async throws {
      let app = try await TestApp()
      let member = try await app.member()
      let id = try await member.add("Mine")
      for route in Walk.routes where !route.hasPrefix("GET ") {
        let path = Walk.request(route, id: id).path
        guard !["/login", "/signup", "/logout"].contains(path) else { continue }
        let token = try #require(try await member.get("/items").field("csrf"))
        let fields: KeyValuePairs = [
          "csrf": token, "version": "1", "title": "t", "text": "t", "done": "true", "name": "t",
          "due_date": "2030-01-01",
        ]
        let answer = try await member.post(path, fields, ["origin": nil])
        // Deleted or changed by the route before, or incomplete, but not forbidden.
        #expect([200, 303, 404, 409, 422].contains(answer.status), "\(route): \(answer.status)")
        // Deleted or changed by the route before, or without its file, but not forbidden.
        #expect([200, 303, 404, 409, 422].contains(answer.status), "\(route): \(answer.status)")
      }
      // Another visitor's token is not good.
      let other = try await app.member()
      let theirs = try #require(try await other.get("/items").field("csrf"))
      #expect(try await member.post("/items", ["csrf": theirs, "title": "t"], ["origin": nil]).status == 403)
      // Nor is that of the session before.
      let mine = try #require(try await member.get("/items").field("csrf"))
      let out = try await member.post("/logout", ["csrf": mine], ["origin": nil])
      #expect(out.status == 303)
      // Signed out, the form's own cookie counts.
      let form = try await member.get("/login")
      let token = try #require(form.field("csrf"))
      let credentials: KeyValuePairs = ["csrf": token, "email": member.email, "password": member.password]
      #expect(try await member.post("/login", credentials, ["origin": nil]).status == 303)
      let stranger = app.browser()
      #expect(try await stranger.post("/login", credentials, ["origin": nil]).status == 403)
      let signup = try #require(try await stranger.get("/signup").field("csrf"))
      let answer = try await stranger.post(
        "/signup", ["csrf": signup, "name": "S", "email": "s@example.org", "password": "a quiet harbour"],
        ["origin": nil])
      #expect(answer.status == 303)
      await app.app.stop()
    }

    @Test func `Browsers' own requests are let in`() async throws {
      let member = try await TestApp.shared().member()
      for site in ["same-origin", "none"] {
        #expect(try await member.post("/items", ["title": site], ["sec-fetch-site": site]).status == 303)
      }
    }

    @Test func `Every answer carries the security headers, exactly and once`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let id = try await member.add("Mine")
      let page = try await member.get("/items")
      let assets = page.text.components("\"").filter { $0.hasPrefix("/assets/") }.map { $0.components("#")[0] }
      #expect(assets.count >= 3)
      var answers: [(String, Answer)] = []
      for route in Walk.routes where route.hasPrefix("GET ") {
        let path = Walk.request(route, id: id).path
        // A stream has no end: its head is what HEAD answers.
        if path != "/events" {
          answers.append((route, try await member.get(path)))
          answers.append(("\(route), a fragment", try await member.get(path, fragment("list"))))
        }
        answers.append(("\(route), signed out", try await app.browser().get(path)))
        answers.append(("\(route), a fragment, signed out", try await app.browser().get(path, fragment())))
        answers.append(("HEAD \(route)", try await member.browser.send("HEAD", path, [:], nil)))
        answers.append(("OPTIONS \(route)", try await member.browser.send("OPTIONS", path, [:], nil)))
        answers.append(("PUT \(route)", try await member.browser.send("PUT", path, [:], [])))
      }
      for path in Set(assets).union([
        "/healthz", "/nowhere", "/items?q=%00", "/items/\(UUID.v7())/edit", "/assets/none",
      ]) {
        answers.append((path, try await member.get(path)))
      }
      answers.append(("303", try await member.post("/items", ["title": "t"])))
      answers.append(("204", try await member.post("/items", ["title": "t"], fragment())))
      answers.append(("403", try await member.post("/items", ["title": "t"], ["origin": "null"])))
      answers.append(("409", try await member.post("/items/\(id)", ["title": "t", "version": "9"])))
      answers.append(("415", try await member.post("/items", [:], ["content-type": "text/plain"])))
      answers.append(("421", try await member.get("/items", ["host": "evil.example"])))
      answers.append(("422", try await member.post("/items")))
      answers.append(("400 of the protocol", try await member.browser.raw(Array("GET / HTTP/1.1\r\n\r\n".utf8))))
      let expected = [
        "content-security-policy":
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
          + "manifest-src 'self'; worker-src 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; "
          + "form-action 'self'; require-trusted-types-for 'script'; trusted-types default",
        "x-content-type-options": "nosniff", "referrer-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin", "cross-origin-resource-policy": "same-origin",
        "permissions-policy":
          "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), "
          + "microphone=(), payment=(), usb=()",
      ]
      for (what, answer) in answers {
        for (name, value) in expected { #expect(answer.all(name) == [value], "\(what): \(name)") }
        #expect(answer.all("cache-control").count == 1, "\(what)")
        if !what.hasPrefix("/assets/") || what == "/assets/none" {
          #expect(answer["cache-control"] == "no-store", "\(what)")
        }
        #expect(answer["strict-transport-security"] == nil)
        #expect(answer["server"] == nil || answer["server"]?.contains { $0.isNumber } == false)
        #expect(answer["x-powered-by"] == nil)
        #expect(answer.status < 500, "\(what)")
      }
      for path in ["/", "/items", "/login", "/nowhere", "/healthz", assets[0]] {
        let answer = try await app.browser(scheme: "https").get(path)
        #expect(answer.all("strict-transport-security") == ["max-age=31536000; includeSubDomains"], "\(path)")
      }
    }

    @Test func `Pages hold nothing that the policy forbids`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add("Mine", description: "d", date: "2030-01-01")
      for path in [
        "/", "/items", "/items/new", "/items/\(id)/edit", "/trash", "/nowhere", "/categories", "/categories/new",
        "/tags", "/tags/new", "/settings", "/household", "/settings/sessions", "/settings/how-to",
        "/settings/whats-new", "/settings/photo", "/account/delete", "/items?select=1", "/hosts", "/hosts?q=x",
        "/requests", "/requests/delete-all", "/hosting", "/hosting/requests", "/calendar", "/settings/feeds",
        "/settings/tokens",
      ] {
        let page = try await member.get(path)
        for forbidden in [" style=\"", " onclick", "javascript:", "<style", "http://", "https://"] {
          #expect(!page.contains(forbidden), "\(path): \(forbidden)")
        }
        #expect(page.count(of: "<script") == page.count(of: "<script src=\"/assets/"))
        #expect(page.count(of: "<h1") == 1)
        #expect(page.count(of: "<main") == 1)
        #expect(page.contains("class=\"skip-link\""))
      }
    }

    @Test func `Signed out, pages lead to the door and fragments say so`() async throws {
      let app = try await TestApp()
      let owner = try await app.member()
      let id = try await owner.add("Mine")
      let before = try app.digest()
      for route in Walk.own.union(Walk.named) {
        let (method, path) = Walk.request(route, id: id)
        for token in [nil, "AAAA", String(repeating: "A", count: 43)] {
          let browser = app.browser()
          if let token { await browser.setCookie("foyer", token) }
          func ask(_ headers: [String: String?]) async throws -> Answer {
            method == "GET"
              ? try await browser.get(path, headers)
              : try await browser.post(path, ["title": "t", "text": "t", "version": "1"], headers)
          }
          let answer = try await ask([:])
          #expect(answer.status == 303, "\(route)")
          let location = method == "GET" && path != "/" ? "/login?next=\(percentEncoded(path))" : "/login"
          #expect(answer["location"] == location)
          let part = try await ask(fragment())
          #expect(part.status == 401, "\(route)")
          #expect(part["hx-redirect"] == "/login")
          #expect(part.body.isEmpty)
        }
      }
      #expect(try await app.browser().get("/items?q=a%26b")["location"] == "/login?next=%2Fitems%3Fq%3Da%2526b")
      #expect(try app.digest() == before)
      await app.app.stop()
    }

    @Test func `GET, HEAD and OPTIONS change nothing`() async throws {
      let app = try await TestApp()
      let member = try await app.member()
      let (id, deleted) = (try await member.add("Mine"), try await member.add("Deleted"))
      _ = try await member.post("/items/\(deleted)/delete")
      let before = try app.digest()
      for route in Walk.routes {
        let path = Walk.request(route, id: id).path
        for method in ["GET", "HEAD", "OPTIONS"] where method != "GET" || path != "/events" {
          _ = try await member.browser.send(method, "\(path)?done=true&title=x&text=x&id=\(id)&version=1", [:], nil)
        }
      }
      #expect(try app.digest() == before)
      #expect(try await member.get("/items").status == 200)
      await app.app.stop()
    }

    @Test func `HEAD has the head of GET, and OPTIONS says what is allowed`() async throws {
      let member = try await TestApp.shared().member()
      let (get, head) = (try await member.get("/trash"), try await member.browser.send("HEAD", "/trash", [:], nil))
      #expect(head.status == 200)
      #expect(head.body.isEmpty)
      #expect(head["content-length"] == get["content-length"])
      let options = try await member.browser.send("OPTIONS", "/items", [:], nil)
      #expect(options.status == 204)
      #expect(Set(options["allow"]?.components(", ") ?? []) == ["GET", "HEAD", "POST", "OPTIONS"])
    }
  }
}
