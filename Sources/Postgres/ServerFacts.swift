import EventLoop

/// A server's version and encoding and the rights of the login, checked before anything is changed.
public struct ServerFacts: Sendable {
  /// As in `SHOW server_version_num`: 150004 is 15.4.
  public let version: Int
  /// The database's encoding, as PostgreSQL names it.
  public let encoding: String
  /// The role that logs in.
  public let role: String
  /// Whether row level security does not apply to it: it is a superuser, or has BYPASSRLS.
  public let isAboveRowSecurity: Bool
  /// Whether it may switch to the roles of the pages. False while these do not exist.
  public let mayServe: Bool
  /// Whether the tables are there without what the roles of the pages may do with them: as `pg_restore` leaves them where it found
  /// no such roles.
  public let lacksRights: Bool
  /// Whether the tables of tenants are shards (`foyer distribute`).
  public let isDistributed: Bool

  /// The oldest version that supports the migrations.
  static let oldestVersion = 150_000

  static let query: SQL =
    """
    SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding,
      rolname::text AS role, rolsuper OR rolbypassrls AS is_above,
      to_regclass('public.distributed_tables') IS NOT NULL AS is_distributed,
      to_regclass('public.households') IS NOT NULL AND NOT EXISTS (
        SELECT FROM pg_policy WHERE polrelid = to_regclass('public.households')
          AND EXISTS (SELECT FROM pg_roles WHERE rolname = 'foyer_app' AND oid = ANY (polroles))) AS lacks_rights,
      (SELECT count(*) = 2 AND bool_and(pg_has_role(member.rolname, granted.oid, 'USAGE')) FROM pg_roles AS granted
        WHERE granted.rolname IN ('foyer_app', 'foyer_identity')) AS may_serve
    FROM pg_roles AS member WHERE rolname = current_user
    """

  /// Asks the server.
  public static func ask(url: String) async throws(PostgresError) -> ServerFacts {
    try await blocking { () throws(PostgresError) in
      let session = try Session(Target(url: url), deadline: .now() + .seconds(10))
      return try ServerFacts(try session.run(query)[0])
    }
  }

  init(_ row: Row) throws(PostgresError) {
    version = try row["version"]
    encoding = try row["encoding"]
    role = try row["role"]
    isAboveRowSecurity = try row["is_above"]
    mayServe = try row["may_serve"]
    isDistributed = try row["is_distributed"]
    lacksRights = try row["lacks_rights"]
  }

  /// Why the database cannot be used: a sentence, or nil.
  public var problem: String? {
    if version < Self.oldestVersion {
      return
        "DATABASE_URL leads to PostgreSQL \(version / 10_000): Foyer needs \(Self.oldestVersion / 10_000) or newer."
    }
    if encoding != "UTF8" {
      return "The database's encoding is \(encoding): Foyer needs one that was made with ENCODING 'UTF8'."
    }
    if lacksRights {
      return
        "The database has Foyer's tables, but not what the roles foyer_app and foyer_identity may do with them, as after a "
        + "pg_restore that did not find these roles: make them (“Your own PostgreSQL” in docs/operating.md), and restore into "
        + "an empty database again, with foyer restore or as “Back up” says."
    }
    return nil
  }
}
