import Cookery
import Postgres

/// Puts lines of a recipe on the shopping list, all or none. Doing so twice with one id adds them once.
struct ShopForRecipe: Sendable {
  let recipe: UUID
  /// As they are written for the servings.
  let lines: [String]
  /// Nil for the recipe's own.
  let servings: Int?
  var id = UUID.v7()
  let language: Kitchen.Language

  /// The rules that need no database.
  var problems: Problems {
    var problems = Problems()
    if lines.count > 500 { problems.add("ingredient", .tooMany(500)) }
    for line in lines { problems.check("ingredient", line, atMost: 2_000) }
    return problems
  }

  struct Result {
    /// The recipe for its servings.
    let serving: Serving
    /// The operation that takes it back; nil if there were no lines, or no room for them.
    let undo: TakeOffList?
  }

  /// Nil for a recipe that is not there.
  func run(_ session: some HouseholdSession) async throws -> Result? {
    guard problems.isEmpty else { throw problems }
    guard let row = try await session.query(RecipeQueries.find(recipe)).first else { return nil }
    let text = Serving.Text(
      of: recipe, try await RecipeReading.of(row, session), own: try row["servings"], wanted: servings, language)
    // A line of the recipe is multiplied exactly; what is not one of its lines counts as it is written.
    let serving = try await Serving.read([text], session)[0]
    if lines.isEmpty { return Result(serving: serving, undo: nil) }
    let known = Dictionary(serving.lines.map { ($0.scaled.trimmed, $0) }) { first, _ in first }
    let foods = try await session.inPieces(lines) { line in known[line].map(serving.food) ?? FoodLine(line) }
    let entries = zip(lines, foods).map { (id: .v7(), text: $0, line: $1) as ShoppingQueries.Entry }
    let name: String = try row["name"]
    func undo(_ addition: UUID) async throws -> TakeOffList? {
      try await store(entries, name, addition, session) ? TakeOffList(addition: addition) : nil
    }
    do {
      return Result(serving: serving, undo: try await undo(id))
    } catch PostgresError.server(let error) where error.constraint == "shopping_lists_once" {
      let before: [String]? = try await session.query(ShoppingQueries.noted(id)).first?["lines"]
      // The first time has added them; or other lines were chosen with the same id.
      return Result(serving: serving, undo: before == lines ? TakeOffList(addition: id) : try await undo(.v7()))
    }
  }

  /// Whether there was room for the lines.
  private func store(
    _ entries: [ShoppingQueries.Entry], _ name: String, _ addition: UUID, _ session: some HouseholdSession
  ) async throws -> Bool {
    let source = ShoppingQueries.Source(kind: "recipe", id: recipe, name: name, addition: addition)
    // Binding a megabyte of texts takes time, too.
    let make: @Sendable () -> (note: [SQL], rows: SQL) = { [lines] in
      (ShoppingQueries.note(addition, lines), ShoppingQueries.insert(entries, source))
    }
    let size = lines.reduce(0) { $0 + $1.utf8.count }
    let statements = size < 20_000 ? make() : try await session.offLoop(make)
    var batch = Batch(statements.note + [ShoppingQueries.deleteForGood()])
    let added = batch.add(statements.rows)
    batch.add(ShoppingQueries.forgetNote(ofNothing: addition))
    return try await session.query(batch)[added].affected > 0
  }
}

/// Takes what was put on the list at once off it, but for what is in the basket already.
struct TakeOffList {
  let addition: UUID

  func store(in batch: inout Batch) -> Query {
    let known = batch.add(ShoppingQueries.count(of: addition))
    batch.add(ShoppingQueries.takeBack(addition))
    return Query(known: known)
  }

  struct Query { fileprivate let known: Batch.Key }

  /// How many entries there were; 0 for an addition that is not known.
  static func count(_ results: Results, _ query: Query) throws -> Int {
    try results[query.known].first?["count"] ?? 0
  }
}
