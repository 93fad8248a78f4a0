import Testing

@testable import Foyer
@testable import HTTP
@testable import Postgres

/// A part of a form: a field, or a file.
private typealias Part = (name: String, file: String?, bytes: [UInt8])

private func field(_ name: String, _ value: String) -> Part { (name, nil, Array(value.utf8)) }
private func text(_ name: String, _ file: String, _ words: String) -> Part { (name, file, Array(words.utf8)) }

extension Member {
  fileprivate func send(_ path: String, _ parts: [Part], _ browser: Browser? = nil) async throws -> Answer {
    var body: [UInt8] = []
    for part in parts {
      let file = part.file.map { "; filename=\"\($0)\"\r\nContent-Type: text/html" } ?? ""
      body += Array("--b\r\nContent-Disposition: form-data; name=\"\(part.name)\"\(file)\r\n\r\n".utf8)
      body += part.bytes + Array("\r\n".utf8)
    }
    return try await (browser ?? self.browser).send(
      "POST", path, ["content-type": "multipart/form-data; boundary=b"], body + Array("--b--\r\n".utf8))
  }

  /// The names of an item's files, in their order, those that are deleted in brackets.
  fileprivate func files(of item: UUID) throws -> [String] {
    try app.rows(
      """
      SELECT CASE WHEN x.deleted_at IS NULL THEN f.name ELSE '(' || f.name || ')' END AS name
      FROM item_files x JOIN files f USING (household_id) WHERE f.id = x.file_id AND x.household_id = \(household) AND x.item_id = \(item)
      ORDER BY f.created_at
      """
    ).map { try $0["name"] }
  }

  fileprivate func file(_ name: String) throws -> UUID {
    try app.rows("SELECT id FROM files WHERE household_id = \(household) AND name = \(name)")[0]["id"]
  }

  fileprivate func version(of item: UUID) throws -> Int {
    try app.rows("SELECT version FROM items WHERE household_id = \(household) AND id = \(item)")[0]["version"]
  }

  fileprivate var stored: Int {
    get throws { try app.number("SELECT count(*) AS n FROM files WHERE household_id = \(household)") }
  }
}

extension FoyerTests {
  /// Further pictures of an item, and files of any kind.
  @Suite struct ItemFileTests {
    @Test
    func `The first picture is the item's, others and files are shown, and a file is a download whatever it holds`()
      async throws
    {
      let member = try await TestApp.shared().member()
      let id = UUID.v7()
      let page = "<html><script>alert(1)</script></html>"
      let parts: [Part] = [
        field("id", "\(id)"), field("title", "Boiler"), ("images", "front.png", png(40, 20)),
        ("images", "back.png", png(60, 20)), text("files", "C:\\scans\\Rechnung № 7.html", page), ("files", "", []),
      ]
      #expect(try await member.send("/items", parts).status == 303)
      #expect(try member.files(of: id) == ["back.png", "Rechnung № 7.html"])
      #expect(try await member.get("/items/\(id)/image").status == 200)
      let list = try await member.get("/items")
      #expect(list.contains("aria-label=\"2 files\"") && list.contains("/items/\(id)/thumbnail"))
      let form = try await member.get("/items/\(id)/edit")
      #expect(form.shows("Rechnung № 7.html") && form.shows("back.png"))
      #expect(form.contains("aria-label=\"Delete back.png\""))

      let (invoice, picture) = (try member.file("Rechnung № 7.html"), try member.file("back.png"))
      let file = try await member.get("/items/\(id)/files/\(invoice)")
      #expect(file.status == 200 && file.text == page)
      #expect(file["content-type"] == "application/octet-stream" && file["x-content-type-options"] == "nosniff")
      #expect(file["content-security-policy"] == "sandbox; default-src 'none'")
      #expect(
        file["content-disposition"]
          == "attachment; filename=\"Rechnung _ 7.html\"; filename*=UTF-8''Rechnung%20%E2%84%96%207.html")
      let part = try await member.get("/items/\(id)/files/\(invoice)", ["range": "bytes=6-13"])
      #expect(part.status == 206 && part.text == "<script>" && part["content-range"] == "bytes 6-13/\(page.utf8.count)")
      let tag = try #require(file["etag"])
      #expect(try await member.get("/items/\(id)/files/\(invoice)", ["if-none-match": tag]).status == 304)
      #expect(try await member.get("/items/\(id)/files/\(invoice)/thumbnail").status == 404)

      let whole = try await member.get("/items/\(id)/files/\(picture)")
      #expect(whole["content-type"] == "image/webp" && whole.body.starts(with: Array("RIFF".utf8)))
      #expect(try await member.get("/items/\(id)/files/\(picture)/thumbnail")["content-type"] == "image/webp")

      let stranger = try await TestApp.shared().member()
      for path in ["", "/thumbnail"] {
        for id in [id, UUID.v7()] {
          #expect(try await stranger.get("/items/\(id)/files/\(picture)\(path)").status == 404)
        }
      }
      for path in ["delete", "restore"] {
        #expect(try await stranger.post("/items/\(id)/files/\(picture)/\(path)").status == 404)
      }
      #expect(try member.files(of: id) == ["back.png", "Rechnung № 7.html"])
    }

    @Test func `A file of many parts comes as it was sent, whole and from any byte on`() async throws {
      let member = try await TestApp.shared().member()
      let id = UUID.v7()
      var (bytes, state): ([UInt8], UInt64) = ([], 1)
      for _ in 0..<400_001 {
        state = state &* 6_364_136_223_846_793_005 &+ 1
        bytes.append(UInt8(truncatingIfNeeded: state >> 33))
      }
      #expect(
        try await member.send("/items", [field("id", "\(id)"), field("title", "A"), ("files", "a.bin", bytes)]).status
          == 303)
      let path = "/items/\(id)/files/\(try member.file("a.bin"))"
      #expect(try await member.get(path).body == bytes)
      let rest = try await member.get(path, ["range": "bytes=130000-"])
      #expect(rest.status == 206 && rest.body == Array(bytes[130_000...]))
      #expect(try await member.get(path, ["range": "bytes=400001-"]).status == 416)
    }

    @Test func `What was sent is kept while another field is wrong, and a picture that is none loses no other file`()
      async throws
    {
      let member = try await TestApp.shared().member()
      let id = UUID.v7()
      let wrong = try await member.send(
        "/items",
        [
          field("id", "\(id)"), field("title", "A"), field("due_date", "nonsense"),
          ("images", "first.png", png(40, 20)),
          text("images", "none.png", "not a picture"), ("images", "second.png", png(40, 20)),
          text("files", "a.txt", "A"),
        ])
      #expect(wrong.status == 422)
      #expect(wrong.shows("“none.png”: ") && wrong.contains("href=\"#field-images\""))
      #expect(wrong.shows("second.png") && wrong.shows("a.txt"))
      let kept = wrong.text.components("name=\"file_id\" value=\"").dropFirst().map { String($0.prefix(36)) }
      #expect(kept.count == 2)
      let image = try #require(wrong.field("image_id"))
      let upload = try #require(wrong.field("upload_id"))
      let right = try await member.send(
        "/items",
        [field("id", "\(id)"), field("title", "A"), field("image_id", image), field("upload_id", upload)]
          + kept.map { field("file_id", $0) } + [text("files", "b.txt", "B")])
      #expect(right.status == 303)
      #expect(try member.files(of: id) == ["second.png", "a.txt", "b.txt"])
      #expect(try await member.get("/items/\(id)/image").status == 200)
      // The id of another item's file is no upload.
      let other = UUID.v7()
      #expect(
        try await member.send(
          "/items", [field("id", "\(other)"), field("title", "B")] + kept.map { field("file_id", $0) }
        )
        .status == 303)
      #expect(try member.files(of: other) == [])
    }

    @Test func `A form that is sent twice adds each file once`() async throws {
      let member = try await TestApp.shared().member()
      let id = UUID.v7()
      let upload = UUID.v7()
      let parts = [
        field("id", "\(id)"), field("title", "A"), field("upload_id", "\(upload)"), text("files", "a.txt", "A"),
        text("files", "b.txt", "B"),
      ]
      for _ in 1...2 { #expect(try await member.send("/items", parts).status == 303) }
      #expect(try member.files(of: id) == ["a.txt", "b.txt"])
      #expect(try member.stored == 2)
    }

    @Test func `A deleted file comes back by Undo and from the trash, and each change counts`() async throws {
      let member = try await TestApp.shared().member()
      let id = UUID.v7()
      _ = try await member.send(
        "/items", [field("id", "\(id)"), field("title", "A"), text("files", "a.txt", "A"), text("files", "b.txt", "B")])
      let version = try member.version(of: id)
      let file = try member.file("a.txt")
      let deleted = try await member.post("/items/\(id)/files/\(file)/delete", [:], fragment())
      #expect(deleted.shows("“a.txt” was deleted.") && deleted.contains("/items/\(id)/files/\(file)/restore"))
      #expect(deleted.contains("id=\"files-\(id)\"") && !deleted.contains("id=\"file-\(file)\""))
      #expect(try member.files(of: id) == ["(a.txt)", "b.txt"])
      #expect(try member.version(of: id) == version + 1)
      #expect(try await member.get("/items/\(id)/files/\(file)").status == 404)
      #expect(try await member.get("/items").contains("aria-label=\"1 file\""))
      #expect(try await member.get("/items?q=b.txt").itemIDs == ["\(id)"])
      #expect(try await member.get("/items?q=a.txt").itemIDs == [])
      // Again, it changes nothing.
      #expect(try await member.post("/items/\(id)/files/\(file)/delete").status == 303)
      #expect(try member.version(of: id) == version + 1)
      #expect(try await member.post("/items/\(id)/files/\(file)/restore").status == 303)
      #expect(try member.files(of: id) == ["a.txt", "b.txt"] && member.version(of: id) == version + 2)
      _ = try await member.post("/items/\(id)/files/\(file)/delete")
      let trash = try await member.get("/trash")
      #expect(trash.shows("a.txt") && trash.contains("action=\"/files/\(file)/restore\""))
      #expect(try await member.post("/files/\(file)/restore").status == 303)
      #expect(try await member.get("/items/\(id)/files/\(file)").text == "A")
      // After 30 days it is gone for good, with its bytes.
      _ = try await member.post("/items/\(id)/files/\(file)/delete")
      try member.app.rows(
        "UPDATE item_files SET deleted_at = now() - interval '31 days' WHERE household_id = \(member.household) AND file_id = \(file)"
      )
      #expect(try await member.post("/files/\(file)/restore").status == 404)
      #expect(try member.files(of: id) == ["b.txt"])
      #expect(try member.stored == 1)
      #expect(
        try member.app.number("SELECT images AS n FROM household_storage WHERE household_id = \(member.household)") == 1
      )
    }

    @Test func `Files are added whatever another member has changed meanwhile`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add("A")
      let form = try await member.get("/items/\(id)/edit")
      let base = try #require(form.field("base"))
      func sent(_ title: String, _ file: String) -> [Part] {
        [field("version", "1"), field("base", base), field("title", title), text("files", file, file)]
      }
      #expect(try await member.send("/items/\(id)", sent("B", "b.txt")).status == 303)
      let conflict = try await member.send("/items/\(id)", sent("C", "c.txt"))
      #expect(conflict.status == 409)
      #expect(try member.files(of: id) == ["b.txt", "c.txt"])
      // The same title: there is no question, and the file is a change of its own.
      let version = try member.version(of: id)
      #expect(try await member.send("/items/\(id)", sent("B", "d.txt")).status == 303)
      #expect(try member.files(of: id) == ["b.txt", "c.txt", "d.txt"])
      #expect(try member.version(of: id) == version + 1)
    }

    @Test func `The next item of a series has the same files, which go with the last that has them`() async throws {
      let member = try await TestApp.shared().member()
      let id = UUID.v7()
      _ = try await member.send(
        "/items",
        [
          field("id", "\(id)"), field("title", "A"), field("due_date", "2030-01-01"), field("repeat", "FREQ=DAILY"),
          text("files", "a.txt", "A"),
        ])
      _ = try await member.post("/items/\(id)/done", ["done": "true"])
      let next: UUID = try member.app.rows(
        "SELECT id FROM items WHERE household_id = \(member.household) AND done_at IS NULL")[0]["id"]
      #expect(try member.files(of: next) == ["a.txt"] && member.stored == 1)
      #expect(try await member.get("/items/\(next)/files/\(try member.file("a.txt"))").text == "A")
      try member.app.rows("DELETE FROM items WHERE household_id = \(member.household) AND id = \(id)")
      #expect(try member.files(of: next) == ["a.txt"] && member.stored == 1)
      try member.app.rows("DELETE FROM items WHERE household_id = \(member.household) AND id = \(next)")
      #expect(try member.stored == 0)
    }

    @Test func `An item has 50 at most, and none is over the quota`() async throws {
      let member = try await TestApp.shared().member()
      let id = UUID.v7()
      let many = (1...ItemFile.maximum).map { text("files", "\($0).txt", "x") }
      #expect(try await member.send("/items", [field("id", "\(id)"), field("title", "A")] + many).status == 303)
      let more = try await member.send(
        "/items/\(id)", [field("version", "1"), field("title", "A"), text("files", "more.txt", "x")])
      #expect(more.status == 422 && more.contains("href=\"#field-files\""))
      let other = try await member.send("/items", [field("title", "B")] + many + [text("files", "more.txt", "x")])
      #expect(try other.status == 422 && member.stored == ItemFile.maximum)
      try member.app.rows("UPDATE household_storage SET quota = 100 WHERE household_id = \(member.household)")
      let large = try await member.send(
        "/items", [field("title", "C"), ("files", "large.bin", [UInt8](repeating: 7, count: 200))])
      #expect(try large.status == 422 && large.shows("“large.bin”: ") && member.stored == ItemFile.maximum)
    }

    @Test func `What is larger than a form may be is refused`() async throws {
      let member = try await TestApp.shared().member()
      let large = [UInt8](repeating: 1, count: ItemFile.maximumBytes + 1)
      let answer = try await member.send("/items", [field("title", "A"), ("files", "large.bin", large)])
      #expect(try answer.status == 413 && member.stored == 0)
      let largest = try await member.send(
        "/items", [field("title", "A"), ("files", "large.bin", Array(large.dropLast()))])
      #expect(try largest.status == 303 && member.stored == 1)
    }

    @Test(arguments: [
      ("a.pdf", "a.pdf"), ("../../etc/passwd", "passwd"), ("C:\\x\\b.txt", "b.txt"), ("", "file"), ("..", "file"),
      ("a\u{202E}fdp.exe", "afdp.exe"), ("a\r\nb\0.txt", "ab.txt"), ("  x ", "x"),
      (String(repeating: "a", count: 300) + ".pdf", String(repeating: "a", count: 196) + ".pdf"),
    ])
    func `A name is one line of a last part of a path`(sent: String, kept: String) {
      #expect(ItemFile.name(sent) == kept)
    }

    @Test func `A calendar program is told the address of each file, and neither doubles nor deletes one`() async throws
    {
      let member = try await TestApp.shared().member()
      let id = UUID.v7()
      _ = try await member.send(
        "/items",
        [
          field("id", "\(id)"), field("title", "Tap"), ("images", "a.png", png(40, 20)),
          ("images", "b.png", png(20, 40)),
          text("files", "manual.html", "A"), text("files", "bill.txt", "B"),
        ])
      let program = try await CalendarProgram(member)
      let path = "/dav/calendars/none/\(id).ics"
      func addresses() async throws -> [String] {
        let text = try await program.get(path).components("\r\n ").joined(separator: "")
        return text.components("ATTACH:").dropFirst().map { $0.components("\r\n")[0] }
      }
      let files = try ["b.png", "manual.html", "bill.txt"].map { try member.file($0) }
      let all = try await addresses()
      #expect(all.count == 4 && all.filter { $0.hasSuffix("/items/\(id)/image") }.count == 1)
      for file in files { #expect(all.filter { $0.hasSuffix("/items/\(id)/files/\(file)") }.count == 1) }
      for address in all { #expect(try await member.get("/items/" + address.components("/items/")[1]).status == 200) }
      // Sent back, with another title and an address of the program's own, and without any.
      let state = try await program.state("/dav/calendars/none/")
      let seen = try await program.get(path)
      let own = seen.components("SUMMARY:Tap").joined(separator: "SUMMARY:Drain\r\nATTACH:https://example.org/files/1")
      for sent in [seen, own, own, CalendarProgram.todo("\(id)", "SUMMARY:Drain")] {
        #expect(try await program.put(path, sent).status == 204)
        #expect(try await Set(addresses()).subtracting(["https://example.org/files/1"]) == Set(all))
        #expect(try await addresses().count == Set(addresses()).count)
      }
      #expect(try member.files(of: id).count == 3)
      // A deleted one is told, and goes; a program does not bring it back.
      #expect(try await program.state("/dav/calendars/none/") != state)
      let tag = try await program.send("GET", path)["etag"]
      let before = try await program.get(path)
      _ = try await member.post("/items/\(id)/files/\(files[1])/delete")
      #expect(try await program.send("GET", path)["etag"] != tag)
      #expect(try await program.put(path, before).status == 204)
      #expect(try await Set(addresses()) == Set(all).filter { !$0.hasSuffix("\(files[1])") })
      #expect(try member.files(of: id).filter { !$0.hasPrefix("(") }.count == 2)
    }

    @Test func `A program reads which files an item has, and hears of a change`() async throws {
      let member = try await TestApp.shared().member()
      let id = UUID.v7()
      _ = try await member.send("/items", [field("id", "\(id)"), field("title", "A"), text("files", "a.txt", "A")])
      let program = try await ProgramClient(member)
      let row = try await program.object("GET", "/items/\(id)")
      let file = try #require(row["files"]?.elements?.first?.object)
      #expect(file["name"]?.string == "a.txt" && file["size"]?.integer == 1)
      #expect(try await member.get(try #require(file["path"]?.string)).text == "A")
      let state = try #require(try await program.object("GET", "/changes")["state"]?.string)
      _ = try await member.post("\(try #require(file["path"]?.string))/delete")
      let changed = try await program.object("GET", "/changes?since=\(state)")
      // Beside a transaction of before the item, the state is of before the item, too.
      #expect(["created", "changed"].contains { changed[$0]?.text.contains("\(id)") == true })
      #expect(try await program.object("GET", "/items/\(id)")["files"]?.elements?.isEmpty == true)
    }
  }
}
