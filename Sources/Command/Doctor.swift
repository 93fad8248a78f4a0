import Fetch
import Foyer
import Glibc
import Processes

/// `foyer doctor`: checks the installation.
enum Doctor {
  static let command = Program.Command(
    name: "doctor", summary: "check the configuration, the files and the database", help: help, run: run)

  private static let help = """
    usage: foyer doctor [--url URL]

    Checks the configuration, the program's files, whether pictures can be converted, what keeps the
    programs that read them from network and files, and whether the database can be reached and is up to date.
    With --url it asks a running server instead (its /readyz, say) and checks nothing else: a container's health check.
    """

  private static func run(_ arguments: [String]) async throws {
    switch arguments.count {
    case 0: try await examine()
    case 2 where arguments[0] == "--url": try await ask(arguments[1])
    default: throw Program.WrongUsage(message: help)
    }
  }

  private static func examine() async throws {
    _ = try Program.configuration()
    print("configuration: good")
    print("files: \(try Program.home())")
    let missing = ImageConverter.missingPrograms
    print(
      missing.isEmpty
        ? "pictures: can be converted"
        : "pictures: cannot be uploaded, \(missing.joined(separator: ", ")) missing (install libvips-tools)"
    )
    print("decoders: confined by \(Confinement.best.rawValue)")
    try await Program.withDatabase { database, home in
      let pending = try await database.pendingMigrations(home: home)
      print("database: reached")
      print("login: \(try await database.warning() ?? "an ordinary role")")
      print(
        "migrations: \(pending.isEmpty ? "up to date" : "\(pending.count) pending (\(pending.joined(separator: ", ")))")"
      )
    }
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
