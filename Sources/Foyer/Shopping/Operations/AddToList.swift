import Cookery
import Postgres

/// Puts a line on the shopping list: each food that it names becomes an entry. Doing so twice with one id adds it once.
struct AddToList: Sendable {
  static let maximumLength = 1_000

  /// The first entry's; the ids of the others follow from it.
  var id = UUID.v7()
  /// Amount, unit and food; or several foods.
  var text: String
  /// Nil for the first list.
  var list: UUID?

  /// The rules that need no database.
  var problems: Problems {
    var problems = Problems()
    problems.check("text", hasWords: text, atMost: Self.maximumLength)
    return problems
  }

  /// The foods that the line names: the first has the id, and what was typed without a network has an id that follows from it.
  var parts: [AddToList] {
    FoodLine.parts(of: text.trimmed).enumerated().map { AddToList(id: id.part($0), text: $1) }
  }

  /// Throws `Problems`, also if the list has no room.
  /// - Returns: the operation that takes it back.
  @discardableResult
  func run(_ session: some HouseholdSession) async throws -> DeleteLine {
    guard problems.isEmpty else { throw problems }
    let entries = try await session.read(text) {
      parts.map { ($0.id, $0.text, FoodLine($0.text)) as ShoppingQueries.Entry }
    }
    var batch: Batch = [
      ShoppingQueries.deleteForGood(), ShoppingQueries.insert(entries, list: list, where: ShoppingQueries.isNew(id)),
    ]
    let added = batch.add(ShoppingQueries.findAny(id))
    if try await session.query(batch)[added].isEmpty { throw Problems("text", .tooMany(ShoppingQueries.limit)) }
    return DeleteLine(line: id, entries: entries.map(\.id))
  }
}
