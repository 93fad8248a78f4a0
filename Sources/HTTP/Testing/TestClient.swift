import CLinux
import Dispatch
import Glibc
import EventLoop

/// A client for tests: the same calls against a server that listens and against one in the same process that does not.
public final class TestClient: Sendable {
  private enum Target {
    case address(SocketAddress)
    case server(Server)
  }

  private let target: Target
  private let host: String

  /// Speaks to whoever listens there.
  /// - Parameter host: what the `Host` field says.
  public init(_ address: SocketAddress, host: String = "localhost") {
    target = .address(address)
    self.host = host
  }

  /// Speaks to a started server through pairs of sockets: it needs to listen nowhere.
  public init(_ server: Server, host: String = "localhost") {
    target = .server(server)
    self.host = host
  }

  /// A connection to write to and read from by hand, for requests that are none.
  public func connect() async throws(TestError) -> TestConnection {
    switch target {
    case .address(let address): return try await TestConnection(address)
    case .server(let server):
      var ends: [Int32] = [-1, -1]
      guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
        throw TestError("socketpair: errno \(errno)")
      }
      _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
      await server.adopt(ends[1])
      return TestConnection(descriptor: ends[0])
    }
  }

  /// One request on a connection of its own.
  /// - Parameters:
  ///   - target: path and query, encoded.
  ///   - headers: `Host`, `Content-Length` (for a body) and `Connection: close` are added.
  public func send(
    _ method: Method = .get, _ target: String, headers: [(String, String)] = [], body: [UInt8] = []
  ) async throws(TestError) -> TestResponse {
    let connection = try await connect()
    var text = "\(method.name) \(target) HTTP/1.1\r\n"
    if !headers.contains(where: { ASCII.lowercaseString(Array($0.0.utf8)[...]) == "host" }) {
      text += "Host: \(host)\r\n"
    }
    for (name, value) in headers { text += "\(name): \(value)\r\n" }
    if !body.isEmpty { text += "Content-Length: \(body.count)\r\n" }
    try await connection.send(Array("\(text)Connection: close\r\n\r\n".utf8) + body)
    return try await connection.response(to: method)
  }

  /// Sends bytes as they are, and reads until the server closes: every byte that it sent.
  public func raw(_ text: String) async throws(TestError) -> String {
    String(decoding: try await exchange(text), as: UTF8.self)
  }

  /// Sends and reads until the server closes, in one step: no other task of a busy process delays it in between.
  /// - Parameter pause: before each time that it reads, at most 64 KiB.
  public func exchange(_ text: String, pause: Duration = .zero) async throws(TestError) -> [UInt8] {
    switch target {
    case .address(let address):
      return try await TestConnection(for: address).exchange(text, connectingTo: address, pause)
    case .server: return try await connect().exchange(text, connectingTo: nil, pause)
    }
  }
}

/// A failure of a test client.
public struct TestError: Error, CustomStringConvertible {
  public let description: String
  init(_ description: String) { self.description = description }
}

/// An answer as a client sees it.
public struct TestResponse: Sendable {
  public let status: Int
  public let headers: [(name: String, value: String)]
  public let body: [UInt8]

  /// The first field of that name, which is compared without regard to ASCII case.
  public subscript(name: String) -> String? { values(name).first }

  public func values(_ name: String) -> [String] {
    let wanted = ASCII.lowercaseString(Array(name.utf8)[...])
    return headers.compactMap { ASCII.lowercaseString(Array($0.name.utf8)[...]) == wanted ? $0.value : nil }
  }

  public var text: String { String(decoding: body, as: UTF8.self) }
}

/// One connection of a test client. Its blocking calls run on a queue of its own and give up after 20 seconds.
public final class TestConnection: Sendable {
  private let descriptor: Int32
  private let queue = DispatchQueue(label: "test client")
  private let buffer = Lock<[UInt8]>([])

  init(descriptor: Int32) {
    self.descriptor = descriptor
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
  }

  convenience init(_ address: SocketAddress) async throws(TestError) {
    self.init(for: address)
    try await perform { [self] () throws(TestError) in try connect(to: address) }
  }

  /// Is not connected yet.
  convenience init(for address: SocketAddress) {
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    self.init(descriptor: socket(address.address.bytes.count == 4 ? AF_INET : AF_INET6, type, 0))
  }

  deinit { close(descriptor) }

  /// Sends all of the bytes; throws when the server has closed.
  public func send(_ bytes: [UInt8]) async throws(TestError) {
    try await perform { [self] () throws(TestError) in try write(bytes) }
  }

  public func send(_ text: String) async throws(TestError) { try await send(Array(text.utf8)) }

  /// See `TestClient.exchange`.
  func exchange(_ text: String, connectingTo address: SocketAddress?, _ pause: Duration) async throws(TestError)
    -> [UInt8]
  {
    try await perform { [self] () throws(TestError) in
      if let address { try connect(to: address) }
      try write(Array(text.utf8))
      repeat { usleep(UInt32(pause / .microseconds(1))) } while try receive()
      return take(buffer.withLock { $0.count })
    }
  }

  /// Shuts the direction to the server (shutdown(2)).
  public func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Reads one answer; what follows it stays for the next call. Interim answers are returned too.
  /// - Parameter method: the answer to HEAD has no content.
  public func response(to method: Method = .get) async throws(TestError) -> TestResponse {
    try await perform { [self] () throws(TestError) in
      while true {
        if let end = Self.headEnd(buffer.withLock { $0 }) { return try readResponse(end, method) }
        guard try receive() else { throw TestError("the connection ended before an answer") }
      }
    }
  }

  /// Reads until the server closes; a reset ends it as well.
  public func readToEnd() async throws(TestError) -> [UInt8] {
    try await perform { [self] () throws(TestError) in
      while try receive() {}
      return take(buffer.withLock { $0.count })
    }
  }

  private func connect(to address: SocketAddress) throws(TestError) {
    guard address.withSockaddr({ Glibc.connect(descriptor, $0, $1) }) == 0 else {
      throw TestError("cannot connect to \(address): errno \(errno)")
    }
  }

  private func write(_ bytes: [UInt8]) throws(TestError) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw TestError("send: errno \(errno)") }
      sent += count
    }
  }

  private func readResponse(_ end: Int, _ method: Method) throws(TestError) -> TestResponse {
    let lines = take(end).split(separator: ASCII.lineFeed).map { line in
      String(decoding: line.last == ASCII.carriageReturn ? line.dropLast() : line, as: UTF8.self)
    }
    guard let first = lines.first, first.utf8.starts(with: "HTTP/1.1 ".utf8),
      let status = ASCII.number(Array(first.utf8.dropFirst(9).prefix(3))[...])
    else { throw TestError("not an answer: \(lines.first ?? "")") }
    let fields = lines.dropFirst().filter { !$0.isEmpty }.map { line in
      let parts = Array(line.utf8).split(separator: 0x3A, maxSplits: 1, omittingEmptySubsequences: false)
      return (
        name: String(decoding: parts[0], as: UTF8.self),
        value: String(decoding: ASCII.trimmed(parts.count > 1 ? parts[1] : []), as: UTF8.self)
      )
    }
    let head = TestResponse(status: status, headers: fields, body: [])
    if method == .head || status < 200 || status == 204 || status == 304 { return head }
    var body: [UInt8] = []
    if let length = head["content-length"].flatMap({ ASCII.number(Array($0.utf8)[...]) }) {
      body = try read(length)
    } else if head["transfer-encoding"] == "chunked" {
      while true {
        let size = String(decoding: try readLine(), as: UTF8.self)
        guard let count = Int(size, radix: 16), count >= 0 else { throw TestError("not a chunk: \(size)") }
        body += try read(count)
        guard try readLine().isEmpty else { throw TestError("a chunk does not end") }
        if count == 0 { break }
      }
    } else {
      while try receive() {}
      body = take(buffer.withLock { $0.count })
    }
    return TestResponse(status: status, headers: fields, body: body)
  }

  private func readLine() throws(TestError) -> [UInt8] {
    while true {
      if let end = buffer.withLock({ $0.firstIndex(of: ASCII.lineFeed) }) { return take(end + 1).dropLast(2) }
      guard try receive() else { throw TestError("the connection ended in the middle of an answer") }
    }
  }

  private func read(_ count: Int) throws(TestError) -> [UInt8] {
    while buffer.withLock({ $0.count }) < count {
      guard try receive() else { throw TestError("the connection ended in the middle of an answer") }
    }
    return take(count)
  }

  private func take(_ count: Int) -> [UInt8] {
    buffer.withLock { buffer in
      let taken = Array(buffer.prefix(count))
      buffer.removeFirst(taken.count)
      return taken
    }
  }

  /// False at the end.
  private func receive() throws(TestError) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    let count = recv(descriptor, &chunk, chunk.count, 0)
    if count < 0, errno == EAGAIN { throw TestError("the server did not answer in time") }
    if count <= 0 { return false }
    buffer.withLock { $0.append(contentsOf: chunk[..<count]) }
    return true
  }

  private static func headEnd(_ bytes: [UInt8]) -> Int? {
    guard bytes.count >= 4 else { return nil }
    for index in 3..<bytes.count
    where bytes[index] == ASCII.lineFeed && bytes[index - 1] == ASCII.carriageReturn
      && bytes[index - 2] == ASCII.lineFeed
    { return index + 1 }
    return nil
  }

  private func perform<Value: Sendable>(
    _ body: @escaping @Sendable () throws(TestError) -> Value
  ) async throws(TestError) -> Value {
    try await blocking(on: queue, body)
  }
}
