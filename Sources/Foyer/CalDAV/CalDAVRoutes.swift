import CivilTime
import HTTP
import ICalendar
import Postgres
import WebDAV

/// The requests of calendar programs (RFC 4918, RFC 4791). `CalDAVFeature.swift` has the paths.
enum CalDAV {
  static let methods: [HTTP.Method] = [
    .options, .get, .put, .delete, .propfind, .proppatch, .report, .mkcalendar, .mkcol, .move, .copy,
  ]

  /// A resource by its path.
  enum Resource: Equatable {
    case root, principal, home
    case collection(String)
    case object(String, String)

    /// - Parameter segments: decoded, from `dav` on.
    init?(_ segments: [String]) {
      switch segments.count {
      case 0: self = .root
      case 1 where segments[0] == "dav" || segments[0] == "principals": self = .root
      case 2 where segments == ["dav", "calendars"]: self = .home
      case 2 where segments == ["dav", "principals"]: self = .root
      case 3 where segments == ["dav", "principals", "me"]: self = .principal
      case 3 where segments[..<2] == ["dav", "calendars"]: self = .collection(segments[2])
      case 4 where segments[..<2] == ["dav", "calendars"]: self = .object(segments[2], segments[3])
      default: return nil
      }
    }

    /// The kind of events that it has.
    var events: CalDAVEvents.Kind? {
      switch self {
      case .collection(let name), .object(let name, _): CalDAVCollection.kind(of: name).events
      default: nil
      }
    }

    /// The methods that it has.
    var methods: [HTTP.Method] {
      switch self {
      case .root, .principal: [.options, .propfind, .report]
      case .home: [.options, .propfind, .report, .proppatch]
      case .collection: [.options, .propfind, .proppatch, .report, .delete, .mkcalendar, .mkcol]
      case .object: [.options, .get, .head, .put, .delete, .propfind, .move]
      }
    }
  }

  static let root = Href(["dav"], isCollection: true).text
  static let principal = Href(["dav", "principals", "me"], isCollection: true).text
  static let home = Href(["dav", "calendars"], isCollection: true).text

  static func href(_ kind: CalDAVCollection.Kind) -> String {
    Href(["dav", "calendars", CalDAVCollection.segment(kind)], isCollection: true).text
  }

  static func href(_ kind: CalDAVCollection.Kind, _ name: String) -> String {
    Href(["dav", "calendars", CalDAVCollection.segment(kind), name]).text
  }

  /// Any method: programs keep it (RFC 6764 §5).
  static func wellKnown(_ request: Request, _ context: Context) async throws -> Response {
    var response = Response(status: Status(code: 301, reason: "Moved Permanently"))
    response.headers.set("Location", root)
    return response
  }

  static func answerInCollection(_ request: Request, _ context: Context, _ collection: String) async throws -> Response
  {
    try await answer(request, context)
  }

  static func answerOfObject(_ request: Request, _ context: Context, _ collection: String, _ name: String) async throws
    -> Response
  {
    try await answer(request, context)
  }

  static func answer(_ request: Request, _ context: Context) async throws -> Response {
    let segments = request.path.split(separator: "/").map(String.init)
    guard let resource = Resource(segments) else { throw Failure.notFound }
    var response: Response
    if request.method == .options {
      response = Response()
    } else if let session = CalDAVSession(context) {
      let limit = context.app.programs.take(context)
      response = limit.isLeft ? try await answer(request, resource, session) : tooMany(limit)
      if !context.app.longAnswers.pace(&response, for: context.credentialHash ?? []) {
        response = Response(status: .serviceUnavailable)
        response.headers.set("Retry-After", "5")
      }
      limit.tell(&response)
    } else {
      response = unauthorized(context)
    }
    response.headers.set("DAV", "1, 3, calendar-access, extended-mkcol")
    if request.method == .options || response.status == .methodNotAllowed {
      response.headers.set("Allow", resource.methods.map(\.name).joined(separator: ", "))
    }
    return response
  }

  /// The answer to a password that is no token's. An account's own one opens nothing here: a program would keep it where others
  /// read it, and no second factor could be asked for.
  private static func unauthorized(_ context: Context) -> Response {
    let words = context.strings.caldavAccountPassword(address: context.request.origin + "/settings/tokens")
    var response = Response.text(words + "\n", status: .unauthorized)
    response.headers.set("WWW-Authenticate", "Basic realm=\"Foyer\", charset=\"UTF-8\"")
    return response
  }

  private static func tooMany(_ limit: ProgramLimits.Left) -> Response {
    var response = Response(status: .tooManyRequests)
    response.headers.set("Retry-After", "\(limit.seconds)")
    return response
  }

  private static func answer(_ request: Request, _ resource: Resource, _ session: CalDAVSession) async throws
    -> Response
  {
    do {
      return try await run(request, resource, session)
    } catch {
      // A strange request says nothing to those who may not send one.
      if session.known == nil {
        do { _ = try await session.person() } catch { return try refusal(of: error, session.context) }
      }
      return try refusal(of: error, session.context)
    }
  }

  private static func refusal(of error: any Error, _ context: Context) throws -> Response {
    switch error {
    // A token for other things opens nothing here.
    case Failure.signedOut, Failure.forbidden: return unauthorized(context)
    case Failure.notFound: return Response(status: .notFound)
    case let refusal as CalDAVRefusal: return refusal.response
    case let problem as TodoObject.Problem: return CalDAVRefusal(.forbidden, .calDAV(problem.rawValue)).response
    // A rule of the household's list: too many tags, a date out of range.
    case is Problems: return CalDAVRefusal(.forbidden, .calDAV("valid-calendar-object-resource")).response
    case WebDAV.BodyError.malformed: return Response(status: .badRequest)
    case WebDAV.BodyError.excessive: return Response(status: .contentTooLarge)
    case WebDAV.BodyError.precondition(let condition): return CalDAVRefusal(.forbidden, condition).response
    default: throw error
    }
  }

  private static func run(_ request: Request, _ resource: Resource, _ session: CalDAVSession) async throws -> Response {
    if let kind = resource.events, let response = try await CalDAVEvents.answer(request, resource, kind, session) {
      return response
    }
    return switch (request.method, resource) {
    case (.propfind, _): try await CalDAVProperties.find(request, resource, session)
    case (.proppatch, .home): try await CalDAVProperties.refuse(request, session)
    case (.proppatch, .collection(let name)): try await CalDAVProperties.change(request, name, session)
    case (.report, .collection(let name)): try await CalDAVReports.report(request, name, session)
    case (.report, _):
      try await principals(try await CalDAVReports.read(request, session), session)
    case (.mkcalendar, .collection(let name)), (.mkcol, .collection(let name)):
      try await CalDAVProperties.make(request, name, session)
    case (.delete, .collection(let name)):
      try await refuseToDelete(name, session)
    case (.get, .object(let collection, let name)), (.head, .object(let collection, let name)):
      try await get(request, collection, name, session)
    case (.put, .object(let collection, let name)): try await put(request, collection, name, session)
    case (.delete, .object(let collection, let name)): try await delete(request, collection, name, session)
    case (.move, .object(let collection, let name)): try await move(request, collection, name, session)
    default:
      try await known(session, Response(status: .methodNotAllowed))
    }
  }

  private static func principals(_ report: Report, _ session: CalDAVSession) async throws -> Response {
    guard case .principalPropertySearch(let search) = report else {
      throw CalDAVRefusal(.forbidden, .dav("supported-report"))
    }
    return try await CalDAVProperties.search(search, session)
  }

  /// An answer for those alone who have a token.
  private static func known(_ session: CalDAVSession, _ response: Response) async throws -> Response {
    _ = try await session.person()
    return response
  }

  // MARK: Objects

  private static func get(
    _ request: Request, _ collection: String, _ name: String, _ session: CalDAVSession
  ) async throws -> Response {
    let row = try await session.row(collection, name)
    let clock = try await session.clocks().household
    var response = Response()
    response.headers.set("ETag", row.tag.text)
    response.headers.set("Cache-Control", "private, no-cache")
    if let none = request.headers["if-none-match"], !TagCondition(none).matchesNone(row.tag) {
      response.status = .notModified
      return response
    }
    response.headers.set("Content-Type", "text/calendar; charset=utf-8")
    let bytes = try await session.offLoop { row.object(on: clock).bytes }
    if request.method == .get, row.given != row.tag.value {
      try await session.note([GivenObject(row, String(decoding: bytes, as: UTF8.self))])
    }
    response.body = .bytes(bytes)
    return response
  }

  private static func put(
    _ request: Request, _ collection: String, _ name: String, _ session: CalDAVSession
  ) async throws -> Response {
    let bytes = try await request.body.collect(limit: XMLElement.maximumBytes)
    let types = ["text/calendar", "application/octet-stream", "text/plain"]
    guard request.headers["content-type"] == nil || types.contains(request.mediaType?.essence ?? "") else {
      throw CalDAVRefusal(.unsupportedMediaType, .calDAV("supported-calendar-data"))
    }
    guard name.utf8.count <= 400 else { throw CalDAVRefusal(.forbidden, .calDAV("valid-calendar-object-resource")) }
    let place = try await session.collection(collection)
    // A long text takes some milliseconds.
    let object = try await session.offLoop { Result { () throws(TodoObject.Problem) in try TodoObject(bytes) } }.get()
    let putting = PutTodo(
      kind: place.kind, category: place.category, href: name, object: object,
      source: String(decoding: object.bytes, as: UTF8.self),
      ifMatch: request.headers["if-match"].map { TagCondition($0) },
      ifNoneMatch: request.headers["if-none-match"].map { TagCondition($0) })
    let result = try await place.kind.isList ? putting.onList(session) : putting.run(session)
    var response = Response(status: result.isNew ? .created : .noContent)
    // A tag says that what is stored is what was sent (RFC 4791 §5.3.4).
    if let row = try? await session.row(collection, name) {
      let isSame = row.object(on: try await session.clocks().household).bytes == bytes
      if isSame { response.headers.set("ETag", row.tag.text) }
      try await session.note(sent: isSame ? GivenObject(row, putting.source) : GivenObject(sent: putting.source, row))
    }
    return response
  }

  private static func delete(
    _ request: Request, _ collection: String, _ name: String, _ session: CalDAVSession
  ) async throws -> Response {
    let row = try await session.row(collection, name)
    if let match = request.headers["if-match"], !TagCondition(match).matches(row.tag) {
      throw CalDAVRefusal(.preconditionFailed)
    }
    var batch = Batch()
    if row.isLine {
      _ = DeleteLine(line: row.item, entries: [row.item]).store(in: &batch)
    } else {
      _ = DeleteItems.one(row.item).store(in: &batch)
    }
    try await session.query(batch)
    return Response(status: .noContent)
  }

  /// Another collection is another category, or another shopping list.
  private static func move(
    _ request: Request, _ collection: String, _ name: String, _ session: CalDAVSession
  ) async throws -> Response {
    let row = try await session.row(collection, name)
    guard let text = request.headers["destination"], let href = Href(text) else { throw CalDAVRefusal(.badRequest) }
    if let authority = href.authority, ![request.authority, request.site?.authority].contains(authority) {
      throw CalDAVRefusal(.badGateway)
    }
    guard case .object(let other, let newName)? = Resource(href.segments), newName.utf8.count <= 400 else {
      throw CalDAVRefusal(.forbidden)
    }
    let place = try await session.collection(other)
    // RFC 4918 §9.9.4: a move onto itself is refused.
    guard place.kind != CalDAVCollection.kind(of: collection) || newName != name, place.kind != .mine,
      place.kind.events == nil, place.kind.isList == row.isLine
    else {
      throw CalDAVRefusal(.forbidden)
    }
    if let there = try? await session.row(other, newName), there.item != row.item {
      throw CalDAVRefusal(request.headers["overwrite"] == "F" ? .preconditionFailed : .forbidden)
    }
    if let match = request.headers["if-match"], !TagCondition(match).matches(row.tag) {
      throw CalDAVRefusal(.preconditionFailed)
    }
    if case .shopping(let list) = place.kind {
      try await session.query(MoveLine(line: row.item, to: list).statement)
    } else {
      try await move(row.item, to: place.category, session)
    }
    if newName != row.href { try await session.query(CalDAVQueries.rename(row.subject, uid: row.uid, to: newName)) }
    return Response(status: .created)
  }

  /// Gives an item another category.
  static func move(_ item: UUID, to category: String?, _ session: CalDAVSession) async throws {
    guard let stored = try StoredItem(try await session.query(ItemQueries.find(item))) else { throw Failure.notFound }
    var draft = stored.item
    draft.category = category
    let editing = EditItem(
      item: draft, version: stored.version, base: MergeBase(of: stored.texts), isForFollowing: stored.repeats != nil,
      untitled: session.strings.itemsDefaultTitle)
    guard !editing.isSame(as: stored) else { return }
    guard case .saved = try await editing.run(stored, session) else { throw CalDAVRefusal(.conflict) }
  }

  /// Deleting a category or a list asks first, on its page.
  private static func refuseToDelete(_ name: String, _ session: CalDAVSession) async throws -> Response {
    let kind = try await session.collection(name).kind
    let reason = kind.events == nil ? session.strings.caldavNoDeletion : session.strings.caldavReadOnly
    throw CalDAVRefusal.privilege("unbind", at: home, reason)
  }
}

extension CalDAVSession {
  /// Which collection an address names, and the name of its category. Throws `.notFound`.
  func collection(_ segment: String) async throws -> (kind: CalDAVCollection.Kind, category: String?) {
    switch segment {
    case "none": return (.none, nil)
    case "mine": return (.mine, nil)
    case "shopping": return (.shopping(nil), nil)
    case _ where CalDAVEvents.Kind(rawValue: segment) != nil: return (CalDAVCollection.kind(of: segment), nil)
    default:
      let kind = CalDAVCollection.kind(of: segment)
      if case .shopping(let list?) = kind {
        guard try await !query(NamedListQueries.find(list)).isEmpty else { throw Failure.notFound }
        return (kind, nil)
      }
      let id = CalDAVCollection.id(of: segment)
      guard let name: String = try await query(CalDAVQueries.category(id)).first?["name"] else {
        throw Failure.notFound
      }
      return (kind, name)
    }
  }

  /// The object that a name means in a collection. Throws `.notFound`.
  func row(_ collection: String, _ name: String) async throws -> TodoRow {
    let kind = CalDAVCollection.kind(of: collection)
    let statement = CalDAVCollection.objects(kind, named: ObjectNames(hrefs: [name]))
    guard let row = try await rows(statement).first(where: { $0.href == name && $0.isIn(kind) }) else {
      throw Failure.notFound
    }
    return row
  }
}
