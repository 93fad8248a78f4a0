import Dispatch
import Glibc
import Synchronization

@testable import Foyer

/// An HTTP client like a browser: keeps its connection and its cookies, follows no redirects. It blocks a thread of its
/// own.
actor Browser {
  private let executor = QueueExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  let port: UInt16
  /// Its address, as a trusted proxy forwards it: each has its own, so that rate limits do not interfere.
  nonisolated let address: String
  nonisolated let scheme: String
  private(set) var cookies: [String: String] = [:]
  /// Sent with every request.
  private let always: [String: String]
  private var connection: Connection?

  private static let count = Atomic(0)

  init(port: UInt16, scheme: String = "http", headers: [String: String] = [:]) {
    self.port = port
    self.scheme = scheme
    let number = Self.count.add(1, ordering: .relaxed).newValue
    address = "10.\(number >> 16 & 255).\(number >> 8 & 255).\(number & 255)"
    always = headers
  }

  nonisolated var origin: String { "\(scheme)://127.0.0.1:\(port)" }

  func get(_ path: String, _ headers: [String: String?] = [:]) throws -> Answer {
    try send("GET", path, headers, nil)
  }

  /// Sends a form as a browser does.
  func post(
    _ path: String, _ fields: KeyValuePairs<String, String> = [:], _ headers: [String: String?] = [:]
  ) throws -> Answer {
    try send("POST", path, headers, Array(urlencoded(fields).utf8))
  }

  func send(_ method: String, _ path: String, _ headers: [String: String?], _ body: [UInt8]?) throws -> Answer {
    var fields: [String: String?] = ["host": "127.0.0.1:\(port)", "x-forwarded-for": address]
    if scheme == "https" { fields["x-forwarded-proto"] = "https" }
    if !cookies.isEmpty { fields["cookie"] = cookies.map { "\($0)=\($1)" }.joined(separator: "; ") }
    if body != nil {
      fields["origin"] = origin
      fields["content-type"] = "application/x-www-form-urlencoded"
      fields["content-length"] = "\(body!.count)"
    }
    fields.merge(always) { $1 }
    fields.merge(headers) { $1 }
    var head = "\(method) \(path) HTTP/1.1\r\n"
    for (name, value) in fields { if let value { head += "\(name): \(value)\r\n" } }
    let answer = try exchange(Array((head + "\r\n").utf8) + (body ?? []), isHead: method == "HEAD")
    keep(answer)
    return answer
  }

  /// Sends raw bytes on a connection of their own.
  func raw(_ bytes: [UInt8]) throws -> Answer {
    let connection = Connection(try Socket.connect(port: port))
    Socket.send(connection.descriptor, bytes)
    guard let answer = try connection.answer(isHead: false) else { throw SystemError("no answer") }
    return answer
  }

  /// Requests until the answer has the status.
  func wait(for path: String, status: Int) throws {
    while try get(path).status != status { usleep(20_000) }
  }

  func setCookie(_ name: String, _ value: String) { cookies[name] = value }
  func forget(_ name: String) { cookies[name] = nil }

  /// The server may have closed a kept connection.
  private func exchange(_ bytes: [UInt8], isHead: Bool) throws -> Answer {
    if let connection {
      self.connection = nil
      if Socket.send(connection.descriptor, bytes), let answer = try connection.answer(isHead: isHead) {
        if answer["connection"] != "close" { self.connection = connection }
        return answer
      }
    }
    let new = Connection(try Socket.connect(port: port))
    Socket.send(new.descriptor, bytes)
    guard let answer = try new.answer(isHead: isHead) else { throw SystemError("no answer") }
    if answer["connection"] != "close" { connection = new }
    return answer
  }

  private func keep(_ answer: Answer) {
    for cookie in answer.all("set-cookie") {
      let pair = cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let (name, value) = (String(pair[0]), String(pair[1]))
      if cookie.contains("Max-Age=0") { cookies[name] = nil } else { cookies[name] = value }
    }
  }
}

/// One connection, with the received part of the next answer.
/// A connection of its own, for what no browser sends.
final class Connection {
  let descriptor: Int32
  private var bytes: [UInt8] = []

  init(_ descriptor: Int32) { self.descriptor = descriptor }
  deinit { close(descriptor) }

  /// Nil when the connection ended before an answer began.
  func answer(isHead: Bool) throws -> Answer? {
    var end: Int?
    while true {
      end = headEnd
      if end != nil { break }
      guard let more = Socket.receive(descriptor) else { return nil }
      bytes += more
    }
    let lines = String(decoding: bytes[..<(end! - 4)], as: UTF8.self).components("\r\n")
    bytes.removeFirst(end!)
    guard let status = Int(lines[0].split(separator: " ")[1]) else { throw SystemError("no status") }
    let headers = lines.dropFirst().map { line -> (name: String, value: String) in
      let name = line.prefix { $0 != ":" }
      return (name.lowercased(), String(line.dropFirst(name.count + 1).drop { $0 == " " }))
    }
    if status == 100 { return try answer(isHead: isHead) }
    let length = headers.first { $0.name == "content-length" }.flatMap { Int($0.value) }
    var body: [UInt8] = []
    if !isHead, status != 204, status != 304 {
      if headers.contains(where: { $0.name == "transfer-encoding" }) {
        while let size = Int(try line(), radix: 16), size > 0 {
          body += try take(size)
          _ = try line()
        }
        _ = try line()
      } else {
        body = try take(length ?? 0)
      }
    }
    return Answer(status: status, headers: headers, body: body)
  }

  private var headEnd: Int? {
    bytes.withUnsafeBytes { $0.range(of: [13, 10, 13, 10], from: 0)?.upperBound }
  }

  private func take(_ count: Int) throws -> [UInt8] {
    while bytes.count < count {
      guard let more = Socket.receive(descriptor) else { throw SystemError("the answer was cut short") }
      bytes += more
    }
    defer { bytes.removeFirst(count) }
    return Array(bytes[..<count])
  }

  private func line() throws -> String {
    while true {
      if let end = bytes.firstIndex(of: 10) { return String(decoding: try take(end + 1).dropLast(2), as: UTF8.self) }
      guard let more = Socket.receive(descriptor) else { throw SystemError("the answer was cut short") }
      bytes += more
    }
  }
}

extension String {
  /// The whole numbers behind a text, wherever it stands.
  func numbers(after text: String) -> [Int] {
    components(text).dropFirst().compactMap { Int($0.prefix { $0.isNumber }) }
  }

  func components(_ separator: String) -> [String] {
    let (bytes, needle) = (Array(utf8), Array(separator.utf8))
    var parts: [String] = []
    var start = 0
    bytes.withUnsafeBytes { bytes in
      while let found = bytes.range(of: needle, from: start) {
        parts.append(String(decoding: bytes[start..<found.lowerBound], as: UTF8.self))
        start = found.upperBound
      }
    }
    return parts + [String(decoding: bytes[start...], as: UTF8.self)]
  }
}

/// Runs an actor's jobs on a thread of its own, where they may block.
final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "tests")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

/// As a browser encodes a form.
func urlencoded(_ fields: KeyValuePairs<String, String>) -> String {
  fields.map { "\(percentEncoded($0.key))=\(percentEncoded($0.value))" }.joined(separator: "&")
}

func percentEncoded(_ text: String) -> String {
  let digits = Array("0123456789ABCDEF".utf8)
  var bytes: [UInt8] = []
  for byte in text.utf8 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
      bytes.append(byte)
    default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}
