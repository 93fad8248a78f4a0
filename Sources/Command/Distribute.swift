import Foyer

/// `foyer distribute`.
enum Distribute {
  static let command = Program.Command(
    name: "distribute", summary: "spread the households over the workers of Citus", help: help, run: run)

  private static let help = """
    usage: foyer distribute

    Spreads the tables of households over the workers of a Citus coordinator, by the hash of the household, with the rows
    that are in them; accounts, sessions, stays and jobs stay on the coordinator. In one transaction: all of it is done, or
    nothing. DATABASE_URL must be that of the coordinator's superuser, whose database has the extension citus and every
    migration, and no program may use it meanwhile. The program then finds out by itself that the database is distributed.
    There is no way back but the backup that you make before. docs/scaling.md says what it is for, and what it costs.
    """

  private static func run(_ arguments: [String]) async throws {
    guard arguments.isEmpty else { throw Program.WrongUsage(message: help) }
    guard try Program.configuration().databaseURL != nil else {
      throw Program.Failed(message: "The embedded database has no workers: DATABASE_URL must name a Citus coordinator.")
    }
    try await Program.withDatabase { database, home in
      guard try await database.pendingMigrations(home: home).isEmpty else {
        throw Program.Failed(message: "The database lacks migrations of this program: run `foyer migrate` before.")
      }
      let made = try await database.distribute(home: home)
      print("Distributed \(made.tables) tables over \(made.workers) workers, in \(made.shards) shards each.")
    }
  }
}
