import Crypto
import EventLoop
import Glibc
import Postgres

/// The recipes that every installation has: the files of Cookbook/, whose README describes their format.
enum StarterCookbook {
  /// Raise it with each change of Cookbook/: a program never loads an older edition over a newer one.
  static let edition = 1

  /// The household that owns them.
  static let household = UUID("00000000-0000-0000-0000-000000000001")!

  // MARK: Reading

  /// The recipes of one file.
  static func parse(_ text: String, file: String) -> [RecipeDraft] {
    var recipes: [RecipeDraft] = []
    var lines: [String] = []
    func finish() {
      if let recipe = recipe(lines, file) { recipes.append(recipe) }
      lines = []
    }
    for line in RecipeForm.lines(text) {
      if line == "---" { finish() } else { lines.append(line) }
    }
    finish()
    return recipes
  }

  private static func recipe(_ lines: [String], _ file: String) -> RecipeDraft? {
    guard let title = lines.first, title.hasPrefix("# ") else { return nil }
    let name = title.dropFirst(2).trimmed
    var recipe = RecipeDraft(id: id(of: name, in: file))
    recipe.name = name
    for line in lines.dropFirst() {
      if line.hasPrefix("- ") {
        recipe.ingredients.append(line.dropFirst(2).trimmed)
      } else if let dot = line.firstIndex(of: "."), Int(digits: String(line[..<dot])) != nil {
        recipe.steps.append(line[line.index(after: dot)...].trimmed)
      } else if let colon = line.firstIndex(of: ":") {
        let value = line[line.index(after: colon)...].trimmed
        switch line[..<colon] {
        case "cuisine": recipe.cuisine = value
        case "servings": recipe.servings = Int(digits: value)
        case "prep": recipe.prepMinutes = Int(digits: value)
        case "cook": recipe.cookMinutes = Int(digits: value)
        case "about": recipe.description = value
        default: break
        }
      }
    }
    return recipe
  }

  /// A stable id, so that favourites survive a reload.
  private static func id(of name: String, in file: String) -> UUID { .v8(sha256("\(file)/\(name)".utf8)) }

  /// The names and texts of the files, ordered by name; none if the folder is missing.
  static func files(_ folder: String) -> [(name: String, text: String)] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(".txt") { names.append(name) }
    }
    return names.sorted().compactMap { name in
      contents(ofFile: "\(folder)/\(name)").map { (name, $0) }
    }
  }

  // MARK: Loading

  /// Loads the cookbook if its files or `Understanding.edition` have changed, unless a newer program has loaded its own.
  /// - Parameter url: a migrated database.
  /// - Returns: the number of recipes in the cookbook; nil if nothing has changed.
  static func load(_ folder: String, url: String) async throws -> Int? {
    let files = files(folder)
    var all = "edition \(Understanding.edition)\n"
    for (name, text) in files { all += "\(name)\n\(text)\n" }
    let digest = sha256(all.utf8)
    return try await Pool.alone(url: url, timeout: .seconds(120)) { try await load(files, digest, $0) }
  }

  private static func load(
    _ files: [(name: String, text: String)], _ digest: [UInt8], _ pool: Pool
  ) async throws -> Int? {
    var batch: Batch = [open(household)]
    let known = batch.add("SELECT digest, edition FROM cookbooks WHERE household_id = current_household()")
    // Both only rise, and so does their sum.
    let edition = edition + Understanding.edition
    if let row = try await pool.execute(batch)[known].first {
      let stored: [UInt8] = try row["digest"]
      let loaded: Int = try row["edition"]
      if stored == digest || loaded > edition { return nil }
    }
    try await pool.execute([
      SessionQueries.openWithoutSession(),
      "INSERT INTO households (id, name) VALUES (starter_household(), 'Starter cookbook') ON CONFLICT DO NOTHING",
    ])
    let recipes = files.flatMap { parse($0.text, file: $0.name) }
    var load: Batch = [
      // If two programs start at once, the second repeats it.
      "SELECT pg_advisory_xact_lock(7020318254)", open(household),
      "DELETE FROM recipes WHERE household_id = current_household()",
      "DELETE FROM ingredient_names WHERE household_id = current_household()",
    ]
    load.add(RecipeQueries.insert(recipes, recipes.map { Understanding($0) }))
    load.add(
      """
      INSERT INTO cookbooks (household_id, digest, edition) VALUES (current_household(), \(digest), \(edition))
      ON CONFLICT (household_id) DO UPDATE SET digest = EXCLUDED.digest, edition = EXCLUDED.edition
      """)
    try await pool.execute(load)
    return recipes.count
  }

  private static func open(_ household: UUID) -> SQL { SessionQueries.open(household: household) }
}
