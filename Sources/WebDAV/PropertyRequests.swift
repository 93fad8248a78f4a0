/// Which properties a client asks for (RFC 4918 §14.20).
public enum PropertySelection: Equatable, Sendable {
  /// `allprop`: those of RFC 4918 and dead ones, and the named ones besides.
  case all(including: [QualifiedName])
  /// `propname`: the names alone.
  case names
  case named([QualifiedName])

  /// More names are in no request; Apple's longest has 32.
  static let maximum = 200

  /// The body of PROPFIND; without one it asks for all.
  public init(propfind bytes: [UInt8]) throws(BodyError) {
    if bytes.allSatisfy({ $0 <= 32 }) {
      self = .all(including: [])
      return
    }
    let root = try XMLElement(bytes)
    guard root.name == .dav("propfind"), let selection = try Self.selection(in: root)?.0 else { throw .malformed }
    self = selection
  }

  /// `prop`, `allprop` or `propname` in an element, and the element `prop` itself.
  static func selection(in element: XMLElement) throws(BodyError) -> (PropertySelection, XMLElement?)? {
    let kinds = element.children.filter {
      [.dav("prop"), .dav("allprop"), .dav("propname")].contains($0.name)
    }
    guard let first = kinds.first else { return nil }
    guard kinds.count == 1 else { throw .malformed }
    switch first.name.local {
    case "allprop":
      return (.all(including: try names(element[.dav("include")]?.children ?? [])), nil)
    case "propname": return (.names, nil)
    default: return (.named(try names(first.children)), first)
    }
  }

  private static func names(_ elements: [XMLElement]) throws(BodyError) -> [QualifiedName] {
    guard elements.count <= maximum else { throw .excessive }
    var names: [QualifiedName] = []
    for element in elements where !names.contains(element.name) { names.append(element.name) }
    return names
  }
}

/// Changes of properties: PROPPATCH, and what MKCALENDAR and MKCOL begin with.
public struct PropertyUpdate: Equatable, Sendable {
  /// One change.
  public enum Change: Equatable, Sendable {
    /// To the value in the element.
    case set(XMLElement)
    case remove(QualifiedName)

    /// Of the property.
    public var name: QualifiedName {
      switch self {
      case .set(let element): element.name
      case .remove(let name): name
      }
    }
  }

  /// In the order of the document (RFC 4918 §9.2).
  public let changes: [Change]

  /// The body of PROPPATCH.
  public init(proppatch bytes: [UInt8]) throws(BodyError) {
    let root = try XMLElement(bytes)
    guard root.name == .dav("propertyupdate") else { throw .malformed }
    try self.init(root)
    if changes.isEmpty { throw .malformed }
  }

  /// The body of MKCALENDAR (RFC 4791 §5.3.1) or of an extended MKCOL (RFC 5689); empty without one.
  public init(creation bytes: [UInt8]) throws(BodyError) {
    if bytes.allSatisfy({ $0 <= 32 }) {
      try self.init(XMLElement(.dav("mkcol")))
      return
    }
    let root = try XMLElement(bytes)
    guard root.name == .calDAV("mkcalendar") || root.name == .dav("mkcol") else { throw .malformed }
    try self.init(root)
    guard !changes.contains(where: { if case .remove = $0 { true } else { false } }) else { throw .malformed }
  }

  private init(_ root: XMLElement) throws(BodyError) {
    var changes: [Change] = []
    for part in root.children {
      guard part.name == .dav("set") || part.name == .dav("remove"), let properties = part[.dav("prop")] else {
        continue
      }
      for property in properties.children {
        changes.append(part.name == .dav("set") ? .set(property) : .remove(property.name))
      }
    }
    guard changes.count <= PropertySelection.maximum else { throw .excessive }
    self.changes = changes
  }

  /// The last value that a property is set to; nil where it is not set.
  public subscript(_ name: QualifiedName) -> XMLElement? {
    for change in changes.reversed() where change.name == name {
      if case .set(let element) = change { return element }
      return nil
    }
    return nil
  }

  /// The components that a new calendar is for (`supported-calendar-component-set`), in capitals; nil where none are named.
  public var components: [String]? {
    self[.calDAV("supported-calendar-component-set")].map { set in
      set.children.filter { $0.name == .calDAV("comp") }.compactMap { $0.attribute("name")?.uppercased() }
    }
  }
}
