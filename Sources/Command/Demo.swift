import Foyer

/// `foyer demo`: creates demo data.
enum Demo {
  static let command = Program.Command(
    name: "demo", summary: "fill the database with a household that shows every feature", help: help, run: run)

  private static let help = """
    usage: foyer demo [--language LANGUAGE] [--password PASSWORD]

    Makes the household of \(Foyer.Demo.email), with items, recipes, pictures and a second member, and seven hosts with
    listings and requests, each in a household of its own. Its texts are in LANGUAGE: \(Foyer.Demo.languages.joined(separator: ", ")), or what
    the environment says (LC_ALL, LC_MESSAGES, LANG), else English. All have the same password: the one that is given, or
    one that is made up and printed once. What is there already is left as it is. The embedded database must not be in
    use by a running server.
    """

  private static func run(_ arguments: [String]) async throws {
    var options: [String: String] = [:]
    var rest = arguments[...]
    while let name = rest.popFirst() {
      guard ["--language", "--password"].contains(name), options[name] == nil, let value = rest.popFirst() else {
        throw Program.WrongUsage(message: help)
      }
      options[name] = value
    }
    let language = options["--language"] ?? languageOfEnvironment()
    guard Foyer.Demo.languages.contains(language) else { throw Program.WrongUsage(message: help) }
    let password = options["--password"] ?? Foyer.Demo.makePassword()
    try await Program.withDatabase { database, home in
      _ = try await database.migrate(home: home)
      _ = try await database.loadCookbook(home: home)
      let made = try await Foyer.Demo(database: database, home: home, language: language).fill(password: password)
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
      if options["--password"] == nil {
        print(
          "Sign in as \(Foyer.Demo.email) (or any host, as joe.hamilton@example.org) with the password\n  \(password)")
        print("It is not shown again.")
      } else {
        print("Sign in as \(Foyer.Demo.email), or as any host, as joe.hamilton@example.org.")
      }
      if let invitation = made.invitation { print("An invitation into the household: /invitations/\(invitation)") }
    }
  }

  /// `fr` of `fr_FR.UTF-8`, by the first variable that is set, as in POSIX (Base Definitions, 8.2); English if there
  /// are no demo texts in that language.
  private static func languageOfEnvironment() -> String {
    let environment = Program.environment()
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
    let language = String((set ?? "").prefix { $0 != "_" && $0 != "." && $0 != "@" })
    return Foyer.Demo.languages.contains(language) ? language : "en"
  }
}
