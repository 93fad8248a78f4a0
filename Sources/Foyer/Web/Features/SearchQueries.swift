import Postgres

/// Parts of the statements of the search over everything: there is one for each kind of thing. A thing is found if each word of
/// the text is contained in its name (an item, in a word of its title or description). What begins with the text comes first,
/// then what has each word at the beginning of a word, then the rest.
///
/// Every text is compared as `searched` folds it: without case and accents, Hangul in letters.
enum SearchQueries {
  /// The rows that each statement returns at most.
  static let most = 8

  /// The words of the text and the whole text, folded.
  static func words(_ text: String) -> SQL { "WITH \(fragment: terms(text)) SELECT word, phrase FROM term, query" }

  /// `query.phrase` is the whole text, folded; `term` has its words, at most eight.
  ///
  /// ASCII is folded and split here: in SQL that takes 150,000 instructions in each statement. Its words are one parameter and
  /// no array, of which PostgreSQL knows the length: it would plan the statements anew each time.
  static func terms(_ text: String) -> SQL {
    if let plain = PlainWords(text) {
      return """
        query AS MATERIALIZED (
          SELECT \(plain.phrase)::text AS phrase
        ), term AS MATERIALIZED (
          SELECT word COLLATE "C" AS word, word || chr(1114111) COLLATE "C" AS beyond
          FROM string_to_table(\(plain.words), ' ') AS word LIMIT 8
        )
        """
    }
    return """
      query AS MATERIALIZED (
        SELECT searched(btrim(\(text))) AS phrase
      ), term AS MATERIALIZED (
        SELECT DISTINCT left(word, 40) COLLATE "C" AS word, left(word, 40) || chr(1114111) COLLATE "C" AS beyond
        FROM regexp_split_to_table((SELECT phrase FROM query), '\\s+') AS word WHERE word <> '' LIMIT 8
      )
      """
  }

  /// A text of ASCII alone, folded and split as the statement for other texts does it.
  private struct PlainWords {
    let phrase: String
    /// With a space between them.
    let words: String

    init?(_ text: String) {
      guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
      let folded = text.lowercased()
      let begin = folded.drop { $0 == " " }
      phrase = String(begin.dropLast(begin.reversed().prefix { $0 == " " }.count))
      var words: [String] = []
      for word in folded.utf8.split(whereSeparator: { $0 == 0x20 || (9...13).contains($0) }) {
        let word = String(decoding: word.prefix(40), as: UTF8.self)
        if !words.contains(word) { words.append(word) }
      }
      self.words = words.prefix(8).joined(separator: " ")
    }
  }

  /// How well `folded` matches; 0 is best.
  static let rank: SQL = """
    CASE WHEN starts_with(folded, phrase) THEN 0
      WHEN NOT EXISTS (SELECT FROM term WHERE strpos(' ' || folded, ' ' || word) = 0) THEN 1 ELSE 2 END
    """

  /// One word is looked for first: its comparison is no join, and leaves few rows.
  static let hasEachTerm: SQL = """
    strpos(folded, (SELECT word FROM term LIMIT 1)) > 0 AND NOT EXISTS (SELECT FROM term WHERE strpos(folded, word) = 0)
    """

  /// A text as `searched` folds it. Of ASCII, which most are, that leaves small letters, which need no locale.
  static func folded(_ text: SQL) -> SQL {
    """
    CASE WHEN octet_length(\(fragment: text)) = char_length(\(fragment: text)) THEN lower(\(fragment: text) COLLATE "C") COLLATE "default"
      ELSE searched(\(fragment: text)) END
    """
  }

  /// The first 200 letters of a column. A short one is known to be short by its bytes.
  static func beginning(_ column: SQL) -> SQL {
    "CASE WHEN octet_length(\(fragment: column)) <= 200 THEN \(fragment: column) ELSE left(\(fragment: column), 200) END"
  }

  /// A folded column with its Hangul in letters. Most are ASCII, which is known sooner than it is normalised.
  static func letters(_ column: SQL) -> SQL {
    """
    CASE WHEN octet_length(\(fragment: column)) = char_length(\(fragment: column)) THEN \(fragment: column)
      ELSE normalize(\(fragment: column), NFD) END
    """
  }
}
