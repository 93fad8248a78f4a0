import EventLoop
import Postgres

/// The names of all pages in each language, as `searched` of the database folds them. They are the same in each search, so
/// that the first one of the program asks for them.
final class FoldedPlaces: Sendable {
  private struct Name {
    let folded: [UInt8]
    /// Further words, each with a space before it.
    let others: [UInt8]
  }
  private let known = Lock<[Language: [Name]]?>(nil)

  /// Adds the statement that folds the names, if they are not known yet.
  func ask(_ places: [NamedPlace], in batch: inout Batch) -> Batch.Key? {
    guard known.withLock({ $0 == nil }) else { return nil }
    let names = Language.allCases.flatMap { language in
      let strings = Strings(language)
      return places.map { (name: $0.name(strings), words: $0.words(strings)) }
    }
    return batch.add(SearchQueries.names(names))
  }

  /// Takes the rows of that statement: the names of one language after those of another.
  func take(_ rows: Rows) throws {
    let names = try rows.map { row in
      let (folded, others): (String, String) = (try row["folded"], try row["others"])
      return Name(folded: Array(folded.utf8), others: Array(" \(others)".utf8))
    }
    let count = names.count / Language.allCases.count
    let found = Language.allCases.enumerated().map { number, language in
      (language, Array(names[number * count..<(number + 1) * count]))
    }
    known.withLock { $0 = Dictionary(uniqueKeysWithValues: found) }
  }

  /// The best eight places, by the words of a text as other things are found, and by the beginnings of their further words:
  /// each with its folded name.
  func find(_ terms: [String], phrase: String, in language: Language) -> [(number: Int, folded: String)] {
    guard !terms.isEmpty, let names = known.withLock({ $0?[language] }) else { return [] }
    let words = terms.map { Array($0.utf8) }
    let whole = Array(phrase.utf8)
    var hits: [(rank: Int, number: Int)] = []
    for (number, name) in names.enumerated()
    where words.allSatisfy({
      name.folded.range(ofWord: $0) != nil || name.others.range(ofWord: [UInt8(ascii: " ")] + $0) != nil
    }) {
      let spaced = [UInt8(ascii: " ")] + name.folded
      let isAtWords = words.allSatisfy { spaced.range(ofWord: [UInt8(ascii: " ")] + $0) != nil }
      hits.append((name.folded.starts(with: whole) ? 0 : isAtWords ? 1 : 2, number))
    }
    return hits.sorted { $0 < $1 }.prefix(SearchQueries.most).map { hit in
      (hit.number, String(decoding: names[hit.number].folded, as: UTF8.self))
    }
  }
}

extension SearchQueries {
  /// Names of pages and their further words, folded, in their order.
  static func names(_ names: [(name: String, words: String)]) -> SQL {
    """
    SELECT \(fragment: folded("name")) AS folded, \(fragment: folded("words")) AS others
    FROM unnest(\(names.map(\.name))::text[], \(names.map(\.words))::text[]) WITH ORDINALITY AS p (name, words, number) ORDER BY number
    """
  }
}
