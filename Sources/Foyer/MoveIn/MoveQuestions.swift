import Postgres

/// The questions that a move asks: only what its files do not say.
struct MoveQuestions {
  /// A list of the files, and its suggested use.
  struct List {
    let name: String
    let count: Int
    let use: Move.ListUse
  }

  /// A name in the files, and the member whom it seems to mean.
  struct Person {
    let name: String
    let member: UUID?
  }

  let lists: [List]
  let people: [Person]
  let members: [HouseholdMember]
  /// Whether there are times without a zone, and what is done.
  let asksZone: Bool
  let asksDone: Bool

  /// - Parameters:
  ///   - names: rows of `MoveQueries.names`.
  ///   - members: rows of `HouseholdQueries.members`.
  init(_ names: Rows, _ members: Rows) throws {
    let members = try members.map { try HouseholdMember($0) }
    var (lists, people): ([List], [Person]) = ([], [])
    var (asksZone, asksDone) = (false, false)
    for row in names {
      let (kind, name, count): (String, String, Int) = (try row["kind"], try row["name"], try row["n"])
      switch kind {
      case "list": lists.append(List(name: name, count: count, use: .category))
      case "person": people.append(Person(name: name, member: Self.member(name, members)))
      case "zone": asksZone = count > 0
      case "done": asksDone = count > 0
      default: break
      }
    }
    (self.lists, self.people, self.members) = (lists, people, members)
    (self.asksZone, self.asksDone) = (asksZone, asksDone)
  }

  /// The members whom names seem to mean.
  static func people(_ names: Rows, _ members: Rows) throws -> [(name: String, member: UUID)] {
    try MoveQuestions(names, members).people.compactMap { person in person.member.map { (person.name, $0) } }
  }

  /// The only member of the name, or of its first word.
  private static func member(_ name: String, _ members: [HouseholdMember]) -> UUID? {
    func only(_ fits: (String) -> Bool) -> UUID? {
      let found = members.filter { fits($0.name.trimmed.lowercased()) }
      return found.count == 1 ? found[0].id : nil
    }
    let name = name.trimmed.lowercased()
    let first = name.split(separator: " ").first.map(String.init) ?? name
    return only { $0 == name } ?? only { ($0.split(separator: " ").first.map(String.init) ?? $0) == first }
  }
}

extension Strings {
  /// The reason for which a row does not come over: the program's own, or the reader's, which is in English.
  func moveReason(_ why: String) -> String {
    switch MoveQueries.Reason(rawValue: why) {
    case .known: moveInReasonKnown
    case .done: moveInReasonDone
    case .broken: moveInReasonBroken
    case .full: moveInReasonFull
    case .untitled: moveInReasonUntitled
    case nil: why
    }
  }
}
