import Foyer

/// `foyer household`: what each household stores, and how much it may.
enum Households {
  static let command = Program.Command(
    name: "household", summary: "list the households, set how much one may store, take one out or in", help: help,
    run: run)

  private static let help = """
    usage: foyer household list [--json]
           foyer household quota HOUSEHOLD-ID SIZE
           foyer household quota HOUSEHOLD-ID none
           foyer household export HOUSEHOLD-ID FILE
           foyer household import FILE [--into HOUSEHOLD-ID]

    The list has a line for each household, with tabs between its id, name, members, to-dos, recipes, bytes of images and
    its own quota; with --json an object, whose quota is a number of bytes, or null. A quota limits the bytes of images:
    SIZE is a number and M, G or T (500M). With “none” the household has that of FOYER_HOUSEHOLD_QUOTA again. It may run
    beside a server.

    An export writes everything that a household has into a zip archive, which docs/archive.md describes: FILE must not
    exist. An import reads one into a new household, or into one that is there: what that has already stays as it is, so
    that reading the same archive again changes nothing. A damaged archive is refused, and nothing of it is read.
    """

  private static func run(_ arguments: [String]) async throws {
    switch (arguments.first, arguments.count) {
    case ("list", _) where ["", "--json"].contains(arguments.dropFirst().joined(separator: " ")):
      try await Program.withAccounts { database in
        let isJSON = arguments.count == 2
        for household in try await Quotas(database: database).list() { print(isJSON ? household.json : household.text) }
      }
    case ("quota", 3):
      let size = ByteSize(arguments[2])
      guard size != nil || arguments[2] == "none" else {
        throw Program.Failed(message: "A quota is \(ByteSize.expected), or none.")
      }
      try await Program.withAccounts { try await Quotas(database: $0).set(arguments[1], to: size) }
    case ("export", 3) where !arguments[2].hasPrefix("-"):
      try await Program.withAccounts {
        print(try await Archives(database: $0, version: Program.version).export(arguments[1], to: arguments[2]))
      }
    case ("import", 2) where !arguments[1].hasPrefix("-"), ("import", 4) where arguments[2] == "--into":
      try await Program.withAccounts {
        print(
          try await Archives(database: $0, version: Program.version)
            .import(arguments[1], into: arguments.count == 4 ? arguments[3] : nil))
      }
    default: throw Program.WrongUsage(message: help)
    }
  }
}

extension Program {
  /// Opens the database for a command about accounts or households, which may be that of a running server.
  static func withAccounts(_ body: (Database) async throws -> Void) async throws {
    try await withDatabase(isShared: true) { database, home in
      if database.isOfRunningServer {
        guard try await database.pendingMigrations(home: home).isEmpty else {
          throw Failed(message: "The running server is of another version: start it anew first.")
        }
      } else {
        _ = try await database.migrate(home: home)
      }
      try await body(database)
    }
  }
}
