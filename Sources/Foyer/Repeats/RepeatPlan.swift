import Postgres

/// The effect of saving a form on the series of its item.
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
  /// The first date, on the household's clock; nil if the series goes on with the dates that it has.
  var startsAt: CivilTime?
  /// Whether the item is due then: its form gave no date.
  var setsDue = false
  /// Whether the following items take over what the item says.
  var takesTemplate = true
}

extension Repeats {
  /// Reads how the form's item is to repeat, before its draft is made: what repeats has a date, or else begins today.
  static func prepare(_ form: inout ItemForm, stored: ItemForm? = nil, _ context: Context) -> RepeatFields.Wanted {
    form.repeats.stored = stored?.repeats.stored
    let wanted = form.repeats.wanted(&form.errors, context.strings)
    guard case .rule = wanted, form.dueDate.isEmpty, form.repeats.stored == nil || form.repeats.isForFollowing,
      let visitor = context.visitor
    else { return wanted }
    form.dueDate = visitor.now.local.date
    form.givesNoDate = true
    return wanted
  }

  /// The change of the item's series; adds an error for a rule that never happens.
  static func plan(
    _ wanted: RepeatFields.Wanted, _ form: inout ItemForm, _ draft: ItemDraft, stored: ItemForm? = nil,
    _ context: Context
  ) async throws -> RepeatPlan {
    let present = stored?.repeats.stored
    // Done items are history: the series is changed by its open item.
    if present != nil && stored?.isDone == true { return .none }
    let isForFollowing = form.repeats.isForFollowing
    let movesDate = stored.map { $0.dueText != draft.due } ?? true
    let turns: RepeatPlan = stored?.people.turnEvery == form.people.turnEvery ? .none : .changeTurns
    switch wanted {
    case .never: return present == nil ? .none : .end
    case .unchanged:
      guard let present else { return .none }
      guard isForFollowing else { return turns }
      guard movesDate, draft.due != nil else { return .takeTemplate }
      return try await plan(present.rule, &form, draft, isNew: false, context)
    case .rule(let rule):
      let isSame = present.map { $0.rule == rule && $0.origin == form.repeats.origin } ?? false
      guard isSame else { return try await plan(rule, &form, draft, isNew: present == nil, context) }
      guard isForFollowing else { return turns }
      return movesDate ? try await plan(rule, &form, draft, isNew: false, context) : .takeTemplate
    }
  }

  /// The rule begins with the date of the form.
  private static func plan(
    _ rule: RecurrenceRule, _ form: inout ItemForm, _ draft: ItemDraft, isNew: Bool, _ context: Context
  ) async throws -> RepeatPlan {
    var rule = rule
    let until = rule.until?.form == .utc ? rule.until?.time : nil
    let row = try await context.query(RepeatQueries.clock(due: draft.due, until: until))[0]
    if let local: CivilTime = try row["until"] { rule.until = RecurrenceRule.Until(time: local, form: .local) }
    // A series without a date of its own to begin with, whose date was taken away, begins today.
    let given: CivilTime? = try row["starts_at"]
    let now: CivilTime = try row["local_now"]
    let start = given ?? CivilTime(seconds: CalendarDate(now).civil.seconds + 86_340)
    let (ready, givesNoDate) = (rule, form.givesNoDate || given == nil)
    let first = try await context.offLoop {
      givesNoDate ? ready.first(from: start, after: now) : ready.dates(from: start).first { _ in true }
    }
    guard let first, start.year >= 1900 else {
      form.errors.add("repeat", first == nil ? context.strings.repeatNeverHappens : context.strings.formDateInvalid)
      return .none
    }
    var series = SeriesDraft(rule: rule, origin: form.repeats.origin, startsAt: start)
    if givesNoDate { series.startsAt = first }
    series.setsDue = givesNoDate
    series.takesTemplate = isNew || form.repeats.isForFollowing
    return isNew ? .begin(series) : .change(series)
  }
}

extension RepeatPlan {
  /// Whether the series that it begins or changes leaves out months or years.
  var leavesOut: Bool {
    switch self {
    case .begin(let series), .change(let series): series.startsAt.map { series.rule.leavesOut(from: $0) } ?? false
    case .none, .takeTemplate, .changeTurns, .end: false
    }
  }
}

extension RecurrenceRule {
  /// The first date that is still to come, of a rule that was said without one.
  /// - Parameter time: nil for whole days.
  func first(at time: (hour: Int, minute: Int)?, _ now: CivilTime) -> CivilTime? {
    var start = now
    (start.hour, start.minute, start.second) = (time?.hour ?? 23, time?.minute ?? 59, 0)
    return first(from: start, after: now)
  }

  /// The same from today on. “Every other Monday” is counted from the week that is running, and “every other month on the
  /// 5th” from the month, whatever the hour is; what names no day begins tomorrow if today's time is over.
  func first(from today: CivilTime, after now: CivilTime) -> CivilTime? {
    if today > now { return dates(from: today).first { _ in true } }
    if isPlain { return dates(from: CivilTime(seconds: today.seconds + 86400)).first { _ in true } }
    return first(after: now, from: today)
  }
}
