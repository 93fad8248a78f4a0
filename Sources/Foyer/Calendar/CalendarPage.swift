import CivilTime
import HTML
import Postgres

/// A page of the calendar.
struct CalendarPage {
  let span: CalendarSpan
  let today: CalendarDate
  let title: String
  /// None where the agenda alone is shown.
  let weeks: [CalendarWeek]
  /// The days that have something, from today on unless others were asked for; none where weeks alone are shown.
  let agenda: [CalendarDay]
  /// A week by member.
  let people: PeopleWeek?
  /// The day that a new item is for.
  let dayForNew: CalendarDate
  /// The day that a narrow screen lists below the weeks, where there is no agenda.
  let picked: CalendarDay?

  /// The statements of a page.
  struct Query {
    let span: CalendarSpan
    let days: ClosedRange<CalendarDate>
    let clock, items, series, wholeDays, meals: Batch.Key
    let members: Batch.Key?

    init(_ span: CalendarSpan, in batch: inout Batch) {
      self.span = span
      days = span.widest(.now())
      clock = batch.add(HouseholdQueries.clock())
      items = batch.add(CalendarQueries.items(days, people: span.isOfPeople))
      series = batch.add(CalendarQueries.series(until: days.upperBound))
      wholeDays = batch.add(CalendarQueries.wholeDays(days))
      let count = days.upperBound.days - days.lowerBound.days + 1
      meals = batch.add(PlanQueries.list(from: "(SELECT \(days.lowerBound)::date)", days: count))
      members = span.isOfPeople ? batch.add(HouseholdQueries.members()) : nil
    }
  }

  init(_ results: Results, _ query: Query, _ context: Context) async throws {
    let (span, strings) = (query.span, context.strings)
    guard let clock = results[query.clock].first else { throw Failure.signedOut }
    let today: CalendarDate = try clock["today"]
    // Where this clock and the database's are days apart, what was read counts.
    let days = span.days(today).clamped(to: query.days)
    var entries: [CalendarDate: [CalendarEntry]] = [:]
    let now = context.visitor?.now ?? .now()
    var items = results[query.items]
    if items.count > CalendarQueries.most {
      items = try await context.query(CalendarQueries.itemsByDay(query.days, people: span.isOfPeople))
    }
    for row in items {
      let local = CivilTime(seconds: try row["local"])
      let date = CalendarDate(local)
      guard days.contains(date) else { continue }
      var entry = try CalendarEntry(row, local, now: now, strings)
      if span.isOfPeople { entry.people = try row["concerned"] ?? [] }
      entries[date, default: []].append(entry)
    }
    let series = try results[query.series].map { try OpenSeries($0) }
    if !series.isEmpty {
      let rules = series.map(\.dates)
      let later = try await context.offLoop { LaterDates.byDay(rules, in: days, limit: CalendarQueries.perDay) }
      for (date, found) in later {
        entries[date, default: []] += found.map { CalendarEntry(series[$0.series], $0.date, strings) }
      }
    }
    var bars: [CalendarBar] = []
    for bar in try results[query.wholeDays].map({ try CalendarBar($0) }) {
      guard bar.kind == .birthday else {
        if bar.first <= days.upperBound && bar.last >= days.lowerBound && !(bar.waits && bar.last < today) {
          bars.append(bar)
        }
        continue
      }
      for date in bar.birthdays(in: days) {
        entries[date, default: []].append(CalendarEntry(birthdayOf: bar.name, strings))
      }
    }
    for row in results[query.meals] {
      var meal = try Meal(row)
      guard days.contains(meal.day) else { continue }
      meal.cookedFor = try row["cooked_for"]
      entries[meal.day, default: []].append(CalendarEntry(meal, strings))
    }
    let sorted = entries.mapValues { $0.sorted(by: CalendarEntry.comesBefore) }
    let members = try query.members.map { try results[$0].map { try HouseholdMember($0) } }
    self.init(span, today, days, sorted, bars, members, strings)
  }

  private init(
    _ span: CalendarSpan, _ today: CalendarDate, _ days: ClosedRange<CalendarDate>,
    _ entries: [CalendarDate: [CalendarEntry]], _ bars: [CalendarBar], _ members: [HouseholdMember]?, _ strings: Strings
  ) {
    (self.span, self.today, title) = (span, today, span.title(today, strings))
    let month = span.month(today)
    let all = (days.lowerBound.days...days.upperBound.days).map { number in
      let date = CalendarDate(days: number)
      return CalendarDay(
        date, today: today, isOutside: span.isMonth && date.monthStart != month, isOfWeeks: span.isWeeks,
        entries[date] ?? [],
        strings)
    }
    weeks =
      span.display == .agenda || span.isOfPeople || all.count % 7 != 0
      ? [] : stride(from: 0, to: all.count, by: 7).map { CalendarWeek(Array(all[$0..<$0 + 7]), bars, strings) }
    let notices = CalendarStay.byDay(bars, in: days, strings)
    // The calendar on a phone opens at the coming entries.
    let isComing = { (day: CalendarDay) in
      if case .today = span.start { return day.date >= today }
      return !day.isOutside
    }
    let hasAgenda = span.display == nil || span.display == .agenda
    agenda = hasAgenda ? all.filter(isComing).map { $0.with(notices[$0.date] ?? []) }.filter { !$0.isEmpty } : []
    dayForNew = days.contains(today) ? today : span.isMonth ? month : days.lowerBound
    let wanted = span.picked.flatMap { days.contains($0) ? $0 : nil } ?? dayForNew
    people = members.map { PeopleWeek(all, $0, strings) }
    picked =
      hasAgenda || span.isOfPeople ? nil : all.first { $0.date == wanted }.map { $0.with(notices[$0.date] ?? []) }
  }

  var previous: String? { span.neighbour(-1, today)?.url }
  var next: String? { span.neighbour(1, today)?.url }
}

/// One day, as a cell of the month and as a part of the agenda.
struct CalendarDay {
  let date: CalendarDate
  /// `Friday, 20 November 2026`
  let name: String
  let isToday: Bool
  let isPast: Bool
  /// Of another month than the one shown.
  let isOutside: Bool
  /// The day of the month; in weeks, which belong to several, the month's first has the name of the month.
  let mark: String
  /// `Fri 20`
  let short: String
  let entries: [CalendarEntry]
  private(set) var stays: [CalendarStay] = []
  /// The name, and how many lines the day has.
  let label: String

  /// More than that are not listed.
  private static let maximum = 50

  init(
    _ date: CalendarDate, today: CalendarDate, isOutside: Bool, isOfWeeks: Bool, _ entries: [CalendarEntry],
    _ strings: Strings
  ) {
    self.date = date
    self.isOutside = isOutside
    self.entries = entries
    mark = isOfWeeks && date.civil.day == 1 ? strings.dayAndMonth(date) : String(date.civil.day)
    short = "\(strings.weekdays[date.weekday].short) \(date.civil.day)"
    name = strings.calendarDay(weekday: strings.weekdays[date.weekday].name, date: strings.date(date.civil))
    (isToday, isPast) = (date == today, date < today)
    var parts = [name]
    if isToday { parts.append(strings.staysToday) }
    if !entries.isEmpty { parts.append(strings.calendarEntries(count: entries.count)) }
    label = parts.joined(separator: ", ")
  }

  func with(_ stays: [CalendarStay]) -> CalendarDay {
    var day = self
    day.stays = stays
    return day
  }

  var isEmpty: Bool { entries.isEmpty && stays.isEmpty }
  var path: String { CalendarSpan.agenda(from: date).url }
  var pathOfNew: String { "/items/new?due_date=\(date.iso)" }
  var listed: ArraySlice<CalendarEntry> { entries.prefix(Self.maximum) }
  var isTruncated: Bool { entries.count > Self.maximum }
}

/// A week of the month: its days, and the bars across them.
struct CalendarWeek {
  let cells: [Cell]

  struct Cell {
    let day: CalendarDay
    /// One for each lane, from the top: nil keeps its room free.
    var bars: [Piece?] = []
    var lines: [CalendarEntry] = []
    /// How many lines have no room.
    var hidden = 0
  }

  /// A day's part of a bar.
  struct Piece {
    let title: String
    let path: String
    let kind: String
    let waits: Bool
    /// Whether it begins here, or continues from the week before.
    let begins: Bool
    let ends: Bool
    /// Whether the bar's title stands here: once a week.
    let isTitled: Bool
    /// How many days of the week it goes on from here, this one among them.
    let days: Int
  }

  /// A cell has no more lines, and then how many there are besides.
  static let lines = 3

  init(_ days: [CalendarDay], _ bars: [CalendarBar], _ strings: Strings) {
    let (first, last) = (days[0].date, days[6].date)
    var cells = days.map { Cell(day: $0) }
    // Each bar takes the first lane that is free on all its days.
    var lanes: [[CalendarBar?]] = []
    var hidden = Array(repeating: 0, count: 7)
    let shown = bars.filter { $0.first <= last && $0.last >= first }
    for bar in shown.sorted(by: { ($0.first, $1.last, $0.id) < ($1.first, $0.last, $1.id) }) {
      let range = max(bar.first, first).days - first.days...min(bar.last, last).days - first.days
      if let lane = lanes.indices.first(where: { lane in range.allSatisfy { lanes[lane][$0] == nil } }) {
        for day in range { lanes[lane][day] = bar }
      } else if lanes.count < Self.lines {
        lanes.append((0..<7).map { range.contains($0) ? bar : nil })
      } else {
        for day in range { hidden[day] += 1 }
      }
    }
    for index in 0..<7 {
      let date = days[index].date
      cells[index].bars = lanes.map { lane in
        lane[index].map { bar in
          Piece(
            title: bar.title(strings), path: bar.path, kind: bar.kind.rawValue, waits: bar.waits,
            begins: bar.first == date, ends: bar.last == date, isTitled: bar.first == date || index == 0,
            days: min(bar.last, last).days - date.days + 1)
        }
      }
      while case .some(nil) = cells[index].bars.last { cells[index].bars.removeLast() }
      let entries = days[index].entries
      cells[index].lines = Array(entries.prefix(Self.lines - cells[index].bars.count))
      cells[index].hidden = entries.count - cells[index].lines.count + hidden[index]
    }
    self.cells = cells
  }
}

/// The agenda's entries of a stay: its beginning and its end.
struct CalendarStay {
  let title: String
  /// `5–8 December 2026`, or that the guest leaves.
  let detail: String
  let path: String
  let kind: String
  let waits: Bool

  /// A stay is named on its first day, or on the first that is shown, and on its last.
  static func byDay(
    _ bars: [CalendarBar], in days: ClosedRange<CalendarDate>, _ strings: Strings
  ) -> [CalendarDate: [CalendarStay]] {
    var stays: [CalendarDate: [CalendarStay]] = [:]
    for bar in bars.sorted(by: { ($0.first, $0.id) < ($1.first, $1.id) }) {
      func add(_ date: CalendarDate, _ detail: String) {
        guard days.contains(date) else { return }
        stays[date, default: []].append(
          CalendarStay(
            title: bar.title(strings), detail: detail, path: bar.path, kind: bar.kind.rawValue, waits: bar.waits))
      }
      let first = max(bar.first, days.lowerBound)
      add(first, strings.dates(bar.first, bar.last))
      if bar.kind != .blocked && bar.last > first { add(bar.last, strings.staysDeparture) }
    }
    return stays
  }
}
