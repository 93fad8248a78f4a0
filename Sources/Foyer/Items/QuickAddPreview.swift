import CivilTime
import QuickAdd

/// The parts of a quick-add line that are understood, as one types: a chip each, and where it stands in the line.
struct QuickAddPreview {
  struct Chip {
    let icon: String
    let text: String
    /// The parts of the line that say so, one a line: what is to stay words if somebody takes it back.
    let kept: String
  }

  /// Another kind of thing that the line reads as.
  struct Offer {
    let icon: String
    let text: String
    /// The field `as` of the sheet.
    let value: String
  }

  private(set) var chips: [Chip] = []
  /// `0-5 9-17`: the ranges of the line that are understood, in UTF-16 code units.
  private(set) var marks = ""
  /// Dates that its rule leaves out, if it does.
  private(set) var hint: String?

  /// Where the line may be added as something else.
  var offer: Offer?

  /// Nothing is typed yet.
  init() {}

  /// - Parameters:
  ///   - line: nil for one that is longer than a title may be.
  ///   - deadline: what the line makes of its dates.
  init(_ line: QuickAdd?, _ deadline: Deadline?, _ members: [HouseholdMember], _ strings: Strings) {
    guard let line else { return }
    marks = line.parts.map { "\($0.range.lowerBound)-\($0.range.upperBound)" }.joined(separator: " ")
    func parts(_ kind: QuickAdd.Part.Kind) -> [String] { line.parts.filter { $0.kind == kind }.map(\.text) }
    func add(_ icon: String, _ text: String, _ kept: [String]) {
      chips.append(Chip(icon: icon, text: text, kept: kept.joined(separator: "\n")))
    }
    if let category = line.category { add("folder", category, parts(.category)) }
    // An item has no more than 50.
    for (number, tag) in line.tags.prefix(50).enumerated() { add("tag", tag, parts(.tag(number))) }
    for (number, person) in line.people.enumerated() {
      add("person", members[person].name, parts(.person(number)))
    }
    if let priority = line.priority.flatMap({ ItemPriority(rawValue: 4 - $0) }) {
      add("alert", priority.name(strings), parts(.priority))
    }
    let due = deadline.map { deadline in
      switch deadline {
      case .day(let day): strings.date(day.civil)
      case .moment(let time): strings.text(time)
      }
    }
    // A rule has a first day, whether or not the line says which.
    if let due, line.repeats == nil || !parts(.due).isEmpty { add("clock", due, parts(.due)) }
    guard let rule = line.repeats else { return }
    add("repeat", strings.text(rule), parts(.repetition))
    if let deadline, rule.leavesOut(from: deadline.day.civil) { hint = strings.repeatLeftOut }
  }
}
