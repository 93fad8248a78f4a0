import CivilTime
import HTTP
import Postgres

/// Searching for a host, and requests to stay (R26 to R28). `StaysFeature.swift` has the paths.
enum Hosts {
  static func index(_ request: Request, _ context: Context) async throws -> Response {
    var search = HostSearch(request.query)
    let after = try request.query["after"].map(UUID.init(field:))
    let rows = try await context.query(
      search.asksForRoom
        ? HostSearchQueries.list(search, after: after)
        : search.q.isEmpty ? HostQueries.list(after: after) : HostQueries.search(search.q, after: after))
    search.check(today: context.today, context.strings)
    let list = try HostList(rows, search)
    return context.html(.stays) { out, page in
      switch context.fragmentTarget {
      case nil: Views.Stays.hosts(&out, page: page, list: list)
      case "more": Views.Stays._hosts(&out, page: page, list: list)
      default: Views.Stays._grid(&out, page: page, list: list)
      }
    }
  }

  static func show(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    var form = StayRequestForm(asked: request.query)
    let month = StayCalendar.month(request.query["month"]) ?? StayCalendar.month(form.arrival)
    let host = try await find(id, from: month, form.query, context)
    if let question = host.question { form.id = question }
    return context.html(.stays) { out, page in
      switch context.fragmentTarget {
      case nil: Views.Stays.host(&out, page: page, host: host, form: form)
      case "stay-calendar": Views.Stays._calendar(&out, page: page, host: host)
      default: Views.Stays._ask(&out, page: page, host: host, form: form)
      }
    }
  }

  static func ask(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let fields = try await context.form()
    let form = try StayRequestForm(fields)
    // Which days are past depends on the reader's time zone.
    let host = try await find(id, from: StayCalendar.month(form.arrival), "", context)
    return try await send(form, to: host, context)
  }

  private static func send(_ typed: StayRequestForm, to host: Host, _ context: Context) async throws -> Response {
    var form = typed
    guard let ask = form.operation(host, photo: context.visitor?.photoID, today: context.today, context.strings) else {
      return refused(form, host, context)
    }
    do {
      try await ask.run(context, quota: context.app.configuration.householdQuota)
    } catch let problems as Problems {
      form.errors.add(problems, context.strings)
      // The calendar may have changed meanwhile, or there is a request already.
      return refused(form, try await find(host.id, from: StayCalendar.month(form.arrival), "", context), context)
    }
    return context.redirect(to: "/hosts/\(host.id)", notice: .requestSent)
  }

  /// A question without dates: a thread of its own, or a message in the one that there is.
  static func question(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    var form = try StayRequestForm(try await context.form())
    let host = try await find(id, from: StayCalendar.month(form.arrival), "", context)
    do {
      if let question = host.question, question != form.id {
        try await SendStayMessage(side: .guest, request: question, id: form.id, body: form.message).run(context)
        return context.redirect(to: StaySide.guest.path(of: question), notice: .messageSent)
      }
      let asking = AskQuestion(
        id: form.id, listing: host.id, message: form.message, photo: context.visitor?.photoID)
      try await asking.run(context, quota: context.app.configuration.householdQuota)
      return context.redirect(to: StaySide.guest.path(of: form.id), notice: .messageSent)
    } catch let problems as Problems {
      form.errors.add(problems, context.strings)
      return refused(form, host, context)
    }
  }

  private static func refused(_ form: StayRequestForm, _ host: Host, _ context: Context) -> Response {
    context.html(.stays, status: .unprocessableContent) { out, page in
      Views.Stays.host(&out, page: page, host: host, form: form)
    }
  }

  /// - Parameters:
  ///   - month: the calendar's first month.
  ///   - query: what the calendar's links keep.
  private static func find(_ id: UUID, from month: CalendarDate?, _ query: String, _ context: Context) async throws
    -> Host
  {
    var batch = Batch()
    let (host, nights) = (batch.add(HostQueries.find(id)), batch.add(HostQueries.takenNights(id, from: month)))
    let means = batch.add(ReminderQueries.means())
    let references = batch.add(StayReferenceQueries.ofHost(id))
    let results = try await context.query(batch)
    guard let row = results[host].first else { throw Failure.notFound }
    let taken: [CalendarDate] = try results[nights].map { try $0["night"] }
    let calendar = StayCalendar(
      from: StayCalendar.start(month, today: context.today), today: context.today, taken: Set(taken), context.strings
    ) { "/hosts/\(id)?month=\($0)\(query)" }
    return try Host(
      row, calendar, NewsMeans(results[means], context),
      results[references].map { try StayReference($0, context.strings) }, context.strings)
  }

  // MARK: Pictures

  static func photo(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    try await Images.show(HostQueries.photo(id), "picture", context)
  }

  static func thumbnail(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    try await Images.show(HostQueries.thumbnail(id), "thumbnail", context)
  }

  static func placePhoto(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    try await Images.show(HostQueries.placePhoto(id), "picture", context)
  }

  static func placeThumbnail(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    try await Images.show(HostQueries.placeThumbnail(id), "thumbnail", context)
  }

  // MARK: News

  /// The number of requests with news, for open pages.
  static func news(_ request: Request, _ context: Context) async throws -> Response {
    try await context.query()
    guard context.isFragment else { return context.redirect(to: "/hosts") }
    return context.html(.other) { out, page in
      Views.Stays._stayNews(&out, page: page, oob: false)
      Views.Stays._moreNews(&out, page: page, bar: page.bar, oob: true)
    }
  }

  /// Removes the button that marks news as seen, and the badge in the navigation.
  static func seen(_ context: Context, _ path: String) -> Response {
    guard context.isFragment else { return context.redirect(to: path) }
    return context.html(.other) { out, page in
      Views.Stays._stayNews(&out, page: page, oob: true)
      Views.Stays._moreNews(&out, page: page, bar: page.bar, oob: true)
    }
  }
}
