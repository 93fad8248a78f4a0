import CivilTime
import HTTP
import Postgres

extension ArchivePages {
  /// How many days the calendar of the page goes on, and how many of them have what follows the open item of a series.
  private static let (daysAhead, daysOfSeries) = (366, 62)
  /// The lines of each day with the minute that each begins at, -1 for the whole day, meals behind all.
  private typealias Days = [CalendarDate: [(minute: Int, line: ArchivePage.Line)]]

  func page(_ recipes: [Recipe]) throws -> ArchivePage {
    guard let today = CalendarDate(today) else { throw ArchiveProblem("The household's day cannot be read.") }
    // The times of messages are on the household's clock.
    try session.run("SELECT set_config('TimeZone', \(timeZone), true)")
    var sections: [ArchivePage.Section] = []
    var done: [(at: String, item: ArchivePage.Item)] = []
    var days = Days()
    var overdue: [ArchivePage.Line] = []
    for row in try session.run(Self.items) {
      let (category, doneAt): (String, String) = (try row["category"], try row["done_at"])
      let item = try item(row)
      guard doneAt.isEmpty else {
        done.append((doneAt, item))
        continue
      }
      if sections.last?.title != category { sections.append(ArchivePage.Section(title: category, items: [])) }
      sections[sections.count - 1].items.append(item)
      guard let day = CalendarDate(try row["due_date"] as String) else { continue }
      let time: String = try row["due_time"]
      if day < today {
        overdue.append(ArchivePage.Line(text: item.title, facts: shown(day, time)))
      } else {
        let minute = TimeOfDay(time).map { $0.hour * 60 + $0.minute } ?? -1
        days[day, default: []].append((minute, ArchivePage.Line(text: item.title, facts: self.time(time))))
      }
    }
    try addSeries(today...CalendarDate(days: today.days + Self.daysOfSeries), to: &days)
    let meals = try meals(today, &days)
    try addBars(today...CalendarDate(days: today.days + Self.daysAhead), to: &days)
    let coming = days.keys.sorted().map { day in
      let title = strings.calendarDay(weekday: strings.weekdays[day.weekday].name, date: strings.date(day.civil))
      return ArchivePage.Day(title: title, lines: (days[day] ?? []).sorted { $0.minute < $1.minute }.map(\.line))
    }
    return ArchivePage(
      strings: strings, title: name, about: strings.archiveAbout(household: name, day: strings.date(today.civil)),
      calendar: (overdue.isEmpty ? [] : [ArchivePage.Day(title: strings.todayOverdue, lines: overdue)]) + coming,
      sections: sections, done: done.sorted { $0.at > $1.at }.map(\.item), lists: try lists(), meals: meals,
      recipes: recipes.map(recipe), hand: try hand(), stays: try stays(), eaters: try eaters())
  }

  // MARK: Items

  private func item(_ row: Row) throws -> ArchivePage.Item {
    let (day, time, doneDay): (String, String, String) = (
      try row["due_date"], try row["due_time"], try row["done_day"]
    )
    let (tags, people, image): ([String], [String], String) = (try row["tags"], try row["people"], try row["image"])
    let (origin, rule, later): (String, String, String) = (
      try row["repeat_from"], try row["repeat"], try row["not_before"]
    )
    let priority = ItemPriority(rawValue: try row["priority"]) ?? .none
    let isDone = !doneDay.isEmpty
    let facts =
      [
        isDone ? "✓ \(shown(doneDay, ""))" : nil, day.isEmpty ? nil : shown(day, time),
        isDone || rule.isEmpty ? nil : strings.words(ofRow: "\(origin) \(rule)"),
        isDone || later.isEmpty ? nil : strings.itemsLater(date: shown(later, "")),
        priority == .none ? nil : priority.name(strings),
        people.isEmpty ? nil : "\(strings.peopleFor) \(people.joined(separator: ", "))",
      ].compactMap { $0 } + tags
    let files = ItemFile.all(json: try row["files"])
    let pictures = (image.isEmpty ? [] : [image]) + files.filter(\.isPicture).map { "\($0.id)" }
    return ArchivePage.Item(
      title: try row["title"], facts: facts.joined(separator: " · "), description: try row["description"],
      lines: Checklist(json: try row["checklist"]).lines, pictures: pictures.map { "pictures/small/\($0).webp" },
      files: files.filter { !$0.isPicture }.map { ($0.name, PercentCoding.encode($0.archivePath, keepsSlash: true)) })
  }

  // MARK: Calendar

  /// The dates behind the open item of each series.
  private func addSeries(_ range: ClosedRange<CalendarDate>, to days: inout Days) throws {
    let series = try session.run(CalendarQueries.series(until: range.upperBound)).map { try OpenSeries($0) }
    for (day, found) in LaterDates.byDay(series.map(\.dates), in: range, limit: 100) {
      for one in found {
        let series = series[one.series]
        let (minute, time) =
          series.isDay ? (-1, "") : (one.date.hour * 60 + one.date.minute, strings.timeOfDay(one.date))
        days[day, default: []].append((minute, ArchivePage.Line(text: series.title, facts: time)))
      }
    }
  }

  /// Stays, days on which nobody is hosted, and birthdays.
  private func addBars(_ range: ClosedRange<CalendarDate>, to days: inout Days) throws {
    for row in try session.run(CalendarQueries.wholeDays(range, most: 1000)) {
      let bar = try CalendarBar(row)
      if bar.kind == .birthday {
        for day in bar.birthdays(in: range) {
          days[day, default: []].append((-1, ArchivePage.Line(text: bar.title(strings))))
        }
      } else {
        let line = ArchivePage.Line(text: bar.title(strings), facts: strings.dates(bar.first, bar.last))
        days[max(bar.first, range.lowerBound), default: []].append((-1, line))
      }
    }
  }

  // MARK: Food

  private func lists() throws -> [ArchivePage.List] {
    let rows = try session.run(
      """
      SELECT coalesce(l.name, '') AS list, e.text, e.source_name, e.checked_at IS NOT NULL AS is_checked
      FROM shopping_entries e LEFT JOIN named_lists l ON l.household_id = e.household_id AND l.id = e.list_id
      WHERE e.household_id = current_household() AND e.deleted_at IS NULL AND \(fragment: ShoppingQueries.isOnList("e"))
      ORDER BY l.id NULLS FIRST, \(fragment: ShoppingQueries.aisle(of: "e")), e.created_at, e.id
      """)
    var lists: [ArchivePage.List] = []
    var known: String?
    for row in rows {
      let (list, source): (String, String) = (try row["list"], try row["source_name"])
      if known != list { lists.append(ArchivePage.List(title: list.isEmpty ? strings.shoppingFirstList : list)) }
      known = list
      let line = ArchivePage.Line(
        text: try row["text"], facts: source.isEmpty ? "" : strings.shoppingFor(names: source))
      if try row["is_checked"] {
        lists[lists.count - 1].ticked.append(line)
      } else {
        lists[lists.count - 1].open.append(line)
      }
    }
    return lists
  }

  /// The meals to come, which the calendar has as well, and those before.
  private func meals(_ today: CalendarDate, _ days: inout Days) throws -> (
    coming: [ArchivePage.Line], past: [ArchivePage.Line]
  ) {
    let rows = try session.run(
      """
      SELECT m.day, m.meal, coalesce(r.name, m.text) AS text, m.servings
      FROM meals m LEFT JOIN recipes r ON r.household_id = current_household() AND r.id = m.recipe_id
      WHERE m.household_id = current_household() AND m.deleted_at IS NULL ORDER BY m.day, m.created_at, m.id
      """)
    var (coming, past): ([ArchivePage.Line], [ArchivePage.Line]) = ([], [])
    for row in rows {
      let (day, text): (CalendarDate, String) = (try row["day"], try row["text"])
      let (meal, servings): (MealName, Int?) = (MealName(value: try row["meal"]), try row["servings"])
      let facts = [strings.text(meal), servings.map { strings.planServings(count: $0) }].compactMap { $0 }
      let line = ArchivePage.Line(
        text: text, facts: ([strings.date(day.civil)] + facts).joined(separator: " · "))
      guard day >= today else {
        past.append(line)
        continue
      }
      coming.append(line)
      let minute = 24 * 60 + meal.place
      days[day, default: []].append((minute, ArchivePage.Line(text: text, facts: facts.joined(separator: " · "))))
    }
    return (coming, past.reversed())
  }

  private func recipe(_ recipe: Recipe) -> ArchivePage.Recipe {
    let yield = recipe.servings.map { strings.planServings(count: $0) } ?? recipe.makes
    let facts: [String?] = [
      yield.isEmpty ? nil : yield,
      recipe.times.prep.map { "\(strings.recipesPrep) \(strings.duration(minutes: $0))" },
      recipe.times.cook.map { "\(strings.recipesCook) \(strings.duration(minutes: $0))" },
      recipe.cuisine.isEmpty ? nil : strings.cuisine(recipe.cuisine),
      recipe.lastMade.map { "\(strings.recipesLastMade) \(strings.date($0.civil))" },
    ]
    return ArchivePage.Recipe(
      anchor: "recipe-\(recipe.id)", name: recipe.name,
      facts: (facts.compactMap { $0 } + recipe.labels + recipe.stars).joined(separator: " · "),
      picture: recipe.picture, description: recipe.description, ingredients: recipe.ingredients, steps: recipe.steps,
      notes: recipe.notes, nutrition: recipe.nutrition,
      source: recipe.sourceName.isEmpty ? recipe.source : recipe.sourceName,
      link: recipe.source.isEmpty ? nil : recipe.source)
  }

  private func hand() throws -> [ArchivePage.Line] {
    try session.run(
      """
      SELECT name, amount, best_before, place FROM ingredients_at_hand WHERE household_id = current_household()
      ORDER BY place, name, id
      """
    ).map { row in
      let (amount, place, day): (String, String, CalendarDate?) = (
        try row["amount"], try row["place"], try row["best_before"]
      )
      let before = day.map { strings.recipesHandBefore(date: strings.date($0.civil)) } ?? ""
      return ArchivePage.Line(
        text: try row["name"], facts: [amount, before, place].filter { !$0.isEmpty }.joined(separator: " · "))
    }
  }

  // MARK: People

  private func eaters() throws -> [ArchivePage.Line] {
    try session.run(
      """
      (SELECT p.name, coalesce(c.required, 0) AS required, coalesce(c.dislikes, '{}') AS dislikes, p.birthday
      FROM people p LEFT JOIN cooking_parameters c ON c.household_id = p.household_id AND c.person_id = p.id
      WHERE p.household_id = current_household() ORDER BY p.created_at, p.id)
      UNION ALL
      (SELECT name, required, dislikes, NULL FROM eaters
      WHERE household_id = current_household() AND deleted_at IS NULL ORDER BY created_at, id)
      """
    ).map { row in
      let (required, dislikes, birthday): (Int, [String], CalendarDate?) = (
        try row["required"], try row["dislikes"], try row["birthday"]
      )
      let facts = [
        birthday.map { "\(strings.settingsBirthday) \(strings.date($0.civil))" } ?? "",
        Eater.needs(required, dislikes: dislikes, strings),
      ]
      return ArchivePage.Line(
        text: try row["name"], facts: facts.filter { !$0.isEmpty }.joined(separator: " · "))
    }
  }

  /// The household's stays on either side, the latest first, with what both have said.
  private func stays() throws -> [(id: String, title: String, all: [ArchivePage.Stay])] {
    [
      ("requests", strings.staysMyRequests, try stays(isHost: false)),
      ("hosting", strings.staysHosting, try stays(isHost: true)),
    ].filter { !$0.2.isEmpty }
  }

  private func stays(isHost: Bool) throws -> [ArchivePage.Stay] {
    let messages: SQL =
      "m.request_id, m.by_host, m.author, m.kind, m.body, m.arrival, m.departure, m.guests, m.created_at"
    let said = try session.run(
      isHost
        ? """
        SELECT \(fragment: messages) FROM stay_requests r
        JOIN stay_messages m ON m.household_id = r.household_id AND m.request_id = r.id
        WHERE r.host_household_id = current_household() AND r.deleted_at IS NULL ORDER BY m.request_id, m.position
        """
        : """
        SELECT \(fragment: messages) FROM stay_requests r
        JOIN stay_messages m ON m.household_id = r.household_id AND m.request_id = r.id
        WHERE r.household_id = current_household() AND r.deleted_at IS NULL ORDER BY m.request_id, m.position
        """)
    let later = try Dictionary(grouping: said) { row -> UUID in try row["request_id"] }
    let columns: SQL = """
      r.id, r.guest_name, r.listing_name, r.arrival, r.departure, r.guests, r.message, r.created_at,
        \(fragment: StayRequestQueries.state) AS state
      """
    let requests = try session.run(
      isHost
        ? """
        SELECT \(fragment: columns) FROM stay_requests r
        WHERE r.host_household_id = current_household() AND r.deleted_at IS NULL ORDER BY r.arrival DESC, r.id
        """
        : """
        SELECT \(fragment: columns) FROM stay_requests r
        WHERE r.household_id = current_household() AND r.deleted_at IS NULL ORDER BY r.arrival DESC, r.id
        """)
    return try requests.map { row in
      let (id, state): (UUID, StayState) = (try row["id"], try row["state"])
      let first = try StayEntry(asked: row, isHost: isHost, strings)
      let dates = state == .question ? nil : strings.dates(try row["arrival"], try row["departure"])
      let facts = [dates, strings.staysGuestCount(count: try row["guests"]), state.text(strings)].compactMap { $0 }
      return ArchivePage.Stay(
        name: try row[isHost ? "guest_name" : "listing_name"], facts: facts.joined(separator: " · "),
        entries: [first] + (try (later[id] ?? []).map { try StayEntry($0, after: first, strings) }))
    }
  }

  // MARK: Words

  /// A day and a time in the household's language.
  private func shown(_ day: String, _ time: String) -> String { CalendarDate(day).map { shown($0, time) } ?? day }

  private func shown(_ day: CalendarDate, _ time: String) -> String {
    strings.date(day.civil) + (time.isEmpty ? "" : ", \(self.time(time))")
  }

  private func time(_ text: String) -> String { TimeOfDay(text).map { strings.timeOfDay($0) } ?? text }
}
