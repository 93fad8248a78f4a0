import Cookery
import Foyer
import Glibc

/// `foyer serve`.
enum Serve {
  static let command = Program.Command(name: "serve", summary: "serve until SIGTERM", help: help, run: run)

  private static let help = """
    usage: foyer serve

    Starts the embedded database unless DATABASE_URL names another, brings the schema up to date, and serves.
    SIGTERM: serves on for FOYER_DRAIN while /readyz is 503, finishes what runs, at most 10 seconds, and ends. SIGINT, or
    a second SIGTERM: without FOYER_DRAIN. SIGHUP: reads the TLS certificate anew.
    """

  private static func run(_ arguments: [String]) async throws {
    guard arguments.isEmpty else { throw Program.WrongUsage(message: help) }
    // Before there are other threads.
    App.limitMemory()
    let signals = Signals()
    let (ends, hangUps) = (signals.ends, signals.hangUps)
    let configuration = try Program.configuration()
    let home = try Program.home()
    let log = Log(format: configuration.logFormat)
    let start = Task { try await Running(configuration, home: home, log: log) }
    // A start can take long: migrations of an upgrade, PostgreSQL's recovery.
    let end = Task {
      defer { start.cancel() }
      for await signal in ends { return signal }
      return SIGTERM
    }
    let running: Running
    do {
      running = try await start.value
    } catch {
      guard start.isCancelled else { throw error }
      return log.note("stopped", ["while": "starting"])
    }
    let reloads = Task { for await _ in hangUps { await running.app.reloadCertificate() } }
    let watch = Task { await running.database.watch(log) }
    let revision = Task { await running.database.reviseRecipes(of: running.app, log) }
    let backups = Task {
      guard let folder = configuration.backups else { return }
      await running.database.backUpNightly(into: folder, version: Program.version, log)
    }
    if await end.value == SIGTERM, configuration.drain > .zero {
      log.note("draining")
      await drain(running.app, until: ends)
    }
    log.note("stopping")
    backups.cancel()
    reloads.cancel()
    await running.app.stop()
    revision.cancel()
    await revision.value
    await backups.value
    watch.cancel()
    await watch.value
    try await running.database.close()
    withExtendedLifetime(signals) {}
  }

  /// Serves on for FOYER_DRAIN, or until another signal.
  private static func drain(_ app: App, until ends: AsyncStream<Int32>) async {
    let drain = Task { await app.drain() }
    let another = Task { for await _ in ends { return drain.cancel() } }
    await drain.value
    another.cancel()
  }
}

/// A migrated database, and the app that serves it.
private struct Running {
  let database: Database
  let app: App

  /// Starts both. If that fails or is cancelled, nothing is left running.
  init(_ configuration: Configuration, home: String, log: Log) async throws {
    // Checked before anything is changed: a second program on the same port would otherwise migrate the database first.
    try App.checkPorts(configuration)
    async let assets = Assets(home: home)
    async let foods: Void = FoodTables.load()
    database = try await Database.open(configuration)
    do {
      if let warning = try await database.warning() { log.warn("database_role", ["problem": warning]) }
      for name in try await database.migrate(home: home) { log.note("migrated", ["migration": name]) }
      try Task.checkCancellation()
      if try await !database.hasCookbook(home: home), let count = try await CookbookChild.load() {
        log.note("cookbook_loaded", ["recipes": "\(count)"])
      }
      try Task.checkCancellation()
      app = try App(configuration: configuration, database: database, assets: try await assets, log: log)
      await foods
      try await app.start()
      if (try? await database.hasJobs()) == true { app.resumeJobs() }
    } catch {
      try? await database.close()
      throw error
    }
    for address in app.addresses {
      log.note("serving", ["url": "\(configuration.tls == nil ? "http" : "https")://\(address)"])
    }
  }
}
