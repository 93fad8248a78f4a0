import CivilTime
import Postgres
import Recurrence

/// The effect of a change on the series of its item.
enum RepeatPlan {
  case none
  /// The item begins a series.
  case begin(SeriesDraft)
  /// The series of the item changes.
  case change(SeriesDraft)
  /// The series goes on with what the item says now.
  case takeTemplate
  /// The turn changes at other times.
  case changeTurns
  /// The item is the last of its series.
  case end
}

/// The values to store of a series.
struct SeriesDraft {
  let rule: RecurrenceRule
  let origin: Series.Origin
  /// The first date, on the household's clock.
  let startsAt: CivilTime
  /// Whether its dates are days.
  let isDay: Bool
  /// Whether the item is due then: it was given no date.
  let setsDue: Bool
  /// Whether the following items take over what the item says.
  let takesTemplate: Bool
  /// Dates that are left out.
  var skipped: [CivilTime] = []
}

/// How an item repeats.
struct Repetition: Equatable {
  var rule: RecurrenceRule
  var origin = Series.Origin.due
  /// The time of day of its dates, of an item that is not due on a day of its own.
  var time: TimeOfDay?

  var problems: Problems {
    var problems = Problems()
    if rule.count != nil && rule.until != nil { problems.add("repeat_until", .endsTwice) }
    if origin == .done && !rule.isPlain { problems.add("repeat_from", .notPlain) }
    if rule.text.utf8.count > RecurrenceRule.maximumLength { problems.add("repeat", .invalidRule) }
    return problems
  }

  /// Whether the dates are the same.
  func isSame(as other: Repetition) -> Bool { rule == other.rule && origin == other.origin }
}

/// A change of the way in which an item repeats.
enum RepeatChange {
  case unchanged
  case never
  case to(Repetition)
}

extension RepeatPlan {
  /// Of a new item.
  static func begin(
    _ repeats: Repetition?, _ item: ItemDraft, _ session: some HouseholdSession
  ) async throws -> RepeatPlan {
    guard let repeats else { return .none }
    return .begin(try await series(repeats, item, session))
  }

  /// Of an item that is there.
  /// - Parameters:
  ///   - stored: the item as it is; its turn's rule and its series.
  ///   - isForFollowing: whether the change is for all following items, too.
  static func change(
    _ change: RepeatChange, _ item: ItemDraft, stored: (item: ItemDraft, repeats: Repetition?), isForFollowing: Bool,
    _ session: some HouseholdSession
  ) async throws -> RepeatPlan {
    guard let present = stored.repeats else {
      guard case .to(let repeats) = change else { return .none }
      return try await begin(repeats, item, session)
    }
    // Done items are history: the series is changed by its open item.
    if stored.item.isDone { return .none }
    let movesDate = stored.item.due != item.due
    let turns: RepeatPlan = stored.item.turnRule == item.turnRule ? .none : .changeTurns
    switch change {
    case .never: return .end
    case .unchanged:
      guard isForFollowing else { return turns }
      guard movesDate, item.due != nil else { return .takeTemplate }
      return .change(try await series(present, item, takesTemplate: true, session))
    case .to(let repeats):
      guard repeats.isSame(as: present) else {
        return .change(try await series(repeats, item, takesTemplate: isForFollowing, session))
      }
      guard isForFollowing else { return turns }
      guard movesDate || item.due == nil else { return .takeTemplate }
      return .change(try await series(repeats, item, takesTemplate: true, session))
    }
  }

  /// The rule begins with the item's date. What has none begins today.
  private static func series(
    _ repeats: Repetition, _ item: ItemDraft, takesTemplate: Bool = true, _ session: some HouseholdSession
  ) async throws -> SeriesDraft {
    let row = try await session.query(clock(of: repeats, item, session))[0]
    return try await series(repeats, item, takesTemplate: takesTemplate, row, session)
  }

  /// The statement whose row `series` reads.
  static func clock(of repeats: Repetition, _ item: ItemDraft, _ session: some HouseholdSession) -> SQL {
    let until = repeats.rule.until?.form == .utc ? repeats.rule.until?.time : nil
    return RepeatQueries.clock(due: moment(of: start(of: repeats, item, session)), until: until)
  }

  private static func start(
    of repeats: Repetition, _ item: ItemDraft, _ session: some HouseholdSession
  ) -> Deadline? {
    item.due ?? repeats.time.map { .moment(session.today.at($0)) }
  }

  private static func moment(of due: Deadline?) -> CivilTime? { if case .moment(let time)? = due { time } else { nil } }

  /// The same for many items at once, whose clocks were read in one round trip.
  static func series(
    _ repeats: Repetition, _ item: ItemDraft, takesTemplate: Bool, _ row: Row, _ session: some HouseholdSession
  ) async throws -> SeriesDraft {
    var rule = repeats.rule
    let due = start(of: repeats, item, session)
    let moment = moment(of: due)
    if let local: CivilTime = try row["until"] { rule.until = RecurrenceRule.Until(time: local, form: .local) }
    let (given, now): (CivilTime?, CivilTime) = (try row["starts_at"], try row["local_now"])
    let start = given ?? (due?.day ?? CalendarDate(now)).end
    let (ready, hasDate) = (rule, item.due != nil)
    let first = try await session.offLoop {
      hasDate ? ready.dates(from: start).first { _ in true } : ready.first(from: start, after: now)
    }
    var problems = Problems()
    guard let first, start.year >= 1900 else {
      problems.add("repeat", first == nil ? .neverHappens : .invalidDate)
      throw problems
    }
    return SeriesDraft(
      rule: rule, origin: repeats.origin, startsAt: hasDate ? start : first, isDay: moment == nil, setsDue: !hasDate,
      takesTemplate: takesTemplate)
  }
}

extension RepeatPlan {
  /// Whether the item is given a date.
  var setsDue: Bool {
    switch self {
    case .begin(let series), .change(let series): series.setsDue
    case .none, .takeTemplate, .changeTurns, .end: false
    }
  }

  /// Whether the series that it begins or changes leaves out months or years.
  var leavesOut: Bool {
    switch self {
    case .begin(let series), .change(let series): series.rule.leavesOut(from: series.startsAt)
    case .none, .takeTemplate, .changeTurns, .end: false
    }
  }
}
