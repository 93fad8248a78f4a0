import Postgres

/// A shopping list besides the first one.
struct NamedList {
  let id: UUID
  let name: String

  init(_ row: Row) throws {
    id = try row["id"]
    name = try row["name"]
  }

  var path: String { "/shopping?list=\(id)" }
}

/// Queries of the further lists.
enum NamedListQueries {
  static let maximum = 30

  static func list() -> SQL { "\(fragment: all) ORDER BY created_at, id LIMIT \(maximum)" }

  static func find(_ id: UUID) -> SQL { "\(fragment: all) AND id = \(id)" }

  private static let all: SQL =
    "SELECT id, name FROM named_lists WHERE household_id = current_household() AND deleted_at IS NULL"

  /// Does nothing if the id exists, because the form was sent twice, and if there are as many as there may be.
  static func insert(_ id: UUID, _ name: String) -> SQL {
    """
    INSERT INTO named_lists (id, name) SELECT \(id)::uuid, \(name)::text
    WHERE (SELECT count(*) FROM named_lists WHERE household_id = current_household() AND deleted_at IS NULL) < \(maximum)
    ON CONFLICT (household_id, id) DO NOTHING
    """
  }
}
