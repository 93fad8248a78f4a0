import COpenSSL
import Dispatch
import Glibc

@testable import HTTP

/// A TLS client that sends one request and ends the connection after any number of bytes that it has sent.
final class TLSClient {
  enum Ending: CaseIterable {
    /// RST (socket(7), SO_LINGER of 0 s).
    case reset
    /// FIN alone, without close_notify. The client goes on reading until the server ends, too.
    case halfClose
  }

  private let socket: Int32
  private let context: OpaquePointer
  private let ssl: OpaquePointer
  private let incoming: OpaquePointer
  private let outgoing: OpaquePointer
  /// Bytes that may still be sent, and how many were.
  private var left: Int
  private var sent = 0

  /// Returns the number of bytes that were sent: less than `cut` when the whole request has fewer.
  /// - Parameters:
  ///   - cut: how many bytes are sent at most, those of the handshake among them.
  ///   - mayEnd: what the client waits for before it ends the connection.
  ///   - ended: called as soon as it has.
  static func run(
    _ address: SocketAddress, _ version: Int32, path: String, cut: Int = .max, ending: Ending,
    mayEnd: DispatchSemaphore? = nil, ended: @escaping @Sendable () -> Void = {}
  ) async throws -> Int {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "TLS client").async {
        continuation.resume(
          with: Result {
            let client = try TLSClient(address, version, cut)
            try client.request(path)
            mayEnd?.wait()
            try client.end(ending, ended)
            return client.sent
          })
      }
    }
  }

  private init(_ address: SocketAddress, _ version: Int32, _ cut: Int) throws {
    left = cut
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    context = SSL_CTX_new(TLS_client_method())
    let isSet = tls_set_versions(context, version, version)
    ssl = SSL_new(context)
    incoming = BIO_new(BIO_s_mem())
    outgoing = BIO_new(BIO_s_mem())
    SSL_set_bio(ssl, incoming, outgoing)
    SSL_set_connect_state(ssl)
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    guard isSet == 1, address.withSockaddr({ connect(socket, $0, $1) }) == 0 else {
      throw TestError("cannot connect to \(address): errno \(errno)")
    }
  }

  deinit {
    close(socket)
    SSL_free(ssl)
    SSL_CTX_free(context)
  }

  /// Shakes hands and sends a request, or as much of both as is allowed.
  private func request(_ path: String) throws {
    while left > 0 {
      let result = SSL_do_handshake(ssl)
      try flush()
      if result == 1 { break }
      if left > 0 { try receive() }
    }
    guard left > 0 else { return }
    let request = Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
    guard SSL_write(ssl, request, Int32(request.count)) == request.count else { throw TestError("SSL_write failed") }
    try flush()
  }

  /// Sends what OpenSSL has made, as far as it may.
  private func flush() throws {
    var bytes = [UInt8](repeating: 0, count: BIO_ctrl_pending(outgoing))
    guard !bytes.isEmpty else { return }
    let count = min(Int(BIO_read(outgoing, &bytes, Int32(bytes.count))), left)
    guard count == 0 || send(socket, bytes, count, Int32(MSG_NOSIGNAL)) == count else {
      throw TestError("send: errno \(errno)")
    }
    sent += count
    left -= count
  }

  private func receive() throws {
    var bytes = [UInt8](repeating: 0, count: 16 << 10)
    let count = recv(socket, &bytes, bytes.count, 0)
    guard count > 0 else { throw TestError("the server ended the handshake: errno \(errno)") }
    BIO_write(incoming, bytes, Int32(count))
  }

  private func end(_ ending: Ending, _ ended: () -> Void) throws {
    switch ending {
    case .reset:
      var option = linger(l_onoff: 1, l_linger: 0)
      setsockopt(socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
      // Closes the connection, not the descriptor, which deinit closes: connect(2), AF_UNSPEC.
      var nowhere = sockaddr()
      nowhere.sa_family = sa_family_t(AF_UNSPEC)
      connect(socket, &nowhere, socklen_t(MemoryLayout<sockaddr>.size))
      ended()
    case .halfClose:
      shutdown(socket, Int32(SHUT_WR))
      ended()
      var bytes = [UInt8](repeating: 0, count: 16 << 10)
      var count = 0
      repeat { count = recv(socket, &bytes, bytes.count, 0) } while count > 0
      if count < 0, errno == EAGAIN { throw TestError("the server keeps the connection open") }
    }
  }
}
