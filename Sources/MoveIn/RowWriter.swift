public import RecipeImport

/// Gives the rows of a file, those last that do not come over.
struct RowWriter {
  private let program: String?
  /// Bytes that pictures and files of all rows may still have.
  private var room = MoveIn.maximumFileBytes
  /// The same of the row.
  private var own = 0
  private var counts: [String: Int] = [:]
  private var missing: [(title: String, why: String)] = []
  /// A row without its JSON, and that.
  private let take: (MovedRow, RowJSON) -> Void

  init(_ program: String?, _ take: @escaping (MovedRow, RowJSON) -> Void) {
    (self.program, self.take) = (program, take)
  }

  mutating func write(_ file: MovedFile) {
    for item in file.items { write(item) }
    for recipe in file.recipes { write(recipe) }
    for meal in file.meals {
      let name: [String?] =
        meal.sourceID.map { ["meal", MoveIn.ownProgram, $0] } ?? ["meal", meal.day, meal.meal, meal.title]
      take(
        MovedRow(kind: .meal, title: meal.title, list: meal.day, identity: identity(name), storedID: meal.sourceID),
        RowJSON(meal.wholeJSON))
    }
    for line in file.shopping {
      let name: [String?] =
        line.sourceID.map { ["line", MoveIn.ownProgram, $0] } ?? [
          "line", line.program ?? program, line.list, line.text,
        ]
      take(
        MovedRow(
          kind: .line, title: line.text, list: line.list, isDone: line.isDone, identity: identity(name),
          storedID: line.sourceID), RowJSON(line.json))
    }
    for food in file.hand {
      let program = food.sourceID == nil ? program : MoveIn.ownProgram
      let name = identity(["hand", program, food.sourceID ?? food.name])
      take(MovedRow(kind: .hand, title: food.name, identity: name, storedID: food.sourceID), RowJSON(food.json))
    }
    for extra in file.extras { write(extra) }
    // Pictures may be missing of all of these.
    for picture in missing { take(MovedRow(kind: .leftOut, title: picture.title, identity: ""), RowJSON(picture.why)) }
    for row in file.leftOut {
      let isOpen = MovedReason.read(row.why)?.reason == .openDate
      take(MovedRow(kind: .leftOut, title: row.what, hasOpenDate: isOpen, identity: ""), RowJSON(row.why))
    }
  }

  private mutating func write(_ item: MovedItem) {
    let program = item.program ?? program
    own = MovedItem.maximumFileBytes
    let isPictured = takes(item.picture, of: item.title, or: MovedReason.pictures.rawValue)
    var files: [MovedItem.File] = []
    for file in item.files where takes(file.content, of: item.title, or: MovedReason.attachment.text(file.name)) {
      files.append(file)
    }
    let name: [String?] =
      item.sourceID.map { ["item", program, $0] }
      ?? ["item", program, nil, item.title, item.category, item.createdAt.map { String($0) }]
    take(
      MovedRow(
        kind: .item, title: item.title, list: item.category,
        people: item.people + item.turn.filter { !item.people.contains($0) }, isDone: item.isDone,
        isZoneless: item.dueTime != nil && item.timeZone == nil, hasOpenDate: item.openDue != nil,
        identity: identity(name),
        storedID: program == MoveIn.ownProgram ? item.sourceID : nil),
      item.wholeJSON(isPictured: isPictured, files: files))
  }

  private mutating func write(_ recipe: ImportedRecipe) {
    own = MovedItem.maximumFileBytes
    var json = RowJSON(recipe.wholeJSON)
    if takes(recipe.picture, of: recipe.title ?? "", or: MovedReason.pictures.rawValue), let picture = recipe.picture {
      json.add("picture", picture)
    }
    let name: [String?] =
      recipe.storedID.map { ["recipe", MoveIn.ownProgram, $0] } ?? ["recipe", recipe.title, recipe.ingredients.first]
    take(MovedRow(kind: .recipe, title: recipe.title ?? "", identity: identity(name), storedID: recipe.storedID), json)
  }

  private mutating func write(_ extra: MovedExtra) {
    own = MovedItem.maximumFileBytes
    var json = RowJSON(extra.json)
    for (name, content) in extra.pictures.sorted(by: { $0.key < $1.key })
    where takes(content, of: extra.title, or: MovedReason.pictures.rawValue) {
      json.add(name, content)
    }
    take(
      MovedRow(
        kind: extra.kind, title: extra.title, people: extra.person.map { [$0] } ?? [],
        identity: identity([extra.kind.rawValue, MoveIn.ownProgram, extra.source]),
        storedID: [.eater, .cooking, .shop, .listing].contains(extra.kind) ? extra.sourceID : nil), json)
  }

  /// Of rows that nothing tells apart, each has a number.
  private mutating func identity(_ parts: [String?]) -> String {
    let text = parts.map { $0 ?? "" }.joined(separator: "\u{1E}")
    let count = counts[text, default: 0] + 1
    counts[text] = count
    return count == 1 ? text : "\(text)\u{1E}\(count)"
  }

  /// Whether there is room for a picture or a file; one without is noted, and a smaller one may still have room.
  private mutating func takes(_ content: KeptBytes?, of title: String, or why: String) -> Bool {
    guard let content else { return false }
    guard content.count <= min(room, own) else {
      missing.append((title, why))
      return false
    }
    room -= content.count
    own -= content.count
    return true
  }
}

extension MovedFile {
  /// Writes the program or the error, and the rows, a line each: the output of a child.
  /// - Parameter spool: that pictures and files are in.
  public func write(_ spool: Spool? = nil, _ write: @escaping ([UInt8]) -> Void) {
    write(Array("\(program ?? "")\t\(error ?? "")\n".utf8))
    var writer = RowWriter(program) { row, json in
      write(Array(row.line.utf8))
      json.write(spool) { write(Array((row.kind == .leftOut ? MovedRow.plain($0) : $0).utf8)) }
      write([10])
    }
    writer.write(self)
  }
}
