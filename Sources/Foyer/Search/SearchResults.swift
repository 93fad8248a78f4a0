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

  init(_ results: Results, _ query: Query, _ folded: FoldedPlaces, q: String, _ strings: Strings) throws {
    self.q = q
    let terms: [String] = try results[query.words].map { try $0["word"] }
    let reader = SearchReader(strings, terms: terms, text: query.text)
    var groups = try query.kinds.map { kind, key in
      let entries = try results[key].map { try kind.entry($0, reader) }
      return SearchGroup(
        name: kind.name, title: kind.title(strings), entries: entries, all: try kind.all(results[key], reader))
    }
    if let names = query.names { try folded.take(results[names]) }
    let phrase: String = try results[query.words].first?["phrase"] ?? ""
    let pages = folded.find(terms, phrase: phrase, in: strings.language).map { number, name in
      let place = query.places[number]
      let title = MarkedText(place.name(strings), folded: name, terms: terms)
      return SearchEntry(path: place.path, title: title, icon: place.icon)
    }
    groups.append(SearchGroup(name: "pages", title: strings.searchPages, entries: pages))
    self.groups = groups.filter { !$0.entries.isEmpty }
  }

  /// The statements of one search in a batch.
  struct Query {
    let text: String
    fileprivate let places: [NamedPlace]
    fileprivate let words: Batch.Key
    fileprivate let names: Batch.Key?
    fileprivate let kinds: [(SearchKind, Batch.Key)]

    /// - Parameter q: what was typed; more than a line of it names nothing.
    init(_ q: String, of features: Features, _ folded: FoldedPlaces, in batch: inout Batch) {
      let text = String(q.unicodeScalars.prefix(200))
      self.text = text
      let places = features.places
      self.places = places
      words = batch.add(SearchQueries.words(text))
      kinds = features.found.map { ($0, batch.add($0.query(text))) }
      names = folded.ask(places, in: &batch)
    }
  }
}
