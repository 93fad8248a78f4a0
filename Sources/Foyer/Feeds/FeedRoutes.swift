import CivilTime
import Crypto
import HTTP
import Postgres
import StrictJSON

/// A person's feeds in the settings, and what they answer. `FeedsFeature.swift` has the paths.
enum Feeds {
  // MARK: Settings

  /// An address outlives the session that has shown it: the password is asked for first, unless it was given lately.
  static func index(_ request: Request, _ context: Context) async throws -> Response {
    let shown = request.query["show"].flatMap { UUID($0.utf8) }
    if shown != nil, try await !isConfirmed(context) { return context.redirect(to: "/settings/feeds") }
    return try await page(FeedForm(), context, showing: shown)
  }

  /// Asks for the password where it was not given lately, and leads to the address.
  static func reveal(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard let feed = try await own(id, context) else { throw Failure.notFound }
    let question = PasswordQuestion(heading: feed.name, path: "/settings/feeds/\(id)/address")
    if let asking = try await question.ask(context) { return asking }
    return context.redirect(to: path(of: id))
  }

  static func create(_ request: Request, _ context: Context) async throws -> Response {
    let fields = try await context.form()
    var form = try FeedForm(fields)
    let isConfirmed = try await isConfirmed(context)
    guard let content = form.draft(context.strings) else { return try await page(form, context) }
    let password = fields["current_password"] ?? ""
    if let problem = try await Accounts.confirm(password, isConfirmed: isConfirmed, context) {
      form.errors.add("current_password", problem)
      return try await page(form, context)
    }
    let seed = randomBytes(32)
    let token = FeedToken(seed: seed, key: try await key(context))
    var batch: Batch = [
      FeedQueries.insert(form, content, seed: seed, token),
      AccountEventQueries.insert(.feedMade, detail: form.name, by: context.client, if: FeedQueries.exists(token)),
      SessionQueries.seeLanguage(),
    ]
    let list = batch.add(FeedQueries.list())
    let rows = try await context.query(batch)[list]
    guard try rows.contains(where: { try $0["id"] == form.id }) else {
      let isFull = rows.count >= Feed.maximum
      let strings = context.strings
      form.errors.add(
        isFull ? "" : "content", isFull ? strings.feedsTooMany(count: Feed.maximum) : strings.feedsContentUnknown)
      return try await page(form, context)
    }
    return context.redirect(to: path(of: form.id), notice: .feedMade)
  }

  static func delete(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard let feed = try await own(id, context) else { throw Failure.notFound }
    var batch: Batch = [
      AccountEventQueries.insert(.feedEnded, detail: feed.name, by: context.client, if: FeedQueries.isOwn(id))
    ]
    let deleted = batch.add(FeedQueries.delete(id))
    guard try await context.query(batch)[deleted].affected > 0 else { throw Failure.notFound }
    return context.redirect(to: "/settings/feeds", notice: .feedDeleted)
  }

  private static func own(_ id: UUID, _ context: Context) async throws -> Feed? {
    try await context.query(FeedQueries.list()).map { try Feed($0, context.strings) }.first { $0.id == id }
  }

  /// The settings with the address of a feed.
  private static func path(of id: UUID) -> String { "/settings/feeds?show=\(id)#feed-\(id)" }

  private static func isConfirmed(_ context: Context) async throws -> Bool {
    try await context.query(SessionQueries.confirmation(context.sessionToken?.hash ?? []))[0]["is_confirmed"]
  }

  /// - Parameter id: of the feed whose address is shown.
  private static func page(_ form: FeedForm, _ context: Context, showing id: UUID? = nil) async throws -> Response {
    var batch = Batch()
    let (list, categories) = (batch.add(FeedQueries.list()), batch.add(FeedQueries.categories()))
    let confirmation = batch.add(SessionQueries.confirmation(context.sessionToken?.hash ?? []))
    let results = try await context.query(batch)
    var feeds = try results[list].map { try Feed($0, context.strings) }
    if let shown = feeds.firstIndex(where: { $0.id == id }) {
      let token = FeedToken(seed: feeds[shown].seed, key: try await key(context))
      feeds[shown].address = context.request.origin + token.path
    }
    let choices = try form.choices(results[categories], context.strings)
    let isConfirmed: Bool = try results[confirmation][0]["is_confirmed"]
    var response = context.html(.settings, status: form.errors.isEmpty ? .ok : .unprocessableContent) { out, page in
      Views.Feeds.feeds(
        &out, page: page, feeds: feeds, form: form, choices: choices, asksPassword: !isConfirmed)
    }
    // Compressed, a page's length would tell of a secret in it beside what a request puts there (BREACH).
    response.mayBeCompressed = false
    return response
  }

  /// Only foyer_identity reads it.
  private static func key(_ context: Context) async throws -> [UInt8] {
    try await context.queryWithoutSession(FeedQueries.key())[0]["key"]
  }

  // MARK: The feed itself

  /// The answer to whoever has the address.
  static func show(_ request: Request, _ context: Context, _ token: FeedToken) async throws -> Response {
    // Its attempts are counted.
    context.writes()
    guard let feed = try await context.queryWithoutSession(FeedQueries.find(token)).first else {
      throw Failure.notFound
    }
    try await context.take([Allowance.feed(token.hash)], orLog: "feed_limited")
    let calendar = try await contents(feed, context)
    let bytes = try await context.offLoop { Result { () throws(Refusal) in try calendar.bytes() } }.get()
    let validator = Validator(tag: Base64URL.encode(Array(sha256(bytes).prefix(18))))
    var response = Response()
    response.headers.set("ETag", validator.etag)
    response.headers.set("Cache-Control", "private, no-cache")
    switch validator.outcome(of: request) {
    case .notModified: response.status = .notModified
    case .failed: response.status = .preconditionFailed
    case .proceed:
      response.headers.set("Content-Type", "text/calendar; charset=utf-8")
      response.body = .bytes(bytes)
    }
    return response
  }

  /// As a member of the feed's household, by nobody in particular.
  private static func contents(_ feed: Row, _ context: Context) async throws -> FeedCalendar {
    let (content, zone): (Feed.Content, String) = (try Feed.Content(feed), try feed["time_zone"])
    let (now, language): (Timestamp, Language?) = (.now(), try feed["language"])
    let (strings, today) = (Strings(language ?? .en), CalendarDate(now.local))
    let years = ZoneTable.days(around: now.local.year)
    var table = ZoneTables.known(zone, years)
    var batch: Batch = [SessionQueries.open(household: try feed["household_id"])]
    let changes =
      table == nil ? batch.add(FeedQueries.changes(of: zone, from: years.lowerBound, to: years.upperBound)) : nil
    let items = content.hasItems ? batch.add(FeedQueries.items(content.category)) : nil
    let series = content.hasItems ? batch.add(FeedQueries.series(content.category)) : nil
    let days = CalendarDate(days: today.days - 60)...CalendarDate(days: today.days + 800)
    let bars = content.hasStays ? batch.add(CalendarQueries.wholeDays(days, most: 1000)) : nil
    let meals = content == .meals ? batch.add(FeedQueries.meals(days)) : nil
    let results = try await context.queryWithoutSession(batch)
    if let changes {
      let made = try ZoneTable(zone, years, results[changes])
      ZoneTables.keep(made)
      table = made
    }
    guard let table else { throw Failure.notFound }
    let shown = try bars.map { try results[$0].map { try CalendarBar($0) } } ?? []
    return FeedCalendar(
      name: try feed["name"], zone: table, items: try items.map { try results[$0][0]["json"] } ?? "[]",
      series: try series.map { try results[$0][0]["json"] } ?? "[]",
      meals: try meals.map { try results[$0][0]["json"] } ?? "[]",
      bars: shown.filter { bar in
        bar.kind == .birthday ? content == .all : !(bar.waits && bar.last < today)
      }.map { FeedCalendar.Bar(bar: $0, title: $0.title(strings)) },
      origin: context.request.origin, strings: strings)
  }
}

/// Messages after a change of feeds.
enum FeedNotice: String, NoticeKind {
  case made, deleted

  static let feature = "feeds"

  func notice(_ its: NoticeCode, _ strings: Strings) -> Notice {
    switch self {
    case .made: Notice(text: strings.feedsNoticeMade)
    case .deleted: Notice(text: strings.feedsNoticeDeleted)
    }
  }
}

extension NoticeCode {
  fileprivate static var feedMade: Self { Self(FeedNotice.made) }
  fileprivate static var feedDeleted: Self { Self(FeedNotice.deleted) }
}
