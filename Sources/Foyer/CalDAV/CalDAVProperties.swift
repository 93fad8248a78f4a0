import CivilTime
import HTTP
import ICalendar
import Postgres
import StrictJSON
import WebDAV

/// PROPFIND, PROPPATCH, and the making of collections.
enum CalDAVProperties {
  // MARK: Reading

  static func find(_ request: Request, _ resource: CalDAV.Resource, _ session: CalDAVSession) async throws -> Response {
    let bytes = try await request.body.collect(limit: XMLElement.maximumBytes)
    let selection = try PropertySelection(propfind: bytes)
    let depth = request.headers["depth"].map { Depth($0) } ?? .infinity
    guard let depth else { throw CalDAVRefusal(.badRequest) }
    guard depth != .infinity else { throw CalDAVRefusal(.forbidden, .dav("propfind-finite-depth")) }
    let leavesOutRoot = Preferences(prefer: request.headers["prefer"], brief: request.headers["brief"]).leavesOutRoot
    var body = Multistatus()
    switch resource {
    case .root:
      body.response(CalDAV.root, groups(selection, try await session.person(), .root))
      if depth == .one {
        body.response(CalDAV.home, groups(selection, try await session.person(), .home))
        body.response(CalDAV.principal, groups(selection, try await session.person(), .principal))
      }
    case .principal: body.response(CalDAV.principal, groups(selection, try await session.person(), .principal))
    case .home:
      guard depth == .one else {
        body.response(CalDAV.home, groups(selection, try await session.person(), .home))
        break
      }
      let (all, stored) = try await everything(session)
      let clock = try await session.clocks().household
      if !leavesOutRoot { body.response(CalDAV.home, groups(selection, try await session.person(), .home)) }
      for collection in all {
        body.response(CalDAV.href(collection.kind), groups(selection, collection, stored, clock))
      }
    case .collection(let name):
      var batch = Batch()
      let query = CalDAVCollection.Query(in: &batch)
      let properties = batch.add(CalDAVQueries.properties())
      let objects =
        depth == .one && resource.events == nil
        ? batch.add(CalDAVCollection.objects(CalDAVCollection.kind(of: name))) : nil
      let results = try await session.query(batch)
      guard let collection = CalDAVCollection(name, in: try query.read(results, session.strings)) else {
        throw Failure.notFound
      }
      let clock = try await session.clocks().household
      if !(leavesOutRoot && depth == .one) {
        body.response(
          CalDAV.href(collection.kind),
          groups(selection, collection, try StoredProperties.read(results[properties]), clock))
      }
      if let objects {
        let texts: [String] = try results[objects].map { try $0["json"] }
        try await add(texts, selection, collection.kind, clock, to: &body, session)
      }
      if depth == .one, let events = resource.events {
        for event in try await CalDAVEvents.all(events, session) {
          body.response(CalDAV.href(collection.kind, event.href), event.groups(selection, nil, on: clock))
        }
      }
    case .object(let collection, let name):
      let row = try await session.row(collection, name)
      let clock = try await session.clocks().household
      body.response(
        CalDAV.href(CalDAVCollection.kind(of: collection), name),
        CalDAVObject(row, on: clock).groups(selection, nil, on: clock))
    }
    return CalDAV.multistatus(body.finish())
  }

  private static func everything(_ session: CalDAVSession) async throws -> ([CalDAVCollection], StoredProperties) {
    var batch = Batch()
    let query = CalDAVCollection.Query(in: &batch)
    let properties = batch.add(CalDAVQueries.properties())
    let results = try await session.query(batch)
    return (try query.read(results, session.strings), try StoredProperties.read(results[properties]))
  }

  /// Objects that are read without a pause.
  private static let piece = 200

  private static func add(
    _ texts: [String], _ selection: PropertySelection, _ kind: CalDAVCollection.Kind, _ clock: ZoneTable,
    to body: inout Multistatus, _ session: CalDAVSession
  ) async throws {
    var start = 0
    var known: Set<String> = []
    while start < texts.count {
      let part = Array(texts[start..<min(start + piece, texts.count)])
      let made = try await session.offLoop {
        part.compactMap { text -> (String, [Multistatus.Properties])? in
          guard let row = try? TodoRow(text) else { return nil }
          return (CalDAV.href(kind, row.href), CalDAVObject(row, on: clock).groups(selection, nil, on: clock))
        }
      }
      for (href, groups) in made where known.insert(href).inserted { body.response(href, groups) }
      start += piece
    }
  }

  /// The principals that a search finds: a person sees themselves alone (RFC 3744 §9.4).
  static func search(_ search: PrincipalSearch, _ session: CalDAVSession) async throws -> Response {
    let person = try await session.person()
    func fits(_ condition: PrincipalSearch.Condition) -> Bool {
      let texts = condition.names.compactMap { name -> String? in
        switch name {
        case .dav("displayname"): person.name
        case .calDAV("calendar-user-address-set"), .calendarServer("email-address-set"): "mailto:\(person.email)"
        default: nil
        }
      }
      return texts.contains { TextMatch(condition.text).matches($0) }
    }
    let isFound =
      search.conditions.isEmpty
      || (search.isAnyOf ? search.conditions.contains(where: fits) : search.conditions.allSatisfy(fits))
    var body = Multistatus()
    // python-caldav names the properties beside the element that is for them.
    let selection: PropertySelection = search.properties.isEmpty ? .all(including: []) : .named(search.properties)
    if isFound { body.response(CalDAV.principal, groups(selection, person, .principal)) }
    return CalDAV.multistatus(body.finish())
  }

  // MARK: Values

  private static let commonNames: [QualifiedName] = [
    .dav("resourcetype"), .dav("displayname"), .dav("current-user-principal"), .dav("owner"),
    .calDAV("calendar-home-set"),
  ]

  private static func groups(
    _ selection: PropertySelection, _ person: CalDAVSession.Person, _ resource: CalDAV.Resource
  ) -> [Multistatus.Properties] {
    Properties.groups(selection, all: commonNames) { name in
      switch name {
      case .dav("resourcetype"):
        XMLElement(
          name, [XMLElement(.dav("collection"))] + (resource == .principal ? [XMLElement(.dav("principal"))] : []))
      case .dav("displayname"): XMLElement(name, text: resource == .principal ? person.name : "Foyer")
      case .dav("current-user-principal"), .dav("principal-URL"), .dav("owner"): Properties.principal(name)
      case .dav("principal-collection-set"): XMLElement(name, [XMLElement(.dav("href"), text: CalDAV.root)])
      case .calDAV("calendar-home-set"): XMLElement(name, [XMLElement(.dav("href"), text: CalDAV.home)])
      case .calDAV("calendar-user-address-set"):
        XMLElement(
          name,
          [
            XMLElement(.dav("href"), text: "mailto:\(person.email)"), XMLElement(.dav("href"), text: CalDAV.principal),
          ])
      case .calendarServer("email-address-set"):
        XMLElement(name, [XMLElement(.calendarServer("email-address"), text: person.email)])
      case .calDAV("calendar-user-type"): XMLElement(name, text: "INDIVIDUAL")
      case .dav("current-user-privilege-set"):
        Properties.privileges(resource == .home ? ["read", "bind"] : ["read"])
      case .dav("supported-report-set"): XMLElement(name)
      default: nil
      }
    }
  }

  private static let collectionNames: [QualifiedName] = [
    .dav("resourcetype"), .dav("displayname"), .dav("current-user-principal"), .dav("owner"),
    .calDAV("supported-calendar-component-set"), .calendarServer("getctag"), .apple("calendar-color"),
    .apple("calendar-order"),
  ]

  /// Those that a program cannot change.
  private static let protected: Set<QualifiedName> = [
    .dav("resourcetype"), .dav("current-user-principal"), .dav("owner"), .dav("getetag"), .dav("sync-token"),
    .dav("current-user-privilege-set"), .dav("supported-report-set"), .dav("getcontenttype"), .dav("getlastmodified"),
    .dav("creationdate"), .dav("getcontentlength"), .dav("principal-URL"), .dav("lockdiscovery"), .dav("supportedlock"),
    .calDAV("supported-calendar-component-set"), .calDAV("supported-calendar-data"), .calDAV("max-resource-size"),
    .calDAV("supported-collation-set"), .calDAV("calendar-home-set"), .calendarServer("getctag"),
    StoredProperties.segment,
  ]

  private static func groups(
    _ selection: PropertySelection, _ collection: CalDAVCollection, _ stored: StoredProperties, _ clock: ZoneTable
  ) -> [Multistatus.Properties] {
    let own = stored[collection.kind.key]
    return Properties.groups(selection, all: collectionNames) { name in
      switch name {
      case .dav("resourcetype"): XMLElement(name, [XMLElement(.dav("collection")), XMLElement(.calDAV("calendar"))])
      case .dav("displayname"): XMLElement(name, text: collection.name)
      case .dav("current-user-principal"), .dav("owner"): Properties.principal(name)
      case .calDAV("supported-calendar-component-set"):
        XMLElement(
          name,
          [
            XMLElement(
              .calDAV("comp"),
              attributes: [.init(QualifiedName("", "name"), collection.kind.events == nil ? "VTODO" : "VEVENT")])
          ])
      case .calendarServer("getctag"): XMLElement(name, text: collection.state)
      case .dav("sync-token"): XMLElement(name, text: collection.syncToken)
      case .calDAV("supported-calendar-data"):
        XMLElement(
          name,
          [
            XMLElement(
              .calDAV("calendar-data"),
              attributes: [
                .init(QualifiedName("", "content-type"), "text/calendar"), .init(QualifiedName("", "version"), "2.0"),
              ])
          ])
      case .calDAV("supported-collation-set"):
        XMLElement(
          name, TextMatch.Collation.allCases.map { XMLElement(.calDAV("supported-collation"), text: $0.rawValue) })
      case .calDAV("max-resource-size"): XMLElement(name, text: "\(TodoObject.maximumBytes)")
      case .dav("supported-report-set"):
        XMLElement(
          name,
          [.calDAV("calendar-query"), .calDAV("calendar-multiget"), .dav("sync-collection")].map {
            XMLElement(.dav("supported-report"), [XMLElement(.dav("report"), [XMLElement($0)])])
          })
      case .dav("current-user-privilege-set"):
        Properties.privileges(
          collection.kind.events == nil
            ? ["read", "write", "write-properties", "write-content", "bind", "unbind"] : ["read", "write-properties"])
      case .apple("calendar-color"): (collection.color ?? own[name]).map { XMLElement(name, text: $0) }
      case .apple("calendar-order"): XMLElement(name, text: own[name] ?? "\(collection.order)")
      case .calDAV("calendar-timezone"): XMLElement(name, text: own[name] ?? timezone(clock))
      case StoredProperties.segment: nil
      default: own[name].map { XMLElement(name, text: $0) }
      }
    }
  }

  private static func timezone(_ clock: ZoneTable) -> String {
    var out = ICalendar()
    out.line("BEGIN", "VCALENDAR")
    out.line("VERSION", "2.0")
    out.line("PRODID", "-//Foyer//Foyer \(App.version)//EN")
    out.zone(clock)
    out.line("END", "VCALENDAR")
    return String(decoding: out.bytes, as: UTF8.self)
  }

  // MARK: Changes

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
    let (all, stored) = try await everything(session)
    guard let collection = CalDAVCollection(name, in: all) else { throw Failure.notFound }
    let refused = try await apply(update, to: collection, stored, session)
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
    var own = stored[collection.kind.key]
    var label: LabelDraft?
    var refused: Set<QualifiedName> = []
    if case .category(let id, _) = collection.kind {
      label = LabelDraft(kind: .category, id: id, name: collection.name)
    }
    let before = label
    for change in update.changes {
      switch change {
      case .set(let element):
        switch element.name {
        case _ where protected.contains(element.name): refused.insert(element.name)
        case .dav("displayname") where label != nil && !element.trimmedText.isEmpty: label?.name = element.trimmedText
        case .dav("displayname"): refused.insert(element.name)
        case .apple("calendar-color") where label != nil:
          if let color = color(element.trimmedText) { label?.color = color } else { refused.insert(element.name) }
        default: if !own.set(element) { refused.insert(element.name) }
        }
      case .remove(let name):
        if protected.contains(name) || name == .dav("displayname") { refused.insert(name) } else { own.remove(name) }
      }
    }
    guard refused.isEmpty else { return refused }
    if let label, label.name != before?.name || label.color != nil {
      do {
        if case .saved = try await EditLabel(label: label, version: collection.version).run(session) {
        } else {
          return [.dav("displayname")]
        }
      } catch is Problems {
        return [.dav("displayname")]
      }
    }
    if own != stored[collection.kind.key] {
      try await session.query(CalDAVQueries.setProperties(collection.kind.key, own.json))
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
    let (all, stored) = try await everything(session)
    guard CalDAVCollection(name, in: all) == nil else {
      throw CalDAVRefusal(.forbidden, .dav("resource-must-be-null"))
    }
    guard name.utf8.count <= 400 else { throw CalDAVRefusal(.forbidden) }
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
    guard let made = CalDAVCollection(name, in: try await session.collections()) else {
      // It is in the trash, from where a page brings it back.
      throw CalDAVRefusal(.forbidden, .dav("resource-must-be-null"))
    }
    var own = stored[made.kind.key]
    for case .set(let element) in update.changes
    where !protected.contains(element.name) && element.name != .dav("displayname")
      && element.name != .apple("calendar-color")
    {
      _ = own.set(element)
    }
    if case .category(_, let segment?) = made.kind { _ = own.set(XMLElement(StoredProperties.segment, text: segment)) }
    if own != stored[made.kind.key] { try await session.query(CalDAVQueries.setProperties(made.kind.key, own.json)) }
    var response = Response(status: .created)
    response.headers.set("Location", CalDAV.href(made.kind))
    response.headers.set("Cache-Control", "no-cache")
    return response
  }
}

/// Texts that programs keep with collections, by the names of their properties.
struct StoredProperties {
  struct Own: Equatable {
    fileprivate var values: [QualifiedName: String] = [:]

    subscript(_ name: QualifiedName) -> String? { values[name] }

    /// False for one that is not kept: with elements in it, too long, or one too many.
    mutating func set(_ element: XMLElement) -> Bool {
      guard element.children.isEmpty, element.text.utf8.count <= 20_000, element.name.local.utf8.count <= 200,
        element.name.namespace.utf8.count <= 400, values.count < 30 || values[element.name] != nil
      else { return false }
      values[element.name] = element.trimmedText
      return true
    }

    mutating func remove(_ name: QualifiedName) { values[name] = nil }

    var json: String {
      JSON.array(
        values.sorted { ($0.key.namespace, $0.key.local) < ($1.key.namespace, $1.key.local) }.map {
          .array([.string($0.key.namespace), .string($0.key.local), .string($0.value)])
        }
      ).text
    }
  }

  /// Not a program's: the name in addresses that it has given a category.
  static let segment = QualifiedName("urn:foyer", "segment")

  private var all: [String: Own] = [:]

  subscript(_ collection: String) -> Own { all[collection] ?? Own() }

  static func read(_ rows: Rows) throws -> StoredProperties {
    var stored = StoredProperties()
    for row in rows {
      let (collection, text): (String, String) = (try row["collection"], try row["properties"])
      var own = Own()
      for entry in try JSON.rows(text) where entry.count == 3 {
        if let namespace = entry[0].string, let local = entry[1].string, let value = entry[2].string {
          own.values[QualifiedName(namespace, local)] = value
        }
      }
      stored.all[collection] = own
    }
    return stored
  }
}
