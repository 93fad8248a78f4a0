import Dispatch
import Foyer
import Glibc
import Synchronization

/// `foyer serve`.
enum Serve {
  static let command = Program.Command(name: "serve", summary: "serve until SIGTERM", help: help, run: run)

  private static let help = """
    usage: foyer serve

    Starts the embedded database unless DATABASE_URL names another, brings the schema up to date, and serves.
    SIGTERM or SIGINT: finishes what runs, at most 10 seconds, and ends. SIGHUP: reads the TLS certificate anew.
    """

  private static func run(_ arguments: [String]) async throws {
    guard arguments.isEmpty else { throw Program.WrongUsage(message: help) }
    let signals = Signals()
    let (ends, hangUps) = (signals.ends, signals.hangUps)
    let configuration = try Program.configuration()
    let home = try Program.home()
    let log = Log(format: configuration.logFormat)
    let start = Task { try await Running(configuration, home: home, log: log) }
    // A start can take long: migrations of an upgrade, PostgreSQL's recovery.
    let end = Task {
      for await _ in ends { break }
      start.cancel()
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
    let revision = Task {
      let count = await running.database.reviseRecipes(log)
      if count > 0 { log.note("recipes_revised", ["recipes": "\(count)"]) }
    }
    await end.value
    log.note("stopping")
    reloads.cancel()
    await running.app.stop()
    revision.cancel()
    await revision.value
    watch.cancel()
    await watch.value
    try await running.database.close()
    withExtendedLifetime(signals) {}
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
    database = try await Database.open(configuration)
    do {
      if let warning = try await database.warning() { log.warn("database_role", ["problem": warning]) }
      for name in try await database.migrate(home: home) { log.note("migrated", ["migration": name]) }
      try Task.checkCancellation()
      if let count = try await database.loadCookbook(home: home) {
        log.note("cookbook_loaded", ["recipes": "\(count)"])
      }
      try Task.checkCancellation()
      app = try App(configuration: configuration, databaseURL: database.url, home: home, log: log)
      try await app.start()
    } catch {
      try? await database.close()
      throw error
    }
    for address in app.addresses {
      log.note("serving", ["url": "\(configuration.tls == nil ? "http" : "https")://\(address)"])
    }
  }
}

/// The signals that the program handles. The handler writes each into a pipe, so that none is lost before it is read:
/// Dispatch loses an ignored signal until its source is registered.
private struct Signals {
  /// SIGTERM and SIGINT.
  let ends: AsyncStream<Void>
  /// SIGHUP.
  let hangUps: AsyncStream<Void>
  private let source: any DispatchSourceRead

  /// The end of the pipe that the handler writes to.
  private static let writer = Atomic<Int32>(-1)

  init() {
    let (ends, end) = AsyncStream<Void>.makeStream()
    let (hangUps, hangUp) = AsyncStream<Void>.makeStream()
    (self.ends, self.hangUps) = (ends, hangUps)
    var descriptors: [Int32] = [-1, -1]
    pipe(&descriptors)
    for descriptor in descriptors {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }
    let reader = descriptors[0]
    Self.writer.store(descriptors[1], ordering: .relaxed)
    source = DispatchSource.makeReadSource(fileDescriptor: reader, queue: .global())
    source.setEventHandler {
      var number: UInt8 = 0
      while read(reader, &number, 1) == 1 {
        if Int32(number) == SIGHUP { hangUp.yield() } else { end.yield() }
      }
    }
    source.activate()
    for number in [SIGTERM, SIGINT, SIGHUP] {
      signal(number) { number in
        let error = errno
        var byte = UInt8(truncatingIfNeeded: number)
        write(Signals.writer.load(ordering: .relaxed), &byte, 1)
        errno = error
      }
    }
  }
}
