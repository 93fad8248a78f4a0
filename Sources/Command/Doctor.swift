import Fetch
import Foyer
import Glibc
import Processes

/// `foyer doctor`: checks the installation.
enum Doctor {
  static let command = Program.Command(
    name: "doctor", summary: "check the configuration, the files and the database", help: help, run: run)

  private static let help = """
    usage: foyer doctor [--repair] [--url URL]

    Checks the configuration, the program's files, whether pictures can be converted, what keeps the
    programs that read them from network and files, whether the database can be reached and is up to date, whether
    there is a newer PostgreSQL for the embedded cluster, and the backups of FOYER_BACKUP_DIR: the exit status is 1 if the last one is older than 48 hours. It compares counters and
    what the searches look through with what they are made of; where they differ the exit status is 1, and --repair
    makes them anew.
    With --url it asks a running server instead (its /readyz, say) and checks nothing else: a container's health check.
    """

  private static func run(_ arguments: [String]) async throws {
    switch arguments.count {
    case 0: try await examine(isMending: false)
    case 1 where arguments[0] == "--repair": try await examine(isMending: true)
    case 2 where arguments[0] == "--url": try await ask(arguments[1])
    default: throw Program.WrongUsage(message: help)
    }
  }

  private static func examine(isMending: Bool) async throws {
    let configuration = try Program.configuration()
    print("configuration: good")
    print("mail: \(configuration.sendsMail ? "configured" : "none is sent")")
    print("files: \(try Program.home())")
    let missing = ImageConverter.missingPrograms
    print(
      missing.isEmpty
        ? "pictures: can be converted"
        : "pictures: cannot be uploaded, \(missing.joined(separator: ", ")) missing (install libvips-tools)"
    )
    let unread = TextRecognizer.missingPackages
    print(
      unread.isEmpty
        ? "photographs of recipes: can be read"
        : "photographs of recipes: not read in each language (install \(unread.joined(separator: ", ")))")
    print("decoders: confined by \(Confinement.best.rawValue)")
    if let version = Database.clusterVersion(configuration) { print("cluster: \(version)") }
    let backups = configuration.backups?.state()
    print("backups: \(backups?.text ?? "none each night, FOYER_BACKUP_DIR is not set")")
    var left = 0
    try await Program.withDatabase(isShared: true) { database, home in
      let pending = try await database.pendingMigrations(home: home)
      print("database: reached")
      if pending.isEmpty {
        let jobs = try await database.jobs()
        print("jobs: \(jobs.waiting) waiting, \(jobs.dead) given up in 30 days")
        if let error = jobs.lastError { print("last given up: \(error)") }
      }
      print("login: \(try await database.warning() ?? "an ordinary role")")
      print(
        "migrations: \(pending.isEmpty ? "up to date" : "\(pending.count) pending (\(pending.joined(separator: ", ")))")"
      )
      if pending.isEmpty { left = try await compare(database, isMending: isMending) }
    }
    if left > 0 {
      throw Program.Failed(message: "Counters or searches are wrong: foyer doctor --repair makes them anew.")
    }
    if backups?.isOverdue == true { throw Program.Failed(message: "There is no backup of the last 48 hours.") }
  }

  /// Returns how many kinds of derived data are wrong, afterwards if they were made anew.
  private static func compare(_ database: Database, isMending: Bool) async throws -> Int {
    let found = try await database.differences(isMending: isMending)
    if found.isEmpty { print("counters and searches: as they should be") }
    for entry in found {
      print("\(entry.name): \(entry.count) wrong in \(entry.households) households\(isMending ? ", made anew" : "")")
    }
    return isMending && !found.isEmpty ? try await database.differences(isMending: false).count : found.count
  }

  private static func ask(_ url: String) async throws {
    let here = [
      Network(address: [127, 0, 0, 0], prefix: 8),
      Network(address: [UInt8](repeating: 0, count: 15) + [1], prefix: 128),
    ]
    do {
      let response = try await Fetcher(allowed: here).get(
        url, limits: Fetcher.Limits(time: .seconds(5), bytes: 1 << 16))
      guard response.status == 200 else { throw Program.Failed(message: "\(url) answers \(response.status).") }
    } catch let failure as Fetcher.Failure {
      throw Program.Failed(message: "\(url) cannot be fetched: \(failure).")
    }
  }
}
