import CivilTime
import Crypto
import HTTP
import ICalendar
import Postgres
import StrictJSON
import WebDAV

/// Collections of events: what the pages know of days, as feeds have it. Programs read them.
enum CalDAVEvents {
  enum Kind: String, CaseIterable {
    case stays, meals, birthdays, deadlines

    /// Kinds of rows in the table `changes` that they are made of.
    var parts: [String] {
      switch self {
      case .stays: ["requests", "hosting-requests"]
      case .meals: ["meals", "recipes"]
      case .birthdays: ["people"]
      case .deadlines: ["items", "categories"]
      }
    }

    /// Of these the ones that others' events name, and that have none of their own.
    static let named: Set<String> = ["recipes", "categories"]

    func name(_ strings: Strings) -> String {
      switch self {
      case .stays: strings.navStays
      case .meals: strings.caldavMeals
      case .birthdays: strings.caldavBirthdays
      case .deadlines: strings.caldavDeadlines
      }
    }
  }

  /// The answer to what is asked of one of them; nil for what is asked of any collection.
  static func answer(
    _ request: Request, _ resource: CalDAV.Resource, _ kind: Kind, _ session: CalDAVSession
  ) async throws -> Response? {
    switch (request.method, resource) {
    case (.report, .collection):
      return try await report(try await CalDAVReports.read(request, session), request, kind, session)
    case (.propfind, .object(_, let name)):
      let selection = try PropertySelection(
        propfind: try await request.body.collect(limit: XMLElement.maximumBytes))
      let event = try await find(name, kind, session)
      let clock = try await session.clocks().household
      var body = Multistatus()
      body.response(CalDAV.href(.events(kind), name), event.groups(selection, nil, on: clock))
      return CalDAV.multistatus(body.finish())
    case (.get, .object(_, let name)), (.head, .object(_, let name)):
      return try await get(request, try await find(name, kind, session))
    case (.put, .object(_, let name)), (.delete, .object(_, let name)), (.move, .object(_, let name)):
      _ = try await session.person()
      throw CalDAVRefusal.privilege(
        request.method == .put ? "write-content" : "unbind", at: CalDAV.href(.events(kind), name),
        session.strings.caldavReadOnly)
    default: return nil
    }
  }

  private static func get(_ request: Request, _ event: CalendarEvent) async throws -> Response {
    var response = Response()
    response.headers.set("ETag", event.tag.text)
    response.headers.set("Cache-Control", "private, no-cache")
    if let none = request.headers["if-none-match"], !TagCondition(none).matchesNone(event.tag) {
      response.status = .notModified
      return response
    }
    response.headers.set("Content-Type", "text/calendar; charset=utf-8")
    response.body = .bytes(event.bytes)
    return response
  }

  // MARK: Reading

  /// Events that ended longer ago are in none of the collections.
  private static let past = 60
  /// Nothing later comes into a collection by the passing of days alone, which no change would tell.
  private static let future = 36_500

  /// - Parameter names: those that have one of these; nil for all.
  static func all(_ kind: Kind, named names: [String]? = nil, _ session: CalDAVSession) async throws -> [CalendarEvent]
  {
    // The UID of an event is the id of a row.
    let ids = names?.compactMap { PutTodo.id(of: $0) }
    let clock = try await session.clocks().household
    let today = session.today
    let days = CalendarDate(days: today.days - past)...CalendarDate(days: today.days + future)
    var batch = Batch()
    var (items, series, meals, bars): (Batch.Key?, Batch.Key?, Batch.Key?, Batch.Key?)
    switch kind {
    case .stays, .birthdays: bars = batch.add(CalendarQueries.wholeDays(days, most: 1000, of: ids))
    case .meals: meals = batch.add(FeedQueries.meals(days, of: ids))
    case .deadlines:
      (items, series) = (batch.add(FeedQueries.items(nil, of: ids)), batch.add(FeedQueries.series(nil, of: ids)))
    }
    let results = try await session.query(batch)
    let strings = session.strings
    let shown = try bars.map { try results[$0].map { try CalendarBar($0) } } ?? []
    let calendar = FeedCalendar(
      name: "", zone: clock, items: try items.map { try results[$0][0]["json"] } ?? "[]",
      series: try series.map { try results[$0][0]["json"] } ?? "[]",
      meals: try meals.map { try results[$0][0]["json"] } ?? "[]",
      bars: shown.filter { bar in
        switch bar.kind {
        case .guest, .host: kind == .stays && !(bar.waits && bar.last < today)
        case .birthday: kind == .birthdays
        case .blocked: false
        }
      }.map { FeedCalendar.Bar(bar: $0, title: $0.title(strings)) },
      origin: session.context.request.origin, strings: strings)
    let events = try await session.offLoop {
      Result { () throws(Refusal) in try calendar.objects().map { CalendarEvent(uid: $0.uid, $0.bytes) } }
    }.get()
    // A series brings its items along.
    guard let asked = names.map(Set.init) else { return events }
    return events.filter { asked.contains($0.href) }
  }

  private static func find(_ name: String, _ kind: Kind, _ session: CalDAVSession) async throws -> CalendarEvent {
    guard let event = try await all(kind, named: [name], session).first else { throw Failure.notFound }
    return event
  }

  // MARK: Reports

  private typealias Asked = (reference: String?, event: CalendarEvent?)

  private static func report(
    _ report: Report, _ request: Request, _ kind: Kind, _ session: CalDAVSession
  ) async throws -> Response {
    switch report {
    case .calendarQuery(let query):
      guard request.headers["depth"].flatMap({ Depth($0) }) ?? .one != .zero else { return CalDAV.multistatus([]) }
      let all = try await all(kind, session)
      return try await answer(all.map { (nil, $0) }, query.properties, query.data, kind, filter: query.filter, session)
    case .calendarMultiget(let multiget):
      let names = multiget.references.map { reference -> String? in
        guard let href = Href(reference), case .object(let collection, let name)? = CalDAV.Resource(href.segments),
          CalDAVCollection.kind(of: collection) == .events(kind)
        else { return nil }
        return name
      }
      let all = Dictionary(
        try await all(kind, named: names.compactMap(\.self), session).map { ($0.href, $0) }
      ) { first, _ in first }
      let asked = zip(multiget.references, names).map { reference, name -> Asked in
        (reference, name.flatMap { all[$0] })
      }
      return try await answer(asked, multiget.properties, multiget.data, kind, session)
    case .syncCollection(let sync):
      if let response = try await CalDAVReports.unchanged(sync, .events(kind), session) { return response }
      return try await self.sync(sync, kind, session)
    case .freeBusyQuery, .expandProperty, .principalPropertySearch, .principalSearchPropertySet, .principalMatch:
      throw CalDAVRefusal(.forbidden, .dav("supported-report"))
    }
  }

  private static func sync(_ sync: SyncCollection, _ kind: Kind, _ session: CalDAVSession) async throws -> Response {
    let since = try SyncToken.since(sync.token)
    var batch = Batch()
    let horizon = batch.add(CalDAVQueries.horizon())
    let most = CalDAVReports.mostChanges
    let changed = since.map {
      batch.add(CalDAVQueries.changed(since: $0.horizon, kinds: kind.parts, most: most + 1))
    }
    let results = try await session.query(batch)
    guard let row = results[horizon].first else { throw Failure.signedOut }
    let now = try ChangeState(row)
    try SyncToken.check(since, at: now)
    var events: [CalendarEvent] = []
    var gone: [String] = []
    if let changed {
      let rows: [(kind: String, id: UUID)] = try results[changed].map { (try $0["kind"], try $0["id"]) }
      guard rows.count <= most else { throw SyncToken.invalid }
      var ids = rows.filter { !Kind.named.contains($0.kind) }.map(\.id)
      if kind == .deadlines, !ids.isEmpty {
        ids += try await session.query(CalDAVQueries.series(ofItems: ids)).map { try $0["series_id"] }
      }
      let names = Set(ids.map { CalendarEvent.href(of: "\($0)") })
      if !rows.isEmpty {
        // Each may name what has changed.
        let isNamed = rows.contains { Kind.named.contains($0.kind) }
        events = try await all(kind, named: isNamed ? nil : Array(names), session)
        gone = names.subtracting(events.map(\.href)).sorted().map { CalDAV.href(.events(kind), $0) }
      }
    } else {
      events = try await all(kind, session)
    }
    try CalDAVReports.checkLimit(sync, events.count + gone.count)
    return try await answer(
      events.map { (nil, $0) }, sync.properties, sync.data, kind, session, gone: gone, syncToken: SyncToken.text(now))
  }

  /// - Parameter asked: each with the address that it was asked for by; nil for one that is not there.
  private static func answer(
    _ asked: [Asked], _ selection: PropertySelection, _ data: CalendarData?, _ kind: Kind,
    filter: ComponentFilter? = nil, _ session: CalDAVSession, gone: [String] = [], syncToken: String? = nil
  ) async throws -> Response {
    let clock = try await session.clocks().household
    let bytes = try await session.offLoop {
      var body = Multistatus()
      for href in gone { body.response(href, status: 404) }
      for (reference, event) in asked {
        guard let event else {
          if let reference { body.response(reference, status: 404) }
          continue
        }
        if let filter, !filter.matches(event.calendar, on: clock) { continue }
        body.response(
          reference ?? CalDAV.href(.events(kind), event.href), event.groups(selection, data, on: clock))
      }
      return body.finish(syncToken: syncToken)
    }
    return CalDAV.multistatus(bytes)
  }
}

/// An object with an event, or with those of a series.
struct CalendarEvent: Sendable {
  let href: String
  let bytes: [UInt8]
  let tag: EntityTag

  init(uid: String, _ bytes: [UInt8]) {
    (href, self.bytes) = (Self.href(of: uid), bytes)
    tag = EntityTag(Base64URL.encode(Array(sha256(bytes).prefix(15))))
  }

  static func href(of uid: String) -> String { "\(uid).ics" }

  var calendar: CalendarObject { CalendarObject(bytes) }

  private static let names: [QualifiedName] = [.dav("resourcetype"), .dav("getetag"), .dav("getcontenttype")]

  func groups(_ selection: PropertySelection, _ data: CalendarData?, on clock: ZoneTable) -> [Multistatus.Properties] {
    Properties.groups(selection, all: Self.names) { name in
      switch name {
      case .dav("resourcetype"): XMLElement(name)
      case .dav("getetag"): XMLElement(name, text: tag.text)
      case .dav("getcontenttype"): XMLElement(name, text: "text/calendar; charset=utf-8; component=VEVENT")
      case .dav("getcontentlength"): XMLElement(name, text: "\(bytes.count)")
      case .dav("owner"), .dav("current-user-principal"): Properties.principal(name)
      case .dav("current-user-privilege-set"): Properties.privileges(["read"])
      case .calDAV("calendar-data"):
        XMLElement(
          name,
          text: String(decoding: data.map { $0.selected(calendar, on: clock).bytes } ?? bytes, as: UTF8.self))
      default: nil
      }
    }
  }
}
