import CivilTime
import HTTP
import Postgres

/// A host in the grid (R26).
struct HostCard {
  let id: UUID
  let name: Text
  let place: Text
  let photoID: UUID?
  /// The picture of the home, with the host's beside it.
  let placePhotoID: UUID?
  let isOwn: Bool

  init(_ row: Row) throws {
    id = try row["id"]
    name = try row["name"]
    place = try row["place"]
    photoID = try row["photo_id"]
    placePhotoID = try row["place_photo_id"]
    isOwn = try row["is_own"]
  }
}

/// One page of the grid.
struct HostList {
  let search: HostSearch
  let cards: [HostCard]
  /// The path of the next page.
  let next: String?
  /// Whether the hosts before the next page are all that were looked at: there may be others.
  let isPartial: Bool

  init(_ rows: Rows, _ search: HostSearch) throws {
    self.search = search
    let found = try rows.filter { try $0["id"] as UUID? != nil }
    cards = try found.prefix(HostQueries.pageSize).map { try HostCard($0) }
    // A search for room ends after so many hosts, whether they have room or not.
    let edge: UUID? = search.asksForRoom ? try rows.first.flatMap { try $0["edge"] } : nil
    let last = found.count > cards.count ? cards.last?.id : edge
    isPartial = found.count <= cards.count && edge != nil
    next = last.map { search.path(after: $0) }
  }

  /// The path of a host's page, with the dates that were searched for.
  func path(of host: HostCard) -> String { "/hosts/\(host.id)\(search.room)" }
}

/// A host's page (R27): the listing, and the reader's request.
struct Host {
  let id: UUID
  let name: Text
  let offer: Text
  let place: Text
  let capacity: Int
  let photoID: UUID?
  let placePhotoID: UUID?
  let isOwn: Bool
  let isPublished: Bool
  /// The reader's open request, if any.
  let asked: Asked?
  /// The reader's question, if it has not become a request.
  let question: UUID?
  let calendar: StayCalendar
  /// How the reader hears of the answer.
  let means: NewsMeans
  /// The latest words of guests.
  let references: [StayReference]

  var canBeAsked: Bool { !isOwn && asked == nil }

  struct Asked {
    let id: UUID
    let dates: String
    let isAccepted: Bool
    /// The address; policies of the database show it only after acceptance.
    let address: Text?
    /// Whether the address follows (`StayRequestQueries.isFresh`).
    let isFresh: Bool
  }

  init(
    _ row: Row, _ calendar: StayCalendar, _ means: NewsMeans, _ references: [StayReference], _ strings: Strings
  ) throws {
    (self.means, self.references) = (means, references)
    id = try row["id"]
    name = try row["name"]
    offer = try row["offer"]
    place = try row["place"]
    capacity = try row["capacity"]
    photoID = try row["photo_id"]
    placePhotoID = try row["place_photo_id"]
    isOwn = try row["is_own"]
    isPublished = try row["published"]
    question = try row["question_id"]
    if let request: UUID = try row["request_id"] {
      let (arrival, departure): (CalendarDate, CalendarDate) = (try row["arrival"], try row["departure"])
      asked = Asked(
        id: request, dates: strings.dates(arrival, departure),
        isAccepted: try row["is_accepted"], address: try row["address"], isFresh: try row["is_fresh"])
    } else {
      asked = nil
    }
    self.calendar = calendar
  }
}

/// Two months of a host's nights, and the paths of the months around them.
struct StayCalendar {
  let months: [Month]
  let previous: String?
  let next: String?

  struct Month {
    /// `2026-11`
    let iso: String
    let title: String
    let weeks: [[Day?]]
  }

  struct Day {
    let number: Int
    let isToday: Bool
    let isPast: Bool
    let isTaken: Bool
    /// The text that a screen reader announces after the number.
    let note: String?
  }

  /// How many months there are, from this one on.
  static let count = 24

  /// The month of `2026-12`, or that of a day.
  static func month(_ text: String?) -> CalendarDate? {
    text.flatMap { CalendarDate($0) ?? CalendarDate("\($0)-01") }?.monthStart
  }

  /// The first month to show: one that is past, or too far away, becomes the nearest.
  static func start(_ month: CalendarDate?, today: CalendarDate) -> CalendarDate {
    let first = today.monthStart
    return min(max(month ?? first, first), CalendarDate(first.civil.adding(months: count - 2)))
  }

  /// - Parameters:
  ///   - start: the first day of the first month.
  ///   - taken: the nights that are blocked or full.
  ///   - path: the path of the page that begins with a month.
  init(
    from start: CalendarDate, today: CalendarDate, taken: Set<CalendarDate>, _ strings: Strings,
    path: (_ month: String) -> String
  ) {
    months = [start, start.nextMonth].map { Month($0, today: today, taken: taken, strings) }
    func step(_ months: Int) -> String? {
      let month = CalendarDate(start.civil.adding(months: months))
      return Self.start(month, today: today) == month ? path(String(month.iso.prefix(7))) : nil
    }
    (previous, next) = (step(-1), step(1))
  }
}

extension StayCalendar.Month {
  init(_ start: CalendarDate, today: CalendarDate, taken: Set<CalendarDate>, _ strings: Strings) {
    let weeks = start.weeksOfMonth { date in
      let isTaken = taken.contains(date)
      return StayCalendar.Day(
        number: date.civil.day, isToday: date == today, isPast: date < today, isTaken: isTaken,
        note: isTaken ? strings.staysTaken : date == today ? strings.staysToday : nil)
    }
    self.init(iso: String(start.iso.prefix(7)), title: strings.month(start), weeks: weeks)
  }
}

extension Strings {
  /// `November 2026`
  func month(_ date: CalendarDate) -> String {
    let civil = date.civil
    return staysMonth(month: staysMonthName(civil.month), year: String(civil.year))
  }

  private func staysMonthName(_ number: Int) -> String {
    [
      staysMonthJanuary, staysMonthFebruary, staysMonthMarch, staysMonthApril, staysMonthMay, staysMonthJune,
      staysMonthJuly, staysMonthAugust, staysMonthSeptember, staysMonthOctober, staysMonthNovember, staysMonthDecember,
    ][number - 1]
  }

  /// Monday first: the name, and its abbreviation.
  var weekdays: [(name: String, short: String)] {
    [
      (staysMonday, staysMondayShort), (staysTuesday, staysTuesdayShort), (staysWednesday, staysWednesdayShort),
      (staysThursday, staysThursdayShort), (staysFriday, staysFridayShort), (staysSaturday, staysSaturdayShort),
      (staysSunday, staysSundayShort),
    ]
  }
}
