import Dispatch
import Glibc
import EventLoop
import Synchronization

/// A proxy between an app and PostgreSQL: counts round trips, closes, stalls, recovers.
final class DatabaseProxy: Sendable {
  private struct State {
    var listener: Int32?
    var descriptors: Set<Int32> = []
    var isStalled = false
    var counts = FrontendMessages.Counts()
    var target = ""
  }

  private static let count = Atomic(0)
  private let directory: String
  private let state = Lock(State())

  init() {
    directory = "\(scratch)/proxy-\(Self.count.add(1, ordering: .relaxed).newValue)"
    mkdir(directory, 0o755)
  }

  /// Starts to listen; returns the URL of the same database through the proxy.
  func url(for url: String) throws -> String {
    let parts = url.components("host=")
    let host = parts[1].prefix { $0 != "&" }
    state.withLock { $0.target = String(host).components("%2F").joined(separator: "/") + "/.s.PGSQL.5432" }
    try comeBack()
    return parts[0] + "host=" + percentEncoded(directory) + parts[1].dropFirst(host.count)
  }

  /// Sync and simple-query messages so far: those that PostgreSQL answers with ReadyForQuery.
  var roundTrips: Int { state.withLock { $0.counts.roundTrips } }

  /// Statements that PostgreSQL was asked to run so far.
  var statements: Int { state.withLock { $0.counts.statements } }

  /// Closes all connections and refuses new ones.
  func goAway() {
    unlink(path)
    state.withLock { state in
      if let listener = state.listener { shutdown(listener, Int32(SHUT_RDWR)) }
      state.listener = nil
      for descriptor in state.descriptors { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
  }

  func comeBack() throws {
    let listener = try Socket.listen(path: path)
    chmod(path, 0o777)
    state.withLock { $0.listener = listener }
    DispatchQueue(label: "proxy").async { [self] in accept(listener) }
  }

  /// Connections stay open, but no bytes get through.
  func stall(_ isStalled: Bool) { state.withLock { $0.isStalled = isStalled } }

  private var path: String { "\(directory)/.s.PGSQL.5432" }

  private func accept(_ listener: Int32) {
    defer { close(listener) }
    while case let client = Glibc.accept(listener, nil, nil), client >= 0 {
      guard let server = Socket.connect(path: state.withLock { $0.target }) else {
        close(client)
        continue
      }
      state.withLock { $0.descriptors.formUnion([client, server]) }
      let done = DispatchGroup()
      DispatchQueue(label: "proxy.up").async(group: done) { [self] in forward(client, server, counts: true) }
      DispatchQueue(label: "proxy.down").async(group: done) { [self] in forward(server, client, counts: false) }
      done.notify(queue: .global()) { [self] in
        state.withLock { $0.descriptors.subtract([client, server]) }
        close(client)
        close(server)
      }
    }
  }

  private func forward(_ from: Int32, _ to: Int32, counts: Bool) {
    var messages = FrontendMessages()
    while let bytes = Socket.receive(from) {
      while state.withLock({ $0.isStalled && $0.descriptors.contains(from) }) { usleep(10_000) }
      if counts {
        let counts = messages.count(bytes)
        state.withLock {
          $0.counts.roundTrips += counts.roundTrips
          $0.counts.statements += counts.statements
        }
      }
      if !Socket.send(to, bytes) { break }
    }
    shutdown(from, Int32(SHUT_RDWR))
    shutdown(to, Int32(SHUT_RDWR))
  }
}

/// Finds the message boundaries in what a client of PostgreSQL sends (PostgreSQL manual, 55.7).
private struct FrontendMessages {
  struct Counts {
    var roundTrips = 0
    var statements = 0
  }

  private var bytes: [UInt8] = []
  private var isStarted = false

  mutating func count(_ more: [UInt8]) -> Counts {
    bytes += more
    var counts = Counts()
    while true {
      let prefix = isStarted ? 1 : 0
      guard bytes.count >= prefix + 4 else { return counts }
      let length = bytes[prefix..<(prefix + 4)].reduce(0) { $0 << 8 | Int($1) }
      guard bytes.count >= prefix + length else { return counts }
      if isStarted {
        let isQuery = bytes[0] == UInt8(ascii: "Q")
        if isQuery || bytes[0] == UInt8(ascii: "S") { counts.roundTrips += 1 }
        if isQuery || bytes[0] == UInt8(ascii: "E") { counts.statements += 1 }
      }
      isStarted = true
      bytes.removeFirst(prefix + length)
    }
  }
}
