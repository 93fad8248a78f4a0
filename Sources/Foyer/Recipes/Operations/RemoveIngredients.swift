import Postgres

/// Removes ingredients from what is at hand, for 30 days.
enum RemoveIngredients {
  case one(UUID)
  case all

  func store(in batch: inout Batch) -> Query {
    batch.add(RecipeQueries.deleteRemovedForGood())
    let id: UUID? = if case .one(let id) = self { id } else { nil }
    return Query(removed: batch.add(RecipeQueries.delete(atHand: id)))
  }

  struct Query { fileprivate let removed: Batch.Key }

  struct Result {
    /// Of the first one.
    let name: String
    let count: Int
    let undo: RestoreIngredients

    /// Nil if nothing was removed.
    init?(_ results: Results, _ query: Query) throws {
      let rows = results[query.removed]
      guard let row = rows.first else { return nil }
      (name, count, undo) = (try row["name"], rows.count, RestoreIngredients(id: try row["id"]))
    }
  }
}

/// Brings back an ingredient, and what was removed with it.
struct RestoreIngredients {
  let id: UUID

  /// The address that does so, for Undo.
  var path: String { "/recipes/ingredients/\(id)/restore" }

  func store(in batch: inout Batch) -> Query {
    batch.add([RecipeQueries.deleteRemovedForGood(), RecipeQueries.restore(atHand: id)])
    return Query(known: batch.add(RecipeQueries.findAny(atHand: id)))
  }

  struct Query { fileprivate let known: Batch.Key }

  /// Whether there is such an ingredient.
  static func isKnown(_ results: Results, _ query: Query) -> Bool { !results[query.known].isEmpty }
}
