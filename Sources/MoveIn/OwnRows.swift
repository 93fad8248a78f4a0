import CivilTime
import RecipeImport
import Recurrence
import StrictJSON

/// Why a row of an archive of Foyer does not come over, as the command says it; pages say it in the reader's language.
public enum ArchiveReason: String, CaseIterable, Sendable {
  case deleted = "it was deleted in Foyer"
  case `operator` = "foyer household import brings it: whoever runs the server can run that"
  case two = "another household has a part in it: the archive has it for reading"
  case broken = "this is no row of an archive"
}

/// Rows of an archive that have no place in a move. The report has one line a group: its name and how many there are.
public enum ArchiveGroup: String, CaseIterable, Sendable {
  case people = "People and their settings"
  case hand = "Foods that are no longer at hand"
  case labels = "Categories and tags that nothing uses"
  case lines = "Shopping lines that were cleared"
  case additions = "What was put on the list together"
  case stays = "Stays"
  case activity = "Activity"
  case programs = "What calendar programs keep"
  case others = "Other rows"

  func text(_ count: Int) -> String { "\(rawValue): \(count)" }

  /// Reads what `text` writes.
  public static func read(_ text: String) -> (group: ArchiveGroup, count: Int)? {
    guard let colon = text.lastIndex(of: ":"), let group = ArchiveGroup(rawValue: String(text[..<colon])),
      let count = Int(text[colon...].dropFirst(2))
    else { return nil }
    return (group, count)
  }
}

/// The rows of an archive of Foyer's own, as a member may bring them: the values of items, recipes, meals and shopping lines, which
/// the operations of the app check again. Of a person the name comes, and of no other household's row anything at all.
struct OwnRows {
  /// The tables whose rows come over, or are a part of those that do.
  private static let moved: Set<String> = [
    "categories", "tags", "series", "items", "item_tags", "item_reminders", "recipes", "recipe_stars", "meals",
    "named_lists", "shopping_entries", "images", "ingredients_at_hand", "files", "item_files", "eaters",
    "cooking_parameters", "favorites", "cookings", "meal_absences", "shops", "shop_steps", "food_aisles", "usual_foods",
    "staple_foods", "packet_answers", "listings", "listing_pictures", "listing_addresses", "blocked_dates",
    "stay_tasks",
  ]

  private static let groups: [String: ArchiveGroup] = [
    "households": .people, "people": .people, "accounts": .people, "reminder_settings": .people,
    "folded_sections": .people, "removed_ingredients": .hand, "shopping_lists": .additions, "stay_requests": .stays,
    "stay_messages": .stays, "stay_references": .stays,
    "activity": .activity, "caldav_objects": .programs, "caldav_collections": .programs,
  ]

  var file = MovedFile()
  private let archive: OwnArchive
  /// JSON values that may still be read.
  private var room = maximumValues
  private static let maximumValues = 2 * MoveIn.maximumValues
  /// Dates of series that may still be counted.
  private var dates = 1_000_000
  var counts: [ArchiveGroup: Int] = [:]

  /// Names by ids.
  private(set) var people: [String: String] = [:]
  private var categories: [String: MovedItem.Look] = [:]
  private var tags: [String: MovedItem.Look] = [:]
  private var lists: [String: String] = [:]
  private(set) var recipes: [String: String] = [:]
  private var zone = TimeZoneRules.utc
  /// The pictures of items and recipes, by the places of those in the file.
  private var itemPictures: [Int: String] = [:]
  private var recipePictures: [Int: String] = [:]
  /// The same of a place for guests, by the names of the two.
  var extraPictures: [Int: [String: String]] = [:]

  static func read(_ bytes: [UInt8]) -> MovedFile {
    var file = MovedFile()
    file.program = MoveIn.ownProgram
    do throws(ArchiveFault) {
      var rows = OwnRows(try OwnArchive(bytes))
      rows.read()
      rows.takePictures(bytes)
      let paths = Set(rows.file.items.flatMap { $0.packed.map(\.path) })
      if !paths.isEmpty { rows.file.take(files: OwnArchive.files(paths, of: bytes)) }
      return rows.file
    } catch {
      file.error = error.rawValue
      return file
    }
  }

  private init(_ archive: OwnArchive) {
    self.archive = archive
    file.program = MoveIn.ownProgram
  }

  private mutating func read() {
    readNames()
    readItems()
    readRecipes()
    readMeals()
    readLines()
    readHand()
    readExtras()
    for (name, bytes) in archive.tables where !Self.moved.contains(name) {
      counts[Self.groups[name] ?? .others, default: 0] += Self.lines(bytes).count
    }
    for group in ArchiveGroup.allCases {
      guard let count = counts[group], count > 0 else { continue }
      let reason: ArchiveReason = group == .stays ? .two : .operator
      file.leave(group.text(count), text: reason.rawValue)
    }
  }

  // MARK: Rows

  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] { bytes.split(separator: 10) }

  /// The rows of a table; what is none is said.
  mutating func rows(_ table: String) -> [OwnRow] {
    guard let bytes = archive.tables[table] else { return [] }
    var rows: [OwnRow] = []
    let lines = Self.lines(bytes)
    for (number, line) in lines.enumerated() {
      guard room > 0 else {
        file.leave("\(table): \(lines.count - number)", .tooManyValues, "\(Self.maximumValues)")
        break
      }
      guard let row = OwnRow(line, room: &room) else {
        file.leave("\(table), \(number + 1)", text: ArchiveReason.broken.rawValue)
        continue
      }
      rows.append(row)
    }
    return rows
  }

  private mutating func readNames() {
    if let row = rows("households").first, let name = row["time_zone"], let rules = TimeZoneRules.named(name) {
      zone = rules
    }
    var addresses: [String: String] = [:]
    for row in rows("accounts") { addresses[row.id("person_id") ?? ""] = row["email"] }
    let named = rows("people").compactMap { row in row.id("id").map { ($0, row["name"] ?? "") } }
    var known: Set<String> = []
    for (id, name) in named {
      // Of two people of one name the address tells which.
      let isOther = known.insert(name).inserted
      people[id] = isOther ? name : "\(name) (\(addresses[id] ?? "\(known.count)"))"
    }
    for table in ["categories", "tags"] {
      for row in rows(table) where row["deleted_at"] == nil {
        guard let id = row.id("id"), let name = row["name"], !name.trimmed.isEmpty else { continue }
        let look = MovedItem.Look(
          isTag: table == "tags", name: name, color: row["color"] ?? "", icon: row["icon"] ?? "")
        if look.isTag { tags[id] = look } else { categories[id] = look }
      }
    }
    for row in rows("named_lists") where row["deleted_at"] == nil {
      if let id = row.id("id"), let name = row["name"] { lists[id] = name }
    }
  }

  // MARK: Items

  private mutating func readItems() {
    var series: [String: OwnRow] = [:]
    for row in rows("series") { if let id = row.id("id") { series[id] = row } }
    var tagged: [String: [String]] = [:]
    for row in rows("item_tags") {
      if let item = row.id("item_id"), let tag = row.id("tag_id") { tagged[item, default: []].append(tag) }
    }
    let files = readFiles()
    var used: Set<String> = []
    var reminders: [String: [String]] = [:]
    for row in rows("item_reminders") {
      guard let item = row.id("item_id") else { continue }
      reminders[item, default: []] += row.texts("codes").filter { !(reminders[item] ?? []).contains($0) }
    }
    let items = rows("items").enumerated().sorted {
      ($0.element.position, $0.offset) < ($1.element.position, $1.offset)
    }.map(\.element)
    // A series without an open item ends with the last that was done, which then says how it repeated.
    var open: Set<String> = []
    var made: [String: Int] = [:]
    for row in items {
      guard let id = row.id("series_id") else { continue }
      made[id, default: 0] += 1
      if row["done_at"] == nil, row["deleted_at"] == nil { open.insert(id) }
    }
    var drafts: [Draft] = []
    for row in items {
      let title = row["title"] ?? ""
      if row["deleted_at"] != nil {
        file.leave(title, text: ArchiveReason.deleted.rawValue)
        continue
      }
      var draft = Draft()
      draft.number = drafts.count + 1
      draft.item.title = title
      draft.item.sourceID = row.id("id")
      draft.item.description = row.said("description")
      let category = row.id("category_id").flatMap { categories[$0] }
      let its = (draft.item.sourceID.flatMap { tagged[$0] } ?? []).compactMap { tags[$0] }
      draft.item.category = category?.name
      draft.item.tags = its.map(\.name)
      draft.item.looks = [category].compactMap { $0 } + its
      used.formUnion(draft.item.looks.map { "\($0.isTag) \($0.name)" })
      draft.item.reminderCodes = draft.item.sourceID.flatMap { reminders[$0] }
      draft.item.people = row.ids("people").compactMap { people[$0] }
      draft.item.isDone = row["done_at"] != nil
      draft.item.doneAt = row.moment("done_at")
      draft.item.createdAt = row.moment("created_at")
      draft.item.priority = row.number("priority").flatMap { [1: .high, 2: .medium, 3: .low][$0] }
      draft.item.checklist = row.lines("checklist")
      setDates(row, &draft)
      if let id = row.id("series_id"), let repeats = series[id] {
        let isLast = !open.contains(id)
        if !draft.item.isDone || isLast { setRepeat(repeats, row, &draft, made: made[id] ?? 1) }
        if isLast { open.insert(id) }
      }
      // The holder of the turn is last in the queue.
      let queue = row.ids("turn_queue").compactMap { people[$0] }
      draft.item.turn = Array(queue.suffix(1) + queue.dropLast())
      if let image = row.id("image_id") { itemPictures[drafts.count] = image }
      draft.item.packed = draft.item.sourceID.flatMap { files[$0] } ?? []
      drafts.append(draft)
    }
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
  private mutating func day(_ text: String, _ label: String, _ draft: inout Draft) -> String? {
    if case .day(let day)? = Moment(text), text.utf8.count == 10 { return day.iso }
    leave(date: text, label, &draft)
    return nil
  }

  private mutating func leave(date text: String, _ label: String, _ draft: inout Draft) {
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
    for skipped in series.texts("skipped") {
      if case .local(let time)? = Moment(skipped), time > date {
        file.leave(draft.item.title, .skippedDate, "\(time.date)")
      }
    }
  }

  // MARK: Food

  private mutating func readRecipes() {
    for row in rows("recipes") {
      let name = row["name"] ?? ""
      if row["deleted_at"] != nil {
        file.leave(name, text: ArchiveReason.deleted.rawValue)
        continue
      }
      guard let id = row.id("id"), !name.trimmed.isEmpty else {
        file.leave(row["id"] ?? MovedFile.unnamedRecipe, .noName)
        continue
      }
      guard file.recipes.count < RecipeDraft.maximumRecipes else {
        file.leave(name, .tooManyRecipes)
        continue
      }
      var recipe = ImportedRecipe()
      recipe.storedID = id
      recipe.title = name
      recipe.description = row.said("description")
      recipe.cuisine = row.said("cuisine")
      (recipe.makes.servings, recipe.makes.text) = (row.number("servings"), row.said("makes"))
      (recipe.prepMinutes, recipe.cookMinutes) = (row.number("prep_minutes"), row.number("cook_minutes"))
      (recipe.ingredients, recipe.steps) = (row.texts("ingredients"), row.texts("steps"))
      recipe.statements = row.texts("statements")
      (recipe.url, recipe.sourceName) = (row.said("source_url"), row.said("source_name"))
      (recipe.notes, recipe.nutrition) = (row.said("notes"), row.said("nutrition"))
      recipes[id] = name
      if let image = row.id("image_id") { recipePictures[file.recipes.count] = image }
      file.recipes.append(recipe)
    }
  }

  private mutating func readMeals() {
    for row in rows("meals") {
      let title = row.id("recipe_id").flatMap { recipes[$0] } ?? row["text"] ?? ""
      if row["deleted_at"] != nil {
        file.leave(title, text: ArchiveReason.deleted.rawValue)
        continue
      }
      guard let day = row["day"], !title.trimmed.isEmpty else {
        file.leave(row["id"] ?? MovedFile.unnamedMeal, text: ArchiveReason.broken.rawValue)
        continue
      }
      file.meals.append(
        MovedMeal(
          day: day, meal: row["meal"], title: title, servings: row.number("servings"), sourceID: row.id("id")))
    }
  }

  private mutating func readLines() {
    // The newest first, as on the page.
    let lines = rows("shopping_entries").enumerated().sorted {
      ($1.element["created_at"] ?? "", $0.offset) < ($0.element["created_at"] ?? "", $1.offset)
    }.map(\.element)
    for row in lines {
      if row["deleted_at"] != nil {
        counts[.lines, default: 0] += 1
        continue
      }
      guard let text = row["text"], !text.trimmed.isEmpty else {
        file.leave(row["id"] ?? MovedFile.unnamedRow, text: ArchiveReason.broken.rawValue)
        continue
      }
      file.shopping.append(
        MovedLine(
          text: text, list: row.id("list_id").flatMap { lists[$0] }, isDone: row["checked_at"] != nil,
          sourceID: row.id("id")))
    }
  }

  private mutating func readHand() {
    for row in rows("ingredients_at_hand") {
      guard let name = row.said("name") else {
        file.leave(row["id"] ?? MovedFile.unnamedFood, text: ArchiveReason.broken.rawValue)
        continue
      }
      file.hand.append(
        MovedFood(
          name: name, amount: row.said("amount"), bestBefore: row["best_before"], place: row.said("place"),
          sourceID: row.id("id")))
    }
  }

  // MARK: Pictures

  private static let maximumPictures = 500

  private mutating func takePictures(_ bytes: [UInt8]) {
    var wanted: Set<String> = []
    for id in itemPictures.sorted(by: { $0.key < $1.key }) + recipePictures.sorted(by: { $0.key < $1.key })
    where wanted.count < Self.maximumPictures && archive.pictures[id.value] != nil {
      wanted.insert(id.value)
    }
    wanted.formUnion(extraPictures.values.flatMap(\.values))
    let found = wanted.isEmpty ? [:] : OwnArchive.pictures(wanted, of: bytes)
    for (place, id) in itemPictures.sorted(by: { $0.key < $1.key }) {
      file.items[place].imageData = found[id]
      if found[id] == nil { file.leave(file.items[place].title, .picture) }
    }
    for (place, id) in recipePictures.sorted(by: { $0.key < $1.key }) {
      file.recipes[place].imageData = found[id]
      if found[id] == nil { file.leave(file.recipes[place].title ?? "", .picture) }
    }
    for (place, ids) in extraPictures {
      file.extras[place].pictures = ids.compactMapValues { found[$0] }
      if file.extras[place].pictures.count < ids.count { file.leave(file.extras[place].title, .picture) }
    }
  }
}
