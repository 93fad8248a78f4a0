import HTTP
import Postgres

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
  var isSignOut: Bool { path == SearchPage.signOut }
}

/// The results of one kind.
struct SearchGroup {
  let name: String
  let title: String
  let entries: [SearchEntry]
  /// The link to all matches: the kind's own search with the same words.
  var all: (path: String, text: String)?
}

/// The answer to a search over everything.
struct SearchResults {
  /// As typed.
  let q: String
  let groups: [SearchGroup]

  var count: Int { groups.reduce(0) { $0 + $1.entries.count } }

  /// The results before anything is typed: the pages.
  init(pages strings: Strings) {
    q = ""
    let entries = SearchPage.all(strings).map {
      SearchEntry(path: $0.path, title: MarkedText($0.name), icon: $0.icon)
    }
    groups = [SearchGroup(name: "pages", title: strings.searchPages, entries: entries)]
  }

  init(_ results: Results, _ query: Query, q: String, _ strings: Strings) throws {
    self.q = q
    let reader = Reader(
      results: results, terms: try results[query.words].map { try $0["word"] }, q: PercentCoding.encode(query.text),
      strings: strings)
    groups = [
      try reader.items(query.items), try reader.recipes(query.recipes), try reader.hosts(query.hosts),
      try reader.stays(query.stays), try reader.people(query.people),
      try reader.labels(.category, strings.navCategories, query.categories),
      try reader.labels(.tag, strings.navTags, query.tags), try reader.pages(query.pages),
    ].filter { !$0.entries.isEmpty }
  }

  /// The statements of one search in a batch.
  struct Query {
    let text: String
    let words, items, recipes, hosts, stays, people, categories, tags, pages: Batch.Key

    /// - Parameters:
    ///   - q: what was typed; more than a line of it names nothing.
    ///   - language: of a reader who has chosen none.
    init(_ q: String, otherwise language: Language, in batch: inout Batch) {
      text = String(q.unicodeScalars.prefix(200))
      words = batch.add(SearchQueries.words(text))
      items = batch.add(SearchQueries.items(text))
      recipes = batch.add(SearchQueries.recipes(text))
      hosts = batch.add(SearchQueries.hosts(text))
      stays = batch.add(SearchQueries.stays(text))
      people = batch.add(SearchQueries.people(text))
      categories = batch.add(SearchQueries.labels(.category, text))
      tags = batch.add(SearchQueries.labels(.tag, text))
      // The reader's language is not known yet.
      let languages = Language.allCases
      pages = batch.add(
        SearchQueries.names(
          languages.flatMap { SearchPage.all(Strings($0)).map(\.name) }, in: languages.map(\.rawValue),
          otherwise: language.rawValue, text))
    }
  }
}

/// Makes groups of rows.
private struct Reader {
  let results: Results
  let terms: [String]
  /// For a query in a path.
  let q: String
  let strings: Strings

  func items(_ key: Batch.Key) throws -> SearchGroup {
    let entries = try results[key].map { row in
      let id: UUID = try row["id"]
      let around = try MarkedText(around: row["description"], folded: row["folded_description"], terms: terms)
      let (category, later): (String?, Int?) = (try row["category"], try row["later"])
      let hidden = later.map { MarkedText(strings.itemsLater(date: strings.date(CalendarDate(days: $0).civil))) }
      return SearchEntry(
        path: "/items/\(id)/edit", title: try marked(row), icon: try row["is_done"] ? "check" : "list",
        detail: hidden ?? around ?? MarkedText(category ?? ""), isOver: try row["is_done"])
    }
    return SearchGroup(
      name: "items", title: strings.navItems, entries: entries,
      all: try all(entries, "/items?status=all&q=\(q)", results[key].first?["total"]))
  }

  func recipes(_ key: Batch.Key) throws -> SearchGroup {
    let entries = try results[key].map { row in
      let id: UUID = try row["id"]
      return SearchEntry(
        path: "/recipes/\(id)", title: try marked(row), icon: "pot",
        detail: MarkedText(strings.cuisine(try row["cuisine"])))
    }
    // Its own search may leave some out, by what somebody eats: a number would promise too much.
    let total: Int? = try results[key].first?["total"]
    return SearchGroup(
      name: "recipes", title: strings.navRecipes, entries: entries,
      all: total ?? 0 > entries.count ? all(entries, "/recipes/results?q=\(q)", nil) : nil)
  }

  func hosts(_ key: Batch.Key) throws -> SearchGroup {
    let entries = try results[key].map { row in
      let id: UUID = try row["id"]
      let place = try MarkedText(row["place"], folded: row["folded_place"], terms: terms)
      return SearchEntry(path: "/hosts/\(id)", title: try marked(row), icon: "bed", detail: place)
    }
    return SearchGroup(
      name: "hosts", title: strings.staysHosts, entries: entries,
      all: try all(entries, "/hosts?q=\(q)", results[key].first?["total"]))
  }

  func stays(_ key: Batch.Key) throws -> SearchGroup {
    let entries = try results[key].map { row in
      let (id, state): (UUID, StayState) = (try row["id"], try row["state"])
      let dates = strings.dates(try row["arrival"], try row["departure"])
      return SearchEntry(
        path: try row["is_host"] ? "/hosting/requests/\(id)" : "/requests#request-\(id)", title: try marked(row),
        icon: "calendar", detail: MarkedText("\(dates) · \(state.text(strings))"),
        isOver: state != .pending && state != .accepted)
    }
    return SearchGroup(name: "stays", title: strings.navStays, entries: entries)
  }

  func people(_ key: Batch.Key) throws -> SearchGroup {
    let entries = try results[key].map { row in
      SearchEntry(path: "/household", title: try marked(row), icon: "person")
    }
    return SearchGroup(name: "people", title: strings.searchPeople, entries: entries)
  }

  func labels(_ kind: LabelKind, _ title: String, _ key: Batch.Key) throws -> SearchGroup {
    let entries = try results[key].map { row in
      let id: UUID = try row["id"]
      return SearchEntry(
        path: kind == .category ? "/items?category=\(id)" : "/items?tag=\(id)", title: try marked(row),
        icon: kind == .category ? "folder" : "tag", color: LabelColor(try row["color"]), emoji: try row["icon"])
    }
    return SearchGroup(name: kind.rawValue, title: title, entries: entries)
  }

  func pages(_ key: Batch.Key) throws -> SearchGroup {
    let offered = SearchPage.all(strings)
    let entries = try results[key].map { row in
      let page = offered[try row["number"] - 1]
      return SearchEntry(
        path: page.path, title: MarkedText(page.name, folded: try row["folded"], terms: terms), icon: page.icon)
    }
    return SearchGroup(name: "pages", title: strings.searchPages, entries: entries)
  }

  private func marked(_ row: Row) throws -> MarkedText {
    try MarkedText(row["name"], folded: row["folded"], terms: terms)
  }

  /// - Parameter total: the number of matches; nil if they were not counted.
  private func all(_ entries: [SearchEntry], _ path: String, _ total: Int?) -> (path: String, text: String)? {
    guard entries.count == SearchQueries.most, total != entries.count else { return nil }
    return (path, total.map { strings.searchAll(count: $0) } ?? strings.searchAllMatches)
  }
}
