import HTML
import Postgres

/// How items are organised: an item has at most one category and any number of tags. Both have a unique name, a colour
/// and the same pages.
enum LabelKind: String {
  case category = "categories"
  case tag = "tags"

  /// The path of the list.
  var path: String { "/\(rawValue)" }

  var place: Place { self == .category ? .categories : .tags }

  /// Only a category has an icon.
  var hasIcons: Bool { self == .category }
}

/// A category or a tag as its list shows it.
struct Label {
  let kind: LabelKind
  let id: UUID
  let name: Text
  /// As `#b4532a`.
  let color: String
  /// An emoji or another character, or empty.
  let icon: String
  /// The number of items that have it.
  let count: Int

  init(_ kind: LabelKind, _ row: Row) throws {
    self.kind = kind
    id = try row["id"]
    name = try row["name"]
    color = try row["color"]
    icon = try row["icon"]
    count = try row["items"]
  }

  /// The name, shortened for accessible names of buttons.
  var shortName: String { name.string.inLabel }

  var path: String { "\(kind.path)/\(id)" }

  /// The URL of its items.
  var itemsPath: String { kind == .category ? "/items?category=\(id)" : "/items?tag=\(id)" }
}

/// One page of categories or of tags, by name.
struct LabelList {
  let labels: [Label]
  /// The URL of the next page.
  let next: String?
  /// The one that was just created or saved.
  let marked: UUID?
  /// Whether the page begins with the marked one, in the middle of the list.
  let startsLater: Bool

  /// - Parameters:
  ///   - first: a page of `LabelQueries.list`.
  ///   - later: the page that begins with `marked`, for the case that it is not on the first one.
  init(_ kind: LabelKind, _ first: Rows, later: Rows? = nil, marked: UUID? = nil) throws {
    func labels(_ rows: Rows) throws -> [Label] { try rows.prefix(LabelQueries.pageSize).map { try Label(kind, $0) } }
    var (page, rows) = (try labels(first), first)
    var startsLater = false
    if let later, let marked, !page.contains(where: { $0.id == marked }) {
      let other = try labels(later)
      startsLater = other.first?.id == marked
      if startsLater { (page, rows) = (other, later) }
    }
    self.labels = page
    self.startsLater = startsLater
    self.marked = marked
    next = rows.count > page.count ? page.last.map { "\(kind.path)?after=\($0.id)" } : nil
  }
}

extension LabelKind {
  func title(_ strings: Strings) -> String { self == .category ? strings.categoriesTitle : strings.tagsTitle }
  func titleOfNew(_ strings: Strings) -> String { self == .category ? strings.categoriesNew : strings.tagsNew }
  func titleOfEdit(_ strings: Strings) -> String { self == .category ? strings.categoriesEdit : strings.tagsEdit }

  func emptyTitle(_ strings: Strings) -> String {
    self == .category ? strings.categoriesEmptyTitle : strings.tagsEmptyTitle
  }

  func emptyText(_ strings: Strings) -> String {
    self == .category ? strings.categoriesEmptyText : strings.tagsEmptyText
  }

  /// The fate of the items when it is deleted (R10, R12).
  func fate(of count: Int, _ strings: Strings) -> String {
    if count == 0 { return strings.labelsDeleteUnused }
    return self == .category ? strings.categoriesDeleteText(count: count) : strings.tagsDeleteText(count: count)
  }
}
