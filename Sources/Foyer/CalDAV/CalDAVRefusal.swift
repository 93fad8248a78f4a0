import HTTP
import WebDAV

/// A status with the condition that a request breaks (RFC 4918 §16).
struct CalDAVRefusal: Error {
  let status: Status
  let condition: QualifiedName?
  /// Of the object that is in the way, or that the request is about.
  let href: String?
  /// That the request needs there.
  private(set) var privilege: String?
  /// For who reads what the program logs.
  private(set) var reason: String?

  init(_ status: Status, _ condition: QualifiedName? = nil, href: String? = nil) {
    (self.status, self.condition, self.href) = (status, condition, href)
  }

  /// A right that no token has (RFC 3744 §7.1.1).
  static func privilege(_ name: String, at href: String, _ reason: String) -> CalDAVRefusal {
    var refusal = CalDAVRefusal(.forbidden, .dav("need-privileges"), href: href)
    (refusal.privilege, refusal.reason) = (name, reason)
    return refusal
  }

  var response: Response {
    var response = Response(status: status)
    if let condition {
      var inner = href.map { [XMLElement(.dav("href"), text: $0)] } ?? []
      if let privilege {
        inner.append(XMLElement(.dav("privilege"), [XMLElement(.dav(privilege))]))
        inner = [XMLElement(.dav("resource"), inner)]
      }
      response.headers.set("Content-Type", "application/xml; charset=utf-8")
      let element = XMLElement(condition, inner)
      let words = reason.map { XMLElement(QualifiedName("urn:foyer", "reason"), text: $0) }
      response.body = .bytes(words.map { Multistatus.error(element, $0) } ?? Multistatus.error(element))
    }
    return response
  }
}
