import CivilTime
import HTTP
import Postgres

/// The results of one kind.
struct SearchGroup {
  let name: String
  let title: String
  let entries: [SearchEntry]
  /// The link to all matches: the kind's own search with the same words.
  var all: SearchLink?
}

/// The answer to a search over everything.
struct SearchResults {
  /// As typed.
  let q: String
  let groups: [SearchGroup]

  var count: Int { groups.reduce(0) { $0 + $1.entries.count } }

  /// The results before anything is typed: the pages.
  init(pages: [NamedPlace], _ strings: Strings) {
    q = ""
    let entries = pages.map { SearchEntry(path: $0.path, title: MarkedText($0.name(strings)), icon: $0.icon) }
    groups = [SearchGroup(name: "pages", title: strings.searchPages, entries: entries)]
  }

  init(_ results: Results, _ query: Query, q: String, _ strings: Strings) throws {
    self.q = q
    let terms: [String] = try results[query.words].map { try $0["word"] }
    let reader = SearchReader(strings, terms: terms, text: query.text)
    var groups = try query.kinds.map { kind, key in
      let entries = try results[key].map { try kind.entry($0, reader) }
      return SearchGroup(
        name: kind.name, title: kind.title(strings), entries: entries, all: try kind.all(results[key], reader))
    }
    let pages = try results[query.pages].map { row in
      let place = query.places[try row["number"] - 1]
      let title = try MarkedText(place.name(strings), folded: row["folded"], terms: terms)
      return SearchEntry(path: place.path, title: title, icon: place.icon)
    }
    groups.append(SearchGroup(name: "pages", title: strings.searchPages, entries: pages))
    self.groups = groups.filter { !$0.entries.isEmpty }
  }

  /// The statements of one search in a batch.
  struct Query {
    let text: String
    fileprivate let places: [NamedPlace]
    fileprivate let words, pages: Batch.Key
    fileprivate let kinds: [(SearchKind, Batch.Key)]

    /// - Parameters:
    ///   - q: what was typed; more than a line of it names nothing.
    ///   - language: of a reader who has chosen none.
    init(_ q: String, otherwise language: Language, of features: Features, in batch: inout Batch) {
      let text = String(q.unicodeScalars.prefix(200))
      self.text = text
      let places = features.places
      self.places = places
      words = batch.add(SearchQueries.words(text))
      kinds = features.found.map { ($0, batch.add($0.query(text))) }
      // The reader's language is not known yet.
      let named = Language.allCases.flatMap { language in
        let strings = Strings(language)
        return places.map { (name: $0.name(strings), words: $0.words(strings)) }
      }
      pages = batch.add(SearchQueries.names(named, otherwise: language, text))
    }
  }
}
