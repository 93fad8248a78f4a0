import CivilTime
import Fetch
import Postgres
import WebPush

/// The recipient of a push message.
struct PushReader: Sendable {
  let household: UUID
  let person: UUID
  /// Of the reader's language, or else of the one in which the job was made (`language` of the payload).
  let strings: Strings
}

/// Makes the message of a job at the moment of sending.
protocol PushComposer: Sendable {
  /// Nil if there is nothing to say any more.
  /// - Parameters:
  ///   - payload: the job's.
  ///   - pool: the worker's, in no role.
  func message(_ payload: [String: String], for reader: PushReader, _ pool: Pool) async throws -> PushMessage?
}

/// A composer for payloads that hold the texts themselves.
struct PlainPushComposer: PushComposer {
  func message(_ payload: [String: String], for reader: PushReader, _ pool: Pool) async throws -> PushMessage? {
    PushMessage(payload)
  }
}

/// Sends push messages to the push services of browsers (RFC 8030).
struct PushSender: Sendable {
  private let fetcher: Fetcher
  /// How the operators of push services reach the sender's (RFC 8292 §2.1); nil if that is not known.
  private let subject: String?
  private let composer: any PushComposer
  private let log: Log

  /// Push services answer quickly and briefly, and do not redirect; anything else is a failure.
  private static let limits = Fetcher.Limits(time: .seconds(10), bytes: 4096, redirects: 0)

  init(_ configuration: Configuration, _ composer: any PushComposer, _ log: Log) {
    fetcher = Fetcher(
      allowed: configuration.allowedNetworks, threads: JobKind.Carrier.push.attempts + JobKind.slowPushes)
    let publicURL = configuration.publicURL.flatMap { $0.scheme == "https" ? "https://\($0.authority)" : nil }
    subject = configuration.mail.map { "mailto:\($0.from)" } ?? publicURL
    (self.composer, self.log) = (composer, log)
  }

  /// Does a job. One whose device takes no messages any more, or that has nothing to say any more, ends without a message.
  func perform(_ job: Job, _ pool: Pool, isWanted: @escaping @Sendable () -> Bool) async throws {
    guard let household = job.uuid("household"), let person = job.uuid("person"), let id = job.uuid("device") else {
      return
    }
    var batch: Batch = [SessionQueries.openWithoutSession()]
    let found = batch.add(PushQueries.find(id, of: person, in: household))
    guard let row = try await pool.execute(batch)[found].first else { return }
    let language: Language? = try row["language"]
    let strings = Strings(language ?? Language(rawValue: job.payload["language"] ?? "") ?? .en)
    let reader = PushReader(household: household, person: person, strings: strings)
    guard let message = try await composer.message(job.payload, for: reader, pool) else { return }
    let outcome = try await send(message, to: PushTarget(row), isWanted)
    let failsForLong: Bool = try row["fails_long"]
    let end = outcome.end(isLast: job.attempts >= Job.maximumAttempts && failsForLong)
    if let end {
      log(
        .warning, "push_given_up",
        ["person": "\(person)", "device": "\(id)", "because": end.rawValue, "job": "\(job.id)"])
    }
    let note: SQL =
      if let end {
        PushQueries.giveUp(id, in: household, because: end)
      } else if outcome.failure != nil {
        PushQueries.fail(id, in: household)
      } else {
        PushQueries.succeed(id, in: household)
      }
    // Whatever happens now, what was sent is not to be sent again.
    do {
      try await pool.execute([SessionQueries.openWithoutSession(), note])
    } catch {
      log(.warning, "push_not_noted", ["error": "\(error)", "job": "\(job.id)"])
    }
    if let failure = outcome.failure { throw failure }
  }

  private func send(
    _ message: PushMessage, to target: PushTarget, _ isWanted: @escaping @Sendable () -> Bool
  ) async throws -> PushOutcome {
    guard let key = VAPIDKey(scalar: target.key) else { throw JobFailure(kind: .permanent, reason: "no VAPID key") }
    let token = key.authorization(for: target.endpoint.origin, subject: subject, at: Timestamp.now().seconds)
    let headers = [
      (name: "Authorization", value: token), (name: "Content-Encoding", value: "aes128gcm"),
      (name: "Content-Type", value: "application/octet-stream"),
    ]
    do {
      return PushOutcome(
        try await fetcher.post(
          target.endpoint.url, body: target.subscription.encrypt(message.bytes), headers: headers + message.headers,
          limits: Self.limits, isWanted: isWanted), from: target.endpoint)
    } catch .interrupted {
      throw JobFailure(kind: .interrupted, reason: "interrupted")
    } catch {
      return PushOutcome(error, from: target.endpoint)
    }
  }
}

/// Where a message goes, and with which keys.
private struct PushTarget {
  let endpoint: PushEndpoint
  let subscription: Subscription
  /// Of VAPID.
  let key: [UInt8]

  init(_ row: Row) throws {
    guard let endpoint = PushEndpoint(try row["endpoint"]),
      let subscription = Subscription(publicKey: try row["public_key"], auth: try row["auth"])
    else { throw JobFailure(kind: .permanent, reason: "not the keys of a subscription") }
    (self.endpoint, self.subscription) = (endpoint, subscription)
    key = try row["key"]
  }
}

/// The outcome of a message (RFC 8030 §5, §8.4).
private enum PushOutcome {
  case delivered
  /// The subscription has ended.
  case gone
  case refused(JobFailure)
  case postponed(JobFailure)

  init(_ response: Fetcher.Response, from endpoint: PushEndpoint) {
    let reason = "\(endpoint.host) answered \(response.status)"
    let words = String(decoding: response.body.prefix(500), as: UTF8.self)
    switch response.status {
    case 200..<300: self = .delivered
    case 404, 410: self = .gone
    case 408, 429, 500...:
      self = .postponed(
        JobFailure(kind: .temporary, reason: reason, detail: words, retryAfter: response.retryAfter))
    default: self = .refused(JobFailure(kind: .permanent, reason: reason, detail: words))
    }
  }

  init(_ failure: Fetcher.Failure, from endpoint: PushEndpoint) {
    let reason = "\(endpoint.host): \(failure)"
    switch failure {
    case .invalidURL, .refusedAddress, .tooManyRedirects:
      self = .refused(JobFailure(kind: .permanent, reason: reason))
    case .unreachable, .timedOut, .tooLarge, .busy, .interrupted:
      self = .postponed(JobFailure(kind: .temporary, reason: reason))
    }
  }

  var failure: JobFailure? {
    switch self {
    case .delivered, .gone: nil
    case .refused(let failure), .postponed(let failure): failure
    }
  }

  /// Why nothing more is sent to the device, if so.
  /// - Parameter isLast: whether it is tried no more.
  func end(isLast: Bool) -> PushDevice.End? {
    switch self {
    case .delivered: nil
    case .gone: .gone
    case .refused: .refused
    case .postponed: isLast ? .unreachable : nil
    }
  }
}

extension Job {
  fileprivate func uuid(_ name: String) -> UUID? { UUID((payload[name] ?? "").utf8) }
}
