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

  @Test func `a cut archive has no effect but a sentence`() {
    let whole = zipped([("a.csv", "Title,Due\nA,2026-01-01\n")])
    for length in stride(from: 0, to: whole.count - 1, by: 7) {
      let file = MoveIn.read(Array(whole[..<length]), name: "a.zip", now: today)
      #expect(file.error != nil && file.items.isEmpty)
    }
  }
}
