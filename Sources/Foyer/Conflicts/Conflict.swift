import CivilTime
import HTTP
import Postgres

/// Two versions of one row (409): the one in the form, and the one that was saved meanwhile. What only one of both has
/// changed is merged (`MergeBase`); the reader chooses for each field that both have changed.
struct Conflict {
  /// Where the chosen version is sent, and the version that it replaces.
  let action: String
  let version: Int?
  /// The page of the version that was saved; nil where that does not end the conflict.
  var takeTheirs: String?
  /// The name of the other version; nil where it is in the reader's form.
  var mine: String?
  var fields: [ConflictField] = []
  /// Further fields of the form.
  var hidden: [(name: String, value: String)] = []
  /// The person who saved the other version, and the time.
  var lead = ""

  var differing: [ConflictField] { fields.filter { $0.differs && $0.decided == nil } }
  var merged: [ConflictField] { fields.filter { $0.differs && $0.decided != nil } }
  var same: [ConflictField] { fields.filter { !$0.differs } }
}

/// One field of both versions. It may consist of several fields of the form: a deadline is a day and a time.
struct ConflictField {
  let label: String
  fileprivate(set) var mine: Side
  fileprivate(set) var theirs: Side
  /// Both sides' words joined; nil for a field that holds one value.
  private(set) var both: Side?
  /// The side that counts, if only one of both has changed the field.
  var decided: Choice?

  enum Choice { case mine, theirs, both }

  struct Side {
    /// As a reader sees it.
    let text: String
    /// As the form sends it; empty for an unticked box.
    let fields: [(name: String, value: String)]
    var color: String?
    /// The value to compare where the texts can be equal.
    var key: String?

    fileprivate var compared: String { key ?? text }
  }

  /// A field whose value is sent as it is displayed.
  init(_ name: String, _ label: String, _ mine: String, _ theirs: String) {
    self.init(label, Side(text: mine, fields: [(name, mine)]), Side(text: theirs, fields: [(name, theirs)]))
  }

  /// A field of words, which can be kept from both sides.
  init(words name: String, _ label: String, _ mine: String, _ theirs: String) {
    self.init(name, label, mine, theirs)
    let words = joined
    both = Side(text: words, fields: [(name, words)])
  }

  init(_ label: String, _ mine: Side, _ theirs: Side, both: Side? = nil) {
    (self.label, self.mine, self.theirs, self.both) = (label, mine, theirs, both)
  }

  /// A picture: uploaded with the form, to be removed, or the stored one.
  init(
    image name: String, _ label: String, new: UUID?, stored: UUID?, removes: Bool = false, _ strings: Strings
  ) {
    let theirs = Side(
      text: stored == nil ? "" : strings.conflictImageAsSaved, fields: [], key: stored?.description ?? "")
    let mine: Side =
      if removes && stored != nil {
        Side(text: strings.itemsImageRemove, fields: [("remove_image", "true")])
      } else if let new, new != stored {
        Side(text: strings.conflictNewImage, fields: [(name, new.description)], key: new.description)
      } else { theirs }
    self.init(label, mine, theirs)
  }

  /// A checkbox.
  init(box name: String, _ label: String, _ mine: Bool, _ theirs: Bool, _ strings: Strings) {
    func side(_ isTicked: Bool) -> Side {
      Side(text: isTicked ? strings.wordYes : strings.wordNo, fields: isTicked ? [(name, "true")] : [])
    }
    self.init(label, side(mine), side(theirs))
  }

  /// Browsers send each line break as CR LF (URL Standard, form-urlencoded).
  var differs: Bool {
    !mine.text.utf8.lazy.filter { $0 != 13 }.elementsEqual(theirs.text.utf8.lazy.filter { $0 != 13 })
  }

  /// The default choice: no text is deleted.
  var preselected: Choice { both == nil || mine.text.isBlank ? .theirs : theirs.text.isBlank ? .mine : .both }

  /// The side that counts.
  var chosen: Side {
    switch decided ?? (differs ? preselected : .mine) {
    case .mine: mine
    case .theirs: theirs
    case .both: both ?? theirs
    }
  }

  /// The names of the fields of the form that this one consists of.
  var names: [String] {
    var names: [String] = []
    for field in mine.fields + theirs.fields where !names.contains(field.name) { names.append(field.name) }
    return names
  }

  /// The value of the radio button of a choice (`Form.settled`).
  func value(of choice: Choice) -> String {
    switch choice {
    case .mine: ""
    case .theirs: names.joined(separator: " ")
    case .both: names.map { "both:\($0)" }.joined(separator: " ")
    }
  }

  /// The words of both: what differs of mine, then what differs of theirs, where it stands in the common text.
  private var joined: String {
    let (mine, theirs) = marked
    let parts = [mine[1], theirs[1]].filter { !$0.isEmpty }
    return mine[0] + parts.joined(separator: parts.contains { $0.contains("\n") } ? "\n" : " ") + mine[2]
  }

  /// Each text in three parts: the common beginning, what differs, and the common end. They are cut at white space
  /// only.
  var marked: (mine: [String], theirs: [String]) {
    let (mine, theirs) = (mine.text.utf8.filter { $0 != 13 }, theirs.text.utf8.filter { $0 != 13 })
    func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 10 || byte == 13 }
    let shorter = min(mine.count, theirs.count)
    var start = 0
    var position = 0
    while position < shorter, mine[position] == theirs[position] {
      position += 1
      if isSpace(mine[position - 1]) { start = position }
    }
    var end = 0
    position = 0
    while position < shorter - start, mine[mine.count - 1 - position] == theirs[theirs.count - 1 - position] {
      position += 1
      if isSpace(mine[mine.count - position]) { end = position }
    }
    func parts(_ text: [UInt8]) -> [String] {
      [text[..<start], text[start..<(text.count - end)], text[(text.count - end)...]].map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    return (parts(mine), parts(theirs))
  }
}

extension Form {
  /// The page of a conflict sends each field several times: mine under its name, theirs under `theirs:` and its name, and
  /// both under `both:` and its name. The values of `choice-0`, `choice-1`… name the fields to take from theirs, and with
  /// `both:` in front, from both. Any other form is returned unchanged.
  var settled: Form {
    let choices = pairs.filter { $0.name.hasPrefix("choice-") }
    if choices.isEmpty { return self }
    let taken: Set<String> =
      self["keep"] == "mine" ? [] : Set(choices.flatMap { $0.value.split(separator: " ").map(String.init) })
    var form = Form()
    for (name, value) in pairs where !name.hasPrefix("choice-") {
      if name.hasPrefix("theirs:") {
        let name = String(name.dropFirst("theirs:".count))
        if taken.contains(name) { form.append(name, value) }
      } else if name.hasPrefix("both:") {
        if taken.contains(name) { form.append(String(name.dropFirst("both:".count)), value) }
      } else if !taken.contains(name) && !taken.contains("both:\(name)") {
        form.append(name, value)
      }
    }
    return form
  }
}

extension Conflict {
  /// The base of the page of the conflict: the version that was saved meanwhile.
  var base: String { MergeBase(of: fields.map(\.theirs.compared)).text }

  /// Compares the fields by other texts than their reader sees.
  mutating func compare(_ mine: [String], _ theirs: [String]) {
    for number in fields.indices {
      (fields[number].mine.key, fields[number].theirs.key) = (mine[number], theirs[number])
    }
  }

  /// Decides each field that only one of both has changed.
  mutating func merge(_ base: String?) {
    guard let base = base.flatMap({ MergeBase($0, count: fields.count) }) else { return }
    for (number, field) in fields.enumerated() where field.differs {
      fields[number].decided = base.side(
        of: number, mine: field.mine.compared, theirs: field.theirs.compared
      ).map { $0 == .mine ? .mine : .theirs }
    }
  }

  /// The form as the page of the conflict would send it, with what is chosen of each field.
  fileprivate var form: Form {
    var form = Form()
    form.append("base", base)
    if let version { form.append("version", "\(version)") }
    for field in hidden { form.append(field.name, field.value) }
    for field in fields { for part in field.chosen.fields { form.append(part.name, part.value) } }
    return form
  }
}

extension SQL {
  /// Columns that each change of a versioned row also sets: the page of a conflict names the person and the time.
  static let nextVersion: SQL = "version = version + 1, changed_at = now(), changed_by = current_person()"
}

extension Context {
  /// Merges both versions and saves them, or answers the page that lets the reader choose, field by field.
  /// - Parameters:
  ///   - table: where the changed row is.
  ///   - id: the row's.
  ///   - save: handles the form again, which then holds the merged version.
  func conflict(
    _ conflict: Conflict, in table: SQL, _ id: UUID, _ place: Place, save: () async throws -> Response
  ) async throws -> Response {
    var conflict = conflict
    conflict.merge(try await form()["base"])
    if conflict.differing.isEmpty {
      replaceForm(conflict.form)
      return try await save()
    }
    return try await ask(conflict, in: table, id, place)
  }

  /// The page that lets the reader choose.
  func ask(_ conflict: Conflict, in table: SQL, _ id: UUID, _ place: Place) async throws -> Response {
    var conflict = conflict
    let rows = try await query(
      """
      SELECT changed.changed_at, changed.changed_by = current_person() AS is_own, p.name
      FROM \(fragment: table) AS changed LEFT JOIN people p ON p.household_id = changed.household_id AND p.id = changed.changed_by
      WHERE changed.household_id = current_household() AND changed.id = \(id)
      """)
    conflict.lead = try lead(rows.first)
    return show(conflict, id, place, status: .conflict)
  }

  /// The page of a conflict, or what is in the row of an item.
  func show(_ conflict: Conflict, _ id: UUID, _ place: Place, status: Status = .ok) -> Response {
    var response = html(place, status: status) { out, page in
      if isFragment {
        Views.Conflicts._conflict(&out, page: page, conflict: conflict, isInRow: isInRow)
      } else {
        Views.Conflicts.conflict(&out, page: page, conflict: conflict)
      }
    }
    // htmx has sent a form from within the page; the answer replaces what is in the row, or the page's main element.
    response.retarget(isInRow ? "#item-\(id)" : "#main", "innerHTML", self)
    return response
  }

  private func lead(_ row: Row?) throws -> String {
    guard let row, let time: Timestamp = try row["changed_at"], let name: String = try row["name"] else {
      return strings.conflictByUnknown
    }
    let moment = strings.text(time.local)
    return try row["is_own"] ? strings.conflictBySelf(time: moment) : strings.conflictBy(name: name, time: moment)
  }
}
