import StrictJSON

extension FeedCalendar {
  /// An event of the whole day: the plan knows no hours, and a dinner at a time that nobody said would stand among
  /// appointments, with an alarm.
  func add(_ meal: FeedMeal, to out: inout ICalendar) {
    let changed = ICalendar.utc(meal.changed)
    out.line("BEGIN", "VEVENT")
    out.line("UID", meal.id)
    out.line("DTSTAMP", changed)
    out.line("LAST-MODIFIED", changed)
    out.line("SEQUENCE", "\(meal.version)")
    out.text("SUMMARY", strings.planMealTitle(meal: strings.text(meal.name), title: meal.title))
    out.line("DTSTART;VALUE=DATE", meal.day.civil.basicDate)
    out.line("DTEND;VALUE=DATE", CalendarDate(days: meal.day.days + 1).civil.basicDate)
    let page = meal.recipe.map { "/recipes/\($0)?day=\(meal.day.iso)" } ?? Week(meal.day).path
    out.line("URL", origin + page)
    out.line("TRANSP", "TRANSPARENT")
    out.line("END", "VEVENT")
  }
}

/// A row of `FeedQueries.meals`.
struct FeedMeal {
  let id: String
  let day: CalendarDate
  let name: MealName
  let title: String
  let recipe: String?
  let version: Int
  let changed: Int

  static func list(_ text: String) -> [FeedMeal] { JSON.rows(text).compactMap { FeedMeal($0) } }

  private init?(_ row: [JSON]) {
    guard row.count == 7, let id = row[0].string, let day = row[1].string.flatMap({ CalendarDate($0) }),
      let name = row[2].string, let title = row[3].string, let version = row[5].integer, let changed = row[6].integer
    else { return nil }
    (self.id, self.day, self.name, self.title) = (id, day, MealName(value: name), title)
    (recipe, self.version, self.changed) = (row[4].string, version, changed)
  }
}
