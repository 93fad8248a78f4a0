import HTTP
import Postgres
import WebDAV

/// PROPPATCH, and the making of collections.
extension CalDAVProperties {
  /// Nothing of these is changed: 207, as some programs end at any other answer.
  static func refuse(_ request: Request, _ session: CalDAVSession) async throws -> Response {
    let update = try PropertyUpdate(proppatch: try await request.body.collect(limit: XMLElement.maximumBytes))
    _ = try await session.person()
    var body = Multistatus()
    body.response(
      CalDAV.home,
      [
        Multistatus.Properties(
          403, update.changes.map { XMLElement($0.name) }, condition: .dav("cannot-modify-protected-property"))
      ])
    return CalDAV.multistatus(body.finish())
  }

  /// The name and the colour of a category, and what programs keep with any collection. All of it, or nothing (RFC 4918 §9.2).
  static func change(_ request: Request, _ name: String, _ session: CalDAVSession) async throws -> Response {
    let update = try PropertyUpdate(proppatch: try await request.body.collect(limit: XMLElement.maximumBytes))
    let view = try await session.view()
    guard let collection = CalDAVCollection(name, in: view.collections) else { throw Failure.notFound }
    let refused = try await apply(update, to: collection, view.properties, session)
    var body = Multistatus()
    let names = update.changes.map { XMLElement($0.name) }
    let bad = names.filter { refused.contains($0.name) }
    let good = names.filter { !refused.contains($0.name) }
    body.response(
      CalDAV.href(collection.kind),
      [
        Multistatus.Properties(refused.isEmpty ? 200 : 424, good),
        Multistatus.Properties(403, bad, condition: .dav("cannot-modify-protected-property")),
      ])
    return CalDAV.multistatus(body.finish())
  }

  /// - Returns: the names of those that cannot be changed: nothing is, then.
  private static func apply(
    _ update: PropertyUpdate, to collection: CalDAVCollection, _ stored: StoredProperties, _ session: CalDAVSession
  ) async throws -> Set<QualifiedName> {
    var own = stored[collection.kind.stored]
    var label: LabelDraft?
    var refused: Set<QualifiedName> = []
    if case .category(let id, _) = collection.kind {
      label = LabelDraft(kind: .category, id: id, name: collection.name)
    }
    let before = label
    var list: SaveList?
    for change in update.changes {
      switch change {
      case .set(let element):
        switch element.name {
        case _ where protected.contains(element.name): refused.insert(element.name)
        case .dav("displayname") where label != nil && !element.trimmedText.isEmpty: label?.name = element.trimmedText
        case .dav("displayname"):
          if case .shopping(let id?) = collection.kind, !element.trimmedText.isEmpty {
            list = SaveList(id: id, name: element.trimmedText)
          } else {
            refused.insert(element.name)
          }
        case .apple("calendar-color") where label != nil:
          if let color = color(element.trimmedText) { label?.color = color } else { refused.insert(element.name) }
        default: if !own.set(element) { refused.insert(element.name) }
        }
      case .remove(let name):
        if protected.contains(name) || name == .dav("displayname") { refused.insert(name) } else { own.remove(name) }
      }
    }
    guard refused.isEmpty else { return refused }
    do {
      if let list, try await !list.rename(session) { return [.dav("displayname")] }
      if let label, label.name != before?.name || label.color != nil {
        guard case .saved = try await EditLabel(label: label, version: collection.version).run(session) else {
          return [.dav("displayname")]
        }
      }
    } catch is Problems {
      return [.dav("displayname")]
    }
    if own != stored[collection.kind.stored] {
      try await session.query(CalDAVQueries.setProperties(collection.kind.stored, own.json))
    }
    return []
  }

  /// The names of HTML 4 (§6.5), which some programs send.
  private static let colors = [
    "black": "#000000", "silver": "#c0c0c0", "gray": "#808080", "white": "#ffffff", "maroon": "#800000",
    "red": "#ff0000",
    "purple": "#800080", "fuchsia": "#ff00ff", "green": "#008000", "lime": "#00ff00", "olive": "#808000",
    "yellow": "#ffff00", "navy": "#000080", "blue": "#0000ff", "teal": "#008080", "aqua": "#00ffff",
    "orange": "#ffa500",
  ]

  /// `#b4532a` of `#B4532AFF`
  private static func color(_ text: String) -> String? {
    if let color = colors[text.lowercased()] { return color }
    let bytes = Array(text.lowercased().utf8)
    guard bytes.count == 7 || bytes.count == 9, bytes[0] == UInt8(ascii: "#"),
      bytes.dropFirst().allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    return String(decoding: bytes[..<7], as: UTF8.self)
  }

  /// A new category (RFC 4791 §5.3.1, RFC 5689).
  static func make(_ request: Request, _ name: String, _ session: CalDAVSession) async throws -> Response {
    let update = try PropertyUpdate(creation: try await request.body.collect(limit: XMLElement.maximumBytes))
    let view = try await session.view()
    guard CalDAVCollection(name, in: view.collections) == nil else {
      throw CalDAVRefusal(.forbidden, .dav("resource-must-be-null"))
    }
    // Making one makes a category.
    guard name.utf8.count <= 400, case .category = CalDAVCollection.kind(of: name) else {
      throw CalDAVRefusal(.forbidden)
    }
    if let components = update.components, !components.contains("VTODO") {
      throw CalDAVRefusal(.forbidden, .calDAV("supported-calendar-component"))
    }
    var label = LabelDraft(kind: .category, id: CalDAVCollection.id(of: name))
    label.name = update[.dav("displayname")]?.trimmedText ?? ""
    if label.name.isEmpty { label.name = name }
    label.color = update[.apple("calendar-color")].flatMap { color($0.trimmedText) }
    do {
      try await AddLabel(label: label).run(session)
    } catch is Problems {
      // A household has each name once.
      throw CalDAVRefusal(.forbidden, .calDAV("initialize-calendar-collection"))
    }
    guard let made = CalDAVCollection(name, in: try await session.view().collections) else {
      // It is in the trash, from where a page brings it back.
      throw CalDAVRefusal(.forbidden, .dav("resource-must-be-null"))
    }
    var own = view.properties[made.kind.stored]
    for case .set(let element) in update.changes
    where !protected.contains(element.name) && element.name != .dav("displayname")
      && element.name != .apple("calendar-color")
    {
      _ = own.set(element)
    }
    if case .category(_, let segment?) = made.kind { _ = own.set(XMLElement(StoredProperties.segment, text: segment)) }
    if own != view.properties[made.kind.stored] {
      try await session.query(CalDAVQueries.setProperties(made.kind.stored, own.json))
    }
    var response = Response(status: .created)
    response.headers.set("Location", CalDAV.href(made.kind))
    response.headers.set("Cache-Control", "no-cache")
    return response
  }
}
