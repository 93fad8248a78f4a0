import HTML
import Postgres

/// A to-do as a list shows it.
struct Item {
  let id: UUID
  let title: Text
  /// The beginning of the description: lists never need more.
  let description: Text
  let isDone: Bool
  let due: Due?
  /// Names the version of the thumbnail.
  let imageID: UUID?
  var tags: [Label] = []

  var hasDescription: Bool { !description.isEmpty }

  /// For labels that name the item beside its title.
  var shortTitle: String { String(title.string.prefix(60)) }

  init(_ row: Row, now: Timestamp, strings: Strings) throws {
    id = try row["id"]
    title = try row["title"]
    description = try row["description"]
    isDone = try row["is_done"]
    let dueAt: Timestamp? = try row["due_at"]
    due = dueAt.map { Due($0, now: now, strings: strings) }
    imageID = try row["image_id"]
  }

  /// A tag as a row shows it.
  struct Label {
    let id: UUID
    let name: Text
    let color: Text

    /// Nil when the row is that of an item without tags.
    init?(_ row: Row) throws(PostgresError) {
      guard let id: UUID = try row["tag_id"] else { return nil }
      self.id = id
      name = try row["tag_name"]
      color = try row["tag_color"]
    }
  }
}

/// The items of one category, or of none, on one page of the list (R16).
struct Section {
  /// The category's; the zero id for the items without one.
  let id: UUID
  let name: Text
  let color: Text
  let icon: Text
  /// How many items there are in all, whatever the page or a filter shows.
  let count: Int
  let isFolded: Bool
  var items: [Item] = []

  static let uncategorised = UUID("00000000-0000-0000-0000-000000000000")!
  /// What it is called in each language: no category has one of these names.
  static let uncategorisedNames = Language.allCases.map { Strings($0).itemsUncategorised }

  var isUncategorised: Bool { id == Self.uncategorised }

  init(_ row: Row, _ state: ItemFilter.Status) throws {
    id = try row["section"]
    name = try row["section_name"]
    color = try row["section_color"]
    icon = try row["section_icon"]
    let (open, done): (Int, Int) = (try row["open_items"], try row["done_items"])
    count =
      switch state {
      case .open: open
      case .done: done
      case .all: open + done
      }
    isFolded = try row["is_folded"]
  }
}

/// The line that names a section whose rows are on a later page.
struct SectionHead {
  let id: UUID
  let name: Text
  let color: Text
  let icon: Text

  init(_ row: Row) throws {
    id = try row["id"]
    name = try row["name"]
    color = try row["color"]
    icon = try row["icon"]
  }
}

/// A deadline in the reader's words and time zone.
struct Due {
  /// For `<time datetime>`: RFC 3339, UTC.
  let iso: String
  /// How long it is until then (R18).
  let text: String
  /// Day and time on the reader's clock.
  let exact: String
  let isOverdue: Bool

  init(_ due: Timestamp, now: Timestamp, strings: Strings) {
    let remaining = RemainingTime(from: now, to: due)
    iso = due.iso8601
    text = strings.text(remaining)
    exact = strings.text(due.local)
    isOverdue = remaining == .overdue
  }
}

/// Which items are shown, and in which order, as the URL says it (R13).
struct ItemFilter {
  enum Status: String { case open, done, all }
  enum Sort: String, CaseIterable { case position, due, newest, title }

  /// A category or a tag, as a link names it or as a person would.
  enum Label {
    case id(UUID)
    case named(String)

    init?(_ text: String) {
      if text.isBlank { return nil }
      if text == "none" {
        self = .id(Section.uncategorised)
      } else {
        self = UUID(text.utf8).map { .id($0) } ?? .named(text)
      }
    }

    var text: String {
      switch self {
      case .id(Section.uncategorised): "none"
      case .id(let id): id.description
      case .named(let name): name
      }
    }
  }

  var q = ""
  var category: Label?
  var tags: [Label] = []
  var state = Status.all
  var sort = Sort.position
  /// Whether rows are to be chosen from, and put in order.
  var isSelecting = false
  /// The last item of the page before this one, or a folded section that it ended with.
  var after: UUID?
  /// An item that the page is to show and to mark, wherever it stands in the list.
  var at: UUID?

  var status: String { state.rawValue }

  /// Whether the filter finds items wherever they are: the sections are then open.
  var narrows: Bool { !q.isBlank || !tags.isEmpty }

  /// Whether no filter is active; the order is none.
  var isUsual: Bool { !narrows && category == nil && state == .all }
}
