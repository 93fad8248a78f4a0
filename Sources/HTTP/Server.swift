public import EventLoop
import Glibc

/// An HTTP/1.1 server on several event loops (RFC 9110, RFC 9112).
public final class Server: Sendable {
  private let configuration: ServerConfiguration
  private let loops: [EventLoop]
  private let makeResponder: @Sendable (Poller) -> any Responder
  private let bound = Lock<[SocketAddress]>([])
  /// For all loops: its threads start with the first large response.
  private let compressing = WorkerPool(threads: 2, queue: 64, queueOfShare: 16)

  /// - Parameter responder: makes the responder of one loop, on that loop.
  public init(
    configuration: ServerConfiguration, loops: [EventLoop], responder: @escaping @Sendable (Poller) -> any Responder
  ) {
    self.configuration = configuration
    self.loops = loops
    makeResponder = responder
  }

  /// Where it listens, once it has started; a port 0 is replaced by the one that the kernel chose.
  public var addresses: [SocketAddress] { bound.withLock { $0 } }

  /// Throws `ListenError` when another program listens at one of the addresses.
  public static func checkPorts(_ addresses: [SocketAddress]) throws(ListenError) {
    for address in addresses { try Listener.probe(address) }
  }

  /// Listens. Throws `ListenError` or `TLSError`, and then does not listen anywhere.
  public func start() async throws {
    signal(SIGPIPE, SIG_IGN)
    raiseFileLimit()
    try Self.checkPorts(configuration.listen)
    var configuration = configuration
    for loop in loops {
      let (listen, makeResponder, pool) = (configuration, makeResponder, compressing)
      do {
        configuration.listen = try await loop.run { loop in
          try ServerWorkers.start(listen, makeResponder(loop.poller), pool, on: loop.poller)
        }
      } catch {
        await stop(grace: .zero)
        throw error
      }
    }
    bound.withLock { $0 = configuration.listen }
  }

  /// Each connection is an open file; the default limit of 1,024 is for programs that use select(2) (getrlimit(2)).
  private func raiseFileLimit() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  /// Goes on to serve for a time, or until the task is cancelled. Each connection ends with its next response, and the
  /// responders know, so that clients and load balancers leave before `stop`.
  public func drain(for time: Duration) async {
    for loop in loops {
      await loop.run { loop in
        for case let channel as WorkerChannel in loop.poller.channels { channel.worker.drain(loop.poller, for: time) }
      }
    }
    try? await Task.sleep(for: time)
  }

  /// Stops listening, lets what runs finish for as long as `grace`, then closes the rest.
  public func stop(grace: Duration) async {
    // On all loops before any connection is closed: a client that reconnects is refused, not accepted by another loop.
    await withTaskGroup(of: Void.self) { group in
      for loop in loops { group.addTask { await ServerWorkers.stopListening(on: loop) } }
    }
    await withTaskGroup(of: Void.self) { group in
      for loop in loops { group.addTask { await ServerWorkers.stop(on: loop, grace: grace) } }
    }
  }

  /// Serves a connected, non-blocking socket on the first loop, and closes it in the end.
  func adopt(_ descriptor: Int32) async {
    await loops[0].run { loop in
      for case let channel as WorkerChannel in loop.poller.channels where !channel.worker.isStopping {
        let peer = IPAddress(bytes: [127, 0, 0, 1])
        return loop.poller.add(
          Connection(descriptor: descriptor, peer: peer, worker: channel.worker, now: loop.poller.now))
      }
      close(descriptor)
    }
  }

  /// Reads the certificate anew; connections from now on get it. Throws `TLSError`, and then the old one stays.
  public func reloadCertificate() async throws {
    guard let files = configuration.tls else { return }
    for loop in loops {
      try await loop.run { loop in
        let context = try TLSContext(certificate: files.certificate, key: files.key)
        for case let worker as WorkerChannel in loop.poller.channels { worker.worker.tls = context }
      }
    }
  }
}

/// Keeps a loop's worker where the server finds it again: among the loop's channels, which cannot leave the loop.
private final class WorkerChannel: Channel {
  let worker: Worker

  init(_ worker: Worker) {
    self.worker = worker
    super.init(descriptor: -1)
  }

  /// The time that connections had to finish is over.
  override func expired() {
    if let poller { worker.abort(poller) }
  }
}

private enum ServerWorkers {
  static func start(
    _ configuration: ServerConfiguration, _ responder: any Responder, _ pool: WorkerPool, on poller: Poller
  ) throws -> [SocketAddress] {
    let worker = Worker(configuration: configuration, responder: responder, poller: poller, pool: pool)
    if let files = configuration.tls { worker.tls = try TLSContext(certificate: files.certificate, key: files.key) }
    poller.add(WorkerChannel(worker))
    return try configuration.listen.map { address in
      let listener = try Listener(address, worker: worker)
      poller.add(listener)
      return listener.address
    }
  }

  static func stopListening(on loop: EventLoop) async {
    await loop.run { loop in
      for case let channel as WorkerChannel in loop.poller.channels { channel.worker.stopListening(loop.poller) }
    }
  }

  static func stop(on loop: EventLoop, grace: Duration) async {
    await loop.run { loop in
      for case let channel as WorkerChannel in loop.poller.channels {
        channel.deadline = .now() + grace
        await channel.worker.stop(loop.poller)
        await channel.worker.responder.stop()
        loop.poller.remove(channel)
      }
    }
  }
}
