import EventLoop
import Glibc
import HTTP
import Postgres

/// The figures of `/metrics`: counted since its start, by all event loops.
final class Metrics: Sendable {
  /// The upper bounds of the histogram of durations, in microseconds.
  static let bounds = [
    1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000,
  ]

  /// The answers of one route.
  struct Requests {
    var statuses: [Int: Int] = [:]
    /// How many took at most the bound, and more than the one before; the last, more than all.
    var durations = [Int](repeating: 0, count: bounds.count + 1)
    var microseconds = 0
  }

  struct State {
    /// By the number of the route in the router; the last two are `other` and `files`.
    var requests: [Requests]
    /// By event loop: what it said of its pool last.
    var pools: [Pool.Load] = []
    /// The same of its standbys' connections; empty without DATABASE_READ_URL.
    var standbys: [Standbys] = []
  }

  struct Standbys {
    var connections = 0
    var answered = 0
    var declined = 0
  }

  let started = time(nil)
  private let routes: Int
  private let state: Lock<State>

  init(routes: Int) {
    self.routes = routes
    state = Lock(State(requests: Array(repeating: Requests(), count: routes + 2)))
  }

  /// The number of an answer that no route gave.
  var other: Int { routes }
  /// The number of the files of `Public/`.
  var files: Int { routes + 1 }

  /// The number of a new event loop.
  func addLoop() -> Int {
    state.withLock { state in
      state.pools.append(Pool.Load())
      return state.pools.count - 1
    }
  }

  func count(route: Int, _ status: Status, took duration: Duration) {
    let microseconds = Int(duration.nanoseconds / 1000)
    let bucket = Self.bounds.firstIndex { microseconds <= $0 } ?? Self.bounds.count
    state.withLock { state in
      state.requests[route].statuses[status.code, default: 0] += 1
      state.requests[route].durations[bucket] += 1
      state.requests[route].microseconds += microseconds
    }
  }

  /// Keeps what an event loop says of its pool.
  func note(loop: Int, _ pool: Pool.Load, _ standbys: ReadPool?) {
    let reads = standbys.map {
      Standbys(connections: $0.load.connections, answered: $0.answered, declined: $0.declined)
    }
    state.withLock { state in
      state.pools[loop] = pool
      guard let reads else { return }
      while state.standbys.count <= loop { state.standbys.append(Standbys()) }
      state.standbys[loop] = reads
    }
  }

  var now: State { state.withLock { $0 } }
}
