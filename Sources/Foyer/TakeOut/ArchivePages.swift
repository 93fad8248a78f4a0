import CivilTime
import HTML
import HTTP
import Postgres
import ZipFile

/// The files of an archive that people and other programs read: README.txt, index.html, items.csv, recipes and calendars.
struct ArchivePages {
  let session: Session
  let household: UUID
  let name: String
  /// In UTC (RFC 3339).
  let made: String
  /// On the household's clock.
  let today: String
  let timeZone: String
  let strings: Strings

  var readme: String {
    """
    \(strings.archiveAbout(household: name, day: today))

    index.html     \(strings.archiveIndex)
    items.csv      \(strings.archiveTable)
    calendar/      \(strings.archiveCalendars)
    recipes/       \(strings.archiveRecipes)
    pictures/      \(strings.archivePictures)
    files/         \(strings.archiveFiles)
    data/          \(strings.archiveData)
    foyer.json     \(strings.archiveList)

    \(strings.archiveSecrets)
    \(strings.archiveAgain)

        foyer household import FILE

    """
  }

  /// - Parameter step: called after each file.
  func add(to zip: ZipWriter, _ step: () throws -> Void) throws {
    try addItems(to: zip)
    try addCalendar(to: zip)
    let recipes = try recipes()
    for recipe in recipes {
      try zip.add("recipes/\(recipe.folder)/recipe.json", text: recipe.json(recipe.picture))
      try step()
    }
    let page = try page(recipes)
    try zip.add("index.html") {
      try zip.write(Output.bytes(capacity: 1 << 20) { Views.TakeOut.archive(&$0, archive: page) })
    }
  }

  // MARK: Items

  static let items: SQL = """
    SELECT i.id, i.title, i.description, coalesce(c.name, '') AS category,
      ARRAY(SELECT t.name FROM unnest(i.tag_ids) WITH ORDINALITY AS n (id, place)
        JOIN tags t ON t.household_id = i.household_id AND t.id = n.id ORDER BY place) AS tags,
      coalesce(to_char(coalesce(i.due_day, (i.due_at AT TIME ZONE h.time_zone)::date), 'YYYY-MM-DD'), '') AS due_date,
      CASE WHEN i.due_day IS NULL THEN coalesce(to_char(i.due_at AT TIME ZONE h.time_zone, 'HH24:MI'), '') ELSE '' END AS due_time,
      coalesce(to_char(i.done_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') AS done_at,
      coalesce(to_char(i.done_at AT TIME ZONE h.time_zone, 'YYYY-MM-DD'), '') AS done_day,
      to_char(i.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS created_at,
      ARRAY(SELECT p.name FROM unnest(i.people) WITH ORDINALITY AS n (id, place)
        JOIN people p ON p.household_id = i.household_id AND p.id = n.id ORDER BY place) AS people,
      coalesce(s.rule, '') AS repeat, coalesce(s.repeat_from, '') AS repeat_from, coalesce(i.image_id::text, '') AS image,
      coalesce(to_char(i.not_before, 'YYYY-MM-DD'), '') AS not_before, i.priority, i.checklist,
      \(fragment: FileQueries.column)
    FROM items i JOIN households h ON h.id = i.household_id
    LEFT JOIN categories c ON c.household_id = i.household_id AND c.id = i.category_id AND c.deleted_at IS NULL
    LEFT JOIN series s ON s.household_id = i.household_id AND s.id = i.series_id AND s.ended_at IS NULL
    WHERE i.household_id = current_household() AND i.deleted_at IS NULL
    ORDER BY c.folded_name NULLS FIRST, i.position, i.id
    """

  private func addItems(to zip: ZipWriter) throws {
    try zip.add("items.csv") {
      let head = [
        "title", "description", "category", "tags", "due_date", "due_time", "done_at", "created_at", "people", "repeat",
        "priority", "not_before", "checklist", "id",
      ]
      // With a byte order mark spreadsheets take it for UTF-8.
      try zip.write(Array(("\u{FEFF}" + head.joined(separator: ",") + "\r\n").utf8))
      for row in try session.run(Self.items) {
        let (tags, people): ([String], [String]) = (try row["tags"], try row["people"])
        let priority = ItemPriority(rawValue: try row["priority"]) ?? .none
        let lines = Checklist(json: try row["checklist"]).lines.map { ($0.isDone ? "[x] " : "[ ] ") + $0.text }
        let cells: [String] = [
          try row["title"], try row["description"], try row["category"], tags.joined(separator: ", "),
          try row["due_date"], try row["due_time"], try row["done_at"], try row["created_at"],
          people.joined(separator: ", "), try row["repeat"], priority == .none ? "" : priority.text,
          try row["not_before"], lines.joined(separator: "\n"), try row["id"],
        ]
        try zip.write(Array((cells.map(Self.cell).joined(separator: ",") + "\r\n").utf8))
      }
    }
  }

  /// A cell (RFC 4180), which no spreadsheet takes for a formula.
  private static func cell(_ text: String) -> String {
    let text = text.first.map { "=+-@\t\r".contains($0) } == true ? "'\(text)" : text
    guard text.contains(where: { ",\"\n\r;\r\n".contains($0) }) else { return text }
    return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  // MARK: Calendar

  /// As the feeds have it.
  private func addCalendar(to zip: ZipWriter) throws {
    guard let day = CalendarDate(today) else { throw ArchiveProblem("The household's day cannot be read.") }
    let years = ZoneTable.days(around: day.civil.year)
    let changes = try session.run(
      FeedQueries.changes(of: timeZone, from: years.lowerBound, to: years.upperBound))
    let zone = try ZoneTable(timeZone, years, changes)
    let days = CalendarDate(days: day.days - 60)...CalendarDate(days: day.days + 800)
    let bars = try session.run(CalendarQueries.wholeDays(days, most: 1000)).map { row in
      let bar = try CalendarBar(row)
      return FeedCalendar.Bar(bar: bar, title: bar.title(strings))
    }
    func calendar(
      _ title: String, items: String = "[]", series: String = "[]", meals: String = "[]", bars: [FeedCalendar.Bar] = []
    )
      throws -> String
    {
      String(
        decoding: try FeedCalendar(
          name: title, zone: zone, items: items, series: series, meals: meals, bars: bars, origin: "http://localhost",
          strings: strings
        ).bytes(), as: UTF8.self)
    }
    try zip.add(
      "calendar/calendar.ics",
      text: try calendar(
        name, items: try session.run(FeedQueries.items(nil))[0]["json"],
        series: try session.run(FeedQueries.series(nil))[0]["json"], bars: bars))
    try zip.add(
      "calendar/meals.ics",
      text: try calendar("\(name): \(strings.navPlan)", meals: try session.run(FeedQueries.meals(days))[0]["json"]))
  }

  // MARK: Recipes

  struct Recipe {
    let folder: String
    let id: UUID
    let name: String
    let description: String
    let ingredients: [String]
    let steps: [String]
    let notes: String
    let source: String
    let cuisine: String
    let labels: [String]
    let servings: Int?
    /// Its yield besides servings, or instead of them.
    let makes: String
    let times: (prep: Int?, cook: Int?)
    let nutrition: String
    let sourceName: String
    /// "Anna ★★★★" of each member who has given some.
    let stars: [String]
    let lastMade: CalendarDate?
    /// The picture's path from the archive's folder.
    let picture: String?

    /// As Nextcloud Cookbook reads it (schema.org/Recipe).
    func json(_ picture: String?) -> String {
      func list(_ lines: [String]) -> String { "[" + lines.map { Log.quoted($0) }.joined(separator: ", ") + "]" }
      func time(_ minutes: Int?) -> String { minutes.map { "\"PT\($0 / 60)H\($0 % 60)M\"" } ?? "null" }
      let total = times.prep == nil && times.cook == nil ? nil : (times.prep ?? 0) + (times.cook ?? 0)
      return """
        {
          "@context": "http://schema.org",
          "@type": "Recipe",
          "id": "\(id)",
          "name": \(Log.quoted(name)),
          "description": \(Log.quoted(description + (notes.isEmpty ? "" : (description.isEmpty ? "" : "\n\n") + notes))),
          "url": \(Log.quoted(source)),
          "image": \(Log.quoted(picture.map { "../../\($0)" } ?? "")),
          "prepTime": \(time(times.prep)),
          "cookTime": \(time(times.cook)),
          "totalTime": \(time(total)),
          "recipeCategory": \(Log.quoted(labels.first ?? "")),
          "recipeCuisine": \(Log.quoted(cuisine)),
          "keywords": \(Log.quoted(labels.joined(separator: ","))),
          "recipeYield": \(servings.map { "\($0)" } ?? Log.quoted(makes)),
          "tool": [],
          "recipeIngredient": \(list(ingredients)),
          "recipeInstructions": \(list(steps)),
          "nutrition": {"@type": "NutritionInformation"}
        }

        """
    }
  }

  private func recipes() throws -> [Recipe] {
    var taken: Set<String> = []
    return try session.run(
      """
      SELECT id, name, description, ingredients, steps, notes, source_url, source_name, cuisine, statements, prep_minutes, cook_minutes,
        servings, makes, nutrition, image_id,
        ARRAY(SELECT p.name || ' ' || repeat('★', s.stars) FROM recipe_stars s
          JOIN people p ON p.household_id = s.household_id AND p.id = s.person_id
          WHERE s.household_id = current_household() AND s.recipe_id = r.id ORDER BY p.created_at, p.id) AS stars,
        (SELECT max(c.day) FROM cookings c
          WHERE c.household_id = current_household() AND c.recipe_id = r.id AND c.taken_back_at IS NULL) AS last_made
      FROM recipes r WHERE household_id = current_household() AND deleted_at IS NULL ORDER BY name_order, id
      """
    ).map { row in
      let (id, name): (UUID, String) = (try row["id"], try row["name"])
      var folder = Self.folder(name)
      if !taken.insert(folder).inserted {
        folder += "-\(id)"
        taken.insert(folder)
      }
      let image: UUID? = try row["image_id"]
      return Recipe(
        folder: folder, id: id, name: name, description: try row["description"], ingredients: try row["ingredients"],
        steps: try row["steps"], notes: try row["notes"], source: try row["source_url"], cuisine: try row["cuisine"],
        labels: try row["statements"], servings: try row["servings"], makes: try row["makes"],
        times: (try row["prep_minutes"], try row["cook_minutes"]), nutrition: try row["nutrition"],
        sourceName: try row["source_name"], stars: try row["stars"], lastMade: try row["last_made"],
        picture: image.map { "pictures/\($0).webp" })
    }
  }

  /// A name as that of a folder, on every system: letters, digits and hyphens.
  private static func folder(_ name: String) -> String {
    var text = ""
    for scalar in name.lowercased().unicodeScalars.prefix(60) {
      if scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
      {
        text.unicodeScalars.append(scalar)
      } else if !text.isEmpty && !text.hasSuffix("-") {
        text += "-"
      }
    }
    while text.hasSuffix("-") { text.removeLast() }
    return text.isEmpty ? "recipe" : text
  }
}
