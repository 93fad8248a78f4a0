import CivilTime
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
  var priority = ItemPriority.none
  /// The text of a new item's lines.
  var newLines = ""
  /// The stored lines.
  var checklist = Checklist()
  var category = ""
  var tags: [String] = []
  var people = ItemPeopleForm()
  /// The item's picture, or the upload that will become it: kept while other fields are corrected.
  var imageID: UUID?
  /// Whether the picture belongs to the item already.
  var hasStoredImage = false
  var removesImage = false
  /// The stored further pictures and files.
  var files: [ItemFile] = []
  /// Uploads that will become some: kept while other fields are corrected.
  var uploads: [ItemFile] = []
  /// The id of the form, from which those of its uploads follow.
  var uploadID = UUID.v7()
  var isDone = false
  var repeats = RepeatFields()
  /// The visitor's own.
  var reminders = ReminderFields()
  var related = RelatedItems()
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
    newLines = form["checklist"] ?? ""
    priority = form["priority"].flatMap { ItemPriority($0) } ?? .none
    category = form["category"] ?? ""
    var known: Set<String> = []
    for tag in form.all("tags") where tag.isLonger(than: 10_000) || !tag.isBlank {
      if known.insert(tag).inserted { tags.append(tag) }
    }
    people = ItemPeopleForm(form)
    imageID = form["image_id"].flatMap { UUID($0.utf8) }
    removesImage = form["remove_image"] == "true"
    uploadID = form["upload_id"].flatMap { UUID($0.utf8) } ?? uploadID
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

  /// The stored item.
  init(_ stored: StoredItem) {
    self.init(stored.item, stored.repeats)
    isInSeries = stored.isInSeries
    hasStoredImage = imageID != nil
    files = stored.files
    today = stored.householdDay
    version = stored.version
    base = MergeBase(of: stored.texts).text
  }

  /// The values of an item, as its form has them.
  init(_ item: ItemDraft, _ repeats: Repetition?) {
    id = item.id
    (title, description, isDone) = (item.title, item.description, item.isDone)
    (category, tags) = (item.category ?? "", item.tags)
    people = ItemPeopleForm(item)
    self.repeats = RepeatFields(repeats)
    imageID = item.imageID
    dueDate = item.due?.day.iso ?? ""
    if case .moment(let time) = item.due { dueTime = time.time }
    notBefore = item.notBefore?.iso ?? ""
    priority = item.priority
    checklist = item.checklist
  }

  /// The values that the form says, as far as they can be read.
  func draft(_ problems: inout Problems) -> ItemDraft {
    var draft = ItemDraft(
      id: id, title: title, description: description, isDone: isDone, category: category, tags: tags, imageID: imageID,
      removesImage: removesImage)
    draft.due = deadline(&problems)
    draft.notBefore = CalendarDate(notBefore)
    draft.priority = priority
    draft.files = uploads.map(\.id)
    if isNew {
      problems.check("checklist", newLines, atMost: 100_000)
      if problems.isEmpty { draft.checklist = Checklist(text: newLines) }
    }
    if draft.notBefore == nil && !notBefore.isEmpty { problems.add("not_before", .invalidDate) }
    people.fill(&draft, &problems)
    return draft
  }

  /// The operation of a form for a new item.
  func addition(_ problems: inout Problems, _ strings: Strings) -> AddItem {
    var adding = AddItem(item: draft(&problems), untitled: strings.itemsDefaultTitle)
    adding.item.isDone = false
    if case .to(let repeats) = repetition(&problems) { adding.repeats = repeats }
    if case .own(let times) = reminders.wanted(&problems) { adding.reminders = times }
    return adding
  }

  /// The operation of a form for an item that is there.
  func edit(of version: Int, _ problems: inout Problems, _ strings: Strings) -> EditItem {
    EditItem(
      item: draft(&problems), version: version, base: MergeBase(base, count: ItemField.allCases.count),
      repeats: repetition(&problems), isForFollowing: repeats.isForFollowing,
      reminders: reminders.wanted(&problems), untitled: strings.itemsDefaultTitle)
  }

  /// Takes from the stored item what the form has no field for.
  /// - Parameters:
  ///   - hasDay: whether it has one for the day until which the item is hidden; one of an earlier release has none.
  ///   - hasPriority: the same for the priority.
  mutating func take(_ stored: StoredItem, hasDay: Bool, hasPriority: Bool) {
    today = stored.householdDay
    repeats.stored = stored.repeats
    files = stored.files
    if !hasDay { notBefore = stored.item.notBefore?.iso ?? "" }
    checklist = stored.item.checklist
    if !hasPriority { priority = stored.item.priority }
  }

  /// The change of the way in which it repeats. Without a day of its own it has a time of day all the same.
  func repetition(_ problems: inout Problems) -> RepeatChange {
    let change = repeats.change(&problems)
    guard case .to(var repeats) = change, dueDate.isEmpty else { return change }
    repeats.time = TimeOfDay(dueTime)
    return .to(repeats)
  }

  /// The day, and the time if there is one. Of what repeats the day may be left open.
  private func deadline(_ problems: inout Problems) -> Deadline? {
    let time = TimeOfDay(dueTime)
    if time == nil && !dueTime.isEmpty { problems.add("due_time", .invalidTime) }
    if dueDate.isEmpty {
      let begins = repeats.choice?.isBlank == false && (repeats.stored == nil || repeats.isForFollowing)
      if !dueTime.isEmpty && !begins { problems.add("due_date", .timeWithoutDate) }
      return nil
    }
    guard let day = CalendarDate(dueDate) else {
      problems.add("due_date", .invalidDate)
      return nil
    }
    return time.map { .moment(day.at($0)) } ?? .day(day)
  }
}

extension ItemForm {
  /// The tags to choose from: the form's own first, then the most used.
  func chips(_ offered: Rows) throws -> [(name: String, isChosen: Bool)] {
    let others: [String] = try offered.map { try $0["name"] }
    return tags.map { ($0, true) } + others.filter { !tags.contains($0) }.map { ($0, false) }
  }
}

extension ItemDraft {
  /// Whether its row is elsewhere in a list of this order than that of the item as it was.
  func moves(_ stored: Self, in sort: ItemFilter.Sort) -> Bool {
    let isElsewhere =
      switch sort {
      case .position, .newest: false
      case .due: due != stored.due
      case .title: title != stored.title
      case .priority: priority != stored.priority
      }
    return isElsewhere || category != stored.category
  }
}
