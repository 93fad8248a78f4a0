import SeededRandom
import Testing

@testable import RecipeImport

struct JSONReaderTests {
  /// What pages write, and the plain JSON it must be read as.
  static let untidy: [(String, String)] = [
    (#"{"a":1,}"#, #"{"a":1}"#),
    (#"{"a":[1,2,],}"#, #"{"a":[1,2]}"#),
    ("{\"a\":\"x\ny\"}", #"{"a":"x\ny"}"#),
    (#"{"a":"say "hi" twice"}"#, #"{"a":"say \"hi\" twice"}"#),
    (#"{"a":"8" pan","b":1}"#, #"{"a":"8\" pan","b":1}"#),
    (#"{"a":"8"","b":1}"#, #"{"a":"8\"","b":1}"#),
    (#"{"a":"x" "b":"y"}"#, #"{"a":"x","b":"y"}"#),
    (#"<!-- {"a":1} -->"#, #"{"a":1}"#),
    ("//<![CDATA[\n{\"a\":1}\n//]]>", #"{"a":1}"#),
    (#"/* [no] */ {"a":/* one */1}"#, #"{"a":1}"#),
    (#"{"a":"\x\'\u12"}"#, #"{"a":"x'\\u12"}"#),
    (#"{"a":"\ud83c\udf70 \ud83c"}"#, #"{"a":"🍰 �"}"#),
    (#"{"a":[1,{"b":"cut o"#, #"{"a":[1,{"b":"cut o"}]}"#),
    (#"{"a":[1,2}"#, #"{"a":[1,2]}"#),
    (#"{a:'b', c: undefined, d: true}"#, #"{"a":"b","c":null,"d":true}"#),
    (#"window.x = {"a":1};"#, #"{"a":1}"#),
    (#"{"a":,"b":2}"#, #"{"b":2}"#),
  ]

  @Test(arguments: untidy) func `untidy JSON is understood`(_ untidy: String, _ tidy: String) {
    #expect(JSONReader.values(Array(untidy.utf8)) == JSONReader.values(Array(tidy.utf8)))
  }

  @Test func `values behind one another are all read`() {
    #expect(JSONReader.values(Array(#"{"a":1} {"b":2},[3]"#.utf8)).count == 3)
  }

  @Test func `depth without end ends`() {
    let open = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
    #expect(JSONReader.values(open).count == 1)
    let objects = Array(String(repeating: #"{"a":"#, count: 100_000).utf8)
    #expect(JSONReader.values(objects).count == 1)
  }

  @Test func `any bytes are read without a trap`() {
    var generator = SeededRandom()
    let alphabet = Array(#"{}[]",:\/'*u<>!-01e. "#.utf8) + [0, 10, 0x80, 0xC3, 0xA9, 0xFF]
    for _ in 0..<3_000 {
      let bytes = (0..<Int.random(in: 0...60, using: &generator)).map { _ in alphabet.randomElement(using: &generator)!
      }
      _ = JSONReader.values(bytes)
    }
  }

  @Test(arguments: ["[],", "\"a\",", "1,", "{\"a\":1},", "[[1],[2]],"])
  func `what is beyond the limit is not read, over all texts of a page together`(_ part: String) {
    let text = Array(("[" + String(repeating: part, count: JSONReader.maximumValues) + "]").utf8)
    var room = JSONReader.maximumValues
    let values = JSONReader.values(text, room: &room)
    #expect(values.count == 1 && values[0].elements.count <= JSONReader.maximumValues)
    #expect(room == 0)
    #expect(JSONReader.values(text, room: &room) == [])
  }
}
