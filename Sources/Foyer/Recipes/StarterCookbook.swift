import CivilTime
import Crypto
import EventLoop
import Glibc
import Postgres

/// The recipes that every installation has: the files of Cookbook/, whose README describes their format. Each language has
/// a household that owns its dishes, with the same ids: `starter_household()` is the one of the reader's language.
enum StarterCookbook {
  /// Raise it with each change of Cookbook/: a program never loads an older edition over a newer one.
  static let edition = 6

  /// The household that owns the English ones.
  static let household = household(of: .en)

  /// The household of a language, as `starter_household()` says it: a language that is added takes a new number, whatever its
  /// place among the languages is.
  static func household(of language: Language) -> UUID {
    let number =
      switch language {
      case .en: 1
      case .fr: 2
      case .ko: 3
      case .ru: 4
      }
    return UUID("00000000-0000-0000-0000-00000000000\(number)")!
  }

  static func owns(_ household: UUID) -> Bool { Language.allCases.contains { self.household(of: $0) == household } }

  // MARK: Reading

  /// The dishes of a folder in a language: those without a translation are in English.
  static func dishes(_ folder: String, _ language: Language) throws -> [RecipeDraft] {
    let english = try files(folder).flatMap { parse($0.text, file: $0.name) }
    if language == .en { return english }
    let sideDish = Strings(language).recipesSideDish
    let translations = try files("\(folder)/\(language.rawValue)").flatMap { parse($0.text, file: $0.name) }
    let byID = Dictionary(translations.map { ($0.id, $0) }) { first, _ in first }
    return english.map { dish in
      guard var translation = byID[dish.id] else { return dish }
      if translation.cuisine.isEmpty { translation.cuisine = dish.cuisine }
      translation.servings = dish.servings
      translation.prepMinutes = dish.prepMinutes
      translation.cookMinutes = dish.cookMinutes
      if !dish.statements.isEmpty { translation.statements = [sideDish] }
      return translation
    }
  }

  /// The recipes of one file.
  static func parse(_ text: String, file: String) -> [RecipeDraft] {
    RecipeForm.lines(text).split(separator: "---").compactMap { recipe(Array($0), file) }
  }

  private static func recipe(_ lines: [String], _ file: String) -> RecipeDraft? {
    guard let title = lines.first, title.hasPrefix("# ") else { return nil }
    let name = title.dropFirst(2).trimmed
    let original = lines.first { $0.hasPrefix("of: ") }?.dropFirst(4).trimmed
    var recipe = RecipeDraft(id: id(of: original ?? name, in: file))
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
        case "makes": recipe.makes = value
        case "servings": recipe.servings = Int(digits: value)
        case "prep": recipe.prepMinutes = Int(digits: value)
        case "cook": recipe.cookMinutes = Int(digits: value)
        case "about": recipe.description = value
        case "course" where value == "side": recipe.statements = [Strings(.en).recipesSideDish]
        default: break
        }
      }
    }
    return recipe
  }

  /// A stable id, so that favourites survive a reload.
  private static func id(of name: String, in file: String) -> UUID { .v8(sha256("\(file)/\(name)".utf8)) }

  /// A file without which the cookbook would lose its dishes, and households their favourites among them.
  struct Unreadable: Error, CustomStringConvertible {
    let path: String
    let error = errno
    var description: String { "\(path) cannot be read: \(String(cString: strerror(error)))" }
  }

  /// The names and texts of the files, ordered by name; none if the folder is missing.
  static func files(_ folder: String) throws -> [(name: String, text: String)] {
    try names(folder).map { ($0, String(decoding: try bytes("\(folder)/\($0)"), as: UTF8.self)) }
  }

  private static func bytes(_ path: String) throws -> [UInt8] {
    guard let bytes = Foyer.bytes(ofFile: path) else { throw Unreadable(path: path) }
    return bytes
  }

  private static func names(_ folder: String) throws -> [String] {
    guard let directory = opendir(folder) else {
      if errno == ENOENT { return [] }
      throw Unreadable(path: folder)
    }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(".txt") { names.append(name) }
    }
    return names.sorted()
  }

  // MARK: Loading

  /// Loads the cookbook if its files or `Understanding.edition` have changed, unless a newer program has loaded its own.
  /// - Parameter database: a migrated one.
  /// - Returns: the number of recipes in the cookbook; nil if nothing has changed.
  static func load(_ folder: String, _ database: PoolConfiguration) async throws -> Int? {
    let digest = try digest(folder)
    return try await Pool.alone(database, timeout: .seconds(120)) { pool in
      var count: Int?
      for language in Language.allCases {
        count = try await load(try dishes(folder, language), household(of: language), digest, pool) ?? count
      }
      return count
    }
  }

  /// Whether `load` would change nothing.
  static func isLoaded(_ folder: String, _ database: PoolConfiguration) async throws -> Bool {
    let digest = try digest(folder)
    return try await Pool.alone(database, timeout: .seconds(120)) { pool in
      for language in Language.allCases {
        if try await !isLoaded(household(of: language), digest, pool) { return false }
      }
      return true
    }
  }

  private static func isLoaded(_ household: UUID, _ digest: [UInt8], _ pool: Pool) async throws -> Bool {
    var batch: Batch = [open(household)]
    let known = batch.add("SELECT digest, edition FROM cookbooks WHERE household_id = current_household()")
    guard let row = try await pool.execute(batch)[known].first else { return false }
    let stored: [UInt8] = try row["digest"]
    let loaded: Int = try row["edition"]
    return stored == digest || loaded > wholeEdition
  }

  /// Both only rise, and so does their sum.
  private static var wholeEdition: Int { edition + Understanding.edition }

  /// Of the files and of what makes something else of them.
  private static func digest(_ folder: String) throws -> [UInt8] {
    let digest = SHA256Digest()
    func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes(digest.update) }
    add(Array("edition \(Understanding.edition)\n".utf8))
    for folder in [folder] + Language.allCases.map({ "\(folder)/\($0.rawValue)" }) {
      for name in try names(folder) {
        add(Array("\(name)\n".utf8) + (try bytes("\(folder)/\(name)")) + [UInt8(ascii: "\n")])
      }
    }
    return digest.finish()
  }

  private static func load(
    _ dishes: @autoclosure () throws -> [RecipeDraft], _ household: UUID, _ digest: [UInt8], _ pool: Pool
  ) async throws -> Int? {
    if try await isLoaded(household, digest, pool) { return nil }
    try await pool.execute([
      SessionQueries.openWithoutSession(),
      "INSERT INTO households (id, name) VALUES (\(household), 'Starter cookbook') ON CONFLICT DO NOTHING",
    ])
    let recipes = try dishes()
    var load: Batch = [
      // If two programs start at once, the second repeats it.
      AdvisoryLock.Database.cookbook.wait, open(household),
      "DELETE FROM recipes WHERE household_id = current_household()",
      "DELETE FROM ingredient_names WHERE household_id = current_household()",
    ]
    load.add(RecipeQueries.insert(recipes, recipes.map { Understanding($0) }))
    load.add(
      """
      INSERT INTO cookbooks (household_id, digest, edition) VALUES (current_household(), \(digest), \(wholeEdition))
      ON CONFLICT (household_id) DO UPDATE SET digest = EXCLUDED.digest, edition = EXCLUDED.edition
      """)
    try await pool.execute(load)
    return recipes.count
  }

  private static func open(_ household: UUID) -> SQL { SessionQueries.open(household: household) }
}
