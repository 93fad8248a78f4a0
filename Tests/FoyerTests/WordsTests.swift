import CivilTime
import Testing

@testable import Foyer

extension FoyerTests {
  @Suite struct WordsTests {
    private func day(_ text: String) throws -> CalendarDate { try #require(CalendarDate(text)) }

    static let ranges: [(first: String, last: String, texts: [Language: String])] = [
      (
        "2026-12-05", "2026-12-08",
        [
          .en: "5–8 December 2026", .fr: "du 5 au 8 décembre 2026", .ko: "2026년 12월 5~8일",
          .ru: "5–8 декабря 2026\u{A0}г.",
        ]
      ),
      (
        "2026-11-28", "2026-12-01",
        [
          .en: "28 November – 1 December 2026", .fr: "du 28 novembre au 1er décembre 2026",
          .ko: "2026년 11월 28일~12월 1일", .ru: "28 ноября\u{A0}— 1 декабря 2026\u{A0}г.",
        ]
      ),
      (
        "2026-12-30", "2027-01-02",
        [
          .en: "30 December 2026 – 2 January 2027", .fr: "du 30 décembre 2026 au 2 janvier 2027",
          .ko: "2026년 12월 30일~2027년 1월 2일",
          .ru: "30 декабря 2026\u{A0}г.\u{A0}— 2 января 2027\u{A0}г.",
        ]
      ),
      (
        "2026-12-01", "2026-12-01",
        [.en: "1 December 2026", .fr: "1er décembre 2026", .ko: "2026년 12월 1일", .ru: "1 декабря 2026\u{A0}г."]
      ),
    ]

    @Test(arguments: ranges)
    func `R40: a range of days says once what both have in common`(
      first: String, last: String, texts: [Language: String]
    ) throws {
      for language in Language.allCases {
        #expect(Strings(language).dates(try day(first), try day(last)) == texts[language])
      }
    }

    @Test func `R40: a moment as each language writes it`() throws {
      let nine = try #require(CivilTime(date: "2026-12-01")).seconds + 9 * 3600
      let times = [CivilTime(seconds: nine), CivilTime(seconds: nine + 5 * 60)]
      #expect(times.map { Strings(.en).text($0) } == ["1 December 2026, 09:00", "1 December 2026, 09:05"])
      #expect(
        times.map { Strings(.fr).text($0) }
          == ["1er décembre 2026 à 9\u{A0}h", "1er décembre 2026 à 9\u{A0}h\u{A0}05"])
      #expect(times.map { Strings(.ko).text($0) } == ["2026년 12월 1일 09:00", "2026년 12월 1일 09:05"])
      #expect(times.map { Strings(.ru).text($0) }[0] == "1 декабря 2026\u{A0}г., 09:00")
    }

    @Test(arguments: [
      ("김치찌개", "‘김치찌개’를"), ("된장국", "‘된장국’을"), ("물", "‘물’을"), ("Dal", "‘Dal’을"), ("Pie", "‘Pie’를"),
      ("Soup 3", "‘Soup 3’을"), ("비빔밥!", "‘비빔밥!’을"), ("\u{1100}\u{116E}\u{11A8}", "‘\u{1100}\u{116E}\u{11A8}’을"),
      ("Борщ", "‘Борщ’을(를)"), ("🍲", "‘🍲’을(를)"), ("을(를)", "‘을(를)’을"),
    ])
    func `R40: a Korean particle fits the word before it`(name: String, expected: String) {
      #expect(Strings(.ko).recipesNoticeAdded(name: name).hasPrefix(expected + " "))
    }

    @Test func `R40: a Korean subject, too`() {
      #expect(Strings(.ko).itemsNoMatchText(query: "우유").hasPrefix("‘우유’가 "))
      #expect(Strings(.ko).itemsNoMatchText(query: "빵").hasPrefix("‘빵’이 "))
    }

    /// The texts of a catalogue, with the line of each.
    private func texts(_ language: Language) -> [(line: Int, text: Substring)] {
      let lines = contents("\(packageRoot)/Locales/\(language.rawValue).po")
        .split(separator: "\n", omittingEmptySubsequences: false)
      return lines.enumerated().compactMap { number, line in
        guard line.hasPrefix("msgstr"), let quote = line.firstIndex(of: "\"") else { return nil }
        return (number + 1, line[quote...].dropFirst().dropLast())
      }
    }

    @Test func `R40: no line of a French text begins with its punctuation, none of a Russian one with a dash`() throws {
      for (line, text) in texts(.fr) {
        for mark in [" :", " ;", " !", " ?", " »", "« ", "'"] {
          #expect(!text.contains(mark), "fr.po:\(line): \(text)")
        }
      }
      for (line, text) in texts(.ru) {
        for mark in [" —", "“", "\u{201D}"] { #expect(!text.contains(mark), "ru.po:\(line): \(text)") }
      }
    }

    @Test func `R40: a Korean text has one word for a thing`() throws {
      for (line, text) in texts(.ko) {
        for word in ["요리법", "분류", "편집", "가정"] { #expect(!text.contains(word), "ko.po:\(line): \(text)") }
      }
    }
  }
}
