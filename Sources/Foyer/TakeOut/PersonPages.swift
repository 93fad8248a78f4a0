import CivilTime
import Postgres
import ZipFile

/// The files of a person's archive that people read: README.txt and index.html.
struct PersonPages {
  let session: Session
  let name: String
  /// On the person's clock.
  let today: String
  let strings: Strings

  var readme: String {
    """
    \(about)

    index.html     \(strings.archiveIndex)
    pictures/      \(strings.archivePictures)
    files/         \(strings.archiveFiles)
    data/          \(strings.archiveData)
    foyer.json     \(strings.archiveList)

    \(strings.archiveSecrets)

    """
  }

  private var about: String { strings.archiveAboutPerson(name: name, day: today) }

  func add(to zip: ZipWriter) throws {
    let escaped = ArchivePages.escaped
    try zip.add("index.html") {
      func write(_ text: String) throws { try zip.write(Array(text.utf8)) }
      try write(ArchivePages.head(title: name, about: shownAbout, strings))
      /// The column `line` of each row, and what a section has besides.
      func section(_ id: String, _ title: String, _ statement: String, _ shown: (Row) throws -> String) throws {
        let rows = try session.run(script: Array(statement.utf8CString)).last
        guard let rows, !rows.isEmpty else { return }
        try write("<section aria-labelledby=\"\(id)\"><h2 id=\"\(id)\">\(escaped(title))</h2>\n<ul>\n")
        for row in rows {
          let line = try shown(row)
          if !line.isEmpty { try write("<li>\(line)</li>\n") }
        }
        try write("</ul></section>\n")
      }
      func titled(_ row: Row) throws -> String {
        let (title, text, image): (String, String, String) = (try row["title"], try row["text"], try row["image"])
        var line = "<strong>\(escaped(title))</strong>"
        if !text.isEmpty { line += "<p>\(escaped(text))</p>" }
        if !image.isEmpty { line += "<img src=\"pictures/small/\(image).webp\" alt=\"\" loading=\"lazy\">" }
        return line
      }
      func said(_ row: Row) throws -> String {
        let (title, text): (String, String) = (try row["title"], try row["text"])
        return "<small>\(escaped(title))</small><p>\(escaped(text))</p>"
      }
      try section("account", strings.navAccount, Self.account) { row in
        let facts: [(String, String)] = [
          (strings.accountName, try row["name"]), (strings.accountEmail, try row["email"]),
          (strings.settingsTimeZone, try row["time_zone"]), (strings.settingsBirthday, try row["birthday"]),
        ]
        let image: String = try row["image"]
        return facts.filter { !$0.1.isEmpty }.map { "<small>\(escaped($0.0))</small> \(escaped($0.1))" }
          .joined(separator: "<br>")
          + (image.isEmpty ? "" : "<img src=\"pictures/small/\(image).webp\" alt=\"\" loading=\"lazy\">")
      }
      try section("items", strings.itemsTitle, Self.list("items", "t.title", "t.description", image: true), titled)
      try section("recipes", strings.recipesTitle, Self.list("recipes", "t.name", "t.notes", image: true), titled)
      try section("plan", strings.navPlan, Self.list("meals", "to_char(t.day, 'YYYY-MM-DD')", "t.text"), said)
      try section("shopping", strings.shoppingTitle, Self.list("shopping_entries", "t.text", "''"), titled)
      try section(
        "messages", strings.staysMyRequests,
        Self.list("stay_messages", "\(Self.moment) || ' ' || t.author", "t.body", "t.body <> ''"), said)
      try section("favorites", strings.recipesFavorites, Self.favorites, titled)
      try section("log", strings.securityLog, Self.list("account_events", "t.kind", Self.moment)) { row in
        let kind = AccountEvent.Kind(rawValue: try row["title"])
        let time: String = try row["text"]
        return kind.map { "<small>\(escaped(time))</small> \(escaped($0.text(strings)))" } ?? ""
      }
      try write(ArchivePages.foot)
    }
  }

  private var shownAbout: String {
    strings.archiveAboutPerson(name: name, day: CalendarDate(today).map { strings.date($0.civil) } ?? today)
  }

  private static let moment = "to_char(t.created_at, 'YYYY-MM-DD HH24:MI')"

  private static let account = """
    SELECT p.name, a.email, p.time_zone, coalesce(p.birthday::text, '') AS birthday, coalesce(p.photo_id::text, '') AS image
    FROM people p JOIN accounts a ON a.household_id = p.household_id AND a.person_id = p.id
    WHERE p.household_id = current_household() AND p.id = current_person()
    """

  private static let favorites = """
    SELECT r.name AS title, coalesce(repeat('★', s.stars), '') AS text, '' AS image FROM recipes r
    LEFT JOIN favorites f ON f.household_id = current_household() AND f.person_id = current_person() AND f.recipe_id = r.id
    LEFT JOIN recipe_stars s ON s.household_id = current_household() AND s.person_id = current_person() AND s.recipe_id = r.id
    WHERE r.household_id = current_household() AND (f.recipe_id IS NOT NULL OR s.recipe_id IS NOT NULL) ORDER BY r.name_order, r.id
    """

  /// Rows of one of the archive's tables.
  private static func list(
    _ name: String, _ title: String, _ text: String, _ more: String = "true", image: Bool = false
  ) -> String {
    guard let table = ArchiveTable.ofPerson.first(where: { $0.name == name }) else { return "" }
    return """
      SELECT \(title) AS title, \(text) AS text, \(image ? "coalesce(t.image_id::text, '')" : "''") AS image
      FROM public.\(name) t WHERE \(table.condition ?? "true") AND \(more) ORDER BY \(table.order ?? "t.created_at, t.id")
      """
  }
}
