import Foyer

/// `foyer migrate`: the migrations that `serve` applies first, alone.
enum Migrate {
  static let command = Program.Command(
    name: "migrate", summary: "bring the database's schema up to date", help: help, run: run)

  private static let help = """
    usage: foyer migrate

    Applies the migrations that the database has not had yet, each in a transaction of its own, and ends.
    """

  private static func run(_ arguments: [String]) async throws {
    guard arguments.isEmpty else { throw Program.WrongUsage(message: help) }
    try await Program.withDatabase { database, home in
      let applied = try await database.migrate(home: home)
      for name in applied { print("applied \(name)") }
      let count = try await database.loadCookbook(home: home)
      if let count { print("loaded \(count) starter recipes") }
      if applied.isEmpty && count == nil { print("Nothing to do.") }
    }
  }
}

extension Program {
  /// Opens the database for one command.
  /// - Parameter isShared: whether the command may work on the embedded cluster of a server that runs.
  static func withDatabase(
    isShared: Bool = false, _ body: (Database, _ home: String) async throws -> Void
  ) async throws {
    let database = try await Database.open(try configuration(), isShared: isShared)
    do {
      try await body(database, try home())
    } catch {
      try? await database.close()
      throw error
    }
    try await database.close()
  }
}
