import EventLoop
import Processes
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// Migration 0048 on a database of the schema before it.
  @Suite struct ClockMigration {
    @Test func `A household on UTC takes its first person's clock, and one that was chosen stays`() async throws {
      let names: [String] = try await TestApp.shared().rows("SELECT name FROM schema_migrations ORDER BY version")
        .map { try $0["name"] }
      let (cluster, name, folder) = (TestCluster.cluster, "clocks", "\(scratch)/migrations-before-clock")
      try await cluster.createDatabase(name)
      #expect(try ChildProcess.run(["mkdir", folder]).status == 0)
      for file in names.prefix(while: { !$0.hasSuffix("_household_clock.sql") }) {
        #expect(try ChildProcess.run(["cp", "\(packageRoot)/migrations/\(file)", folder]).status == 0)
      }
      let migrator = Migrator(url: cluster.url(database: name, as: .owner))
      _ = try await migrator.migrate(directory: folder)
      let session = try Session(
        Target(url: cluster.url(database: name, as: .superuser)), deadline: .now() + .seconds(120))
      for (household, zone, people) in [
        ("Unchosen", "UTC", ["America/New_York", "Asia/Seoul"]), ("Chosen", "Europe/Paris", ["Asia/Seoul"]),
        ("Same", "Asia/Tokyo", ["Asia/Tokyo"]), ("On UTC", "UTC", ["UTC", "Asia/Seoul"]),
      ] {
        let id = UUID.v7()
        try session.run("INSERT INTO households (id, name, time_zone) VALUES (\(id), \(household), \(zone))")
        for (number, clock) in people.enumerated() {
          try session.run(
            """
            INSERT INTO people (household_id, id, name, time_zone, created_at)
            VALUES (\(id), gen_random_uuid(), 'Ada', \(clock), now() + \(number)::int * interval '1 hour')
            """)
        }
      }
      _ = try await migrator.migrate(directory: "\(packageRoot)/migrations")
      let rows: [String] = try session.run(
        "SELECT name || ' ' || time_zone || CASE WHEN zone_chosen THEN ', chosen' ELSE '' END AS row FROM households WHERE name ~ '^(Un|Ch|Sa|On)' ORDER BY name"
      ).map { try $0["row"] }
      #expect(rows == ["Chosen Europe/Paris, chosen", "On UTC UTC", "Same Asia/Tokyo", "Unchosen America/New_York"])
      try await cluster.dropDatabase(name)
    }
  }
}
