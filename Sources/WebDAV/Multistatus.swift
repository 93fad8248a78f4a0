/// A body of status 207 (RFC 4918 §13).
public struct Multistatus {
  /// Properties of one response that have one status.
  public struct Properties: Sendable {
    /// 200, 403, 404, 409, 424 or 507.
    public var status: Int
    /// With their values; empty elements where only their names are told.
    public var elements: [XMLElement]
    /// Why, as an element of RFC 4918 §16: `cannot-modify-protected-property`.
    public var condition: QualifiedName?

    /// - Parameters:
    ///   - status: 200, 403, 404, 409, 424 or 507.
    ///   - elements: with their values; empty ones where only their names are told.
    ///   - condition: why.
    public init(_ status: Int, _ elements: [XMLElement], condition: QualifiedName? = nil) {
      (self.status, self.elements, self.condition) = (status, elements, condition)
    }
  }

  private var writer = XMLWriter()

  /// The bytes so far.
  public var bytes: [UInt8] { writer.bytes }

  /// Without a response.
  public init() { writer.open(.dav("multistatus")) }

  /// The status of one resource.
  /// - Parameters:
  ///   - href: percent-encoded.
  ///   - status: 404 of one that is not there (in `sync-collection`: no more).
  ///   - condition: why, as an element of RFC 4918 §16.
  public mutating func response(_ href: String, status: Int, condition: QualifiedName? = nil) {
    writer.open(.dav("response"))
    writer.element(.dav("href"), href)
    self.status(status)
    error(condition)
    writer.close(.dav("response"))
  }

  /// The properties of one resource.
  /// - Parameters:
  ///   - href: percent-encoded.
  ///   - groups: those without elements are left out; of none there is an empty one, as each response has a status.
  public mutating func response(_ href: String, _ groups: [Properties]) {
    writer.open(.dav("response"))
    writer.element(.dav("href"), href)
    let full = groups.filter { !$0.elements.isEmpty }
    for group in full.isEmpty ? [Properties(200, [])] : full {
      writer.open(.dav("propstat"))
      writer.element(XMLElement(.dav("prop"), group.elements))
      status(group.status)
      error(group.condition)
      writer.close(.dav("propstat"))
    }
    writer.close(.dav("response"))
  }

  /// The end of the body.
  /// - Parameter syncToken: of the collection, in the answer to `sync-collection` (RFC 6578 §3.4).
  public mutating func finish(syncToken: String? = nil) -> [UInt8] {
    if let syncToken { writer.element(.dav("sync-token"), syncToken) }
    writer.close(.dav("multistatus"))
    return writer.bytes
  }

  /// A body that says why a request was refused (RFC 4918 §16).
  /// - Parameter conditions: `DAV:valid-sync-token`, `CALDAV:no-uid-conflict` with a `DAV:href` …
  public static func error(_ conditions: XMLElement...) -> [UInt8] {
    var writer = XMLWriter()
    writer.element(XMLElement(.dav("error"), conditions))
    return writer.bytes
  }

  private mutating func status(_ status: Int) {
    writer.element(.dav("status"), "HTTP/1.1 \(status) \(Self.reason(status))")
  }

  private mutating func error(_ condition: QualifiedName?) {
    if let condition { writer.element(XMLElement(.dav("error"), [XMLElement(condition)])) }
  }

  private static func reason(_ status: Int) -> String {
    switch status {
    case 200: "OK"
    case 201: "Created"
    case 204: "No Content"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 409: "Conflict"
    case 412: "Precondition Failed"
    case 423: "Locked"
    case 424: "Failed Dependency"
    case 507: "Insufficient Storage"
    default: "Status"
    }
  }
}
