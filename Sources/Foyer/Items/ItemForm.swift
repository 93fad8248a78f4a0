import HTTP
import Postgres

/// The one form that makes and edits an item (R8): what was typed, as it was typed, and what is wrong with it.
struct ItemForm {
  let id: UUID
  var title = ""
  var description = ""
  var dueDate = ""
  var dueTime = ""
  var isDone = false
  /// The version that the reader saw; nil for an item that does not exist yet.
  var version: Int?
  var errors = FormErrors()

  var isNew: Bool { version == nil }

  /// An empty form, with the id that its item will have: sent twice, it makes one item.
  init(id: UUID = .v7()) { self.id = id }

  /// The form as it came.
  init(id: UUID, _ form: Form) {
    self.id = id
    title = form["title"] ?? ""
    description = form["description"] ?? ""
    dueDate = form["due_date"] ?? ""
    dueTime = form["due_time"] ?? ""
    isDone = form["done"] == "true"
    version = form["version"].flatMap { DigitReader.wholeNumber($0) }
  }

  /// An item as it is stored.
  init(_ row: Row) throws {
    id = try row["id"]
    title = try row["title"]
    description = try row["description"]
    isDone = try row["is_done"]
    version = try row["version"]
    if let dueAt: Timestamp = try row["due_at"] {
      dueDate = dueAt.local.date
      dueTime = dueAt.local.time
    }
  }

  /// Checks what the database cannot; nil, and `errors`, when something is wrong.
  mutating func draft(_ strings: Strings) -> ItemDraft? {
    if title.isBlank && description.isBlank { errors.add("title", strings.formWordsNeeded) }
    let due = deadline(strings)
    guard errors.isEmpty else { return nil }
    return ItemDraft(
      id: id, title: title.isBlank ? strings.itemsDefaultTitle : title, description: description,
      due: due.map { "\($0.date) \($0.time)" }, isDone: isDone)
  }

  /// The day, and the time or else the day's last minute.
  private mutating func deadline(_ strings: Strings) -> CivilTime? {
    if dueDate.isEmpty {
      if !dueTime.isEmpty { errors.add("due_date", strings.formTimeWithoutDate) }
      return nil
    }
    // The calendar's first and last year are left out: in another reader's zone such a day could lie beyond its end.
    guard var due = CivilTime(date: dueDate), (2...9998).contains(due.year) else {
      errors.add("due_date", strings.formDateInvalid)
      return nil
    }
    (due.hour, due.minute) = (23, 59)
    if !dueTime.isEmpty {
      guard let (hour, minute) = CivilTime.timeOfDay(dueTime) else {
        errors.add("due_time", strings.formTimeInvalid)
        return nil
      }
      (due.hour, due.minute) = (hour, minute)
    }
    return due
  }

  /// Notes what the database refused. Rethrows what is no mistake of the reader's.
  mutating func add(_ error: any Error, _ strings: Strings) throws {
    guard case PostgresError.server(let server) = error, let constraint = server.constraint,
      let (field, limit) = Self.limits[constraint]
    else { throw error }
    errors.add(field, strings.formTooLong(count: limit))
  }

  /// The constraints of migrations/0002_items.sql that a reader can break.
  private static let limits = [
    "items_title_length": ("title", 10_000),
    "items_description_length": ("description", 100_000),
  ]

  /// Whether both say the same, whatever their versions.
  func hasSameContent(as other: ItemForm) -> Bool {
    (title, description, dueDate, dueTime, isDone)
      == (other.title, other.description, other.dueDate, other.dueTime, other.isDone)
  }
}

/// What is written to the database.
struct ItemDraft {
  let id: UUID
  let title: String
  let description: String
  /// On the reader's clock: `2026-11-23 18:00`.
  let due: String?
  let isDone: Bool
}

extension CivilTime {
  /// Reads `2026-11-23`, as a date input sends it.
  init?(date: String) {
    var digits = DigitReader(date.utf8)
    guard let year = digits.number(), digits.skip("-"), let month = digits.number(), digits.skip("-"),
      let day = digits.number(), digits.isAtEnd
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Reads `18:00`, as a time input sends it; seconds are read and dropped.
  static func timeOfDay(_ text: String) -> (hour: Int, minute: Int)? {
    var digits = DigitReader(text.utf8)
    guard let hour = digits.number(), digits.skip(":"), let minute = digits.number() else { return nil }
    let second = digits.skip(":") ? digits.number() : 0
    guard let second, digits.isAtEnd,
      CivilTime(year: 2000, month: 1, day: 1, hour: hour, minute: minute, second: second) != nil
    else { return nil }
    return (hour, minute)
  }
}

extension DigitReader where Bytes == String.UTF8View {
  /// A text that is one number and nothing else.
  static func wholeNumber(_ text: String) -> Int? {
    var digits = DigitReader(text.utf8)
    guard let number = digits.number(), digits.isAtEnd else { return nil }
    return number
  }
}

extension String {
  /// Whether there is nothing to read in the text.
  var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
