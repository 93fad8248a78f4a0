import HTML
import HTTP
import Postgres

/// Rows that were deleted in the last 30 days, by kind, and their restoring. `TrashFeature.swift` has the paths.
enum Trash {
  /// A row of the trash.
  struct Entry {
    let kind: TrashKind
    let id: UUID
    let name: String
    /// The beginning of the description, if the kind has one.
    let description: Text?
    /// When it was deleted.
    let deleted: String

    init(_ kind: TrashKind, _ row: Row, _ strings: Strings) throws {
      self.kind = kind
      id = try row["id"]
      name = try kind.nameOf(row, strings)
      description = kind.hasDescription ? try row["description"] : nil
      let days: Int = try row["days_ago"]
      deleted = days == 0 ? strings.trashToday : strings.trashDaysAgo(count: days)
    }

    var element: String { "\(kind.row)-\(id)" }
    /// The title, shortened for accessible names of buttons.
    var shortName: String { name.inLabel }
  }

  /// One page of deleted rows of a kind, last deleted first.
  struct List {
    let kind: TrashKind
    let entries: [Entry]
    /// The URL of the next page.
    let next: String?

    init(_ kind: TrashKind, _ rows: Rows, _ strings: Strings) throws {
      self.kind = kind
      entries = try rows.prefix(pageSize).map { try Entry(kind, $0, strings) }
      next = rows.count > entries.count ? entries.last.map { "/trash?kind=\(kind.name)&after=\($0.id)" } : nil
    }
  }

  /// The rows of a page; the queries ask for one more, to know whether there is another page.
  private static let pageSize = 50

  static func index(_ request: Request, _ context: Context) async throws -> Response {
    let after = try request.query["after"].map(UUID.init(field:))
    var kinds = context.app.features.trash
    // Further pages are of one kind.
    if let wanted = request.query["kind"] ?? (after == nil ? nil : kinds.first?.name) {
      kinds.removeAll { $0.name != wanted }
      if kinds.isEmpty { throw Failure.invalid }
    }
    var batch = Batch()
    let pages = kinds.map { ($0, batch.add($0.rows(after))) }
    let results = try await context.query(batch)
    let lists = try pages.map { kind, rows in try List(kind, results[rows], context.strings) }
    return context.html(.trash) { out, page in
      if context.isFragment, let list = lists.first {
        Views.Trash._deleted(&out, page: page, list: list)
      } else {
        Views.Trash.trash(&out, page: page, lists: lists.filter { !$0.entries.isEmpty })
      }
    }
  }
}

extension Context {
  /// The answer after restoring. In the trash, htmx gets the notice alone and removes the row, unless the row could not
  /// be restored.
  /// - Parameter path: where to go when the request did not come from the trash.
  func restored(_ notice: NoticeCode, or path: String, staysDeleted: Bool = false) -> Response {
    guard isFragment else { return redirect(to: back(or: path), notice: notice) }
    var response = html(.trash) { out, page in
      Views.Shared._notice(&out, page: page, notice: notice.notice(page.strings), oob: true)
    }
    if staysDeleted { response.headers.set("HX-Reswap", "none") }
    return response
  }
}
