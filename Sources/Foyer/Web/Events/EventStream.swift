import EventLoop
import HTTP
import Postgres

/// The event stream of one open page.
final class EventStream {
  let household: UUID
  let person: UUID
  /// The hash of the session's token; the stream ends with the session.
  let session: [UInt8]
  private let writer: ResponseWriter
  private let over = Waiter()
  private var isOver = false
  /// Ended because its client does not read.
  private(set) var isDropped = false

  /// About 200 events: a client with so much unread in this process, besides the kernel's buffers, is not reading.
  private static let backlog = 4096

  init(household: UUID, person: UUID, session: [UInt8], writer: ResponseWriter) {
    self.household = household
    self.person = person
    self.session = session
    self.writer = writer
    writer.left = { [weak self] in self?.end() }
  }

  /// Sends without waiting; a client that is too slow is dropped, reconnects and refreshes.
  func send(_ bytes: [UInt8]) {
    if isOver || writer.offer(bytes, backlog: Self.backlog) { return }
    // The client may have disconnected.
    isDropped = !isOver
    end()
  }

  func end() {
    isOver = true
    over.resume()
  }

  /// Waits until `end` is called.
  func untilOver() async { await over.wait { !isOver } }
}

/// The texts of a stream (WHATWG HTML §9.2.5, "Parsing an event stream").
enum EventText {
  /// The delay before a browser reconnects, in milliseconds, random so that they do not reconnect all at once; and when
  /// something of the household was changed last, as far as is known, in milliseconds since 1970.
  static func hello(lastChange: Int64?) -> [UInt8] {
    Array("retry: \(Int.random(in: 2000...8000))\n\n".utf8) + (lastChange.map { event("last", " \($0)") } ?? [])
  }
  /// A comment: it keeps proxies from closing an idle connection, and detects clients that are gone.
  static let heartbeat = Array(":\n\n".utf8)

  /// - Parameter data: " own" if the same person made the change, perhaps on another device; behind it the page that did.
  static func event(_ subject: some StringProtocol, _ data: String = "") -> [UInt8] {
    Array("event: \(subject)\ndata:\(data)\n\n".utf8)
  }

  /// Whether it is what an open page calls itself: 16 hexadecimal digits.
  static func isPage(_ text: some StringProtocol) -> Bool {
    text.utf8.count == 16 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
