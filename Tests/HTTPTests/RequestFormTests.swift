import EventLoop
import Glibc
import Testing

@testable import HTTP

@Suite struct RequestFormTests {
  private func form(
    _ type: String?, _ chunks: [String], limits: FormLimits = .standard
  ) async throws -> Form {
    let source = PiecesSource(chunks.map { Array($0.utf8) })
    let fields: [(StaticString, String)] = type.map { [(StaticString("Content-Type"), $0)] } ?? []
    let request = TestRequest.make(.post, "/", fields, body: source)
    defer { withExtendedLifetime(source) {} }
    return try await request.form(limits: limits)
  }

  private func refusal(_ type: String?, _ chunks: [String], limits: FormLimits = .standard) async -> Int {
    do {
      _ = try await form(type, chunks, limits: limits)
      return 200
    } catch {
      return (error as? FormError)?.status.code ?? 0
    }
  }

  @Test(arguments: [
    "application/x-www-form-urlencoded", "Application/X-WWW-Form-Urlencoded; charset=UTF-8",
    "application/x-www-form-urlencoded;",
  ])
  func urlencoded(_ type: String) async throws {
    let form = try await form(type, ["a=1&b", "=%4", "1&a=2"])
    #expect(form.all("a") == ["1", "2"])
    #expect(form["b"] == "A")
  }

  @Test func multipart() async throws {
    let form = try await form(
      "multipart/form-data; boundary=\"b c\"",
      ["--b", " c\r\nContent-Disposition: form-data; name=a\r\n\r", "\n1\r\n--b c-", "-"])
    #expect(form["a"] == "1")
  }

  private static func part(_ name: String, filename: String, _ content: String) -> String {
    "--b\r\nContent-Disposition: form-data; name=\"\(name)\"; filename=\"\(filename)\"\r\n\r\n\(content)\r\n"
  }

  /// However the body is cut; a field stays in memory.
  @Test(arguments: [1, 2, 7, 1_000]) func uploadsGoToFiles(_ size: Int) async throws {
    let content = String(repeating: "one\r\n-", count: 200)
    let body = Array(
      ("--b\r\nContent-Disposition: form-data; name=text\r\n\r\nwords\r\n" + Self.part("file", filename: "a", content)
        + Self.part("file", filename: "b", "two") + Self.part("file", filename: "c", "")
        + Self.part("file", filename: "", "") + "--b--").utf8)
    let source = PiecesSource(
      stride(from: 0, to: body.count, by: size).map { Array(body[$0..<min($0 + size, body.count)]) })
    let request = TestRequest.make(.post, "/", [("Content-Type", "multipart/form-data; boundary=b")], body: source)
    let form = try await request.form(limits: FormLimits(bytes: 1_000, uploadBytes: 2_000, storesUploads: true))
    let files = form.files("file")
    #expect(form["text"] == "words")
    #expect(files.map(\.filename) == ["a", "b", "c"])
    #expect(files.map { $0.file?.count ?? 0 } == [content.utf8.count, 3, 0])
    #expect(source.givenBack == content.utf8.count + 3)
    let descriptor = try #require(files[0].file?.descriptor)
    var bytes = [UInt8](repeating: 0, count: 2_000)
    #expect(pread(descriptor, &bytes, bytes.count, 0) == content.utf8.count)
    #expect(bytes.prefix(content.utf8.count).elementsEqual(content.utf8))
  }

  @Test func uploadsToFilesHaveALimit() async {
    let body = Self.part("file", filename: "a", String(repeating: "x", count: 2_001)) + "--b--"
    #expect(
      await refusal(
        "multipart/form-data; boundary=b", [body], limits: FormLimits(uploadBytes: 2_000, storesUploads: true)) == 413)
  }

  /// One household leaves half of the disk's room to others; what is gone has room for others again.
  @Test func theDiskIsShared() throws {
    let room = DiskRoom(limit: 100)
    var first: TemporaryFile? = TemporaryFile(for: Share(0, 1), in: room)
    try first?.append(Array(repeating: 1, count: 50))
    #expect(throws: BodyError.overloaded) { try TemporaryFile(for: Share(0, 1), in: room).append([1]) }
    let second = TemporaryFile(for: Share(0, 2), in: room)
    try second.append(Array(repeating: 1, count: 50))
    #expect(throws: BodyError.overloaded) { try TemporaryFile(for: Share(0, 3), in: room).append([1]) }
    first = nil
    try TemporaryFile(for: Share(0, 3), in: room).append([1])
  }

  @Test func noBodyIsAnEmptyForm() async throws {
    #expect(try await form(nil, []).isEmpty)
    #expect(try await form("application/x-www-form-urlencoded", []).isEmpty)
  }

  @Test(
    arguments: [
      (nil, ["a=1"], 415), ("text/plain", ["a=1"], 415), ("application/json", ["{}"], 415), ("nonsense", ["a=1"], 415),
      ("application/x-www-form-urlencoded; charset=latin1", ["a=1"], 415),
      ("multipart/mixed; boundary=b", ["--b--"], 415),
      ("multipart/form-data", ["--b--"], 400), ("multipart/form-data; boundary=", ["--b--"], 415),
      ("multipart/form-data; boundary=\"b \"", ["--b --"], 400),
      ("multipart/form-data; boundary=b; boundary=c", ["--b--"], 415),
      ("multipart/form-data; boundary=b", [], 400), ("multipart/form-data; boundary=b", ["--b\r\n"], 400),
      ("application/x-www-form-urlencoded", ["a=%"], 400), ("application/x-www-form-urlencoded", ["a=%00"], 400),
      ("application/x-www-form-urlencoded", ["a=1&b=2", "&c=3&d=4"], 413),
      ("application/x-www-form-urlencoded", ["a=" + String(repeating: "x", count: 60), "12345678901234567890"], 413),
      ("multipart/form-data; boundary=b", [String(repeating: "x", count: 100), "--b--"], 413),
    ] as [(String?, [String], Int)])
  func refusals(_ type: String?, _ chunks: [String], _ status: Int) async {
    #expect(await refusal(type, chunks, limits: FormLimits(fields: 3, bytes: 80)) == status)
  }

  @Test func whatIsAnnouncedAsTooLargeIsNotRead() async throws {
    for (type, length) in [
      ("application/x-www-form-urlencoded", (1 << 20) + 1), ("multipart/form-data; boundary=b", (11 << 20) + 1),
    ] {
      let source = PiecesSource([[0x61]])
      let request = TestRequest.make(
        .post, "/", [("Content-Type", type)], body: source, announcedLength: length)
      await #expect(throws: FormError.self) { try await request.form() }
      #expect(try await source.nextBytes() == [0x61])
    }
  }
}
