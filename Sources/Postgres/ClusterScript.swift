/// The logins of an embedded cluster. Row level security does not hold a superuser, and its COPY runs programs: the
/// app's own login is neither that nor the owner of a table.
enum ClusterRole: String {
  /// Made by initdb: makes roles and databases.
  case superuser = "foyer"
  /// Owns the database and what is in it, and migrates it.
  case owner = "foyer_owner"
  /// The app.
  case program = "foyer_program"
}

/// What an embedded cluster is told at every start, so that one of an earlier version is as one of today: its settings, and
/// two scripts that a superuser runs.
enum ClusterScript {
  /// Makes the roles. The first migration makes those that cannot log in as well, but an owner without CREATEROLE can not.
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

  /// Gives a database, and what is in it, to its owner: a superuser made it all in an earlier version. What belongs to an
  /// extension stays, and a column's sequence goes with its table.
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
