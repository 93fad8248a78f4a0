import MoveIn
import Postgres

/// The questions that a move asks: only what its files do not say.
struct MoveQuestions {
  /// A list of the files, and how many items it has.
  struct List {
    /// In ids of the form.
    let number: Int
    let name: String
    let count: Int
  }

  /// A name in the files, and the member whom it seems to mean.
  struct Person {
    let number: Int
    let name: String
    let member: UUID?
  }

  let lists: [List]
  let people: [Person]
  let members: [HouseholdMember]
  /// Whether there are times without a zone, and what is done.
  let asksZone: Bool
  let asksDone: Bool
  /// Whether there are dates that leave open which of their numbers is the day.
  let asksOrder: Bool

  var hasAny: Bool { asksZone || asksDone || asksOrder || !lists.isEmpty || !people.isEmpty }

  func orders(_ strings: Strings) -> [Choice] {
    [("day", strings.moveInDayFirst), ("month", strings.moveInMonthFirst)].map {
      Choice(value: $0.0, label: $0.1, isSelected: $0.0 == "day")
    }
  }

  /// - Parameters:
  ///   - names: rows of `MoveQueries.names`.
  ///   - members: rows of `HouseholdQueries.members`.
  init(_ names: Rows, _ members: Rows) throws {
    let members = try members.map { try HouseholdMember($0) }
    var (lists, people): ([List], [Person]) = ([], [])
    var (asksZone, asksDone, asksOrder) = (false, false, false)
    for row in names {
      let (kind, name, count): (String, String, Int) = (try row["kind"], try row["name"], try row["n"])
      switch kind {
      case "list": lists.append(List(number: lists.count, name: name, count: count))
      case "person": people.append(Person(number: people.count, name: name, member: Self.member(name, members)))
      case "zone": asksZone = count > 0
      case "done": asksDone = count > 0
      case "order": asksOrder = count > 0
      default: break
      }
    }
    (self.lists, self.people, self.members) = (lists, people, members)
    (self.asksZone, self.asksDone, self.asksOrder) = (asksZone, asksDone, asksOrder)
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
  /// The reason for which a row does not come over; one that no list of reasons has is in English.
  func moveReason(_ why: String) -> String {
    switch MoveQueries.Reason(rawValue: why) {
    case .known: moveInReasonKnown
    case .done: moveInReasonDone
    case .broken: moveInReasonBroken
    case .full: moveInReasonFull
    case .untitled: moveInReasonUntitled
    case .picture: moveInReasonPicture
    case .missing: moveInReasonMissing
    case .kept: moveInReasonKept
    case nil: EaterNeeds.text(why, self) ?? archiveReason(why) ?? archiveFault(why) ?? readersReason(why) ?? why
    }
  }

  /// Whether a reason is in English.
  static func isEnglish(reason why: String) -> Bool {
    MoveQueries.Reason(rawValue: why) == nil && ArchiveReason(rawValue: why) == nil
      && ArchiveFault(rawValue: why) == nil && MovedReason.read(why) == nil && why != MoveIn.unknownFile
      && EaterNeeds.text(why, Strings(.en)) == nil
  }

  /// Why nothing of an archive is read; nil for any other error of a reader.
  func archiveFault(_ error: String) -> String? {
    switch ArchiveFault(rawValue: error) {
    case .damaged: moveInReasonDamaged
    case .person: moveInReasonPerson
    case .newer: moveInReasonNewer
    case .tooLarge: moveInReasonLarge
    case nil: nil
    }
  }

  private func archiveReason(_ why: String) -> String? {
    switch ArchiveReason(rawValue: why) {
    case .deleted: moveInReasonDeleted
    case .operator: moveInReasonOperator
    case .two: moveInReasonTwo
    case .broken: moveInReasonRow
    case nil: nil
    }
  }

  /// The name of a row that does not come over; rows of an archive without a place are counted.
  func moveTitle(_ title: String, why: String) -> String {
    if MovedReason(rawValue: why) == .noTitle, let number = MovedFile.number(ofRow: title) {
      return moveInLeftNumbered(number: number)
    }
    guard [.operator, .two].contains(ArchiveReason(rawValue: why)), let (group, count) = ArchiveGroup.read(title) else {
      return movedPlace(title)
    }
    return switch group {
    case .people: moveInRestPeople(count: count)
    case .hand: moveInRestHand(count: count)
    case .labels: moveInRestLabels(count: count)
    case .lines: moveInRestLines(count: count)
    case .additions: moveInRestAdditions(count: count)
    case .stays: moveInRestStays(count: count)
    case .activity: moveInRestActivity(count: count)
    case .programs: moveInRestPrograms(count: count)
    case .others: moveInRestOthers(count: count)
    }
  }
}
