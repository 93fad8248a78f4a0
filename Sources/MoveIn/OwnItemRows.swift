import CivilTime
import Recurrence

/// Items of an archive, with their series, labels, reminders and files.
extension OwnRows {
  mutating func readItems() {
    let stored = rows("series")
    let parts = itemParts()
    let items = rows("items").enumerated().sorted {
      ($0.element.position, $0.offset) < ($1.element.position, $1.offset)
    }.map(\.element)
    var series = OpenSeries(stored, of: items)
    var drafts: [Draft] = []
    for row in items {
      if row["deleted_at"] != nil {
        file.leave(row["title"] ?? "", text: ArchiveReason.deleted.rawValue)
        continue
      }
      var draft = draft(row, parts)
      draft.number = drafts.count + 1
      setDates(row, &draft)
      if let repeats = series.take(row) { setRepeat(repeats.row, row, &draft, made: repeats.made) }
      if let image = row.id("image_id") { itemPictures[drafts.count] = image }
      drafts.append(draft)
    }
    let used = Set(drafts.flatMap(\.item.looks).map { "\($0.isTag) \($0.name)" })
    counts[.labels] = (Array(categories.values) + tags.values).count { !used.contains("\($0.isTag) \($0.name)") }
    let named = drafts.map(\.item.sourceID)
    Draft.finish(drafts, into: &file)
    // Rows without a title are left out: the pictures' places follow.
    var places: [String: Int] = [:]
    for (place, item) in file.items.enumerated() { if let id = item.sourceID { places[id] = place } }
    var moved: [Int: String] = [:]
    for (place, image) in itemPictures {
      if let id = named[place], let now = places[id] { moved[now] = image }
    }
    itemPictures = moved
  }

  /// Rows of other tables by the ids of their items: ids of tags, codes of reminders, files.
  private struct ItemParts {
    var tags: [String: [String]] = [:]
    var reminders: [String: [String]] = [:]
    var files: [String: [MovedItem.PackedFile]] = [:]
  }

  private mutating func itemParts() -> ItemParts {
    var parts = ItemParts()
    for row in rows("item_tags") {
      if let item = row.id("item_id"), let tag = row.id("tag_id") { parts.tags[item, default: []].append(tag) }
    }
    parts.files = readFiles()
    for row in rows("item_reminders") {
      guard let item = row.id("item_id") else { continue }
      let known = parts.reminders[item] ?? []
      parts.reminders[item] = known + row.texts("codes").filter { !known.contains($0) }
    }
    return parts
  }

  /// The series of items, and which of them have an open one.
  private struct OpenSeries {
    var series: [String: OwnRow] = [:]
    private var open: Set<String> = []
    /// How many items there are of each.
    private var made: [String: Int] = [:]

    init(_ rows: [OwnRow], of items: [OwnRow]) {
      for row in rows { if let id = row.id("id") { series[id] = row } }
      for row in items {
        guard let id = row.id("series_id") else { continue }
        made[id, default: 0] += 1
        if row["done_at"] == nil, row["deleted_at"] == nil { open.insert(id) }
      }
    }

    /// The series that an item goes on with. One without an open item ends with the last that was done, which then says how
    /// it repeated.
    mutating func take(_ item: OwnRow) -> (row: OwnRow, made: Int)? {
      guard let id = item.id("series_id"), let row = series[id] else { return nil }
      let isLast = open.insert(id).inserted
      return item["done_at"] == nil || isLast ? (row, made[id] ?? 1) : nil
    }
  }

  private func draft(_ row: OwnRow, _ parts: ItemParts) -> Draft {
    var draft = Draft()
    draft.item.title = row["title"] ?? ""
    draft.item.sourceID = row.id("id")
    draft.item.description = row.said("description")
    let category = row.id("category_id").flatMap { categories[$0] }
    let its = (draft.item.sourceID.flatMap { parts.tags[$0] } ?? []).compactMap { tags[$0] }
    draft.item.category = category?.name
    draft.item.tags = its.map(\.name)
    draft.item.looks = [category].compactMap { $0 } + its
    draft.item.reminderCodes = draft.item.sourceID.flatMap { parts.reminders[$0] }
    draft.item.people = row.ids("people").compactMap { people[$0] }
    draft.item.isDone = row["done_at"] != nil
    draft.item.doneAt = row.moment("done_at")
    draft.item.createdAt = row.moment("created_at")
    draft.item.priority = row.number("priority").flatMap { [1: .high, 2: .medium, 3: .low][$0] }
    draft.item.checklist = row.lines("checklist")
    // The holder of the turn is last in the queue.
    let queue = row.ids("turn_queue").compactMap { people[$0] }
    draft.item.turn = Array(queue.suffix(1) + queue.dropLast())
    draft.item.packed = draft.item.sourceID.flatMap { parts.files[$0] } ?? []
    return draft
  }

  /// The further pictures and files of each item, by its id.
  private mutating func readFiles() -> [String: [MovedItem.PackedFile]] {
    var known: [String: MovedItem.PackedFile] = [:]
    for row in rows("files") {
      guard let id = row.id("id") else { continue }
      let isPicture = row.bool("is_picture")
      let path = isPicture ? "pictures/\(id).webp" : archive.files[id] ?? ""
      known[id] = MovedItem.PackedFile(path: path, name: row["name"] ?? "file", isPicture: isPicture)
    }
    var files: [String: [MovedItem.PackedFile]] = [:]
    for row in rows("item_files") {
      guard let item = row.id("item_id"), let file = row.id("file_id").flatMap({ known[$0] }) else { continue }
      if row["deleted_at"] == nil {
        files[item, default: []].append(file)
      } else {
        self.file.leave(file.name, text: ArchiveReason.deleted.rawValue)
      }
    }
    return files
  }

  private mutating func setDates(_ row: OwnRow, _ draft: inout Draft) {
    if let text = row["due_day"] {
      draft.item.dueDate = day(text, "Due", &draft)
    } else if let text = row["due_at"] {
      if let moment = row.moment("due_at") {
        draft.item.setDue(.utc(moment), zone: zone)
      } else {
        leave(date: text, "Due", &draft)
      }
    }
    if let text = row["not_before"] { draft.item.notBefore = day(text, "Not before", &draft) }
  }

  /// A day as it is written; nil for one that there is not, which the description has then.
  mutating func day(_ text: String, _ label: String, _ draft: inout Draft) -> String? {
    if case .day(let day)? = Moment(text), text.utf8.count == 10 { return day.iso }
    leave(date: text, label, &draft)
    return nil
  }

  mutating func leave(date text: String, _ label: String, _ draft: inout Draft) {
    draft.keep(label, text)
    file.leave(draft.item.title, .noDate, text)
  }

  /// - Parameter made: how many items of the series there are.
  private mutating func setRepeat(_ series: OwnRow, _ row: OwnRow, _ draft: inout Draft, made: Int) {
    guard var text = series["rule"] else { return }
    let isFromDone = series["repeat_from"] == "done"
    let (start, date) = (series.local("starts_at"), row.local("occurrence"))
    if var rule = RecurrenceRule(text), let count = rule.count, count <= 9_999 {
      // The dates that are left.
      if isFromDone {
        rule.count = max(1, count - made + 1)
      } else if let start, let date, dates >= count {
        dates -= count
        rule.count = max(1, count - rule.dates(from: start).prefix(count).prefix { $0 < date }.count)
      }
      text = rule.text
    }
    draft.setRepeat(text, fromDone: isFromDone, &file)
    draft.item.turnRule = series["turn_rule"]
    guard let date, !draft.item.isDone else { return }
    let due = [draft.item.dueDate, draft.item.dueTime].compactMap { $0 }.joined(separator: " ")
    let own = draft.item.dueTime == nil ? date.date : "\(date.date) \(date.time)"
    if !isFromDone, due != own {
      file.leave(draft.item.title, .movedDate, own)
    }
    var skipped: Set<String> = []
    for text in series.texts("skipped") {
      if case .local(let time)? = Moment(text), time > date { skipped.insert(time.date) }
    }
    for date in draft.skip(skipped).sorted() { file.leave(draft.item.title, .skippedDate, date) }
  }
}
