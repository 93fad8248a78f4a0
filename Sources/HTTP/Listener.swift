import CLinux
import EventLoop
import Glibc

/// Why a server cannot listen.
public struct ListenError: Error, Sendable, CustomStringConvertible {
  public let description: String
}

/// Takes connections in for one event loop; the kernel shares them out among the loops (`SO_REUSEPORT`, socket(7)).
final class Listener: Channel {
  private let worker: Worker
  /// Where it listens, with the port that the kernel chose if none was asked for.
  let address: SocketAddress

  init(_ address: SocketAddress, worker: Worker) throws(ListenError) {
    self.worker = worker
    func fail(_ what: String, _ descriptor: Int32) -> ListenError {
      let reason = String(cString: strerror(errno))
      if descriptor >= 0 { close(descriptor) }
      return ListenError(description: "\(what) \(address): \(reason)")
    }
    let family = address.address.bytes.count == 4 ? AF_INET : AF_INET6
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(family, kind, 0)
    guard descriptor >= 0 else { throw fail("cannot open a socket for", descriptor) }
    Self.set(descriptor, SOL_SOCKET, SO_REUSEADDR)
    Self.set(descriptor, SOL_SOCKET, SO_REUSEPORT)
    if family == AF_INET6 { Self.set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY) }
    guard address.withSockaddr({ bind(descriptor, $0, $1) }) == 0 else { throw fail("cannot listen on", descriptor) }
    // Connections inherit it.
    Self.set(descriptor, SOL_SOCKET, SO_SNDBUF, Int32(clamping: worker.limits.sendBuffer))
    guard listen(descriptor, 4096) == 0 else { throw fail("cannot listen on", descriptor) }
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let named = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    guard named == 0, let bound = SocketAddress(storage) else { throw fail("cannot listen on", descriptor) }
    self.address = bound
    super.init(descriptor: descriptor)
    interest = .readable
  }

  /// Throws when somebody listens there: with SO_REUSEPORT, a second instance would silently take half the connections.
  static func probe(_ address: SocketAddress) throws(ListenError) {
    if address.port == 0 { return }
    let descriptor = socket(
      address.address.bytes.count == 4 ? AF_INET : AF_INET6, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    set(descriptor, SOL_SOCKET, SO_REUSEADDR)
    if address.address.bytes.count == 16 { set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY) }
    guard address.withSockaddr({ bind(descriptor, $0, $1) }) == 0 else {
      throw ListenError(description: "cannot listen on \(address): \(String(cString: strerror(errno)))")
    }
  }

  override func ready(_ events: Events) {
    // A few at a time: connected clients wait for their responses.
    for _ in 0..<64 where !accept() { return }
  }

  /// Accepts one connection; false when there is none.
  private func accept() -> Bool {
    while true {
      var storage = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let client = withUnsafeMutablePointer(to: &storage) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          accept4(descriptor, $0, &length, Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue))
        }
      }
      guard client >= 0 else {
        if errno == EINTR || errno == ECONNABORTED { continue }
        // Out of descriptors or memory: the connection stays in the queue, and asking again at once would not help.
        if errno != EAGAIN { pause() }
        return false
      }
      Self.set(client, Int32(IPPROTO_TCP), TCP_NODELAY)
      let peer = SocketAddress(storage)?.address ?? IPAddress(bytes: [0, 0, 0, 0])
      guard let poller else { return false }
      let connection = Connection(descriptor: client, peer: peer, worker: worker, now: poller.now)
      if !poller.tryToAdd(connection) { connection.close(reset: true) }
      return true
    }
  }

  override func expired() { interest = .readable }

  func stop() {
    // The kernel has completed the connections in its backlog: their clients may have sent requests.
    while accept() {}
    poller?.remove(self)
    // Closing alone leaves it open in a child process that is about to call exec.
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
  }

  private func pause() {
    interest = []
    if let poller { deadline = poller.now + .seconds(1) }
  }

  private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32 = 1) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }
}
