import Postgres

/// Parts of the statements of the search over everything: there is one for each kind of thing. A thing is found if each word of
/// the text is contained in its name (an item, in a word of its title or description). What begins with the text comes first,
/// then what has each word at the beginning of a word, then the rest.
///
/// Every text is compared as `searched` folds it: without case and accents, Hangul in letters.
enum SearchQueries {
  /// The rows that each statement returns at most.
  static let most = 8

  /// The words of the text, folded.
  static func words(_ text: String) -> SQL { "WITH \(fragment: terms(text)) SELECT word FROM term" }

  /// `query.phrase` is the whole text, folded; `term` has its words, at most eight.
  static func terms(_ text: String) -> SQL {
    """
    query AS MATERIALIZED (
      SELECT searched(btrim(\(text))) AS phrase
    ), term AS MATERIALIZED (
      SELECT DISTINCT left(word, 40) COLLATE "C" AS word, left(word, 40) || chr(1114111) COLLATE "C" AS beyond
      FROM regexp_split_to_table((SELECT phrase FROM query), '\\s+') AS word WHERE word <> '' LIMIT 8
    )
    """
  }

  /// How well `folded` matches; 0 is best.
  static let rank: SQL = """
    CASE WHEN starts_with(folded, phrase) THEN 0
      WHEN NOT EXISTS (SELECT FROM term WHERE strpos(' ' || folded, ' ' || word) = 0) THEN 1 ELSE 2 END
    """

  static let hasEachTerm: SQL =
    "EXISTS (SELECT FROM term) AND NOT EXISTS (SELECT FROM term WHERE strpos(folded, word) = 0)"

  /// A text as `searched` folds it. Of ASCII, which most are, that leaves small letters.
  static func folded(_ text: SQL) -> SQL {
    """
    CASE WHEN octet_length(\(fragment: text)) = char_length(\(fragment: text)) THEN lower(\(fragment: text))
      ELSE searched(\(fragment: text)) END
    """
  }

  /// A folded column with its Hangul in letters. Most are ASCII, which is known sooner than it is normalised.
  static func letters(_ column: SQL) -> SQL {
    """
    CASE WHEN octet_length(\(fragment: column)) = char_length(\(fragment: column)) THEN \(fragment: column)
      ELSE normalize(\(fragment: column), NFD) END
    """
  }
}
