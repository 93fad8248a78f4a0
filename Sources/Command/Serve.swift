import Dispatch
import Foyer
import Glibc

/// `foyer serve`: the program's life.
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
    let configuration = try Program.configuration()
    let home = try Program.home()
    let log = Log(format: configuration.logFormat)
    let database = try await Database.open(configuration)
    do {
      for name in try await database.migrate(home: home) { log.note("migrated", ["migration": name]) }
      if let count = try await database.loadCookbook(home: home) {
        log.note("cookbook_loaded", ["recipes": "\(count)"])
      }
      let app = try App(configuration: configuration, databaseURL: database.url, home: home, log: log)
      try await app.start()
      for address in app.addresses {
        log.note("serving", ["url": "\(configuration.tls == nil ? "http" : "https")://\(address)"])
      }
      let watch = Task { await database.watch(log) }
      for await signal in signals.stream {
        if signal != SIGHUP { break }
        await app.reloadCertificate()
      }
      log.note("stopping")
      await app.stop()
      watch.cancel()
      await watch.value
    } catch {
      try? await database.close()
      throw error
    }
    try await database.close()
  }
}

/// The signals that the program acts on, in the order they come.
private struct Signals {
  let stream: AsyncStream<Int32>
  private let sources: [any DispatchSourceSignal]

  init() {
    let (stream, continuation) = AsyncStream<Int32>.makeStream()
    self.stream = stream
    sources = [SIGTERM, SIGINT, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { continuation.yield(number) }
      source.activate()
      return source
    }
  }
}
