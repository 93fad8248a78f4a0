import EventLoop
import Postgres

/// The job that makes an archive which a person has asked for.
enum TakeOutJob {
  /// Making one blocks.
  private static let threads = WorkerPool(
    threads: JobKind.Carrier.archive.attempts, queue: JobKind.Carrier.archive.attempts)
  /// Attempts that fail, before whoever waits is told.
  private static let maximumAttempts = 3

  /// - Parameter condition: whether there is anything to do.
  static func insert(_ id: UUID, _ kind: TakeOutKind, _ household: UUID, _ person: UUID, if condition: SQL) -> SQL {
    JobQueries.insert(
      .takeOut, ["household": "\(household)", "person": "\(person)", "archive": "\(id)", "kind": kind.rawValue],
      if: condition)
  }

  /// - Parameter url: of the login of the pages, past any pooler.
  static func perform(_ job: Job, url: String, _ isWanted: @escaping @Sendable () -> Bool) async throws {
    func id(_ name: String) -> UUID? { job.payload[name].flatMap { UUID($0.utf8) } }
    guard let household = id("household"), let person = id("person"), let archive = id("archive"),
      let kind = job.payload["kind"].flatMap({ TakeOutKind(rawValue: $0) })
    else { return }
    try await threads.run {
      let store = try TakeOutStore(
        url: url, job, household: household, person: person, id: archive, isWanted: isWanted)
      try make(kind, household, person, url: url, job, store, isWanted)
    }
  }

  private static func make(
    _ kind: TakeOutKind, _ household: UUID, _ person: UUID, url: String, _ job: Job, _ store: TakeOutStore,
    _ isWanted: () -> Bool
  ) throws {
    do {
      try store.begin()
      _ = try HouseholdExport(url: url, version: App.version).write(
        household, of: kind == .person ? person : nil, progress: { try store.note(done: $0, of: $1) },
        to: { try store.append($0) })
      try store.finish()
    } catch is TakeOutStore.Ended {
      // It was deleted, or another attempt makes it; or the program ends, and the next one makes it.
      if !isWanted() { throw JobFailure(kind: .interrupted, reason: "the archive is begun anew") }
    } catch {
      guard job.attempts >= maximumAttempts else { throw error }
      try store.fail()
      throw JobFailure(kind: .permanent, reason: "\(error)")
    }
  }
}
