import Foyer
import Glibc

/// `foyer user`: accounts on the command line.
enum Users {
  static let command = Program.Command(
    name: "user", summary: "add accounts, set passwords, mark operators", help: help, run: run)

  private static let help = """
    usage: foyer user add NAME E-MAIL
           foyer user password E-MAIL
           foyer user admin E-MAIL [--off]
           foyer user second-factor E-MAIL --off
           foyer user list [--json]

    The password is read from the first line of standard input. A new account has a household of its own. A new
    password ends every session of its account, and leaves its second factor as it is. “admin” lets an account see
    /admin, the page about the whole server, and with --off no longer. “second-factor” is for somebody who has lost phone
    and recovery codes: make sure who asks. The list has a line for each account; with --json an object. All may run
    beside a server.
    """

  private static func run(_ arguments: [String]) async throws {
    try await Program.withAccounts { database in
      let users = Foyer.Users(database: database, sendsMail: try Program.configuration().sendsMail)
      switch (arguments.first, arguments.count) {
      case ("add", 3): try await users.add(name: arguments[1], email: arguments[2], password: try password())
      case ("password", 2): try await users.setPassword(email: arguments[1], password: try password())
      case ("admin", 2): try await users.setAdmin(email: arguments[1], true)
      case ("admin", 3) where arguments[2] == "--off": try await users.setAdmin(email: arguments[1], false)
      case ("second-factor", 3) where arguments[2] == "--off":
        guard try await users.endSecondFactor(email: arguments[1]) else { print("It was off already."); return }
      case ("list", 1): for user in try await users.list() { print(user.text) }
      case ("list", 2) where arguments[1] == "--json": for user in try await users.list() { print(user.json) }
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
