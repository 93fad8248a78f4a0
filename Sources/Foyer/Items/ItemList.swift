import HTML
import HTTP
import Postgres

/// One page of items, with what stands around it.
struct ItemList {
  let filter: ItemFilter
  let items: [Item]
  /// The URL of the next page.
  let next: String?
  let counts: ItemCounts
  let loadError: String?

  /// - Parameter counts: the result of `ItemQueries.counts()` after a change; without it the numbers are those that
  ///   opened the transaction.
  init(_ rows: Rows, _ filter: ItemFilter, _ context: Context, counts: Rows? = nil) throws {
    self.filter = filter
    items = try Self.items(rows, context)
    next = rows.count > items.count ? items.last.map { filter.url(after: $0.id) } : nil
    self.counts = try counts.map { try ItemCounts($0) } ?? ItemCounts(context.visitor)
    // It is over once there are items: then there is nothing to try again.
    loadError = self.counts.isEmpty ? context.visitor?.loadProblem.map { context.strings.text($0) } : nil
  }

  /// The rows of one page, without the row that only tells that there are more.
  static func items(_ rows: Rows, _ context: Context) throws -> [Item] {
    let now = context.visitor?.now ?? .now()
    let strings = context.strings
    return try rows.prefix(ItemQueries.pageSize).map { try Item($0, now: now, strings: strings) }
  }

  func render(_ out: inout Output, _ page: Page, outOfBand: Bool = false) {
    Views.Items._list(
      &out, page: page, filter: filter, items: items, next: next, canLoadSamples: counts.isEmpty, loadError: loadError,
      oob: outOfBand)
  }

  func renderPage(_ out: inout Output, _ page: Page) {
    Views.Items.items(
      &out, page: page, filter: filter, items: items, next: next, open: counts.open, done: counts.done,
      canLoadSamples: counts.isEmpty, loadError: loadError)
  }
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
  init() { self.init(q: "", state: .all, after: nil) }

  /// Reads a query or the fields of a form. A state that does not exist is a mistake of ours, and everything is shown.
  init(_ form: Form) throws {
    q = form["q"] ?? ""
    state = form["status"].flatMap { Status(rawValue: $0) } ?? .all
    after = try form["after"].map(UUID.init(field:))
  }

  /// The first page.
  var url: String { url([]) }

  func url(status: String) -> String { url([("status", status)]) }
  func url(after id: UUID) -> String { url([("after", id.description)]) }

  private func url(_ changes: [(String, String)]) -> String {
    var form = Form()
    if !q.isEmpty { form.append("q", q) }
    if !changes.contains(where: { $0.0 == "status" }), state != .all { form.append("status", status) }
    for (name, value) in changes where (name, value) != ("status", "all") { form.append(name, value) }
    return form.isEmpty ? "/items" : "/items?\(form.urlencoded)"
  }
}

extension UUID {
  /// An id that came in a form or a query: what is none was not sent by a page of ours.
  init(field: String) throws {
    guard let id = UUID(field.utf8) else { throw Failure.invalid }
    self = id
  }
}
