import Postgres

/// Makes the open item of a series its last one, or lets the series go on.
struct EndSeries {
  let id: UUID
  /// Whether it ends.
  var ends = true

  /// The address that does so, for Undo.
  var path: String { "/items/\(id)/\(ends ? "end" : "resume")" }

  enum Result {
    case gone, repeatsNot
    case changed(title: String, undo: EndSeries)
  }

  func run(_ session: some HouseholdSession) async throws -> Result {
    guard let found = try await OpenItem.find(id, session) else { return .gone }
    guard let item = found.repeating else { return .repeatsNot }
    if item.hasEnded != ends {
      try await session.query(Batch(RepeatQueries.lock([item.series.id]) + RepeatQueries.end(item, ends)))
    }
    return .changed(title: item.title, undo: EndSeries(id: id, ends: !ends))
  }
}

/// An open item of the household, which may repeat.
struct OpenItem {
  let repeating: RepeatingItem?

  /// Nil if the household has no such item.
  static func find(_ id: UUID, _ session: some HouseholdSession) async throws -> OpenItem? {
    var batch = Batch()
    let (found, repeating) = (batch.add(ItemQueries.findAny(id)), batch.add(RepeatQueries.find([id], isDone: false)))
    let results = try await session.query(batch)
    guard !results[found].isEmpty else { return nil }
    return OpenItem(repeating: try results[repeating].first.map(RepeatingItem.init))
  }
}
