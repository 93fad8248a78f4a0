import HTTP
import WebDAV

/// A status with the condition that a request breaks (RFC 4918 §16).
struct CalDAVRefusal: Error {
  let status: Status
  let condition: QualifiedName?
  /// Of the object that is in the way.
  let href: String?

  init(_ status: Status, _ condition: QualifiedName? = nil, href: String? = nil) {
    (self.status, self.condition, self.href) = (status, condition, href)
  }

  var response: Response {
    var response = Response(status: status)
    if let condition {
      let inner = href.map { [XMLElement(.dav("href"), text: $0)] } ?? []
      response.headers.set("Content-Type", "application/xml; charset=utf-8")
      response.body = .bytes(Multistatus.error(XMLElement(condition, inner)))
    }
    return response
  }
}
