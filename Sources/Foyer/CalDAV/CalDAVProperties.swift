import CivilTime
import HTTP
import ICalendar
import Postgres
import StrictJSON
import WebDAV

/// PROPFIND, and searches for principals.
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
      body.response(CalDAV.root, groups(selection, try await person(selection, session), .root))
      if depth == .one {
        body.response(CalDAV.home, groups(selection, try await person(selection, session), .home))
        body.response(CalDAV.principal, groups(selection, try await person(selection, session), .principal))
      }
    case .principal:
      body.response(CalDAV.principal, groups(selection, try await person(selection, session), .principal))
    case .home:
      guard depth == .one else {
        body.response(CalDAV.home, groups(selection, try await person(selection, session), .home))
        break
      }
      let look = try await session.look().look
      let view = try await CalDAVView.read(look, session)
      let clock = try await session.clocks().household
      if !leavesOutRoot { body.response(CalDAV.home, groups(selection, try await person(selection, session), .home)) }
      for collection in view.collections {
        body.response(CalDAV.href(collection.kind), groups(selection, collection, view, look, clock))
      }
    case .collection(let name):
      var batch = Batch()
      let objects =
        depth == .one && resource.events == nil
        ? batch.add(CalDAVCollection.objects(CalDAVCollection.kind(of: name))) : nil
      let (look, results) = try await session.look(with: batch)
      let view = try await CalDAVView.read(look, session)
      guard let collection = CalDAVCollection(name, in: view.collections) else { throw Failure.notFound }
      let clock = try await session.clocks().household
      if !(leavesOutRoot && depth == .one) {
        body.response(CalDAV.href(collection.kind), groups(selection, collection, view, look, clock))
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

  private static let addresses: Set<QualifiedName> = [
    .calDAV("calendar-user-address-set"), .calendarServer("email-address-set"),
  ]

  /// With the address of the account only where it is asked for: another statement reads it.
  private static func person(
    _ selection: PropertySelection, _ session: CalDAVSession
  ) async throws -> CalDAVSession.Person {
    switch selection {
    case .named(let names) where !addresses.isDisjoint(with: names): try await session.owner()
    case .all(let names) where !addresses.isDisjoint(with: names): try await session.owner()
    default: try await session.person()
    }
  }

  /// Objects that are read without a pause.
  private static let piece = 200

  private static func add(
    _ texts: [String], _ selection: PropertySelection, _ kind: CalDAVCollection.Kind, _ clock: ZoneTable,
    to body: inout Multistatus, _ session: CalDAVSession
  ) async throws {
    var start = 0
    var known: Set<String> = []
    let reader = try await session.person().reader
    while start < texts.count {
      let part = Array(texts[start..<min(start + piece, texts.count)])
      let made = try await session.offLoop {
        part.compactMap { text -> (String, [Multistatus.Properties])? in
          guard let row = try? TodoRow(text, for: reader) else { return nil }
          return (CalDAV.href(kind, row.href), CalDAVObject(row, on: clock).groups(selection, nil, on: clock))
        }
      }
      for (href, groups) in made where known.insert(href).inserted { body.response(href, groups) }
      start += piece
    }
  }

  /// The principals that a search finds: a person sees themselves alone (RFC 3744 §9.4).
  static func search(_ search: PrincipalSearch, _ session: CalDAVSession) async throws -> Response {
    let person = try await session.owner()
    func fits(_ condition: PrincipalSearch.Condition) -> Bool {
      let texts = condition.names.compactMap { name -> String? in
        switch name {
        case .dav("displayname"): person.name
        case .calDAV("calendar-user-address-set"), .calendarServer("email-address-set"): "mailto:\(person.email ?? "")"
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
            XMLElement(.dav("href"), text: "mailto:\(person.email ?? "")"),
            XMLElement(.dav("href"), text: CalDAV.principal),
          ])
      case .calendarServer("email-address-set"):
        XMLElement(name, [XMLElement(.calendarServer("email-address"), text: person.email ?? "")])
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
  static let protected: Set<QualifiedName> = [
    .dav("resourcetype"), .dav("current-user-principal"), .dav("owner"), .dav("getetag"), .dav("sync-token"),
    .dav("current-user-privilege-set"), .dav("supported-report-set"), .dav("getcontenttype"), .dav("getlastmodified"),
    .dav("creationdate"), .dav("getcontentlength"), .dav("principal-URL"), .dav("lockdiscovery"), .dav("supportedlock"),
    .calDAV("supported-calendar-component-set"), .calDAV("supported-calendar-data"), .calDAV("max-resource-size"),
    .calDAV("supported-collation-set"), .calDAV("calendar-home-set"), .calendarServer("getctag"),
    StoredProperties.segment,
  ]

  private static func groups(
    _ selection: PropertySelection, _ collection: CalDAVCollection, _ view: CalDAVView, _ look: CalDAVLook,
    _ clock: ZoneTable
  ) -> [Multistatus.Properties] {
    let own = view.properties[collection.kind.stored]
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
      case .dav("sync-token"): XMLElement(name, text: SyncToken.text(look.now))
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
}
