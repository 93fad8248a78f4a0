import Postgres

/// Puts items into the trash, where they stay for 30 days.
enum DeleteItems {
  case one(UUID)
  case several([UUID])
  /// Those that came with the household and were never edited.
  case samples
  /// Those that were added together and nobody has changed since: Undo. The moment of their transaction, in microseconds since 1970.
  case addedAt(Int)

  static func pathOfUndo(addedAt moment: Int) -> String { "/items/pasted/undo?at=\(moment)" }

  func store(in batch: inout Batch) -> Query {
    batch.add(ItemQueries.deleteForGood())
    switch self {
    case .one(let id):
      return Query(deleted: batch.add(ItemQueries.delete(id)), told: batch.add(ItemQueries.findAny(id)))
    case .several(let ids):
      return Query(deleted: batch.add(ItemQueries.delete(ids)), told: batch.add(TrashQueries.moment()))
    case .samples:
      return Query(deleted: batch.add(ItemQueries.deleteSamples()), told: batch.add(TrashQueries.moment()))
    case .addedAt(let moment):
      return Query(deleted: batch.add(ItemQueries.delete(addedAt: moment)), told: batch.add(TrashQueries.moment()))
    }
  }

  struct Query {
    /// The statement that deletes, and the one that tells the only item, or the moment of several.
    fileprivate let deleted, told: Batch.Key
  }

  struct Result {
    /// The title of the only one, also if it was in the trash already; nil of several.
    let title: String?
    let count: Int
    let undo: RestoreItems

    /// Nil if there is no such item.
    init?(_ results: Results, _ query: Query, of operation: DeleteItems) throws {
      count = results[query.deleted].affected
      guard let row = results[query.told].first else { return nil }
      if case .one(let id) = operation {
        (title, undo) = (try row["title"], .one(id))
      } else {
        (title, undo) = (nil, .deletedAt(try row["moment"]))
      }
    }
  }
}

/// Takes items out of the trash.
enum RestoreItems {
  case one(UUID)
  /// Those that were deleted together: the moment of their transaction, in microseconds since 1970.
  case deletedAt(Int)

  /// The address that does so, for Undo.
  var path: String {
    switch self {
    case .one(let id): "/items/\(id)/restore"
    case .deletedAt(let moment): "/items/restore?at=\(moment)"
    }
  }

  func store(in batch: inout Batch) -> Query {
    let those: SQL
    let statement: SQL
    switch self {
    case .one(let id):
      batch.add(ItemQueries.deleteForGood())
      (those, statement) = ("id = \(id)", ItemQueries.restore(id))
    case .deletedAt(let moment):
      (those, statement) = (TrashQueries.wasDeleted(at: moment), ItemQueries.restore(deletedAt: moment))
    }
    batch.add([RepeatQueries.lock(ofItems: those), RepeatQueries.touch(ofItems: those)])
    let restored = batch.add(statement)
    guard case .one(let id) = self else { return Query(restored: restored, item: nil) }
    return Query(restored: restored, item: batch.add(ItemQueries.findAny(id)))
  }

  struct Query {
    fileprivate let restored: Batch.Key
    fileprivate let item: Batch.Key?
  }

  struct Result {
    /// The title of the only one; nil of several.
    let title: String?
    let count: Int

    /// Nil if there is no such item.
    init?(_ results: Results, _ query: Query) throws {
      count = results[query.restored].affected
      guard let item = query.item else {
        title = nil
        return
      }
      guard let row = results[item].first else { return nil }
      title = try row["title"]
    }
  }
}
