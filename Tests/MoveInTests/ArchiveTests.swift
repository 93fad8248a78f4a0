import Glibc
import RecipeImport
import Testing

@testable import MoveIn

/// A zip archive without compression (APPNOTE 4.3).
func zipped(_ files: [(name: String, text: String)]) -> [UInt8] {
  zipped(files.map { ($0.name, Array($0.text.utf8)) })
}

func zipped(_ files: [(name: String, bytes: [UInt8])]) -> [UInt8] {
  func two(_ number: Int) -> [UInt8] { [UInt8(number & 255), UInt8(number >> 8 & 255)] }
  func four(_ number: Int) -> [UInt8] { two(number & 0xFFFF) + two(number >> 16 & 0xFFFF) }
  func sum(_ bytes: [UInt8]) -> Int {
    var sum = ~UInt32(0)
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = (sum >> 1) ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return Int(~sum)
  }
  var (archive, directory): ([UInt8], [UInt8]) = ([], [])
  for (name, bytes) in files {
    let name = Array(name.utf8)
    // Bit 11: names are UTF-8.
    var common: [UInt8] = two(20) + two(0x800) + two(0) + four(0)
    common += four(sum(bytes)) + four(bytes.count) + four(bytes.count) + two(name.count) + two(0)
    directory += [0x50, 0x4B, 1, 2] + two(20) + common + [UInt8](repeating: 0, count: 10) + four(archive.count) + name
    archive += [0x50, 0x4B, 3, 4] + common + name + bytes
  }
  let end: [UInt8] = [0x50, 0x4B, 5, 6] + four(0) + two(files.count) + two(files.count)
  return archive + directory + end + four(directory.count) + four(archive.count) + two(0)
}

@Suite struct `Archives of other programs' files` {
  private func read(_ files: [(name: String, text: String)]) -> MovedFile {
    MoveIn.read(zipped(files), name: "a.zip", now: today)
  }

  @Test func `a backup of Todoist is a zip of projects`() {
    let header = "TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE\n"
    let file = read([("Home [12].csv", header + "task,A,,4,1,,,,,\n"), ("Büro.csv", header + "task,B,,4,1,,,,,\n")])
    #expect(file.program == "Todoist")
    #expect(file.items.map { "\($0.title) in \($0.category ?? "")" } == ["A in Home", "B in Büro"])
    #expect(file.leftOut.isEmpty)
  }

  @Test func `a folder of calendars of a to-do each, one of them cut off`() {
    func calendar(_ lines: String, end: String = "END:VTODO\r\nEND:VCALENDAR\r\n") -> String {
      "BEGIN:VCALENDAR\r\nPRODID:-//x//EN\r\nBEGIN:VTODO\r\n\(lines)\r\n\(end)"
    }
    let file = read([
      ("tasks/b.ics", calendar("UID:b\r\nSUMMARY:Part\r\nRELATED-TO:a")),
      ("tasks/c.ics", calendar("UID:c\r\nSUMMARY:Cut", end: "")), ("tasks/a.ics", calendar("UID:a\r\nSUMMARY:Whole")),
    ])
    #expect(file.items.map(printed).sorted { $0[0] < $1[0] } == [["Cut"], ["Whole", "[ ] Part"]])
    #expect(file.leftOut.map(\.what) == ["the end of the file"])
  }

  @Test func `Keep in any language's folder, with what it packs besides`() {
    let note = #"{"isTrashed":false,"title":"A","textContent":"b"}"#
    let file = read([
      ("Takeout/Notatki/A.json", note), ("Takeout/Notatki/A.html", "<html>A</html>"),
      ("Takeout/Notatki/Labels.txt", "x"),
      ("Takeout/Notatki/a.png", "picture"), ("Takeout/Notatki/odd.json", "{}"),
    ])
    #expect(file.program == "Google Keep")
    #expect(file.items.map(\.title) == ["A"])
    #expect(file.leftOut.map(\.what).sorted() == ["Takeout/Notatki/a.png", "Takeout/Notatki/odd.json"])
  }

  @Test func `a program's files and recipes in one archive`() {
    let file = read([
      ("tasks", "BEGIN:VCALENDAR"), ("a.ics", "BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:A\nEND:VTODO\nEND:VCALENDAR\n"),
      ("r.json", #"{"@type":"Recipe","name":"Soup","recipeIngredient":["1 leek"],"recipeInstructions":"Boil."}"#),
    ])
    #expect(file.items.map(\.title) == ["A"])
    #expect(file.recipes.map(\.title) == ["Soup"])
    #expect(file.leftOut.map(\.what) == ["tasks"])
  }

  @Test func `a notebook of thousands of notes, and a cookbook of more archives than others may have`() {
    let notes = read((1...5_100).map { ("Keep/\($0).json", #"{"isTrashed":false,"title":"\#($0)","textContent":""}"#) })
    #expect(notes.items.count == 5_100)
    #expect(notes.leftOut.isEmpty)
    let recipes = (1...120).map { number in
      let soup = #"{"name":"Soup \#(number)","working_time":5,"steps":[{"instruction":"Boil.","ingredients":[]}]}"#
      return (name: "recipe_\(number).zip", bytes: zipped([("recipe.json", soup)]))
    }
    let file = MoveIn.read(
      zipped(recipes + [("readme.md", Array("x".utf8)), ("lost.zip", zipped([("x", "y")]))]), name: "a.zip", now: today)
    #expect(file.program == "Tandoor")
    #expect(file.recipes.count == 120)
    #expect(file.leftOut.map(\.what).sorted() == ["lost.zip/x", "readme.md"])
  }

  private func files(_ item: MovedItem?) -> [String] {
    (item?.files ?? []).map { "\($0.name): \(String(decoding: $0.bytes, as: UTF8.self))" }
  }

  @Test func `attachments that are in the archive become files of their items`() {
    let vikunja = """
      [{"title":"House","identifier":"","is_archived":false,"tasks":[
       {"id":1,"title":"Roof","attachments":[{"file":{"id":7,"name":"plan.pdf"}},{"file":{"id":8,"name":"lost.pdf"}}],
        "related_tasks":{"subtask":[{"id":2}]}},
       {"id":2,"title":"Tiles","attachments":[{"file":{"id":9,"name":"tile.txt"}}]}]}]
      """
    let file = read([
      ("a/data.json", vikunja), ("a/files/7", "the plan"), ("a/files/9", "a tile"), ("a/files/10", "of nobody"),
    ])
    #expect(file.items.map(\.title) == ["Roof"])
    #expect(files(file.items.first) == ["plan.pdf: the plan", "tile.txt: a tile"])
    #expect(file.items.first?.description == "Attachment: lost.pdf")
    #expect(file.leftOut.map(\.what) == ["a/files/10"])
    let row = MovedRows(file).rows.first { $0.kind == .item }
    #expect(row.flatMap { MovedItem(json: $0.json) }?.files == file.items.first?.files)
    #expect(file.json(file: "a").contains(#""files":["plan.pdf","tile.txt"]}"#))
    let keep = read([
      (
        "Takeout/Keep/A.json",
        #"{"isTrashed":false,"title":"A","textContent":"","attachments":[{"filePath":"1.jpeg"},{"filePath":"2.png"}]}"#
      ), ("Takeout/Keep/1.jpg", "one"), ("Takeout/Keep/2.png", "two"),
    ])
    #expect(files(keep.items.first) == ["1.jpeg: one", "2.png: two"])
    #expect(keep.items.first?.description == nil)
    #expect(keep.leftOut.isEmpty)
  }

  @Test func `files beyond fifty, and those that are too large together, are named`() {
    let attachments = (1...52).map { #"{"file":{"id":\#($0),"name":"f\#($0)"}}"# }.joined(separator: ",")
    let task =
      #"[{"title":"H","identifier":"","tasks":[{"id":1,"title":"A","attachments":[\#(attachments)]}],"is_archived":false}]"#
    let file = read([("data.json", task)] + (1...52).map { ("files/\($0)", "x") })
    #expect(file.items.first?.files.count == 50)
    #expect(file.items.first?.description == "Attachment: f51\nAttachment: f52")
    #expect(file.leftOut.map(\.what) == ["A", "A"])
    var large = MovedFile()
    var item = MovedItem()
    item.title = "B"
    item.files = [
      .init(name: "b", bytes: [UInt8](repeating: 0, count: MovedItem.maximumFileBytes + 1)),
      .init(name: "c", bytes: [1]),
    ]
    large.items = [item]
    let rows = MovedRows(large).rows
    #expect(MovedItem(json: rows[0].json)?.files.map(\.name) == ["c"])
    #expect(rows.dropFirst().map(\.title) == ["B"])
  }

  @Test func `an export of many recipes, each in an archive of its own with a file that is no recipe's`() {
    let recipes = (1...120).map { number in
      (
        name: "\(number).zip",
        bytes: zipped([
          (
            "recipe.json",
            #"{"name":"R\#(number)","steps":[{"instruction":"Boil.","ingredients":[]}],"working_time":0}"#
          ), ("image.gif", "GIF"),
        ])
      )
    }
    let file = MoveIn.read(zipped(recipes), name: "export.zip", now: today)
    #expect(file.recipes.map(\.title) == (1...120).map { "R\($0)" })
    #expect(file.leftOut.count == 120)
  }

  @Test func `pictures of recipes that the archive has`() {
    let page =
      #"<html><div class="recipe-details"><h2 itemprop="name">A</h2><img src="images/a.jpg"><img src="images/b.jpg"><div itemprop="recipeDirections"><p>Mix.</div></div></html>"#
    let keeper = read([("x/recipes.html", page), ("x/images/a.jpg", "first"), ("x/images/b.jpg", "second")])
    #expect(keeper.recipes.map(\.imageData) == [Array("first".utf8)])
    #expect(keeper.leftOut.map(\.what) == ["A", "x/images/b.jpg"])
    let database =
      #"{"recipes":[{"id":"a1b2","name":"A"},{"id":"c3","name":"C"}],"recipes_ingredients":[],"recipe_instructions":[]}"#
    let mealie = read([
      ("database.json", database), ("data/recipes/a1-b2/images/original.webp", "one"),
      ("data/recipes/a1-b2/images/min-original.webp", "small"),
    ])
    #expect(mealie.recipes.map(\.imageData) == [Array("one".utf8), nil] && mealie.leftOut.isEmpty)
    #expect(MovedRows(mealie).rows.first.map { $0.json.contains("picture") } == true)
  }

  @Test func `a file that is larger than a page's upload`() {
    let recipe = #"{"@type":"Recipe","name":"Soup","recipeIngredient":["1 leek"],"recipeInstructions":"Boil."}"#
    let file = moved("[\(recipe)\(String(repeating: " ", count: 16 << 20))]")
    #expect(file.recipes.map(\.title) == ["Soup"])
  }

  @Test func `archives in an archive, each of another program`() {
    let todoist =
      "TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE\ntask,A,,4,1,,,,,\n"
    let calendar = "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:u\nSUMMARY:B\nEND:VTODO\nEND:VCALENDAR\n"
    let soup = #"{"@type":"Recipe","name":"Soup","recipeIngredient":["1 leek"],"recipeInstructions":"Boil."}"#
    let vikunja = zipped([
      (
        "data.json",
        Array(
          #"[{"title":"H","identifier":"","is_archived":false,"tasks":[{"id":1,"title":"C","attachments":[{"file":{"id":3,"name":"c"}}]}]}]"#
            .utf8)
      ),
      ("files/3", Array("see".utf8)),
    ])
    let inner: [(name: String, bytes: [UInt8])] = [
      ("todoist.zip", zipped([("Home.csv", todoist)])), ("b.ics", Array(calendar.utf8)), ("vikunja.zip", vikunja),
      ("more.zip", zipped([("soup.json", soup)])), ("broken.zip", Array("PK\u{3}\u{4}x".utf8)),
      ("note.zip", zipped([("x.bin", "y")])),
    ]
    let file = MoveIn.read(zipped(inner), name: "a.zip", now: today)
    #expect(Set(file.items.map(\.title)) == ["A", "B", "C"])
    #expect(file.recipes.map(\.title) == ["Soup"])
    #expect(files(file.items.first { $0.title == "C" }) == ["c: see"])
    #expect(Set(file.leftOut.map(\.what)) == ["broken.zip", "note.zip"])
    #expect(file.program == "iCalendar, Todoist, Vikunja, RecipeSage")
    // A row is known again when its program's file comes alone.
    let alone = MoveIn.read(vikunja, name: "vikunja.zip", now: today)
    let row = MovedRows(file).rows.first { $0.title == "C" }
    #expect(row?.identity == MovedRows(alone).rows.first { $0.title == "C" }?.identity)
    // An archive in an archive in an archive is the last.
    let deep = MoveIn.read(
      zipped([("b.ics", Array(calendar.utf8)), ("1.zip", zipped([("2.zip", zipped([("3.zip", zipped(inner))]))]))]),
      name: "a.zip", now: today)
    #expect(deep.items.map(\.title) == ["B"])
    #expect(deep.leftOut.count == 1)
  }

  @Test func `what is put into a spool comes out as from memory`() throws {
    let large = (0..<5 << 20).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let soup = #"{"@type":"Recipe","name":"Soup","recipeIngredient":["1 leek"],"recipeInstructions":"Boil."}"#
    let note =
      #"{"isTrashed":false,"title":"A","textContent":"b","attachments":[{"filePath":"a.jpg"},{"filePath":"b.jpg"}]}"#
    let cards = #"{"contentBytes":"aGVsbG8=","name":"a.txt"}"#
    let inner = zipped([("Soup/recipe.json", Array(soup.utf8)), ("Soup/full.jpg", large)])
    for archive in [
      inner, zipped([("cookbook.zip", inner), ("more.zip", zipped([("b.json", soup)]))]),
      zipped([("Keep/A.json", Array(note.utf8)), ("Keep/a.jpg", [1, 2, 3, 4]), ("Keep/b.jpg", large)]),
      Array(#"[{"id":"A","title":"A","importance":"normal","status":"notStarted","attachments":[\#(cards)]}]"#.utf8),
    ] {
      let (file, spool) = (try temporary(archive), try temporary([]))
      defer { for descriptor in [file, spool] { close(descriptor) } }
      let keeping = Spool(descriptor: spool, limit: 64 << 20)
      let found = MoveIn.read(try #require(InputFile(descriptor: file)), name: "a", now: today, spool: keeping)
      #expect(
        found.recipes.allSatisfy { $0.imageData == nil }
          && found.items.allSatisfy { $0.files.allSatisfy { $0.bytes.isEmpty } })
      var (kept, plain): ([UInt8], [UInt8]) = ([], [])
      found.write(keeping) { kept += $0 }
      MoveIn.read(archive, name: "a", now: today).write { plain += $0 }
      #expect(kept == plain && kept.count > 100)
      // Without room there is no picture, and a line that says so.
      let small = Spool(descriptor: spool, limit: 2)
      let left = MoveIn.read(try #require(InputFile(descriptor: file)), name: "a", now: today, spool: small)
      #expect(left.recipes.allSatisfy { $0.picture == nil })
    }
  }

  /// An open file without a name.
  private func temporary(_ bytes: [UInt8]) throws -> Int32 {
    var path = Array("/tmp/foyer-test-XXXXXX".utf8CString)
    let descriptor = mkstemp(&path)
    try #require(descriptor >= 0)
    unlink(path)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      try #require(count > 0)
      rest = rest.dropFirst(count)
    }
    return descriptor
  }

  @Test func `a cut archive has no effect but a sentence`() {
    let whole = zipped([("a.csv", "Title,Due\nA,2026-01-01\n")])
    for length in stride(from: 0, to: whole.count - 1, by: 7) {
      let file = MoveIn.read(Array(whole[..<length]), name: "a.zip", now: today)
      #expect(file.error != nil && file.items.isEmpty)
    }
  }
}
