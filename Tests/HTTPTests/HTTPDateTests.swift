import Testing

@testable import HTTP

@Suite struct HTTPDateTests {
  private let now = HTTPDate(seconds: 1_795_254_000)  // 2026-11-21

  private func parse(_ text: String) -> Int64? { HTTPDate(Array(text.utf8)[...], now: now)?.seconds }

  @Test(
    arguments: [
      (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
      (-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
      (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"), (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
      (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"), (-62_135_596_800, "Mon, 01 Jan 0001 00:00:00 GMT"),
    ] as [(Int64, String)])
  func writesAndReadsThePreferredForm(_ seconds: Int64, _ text: String) {
    #expect(HTTPDate(seconds: seconds).string == text)
    #expect(parse(text) == seconds)
  }

  @Test func everyDayOfTwoCenturiesComesBack() {
    var previous = ""
    for day in Int64(-37_000)...37_000 {
      let date = HTTPDate(seconds: day * 86_400 + 43_210)
      let text = date.string
      #expect(text != previous && text.utf8.count == 29)
      #expect(HTTPDate(date.bytes[...], now: now) == date)
      previous = text
    }
  }

  @Test(arguments: [Int64.min, Int64.max, -62_167_219_201, 253_402_300_800])
  func yearsThatDoNotFitAreHeldToTheEnds(_ seconds: Int64) {
    #expect(HTTPDate(seconds: seconds).bytes.count == 29)
  }

  @Test(
    arguments: [
      ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777), ("Sun Nov  6 08:49:37 1994", 784_111_777),
      ("Sun Nov 16 08:49:37 1994", 784_975_777), ("Saturday, 21-Nov-26 00:00:00 GMT", 1_795_219_200),
      ("Saturday, 21-Nov-76 00:00:00 GMT", 3_373_142_400),  // exactly 50 years ahead
      ("Sunday, 21-Nov-77 00:00:00 GMT", 248_918_400),  // 51: the past
      ("Sun, 06 Nov 1994 08:49:60 GMT", 784_111_800),  // a leap second
    ] as [(String, Int64)])
  func readsTheObsoleteForms(_ text: String, _ seconds: Int64) {
    #expect(parse(text) == seconds)
  }

  @Test(arguments: [
    "", "0", "Sun", "Sun, ", "now", "1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37",
    "Sun, 06 Nov 1994 08:49:37 UTC",
    "Sun, 06 Nov 1994 08:49:37 GMT ", " Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT",
    "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Tue, 29 Feb 2100 00:00:00 GMT",
    "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
    "Sun, +6 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 06 Nov １994 08:49:37 GMT",
    "Xun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT\u{0}", ",,,", "Sun Nov 6 08:49:37 1994",
    "Sun, 06 Nov 1994 -8:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT",
  ])
  func refuses(_ text: String) {
    #expect(parse(text) == nil)
  }
}
