import Postgres

/// The files of other programs that a member has sent at once, on their way into the household.
struct Move {
  enum State: String {
    /// Read, and shown to whoever has sent them.
    case found
    case moving, moved
    /// Taken back.
    case undone
  }

  /// The use that is made of a list of the file.
  enum ListUse: String, CaseIterable {
    case category, tag
    /// Its name stands in the description.
    case none
  }

  /// The answers to questions that the files leave open.
  struct Answers {
    /// Of times without a zone; nil for the person's.
    var timeZone: String?
    /// Which comes first in dates that leave it open: `day` or `month`; nil to leave them as texts.
    var dateOrder: String?
    var takesDone = true
    var lists: [String: ListUse] = [:]
    /// The members whom names mean. Other names stand in the description.
    var people: [String: UUID] = [:]
  }

  let id: UUID
  let state: State
  let programs: [String]
  let answers: Answers

  /// A row of `MoveQueries.find`.
  init(_ row: Row) throws {
    id = try row["id"]
    let text: String = try row["state"]
    state = State(rawValue: text) ?? .undone
    programs = try row["programs"]
    var answers = Answers(
      timeZone: try row["time_zone"], dateOrder: try row["date_order"], takesDone: try row["takes_done"])
    let (lists, kinds): ([String], [String]) = (try row["list_names"], try row["list_kinds"])
    for (name, kind) in zip(lists, kinds) { answers.lists[name] = ListUse(rawValue: kind) }
    let (names, people): ([String], [UUID]) = (try row["person_names"], try row["person_ids"])
    for (name, person) in zip(names, people) { answers.people[name] = person }
    self.answers = answers
  }
}
