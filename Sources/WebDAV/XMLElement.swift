/// A name in a namespace (Namespaces in XML 1.0).
public struct QualifiedName: Hashable, Sendable {
  /// `DAV:`; empty for a name in none.
  public let namespace: String
  /// `displayname`
  public let local: String

  /// - Parameters:
  ///   - namespace: `DAV:`
  ///   - local: `displayname`
  public init(_ namespace: String, _ local: String) { (self.namespace, self.local) = (namespace, local) }

  /// Of WebDAV (RFC 4918).
  public static func dav(_ local: String) -> QualifiedName { QualifiedName(Namespace.dav, local) }

  /// Of CalDAV (RFC 4791).
  public static func calDAV(_ local: String) -> QualifiedName { QualifiedName(Namespace.calDAV, local) }

  /// Of Apple's calendar server: `getctag`.
  public static func calendarServer(_ local: String) -> QualifiedName {
    QualifiedName(Namespace.calendarServer, local)
  }

  /// Of Apple's calendar program: `calendar-color`, `calendar-order`.
  public static func apple(_ local: String) -> QualifiedName { QualifiedName(Namespace.apple, local) }
}

/// Namespaces of the properties that calendar programs ask for.
public enum Namespace {
  public static let dav = "DAV:"
  public static let calDAV = "urn:ietf:params:xml:ns:caldav"
  public static let calendarServer = "http://calendarserver.org/ns/"
  public static let apple = "http://apple.com/ns/ical/"
}

/// An element with its text and its elements. Where both are in it, as in no body of WebDAV, the text comes first.
public struct XMLElement: Equatable, Sendable {
  /// An attribute.
  public struct Attribute: Equatable, Sendable {
    public let name: QualifiedName
    public let value: String

    /// - Parameters:
    ///   - name: mostly in no namespace.
    ///   - value: unescaped.
    public init(_ name: QualifiedName, _ value: String) { (self.name, self.value) = (name, value) }
  }

  public let name: QualifiedName
  public var attributes: [Attribute]
  public var children: [XMLElement]
  /// All characters directly in it.
  public var text: String

  /// With elements in it.
  public init(_ name: QualifiedName, attributes: [Attribute] = [], _ children: [XMLElement] = []) {
    (self.name, self.attributes, self.children, text) = (name, attributes, children, "")
  }

  /// With text in it.
  public init(_ name: QualifiedName, text: String) {
    (self.name, attributes, children, self.text) = (name, [], [], text)
  }

  /// The first element of a name.
  public subscript(_ name: QualifiedName) -> XMLElement? { children.first { $0.name == name } }

  /// The value of an attribute that is in no namespace.
  public func attribute(_ local: String) -> String? {
    attributes.first { $0.name.local == local && $0.name.namespace.isEmpty }?.value
  }

  /// The text without white space around it: programs indent what they send.
  public var trimmedText: String {
    let bytes = text.utf8
    guard let first = bytes.firstIndex(where: { $0 > 32 }), let last = bytes.lastIndex(where: { $0 > 32 }) else {
      return ""
    }
    return String(text[first..<bytes.index(after: last)])
  }
}
