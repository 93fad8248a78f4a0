import CivilTime
import Postgres

/// The days of a year on which an item, or those of its series, were done.
struct DoneYear {
  struct Month {
    let name: String
    /// From Monday on; nil for the days of other months.
    let weeks: [[Day?]]
  }

  struct Day {
    let number: Int
    let name: String
    /// Of the first item that was done on it; nil for a day without one.
    let path: String?
    let isToday: Bool
  }

  let id: UUID
  let title: String
  let year: Int
  let count: Int
  /// Those that have begun, the last first.
  let months: [Month]
  /// The members whose turn it was, the most frequent first.
  let turns: [(name: String, count: Int)]
  /// The years beside it, as far as there is something in them.
  let others: [Int]

  static let years = 1970...9_998

  struct Query {
    fileprivate let id: UUID
    fileprivate let year: Int?
    fileprivate let item, done, members: Batch.Key

    /// - Parameter year: nil for the present one.
    init(_ id: UUID, _ year: Int?, in batch: inout Batch) {
      (self.id, self.year) = (id, year)
      item = batch.add(DoneQueries.item(id))
      done = batch.add(DoneQueries.year(year, of: id))
      members = batch.add(HouseholdQueries.members())
    }
  }

  /// Nil if there is no such item.
  init?(_ results: Results, _ query: Query, _ context: Context) throws {
    guard let item = results[query.item].first else { return nil }
    let (strings, today) = (context.strings, context.today)
    let year = query.year ?? today.civil.year
    (id, self.year, title) = (query.id, year, try item["title"])
    let since: Int? = try item["since"]
    let known = min(since ?? year, year)...max(today.civil.year, year)
    others = [year - 1, year + 1].filter(known.contains)
    let done = results[query.done]
    count = done.count
    var paths: [Int: String] = [:]
    var people: [UUID: Int] = [:]
    for row in done {
      let (id, moment): (UUID, Timestamp) = (try row["id"], try row["done_at"])
      let day = CalendarDate(moment.local).days
      if paths[day] == nil { paths[day] = "/items/\(id)/edit" }
      let person: UUID? = try row["turn_person"]
      if let person { people[person, default: 0] += 1 }
    }
    turns = try results[query.members].map { try HouseholdMember($0) }
      .compactMap { member in people[member.id].map { (member.name, $0) } }
      .sorted { $0.count > $1.count }
    var months: [Month] = []
    var start = CalendarDate("\(year)-01-01") ?? today
    while start.civil.year == year, start <= today || year > today.civil.year {
      let weeks = start.weeksOfMonth { date in
        Day(
          number: date.civil.day, name: strings.weekdayAndDate(date), path: paths[date.days], isToday: date == today)
      }
      months.insert(Month(name: strings.month(start.civil.month), weeks: weeks), at: 0)
      start = start.nextMonth
    }
    self.months = months
  }
}
