import Crypto
import EventLoop
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// What holds in the database, whatever the program does.
  @Suite struct Tenancy {
    /// Tables that know people across households, and the household itself: what guards each is said in the migration.
    private static let global: Set = [
      "account_events", "accounts", "answered_challenges", "half_sign_ins", "households", "invitations", "jobs",
      "mail_links", "openid_identities", "passkeys", "push_devices", "rate_limits", "schema_migrations",
      "server_settings", "sessions",
      "sign_ups",
      "signing_keys",
    ]

    /// A request to stay belongs to the household that asks, and refers to the listing of the one that is asked;
    /// the word after it is for one of both; a feed and a token of a program are found before it is known whose it is.
    private static let acrossHouseholds = [
      "stay_requests_listing", "stay_references_host", "feeds_token_hash_key",
      "access_tokens_token_hash_key",
    ]

    @Test func `Every table is guarded by row level security, also from its owner`() async throws {
      let app = try await TestApp.shared()
      let open: [String] = try app.rows(
        """
        SELECT relname::text AS text FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'f', 'm')
          AND NOT (relrowsecurity AND relforcerowsecurity)
        """
      ).map { try $0["text"] }
      #expect(open == ["schema_migrations"])
      let reachable = try app.number(
        "SELECT (has_table_privilege('foyer_app', 'schema_migrations', 'SELECT') OR has_table_privilege('foyer_identity', 'schema_migrations', 'INSERT, UPDATE, DELETE'))::int AS n"
      )
      #expect(reachable == 0)
    }

    @Test func `The program's login is no superuser, owns nothing, and row level security holds it`() async throws {
      let app = try await TestApp.shared()
      let session = try Session(Target(url: app.databaseURL), deadline: .now() + .seconds(120))
      let row = try session.run(
        """
        SELECT rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb OR rolreplication AS is_mighty,
          (SELECT count(*) FROM pg_class WHERE pg_has_role(current_user, relowner, 'MEMBER')) AS owned,
          pg_has_role(current_user, (SELECT datdba FROM pg_database WHERE datname = current_database()), 'MEMBER') AS is_owner
        FROM pg_roles WHERE rolname = current_user
        """)[0]
      #expect(try row["is_mighty"] == false)
      #expect(try row["owned"] == 0)
      #expect(try row["is_owner"] == false)
      // Nor is the owner, who has migrated it all, more than that.
      let mighty = try app.number(
        """
        SELECT count(*) AS n FROM pg_roles
        WHERE (rolsuper OR rolbypassrls) AND oid IN (
          SELECT relowner FROM pg_class WHERE relnamespace = 'public'::regnamespace
          UNION SELECT proowner FROM pg_proc WHERE pronamespace = 'public'::regnamespace
            AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
          UNION SELECT datdba FROM pg_database WHERE datname = current_database())
        """)
      #expect(mighty == 0)
    }

    @Test func `Keys and references of a household's tables begin with the household`() async throws {
      let app = try await TestApp.shared()
      let tables: [String] = try app.rows(
        "SELECT relname::text AS text FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')"
      ).map { try $0["text"] }
      #expect(Self.global.isSubset(of: tables))
      for table in Set(tables).subtracting(Self.global) {
        #expect(
          try app.number(
            """
            SELECT count(*) AS n FROM pg_attribute
            WHERE attrelid = \(table)::regclass AND attname = 'household_id' AND attnotnull
            """) == 1, "\(table) has no household_id")
        let loose: [String] = try app.rows(
          """
          SELECT c.conname::text AS text FROM pg_constraint c
          JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
          WHERE c.conrelid = \(table)::regclass AND c.contype IN ('p', 'u', 'f', 'x') AND a.attname <> 'household_id'
            AND c.conname <> ALL (\(Self.acrossHouseholds)::text[])
          """
        ).map { try $0["text"] }
        #expect(loose == [], "\(table)")
        let indexes: [String] = try app.rows(
          """
          SELECT i.indexrelid::regclass::text AS text FROM pg_index i
          LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
          WHERE i.indrelid = \(table)::regclass AND i.indisunique AND a.attname IS DISTINCT FROM 'household_id'
            AND i.indexrelid::regclass::text <> ALL (\(Self.acrossHouseholds)::text[])
          """
        ).map { try $0["text"] }
        #expect(indexes == [], "\(table)")
        #expect(
          try app.number(
            """
            SELECT count(*) AS n FROM pg_policy
            WHERE polrelid = \(table)::regclass AND 'foyer_app'::regrole = ANY (polroles)
              AND pg_get_expr(polqual, polrelid) LIKE '%household_id = %foyer.household%'
            """) == 1, "\(table) has no policy for foyer_app")
      }
      // A view would see through the policies of its owner.
      #expect(
        try app.number(
          """
          SELECT count(*) AS n FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('v', 'm')
            AND NOT coalesce('security_invoker=true' = ANY (reloptions), false)
          """) == 0)
      #expect(
        try app.number(
          "SELECT count(*) AS n FROM pg_roles WHERE rolname IN ('foyer_app', 'foyer_identity') AND (rolsuper OR rolbypassrls OR rolcanlogin)"
        ) == 0)
      // Nor may a function lend its owner's rights.
      #expect(
        try app.number(
          """
          SELECT count(*) AS n FROM pg_proc p WHERE pronamespace = 'public'::regnamespace AND prosecdef
          """) == 0)
    }

    @Test func `Without a household, no row is seen, and none can be written`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      try await member.add("Hidden")
      let session = try Session(Target(url: app.databaseURL), deadline: .now() + .seconds(120))
      try session.run("SET ROLE foyer_app")
      for household in [nil, "", "00000000-0000-0000-0000-000000000000"] {
        if let household { try session.run("SELECT set_config('foyer.household', \(household), false)") }
        #expect(try session.run("SELECT FROM items").count == 0)
        #expect(try session.run("SELECT FROM households").count == 0)
        #expect(try session.run("SELECT FROM people").count == 0)
        #expect(try session.run("SELECT household_id FROM accounts").count == 0)
        #expect(try session.run("SELECT FROM sessions").count == 0)
        #expect(try session.run("UPDATE items SET title = 'x'").affected == 0)
        #expect(try session.run("DELETE FROM items").affected == 0)
        #expect(throws: PostgresError.self) {
          try session.run(
            "INSERT INTO items (household_id, id, title) VALUES (\(member.household), \(UUID.v7()), 'planted')")
        }
      }
      // With a household, only its own rows, and nothing can be moved into another.
      let other = try await app.member()
      try session.run("SELECT set_config('foyer.household', \(other.household), false)")
      #expect(try session.run("SELECT FROM households").count == 1)
      #expect(try session.run("SELECT FROM items").count == 0)
      try session.run("INSERT INTO items (id, title) VALUES (\(UUID.v7()), 'own')")
      #expect(throws: PostgresError.self) {
        try session.run("UPDATE items SET household_id = \(member.household)")
      }
    }

    @Test(
      arguments: [
        "SELECT password FROM accounts", "SELECT * FROM accounts", "SELECT accounts FROM accounts",
        "UPDATE accounts SET email = 'x'", "DELETE FROM accounts", "SELECT FROM rate_limits",
        "SELECT FROM signing_keys", "SELECT FROM schema_migrations",
        "INSERT INTO households (id, name) VALUES (gen_random_uuid(), 'x')", "DROP TABLE items",
        "SELECT * FROM pg_authid", "SELECT FROM jobs", "DELETE FROM jobs", "SELECT FROM mail_links",
        "SELECT FROM sign_ups", "SELECT FROM server_settings", "UPDATE server_settings SET registration_open = false",
        "UPDATE household_storage SET quota = 1",
        "INSERT INTO household_storage (household_id, quota) VALUES (gen_random_uuid(), 1)",
        "UPDATE accounts SET is_admin = true", "DELETE FROM household_storage", "SELECT secret FROM second_factors",
        "DELETE FROM second_factors", "SELECT code_hash FROM recovery_codes", "DELETE FROM recovery_codes",
        "SELECT FROM half_sign_ins",
        "INSERT INTO jobs (id, kind, payload) VALUES (gen_random_uuid(), 'password_reset', '{}')",
        """
        INSERT INTO jobs (id, kind, payload)
        VALUES (gen_random_uuid(), 'invitation', jsonb_build_object('household', gen_random_uuid()))
        """,
      ] as [SQL])
    func `The app's role may not do what only others may`(statement: SQL) async throws {
      let app = try await TestApp.shared()
      let session = try Session(Target(url: app.databaseURL), deadline: .now() + .seconds(120))
      try session.run("SET ROLE foyer_app")
      do {
        try session.run(statement)
        Issue.record("it may")
      } catch PostgresError.server(let error) {
        #expect(error.sqlState == "42501")
      }
    }

    @Test(
      arguments: [
        "SELECT name FROM recipes", "SELECT * FROM recipes", "SELECT id FROM recipes", "SELECT recipes FROM recipes",
        "DELETE FROM recipes", "UPDATE server_settings SET is_only = true", "DELETE FROM server_settings",
      ] as [SQL])
    func `Who counts households sees nothing in them`(statement: SQL) async throws {
      let app = try await TestApp.shared()
      let session = try Session(Target(url: app.databaseURL), deadline: .now() + .seconds(120))
      try session.run("SET ROLE foyer_identity")
      do {
        try session.run(statement)
        Issue.record("it may")
      } catch PostgresError.server(let error) {
        #expect(error.sqlState == "42501")
      }
    }

    @Test func `One connection, two households in turn, errors in between: nothing leaks`() async throws {
      let app = try await TestApp.shared()
      let members = [try await app.member(), try await app.member()]
      var sessions: [(hash: [UInt8], household: UUID)] = []
      for member in members {
        try await member.add("Of \(member.household)")
        let text = try #require(await member.browser.cookies["foyer"])
        sessions.append((sha256(try #require(Base64URL.decode(text))), member.household))
      }
      let (url, known) = (app.databaseURL, sessions)
      let loop = EventLoop(label: "tenancy")
      await loop.start()
      let wrong = try await loop.run { loop in
        let pool = Pool(configuration: PoolConfiguration(url: url, connections: 1), poller: loop.poller)
        var wrong: [String] = []
        for turn in 0..<1_000 {
          let session = known[turn % 2]
          let open = SessionQueries.open(turn % 7 == 6 ? [UInt8](repeating: 1, count: 32) : session.hash, .en)
          switch turn % 4 {
          case 3:
            let outcome = try await pool.attempt([open, "SELECT 1 / (SELECT count(*) * 0 FROM households)"])
            if turn % 7 != 6, outcome.error == nil { wrong.append("turn \(turn): no error") }
          default:
            let rows = try await pool.execute([open, "SELECT household_id FROM items"])[1]
            let seen = try rows.map { row -> UUID in try row["household_id"] }
            let expected = turn % 7 == 6 ? [] : [session.household]
            if seen != expected { wrong.append("turn \(turn): \(seen)") }
          }
          if turn % 10 == 0 {
            // The role is reset.
            let row = try await pool.execute([
              "SELECT current_user::text AS role, coalesce(current_setting('foyer.household', true), '') AS household"
            ])[0][0]
            let (role, household): (String, String) = (try row["role"], try row["household"])
            if role != "foyer_program" || household != "" { wrong.append("turn \(turn): still \(role) \(household)") }
          }
        }
        await pool.close()
        return wrong
      }
      await loop.stop()
      #expect(wrong == [])
    }
  }
}
