import CivilTime
import Crypto
public import RecipeImport

/// The findings of a file.
public struct MovedFile: Sendable, Equatable {
  /// A row, a part of one, or a file of an archive that does not come over.
  public struct LeftOutRow: Sendable, Equatable {
    public var what: String
    public var why: String
  }

  /// The program that has written it; nil for what is not recognised.
  public var program: String?
  /// Of an archive of several programs' files.
  private var programs: [String] = []
  public var items: [MovedItem] = []
  public var recipes: [ImportedRecipe] = []
  public var meals: [MovedMeal] = []
  public var shopping: [MovedLine] = []
  /// Foods at hand.
  public var hand: [MovedFood] = []
  /// Of Foyer's own archives alone.
  public var extras: [MovedExtra] = []
  public var leftOut: [LeftOutRow] = []
  /// Why nothing could be read, in English.
  public var error: String?

  /// Names in a report of places without one of their own.
  public static let end = "the end of the file"
  public static let unnamedRow = "a row"
  public static let unnamedRecipe = "a recipe"
  public static let unnamedMeal = "a meal"
  public static let unnamedFood = "a food"
  /// The row of this place in its file.
  static func row(_ number: Int) -> String { "row \(number)" }

  /// Reads what `row` writes.
  public static func number(ofRow name: String) -> Int? {
    name.hasPrefix("row ") ? Int(name.dropFirst(4)) : nil
  }

  public static let maximumItems = 50_000
  static let maximumLeftOut = 20_000

  public init() {}

  /// Notes a row, or a field of one, that does not come over.
  /// - Parameter detail: the words of the file that it is about; 500 characters are kept.
  mutating func leave(_ what: String, _ why: MovedReason, _ detail: String? = nil) {
    leave(what, text: why.text(detail.map { String(String.UnicodeScalarView($0.unicodeScalars.prefix(500))) }))
  }

  /// - Parameter why: a reason's text, or a sentence of its own.
  public mutating func leave(_ what: String, text why: String) {
    let name = what.isEmpty ? Self.unnamedRow : String(String.UnicodeScalarView(what.unicodeScalars.prefix(200)))
    if leftOut.count < Self.maximumLeftOut {
      leftOut.append(LeftOutRow(what: name, why: why))
    } else if leftOut.count == Self.maximumLeftOut {
      leftOut.append(LeftOutRow(what: "…", why: "More rows were left out than are listed here."))
    }
  }

  /// Takes what another file of the same archive has.
  mutating func take(_ other: MovedFile) {
    if let name = other.program, !programs.contains(name) { programs.append(name) }
    program = programs.isEmpty ? nil : programs.joined(separator: ", ")
    let room = max(0, Self.maximumItems - items.count)
    for item in other.items.prefix(room) {
      var item = item
      item.program = item.program ?? other.program
      items.append(item)
    }
    for item in other.items.dropFirst(room) { leave(item.title, .tooManyItems) }
    recipes += other.recipes
    meals += other.meals
    shopping += other.shopping.map { line in
      var line = line
      line.program = line.program ?? other.program
      return line
    }
    hand += other.hand
    for row in other.leftOut { leave(row.what, text: row.why) }
  }

  /// Gives recipes the pictures that the archive has for them, by path.
  mutating func take(pictures found: [String: KeptBytes]) {
    for place in recipes.indices {
      guard let path = recipes[place].packedPicture else { continue }
      (recipes[place].packedPicture, recipes[place].picture) = (nil, found[path])
      if found[path] == nil { leave(recipes[place].title ?? path, .picture, path) }
    }
  }

  /// Puts files that are in memory into a spool.
  mutating func spoolFiles(_ spool: Spool) {
    for place in items.indices {
      for number in items[place].files.indices {
        guard let bytes = items[place].files[number].content.bytes, let kept = spool.keep(bytes) else { continue }
        items[place].files[number].content = kept
      }
    }
  }

  /// Gives items the files that the archive has for them, by path; what it has not stands in the description.
  mutating func take(files found: [String: KeptBytes]) {
    for place in items.indices where !items[place].packed.isEmpty {
      let packed = items[place].packed
      items[place].packed = []
      for file in packed {
        if let content = found[file.path], items[place].files.count < MovedItem.maximumFiles {
          items[place].files.append(.init(name: file.name, content: content, isPicture: file.isPicture))
        } else {
          let text = [items[place].description, "Attachment: \(file.name)"].compactMap { $0 }.joined(separator: "\n")
          items[place].description = text
          leave(items[place].title, .attachment, file.name)
        }
      }
    }
  }
}

// MARK: JSON

extension MovedFile {
  /// The object that `foyer move-in --dry-run --json` prints.
  public func json(file: String) -> String {
    var text = ""
    writeJSON(file: file) { text += $0 }
    return text
  }

  /// The same, a row at a time.
  public func writeJSON(file: String, _ write: (String) -> Void) {
    func rows<Row>(_ name: String, _ rows: [Row], _ json: (Row) -> String) {
      write(",\"\(name)\":[")
      for (place, row) in rows.enumerated() { write((place > 0 ? "," : "") + json(row)) }
      write("]")
    }
    write("{\"file\":\(quoted(file)),\"program\":\(quoted(program))")
    rows("items", items) { $0.json }
    rows("recipes", recipes) { $0.moveInJSON }
    rows("meals", meals) { $0.json }
    rows("shopping", shopping) { $0.json }
    if !hand.isEmpty { rows("at_hand", hand) { $0.json } }
    rows("left_out", leftOut) { object([("what", quoted($0.what)), ("why", quoted($0.why))]) }
    write(",\"error\":\(quoted(error))}")
  }
}

extension MovedMeal {
  var json: String { object([("day", quoted(day)), ("meal", quoted(meal)), ("title", quoted(title))]) }

  /// The same with what the command does not print.
  var wholeJSON: String { servings.map { "\(json.dropLast()),\"servings\":\($0)}" } ?? json }
}

extension MovedFood {
  var json: String {
    object([
      ("name", quoted(name)), ("amount", quoted(amount)), ("best_before", quoted(bestBefore)), ("place", quoted(place)),
    ])
  }
}

extension MovedLine {
  var json: String { object([("text", quoted(text)), ("list", quoted(list)), ("done", "\(isDone)")]) }
}

extension MovedItem {
  /// With the names of the files, where there are any.
  var json: String {
    files.isEmpty
      ? fields : "\(fields.dropLast()),\(object([("files", array(files.map { quoted($0.name) }))]).dropFirst())"
  }

  private var fields: String {
    object([
      ("title", quoted(title)), ("description", quoted(description)), ("category", quoted(category)),
      ("tags", array(tags.map(quoted))), ("due_date", quoted(dueDate)), ("due_time", quoted(dueTime)),
      ("time_zone", quoted(timeZone)), ("repeat", quoted(repeats)),
      ("repeat_from", quoted(repeats == nil ? nil : repeatsFromDone ? "done" : "due")),
      ("people", array(people.map(quoted))), ("priority", quoted(priority?.rawValue)),
      ("checklist", array(checklist.map { object([("text", quoted($0.text)), ("done", "\($0.isDone)")]) })),
      ("reminders", array(reminders.map { String($0) })), ("not_before", quoted(notBefore)), ("done", "\(isDone)"),
      ("done_at", quoted(doneAt.map(Moment.text))), ("created_at", quoted(createdAt.map(Moment.text))),
      ("source_id", quoted(sourceID)),
    ])
  }

  /// The same with what the command does not print.
  /// - Parameters:
  ///   - isPictured: whether the picture is in it.
  ///   - files: those that are in it.
  func wholeJSON(isPictured: Bool, files: [File]) -> RowJSON {
    var more: [(String, String)] = []
    if let openDue { more.append(("open_due", quoted(openDue))) }
    if !skipped.isEmpty { more.append(("skipped", array(skipped.map(quoted)))) }
    if !turn.isEmpty { more.append(("turn", array(turn.map(quoted)))) }
    if let turnRule { more.append(("turn_rule", quoted(turnRule))) }
    if let reminderCodes { more.append(("remind", array(reminderCodes.map(quoted)))) }
    if !looks.isEmpty {
      let looks = looks.map { look in
        object([
          ("tag", "\(look.isTag)"), ("name", quoted(look.name)), ("color", quoted(look.color)),
          ("icon", quoted(look.icon)),
        ])
      }
      more.append(("looks", array(looks)))
    }
    var json = RowJSON(more.isEmpty ? fields : "\(fields.dropLast()),\(object(more).dropFirst())")
    if isPictured, let picture { json.add("picture", picture) }
    if !files.isEmpty {
      json.add(
        "files",
        files.map { file in
          (object([("name", quoted(file.name)), ("is_picture", "\(file.isPicture)")]), file.content)
        })
    }
    return json
  }
}

extension ImportedRecipe {
  var moveInJSON: String {
    let number = { (value: Int?) in value.map { String($0) } ?? "null" }
    return object(members(number))
  }

  /// The same with the fields that the command does not print.
  var wholeJSON: String {
    object(members { $0.map { String($0) } ?? "null" } + [("stored_id", quoted(storedID))])
  }

  private func members(_ number: (Int?) -> String) -> [(String, String)] {
    [
      ("title", quoted(title)), ("ingredients", array(ingredients.map(quoted))), ("steps", array(steps.map(quoted))),
      ("servings", number(servings)), ("prep_minutes", number(prepMinutes)), ("cook_minutes", number(cookMinutes)),
      ("total_minutes", number(totalMinutes)), ("cuisine", quoted(cuisine)), ("image", quoted(imageURL)),
      ("url", quoted(url)), ("description", quoted(description)), ("notes", quoted(notes)),
      ("labels", array(statements.map(quoted))), ("stars", number(stars ?? moveInStars)), ("yield", quoted(makes.text)),
      ("source_name", quoted(sourceName)), ("nutrition", quoted(nutrition)),
    ]
  }

  /// Stars that the notes name, as the importer writes them: "Rating: 4".
  private var moveInStars: Int? {
    for line in (notes ?? "").split(separator: "\n") where line.hasPrefix("Rating: ") {
      if let value = Double(line.dropFirst(8)), (1...5).contains(value) { return Int(value.rounded()) }
    }
    return nil
  }
}

private func object(_ members: [(String, String)]) -> String {
  "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
}

private func array(_ elements: [String]) -> String { "[" + elements.joined(separator: ",") + "]" }

/// A JSON string, or null.
private func quoted(_ text: String?) -> String {
  guard let text else { return "null" }
  var result: [UInt8] = [UInt8(ascii: "\"")]
  for byte in text.utf8 {
    switch byte {
    // PostgreSQL stores none.
    case 0: continue
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): result += [UInt8(ascii: "\\"), byte]
    case 1..<0x20, 0x7F:
      let digits = Array("0123456789abcdef".utf8)
      result += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    default: result.append(byte)
    }
  }
  result.append(UInt8(ascii: "\""))
  return String(decoding: result, as: UTF8.self)
}
