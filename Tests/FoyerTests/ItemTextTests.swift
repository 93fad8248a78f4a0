import EventLoop
import SeededRandom
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// What items are found by (migration 0071): an index of three letters finds what LIKE finds in the folded texts.
  @Suite struct ItemTexts {
    private static let words = """
      milk bread the kitchen's tap (second) shelf plumber O'Reilly 100% snake_case back\\slash "when" receipt blue-folder balcony
      réserver l'hôtel œufs crème brûlée Noël garçon dîner à Lyon où déjà l’école chèque façade sœur
      молоко хлеб Ёлка и гирлянда прочитать письмо из школы подъезд объявление йогурт чай съёмка
      우유 빵 화분에 물 주기 전기 밥솥 도서관 책 반납 김치 냉장고 정리 세탁소 닭갈비 값 ㅋㅋ
      ＦＵＬＬ Straße ﬁn e\u{301}te\u{301} 🥛 a é я 값 https://example.org/a/long/path?with=words&and=more_of_them#at-the-end
      """.split(whereSeparator: \.isWhitespace).map(String.init)

    @Test func `Parts of words find the items that LIKE finds, in four languages`() async throws {
      let app = try await TestApp.shared()
      let (member, other) = (try await app.member(), try await app.member())
      let session = try Session(Target(url: app.databaseURL), deadline: .now() + .seconds(120))
      try session.run("SET ROLE foyer_app")
      var dice = SeededRandom()
      func text(_ count: ClosedRange<Int>) -> String {
        (0..<Int.random(in: count, using: &dice)).map { _ in Self.words.randomElement(using: &dice) ?? "" }.joined(
          separator: " ")
      }
      // Some descriptions are longer than what a list shows, and some titles.
      for number in 0..<240 {
        let title = number % 40 == 0 ? text(90...120) : text(1...5)
        let description = number % 3 == 0 ? "" : number % 3 == 1 ? text(1...20) : text(40...80) + "\n" + text(1...4)
        for household in number % 4 == 0 ? [member.household, other.household] : [member.household] {
          try session.run("SELECT set_config('foyer.household', \(household), false)")
          try session.run("INSERT INTO items (id, title, description) VALUES (\(UUID.v7()), \(title), \(description))")
        }
      }
      // Whole words, parts of them and of two words, and what is in none.
      var sought = Self.words + ["ㅂ", "밥ㅅ", "바", "кв", "zzz", ".", "'", "\\", "%", "_", "ё", "E\u{301}"]
      for _ in 0..<500 {
        func part() -> String {
          let letters = Array(Self.words.randomElement(using: &dice) ?? "").map(String.init)
          let start = Int.random(in: 0..<letters.count, using: &dice)
          return letters[start..<min(letters.count, start + Int.random(in: 1...5, using: &dice))].joined()
        }
        sought.append(Bool.random(using: &dice) ? part() : part() + " " + part())
      }
      for household in [member.household, other.household] {
        try session.run("SELECT set_config('foyer.household', \(household), false)")
        let rows = try session.run(
          """
          WITH text AS MATERIALIZED (
            SELECT id, searched(left(title, 500) || E'\\n' || left(description, 300)) AS shown, ARRAY(
              SELECT normalize(regexp_split_to_table(folded(title || E'\\n' || description), '[[:space:][:punct:]]+'), NFD)
              UNION SELECT normalize(regexp_split_to_table(folded(title || E'\\n' || description), '\\s+'), NFD)) AS words
            FROM items WHERE household_id = current_household()
          ), wanted AS MATERIALIZED (
            SELECT text, ARRAY(SELECT left(word, 40) FROM regexp_split_to_table(searched(text), '\\s+') AS word WHERE word <> '') AS words
            FROM unnest(\(sought)::text[]) AS text
          )
          SELECT wanted.text, cardinality(liked.ids) AS count, found.ids = liked.ids AS is_same
          FROM wanted, LATERAL (SELECT ARRAY(SELECT id FROM items_with(wanted.words, 100000) AS id ORDER BY id) AS ids) AS found, LATERAL (
            SELECT ARRAY(
              SELECT id FROM text
              WHERE NOT EXISTS (
                SELECT FROM unnest(wanted.words) AS word
                WHERE shown NOT LIKE '%' || replace(replace(replace(word, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'
                  AND NOT EXISTS (SELECT FROM unnest(text.words) AS own WHERE starts_with(own, word)))
              ORDER BY id) AS ids
          ) AS liked
          """)
        #expect(rows.count == sought.count)
        var found = 0
        for row in rows {
          found += try row["count"]
          let (text, isSame): (String, Bool) = (try row["text"], try row["is_same"])
          #expect(isSame, "\(text)")
        }
        #expect(found > 1000)
      }
    }

    /// Nothing that is sought is seen of another household, whatever the setting says.
    @Test func `The setting of what is sought shows no other household's texts`() async throws {
      let app = try await TestApp.shared()
      let (member, other) = (try await app.member(), try await app.member())
      try await other.add("Quincunx")
      try await member.add("Own")
      let session = try Session(Target(url: app.databaseURL), deadline: .now() + .seconds(120))
      try session.run("SET ROLE foyer_app")
      try session.run("SELECT set_config('foyer.household', \(member.household), false)")
      for sought in ["", "!nothing", "!nothing & !other", "\(other.household) | !a", "a | !a"] {
        try session.run("SELECT set_config('foyer.sought', \(sought), false)")
        #expect(try session.run("SELECT FROM item_texts WHERE household_id <> current_household()").count == 0)
        #expect(try session.run("SELECT FROM item_texts").count == 1)
        #expect(try session.run("SELECT FROM item_words WHERE household_id <> current_household()").count == 0)
        #expect(try session.run("SELECT FROM items_with('{quincunx}', 10)").count == 0)
        #expect(try session.run("SELECT FROM items_with('{ow}', 10)").count == 1)
        // The setting ends with the function.
        #expect(try session.run("SELECT FROM item_texts").count == 1)
      }
      for household in [nil, "", "00000000-0000-0000-0000-000000000000"] {
        if let household {
          try session.run("SELECT set_config('foyer.household', \(household), false)")
        } else {
          try session.run("RESET foyer.household")
        }
        #expect(try session.run("SELECT FROM item_texts").count == 0)
        #expect(try session.run("SELECT FROM items_with('{quincunx}', 10)").count == 0)
      }
    }

    /// A description and a checklist may have 300,000 letters, and a tsvector a megabyte.
    @Test func `The longest text of different words has keys`() async throws {
      // Each with a final consonant: three letters of three bytes.
      func syllable(_ number: Int) -> Character {
        Character(Unicode.Scalar(0xAC01 + UInt32(number % 399 * 28 + number / 399 % 27)) ?? " ")
      }
      let text = (0..<90_000).map { String([syllable($0), syllable($0 / 10_773)]) }.joined(separator: " ")
      let keys = try await TestApp.shared().number(
        """
        SELECT length(keys_of_texts(\(UUID.v7()), shown, further_words('Title', text, shown))::text::tsvector) AS n
        FROM (SELECT text, shown_text('Title', text) AS shown FROM (VALUES (\(text))) AS long (text)) AS long
        """)
      #expect(keys > 10_000)
    }

    /// A program of the version before, beside this one, asks the view for ranges of words.
    @Test func `Programs of before find items by the view of words`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let item = try await member.add("전기 밥솥", description: String(repeating: "filler ", count: 60) + "marmalade")
      func count(_ word: String) throws -> Int {
        try app.number(
          "SELECT count(DISTINCT item_id) AS n FROM item_words WHERE household_id = \(member.household) AND item_id = \(item) AND word >= searched(\(word)) AND word < searched(\(word)) || chr(1114111)"
        )
      }
      for word in ["전기", "밥ㅅ", "솥", "ille", "marmal"] { #expect(try count(word) == 1, "\(word)") }
      #expect(try count("armal") == 0)
    }
  }
}
