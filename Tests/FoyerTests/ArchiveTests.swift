import EventLoop
import Glibc
import RecipeImport
import StrictJSON
import Testing
import ZipFile

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// Taking a household out, and reading it in again.
  @Suite struct ArchiveTests {
    /// The text or bytes of each file of an archive.
    private func files(_ path: String) throws -> [String: [UInt8]] {
      let content = try Archive.unpack(InputFile(contentsOfBytes(path)), .zip, limit: 256 << 20, wants: { _ in true })
      #expect(content.faults.isEmpty)
      return Dictionary(uniqueKeysWithValues: content.entries.map { ($0.path, $0.bytes) })
    }

    private func contentsOfBytes(_ path: String) -> [UInt8] {
      guard let file = fopen(path, "rb") else { return [] }
      defer { fclose(file) }
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
      return bytes
    }

    private func store(_ bytes: [UInt8], to path: String) throws {
      let file = try #require(fopen(path, "wb"))
      #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
      fclose(file)
    }

    /// What an archive says of a household, but for stays, which are two households', and pages of the day.
    private func normal(_ files: [String: [UInt8]]) -> [String: [UInt8]] {
      files.filter { path, _ in
        (path.hasPrefix("data/") && !path.hasPrefix("data/stay_re") && !path.hasPrefix("data/stay_me"))
          || path.hasPrefix("pictures/") || path.hasPrefix("files/") || path.hasPrefix("recipes/")
          || path == "items.csv"
      }
    }

    private func path(_ name: String) -> String { "\(scratch)/archive-\(UUID.v7())-\(name).zip" }

    private func demo(_ url: String, language: String = "en") async throws -> String {
      let demo = try await Program.run(["demo", "--language", language], ["DATABASE_URL": url])
      #expect(demo.status == 0, "\(demo.errors)")
      // The household with the most items is the demo's; the other seven have a listing alone.
      let session = try Session(Target(url: TestCluster.superuserURL(url)), deadline: .now() + .seconds(60))
      let found = try session.run("SELECT household_id FROM items GROUP BY household_id ORDER BY count(*) DESC LIMIT 1")
      let id: Foyer.UUID = try found[0]["household_id"]
      return "\(id)"
    }

    private func export(_ household: String, _ url: String, _ name: String) async throws -> String {
      let path = path(name)
      let done = try await Program.run(["household", "export", household, path], ["DATABASE_URL": url])
      #expect(done.status == 0, "\(done.errors)")
      return path
    }

    @Test func `Each table of households is in the archive, or an exception with its reason`() async throws {
      let app = try await TestApp.shared()
      let tables: [String] = try app.rows(
        """
        SELECT c.relname::text AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attname = 'household_id'
        ORDER BY 1
        """
      ).map { try $0["name"] }
      let known = Set(ArchiveTable.all.map(\.name)).union(ArchiveTable.exceptions.keys)
      // A new table is a line in Sources/Foyer/TakeOut/ArchiveTables.swift.
      #expect(tables.filter { !known.contains($0) } == [])
      #expect(known.subtracting(tables) == ["households"])
      #expect(ArchiveTable.all.filter { ArchiveTable.exceptions[$0.name] != nil }.isEmpty)
    }

    @Test func `No secret is in the columns that are written`() async throws {
      let app = try await TestApp.shared()
      let session = try Session(Target(url: app.superuserURL), deadline: .now() + .seconds(60))
      let catalogue = try HouseholdExport.catalogue(session)
      for table in ArchiveTable.all {
        for column in catalogue[table.name] ?? [] where table.has(column.name, type: column.type) {
          let words = ["password", "token", "secret", "hash", "handle", "seed", "is_admin"]
          #expect(!words.contains { (word: String) in column.name.contains(word) }, "\(table.name).\(column.name)")
        }
      }
    }

    @Test(arguments: ["en", "fr", "ko", "ru"])
    func `A household that was taken out comes back elsewhere as it was`(language: String) async throws {
      let (here, there) = (try await TestApp(), try await TestApp())
      let household = try await demo(here.databaseURL, language: language)
      let first = try await export(household, here.databaseURL, "first")
      let before = try files(first)
      for name in ["README.txt", "index.html", "foyer.json", "items.csv", "calendar/calendar.ics", "data/items.jsonl"] {
        #expect(before[name]?.isEmpty == false, "\(name)")
      }
      #expect(before.keys.contains { $0.hasPrefix("recipes/") && $0.hasSuffix("/recipe.json") })
      #expect(before.keys.filter { $0.hasPrefix("pictures/") }.count > 1)
      let done = try await Program.run(["household", "import", first], ["DATABASE_URL": there.databaseURL])
      #expect(done.status == 0, "\(done.errors)")
      #expect(done.output.hasPrefix(household))
      let after = try files(try await export(household, there.databaseURL, "second"))
      let (old, new) = (normal(before), normal(after))
      #expect(Set(old.keys) == Set(new.keys))
      for (path, bytes) in old where new[path] != bytes {
        Issue.record(
          "\(path) differs:\n\(String(decoding: bytes.prefix(2000), as: UTF8.self))\n\(String(decoding: (new[path] ?? []).prefix(2000), as: UTF8.self))"
        )
      }
      // Nobody signs in with what came along.
      #expect(try there.number("SELECT count(*) AS n FROM accounts WHERE password <> '!'") == 0)
      await here.app.stop()
      await there.app.stop()
    }

    @Test func `Reading it in again changes nothing, and in another household ids that are taken become others`()
      async throws
    {
      let app = try await TestApp()
      let household = try await demo(app.databaseURL)
      let archive = try await export(household, app.databaseURL, "again")
      let before = try app.digest()
      let again = try await Program.run(
        ["household", "import", archive, "--into", household], ["DATABASE_URL": app.databaseURL])
      #expect(again.status == 0, "\(again.errors)")
      #expect(again.output == "\(household): 0 rows\n")
      #expect(try app.digest() == before)

      let member = try await app.member()
      let other = "\(member.household)"
      let read = try await Program.run(
        ["household", "import", archive, "--into", other], ["DATABASE_URL": app.databaseURL])
      #expect(read.status == 0, "\(read.errors)")
      for table in ["items", "recipes", "images", "people", "meals", "series"] {
        let count: SQL =
          switch table {
          case "items": "SELECT count(*) AS n, count(DISTINCT id) AS ids FROM items"
          case "recipes":
            "SELECT count(*) AS n, count(DISTINCT id) AS ids FROM recipes WHERE household_id <> ALL (starter_households())"
          case "images": "SELECT count(*) AS n, count(DISTINCT id) AS ids FROM images"
          case "people": "SELECT count(*) AS n, count(DISTINCT id) AS ids FROM people"
          case "meals": "SELECT count(*) AS n, count(DISTINCT id) AS ids FROM meals"
          default: "SELECT count(*) AS n, count(DISTINCT id) AS ids FROM series"
          }
        let row = try app.rows(count)[0]
        #expect(try row["n"] as Int == row["ids"] as Int, "\(table)")
      }
      let page = try await member.browser.get("/items")
      #expect(page.shows("Groceries"))
      let digest = try app.digest()
      let twice = try await Program.run(
        ["household", "import", archive, "--into", other], ["DATABASE_URL": app.databaseURL])
      #expect(twice.output == "\(other): 0 rows\n")
      #expect(try app.digest() == digest)
      await app.app.stop()
    }

    @Test func `A damaged archive is refused, and nothing of it is read`() async throws {
      let app = try await TestApp()
      let household = try await demo(app.databaseURL)
      let hashes: [String: String]
      var refused = 0
      let archive = try await export(household, app.databaseURL, "whole")
      let whole = contentsOfBytes(archive)
      hashes = try HouseholdImport(url: app.databaseURL).verified(ZipReader(path: archive)).files.mapValues(\.sha256)
      let target = try await TestApp()
      let before = try target.digest()
      let damaged = path("damaged")
      func refuses(_ bytes: [UInt8], _ what: String) throws {
        try store(bytes, to: damaged)
        #expect(throws: ArchiveProblem.self, "\(what)") {
          try HouseholdImport(url: target.databaseURL).run(damaged, into: nil)
        }
      }
      for length in [0, 1, 22, 1000, whole.count / 2, whole.count - 1000, whole.count - 1] {
        try refuses(Array(whole[..<length]), "cut to \(length)")
      }
      for place in stride(from: 40, to: whole.count, by: whole.count / 23) {
        var changed = whole
        changed[place] ^= 0x55
        try store(changed, to: damaged)
        // A date in a header says nothing of the household: then every file is as it was.
        let index = try? HouseholdImport(url: target.databaseURL).verified(ZipReader(path: damaged))
        if let index { #expect(index.files.mapValues(\.sha256) == hashes, "changed at \(place)") } else { refused += 1 }
      }
      #expect(refused > 15)
      try refuses(Array("PK\u{3}\u{4}".utf8) + [UInt8](repeating: 0, count: 100), "no archive")
      #expect(try target.digest() == before)
      let end = try await Program.run(["household", "import", damaged], ["DATABASE_URL": target.databaseURL])
      #expect(end.status == 1)
      #expect(try await Program.run(["household", "import"], ["DATABASE_URL": target.databaseURL]).status == 2)
      await app.app.stop()
      await target.app.stop()
    }

    /// Tests/Archives has an archive of each format that a release has written. None is ever changed.
    @Test func `Archives of earlier versions are read, each row with all that it says`() async throws {
      for format in 1...ArchiveIndex.format {
        let path = "\(packageRoot)/Tests/Archives/format-\(format).zip"
        let app = try await TestApp()
        let index = try HouseholdImport(url: app.databaseURL).verified(ZipReader(path: path))
        let read = try await Program.run(["household", "import", path], ["DATABASE_URL": app.databaseURL])
        #expect(read.status == 0, "\(read.errors)")
        let (old, new) = (
          try files(path), try files(try await export("\(index.household)", app.databaseURL, "golden"))
        )
        for table in ArchiveTable.all where table.isRead {
          guard let known = index.tables.first(where: { $0.name == table.name }) else { continue }
          let name = "data/\(table.name).jsonl"
          let (before, after) = (try rows(old[name] ?? []), try rows(new[name] ?? []))
          #expect(before.count == known.rows && before.count > 0, "\(name) has a row of each kind")
          #expect(before.count == after.count, "\(name)")
          for (row, other) in zip(before, after) {
            for member in row.members {
              // The next digest is one that is still to come.
              if member.name == "digest_next", let next = other[member.name]?.string, let old = member.value.string {
                #expect(next >= old, "\(name): \(member.name)")
              } else if member.name == "edition", let next = other[member.name]?.integer, let old = member.value.integer
              {
                // Newer words of cooking have read it again.
                #expect(next >= old, "\(name): \(member.name)")
              } else {
                #expect(other[member.name] == member.value, "\(name): \(member.name)")
              }
            }
          }
        }
        for name in old.keys where name.hasPrefix("pictures/") { #expect(old[name] == new[name], "\(name)") }
        await app.app.stop()
      }
    }

    private func rows(_ bytes: [UInt8]) throws -> [StrictJSON.JSONObject] {
      try bytes.split(separator: 10).map { try #require(try JSON(Array($0), maximumValues: 100_000).object) }
    }

    @Test func `The index names what is there, and nothing outside`() throws {
      func index(_ path: String, _ bytes: String = "1") -> [UInt8] {
        Array(
          """
          {"format": 1, "program": "foyer", "household": "01930000-0000-7000-8000-000000000000", "tables": [],
           "files": [{"path": "\(path)", "bytes": \(bytes), "sha256": ""}]}
          """.utf8)
      }
      #expect(try ArchiveIndex(index("data/items.jsonl")).files.count == 1)
      for path in ["../x", "/etc/passwd", "data/../../x", "data//x", "./x", "a\\\\b"] {
        #expect(throws: ArchiveProblem.self, "\(path)") { try ArchiveIndex(index(path)) }
      }
      for bytes in ["-1", "1e99", "99999999999999999999"] {
        #expect(throws: ArchiveProblem.self, "\(bytes)") { try ArchiveIndex(index("data/items.jsonl", bytes)) }
      }
    }
  }
}
