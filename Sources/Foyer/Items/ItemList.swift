import HTML
import HTTP
import Postgres

/// One page of items, with what stands around it.
struct ItemList {
  /// As it was asked for; `at` only if the page has that item.
  var filter: ItemFilter
  let sections: [Section]
  /// The URL of the next page.
  let next: String?
  /// The sections of which no row is on this page or before it.
  let heads: [SectionHead]
  /// Whether the page begins at an item in the middle of the list.
  let startsLater: Bool
  /// Whether to-dos are there that came with the household.
  let hasSamples: Bool
  let members: [HouseholdMember]
  let counts: ItemCounts
  let loadError: String?
  /// The parts of the filter in words, each with the URL without it.
  let chosen: [(name: String, without: String)]

  /// The statements of a list in their batch.
  struct Query {
    fileprivate let filter: ItemFilter
    fileprivate let page: PageQuery
    /// The page that begins at an item, should the first one not have it.
    fileprivate let later: (at: UUID, page: PageQuery)?
    /// The names that the filter speaks of.
    fileprivate let names: Batch.Key?

    /// - Parameter stays: whether it is the first page that is asked for, wherever the marked item is.
    init(_ filter: ItemFilter, stays: Bool = false, in batch: inout Batch) {
      self.filter = filter
      var first = filter
      first.at = nil
      page = PageQuery(first, in: &batch)
      names = filter.speaksOfNames ? batch.add(ItemQueries.names(filter)) : nil
      later = stays ? nil : filter.at.map { ($0, PageQuery(filter, in: &batch)) }
    }
  }

  fileprivate struct PageQuery {
    let rows: Batch.Key
    /// Nil if the rows have their sections.
    let sections: Batch.Key?

    init(_ filter: ItemFilter, in batch: inout Batch) {
      rows = batch.add(ItemQueries.list(filter))
      sections = filter.narrows ? nil : batch.add(ItemQueries.sections(filter))
    }
  }

  /// - Parameter counts: the result of `ItemQueries.counts()` after a change; without it the numbers are those that
  ///   opened the transaction.
  init(_ results: Results, _ query: Query, _ context: Context, counts: Rows? = nil) throws {
    var filter = query.filter
    var page = try Self.content(results, query.page, filter, context)
    var startsLater = false
    if let (at, laterPage) = query.later, !page.sections.contains(where: { $0.items.contains { $0.id.value == at } }) {
      let later = try Self.content(results, laterPage, filter, context)
      startsLater = later.sections.first?.items.first?.id.value == at
      if startsLater { page = later } else { filter.at = nil }
    }
    self.filter = filter
    sections = page.sections
    self.startsLater = startsLater
    next = page.last.map { filter.url(after: $0) }
    heads = page.last == nil || !filter.showsAllSections ? [] : page.heads
    // If no item matches, the last row is a member row.
    let samples: Bool? = try results[query.page.sections ?? query.page.rows].last.flatMap { try $0["has_samples"] }
    hasSamples = samples ?? false
    members = page.members
    self.counts = try counts.map { try ItemCounts($0) } ?? ItemCounts(context.visitor, later: page.later)
    // Hide the load error once items exist: there is nothing to try again.
    loadError = self.counts.isEmpty ? context.visitor?.loadProblem.map { context.strings.text($0) } : nil
    chosen = try Self.chosen(filter, query.names.map { results[$0] }, context.strings)
  }

  /// The contents of a page's rows: its sections, the heads of those behind it, where the next page begins, if there is one, and
  /// how many items of the household are hidden until later.
  private typealias Content = (
    sections: [Section], heads: [SectionHead], last: UUID?, members: [HouseholdMember], later: Int
  )

  /// Tags and members of a page: the rows without a section.
  private struct Names {
    var tags = Item.Labels()
    var people = Item.People()
    var later = 0

    mutating func add(_ id: RowID?, _ row: Row) throws {
      // `is_done` is NULL for tag rows; for member rows it marks the visitor.
      if let id { try row["is_done"] as Bool? == nil ? tags.append(id, row) : people.append(id, row) }
      // Each member's row has the number, and no tag's.
      later = try row["later"] ?? later
    }
  }

  private static func content(
    _ results: Results, _ query: PageQuery, _ filter: ItemFilter, _ context: Context
  ) throws -> Content {
    // Those that are not reached yet; nil if each row has its section.
    var behind = try query.sections.map { try results[$0].map { try Section($0, filter.state) }[...] }
    // The last one only tells that there are more.
    let end = behind.flatMap { $0.count > ItemQueries.pageSize ? $0.dropLast().last : nil }
    if end != nil { behind?.removeLast() }
    // A section of which everything is done has no row of its own here, but its line.
    let hasOnlyDone = { (section: Section) in filter.foldsDone && section.count == 0 && section.id != filter.after }
    let now = context.visitor?.now ?? .now()
    var content: Content = ([], [], nil, [], 0)
    var names = Names()
    var count = 0
    var last: UUID?
    for row in results[query.rows] {
      let (group, id): (UUID?, RowID?) = (try row["section"], try row["id"])
      guard let section = group else {
        try names.add(id, row)
        continue
      }
      if count == 0 { names.tags.sort() }
      // The row that only tells that there are more.
      if count == ItemQueries.pageSize {
        content.last = last
        continue
      }
      count += 1
      last = id?.value ?? section
      if content.sections.last?.id != section {
        if let known = behind {
          guard let found = known.firstIndex(where: { $0.id == section }) else {
            // A section that was deleted or emptied between the two statements has no items to show any more.
            if end == nil { continue }
            break
          }
          content.sections += known[..<found].filter(hasOnlyDone) + [known[found]]
          behind = known[(found + 1)...]
        } else {
          content.sections.append(try Section(row, filter.state))
        }
      }
      let place = content.sections.count - 1
      guard let id else {
        content.sections[place].isFolded = true
        continue
      }
      let item = try Item(id, row, tags: names.tags, people: names.people, now: now, strings: context.strings)
      if !names.people.asking.isEmpty { item.asks = names.people.asking.contains(id.value) }
      content.sections[place].items.append(item)
    }
    if content.last == nil {
      content.sections += (behind ?? []).filter(hasOnlyDone)
      content.last = end?.id
      if end != nil { behind = [] }
    }
    (content.members, content.later) = (names.people.members, names.later)
    content.heads = (behind ?? []).map { SectionHead($0) }
    return content
  }

  func render(_ out: inout Output, _ page: Page, outOfBand: Bool = false) {
    Views.Items._list(&out, page: page, list: self, oob: outOfBand)
  }

  func renderPage(_ out: inout Output, _ page: Page) {
    Views.Items.items(&out, page: page, list: self)
  }

  /// The page without its frame, for htmx to put into the page of the form.
  func renderMain(_ out: inout Output, _ page: Page, _ notice: NoticeCode) {
    Views.Items._main(&out, page: page, list: self, title: page.strings.itemsTitle)
    Views.Shared._notice(&out, page: page, notice: notice.notice(page.strings), oob: true)
  }

  /// The rows that "Load more" asked for: the first go on where the list ends.
  func renderMore(_ out: inout Output, _ page: Page, continuing id: UUID?) {
    var sections = sections
    if let first = sections.first, first.id == id {
      sections.removeFirst()
      Views.Items._more_rows(&out, page: page, section: first, filter: filter)
    }
    Views.Items._sections(&out, page: page, filter: filter, sections: sections, next: next, heads: heads)
  }
}

extension ItemList {
  /// The row of one item, after its form was sent from its place.
  func renderRow(_ out: inout Output, _ page: Page, _ id: UUID, _ notice: NoticeCode) {
    if let item = sections.lazy.flatMap(\.items).first(where: { $0.id.value == id }) {
      Views.Items._saved(&out, page: page, item: item)
    }
    counts.render(&out, page, notice)
  }

  /// The rows of the one section that was asked for, without the section around them.
  func renderRows(_ out: inout Output, _ page: Page) {
    Views.Items._rows(&out, page: page, items: sections.first?.items ?? [], filter: filter)
    if let next {
      Views.Items._more(
        &out, page: page, filter: filter, next: next, target: "more-\(filter.category?.text ?? "")", from: nil,
        heads: [])
    }
  }
}

/// How many items a household has.
struct ItemCounts {
  /// Without those that are hidden until later.
  let open: Int
  let done: Int
  let later: Int

  var isEmpty: Bool { open + done + later == 0 }
  var percent: Int { open + done == 0 ? 0 : done * 100 / (open + done) }

  init(_ rows: Rows) throws {
    guard let row = rows.first else { throw Failure.notFound }
    later = try row["later_items"]
    open = try row["open_items"] - later
    done = try row["done_items"]
  }

  init(_ visitor: Visitor?, later: Int) {
    self.later = later
    open = (visitor?.openItems ?? 0) - later
    done = visitor?.doneItems ?? 0
  }

  /// The numbers and the notice, for htmx to put where they belong.
  func render(_ out: inout Output, _ page: Page, _ notice: NoticeCode?, onToday: Bool = false) {
    if onToday {
      Views.Today._progress(&out, page: page, counts: self)
    } else {
      Views.Items._counts(&out, page: page, open: open, done: done, oob: true)
    }
    Views.Shared._notice(&out, page: page, notice: notice?.notice(page.strings), oob: true)
  }
}

extension ItemFilter {
  /// Reads a query or the fields of a form. A state that does not exist is a mistake of ours, and the usual one is shown.
  init(_ form: Form) throws {
    q = form["q"] ?? ""
    let labels = [form["category"] ?? ""] + form.all("tag").prefix(20)
    let someone = form["for"] ?? ""
    // A URL has no room for more.
    guard ([q, someone] + labels).allSatisfy({ !$0.isLonger(than: 10_000) }) else { throw Failure.invalid }
    category = ItemFilter.Label(labels[0])
    tags = labels.dropFirst().compactMap { ItemFilter.Label($0) }
    person = Person(someone)
    priority = form["priority"].flatMap { ItemPriority($0) }
    chosenState = form["status"].flatMap { Status(rawValue: $0) }
    sort = form["sort"].flatMap { Sort(rawValue: $0) } ?? .position
    isSelecting = form["select"] == "1"
    if isSelecting { selected = Set(form.all("item").prefix(ItemQueries.pageSize).compactMap { UUID($0.utf8) }) }
    after = try form["after"].map(UUID.init(field:))
  }

  /// The list that a form was opened from, as its hidden field says it; all items where that is none of our lists.
  init(back: String?) {
    self.init()
    guard let back, back.hasPrefix("/items?"), let form = try? Form(urlencoded: Array(back.utf8.dropFirst(7))[...]),
      let filter = try? ItemFilter(form)
    else { return }
    self = filter
    (after, isSelecting, selected) = (nil, false, [])
  }

  /// Where the statements begin: behind a page, or with an item.
  var start: UUID? { after ?? at }
  var beyond: SQL { after == nil ? ">=" : ">" }
  var speaksOfNames: Bool { category != nil || !tags.isEmpty || person != nil }
  /// Whether the list is one of every section: a search has only those that it finds something in.
  var showsAllSections: Bool { !narrows && category == nil }

  /// The first page.
  var url: String { url { $0.after = nil } }
  /// Every open item, in the same order.
  var everything: ItemFilter {
    var filter = ItemFilter()
    (filter.sort, filter.at) = (sort, at)
    return filter
  }

  /// The list with an item in it, marked, wherever it is.
  static func path(to id: UUID) -> String { "/items?at=\(id)#item-\(id)" }

  func url(status: String) -> String {
    // All items are more than a list shows that narrows without a word to search for.
    let isUsual = status == usualState.rawValue && (usualState != .all || !q.isBlank)
    return url { ($0.after, $0.chosenState) = (nil, isUsual ? nil : Status(rawValue: status)) }
  }
  func url(section: UUID?) -> String {
    if isPlain, let section { return "/items?category=\(ItemFilter.Label.id(section).text)" }
    return url { ($0.after, $0.category) = (nil, section.map { .id($0) }) }
  }
  func url(tag: UUID) -> String {
    url { filter in
      filter.after = nil
      if !filter.tags.contains(where: { $0.text == "\(tag)" }) { filter.tags.append(.id(tag)) }
    }
  }
  func url(withoutTag tag: UUID) -> String {
    url { filter in
      filter.after = nil
      filter.tags.removeAll { $0.text == "\(tag)" }
    }
  }
  func url(priority: ItemPriority?) -> String { url { ($0.after, $0.priority) = (nil, priority) } }
  func url(person: UUID?) -> String { url { ($0.after, $0.person) = (nil, person.map { .id($0) }) } }
  func url(sort: Sort) -> String { url { ($0.after, $0.sort) = (nil, sort) } }
  /// The done items of a section, by themselves.
  func url(doneIn section: UUID) -> String {
    if isPlain { return "/items?category=\(ItemFilter.Label.id(section).text)&status=done" }
    return url { ($0.after, $0.category, $0.chosenState) = (nil, .id(section), .done) }
  }
  /// Whether a URL has nothing besides a section and a place to begin: a page has a URL for each of fifty sections.
  private var isPlain: Bool {
    q.isEmpty && person == nil && tags.isEmpty && priority == nil && chosenState == nil && sort == .position
      && !isSelecting
  }
  func url(after id: UUID) -> String { url { $0.after = id } }
  /// The page with what is selected in it. `fields` do not have it: the boxes say it themselves.
  var urlOfSelection: String {
    guard isSelecting else { return url }
    return url + selected.map { "&item=\($0)" }.sorted().joined()
  }
  func url(selecting: Bool) -> String { url { ($0.after, $0.isSelecting) = (nil, selecting) } }

  var urlOfUncategorised: String { url { ($0.after, $0.category) = (nil, .id(Section.uncategorised)) } }
  var urlForMe: String { url { ($0.after, $0.person) = (nil, .me) } }
  var isUncategorised: Bool { category?.text == "none" }

  private func url(_ change: (inout ItemFilter) -> Void) -> String {
    var filter = self
    change(&filter)
    var form = Form()
    for (name, value) in filter.fields { form.append(name, value) }
    return form.isEmpty ? "/items" : "/items?\(form.urlencoded)"
  }

  /// The fields that say the same; hidden ones keep them through a form.
  var fields: [(name: String, value: String)] {
    var fields: [(name: String, value: String)] = []
    if !q.isEmpty { fields.append(("q", q)) }
    if let person { fields.append(("for", person.text)) }
    if let category { fields.append(("category", category.text)) }
    for tag in tags { fields.append(("tag", tag.text)) }
    if let priority { fields.append(("priority", priority.text)) }
    if chosenState != nil { fields.append(("status", status)) }
    if sort != .position { fields.append(("sort", sort.rawValue)) }
    if isSelecting { fields.append(("select", "1")) }
    if let after { fields.append(("after", after.description)) }
    return fields
  }
}

extension UUID {
  /// An id that came in a form or a query: a malformed id cannot come from our own pages.
  init(field: String) throws {
    guard let id = UUID(field.utf8) else { throw Failure.invalid }
    self = id
  }
}
