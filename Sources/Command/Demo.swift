import Foyer

/// `foyer demo`: something to look at.
enum Demo {
  static let command = Program.Command(
    name: "demo", summary: "fill the database with a household that shows every feature", help: help, run: run)

  private static let help = """
    usage: foyer demo [--password PASSWORD]

    Makes the household of \(Foyer.Demo.email), with items, recipes, pictures and a second member, and seven hosts with
    listings and requests, each in a household of its own. All have the same password: the one that is given, or one that is
    made up and printed once. What is there already is left as it is. The embedded database must not be in use by a
    running server.
    """

  private static func run(_ arguments: [String]) async throws {
    let password: String
    switch (arguments.first, arguments.count) {
    case (nil, _): password = Foyer.Demo.makePassword()
    case ("--password", 2): password = arguments[1]
    default: throw Program.WrongUsage(message: help)
    }
    try await Program.withDatabase { database, home in
      _ = try await database.migrate(home: home)
      _ = try await database.loadCookbook(home: home)
      let made = try await Foyer.Demo(database: database, home: home).fill(password: password)
      guard !made.households.isEmpty else {
        print(
          """
          The demonstration is there already; nothing was made.
          For another password: foyer user password \(Foyer.Demo.email)
          """)
        return
      }
      print("Made \(made.households.count) households: \(made.households.joined(separator: ", ")).")
      if made.items > 0 { print("Anna & Ben have \(made.items) items, recipes, a listing and requests.") }
      if arguments.isEmpty {
        print(
          "Sign in as \(Foyer.Demo.email) (or any host, as joe.hamilton@example.org) with the password\n  \(password)")
        print("It is not shown again.")
      } else {
        print("Sign in as \(Foyer.Demo.email), or as any host, as joe.hamilton@example.org.")
      }
      if let invitation = made.invitation { print("An invitation into the household: /invitations/\(invitation)") }
    }
  }
}
