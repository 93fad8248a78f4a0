import HTTP
import Postgres

/// A kind of thing that the search over everything finds.
struct SearchKind: Sendable {
  /// In ids of a page.
  let name: String
  /// The lowest is first on the page.
  let rank: Int
  let title: @Sendable (Strings) -> String
  /// The best eight things with the words of a text: `name`, `folded`, and what `entry` reads.
  let query: @Sendable (_ text: String) -> SQL
  let entry: @Sendable (Row, SearchReader) throws -> SearchEntry
  /// The link to all matches, if there are more.
  var all: @Sendable (Rows, SearchReader) throws -> SearchLink? = { _, _ in nil }
}

/// One thing that was found.
struct SearchEntry {
  let path: String
  let title: MarkedText
  let icon: String
  /// The line below the title: a category, dates, a town.
  var detail = MarkedText("")
  /// An item that is done, a stay that is over.
  var isOver = false
  /// A category's or tag's own sign, instead of the icon.
  var color: LabelColor?
  var emoji = ""

  /// Whether it is a form instead of a link.
  var isSignOut: Bool { path == NamedPlace.signOut }
}

struct SearchLink {
  let path: String
  let text: String
}

/// The words of a search, which entries are made with.
struct SearchReader {
  let strings: Strings
  /// Folded.
  let terms: [String]
  /// For a query in a path.
  let q: String

  init(_ strings: Strings, terms: [String], text: String) {
    self.strings = strings
    self.terms = terms
    q = PercentCoding.encode(text)
  }

  func marked(_ row: Row) throws -> MarkedText { try MarkedText(row["name"], folded: row["folded"], terms: terms) }

  /// The link to a kind's own search, if it finds more.
  /// - Parameter total: the number of matches; nil if they were not counted.
  func all(_ path: String, _ rows: Rows, total: Int?) -> SearchLink? {
    guard rows.count == SearchQueries.most, total != rows.count else { return nil }
    return SearchLink(path: path, text: total.map { strings.searchAll(count: $0) } ?? strings.searchAllMatches)
  }
}
