/// A response. The connection adds Date, Server, the framing and, where needed, Connection.
public struct Response {
  public var status: Status
  public var headers: Headers
  public var body: ResponseBody
  /// The time for which the connection keeps the response back, and up to 250 ms more: a client that is refused and asks again at
  /// once is slowed down without costing anything. Not for streams.
  public var delay = Duration.zero
  /// Whether `ServerConfiguration.compresses` holds for this response. The length of a compressed response tells whether
  /// a text occurs twice: false where a secret stands beside text of the request (BREACH, CVE-2013-3587).
  public var mayBeCompressed = true
  /// Of a stream, how many bytes it has, if that is known. One that has another number ends the connection.
  public var length: Int?
  /// The session that it is for, longer than an address, which has a share of the memory for what clients do not read.
  public var session: [UInt8] = []

  public init(status: Status = .ok, headers: Headers = Headers(), body: ResponseBody = .empty) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// A page.
  public static func html(_ bytes: [UInt8], status: Status = .ok) -> Response {
    var response = Response(status: status, body: .bytes(bytes))
    response.headers.append("Content-Type", "text/html; charset=utf-8")
    return response
  }

  /// Plain text.
  public static func text(_ text: String, status: Status = .ok) -> Response {
    var response = Response(status: status, body: .bytes(Array(text.utf8)))
    response.headers.append("Content-Type", "text/plain; charset=utf-8")
    return response
  }

  /// 303: the answer to a form is another page, to be fetched with GET (RFC 9110 §15.4.4).
  public static func redirect(to location: String) -> Response {
    var response = Response(status: .seeOther)
    response.headers.append("Location", location)
    return response
  }

  /// Adds a cookie. One that browsers would not take is a mistake of the program.
  public mutating func setCookie(_ cookie: Cookie) {
    headers.append("Set-Cookie", cookie.serialized)
  }
}

public enum ResponseBody {
  case empty
  case bytes([UInt8])
  /// Written while it is made, in chunks (RFC 9112 §7.1); its length need not be known. When it throws, the connection
  /// ends without the last chunk, so that the client knows that something is missing.
  case stream((ResponseWriter) async throws -> Void)
  /// Nothing is sent yet: the responder is called with the same request once more, when what the function was given is called, on
  /// the loop of the connection. Meanwhile no task waits, which would keep the memory of its deepest call.
  case later((_ again: @escaping () -> Void) -> Void)
}

/// Takes the parts of a response that is made while it is sent.
public final class ResponseWriter {
  /// The client has closed the connection or has stopped reading.
  public struct Disconnected: Error {
    public init() {}
  }

  private let send: ([UInt8]) async throws(Disconnected) -> Void
  private let post: ([UInt8], Int) -> Bool
  private var hasLeft = false

  init(
    send: @escaping ([UInt8]) async throws(Disconnected) -> Void, post: @escaping ([UInt8], Int) -> Bool
  ) {
    self.send = send
    self.post = post
  }

  /// Called once, on the loop, when the client has closed the connection or its sending half: for a stream that waits
  /// for news and would not notice by writing.
  public var left: (() -> Void)?

  /// Sends bytes; waits while too many are unsent.
  public func write(_ bytes: [UInt8]) async throws(Disconnected) {
    if !bytes.isEmpty { try await send(bytes) }
  }

  /// Sends bytes without waiting, from anywhere on the loop. False, and nothing is sent, when the client is gone or has
  /// left more than `backlog` bytes untaken, beyond those that the kernel keeps for it.
  public func offer(_ bytes: [UInt8], backlog: Int) -> Bool { bytes.isEmpty || post(bytes, backlog) }

  func leave() {
    if hasLeft { return }
    hasLeft = true
    left?()
  }
}

/// The responder to the requests of one event loop. Each loop has an instance of its own; none is Sendable.
public protocol Responder: AnyObject {
  /// The answer to what needs no waiting; nil to have `respond` called. Called on the loop, without a task. It is sent
  /// as it is, never compressed.
  func immediate(_ request: Request) -> Response?

  /// The answer to everything else. Its own failures are its own to turn into a response.
  func respond(to request: Request) async -> Response

  /// The answer to what is refused before it is a request: the status is decided, and the connection ends after it.
  /// `request` is nil when not even its head could be read.
  func refusal(_ status: Status, _ request: Request?) -> Response

  /// The server goes on to answer everything for this time, and then stops: a load balancer has to learn of it.
  func draining(for time: Duration)

  /// The server is about to stop: ends the streams that would go on for ever, so that their connections can finish.
  func stopping()

  /// No request will come any more: releases what the responder holds.
  func stop() async
}

extension Responder {
  public func draining(for time: Duration) {}
  public func stopping() {}
}
