import Foyer

/// `foyer backup`.
enum Backups {
  static let command = Program.Command(
    name: "backup", summary: "write all data into a file, also while the server runs", help: help, run: run)

  private static let help = """
    usage: foyer backup FILE
           foyer backup --nightly

    Writes one file with the data of every household, as they are at one moment, and everything that `foyer restore`
    needs. FILE must not exist; it is there once it is complete. It needs the rights of the tables' owner, whose
    DATABASE_URL is another than the server's where that owns nothing. With --nightly it does until SIGTERM what
    `foyer serve` does by itself as the owner: one each night in FOYER_BACKUP_DIR, of which 7 daily, 4 weekly and 12
    monthly ones are kept.
    """

  private static func run(_ arguments: [String]) async throws {
    if arguments == ["--nightly"] { return try await everyNight() }
    guard arguments.count == 1, let file = arguments.first, !file.hasPrefix("-") else {
      throw Program.WrongUsage(message: help)
    }
    try await Program.withDatabase(isShared: true) { database, _ in
      let manifest = try await database.backUp(to: file, version: Program.version)
      print(
        "\(file): \(manifest.tables.count + manifest.derived.count) tables, \(manifest.rows) rows, \(manifest.bytes) bytes"
      )
    }
  }

  private static func everyNight() async throws {
    let configuration = try Program.configuration()
    guard let folder = configuration.backups else {
      throw Program.Failed(message: "FOYER_BACKUP_DIR is not set: it names the folder of the backups.")
    }
    let log = Log(format: configuration.logFormat)
    let signals = Signals()
    try await Program.withDatabase(isShared: true) { database, _ in
      let backups = Task { await database.backUpNightly(into: folder, version: Program.version, log) }
      for await _ in signals.ends { break }
      log.note("stopping")
      backups.cancel()
      await backups.value
    }
    withExtendedLifetime(signals) {}
  }
}

/// `foyer restore`.
enum Restore {
  static let command = Program.Command(
    name: "restore", summary: "fill an empty database from a backup", help: help, run: run)

  private static let help = """
    usage: foyer restore FILE

    Restores a file that `foyer backup` has made, of this version or an earlier one, into a database that is empty: the
    embedded one in a new FOYER_DATA, or a new one that DATABASE_URL leads to, as the owner of its tables. All of it is
    compared with what was backed up, or nothing of it stays. Waiting letters and open links are then deleted. Restore
    your own backups alone: a file that somebody else has made may contain any statement.
    """

  private static func run(_ arguments: [String]) async throws {
    guard arguments.count == 1, let file = arguments.first, !file.hasPrefix("-") else {
      throw Program.WrongUsage(message: help)
    }
    try await Program.withDatabase { database, home in
      let (manifest, applied) = try await database.restore(file, home: home, version: Program.version)
      print(
        "restored \(manifest.tables.count + manifest.derived.count) tables, \(manifest.rows) rows, as of \(manifest.made)"
      )
      for name in applied { print("applied \(name)") }
    }
  }
}
