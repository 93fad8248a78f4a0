import Foyer

/// `foyer migrate`: what `serve` does first, alone.
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
      if let count = try await database.loadCookbook(home: home) { print("loaded \(count) starter recipes") }
      print(applied.isEmpty ? "Nothing to do." : applied.map { "applied \($0)" }.joined(separator: "\n"))
    }
  }
}

extension Program {
  /// Opens the database for the time of one command.
  static func withDatabase(_ body: (Database, _ home: String) async throws -> Void) async throws {
    let database = try await Database.open(try configuration())
    do {
      try await body(database, try home())
    } catch {
      try? await database.close()
      throw error
    }
    try await database.close()
  }
}
