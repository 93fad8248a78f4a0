import CivilTime
import EventLoop
import HTTP
import Postgres

/// The event streams of one event loop. From the process's `EventFeed` it receives the changes of every instance.
final class EventHub {
  private let feed: EventFeed
  private let poller: Poller
  private let pool: Pool
  private let log: Log
  private lazy var clock = Timer(every: .seconds(1)) { [weak self] in self?.tick() }
  private lazy var announcer = Timer(task: { [weak self] in await self?.sendChanges() })
  private lazy var sessionCheck = Timer(task: { [weak self] in await self?.checkSessions() })
  private var reader: MailboxReader<EventFeed.Message>?
  private var isStopped = false
  /// When the program stops, once that is known.
  private var end: Instant?
  /// Streams by household, each household's oldest first.
  private var streams: [UUID: [EventStream]] = [:]
  /// The streams that get their heartbeat in each second of the interval, so that the work is spread over it.
  private var beats = [[ObjectIdentifier: EventStream]](repeating: [:], count: EventHub.beat)
  private var nextBeat = 0
  private var newest = 0
  /// Streams whose session is queued for revalidation.
  private var doubted: [EventStream] = []
  private(set) var count = 0
  private var heard = HeardChanges()
  /// Requests that wait for a change of their household.
  private var listeners: [UUID: [ChangeListener]] = [:]
  /// Committed changes that are not announced yet, and whether an announcement is running.
  private var changes: Set<String> = []
  private var isAnnouncing = false
  private let announced = Waiter()
  private var couldAnnounce = true

  /// Seconds between two heartbeats of a stream; usual proxies close after 30 at the earliest.
  private static let beat = 25
  /// Per event loop. A browser has a stream for its visible page only; further windows and devices are further streams
  /// or sessions.
  private static let streamsPerSession = 12

  init(feed: EventFeed, poller: Poller, pool: Pool, log: Log) {
    self.feed = feed
    self.poller = poller
    self.pool = pool
    self.log = log
    announcer.start(on: poller)
    sessionCheck.start(on: poller)
    clock.start(on: poller, after: .seconds(1))
    let reader = MailboxReader(feed.mailbox()) { [weak self] in self?.received($0) }
    self.reader = reader
    poller.add(reader)
  }

  /// Keeps a stream open until its client disconnects, its session ends, or the program stops.
  func attend(_ stream: EventStream, _ writer: ResponseWriter) async throws {
    guard poller.isOnLoop else {
      log(.error, "wrong_loop", ["path": "/events"])
      throw ResponseWriter.Disconnected()
    }
    guard !isStopped else { return }
    let beat = begin(stream)
    defer { end(stream, beat) }
    try await writer.write(EventText.hello(lastChange: heard.last(of: stream.household)))
    await stream.untilOver()
    // Throwing closes the connection without the last chunk: the client reads no more.
    guard stream.isDropped else { return }
    log(.info, "event_reader_dropped")
    throw ResponseWriter.Disconnected()
  }

  private func begin(_ stream: EventStream) -> Int {
    let others = streams[stream.household, default: []].filter { $0.session == stream.session }
    if others.count >= Self.streamsPerSession { others[0].end() }
    streams[stream.household, default: []].append(stream)
    newest = (newest + 1) % Self.beat
    beats[newest][ObjectIdentifier(stream)] = stream
    count += 1
    return newest
  }

  private func end(_ stream: EventStream, _ beat: Int) {
    count -= 1
    beats[beat][ObjectIdentifier(stream)] = nil
    streams[stream.household]?.removeAll { $0 === stream }
    if streams[stream.household]?.isEmpty == true { streams[stream.household] = nil }
  }

  /// Ends the streams during this time, as many in each second, so that their browsers do not reconnect all at once; few
  /// of them end in the last second.
  func drain(for time: Duration) {
    end = poller.now + time
    wakeListeners()
  }

  private func wakeListeners() { for listener in Array(listeners.values.joined()) { listener.end() } }

  /// Ends every stream; their browsers reconnect. Changes of requests that still run are announced.
  func stop() {
    isStopped = true
    clock.stop()
    sessionCheck.stop()
    if count > 0 { log(.info, "event_streams_ended", ["streams": "\(count)"]) }
    for stream in all { stream.end() }
    wakeListeners()
  }

  private var all: [EventStream] { beats.flatMap(\.values) }

  /// Whether the program goes on, so that a request may wait.
  var goesOn: Bool { poller.isOnLoop && !isStopped && end == nil }

  /// Calls a function once: when a change of the household is announced, when the time is over, or when the program is going to stop.
  func atNextChange(of household: UUID, within time: Duration, _ act: @escaping () -> Void) {
    guard goesOn else { return act() }
    let listener = ChangeListener { [weak self] in
      self?.listeners[household]?.removeAll(where: \.isOver)
      if self?.listeners[household]?.isEmpty == true { self?.listeners[household] = nil }
      act()
    }
    listeners[household, default: []].append(listener)
    poller.add(listener)
    listener.deadline = poller.now + time
  }

  // MARK: Announcing changes

  /// Announces committed changes to every instance, as `announce` in the database has noted them: `HOUSEHOLD SUBJECT
  /// PERSON;` each, without a person for another household. An announcement that is lost in a crash needs no repair: browsers
  /// reconnect and refresh.
  /// - Parameter page: the open page whose script has made the request, by its own word.
  func announce(_ noted: String, by page: String?) {
    let page = page.flatMap { EventText.isPage($0) ? $0 : nil }
    for change in noted.split(separator: ";") {
      let hasPerson = change.count { $0 == " " } == 2
      if hasPerson, let page { changes.insert("\(change) \(page)") } else { changes.insert(String(change)) }
    }
    scheduleAnnouncing()
  }

  private func scheduleAnnouncing() {
    if !changes.isEmpty && !isAnnouncing { announcer.schedule() }
  }

  /// Changes that arrive meanwhile go into the next statement, because PostgreSQL commits notifying transactions one
  /// after the other. What fails is retried: other instances may still have their database connection.
  private func sendChanges() async {
    guard !isAnnouncing else { return }
    isAnnouncing = true
    while !changes.isEmpty {
      let payloads = changes.sorted()
      changes = []
      feed.expect(payloads[0])
      do {
        try await pool.execute([SessionQueries.openWithoutSession(), EventQueries.notify(payloads)])
        couldAnnounce = true
      } catch {
        if couldAnnounce { log(.warning, "events_not_announced", ["error": "\(error)"]) }
        couldAnnounce = false
        feed.stopExpecting(payloads[0])
        changes.formUnion(payloads)
        announcer.fire(after: .seconds(1))
        break
      }
    }
    isAnnouncing = false
    announced.resume()
  }

  /// Announces what is left, if possible. Comes last: nothing is announced afterwards.
  func finish() async {
    announcer.stop()
    if let reader { poller.remove(reader) }
    await announced.wait { isAnnouncing }
    await sendChanges()
  }

  // MARK: Notifications

  private func received(_ message: EventFeed.Message) {
    switch message {
    case .change(let payload): received(payload)
    case .connected(let again): connected(again: again)
    case .probe(let payload):
      changes.insert(payload)
      scheduleAnnouncing()
    }
  }

  /// Missed events are lost: clients refresh.
  private func connected(again: Bool) {
    if again { log(.warning, "events_interrupted", ["streams": "\(count)"]) }
    heard.begin(at: Timestamp.milliseconds())
    let refresh = EventText.event("refresh")
    for stream in all { stream.send(refresh) }
    doubt(all)
  }

  /// `HOUSEHOLD SUBJECT [PERSON [PAGE]]`. Every login of the database can send on the channel: malformed payloads are ignored.
  private func received(_ payload: String) {
    let parts = payload.split(separator: " ")
    guard parts.count >= 2, let household = UUID(parts[0].utf8) else { return }
    let subject = parts[1]
    if subject != "session" {
      heard.note(household, at: Timestamp.milliseconds())
      for listener in listeners[household] ?? [] { listener.end() }
    }
    guard let streams = streams[household] else { return }
    guard subject.utf8.allSatisfy({ (0x61...0x7a).contains($0) }) else { return }
    if subject == "session" { return doubt(streams) }
    let person = parts.count > 2 ? UUID(parts[2].utf8) : nil
    let page = parts.count > 3 && EventText.isPage(parts[3]) ? " \(parts[3])" : ""
    let (event, own) = (EventText.event(subject), EventText.event(subject, " own\(page)"))
    for stream in streams { stream.send(stream.person == person ? own : event) }
  }

  // MARK: Once a second

  private func tick() {
    let turn = Array(beats[nextBeat].values)
    nextBeat = (nextBeat + 1) % Self.beat
    for stream in turn { stream.send(EventText.heartbeat) }
    doubt(turn)
    heard.forget(at: Timestamp.milliseconds())
    guard let end else { return }
    let seconds = max(1, Int((end - poller.now).components.seconds))
    for stream in all.prefix(count / seconds) { stream.end() }
  }

  /// Queues the revalidation of the streams' sessions.
  private func doubt(_ streams: [EventStream]) {
    if streams.isEmpty { return }
    if doubted.isEmpty { sessionCheck.schedule() }
    doubted += streams
  }

  private func checkSessions() async {
    let streams = doubted
    doubted = []
    do {
      var batch: Batch = [SessionQueries.openWithoutSession()]
      let living = batch.add(SessionQueries.living(Set(streams.map(\.session))))
      var households: [[UInt8]: UUID] = [:]
      for row in try await pool.execute(batch, reads: true)[living] {
        households[try row["token_hash"]] = try row["household_id"]
      }
      for stream in streams where households[stream.session] != stream.household { stream.end() }
    } catch {
      // The streams stay open while the database is away; the next heartbeat checks again.
      log(.warning, "event_sessions_not_checked", ["error": "\(error)"])
    }
  }
}

/// A request's wait for a change.
private final class ChangeListener: Channel {
  private var act: (() -> Void)?
  var isOver: Bool { act == nil }

  init(_ act: @escaping () -> Void) {
    self.act = act
    super.init(descriptor: -1)
  }

  override func expired() { end() }

  func end() {
    guard let act else { return }
    self.act = nil
    poller?.remove(self)
    act()
  }
}
