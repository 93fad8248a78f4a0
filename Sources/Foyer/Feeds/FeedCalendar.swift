import CivilTime
import EventLoop
import ICalendar
import Postgres
import Recurrence
import StrictJSON

/// The contents of a feed, made off the event loop (RFC 5545, RFC 7986).
struct FeedCalendar: Sendable {
  /// More open items with a date are not in a feed, the latest ones; nor are more meals.
  static let maximum = 10_000
  /// More done items are not in a feed, the earliest ones.
  static let maximumDone = 2000

  let name: String
  let zone: ZoneTable
  /// `FeedQueries.items`, `series` and `meals`; empty arrays for a feed without them.
  let items: String
  let series: String
  let meals: String
  let bars: [Bar]
  /// Of the server, for links: `https://foyer.example.org`
  let origin: String
  /// In the person's language.
  let strings: Strings

  /// An entry of whole days, with its title in the person's language.
  struct Bar: Sendable {
    let bar: CalendarBar
    let title: String
  }

  /// Rules may take so long to be counted: beyond that a series is its open item alone.
  private static let patience = Duration.milliseconds(500)

  /// - Throws: what was read of the database has another form. A feed without it would look complete.
  func bytes() throws(Refusal) -> [UInt8] {
    let events = try events()
    var out = ICalendar()
    begin(&out)
    // The name as RFC 7986 has it, and as programs read it that are older.
    out.text("NAME", name)
    out.text("X-WR-CALNAME", name)
    out.line("REFRESH-INTERVAL;VALUE=DURATION", "PT1H")
    out.line("X-PUBLISHED-TTL", "PT1H")
    if !zone.isUTC { out.zone(zone) }
    for event in events { event.write(&out) }
    out.line("END", "VCALENDAR")
    return out.bytes
  }

  /// Each event as an object of its own, with its UID.
  func objects() throws(Refusal) -> [(uid: String, bytes: [UInt8])] {
    let events = try events()
    var days = ICalendar()
    begin(&days)
    var times = days
    if !zone.isUTC { times.zone(zone) }
    return events.map { event in
      var out = event.hasTimes ? times : days
      event.write(&out)
      out.line("END", "VCALENDAR")
      return (event.uid, out.bytes)
    }
  }

  private func begin(_ out: inout ICalendar) {
    out.line("BEGIN", "VCALENDAR")
    out.line("VERSION", "2.0")
    out.line("PRODID", "-//Foyer//Foyer \(App.version)//EN")
    out.line("CALSCALE", "GREGORIAN")
  }

  /// The components of one UID.
  private struct Event {
    let uid: String
    /// Whether it tells times of the zone.
    var hasTimes = false
    let write: (inout ICalendar) -> Void
  }

  private func events() throws(Refusal) -> [Event] {
    let items = try FeedItem.list(items)
    let byID = Dictionary(items.map { ($0.id, $0) }) { first, _ in first }
    var events: [Event] = []
    func add(_ item: FeedItem) {
      events.append(Event(uid: item.id, hasTimes: !item.isDay) { self.add(item, to: &$0) })
    }
    var taken: Set<String> = []
    let deadline = Instant.now() + Self.patience
    for series in try FeedSeries.list(series) {
      guard let open = byID[series.item] else { continue }
      taken.insert(series.item)
      guard let rule = series.ruleFromOpen(until: deadline, zone) else {
        add(open)
        continue
      }
      if rule.first != series.occurrence { add(open) }
      events.append(
        Event(uid: series.id, hasTimes: !series.isDay || !open.isDay) { self.add(series, open, rule, to: &$0) })
    }
    for item in items where !taken.contains(item.id) { add(item) }
    for bar in bars { events.append(Event(uid: "\(bar.bar.id)") { self.add(bar, to: &$0) }) }
    for meal in try FeedMeal.list(meals) { events.append(Event(uid: meal.id) { self.add(meal, to: &$0) }) }
    return events
  }

  // MARK: Items

  private func add(_ item: FeedItem, to out: inout ICalendar) {
    begin(item, uid: item.id, to: &out)
    start(item.local, isDay: item.isDay, at: item.due, "DTSTART", to: &out)
    end(item, to: &out)
  }

  /// The open item and what follows it, as one event that repeats.
  ///
  /// It begins with what the open item stands for: done ones are events of their own, as they are items of their own.
  private func add(
    _ series: FeedSeries, _ open: FeedItem, _ rule: (first: Int, text: String), to out: inout ICalendar
  ) {
    begin(open, uid: series.id, of: series, to: &out)
    start(rule.first, isDay: series.isDay, at: nil, "DTSTART", to: &out)
    out.line("RRULE", rule.text)
    for skip in series.skipped where skip >= rule.first && skip != series.occurrence {
      start(skip, isDay: series.isDay, at: nil, "EXDATE", to: &out)
    }
    end(open, to: &out)
    // The open one where it differs from the series.
    guard rule.first == series.occurrence,
      open.local != series.occurrence || open.isDay != series.isDay || open.title != series.title
        || open.description != series.description
    else { return }
    begin(open, uid: series.id, changed: series.changed, to: &out)
    start(series.occurrence, isDay: series.isDay, at: nil, "RECURRENCE-ID", to: &out)
    start(open.local, isDay: open.isDay, at: open.due, "DTSTART", to: &out)
    end(open, to: &out)
  }

  /// - Parameter changed: when the series of the event was changed.
  private func begin(
    _ item: FeedItem, uid: String, of series: FeedSeries? = nil, changed: Int? = nil, to out: inout ICalendar
  ) {
    let words = series?.description ?? item.description
    out.line("BEGIN", "VEVENT")
    out.line("UID", uid)
    out.changed(max(item.changed, series?.changed ?? changed ?? item.changed))
    // An event has no state that calendars would show for what is done.
    out.text("SUMMARY", item.isDone ? "✓ \(item.title)" : series?.title ?? item.title)
    if !words.isEmpty { out.text("DESCRIPTION", words) }
  }

  private func end(_ item: FeedItem, to out: inout ICalendar) {
    if let category = item.category { out.text("CATEGORIES", category) }
    // High, medium and low as RFC 5545 §3.8.1.9 has them.
    if let priority = item.priority { out.line("PRIORITY", "\(priority.rawValue * 4 - 3)") }
    out.line("URL", "\(origin)/items/\(item.id)/edit")
    out.line("TRANSP", "TRANSPARENT")
    out.line("END", "VEVENT")
  }

  /// A date, or a time on the zone's clock.
  /// - Parameter moment: which of two such times it is, if that is known.
  private func start(_ local: Int, isDay: Bool, at moment: Int?, _ name: String, to out: inout ICalendar) {
    let time = CivilTime(seconds: local)
    if isDay {
      out.line("\(name);VALUE=DATE", time.basicDate)
    } else if zone.isUTC {
      out.line(name, ICalendar.utc(local))
    } else if let moment, !zone.range.contains(moment) || zone.moment(of: local) != moment {
      out.line(name, ICalendar.utc(moment))
    } else {
      out.line("\(name);TZID=\(zone.name)", time.basicDateTime)
    }
  }

  // MARK: Stays, blocked dates, birthdays

  private func add(_ one: Bar, to out: inout ICalendar) {
    let bar = one.bar
    let made = ICalendar.utc(Int(bar.id.bits.0 >> 16) / 1000)
    out.line("BEGIN", "VEVENT")
    out.line("UID", "\(bar.id)")
    out.line("DTSTAMP", made)
    out.text("SUMMARY", one.title)
    out.line("DTSTART;VALUE=DATE", bar.first.civil.basicDate)
    if bar.kind == .birthday {
      let born = bar.first.civil
      // A birthday on 29 February falls on the month's last day.
      let isLeap = born.month == 2 && born.day == 29
      out.line("RRULE", "FREQ=YEARLY" + (isLeap ? ";BYMONTH=2;BYMONTHDAY=-1" : ""))
    } else {
      // The end is exclusive (RFC 5545 §3.6.1). Nights are taken, so that somebody else may come on the day of departure:
      // other programs read from the event which nights are free.
      let end = bar.kind == .blocked ? CalendarDate(days: bar.last.days + 1) : bar.last
      out.line("DTEND;VALUE=DATE", end.civil.basicDate)
      if bar.kind != .blocked { out.text("DESCRIPTION", strings.feedsDeparture(date: strings.date(bar.last.civil))) }
      out.line("STATUS", bar.waits ? "TENTATIVE" : "CONFIRMED")
      if bar.kind != .blocked { out.line("URL", origin + bar.path) }
    }
    out.line("TRANSP", bar.kind == .guest ? "OPAQUE" : "TRANSPARENT")
    out.line("END", "VEVENT")
  }
}

/// A row of `FeedQueries.items`. Times are in seconds: `due` since 1970 in UTC, `local` on the household's clock.
private struct FeedItem {
  let id: String
  let title: String
  let description: String
  let due: Int
  let local: Int
  let isDay: Bool
  let isDone: Bool
  let changed: Int
  let category: String?
  let priority: ItemPriority?

  static func list(_ text: String) throws(Refusal) -> [FeedItem] {
    try JSON.rows(text).map { row throws(Refusal) in try FeedItem(row) }
  }

  private init(_ row: [JSON]) throws(Refusal) {
    guard row.count == 10, let id = row[0].string, let title = row[1].string, let description = row[2].string,
      let due = row[3].integer, let local = row[4].integer, let isDay = row[5].bool, let isDone = row[6].bool,
      let changed = row[7].integer, let priority = row[9].integer.flatMap({ ItemPriority(rawValue: $0) })
    else { throw Refusal("a row of an item has another form") }
    (self.id, self.title, self.description, self.due, self.local) = (id, title, description, due, local)
    (self.isDay, self.isDone, self.changed, category) = (isDay, isDone, changed, row[8].string)
    self.priority = priority == .none ? nil : priority
  }
}

/// A row of `FeedQueries.series`.
private struct FeedSeries {
  let id: String
  /// The open item's.
  let item: String
  let title: String
  let description: String
  let rule: String
  let start: Int
  let isDay: Bool
  let occurrence: Int
  let skipped: [Int]
  let changed: Int

  static func list(_ text: String) throws(Refusal) -> [FeedSeries] {
    try JSON.rows(text).map { row throws(Refusal) in try FeedSeries(row) }
  }

  private init(_ row: [JSON]) throws(Refusal) {
    guard row.count == 10, let id = row[0].string, let item = row[1].string, let title = row[2].string,
      let description = row[3].string, let rule = row[4].string, let start = row[5].integer,
      let isDay = row[6].bool, let occurrence = row[7].integer, let skipped = row[8].elements,
      let changed = row[9].integer
    else { throw Refusal("a row of a series has another form") }
    (self.id, self.item, self.title, self.description, self.rule) = (id, item, title, description, rule)
    (self.start, self.isDay, self.occurrence, self.changed) = (start, isDay, occurrence, changed)
    self.skipped = try skipped.map { date throws(Refusal) in
      guard let seconds = date.integer else { throw Refusal("a skipped date has another form") }
      return seconds
    }
  }

  /// The rule, counted from the open item; nil if nothing follows that.
  ///
  /// The phase of an interval stays: the first is one of the rule's own dates, but for a series that begins between them.
  func ruleFromOpen(until deadline: Instant, _ zone: ZoneTable) -> (first: Int, text: String)? {
    guard var rule = RecurrenceRule(rule) else { return nil }
    let start = CivilTime(seconds: start)
    var first: Int?
    var hasMore = false
    if let count = rule.count {
      var number = 0
      for date in rule.dates(from: start) {
        if number % 1024 == 1023 && Instant.now() > deadline { return nil }
        if date.seconds >= occurrence {
          if first == nil {
            (first, rule.count) = (date.seconds, count - number)
          }
          hasMore = hasMore || date.seconds > occurrence && !skipped.contains(date.seconds)
          if hasMore { break }
        }
        number += 1
      }
    } else {
      if Instant.now() > deadline { return nil }
      let here = CivilTime(seconds: occurrence)
      if !rule.dates(from: start, in: here...here).isEmpty { first = occurrence }
      // As many may be skipped as there are.
      var later = rule.first(after: here, from: start)
      first = first ?? later?.seconds
      for _ in skipped {
        guard let date = later, skipped.contains(date.seconds) else { break }
        later = rule.first(after: date, from: start)
      }
      hasMore = later != nil
    }
    guard let first, hasMore else { return nil }
    if let until = rule.until { rule.until = Self.until(until, isDay: isDay, zone) }
    return (first, rule.text)
  }

  /// A date for dates, and UTC for times (RFC 5545 §3.3.10).
  private static func until(
    _ until: RecurrenceRule.Until, isDay: Bool, _ zone: ZoneTable
  ) -> RecurrenceRule.Until {
    guard isDay else {
      return RecurrenceRule.Until(time: CivilTime(seconds: zone.moment(of: until.time.seconds)), form: .utc)
    }
    // The day counts if its last minute had come.
    return RecurrenceRule.Until(day: CalendarDate(CivilTime(seconds: until.time.seconds - 86340)).civil)
  }
}

extension JSON {
  /// The rows of a text that PostgreSQL made: arrays in an array. What bounds them is their query.
  static func rows(_ text: String) throws(Refusal) -> [[JSON]] {
    guard let rows = try JSON(Array(text.utf8), maximumValues: .max).elements else { throw Refusal("no array of rows") }
    return try rows.map { row throws(Refusal) in
      guard let values = row.elements else { throw Refusal("a row is no array") }
      return values
    }
  }

  var elements: [JSON]? { if case .array(let elements) = self { elements } else { nil } }

  var integer: Int? { if case .number(let text) = self { Int(text) } else { nil } }
}
