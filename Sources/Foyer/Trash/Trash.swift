import HTML
import HTTP
import Postgres

/// Rows that were deleted in the last 30 days, by kind, and their restoring. `TrashFeature.swift` has the paths.
enum Trash {
  enum Kind: String, CaseIterable {
    case items, recipes, categories, tags
    case meals, eaters
    case blockedDates = "blocked-dates"

    /// The path below which a row of this kind is restored.
    var path: String {
      switch self {
      case .blockedDates: "/hosting/blocked-dates"
      case .eaters: "/household/eaters"
      case .meals: "/plan"
      default: "/\(rawValue)"
      }
    }

    /// The prefix of the id of a row's element.
    var rowName: String {
      switch self {
      case .items: "item"
      case .recipes: "recipe"
      case .categories: "category"
      case .tags: "tag"
      case .meals: "meal"
      case .eaters: "eater"
      case .blockedDates: "blocked"
      }
    }

    /// The id of the element that the next page replaces.
    var more: String { self == .items ? "more" : "more-\(rawValue)" }

    func title(_ strings: Strings) -> String {
      switch self {
      case .items: strings.navItems
      case .recipes: strings.navRecipes
      case .categories: strings.navCategories
      case .tags: strings.navTags
      case .meals: strings.navPlan
      case .eaters: strings.eatersTitle
      case .blockedDates: strings.staysBlocked
      }
    }

    fileprivate func query(after id: UUID?) -> SQL {
      switch self {
      case .items: ItemQueries.listDeleted(after: id)
      case .recipes: RecipeQueries.listDeleted(after: id)
      case .categories: LabelQueries(kind: .category).listDeleted(after: id)
      case .tags: LabelQueries(kind: .tag).listDeleted(after: id)
      case .meals: PlanQueries.listDeleted(after: id)
      case .eaters: EaterQueries.listDeleted(after: id)
      case .blockedDates: HostingQueries.listFreed(after: id)
      }
    }
  }

  /// A row of the trash.
  struct Entry {
    let kind: Kind
    let id: UUID
    let name: String
    /// The beginning of the description, if the kind has one.
    let description: Text?

    init(_ kind: Kind, _ row: Row, _ strings: Strings) throws {
      self.kind = kind
      id = try row["id"]
      name = kind == .blockedDates ? try BlockedDates(row, strings).dates : try row["name"]
      description = kind == .items ? try row["description"] : nil
    }

    var element: String { "\(kind.rowName)-\(id)" }
    /// The title, shortened for accessible names of buttons.
    var shortName: String { String(name.prefix(60)) }
  }

  /// One page of deleted rows of a kind, last deleted first.
  struct List {
    let kind: Kind
    let entries: [Entry]
    /// The URL of the next page.
    let next: String?

    init(_ kind: Kind, _ rows: Rows, _ strings: Strings) throws {
      self.kind = kind
      entries = try rows.prefix(pageSize).map { try Entry(kind, $0, strings) }
      next = rows.count > entries.count ? entries.last.map { "/trash?kind=\(kind.rawValue)&after=\($0.id)" } : nil
    }
  }

  /// The rows of a page; the queries ask for one more, to know whether there is another page.
  private static let pageSize = 50

  static func index(_ request: Request, _ context: Context) async throws -> Response {
    let after = try request.query["after"].map(UUID.init(field:))
    let wanted = try request.query["kind"].map { kind in
      guard let kind = Kind(rawValue: kind) else { throw Failure.invalid }
      return kind
    }
    // Further pages are of one kind.
    let kinds = wanted.map { [$0] } ?? (after == nil ? Kind.allCases : [.items])
    var batch = Batch()
    let pages = kinds.map { ($0, batch.add($0.query(after: after))) }
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
