import CivilTime
import ICalendar
import StrictJSON

extension FeedCalendar {
  /// An event of the whole day: the plan knows no hours, and a dinner at a time that nobody said would stand among
  /// appointments, with an alarm.
  func add(_ meal: FeedMeal, to out: inout ICalendar) {
    out.line("BEGIN", "VEVENT")
    out.line("UID", meal.id)
    out.changed(meal.changed)
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
  let changed: Int

  static func list(_ text: String) throws(Refusal) -> [FeedMeal] {
    try JSON.rows(text).map { row throws(Refusal) in try FeedMeal(row) }
  }

  private init(_ row: [JSON]) throws(Refusal) {
    guard row.count == 6, let id = row[0].string, let day = row[1].string.flatMap({ CalendarDate($0) }),
      let name = row[2].string, let title = row[3].string, let changed = row[5].integer
    else { throw Refusal("a row of a meal has another form") }
    (self.id, self.day, self.name, self.title) = (id, day, MealName(value: name), title)
    (recipe, self.changed) = (row[4].string, changed)
  }
}
