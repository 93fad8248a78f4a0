import CivilTime
import HTTP
import ICalendar
import Postgres
import WebDAV

/// `calendar-query` and `calendar-multiget` (RFC 4791 §7.8, §7.9).
enum CalDAVReports {
  /// Objects that are made without a pause, so that others have their turn.
  private static let piece = 100
  /// More bytes are in no answer.
  private static let maximumBytes = 60 << 20
  /// More objects that have changed are not listed: the program begins anew.
  static let mostChanges = 10_000

  /// An object as `CalDAVQueries.objects` has it, and the tag by which the program knows it.
  private typealias Stored = (json: String, given: String?)

  static func report(_ request: Request, _ name: String, _ session: CalDAVSession) async throws -> Response {
    let report = try await read(request, session)
    let kind = CalDAVCollection.kind(of: name)
    if case .syncCollection(let sync) = report, let response = try await unchanged(sync, kind, session) {
      return response
    }
    _ = try await session.collection(name)
    switch report {
    case .calendarQuery(let query):
      // A report on a collection is about what is in it, but for depth 0.
      guard request.headers["depth"].flatMap({ Depth($0) }) ?? .one != .zero else { return CalDAV.multistatus([]) }
      return try await self.query(query, kind, session)
    case .calendarMultiget(let multiget): return try await self.multiget(multiget, kind, session)
    case .syncCollection(let sync): return try await self.sync(sync, kind, session)
    case .freeBusyQuery, .expandProperty, .principalPropertySearch, .principalSearchPropertySet,
      .principalMatch:
      throw CalDAVRefusal(.forbidden, .dav("supported-report"))
    }
  }

  static func read(_ request: Request, _ session: CalDAVSession) async throws -> Report {
    let bytes = try await request.body.collect(limit: XMLElement.maximumBytes)
    return try await session.offLoop { Result { () throws(WebDAV.BodyError) in try Report(bytes) } }.get()
  }

  private static func query(
    _ query: CalendarQuery, _ kind: CalDAVCollection.Kind, _ session: CalDAVSession
  ) async throws -> Response {
    let texts: [Stored] = try await session.query(CalDAVCollection.objects(kind)).map {
      (try $0["json"], try $0["given"])
    }
    let clock = try await session.clocks().household
    return try await answer(
      texts.map { (nil as String?, $0 as Stored?) }, query.properties, query.data, kind, filter: query.filter, clock,
      session)
  }

  private static func multiget(
    _ multiget: CalendarMultiget, _ kind: CalDAVCollection.Kind, _ session: CalDAVSession
  ) async throws -> Response {
    // Each address has to be one of this collection.
    var names: [String: String] = [:]
    for reference in multiget.references {
      if let href = Href(reference), case .object(let collection, let name)? = CalDAV.Resource(href.segments),
        CalDAVCollection.kind(of: collection) == kind
      {
        names[reference] = name
      }
    }
    let known = Array(Set(names.values))
    let texts: [Stored] = try await session.query(
      CalDAVCollection.objects(kind, named: ObjectNames(hrefs: known))
    ).map { (try $0["json"], try $0["given"]) }
    let clock = try await session.clocks().household
    var byName: [String: Stored] = [:]
    let reader = try await session.person().reader
    for text in texts {
      // One that cannot be read is not there; the others are.
      if let row = try? TodoRow(text.json, for: reader), byName[row.href] == nil { byName[row.href] = text }
    }
    return try await answer(
      multiget.references.map { reference in (reference, names[reference].flatMap { byName[$0] }) },
      multiget.properties,
      multiget.data, kind, filter: nil, clock, session)
  }

  /// - Parameter objects: each as JSON, with the address that it was asked for by; nil for one that is not there.
  private static func answer(
    _ objects: [(reference: String?, stored: Stored?)], _ selection: PropertySelection, _ data: CalendarData?,
    _ kind: CalDAVCollection.Kind, filter: ComponentFilter?, _ clock: ZoneTable, _ session: CalDAVSession,
    gone: [String] = [], syncToken: String? = nil
  ) async throws -> Response {
    var body = Multistatus()
    for href in gone { body.response(href, status: 404) }
    var start = 0
    var news: [GivenObject] = []
    let reader = try await session.person().reader
    while start < objects.count {
      let part = Array(objects[start..<min(start + piece, objects.count)])
      let made = try await session.offLoop {
        part.map { entry -> Answered in
          guard let stored = entry.stored, let row = try? TodoRow(stored.json, given: stored.given, for: reader) else {
            return .missing(entry.reference)
          }
          let object = CalDAVObject(row, on: clock)
          if let filter, !filter.matches(object.calendar, on: clock) { return .unfit }
          let groups = object.groups(selection, data, on: clock)
          // A part of an object tells no change from another.
          let isWhole = data.map { $0.component == nil && $0.expand == nil && $0.limit == nil } ?? false
          let text = isWhole ? groups.first?.elements.first { $0.name == .calDAV("calendar-data") }?.text : nil
          let given = row.given == row.tag.value ? nil : text.map { GivenObject(row, $0) }
          return .found(entry.reference ?? CalDAV.href(kind, row.href), groups, given)
        }
      }
      for one in made {
        switch one {
        case .unfit: break
        case .missing(let reference): if let reference { body.response(reference, status: 404) }
        case .found(let href, let groups, let given):
          body.response(href, groups)
          if let given { news.append(given) }
        }
        guard body.bytes.count <= maximumBytes else {
          throw CalDAVRefusal(.forbidden, .dav("number-of-matches-within-limits"))
        }
      }
      start += piece
    }
    try await session.note(news)
    return CalDAV.multistatus(body.finish(syncToken: syncToken))
  }

  // MARK: Since a state

  /// The answer where nothing has changed since a token, by one look; nil where something may have.
  static func unchanged(
    _ sync: SyncCollection, _ kind: CalDAVCollection.Kind, _ session: CalDAVSession
  ) async throws -> Response? {
    guard let since = try? SyncToken.since(sync.token) else { return nil }
    let look = try await session.look().look
    guard look.isUnchanged(since: since), (try? SyncToken.check(since, at: look.now)) != nil,
      try await CalDAVView.read(look, session).collections.contains(where: { $0.kind == kind })
    else { return nil }
    var body = Multistatus()
    return CalDAV.multistatus(body.finish(syncToken: SyncToken.text(look.now)))
  }

  /// `sync-collection` (RFC 6578): what has changed since a token, and what is no more in the collection.
  private static func sync(
    _ sync: SyncCollection, _ kind: CalDAVCollection.Kind, _ session: CalDAVSession
  ) async throws -> Response {
    let since = try SyncToken.since(sync.token)
    var batch = Batch()
    let horizon = batch.add(CalDAVQueries.horizon())
    let changed = since.map {
      batch.add(
        CalDAVQueries.changed(since: $0.horizon, kind: kind.isList ? "shopping-lines" : "items", most: mostChanges + 1))
    }
    let objects: Batch.Key
    if let since {
      if case .shopping(let list) = kind {
        objects = batch.add(CalDAVQueries.lines(CalDAVQueries.areChanged(linesSince: since.horizon), on: list))
      } else {
        objects = batch.add(
          CalDAVQueries.objects(
            "\(fragment: CalDAVQueries.isChanged(since: since.horizon)) AND \(fragment: CalDAVCollection.holds(kind))"))
      }
    } else {
      objects = batch.add(CalDAVCollection.objects(kind))
    }
    let results = try await session.query(batch)
    guard let row = results[horizon].first else { throw Failure.signedOut }
    let now = try ChangeState(row)
    try SyncToken.check(since, at: now)
    let texts: [Stored] = try results[objects].map { (try $0["json"], try $0["given"]) }
    var gone: [String] = []
    if let changed {
      let ids: [UUID] = try results[changed].map { try $0["id"] }
      guard ids.count <= mostChanges else { throw SyncToken.invalid }
      if !ids.isEmpty {
        // A name that an object of the collection has now is not gone.
        let names: [String] = try await session.query(CalDAVQueries.names(ofItems: ids)).map { try $0["href"] }
        let all = Array(Set(names))
        let there = try await session.rows(CalDAVCollection.objects(kind, named: ObjectNames(hrefs: all)))
        gone = Set(names).subtracting(there.map(\.href)).sorted().map { CalDAV.href(kind, $0) }
      }
    }
    try checkLimit(sync, texts.count + gone.count)
    let clock = try await session.clocks().household
    return try await answer(
      texts.map { (nil, $0) }, sync.properties, sync.data, kind, filter: nil, clock, session, gone: gone,
      syncToken: SyncToken.text(now))
  }

  /// - Parameter count: of the entries of the answer.
  static func checkLimit(_ sync: SyncCollection, _ count: Int) throws {
    if let limit = sync.limit, count > limit {
      throw CalDAVRefusal(
        Status(code: 507, reason: "Insufficient Storage"), .dav("number-of-matches-within-limits"))
    }
  }

  private enum Answered: Sendable {
    case unfit
    case missing(String?)
    case found(String, [Multistatus.Properties], GivenObject?)
  }
}

extension CalDAV {
  /// 207 with a body; of no bytes one without a response.
  static func multistatus(_ bytes: [UInt8]) -> Response {
    var bytes = bytes
    if bytes.isEmpty {
      var body = Multistatus()
      bytes = body.finish()
    }
    var response = Response(status: Status(code: 207, reason: "Multi-Status"))
    response.headers.set("Content-Type", "application/xml; charset=utf-8")
    response.body = .bytes(bytes)
    return response
  }
}

/// A state of a household as a URI (RFC 6578 §4).
enum SyncToken {
  private static let prefix = "urn:foyer:sync:"

  static func text(_ state: ChangeState) -> String { prefix + state.text }

  static let invalid = CalDAVRefusal(.forbidden, .dav("valid-sync-token"))

  /// Nil where a program asks for the first time.
  static func since(_ text: String) throws -> ChangeState? {
    if text.isEmpty { return nil }
    guard let state = state(text) else { throw invalid }
    return state
  }

  /// Another database has other numbers, and what was deleted long ago is not known any more.
  static func check(_ since: ChangeState?, at now: ChangeState) throws {
    if let since, since.database != now.database || now.time - since.time > ChangeState.life - 86_400 { throw invalid }
  }

  /// Nil for a text that is no token.
  private static func state(_ text: String) -> ChangeState? {
    guard text.hasPrefix(prefix), let state = ChangeState(String(text.dropFirst(prefix.count))), state.last == nil
    else {
      return nil
    }
    return state
  }
}
