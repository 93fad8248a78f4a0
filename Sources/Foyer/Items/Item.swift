import CivilTime
import HTML
import Postgres

/// A to-do as a list shows it. A class: a list hands each of its items on several times.
final class Item {
  let id: RowID
  let title: ShownText
  /// The title, shortened for accessible names of buttons.
  let shortTitle: ShownText
  /// The beginning of the description: lists show no more.
  let description: Text
  let isDone: Bool
  let due: Due?
  /// Changes with the picture: the version in the thumbnail's URL.
  let imageID: UUID?
  let tags: [Label]
  /// The members it is for; none means everybody.
  let people: [HouseholdMember]
  /// The member who has the turn.
  let turn: HouseholdMember?
  /// How it repeats, in words; nil for what does not, or is done.
  let repeats: String?
  /// Until when it is hidden, in words; nil for what is not.
  let later: String?
  /// Nil for none.
  let priority: ItemPriority?
  /// How many lines of the checklist are done, and how many there are; nil without any.
  let lines: (done: Int, count: Int)?
  /// How many further pictures and files it has.
  let files: Int
  /// Whether the item's page asks which version counts.
  var asks = false

  var hasDescription: Bool { !description.isEmpty }

  /// Reads the columns in the order in which they stand in the result.
  init(_ id: RowID, _ row: Row, tags: Labels, people: People, now: Timestamp, strings: Strings) throws {
    self.id = id
    title = try row["title"]
    // At most 60 bytes are at most 60 characters, which need not be counted.
    shortTitle = title.text.utf8Count <= 60 ? title : ShownText(Text(String(title.text.string.prefix(60))))
    description = try row["description"]
    isDone = try row["is_done"]
    let dueAt: Timestamp? = try row["due_at"]
    let isDay: Bool? = try row["is_day"]
    due = dueAt.map { Due($0, isDay: isDay == true, now: now, strings: strings) }
    imageID = try row["image_id"]
    self.tags = try row.withField("tag_ids") { field throws(PostgresError) in try tags.those(field) }
    (turn, self.people) = try row.withField("concerned") { field throws(PostgresError) in try people.those(field) }
    let rule: String? = try row["repeats"]
    repeats = rule.flatMap { strings.words(ofRow: $0) }
    let days: Int? = try row["later"]
    later = days.map { strings.itemsLater(date: strings.date(CalendarDate(days: $0).civil)) }
    let priority: Int? = try row["priority"]
    self.priority = priority.flatMap { ItemPriority(rawValue: $0) }
    let progress: String? = try row["lines"]
    lines = progress.flatMap { Self.lines($0) }
    files = progress.map { Self.files($0) } ?? 0
  }

  /// Of the column `ChecklistQueries.progress`.
  static func lines(_ progress: String) -> (done: Int, count: Int)? {
    let numbers = progress.split(separator: " ").compactMap { Int($0) }
    return numbers.count >= 2 && numbers[1] > 0 ? (numbers[0], numbers[1]) : nil
  }

  private static func files(_ progress: String) -> Int {
    let numbers = progress.split(separator: " ")
    return numbers.count > 2 ? Int(numbers[2]) ?? 0 : 0
  }

  /// A tag as a row shows it. A class: a page has few, and many items with each.
  final class Label {
    let id: RowID
    let name: ShownText
    let color: LabelColor
    /// Its place among the tags of a page.
    fileprivate let place: Int

    fileprivate init(_ id: RowID, _ row: Row, place: Int) throws(PostgresError) {
      self.id = id
      self.place = place
      name = try row["title"]
      color = LabelColor(try row["description"])
    }
  }

  /// The tags of a page, in the order in which each item shows its own.
  struct Labels {
    /// By id, from `sort` on.
    private var labels: [Label] = []

    /// Takes a row before the items of a page, which has their columns.
    mutating func append(_ id: RowID, _ row: Row) throws(PostgresError) {
      labels.append(try Label(id, row, place: labels.count))
    }

    /// To be called before `those`.
    mutating func sort() { labels.sort { $0.id.value < $1.id.value } }

    /// The tags with the ids of an array column, at most 50; none for the id of a tag that was deleted.
    func those(_ field: borrowing Field) throws(PostgresError) -> [Label] {
      var found: [Label] = []
      try UUID.forEach(of: field) { id in
        guard let label = self[id] else { return }
        // Items have few tags: each is put where it belongs.
        var place = found.count
        while place > 0, found[place - 1].place > label.place { place -= 1 }
        place == found.count ? found.append(label) : found.insert(label, at: place)
      }
      return found.count > 50 ? Array(found[..<50]) : found
    }

    private subscript(id: UUID) -> Label? {
      var range = 0..<labels.count
      while !range.isEmpty {
        let middle = range.lowerBound + range.count / 2
        if labels[middle].id.value == id { return labels[middle] }
        range = labels[middle].id.value < id ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
      }
      return nil
    }
  }
}

/// The items of one category, or of none, on one page of the list (R16).
struct Section {
  /// The category's id; the zero id for the items without a category.
  let id: UUID
  let name: Text
  let color: LabelColor
  let icon: Text
  /// The number of items in the section that the list shows, regardless of page and filter.
  let count: Int
  let done: Int
  var isFolded = false
  var items: [Item] = []

  static let uncategorised = UUID("00000000-0000-0000-0000-000000000000")!
  /// Its name in each language; no category may have one of these names.
  static let uncategorisedNames = Language.allCases.map { Strings($0).itemsUncategorised }

  var isUncategorised: Bool { id == Self.uncategorised }

  init(_ row: Row, _ state: ItemFilter.Status) throws {
    id = try row["section"]
    name = try row["section_name"] ?? ""
    color = LabelColor(try row["section_color"] ?? "")
    icon = try row["section_icon"] ?? ""
    let open: Int = try row["open_items"]
    done = try row["done_items"]
    count =
      switch state {
      case .open, .later: open
      case .done: done
      case .all: open + done
      }
  }
}

/// The heading of a section whose rows are on a later page.
struct SectionHead {
  let id: UUID
  let name: Text
  let color: LabelColor
  let icon: Text
  let count: Int

  init(_ section: Section) {
    (id, name, color, icon, count) = (section.id, section.name, section.color, section.icon, section.count)
  }
}

/// A deadline in the reader's language and time zone.
struct Due {
  /// For `<time datetime>` and the countdown: the moment as RFC 3339 has it, in UTC; of a day its last minute.
  let iso: String
  /// The remaining time (R18).
  let text: String
  /// The day, and the time on the reader's clock if it has one.
  let exact: String
  let isOverdue: Bool

  /// - Parameter due: of a day its last minute on the reader's clock.
  init(_ due: Timestamp, isDay: Bool, now: Timestamp, strings: Strings) {
    let remaining = RemainingTime(from: now, to: due)
    iso = due.iso8601
    text = strings.text(remaining)
    exact = isDay ? strings.date(due.local) : strings.text(due.local)
    isOverdue = remaining == .overdue
  }
}

/// The filter and order of the list, as the URL has them (R13).
struct ItemFilter {
  enum Status: String { case open, later, done, all }
  enum Sort: String, CaseIterable {
    case position, due, priority, newest, title

    func name(_ strings: Strings) -> String {
      switch self {
      case .position: strings.itemsSortPosition
      case .due: strings.itemsSortDue
      case .priority: strings.priorityLabel
      case .newest: strings.itemsSortNewest
      case .title: strings.itemsSortTitle
      }
    }
  }

  /// A category or a tag, by its id as links have it, or by its name.
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

  /// The member whom the items are for.
  enum Person {
    case me
    case id(UUID)
    case unknown(String)

    init?(_ text: String) {
      if text.isBlank { return nil }
      self = text == "me" ? .me : UUID(text.utf8).map { .id($0) } ?? .unknown(text)
    }

    var text: String {
      switch self {
      case .me: "me"
      case .id(let id): id.description
      case .unknown(let text): text
      }
    }
  }

  var q = ""
  var person: Person?
  var category: Label?
  var tags: [Label] = []
  var priority: ItemPriority?
  /// The state that was asked for; nil for the usual one.
  var chosenState: Status?
  var sort = Sort.position
  /// Whether rows can be selected and reordered.
  var isSelecting = false
  /// The items that are selected when the page opens.
  var selected: Set<UUID> = []
  /// The cursor: the last item of the previous page, or a folded section at its end.
  var after: UUID?
  /// An item that the page shows and marks, wherever it is in the list.
  var at: UUID?

  var state: Status { chosenState ?? usualState }
  /// A list has what is open, with what is done folded below it; a search has all that it finds.
  var usualState: Status { narrows ? .all : .open }
  var status: String { state.rawValue }
  /// Whether the list has what is hidden until a later day: a search by words finds it, and what narrows the list in other
  /// ways shows it when all items are asked for.
  var showsLater: Bool { state == .later || state == .all && (chosenState == .all || !q.isBlank) }

  /// Whether the filter searches in all sections: they are shown unfolded then.
  var narrows: Bool { !q.isBlank || !tags.isEmpty || person != nil || priority != nil }
  /// Whether each section ends with a line that unfolds what is done in it.
  var foldsDone: Bool { state == .open && !narrows && !isSelecting }
  /// Whether rows can be put elsewhere in their section.
  var canMove: Bool { sort == .position && !narrows }
}
