import CLinux
import EventLoop
import Fetch
import Glibc
public import HTTP
import Postgres

/// State that all loops share: constant after the start.
struct Application: Sendable {
  let configuration: Configuration
  let poolConfiguration: PoolConfiguration
  let feed = EventFeed()
  let assets: Assets
  let passwords: Passwords
  let images: ImageConverter
  let photographs: TextRecognizer
  let recipeReader: RecipeReader
  let moveReader: MoveReader
  let fetcher: Fetcher
  /// Nil where nobody signs in through a provider.
  let openID: OpenIDProvider?
  /// Whether the database accepts writes.
  let writing = Writing()
  let timeZones = TimeZones()
  let foldedPlaces = FoldedPlaces()
  /// Which household a session belongs to, shared by all loops.
  let shares = Shares()
  let programs = ProgramLimits()
  let longAnswers = LongAnswers()
  /// Parses long texts off the event loops.
  let computing = WorkerPool(threads: 2, queue: 256, threadsOfShare: 1, queueOfShare: 16)
  let pushKey = PushKey()
  let unread = UnreadHouseholds()
  let memory = SpareMemory()
  let log: Log
  let features: Features
  let metrics: Metrics
  let worker: JobWorker
}

/// The running app: event loops, the server on them, and their connections to the database.
public final class App: Sendable {
  /// That of the newest section of CHANGELOG.md, which says what the numbers mean.
  public static let version = "0.5.0"

  /// Every route: its kind, method and pattern.
  public static var routes: [String] {
    let table = RouteTable(Feature.all)
    return zip(table.kinds, table.router.routes).map { "\($0.rawValue) \($1.method.name) \($1.pattern)" }
  }

  let application: Application
  let loops: [EventLoop]
  private let server: Server
  private let worker: JobWorker
  /// Whether letters or push messages are sent: without them a job is rare, and wakes the worker itself.
  private let hasJobs: Bool
  private let direct: PoolConfiguration

  /// - Parameters:
  ///   - database: migrated.
  public convenience init(configuration: Configuration, database: Database, assets: Assets, log: Log) throws {
    try self.init(
      configuration: configuration, database: database.pool(configuration), direct: database.direct,
      assets: assets, log: log, passwords: Passwords())
  }

  /// - Parameter direct: the database past any pooler.
  init(
    configuration: Configuration, database: PoolConfiguration, direct: PoolConfiguration, assets: Assets, log: Log,
    passwords: Passwords,
    images: ImageConverter = ImageConverter(), recipeReader: RecipeReader = RecipeReader(), limits: Limits = Limits(),
    loops count: Int = App.processors
  ) throws {
    self.direct = direct
    let features = Features(Feature.all)
    hasJobs = configuration.mail != nil && configuration.publicURL != nil || configuration.sendsPush
    worker = Self.worker(configuration, direct, images, log)
    application = Application(
      configuration: configuration, poolConfiguration: database,
      assets: assets, passwords: passwords, images: images, photographs: TextRecognizer(),
      recipeReader: recipeReader, moveReader: MoveReader(program: recipeReader.program),
      fetcher: Fetcher(allowed: configuration.allowedNetworks),
      openID: configuration.openID.map { OpenIDProvider($0) }, log: log, features: features,
      metrics: Metrics(routes: features.routes.kinds.count), worker: worker)
    loops = (0..<count).map { EventLoop(label: "loop \($0)") }
    let application = application
    database.preparation.onGivingUp { error in
      log(.warning, "prepare_off", ["error": "\(error)", "remedy": "FOYER_PREPARE=off, or a pooler that keeps track"])
    }
    var settings = ServerConfiguration(
      listen: configuration.listen, allowedHosts: Set(configuration.allowedHosts),
      publicOrigin: configuration.publicURL.map {
        PublicOrigin(scheme: $0.scheme, host: $0.host, authority: $0.authority)
      },
      trustedProxies: configuration.trustedProxies,
      tls: configuration.tls.map { ($0.certificate, $0.key) }, compresses: configuration.compression,
      limits: limits)
    settings.hostlessPaths = [Health.path, Health.readyPath, Metrics.path]
    server = Server(configuration: settings, loops: loops) { Site(app: application, poller: $0) }
  }

  private static func worker(
    _ configuration: Configuration, _ database: PoolConfiguration, _ images: ImageConverter, _ log: Log
  ) -> JobWorker {
    let postman = configuration.mail.flatMap { mail in configuration.publicURL.map { Postman(mail, $0) } }
    let sender = configuration.sendsPush ? PushSender(configuration, ReminderComposer(), log) : nil
    let hooks = WebhookJob(configuration, log)
    let tells = postman != nil || sender != nil
    let kinds = JobKind.allCases.filter { kind in
      switch kind.carrier {
      case .mail: postman != nil
      case .push: kind == .webhook || sender != nil
      case .database: kind == .moveIn || tells
      case .archive: true
      }
    }
    return JobWorker(
      database, kinds: kinds, log: log, cleaning: Feature.all.flatMap(\.cleaning),
      tick: {
        try await WebhookJob.tick($0)
        if tells { try await ReminderClock.tick($0, byMail: postman != nil, byPush: sender != nil) }
      }
    ) { job, pool, isWanted in
      if job.kind == .moveIn {
        return try await MoveJob.perform(job, pool, images, quota: configuration.householdQuota, isWanted)
      }
      if job.kind == .webhook { return try await hooks.perform(job, pool, isWanted: isWanted) }
      switch job.kind?.carrier {
      case .database: try await StayEvent.tell(job, pool)
      case .archive: try await TakeOutJob.perform(job, url: database.url, isWanted)
      case .mail: try await postman?.perform(job, pool, isWanted: isWanted)
      case .push: try await sender?.perform(job, pool, isWanted: isWanted)
      case nil: throw JobFailure(kind: .temporary, reason: "the kind is unknown")
      }
    }
  }

  /// Throws when another program listens on one of the ports.
  public static func checkPorts(_ configuration: Configuration) throws {
    try Server.checkPorts(configuration.listen)
  }

  /// Keeps the heap small. To be called while the program has one thread.
  public static func limitMemory() {
    // Memory of uploads goes back to the system when it is freed. By default glibc raises this threshold to the largest
    // freed block.
    mallopt(M_MMAP_THRESHOLD, 1 << 20)
    // A heap for each event loop; by default there are eight for each core, each of which keeps what it once needed.
    mallopt(M_ARENA_MAX, Int32(processors))
  }

  /// Starts to serve; returns once it listens.
  public func start() async throws {
    for loop in loops { await loop.start() }
    try await server.start()
    let (feed, url, log) = (application.feed, direct.url, application.log)
    await loops[0].run { loop in feed.listen(url, on: loop.poller, log) }
    if hasJobs { worker.start() }
    // Memory that only the start needed: the files, and perhaps the recipes of the cookbook and the migrations.
    malloc_trim(0)
    let assets = application.assets
    Task.detached { assets.compress() }
  }

  /// Begins with the jobs that an earlier run has left.
  public func resumeJobs() { worker.start() }

  /// The addresses it listens on.
  public var addresses: [SocketAddress] { server.addresses }

  /// Goes on to serve for `FOYER_DRAIN`, or until the task is cancelled, while load balancers and clients leave.
  public func drain() async { await server.drain(for: application.configuration.drain) }

  /// Stops accepting, lets running requests finish, and closes the database connections.
  public func stop(grace: Duration = .seconds(10)) async {
    async let work: Void = worker.stop()
    await server.stop(grace: grace)
    await loops[0].run { loop in EventFeed.close(on: loop.poller) }
    await work
    for loop in loops { await loop.stop() }
  }

  /// Reloads the TLS certificate.
  public func reloadCertificate() async {
    do {
      try await server.reloadCertificate()
      application.log(.info, "certificate_reloaded")
    } catch {
      application.log(.error, "certificate_not_reloaded", ["error": "\(error)"])
    }
  }

  /// How many event loops there are.
  public static let processors = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
}
