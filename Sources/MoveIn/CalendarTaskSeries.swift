import CivilTime
import ICalendar
import Recurrence

/// Dates of a series that are rows of their own, or that it leaves out.
extension CalendarTasks {
  mutating func take(_ overrides: [CalendarObject.Component], _ drafts: inout [Draft], _ series: [String: Int]) {
    var done: [Int: Set<String>] = [:]
    /// The last done one of a series.
    var last: [Int: (key: String, place: Int)] = [:]
    var open: [Int: [(date: String, draft: Draft)]] = [:]
    // RANGE=THISANDFUTURE
    var rest: Set<String> = []
    for component in overrides {
      var draft = draft(component)
      let date = component["RECURRENCE-ID"].flatMap { moment($0, &draft) }
      let key = date.map { (draft.id.flatMap { clocks[$0] } ?? SeriesClock()).key($0) } ?? ""
      let index = draft.id.flatMap { series[$0] }
      if let id = draft.id { draft.item.sourceID = "\(id)/\(component["RECURRENCE-ID"]?.value.trimmed ?? "")" }
      draft.id = nil
      draft.item.repeats = nil
      if let index {
        if draft.item.title.isEmpty { draft.item.title = drafts[index].item.title }
        draft.item.category = drafts[index].item.category
      }
      if draft.item.dueDate == nil, let date { draft.item.setDue(date.moment, zone: date.zone) }
      if draft.item.isDone {
        if let index {
          done[index, default: []].insert(key)
          if key >= last[index]?.key ?? "" { last[index] = (key, drafts.count) }
        }
        drafts.append(draft)
      } else if let index {
        if component["RECURRENCE-ID"]?["RANGE"] != nil { rest.insert("\(index) \(key)") }
        open[index, default: []].append((key, draft))
      } else {
        drafts.append(draft)
      }
    }
    var over: Set<Int> = []
    for (index, dates) in done {
      drafts[index].done = dates
      if advance(&drafts[index], past: dates.union(drafts[index].id.flatMap { left[$0] } ?? [])) { continue }
      // All dates are done: the series is the last one of them.
      guard let place = last[index]?.place else { continue }
      over.insert(place)
      drafts[index].item.repeats = nil
      (drafts[index].item.isDone, drafts[index].item.doneAt) = (true, drafts[place].item.doneAt)
      (drafts[index].item.dueDate, drafts[index].item.dueTime) = (
        drafts[place].item.dueDate, drafts[place].item.dueTime
      )
    }
    for (index, dates) in open.sorted(by: { $0.key < $1.key }) {
      for (date, draft) in dates {
        let own = [drafts[index].item.dueDate, drafts[index].item.dueTime].compactMap { $0 }.joined(separator: " ")
        // The next one moved, or the rest of the series.
        if own == date || rest.contains("\(index) \(date)") {
          (drafts[index].item.dueDate, drafts[index].item.dueTime) = (draft.item.dueDate, draft.item.dueTime)
          drafts[index].item.timeZone = draft.item.timeZone
        } else {
          file.leave(draft.item.title, .changedDate, date)
        }
      }
    }
    drafts = drafts.indices.filter { !over.contains($0) }.map { drafts[$0] }
  }

  /// How the dates of a rule, which are those of the start, are written as deadlines.
  struct SeriesClock {
    /// Of the start.
    var zone: TimeZoneRules?
    /// Seconds from the start to the deadline, on their clocks.
    var shift = 0
    /// Whether the deadline has a time.
    var isTimed: Bool?

    func key(_ date: ZonedMoment) -> String {
      var date = date
      if case .utc = date.moment { date.zone = date.zone ?? zone }
      let (_, time) = date.clock
      let moment = CivilTime(seconds: CalendarTasks.seconds(date) + shift)
      return isTimed ?? (time != nil) ? "\(moment.date) \(moment.time)" : moment.date
    }
  }

  static func seconds(_ date: ZonedMoment) -> Int {
    let (day, time) = date.clock
    return day.days * 86400 + (time.map { $0.hour * 3600 + $0.minute * 60 } ?? 0)
  }

  mutating func clock(_ component: CalendarObject.Component) -> SeriesClock {
    let start = component["DTSTART"].flatMap { known($0) }
    var due = component["DUE"].flatMap { known($0) }
    if due == nil, let start, let span = component["DURATION"].flatMap({ Self.span($0.value) }) {
      due = start.adding(seconds: span)
    }
    guard let due = due ?? start else { return SeriesClock() }
    let shift = start.map { Self.seconds(due) - Self.seconds($0) } ?? 0
    return SeriesClock(zone: (start ?? due).zone, shift: shift, isTimed: due.clock.1 != nil)
  }

  /// A rule names days of the start: where the deadline is on another day, it names those of the deadline instead.
  static func move(_ draft: inout Draft, by shift: Int) {
    guard shift != 0, var rule = draft.item.repeats.flatMap({ RecurrenceRule($0) }),
      let due = draft.item.dueDate.flatMap({ CalendarDate($0) })
    else { return }
    let start = CalendarDate(CivilTime(seconds: draft.dueClock - shift))
    let days = due.days - start.days
    switch rule.frequency {
    case .weekly
    where rule.weekdays.contains { $0.day == start.weekday } && !rule.weekdays.contains { $0.day == due.weekday }:
      rule.weekdays = RecurrenceRule.Weekday.sorted(rule.weekdays.map { .init(day: (($0.day + days) % 7 + 7) % 7) })
    case .monthly where rule.monthDays == [start.civil.day] && (1...28).contains(start.civil.day + days):
      rule.monthDays = [start.civil.day + days]
    default: return
    }
    draft.item.repeats = rule.text
  }

  /// The dates that EXDATE takes out of a series (RFC 5545 §3.8.5.1), on the clock of its deadline; others are left out.
  mutating func excluded(_ component: CalendarObject.Component, _ clock: SeriesClock) -> Set<String> {
    var dates: Set<String> = []
    for property in component.properties where property.name == "EXDATE" {
      for value in property.value.split(separator: ",") {
        guard dates.count < 2_000, let parsed = Moment(value.trimmed) else {
          file.leave(component["SUMMARY"]?.text.oneLine ?? "", .otherDates, "EXDATE \(value)")
          continue
        }
        dates.insert(clock.key(ZonedMoment(moment: parsed)))
      }
    }
    return dates
  }

  /// Leaves out the later dates that EXDATE takes out, or that are done already; those that cannot be left out are named.
  mutating func skip(_ draft: inout Draft) {
    let due = [draft.item.dueDate, draft.item.dueTime].compactMap { $0 }.joined(separator: " ")
    let dates = draft.excluded.filter { draft.item.repeats == nil || $0 >= due || due.hasPrefix($0) }
    let rest = draft.skip(dates.union(draft.done))
    for date in dates.intersection(rest).sorted() { file.leave(draft.item.title, .otherDates, "EXDATE \(date)") }
  }

  /// The open item of a series is its first date that is not done; false if there is none.
  /// - Parameter first: the date before which none is open.
  @discardableResult func advance(_ draft: inout Draft, past done: Set<String>, from first: String = "") -> Bool {
    guard let rule = draft.item.repeats.flatMap({ RecurrenceRule($0) }), let day = draft.item.dueDate,
      var start = CivilTime(date: day), !draft.item.isDone
    else { return true }
    let clock = draft.item.dueTime.flatMap { TimeOfDay($0) }
    if let clock { (start.hour, start.minute) = (clock.hour, clock.minute) }
    var left = rule
    var count = 0
    for (index, date) in rule.dates(from: start).prefix(2_000).enumerated() {
      count += 1
      let key = date.date + (clock == nil ? "" : " \(date.time)")
      if !done.contains(key), key >= first {
        if let first = draft.item.notBefore.flatMap({ CalendarDate($0) }) {
          draft.item.notBefore = CalendarDate(days: first.days + CalendarDate(date).days - CalendarDate(start).days).iso
        }
        draft.item.dueDate = date.date
        left.count = rule.count.map { $0 - index }
        draft.item.repeats = left.text
        return true
      }
    }
    return count == 2_000
  }
}
