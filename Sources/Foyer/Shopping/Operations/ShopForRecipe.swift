import CivilTime
import Cookery
import Postgres

/// Puts lines of a recipe on the shopping list, all or none, but for those that are there: adding a recipe twice adds it once, also
/// where the plan has added it. For other servings its lines replace those that are there.
struct ShopForRecipe: Sendable {
  let recipe: UUID
  /// As they are written for the servings.
  let lines: [String]
  /// Nil for the recipe's own.
  let servings: Int?
  var id = UUID.v7()
  let language: Kitchen.Language

  /// How often the list is read that others change meanwhile. Each attempt that fails is another member's that was stored.
  static let mostAttempts = 20

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
    /// How many lines were not on the list.
    var count = 0
    /// The operation that takes it back; nil if there were no such lines, or no room for them.
    let undo: TakeOffList?
  }

  /// Nil for a recipe that is not there.
  func run(_ session: some HouseholdSession) async throws -> Result? {
    guard problems.isEmpty else { throw problems }
    for _ in 1..<Self.mostAttempts {
      do { return try await attempt(session) } catch is Changed {}
    }
    return try await attempt(session)
  }

  /// Something of the recipe was put on the list, or left it, since the list was read; nothing was stored.
  private struct Changed: Error {}

  private func attempt(_ session: some HouseholdSession) async throws -> Result? {
    var reading = Batch()
    let (found, listed, noted) = (
      reading.add(RecipeQueries.find(recipe)), reading.add(RecipeQueries.onList(recipe)),
      reading.add(ShoppingQueries.noted(id))
    )
    let results = try await session.query(reading)
    guard let row = results[found].first else { return nil }
    let text = Serving.Text(
      of: recipe, try await RecipeReading.of(row, session), own: try row["servings"], wanted: servings,
      try HouseholdStaples(row), language)
    // A line of the recipe is multiplied exactly; what is not one of its lines counts as it is written.
    let serving = try await Serving.read([text], session)[0]
    if lines.isEmpty { return Result(serving: serving, undo: nil) }
    let whole = Dictionary(serving.lines.map { ($0.scaled.trimmed, $0) }) { first, _ in first }
    // Of a line of several foods each goes on the list.
    let texts = lines.flatMap { whole[$0]?.foods.map(\.scaled.trimmed) ?? [$0] }
    let known = Dictionary(serving.foods.map { ($0.scaled.trimmed, $0) }) { first, _ in first }
    let foods = try await session.inPieces(texts) { line in known[line].map(serving.food) ?? FoodLine(line) }
    let entries = zip(texts, foods).map { (id: .v7(), text: $0, line: $1) as ShoppingQueries.Entry }
    let name: String = try row["name"]
    // The first time has added them; or other lines were chosen with the same id.
    func sent(_ before: [String]?) -> Result? {
      before == lines ? Result(serving: serving, count: lines.count, undo: TakeOffList(addition: id)) : nil
    }
    if let same = sent(try results[noted].first?["lines"]) { return same }
    let (new, replaced) = try Self.new(entries, of: Set(known.keys), results[listed])
    if new.isEmpty { return Result(serving: serving, undo: nil) }
    func add(_ addition: UUID) async throws -> Result {
      let isThere = try await store(new, replaced, name, addition, since: results[listed], session)
      return Result(serving: serving, count: new.count, undo: isThere ? TakeOffList(addition: addition) : nil)
    }
    do {
      return try await add(id)
    } catch PostgresError.server(let error) where error.constraint == "shopping_lists_once" {
      let before: [String]? = try await session.query(ShoppingQueries.noted(id)).first?["lines"]
      if let same = sent(before) { return same }
      return try await add(.v7())
    }
  }

  /// The entries that are not on the list yet, and the ids of those that they replace: the same lines for other servings.
  /// - Parameters:
  ///   - known: the lines of the recipe for these servings.
  ///   - listed: rows of `RecipeQueries.onList`.
  private static func new(
    _ entries: [ShoppingQueries.Entry], of known: Set<String>, _ listed: Rows
  ) throws -> ([ShoppingQueries.Entry], replaced: [UUID]) {
    var there: [String: Int] = [:]
    var planned: Set<String> = []
    var outdated: [String: [UUID]] = [:]
    for row in listed {
      let (text, key): (String, String) = (try row["text"], try row["key"] ?? "")
      if let _: CalendarDate = try row["day"] {
        planned.insert(key)
      } else {
        there[text, default: 0] += 1
        if !known.contains(text) { outdated[key, default: []].append(try row["id"]) }
      }
    }
    let new = entries.filter { entry in
      if planned.contains(entry.line.key) { return false }
      there[entry.text, default: 0] -= 1
      return there[entry.text, default: 0] < 0
    }
    return (new, new.filter { known.contains($0.text) }.flatMap { outdated.removeValue(forKey: $0.line.key) ?? [] })
  }

  /// Whether there was room for the lines.
  /// - Parameter listed: rows of `RecipeQueries.onList`, from which the entries follow.
  private func store(
    _ entries: [ShoppingQueries.Entry], _ replaced: [UUID], _ name: String, _ addition: UUID, since listed: Rows,
    _ session: some HouseholdSession
  ) async throws -> Bool {
    let isSame = RecipeQueries.isOnList(recipe, try listed.map { try $0["id"] })
    let source = ShoppingQueries.Source(kind: "recipe", id: recipe, name: name, addition: addition)
    // Binding a megabyte of texts takes time, too.
    let make: @Sendable () -> (note: [SQL], rows: SQL) = { [lines] in
      (ShoppingQueries.note(addition, lines), ShoppingQueries.insert(entries, source, where: isSame))
    }
    let size = lines.reduce(0) { $0 + $1.utf8.count }
    let statements = size < 20_000 ? make() : try await session.offLoop(make)
    // Members who add the same in one moment do so one after the other.
    var batch = Batch([ShoppingQueries.lock()] + statements.note + [ShoppingQueries.deleteForGood()])
    let same = batch.add("SELECT \(fragment: isSame) AS is_same")
    let added = batch.add(statements.rows)
    batch.add(ShoppingQueries.replace(replaced, by: addition))
    batch.add(ShoppingQueries.forgetNote(ofNothing: addition))
    let results = try await session.query(batch)
    guard try results[same][0]["is_same"] else { throw Changed() }
    return results[added].affected > 0
  }
}

/// Takes what was put on the list at once off it, but for what is in the basket already.
struct TakeOffList {
  let addition: UUID

  func store(in batch: inout Batch) -> Query {
    let known = batch.add(ShoppingQueries.count(of: addition))
    batch.add(ShoppingQueries.takeBack(addition))
    batch.add(ShoppingQueries.bringBack(replacedBy: addition))
    return Query(known: known)
  }

  struct Query { fileprivate let known: Batch.Key }

  /// How many entries there were; 0 for an addition that is not known.
  static func count(_ results: Results, _ query: Query) throws -> Int {
    try results[query.known].first?["count"] ?? 0
  }
}
