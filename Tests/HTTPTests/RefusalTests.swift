import Testing

@testable import HTTP

/// What is refused, and with what: every case closes the connection after its answer.
@Suite struct RefusalTests {
  static let host = "Host: localhost\r\n"

  static let cases: [(String, Int)] = [
    // Framing (RFC 9112 §6)
    ("POST / HTTP/1.1\r\n\(host)Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\n\(host)Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd", 400),
    ("POST / HTTP/1.1\r\n\(host)Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc", 400),
    ("POST / HTTP/1.1\r\n\(host)Content-Length: 3, 3\r\n\r\nabc", 400),
    ("POST / HTTP/1.1\r\n\(host)Content-Length: +3\r\n\r\nabc", 400),
    ("POST / HTTP/1.1\r\n\(host)Content-Length: -3\r\n\r\nabc", 400),
    ("POST / HTTP/1.1\r\n\(host)Content-Length: 0x3\r\n\r\nabc", 400),
    ("POST / HTTP/1.1\r\n\(host)Content-Length: 3 \u{a0}\r\n\r\nabc", 400),
    ("POST / HTTP/1.1\r\n\(host)Content-Length: ３\r\n\r\nabc", 400),
    ("POST / HTTP/1.1\r\n\(host)Content-Length:\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\n\(host)Content-Length: 99999999999999999999999\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\n\(host)Transfer-Encoding: gzip\r\n\r\n", 501),
    ("POST / HTTP/1.1\r\n\(host)Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501),
    ("POST / HTTP/1.1\r\n\(host)Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 501),
    ("POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\n\(host)Transfer-Encoding: \u{b}chunked\r\n\r\n0\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\n\(host)Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\n\(host)Transfer-Encoding: gzip,\r\n\tchunked\r\n\r\n0\r\n\r\n", 400),
    ("POST / HTTP/1.0\r\n\(host)Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    // Lines (RFC 9112 §2.2, §5)
    ("GET / HTTP/1.1\n\(host)\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: localhost\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: localhost\rX: y\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\n\(host)X: a\r\n b\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\n\(host)X: a\r\n\tb\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\n \(host)\r\n", 400),
    ("GET / HTTP/1.1\r\n\(host)X : a\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\n\(host)X\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\n\(host): a\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\n\(host)X Y: a\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\n\(host)X\u{e9}: a\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\n\(host)X: a\u{0}b\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\n\(host)X: a\u{1}b\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\n\(host)X: a\u{7f}b\r\n\r\n", 400),
    ("\r\n\r\nGET / HTTP/1.1\r\n\(host)\r\n", 400),
    ("\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}", 400),
    // Request line (RFC 9112 §3)
    ("GET /\r\n\r\n", 400),
    ("GET  / HTTP/1.1\r\n\(host)\r\n", 400),
    ("GET / HTTP/1.1 \r\n\(host)\r\n", 400),
    (" GET / HTTP/1.1\r\n\(host)\r\n", 400),
    ("GET\t/ HTTP/1.1\r\n\(host)\r\n", 400),
    ("G(T / HTTP/1.1\r\n\(host)\r\n", 400),
    ("GET / http/1.1\r\n\(host)\r\n", 400),
    ("GET / HTTP/1.10\r\n\(host)\r\n", 400),
    ("GET / HTTP/1.2\r\n\(host)\r\n", 505),
    ("GET / HTTP/2.0\r\n\(host)\r\n", 505),
    ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
    ("GET / HTTP/0.9\r\n\(host)\r\n", 505),
    // Host (RFC 9112 §3.2)
    ("GET / HTTP/1.1\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost:\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\n\(host)\(host)\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: local host\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: localhost:abc\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: localhost:70000\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a@localhost\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: localhost/x\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: [::1\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: localhost, example.org\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: example.org\r\n\r\n", 421),
    ("GET / HTTP/1.1\r\nHost: localhost.example.org\r\n\r\n", 421),
    ("GET http://example.org/ HTTP/1.1\r\n\(host)\r\n", 421),
    // Targets
    ("GET x HTTP/1.1\r\n\(host)\r\n", 400),
    ("GET * HTTP/1.1\r\n\(host)\r\n", 400),
    ("GET ftp://localhost/ HTTP/1.1\r\n\(host)\r\n", 400),
    ("GET http:///x HTTP/1.1\r\n\(host)\r\n", 400),
    ("GET http://u@localhost/ HTTP/1.1\r\n\(host)\r\n", 400),
    ("GET /a#b HTTP/1.1\r\n\(host)\r\n", 400),
    ("GET /é HTTP/1.1\r\n\(host)\r\n", 400),
    ("CONNECT localhost:80 HTTP/1.1\r\n\(host)\r\n", 405),
    ("GET /../etc/passwd HTTP/1.1\r\n\(host)\r\n", 400),
    ("GET /a/./b HTTP/1.1\r\n\(host)\r\n", 400),
    ("GET /..%2fetc HTTP/1.1\r\n\(host)\r\n", 400),
    ("GET /%2e%2e/etc HTTP/1.1\r\n\(host)\r\n", 400),
    ("GET /a%2fb HTTP/1.1\r\n\(host)\r\n", 400),
    ("GET /a%5cb HTTP/1.1\r\n\(host)\r\n", 400),
    ("GET /a%00b HTTP/1.1\r\n\(host)\r\n", 400),
    ("GET /a%0d%0ab HTTP/1.1\r\n\(host)\r\n", 400),
    ("GET /%ff HTTP/1.1\r\n\(host)\r\n", 400),
    ("GET /%c0%ae HTTP/1.1\r\n\(host)\r\n", 400),
    ("GET /%zz HTTP/1.1\r\n\(host)\r\n", 400),
    ("GET /%2 HTTP/1.1\r\n\(host)\r\n", 400),
    ("GET /?q=%00 HTTP/1.1\r\n\(host)\r\n", 400),
    // Limits and expectations
    ("GET /\(String(repeating: "a", count: 8 << 10)) HTTP/1.1\r\n\(host)\r\n", 414),
    ("GET /\(String(repeating: "a", count: 40 << 10))", 414),
    ("GET / HTTP/1.1\r\n\(host)X: \(String(repeating: "a", count: 33 << 10))\r\n\r\n", 431),
    ("GET / HTTP/1.1\r\n\(host)X: \(String(repeating: "a", count: 40 << 10))", 431),
    ("GET / HTTP/1.1\r\n\(host)\(String(repeating: "X: a\r\n", count: 100))\r\n", 431),
    ("POST / HTTP/1.1\r\n\(host)Expect: 200-ok\r\nContent-Length: 3\r\n\r\nabc", 417),
  ]

  @Test func everyMalformedRequestIsAnsweredAndClosed() async throws {
    let test = try await TestServer()
    for (request, status) in Self.cases {
      // What follows must never be taken for a request.
      let answer = try await test.client.raw(request + "GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(request.debugDescription.prefix(200)): \(answer.prefix(60))")
      #expect(answer.contains("Connection: close\r\n"), "\(request.debugDescription.prefix(200))")
      #expect(answer.components("HTTP/1.1 ") == 1, "\(request.debugDescription.prefix(200)): \(answer)")
    }
    #expect(!test.log.all.contains("GET /smuggled"))
    #expect(await test.isEmptied())
  }

  /// Chunked bodies that are none: the handler learns of it, and the connection ends.
  @Test(arguments: [
    "+3\r\nabc\r\n0\r\n\r\n", "0x3\r\nabc\r\n0\r\n\r\n", "-3\r\nabc", "\r\n0\r\n\r\n", "3\nabc\r\n0\r\n\r\n",
    "3\r\nabcd\r\n0\r\n\r\n", "3\r\nabc0\r\n\r\n", "ffffffffffffffff\r\n", "fffffffffffffff0\r\nabc",
    " 3\r\nabc\r\n0\r\n\r\n",
    "3 \r\nabc\r\n0\r\n\r\n", "３\r\nabc\r\n0\r\n\r\n", "3;a\u{0}\r\nabc\r\n0\r\n\r\n", "0\r\nX: \u{1}\r\n\r\n",
    "0\r\nX: y\n\r\n",
    // Extensions (RFC 9112 §7.1.1)
    "3;\r\nabc\r\n0\r\n\r\n", "3;;a\r\nabc\r\n0\r\n\r\n", "3;a;\r\nabc\r\n0\r\n\r\n", "3;=b\r\nabc\r\n0\r\n\r\n",
    "3;a=\r\nabc\r\n0\r\n\r\n", "3;a=b c\r\nabc\r\n0\r\n\r\n", "3;a b\r\nabc\r\n0\r\n\r\n",
    "3;a=\"b\r\nabc\r\n0\r\n\r\n",
    "3;a=\"b\"c\r\nabc\r\n0\r\n\r\n", "3;a=\"b\\\"\r\nabc\r\n0\r\n\r\n", "3;a=b=c\r\nabc\r\n0\r\n\r\n",
    "3;a/b\r\nabc\r\n0\r\n\r\n", "3;a \r\nabc\r\n0\r\n\r\n", "3;\u{e9}\r\nabc\r\n0\r\n\r\n", "3\t\r\nabc\r\n0\r\n\r\n",
    "3;a=\"\u{7f}\"\r\nabc\r\n0\r\n\r\n", "3;a\nabc\r\n0\r\n\r\n", "3;a\r\r\nabc\r\n0\r\n\r\n",
    "3 a\r\nabc\r\n0\r\n\r\n", "3;a=\"b\nc\"\r\nabc\r\n0\r\n\r\n", "3\r\nabc\r\n0;\r\n\r\n",
    // Trailers (RFC 9112 §7.1.2)
    "0\r\nX\r\n\r\n", "0\r\n: y\r\n\r\n", "0\r\nX : y\r\n\r\n", "0\r\n X: y\r\n\r\n", "0\r\nX: y\r\n folded\r\n\r\n",
    "0\r\nX\u{e9}: y\r\n\r\n", "0\r\nGET / HTTP/1.1\r\n\r\n", "0\r\n\n", "0\r\n\rX", "0\r\nX: y\r\r\n\r\n",
  ]) func malformedChunks(body: String) async throws {
    let test = try await TestServer()
    let head = "POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    let answer = try await test.client.raw(head + body + "GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
    #expect(answer.contains("Connection: close\r\n"))
    #expect(!test.log.all.contains("GET /smuggled"))
  }

  @Test func extensionsAndTrailersAreBounded() async throws {
    let test = try await TestServer()
    let head = "POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    let long = String(repeating: "x", count: 17 << 10)
    #expect(try await test.client.raw("\(head)3;\(long)\r\nabc\r\n0\r\n\r\n").hasPrefix("HTTP/1.1 400 "))
    #expect(try await test.client.raw("\(head)3\r\nabc\r\n0\r\nX: \(long)\r\n\r\n").hasPrefix("HTTP/1.1 400 "))
    let next = "GET /now HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    for body in [
      "3;a=b;c=\"d\"\r\nabc\r\n0\r\nX: y\r\n\r\n", "3;a\r\nabc\r\n0;b\r\n\r\n",
      "3 ; a = b ;\tc=\"\"\r\nabc\r\n00\r\n\r\n",
      "3;a=\";\\\"\u{e9}\t\"\r\nabc\r\n0\r\n\r\n", "3\r\nabc\r\n0\r\nX:\r\nY:\t\u{e9} \r\n\r\n",
    ] {
      let answer = try await test.client.raw(head + body + next)
      #expect(answer.contains("POST /echo abc") && answer.hasSuffix("now\n"), "\(body.debugDescription): \(answer)")
    }
  }

  @Test func whatIsAllowedIsAllowed() async throws {
    let test = try await TestServer()
    let close = "Connection: close\r\n\r\n"
    for (request, body) in [
      ("\r\nGET /a HTTP/1.1\r\n\(Self.host)\(close)", "GET /a "),
      ("GET http://LOCALHOST:81/a?b HTTP/1.1\r\nHost: example.org\r\n\(close)", "GET /a "),
      ("GET /where HTTP/1.1\r\nhOsT: LocalHost:8080\r\n\(close)", "http 127.0.0.1 localhost localhost:8080"),
      ("GET /where HTTP/1.1\r\nHost: [::1]:80\r\n\(close)", "http 127.0.0.1 [::1] [::1]:80"),
      ("GET /%C3%A9%20+ HTTP/1.1\r\n\(Self.host)X:\t a b \t\r\n\(close)", "GET /é + "),
      ("GET /a HTTP/1.0\r\n\(Self.host)\r\n", "GET /a "),
      ("POST /a HTTP/1.1\r\n\(Self.host)Content-Length: 3\r\n\(close)abc", "POST /a abc"),
      (
        "POST /a HTTP/1.1\r\n\(Self.host)Transfer-Encoding: ChunkeD\r\n\(close)3\r\nabc\r\n00a\r\n0123456789\r\n0\r\n\r\n",
        "POST /a abc0123456789"
      ),
      ("GET /a HTTP/1.1\r\n\(Self.host)\(String(repeating: "X: a\r\n", count: 98))\(close)", "GET /a "),
    ] {
      let answer = try await test.client.raw(request)
      #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.hasSuffix("\r\n\r\n\(body)"), "\(request): \(answer)")
    }
  }
}

extension String {
  /// How often the text occurs.
  func components(_ text: String) -> Int {
    var count = 0
    var rest = utf8[...]
    while let found = rest.firstIndex(of: text.utf8.first!) {
      rest = rest[found...]
      if rest.starts(with: text.utf8) { count += 1 }
      rest = rest.dropFirst()
    }
    return count
  }
}
