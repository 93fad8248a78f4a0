import Cookery
import EventLoop
import Postgres

/// Reads every household's recipes, amounts at hand, staples, answers about packets and typed shopping lines again when the program's `Understanding.edition` is
/// newer: beside serving, in small steps, resuming where an earlier run has stopped. Afterwards it reads those households of which
/// a page reports that something unread has come (`UnreadHouseholds`).
enum RecipeRevision {
  /// Recipes of one household per transaction, whose rows are locked for that long.
  private static let step = 20
  /// Single lines per transaction.
  private static let lines = 100

  /// - Parameter database: a migrated one with a cookbook.
  /// - Returns: how many recipes and lines were read again. While there are some, an instance of the older version may still
  ///   write others: only a run that finds none is the last one of an edition.
  static func run(_ database: PoolConfiguration) async throws -> Int {
    try await Pool.alone(database, timeout: .seconds(60)) { try await revise($0) }
  }

  /// Reads the households that pages report, one after the other, until its task is cancelled.
  static func follow(_ unread: UnreadHouseholds, _ database: PoolConfiguration, _ log: Log) async {
    for await household in unread.calls {
      // After an error the next page that meets it reports it again.
      var hasRead = true
      do {
        let count = try await Pool.alone(database, timeout: .seconds(60)) { try await revise(household, $0) }
        hasRead = count > 0
        if hasRead { log(.info, "recipes_revised", ["rows": "\(count)"]) }
      } catch is CancellationError {
        return
      } catch {
        log(.warning, "recipes_not_revised", ["error": "\(error)"])
      }
      unread.finish(household, hasRead: hasRead)
    }
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
      count += try await revise(try row["id"], pool)
    }
    if count > 0 { return count }
    try await pool.execute([
      SessionQueries.open(household: StarterCookbook.household),
      "UPDATE cookbooks SET understood = \(Understanding.edition) WHERE household_id = current_household()",
    ])
    return 0
  }

  /// Analyses what of one household is not of this edition, as after an archive was read.
  static func read(_ household: UUID, _ database: PoolConfiguration) async throws {
    _ = try await Pool.alone(database, timeout: .seconds(60)) { try await revise(household, $0) }
  }

  private static func revise(_ household: UUID, _ pool: Pool) async throws -> Int {
    var count = 0
    for (most, part) in [
      (step, recipes), (lines, atHand), (lines, staples), (lines, packets), (lines, typed),
      (PacketRecipes.step, PacketRecipes.apply),
    ] {
      while true {
        try Task.checkCancellation()
        let start = ContinuousClock.now
        let read = try await part(household, pool)
        count += read
        if read < most { break }
        // Uses at most half of a core.
        try await Task.sleep(for: ContinuousClock.now - start)
      }
    }
    return count
  }

  /// Analyses a few recipes of a household again; returns how many there were.
  private static func recipes(_ household: UUID, _ pool: Pool) async throws -> Int {
    var batch: Batch = [SessionQueries.open(household: household)]
    let outdated = batch.add(RecipeQueries.outdated(step))
    let rows = try await pool.execute(batch)[outdated]
    if rows.isEmpty { return 0 }
    var (ids, versions, words): ([UUID], [Int], [Understanding]) = ([], [], [])
    for row in rows {
      ids.append(try row["id"])
      versions.append(try row["version"])
      words.append(try Understanding(row))
    }
    let change = RecipeQueries.update(ids, versions: versions, words)
    try await pool.execute(Batch([SessionQueries.open(household: household)] + change))
    return rows.count
  }

  private static func atHand(_ household: UUID, _ pool: Pool) async throws -> Int {
    try await read(RecipeQueries.unreadAtHand(lines), household, pool) { rows in
      let lines = try rows.map { TypedFood.line(try $0["amount"], try $0["name"]) }
      return [RecipeQueries.tellKinds(lines), RecipeQueries.store(lines, lines.map { FoodLine($0) })]
    }
  }

  private static func staples(_ household: UUID, _ pool: Pool) async throws -> Int {
    try await read(RecipeQueries.unreadStaples(lines), household, pool) { rows in
      let names: [String] = try rows.map { try $0["name"] }
      return RecipeQueries.renameStaples(try rows.map { try $0["key"] }, to: names.map { IngredientKey.key(for: $0) })
    }
  }

  private static func packets(_ household: UUID, _ pool: Pool) async throws -> Int {
    try await read(RecipeQueries.unreadPackets(lines), household, pool) { rows in
      let texts: [String] = try rows.map { try $0["line"] }
      return RecipeQueries.renamePackets(
        try rows.map { try $0["key"] }, to: texts.map { IngredientLine($0).packetKey ?? "" })
    }
  }

  private static func typed(_ household: UUID, _ pool: Pool) async throws -> Int {
    // Lines that a recipe or a meal wants have exact amounts, which their text rounds: they stay.
    let outdated: SQL = """
      SELECT id, text FROM shopping_entries
      WHERE household_id = current_household() AND edition < \(Understanding.edition) AND (source = 'hand' OR food IS NULL)
      ORDER BY id LIMIT \(lines)
      """
    return try await read(outdated, household, pool) { rows in
      let (ids, texts): ([UUID], [String]) = (try rows.map { try $0["id"] }, try rows.map { try $0["text"] })
      let read = texts.map { FoodLine($0) }
      return [
        """
        UPDATE shopping_entries e SET food = new.food, key = new.key, amount = new.amount, aisle = new.aisle, package = new.package,
          edition = \(Understanding.edition),
          version = e.version + ((e.food, e.aisle) IS DISTINCT FROM (new.food, new.aisle))::int
        FROM unnest(\(ids)::uuid[], \(texts)::text[], \(read.map(\.words))::text[], \(read.map(\.key))::text[],
          \(read.map(\.sum.text))::text[], \(read.map(\.aisle.rawValue))::text[],
          \(zip(texts, read).map { $1.storedPackage(in: $0) })::text[]) AS new (id, text, food, key, amount, aisle, package)
        WHERE e.household_id = current_household() AND e.id = new.id AND e.text = new.text
        """
      ]
    }
  }

  private static func read(
    _ outdated: SQL, _ household: UUID, _ pool: Pool, _ change: (Rows) throws -> [SQL]
  ) async throws -> Int {
    var batch: Batch = [SessionQueries.open(household: household)]
    let found = batch.add(outdated)
    let rows = try await pool.execute(batch)[found]
    if rows.isEmpty { return 0 }
    try await pool.execute(Batch([SessionQueries.open(household: household)] + (try change(rows))))
    return rows.count
  }

  // MARK: Repair

  /// The household's recipes of this edition of which something else is stored than follows from their texts.
  static func wrong(_ household: UUID, _ pool: Pool) async throws -> [UUID] {
    // The starter cookbook is written whole from the program's own files, a thousand recipes that nobody changes.
    if StarterCookbook.owns(household) { return [] }
    var wrong: [UUID] = []
    var last: UUID?
    while true {
      var batch: Batch = [SessionQueries.open(household: household)]
      let found = batch.add(RecipeQueries.understood(after: last, lines))
      let rows = try await pool.execute(batch)[found]
      for row in rows {
        last = try row["id"]
        if try !Understanding(row).isStored(in: row) { wrong.append(try row["id"]) }
      }
      if rows.count < lines { return wrong }
    }
  }

  /// Reads those recipes again.
  static func mend(_ household: UUID, _ pool: Pool) async throws {
    let ids = try await wrong(household, pool)
    try await pool.execute([SessionQueries.open(household: household), RecipeQueries.forgetUnderstanding(of: ids)])
    while try await recipes(household, pool) == step {}
  }
}

extension Understanding {
  /// Of a row of `RecipeQueries.outdated`.
  fileprivate init(_ row: Row) throws {
    self.init(
      name: try row["name"], ingredients: try row["ingredients"], statements: try row["statements"],
      hearsay: try row["hearsay"], cuisine: try row["cuisine"], servings: try row["servings"])
  }

  /// Whether it is what is stored in a row of `RecipeQueries.understood`.
  fileprivate func isStored(in row: Row) throws -> Bool {
    let (names, keys, stored): ([String], [String], String?) = (
      try row["need_names"], try row["need_keys"], try row["reading"]
    )
    let staples: [String] = try row["staple_keys"]
    return try stored == reading.stored && names == needs.map(\.name) && keys == needs.map(\.stored)
      && staples == self.staples
      && row["traits"] == traits && row["maybe"] == maybe
  }
}
