import Foyer
import Glibc

/// `foyer user`: accounts on the command line.
enum Users {
  static let command = Program.Command(
    name: "user", summary: "add an account, set a password, list the accounts", help: help, run: run)

  private static let help = """
    usage: foyer user add NAME E-MAIL
           foyer user password E-MAIL
           foyer user list

    The password is read from the first line of standard input. A new account has a household of its own. A new
    password ends every session of its account. The embedded database must not be in use by a running server.
    """

  private static func run(_ arguments: [String]) async throws {
    try await Program.withDatabase { database, home in
      _ = try await database.migrate(home: home)
      let users = Foyer.Users(database: database, sendsMail: try Program.configuration().sendsMail)
      switch (arguments.first, arguments.count) {
      case ("add", 3): try await users.add(name: arguments[1], email: arguments[2], password: try password())
      case ("password", 2): try await users.setPassword(email: arguments[1], password: try password())
      case ("list", 1): for user in try await users.list() { print("\(user.created)\t\(user.email)\t\(user.name)") }
      default: throw Program.WrongUsage(message: help)
      }
    }
  }

  private static func password() throws -> String {
    if isatty(STDIN_FILENO) != 0 { Program.complain("Password:") }
    guard let line = readLine(strippingNewline: true) else {
      throw Program.Failed(message: "There is no password on standard input.")
    }
    return line
  }
}
