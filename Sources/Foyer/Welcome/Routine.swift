import Recurrence

/// A routine that a household may begin with: an item that repeats.
enum Routine: String, CaseIterable {
  case bins, plants, groceries, bathroom, linen, bills

  func title(_ strings: Strings) -> String {
    switch self {
    case .bins: strings.welcomeBins
    case .plants: strings.welcomePlants
    case .groceries: strings.welcomeGroceries
    case .bathroom: strings.welcomeBathroom
    case .linen: strings.welcomeLinen
    case .bills: strings.welcomeBills
    }
  }

  private var rule: String {
    switch self {
    case .bins: "FREQ=WEEKLY;BYDAY=MO"
    case .plants: "FREQ=DAILY;INTERVAL=3"
    case .groceries: "FREQ=WEEKLY;BYDAY=FR"
    case .bathroom: "FREQ=WEEKLY;BYDAY=SA"
    case .linen: "FREQ=WEEKLY;INTERVAL=2"
    case .bills: "FREQ=MONTHLY;BYMONTHDAY=1"
    }
  }

  /// A day of the week or month is kept; the others count from the day on which it was done.
  var repeats: Repetition? {
    RecurrenceRule(rule).map { Repetition(rule: $0, origin: $0.isPlain ? .done : .due) }
  }

  func interval(_ strings: Strings) -> String { repeats.map { strings.text($0.rule, from: $0.origin) } ?? "" }

  /// The value of its box: with the id that the item gets, so that a form that is sent twice adds it once.
  struct Choice {
    let routine: Routine
    let id: UUID

    init(_ routine: Routine) { (self.routine, id) = (routine, .v7()) }

    /// Nil of a value that no page of ours has.
    init?(_ value: String) {
      let parts = value.split(separator: ".")
      guard parts.count == 2, let routine = Routine(rawValue: String(parts[0])), let id = UUID(parts[1].utf8) else {
        return nil
      }
      (self.routine, self.id) = (routine, id)
    }

    var value: String { "\(routine.rawValue).\(id)" }

    func addition(_ strings: Strings, needsDescription: Bool) -> AddItem {
      let title = routine.title(strings)
      return AddItem(
        item: ItemDraft(id: id, title: title, description: needsDescription ? title : ""), repeats: routine.repeats,
        untitled: title)
    }
  }
}
