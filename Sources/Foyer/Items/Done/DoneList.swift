import HTTP
import CivilTime
import Postgres

/// The items that were done, the last first, by the reader's days: a page of 50.
struct DoneList {
  struct Day {
    /// Nil where the page before has begun it.
    let name: String?
    let date: CalendarDate
    fileprivate(set) var items: [DoneItem]
  }

  private(set) var days: [Day] = []
  /// The URL of the next page.
  let next: String?

  static let pageSize = 50

  struct Query {
    fileprivate let after: DoneCursor?
    fileprivate let items, members: Batch.Key

    init(after: DoneCursor?, in batch: inout Batch) {
      self.after = after
      items = batch.add(DoneQueries.list(after: after))
      members = batch.add(HouseholdQueries.members())
    }
  }

  init(_ results: Results, _ query: Query, _ context: Context) throws {
    let members = try results[query.members].map { try HouseholdMember($0) }
    let rows = results[query.items]
    var begun = query.after?.day
    for row in rows.prefix(Self.pageSize) {
      let item = try DoneItem(row, members, context.strings)
      if days.last?.date != item.day {
        let name = begun == item.day ? nil : context.strings.doneDay(item.day, today: context.today)
        days.append(Day(name: name, date: item.day, items: []))
      }
      begun = nil
      days[days.count - 1].items.append(item)
    }
    next = try rows.count > Self.pageSize ? DoneCursor(rows[Self.pageSize - 1]).path : nil
  }
}

/// A row of the page.
struct DoneItem {
  let id: UUID
  let title: String
  let category: String?
  let repeats: Bool
  /// The member whose turn it was.
  let turn: HouseholdMember?
  let day: CalendarDate
  let moment: String
  let time: String

  init(_ row: Row, _ members: [HouseholdMember], _ strings: Strings) throws {
    id = try row["id"]
    title = try row["title"]
    category = try row["category"]
    repeats = try row["repeats"]
    let person: UUID? = try row["turn_person"]
    turn = person.flatMap { person in members.first { $0.id == person } }
    let done: Timestamp = try row["done_at"]
    day = CalendarDate(done.local)
    (moment, time) = (done.iso8601, strings.timeOfDay(done.local))
  }

  var shortTitle: String { title.inLabel }
}

/// The last row of a page.
struct DoneCursor {
  let id: UUID
  /// When it was done, in microseconds since 1970.
  let moment: Int
  /// The same as a day of the reader's.
  let day: CalendarDate

  init(_ row: Row) throws {
    (id, moment) = (try row["id"], try row["moment"])
    let done: Timestamp = try row["done_at"]
    day = CalendarDate(done.local)
  }

  var path: String { "/items/done?after=\(id)&moment=\(moment)&day=\(day.iso)" }

  /// Nil without one; throws `Failure.invalid` for another text.
  init?(_ form: Form) throws {
    guard let after = form["after"] else { return nil }
    guard let moment = form["moment"].flatMap({ Int(digits: $0) }), moment < 1 << 57,
      let day = form["day"].flatMap({ CalendarDate($0) })
    else { throw Failure.invalid }
    (id, self.moment, self.day) = (try UUID(field: after), moment, day)
  }
}

extension Strings {
  /// `Monday, 23 November 2026`, or "today" and the day before.
  fileprivate func doneDay(_ day: CalendarDate, today: CalendarDate) -> String {
    switch today.days - day.days {
    case 0: todayToday
    case 1: todayYesterday
    default: todayWeekday(weekday: weekdays[day.weekday].name, date: date(day.civil))
    }
  }
}
