public import Citus
import Glibc
public import Postgres

/// The program's database: the configured one, or an embedded cluster.
public struct Database: Sendable {
  /// The libpq URL of the program's login, perhaps of a pooler in transaction mode.
  let url: String
  /// The same past any pooler, and how the server there is spoken to.
  let direct: PoolConfiguration
  /// The same database for the login that owns the tables.
  private let ownerURL: String
  private let cluster: EmbeddedCluster?
  private let programs: String?
  /// The rights of the program's login when the database was opened; nil if it was not looked at.
  private var login: ServerFacts?
  /// Whether it is the embedded cluster that another program has started.
  public private(set) var isOfRunningServer = false

  /// Why the database cannot be used: a sentence.
  public struct Unfit: Error, CustomStringConvertible {
    public let description: String
  }

  /// How an event loop reaches it.
  func pool(_ configuration: Configuration) -> PoolConfiguration {
    PoolConfiguration(
      url: url, preparesStatements: configuration.preparesStatements, keepsSession: url == direct.url,
      dialect: direct.dialect)
  }

  /// Starts the embedded cluster, or checks the version, encoding and rights of the configured database before anything
  /// changes.
  /// - Parameter isShared: whether an embedded cluster may be one that another program has started, and goes on to run.
  public static func open(_ configuration: Configuration, isShared: Bool = false) async throws -> Database {
    let programs = configuration.postgresPrograms
    if let url = configuration.databaseURL {
      let direct = configuration.databaseDirectURL ?? url
      let facts = try await ServerFacts.ask(url: direct)
      if let problem = facts.problem { throw Unfit(description: problem) }
      let dialect = facts.isDistributed ? try await Distribution.dialect(url: direct) : nil
      if facts.isDistributed, configuration.databaseReadURL != nil {
        throw Unfit(
          description:
            "The database is distributed: pages cannot be read from a standby, DATABASE_READ_URL must not be set.")
      }
      var database = Database(
        url: url, direct: PoolConfiguration(url: direct, dialect: dialect), ownerURL: direct, cluster: nil,
        programs: programs)
      if url == direct { database.login = facts }
      return database
    }
    // Each event loop's pool, the connection that listens, and the worker of jobs.
    let connections = App.processors * PoolConfiguration(url: "").connections + 1 + JobWorker.connections
    let cluster = EmbeddedCluster(directory: configuration.data, connections: connections, programs: programs)
    if isShared, await cluster.isServedByAnother() {
      var database = Database(
        url: cluster.url, direct: PoolConfiguration(url: cluster.url), ownerURL: cluster.ownerURL, cluster: nil,
        programs: programs)
      database.isOfRunningServer = true
      return database
    }
    try await cluster.start()
    return Database(
      url: cluster.url, direct: PoolConfiguration(url: cluster.url), ownerURL: cluster.ownerURL, cluster: cluster,
      programs: programs)
  }

  /// The embedded cluster's version of PostgreSQL, for the operator; nil with a configured database, or without a cluster.
  public static func clusterVersion(_ configuration: Configuration) -> String? {
    guard configuration.databaseURL == nil,
      let versions = EmbeddedCluster(directory: configuration.data, programs: configuration.postgresPrograms).versions
    else { return nil }
    if !versions.isUpgradable { return "PostgreSQL \(versions.cluster)" }
    return
      "PostgreSQL \(versions.cluster), and \(versions.newest) is installed: foyer upgrade-cluster moves the data to it"
  }

  /// Moves the embedded cluster to the newest PostgreSQL on this machine.
  /// - Returns: its version, and where the old cluster is kept.
  public static func upgradeCluster(_ configuration: Configuration) async throws -> (version: String, kept: String) {
    guard configuration.databaseURL == nil else {
      throw Unfit(description: "There is no embedded cluster: DATABASE_URL names another database.")
    }
    return try await EmbeddedCluster(
      directory: configuration.data, programs: configuration.postgresPrograms
    ).upgrade()
  }

  /// Spreads the tables of households over the workers of Citus.
  /// - Parameter home: the folder that holds migrations/.
  public func distribute(home: String) async throws -> Distributor.Summary {
    try await Distributor(url: ownerURL).distribute(scripts: "\(home)/migrations/citus")
  }

  /// Makes a backup of every household's data in one file, which must not exist yet.
  /// - Parameter version: the program's.
  public func backUp(to file: String, version: String) async throws(BackupError) -> BackupManifest {
    try await Backup(url: ownerURL, program: version, programs: programs).make(file)
  }

  /// Restores a backup into this database, which must be empty, and brings its schema up to date.
  /// - Parameters:
  ///   - home: the folder that holds migrations/.
  ///   - version: the program's.
  /// - Returns: what the backup says of itself, and the names of the migrations that were applied.
  public func restore(
    _ file: String, home: String, version: String
  ) async throws -> (manifest: BackupManifest, applied: [String]) {
    try await Backup(url: ownerURL, program: version, programs: programs)
      .restore(file, migrations: "\(home)/migrations")
  }

  /// A warning about the rights of the login: a sentence, or nil.
  ///
  /// It does not stop the start: each transaction switches to a role without these rights, and an installation that
  /// worked must work after an upgrade.
  public func warning() async throws -> String? {
    let facts = try await currentLogin()
    guard facts.isAboveRowSecurity else { return nil }
    return
      "DATABASE_URL logs in as \(facts.role), a superuser or a role with BYPASSRLS: row level security does not hold "
      + "it. Use an ordinary role; “Your own PostgreSQL” in docs/operating.md has the statements."
  }

  /// Brings the schema up to date; returns the names of the migrations that it applied.
  /// - Parameter home: the folder that holds migrations/.
  public func migrate(home: String) async throws -> [String] {
    let applied = try await Migrator(url: ownerURL, gate: "sessions").migrate(directory: "\(home)/migrations")
    // A migration makes the roles that the login is to be granted.
    let login = applied.isEmpty ? try await currentLogin() : try await ServerFacts.ask(url: url)
    guard login.mayServe else {
      throw Unfit(
        description:
          "DATABASE_URL logs in as \(login.role), which may not serve: GRANT foyer_app, foyer_identity TO \(login.role)"
      )
    }
    return applied
  }

  private func currentLogin() async throws -> ServerFacts {
    if let login { return login }
    return try await ServerFacts.ask(url: url)
  }

  /// Whether `loadCookbook` would change nothing.
  /// - Parameter home: the folder that holds Cookbook/.
  public func hasCookbook(home: String) async throws -> Bool {
    try await StarterCookbook.isLoaded("\(home)/Cookbook", direct)
  }

  /// Whether there is work for jobs without mail and push messages: files of other programs that are still to be moved in,
  /// archives to be made, or webhooks.
  public func hasJobs() async throws -> Bool {
    var batch = Batch()
    let queries = [JobQueries.waiting(.moveIn), JobQueries.waiting(.takeOut), WebhookQueries.areThere()]
    let keys = queries.map { batch.add($0) }
    return try await Commands.run(direct, batch) { results in
      try keys.contains { try results[$0][0]["is_there"] }
    }
  }

  /// Loads the starter cookbook when it has changed; returns how many recipes it has, or nil. A database that can only be
  /// read keeps the one that it has.
  /// - Parameter home: the folder that holds Cookbook/.
  public func loadCookbook(home: String) async throws -> Int? {
    do {
      return try await StarterCookbook.load("\(home)/Cookbook", direct)
    } catch PostgresError.server(let refusal) where refusal.sqlState == "25006" {
      return nil
    }
  }

  /// Analyses recipes again whose `edition` is older than the program's, and retries while the database is away. Runs
  /// beside serving, and again after an hour while there were some: an instance of the older version may write others
  /// until it is upgraded. What comes later is read when a page of the app has met it.
  public func reviseRecipes(of app: App, _ log: Log) async {
    async let reported: Void = RecipeRevision.follow(app.application.unread, direct, log)
    await reviseAll(log)
    await reported
  }

  private func reviseAll(_ log: Log) async {
    while !Task.isCancelled {
      do {
        let count = try await RecipeRevision.run(direct)
        if count == 0 { return }
        log(.info, "recipes_revised", ["rows": "\(count)"])
        try await Task.sleep(for: .seconds(3600))
      } catch is CancellationError {
        return
      } catch {
        log(.warning, "recipes_not_revised", ["error": "\(error)"])
        try? await Task.sleep(for: .seconds(60))
      }
    }
  }

  /// The migrations that `migrate` would apply.
  public func pendingMigrations(home: String) async throws -> [String] {
    try await Migrator(url: ownerURL).pending(directory: "\(home)/migrations")
  }

  /// Monitors the embedded cluster and restarts it when it dies, until the task is cancelled. Returns at once for a
  /// configured database.
  public func watch(_ log: Log) async {
    guard let cluster else { return }
    while (try? await Task.sleep(for: .seconds(1))) != nil {
      do {
        if let reason = try await cluster.revive() { log.note("database_restarted", ["because": reason.rawValue]) }
      } catch {
        // Processes of the dead server may still hold its shared memory: retried a second later.
        log(.error, "database_not_restarted", ["error": "\(error)"])
      }
    }
  }

  /// How many jobs wait, how many were given up in the last 30 days, and what the last of these said.
  public func jobs() async throws -> (waiting: Int, dead: Int, lastError: String?) {
    var batch = Batch()
    let counts = batch.add(JobQueries.counts())
    return try await Commands.run(direct, batch) { results in
      let row = results[counts][0]
      return (try row["waiting"], try row["dead"], try row["last_error"])
    }
  }

  /// Stops the embedded cluster, if it is one.
  public func close() async throws { try await cluster?.stop() }
}

/// Where the program's files are: Public/ and migrations/.
public enum Installation {
  /// The working directory, or else `share/foyer` beside the program's `bin`; nil when neither has them.
  public static func find() -> String? {
    var program = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &program, program.count - 1)
    let path = String(decoding: program.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let bin = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    return [".", "\(bin)/../share/foyer"].first {
      access("\($0)/migrations", R_OK) == 0 && access("\($0)/Public", R_OK) == 0
    }
  }
}
