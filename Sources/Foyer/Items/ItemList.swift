import HTML
import HTTP
import Postgres

/// One page of items, with what stands around it.
struct ItemList {
  var filter: ItemFilter
  let sections: [Section]
  /// The URL of the next page.
  let next: String?
  let counts: ItemCounts
  let loadError: String?
  /// What the filter speaks of, in words, each with the URL without it.
  let chosen: [(name: String, without: String)]

  /// - Parameters:
  ///   - names: the result of `ItemQueries.names`.
  ///   - counts: the result of `ItemQueries.counts()` after a change; without it the numbers are those that opened the
  ///     transaction.
  init(_ rows: Rows, _ names: Rows?, _ filter: ItemFilter, _ context: Context, counts: Rows? = nil) throws {
    self.filter = filter
    let last: UUID?
    (sections, last) = try Self.sections(rows, filter, context)
    next = last.map { filter.url(after: $0) }
    self.counts = try counts.map { try ItemCounts($0) } ?? ItemCounts(context.visitor)
    // It is over once there are items: then there is nothing to try again.
    loadError = self.counts.isEmpty ? context.visitor?.loadProblem.map { context.strings.text($0) } : nil
    chosen = try Self.chosen(filter, names, context.strings)
  }

  /// Rows to sections; and where the next page begins, if there is one.
  private static func sections(_ rows: Rows, _ filter: ItemFilter, _ context: Context) throws -> ([Section], UUID?) {
    let now = context.visitor?.now ?? .now()
    let strings = context.strings
    var sections: [Section] = []
    var count = 0
    var last: UUID?
    for row in rows {
      let (section, id): (UUID, UUID?) = (try row["section"], try row["id"])
      if let id, id == sections.last?.items.last?.id {
        if let tag = try Item.Label(row) { sections[sections.count - 1].add(tag) }
        continue
      }
      // The row that only tells that there are more.
      if count == ItemQueries.pageSize { return (sections, last) }
      count += 1
      last = id ?? section
      if sections.last?.id != section { sections.append(try Section(row, filter.state)) }
      guard id != nil else { continue }
      var item = try Item(row, now: now, strings: strings)
      if let tag = try Item.Label(row) { item.tags.append(tag) }
      sections[sections.count - 1].items.append(item)
    }
    return (sections, nil)
  }

  private static func chosen(_ filter: ItemFilter, _ names: Rows?, _ strings: Strings) throws -> [(
    name: String, without: String
  )] {
    var chosen: [(name: String, without: String)] = []
    var plain = filter
    plain.after = nil
    func name(_ label: ItemFilter.Label, isCategory: Bool) throws -> String {
      guard case .id(let id) = label else { return label.text }
      for row in names.map(Array.init) ?? [] {
        let (found, kind): (UUID, Bool) = (try row["id"], try row["is_category"])
        if found == id && kind == isCategory { return try row["name"] }
      }
      return id == Section.uncategorised ? strings.itemsUncategorised : strings.itemsUnknownLabel
    }
    if let category = filter.category {
      var without = plain
      without.category = nil
      chosen.append((try name(category, isCategory: true), without.url))
    }
    for (position, tag) in filter.tags.enumerated() {
      var without = plain
      without.tags.remove(at: position)
      chosen.append(("@\(try name(tag, isCategory: false))", without.url))
    }
    return chosen
  }

  /// The rows of one page of the trash, without the row that only tells that there are more.
  static func items(_ rows: Rows, _ context: Context) throws -> [Item] {
    let now = context.visitor?.now ?? .now()
    let strings = context.strings
    return try rows.prefix(ItemQueries.pageSize).map { try Item($0, now: now, strings: strings) }
  }

  func render(_ out: inout Output, _ page: Page, outOfBand: Bool = false) {
    Views.Items._list(&out, page: page, list: self, oob: outOfBand)
  }

  func renderPage(_ out: inout Output, _ page: Page) {
    Views.Items.items(&out, page: page, list: self)
  }

  /// The rows that "Load more" asked for: the first go on where the list ends.
  func renderMore(_ out: inout Output, _ page: Page, continuing id: UUID?) {
    var sections = sections
    if let first = sections.first, first.id == id {
      sections.removeFirst()
      Views.Items._more_rows(&out, page: page, section: first, filter: filter)
    }
    Views.Items._sections(&out, page: page, filter: filter, sections: sections, next: next)
  }
}

extension ItemList {
  /// The rows of the one section that was asked for, without the section around them.
  func renderRows(_ out: inout Output, _ page: Page) {
    Views.Items._rows(&out, page: page, items: sections.first?.items ?? [], filter: filter)
    if let next {
      Views.Items._more(&out, page: page, next: next, target: "more-\(filter.category?.text ?? "")", from: nil)
    }
  }
}

extension Section {
  mutating func add(_ tag: Item.Label) { items[items.count - 1].tags.append(tag) }
}

/// How many items a household has.
struct ItemCounts {
  let open: Int
  let done: Int

  var isEmpty: Bool { open + done == 0 }

  init(_ rows: Rows) throws {
    guard let row = rows.first else { throw Failure.notFound }
    open = try row["open_items"]
    done = try row["done_items"]
  }

  init(_ visitor: Visitor?) {
    open = visitor?.openItems ?? 0
    done = visitor?.doneItems ?? 0
  }

  /// The numbers and the notice, for htmx to put where they belong.
  func render(_ out: inout Output, _ page: Page, _ notice: NoticeCode?) {
    Views.Items._counts(&out, page: page, open: open, done: done, oob: true)
    Views.Shared._notice(&out, page: page, notice: notice?.notice(page.strings), oob: true)
  }
}

extension ItemFilter {
  /// Reads a query or the fields of a form. A state that does not exist is a mistake of ours, and everything is shown.
  init(_ form: Form) throws {
    q = form["q"] ?? ""
    category = form["category"].flatMap { Label($0) }
    tags = Array(form.all("tag").compactMap { Label($0) }.prefix(20))
    state = form["status"].flatMap { Status(rawValue: $0) } ?? .all
    sort = form["sort"].flatMap { Sort(rawValue: $0) } ?? .position
    isSelecting = form["select"] == "1"
    after = try form["after"].map(UUID.init(field:))
  }

  /// The first page.
  var url: String { url { $0.after = nil } }

  func url(status: String) -> String { url { ($0.after, $0.state) = (nil, Status(rawValue: status) ?? .all) } }
  func url(after id: UUID) -> String { url { $0.after = id } }
  func url(selecting: Bool) -> String { url { ($0.after, $0.isSelecting) = (nil, selecting) } }

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
    if let category { fields.append(("category", category.text)) }
    for tag in tags { fields.append(("tag", tag.text)) }
    if state != .all { fields.append(("status", status)) }
    if sort != .position { fields.append(("sort", sort.rawValue)) }
    if isSelecting { fields.append(("select", "1")) }
    if let after { fields.append(("after", after.description)) }
    return fields
  }
}

extension UUID {
  /// An id that came in a form or a query: what is none was not sent by a page of ours.
  init(field: String) throws {
    guard let id = UUID(field.utf8) else { throw Failure.invalid }
    self = id
  }
}
