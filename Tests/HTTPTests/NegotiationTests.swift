import Testing

@testable import HTTP

@Suite struct NegotiationTests {
  private let offered = ["en", "fr", "ko", "ru"]

  @Test(
    arguments: [
      ("fr", "fr"), ("fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5", "fr"), ("en;q=0.1, ko;q=0.2", "ko"),
      ("de, ru;q=0.001", "ru"), ("ko-Kore-KR", "ko"), ("FR-ca", "fr"), ("de", nil), ("", nil), ("*", "en"),
      ("en;q=0, *", "fr"), ("en;q=0", nil), ("de;q=1, *;q=0.5", "en"), ("fr;q=0.5,ru;q=0.5", "fr"),
      ("fr;q=0, fr-CH", nil),
      ("zh-x-fr", nil), ("f, r", nil), ("fr;q=2", nil), ("fr;q=+1", nil), ("fr;q=0.1234, ru", "ru"), ("fr;q=１", nil),
      ("fr; q=0.5 , ru ; Q=0.6", "ru"), ("fr;q=", nil), (",,,fr,,", "fr"), ("-", nil), ("fr-", "fr"),
      ("fr;q=1.001", nil),
      ("fr;q=1.000", "fr"), ("fr;q=0.", nil), ("ｆｒ", nil),
    ] as [(String, String?)])
  func language(_ header: String, _ expected: String?) {
    #expect(AcceptLanguage(Array(header.utf8)).best(of: offered) == expected)
  }

  @Test func regionalTagsAreReturnedAsGiven() {
    #expect(AcceptLanguage(Array("pt-br".utf8)).best(of: ["en", "pt-BR"]) == "pt-BR")
    #expect(AcceptLanguage(Array("en".utf8)).best(of: []) == nil)
    #expect(AcceptLanguage(Array("*".utf8)).best(of: []) == nil)
  }

  @Test func aLongFieldIsReadToItsHundredthElement() {
    let many = Array(repeating: "de", count: 100_000) + ["fr"]
    #expect(AcceptLanguage(Array(many.joined(separator: ",").utf8)).best(of: offered) == nil)
  }

  @Test(arguments: [
    ("gzip", true), ("gzip, deflate, br", true), ("GZIP", true), ("x-gzip", true), ("*", true), ("gzip;q=0", false),
    ("gzip;q=0.000", false), ("gzip;q=0.001", true), ("br", false), ("", false), ("identity", false),
    ("gzip;q=0, *", false), ("*;q=0", false), ("identity;q=0.5, gzip;q=0.4", false),
    ("identity;q=0.5, gzip;q=0.5", true), ("deflate, gzip;q=1.0, *;q=0.5", true), ("gzip;q=x", false), ("gzipp", false),
  ])
  func encoding(_ header: String, _ expected: Bool) {
    #expect(AcceptEncoding(Array(header.utf8)[...]).prefersGzip == expected)
    #expect(!AcceptEncoding(nil).prefersGzip)
  }

  @Test(arguments: [
    ("text/html", "text/html", []), ("Text/HTML;Charset=UTF-8", "text/html", ["charset=UTF-8"]),
    (" text/html ; charset=\"utf-8\" ;; ", "text/html", ["charset=utf-8"]),
    (
      "multipart/form-data; boundary=----WebKitFormBoundaryAbC", "multipart/form-data",
      ["boundary=----WebKitFormBoundaryAbC"]
    ),
    ("a/b;x=\"q\\\"u; \\\\o\"", "a/b", ["x=q\"u; \\o"]), ("a/b;x=\"\"", "a/b", ["x="]),
    ("image/svg+xml", "image/svg+xml", []), ("a/b;x=1;y=2", "a/b", ["x=1", "y=2"]),
  ])
  func mediaType(_ text: String, _ essence: String, _ parameters: [String]) throws {
    let type = try #require(MediaType(Array(text.utf8)))
    #expect(type.essence == essence)
    #expect(type.parameters.map { "\($0.name)=\(String(decoding: $0.value, as: UTF8.self))" } == parameters)
  }

  @Test(arguments: [
    "", "text", "text/", "/html", "text/html/x", "text /html", "text/html; charset", "text/html; charset=",
    "text/html x",
    "text/html; charset=\"utf-8", "text/html; charset=a; CHARSET=b", "text/html, text/plain", "text/ht\u{0}ml",
    "text/html; a=\"\u{0}\"", "text/html; a=\"\\", "text/html; =b", "text/html; a = b", "tëxt/html",
    "text/html;" + (1...17).map { "a\($0)=1" }.joined(separator: ";"),
  ])
  func noMediaType(_ text: String) {
    #expect(MediaType(Array(text.utf8)) == nil)
  }
}
