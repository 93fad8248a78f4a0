import Foyer

/// `foyer routes`: the app's table of contents.
enum Routes {
  static let command = Program.Command(
    name: "routes", summary: "print every path and who may ask for it", help: help, run: run)

  private static let help = """
    usage: foyer routes

    Prints a line for each request that the program answers: who may ask, the method, the path.
      open                 anybody
      secret               whoever has the secret in the path
      secretFromElsewhere  the same, also from another site's page
      own                  who is signed in
      named                the same, and members of another household get 404
      operators            operators
    """

  private static func run(_ arguments: [String]) async throws {
    guard arguments.isEmpty else { throw Program.WrongUsage(message: help) }
    for route in App.routes { print(route) }
  }
}
