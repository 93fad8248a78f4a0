/// A request method (RFC 9110 §9): a token, of which case matters.
public struct Method: Sendable, Hashable, CustomStringConvertible {
  public let name: String

  public static let get = Method(name: "GET")
  public static let head = Method(name: "HEAD")
  public static let post = Method(name: "POST")
  public static let put = Method(name: "PUT")
  public static let patch = Method(name: "PATCH")
  public static let delete = Method(name: "DELETE")
  public static let options = Method(name: "OPTIONS")
  public static let connect = Method(name: "CONNECT")
  public static let trace = Method(name: "TRACE")

  public init(name: String) { self.name = name }

  public var description: String { name }

  /// The method with this name; the common ones without making a String.
  init(_ bytes: ArraySlice<UInt8>) {
    if bytes.elementsEqual("GET".utf8) {
      self = .get
    } else if bytes.elementsEqual("POST".utf8) {
      self = .post
    } else {
      self.init(name: String(decoding: bytes, as: UTF8.self))
    }
  }
}
