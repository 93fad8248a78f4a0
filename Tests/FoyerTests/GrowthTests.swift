import StrictJSON
import Testing

@testable import HTTP
@testable import WebAuthn

/// The work for what somebody sends grows with its bytes, not with their square.
@Suite struct GrowthTests {
  @Test func `A walk of all pairs is found`() {
    let growth = growth(upTo: 400, { repeated($0) { "\($0)" } }) { bytes in
      var pairs = 0
      for one in bytes { for other in bytes where one == other { pairs += 1 } }
      #expect(pairs > 0)
    }
    #expect(growth > mostGrowth)
  }

  @Test func `JSON and CBOR of sign-ins`() {
    let prefix = String(repeating: "n", count: 90)
    let objects: [(String, (Int) -> [UInt8])] = [
      ("names", { Array("{".utf8) + repeated($0, ",") { "\"\(prefix)\($0)\":0" } + Array("}".utf8) }),
      ("one name", { Array("[".utf8) + repeated($0, ",") { "{\"\($0)\":0}" } + Array("]".utf8) }),
      ("escapes", { Array("\"".utf8) + repeated($0) { _ in "\\ud83c\\udf70" } + Array("\"".utf8) }),
      ("blanks", { repeated($0) { _ in " \n" } + Array("1".utf8) }),
      ("digits", { repeated($0) { "\($0)" } }),
      ("depth", { repeated($0) { _ in "[" } }),
    ]
    for (what, make) in objects {
      expectLinear(what, upTo: 8_000, make) { _ = try? JSON($0, maximumValues: 100_000) }
    }
    expectLinear("entries", upTo: 240, { [0xb9, 0, UInt8($0)] + repeated($0) { "x\u{19}\(prefix)\($0)" } }) {
      _ = try? CBOR($0)
    }
  }

  @Test func `Forms and queries`() throws {
    let limits = FormLimits(fields: 100_000, bytes: 8 << 20)
    for (what, text) in [("fields", "a=b&"), ("ampersands", "&"), ("escapes", "%41"), ("equals", "=")] {
      expectLinear(what, upTo: 40_000, { repeated($0) { _ in text } }) { _ = try? Form(urlencoded: $0, limits: limits) }
    }
    let boundary = Array("b".utf8)
    for (what, text) in [
      ("parts", "\r\n--b\r\nContent-Disposition: form-data; name=a\r\n\r\nb"), ("returns", "\r"), ("almost", "\r\n--"),
      ("blank ends", "\r\n--b "),
    ] {
      let make = { (count: Int) in
        Array("--b\r\nContent-Disposition: form-data; name=c\r\n\r\n".utf8) + repeated(count) { _ in text }
      }
      for chunk in [1, 1 << 14] {
        expectLinear("\(what) by \(chunk)", upTo: 4_000, make) {
          _ = try? Form(multipart: $0, boundary: boundary, limits: limits, chunk: chunk)
        }
      }
    }
    expectLinear("a part's header", upTo: 8_000, { repeated($0) { _ in "a: b\r\n" } }) {
      let head = Array("--b\r\n".utf8)
      _ = try? Form(multipart: head + $0, boundary: boundary, limits: FormLimits(partHeaderBytes: 1 << 20), chunk: 1)
    }
  }
}
