import HTTP
import Postgres

/// One open page that hears what changes in its household.
final class EventStream {
  let household: UUID
  let person: UUID
  /// The hash of the token of the session that it belongs to, and ends with.
  let session: [UInt8]
  private let writer: ResponseWriter
  private var waiter: UnsafeContinuation<Void, Never>?
  private var isOver = false
  /// Ended because its reader does not take what it is sent.
  private(set) var isDropped = false

  /// Some 200 events: whoever has left so many in our memory, besides what the kernel keeps, is not reading.
  private static let backlog = 4096

  init(household: UUID, person: UUID, session: [UInt8], writer: ResponseWriter) {
    self.household = household
    self.person = person
    self.session = session
    self.writer = writer
    writer.left = { [weak self] in self?.end() }
  }

  /// Sends without waiting; a reader that is too slow for that is dropped. It comes back when it can, and refreshes.
  func send(_ bytes: [UInt8]) {
    if isOver || writer.offer(bytes, backlog: Self.backlog) { return }
    // The reader may just have left.
    isDropped = !isOver
    end()
  }

  func end() {
    isOver = true
    let waiter = waiter
    self.waiter = nil
    waiter?.resume()
  }

  /// Waits until somebody calls `end`.
  func untilOver() async {
    if !isOver { await withUnsafeContinuation { waiter = $0 } }
  }
}

/// What is said to a stream (WHATWG HTML §9.2.5, "Parsing an event stream").
enum EventText {
  /// How soon a browser comes back after a connection was lost, in milliseconds: not all of them at once.
  static func hello() -> [UInt8] { Array("retry: \(Int.random(in: 2000...8000))\n\n".utf8) }
  /// A comment: proxies end connections on which nothing is said, and a browser that is gone is noticed by it.
  static let heartbeat = Array(":\n\n".utf8)

  /// - Parameter isOwn: the reader changed it, if perhaps on another device.
  static func event(_ subject: some StringProtocol, isOwn: Bool) -> [UInt8] {
    Array("event: \(subject)\ndata:\(isOwn ? " own" : "")\n\n".utf8)
  }
}
