import CivilTime

/// The table of a board that WeKan writes. Its columns have the names of the person's language and stand in one order; behind them
/// are the fields that the board defines.
enum WeKanTable {
  private static let (swimlane, owner, requested, assigned, members, assignees) = (3, 4, 5, 6, 7, 8)
  private static let (labels, start, due, end, overtime, spent, created) = (9, 10, 11, 12, 13, 14, 15)
  private static let (voting, archived, count) = (18, 19, 20)

  static func isHeader(_ names: [String]) -> Bool {
    names.count >= count && names.dropFirst(count).allSatisfy { $0.hasPrefix("customfield") }
  }

  /// Nil for a table of another program.
  static func read(_ table: Table) -> MovedFile? {
    guard table.count > 0, table.rows.prefix(20).allSatisfy({ isCard($0.cells) }) else { return nil }
    var file = MovedFile()
    file.program = "WeKan"
    if table.isCut { file.leave(MovedFile.end, .endsInRow) }
    var drafts: [Draft] = []
    for (number, row) in table.rows.enumerated() where !row.isEmpty {
      var draft = draft(row.cells.map(plain), table.header, &file)
      draft.number = number + 1
      drafts.append(draft)
      if table.count > Draft.many { Draft.finish(thousandOf: &drafts, into: &file) }
    }
    Draft.finish(consume drafts, into: &file)
    return file
  }

  /// Whether the moments are moments, and the two answers yes or no.
  private static func isCard(_ cells: [String]) -> Bool {
    let isEmpty = cells.allSatisfy { $0.trimmed.isEmpty }
    return isEmpty
      || cells.count >= count
        && [overtime, archived].allSatisfy { ["true", "false"].contains(cells[$0].trimmed.lowercased()) }
        && [start, due, end, created].allSatisfy { cells[$0].trimmed.isEmpty || Moment(cells[$0].trimmed) != nil }
  }

  /// A cell that could be a formula has an apostrophe before it.
  private static func plain(_ cell: String) -> String {
    let isMarked = cell.hasPrefix("'") && cell.dropFirst().first.map { "=+-@".contains($0) } == true
    return isMarked ? String(cell.dropFirst()) : cell
  }

  private static func draft(_ cells: [String], _ header: [String], _ file: inout MovedFile) -> Draft {
    func cell(_ place: Int) -> String? { place < cells.count ? cells[place].trimmed.nonEmpty : nil }
    var draft = Draft()
    draft.item.title = cell(0) ?? ""
    draft.describe(cells.count > 1 ? cells[1].normalLines : nil)
    draft.item.category = cell(2)
    if let lane = cell(swimlane), lane != "Default" { draft.keep("Swimlane", lane) }
    for (place, name) in [(owner, "Owner"), (requested, "Requested by"), (assigned, "Assigned by")] {
      draft.keep(name, cell(place))
    }
    for name in [members, assignees].compactMap(cell).flatMap({ $0.split(separator: " ") })
    where !draft.item.people.contains(String(name)) {
      draft.item.people.append(String(name))
    }
    for label in names(ofLabels: cell(labels) ?? "") { draft.tag(label) }
    draft.setMoment(cell(due), "Due", &file)
    draft.setStart(cell(start))
    draft.item.createdAt = cell(created).flatMap { Moment($0)?.stamp }
    if let text = cell(end) {
      draft.item.isDone = true
      draft.item.doneAt = Moment(text)?.stamp
    }
    if cell(archived)?.lowercased() == "true" {
      draft.item.isDone = true
      draft.keep("WeKan", "archived")
    }
    if let hours = cell(spent), hours != "0" { draft.keep("Hours spent", hours) }
    draft.keep("Vote", cell(voting))
    for place in count..<max(count, header.count) {
      // "CustomField-Size-dropdown-S/M/L"
      let parts = header[place].split(separator: "-", maxSplits: 2)
      draft.keep(parts.count > 1 ? String(parts[1]) : header[place], cell(place))
    }
    return draft
  }

  /// "Work at home-blue Urgent-red" → "Work at home", "Urgent"; a label without a name is its colour.
  private static func names(ofLabels text: String) -> [String] {
    var (labels, words): ([String], [Substring]) = ([], [])
    for word in text.split(separator: " ") {
      guard let hyphen = word.lastIndex(of: "-"), colors.contains(String(word[word.index(after: hyphen)...])) else {
        words.append(word)
        continue
      }
      let name = (words + [word[..<hyphen]]).joined(separator: " ").trimmed
      labels.append(name.nonEmpty ?? String(word[word.index(after: hyphen)...]))
      words = []
    }
    if !words.isEmpty { labels.append(words.joined(separator: " ")) }
    return labels
  }

  private static let colors: Set<String> = [
    "white", "green", "yellow", "orange", "red", "purple", "blue", "sky", "lime", "pink", "black", "silver",
    "peachpuff", "crimson", "plum", "darkgreen", "slateblue", "magenta", "gold", "navy", "gray", "saddlebrown",
    "paleturquoise", "mistyrose", "indigo",
  ]
}
