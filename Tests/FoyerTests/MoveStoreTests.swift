import Crypto
import EventLoop
import SeededRandom
import Processes
import Testing
import ZipFile

@testable import Foyer
@testable import MoveIn
@testable import Postgres

extension FoyerTests {
  /// The storing of what other programs' files hold; `MoveInTests` has how these are read.
  /// One after the other: each reserves room on the disk, of which few have enough at once.
  @Suite(.serialized) struct MoveStoreTests {
    /// Two lists, one of them with what is done, a series, and something of no list.
    private static let calendar = """
      BEGIN:VCALENDAR
      X-WR-CALNAME:Home
      BEGIN:VTODO
      UID:roof
      SUMMARY:Mend the roof
      DESCRIPTION:Slates are in the shed
      DUE;TZID=Europe/Paris:20260302T180000
      PRIORITY:1
      CATEGORIES:urgent,outside
      CREATED:20250102T030405Z
      LOCATION:Shed
      END:VTODO
      BEGIN:VTODO
      UID:bins
      SUMMARY:Put the bins out
      DUE;VALUE=DATE:20260305
      RRULE:FREQ=WEEKLY;BYDAY=TH
      BEGIN:VALARM
      TRIGGER:-PT6H
      END:VALARM
      END:VTODO
      BEGIN:VTODO
      UID:lamp
      SUMMARY:Buy a lamp
      STATUS:COMPLETED
      COMPLETED:20250607T080910Z
      END:VTODO
      BEGIN:VTODO
      UID:socket
      SUMMARY:Measure the socket
      RELATED-TO:shelf
      END:VTODO
      BEGIN:VTODO
      UID:shelf
      SUMMARY:Hang the shelf
      ATTENDEE;CN=Ada:mailto:ada@example.org
      ATTENDEE;CN=Grace:mailto:grace@example.org
      END:VTODO
      END:VCALENDAR

      """

    /// Moves files in as the job does.
    @discardableResult
    private func move(
      _ member: Member, _ files: [(String, String)], _ answers: Move.Answers = Move.Answers()
    ) async throws -> UUID {
      let reader = MoveReader(program: Program.path, time: .seconds(120))
      let read = try await reader.read(
        files.map { MoveFile(name: $0.0, bytes: Array($0.1.utf8)) },
        now: .init(seconds: 1_772_000_000))
      for file in read { #expect(file.error == nil) }
      return try await with(member) { session in
        let id = UUID.v7()
        try await ReadMove(id: id, files: read).run(session)
        try await session.query(Batch([MoveQueries.begin(id, answers)] + MoveQueries.answer(id)))
        while try await StoreMove(move: id, household: member.household).step(session) {}
        return id
      }
    }

    private func with<Value: Sendable>(
      _ member: Member, _ body: @Sendable (MoveSession) async throws -> Value
    ) async throws -> Value {
      let person: UUID = try member.app.rows("SELECT person_id FROM accounts WHERE email = \(member.email)")[0][
        "person_id"]
      return try await Pool.alone(member.app.database, timeout: .seconds(60)) { pool in
        let session = try #require(try await MoveSession.open(member.household, person, pool))
        return try await body(session)
      }
    }

    private func items(_ member: Member) throws -> [String] {
      try member.app.rows(
        "SELECT title FROM items WHERE household_id = \(member.household) AND deleted_at IS NULL ORDER BY position"
      ).map { try $0["title"] }
    }

    private func states(_ member: Member, _ move: UUID) throws -> [String: Int] {
      var states: [String: Int] = [:]
      for row in try member.app.rows(
        "SELECT state, count(*) AS n FROM move_rows WHERE household_id = \(member.household) AND move_id = \(move) GROUP BY state"
      ) {
        states[try row["state"]] = try row["n"]
      }
      return states
    }

    @Test func `What a file says becomes items with all their fields, in the order of the file`() async throws {
      let member = try await TestApp.shared().member(timeZone: "Asia/Seoul")
      let ada: UUID = try member.app.rows("SELECT person_id FROM accounts WHERE email = \(member.email)")[0][
        "person_id"]
      try await move(member, [("tasks.ics", Self.calendar)], Move.Answers(people: ["Ada": ada]))
      #expect(try items(member) == ["Mend the roof", "Put the bins out", "Buy a lamp", "Hang the shelf"])
      let roof = try member.app.rows(
        """
        SELECT description, priority, to_char(due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') AS due,
          to_char(i.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') AS created, c.name AS category,
          ARRAY(SELECT t.name FROM item_tags x JOIN tags t ON t.household_id = x.household_id AND t.id = x.tag_id
            WHERE x.household_id = i.household_id AND x.item_id = i.id ORDER BY 1) AS tags
        FROM items i JOIN categories c ON c.household_id = i.household_id AND c.id = i.category_id
        WHERE i.household_id = \(member.household) AND title = 'Mend the roof'
        """)[0]
      // A moment of another zone is the same moment.
      #expect(try roof["due"] == "2026-03-02 17:00")
      #expect(try roof["created"] == "2025-01-02 03:04:05")
      #expect(try roof["category"] == "Home")
      #expect(try roof["tags"] == ["outside", "urgent"])
      let description: String = try roof["description"]
      #expect(try roof["priority"] == 1)
      for words in ["Slates are in the shed", "Location: Shed"] {
        #expect(description.contains(words))
      }
      let bins = try member.app.rows(
        """
        SELECT s.rule, s.is_day, i.due_day::text AS day,
          (SELECT codes[1] FROM item_reminders r WHERE r.household_id = i.household_id AND r.item_id = i.id) AS code
        FROM items i JOIN series s ON s.household_id = i.household_id AND s.id = i.series_id
        WHERE i.household_id = \(member.household)
        """)[0]
      #expect(try bins["rule"] == "FREQ=WEEKLY;BYDAY=TH")
      #expect(try bins["is_day"] == true)
      #expect(try bins["day"] == "2026-03-05")
      #expect(try bins["code"] == "-18:00")
      let lamp = try member.app.rows(
        """
        SELECT to_char(done_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') AS done FROM items
        WHERE household_id = \(member.household) AND title = 'Buy a lamp'
        """)[0]
      #expect(try lamp["done"] == "2025-06-07 08:09:10")
      let shelf = try member.app.rows(
        "SELECT people, description, text_of_checklist(checklist) AS lines FROM items WHERE household_id = \(member.household) AND title = 'Hang the shelf'"
      )[
        0]
      #expect(try shelf["people"] == [ada])
      #expect(try shelf["description"] as String == "For: Grace")
      #expect(try shelf["lines"] == "Measure the socket")
      let counts = try member.counts()
      #expect(counts.kept == counts.counted)
      #expect(try member.app.number("SELECT count(*) AS n FROM activity WHERE household_id = \(member.household)") == 0)
    }

    @Test func `The same file again adds what is new`() async throws {
      let member = try await TestApp.shared().member()
      try await move(member, [("tasks.ics", Self.calendar)])
      let more = Self.calendar.replacing(
        "END:VCALENDAR", with: "BEGIN:VTODO\nUID:new\nSUMMARY:Paint the door\nEND:VTODO\nEND:VCALENDAR")
      let second = try await move(member, [("other name", more)])
      #expect(
        try items(member).sorted() == [
          "Buy a lamp", "Hang the shelf", "Mend the roof", "Paint the door", "Put the bins out",
        ])
      #expect(try states(member, second) == ["stored": 1, "known": 4])
      // Nobody else's file is known because of it.
      let other = try await TestApp.shared().member()
      try await move(other, [("tasks.ics", Self.calendar)])
      #expect(try items(other).count == 4)
    }

    @Test func `Rows without a name in their program are told apart by their words`() async throws {
      let member = try await TestApp.shared().member()
      let text = "(A) Call the plumber +Home @phone\nWater the plants\nWater the plants\n"
      try await move(member, [("todo.txt", text)])
      try await move(member, [("todo.txt", "Sweep the yard +Home\n" + text)])
      #expect(
        try items(member).sorted()
          == ["Call the plumber", "Sweep the yard", "Water the plants", "Water the plants"])
    }

    @Test func `Lists become categories, tags or nothing, and done ones may stay behind`() async throws {
      let member = try await TestApp.shared().member()
      let csv = """
        Title,List,Done,Due date,Colour
        Book a table,Birthday,no,2026-04-01,red
        Write cards,Post,no,,
        Order flowers,Garden,no,,
        Blow up balloons,Birthday,yes,,

        """
      let id = try await move(
        member, [("party.csv", csv)],
        Move.Answers(takesDone: false, lists: ["Birthday": .category, "Post": .tag, "Garden": .none]))
      #expect(try items(member) == ["Book a table", "Write cards", "Order flowers"])
      #expect(try states(member, id) == ["stored": 3, "left_out": 1])
      let rows = try member.app.rows(
        """
        SELECT coalesce(c.name, '') AS category, description,
          ARRAY(SELECT t.name FROM item_tags x JOIN tags t ON t.household_id = x.household_id AND t.id = x.tag_id
            WHERE x.household_id = i.household_id AND x.item_id = i.id) AS tags
        FROM items i LEFT JOIN categories c ON c.household_id = i.household_id AND c.id = i.category_id
        WHERE i.household_id = \(member.household) ORDER BY position
        """)
      #expect(try rows.map { try $0["category"] as String } == ["Birthday", "", ""])
      #expect(try rows.map { try $0["tags"] as [String] } == [[], ["Post"], []])
      #expect(try rows.map { try $0["description"] as String } == ["Colour: red", "", "List: Garden"])
    }

    @Test func `Recipes, meals and shopping lines come over`() async throws {
      let member = try await TestApp.shared().member()
      let recipe = """
        [{"@type": "Recipe", "name": "Leek soup", "recipeIngredient": ["2 leeks", "1 l stock"],
          "recipeInstructions": ["Cut the leeks.", "Boil them."], "recipeYield": "4 servings", "prepTime": "PT10M",
          "keywords": "winter", "url": "https://example.org/soup", "notes": "Better on the second day", "dateModified": "2026"}]
        """
      let id = try await move(member, [("soup.json", recipe)])
      let row = try member.app.rows("SELECT * FROM recipes WHERE household_id = \(member.household)")[0]
      #expect(try row["name"] == "Leek soup")
      #expect(try row["servings"] == 4)
      #expect(try row["ingredients"] == ["2 leeks", "1 l stock"])
      #expect(try row["source_url"] == "https://example.org/soup")
      #expect(try states(member, id) == ["stored": 1])
      var file = MovedFile()
      file.program = "Mealie"
      file.meals = [MovedMeal(day: "2026-03-02", meal: "dinner", title: "leek soup")]
      file.shopping = [
        MovedLine(text: "2 kg flour", list: nil, isDone: false),
        MovedLine(text: "Nails", list: "Hardware", isDone: true),
      ]
      let rows = FoundRows(file)
      try await with(member) { session in
        let id = UUID.v7()
        try await ReadMove(id: id, files: [rows]).run(session)
        try await session.query([MoveQueries.begin(id, Move.Answers())])
        while try await StoreMove(move: id, household: member.household).step(session) {}
      }
      let meal = try member.app.rows(
        "SELECT text, recipe_id, meal FROM meals WHERE household_id = \(member.household)")[0]
      #expect(try meal["text"] == "Leek soup")
      #expect(try meal["recipe_id"] as UUID? == (try row["id"]))
      let lines = try member.app.rows(
        """
        SELECT e.text, l.name AS list, checked_at IS NOT NULL AS is_checked FROM shopping_entries e
        LEFT JOIN named_lists l ON l.household_id = e.household_id AND l.id = e.list_id
        WHERE e.household_id = \(member.household) ORDER BY e.text
        """)
      #expect(try lines.map { try $0["text"] as String } == ["2 kg flour", "Nails"])
      #expect(try lines.map { try $0["list"] as String? } == [nil, "Hardware"])
      #expect(try lines.map { try $0["is_checked"] as Bool } == [false, true])
    }

    @Test func `What is found in a cookbook of many megabytes is stored in parts, and shown after the last`()
      async throws
    {
      let member = try await TestApp.shared().member()
      // Three of them are more than a part; noise, so that nothing makes them smaller.
      var noise = SeededRandom()
      let photo = Base64URL.encode((0..<FoundRows.part / 2).map { _ in UInt8.random(in: 0...255, using: &noise) })
      let recipes = (1...5).map {
        #"{"name":"Pie \#($0)","ingredients":"1 egg","directions":"Bake.","photo_hash":"1","photo_data":"\#(photo)"}"#
      }
      let read = try await MoveReader(program: Program.path).read(
        [MoveFile(name: "pies.json", bytes: Array("[\(recipes.joined(separator: ","))]".utf8))],
        now: .init(seconds: 1_772_000_000))
      #expect(read.map(\.count) == [5])
      #expect(read[0].bytes > 2 * FoundRows.part)
      var file = MovedFile()
      file.meals = [MovedMeal(day: "2026-03-02", meal: "dinner", title: "Pie 1")]
      let meals = FoundRows(file)
      try await with(member) { session in
        let id = UUID.v7()
        try await session.query(Batch(MoveQueries.beginReading(id, read)))
        #expect(try await session.query(MoveQueries.find(id)).isEmpty)
        #expect(try await session.query(MoveQueries.earlier()).isEmpty)
        try await session.query(MoveQueries.forgetReading(id))
        try await ReadMove(id: id, files: read + [meals]).run(session)
        #expect(try await session.query(MoveQueries.find(id)).count == 1)
        let rows = try await session.query(
          """
          SELECT number, kind, title, octet_length(data) AS size FROM move_rows
          WHERE household_id = current_household() AND move_id = \(id) ORDER BY number
          """)
        #expect(try rows.map { try $0["number"] as Int } == Array(1...6))
        // Meals are stored after the recipes: the last rows are taken first.
        #expect(try rows.map { try $0["title"] as String } == ["Pie 1", "Pie 1", "Pie 2", "Pie 3", "Pie 4", "Pie 5"])
        #expect(try rows.dropFirst().allSatisfy { try $0["size"] > FoundRows.part / 2 })
        // Each alone: of large rows one is taken at a time.
        try await session.query([MoveQueries.begin(id, Move.Answers())])
        #expect(try await session.query(MoveQueries.next(of: id, limit: 100)).count == 1)
      }
    }

    @Test func `The child that reads a cookbook has neither the file nor its pictures in memory`() async throws {
      var archive: [UInt8] = []
      let zip = try ZipWriter(time: 0) { archive += $0 }
      // It does not compress, as pictures do not.
      var random = SeededRandom(seed: 1)
      let picture = (0..<4 << 17).flatMap { _ in withUnsafeBytes(of: random.next()) { Array($0) } }
      for number in 1...40 {
        let recipe = #"{"@type":"Recipe","name":"Soup \#(number)","recipeIngredient":["1 leek"]}"#
        try zip.add("Soup \(number)/recipe.json", text: recipe)
        try zip.add("Soup \(number)/full.jpg") { try zip.write(picture) }
      }
      try zip.close()
      // Of address space, the program and its libraries included; the pictures are 160 MiB.
      let limits = ChildProcess.Limits(memory: ChildProcess.isSanitized ? 0 : 256 << 20, processorTime: 60)
      let read = try await MoveReader(program: Program.path, limits: limits).read(
        [MoveFile(name: "soups.zip", bytes: archive)], now: .init(seconds: 1_772_000_000))
      #expect(read.map(\.error) == [nil] && read.map(\.count) == [40])
      #expect(read[0].bytes > 200 << 20)
    }

    @Test func `The child that reads a table of many rows has a thousand of them in memory besides what it finds`()
      async throws
    {
      let rows = (0..<45_000).map { "Task \($0),2026-12-01,Some words about it\n" }
      let text = "Title,Due Date,Notes\n\(rows.joined())"
      // Of address space, the program and its libraries included.
      let limits = ChildProcess.Limits(memory: ChildProcess.isSanitized ? 0 : 160 << 20, processorTime: 60)
      let read = try await MoveReader(program: Program.path, limits: limits).read(
        [MoveFile(name: "rows.csv", bytes: Array(text.utf8))], now: .init(seconds: 1_772_000_000))
      #expect(read.map(\.error) == [nil] && read.map(\.count) == [45_000])
    }

    @Test func `Recipes bring their pictures along, as far as there is room for them`() async throws {
      let member = try await TestApp.shared().member()
      let photo = Base64URL.encode(png(40, 20))
      let pie = """
        {"name":"Pie","ingredients":"1 egg\\n1 leek","directions":"Bake.","photo_hash":"1","photo_data":"\(photo)"}
        """
      let read = try await MoveReader(program: Program.path).read(
        [MoveFile(name: "pie.json", bytes: Array(pie.utf8))], now: .init(seconds: 1_772_000_000))
      for (quota, has, why) in [(nil, true, ""), (1, false, "picture")] as [(Int?, Bool, String)] {
        let id = try await with(member) { session in
          let id = UUID.v7()
          try await ReadMove(id: id, files: read).run(session)
          try await session.query([MoveQueries.begin(id, Move.Answers())])
          let storing = StoreMove(move: id, household: member.household, images: ImageConverter(), quota: quota)
          while try await storing.step(session) {}
          return id
        }
        let row = try member.app.rows(
          "SELECT state, why, subject_id FROM move_rows WHERE household_id = \(member.household) AND move_id = \(id)")[
            0]
        #expect(try row["state"] == "stored")
        #expect(try row["why"] == why)
        let recipe: UUID = try row["subject_id"]
        #expect(try await member.get("/recipes/\(recipe)/image").status == (has ? 200 : 404))
        #expect(try await with(member) { try await UndoMove(id: id).run($0) })
        #expect(try member.app.number("SELECT count(*) AS n FROM images WHERE household_id = \(member.household)") == 0)
      }
    }

    @Test func `A row that is refused stops none of the others`() async throws {
      let member = try await TestApp.shared().member()
      var file = MovedFile()
      file.program = "made"
      for number in 1...5 {
        var item = MovedItem()
        item.title = "Item \(number)"
        file.items.append(item)
      }
      file.items[1].title = " "
      file.items[2].description = String(repeating: "x", count: 100_001)
      file.items[3].dueDate = "99999-01-01"
      file.items[3].timeZone = "Nowhere/At_all"
      file.items[4].dueDate = "2026-02-02"
      file.items[4].dueTime = "10:00"
      file.items[4].timeZone = "Nowhere/At_all"
      let rows = FoundRows(file)
      let id = try await with(member) { session in
        let id = UUID.v7()
        try await ReadMove(id: id, files: [rows]).run(session)
        try await session.query([MoveQueries.begin(id, Move.Answers())])
        // One whose statement fails: nothing that a file can say does that.
        try await session.query([
          "UPDATE move_rows SET data = 'no JSON' WHERE household_id = current_household() AND move_id = \(id) AND number = 1"
        ])
        while try await StoreMove(move: id, household: member.household).step(session) {}
        return id
      }
      #expect(try items(member) == ["Item 4", "Item 5"])
      #expect(try states(member, id) == ["stored": 2, "left_out": 3])
      let texts: [String] = try member.app.rows(
        "SELECT description FROM items WHERE household_id = \(member.household) ORDER BY position"
      ).map { try $0["description"] }
      #expect(texts == ["Due date: 99999-01-01", "Time zone: Nowhere/At_all"])
    }

    @Test func `Undo takes the whole move back, and nothing else`() async throws {
      let member = try await TestApp.shared().member()
      try await member.add("My own", description: "It stays")
      let before = try member.app.digest(of: member.household)
      let id = try await move(member, [("tasks.ics", Self.calendar)])
      #expect(try await with(member) { try await UndoMove(id: id).run($0) })
      #expect(try items(member) == ["My own"])
      #expect(try member.app.digest(of: member.household) == before)
      #expect(try states(member, id) == ["undone": 4])
      let counts = try member.counts()
      #expect(counts.kept == counts.counted)
      // Once is enough, and then it can come again.
      #expect(try await !with(member) { try await UndoMove(id: id).run($0) })
      try await move(member, [("tasks.ics", Self.calendar)])
      #expect(try items(member).count == 5)
    }

    @Test func `Undo is refused after a change`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await move(member, [("tasks.ics", Self.calendar)])
      let lamp: UUID = try member.app.rows(
        "SELECT id FROM items WHERE household_id = \(member.household) AND title = 'Hang the shelf'")[0]["id"]
      #expect(try await member.post("/items/\(lamp)/done", ["done": "true"]).status == 303)
      #expect(try await !with(member) { try await UndoMove(id: id).run($0) })
      #expect(try items(member).count == 4)
      #expect(try states(member, id) == ["stored": 4])
    }

    @Test func `Undo is refused when a recipe is planned by then`() async throws {
      let member = try await TestApp.shared().member()
      let recipe = """
        [{"@type": "Recipe", "name": "Leek soup", "recipeIngredient": ["2 leeks"], "recipeInstructions": ["Boil them."]}]
        """
      let id = try await move(member, [("soup.json", recipe)])
      let meal = UUID.v7()
      _ = try await member.post(
        "/plan", ["id": "\(meal)", "day": "2030-01-01", "meal": "lunch", "text": "Leek soup"])
      #expect(try await !with(member) { try await UndoMove(id: id).run($0) })
      _ = try await member.post("/plan/\(meal)/delete")
      #expect(try await with(member) { try await UndoMove(id: id).run($0) })
    }

    @Test func `Dates that a file takes out of a series are left out of it, on the household's clock`() async throws {
      let app = try await TestApp.shared()
      let ada = try await app.member()
      try app.rows("UPDATE households SET time_zone = 'Asia/Seoul' WHERE id = \(ada.household)")
      let calendar = """
        BEGIN:VCALENDAR
        BEGIN:VTODO
        UID:bins
        SUMMARY:Bins
        DUE;VALUE=DATE:20270305
        RRULE:FREQ=WEEKLY;COUNT=6
        EXDATE;VALUE=DATE:20270312,20270326
        END:VTODO
        BEGIN:VTODO
        UID:call
        SUMMARY:Call
        DUE;TZID=Europe/Paris:20270305T180000
        RRULE:FREQ=DAILY
        EXDATE;TZID=Europe/Paris:20270307T180000
        END:VTODO
        END:VCALENDAR

        """
      _ = try await move(ada, [("a.ics", calendar)])
      let rows = try app.rows(
        """
        SELECT i.title || ' ' || array_to_string(s.skipped, ', ') AS line FROM items i
        JOIN series s ON s.household_id = i.household_id AND s.id = i.series_id
        WHERE i.household_id = \(ada.household) ORDER BY i.title
        """)
      #expect(
        try rows.map { try $0["line"] as String } == [
          "Bins 2027-03-12 23:59:00, 2027-03-26 23:59:00", "Call 2027-03-08 02:00:00",
        ])
      // The next one is not on a date that is left out.
      let id: UUID = try app.rows("SELECT id FROM items WHERE household_id = \(ada.household) AND title = 'Bins'")[0][
        "id"]
      #expect(try await ada.post("/items/\(id)/done", ["done": "true"]).status == 303)
      let next: String = try app.rows(
        "SELECT due_day::text AS day FROM items WHERE household_id = \(ada.household) AND title = 'Bins' AND NOT is_done"
      )[0]["day"]
      #expect(next == "2027-03-19")
    }

    @Test func `A file that several items have is stored once`() async throws {
      let app = try await TestApp.shared()
      let ada = try await app.member()
      let todos = (1...3).map {
        """
        BEGIN:VTODO
        UID:\($0)
        SUMMARY:Item \($0)
        ATTACH;FILENAME=plan.txt;ENCODING=BASE64;VALUE=BINARY:cGxhbg==
        ATTACH;FILENAME=note.txt;ENCODING=BASE64;VALUE=BINARY:\($0 < 3 ? "bm90ZQ==" : "b3RoZXI=")
        END:VTODO

        """
      }
      let id = try await move(ada, [("a.ics", "BEGIN:VCALENDAR\n\(todos.joined())END:VCALENDAR\n")])
      func count(_ table: SQL) throws -> Int {
        try app.rows("SELECT count(*)::int AS n FROM \(fragment: table) WHERE household_id = \(ada.household)")[0]["n"]
      }
      #expect(try count("files") == 3 && count("item_files") == 6)
      let used: Int = try app.rows(
        "SELECT image_bytes::int AS n FROM household_storage WHERE household_id = \(ada.household)")[0]["n"]
      #expect(used == 13)
      #expect(try await ada.post("/move-in/\(id)/undo").status == 303)
      #expect(try count("files") == 0)
    }

    @Test func `A part that is stored twice is there once`() async throws {
      let member = try await TestApp.shared().member()
      let rows = try await MoveReader(program: Program.path).read(
        [MoveFile(name: "", bytes: Array(Self.calendar.utf8))], now: .init(seconds: 1_772_000_000))
      try await with(member) { session in
        let id = UUID.v7()
        try await ReadMove(id: id, files: rows).run(session)
        try await session.query([MoveQueries.begin(id, Move.Answers())])
        let storing = StoreMove(move: id, household: member.household)
        _ = try await storing.step(session)
        try await session.query([
          "UPDATE move_rows SET state = 'waiting', data = d FROM (SELECT '{}' AS d) AS e WHERE household_id = current_household() AND number > 900"
        ])
        while try await storing.step(session) {}
        while try await storing.step(session) {}
      }
      #expect(try items(member).count == 4)
    }
  }
}

extension TestApp {
  /// A digest of what a household sees: labels, series and lists besides items.
  fileprivate func digest(of household: UUID) throws -> String {
    try rows(
      """
      SELECT md5(concat_ws('/',
        (SELECT string_agg(id::text, ',' ORDER BY id) FROM items WHERE household_id = \(household)),
        (SELECT string_agg(id::text, ',' ORDER BY id) FROM series WHERE household_id = \(household)),
        (SELECT string_agg(id::text, ',' ORDER BY id) FROM categories WHERE household_id = \(household)),
        (SELECT string_agg(id::text, ',' ORDER BY id) FROM tags WHERE household_id = \(household)),
        (SELECT string_agg(id::text, ',' ORDER BY id) FROM named_lists WHERE household_id = \(household)))) AS digest
      """)[0]["digest"]
  }
}
