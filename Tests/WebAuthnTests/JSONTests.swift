import Testing

@testable import StrictJSON
@testable import WebAuthn

@Suite struct JSONTests {
  @Test(arguments: [
    "null", "true", "false", "0", "-0.5e+10", "\"\"", "[]", "{}", " [ 1 , { \"a\" : [ ] } ]\n", "\"\\ud83c\\udf70\"",
  ])
  func `JSON is read, and comes back the same`(_ text: String) throws {
    let value = try JSON(Array(text.utf8))
    #expect(try JSON(Array(value.text.utf8)) == value)
  }

  @Test func `Every escape means its character`() throws {
    let text = #""\"\\\/\b\f\n\r\t\u0000\u00e9\uD83C\uDF70""#
    #expect(try JSON(Array(text.utf8)).string == "\"\\/\u{8}\u{c}\n\r\t\0é🍰")
    #expect(JSON.string("\u{1}\u{1f}\"\\é").text == #""\u0001\u001f\"\\é""#)
  }

  @Test(arguments: [
    "", " ", "nul", "nulll", "01", "1.", ".5", "+1", "1e", "-", "[1,]", "[,1]", "[1", "{\"a\":1,}", "{a:1}", "{\"a\"}",
    "{\"a\":1", "{} {}", "\"", "\"\\x\"", "\"\\u12\"", "\"\\ud83c\"", "\"\\ud83cx\"", "\"\\ud83c\\n\"", "\"\\udf70\"",
    "\"\n\"", "'a'", "{\"a\":1,\"a\":1}", "{\"a\":1,\"\\u0061\":2}", "/**/1", "NaN", "\u{feff}{}",
  ])
  func `Anything else is refused`(_ text: String) { #expect(throws: Refusal.self) { try JSON(Array(text.utf8)) } }

  @Test func `Bytes that are not UTF-8 are refused`() {
    for bytes in [[0x22, 0xff, 0x22], [0x22, 0xc0, 0x80, 0x22], [0x22, 0xed, 0xa0, 0x80, 0x22]] as [[UInt8]] {
      #expect(throws: Refusal.self) { try JSON(bytes) }
    }
  }

  @Test func `Names are compared by their code units`() throws {
    // The Kelvin sign is canonically equivalent to K.
    let object = try #require(try JSON(Array("{\"\\u212a\":1,\"K\":2}".utf8)).object)
    #expect(object["K"] == .number("2"))
  }

  @Test func `Depth and number of values and members are limited`() throws {
    #expect(throws: Refusal.self) { try JSON([UInt8](repeating: UInt8(ascii: "["), count: 100_000)) }
    let many = "[" + String(repeating: "0,", count: 500) + "0]"
    #expect(throws: Refusal.self) { try JSON(Array(many.utf8)) }
    func object(_ count: Int) -> [UInt8] {
      Array("{\((1...count).map { "\"\($0)\":0" }.joined(separator: ","))}".utf8)
    }
    #expect(try JSON(object(200)).object?["200"] == .number("0"))
    #expect(throws: Refusal.self) { try JSON(object(201)) }
  }
}
