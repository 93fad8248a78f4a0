import CivilTime
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
    try zip.add("index.html", text: try page(recipes))
  }

  // MARK: Items

  private static let items: SQL = """
    SELECT i.id, i.title, i.description, coalesce(c.name, '') AS category,
      ARRAY(SELECT t.name FROM unnest(i.tag_ids) WITH ORDINALITY AS n (id, place)
        JOIN tags t ON t.household_id = i.household_id AND t.id = n.id ORDER BY place) AS tags,
      coalesce(to_char(coalesce(i.due_day, (i.due_at AT TIME ZONE h.time_zone)::date), 'YYYY-MM-DD'), '') AS due_date,
      CASE WHEN i.due_day IS NULL THEN coalesce(to_char(i.due_at AT TIME ZONE h.time_zone, 'HH24:MI'), '') ELSE '' END AS due_time,
      coalesce(to_char(i.done_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') AS done_at,
      to_char(i.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS created_at,
      ARRAY(SELECT p.name FROM unnest(i.people) WITH ORDINALITY AS n (id, place)
        JOIN people p ON p.household_id = i.household_id AND p.id = n.id ORDER BY place) AS people,
      coalesce(s.rule, '') AS repeat, coalesce(i.image_id::text, '') AS image,
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
        "id",
      ]
      // With a byte order mark spreadsheets take it for UTF-8.
      try zip.write(Array(("\u{FEFF}" + head.joined(separator: ",") + "\r\n").utf8))
      for row in try session.run(Self.items) {
        let (tags, people): ([String], [String]) = (try row["tags"], try row["people"])
        let cells: [String] = [
          try row["title"], try row["description"], try row["category"], tags.joined(separator: ", "),
          try row["due_date"], try row["due_time"], try row["done_at"], try row["created_at"],
          people.joined(separator: ", "), try row["repeat"], try row["id"],
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
    let yield: String
    let times: (prep: Int?, cook: Int?)
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
          "recipeYield": \(Int(yield).map { "\($0)" } ?? Log.quoted(yield)),
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
      SELECT id, name, description, ingredients, steps, notes, source_url, cuisine, statements, prep_minutes, cook_minutes,
        coalesce(servings::text, makes) AS yield, image_id
      FROM recipes WHERE household_id = current_household() AND deleted_at IS NULL ORDER BY name_order, id
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
        labels: try row["statements"], yield: try row["yield"],
        times: (try row["prep_minutes"], try row["cook_minutes"]), picture: image.map { "pictures/\($0).webp" })
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

  // MARK: index.html

  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result += "<br>"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  private func page(_ recipes: [Recipe]) throws -> String {
    let sections = [
      ("items", strings.itemsTitle, try itemList()), ("shopping", strings.shoppingTitle, try shoppingList()),
      ("meals", strings.navPlan, try mealList()), ("recipes", strings.recipesTitle, recipes.map(card).joined()),
    ]
    var page = Self.head(title: name, about: strings.archiveAbout(household: name, day: shown(today, "")), strings)
    // The to-dos have a section without any, too.
    for (id, title, content) in sections where id == "items" || !content.isEmpty {
      page += "<section aria-labelledby=\"\(id)\"><h2 id=\"\(id)\">\(Self.escaped(title))</h2>\n\(content)</section>\n"
    }
    return page + Self.foot
  }

  /// The open to-dos by their categories, and those that are done.
  private func itemList() throws -> String {
    var (open, done, category) = ("", "", String?.none)
    for row in try session.run(Self.items) {
      let (group, finished): (String, String) = (try row["category"], try row["done_at"])
      let line = try itemLine(row)
      guard finished.isEmpty else {
        done += line
        continue
      }
      if group != category {
        open +=
          (category == nil ? "" : "</ul>\n") + (group.isEmpty ? "" : "<h3>\(Self.escaped(group))</h3>\n") + "<ul>\n"
        category = group
      }
      open += line
    }
    if category != nil { open += "</ul>\n" }
    if !done.isEmpty {
      open += "<details><summary>\(Self.escaped(strings.itemsStatusDone))</summary><ul>\n\(done)</ul></details>\n"
    }
    return open
  }

  private func itemLine(_ row: Row) throws -> String {
    let escaped = Self.escaped
    let (title, day, time): (String, String, String) = (try row["title"], try row["due_date"], try row["due_time"])
    let (description, tags, image): (String, [String], String) = (
      try row["description"], try row["tags"], try row["image"]
    )
    var line = "<li><strong>\(escaped(title))</strong>"
    let facts = [day.isEmpty ? "" : shown(day, time)] + tags
    let words = facts.filter { !$0.isEmpty }.joined(separator: " · ")
    if !words.isEmpty { line += " <small>\(escaped(words))</small>" }
    if !description.isEmpty { line += "<p>\(escaped(description))</p>" }
    if !image.isEmpty { line += "<img src=\"pictures/small/\(image).webp\" alt=\"\" loading=\"lazy\">" }
    for file in ItemFile.all(json: try row["files"]) {
      line +=
        file.isPicture
        ? "<img src=\"pictures/small/\(file.id).webp\" alt=\"\" loading=\"lazy\">"
        : "<p><a href=\"\(PercentCoding.encode(file.archivePath, keepsSlash: true))\">\(escaped(file.name))</a></p>"
    }
    return line + "</li>\n"
  }

  private func shoppingList() throws -> String {
    let shopping = try session.run(
      """
      SELECT text FROM shopping_entries
      WHERE household_id = current_household() AND deleted_at IS NULL AND checked_at IS NULL
        AND \(fragment: ShoppingQueries.isOnList("shopping_entries"))
      ORDER BY \(fragment: ShoppingQueries.aisle(of: "shopping_entries")), created_at, id
      """)
    let lines = try shopping.map { "<li>\(Self.escaped(try $0["text"] as String))</li>\n" }
    return lines.isEmpty ? "" : "<ul>\n" + lines.joined() + "</ul>\n"
  }

  private func mealList() throws -> String {
    let meals = try session.run(
      """
      SELECT to_char(m.day, 'YYYY-MM-DD') AS day, m.meal, coalesce(r.name, m.text) AS text
      FROM meals m LEFT JOIN recipes r ON r.household_id = current_household() AND r.id = m.recipe_id
      WHERE m.household_id = current_household() AND m.deleted_at IS NULL ORDER BY m.day DESC, m.created_at, m.id
      """)
    let lines = try meals.map { row in
      let (day, meal, text): (String, String, String) = (try row["day"], try row["meal"], try row["text"])
      let facts = "\(Self.escaped(shown(day, ""))) · \(Self.escaped(strings.text(MealName(value: meal))))"
      return "<li><strong>\(Self.escaped(text))</strong> <small>\(facts)</small></li>\n"
    }
    return lines.isEmpty ? "" : "<ul>\n" + lines.joined() + "</ul>\n"
  }

  private func card(_ recipe: Recipe) -> String {
    let escaped = Self.escaped
    var card = "<article><h3>\(escaped(recipe.name))</h3>\n"
    if let picture = recipe.picture { card += "<img src=\"\(picture)\" alt=\"\" loading=\"lazy\">\n" }
    if !recipe.description.isEmpty { card += "<p>\(escaped(recipe.description))</p>\n" }
    if !recipe.ingredients.isEmpty {
      card += "<h4>\(escaped(strings.recipesFieldIngredients))</h4><ul>"
      card += recipe.ingredients.map { "<li>\(escaped($0))</li>" }.joined() + "</ul>\n"
    }
    if !recipe.steps.isEmpty {
      card += "<h4>\(escaped(strings.recipesFieldSteps))</h4><ol>"
      card += recipe.steps.map { "<li>\(escaped($0))</li>" }.joined() + "</ol>\n"
    }
    if !recipe.notes.isEmpty { card += "<p>\(escaped(recipe.notes))</p>\n" }
    return card + "</article>\n"
  }

  /// The beginning of a page that reads offline.
  static func head(title: String, about: String, _ strings: Strings) -> String {
    """
    <!doctype html>
    <html lang="\(strings.language.rawValue)">
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' file:; style-src 'unsafe-inline'">
    <title>\(escaped(title))</title>
    <style>\(style)</style>
    <body>
    <header><h1>\(escaped(title))</h1><p>\(escaped(about))</p></header>
    <main>

    """
  }

  static let foot = "</main>\n</body>\n</html>\n"

  /// A day and a time in the household's language.
  private func shown(_ day: String, _ time: String) -> String {
    guard let date = CalendarDate(day) else { return day }
    return strings.date(date.civil) + (time.isEmpty ? "" : ", \(time)")
  }

  private static let style = """
    :root{color-scheme:light dark}body{font:1.0625rem/1.5 system-ui,sans-serif;max-width:46rem;margin:0 auto;padding:1.5rem 1rem 4rem;
    background:light-dark(#faf7f2,#1b1815);color:light-dark(#2b2521,#ece6df);overflow-wrap:anywhere}h1,h2,h3,h4{line-height:1.2}
    h1{font-size:2rem}h2{margin-top:3rem;border-bottom:2px solid light-dark(#a5441f,#f0a37f)}small{color:light-dark(#6a5d53,#b9ada2)}
    li{margin:.4rem 0}p{margin:.3rem 0}article{margin:2.5rem 0}img{max-width:100%;height:auto;border-radius:.75rem;display:block;margin:.5rem 0}
    a{color:inherit;display:inline-block;padding:.6rem 0}summary{min-height:44px;display:flex;align-items:center;cursor:pointer}summary::before{content:"▸";margin-inline-end:.5rem}
    details[open]>summary::before{content:"▾"}@media print{details:not([open])>*{display:block}}
    """
}
