import RecipeImport

/// The rows of an archive of Foyer that have no place in the file of another program: they come as the archive has them.
extension OwnRows {
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

  mutating func readExtras() {
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
    for row in rows("packet_answers") {
      let name = row.id("person_id").flatMap { people[$0] }
      take(.food, "packet_answers", row, title: row["name"], person: name, id: [row["key"], row["subject"]])
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
}
