import HTML
import Testing

@Suite struct OutputTests {
  private func render(_ body: (inout Output) -> Void) -> String {
    var out = Output(capacity: 16)
    body(&out)
    return String(decoding: out.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("", ""), ("plain", "plain"), ("&", "&amp;"), ("<>", "&lt;&gt;"), ("a\"b'c", "a&#34;b&#39;c"),
    ("<script>alert('x')</script>", "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;"),
    ("&lt;", "&amp;lt;"), ("l'été à Čačak 집 👩‍👩‍👧 \u{202E}", "l&#39;été à Čačak 집 👩‍👩‍👧 \u{202E}"),
    ("end&", "end&amp;"), ("&start", "&amp;start"), ("\u{0}\r\n\t", "\u{0}\r\n\t"), ("＜fullwidth＞", "＜fullwidth＞"),
  ])
  func escapes(value: String, expected: String) {
    #expect(render { $0.text(value) } == expected)
    #expect(render { $0.attribute(value) } == expected)
    #expect(render { $0.text(value[...]) } == expected)
  }

  @Test func everyASCIICharacterIsEscapedOrKept() {
    let special: [UInt8: String] = [0x26: "&amp;", 0x3C: "&lt;", 0x3E: "&gt;", 0x22: "&#34;", 0x27: "&#39;"]
    for byte in UInt8(0)..<128 {
      let character = String(UnicodeScalar(byte))
      #expect(render { $0.text(character) } == special[byte] ?? character)
    }
  }

  /// Bytes are looked at eight at a time: each must be found at every place, and its neighbours left alone.
  @Test func everyByteAtEveryPlace() {
    let special: [UInt8: String] = [0x26: "&amp;", 0x3C: "&lt;", 0x3E: "&gt;", 0x22: "&#34;", 0x27: "&#39;"]
    for length in 1...18 {
      for place in 0..<length {
        for byte in UInt8.min...UInt8.max {
          var bytes = [UInt8](repeating: 0x21, count: length)
          bytes[place] = byte
          if place + 1 < length { bytes[place + 1] = 0x3D }
          let expected = bytes.flatMap { special[$0].map { Array($0.utf8) } ?? [$0] }
          var out = Output(capacity: 64)
          out.text(Bytes(bytes: bytes))
          guard out.bytes == expected else {
            Issue.record("\(bytes) became \(out.bytes)")
            return
          }
        }
      }
    }
  }

  /// What fits is written into the array itself; one byte more moves it.
  @Test(arguments: [0, 1, 99, 100, 101, 1000])
  func aPageOfAnyLength(length: Int) {
    let bytes = Output.bytes(capacity: 100) { out in
      for _ in 0..<length { out.raw("a") }
    }
    #expect(bytes == [UInt8](repeating: 0x61, count: length))
  }

  @Test func whatIsKnownToBePlainIsNotLookedAtAgain() {
    struct Claim: Renderable {
      let isPlain: Bool
      func withUTF8Bytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R { "<".withUTF8Bytes(body) }
    }
    for isPlain in [true, false] {
      let expected = isPlain ? "<" : "&lt;"
      #expect(render { $0.text(Claim(isPlain: isPlain)) } == expected)
      #expect(render { $0.attribute(Claim(isPlain: isPlain)) } == expected)
      // A scheme is looked at all the same.
      #expect(render { $0.url(Claim(isPlain: isPlain)) } == "&lt;")
    }
    for text in ["", "plain", "a longer text, plain"] { #expect("\(text)".withUTF8Bytes(Output.isPlain)) }
    for text in ["&", "a longer text & more", "a longer text, plain'"] { #expect(!text.withUTF8Bytes(Output.isPlain)) }
  }

  @Test func onlyUnreservedBytesStandInComponents() {
    let unreserved = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~".utf8)
    for byte in UInt8.min...UInt8.max {
      var out = Output(capacity: 4)
      out.urlComponent(Bytes(bytes: [byte]))
      #expect((out.bytes == [byte]) == unreserved.contains(byte))
      #expect(out.bytes.count == (unreserved.contains(byte) ? 1 : 3))
    }
  }

  private struct Bytes: Renderable {
    let bytes: [UInt8]
    func withUTF8Bytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R { bytes.withUnsafeBufferPointer(body) }
  }

  @Test func brokenUTF8HidesNothing() {
    var out = Output()
    // A lead byte that claims the < after it, a lone continuation byte, an overlong <, a byte that is never UTF-8.
    out.text(Bytes(bytes: [0xE2, 0x3C, 0x80, 0xC0, 0xBC, 0xFF, 0x22]))
    #expect(out.bytes == [0xE2] + Array("&lt;".utf8) + [0x80, 0xC0, 0xBC, 0xFF] + Array("&#34;".utf8))
    var url = Output()
    url.urlComponent(Bytes(bytes: [0xFF, 0x41]))
    #expect(url.bytes == Array("%FFA".utf8))
  }

  @Test func markupIsPrintedAsItIsOnlyInText() {
    let markup = Markup("<b>bold</b>")
    #expect(render { $0.text(markup) } == "<b>bold</b>")
    #expect(render { $0.attribute(markup) } == "&lt;b&gt;bold&lt;/b&gt;")
    let made = Markup { out in
      out.raw("<i>")
      out.text("<")
      out.raw("</i>")
    }
    #expect(render { $0.text(made) } == "<i>&lt;</i>")
  }

  @Test func numbers() {
    #expect(render { $0.text(0) } == "0")
    #expect(render { $0.text(-42) } == "-42")
    #expect(render { $0.text(Int.min) } == "-9223372036854775808")
    #expect(render { $0.text(Int64.max) } == "9223372036854775807")
    #expect(render { $0.text(UInt64.max) } == "18446744073709551615")
    #expect(render { $0.text(Int16.min) } == "-32768")
    #expect(render { $0.text("x" as Character) } == "x")
    #expect(render { $0.text("static" as StaticString) } == "static")
  }

  @Test(arguments: [
    "", "/items", "items/1", "?q=a:b", "#a:b", "//example.org/x", "https://example.org/", "HTTP://EXAMPLE.ORG",
    "mailto:a@example.org", "tel:+33123", "webcal://example.org/a.ics", "./a:b", "a/b:c",
  ])
  func goodURLs(url: String) {
    #expect(render { $0.url(url) } == url)
  }

  @Test(arguments: [
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "\tjavascript:alert(1)",
    "java\nscript:alert(1)",
    "\u{1}javascript:alert(1)", "data:text/html,<script>", "vbscript:x", "file:///etc/passwd", "http :x", ":", "htt:x",
    "httpss:x", "javascript\u{0}:alert(1)", "blob:x", "ｈttp:x",
  ])
  func badURLs(url: String) {
    #expect(render { $0.url(url) } == "#")
  }

  @Test func urlsAreEscapedForTheirAttribute() {
    #expect(render { $0.url("/a?b=\"&c='<") } == "/a?b=&#34;&amp;c=&#39;&lt;")
  }

  @Test func components() {
    #expect(render { $0.urlComponent("aZ09-._~") } == "aZ09-._~")
    #expect(
      render { $0.urlComponent("a b/c?d&e=f#g%h+i:j\"'<>\\") } == "a%20b%2Fc%3Fd%26e%3Df%23g%25h%2Bi%3Aj%22%27%3C%3E%5C"
    )
    #expect(render { $0.urlComponent("é집") } == "%C3%A9%EC%A7%91")
    #expect(render { $0.urlComponent(12) } == "12")
  }
}
