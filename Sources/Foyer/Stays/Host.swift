import HTTP
import Postgres

/// A host in the grid (R26).
struct HostCard {
  let id: UUID
  let name: Text
  let place: Text
  let photoID: UUID?
  let isOwn: Bool

  init(_ row: Row) throws {
    id = try row["id"]
    name = try row["name"]
    place = try row["place"]
    photoID = try row["photo_id"]
    isOwn = try row["is_own"]
  }
}

/// One page of the grid.
struct HostList {
  /// The search text.
  let q: String
  let cards: [HostCard]
  /// The path of the next page.
  let next: String?

  init(_ rows: Rows, q: String) throws {
    self.q = q
    cards = try rows.prefix(HostQueries.pageSize).map { try HostCard($0) }
    guard rows.count > cards.count, let last = cards.last else {
      next = nil
      return
    }
    next = q.isEmpty ? "/hosts?after=\(last.id)" : "/hosts?q=\(PercentCoding.encode(q))&after=\(last.id)"
  }
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
  let calendar: StayCalendar

  struct Asked {
    let id: UUID
    let dates: String
    let isAccepted: Bool
    /// The address; policies of the database show it only after acceptance.
    let address: Text?
  }

  init(_ row: Row, _ calendar: StayCalendar, _ strings: Strings) throws {
    id = try row["id"]
    name = try row["name"]
    offer = try row["offer"]
    place = try row["place"]
    capacity = try row["capacity"]
    photoID = try row["photo_id"]
    placePhotoID = try row["place_photo_id"]
    isOwn = try row["is_own"]
    isPublished = try row["published"]
    if let request: UUID = try row["request_id"] {
      let (arrival, departure): (CalendarDate, CalendarDate) = (try row["arrival"], try row["departure"])
      asked = Asked(
        id: request, dates: strings.dates(arrival, departure),
        isAccepted: try row["is_accepted"], address: try row["address"])
    } else {
      asked = nil
    }
    self.calendar = calendar
  }
}

/// This month and the next, with the unavailable nights.
struct StayCalendar {
  let months: [Month]

  struct Month {
    let title: String
    let weeks: [[Day?]]
  }

  struct Day {
    let number: Int
    let isToday: Bool
    let isPast: Bool
    let isTaken: Bool
    /// What a screen reader announces after the number.
    let note: String?
  }

  /// - Parameter taken: the nights that are blocked or full.
  init(today: CalendarDate, taken: Set<CalendarDate>, _ strings: Strings) {
    months = [today.monthStart, today.nextMonth].map { start in
      var cells: [Day?] = Array(repeating: nil, count: start.weekday)
      for days in start.days..<start.nextMonth.days {
        let date = CalendarDate(days: days)
        let isTaken = taken.contains(date)
        cells.append(
          Day(
            number: days - start.days + 1, isToday: date == today, isPast: date < today, isTaken: isTaken,
            note: isTaken ? strings.staysTaken : date == today ? strings.staysToday : nil))
      }
      while cells.count % 7 != 0 { cells.append(nil) }
      return Month(
        title: strings.month(start),
        weeks: stride(from: 0, to: cells.count, by: 7).map { Array(cells[$0..<$0 + 7]) })
    }
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
