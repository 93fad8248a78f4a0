import CivilTime
import HTML
import Postgres

/// A line of a day.
struct CalendarEntry {
  /// The item that it leads to; of a later date of a series the open one. Nil for a birthday and for a meal.
  let id: UUID?
  let title: String
  /// Nil for the whole day.
  let time: String?
  /// The item's version, if it can be moved to another day.
  var version: Int?
  var isDone = false
  var isOverdue = false
  var repeats = false
  /// The members it is for and the turn's holder, where they were read; none for everybody.
  var people: [UUID] = []
  let color: LabelColor?
  /// A planned meal: its name, and the page of the dish or of the plan.
  private(set) var meal: (name: String, path: String)?
  /// Done ones last, whole days before times.
  private let order: (Bool, Int)

  /// An item.
  init(_ row: Row, _ local: CivilTime, now: Timestamp, _ strings: Strings) throws {
    id = try row["id"]
    title = try row["title"]
    let isDay: Bool = try row["is_day"]
    time = isDay ? nil : strings.timeOfDay(local)
    version = try row["version"]
    isDone = try row["is_done"]
    let due: Timestamp = try row["due_at"]
    isOverdue = !isDone && due < now
    repeats = try row["repeats"]
    let color: Text? = try row["color"]
    self.color = color.map { LabelColor($0) }
    order = (isDone, isDay ? -1 : local.hour * 60 + local.minute)
  }

  /// A later date of a series.
  init(_ series: OpenSeries, _ date: CivilTime, _ strings: Strings) {
    (id, title, color) = (series.item, series.title, series.color)
    time = series.isDay ? nil : strings.timeOfDay(date)
    people = series.people
    repeats = true
    order = (false, series.isDay ? -1 : date.hour * 60 + date.minute)
  }

  init(birthdayOf name: String, _ strings: Strings) {
    (id, time, color) = (nil, nil, nil)
    title = strings.calendarBirthday(name: name)
    order = (false, -2)
  }

  /// A meal: behind what is to be done.
  init(_ meal: Meal, _ strings: Strings) {
    (id, time, color) = (nil, nil, nil)
    title = String(meal.title.prefix(200))
    self.meal = (strings.text(meal.name), meal.dish.map { meal.dishPath($0.id) } ?? Week(meal.day).path)
    order = (false, 24 * 60 + meal.name.place)
  }

  static func comesBefore(_ left: CalendarEntry, _ right: CalendarEntry) -> Bool {
    left.order.0 == right.order.0 ? left.order.1 < right.order.1 : right.order.0
  }

  var isMovable: Bool { version != nil }
  /// Whether there is no item for it yet.
  var isLater: Bool { repeats && version == nil }
}

/// A series with what its later dates show.
struct OpenSeries {
  let item: UUID
  let title: String
  let color: LabelColor?
  /// Whether they are days.
  let isDay: Bool
  let people: [UUID]
  let dates: LaterDates

  init(_ row: Row) throws {
    item = try row["id"]
    title = try row["title"]
    let color: Text? = try row["color"]
    self.color = color.map { LabelColor($0) }
    isDay = try row["is_day"]
    people = try row["people"] ?? []
    dates = LaterDates(
      rule: try row["rule"], start: try row["starts"], occurrence: try row["occurrence"],
      skipped: try row["skipped"] ?? [])
  }
}

/// An entry of whole days: a stay, or dates on which the household hosts nobody.
struct CalendarBar {
  enum Kind: String, PostgresDecodable { case guest, host, blocked, birthday }

  let kind: Kind
  let id: UUID
  let name: String
  let first: CalendarDate
  let last: CalendarDate
  /// A request that waits for an answer.
  let waits: Bool

  init(_ row: Row) throws {
    kind = try row["kind"]
    id = try row["id"]
    name = try row["name"]
    first = try row["first_day"]
    last = try row["last_day"]
    waits = try row["waits"]
  }

  func title(_ strings: Strings) -> String {
    let title =
      switch kind {
      case .guest: strings.calendarGuest(name: name)
      case .host: strings.calendarHost(name: name)
      case .blocked: strings.calendarBlocked
      case .birthday: strings.calendarBirthday(name: name)
      }
    return waits ? strings.calendarWaits(stay: title) : title
  }

  var path: String {
    switch kind {
    case .guest: "/requests#request-\(id)"
    case .host: "/hosting/requests/\(id)"
    case .blocked, .birthday: "/hosting"
    }
  }

  /// Of a birthday: the days in a range. Who was born on 29 February celebrates on the month's last day.
  func birthdays(in days: ClosedRange<CalendarDate>) -> [CalendarDate] {
    let born = first.civil
    return (days.lowerBound.civil.year...days.upperBound.civil.year).compactMap { year in
      guard year >= born.year else { return nil }
      let day = min(born.day, CivilTime.days(inMonth: born.month, of: year))
      let date = CivilTime(year: year, month: born.month, day: day).map { CalendarDate($0) }
      return date.flatMap { days.contains($0) ? $0 : nil }
    }
  }
}
