import CivilTime
import EventLoop
import Fetch
import Postgres

/// Up to where a webhook has been told.
///
/// A snapshot says of each transaction whether it had ended: so what commits late is sent then, and nothing twice.
struct WebhookState {
  var database: String
  var sent: String
  /// Of more changes than a delivery holds.
  var reading: String?
  var last: (moment: String, kind: String, id: UUID)?
}

/// The outcome of sending a delivery.
enum WebhookOutcome {
  enum Problem: String {
    case unreachable, late, large, malformed
    /// The address is not public.
    case refused
  }

  /// - Parameter retryAfter: nothing is wanted before.
  case answered(Int, retryAfter: Duration)
  case failed(Problem)

  var status: Int? { if case .answered(let status, _) = self { status } else { nil } }
  var problem: Problem? { if case .failed(let problem) = self { problem } else { nil } }
  var isSuccess: Bool { status.map { (200..<300).contains($0) } ?? false }
  /// The receiver wants nothing any more (Standard Webhooks 1.0.0, "Disabling endpoints").
  var isGone: Bool { status == 410 }

  /// After so many attempts that failed, this one included: until the next one.
  func pause(after attempts: Int) -> Duration {
    let seconds = [10, 60, 5 * 60, 30 * 60, 2 * 3600, 6 * 3600, 12 * 3600, 24 * 3600]
    let pause = Duration.seconds(seconds[min(max(attempts, 1), seconds.count) - 1])
    guard case .answered(_, let asked) = self else { return pause }
    return max(pause, min(asked, .seconds(24 * 3600)))
  }
}

/// The job of a webhook: sends what waits, then what has changed, one delivery after the other.
struct WebhookJob: Sendable {
  struct Delivery {
    let id: UUID
    let body: String
    /// How many changes it names.
    let changes: Int
  }

  /// The most that a delivery names, and that one job sends.
  static let size = 500
  private static let deliveriesOfJob = 10
  /// Between two deliveries: the changes of this time come in one.
  private static let rest = Duration.seconds(5)
  /// A receiver is to answer at once, and its words are not read.
  private static let limits = Fetcher.Limits(time: .seconds(10), bytes: 64 << 10, redirects: 0)

  private let fetcher: Fetcher
  private let log: Log

  init(_ configuration: Configuration, _ log: Log) {
    fetcher = Fetcher(
      allowed: configuration.allowedNetworks, threads: JobKind.Carrier.push.attempts + JobKind.slowPushes)
    self.log = log
  }

  /// Inserts the jobs of what there is to send. Comes every few seconds: what changes between is sent together.
  static func tick(_ pool: Pool) async throws {
    try await pool.execute([SessionQueries.openWithoutSession(), WebhookQueries.wake()])
  }

  func perform(_ job: Job, _ pool: Pool, isWanted: @escaping @Sendable () -> Bool) async throws {
    guard let household = UUID((job.payload["household"] ?? "").utf8),
      let id = UUID((job.payload["webhook"] ?? "").utf8)
    else { return }
    for _ in 0..<Self.deliveriesOfJob where isWanted() {
      guard try await sendNext(id, household, pool, isWanted) else { return }
    }
  }

  /// Whether it was sent, and there may be more at once.
  private func sendNext(
    _ id: UUID, _ household: UUID, _ pool: Pool, _ isWanted: @escaping @Sendable () -> Bool
  ) async throws -> Bool {
    guard let row = try await rows(WebhookQueries.find(id, in: household), pool).first else { return false }
    let delivery: Delivery
    if let waiting: UUID = try row["delivery"] {
      delivery = Delivery(id: waiting, body: try row["body"], changes: 0)
    } else if try row["is_on"], let new = try await read(row, id, household, pool) {
      delivery = new
    } else {
      return false
    }
    let attempts: Int = try row["attempts"]
    let outcome = try await send(delivery, to: try row["url"], WebhookKey(bytes: try row["secret"]), isWanted)
    if !outcome.isSuccess {
      let why = outcome.status.map { "status \($0)" } ?? outcome.problem?.rawValue ?? ""
      log(.warning, "webhook_failed", ["webhook": "\(id)", "delivery": "\(delivery.id)", "error": why])
    }
    var batch: Batch = [SessionQueries.openWithoutSession()]
    let pause = outcome.isSuccess ? Self.rest : outcome.pause(after: attempts + 1)
    for statement in WebhookQueries.note(outcome, delivery.id, of: id, in: household, pause: pause) {
      batch.add(statement)
    }
    try await pool.execute(batch)
    return outcome.isSuccess
  }

  /// Makes a delivery of what has changed; nil if nothing has.
  private func read(_ hook: Row, _ id: UUID, _ household: UUID, _ pool: Pool) async throws -> Delivery? {
    var old = WebhookState(database: try hook["database"], sent: try hook["sent"], reading: try hook["reading"])
    if let moment: String = try hook["last_moment"], let kind: String = try hook["last_kind"],
      let last: UUID = try hook["last_id"]
    {
      old.last = (moment, kind, last)
    }
    let found = try await rows(
      WebhookQueries.changes(old, try hook["kinds"], in: household, Self.size + 1), pool)
    let (snapshot, database): (String, String) = (try found[0]["snapshot"], try found[0]["database"])
    var new = WebhookState(database: database, sent: old.reading ?? snapshot)
    if database != old.database {
      // Of the backup's transactions nothing is known here.
      new.sent = snapshot
      try await store(new, after: old, nil, id, household, pool)
      return nil
    }
    let first: String? = try found[0]["kind"]
    let entries = first == nil ? [] : Array(found.prefix(Self.size))
    if let last = entries.last, found.count > Self.size {
      (new.sent, new.reading) = (old.sent, old.reading ?? snapshot)
      new.last = (try last["moment"], try last["kind"], try last["id"])
    }
    if entries.isEmpty {
      // The last page was full.
      if old.reading != nil { try await store(new, after: old, nil, id, household, pool) }
      return nil
    }
    let delivery = Delivery(
      id: .v7(), body: try Self.body(entries, more: new.reading != nil, at: .now()), changes: entries.count)
    return try await store(new, after: old, delivery, id, household, pool) ? delivery : nil
  }

  @discardableResult private func store(
    _ new: WebhookState, after old: WebhookState, _ delivery: Delivery?, _ id: UUID, _ household: UUID, _ pool: Pool
  ) async throws -> Bool {
    var batch: Batch = [SessionQueries.openWithoutSession()]
    let keys = WebhookQueries.store(new, after: old, delivery, of: id, in: household).map { batch.add($0) }
    return try await pool.execute(batch)[keys[0]].affected > 0
  }

  private func rows(_ statement: SQL, _ pool: Pool) async throws -> Rows {
    var batch: Batch = [SessionQueries.openWithoutSession()]
    let key = batch.add(statement)
    return try await pool.execute(batch)[key]
  }

  /// The payload (Standard Webhooks 1.0.0, "Payload structure"): what `/api/v1/changes` lists, and no texts of rows.
  private static func body(_ entries: [Row], more: Bool, at time: Timestamp) throws -> String {
    var (created, changed, deleted) = ([String](), [String](), [String]())
    for entry in entries {
      let (kind, id, isDeleted, isNew): (String, UUID, Bool, Bool) = (
        try entry["kind"], try entry["id"], try entry["is_deleted"], try entry["is_new"]
      )
      let text = "{\"part\":\"\(kind)\",\"id\":\"\(id)\"}"
      if isDeleted { deleted.append(text) } else if isNew { created.append(text) } else { changed.append(text) }
    }
    return """
      {"type":"changes","timestamp":"\(time.iso8601)","data":{"created":[\(created.joined(separator: ","))],\
      "changed":[\(changed.joined(separator: ","))],"deleted":[\(deleted.joined(separator: ","))],"more":\(more)}}
      """
  }

  private func send(
    _ delivery: Delivery, to url: String, _ key: WebhookKey, _ isWanted: @escaping @Sendable () -> Bool
  ) async throws -> WebhookOutcome {
    let (id, time) = ("msg_\(delivery.id)", Timestamp.now().seconds)
    let headers = [
      (name: "Content-Type", value: "application/json"), (name: "webhook-id", value: id),
      (name: "webhook-timestamp", value: "\(time)"),
      (name: "webhook-signature", value: key.signature(id: id, time: time, body: delivery.body)),
    ]
    do {
      let answer = try await fetcher.post(
        url, body: Array(delivery.body.utf8), headers: headers, limits: Self.limits, isWanted: isWanted)
      return .answered(answer.status, retryAfter: answer.retryAfter)
    } catch .interrupted {
      throw JobFailure(kind: .interrupted, reason: "interrupted")
    } catch .busy {
      throw JobFailure(kind: .temporary, reason: "busy")
    } catch {
      switch error {
      case .refusedAddress: return .failed(.refused)
      case .timedOut: return .failed(.late)
      case .tooLarge: return .failed(.large)
      case .invalidURL: return .failed(.malformed)
      default: return .failed(.unreachable)
      }
    }
  }
}
