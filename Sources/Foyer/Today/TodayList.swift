import CivilTime
import HTML
import Postgres

/// The contents of the page of today.
struct TodayList {
  var overdue = TodayPart()
  var today = TodayPart()
  var turn = TodayPart(size: TodayQueries.turnSize)
  var next = TodayPart()
  let stays: [TodayStay]
  let meals: [TodayMeal]
  /// Ingredients at hand that expire.
  let soon: UseSoon
  let recipes: [RecipeSummary]
  let activity: [TodayActivity]
  let counts: ItemCounts
  let stages: Stages
  /// Whether the look should be noted again.
  let isLookStale: Bool
  /// The item that was just added or saved.
  let marked: UUID?

  /// How much there is of each, up to 100.
  struct Stages {
    let categories, tags, recipes, members: Int

    func text(_ count: Int) -> String { count < 100 ? "\(count)" : "99+" }
    /// The household's own, apart from those that come with the program; nil without any.
    func ownRecipes(_ strings: Strings) -> String? {
      recipes == 0 ? nil : recipes < 100 ? strings.homeOwnRecipes(count: recipes) : text(recipes)
    }
    func people(_ strings: Strings) -> String { members < 100 ? strings.homePeople(count: members) : text(members) }
  }

  /// The statements of the page in their batch.
  struct Query {
    fileprivate let items, stays, meals, soon, recipes, activity, counts: Batch.Key

    init(in batch: inout Batch) {
      items = batch.add(TodayQueries.items())
      stays = batch.add(TodayQueries.stays())
      meals = batch.add(TodayMeal.query())
      soon = batch.add(RecipeQueries.expiring())
      recipes = batch.add(RecipeQueries.cookable())
      activity = batch.add(TodayQueries.activity())
      counts = batch.add(TodayQueries.counts())
    }
  }

  init(_ results: Results, _ query: Query, _ context: Context) throws {
    let (strings, now) = (context.strings, context.local)
    guard let row = results[query.counts].first else { throw Failure.notFound }
    stages = Stages(
      categories: try row["categories"], tags: try row["tags"], recipes: try row["recipes"], members: try row["members"]
    )
    isLookStale = try row["is_stale"]
    counts = ItemCounts(context.visitor, later: try row["later_items"])
    marked = context.noticed?.item
    stays = try results[query.stays].map { try TodayStay($0, today: CalendarDate(now), strings) }
    meals = try TodayMeal.list(results[query.meals], strings)
    let soon = try UseSoon(results[query.soon], context)
    self.soon = soon
    recipes = try results[query.recipes].map { row in
      let hand: [String] = try row["hand"]
      let stock = KitchenStock(hand: hand, try HouseholdStaples(bought: row))
      return try RecipeSummary(row, stock, soon: soon, table: EaterTable(), strings: strings)
    }
    activity = try results[query.activity].map {
      try TodayActivity($0, context.app.features.activity, now: now, strings)
    }
    for row in results[query.items] {
      let part: String = try row["part"]
      let item = try TodayItem(row, now: now, strings)
      switch part {
      case "overdue": overdue.add(item)
      case "today": today.add(item)
      case "turn": turn.add(item)
      default: next.add(item)
      }
    }
  }

  var isEmpty: Bool { overdue.items.isEmpty && today.items.isEmpty && turn.items.isEmpty }

  /// Coming items, by day.
  func days(_ strings: Strings) -> [(name: String, items: [TodayItem])] {
    next.items.reduce(into: []) { days, item in
      if days.last?.name == item.day {
        days[days.count - 1].items.append(item)
      } else {
        days.append((item.day, [item]))
      }
    }
  }
}

/// The items of one part.
struct TodayPart {
  /// How many rows it shows.
  var size = TodayQueries.partSize
  private(set) var items: [TodayItem] = []
  /// Whether there are more than the page shows.
  private(set) var hasMore = false

  mutating func add(_ item: TodayItem) {
    if items.count == size { hasMore = true } else { items.append(item) }
  }
}

/// An item in one line: its title, when it is due, and whose turn it is.
struct TodayItem {
  let id: RowID
  let title: ShownText
  let due: (iso: String, exact: String)?
  /// Nil for a day without a time.
  let time: String?
  /// How long it has been due, in days; nil if it is not, or since today.
  let late: String?
  /// The day it is due, in words: in full, and where there is less room; empty without one.
  let day, shortDay: String
  let isMine: Bool
  /// The member who has the turn.
  let turn: Text?
  /// Nil for none.
  let priority: ItemPriority?
  /// How many lines of the checklist are done, and how many there are; nil without any.
  let lines: (done: Int, count: Int)?

  init(_ row: Row, now: CivilTime, _ strings: Strings) throws {
    id = try row["id"]
    title = try row["title"]
    let dueAt: Timestamp? = try row["due_at"]
    isMine = try row["is_mine"] ?? false
    let isTimed: Bool = try row["is_timed"] ?? false
    turn = try row["turn"]
    let priority: Int? = try row["priority"]
    self.priority = priority.flatMap { ItemPriority(rawValue: $0) }
    let progress: String? = try row["lines"]
    lines = progress.flatMap { Item.lines($0) }
    guard let dueAt else {
      (due, time, late, day, shortDay) = (nil, nil, nil, "", "")
      return
    }
    let (local, today) = (dueAt.local, CalendarDate(now))
    let date = CalendarDate(local)
    due = isTimed ? (dueAt.iso8601, strings.text(local)) : (date.iso, strings.date(local))
    time = isTimed ? strings.timeOfDay(local) : nil
    late =
      switch today.days - date.days {
      case 1: strings.todayYesterday
      case 2...: strings.dueDays(count: today.days - date.days)
      default: nil
      }
    day = strings.day(date, today: today)
    shortDay =
      switch date.days - today.days {
      case 2...6: strings.weekdays[date.weekday].name
      case 7...: strings.dayAndMonth(date)
      default: day
      }
  }

  /// - Parameter isDated: whether the day is said, which nothing around the row does.
  func when(isDated: Bool) -> String? {
    if let late { return late }
    let words = [isDated ? shortDay : "", time ?? ""].filter { !$0.isEmpty }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}

/// A request that waits for an answer, or a stay that begins or ends soon.
struct TodayStay {
  let id: UUID
  /// The guests who come or go.
  let text: String
  let dates: String
  let guests: Int
  let path: String
  let version: Int
  let isWaiting: Bool
  /// The guest's latest words, of a request that waits.
  let message: String

  init(_ row: Row, today: CalendarDate, _ strings: Strings) throws {
    let (part, name): (String, String) = (try row["part"], try row["name"])
    let (arrival, departure): (CalendarDate, CalendarDate) = (try row["arrival"], try row["departure"])
    id = try row["id"]
    guests = try row["guests"]
    version = try row["version"]
    message = try row["message"]
    isWaiting = part == "waits"
    path = part == "guest" ? "/requests" : "/hosting/requests/\(id)"
    dates =
      isWaiting ? strings.dates(arrival, departure) : strings.day(arrival >= today ? arrival : departure, today: today)
    text =
      switch (part, arrival >= today) {
      case ("waits", _): strings.todayAsks(name: name)
      case ("host", true): strings.todayArrives(name: name)
      case ("host", false): strings.todayLeaves(name: name)
      case (_, true): strings.todayYouArrive(name: name)
      case (_, false): strings.todayYouLeave(name: name)
      }
  }
}

/// A change by another member.
struct TodayActivity {
  let member: HouseholdMember
  let text: String
  /// The page of what it was done to, if there is one.
  let path: String?
  let time: (iso: String, text: String)

  init(_ row: Row, _ kinds: [String: Feature.Activity], now: CivilTime, _ strings: Strings) throws {
    let (kind, title): (String, String) = (try row["kind"], try row["title"])
    member = HouseholdMember(
      id: try row["person_id"], name: try row["name"], photoID: try row["photo_id"], isVisitor: false)
    let name = member.name
    let (subject, at): (UUID, Timestamp) = (try row["subject_id"], try row["at"])
    let date = CalendarDate(at.local)
    time = (
      at.iso8601,
      date == CalendarDate(now) ? strings.timeOfDay(at.local) : strings.dayAndMonth(date)
    )
    (text, path) = kinds[kind]?(strings, name, title, subject) ?? ("\(name): \(title)", nil)
  }
}

extension Strings {
  /// `Monday, 23 November`, or "today" and its neighbours.
  func day(_ date: CalendarDate, today: CalendarDate) -> String {
    switch date.days - today.days {
    case 0: todayToday
    case 1: todayTomorrow
    default: weekdayAndDate(date)
    }
  }

  func weekdayAndDate(_ date: CalendarDate) -> String {
    todayWeekday(weekday: weekdays[date.weekday].name, date: dayAndMonth(date))
  }
}
