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
    "staple_foods", "listings", "listing_pictures", "listing_addresses", "blocked_dates", "stay_tasks",
  ]

  private static let groups: [String: ArchiveGroup] = [
    "households": .people, "people": .people, "accounts": .people, "reminder_settings": .people,
    "folded_sections": .people, "removed_ingredients": .hand, "shopping_lists": .additions, "stay_requests": .stays,
    "stay_messages": .stays, "stay_references": .stays,
    "activity": .activity, "caldav_objects": .programs, "caldav_collections": .programs,
  ]

  private(set) var file = MovedFile()
  private let archive: OwnArchive
  /// JSON values that may still be read.
  private var room = maximumValues
  private static let maximumValues = 2 * MoveIn.maximumValues
  /// Dates of series that may still be counted.
  private var dates = 1_000_000
  private var counts: [ArchiveGroup: Int] = [:]

  /// Names by ids.
  private var people: [String: String] = [:]
  private var categories: [String: MovedItem.Look] = [:]
  private var tags: [String: MovedItem.Look] = [:]
  private var lists: [String: String] = [:]
  private var recipes: [String: String] = [:]
  private var zone = TimeZoneRules.utc
  /// The pictures of items and recipes, by the places of those in the file.
  private var itemPictures: [Int: String] = [:]
  private var recipePictures: [Int: String] = [:]
  /// The same of a place for guests, by the names of the two.
  private var extraPictures: [Int: [String: String]] = [:]

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
  private mutating func rows(_ table: String) -> [OwnRow] {
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

  // MARK: What no other program has

  /// - Parameters:
  ///   - person: the name of the member whom the row is about.
  ///   - id: by which the row is known again; nil in it for a row that has none.
  private mutating func take(
    _ kind: MovedRow.Kind, _ table: String, _ row: OwnRow, title: String?, person: String? = nil, json: [UInt8]? = nil,
    id: [String?], pictures: [String: String] = [:]
  ) {
    let (title, json) = (title ?? MovedFile.unnamedRow, json ?? Array(row.line))
    // A child writes rows as lines, with tabs between what is in them.
    guard let text = String(validating: json, as: UTF8.self), !json.contains(9), !id.contains(nil) else {
      return file.leave(title, text: ArchiveReason.broken.rawValue)
    }
    extraPictures[file.extras.count] = pictures.isEmpty ? nil : pictures
    file.extras.append(
      MovedExtra(
        kind: kind, title: title, person: person, table: table, sourceID: id.compactMap { $0 }.joined(separator: " "),
        json: text))
  }

  private mutating func readExtras() {
    readEaters()
    for table in ["favorites", "recipe_stars"] {
      for row in rows(table) {
        let (recipe, person) = (row.id("recipe_id"), row.id("person_id"))
        let (title, name) = (recipe.flatMap { recipes[$0] }, person.flatMap { people[$0] })
        let id = [recipe, name == nil ? nil : person]
        take(.mark, table, row, title: title ?? MovedFile.unnamedRecipe, person: name, id: id)
      }
    }
    for row in rows("cookings") {
      let title = row.id("recipe_id").flatMap { recipes[$0] } ?? MovedFile.unnamedRecipe
      if row["taken_back_at"] != nil {
        file.leave(title, text: ArchiveReason.deleted.rawValue)
      } else {
        let name = row.id("person_id").flatMap { people[$0] }
        take(.cooking, "cookings", row, title: title, person: name, id: [row.id("id")])
      }
    }
    readShops()
    readListing()
  }

  private mutating func readEaters() {
    for row in rows("cooking_parameters") {
      let person = row.id("person_id")
      let name = person.flatMap { people[$0] }
      take(.eater, "cooking_parameters", row, title: name, person: name, id: [name == nil ? nil : person])
    }
    var others: [String: String] = [:]
    for row in rows("eaters") {
      let (id, name) = (row.id("id"), row["name"])
      if let id { others[id] = name }
      if keeps(row, name) { take(.eater, "eaters", row, title: name, id: [id]) }
    }
    for row in rows("meal_absences") {
      let eater = row.id("eater_id")
      let member = eater.flatMap { people[$0] }
      let title = [member ?? eater.flatMap { others[$0] }, row["day"]].compactMap { $0 }.joined(separator: ", ")
      take(.absence, "meal_absences", row, title: title, person: member, id: [row["day"], row["meal"], eater])
    }
  }

  /// Whether a row is not in the trash; one that is is left out.
  private mutating func keeps(_ row: OwnRow, _ title: String?) -> Bool {
    if row["deleted_at"] == nil { return true }
    file.leave(title ?? MovedFile.unnamedRow, text: ArchiveReason.deleted.rawValue)
    return false
  }

  private mutating func readShops() {
    var steps: [String: [ArraySlice<UInt8>]] = [:]
    for row in rows("shop_steps") { if let shop = row.id("shop_id") { steps[shop, default: []].append(row.line) } }
    for row in rows("shops") where keeps(row, row["name"]) {
      let json = Self.object([("row", row.line), ("steps", Self.array(row.id("id").flatMap { steps[$0] } ?? []))])
      take(.shop, "shops", row, title: row["name"], json: json, id: [row.id("id")])
    }
    for table in ["food_aisles", "usual_foods", "staple_foods"] {
      for row in rows(table) { take(.food, table, row, title: row["name"] ?? row["key"], id: [row["key"]]) }
    }
  }

  /// The place for guests, with its address, the days that are blocked and what is to be done before a visit.
  private mutating func readListing() {
    let (addresses, blocked, tasks) = (rows("listing_addresses"), rows("blocked_dates"), rows("stay_tasks"))
    guard let row = rows("listings").first else {
      counts[.others, default: 0] += blocked.count + tasks.count
      return
    }
    let address = addresses.first { $0.id("listing_id") == row.id("id") }
    let json = Self.object([
      ("row", row.line), ("address", address?.line ?? ArraySlice("null".utf8)),
      ("blocked", Self.array(blocked.filter { $0["deleted_at"] == nil }.map(\.line))),
      ("tasks", Self.array(tasks.map(\.line))),
    ])
    var pictures: [String: String] = [:]
    for name in ["photo", "place_photo"] { pictures[name] = row.id("\(name)_id") }
    take(.listing, "listings", row, title: row["name"], json: json, id: [row.id("id")], pictures: pictures)
  }

  private static func array(_ lines: [ArraySlice<UInt8>]) -> ArraySlice<UInt8> {
    ArraySlice([UInt8(ascii: "[")] + lines.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")])
  }

  private static func object(_ members: [(name: String, value: ArraySlice<UInt8>)]) -> [UInt8] {
    var json = [UInt8(ascii: "{")]
    for (place, member) in members.enumerated() {
      json += Array("\(place > 0 ? "," : "")\"\(member.name)\":".utf8) + member.value
    }
    return json + [UInt8(ascii: "}")]
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
