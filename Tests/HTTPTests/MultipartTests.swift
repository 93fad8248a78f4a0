import SeededRandom
import Testing

@testable import HTTP

private func parse(
  _ bytes: [UInt8], boundary: String = "b", limits: FormLimits = .standard, chunk: Int = .max
) throws(FormError) -> Form {
  var parser = try MultipartParser(boundary: Array(boundary.utf8), limits: limits)
  var index = 0
  while index < bytes.count {
    let end = min(bytes.count, chunk == .max ? bytes.count : index + chunk)
    try parser.push(Array(bytes[index..<end]))
    index = end
  }
  return try parser.finish()
}

private func parse(_ text: String, limits: FormLimits = .standard, chunk: Int = .max) throws(FormError) -> Form {
  try parse(Array(text.utf8), limits: limits, chunk: chunk)
}

/// A part of a body with the boundary `b`.
private func part(_ header: String, _ content: String) -> String { "--b\r\n\(header)\r\n\r\n\(content)\r\n" }

private func field(_ name: String, _ value: String) -> String {
  part("Content-Disposition: form-data; name=\"\(name)\"", value)
}

private func file(_ filename: String, _ content: String = "x", type: String = "image/png") -> String {
  part("Content-Disposition: form-data; name=\"f\"; filename=\"\(filename)\"\r\nContent-Type: \(type)", content)
}

/// Everything that a form holds, to compare two.
private func summary(_ form: Form) -> [String] {
  form.names.map { name in
    "\(name)=\(form.all(name))" + form.files(name).map { "\($0.filename)|\($0.contentType)|\($0.bytes)" }.joined()
  }
}

@Suite struct MultipartTests {
  @Test(arguments: [1, 2, 3, 5, 7, 64, Int.max])
  func fieldsAndFilesHoweverTheyAreCut(_ chunk: Int) throws {
    let body =
      "ignored\r\n" + field("title", "Milk 🥛") + field("empty", "") + field("lines", "a\r\nb\r\n\r\n--c\r\n-- b\r\n--")
      + file("cat.png", "\r\n--\r\n-\r\r\n\u{0}é") + field("title", "second") + "--b--\r\nignored --b\r\n--b"
    let form = try parse(body, chunk: chunk)
    #expect(form.names == ["title", "empty", "lines", "title", "f"])
    #expect(form["title"] == "Milk 🥛")
    #expect(form.all("title") == ["Milk 🥛", "second"])
    #expect(form["empty"] == "")
    #expect(form["lines"] == "a\r\nb\r\n\r\n--c\r\n-- b\r\n--")
    let file = try #require(form.file("f"))
    #expect(file.filename == "cat.png")
    #expect(file.contentType == "image/png")
    #expect(file.bytes == Array("\r\n--\r\n-\r\r\n\u{0}é".utf8))
    #expect(form["f"] == nil)
  }

  @Test(arguments: [
    "--b--", "--b--\r\n", "--b-- \t", "--b--  \r\nbye", "\r\n--b--",
    "--b\t \r\n" + field("a", "").dropFirst(4) + "--b--",
  ])
  func endings(_ body: String) throws {
    _ = try parse(body)
    _ = try parse(body, chunk: 1)
  }

  @Test func aPartMayEndWithItsHeader() throws {
    // RFC 2046 §5.1.1: body-part := MIME-part-headers [CRLF *OCTET]
    let form = try parse(
      "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n--b\r\nContent-Disposition: form-data; name=c\r\n\r\nd\r\n--b--"
    )
    #expect(form["a"] == "")
    #expect(form["c"] == "d")
  }

  @Test(arguments: [
    "", "--b", "--b\r\n", "--b-", "x", "--b--x", "--b--\r", "--b--\rx", "--bx\r\n", "-b--", field("a", "1"),
    field("a", "1") + "--b", field("a", "1") + "--b-", "--b\r\n\r\nx\r\n--b--", "--b\r\n\r\n\r\n--b--",
    "--b\nContent-Disposition: form-data; name=a\n\nx\n--b--", "--c\r\n", "--b\r\r\n",
    field("a", "x\r\n--bc") + "--b--", part("Content-Type: text/plain", "x") + "--b--",
    part("Content-Disposition: attachment; name=a", "x") + "--b--",
    part("Content-Disposition: form-data", "") + "--b--",
    part("Content-Disposition : form-data; name=a", "x") + "--b--",
    part("Content-Disposition: form-data; name=a\r\n folded: x", "x") + "--b--",
    part("Content-Disposition: form-data; name=a\r\nno header", "x") + "--b--",
    part("Content-Disposition: form-data; name=a\r\nX: \u{1}", "x") + "--b--",
    part("Content-Disposition: form-data; name=a\r\nX: \n", "x") + "--b--",
    part("Content-Disposition: form-data; name=a\rX: y", "x") + "--b--",
    part("Content-Disposition: form-data; name=a\r\nContent-Disposition: form-data; name=b", "x") + "--b--",
    part("Content-Disposition: form-data; name=a; name=b", "x") + "--b--",
    part("Content-Disposition: form-data; name=a; NAME=b", "x") + "--b--",
    part("Content-Disposition: form-data; name=\"a", "x") + "--b--",
    part("Content-Disposition: form-data; name=", "x") + "--b--",
    part("Content-Disposition: form-data name=a", "x") + "--b--",
    part("Content-Disposition: form-data; filename=x", "x") + "--b--",
    part("Content-Disposition: form-data; name=a\r\nContent-Type: text/plain\r\nContent-Type: text/plain", "x")
      + "--b--",
    part(": x", "x") + "--b--",
  ])
  func malformed(_ body: String) {
    for chunk in [Int.max, 1] {
      do {
        _ = try parse(body, chunk: chunk)
        Issue.record("taken")
      } catch {
        guard case .malformed = error else {
          Issue.record("\(error)")
          continue
        }
      }
    }
  }

  @Test func textIsHeldToTheRulesOfEveryForm() {
    #expect(throws: FormError.nullCharacter(field: "a")) { try parse(field("a", "x\u{0}") + "--b--") }
    #expect(throws: FormError.malformed("a line of a part's header is no header")) {
      try parse(field("a\u{0}", "x") + "--b--")
    }
    #expect(throws: FormError.invalidUTF8(field: "a")) {
      try parse(Array("--b\r\nContent-Disposition: form-data; name=a\r\n\r\n".utf8) + [0xFF] + Array("\r\n--b--".utf8))
    }
    #expect(throws: FormError.invalidUTF8(field: "a part's name")) {
      try parse(
        Array("--b\r\nContent-Disposition: form-data; name=\"".utf8) + [0xC3] + Array("\"\r\n\r\n\r\n--b--".utf8))
    }
  }

  @Test(arguments: [
    ("Content-Transfer-Encoding: base64", false), ("Content-Transfer-Encoding: 8BIT", true),
    ("Content-Type: text/plain; charset=utf-8", true), ("Content-Type: text/plain; charset=\"UTF-8\"", true),
    ("Content-Type: text/plain; charset=iso-8859-1", false), ("Content-Type: multipart/mixed; boundary=c", false),
    ("Content-Type: nonsense", true), ("X-Anything: é", true),
  ])
  func whatElseAPartSays(_ header: String, _ taken: Bool) {
    let body = part("Content-Disposition: form-data; name=a\r\n\(header)", "x") + "--b--"
    do {
      #expect(try parse(body)["a"] == "x")
      #expect(taken)
    } catch {
      guard case .unsupported = error else {
        Issue.record("\(error)")
        return
      }
      #expect(!taken)
    }
  }

  @Test(arguments: [
    ("cat.png", "cat.png"), ("../../etc/passwd", "passwd"), ("C:\\dir\\cat.png", "cat.png"), ("..", ""), ("a/..", ""),
    ("/", ""), ("é🍋.png", "é🍋.png"), ("a%22b.png", "a\"b.png"), ("a\\\"b.png", "a\"b.png"), ("50%.png", "50%.png"),
    ("a%0d%0Ab", "ab"), ("a%2fb", "a%2fb"), ("a;b.png", "a;b.png"), ("\\\\server\\x", "x"), ("a\tb", "ab"),
  ])
  func filenames(_ sent: String, _ name: String) throws {
    #expect(try parse(file(sent) + "--b--").file("f")?.filename == name)
  }

  @Test(arguments: [
    ("filename*=UTF-8''%e2%82%ac%20rates", "€ rates"), ("filename=x; filename*=utf-8'en'a%2Fb", "b"),
    ("filename*=UTF-8''a; filename=x", "a"), ("filename=plain", "plain"),
  ])
  func extendedFilenames(_ parameters: String, _ name: String) throws {
    let body = part("Content-Disposition: form-data; name=f; \(parameters)", "x") + "--b--"
    #expect(try parse(body).file("f")?.filename == name)
  }

  @Test(arguments: [
    ("filename*=UTF-8''%zz", FormError.invalidEscape(field: "a part's filename*")),
    ("filename*=UTF-8''%ff", .invalidUTF8(field: "a part's filename")),
    ("filename*=UTF-8''%00", .nullCharacter(field: "a part's filename")),
    ("filename*=ISO-8859-1''%e9", .unsupported("a part's filename* is not in UTF-8")),
    ("filename*=x", .unsupported("a part's filename* is not in UTF-8")),
  ])
  func extendedFilenamesRefused(_ parameters: String, _ error: FormError) {
    #expect(throws: error) {
      try parse(part("Content-Disposition: form-data; name=f; \(parameters)", "x") + "--b--")
    }
  }

  @Test func aFileInputLeftEmptyIsNoFile() throws {
    #expect(try parse(file("", "", type: "application/octet-stream") + "--b--").isEmpty)
    #expect(try parse(file("", "x") + "--b--").file("f")?.bytes == [0x78])
    #expect(try parse(file("empty.txt", "") + "--b--").file("f")?.bytes == [])
  }

  @Test func theSendersTypeIsReducedToItsEssence() throws {
    #expect(try parse(file("a", type: "Text/HTML; charset=x") + "--b--").file("f")?.contentType == "text/html")
    #expect(try parse(file("a", type: "?") + "--b--").file("f")?.contentType == "application/octet-stream")
    #expect(
      try parse(part("Content-Disposition: form-data; name=f; filename=a", "x") + "--b--").file("f")?.contentType
        == "application/octet-stream")
  }

  @Test func namesWithQuotesAsBrowsersAndCurlWriteThem() throws {
    #expect(try parse(field("a%22b", "1") + "--b--")["a\"b"] == "1")
    #expect(try parse(field("a\\\"b\\\\", "1") + "--b--")["a\"b\\"] == "1")
    #expect(try parse(field("a\\b", "1") + "--b--")["a\\b"] == "1")
  }

  @Test(arguments: [1, 1_000, Int.max])
  func limits(_ chunk: Int) throws {
    let limits = FormLimits(fields: 3, bytes: 400, uploadBytes: 50, partHeaderBytes: 100)
    #expect(try parse(field("a", "1") + field("b", "2") + field("c", "3") + "--b--", limits: limits).names.count == 3)
    #expect(throws: FormError.tooManyFields(limit: 3)) {
      try parse(String(repeating: field("a", "1"), count: 4) + "--b--", limits: limits, chunk: chunk)
    }
    let text = String(repeating: "x", count: 400)
    for body in [
      field("a", text) + "--b--", text + "\r\n--b--", "--b--\r\nx" + text, "--b" + String(repeating: " ", count: 401),
    ] {
      #expect(throws: FormError.tooLarge(limit: 400)) { try parse(body, limits: limits, chunk: chunk) }
    }
    let fifty = String(text.prefix(50))
    #expect(try parse(file("a", fifty) + "--b--", limits: limits, chunk: chunk).file("f")?.bytes.count == 50)
    #expect(throws: FormError.uploadTooLarge(limit: 50)) {
      try parse(file("a", fifty + "x") + "--b--", limits: limits, chunk: chunk)
    }
    #expect(throws: FormError.uploadTooLarge(limit: 50)) {
      try parse(file("a", String(text.prefix(26))) + file("a", String(text.prefix(26))) + "--b--", limits: limits)
    }
    #expect(throws: FormError.partHeaderTooLarge(limit: 100)) {
      try parse(part("X: " + text, "x"), limits: limits, chunk: chunk)
    }
    #expect(throws: FormError.partHeaderTooLarge(limit: 100)) {
      try parse("--b\r\nX: " + text, limits: limits, chunk: chunk)
    }
  }

  @Test func aRefusalComesBeforeTheEnd() throws {
    var parser = try MultipartParser(boundary: Array("b".utf8), limits: FormLimits(uploadBytes: 1_000))
    try parser.push(Array("--b\r\nContent-Disposition: form-data; name=f; filename=a\r\n\r\n".utf8))
    try parser.push([UInt8](repeating: 0x78, count: 1_000))
    #expect(throws: FormError.uploadTooLarge(limit: 1_000)) { try parser.push([0x78]) }
  }

  @Test(arguments: ["", " ", "a ", "a;b", "a\r\nb", "é", String(repeating: "a", count: 71), "a\u{0}", "a\"b", "a*b"])
  func boundariesRefused(_ boundary: String) {
    #expect(throws: FormError.self) { try MultipartParser(boundary: Array(boundary.utf8)) }
  }

  @Test(arguments: ["a b", "----WebKitFormBoundary0aZ", "'()+_,-./:=?", String(repeating: "-", count: 70)])
  func boundariesTaken(_ boundary: String) throws {
    let body =
      "--\(boundary)\r\nContent-Disposition: form-data; name=a\r\n\r\n--\r\n--\(boundary.dropLast())\r\n--\(boundary)--"
    #expect(try parse(Array(body.utf8), boundary: boundary)["a"] == "--\r\n--\(boundary.dropLast())")
    #expect(try parse(Array(body.utf8), boundary: boundary, chunk: 1)["a"] == "--\r\n--\(boundary.dropLast())")
  }

  @Test func almostDelimitersAreContent() throws {
    let boundary = String(repeating: "-", count: 68) + "ab"
    let almost = String(repeating: "\r\n--" + String(repeating: "-", count: 68) + "a", count: 2_000)
    let body = "--\(boundary)\r\nContent-Disposition: form-data; name=a\r\n\r\n\(almost)\r\n--\(boundary)--"
    #expect(try parse(Array(body.utf8), boundary: boundary, chunk: 1_001)["a"] == almost)
  }

  @Test func anyBytesGiveTheSameHoweverTheyAreCut() {
    var random = SeededRandom(seed: 42)
    let pieces = [
      "\r\n", "--b", "--", "\r", "\n", "-", "b", " ", "Content-Disposition: form-data; name=a", "; filename=x",
      "\r\n\r\n",
      "\u{0}", "é", "Content-Type: text/plain", "\r\n--b", "\r\n--b--",
      "--b\r\nContent-Disposition: form-data; name=\"c\"\r\n\r\n",
    ].map { Array($0.utf8) }
    let limits = FormLimits(fields: 3, bytes: 200, uploadBytes: 20, partHeaderBytes: 60)
    func outcome(_ bytes: [UInt8], _ chunk: Int) -> Result<[String], FormError> {
      Result { () throws(FormError) in summary(try parse(bytes, limits: limits, chunk: chunk)) }
    }
    var taken = 0
    for _ in 0..<20_000 {
      var bytes = Array("--b\r\nContent-Disposition: form-data; name=a".utf8)
      for _ in 0..<Int.random(in: 1...12, using: &random) { bytes += pieces.randomElement(using: &random)! }
      let whole = outcome(bytes, .max)
      let cut = outcome(bytes, Int.random(in: 1...6, using: &random))
      switch (whole, cut) {
      case (.success(let a), .success(let b)):
        taken += 1
        #expect(a == b)
      // Which of two faults is met first may depend on the cut.
      case (.failure, .failure): break
      default: Issue.record("\(String(decoding: bytes, as: UTF8.self).debugDescription): \(whole), \(cut)")
      }
    }
    #expect(taken > 100)
  }
}
