import Testing

@testable import RecipeImport

/// A zip archive without compression, whose names are these bytes (APPNOTE 4.3): libarchive writes no other names than those
/// of the locale.
func zipped(_ files: [(name: [UInt8], bytes: [UInt8])], flags: UInt16 = 0) -> [UInt8] {
  func two(_ number: Int) -> [UInt8] { [UInt8(number & 255), UInt8(number >> 8 & 255)] }
  func four(_ number: Int) -> [UInt8] { two(number & 0xFFFF) + two(number >> 16 & 0xFFFF) }
  var (archive, directory): ([UInt8], [UInt8]) = ([], [])
  for (name, bytes) in files {
    let size: [UInt8] = four(bytes.count)
    let sums: [UInt8] = four(Int(crc32(bytes))) + size + size
    var common: [UInt8] = two(20) + two(Int(flags))
    common += two(0) + four(0)
    common += sums + two(name.count) + two(0)
    directory += [0x50, 0x4B, 1, 2] + two(20)
    directory += common + [UInt8](repeating: 0, count: 10)
    directory += four(archive.count) + name
    archive += [0x50, 0x4B, 3, 4] + common
    archive += name + bytes
  }
  let count = two(files.count)
  var end: [UInt8] = [0x50, 0x4B, 5, 6] + four(0)
  end += count + count
  end += four(directory.count) + four(archive.count)
  return archive + directory + end + two(0)
}

/// 0 for what is too large to be read.
private func crc32(_ bytes: [UInt8]) -> UInt32 {
  if bytes.count > 1 << 20 { return 0 }
  var sum = ~UInt32(0)
  for byte in bytes {
    sum ^= UInt32(byte)
    for _ in 0..<8 { sum = (sum >> 1) ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
  }
  return ~sum
}

/// A tar archive (ustar). A name beyond ASCII stands in a pax header before its file (POSIX.1, "pax Interchange Format").
private func tarred(_ files: [(name: String, bytes: [UInt8])], gnu: Bool = false) -> [UInt8] {
  func entry(_ name: [UInt8], _ bytes: [UInt8], type: Character) -> [UInt8] {
    func field(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
      bytes.prefix(count) + [UInt8](repeating: 0, count: max(0, count - bytes.count))
    }
    func octal(_ number: Int, _ count: Int) -> [UInt8] {
      let digits = String(number, radix: 8)
      return Array((String(repeating: "0", count: count - 1 - digits.count) + digits).utf8) + [0]
    }
    var before: [UInt8] = field(name, 100) + octal(0o644, 8)
    before += octal(0, 8) + octal(0, 8)
    before += octal(bytes.count, 12) + octal(0, 12)
    let after: [UInt8] = [type.asciiValue!] + field([], 100) + field(Array("ustar\u{0}00".utf8), 183)
    let sum = (before + after).reduce(8 * 32) { $0 + Int($1) }
    let checked: [UInt8] = before + octal(sum, 7) + [32]
    let header = field(checked + after, 512)
    return header + bytes + [UInt8](repeating: 0, count: (512 - bytes.count % 512) % 512)
  }
  var archive: [UInt8] = []
  for (name, bytes) in files {
    let path = Array(name.utf8)
    if gnu {
      archive += entry(Array("././@LongLink".utf8), path + [0], type: "L")
    } else {
      let record = " path=\(name)\n"
      var count = record.utf8.count + 1
      while "\(count)".utf8.count + record.utf8.count != count { count = "\(count)".utf8.count + record.utf8.count }
      archive += entry(Array("PaxHeader".utf8), Array("\(count)\(record)".utf8), type: "x")
    }
    archive += entry(Array("short.json".utf8), bytes, type: "0")
  }
  return archive + [UInt8](repeating: 0, count: 1024)
}

private func recipe(_ name: String) -> [UInt8] {
  Array(#"{"@type":"Recipe","name":"\#(name)","recipeIngredient":["1 egg"],"recipeInstructions":["Boil."]}"#.utf8)
}

private func read(_ bytes: [UInt8], _ limits: ImportLimits = ImportLimits()) throws -> ImportedFile {
  try RecipeFile.read(bytes, name: "x.zip", limits: limits)
}

/// Tests run in the C locale, as a server does, in which libarchive makes no names but of ASCII.
struct ArchiveTests {
  /// The bytes of a name, with the flag of UTF-8 and without; and how it is shown.
  static let names: [([UInt8], UInt16, String)] = [
    (Array("Käsespätzle.json".utf8), 0x800, "Käsespätzle.json"),
    (Array("Käsespätzle.json".utf8), 0, "Käsespätzle.json"),
    (Array("Борщ/recipe.json".utf8), 0x800, "Борщ/recipe.json"), (Array("김치찌개.json".utf8), 0x800, "김치찌개.json"),
    (Array("Bœuf 🥩.json".utf8), 0x800, "Bœuf 🥩.json"),
    // CP437, Shift-JIS, CP949, CP866, and what is none of them.
    ([0x4B, 0x84, 0x73, 0x65] + Array(".json".utf8), 0, "Käse.json"),
    ([0x83, 0x4A, 0x83, 0x8C, 0x81, 0x5B] + Array(".json".utf8), 0, "カレー.json"),
    ([0xB1, 0xE8, 0xC4, 0xA1] + Array(".json".utf8), 0, "김치.json"),
    ([0x81, 0xAE, 0xE0, 0xE9] + Array(".json".utf8), 0, "Борщ.json"),
    ([0xFF, 0xFE, 0x41] + Array(".json".utf8), 0, "\u{A0}■A.json"),
    // Cut in the middle of a letter, though the flag says UTF-8: only its place is known.
    ([0x4B, 0xC3] + Array(".json".utf8), 0x800, "#2"),
  ]

  @Test(arguments: names) func `a recipe is read whatever its file's name is`(
    _ name: [UInt8], _ flags: UInt16, _: String
  )
    throws
  {
    let file = try read(zipped([(Array("a.json".utf8), recipe("A")), (name, recipe("B"))], flags: flags))
    #expect(file.recipes.map(\.title) == ["A", "B"])
    #expect(file.leftOut == LeftOut())
  }

  @Test(arguments: names) func `a damaged file is named as its owner knows it`(
    _ name: [UInt8], _ flags: UInt16, _ shown: String
  )
    throws
  {
    let damaged: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 1, 1, 1, 0, 0, 0]
    let file = try read(zipped([(Array("a.json".utf8), recipe("A")), (name, damaged)], flags: flags))
    #expect(file.leftOut.files == 1)
    if shown.utf8.allSatisfy({ $0 != 0x3F }) { #expect(file.leftOut.fileNames == [Text.fold(shown)]) }
  }

  @Test func `pictures are found beside recipes whose names are not ASCII`() throws {
    let file = try read(
      zipped(
        [
          (Array("Käse/recipe.json".utf8), recipe("A")), (Array("Käse/full.jpg".utf8), [0xFF, 0xD8, 1]),
          ([0x83, 0x4A] + Array("/recipe.json".utf8), recipe("B")),
          ([0x83, 0x4A] + Array("/full.jpg".utf8), [0xFF, 0xD8, 2]),
        ]))
    #expect(file.recipes.map(\.imageData) == [[0xFF, 0xD8, 1], [0xFF, 0xD8, 2]])
  }

  @Test(arguments: [false, true]) func `tar archives, of pax and of GNU`(_ gnu: Bool) throws {
    let file = try read(
      tarred([("Käsespätzle/recipe.json", recipe("A")), ("김치/recipe.json", recipe("B")), ("김치/a.txt", [65])], gnu: gnu))
    #expect(file.recipes.map(\.title) == ["A", "B"])
    #expect(file.leftOut.others == 1 && file.leftOut.otherNames == ["김치/a.txt"])
  }

  @Test func `whatever holds no recipe is counted and named`() throws {
    let names = [
      "R/a.json", "b.json", "readme.txt", "A/thumb.jpg", "B/full.jpg", "__MACOSX/._a.json", ".DS_Store", "folder/",
    ]
    let file = try read(
      zipped(names.map { (Array($0.utf8), $0 == "R/a.json" ? recipe("A") : $0 == "folder/" ? [] : [123, 125]) }))
    #expect(file.recipes.map(\.title) == ["A"])
    // Nobody misses what macOS adds.
    let others = Set(names).subtracting(["R/a.json", "folder/", "__MACOSX/._a.json", ".DS_Store"])
    #expect(file.leftOut.others == others.count && file.leftOut.files == 0)
    #expect(Set(file.leftOut.otherNames) == others)
  }

  @Test func `archives in an archive are read, and one in these is counted`() throws {
    let inner = zipped([(Array("recipe.json".utf8), recipe("B")), (Array("image.jpg".utf8), [0xFF, 0xD8])])
    let deep = zipped([
      (Array("c.zip".utf8), zipped([(Array("c.json".utf8), recipe("C"))])), (Array("d.json".utf8), recipe("D")),
    ])
    let file = try read(
      zipped([
        (Array("a.json".utf8), recipe("A")), (Array("1.zip".utf8), inner), (Array("2.zip".utf8), deep),
        (Array("3.zip".utf8), Array("no archive".utf8)), (Array("4.zip".utf8), zipped([(Array("x.txt".utf8), [65])])),
      ]))
    #expect(file.recipes.map(\.title) == ["A", "B", "D"])
    #expect(file.recipes[1].imageData == [0xFF, 0xD8])
    #expect(file.leftOut.fileNames == ["3.zip"])
    #expect(file.leftOut.otherNames == ["2.zip/c.zip", "4.zip/x.txt"])
  }

  @Test func `an entry that is encrypted does not take the others with it`() throws {
    // Bit 0 of the flags (APPNOTE 4.4.4), in both headers of the second entry.
    var archive = zipped([(Array("a.json".utf8), recipe("A")), (Array("b.json".utf8), recipe("B"))])
    let marks = archive.indices.filter { index in
      [[0x50, 0x4B, 3, 4], [0x50, 0x4B, 1, 2]].contains { archive[index...].starts(with: $0 as [UInt8]) }
    }
    archive[marks[1] + 6] |= 1
    archive[marks[3] + 8] |= 1
    let file = try read(archive)
    #expect(file.recipes.map(\.title) == ["A"] && file.leftOut.fileNames == ["b.json"])
    archive[marks[0] + 6] |= 1
    archive[marks[2] + 8] |= 1
    #expect(throws: ImportError.encrypted) { try read(archive) }
  }

  @Test func `an entry beyond the limit does not take the others with it`() throws {
    let large = [UInt8](repeating: 32, count: 33 << 20)
    let content = try Archive.unpack(
      InputFile(zipped([(Array("a".utf8), [1]), (Array("b".utf8), large), (Array("c".utf8), [3])])), .zip,
      limit: 32 << 20,
      wants: { _ in true })
    #expect(content.entries.map(\.path) == ["a", "c"])
    #expect(content.faults.map(\.path) == ["b"] && content.faults.map(\.fault) == [.tooLarge])
  }
}
