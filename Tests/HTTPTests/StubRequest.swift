@testable import HTTP

enum TestRequest {
  static func any() -> Request { Request() }
  static func make(_ method: HTTP.Method, _ path: String, _ headers: [(String, String)] = [], body: [[UInt8]] = [])
    -> Request
  {
    var h = Headers()
    for (n, v) in headers { h.set(n, v) }
    let b = Body()
    b.chunks = body
    return Request(method: method, path: path, headers: h, body: b)
  }
}
