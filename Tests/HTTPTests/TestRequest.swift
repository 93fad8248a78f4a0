@testable import HTTP

/// A body that comes in the given pieces.
final class PiecesSource: BodySource {
  private var pieces: [[UInt8]]
  private(set) var givenBack = 0
  init(_ pieces: [[UInt8]]) { self.pieces = pieces }
  func nextBytes() async throws(BodyError) -> [UInt8]? { pieces.isEmpty ? nil : pieces.removeFirst() }
  var bodyHasArrived: Bool { true }
  func countBody(for session: [UInt8]) {}
  func giveBackBody(_ count: Int) { givenBack += count }
}

/// A request without a connection.
enum TestRequest {
  private final class NoSource: BodySource, Sendable {
    func nextBytes() async throws(BodyError) -> [UInt8]? { nil }
    var bodyHasArrived: Bool { true }
    func countBody(for session: [UInt8]) {}
    func giveBackBody(_ count: Int) {}
  }

  private static let noSource = NoSource()

  /// - Parameters:
  ///   - fields: by names that are known to `Headers` as literals.
  ///   - source: not retained.
  static func make(
    _ method: HTTP.Method = .get, _ path: String = "/", _ fields: [(StaticString, String)] = [],
    body source: (any BodySource)? = nil, announcedLength: Int? = nil
  ) -> Request {
    var headers = Headers()
    for (name, value) in fields { headers.append(name, value) }
    return Request(
      method: method, path: path, query: Form(), target: Array(path.utf8)[...], headers: headers, scheme: "http",
      host: "localhost",
      authority: "localhost", remoteAddress: IPAddress("127.0.0.1")!,
      source: source ?? noSource, announcedLength: announcedLength, serial: RequestSerial())
  }
}
