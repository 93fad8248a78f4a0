import Foyer

/// `foyer upgrade-cluster`.
enum UpgradeCluster {
  static let command = Program.Command(
    name: "upgrade-cluster", summary: "move the embedded database to a newer PostgreSQL", help: help, run: run)

  private static let help = """
    usage: foyer upgrade-cluster

    Moves the embedded cluster to the newest major version of PostgreSQL on this machine, or to that of FOYER_POSTGRES_BIN,
    with pg_upgrade: the programs of both versions have to be installed, and no server may run on it. The data is copied, so that there must be room for
    it twice. The old cluster stays beside the new one, as postgres.15 in FOYER_DATA, until you delete it. If something
    fails, nothing has changed. Make a backup before.
    """

  private static func run(_ arguments: [String]) async throws {
    guard arguments.isEmpty else { throw Program.WrongUsage(message: help) }
    let (version, kept) = try await Database.upgradeCluster(try Program.configuration())
    print("The database is now of PostgreSQL \(version). The old one is kept in \(kept): delete it once all is well.")
  }
}
