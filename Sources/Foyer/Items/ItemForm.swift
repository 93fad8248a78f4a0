import HTTP
import Postgres

/// The form that creates and edits an item (R8): the input as typed, and its problems.
struct ItemForm: PictureForm {
  let id: UUID
  var title = ""
  var description = ""
  var dueDate = ""
  var dueTime = ""
  /// The day until which it is hidden.
  var notBefore = ""
  var category = ""
  var tags: [String] = []
  var people = ItemPeopleForm()
  /// The item's picture, or the upload that will become it: kept while other fields are corrected.
  var imageID: UUID?
  /// Whether the picture belongs to the item already.
  var hasStoredImage = false
  var removesImage = false
  var isDone = false
  var repeats = RepeatFields()
  /// The visitor's own.
  var reminders = ReminderFields()
  /// Whether the date is today for want of one.
  var givesNoDate = false
  /// Whether the stored item belongs to a series, which may have ended.
  var isInSeries = false
  /// The day on the household's clock; nil if the item was not read.
  var today: CalendarDate?
  /// The version that the form was filled from; nil for a new item.
  var version: Int?
  /// The values that it was filled from (`MergeBase`).
  var base = ""
  /// The URL of the list that the form was opened from, and returns to.
  var back = "/items"
  var errors = FormErrors()

  var isNew: Bool { version == nil }

  /// An empty form with the id of its future item, so that sending it twice creates one item.
  init(id: UUID = .v7()) { self.id = id }

  /// The form as it was sent.
  init(id: UUID, _ form: Form) {
    self.id = id
    title = form["title"] ?? ""
    description = form["description"] ?? ""
    dueDate = form["due_date"] ?? ""
    dueTime = form["due_time"] ?? ""
    notBefore = form["not_before"] ?? ""
    category = form["category"] ?? ""
    var known: Set<String> = []
    for tag in form.all("tags") where tag.isLonger(than: 10_000) || !tag.isBlank {
      if known.insert(tag).inserted { tags.append(tag) }
    }
    people = ItemPeopleForm(form)
    imageID = form["image_id"].flatMap { UUID($0.utf8) }
    removesImage = form["remove_image"] == "true"
    isDone = form["done"] == "true"
    repeats = RepeatFields(form)
    reminders = ReminderFields(form)
    version = form["version"].flatMap { DigitReader.wholeNumber($0) }
    base = form["base"] ?? ""
    back = Self.back(form["back"])
  }

  /// The page that a form returns to: today's, the calendar, or else a list.
  static func back(_ path: String?) -> String {
    if path == "/" { return "/" }
    return path?.hasPrefix("/calendar") == true ? CalendarSpan(back: path).url : ItemFilter(back: path).url
  }

  /// Whether the saved form puts its row elsewhere in a list of this order than the stored item's was.
  func moves(_ stored: Self, in sort: ItemFilter.Sort) -> Bool {
    let isElsewhere =
      switch sort {
      case .position, .newest: false
      case .due: dueText != stored.dueText
      case .title: title != stored.title
      }
    return isElsewhere || category != stored.category
  }

  /// The stored item, from `ItemQueries.find`. Nil if there is none.
  init?(_ rows: Rows) throws {
    guard let row = rows.first else { return nil }
    id = try row["id"]
    title = try row["title"]
    description = try row["description"]
    isDone = try row["is_done"]
    version = try row["version"]
    category = try row["category"] ?? ""
    tags = try rows.compactMap { try $0["tag"] }
    people = try ItemPeopleForm(row)
    repeats = try RepeatFields(row)
    isInSeries = try row["is_in_series"]
    imageID = try row["image_id"]
    hasStoredImage = imageID != nil
    if let dueAt: Timestamp = try row["due_at"] {
      dueDate = dueAt.local.date
      dueTime = dueAt.local.time
    }
    notBefore = (try row["not_before"] as CalendarDate?)?.iso ?? ""
    today = try row["household_day"]
  }

  /// Checks what does not need the database; nil, with `errors` set, when a field is invalid.
  /// - Parameter needsDescription: the household's setting (R4).
  mutating func draft(_ strings: Strings, needsDescription: Bool = false) -> ItemDraft? {
    errors.check("title", title, atMost: 10_000, strings)
    errors.check("description", description, atMost: 100_000, strings)
    errors.check("category", category, atMost: 10_000, strings)
    guard errors.isEmpty else { return nil }
    if needsDescription && description.isBlank {
      errors.add("description", strings.formDescriptionNeeded)
    } else if title.isBlank && description.isBlank {
      errors.add("title", strings.formWordsNeeded)
    }
    if tags.count > 50 { errors.add("tags", strings.formTooManyTags(count: 50)) }
    people.check(&errors, strings)
    reminders.check(&errors, strings)
    let due = deadline(strings)
    let notBefore = Self.day(self.notBefore)
    if notBefore == nil && !self.notBefore.isEmpty { errors.add("not_before", strings.formDateInvalid) }
    guard errors.isEmpty else { return nil }
    var draft = ItemDraft(
      id: id, title: title.isBlank ? strings.itemsDefaultTitle : title, description: description,
      due: due.map { "\($0.date) \($0.time)" }, isDone: isDone, category: category, tags: tags.filter { !$0.isBlank },
      imageID: imageID,
      removesImage: removesImage)
    draft.notBefore = notBefore
    people.fill(&draft)
    return draft
  }

  /// As the draft of the same form has it.
  var dueText: String? { dueDate.isEmpty ? nil : "\(dueDate) \(dueTime.isEmpty ? "23:59" : dueTime)" }

  /// The day, and the time or else 23:59.
  private mutating func deadline(_ strings: Strings) -> CivilTime? {
    if dueDate.isEmpty {
      if !dueTime.isEmpty { errors.add("due_date", strings.formTimeWithoutDate) }
      return nil
    }
    guard var due = Self.day(dueDate)?.civil else {
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

  /// Turns a constraint violation into a field's problem; rethrows any other error.
  mutating func add(_ error: any Error, _ strings: Strings) throws {
    try errors.add(error, limits: Self.limits, strings)
  }

  private static let limits: [String: (field: String, limit: Int)] = [
    "items_title_length": ("title", 10_000),
    "items_description_length": ("description", 100_000),
    "categories_name_length": ("category", 10_000),
    "tags_name_length": ("tags", 10_000),
  ]

  /// Whether the contents are equal, regardless of the version.
  func hasSameContent(as other: ItemForm) -> Bool {
    (title, description, dueDate, dueTime, category, isDone)
      == (other.title, other.description, other.dueDate, other.dueTime, other.category, other.isDone)
      && notBefore == other.notBefore && Set(tags) == Set(other.tags) && people.hasSameContent(as: other.people)
      && repeats.isSame(as: other.repeats) && !removesImage
      && (imageID == nil || imageID == other.imageID)
  }
}

/// The values to store.
struct ItemDraft {
  var id = UUID.v7()
  var title = ""
  var description = ""
  /// On the reader's clock: `2026-11-23 18:00`.
  var due: String?
  var notBefore: CalendarDate?
  var isDone = false
  /// Nil for none.
  var category: String?
  var tags: [String] = []
  /// An upload that replaces the present picture.
  var imageID: UUID?
  var removesImage = false
  /// The members it is for; none means everybody.
  var people: [UUID] = []
  /// The members who take turns, the next one first; the last has the turn.
  var turnQueue: [UUID] = []
  /// How often the turn changes in a series; nil for with each item.
  var turnRule: String?
}

extension ItemDraft {
  init(
    id: UUID, title: String, description: String, due: String?, isDone: Bool, category: String, tags: [String],
    imageID: UUID?, removesImage: Bool
  ) {
    self.init(
      id: id, title: title, description: description, due: due, isDone: isDone,
      category: category.isBlank ? nil : category, tags: tags, imageID: imageID)
    self.removesImage = removesImage
  }
}

extension ItemForm {
  /// The tags to choose from: the form's own first, then the most used.
  func chips(_ offered: Rows) throws -> [(name: String, isChosen: Bool)] {
    let others: [String] = try offered.map { try $0["name"] }
    return tags.map { ($0, true) } + others.filter { !tags.contains($0) }.map { ($0, false) }
  }
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
