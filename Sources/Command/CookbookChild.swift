import EventLoop
import Foyer
import Glibc
import Processes

/// This program as the child that loads the starter cookbook. To read recipes it makes tables of words, megabytes that a
/// server without work on recipes does not need: they end with the child.
enum CookbookChild {
  /// The argument in the place of a command's name; not for people.
  private static let name = "--load-cookbook"

  static var isAskedFor: Bool { CommandLine.arguments.dropFirst() == [name] }

  /// The child: as `foyer migrate`, on the database of the program that has started it. Prints the number of recipes if it
  /// has loaded them.
  static func run() async -> Never {
    do {
      try await Program.withDatabase(isShared: true) { database, home in
        if let count = try await database.loadCookbook(home: home) { print(count) }
      }
      exit(0)
    } catch {
      Program.complain("\(error)")
      exit(1)
    }
  }

  /// Has a child load the cookbook into the database of this program's settings, which must be running; returns how many
  /// recipes it has, or nil if they were loaded already or the database can only be read.
  static func load() async throws -> Int? {
    let environment = Program.environment().map { "\($0)=\($1)" }
    let child = try await blocking {
      try ChildProcess.run(["/proc/self/exe", name], in: ".", environment: environment)
    }
    guard child.status == 0 else { throw Program.Failed(message: "The starter cookbook was not loaded: \(child.text)") }
    return Int(String(decoding: child.output, as: UTF8.self).filter(\.isNumber))
  }
}
