import EventLoop
import Postgres

/// Analyses every household's recipes again when the program's `Understanding.edition` is newer: beside serving, in
/// small steps, resuming where an earlier run has stopped.
enum RecipeRevision {
  /// Recipes of one household per transaction, whose rows are locked for that long.
  private static let step = 20

  /// - Parameter url: a migrated database with a cookbook.
  /// - Returns: how many recipes were analysed again.
  static func run(url: String) async throws -> Int {
    try await Pool.alone(url: url, timeout: .seconds(60)) { try await revise($0) }
  }

  private static func revise(_ pool: Pool) async throws -> Int {
    let done = try await pool.execute([
      SessionQueries.open(household: StarterCookbook.household), "SELECT understood FROM cookbooks",
    ])[1]
    if let row = done.first, try row["understood"] as Int == Understanding.edition { return 0 }
    let households = try await pool.execute([
      SessionQueries.openWithoutSession(), "SELECT id FROM households WHERE id <> starter_household() ORDER BY id",
    ])[1]
    var count = 0
    for row in households {
      let household: UUID = try row["id"]
      while true {
        try Task.checkCancellation()
        let start = ContinuousClock.now
        let read = try await revise(household, pool)
        count += read
        if read < step { break }
        // Uses at most half of a core.
        try await Task.sleep(for: ContinuousClock.now - start)
      }
    }
    _ = try await pool.execute([
      SessionQueries.open(household: StarterCookbook.household),
      "UPDATE cookbooks SET understood = \(Understanding.edition) WHERE household_id = current_household()",
    ])
    return count
  }

  /// Analyses a few recipes of a household again; returns how many there were.
  private static func revise(_ household: UUID, _ pool: Pool) async throws -> Int {
    let rows = try await pool.execute([SessionQueries.open(household: household), RecipeQueries.outdated(step)])[1]
    if rows.isEmpty { return 0 }
    var (ids, versions, words): ([UUID], [Int], [Understanding]) = ([], [], [])
    for row in rows {
      ids.append(try row["id"])
      versions.append(try row["version"])
      words.append(
        Understanding(
          ingredients: try row["ingredients"], statements: try row["statements"], cuisine: try row["cuisine"]))
    }
    _ = try await pool.execute(
      [SessionQueries.open(household: household)] + RecipeQueries.update(ids, versions: versions, words))
    return rows.count
  }
}
