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
