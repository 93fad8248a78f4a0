import EventLoop
import Postgres

/// Takes jobs, a few at once: one worker per instance, with an event loop and a database connection of its own.
final class JobWorker: Sendable {
  /// Does a job. Throws `JobFailure`; every other error counts as temporary.
  typealias Perform = @Sendable (Job, Pool, _ isWanted: @escaping @Sendable () -> Bool) async throws -> Void

  private let database: PoolConfiguration
  fileprivate let log: Log
  fileprivate let kinds: [JobKind]
  fileprivate let cleaning: [SQL]
  fileprivate let tick: @Sendable (Pool) async throws -> Void
  fileprivate let perform: Perform
  fileprivate let places: JobPlaces
  private let task = Lock<Task<Void, Never>?>(nil)
  /// When the current attempts have to end; nil while the worker runs.
  private let end = Lock<Instant?>(nil)

  /// How long an attempt may go on after `stop`.
  private static let grace = Duration.seconds(5)
  /// Of the worker to the database: a statement of one job waits for that of another only where all are busy.
  static let connections = 3

  /// - Parameters:
  ///   - database: a migrated one.
  ///   - kinds: what `perform` can do. Others are left to an instance that can.
  ///   - cleaning: deletes what has expired; each hour.
  ///   - tick: turns what is due into jobs; every three seconds.
  init(
    _ database: PoolConfiguration, kinds: [JobKind], log: Log, places: JobPlaces = JobPlaces(), cleaning: [SQL] = [],
    tick: @escaping @Sendable (Pool) async throws -> Void = { _ in }, perform: @escaping Perform
  ) {
    self.cleaning = cleaning
    self.tick = tick
    self.places = places
    self.database = database
    self.kinds = kinds
    self.log = log
    self.perform = perform
  }

  func start() {
    task.withLock { task in
      if task == nil { task = Task { await run() } }
    }
  }

  /// Takes no further job, and gives the current ones a few seconds.
  func stop() async {
    end.withLock { $0 = .now() + Self.grace }
    let task = task.withLock { $0 }
    task?.cancel()
    await task?.value
  }

  fileprivate var mayGoOn: Bool { end.withLock { $0.map { Instant.now() < $0 } ?? true } }

  private func run() async {
    let loop = EventLoop(label: "jobs")
    await loop.start()
    await loop.run { loop in
      var configuration = database
      configuration.connections = JobWorker.connections
      (configuration.timeout, configuration.patience) = (.seconds(10), .seconds(10))
      let pool = Pool(configuration: configuration, poller: loop.poller)
      await JobDesk(self, pool, loop.poller).work()
      await pool.close()
    }
    await loop.stop()
  }
}

/// The part of a worker that lives on its event loop.
private final class JobDesk {
  let worker: JobWorker
  let pool: Pool
  private let poller: Poller
  private var running: [ObjectIdentifier: Attempt] = [:]
  private var places: JobPlaces
  private var cleaned: Instant?
  private var fired: Instant?
  /// Says that there may be something to take: a second has passed, or an attempt has ended.
  private let (bells, bell) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
  private let stopped = Waiter()

  private static let intervalWithoutDatabase = Duration.seconds(5)

  init(_ worker: JobWorker, _ pool: Pool, _ poller: Poller) {
    (self.worker, self.pool, self.poller, places) = (worker, pool, poller, worker.places)
  }

  /// Until the task is cancelled and the last attempt has ended.
  func work() async {
    // An index without rows is looked at each second.
    let clock = Timer(every: .seconds(1)) { [bell] in bell.yield() }
    clock.start(on: poller, after: .zero)
    for await _ in bells {
      await clean()
      await fire()
      var isAway = false
      while !Task.isCancelled, !isAway, let room {
        do {
          guard let job = try await take(room) else { break }
          begin(job)
        } catch {
          worker.log(.warning, "jobs_not_taken", ["error": "\(error)"])
          isAway = true
        }
      }
      if isAway { try? await Task.sleep(for: Self.intervalWithoutDatabase) }
    }
    clock.stop()
    await stopped.wait { !running.isEmpty }
  }

  /// Turns what is due into jobs.
  private func fire() async {
    if let fired, poller.now - fired < .seconds(3) { return }
    fired = poller.now
    do {
      try await worker.tick(pool)
    } catch {
      worker.log(.warning, "reminders_not_fired", ["error": "\(error)"])
    }
  }

  private func clean() async {
    if let cleaned, poller.now - cleaned < .seconds(3600) { return }
    cleaned = poller.now
    do {
      var batch: Batch = [SessionQueries.openWithoutSession(), JobQueries.deleteOld(), JobQueries.eraseOld()]
      for statement in worker.cleaning { batch.add(statement) }
      try await pool.execute(batch)
    } catch {
      worker.log(.warning, "jobs_not_cleaned", ["error": "\(error)"])
    }
  }

  private var room: JobQueries.Room? {
    places.room(for: worker.kinds, beside: running.values.map { ($0.job, $0.start) }, at: poller.now)
  }

  private func take(_ room: JobQueries.Room) async throws -> Attempt? {
    let lease = UUID.v7()
    var batch: Batch = [SessionQueries.openWithoutSession()]
    let taken = batch.add(JobQueries.take(lease: lease, room))
    // From before the answer: the lease ends no earlier.
    let start = Instant.now()
    return try await pool.execute(batch)[taken].first.map { Attempt(try Job($0, lease: lease), start, self) }
  }

  private func begin(_ attempt: Attempt) {
    running[ObjectIdentifier(attempt)] = attempt
    poller.add(attempt)
    attempt.schedule()
  }

  func ended(_ attempt: Attempt) {
    poller.remove(attempt)
    running[ObjectIdentifier(attempt)] = nil
    places.ended(attempt.job, after: poller.now - attempt.start, at: poller.now)
    bell.yield()
    if running.isEmpty { stopped.resume() }
  }
}

/// One attempt at a job: a task on the worker's loop.
private final class Attempt: Channel {
  let job: Job
  private let desk: JobDesk
  let start: Instant
  /// When another program may take the job.
  private let leaseEnd: Instant

  /// Less than `JobQueries.take` holds a job for.
  private static let lease = Duration.seconds(150)

  init(_ job: Job, _ start: Instant, _ desk: JobDesk) {
    (self.job, self.start, self.desk) = (job, start, desk)
    leaseEnd = start + Self.lease
    super.init(descriptor: -1)
  }

  private var worker: JobWorker { desk.worker }

  override func run() async {
    await note(await result())
    desk.ended(self)
  }

  /// Makes the attempt; returns the statement that notes its result.
  private func result() async -> SQL {
    // Each earlier attempt ended with its program.
    guard job.attempts <= Job.maximumAttempts else {
      return giveUp(JobFailure(kind: .permanent, reason: "no attempt came to an end"))
    }
    do {
      let worker = worker
      try await worker.perform(job, desk.pool) { worker.mayGoOn }
      worker.log(.info, "job_finished", fields())
      return JobQueries.finish(job)
    } catch let failure as JobFailure where failure.kind == .interrupted {
      return JobQueries.giveBack(job)
    } catch let failure as JobFailure {
      guard failure.kind == .temporary, let pause = Job.pause(after: job.attempts, atLeast: failure.retryAfter)
      else { return giveUp(failure) }
      worker.log(.warning, "job_failed", fields(failure.reason))
      return JobQueries.postpone(job, by: pause, because: "\(failure.reason) \(failure.detail)")
    } catch {
      guard let pause = Job.pause(after: job.attempts) else {
        return giveUp(JobFailure(kind: .permanent, reason: "\(error)"))
      }
      worker.log(.warning, "job_failed", fields("\(error)"))
      return JobQueries.postpone(job, by: pause, because: "\(error)")
    }
  }

  private func giveUp(_ failure: JobFailure) -> SQL {
    worker.log(.error, "job_given_up", fields(failure.reason))
    return JobQueries.giveUp(job, because: "\(failure.reason) \(failure.detail)")
  }

  /// Notes the result. While the database is away, it is retried until another program may have the job: a letter that was
  /// sent would be sent again.
  private func note(_ result: SQL) async {
    while true {
      do {
        try await desk.pool.execute([SessionQueries.openWithoutSession(), result])
        return
      } catch {
        worker.log(.warning, "job_not_noted", ["error": "\(error)"])
        guard Instant.now() < leaseEnd, worker.mayGoOn else { return }
        try? await Task.sleep(for: .seconds(1))
      }
    }
  }

  private func fields(_ error: String = "") -> KeyValuePairs<String, String> {
    let kind = job.kind?.rawValue ?? "unknown"
    if error.isEmpty { return ["kind": kind, "job": "\(job.id)", "attempt": "\(job.attempts)"] }
    return ["kind": kind, "job": "\(job.id)", "attempt": "\(job.attempts)", "error": error]
  }
}
