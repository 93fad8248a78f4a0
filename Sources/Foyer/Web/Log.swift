import CivilTime
import EventLoop
import Glibc

/// The program's log on standard output: one line, or one JSON object, for each event, in UTC.
///
/// Values are escaped, so that no client can forge a line; secrets are never passed in.
public struct Log: Sendable {
  public enum Format: String, Sendable { case text, json }
  enum Level: String { case info, warning, error }

  let format: Format
  private let descriptor: Int32
  private let repeats = Repeats()

  /// The lines of one event that are written per interval; further ones are counted.
  static let burst = 20
  static let interval = Duration.seconds(10)

  /// The count of each warning and error in this interval, and when the interval ends.
  private final class Repeats: Sendable {
    let counts = Lock<[String: Int]>([:])
    let end = Lock(Instant(nanoseconds: 0))
  }

  public init(format: Format) { self.init(format: format, descriptor: STDOUT_FILENO) }

  init(format: Format, descriptor: Int32) {
    self.format = format
    self.descriptor = descriptor
  }

  /// - Parameter event: a name to search for: `sign_in`, `sign_in_refused`, `request_failed`.
  ///
  /// Clients can cause any number of warnings and errors: after `burst` of them, further ones are only counted until
  /// `writeRepeats`.
  func callAsFunction(_ level: Level, _ event: String, _ fields: KeyValuePairs<String, String> = [:]) {
    if level != .info {
      let count = repeats.counts.withLock { counts in
        counts[event, default: 0] += 1
        return counts[event, default: 0]
      }
      if count > Self.burst { return }
    }
    write(level, event, fields)
  }

  /// Ends the interval if it is over at this time; every event loop calls it.
  func writeRepeats(at now: Instant) {
    let isOver = repeats.end.withLock { end in
      guard now >= end else { return false }
      end = now + Self.interval
      return true
    }
    if isOver { writeRepeats() }
  }

  /// Ends an interval: writes how many lines of each event were suppressed.
  func writeRepeats() {
    let counts = repeats.counts.withLock { counts in
      defer { counts = [:] }
      return counts
    }
    for (event, count) in counts.sorted(by: { $0.key < $1.key }) where count > Self.burst {
      write(.warning, "repeated", ["of": event, "lines": "\(count - Self.burst)"])
    }
  }

  private func write(_ level: Level, _ event: String, _ fields: KeyValuePairs<String, String>) {
    let line = line(level, event, fields, at: Timestamp.now().iso8601)
    // One write per line, so that lines of several loops do not mix.
    line.withCString { _ = Glibc.write(descriptor, $0, strlen($0)) }
  }

  /// Logs an event of the program itself.
  public func note(_ event: String, _ fields: KeyValuePairs<String, String> = [:]) { self(.info, event, fields) }

  /// Writes one line that the operator should act on.
  public func warn(_ event: String, _ fields: KeyValuePairs<String, String> = [:]) { self(.warning, event, fields) }

  func line(_ level: Level, _ event: String, _ fields: KeyValuePairs<String, String>, at time: String) -> String {
    switch format {
    case .text:
      let pairs = fields.map { " \($0.key)=\(Self.isPlain($0.value) ? $0.value : Self.quoted($0.value))" }
      return "\(time) \(level.rawValue) \(event)\(pairs.joined())\n"
    case .json:
      let pairs = fields.map { ",\(Self.quoted($0.key)):\(Self.quoted($0.value))" }
      return "{\"time\":\"\(time)\",\"level\":\"\(level.rawValue)\",\"event\":\(Self.quoted(event))\(pairs.joined())}\n"
    }
  }

  private static func isPlain(_ value: String) -> Bool {
    !value.isEmpty
      && value.utf8.allSatisfy { (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "=") }
  }

  /// A JSON string (RFC 8259 §7). Also escapes the C1 controls and the separators that some viewers treat as line ends.
  static func quoted(_ value: String) -> String {
    var text = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\u{0}"..."\u{1f}", "\u{7f}"..."\u{9f}", "\u{2028}", "\u{2029}", "\u{202a}"..."\u{202e}",
        "\u{2066}"..."\u{2069}":
        text +=
          "\\u" + String(repeating: "0", count: 4 - String(scalar.value, radix: 16).count)
          + String(scalar.value, radix: 16)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
