import Postgres

/// A household has several lists and several shops, each by a name. What is deleted can be brought back for 30 days.
enum ShoppingKind {
  case list, shop

  static let longestName = 200

  /// The rules of a name.
  static func problems(ofName name: String) -> Problems {
    var problems = Problems()
    problems.check("name", hasWords: name, atMost: longestName)
    return problems
  }

  /// The beginning of the addresses of each.
  var path: String {
    switch self {
    case .list: "/shopping/lists"
    case .shop: "/shopping/shops"
    }
  }

  private var table: SQL {
    switch self {
    case .list: "named_lists"
    case .shop: "shops"
    }
  }

  // MARK: Queries

  /// The version of a row, which has no number of its changes: a digest of what a program reads of it.
  static func version(_ row: SQL) -> SQL { .digest("\(fragment: row).name") }

  /// - Parameter version: the one that was read; nil for any.
  func rename(_ id: UUID, _ name: String, version: Int? = nil) -> SQL {
    let isOfVersion: SQL = version.map { " AND \(fragment: Self.version(table)) = \($0) AND name <> \(name)" } ?? ""
    return """
      UPDATE \(fragment: table) SET name = \(name)
      WHERE household_id = current_household() AND id = \(id) AND deleted_at IS NULL\(fragment: isOfVersion)
      """
  }

  func delete(_ id: UUID) -> SQL {
    """
    UPDATE \(fragment: table) SET deleted_at = now()
    WHERE household_id = current_household() AND id = \(id) AND deleted_at IS NULL
    """
  }

  func restore(_ id: UUID) -> SQL {
    """
    UPDATE \(fragment: table) SET deleted_at = NULL
    WHERE household_id = current_household() AND id = \(id) AND deleted_at > now() - interval '30 days'
    """
  }

  /// The name, also of what is deleted.
  func findAny(_ id: UUID) -> SQL {
    "SELECT name FROM \(fragment: table) WHERE household_id = current_household() AND id = \(id)"
  }

  func deleteForGood() -> SQL { TrashQueries.deleteForGood(of: table) }
}
