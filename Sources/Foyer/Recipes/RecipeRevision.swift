import EventLoop
import Postgres

/// Analyses every household's recipes again when the program's `Understanding.edition` is newer: beside serving, in
/// small steps, resuming where an earlier run has stopped.
enum RecipeRevision {
  /// Recipes of one household per transaction, whose rows are locked for that long.
  private static let step = 20

  /// - Parameter url: a migrated database with a cookbook.
  /// - Returns: how many recipes were analysed again. While there are some, an instance of the older version may still
  ///   write others: only a run that finds none is the last one of an edition.
  static func run(url: String) async throws -> Int {
    try await Pool.alone(url: url, timeout: .seconds(60)) { try await revise($0) }
  }

  private static func revise(_ pool: Pool) async throws -> Int {
    var first: Batch = [SessionQueries.open(household: StarterCookbook.household)]
    let done = first.add("SELECT understood FROM cookbooks WHERE household_id = current_household()")
    if let row = try await pool.execute(first)[done].first, try row["understood"] as Int >= Understanding.edition {
      return 0
    }
    var second: Batch = [SessionQueries.openWithoutSession()]
    let households = second.add("SELECT id FROM households WHERE id <> ALL (starter_households()) ORDER BY id")
    var count = 0
    for row in try await pool.execute(second)[households] {
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
    if count > 0 { return count }
    try await pool.execute([
      SessionQueries.open(household: StarterCookbook.household),
      "UPDATE cookbooks SET understood = \(Understanding.edition) WHERE household_id = current_household()",
    ])
    return 0
  }

  /// Analyses a few recipes of a household again; returns how many there were.
  private static func revise(_ household: UUID, _ pool: Pool) async throws -> Int {
    var batch: Batch = [SessionQueries.open(household: household)]
    let outdated = batch.add(RecipeQueries.outdated(step))
    let rows = try await pool.execute(batch)[outdated]
    if rows.isEmpty { return 0 }
    var (ids, versions, words): ([UUID], [Int], [Understanding]) = ([], [], [])
    for row in rows {
      ids.append(try row["id"])
      versions.append(try row["version"])
      words.append(
        Understanding(
          name: try row["name"], ingredients: try row["ingredients"], statements: try row["statements"],
          hearsay: try row["hearsay"], cuisine: try row["cuisine"]))
    }
    let change = RecipeQueries.update(ids, versions: versions, words)
    try await pool.execute(Batch([SessionQueries.open(household: household)] + change))
    return rows.count
  }
}
