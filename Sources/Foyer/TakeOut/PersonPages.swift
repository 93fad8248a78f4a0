import CivilTime
import HTML
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
    let page = PersonPage(strings: strings, title: name, about: shownAbout, sections: try sections())
    try zip.add("index.html") {
      try zip.write(Output.bytes(capacity: 1 << 16) { Views.TakeOut.person(&$0, person: page) })
    }
  }

  /// The parts that have something.
  private func sections() throws -> [PersonPage.Section] {
    func section(
      _ id: String, _ title: String, _ statement: String, _ line: (Row) throws -> PersonPage.Line?
    ) throws -> PersonPage.Section {
      let rows = try session.run(script: Array(statement.utf8CString)).last
      return PersonPage.Section(id: id, title: title, lines: try rows?.compactMap(line) ?? [])
    }
    func titled(_ row: Row) throws -> PersonPage.Line {
      PersonPage.Line(title: try row["title"], text: try row["text"], image: try row["image"])
    }
    func said(_ row: Row) throws -> PersonPage.Line {
      PersonPage.Line(note: try row["title"], text: try row["text"])
    }
    let account = try session.run(script: Array(Self.account.utf8CString)).last?.first
    var facts: [PersonPage.Line] = []
    if let account {
      facts = [
        (strings.accountName, try account["name"]), (strings.accountEmail, try account["email"]),
        (strings.settingsTimeZone, try account["time_zone"]), (strings.settingsBirthday, try account["birthday"]),
      ].filter { !$0.1.isEmpty }.map { PersonPage.Line(note: $0.0, text: $0.1) }
      let image: String = try account["image"]
      if !image.isEmpty { facts.append(PersonPage.Line(image: image)) }
    }
    return [
      PersonPage.Section(id: "account", title: strings.navAccount, lines: facts),
      try section("items", strings.itemsTitle, Self.list("items", "t.title", "t.description", image: true), titled),
      try section("recipes", strings.recipesTitle, Self.list("recipes", "t.name", "t.notes", image: true), titled),
      try section("plan", strings.navPlan, Self.list("meals", "to_char(t.day, 'YYYY-MM-DD')", "t.text"), said),
      try section("shopping", strings.shoppingTitle, Self.list("shopping_entries", "t.text", "''"), titled),
      try section(
        "messages", strings.staysMyRequests,
        Self.list("stay_messages", "\(Self.moment) || ' ' || t.author", "t.body", "t.body <> ''"), said),
      try section("favorites", strings.recipesFavorites, Self.favorites, titled),
      try section("log", strings.securityLog, Self.list("account_events", "t.kind", Self.moment)) { row in
        try AccountEvent.Kind(rawValue: try row["title"]).map {
          PersonPage.Line(note: try row["text"], text: $0.text(strings))
        }
      },
    ].filter { !$0.lines.isEmpty }
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

/// The content of index.html in a person's archive.
struct PersonPage {
  let strings: Strings
  let title: String
  let about: String
  let sections: [Section]

  struct Section {
    let id: String
    let title: String
    let lines: [Line]
  }

  struct Line {
    var title = ""
    /// A name of what follows, or its time.
    var note = ""
    var text = ""
    /// A picture's id; empty for none.
    var image = ""
  }

  var parts: [(id: String, title: String)] { sections.map { ($0.id, $0.title) } }
}
