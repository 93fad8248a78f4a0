import Dispatch
import Glibc
import EventLoop

/// A web server that answers every request in the same way.
final class FakeEndpoint: Sendable {
  enum Manner: Sendable {
    case answer(status: Int = 200, type: String = "application/json", body: String, headers: String = "")
    /// Answers with JSON after a second.
    case late(body: String)
    /// Accepts and sends nothing.
    case silent
    /// Closes without an answer.
    case hangUp
  }

  private let listener: Int32
  let port: UInt16
  private let state: Lock<(manner: Manner, requests: Int)>

  init(_ manner: Manner) throws {
    (listener, port) = try Socket.listen()
    state = Lock((manner, 0))
    DispatchQueue(label: "endpoint").async { [self] in accept() }
  }

  var url: String { "http://127.0.0.1:\(port)/todos" }
  var requests: Int { state.withLock { $0.requests } }
  func behave(_ manner: Manner) { state.withLock { $0.manner = manner } }

  private func accept() {
    while case let client = Glibc.accept(listener, nil, nil), client >= 0 {
      DispatchQueue(label: "endpoint.client").async { [self] in
        answer(client)
        close(client)
      }
    }
  }

  private func answer(_ client: Int32) {
    Socket.setTimeout(client, seconds: 120)
    var request: [UInt8] = []
    // The rest of a body is read after the answer.
    while request.firstRange(of: [13, 10, 13, 10]) == nil {
      guard let more = Socket.receive(client) else { return }
      request += more
    }
    let manner = state.withLock { state in
      state.requests += 1
      return state.manner
    }
    if case .late = manner { sleep(1) }
    switch manner {
    case .late(let body):
      Socket.send(client, Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n\(body)".utf8))
    case .answer(let status, let type, let body, let headers):
      let head =
        "HTTP/1.1 \(status) X\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\(headers)"
        + "Connection: close\r\n\r\n"
      Socket.send(client, Array((head + body).utf8))
      shutdown(client, Int32(SHUT_WR))
      while Socket.receive(client) != nil {}
    case .silent: while Socket.receive(client) != nil {}
    case .hangUp: break
    }
  }
}
