import HTTP
import Postgres
import Recurrence

extension Item {
  /// The members of the household, as the rows before a page's items have them.
  struct People {
    private(set) var members: [HouseholdMember] = []
    /// The items whose pages ask which version counts.
    private(set) var asking: Set<UUID> = []

    /// Takes a row before the items of a page, which has their columns (`TurnQueries.members`).
    mutating func append(_ id: RowID, _ row: Row) throws(PostgresError) {
      members.append(
        HouseholdMember(
          id: id.value, name: try row["title"], photoID: try row["image_id"], isVisitor: try row["is_done"]))
      try row.withField("tag_ids") { field throws(PostgresError) in
        if !field.isNull { try UUID.forEach(of: field) { asking.insert($0) } }
      }
    }

    /// The member who has the turn, and those that an item is for, from the column `TurnQueries.concerned`; without those who
    /// have left.
    func those(_ field: borrowing Field) throws(PostgresError) -> (turn: HouseholdMember?, people: [HouseholdMember]) {
      guard !field.isNull else { return (nil, []) }
      var (turn, found): (HouseholdMember?, [HouseholdMember]) = (nil, [])
      var isFirst = true
      try UUID.forEach(of: field) { id in
        let member = members[id]
        if isFirst { turn = member } else if let member { found.append(member) }
        isFirst = false
      }
      return (turn, found)
    }
  }
}

/// The members that an item is for, and those who take turns with it: a part of its form (`Views/items/_people.html`).
struct ItemPeopleForm {
  /// None means everybody.
  var people: [UUID] = []
  /// The members who take turns; the first has the turn.
  var turn: [UUID] = []
  /// How often the turn changes: an RRULE value, or nothing for with each item.
  var turnEvery = ""
  /// To choose from.
  var members: [HouseholdMember] = []

  init() {}

  /// Malformed ids are left out here, and those of no member by the statement.
  init(_ form: Form) {
    func ids(_ name: String) -> [UUID] {
      var known: Set<UUID> = []
      return form.all(name).compactMap { UUID($0.utf8) }.filter { known.insert($0).inserted }
    }
    people = ids("people")
    turn = ids("turn")
    turnEvery = (form["turn_every"] ?? "").trimmed
  }

  init(_ item: ItemDraft) {
    (people, turn) = (item.people, item.turn)
    turnEvery = item.turnRule?.text ?? ""
  }

  mutating func take(_ rows: Rows) throws { members = try rows.map { try HouseholdMember($0) } }

  func fill(_ draft: inout ItemDraft, _ problems: inout Problems) {
    (draft.people, draft.turn) = (people, turn)
    draft.turnRule = RecurrenceRule(turnEvery)
    if !turnEvery.isEmpty && draft.turnRule == nil { problems.add("turn_every", .unknownChoice) }
  }
}

extension ItemPeopleForm {
  /// Whether there is more than one member to choose from.
  var isShown: Bool { members.count > 1 }

  func isFor(_ member: HouseholdMember) -> Bool { people.contains(member.id) }

  /// A choice for each place in the order of the turns.
  func places(_ strings: Strings) -> [(name: String, choices: [(member: HouseholdMember, isChosen: Bool)])] {
    let known = turn.filter { members[$0] != nil }
    return (0..<max(known.count, min(members.count, 8))).map { place in
      (
        strings.peoplePlace(number: place + 1),
        members.map { ($0, place < known.count && known[place] == $0.id) }
      )
    }
  }

  func periods(_ strings: Strings) -> [Choice] {
    var periods = [
      ("", strings.peopleTurnEach), ("FREQ=WEEKLY", strings.peopleTurnWeekly),
      ("FREQ=MONTHLY", strings.peopleTurnMonthly),
    ]
    // A rule that no page of ours offers stays as it is.
    if !periods.contains(where: { $0.0 == turnEvery }) { periods.append((turnEvery, strings.peopleTurnOther)) }
    return periods.map { Choice(value: $0.0, label: $0.1, isSelected: $0.0 == turnEvery) }
  }

  /// The member who has the turn, with the others of the order.
  var current: (member: HouseholdMember, others: [HouseholdMember])? {
    guard let first = turn.first, let member = members[first] else { return nil }
    return (member, turn.dropFirst().compactMap { members[$0] })
  }
}
