import Dispatch
import EventLoop
import Glibc
import StrictJSON

@testable import Foyer

/// A web server of the tests' own that keeps what it is sent.
final class WebhookReceiver: Sendable {
  struct Message: Sendable {
    /// By names in lower case.
    let headers: [String: String]
    let body: String
    /// The status that was answered.
    let status: Int

    var id: String { headers["webhook-id"] ?? "" }

    /// Ids of the rows under a name of the payload.
    func ids(_ name: String) -> [String] {
      let data = (try? JSON(Array(body.utf8), maximumValues: .max).object)?["data"]?.object
      return (data?[name]?.elements ?? []).compactMap { $0.object?["id"]?.string }
    }
    var all: [String] { ids("created") + ids("changed") + ids("deleted") }
    var hasMore: Bool { body.contains("\"more\":true") }
  }

  private let listener: Int32
  let port: UInt16
  private let state = Lock((status: 204, messages: [Message]()))

  init() throws {
    (listener, port) = try Socket.listen()
    DispatchQueue(label: "webhooks").async { [self] in
      while case let client = accept(listener, nil, nil), client >= 0 {
        DispatchQueue(label: "webhooks.client").async { [self] in
          answer(client)
          close(client)
        }
      }
    }
  }

  var url: String { "http://127.0.0.1:\(port)/hook" }
  var messages: [Message] { state.withLock { $0.messages } }
  /// Those that were answered with success.
  var taken: [Message] { messages.filter { $0.status < 300 } }
  func answer(status: Int) { state.withLock { $0.status = status } }

  private func answer(_ client: Int32) {
    Socket.setTimeout(client, seconds: 120)
    var request: [UInt8] = []
    while true {
      if let end = request.firstRange(of: [13, 10, 13, 10]) {
        let lines = String(decoding: request[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n").dropFirst()
        let headers = Dictionary(
          lines.compactMap { line in
            line.firstIndex(of: ":").map {
              (line[..<$0].lowercased(), String(line[line.index($0, offsetBy: 2)...]))
            }
          }, uniquingKeysWith: { first, _ in first })
        let length = headers["content-length"].flatMap { Int($0) } ?? 0
        if request.count - end.upperBound >= length {
          let body = String(decoding: request[end.upperBound...], as: UTF8.self)
          let status = state.withLock { state in
            state.messages.append(Message(headers: headers, body: body, status: state.status))
            return state.status
          }
          Socket.send(client, Array("HTTP/1.1 \(status) X\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8))
          return
        }
      }
      guard let more = Socket.receive(client) else { return }
      request += more
    }
  }
}
