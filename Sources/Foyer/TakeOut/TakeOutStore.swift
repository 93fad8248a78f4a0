import EventLoop
import Postgres

/// Stores an archive in parts while it is made, on a connection of its own, which blocks. It holds its job meanwhile.
final class TakeOutStore {
  /// Another attempt makes it, nobody wants it any more, or this one has to end.
  struct Ended: Error {}

  /// Bytes of a part: an event loop decodes one at a time.
  private static let partSize = 128 << 10
  /// How often the job is held for longer, and the progress is noted.
  private static let interval = Duration.seconds(2)
  private static let patience = Duration.seconds(3600)

  private let session: Session
  private let job: Job
  private let (household, person, id): (UUID, UUID, UUID)
  private let isWanted: @Sendable () -> Bool
  private var part: [UInt8] = []
  private var number = 0
  private var noted = Instant.now()

  init(
    url: String, _ job: Job, household: UUID, person: UUID, id: UUID, isWanted: @escaping @Sendable () -> Bool
  ) throws {
    (self.job, self.household, self.person, self.id, self.isWanted) = (job, household, person, id, isWanted)
    session = try Session(Target(url: url), deadline: .now() + Self.patience)
  }

  /// Runs statements as the person; each but the last may have no row. Throws `Ended` where the last has none.
  private func run(_ statements: [SQL], holding: Bool = true) throws {
    try session.run(script: Array("BEGIN".utf8CString))
    do {
      try session.run(SessionQueries.openWithoutSession())
      if holding, try session.run(JobQueries.renew(job)).isEmpty { throw Ended() }
      try session.run(ReminderJobQueries.open(household: household, person: person))
      for (place, statement) in statements.enumerated() {
        let rows = try session.run(statement)
        if place == 0, rows.isEmpty { throw Ended() }
      }
      try session.run(script: Array("COMMIT".utf8CString))
    } catch {
      _ = try? session.run(script: Array("ROLLBACK".utf8CString))
      throw error
    }
  }

  /// Throws `Ended` where nobody wants it any more.
  func begin() throws {
    try run([TakeOutQueries.begin(id, lease: job.lease), TakeOutQueries.clear(id)])
  }

  func append(_ bytes: UnsafeRawBufferPointer) throws {
    part += bytes
    if part.count >= Self.partSize { try send() }
  }

  private func send() throws {
    guard isWanted() else { throw Ended() }
    if part.isEmpty { return }
    try run([
      TakeOutQueries.grow(id, lease: job.lease, by: part.count),
      TakeOutQueries.insert(part, number: number, of: id),
    ])
    number += 1
    part.removeAll(keepingCapacity: true)
  }

  /// To be called often.
  func note(done: Int, of total: Int) throws {
    guard isWanted() else { throw Ended() }
    let now = Instant.now()
    guard now - noted > Self.interval else { return }
    noted = now
    try run([TakeOutQueries.note(id, lease: job.lease, done: done, of: total)])
  }

  func finish() throws {
    try send()
    try run([TakeOutQueries.finish(id, lease: job.lease)])
  }

  /// Notes that there will be none.
  func fail() throws {
    try run([TakeOutQueries.fail(id, lease: job.lease), TakeOutQueries.clear(id)])
  }
}
