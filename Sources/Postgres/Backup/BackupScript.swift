/// Statements of backing up and restoring.
enum BackupScript {
  /// The setting by which the owner of the tables says that it reads them whole. Row level security is forced on the
  /// owner, so that nothing but this reads across households by mistake.
  static let setting = "-c foyer.backup=on"

  /// Tables whose rows the owner could not read: the policy `backup` is missing, or is another role's.
  static let unreadable: SQL = """
    SELECT c.relname::text AS name, p.polname IS NOT NULL AS is_outdated
    FROM pg_class c LEFT JOIN pg_policy p ON p.polrelid = c.oid AND p.polname = 'backup'
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relforcerowsecurity
      AND NOT (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user)
      AND (p.polroles IS NULL OR p.polroles <> ARRAY(SELECT oid FROM pg_roles WHERE rolname = current_user))
    ORDER BY c.relname
    """

  /// Tables whose rows the owner still cannot read, all of them: nothing would say that they are missing in the backup. As a
  /// member of the roles of the pages the owner is also held by their restrictive policies.
  static let hidden: SQL = """
    SELECT name FROM (\(fragment: unreadable)) AS unreadable
    UNION
    SELECT c.relname::text
    FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid
    WHERE c.relnamespace = 'public'::regnamespace AND NOT p.polpermissive AND p.polcmd IN ('r', '*')
      AND NOT (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user)
      AND EXISTS (SELECT FROM unnest(p.polroles) AS role WHERE role = 0 OR pg_has_role(role, 'USAGE'))
    ORDER BY name LIMIT 1
    """

  /// Tables that belong to somebody else, who has not let this role read them.
  static let foreign: SQL = """
    SELECT c.relname::text AS name FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'S')
      AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype = 'e')
      AND NOT (
        pg_has_role(c.relowner, 'USAGE')
        OR (SELECT rolbypassrls FROM pg_roles WHERE rolname = current_user) AND has_table_privilege(c.oid, 'SELECT'))
    ORDER BY c.relname LIMIT 1
    """

  /// Lets the owner read a table whole while the setting says so.
  static func policy(on table: String, replacing: Bool) -> String {
    (replacing ? "DROP POLICY backup ON public.\"\(table)\"; " : "")
      + "CREATE POLICY backup ON public.\"\(table)\" FOR SELECT TO CURRENT_USER "
      + "USING (current_setting('foyer.backup', true) = 'on')"
  }

  /// A function for this session: a table's number of rows, and a sum over all of them that does not depend on their
  /// order. Columns that PostgreSQL computes are left out, because another version of it may compute them differently.
  static let checksum = """
    SET LOCAL search_path = '';
    SET LOCAL row_security = on;
    SET LOCAL foyer.backup = 'on';
    SET LOCAL TimeZone = 'UTC';
    SET LOCAL DateStyle = 'ISO, YMD';
    SET LOCAL IntervalStyle = 'postgres';
    SET LOCAL bytea_output = 'hex';
    SET LOCAL extra_float_digits = 1;
    CREATE FUNCTION pg_temp.checksum(entry regclass, OUT rows bigint, OUT checksum text) LANGUAGE plpgsql AS $checksum$
    DECLARE
      columns text := (
        SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
        WHERE attrelid = entry AND attnum > 0 AND NOT attisdropped AND attgenerated = '');
    BEGIN
      EXECUTE format(
        'SELECT count(*), coalesce(sum((''x'' || left(md5(ROW(%s)::text), 16))::bit(64)::bigint), 0)::text FROM %s',
        columns, entry) INTO rows, checksum;
    END $checksum$;
    """

  /// The tables that are made of others, each by a function without parameters.
  static let derived: SQL = """
    SELECT relname::text AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
      AND to_regprocedure('public.remake_' || relname || '()') IS NOT NULL
    ORDER BY relname
    """

  /// Makes the derived tables, which have neither indexes nor policies yet.
  static func remake(_ derived: [String]) -> String {
    let calls = derived.map { "SELECT FROM public.remake_\($0)();\n" }.joined()
    return "SET search_path = public;\n\(calls)SET search_path = '';\n"
  }

  /// Tables of which a backup has no row: archives that people have asked for are copies, kept for a week.
  static let passing = ["takeouts", "takeout_parts"]

  /// Each table that is not derived, with its checksum.
  static let tables: SQL = """
    SELECT relname::text AS name, facts.rows, facts.checksum
    FROM pg_class, LATERAL (
      SELECT rows, checksum FROM pg_temp.checksum(pg_class.oid::regclass) WHERE relname <> ALL (\(passing)::text[])
      UNION ALL SELECT 0, '0' WHERE relname = ANY (\(passing)::text[])) AS facts
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
      AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
      AND to_regprocedure('public.remake_' || relname || '()') IS NULL
    ORDER BY relname
    """

  /// The condition under which something is in the schema `public` besides extensions.
  private static let isUsed = """
    EXISTS (
      SELECT FROM (
        SELECT oid, 'pg_class'::regclass AS catalogue FROM pg_class WHERE relnamespace = 'public'::regnamespace
        UNION ALL SELECT oid, 'pg_proc'::regclass FROM pg_proc WHERE pronamespace = 'public'::regnamespace
      ) AS object
      WHERE NOT EXISTS (
        SELECT FROM pg_depend WHERE classid = catalogue AND objid = object.oid AND deptype = 'e'))
    """

  /// The statements before the dump: nobody else migrates or restores meanwhile, the database is empty, and the roles that
  /// the dump names exist, as after the first migration.
  static let before = """
    BEGIN;
    SET LOCAL client_min_messages = warning;
    SET LOCAL client_connection_check_interval = '500ms';
    SET LOCAL statement_timeout = 0;
    DO $$
    BEGIN
      IF NOT \(AdvisoryLock.Database.migration.isTaken.shortened(to: .max)) THEN
        RAISE 'another program is migrating or restoring this database';
      END IF;
      IF \(isUsed) THEN
        RAISE 'the database is not empty';
      END IF;
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'foyer_app') THEN
        CREATE ROLE foyer_app NOLOGIN NOSUPERUSER NOBYPASSRLS;
      END IF;
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'foyer_identity') THEN
        CREATE ROLE foyer_identity NOLOGIN NOSUPERUSER NOBYPASSRLS;
      END IF;
      GRANT foyer_app, foyer_identity TO CURRENT_USER;
    END $$;

    """

  /// The statements after it: every table is compared with the manifest, what was pending is removed, and the transaction ends
  /// well.
  static func after(_ manifest: BackupManifest) -> String {
    let expected = manifest.tables.map { "('\($0.name)', \($0.rows), '\($0.checksum)')" }.joined(separator: ", ")
    let derived = manifest.derived.map { "'\($0)'" }.joined(separator: ", ")
    return """
      SET LOCAL client_min_messages = warning;
      \(checksum)
      DO $$
      DECLARE
        entry record;
        forced boolean;
      BEGIN
        FOR entry IN
          SELECT relname, id, relforcerowsecurity, wanted.rows, wanted.checksum
          FROM (
            SELECT relname, oid::regclass AS id, relforcerowsecurity FROM pg_class
            WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> ALL (ARRAY[\(derived)]::name[])
              AND NOT EXISTS (
                SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
          ) AS restored
          FULL JOIN (VALUES \(expected)) AS wanted (name, rows, checksum) ON wanted.name = relname
        LOOP
          forced := entry.relforcerowsecurity;
          IF entry.relname IS NULL OR entry.rows IS NULL THEN
            RAISE 'the tables are not those of the manifest';
          END IF;
          -- The policy that lets the owner read is made by the next backup.
          IF forced THEN
            EXECUTE format('ALTER TABLE %s NO FORCE ROW LEVEL SECURITY', entry.id);
          END IF;
          IF NOT EXISTS (
            SELECT FROM pg_temp.checksum(entry.id) AS c WHERE (c.rows, c.checksum) = (entry.rows, entry.checksum))
          THEN
            RAISE 'the table % has not come back as it was', entry.relname;
          END IF;
          IF forced THEN
            EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', entry.id);
          END IF;
        END LOOP;
      END $$;
      DROP FUNCTION pg_temp.checksum;
      \(clearPending)
      COMMIT;

      """
  }

  /// Removes what would act once more after a restoration: waiting jobs, whose letters were sent since or are out of date,
  /// and links that were not used when the backup was made, but may have been used or voided since. A backup of an older
  /// schema lacks some of these tables.
  private static let clearPending = """
    DO $$
    DECLARE
      entry record;
    BEGIN
      FOR entry IN
        SELECT to_regclass(name) AS id, condition
        FROM (VALUES
          ('public.jobs', 'state = ''waiting'''), ('public.stay_news', 'event IS NOT NULL'),
          ('public.mail_links', 'true'), ('public.sign_ups', 'true'),
          ('public.half_sign_ins', 'true'), ('public.invitations', 'used_at IS NULL')) AS wanted (name, condition)
        WHERE to_regclass(name) IS NOT NULL
      LOOP
        EXECUTE format('ALTER TABLE %s NO FORCE ROW LEVEL SECURITY', entry.id);
        EXECUTE format('DELETE FROM %s WHERE %s', entry.id, entry.condition);
        EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', entry.id);
      END LOOP;
    END $$;
    """

  /// Whether the database is empty.
  static let emptiness = "SELECT NOT \(isUsed) AS is_empty"
}
