import CivilTime
import RecipeImport
import StrictJSON

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
  let archive: OwnArchive
  /// JSON values that may still be read.
  private var room = maximumValues
  private static let maximumValues = 2 * MoveIn.maximumValues
  /// Dates of series that may still be counted.
  var dates = 1_000_000
  var counts: [ArchiveGroup: Int] = [:]

  /// Names by ids.
  private(set) var people: [String: String] = [:]
  var categories: [String: MovedItem.Look] = [:]
  var tags: [String: MovedItem.Look] = [:]
  private var lists: [String: String] = [:]
  private(set) var recipes: [String: String] = [:]
  var zone = TimeZoneRules.utc
  /// The pictures of items and recipes, by the places of those in the file.
  var itemPictures: [Int: String] = [:]
  private var recipePictures: [Int: String] = [:]
  /// The same of a place for guests, by the names of the two.
  var extraPictures: [Int: [String: String]] = [:]

  static func read(_ bytes: InputFile, _ spool: Spool?) -> MovedFile {
    var file = MovedFile()
    file.program = MoveIn.ownProgram
    do throws(ArchiveFault) {
      var rows = OwnRows(try OwnArchive(bytes))
      rows.read()
      rows.takePictures(bytes, spool)
      let paths = Set(rows.file.items.flatMap { $0.packed.map(\.path) })
      if !paths.isEmpty { rows.file.take(files: OwnArchive.files(paths, of: bytes, spool)) }
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

  private mutating func takePictures(_ bytes: InputFile, _ spool: Spool?) {
    var wanted: Set<String> = []
    for id in itemPictures.sorted(by: { $0.key < $1.key }) + recipePictures.sorted(by: { $0.key < $1.key })
    where wanted.count < Self.maximumPictures && archive.pictures[id.value] != nil {
      wanted.insert(id.value)
    }
    wanted.formUnion(extraPictures.values.flatMap(\.values))
    let found = wanted.isEmpty ? [:] : OwnArchive.pictures(wanted, of: bytes, spool)
    for (place, id) in itemPictures.sorted(by: { $0.key < $1.key }) {
      file.items[place].picture = found[id]
      if found[id] == nil { file.leave(file.items[place].title, .picture) }
    }
    for (place, id) in recipePictures.sorted(by: { $0.key < $1.key }) {
      file.recipes[place].picture = found[id]
      if found[id] == nil { file.leave(file.recipes[place].title ?? "", .picture) }
    }
    for (place, ids) in extraPictures {
      file.extras[place].pictures = ids.compactMapValues { found[$0] }
      if file.extras[place].pictures.count < ids.count { file.leave(file.extras[place].title, .picture) }
    }
  }
}
