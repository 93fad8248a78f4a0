import Glibc

/// A client of `/events`.
actor EventReader {
  private nonisolated let executor = QueueExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let descriptor: Int32
  /// Received bytes that no wait has consumed, framing included.
  private var text = ""
  /// The text that was skipped since the last `listens`.
  private(set) var heard = ""

  /// Opens a stream with the cookies of a browser, and waits for its first text unless `reads` is false.
  init(_ browser: Browser, reads: Bool = true) async throws {
    let cookies = await browser.cookies.map { "\($0)=\($1)" }.joined(separator: "; ")
    descriptor = try Socket.connect(port: browser.port)
    if !reads {
      var size: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    Socket.send(
      descriptor,
      Array(
        "GET /events HTTP/1.1\r\nhost: 127.0.0.1:\(browser.port)\r\nx-forwarded-for: \(browser.address)\r\ncookie: \(cookies)\r\n\r\n"
          .utf8))
    if reads { try wait(for: "retry:") }
  }

  deinit { close(descriptor) }

  /// Waits for the text, and drops everything up to it.
  func wait(for expected: String) throws {
    while true {
      let parts = text.components(expected)
      if parts.count > 1 {
        heard += parts[0] + expected
        text = parts.dropFirst().joined(separator: expected)
        return
      }
      guard let more = Socket.receive(descriptor) else {
        throw SystemError("the stream ended without \(expected): \(text)")
      }
      text += String(decoding: more, as: UTF8.self)
    }
  }

  /// Waits until notifications of the member's household arrive here.
  func listens(_ member: Member) async throws {
    // The first stream opens the connection that listens: earlier notifications are lost.
    let marks = Task {
      while !Task.isCancelled {
        try member.app.mark(member.household, "ready")
        try await Task.sleep(for: .milliseconds(20))
      }
    }
    defer { marks.cancel() }
    try wait(for: "event: ready\ndata:\n\n")
    heard = ""
  }

  /// Reads to the end of the stream and closes, as a browser does; returns whether it ended with the last chunk.
  func end() -> Bool {
    defer { shutdown(descriptor, Int32(SHUT_RDWR)) }
    while let more = Socket.receive(descriptor) {
      text += String(decoding: more, as: UTF8.self)
      if text.hasSuffix("0\r\n\r\n") { return true }
    }
    return false
  }
}
