import Glibc
import MoveIn
import RecipeImport
import Cookery
import Testing
import ZipFile

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// The archive of a household, sent to `/move-in` by a member.
  @Suite struct ArchiveMoveTests {
    private func bytes(_ path: String) throws -> [UInt8] {
      let file = try #require(fopen(path, "rb"))
      defer { fclose(file) }
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
      return bytes
    }

    private func export(_ member: Member) async throws -> [UInt8] {
      let path = "\(scratch)/archive-move-\(UUID.v7()).zip"
      let done = try await Program.run(
        ["household", "export", "\(member.household)", path], ["DATABASE_URL": member.app.databaseURL])
      #expect(done.status == 0, "\(done.errors)")
      return try bytes(path)
    }

    /// Sends an archive; the path of its move.
    private func send(_ member: Member, _ archive: [UInt8]) async throws -> String {
      let answer = try await member.upload("/move-in", name: "house.zip", archive)
      #expect(answer.status == 303, "\(answer.text)")
      return try #require(answer["location"])
    }

    /// Answers as the page proposes, and waits for the end.
    @discardableResult
    private func move(_ member: Member, _ path: String, people: [(String, UUID)] = []) async throws -> Answer {
      let fields = [("asked", "done"), ("done", "true")] + people.map { ("person:\($0.0)", "\($0.1)") }
      let body = fields.map { "\(percentEncoded($0.0))=\(percentEncoded($0.1))" }.joined(separator: "&")
      #expect(try await member.browser.send("POST", path, [:], Array(body.utf8)).status == 303)
      var page = try await member.get(path)
      try await eventually {
        page = try await member.get(path)
        return !page.contains("<progress")
      }
      return page
    }

    /// A household with something of each kind: at least three items, recipes, meals and shopping lines.
    private func furnish(_ ada: Member, _ guest: Member) async throws {
      func item(_ fields: [(String, String)]) async throws -> UUID {
        let id = UUID.v7()
        let answer = try await ada.send("/items", [("id", "\(id)")] + fields)
        guard answer.status == 303 else { throw Unexpected("\(fields) answered \(answer.status)") }
        return id
      }
      let (me, other) = ("\(try ada.person)", "\(try guest.person)")
      let camp = try await item([
        ("title", "Pack for the camp"), ("description", "Two tents.\n\nAnd the stove: it leaks"),
        ("category", "Travel"),
        ("tags", "weekend"), ("tags", "outside"), ("due_date", "2035-07-01"), ("due_time", "18:30"),
        ("not_before", "2035-06-20"), ("priority", "high"), ("checklist", "[x] Tent\nRope\nLamp"), ("people", other),
        ("remind", "own"), ("remind", "60"), ("remind", "-18:00"),
      ])
      let image = UUID.v7()
      let pictures = try await ImageConverter(waiting: 10, time: .seconds(60)).convert(png(80, 40), thumbnail: 256)
      try ada.app.rows(
        "INSERT INTO images (household_id, id, picture, thumbnail) VALUES (\(ada.household), \(image), \(pictures.picture), \(pictures.thumbnail))"
      )
      try ada.app.rows("UPDATE items SET image_id = \(image) WHERE household_id = \(ada.household) AND id = \(camp)")
      let (plan, photo) = (UUID.v7(), UUID.v7())
      try ada.app.rows(
        """
        INSERT INTO files (household_id, id, name, size, is_picture, bytes, thumbnail)
        VALUES (\(ada.household), \(plan), 'plan: way.html', 8, false, '<script>', NULL),
          (\(ada.household), \(photo), 'tents.png', \(pictures.picture.count), true, \(pictures.picture), \(pictures.thumbnail))
        """)
      try ada.app.rows(
        """
        INSERT INTO item_files (household_id, item_id, file_id)
        VALUES (\(ada.household), \(camp), \(plan)), (\(ada.household), \(camp), \(photo))
        """)
      _ = try await item([
        ("title", "Tax return"), ("due_date", "2035-05-31"), ("category", "Paperwork"), ("priority", "low"),
      ])
      _ = try await item([
        ("title", "Put the bins out"), ("due_date", "2035-01-04"), ("repeat", "FREQ=WEEKLY;BYDAY=TH"), ("turn", me),
        ("turn", other), ("turn_every", "FREQ=MONTHLY"),
      ])
      let daily = try await item([
        ("title", "Water the plants"), ("due_date", "2035-01-01"), ("due_time", "08:00"),
        ("repeat", "FREQ=DAILY;COUNT=5"),
      ])
      _ = try await ada.post("/items/\(daily)/done", ["done": "true"])
      try ada.app.rows(
        "UPDATE categories SET color = '#123456', icon = '⛺' WHERE household_id = \(ada.household) AND name = 'Travel'")
      try ada.app.rows("UPDATE tags SET color = '#654321' WHERE household_id = \(ada.household) AND name = 'weekend'")
      let done = try await item([("title", "Buy a lamp"), ("people", me)])
      _ = try await ada.post("/items/\(done)/done", ["done": "true"])
      let gone = try await item([("title", "Never mind")])
      _ = try await ada.post("/items/\(gone)/delete")

      for (index, fields) in [
        [
          ("name", "Leek soup"), ("ingredients", "2 leeks\n1 l vegetable stock"),
          ("steps", "Cut the leeks.\nBoil them."),
          ("servings", "4"), ("yield", "1 pot"), ("prep_minutes", "10"), ("cook_minutes", "25"), ("cuisine", "french"),
          ("labels", "winter, quick"), ("notes", "Better on the second day."), ("source_name", "Gran"),
          ("source_url", "https://example.org/soup"), ("description", "Green."), ("nutrition", "80 kcal"),
        ], [("name", "Apple pie"), ("ingredients", "4 apples\n200 g flour"), ("steps", "Bake.")],
        [("name", "Plain rice"), ("ingredients", "200 g rice"), ("servings", "2")],
      ].enumerated() {
        let id = UUID.v7()
        let answer = try await ada.send("/recipes", [("id", "\(id)")] + fields)
        guard answer.status == 303 else { throw Unexpected("\(answer.status)") }
        if index == 0 {
          _ = try await ada.post("/recipes/\(id)/stars", ["stars": "4"])
          _ = try await ada.post("/recipes/\(id)/favorite", ["favorite": "true"])
          let photo = UUID.v7()
          try ada.app.rows(
            "INSERT INTO images (household_id, id, picture, thumbnail) VALUES (\(ada.household), \(photo), \(pictures.picture), \(pictures.thumbnail))"
          )
          try ada.app.rows(
            "UPDATE recipes SET image_id = \(photo) WHERE household_id = \(ada.household) AND id = \(id)")
        }
      }
      for (day, meal, text) in [
        ("2035-01-01", "dinner", "Leek soup"), ("2035-01-02", "lunch", "Leftovers"),
        ("2035-01-02", "dinner", "Apple pie"),
      ] {
        let answer = try await ada.post(
          "/plan",
          ["id": "\(UUID.v7())", "day": day, "meal": meal, "text": text, "servings": meal == "lunch" ? "" : "6"])
        guard answer.status == 303 else { throw Unexpected("\(answer.status)") }
      }
      let list = UUID.v7()
      _ = try await ada.post("/shopping/lists", ["id": "\(list)", "name": "Hardware"])
      _ = try await ada.post("/shopping", ["id": "\(UUID.v7())", "text": "2 kg flour"])
      _ = try await ada.post("/shopping", ["id": "\(UUID.v7())", "list": "\(list)", "text": "20 nails"])
      let ticked = UUID.v7()
      _ = try await ada.post("/shopping", ["id": "\(ticked)", "text": "Milk"])
      _ = try await ada.post("/shopping/\(ticked)/check", ["checked": "true"])
      _ = try await ada.post("/recipes/ingredients", ["name": "6 eggs, butter"])
      _ = try await ada.post(
        "/recipes/ingredients", ["name": "milk", "amount": "2 l", "best_before": "2035-01-05", "place": "the cellar"])
      _ = try await ada.post("/recipes/ingredients", ["name": "leeks"])
      let leeks: UUID = try ada.app.rows(
        "SELECT id FROM ingredients_at_hand WHERE household_id = \(ada.household) AND name = 'leeks'")[0]["id"]
      _ = try await ada.post("/recipes/ingredients/\(leeks)/delete")
      _ = try await ada.post("/household/eaters", ["id": "\(UUID.v7())", "name": "Gran", "dislikes": "kale"])
      _ = try await ada.list("Joe Hamilton")
    }

    /// What a household has of the kinds that come over, in words.
    private func said(_ member: Member) throws -> [String] {
      let home = member.household
      let items = try member.app.rows(
        """
        SELECT concat_ws(' | ', i.title, i.description, c.name, c.color, c.icon,
          ARRAY(SELECT t.name || t.color FROM unnest(i.tag_ids) WITH ORDINALITY AS n (id, place)
            JOIN tags t ON t.household_id = i.household_id AND t.id = n.id ORDER BY place)::text,
          CASE WHEN i.due_day IS NULL THEN to_char(i.due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') END, i.due_day::text, 'from ' || i.not_before, i.priority::text,
          text_of_checklist(i.checklist), i.lines_done::text,
          CASE WHEN i.done_at IS NOT NULL THEN to_char(i.done_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') END,
          CASE WHEN i.series_id IS NULL AND i.done_at IS NULL THEN to_char(i.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') END,
          ARRAY(SELECT p.name FROM unnest(i.people) AS n (id) JOIN people p ON p.household_id = i.household_id AND p.id = n.id)::text,
          ARRAY(SELECT p.name FROM unnest(i.turn_queue) WITH ORDINALITY AS n (id, place)
            JOIN people p ON p.household_id = i.household_id AND p.id = n.id ORDER BY place)::text,
          (SELECT string_agg(CASE WHEN f.is_picture THEN f.name ELSE f.name || convert_from(f.bytes, 'UTF8') END, ', ' ORDER BY f.name)
            FROM item_files x JOIN files f ON f.household_id = x.household_id AND f.id = x.file_id
            WHERE x.household_id = i.household_id AND x.item_id = i.id),
          s.repeat_from, s.turn_rule, CASE WHEN g.id IS NOT NULL THEN 'picture' END,
          (SELECT string_agg(r.codes::text, ' ') FROM item_reminders r WHERE r.household_id = i.household_id AND r.item_id = i.id)) AS words,
          s.rule, i.done_at IS NOT NULL AS is_done
        FROM items i LEFT JOIN categories c ON c.household_id = i.household_id AND c.id = i.category_id
        LEFT JOIN series s ON s.household_id = i.household_id AND s.id = i.series_id AND i.done_at IS NULL
        LEFT JOIN images g ON g.household_id = i.household_id AND g.id = i.image_id
        WHERE i.household_id = \(home) AND i.deleted_at IS NULL ORDER BY c.name NULLS FIRST, i.position, i.title, i.done_at
        """)
      let recipes = try member.app.rows(
        """
        SELECT concat_ws(' | ', r.name, r.description, r.cuisine, r.servings::text, r.prep_minutes::text, r.cook_minutes::text,
          r.ingredients::text, r.steps::text, r.source_url, r.statements::text, r.makes, r.notes, r.source_name, r.nutrition,
          (SELECT string_agg('stars ' || s.stars, ', ' ORDER BY s.stars) FROM recipe_stars s WHERE s.household_id = r.household_id AND s.recipe_id = r.id),
          r.need_keys::text, CASE WHEN r.image_id IS NOT NULL THEN 'picture' END) AS words
        FROM recipes r WHERE r.household_id = \(home) AND r.deleted_at IS NULL ORDER BY r.name
        """)
      let meals = try member.app.rows(
        """
        SELECT concat_ws(' | ', m.day::text, m.meal, m.text, m.servings::text, r.name) AS words FROM meals m
        LEFT JOIN recipes r ON r.household_id = m.household_id AND r.id = m.recipe_id
        WHERE m.household_id = \(home) AND m.deleted_at IS NULL ORDER BY m.day, m.meal
        """)
      let lines = try member.app.rows(
        """
        SELECT concat_ws(' | ', e.text, e.food, e.amount, e.aisle, l.name, CASE WHEN e.checked_at IS NOT NULL THEN 'ticked' END) AS words
        FROM shopping_entries e LEFT JOIN named_lists l ON l.household_id = e.household_id AND l.id = e.list_id
        WHERE e.household_id = \(home) AND e.deleted_at IS NULL ORDER BY e.created_at
        """)
      let foods = try member.app.rows(
        """
        SELECT concat_ws(' | ', h.name, h.key, h.amount, h.best_before::text, h.place, h.read_line, h.read_key, h.read_sum) AS words
        FROM ingredients_at_hand h WHERE h.household_id = \(home) ORDER BY h.name
        """)
      return try [items, recipes, meals, lines, foods].flatMap { rows in try rows.map { try $0["words"] as String } }
    }

    @Test func `A household's archive moves into another one with every field, and Undo takes it back`() async throws {
      let app = try await TestApp.shared()
      let (ada, grace) = (try await app.member(timeZone: "Europe/Paris"), try await app.member(timeZone: "Asia/Seoul"))
      let guest = try await app.housemate(of: ada)
      let friend = try await app.housemate(of: grace)
      try await furnish(ada, guest)
      let archive = try await export(ada)
      let source = try said(ada)
      #expect(source.count == 18)
      let path = try await send(grace, archive)
      let found = try await grace.get(path)
      for text in [
        "Foyer", "6 to-dos, 2 of them are done", "3 recipes", "3 meals", "3 shopping lines", "Buy a lamp",
        "Never mind: ", "It was deleted in Foyer", "1 person who eats here", "2 favourites and ratings",
        "3 foods at hand",
        "Foods that are no longer at hand: 1: ",
        "Whoever runs this server can bring it with foyer household import",
      ] {
        #expect(
          found.shows(text)
            || found.text.replacing("</span>", with: "").replacing(/<span[^>]*>/, with: "").contains(text), "\(text)")
      }
      #expect(found.contains("name=\"person:Guest\"") && found.contains("name=\"person:Ada Lovelace\""))
      // Not the household's own zone: an archive says which clock it has.
      #expect(!found.contains("name=\"time_zone\""))
      #expect(try said(grace) == [])
      try await move(
        grace, path, people: [("Ada Lovelace", try grace.person), ("Guest", try friend.person)])
      for (new, old) in zip(try said(grace), source) { #expect(new == old) }
      #expect(try said(grace).count == source.count)
      let rules = try app.rows(
        "SELECT rule, is_day FROM series WHERE household_id = \(grace.household) ORDER BY rule"
      ).map { "\(try $0["rule"] as String) \(try $0["is_day"] as Bool)" }
      // One of five dates is done.
      #expect(rules == ["FREQ=DAILY;COUNT=4 false", "FREQ=WEEKLY;BYDAY=TH true"])
      // Nothing of the other household was touched, and no id is the same.
      #expect(try said(ada) == source)
      #expect(
        try app.number(
          """
          SELECT count(*) AS n FROM items a JOIN items b ON b.id = a.id
          WHERE a.household_id = \(ada.household) AND b.household_id = \(grace.household)
          """) == 0)
      #expect(
        try app.number(
          "SELECT count(*) AS n FROM activity WHERE household_id = \(grace.household) AND kind <> 'joined'") == 0)
      #expect(try app.number("SELECT count(*) AS n FROM people WHERE household_id = \(grace.household)") == 2)
      // The same archive again adds nothing.
      let again = try await send(grace, archive)
      let known = try await grace.get(again).text.firstMatch(of: /(\d+) of these were moved in before/).map {
        String($0.1)
      }
      #expect(known == "23")
      try await move(grace, again)
      #expect(try said(grace) == source)
      #expect(try await grace.post("\(path)/undo").status == 303)
      #expect(try said(grace) == [])
      for table: SQL in [
        "SELECT count(*) AS n FROM categories WHERE household_id = \(grace.household)",
        "SELECT count(*) AS n FROM tags WHERE household_id = \(grace.household)",
        "SELECT count(*) AS n FROM named_lists WHERE household_id = \(grace.household)",
        "SELECT count(*) AS n FROM series WHERE household_id = \(grace.household)",
        "SELECT count(*) AS n FROM images WHERE household_id = \(grace.household)",
        "SELECT count(*) AS n FROM files WHERE household_id = \(grace.household)",
      ] {
        #expect(try app.number(table) == 0)
      }
    }

    /// What no other program has: each kind, in words.
    private func rest(_ member: Member) throws -> [String: [String]] {
      let home = member.household
      let kinds: [String: SQL] = [
        "eaters": """
        SELECT concat_ws(' | ', name, required::text, dislikes::text, dislike_keys::text, eats_here::text) AS words
        FROM eaters WHERE household_id = \(home) AND deleted_at IS NULL
        """,
        "needs": """
        SELECT concat_ws(' | ', p.name, c.cuisines::text, c.required::text, c.dislikes::text, c.eats_here::text) AS words
        FROM cooking_parameters c JOIN people p ON p.household_id = c.household_id AND p.id = c.person_id WHERE c.household_id = \(home)
        """,
        "absences": """
        SELECT concat_ws(' | ', a.day::text, a.meal, p.name, e.name) AS words FROM meal_absences a
        LEFT JOIN people p ON p.household_id = a.household_id AND p.id = a.eater_id
        LEFT JOIN eaters e ON e.household_id = a.household_id AND e.id = a.eater_id WHERE a.household_id = \(home)
        """,
        "favorites": """
        SELECT concat_ws(' | ', p.name, f.name_order) AS words
        FROM favorites f JOIN people p ON p.household_id = f.household_id AND p.id = f.person_id WHERE f.household_id = \(home)
        """,
        "stars": """
        SELECT concat_ws(' | ', p.name, s.stars::text, r.name) AS words
        FROM recipe_stars s JOIN people p ON p.household_id = s.household_id AND p.id = s.person_id
        JOIN recipes r ON r.household_id = s.household_id AND r.id = s.recipe_id WHERE s.household_id = \(home)
        """,
        "cookings": """
        SELECT concat_ws(' | ', p.name, c.day::text, c.note, r.name) AS words FROM cookings c
        LEFT JOIN people p ON p.household_id = c.household_id AND p.id = c.person_id
        JOIN recipes r ON r.household_id = c.household_id AND r.id = c.recipe_id WHERE c.household_id = \(home)
        """,
        "shops": """
        SELECT concat_ws(' | ', s.name, s.aisles::text, (SELECT string_agg(concat_ws(' ', t.first, t.second, t.lead::text), ', ')
          FROM shop_steps t WHERE t.household_id = s.household_id AND t.shop_id = s.id)) AS words
        FROM shops s WHERE s.household_id = \(home) AND s.deleted_at IS NULL
        """,
        "aisles": "SELECT concat_ws(' | ', key, aisle) AS words FROM food_aisles WHERE household_id = \(home)",
        "usuals": """
        SELECT concat_ws(' | ', key, name, package, ticks::text, date_trunc('second', last_at AT TIME ZONE 'UTC')::text) AS words
        FROM usual_foods WHERE household_id = \(home)
        """,
        "staples":
          "SELECT concat_ws(' | ', key, name, is_staple::text) AS words FROM staple_foods WHERE household_id = \(home)",
        "packets": """
        SELECT concat_ws(' | ', a.key, a.subject, a.is_against::text, a.name, a.line, p.name,
          date_trunc('second', a.answered_at AT TIME ZONE 'UTC')::text) AS words
        FROM packet_answers a LEFT JOIN people p ON p.household_id = a.household_id AND p.id = a.person_id WHERE a.household_id = \(home)
        """,
        "listing": """
        SELECT concat_ws(' | ', l.name, l.offer, l.place, l.capacity::text, a.address, octet_length(p.picture) > 0, octet_length(q.picture) > 0) AS words
        FROM listings l JOIN listing_addresses a ON a.household_id = l.household_id AND a.listing_id = l.id
        LEFT JOIN listing_pictures p ON p.household_id = l.household_id AND p.id = l.photo_id
        LEFT JOIN listing_pictures q ON q.household_id = l.household_id AND q.id = l.place_photo_id WHERE l.household_id = \(home)
        """,
        "blocked":
          "SELECT concat_ws(' | ', first_day::text, last_day::text) AS words FROM blocked_dates WHERE household_id = \(home)",
        "tasks":
          "SELECT concat_ws(' | ', position::text, title, days_before::text) AS words FROM stay_tasks WHERE household_id = \(home)",
      ]
      return try kinds.mapValues { try member.app.rows($0).map { try $0["words"] as String }.sorted() }
    }

    /// Something of each kind that no other program has, beside `furnish`.
    private func settle(_ ada: Member, _ guest: Member) async throws {
      let (home, me, other) = (ada.household, try ada.person, try guest.person)
      func recipe(_ name: String) throws -> UUID {
        try ada.app.rows("SELECT id FROM recipes WHERE household_id = \(home) AND name = \(name)")[0]["id"]
      }
      let (soup, pie) = (try recipe("Leek soup"), try recipe("Apple pie"))
      for (member, stars) in [(ada, "5"), (guest, "2")] {
        #expect(try await member.post("/recipes/\(pie)/stars", ["stars": stars]).status == 303)
      }
      #expect(try await guest.post("/recipes/\(soup)/favorite", ["favorite": "true"]).status == 303)
      let needs = try await ada.send(
        "/household/eaters/\(me)",
        [
          ("version", "0"), ("allergy", "peanut"), ("diet", "vegetarian"), ("dislikes", "celery, olives"),
          ("eats_here", "true"),
        ])
      #expect(needs.status == 303, "\(needs.text)")
      #expect(try await guest.send("/recipes/parameters", [("cuisine", "french"), ("allergy", "egg")]).status == 303)
      #expect(
        try await ada.post("/shopping/shops", ["id": "\(UUID.v7())", "name": "Corner", "order": "dairy,produce"]).status
          == 303)
      #expect(try await ada.post("/recipes/staples", ["name": "leeks"]).status == 303)
      #expect(try await ada.post("/recipes/staples", ["name": "oil", "staple": "false"]).status == 303)
      _ = try await ada.post(
        "/hosting",
        [
          "name": "Ada's attic", "offer": "A bed.", "place": "Paris", "address": "1 rue A", "capacity": "2",
          "published": "true",
        ])
      #expect(
        try await ada.post("/hosting/blocked-dates", ["id": "\(UUID.v7())", "from": "2035-01-01", "to": "2035-01-05"])
          .status
          == 303)
      #expect(try await ada.post("/hosting/tasks", ["tasks": "Wash the sheets · 3\nMake the bed · 1"]).status == 303)
      let gran: UUID = try ada.app.rows("SELECT id FROM eaters WHERE household_id = \(home)")[0]["id"]
      let photo = UUID.v7()
      let pictures = try await ImageConverter(waiting: 10, time: .seconds(60)).convert(png(40, 40), thumbnail: 256)
      try ada.app.rows(
        """
        INSERT INTO listing_pictures (household_id, id, picture, thumbnail) VALUES (\(home), \(photo), \(pictures.picture), \(pictures.thumbnail))
        """)
      let packet = IngredientLine("1 stock cube")
      for statement: SQL in [
        """
        INSERT INTO packet_answers (household_id, key, subject, is_against, name, line, edition, person_id, answered_at)
        VALUES (\(home), \(packet.packetKey ?? ""), 'celery', false, 'stock cube', '1 stock cube', \(Understanding.edition), \(other),
          '2026-01-02 03:04:05+00')
        """,
        "UPDATE listings SET place_photo_id = \(photo) WHERE household_id = \(home)",
        """
        INSERT INTO meal_absences (household_id, day, meal, eater_id)
        VALUES (\(home), '2035-01-01', 'dinner', \(other)), (\(home), '2035-01-02', '', \(gran))
        """,
        """
        INSERT INTO cookings (household_id, id, recipe_id, person_id, day, note)
        VALUES (\(home), \(UUID.v7()), \(soup), \(other), '2026-01-02', 'More salt'), (\(home), \(UUID.v7()), \(pie), \(me), '2026-01-03', '')
        """,
        """
        INSERT INTO shop_steps (household_id, shop_id, first, second, lead)
        SELECT household_id, id, 'dairy', 'meat', -3 FROM shops WHERE household_id = \(home)
        """,
        "INSERT INTO food_aisles (household_id, key, aisle) VALUES (\(home), 'milk', 'drinks')",
        "INSERT INTO usual_foods (household_id, key, name, package, ticks, last_at) VALUES (\(home), 'flour', 'flour', '1 kg', 7, '2026-01-02 03:04:05+00')",
      ] { try ada.app.rows(statement) }
    }

    @Test func `What no other program has moves in as well, kind by kind, and Undo takes it back`() async throws {
      let app = try await TestApp.shared()
      let (ada, grace) = (try await app.member(timeZone: "Europe/Paris"), try await app.member(timeZone: "Asia/Seoul"))
      let (guest, friend) = (try await app.housemate(of: ada), try await app.housemate(of: grace))
      try await furnish(ada, guest)
      try await settle(ada, guest)
      let (archive, source) = (try await export(ada), try rest(ada))
      #expect(source.values.allSatisfy { !$0.isEmpty }, "\(source)")
      let path = try await send(grace, archive)
      let found = try await grace.get(path)
      for text in [
        "3 people who eat here", "5 favourites and ratings", "2 times that something was cooked",
        "2 absences from meals",
        "1 shop", "6 notes about foods", "1 place for guests",
      ] { #expect(found.shows(text), "\(text)") }
      #expect(!found.contains("foyer household import</span>: ") && !found.shows("Stays: "))
      try await move(grace, path, people: [("Ada Lovelace", try grace.person), ("Guest", try friend.person)])
      let moved = try rest(grace)
      for (kind, words) in source { #expect(moved[kind] == words, "\(kind)") }
      // Whether others see the place is decided anew, and nobody else's row was touched.
      #expect(
        try app.number("SELECT count(*) AS n FROM listings WHERE household_id = \(grace.household) AND NOT published")
          == 1)
      #expect(try rest(ada) == source)
      // What was moved in is taken out, and moves on, as what was there first.
      let (third, last) = (try await app.member(), try await app.member())
      let other = try await app.housemate(of: third)
      let next = try await export(grace)
      try await move(
        third, try await send(third, next), people: [("Ada Lovelace", try third.person), ("Guest", try other.person)])
      #expect(try rest(third) == source)
      #expect(try said(third) == said(grace))
      // The same archive again adds nothing; what it says of names that are nobody's is in the report or stands as words.
      let again = try await send(grace, archive)
      try await move(grace, again, people: [("Ada Lovelace", try grace.person), ("Guest", try friend.person)])
      #expect(try rest(grace) == source)
      try await move(last, try await send(last, archive), people: [("Ada Lovelace", try last.person)])
      let alone = try rest(last)
      #expect(alone["eaters"]?.count == 2 && alone["needs"]?.count == 1)
      #expect(alone["cookings"]?.contains("2026-01-02 | More salt\nCooked by: Guest | Leek soup") == true)
      #expect(alone["absences"] == source["absences"])
      #expect(alone["favorites"]?.count == 1 && alone["stars"]?.count == 2)
      // Undo refuses what was changed, and takes back all else.
      try app.rows("UPDATE shops SET name = 'Mine' WHERE household_id = \(grace.household)")
      #expect(try await grace.post("\(path)/undo").status == 409)
      #expect(try rest(grace)["eaters"] == source["eaters"])
      try app.rows("UPDATE shops SET name = 'Corner' WHERE household_id = \(grace.household)")
      #expect(try await grace.post("\(path)/undo").status == 303)
      for (kind, words) in try rest(grace) { #expect(words == [], "\(kind)") }
      #expect(try app.number("SELECT count(*) AS n FROM listing_pictures WHERE household_id = \(grace.household)") == 0)
      #expect(try said(grace) == [])
    }

    @Test func `What a household has in the place of what moves in stays, and the report says so`() async throws {
      let app = try await TestApp.shared()
      let (ada, grace) = (try await app.member(), try await app.member())
      let guest = try await app.housemate(of: ada)
      try await furnish(ada, guest)
      try await settle(ada, guest)
      _ = try await grace.send(
        "/household/eaters/\(try grace.person)", [("version", "0"), ("allergy", "milk"), ("eats_here", "true")])
      _ = try await grace.post("/hosting", ["name": "Grace's", "offer": "", "capacity": "1"])
      try app.rows("INSERT INTO food_aisles (household_id, key, aisle) VALUES (\(grace.household), 'milk', 'dairy')")
      _ = try await grace.post("/recipes/staples", ["name": "oil", "staple": "false"])
      let before = try rest(grace)
      let path = try await send(grace, try await export(ada))
      let page = try await move(grace, path, people: [("Ada Lovelace", try grace.person)])
      let after = try rest(grace)
      for kind in ["needs", "listing", "blocked", "tasks", "aisles"] { #expect(after[kind] == before[kind], "\(kind)") }
      #expect(page.shows("There is another one here, which stays as it is"))
      #expect(page.shows("The recipe or the person that it is about is not here"))
      let report = try await grace.get("\(path)/report.csv").text
      func lines(_ kind: String, _ state: String) -> Int {
        report.split(separator: "\r\n").count { $0.hasPrefix("\(kind),") && $0.contains(",\(state),") }
      }
      #expect(lines("eater", "left_out") == 1 && lines("eater", "stored") == 2)
      #expect(lines("food", "left_out") == 1 && lines("food", "known") == 1 && lines("food", "stored") == 4)
      #expect(lines("listing", "left_out") == 1)
      // The guest is nobody here.
      #expect(lines("mark", "left_out") == 2 && lines("mark", "stored") == 3)
      #expect(try await grace.post("\(path)/undo").status == 303)
      for (kind, words) in try rest(grace) { #expect(words == before[kind], "\(kind)") }
    }

    @Test func `Eaters and shops of a name that is here stay one, and the report says what differs`() async throws {
      let app = try await TestApp.shared()
      let (ada, grace) = (try await app.member(), try await app.member())
      func eater(_ member: Member, _ name: String, _ fields: [(String, String)]) async throws {
        let answer = try await member.send(
          "/household/eaters", [("id", "\(UUID.v7())"), ("name", name), ("eats_here", "true")] + fields)
        try #require(answer.status == 303, "\(answer.text)")
      }
      try await eater(ada, "Oma", [("allergy", "peanut"), ("dislikes", "celery")])
      try await eater(ada, "Opa", [("diet", "vegetarian")])
      for _ in 1...2 { try await eater(ada, "Twin", []) }
      try await eater(grace, "oma", [("diet", "vegan")])
      try await eater(grace, "Opa", [("diet", "vegetarian")])
      for member in [ada, grace] {
        _ = try await member.post("/shopping/shops", ["id": "\(UUID.v7())", "name": "Corner", "order": "dairy"])
      }
      let oma: UUID = try app.rows(
        "SELECT id FROM eaters WHERE household_id = \(ada.household) AND name = 'Oma'")[0]["id"]
      try app.rows(
        "INSERT INTO meal_absences (household_id, day, meal, eater_id) VALUES (\(ada.household), '2027-01-02', '', \(oma))"
      )
      let (archive, before) = (try await export(ada), try rest(grace))
      let path = try await send(grace, archive)
      let page = try await move(grace, path)
      let after = try rest(grace)
      #expect(after["eaters"]?.count == 4 && after["shops"] == before["shops"])
      #expect(after["eaters"]?.filter { !$0.hasPrefix("Twin") } == before["eaters"])
      #expect(after["absences"] == ["2027-01-02 |  | oma"])
      #expect(
        page.shows("There is another one here, which stays as it is: + Peanut, + celery, − Vegan"), "\(page.text)")
      #expect(try await grace.get("\(path)/report.csv").text.contains("eater,Opa,,known"))
      #expect(try await grace.post("\(path)/undo").status == 303)
      #expect(try rest(grace) == before)
    }

    @Test func `Somebody who eats here and is a member elsewhere stays one, with all that they cannot eat`()
      async throws
    {
      let app = try await TestApp.shared()
      let (ada, grace) = (try await app.member(), try await app.member())
      let name: String = try app.rows("SELECT name FROM people WHERE id = \(try grace.person)")[0]["name"]
      let answer = try await ada.send(
        "/household/eaters",
        [("id", "\(UUID.v7())"), ("name", " \(name.uppercased())"), ("eats_here", "true"), ("allergy", "peanut")])
      try #require(answer.status == 303, "\(answer.text)")
      let eater: UUID = try app.rows("SELECT id FROM eaters WHERE household_id = \(ada.household)")[0]["id"]
      try app.rows(
        "INSERT INTO meal_absences (household_id, day, meal, eater_id) VALUES (\(ada.household), '2027-01-02', '', \(eater))"
      )
      let archive = try await export(ada)
      let before = try rest(grace)
      var path = try await send(grace, archive)
      _ = try await move(grace, path)
      // Nothing was known of the member: the needs are theirs.
      func needs() throws -> [String] {
        try app.rows("SELECT required::text FROM cooking_parameters WHERE person_id = \(try grace.person)").map {
          try $0["required"]
        }
      }
      #expect(try rest(grace)["eaters"] == before["eaters"])
      #expect(try needs().count == 1 && needs() != ["0"])
      #expect(try rest(grace)["absences"]?.count == 1)
      #expect(try await grace.post("\(path)/undo").status == 303)
      #expect(try rest(grace) == before)
      // What a member has said stays, and the report says what is lacking.
      let said = try await grace.send(
        "/household/eaters/\(try grace.person)", [("version", "0"), ("allergy", "dairy"), ("eats_here", "true")])
      try #require(said.status == 303, "\(said.text)")
      let own = try needs()
      path = try await send(grace, archive)
      let page = try await move(grace, path)
      #expect(try rest(grace)["eaters"] == before["eaters"])
      #expect(try needs() == own)
      #expect(page.shows("There is another one here, which stays as it is: + Peanut, − Dairy"), "\(page.text)")
      #expect(try rest(grace)["absences"]?.count == 1)
    }

    @Test func `Favourites of recipes that come with Foyer are the same ones elsewhere`() async throws {
      let app = try await TestApp()
      let (ada, grace) = (try await app.member(), try await app.member())
      _ = try await StarterCookbook.load("\(packageRoot)/Cookbook", app.database)
      let starter: UUID = try app.rows(
        "SELECT id FROM recipes WHERE household_id = ANY (starter_households()) ORDER BY name, id LIMIT 1")[0]["id"]
      try app.rows(
        """
        INSERT INTO favorites (household_id, person_id, recipe_id, name_order) VALUES (\(ada.household), \(try ada.person), \(starter), 'x')
        """)
      let path = try await send(grace, try await export(ada))
      try await move(grace, path, people: [("Ada Lovelace", try grace.person)])
      let count: SQL =
        "SELECT count(*) AS n FROM favorites WHERE household_id = \(grace.household) AND recipe_id = \(starter)"
      #expect(try app.number(count) == 1)
      #expect(try await grace.post("\(path)/undo").status == 303)
      #expect(try app.number(count) == 0)
      await app.app.stop()
    }

    @Test func `Rows of a stranger that no other program has keep the rules, too`() async throws {
      let app = try await TestApp.shared()
      let (member, victim) = (try await app.member(), try await app.member())
      let person = try victim.person
      func rows(_ lines: [String]) -> [UInt8] { Array(lines.map { $0 + "\n" }.joined().utf8) }
      let recipe = UUID.v7()
      let forged = try archive([
        ("data/people.jsonl", rows([#"{"id":"\#(person)","name":"Root"}"#])),
        ("data/recipes.jsonl", rows([#"{"id":"\#(recipe)","name":"Rice","ingredients":["rice"],"steps":[]}"#])),
        (
          "data/eaters.jsonl",
          rows([
            #"{"id":"\#(person)","name":"Far too much","required":-1,"dislikes":[]}"#,
            #"{"id":"\#(UUID.v7())","name":"\#(String(repeating: "x", count: 300))","required":0}"#,
            #"{"id":"\#(UUID.v7())","name":"Picky","required":0,"dislikes":[\#((1...60).map { #""food \#($0)""# }.joined(separator: ","))]}"#,
          ])
        ),
        (
          "data/recipe_stars.jsonl",
          rows([#"{"person_id":"\#(person)","recipe_id":"\#(recipe)","stars":99}"#])
        ),
        (
          "data/cookings.jsonl",
          rows([
            #"{"id":"\#(UUID.v7())","recipe_id":"\#(UUID.v7())","day":"2026-01-01"}"#,
            #"{"id":"\#(UUID.v7())","recipe_id":"\#(recipe)","day":"99999-01-01"}"#,
            #"{"id":"\#(UUID.v7())","recipe_id":"\#(recipe)","day":"2026-01-01","note":"\#(String(repeating: "x", count: 3_000))"}"#,
          ])
        ),
        (
          "data/meal_absences.jsonl",
          rows([
            #"{"day":"2026-01-01","meal":"dinner","eater_id":"\#(person)"}"#, #"{"day":"x","meal":"","eater_id":"y"}"#,
          ])
        ),
        (
          "data/shops.jsonl",
          rows([
            #"{"id":"\#(UUID.v7())","name":"Odd","aisles":["nowhere"]}"#,
            #"{"id":"\#(UUID.v7())","name":"Twice","aisles":["dairy","dairy"]}"#,
          ])
        ),
        ("data/food_aisles.jsonl", rows([#"{"key":"milk","aisle":"<script>"}"#])),
        (
          "data/usual_foods.jsonl",
          rows([#"{"key":"milk","name":"milk","ticks":100000,"last_at":"2026-01-01T00:00:00+00:00"}"#])
        ),
        ("data/listings.jsonl", rows([#"{"id":"\#(UUID.v7())","name":"Hall","capacity":5000}"#])),
      ])
      let path = try await send(member, forged)
      try await move(member, path, people: [("Root", person)])
      for (kind, words) in try rest(member) { #expect(words == [], "\(kind)") }
      for (kind, words) in try rest(victim) { #expect(words == [], "\(kind)") }
      #expect(
        try app.rows("SELECT name FROM recipes WHERE household_id = \(member.household)").map {
          try $0["name"] as String
        }
          == ["Rice"])
    }

    @Test func `A picture that several items have is stored once`() async throws {
      let app = try await TestApp.shared()
      let (ada, grace) = (try await app.member(), try await app.member())
      let image = UUID.v7()
      let pictures = try await ImageConverter(waiting: 10, time: .seconds(60)).convert(png(80, 40), thumbnail: 256)
      try app.rows(
        "INSERT INTO images (household_id, id, picture, thumbnail) VALUES (\(ada.household), \(image), \(pictures.picture), \(pictures.thumbnail))"
      )
      for title in ["Water the fig", "Water the palm", "Water the fern"] {
        let item = try await ada.add(title)
        try app.rows("UPDATE items SET image_id = \(image) WHERE household_id = \(ada.household) AND id = \(item)")
      }
      let path = try await send(grace, try await export(ada))
      try await move(grace, path)
      let shared: SQL =
        "SELECT count(*) AS n FROM items WHERE household_id = \(grace.household) AND image_id IS NOT NULL"
      #expect(try app.number(shared) == 3)
      let images: SQL = "SELECT count(*) AS n FROM images WHERE household_id = \(grace.household)"
      #expect(try app.number(images) == 1)
      #expect(try await grace.post("\(path)/undo").status == 303)
      #expect(try app.number(images) == 0)
    }

    @Test func `A household's own archive brings back what was deleted for good, and nothing else`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let (kept, lost) = (try await member.add("Sweep the chimney"), try await member.add("Mend the gate"))
      let trashed = try await member.add("Never mind")
      let archive = try await export(member)
      _ = try await member.post("/items/\(trashed)/delete")
      try app.rows(
        "UPDATE items SET title = 'Sweep the yard' WHERE household_id = \(member.household) AND id = \(kept)")
      try app.rows("DELETE FROM items WHERE household_id = \(member.household) AND id = \(lost)")
      let path = try await send(member, archive)
      let found = try await member.get(path)
      #expect(found.shows("1 to-do") && found.shows("2 of these were moved in before, and stay as they are."))
      try await move(member, path)
      let titles: [String] = try app.rows(
        "SELECT title FROM items WHERE household_id = \(member.household) AND deleted_at IS NULL ORDER BY title"
      ).map { try $0["title"] }
      #expect(titles == ["Mend the gate", "Sweep the yard"])
    }

    @Test func `A food that is at hand stays as it is, and one that was changed since refuses Undo`() async throws {
      let app = try await TestApp.shared()
      let (ada, grace) = (try await app.member(), try await app.member())
      _ = try await ada.post("/recipes/ingredients", ["name": "6 eggs, 500 g flour, 1 l milk"])
      _ = try await grace.post("/recipes/ingredients", ["name": "2 eggs"])
      let path = try await send(grace, try await export(ada))
      #expect(try await grace.get(path).shows("3 foods at hand"))
      try await move(grace, path)
      func foods(_ member: Member) throws -> [String] {
        try app.rows(
          "SELECT amount || ' ' || name AS food FROM ingredients_at_hand WHERE household_id = \(member.household) ORDER BY name"
        ).map { try $0["food"] }
      }
      let (eggs, others) = ("2 eggs", try Array(foods(ada).dropFirst()))
      #expect(others.count == 2)
      #expect(try foods(grace) == [eggs] + others)
      let amount: String = try app.rows(
        "SELECT amount FROM ingredients_at_hand WHERE household_id = \(grace.household) AND name = 'flour'")[0][
          "amount"]
      try app.rows(
        "UPDATE ingredients_at_hand SET amount = '200 g' WHERE household_id = \(grace.household) AND name = 'flour'")
      #expect(try await grace.post("\(path)/undo").status == 409)
      #expect(try foods(grace) == [eggs, "200 g flour", others[1]])
      try app.rows(
        "UPDATE ingredients_at_hand SET amount = \(amount) WHERE household_id = \(grace.household) AND name = 'flour'")
      #expect(try await grace.post("\(path)/undo").status == 303)
      #expect(try foods(grace) == [eggs])
    }

    @Test func `The golden archive moves in by the command as well`() async throws {
      let member = try await TestApp.shared().member()
      let path = "\(packageRoot)/Tests/Archives/format-1.zip"
      let environment = ["DATABASE_URL": member.app.databaseURL]
      let first = try await Program.run(["move-in", path, "--person", member.email], environment)
      #expect(first.status == 0, "\(first.errors)")
      let counts = try member.app.rows(
        """
        SELECT (SELECT count(*) FROM items WHERE household_id = \(member.household)) AS items,
          (SELECT count(*) FROM recipes WHERE household_id = \(member.household)) AS recipes,
          (SELECT count(*) FROM meals WHERE household_id = \(member.household)) AS meals,
          (SELECT count(*) FROM shopping_entries WHERE household_id = \(member.household)) AS lines,
          (SELECT count(*) FROM ingredients_at_hand WHERE household_id = \(member.household)) AS foods
        """)[0]
      let (items, recipes, meals, lines, foods): (Int, Int, Int, Int, Int) = (
        try counts["items"], try counts["recipes"], try counts["meals"], try counts["lines"], try counts["foods"]
      )
      #expect(items > 20 && recipes > 0 && meals > 5 && lines > 5 && foods > 5)
      #expect(
        first.output.hasPrefix(
          "\(items) to-dos, \(recipes) recipes, \(meals) meals, \(lines) shopping lines, \(foods) foods at hand, "
        ))
      let count = try #require(first.output.firstMatch(of: /(\d+) other rows; 0 were there already/))
      let others = try #require(Int(count.1))
      #expect(others > 0)
      #expect(first.output.contains("left out\tStays: "))
      let again = try await Program.run(["move-in", path, "--person", member.email], environment)
      #expect(
        again.output.hasPrefix(
          "0 to-dos, 0 recipes, 0 meals, 0 shopping lines; \(items + recipes + meals + lines + foods + others) were there already.\n"
        ))
      let dry = try await Program.run(["move-in", "--dry-run", "--json", path])
      #expect(dry.status == 0)
      #expect(dry.output.contains("\"program\":\"Foyer\""))
    }

    @Test(arguments: [
      ("en", "is damaged, or was changed"), ("fr", "est abîmée, ou a été modifiée"), ("ko", "손상되었거나 바뀌었습니다"),
      ("ru", "повреждён или изменён"),
    ])
    func `A damaged archive says so in the reader's language, and leaves nothing`(language: String, words: String)
      async throws
    {
      let member = try await TestApp.shared().member(headers: ["accept-language": language])
      let whole = try bytes("\(packageRoot)/Tests/Archives/format-1.zip")
      for archive in [Array(whole.dropLast(100)), Array(whole.prefix(whole.count / 2))] {
        let answer = try await member.upload("/move-in", name: "house.zip", archive)
        #expect(answer.status == 422)
        #expect(answer.shows(words))
      }
      var changed = whole
      changed[2_000] ^= 0x55
      let answer = try await member.upload("/move-in", name: "house.zip", changed)
      #expect(answer.status == 422)
      #expect(answer.shows(words))
      #expect(try member.app.number("SELECT count(*) AS n FROM moves WHERE household_id = \(member.household)") == 0)
    }

    /// An archive whose index names each file as it is.
    private func archive(_ files: [(String, [UInt8])]) throws -> [UInt8] {
      var bytes: [UInt8] = []
      let zip = try ZipWriter(time: 0) { bytes += $0 }
      for (path, content) in files { try zip.add(path) { try zip.write(content) } }
      let index = ArchiveIndex.text(
        household: .v7(), person: nil, made: "2026-11-27T13:00:00Z", version: "1", tables: [], files: zip.files)
      try zip.add("foyer.json", text: index)
      try zip.close()
      return bytes
    }

    @Test func `An archive that unpacks to more than a household has is refused`() async throws {
      let member = try await TestApp.shared().member()
      let bomb = try archive([
        ("data/people.jsonl", []), ("data/items.jsonl", [UInt8](repeating: UInt8(ascii: " "), count: 80 << 20)),
      ])
      #expect(bomb.count < 1 << 20)
      let answer = try await member.upload("/move-in", name: "house.zip", bomb)
      #expect(answer.status == 422)
      #expect(answer.shows("The archive is too large to be moved in here."))
    }

    @Test func `Rows of a stranger keep the rules of the operations, and touch nobody else`() async throws {
      let app = try await TestApp.shared()
      let (member, victim) = (try await app.member(), try await app.member())
      let (item, person) = (try await victim.add("Mine"), try victim.person)
      let image = UUID.v7()
      let pictures = try await ImageConverter(waiting: 10, time: .seconds(60)).convert(png(8, 8), thumbnail: 256)
      try app.rows(
        "INSERT INTO images (household_id, id, picture, thumbnail) VALUES (\(victim.household), \(image), \(pictures.picture), \(pictures.thumbnail))"
      )
      func row(_ text: String) -> String { text + "\n" }
      let items = [
        #"{"id":"\#(item)","title":"Theirs","description":"","household_id":"\#(victim.household)","people":["\#(person)"],"turn_queue":["\#(person)","\#(person)"],"image_id":"\#(image)","version":99,"position":1}"#,
        #"{"id":"\#(UUID.v7())","title":"\#(String(repeating: "x", count: 10_001))","position":2}"#,
        #"{"id":"\#(UUID.v7())","title":"Far away","due_at":"9999-12-31T00:00:00+00:00","position":3}"#,
        #"{"id":"\#(UUID.v7())","title":"Many lines","checklist":[\#((1...500).map { #"{"id":"\#($0)","text":"\#($0)","done":false}"# }.joined(separator: ","))],"position":4}"#,
        #"{"id":"\#(UUID.v7())","title":"Bad picture","image_id":"00000000-0000-7000-8000-000000000001","position":5}"#,
      ].map(row).joined()
      let recipes = [
        #"{"id":"\#(UUID.v7())","name":"Too many","ingredients":[\#((1...600).map { "\"\($0) eggs\"" }.joined(separator: ","))],"steps":[]}"#,
        #"{"id":"\#(UUID.v7())","name":"Odd","servings":-5,"ingredients":[],"steps":[],"source_url":"javascript:alert(1)"}"#,
        #"{"id":"\#(UUID.v7())","name":"Good","servings":2,"ingredients":["2 eggs"],"steps":["Boil."],"statements":["vegan"]}"#,
      ].map(row).joined()
      let meals = [
        #"{"id":"\#(UUID.v7())","day":"99999-01-01","meal":"dinner","text":"Never"}"#,
        #"{"id":"\#(UUID.v7())","day":"2035-01-01","meal":"dinner","text":"Crowd","servings":100000}"#,
        #"{"id":"\#(UUID.v7())","day":"2035-01-01","meal":"dinner","text":"Soup"}"#,
      ].map(row).joined()
      let lines = row(#"{"id":"\#(UUID.v7())","text":"\#(String(repeating: "y", count: 20_000))"}"#)
      let forged = try archive([
        ("data/households.jsonl", Array(#"{"time_zone":"../../etc/passwd"}"#.utf8)),
        ("data/people.jsonl", Array(#"{"id":"\#(person)","name":"Root","is_admin":true}"#.utf8)),
        ("data/accounts.jsonl", Array(#"{"person_id":"\#(person)","email":"\#(victim.email)","password":"x"}"#.utf8)),
        ("data/access_tokens.jsonl", Array(#"{"id":"1"}"#.utf8)), ("data/items.jsonl", Array(items.utf8)),
        ("data/recipes.jsonl", Array(recipes.utf8)), ("data/meals.jsonl", Array(meals.utf8)),
        ("data/shopping_entries.jsonl", Array(lines.utf8)),
        ("pictures/00000000-0000-7000-8000-000000000001.webp", Array("<svg onload=alert(1)>".utf8)),
      ])
      let path = try await send(member, forged)
      try await move(member, path)
      #expect(try app.number("SELECT count(*) AS n FROM accounts WHERE household_id = \(member.household)") == 1)
      #expect(try app.number("SELECT count(*) AS n FROM people WHERE household_id = \(member.household)") == 1)
      let stored = try app.rows(
        """
        SELECT title, description, image_id, lines::int AS lines, people, due_at IS NULL AS has_no_date FROM items
        WHERE household_id = \(member.household) ORDER BY position
        """)
      #expect(try stored.map { try $0["title"] as String } == ["Theirs", "Far away", "Many lines", "Bad picture"])
      #expect(try stored[0]["description"] as String == "For: Root\nTakes turns: Root, Root")
      #expect(try stored[0]["people"] as [UUID] == [])
      #expect(try stored.allSatisfy { try ($0["image_id"] as UUID?) == nil })
      #expect(try stored[2]["lines"] == 200)
      #expect(
        try app.rows("SELECT name FROM recipes WHERE household_id = \(member.household)").map {
          try $0["name"] as String
        }
          == ["Good"])
      #expect(
        try app.rows("SELECT text FROM meals WHERE household_id = \(member.household)").map { try $0["text"] as String }
          == ["Soup"])
      #expect(
        try app.number("SELECT count(*) AS n FROM shopping_entries WHERE household_id = \(member.household)") == 0)
      let mine = try app.rows("SELECT title, version FROM items WHERE household_id = \(victim.household)")
      #expect(try mine.map { "\(try $0["title"] as String) \(try $0["version"] as Int)" } == ["Mine 1"])
      #expect(try app.number("SELECT count(*) AS n FROM images WHERE household_id = \(victim.household)") == 1)
      let report = try await member.get("\(path)/report.csv")
      for words in ["Too many,", "Odd,", "Never,", "Crowd,"] { #expect(report.contains(words), "\(words)") }
      for path in [path, "\(path)/report.csv"] { #expect(try await victim.get(path).status == 404) }
      #expect(try await victim.post("\(path)/undo").status == 404)
    }
  }
}
