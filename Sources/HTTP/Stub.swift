public struct Method: Sendable, Hashable, CustomStringConvertible {
  public let name: String
  public static let get = Method(name: "GET"), head = Method(name: "HEAD"), post = Method(name: "POST"),
    options = Method(name: "OPTIONS"), put = Method(name: "PUT")
  public var description: String { name }
}
public struct Status: Sendable, Hashable {
  public let code: Int
  public static let ok = Status(code: 200), partialContent = Status(code: 206), notModified = Status(code: 304),
    badRequest = Status(code: 400), preconditionFailed = Status(code: 412), contentTooLarge = Status(code: 413),
    unsupportedMediaType = Status(code: 415), rangeNotSatisfiable = Status(code: 416)
}
public struct Headers: Sendable {
  var fields: [(String, String)] = []
  public subscript(_ name: String) -> String? { values(name).first }
  public func values(_ name: String) -> [String] { fields.filter { $0.0 == name }.map(\.1) }
  public mutating func set(_ name: String, _ value: String) { fields.append((name, value)) }
}
public final class Body {
  var chunks: [[UInt8]] = []
  public func next() async throws -> [UInt8]? { chunks.isEmpty ? nil : chunks.removeFirst() }
}
public struct Request {
  public var method = Method.get
  public var path = "/"
  public var headers = Headers()
  public var body = Body()
}
public enum ResponseBody { case empty, bytes([UInt8]), other }
public struct Response {
  public var status: Status
  public var headers = Headers()
  public var body = ResponseBody.empty
  public init(status: Status = .ok) { self.status = status }
}
