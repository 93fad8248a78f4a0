import SeededRandom
import Testing

@testable import HTTP

private func fields(_ text: String, limits: FormLimits = .standard) throws -> [String] {
  let form = try Form(urlencoded: Array(text.utf8), limits: limits)
  return zip(form.names, form.names.map { form[$0] ?? "nil" }).map { "\($0)=\($1)" }
}

@Suite struct PercentCodingTests {
  @Test(arguments: [
    ("", ""), ("abc", "abc"), ("%41%4a%4A", "AJJ"), ("a+b", "a+b"), ("%2541", "%41"), ("%e2%82%AC", "€"),
  ])
  func decodes(_ encoded: String, _ text: String) {
    #expect(PercentCoding.decode(Array(encoded.utf8)[...]) == Array(text.utf8))
  }

  @Test(arguments: ["%", "%4", "a%", "%zz", "%+5", "%-1", "% 1", "%%41", "%１１", "%0x", "%4\u{0}", "%g0", "%0G"])
  func refuses(_ encoded: String) {
    #expect(PercentCoding.decode(Array(encoded.utf8)[...]) == nil)
  }

  @Test func encodesWhatIsNotUnreserved() {
    #expect(PercentCoding.encode("aZ09-._~") == "aZ09-._~")
    #expect(PercentCoding.encode("a b+c/d?é%") == "a%20b%2Bc%2Fd%3F%C3%A9%25")
    #expect(PercentCoding.encode("/a b/c", keepsSlash: true) == "/a%20b/c")
  }

  @Test func everyByteComesBack() throws {
    let text = String(String.UnicodeScalarView((1...0x2FF).compactMap(Unicode.Scalar.init)))
    #expect(PercentCoding.decode(Array(PercentCoding.encode(text).utf8)[...]) == Array(text.utf8))
  }
}

@Suite struct FormTests {
  @Test(arguments: [
    ("", []), ("&&", []), ("a", ["a="]), ("a=", ["a="]), ("=b", ["=b"]), ("=", ["="]), ("a=b", ["a=b"]),
    ("a=b&c=d", ["a=b", "c=d"]), ("&a=b&&c=d&", ["a=b", "c=d"]), ("a=b=c", ["a=b=c"]),
    ("a+b=c+d%2B", ["a b=c d+"]), ("%C3%A9=%F0%9F%8D%8B", ["é=🍋"]), ("a=%0D%0A", ["a=\r\n"]),
    ("a=%26%3D", ["a=&="]), ("a;b=c", ["a;b=c"]),
  ])
  func parses(_ text: String, _ expected: [String]) throws {
    #expect(try fields(text) == expected)
  }

  @Test(arguments: [
    ("a=%", FormError.invalidEscape(field: "a")), ("ok=1&a=%4", .invalidEscape(field: "a")),
    ("a=%+5", .invalidEscape(field: "a")), ("x=1&%zz=1", .invalidEscape(field: "field 2")),
    ("a=%00", .nullCharacter(field: "a")),
    ("%00=a", .nullCharacter(field: "field 1")),
    ("a=%FF", .invalidUTF8(field: "a")), ("a=%C0%80", .invalidUTF8(field: "a")), ("a=%C3", .invalidUTF8(field: "a")),
    ("a=%ED%A0%80", .invalidUTF8(field: "a")), ("a=%F4%90%80%80", .invalidUTF8(field: "a")),
    ("%80=a", .invalidUTF8(field: "field 1")),
  ])
  func refuses(_ text: String, _ error: FormError) {
    #expect(throws: error) { try fields(text) }
  }

  @Test func rawBytesAreHeldToTheSameRules() {
    #expect(throws: FormError.nullCharacter(field: "a")) { try Form(urlencoded: [0x61, 0x3D, 0x00]) }
    #expect(throws: FormError.invalidUTF8(field: "a")) { try Form(urlencoded: [0x61, 0x3D, 0xFF]) }
  }

  @Test func repeatedFieldsKeepTheirOrder() throws {
    let form = try Form(urlencoded: Array("tag=b&x=1&tag=a&tag=".utf8))
    #expect(form["tag"] == "b")
    #expect(form.all("tag") == ["b", "a", ""])
    #expect(form["nothing"] == nil)
    #expect(form.all("nothing") == [])
    #expect(form.file("tag") == nil)
  }

  @Test func namesAreComparedByteByByte() throws {
    // U+212A KELVIN SIGN is canonically K; e + U+0301 is canonically é.
    let form = try Form(urlencoded: Array("%E2%84%AA=1&e%CC%81=2".utf8))
    #expect(form["K"] == nil)
    #expect(form["\u{E9}"] == nil)
    #expect(form["e\u{301}"] == "2")
  }

  @Test func fieldsAreCounted() throws {
    let limits = FormLimits(fields: 3)
    #expect(try fields("a&b&&&&c", limits: limits).count == 3)
    #expect(throws: FormError.tooManyFields(limit: 3)) { try fields("a&b&c&d", limits: limits) }
    #expect(try fields((1...1_000).map { "f\($0)=" }.joined(separator: "&")).count == 1_000)
    #expect(throws: FormError.tooManyFields(limit: 1_000)) {
      try fields((1...1_001).map { "f\($0)=" }.joined(separator: "&"))
    }
  }

  @Test func bytesAreCounted() throws {
    let limits = FormLimits(bytes: 10)
    #expect(try fields("a=12345678", limits: limits) == ["a=12345678"])
    #expect(throws: FormError.tooLarge(limit: 10)) { try fields("a=123456789", limits: limits) }
  }

  @Test func everyScalarComesBackExactly() throws {
    for start in stride(from: UInt32(1), to: 0x11_0000, by: 0x1000) {
      var view = String.UnicodeScalarView()
      for value in start..<min(start + 0x1000, 0x11_0000) where value % 7 == start % 7 {
        if let scalar = Unicode.Scalar(value) { view.append(scalar) }
      }
      var form = Form()
      form.append("a", String(view))
      let value = try Form(urlencoded: Array(form.urlencoded.utf8))["a"]
      #expect(value.map { Array($0.utf8) } == Array(String(view).utf8))
    }
  }

  @Test func anyBytesAreAnsweredOrRefused() {
    var random = SeededRandom(seed: 7)
    let alphabet = Array("%&=+a0F\u{0}é".utf8) + [0xFF, 0x80]
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...12, using: &random)).map { _ in alphabet.randomElement(using: &random)! }
      guard let form = try? Form(urlencoded: bytes) else { continue }
      for name in form.names {
        #expect(!name.utf8.contains(0))
        #expect(form[name]?.utf8.contains(0) == false)
      }
    }
  }
}
