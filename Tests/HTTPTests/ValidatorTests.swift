import CZlib
import Testing

@testable import HTTP

@Suite struct ValidatorTests {
  private let validator = Validator(tag: "abc", lastModified: HTTPDate(seconds: 784_111_777))
  private let now = HTTPDate(seconds: 1_795_219_200)
  private static let before = "Sun, 06 Nov 1994 08:49:36 GMT"
  private static let same = "Sun, 06 Nov 1994 08:49:37 GMT"
  private static let after = "Sun, 06 Nov 1994 08:49:38 GMT"

  private func evaluate(_ fields: [String: String], readOnly: Bool = true) -> Validator.Precondition {
    validator.evaluate(conditions(fields), readOnly: readOnly, now: now)
  }

  private func conditions(_ fields: [String: String]) -> Validator.Conditions {
    func value(_ name: String) -> [UInt8]? { fields[name].map { Array($0.utf8) } }
    return Validator.Conditions(
      ifMatch: value("M"), ifUnmodifiedSince: value("US"), ifNoneMatch: value("NM"), ifModifiedSince: value("MS"),
      ifRange: value("R"))
  }

  @Test(arguments: [
    "\"abc\"", "W/\"abc\"", "*", " * ", "\"x\", \"abc\"", "\"x\",\"abc\"", "W/\"x\" , W/\"abc\"", ", ,\"abc\",",
    "\"a,b\", \"abc\"",
    "\"é\", \"abc\"",
  ])
  func ifNoneMatchFindsIt(_ list: String) {
    #expect(evaluate(["NM": list]) == .notModified)
    #expect(evaluate(["NM": list], readOnly: false) == .failed)
    #expect(evaluate(["NM": list, "MS": Self.before]) == .notModified)
  }

  @Test(arguments: [
    "", "abc", "\"abcd\"", "\"ab\"", "w/\"abc\"", "\"abc", "W/", "\"", "\"x\" \"abc\"", "x, \"abc\"", "*, \"x\"",
    "\"ABC\"",
  ])
  func ifNoneMatchDoesNot(_ list: String) {
    #expect(evaluate(["NM": list]) == .proceed)
    // RFC 9110 §13.1.3: the date does not count beside it.
    #expect(evaluate(["NM": list, "MS": Self.after]) == .proceed)
  }

  @Test func ifModifiedSince() {
    #expect(evaluate(["MS": Self.before]) == .proceed)
    #expect(evaluate(["MS": Self.same]) == .notModified)
    #expect(evaluate(["MS": Self.after]) == .notModified)
    #expect(evaluate(["MS": "Sunday, 06-Nov-94 08:49:37 GMT"]) == .notModified)
    #expect(evaluate(["MS": "yesterday"]) == .proceed)
    #expect(evaluate(["MS": Self.same], readOnly: false) == .proceed)
  }

  @Test func ifMatchIsStrong() {
    #expect(evaluate(["M": "\"abc\""]) == .proceed)
    #expect(evaluate(["M": "*"]) == .proceed)
    #expect(evaluate(["M": "W/\"abc\""]) == .failed)
    #expect(evaluate(["M": "W/\"abc\", \"abc\""]) == .proceed)
    #expect(evaluate(["M": "\"x\""]) == .failed)
    #expect(evaluate(["M": "\"abc\"", "US": Self.before]) == .proceed)
    #expect(evaluate(["M": "\"abc\"", "NM": "\"abc\""]) == .notModified)
  }

  @Test func theConditionsOfARequest() {
    let fields: [(StaticString, String)] = [("If-None-Match", "\"x\""), ("If-None-Match", "W/\"abc\"")]
    #expect(validator.outcome(of: TestRequest.make(.head, "/", fields)) == .notModified)
    #expect(validator.outcome(of: TestRequest.make(.post, "/", fields)) == .failed)
    #expect(validator.outcome(of: TestRequest.make()) == .proceed)
  }

  @Test func ifUnmodifiedSince() {
    #expect(evaluate(["US": Self.before]) == .failed)
    #expect(evaluate(["US": Self.same]) == .proceed)
    #expect(evaluate(["US": "?"]) == .proceed)
  }

  @Test(arguments: [
    ("\"abc\"", true), (" \"abc\" ", true), ("W/\"abc\"", false), ("\"x\"", false), ("*", false), ("", false),
    (same, true), (after, false), (before, false), ("\"x\", \"abc\"", false),
  ])
  func ifRange(_ value: String, _ allowed: Bool) {
    #expect(validator.allowsRange(conditions(["R": value]), now: now) == allowed)
    #expect(validator.allowsRange(conditions([:]), now: now))
  }
}

@Suite struct ByteRangeTests {
  @Test(
    arguments: [
      ("bytes=0-0", .part(0..<1)), ("bytes=0-9", .part(0..<10)), ("bytes=0-", .part(0..<10)),
      ("bytes=9-", .part(9..<10)),
      ("bytes=3-5", .part(3..<6)), ("bytes=3-500", .part(3..<10)), ("bytes=-3", .part(7..<10)),
      ("bytes=-500", .part(0..<10)),
      ("BYTES=0-0", .part(0..<1)), ("bytes= 0-0 ", .part(0..<1)), ("bytes=0-99999999999999999999999", .part(0..<10)),
      ("bytes=0-9223372036854775807", .part(0..<10)), ("bytes=-99999999999999999999999", .part(0..<10)),
      ("bytes=10-", .unsatisfiable), ("bytes=10-20", .unsatisfiable), ("bytes=-0", .unsatisfiable),
      ("bytes=99999999999999999999999-", .unsatisfiable), ("bytes=9223372036854775807-", .unsatisfiable),
      ("", .whole), ("bytes", .whole), ("bytes=", .whole), ("bytes=-", .whole), ("bytes=5-3", .whole),
      ("bytes=0-1,3-4", .whole),
      ("bytes=0-0,", .whole), ("bytes=a-b", .whole), ("bytes=+1-2", .whole), ("bytes=1--2", .whole),
      ("bytes=--2", .whole),
      ("lines=0-1", .whole), ("bytes:0-1", .whole), ("bytes=１-2", .whole), ("bytes=0x0-1", .whole),
      ("bytes=0 - 1", .whole),
      ("=0-1", .whole),
    ] as [(String, ByteRange)])
  func ofTenBytes(_ field: String, _ range: ByteRange) {
    #expect(ByteRange(Array(field.utf8)[...], size: 10) == range)
  }

  @Test func ofNoBytes() {
    for field in ["bytes=0-", "bytes=0-0", "bytes=-1", "bytes=-0"] {
      #expect(ByteRange(Array(field.utf8)[...], size: 0) == .unsatisfiable)
    }
  }
}

@Suite struct GzipTests {
  @Test(arguments: [[], [1], Array("hello".utf8), (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) }])
  func comesBack(_ bytes: [UInt8]) throws {
    let gzip = Gzip(level: 9)
    let compressed = try #require(gzip.compress(bytes))
    #expect(compressed.starts(with: [0x1F, 0x8B]))
    #expect(try #require(inflated(compressed)) == bytes)
    #expect(gzip.compress(bytes) == compressed)
  }
}

/// What a gzip stream holds.
func inflated(_ bytes: [UInt8]) -> [UInt8]? {
  var stream = z_stream()
  guard czlib_inflate_init(&stream, 15 + 16) == Z_OK else { return nil }
  defer { inflateEnd(&stream) }
  var input = bytes
  var status = Z_OK
  let result = [UInt8](unsafeUninitializedCapacity: 1 << 20) { output, count in
    input.withUnsafeMutableBufferPointer { input in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      stream.next_out = output.baseAddress
      stream.avail_out = UInt32(output.count)
      status = inflate(&stream, Z_FINISH)
      count = output.count - Int(stream.avail_out)
    }
  }
  return status == Z_STREAM_END ? result : nil
}
