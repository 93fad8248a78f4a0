import CivilTime
import Crypto
public import RecipeImport

/// A row of a file as it is kept until it is moved in: what a preview shows of it, by what it is known again, and the whole as JSON.
///
/// A child that has read a file writes its rows as lines (`MovedFile.write`), which a program takes without parsing what is in them.
public struct MovedRow: Sendable, Equatable {
  public enum Kind: String, Sendable, CaseIterable {
    case item, recipe, meal, line
    /// A food at hand.
    case hand
    /// Of somebody who eats here, member or not.
    case eater
    /// A member's favourite, or stars.
    case mark
    case cooking
    /// Of an eater from a meal.
    case absence
    case shop
    /// A fact about a food: its aisle, whether it is usual, or always there.
    case food
    /// The place for guests.
    case listing
    /// Of a row that does not come over: its title is the name, its JSON the reason as it is.
    case leftOut = "left_out"
  }

  public let kind: Kind
  /// 200 characters at most.
  public let title: String
  /// The category of an item, the list of a shopping line.
  public let list: String?
  public let people: [String]
  public let isDone: Bool
  /// Whether it has a time of no zone.
  public let isZoneless: Bool
  /// Whether the file leaves open which of its date's numbers is the day; also of the row that says so.
  public let hasOpenDate: Bool
  /// By which the row is known again when the file is sent once more: the program's own name of it where there is one.
  public let identity: String
  /// The id that the row has in the household whose archive it is from: one that the household has is known.
  public let storedID: String?
  public internal(set) var json = ""

  /// By which a row of an archive of Foyer is known again, which has this id in its household.
  public static func identity(of kind: Kind, storedID: String) -> String {
    // As a line of a child has it.
    plain([kind.rawValue, MoveIn.ownProgram, storedID].joined(separator: "\u{1E}"))
  }

  /// Of the characters of a line, none is a tab or a line break.
  var line: String {
    [
      kind.rawValue, Self.plain(title), Self.plain(list ?? ""), people.map(Self.plain).joined(separator: "\u{1F}"),
      isDone ? "1" : "", isZoneless ? "1" : "", hasOpenDate ? "1" : "", Self.plain(identity),
      Self.plain(storedID ?? ""), kind == .leftOut ? Self.plain(json) : json,
    ].joined(separator: "\t")
  }

  fileprivate init?(_ line: Substring) {
    let parts = line.utf8.split(separator: 9, omittingEmptySubsequences: false).map { String($0) ?? "" }
    guard parts.count == 10, let kind = Kind(rawValue: parts[0]) else { return nil }
    self.init(
      kind: kind, title: parts[1], list: parts[2].isEmpty ? nil : parts[2],
      people: parts[3].split(separator: "\u{1F}").map { String($0) }, isDone: !parts[4].isEmpty,
      isZoneless: !parts[5].isEmpty, hasOpenDate: !parts[6].isEmpty, identity: parts[7],
      storedID: parts[8].isEmpty ? nil : parts[8], json: parts[9])
  }

  /// Rows of a child's output, which is as untrusted as the file.
  /// - Parameter lines: each with its end.
  /// - Returns: nil for anything else.
  public static func rows(lines bytes: [UInt8]) -> [MovedRow]? {
    guard bytes.last == 10, !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else { return nil }
    var rows: [MovedRow] = []
    for line in text.utf8.split(separator: 10) {
      guard let row = MovedRow(Substring(line)) else { return nil }
      rows.append(row)
    }
    return rows
  }

  init(
    kind: Kind, title: String, list: String? = nil, people: [String] = [], isDone: Bool = false,
    isZoneless: Bool = false, hasOpenDate: Bool = false, identity: String, storedID: String? = nil, json: String = ""
  ) {
    (self.kind, self.list, self.people, self.isDone) = (kind, list, people, isDone)
    (self.isZoneless, self.hasOpenDate, self.identity, self.json) = (isZoneless, hasOpenDate, identity, json)
    self.storedID = storedID
    self.title = String(String.UnicodeScalarView(title.unicodeScalars.prefix(200)))
  }

  /// Without control characters, which also no list of names on a page should have.
  static func plain(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 }) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
  }
}

/// The rows of a file, in memory.
public struct MovedRows: Sendable, Equatable {
  public var program: String?
  public var error: String?
  public var rows: [MovedRow] = []

  public init(_ file: MovedFile) {
    (program, error) = (file.program, file.error)
    var found: [MovedRow] = []
    var writer = RowWriter(file.program) { row, json in
      var row = row
      json.write(nil) { row.json += $0 }
      found.append(row)
    }
    writer.write(file)
    rows = found
  }

  /// The first line of a child's output, without its end. It is as untrusted as the file.
  public init?(head line: [UInt8]) {
    guard !line.contains(0), let text = String(validating: line, as: UTF8.self) else { return nil }
    let head = text.utf8.split(separator: 9, omittingEmptySubsequences: false).map { String($0) ?? "" }
    guard head.count == 2 else { return nil }
    program = head[0].isEmpty ? nil : head[0]
    error = head[1].isEmpty ? nil : head[1]
  }
}

// MARK: Reading a row

extension JSONObject {
  fileprivate init?(row json: String) {
    var room = 100_000
    guard let object = JSONReader.values(Array(json.utf8), room: &room).first?.object else { return nil }
    self = object
  }

  fileprivate func string(_ key: String) -> String? { if case .string(let text)? = self[key] { text } else { nil } }

  fileprivate func strings(_ key: String) -> [String] {
    (self[key]?.elements ?? []).compactMap { if case .string(let text) = $0 { text } else { nil } }
  }

  fileprivate func number(_ key: String) -> Int? {
    if case .number(let digits)? = self[key] { Int(digits) } else { nil }
  }

  fileprivate func bool(_ key: String) -> Bool { self[key] == .bool(true) }
}

extension MovedItem {
  /// Of a row.
  public init?(json: String) {
    guard let row = JSONObject(row: json) else { return nil }
    self.init()
    title = row.string("title") ?? ""
    description = row.string("description")
    category = row.string("category")
    tags = row.strings("tags")
    (dueDate, dueTime, timeZone) = (row.string("due_date"), row.string("due_time"), row.string("time_zone"))
    (repeats, repeatsFromDone) = (row.string("repeat"), row.string("repeat_from") == "done")
    people = row.strings("people")
    priority = row.string("priority").flatMap { Priority(rawValue: $0) }
    checklist = (row["checklist"]?.elements ?? []).compactMap { line in
      line.object.map { Line(text: $0.string("text") ?? "", isDone: $0.bool("done")) }
    }
    reminders = (row["reminders"]?.elements ?? []).compactMap {
      if case .number(let digits) = $0 { Int(digits) } else { nil }
    }
    notBefore = row.string("not_before")
    isDone = row.bool("done")
    doneAt = row.string("done_at").flatMap { Moment($0)?.stamp }
    createdAt = row.string("created_at").flatMap { Moment($0)?.stamp }
    openDue = row.string("open_due")
    sourceID = row.string("source_id")
    skipped = row.strings("skipped")
    (turn, turnRule) = (row.strings("turn"), row.string("turn_rule"))
    looks = (row["looks"]?.elements ?? []).compactMap { look in
      guard let look = look.object, let name = look.string("name"), let color = look.string("color") else { return nil }
      return Look(isTag: look.bool("tag"), name: name, color: color, icon: look.string("icon") ?? "")
    }
    reminderCodes = row.has("remind") ? row.strings("remind") : nil
    picture = row.string("picture").flatMap(ExportedRecipe.base64).map(KeptBytes.memory)
    files = (row["files"]?.elements ?? []).compactMap { file in
      guard let file = file.object, let name = file.string("name"),
        let bytes = file.string("data").flatMap(ExportedRecipe.base64)
      else { return nil }
      return File(name: name, bytes: bytes, isPicture: file.bool("is_picture"))
    }
  }
}

extension MovedMeal {
  /// Of a row.
  public init?(json: String) {
    guard let row = JSONObject(row: json), let day = row.string("day"), let title = row.string("title") else {
      return nil
    }
    self.init(day: day, meal: row.string("meal"), title: title, servings: row.number("servings"))
  }
}

extension MovedFood {
  /// Of a row.
  public init?(json: String) {
    guard let row = JSONObject(row: json), let name = row.string("name") else { return nil }
    self.init(
      name: name, amount: row.string("amount"), bestBefore: row.string("best_before"), place: row.string("place"))
  }
}

extension MovedLine {
  /// Of a row.
  public init?(json: String) {
    guard let row = JSONObject(row: json), let text = row.string("text") else { return nil }
    self.init(text: text, list: row.string("list"), isDone: row.bool("done"))
  }
}

extension ImportedRecipe {
  /// Of a row.
  public init?(moved json: String) {
    guard let row = JSONObject(row: json) else { return nil }
    self.init()
    title = row.string("title")
    (ingredients, steps) = (row.strings("ingredients"), row.strings("steps"))
    (makes.servings, makes.text) = (row.number("servings"), row.string("yield"))
    (prepMinutes, cookMinutes) = (row.number("prep_minutes"), row.number("cook_minutes"))
    totalMinutes = row.number("total_minutes")
    (cuisine, imageURL, url) = (row.string("cuisine"), row.string("image"), row.string("url"))
    (description, notes) = (row.string("description"), row.string("notes"))
    (statements, stars) = (row.strings("labels"), row.number("stars"))
    (nutrition, sourceName) = (row.string("nutrition"), row.string("source_name"))
    imageData = row.string("picture").flatMap(ExportedRecipe.base64)
    storedID = row.string("stored_id")
  }
}
