import Foyer
import Glibc

/// The program `foyer` and its commands.
@main
struct Program {
  static let version = App.version

  struct Command: Sendable {
    let name: String
    let summary: String
    let help: String
    let run: @Sendable ([String]) async throws -> Void
  }

  /// Wrong usage: exit status 2.
  struct WrongUsage: Error { let message: String }

  /// The command failed: exit status 1.
  struct Failed: Error { let message: String }

  static let commands = [
    Serve.command, Migrate.command, Backups.command, Restore.command, Doctor.command, Users.command, Households.command,
    UpgradeCluster.command, Distribute.command, Demo.command, MoveInFiles.command, RecipeParse.command,
    RecipeVerdicts.command, Routes.command,
    versionCommand,
  ]

  static func main() async {
    if ImportChild.isAskedFor { ImportChild.run() }
    if CookbookChild.isAskedFor { await CookbookChild.run() }
    FirstProcess.standInIfNeeded()
    var arguments = Array(CommandLine.arguments.dropFirst())
    guard let name = arguments.first, !["-h", "--help", "help"].contains(name) else {
      print(usage)
      exit(arguments.isEmpty ? 2 : 0)
    }
    arguments.removeFirst()
    do {
      guard let command = commands.first(where: { $0.name == name }) else {
        throw WrongUsage(message: "foyer has no command “\(name)”.\n\n\(usage)")
      }
      if arguments.contains("--help") || arguments.contains("-h") {
        print(command.help)
      } else {
        try OpenFiles.check()
        try await command.run(arguments)
      }
      exit(0)
    } catch let error as WrongUsage {
      complain(error.message)
      exit(2)
    } catch let error as Configuration.Problems {
      complain(
        "Foyer cannot start with this configuration:\n" + error.sentences.map { "  · \($0)" }.joined(separator: "\n"))
      exit(1)
    } catch {
      complain((error as? Failed)?.message ?? "\(error)")
      exit(1)
    }
  }

  private static var usage: String {
    let width = commands.map { $0.name.count }.max() ?? 0
    let lines = commands.map { "  \($0.name)\(String(repeating: " ", count: width - $0.name.count))  \($0.summary)" }
    return """
      Foyer keeps a household's to-dos, guests and recipes.

      usage: foyer COMMAND [--help]

      \(lines.joined(separator: "\n"))

      Settings come from the environment; docs/operating.md lists them.
      """
  }

  private static let versionCommand = Command(
    name: "version", summary: "print the version", help: "usage: foyer version\n\nPrints the version and ends."
  ) { _ in print("foyer \(version)") }

  /// The settings, from this process's environment.
  static func configuration() throws -> Configuration { try Configuration(environment: environment()) }

  /// The folder with the program's own files.
  static func home() throws -> String {
    guard let home = Installation.find() else {
      throw Failed(
        message:
          "Public/ and migrations/ are neither in the working directory nor in share/foyer beside the program's folder."
      )
    }
    return home
  }

  static func environment() -> [String: String] {
    guard let file = fopen("/proc/self/environ", "rb") else { return [:] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    var variables: [String: String] = [:]
    for entry in bytes.split(separator: 0) {
      let name = entry.prefix { $0 != UInt8(ascii: "=") }
      variables[String(decoding: name, as: UTF8.self)] = String(
        decoding: entry.dropFirst(name.count + 1), as: UTF8.self)
    }
    return variables
  }

  /// Writes a message to standard error.
  static func complain(_ text: String) {
    "\(text)\n".withCString { _ = write(STDERR_FILENO, $0, strlen($0)) }
  }
}
