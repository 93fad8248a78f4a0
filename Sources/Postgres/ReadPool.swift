public import EventLoop

/// The connections of one event loop to standbys, which answer what they know as well as the primary.
///
/// A standby's answer counts only if, before it, the standby had replayed everything that the primary had two seconds ago.
/// For that the primary is asked for its position in the log once a second, on this process's clock; clocks of other
/// machines are never compared. Each batch is sent behind a statement that tells how far the standby is: of several
/// standbys, each proves itself.
public final class ReadPool {
  /// How many batches a standby has answered, and how many were left to the primary.
  public private(set) var answered = 0
  public private(set) var declined = 0

  private let primary: Pool
  private let standbys: Pool
  private let poller: Poller
  private lazy var sampler = Timer(every: Self.interval, task: { [weak self] in await self?.sample() })
  /// Where the primary was, oldest first: not before it was asked.
  private var marks: [(asked: Instant, position: Int)] = []
  private var system = ""
  private var timeline = 0
  private var isSampling = false
  private var restUntil = Instant(nanoseconds: 0)

  /// A standby may be so much behind.
  private static let lag = Duration.seconds(2)
  private static let interval = Duration.seconds(1)

  /// - Parameters:
  ///   - url: of a standby, or of several.
  ///   - preparation: the primary's.
  ///   - primary: the pool of the same loop.
  public init(url: String, preparation: Preparation, primary: Pool, poller: Poller) {
    // The primary answers what a standby does not answer soon.
    var configuration = PoolConfiguration(
      url: url, connections: 2, timeout: .milliseconds(500), patience: .milliseconds(100))
    configuration.preparation = preparation
    configuration.wantsStandby = true
    self.primary = primary
    self.poller = poller
    standbys = Pool(configuration: configuration, poller: poller)
    sampler.start(on: poller, after: Self.interval)
    sampler.schedule()
  }

  public var load: Pool.Load { standbys.load }

  /// Runs a batch that only reads on a standby; nil when the primary has to be asked.
  public func attempt(_ batch: Batch, for share: Share? = nil) async -> Outcome? {
    let outcome = await answer(batch, share)
    if outcome == nil { declined += 1 } else { answered += 1 }
    return outcome
  }

  private func answer(_ batch: Batch, _ share: Share?) async -> Outcome? {
    let now = poller.now
    guard now >= restUntil, standbys.isConnected,
      let needed = marks.first(where: { now - $0.asked <= Self.lag })?.position
    else { return nil }
    var whole = Batch()
    let proof = whole.add("SELECT pg_is_in_recovery() AS is_standby, \(fragment: Self.replayed) AS position")
    let part = whole.add(batch)
    // Whatever a standby refuses, the primary decides.
    guard let outcome = try? await standbys.attempt(whole, for: share, reads: true), outcome.error == nil,
      let row = outcome[proof]?.first, let isStandby: Bool = try? row["is_standby"],
      let position: Int = try? row["position"]
    else { return nil }
    if isStandby, position >= needed { return outcome[part] }
    restUntil = poller.now + Self.interval
    if !isStandby { standbys.reconnect("it is no standby any more") }
    return nil
  }

  /// In bytes. NULL where nothing was ever replayed.
  private static let replayed: SQL = "pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint"

  /// Lets running batches finish, then closes every connection.
  public func close() async {
    sampler.stop()
    await standbys.close()
  }

  // MARK: Where the primary is

  private func sample() async {
    let asked = poller.now
    guard !isSampling else { return }
    isSampling = true
    defer { isSampling = false }
    var batch = Batch()
    // The first fails on a standby.
    let position = batch.add("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint AS position")
    let server = batch.add(Timeline.ask)
    guard let results = try? await primary.execute(batch, reads: true),
      let position: Int = try? results[position][0]["position"], let server = try? Timeline.Server(results[server][0]),
      Timeline.note(server.timeline, of: server.system)
    else { return }
    marks.removeAll { asked - $0.asked > Self.lag }
    if (server.system, server.timeline) != (system, timeline) {
      // Positions of two timelines cannot be compared. Each standby has to show again that it follows.
      marks = []
      if !system.isEmpty { standbys.reconnect("there is a new primary") }
    }
    (system, timeline) = (server.system, server.timeline)
    marks.append((asked, position))
  }
}
