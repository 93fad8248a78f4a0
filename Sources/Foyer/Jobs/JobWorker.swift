import EventLoop
import Postgres

/// Takes jobs one after the other: one worker per instance, with an event loop and a database connection of its own.
final class JobWorker: Sendable {
  private let url: String
  private let log: Log
  /// Does a job. Throws `JobFailure`; every other error counts as temporary.
  private let perform: @Sendable (Job, Pool, _ isWanted: @escaping @Sendable () -> Bool) async throws -> Void
  private let task = Lock<Task<Void, Never>?>(nil)
  /// When the current attempt has to end; nil while the worker runs.
  private let end = Lock<Instant?>(nil)

  /// How soon a new job is found: an index without rows is looked at that often.
  private static let interval = Duration.seconds(1)
  private static let intervalWithoutDatabase = Duration.seconds(5)
  /// Less than `JobQueries.take` holds a job for.
  private static let lease = Duration.seconds(150)
  /// How long an attempt may go on after `stop`.
  private static let grace = Duration.seconds(5)

  /// - Parameter url: a migrated database.
  init(
    url: String, log: Log,
    perform: @escaping @Sendable (Job, Pool, _ isWanted: @escaping @Sendable () -> Bool) async throws -> Void
  ) {
    self.url = url
    self.log = log
    self.perform = perform
  }

  func start() {
    task.withLock { task in
      if task == nil { task = Task { await run() } }
    }
  }

  /// Takes no further job, and gives the current one a few seconds.
  func stop() async {
    end.withLock { $0 = .now() + Self.grace }
    let task = task.withLock { $0 }
    task?.cancel()
    await task?.value
  }

  private func run() async {
    do {
      try await Pool.alone(url: url, timeout: .seconds(10)) { pool in
        var cleaned: Instant?
        while !Task.isCancelled {
          if cleaned.map({ .now() - $0 > .seconds(3600) }) ?? true {
            cleaned = .now()
            await clean(pool)
          }
          await takeOne(pool)
        }
      }
    } catch {
      log(.error, "jobs_stopped", ["error": "\(error)"])
    }
  }

  private func clean(_ pool: Pool) async {
    do {
      try await pool.execute([
        SessionQueries.openWithoutSession(), JobQueries.deleteOld(), JobQueries.eraseOld(),
        MailLinkQueries.deleteExpired(),
        PendingSignUpQueries.deleteExpired(),
      ])
    } catch {
      log(.warning, "jobs_not_cleaned", ["error": "\(error)"])
    }
  }

  /// Does the job that is due, or waits a moment.
  private func takeOne(_ pool: Pool) async {
    do {
      let lease = UUID.v7()
      var batch: Batch = [SessionQueries.openWithoutSession()]
      let taken = batch.add(JobQueries.take(lease: lease))
      guard let row = try await pool.execute(batch)[taken].first else {
        try? await Task.sleep(for: Self.interval)
        return
      }
      let job = try Job(row, lease: lease)
      let leaseEnd = Instant.now() + Self.lease
      await note(await attempt(job, pool), until: leaseEnd, pool)
    } catch {
      log(.warning, "jobs_not_taken", ["error": "\(error)"])
      try? await Task.sleep(for: Self.intervalWithoutDatabase)
    }
  }

  /// Notes an attempt's result. While the database is away, it is retried until another program may have the job: a
  /// letter that was sent would be sent again.
  private func note(_ result: SQL, until end: Instant, _ pool: Pool) async {
    while true {
      do {
        try await pool.execute([SessionQueries.openWithoutSession(), result])
        return
      } catch {
        log(.warning, "job_not_noted", ["error": "\(error)"])
        guard Instant.now() < end, (try? await Task.sleep(for: Self.interval)) != nil else { return }
      }
    }
  }

  /// Runs one attempt; returns the statement that notes its result.
  private func attempt(_ job: Job, _ pool: Pool) async -> SQL {
    // Each earlier attempt ended with its program.
    guard job.attempts <= Job.maximumAttempts else {
      return giveUp(job, JobFailure(kind: .permanent, reason: "no attempt came to an end"))
    }
    do {
      try await perform(job, pool) { self.mayGoOn }
      log(.info, "job_finished", fields(job))
      return JobQueries.finish(job)
    } catch let failure as JobFailure where failure.kind == .interrupted {
      return JobQueries.giveBack(job)
    } catch let failure as JobFailure {
      guard failure.kind == .temporary, let pause = Job.pause(after: job.attempts) else { return giveUp(job, failure) }
      log(.warning, "job_failed", fields(job, failure.reason))
      return JobQueries.postpone(job, by: pause, because: "\(failure.reason) \(failure.detail)")
    } catch {
      guard let pause = Job.pause(after: job.attempts) else {
        return giveUp(job, JobFailure(kind: .permanent, reason: "\(error)"))
      }
      log(.warning, "job_failed", fields(job, "\(error)"))
      return JobQueries.postpone(job, by: pause, because: "\(error)")
    }
  }

  private func giveUp(_ job: Job, _ failure: JobFailure) -> SQL {
    log(.error, "job_given_up", fields(job, failure.reason))
    return JobQueries.giveUp(job, because: "\(failure.reason) \(failure.detail)")
  }

  private var mayGoOn: Bool { end.withLock { $0.map { Instant.now() < $0 } ?? true } }

  private func fields(_ job: Job, _ error: String = "") -> KeyValuePairs<String, String> {
    let kind = job.kind?.rawValue ?? "unknown"
    if error.isEmpty { return ["kind": kind, "job": "\(job.id)", "attempt": "\(job.attempts)"] }
    return ["kind": kind, "job": "\(job.id)", "attempt": "\(job.attempts)", "error": error]
  }
}
