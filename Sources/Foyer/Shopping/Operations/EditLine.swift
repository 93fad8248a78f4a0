import Cookery
import Postgres

/// Changes the text of an entry, unless somebody else has changed it since it was read.
struct EditLine: Sendable {
  let id: UUID
  let text: String
  /// The version that was read.
  let version: Int

  var problems: Problems { AddToList(text: text).problems }

  /// Checks the rules, and reads the text.
  func ready(_ session: some HouseholdSession) async throws -> Ready {
    guard problems.isEmpty else { throw problems }
    let text = text.trimmed
    return Ready(id: id, text: text, version: version, line: try await FoodLine.read([text], session)[0])
  }

  /// A text that keeps the rules and has been read.
  struct Ready {
    let id: UUID
    let text: String
    fileprivate let version: Int
    fileprivate let line: FoodLine

    func store(in batch: inout Batch) -> Query {
      let changed = batch.add(ShoppingQueries.update(id, text, line, version: version))
      return Query(changed: changed, entry: batch.add(ShoppingQueries.find(id)))
    }
  }

  struct Query { fileprivate let changed, entry: Batch.Key }

  struct Result {
    /// Whether it was changed: nobody else has done so meanwhile.
    let isSaved: Bool
    /// As it is now.
    let text: String
    let version: Int

    /// Nil for an entry that is not on the list.
    init?(_ results: Results, _ query: Query) throws {
      guard let row = results[query.entry].first else { return nil }
      isSaved = results[query.changed].affected > 0
      (text, version) = (try row["text"], try row["version"])
    }
  }
}
