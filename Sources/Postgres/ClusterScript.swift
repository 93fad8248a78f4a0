/// The logins of an embedded cluster. A superuser bypasses row level security, and its COPY can run programs: the app's
/// own login is no superuser and owns no table.
enum ClusterRole: String {
  /// The superuser of initdb: creates roles and databases.
  case superuser = "foyer"
  /// Owns the database and its tables, and migrates them.
  case owner = "foyer_owner"
  /// The app.
  case program = "foyer_program"
}

/// The script of every start, so that a cluster of an earlier version equals a new one: settings, and two scripts
/// that a superuser runs.
enum ClusterScript {
  /// Creates the roles. The first migration also creates those that cannot log in, but needs CREATEROLE for it.
  static let roles = """
    DO $$
    DECLARE
      name text;
    BEGIN
      FOREACH name IN ARRAY ARRAY['foyer_app', 'foyer_identity', 'foyer_owner', 'foyer_program'] LOOP
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) THEN
          EXECUTE format('CREATE ROLE %I NOSUPERUSER NOBYPASSRLS', name);
        END IF;
      END LOOP;
      ALTER ROLE foyer_owner LOGIN;
      ALTER ROLE foyer_program LOGIN;
      GRANT foyer_app, foyer_identity TO foyer_owner WITH ADMIN OPTION;
      GRANT foyer_app, foyer_identity TO foyer_program;
    END $$
    """

  /// Makes the owner own a database and its tables, which in an earlier version belonged to a superuser. Extensions
  /// keep their own; a column's sequence follows its table.
  static let ownership = """
    DO $$
    DECLARE
      statement text;
    BEGIN
      EXECUTE format('ALTER DATABASE %I OWNER TO foyer_owner', current_database());
      FOR statement IN
        SELECT format('ALTER %s %s OWNER TO foyer_owner', kind, name)
        FROM (
          SELECT 'pg_class'::regclass AS catalogue, oid, oid::regclass::text AS name, CASE relkind
            WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END AS kind
          FROM pg_class
          WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'S', 'v', 'm')
            AND relowner <> 'foyer_owner'::regrole
          UNION ALL
          SELECT 'pg_proc'::regclass, oid, oid::regprocedure::text, 'ROUTINE'
          FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proowner <> 'foyer_owner'::regrole
        ) AS object
        WHERE NOT EXISTS (
          SELECT FROM pg_depend WHERE classid = catalogue AND objid = object.oid AND deptype IN ('a', 'e', 'i'))
      LOOP
        EXECUTE statement;
      END LOOP;
    END $$
    """

  /// The server's settings.
  static func settings(sockets: String, connections: Int) -> String {
    """
    # Written by foyer at every start. Change postgresql.auto.conf (ALTER SYSTEM) instead.
    listen_addresses = ''
    port = 5432
    unix_socket_directories = '"\(sockets.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))"'
    unix_socket_permissions = 0700
    max_connections = \(connections)
    shared_buffers = 128MB
    fsync = on
    full_page_writes = on
    synchronous_commit = on
    jit = off
    timezone = 'UTC'
    log_timezone = 'UTC'
    lc_messages = 'C'
    logging_collector = off
    log_destination = 'stderr'
    log_line_prefix = '%m [%p] '
    log_checkpoints = off
    log_min_error_statement = panic

    """
  }
}
