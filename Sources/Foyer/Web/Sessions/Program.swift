import Postgres

/// A person's program, as the first statement of each of its transactions knows it.
struct Program {
  let token: UUID
  let household: UUID
  let rights: AccessRights

  /// Nil when the row says that there is no living token.
  init?(_ row: Row) throws {
    guard let scopes: String = try row["scopes"] else { return nil }
    (token, household, rights) = (try row["token_id"], try row["token_household"], AccessRights(scopes))
  }

  /// The beginning of the paths for programs.
  static let root = "/api/v1"

  /// The path for assistants (Model Context Protocol).
  static let assistantPath = "/mcp"

  /// Whether the path is one for programs.
  static func owns(_ path: String) -> Bool {
    path.hasPrefix(root) && (path == root || path.hasPrefix(root + "/")) || path == assistantPath
  }
}
