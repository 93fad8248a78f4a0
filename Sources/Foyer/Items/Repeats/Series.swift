import CivilTime
import Postgres
import Recurrence

/// The dates of items that repeat, on the household's clock.
struct Series: Sendable {
  /// The start of the count for the next date.
  enum Origin: String, PostgresDecodable, Sendable {
    /// The date of the item before, by the rule.
    case due
    /// The day on which that was done: the rule is plain.
    case done
  }

  let id: UUID
  let rule: RecurrenceRule
  let origin: Origin
  /// The first date (DTSTART).
  let startsAt: CivilTime
  /// Whether the dates are days. They are counted by their last minute.
  var isDay = false
  /// Dates that were skipped, in seconds.
  var skipped: Set<Int> = []
  /// How many items there are since `startsAt`.
  var made = 1
  /// The household's clock.
  let now: CivilTime
  /// The times that the clock has shown already. In an hour that it shows twice, that is the whole hour from its second time on: a
  /// date in it means the first time.
  let passed: CivilTime

  /// The date of the item after the one of `occurrence`: one that is still to come, since an item that was ticked late is
  /// not to be followed by one that is overdue. Nil if the rule has no further one.
  func next(after occurrence: CivilTime) -> CivilTime? {
    switch origin {
    case .due:
      let earliest = max(occurrence, passed)
      return RecurrenceDates(rule, from: startsAt, notBefore: earliest)
        .first { $0 > earliest && !skipped.contains($0.seconds) }
    case .done: return next(onceDone: now)
    }
  }

  /// The date to which the item of `occurrence` moves when that is skipped.
  func next(skipping occurrence: CivilTime) -> CivilTime? {
    origin == .due ? next(after: occurrence) : next(onceDone: max(now, occurrence))
  }

  /// Whether months or years between two dates have none, since they lack the day.
  func leavesOut(between date: CivilTime, _ next: CivilTime) -> Bool {
    guard origin == .due, rule.leavesOut(from: startsAt) else { return false }
    let years = next.year - date.year
    return switch rule.frequency {
    case .daily, .weekly: false
    case .monthly: years * 12 + next.month - date.month > rule.interval
    case .yearly: years > rule.interval
    }
  }

  private func next(onceDone day: CivilTime) -> CivilTime? {
    guard made < rule.count ?? .max else { return nil }
    var start = day
    (start.hour, start.minute, start.second) = (startsAt.hour, startsAt.minute, startsAt.second)
    let later =
      switch rule.frequency {
      case .daily: CivilTime(seconds: start.seconds + rule.interval * 86400)
      case .weekly: CivilTime(seconds: start.seconds + rule.interval * 7 * 86400)
      case .monthly: start.adding(months: rule.interval)
      case .yearly: start.adding(months: rule.interval * 12)
      }
    guard later.year <= 9998, later <= rule.until?.time ?? later else { return nil }
    return later
  }
}

/// The deadline of an item before its date was skipped, as the address of Undo has it: `2026-11-23`, or seconds since 1970.
enum SkippedDeadline: Sendable {
  case day(CalendarDate)
  case moment(Int)

  var text: String {
    switch self {
    case .day(let day): day.iso
    case .moment(let seconds): String(seconds)
    }
  }

  init?(_ text: String) {
    if let seconds = Int(digits: text) {
      guard (1...253_000_000_000).contains(seconds) else { return nil }
      self = .moment(seconds)
    } else {
      guard let day = CalendarDate(text), day.isAllowed else { return nil }
      self = .day(day)
    }
  }
}

/// An item that repeats, as a change finds it.
struct RepeatingItem: Sendable {
  let id: UUID
  let version: Int
  let title: String
  /// The date of the rule that it stands for.
  let occurrence: CivilTime
  /// Its deadline, which may have been moved.
  let due: SkippedDeadline?
  /// The day until which it is hidden.
  let notBefore: CalendarDate?
  let series: Series
  let hasEnded: Bool
  /// The member who has the turn, if members take turns; and when the turn changes, nil for with each item.
  let turn: ItemTurn?
  let turnRule: RecurrenceRule?
  /// The open item of the series, if that is another one.
  let open: Open?

  struct Open: Sendable {
    let id: UUID
    let due: CivilTime?
    /// Whether it is what ticking this one made.
    let isNext: Bool
    let isUnchanged: Bool
  }

  init(_ row: Row) throws {
    id = try row["id"]
    version = try row["version"]
    title = try row["title"]
    occurrence = try row["occurrence"]
    let (day, dueAt): (CalendarDate?, Timestamp?) = (try row["due_day"], try row["due_at"])
    due = day.map { .day($0) } ?? dueAt.map { .moment($0.seconds) }
    notBefore = try row["not_before"]
    hasEnded = try row["has_ended"]
    turn = try ItemTurn(row)
    let turnRule: String? = try row["turn_rule"]
    self.turnRule = turnRule.flatMap { RecurrenceRule($0) }
    let skipped: [String] = try row["skipped"]
    guard let rule = RecurrenceRule(try row["rule"] as String) else {
      throw PostgresError.decoding(column: "rule", reason: "is no rule")
    }
    series = Series(
      id: try row["series_id"], rule: rule, origin: try row["repeat_from"], startsAt: try row["starts_at"],
      isDay: try row["is_day"],
      skipped: Set(skipped.compactMap { CivilTime(timestamp: $0.utf8)?.seconds }), made: try row["made"],
      now: try row["local_now"], passed: try row["local_passed"])
    let open: UUID? = try row["open_id"]
    let openDue: Timestamp? = try row["open_due_at"]
    if let open {
      self.open = Open(id: open, due: openDue?.local, isNext: try row["is_next"], isUnchanged: try row["is_unchanged"])
    } else {
      self.open = nil
    }
  }

  /// The item after this one, if the rule goes on.
  func next() -> NextItem? {
    guard !hasEnded, let date = series.next(after: occurrence) else { return nil }
    let keepsTurn = turn == nil || Turns.isSamePeriod(turnRule, from: series.startsAt, occurrence, date)
    return NextItem(item: id, date: date, changesTurn: !keepsTurn)
  }
}

/// An item that ticking another one makes.
struct NextItem: Sendable {
  let id = UUID.v7()
  /// The one that was ticked.
  let item: UUID
  /// The date of the rule, on the household's clock.
  let date: CivilTime
  /// Whether the turn changes between the two.
  let changesTurn: Bool
  /// The members who take turns, the next one first; the last has the turn.
  var queue: [UUID] = []
}
