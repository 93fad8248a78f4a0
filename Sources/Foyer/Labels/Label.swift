import HTML
import Postgres

/// What items are put in order with: an item is in one category at most, and has any number of tags. Both have a name
/// that is theirs alone, a colour and a page of the same kind.
enum LabelKind: String {
  case category = "categories"
  case tag = "tags"

  /// Where all of them are listed.
  var path: String { "/\(rawValue)" }

  var place: Place { self == .category ? .categories : .tags }

  /// A tag is a word and a colour; a category has room for an emoji as well.
  var hasIcons: Bool { self == .category }
}

/// A category or a tag as its list shows it.
struct Label {
  let kind: LabelKind
  let id: UUID
  let name: Text
  /// As `#b4532a`.
  let color: String
  /// An emoji or another character, or nothing.
  let icon: String
  /// How many items have it.
  let count: Int

  init(_ kind: LabelKind, _ row: Row) throws {
    self.kind = kind
    id = try row["id"]
    name = try row["name"]
    color = try row["color"]
    icon = try row["icon"]
    count = try row["items"]
  }

  /// For labels that name it beside its name.
  var shortName: String { String(name.string.prefix(60)) }

  var path: String { "\(kind.path)/\(id)" }

  /// The list of its items.
  var itemsPath: String { kind == .category ? "/items?category=\(id)" : "/items?tag=\(id)" }
}

/// One page of categories or of tags, by name.
struct LabelList {
  let labels: [Label]
  /// The URL of the next page.
  let next: String?
  /// The one that was just added or saved.
  let marked: UUID?
  /// Whether the page begins at that one, in the middle of the list.
  let startsLater: Bool

  /// - Parameters:
  ///   - first: a page of `LabelQueries.list`.
  ///   - later: the page that begins at `marked`, should the first one not have it.
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

  /// What becomes of the items when it is deleted (R10, R12).
  func fate(of count: Int, _ strings: Strings) -> String {
    if count == 0 { return strings.labelsDeleteUnused }
    return self == .category ? strings.categoriesDeleteText(count: count) : strings.tagsDeleteText(count: count)
  }
}
