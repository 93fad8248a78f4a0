import EventLoop
import Glibc
import RecipeImport
import Testing
import ZipFile

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// Taking everything out by browser: the pages, the job behind them and the archive.
  @Suite struct TakeOutTests {
    private func store(_ bytes: [UInt8]) throws -> String {
      let path = "\(scratch)/takeout-\(UUID.v7()).zip"
      let file = try #require(fopen(path, "wb"))
      #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
      fclose(file)
      return path
    }

    private func files(_ bytes: [UInt8]) throws -> [String: String] {
      let content = try Archive.unpack(InputFile(bytes), .zip, limit: 64 << 20, wants: { _ in true })
      #expect(content.faults.isEmpty)
      return Dictionary(
        uniqueKeysWithValues: content.entries.map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) })
    }

    private func names(in folder: String) -> [String] {
      guard let directory = opendir(folder) else { return [] }
      defer { closedir(directory) }
      var names: [String] = []
      while let entry = readdir(directory) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        if name != ".", name != ".." { names.append(name) }
      }
      return names
    }

    /// Asks for an archive; its path once it is made.
    private func ask(_ member: Member, _ page: String = "/household/export") async throws -> String {
      let asked = try await member.post(page)
      #expect(asked.status == 303)
      #expect(asked["location"] == page)
      var path: String?
      try await eventually {
        path = try await member.get(page).between("href=\"\(page)/", "\"").map { "\(page)/\($0)" }
        return path != nil
      }
      return path!
    }

    private func parts(_ app: TestApp, _ household: UUID) throws -> Int {
      try app.number("SELECT count(*) AS n FROM takeout_parts WHERE household_id = \(household)")
    }

    @Test func `An archive is made, and downloaded by who asked for it alone`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let (housemate, stranger) = (try await app.housemate(of: member), try await app.member())
      try await member.add("Sweep the chimney")
      let page = try await member.get("/household/export")
      #expect(page.status == 200)
      #expect(page.contains("<h1 tabindex=\"-1\">Take everything out</h1>"))
      let path = try await ask(member)
      let archive = try await member.get(path)
      #expect(archive.status == 200)
      #expect(archive["content-type"] == "application/zip")
      let name = try #require(archive["content-disposition"])
      #expect(name.wholeMatch(of: /attachment; filename="foyer-household-\d{4}-\d\d-\d\d\.zip"/) != nil, "\(name)")
      #expect(archive["cache-control"] == "private, no-store")
      // It is what the command writes, and reads.
      let index = try HouseholdImport(url: app.databaseURL).verified(ZipReader(path: try store(archive.body)))
      #expect(index.household == member.household)
      #expect(index.person == nil)
      #expect(try files(archive.body)["data/items.jsonl"]?.contains("Sweep the chimney") == true)
      #expect(try await member.get(path).body == archive.body)
      for other in [housemate, stranger] {
        #expect(try await other.get(path).status == 404)
        #expect(try await !other.get("/household/export").contains(path))
      }
      #expect(try await member.get(path.replacing("/household/", with: "/account/")).status == 404)
      // A new one takes its place.
      let second = try await ask(member)
      #expect(second != path)
      #expect(try await member.get(path).status == 404)
      #expect(try await member.get(second).status == 200)
    }

    @Test func `Moving in knows an archive of Foyer, and takes nothing of it for another program's`() async throws {
      let member = try await TestApp.shared().member()
      try await member.add("Sweep the chimney")
      let household = try await member.get(try await ask(member))
      let moved = try await member.upload("/move-in", name: "out.zip", household.body)
      #expect(moved.status == 303)
      #expect(try await member.get(try #require(moved["location"])).shows("1 of this was moved in before"))
      let person = try await member.get(try await ask(member, "/account/export"))
      let answer = try await member.upload("/move-in", name: "out.zip", person.body)
      #expect(answer.status == 422)
      #expect(answer.shows("“out.zip”: This is the archive of one person, which is for reading"))
    }

    @Test func `A download that was cut off goes on where it ended`() async throws {
      let app = try await TestApp.shared()
      let (member, stranger) = (try await app.member(), try await app.member())
      let (item, image) = (try await member.add("Sweep the chimney"), UUID.v7())
      // Noise, which no archive makes smaller: more than two parts.
      try app.rows(
        """
        INSERT INTO images (household_id, id, picture, thumbnail)
        SELECT \(member.household), \(image), noise, substr(noise, 1, 1000) FROM (
          SELECT decode(string_agg(md5(n::text), ''), 'hex') AS noise FROM generate_series(1, 20000) AS n) AS made
        """)
      try app.rows("UPDATE items SET image_id = \(image) WHERE household_id = \(member.household) AND id = \(item)")
      let path = try await ask(member)
      let whole = try await member.get(path)
      let size = whole.body.count
      #expect(try parts(app, member.household) > 2)
      #expect(whole.status == 200)
      #expect(whole["content-length"] == "\(size)")
      #expect(whole["accept-ranges"] == "bytes")
      let tag = try #require(whole["etag"])
      for (range, from, to) in [
        ("bytes=0-0", 0, 1), ("bytes=100-", 100, size), ("bytes=-500", size - 500, size),
        ("bytes=120000-290000", 120_000, 290_001), ("bytes=5-99999999999", 5, size),
      ] {
        let part = try await member.get(path, ["range": range, "if-range": tag])
        #expect(part.status == 206, "\(range)")
        #expect(part["content-range"] == "bytes \(from)-\(to - 1)/\(size)")
        #expect(part["content-length"] == "\(to - from)")
        #expect(part.body == Array(whole.body[from..<to]), "\(range)")
      }
      // Another archive's rest would not fit.
      let other = try await member.get(path, ["range": "bytes=100-", "if-range": "\"another\""])
      #expect(other.status == 200 && other.body == whole.body)
      let beyond = try await member.get(path, ["range": "bytes=\(size)-"])
      #expect(beyond.status == 416)
      #expect(beyond["content-range"] == "bytes */\(size)")
      #expect(try await stranger.get(path, ["range": "bytes=0-9"]).status == 404)
    }

    @Test func `A second request while one is being made asks for the same`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let id = UUID.v7()
      try app.rows(
        """
        INSERT INTO takeouts (household_id, id, person_id, kind, state, done, total)
        SELECT household_id, \(id), person_id, 'household', 'making', 7, 50 FROM accounts WHERE email = \(member.email)
        """)
      let answers = try await member.atOnce(3) { browser, _ in try await browser.post("/household/export") }
      #expect(answers.allSatisfy { $0.status == 303 })
      let found = try app.rows("SELECT id FROM takeouts WHERE household_id = \(member.household)")
      #expect(try found.map { try $0["id"] as UUID } == [id])
      let page = try await member.get("/household/export")
      #expect(page.shows("The archive is being made"))
      #expect(page.contains("<progress max=\"50\" value=\"7\""))
      // In an element that a script puts into the page it would load the page again, too.
      #expect(page.between("id=\"take-out\"", "</section>")?.contains("http-equiv") == false)
      #expect(page.count(of: "<noscript><meta http-equiv=\"refresh\"") == 1)
      #expect(!page.contains("<button class=\"button primary\" aria-describedby=\"make-text\">"))
      // Its address leads to the page until it is made.
      let early = try await member.get("/household/export/\(id)")
      #expect(early.status == 303 && early["location"] == "/household/export")
      // What has been made for a day is not being made.
      try app.rows(
        "UPDATE takeouts SET created_at = now() - interval '25 hours' WHERE household_id = \(member.household)")
      #expect(try await member.get("/household/export").shows("The archive could not be made"))
      _ = try await ask(member)
    }

    @Test func `A household has a number of archives at most`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let mate = try await app.housemate(of: member)
      try app.rows(
        """
        INSERT INTO people (household_id, id, name) SELECT \(member.household), gen_random_uuid(), 'n' FROM generate_series(1, 20)
        """)
      try app.rows(
        """
        INSERT INTO takeouts (household_id, id, person_id, kind, state)
        SELECT household_id, gen_random_uuid(), id, 'household', 'made' FROM people WHERE household_id = \(member.household) AND name = 'n'
        """)
      let full = try await mate.post("/household/export")
      #expect(full.status == 409)
      #expect(full.shows("The household has 20 archives already."))
    }

    @Test func `Archives end with their days, with their person, and with a move to another household`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let mate = try await app.housemate(of: member)
      let path = try await ask(mate)
      #expect(try parts(app, member.household) > 0)
      #expect(try await mate.post("/household/leave", ["confirm": "true"]).status == 303)
      #expect(try await mate.get(path).status == 404)
      #expect(try parts(app, member.household) == 0)
      let own = try await ask(member)
      try app.rows(
        """
        UPDATE takeouts SET made_at = now() - interval '169 hours', created_at = now() - interval '169 hours'
        WHERE household_id = \(member.household)
        """)
      #expect(try await member.get(own).status == 404)
      #expect(try await !member.get("/household/export").contains(own))
      let cleaning = try Session(Target(url: app.databaseURL), deadline: .now() + .seconds(60))
      try cleaning.run(script: Array("BEGIN".utf8CString))
      try cleaning.run(SessionQueries.openWithoutSession())
      try cleaning.run(TakeOutQueries.deleteExpired())
      try cleaning.run(script: Array("COMMIT".utf8CString))
      #expect(try parts(app, member.household) == 0)
      _ = try await ask(member)
      #expect(try await member.post("/account/delete", ["password": member.password]).status == 303)
      #expect(try parts(app, member.household) == 0)
      #expect(try app.number("SELECT count(*) AS n FROM takeouts WHERE household_id = \(member.household)") == 0)
    }

    @Test func `Of two attempts at an archive the later one alone makes it`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let id = UUID.v7()
      let person: UUID = try app.rows("SELECT person_id FROM accounts WHERE email = \(member.email)")[0]["person_id"]
      try app.rows(
        """
        INSERT INTO takeouts (household_id, id, person_id, kind) VALUES (\(member.household), \(id), \(person), 'household')
        """)
      func attempt() throws -> TakeOutStore {
        // Far from now, so that no worker takes it.
        let job = Job(
          id: .v7(), kind: .takeOut, payload: [:], share: member.household, isAwaited: true, attempts: 1, lease: .v7())
        try app.rows(
          """
          INSERT INTO jobs (id, kind, payload, lease, run_after)
          VALUES (\(job.id), 'take_out', '{}', \(job.lease), now() + interval '1 day')
          """)
        return try TakeOutStore(
          url: app.databaseURL, job, household: member.household, person: person, id: id, isWanted: { true })
      }
      let bytes = [UInt8](repeating: 7, count: 300_000)
      let (first, second) = (try attempt(), try attempt())
      try first.begin()
      try bytes.withUnsafeBytes { try first.append($0) }
      #expect(try parts(app, member.household) == 1)
      try second.begin()
      #expect(try parts(app, member.household) == 0)
      #expect(throws: TakeOutStore.Ended.self) { try bytes.withUnsafeBytes { try first.append($0) } }
      #expect(throws: TakeOutStore.Ended.self) { try first.finish() }
      try [UInt8](repeating: 8, count: 1000).withUnsafeBytes { try second.append($0) }
      try second.finish()
      #expect(try await member.get("/household/export/\(id)").body == [UInt8](repeating: 8, count: 1000))
    }

    @Test func `The archive of a person has what is theirs, no secret, and nothing of others`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let mate = try await app.housemate(of: member)
      try await member.add("Mine alone")
      try await mate.add("Not mine")
      _ = try await member.post(
        "/recipes", ["id": "\(UUID.v7())", "name": "My soup", "ingredients": "2 leeks", "notes": "Slowly"])
      _ = try await member.post("/shopping", ["id": "\(UUID.v7())", "text": "500 g my flour"])
      _ = try await mate.post("/shopping", ["id": "\(UUID.v7())", "text": "500 g other flour"])
      #expect(try await member.get("/account/export").contains("<h1 tabindex=\"-1\">Take everything out</h1>"))
      let path = try await ask(member, "/account/export")
      for other in [mate, try await app.member()] { #expect(try await other.get(path).status == 404) }
      let archive = try await member.get(path)
      #expect(archive["content-disposition"]?.hasPrefix("attachment; filename=\"foyer-person-20") == true)
      let found = try files(archive.body)
      for table in ArchiveTable.ofPerson { #expect(found["data/\(table.name).jsonl"] != nil, "\(table.name)") }
      let all = found.values.joined(separator: "\n")
      for text in [member.email, "Mine alone", "My soup", "my flour", "Slowly"] {
        #expect(all.contains(text), "\(text)")
      }
      for text in [mate.email, "Not mine", "other flour"] { #expect(!all.contains(text), "\(text)") }
      #expect(found["data/account_events.jsonl"]?.contains("\"created\"") == true)
      let page = try #require(found["index.html"])
      for text in [member.email, "Mine alone", "My soup"] { #expect(page.contains(text), "\(text)") }
      #expect(!page.contains("http://") && !page.contains("https://") && !page.contains("<script"))
      let session = try Session(Target(url: app.superuserURL), deadline: .now() + .seconds(60))
      let catalogue = try HouseholdExport.catalogue(session)
      for table in ArchiveTable.ofPerson {
        for column in catalogue[table.name] ?? [] where table.has(column.name, type: column.type) {
          let words = ["password", "token", "secret", "hash", "handle", "seed", "endpoint", "challenge", "subject_"]
          let isSecret = words.contains { (word: String) in column.name.contains(word) } && column.name != "subject_id"
          #expect(!isSecret, "\(table.name).\(column.name)")
        }
      }
      // Nothing reads it back.
      #expect(throws: ArchiveProblem.self) {
        try HouseholdImport(url: app.databaseURL).run(try store(archive.body), into: nil)
      }
    }

    @Test func `A killed program leaves no half archive, and the next one makes it`() async throws {
      let app = try await TestApp()
      let member = try await app.member()
      try await member.add("Kept")
      // More than a part of what cannot be compressed.
      try app.rows(
        """
        INSERT INTO items (household_id, id, title, description)
        SELECT \(member.household), gen_random_uuid(), 'n',
          (SELECT string_agg(md5(random()::text || n), '') FROM generate_series(1, 2000) AS n)
        FROM generate_series(1, 20)
        """)
      let lock = try Session(Target(url: app.superuserURL), deadline: .now() + .seconds(300))
      // The tests' own program makes none meanwhile.
      await app.app.stop()
      func waiting() throws -> Int {
        try app.number(
          """
          SELECT count(*) AS n FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%foyer_rows%'
          """)
      }
      let id = UUID.v7()
      let person: UUID = try app.rows("SELECT person_id FROM accounts WHERE email = \(member.email)")[0]["person_id"]
      try app.rows(
        """
        INSERT INTO takeouts (household_id, id, person_id, kind) VALUES (\(member.household), \(id), \(person), 'household')
        """)
      try app.rows(
        """
        INSERT INTO jobs (id, kind, share, place, payload)
        VALUES (gen_random_uuid(), 'take_out', \(member.household), -999, jsonb_build_object(
          'household', \(member.household)::uuid, 'person', \(person)::uuid, 'archive', \(id)::uuid, 'kind', 'household'))
        """)
      for table in ["item_tags", "meals", "shopping_entries", "stay_tasks", "activity"] {
        try lock.run("BEGIN")
        try lock.run(script: Array("LOCK TABLE \(table) IN ACCESS EXCLUSIVE MODE".utf8CString))
        let (program, _) = try await Program.serve(["DATABASE_URL": app.databaseURL])
        try await eventually { try waiting() == 1 }
        program.signal(SIGKILL)
        #expect(await program.exit() == 128 + SIGKILL)
        let row = try app.rows("SELECT state, parts FROM takeouts WHERE id = \(id)")[0]
        #expect(try row["state"] == "making")
        #expect(try row["parts"] as Int > 0, "\(table)")
        try lock.run("ROLLBACK")
        try await eventually { try waiting() == 0 }
        // Its lease is over.
        try app.rows("UPDATE jobs SET run_after = now() WHERE kind = 'take_out'")
      }
      let (program, port) = try await Program.serve(["DATABASE_URL": app.databaseURL])
      let browser = Browser(port: port)
      for (name, value) in await member.browser.cookies { await browser.setCookie(name, value) }
      var archive: Answer?
      try await eventually {
        archive = try await browser.get("/household/export/\(id)")
        return archive?.status == 200
      }
      let path = try store(try #require(archive).body)
      _ = try HouseholdImport(url: app.databaseURL).verified(ZipReader(path: path))
      program.signal(SIGTERM)
      #expect(await program.exit() == 0)
    }

    @Test func `A killed export leaves no file, and the next one is whole`() async throws {
      let app = try await TestApp()
      let member = try await app.member()
      try await member.add("Kept")
      let folder = "\(scratch)/killed-\(UUID.v7())"
      mkdir(folder, 0o755)
      let arguments = ["household", "export", "\(member.household)", "\(folder)/archive.zip"]
      let lock = try Session(Target(url: app.superuserURL), deadline: .now() + .seconds(300))
      func waiting() throws -> Int {
        try app.number(
          """
          SELECT count(*) AS n FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%foyer_rows%'
          """)
      }
      for table in ["categories", "items", "meals", "stay_messages"] {
        try lock.run("BEGIN")
        try lock.run(script: Array("LOCK TABLE \(table) IN ACCESS EXCLUSIVE MODE".utf8CString))
        let program = try Program(arguments, ["DATABASE_URL": app.databaseURL])
        try await eventually {
          if program.hasEnded { throw Unexpected("the export ended: \(program.errors)") }
          return try waiting() == 1
        }
        program.signal(SIGKILL)
        #expect(await program.exit() == 128 + SIGKILL)
        try lock.run("ROLLBACK")
        #expect(names(in: folder) == [], "\(table)")
        try await eventually { try waiting() == 0 }
      }
      let made = try await Program.run(arguments, ["DATABASE_URL": app.databaseURL])
      #expect(made.status == 0, "\(made.errors)")
      #expect(names(in: folder) == ["archive.zip"])
      _ = try HouseholdImport(url: app.databaseURL).verified(ZipReader(path: "\(folder)/archive.zip"))
      await app.app.stop()
    }

    @Test func `A killed import leaves nothing, and the next one reads it whole`() async throws {
      let (source, target) = (try await TestApp(), try await TestApp())
      let member = try await source.member()
      try await member.add("Kept")
      _ = try await member.post("/recipes", ["id": "\(UUID.v7())", "name": "Soup", "ingredients": "2 leeks"])
      _ = try await member.post("/shopping", ["id": "\(UUID.v7())", "text": "500 g flour"])
      let path = "\(scratch)/takeout-\(UUID.v7()).zip"
      let made = try await Program.run(
        ["household", "export", "\(member.household)", path], ["DATABASE_URL": source.databaseURL])
      #expect(made.status == 0, "\(made.errors)")
      let lock = try Session(Target(url: target.superuserURL), deadline: .now() + .seconds(300))
      let before = try target.digest()
      for table in ["people", "items", "recipes", "shopping_entries", "activity"] {
        try lock.run("BEGIN")
        try lock.run(script: Array("LOCK TABLE \(table) IN EXCLUSIVE MODE".utf8CString))
        func waiting() throws -> Int {
          try target.number(
            "SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
          )
        }
        let program = try Program(["household", "import", path], ["DATABASE_URL": target.databaseURL])
        try await eventually {
          if program.hasEnded { throw Unexpected("the import ended: \(program.errors)") }
          return try waiting() == 1
        }
        program.signal(SIGKILL)
        #expect(await program.exit() == 128 + SIGKILL)
        try lock.run("ROLLBACK")
        try await eventually { try waiting() == 0 }
        #expect(try target.digest() == before, "\(table)")
      }
      let done = try await Program.run(["household", "import", path], ["DATABASE_URL": target.databaseURL])
      #expect(done.status == 0, "\(done.errors)")
      #expect(try target.number("SELECT count(*) AS n FROM items WHERE title = 'Kept'") == 1)
      await source.app.stop()
      await target.app.stop()
    }

    @Test func `A backup has no archive that somebody has asked for`() async throws {
      let url = try await Household.database()
      let source = try Household.session(TestCluster.superuserURL(url))
      try source.run(
        """
        INSERT INTO takeouts (household_id, id, person_id, kind, state, parts)
        SELECT household_id, gen_random_uuid(), id, 'household', 'made', 1 FROM people
        """)
      try source.run(
        "INSERT INTO takeout_parts (household_id, takeout_id, number, bytes) SELECT household_id, id, 0, 'x' FROM takeouts"
      )
      #expect(try await Household.backUp("takeouts", ["DATABASE_URL": url]).status == 0)
      let target = try await Household.emptyDatabase()
      let restored = try await Household.restore("takeouts", ["DATABASE_URL": target])
      #expect(restored.status == 0, "\(restored.errors)")
      let found = try Household.session(TestCluster.superuserURL(target))
      let rows = try found.run("SELECT (SELECT count(*) FROM takeouts) + (SELECT count(*) FROM takeout_parts) AS n")
      #expect(try rows[0]["n"] as Int == 0)
      #expect(try !source.run("SELECT FROM takeout_parts").isEmpty)
    }

    @Test func `The pages speak the visitor's language`() async throws {
      for (language, title) in [("fr", "Tout emporter"), ("ko", "모두 내보내기"), ("ru", "Забрать всё с собой")] {
        let member = try await TestApp.shared().member(headers: ["accept-language": language])
        for path in ["/household/export", "/account/export"] {
          #expect(try await member.get(path).contains("<h1 tabindex=\"-1\">\(title)</h1>"))
        }
      }
    }
  }
}
