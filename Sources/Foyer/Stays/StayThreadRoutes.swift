import CivilTime
import HTTP
import Postgres

/// The thread of a request, for either side. `StaysFeature.swift` has the paths.
enum StayThreads {
  // MARK: The guest's side

  static func show(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let page = try await find(id, before: request.query["before"], context)
    return show(page, StayMessageForm(), StayChangeForm(page.request), context)
  }

  static func write(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    var form = try StayMessageForm(try await context.form())
    let page = try await find(id, context)
    if try await send(&form, .guest, id, context) {
      return context.redirect(to: "/requests/\(id)", notice: .messageSent)
    }
    return show(page, form, StayChangeForm(page.request), context, status: .unprocessableContent)
  }

  /// Other dates or guests for an open request. Fewer of them leave an accepted stay accepted.
  static func change(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let fields = try await context.form()
    var form = StayChangeForm(fields)
    let message = try StayMessageForm(fields)
    let page = try await find(id, context)
    guard let version = form.version else { throw Failure.invalid }
    // Shown again, the form has them as they are, unless it said otherwise.
    form.needs = form.needs(of: page.request)
    guard
      let change = form.operation(of: page.request, version: version, today: context.today, context.strings)
    else { return show(page, message, form, context, status: .unprocessableContent) }
    do {
      var batch = Batch()
      let (changed, query) = (change.store(in: &batch), GuestQuery(id, before: nil, in: &batch))
      let results = try await context.query(batch)
      let now = try query.page(results, context)
      guard change.isDone(results, changed, now: now.request) else {
        form.errors.add("", context.strings.staysNoticeChanged)
        return show(now, message, form.renewed(now.request), context, status: .conflict)
      }
      if let refusal = try await writeAlong(id, context) { return refusal }
      return context.redirect(to: "/requests/\(id)", notice: .requestEdited(isAccepted: now.request.state == .accepted))
    } catch {
      form.errors.add(try ChangeStay.refusal(error), context.strings)
      return show(page, message, form, context, status: .unprocessableContent)
    }
  }

  /// Stores what stands in the message box when another button of its form is pressed.
  /// - Returns: the page of the thread, if that is not possible.
  static func writeAlong(_ id: UUID, _ context: Context) async throws -> Response? {
    var form = try StayMessageForm(try await context.form())
    if form.message.isEmpty || !form.message.isLonger(than: 10_000) && form.message.isBlank { return nil }
    let page = try await find(id, context)
    // Sent twice, the first one has stored it.
    if page.request.state == .withdrawn { return nil }
    if try await send(&form, .guest, id, context) { return nil }
    return show(page, form, StayChangeForm(page.request), context, status: .unprocessableContent)
  }

  /// The page of the thread, which says why something was not done.
  static func refuse(_ id: UUID, _ reason: String, _ context: Context) async throws -> Response {
    let page = try await find(id, context)
    var form = StayChangeForm(page.request)
    form.errors.add("", reason)
    return show(page, StayMessageForm(), form, context, status: .conflict)
  }

  static func find(_ id: UUID, before: String? = nil, _ context: Context) async throws -> GuestPage {
    var batch = Batch()
    let query = GuestQuery(id, before: before, in: &batch)
    return try query.page(try await context.query(batch), context)
  }

  /// A word for the host, after the stay.
  static func refer(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    var form = StayReferenceForm(text: try await context.form()["reference"] ?? "")
    let page = try await find(id, context)
    if try await write(&form, .guest, id, context) { return wrote(.guest, id, context) }
    return show(
      page, StayMessageForm(), StayChangeForm(page.request), reference: form, context, status: .unprocessableContent)
  }

  private static func show(
    _ its: GuestPage, _ message: StayMessageForm, _ change: StayChangeForm,
    reference: StayReferenceForm = StayReferenceForm(), _ context: Context, status: Status = .ok
  ) -> Response {
    context.html(.stays, status: status) { out, page in
      if context.isFragment && status == .ok {
        Views.Stays._thread(
          &out, page: page, thread: its.thread, path: "/requests/\(its.request.id)", seen: "/requests/seen",
          request: its.request, isHost: false)
        Views.Stays._inboxList(&out, page: page, inbox: its.inbox, id: its.request.id, oob: true)
      } else {
        Views.Stays.request(
          &out, page: page, request: its.request, thread: its.thread, inbox: its.inbox, form: message, change: change,
          references: its.references, reference: reference)
      }
    }
  }

  // MARK: The host's side

  static func writeAsHost(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    var form = try StayMessageForm(try await context.form())
    let page = try await Hosting.find(id, context)
    if try await send(&form, .host, id, context) {
      return context.redirect(to: "/hosting/requests/\(id)", notice: .messageSent)
    }
    return Hosting.show(page, AnswerForm(), form, context, status: .unprocessableContent)
  }

  /// A word for the guests, after the stay.
  static func referAsHost(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    var form = StayReferenceForm(text: try await context.form()["reference"] ?? "")
    let page = try await Hosting.find(id, context)
    if try await write(&form, .host, id, context) { return wrote(.host, id, context) }
    return Hosting.show(page, AnswerForm(), StayMessageForm(), reference: form, context, status: .unprocessableContent)
  }

  static func photo(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    try await Images.show(StayThreadQueries.photo(id), "thumbnail", context)
  }

  // MARK: Both

  /// The version of the change that Undo takes back: in the path of its form, or a field.
  static func versionTakenBack(_ request: Request, _ context: Context) async throws -> Int? {
    var text = request.query["version"]
    if text == nil { text = try await context.form()["version"] }
    return text.flatMap { DigitReader.wholeNumber($0) }
  }

  /// Whether the word is stored; if not, `errors` of the form says why.
  private static func write(
    _ form: inout StayReferenceForm, _ side: StaySide, _ request: UUID, _ context: Context
  ) async throws -> Bool {
    do {
      try await WriteReference(side: side, request: request, text: form.text).run(context)
    } catch let problems as Problems {
      form.errors.add(problems, context.strings)
    }
    return form.errors.isEmpty
  }

  private static func wrote(_ side: StaySide, _ request: UUID, _ context: Context) -> Response {
    context.redirect(to: "\(side.path(of: request))#reference", notice: .referenceWritten)
  }

  /// Whether the message is sent; if not, `errors` of the form says why.
  private static func send(
    _ form: inout StayMessageForm, _ side: StaySide, _ request: UUID, _ context: Context
  ) async throws -> Bool {
    do {
      try await SendStayMessage(side: side, request: request, id: form.id, body: form.message).run(context)
    } catch let problems as Problems {
      form.errors.add(problems, context.strings)
    }
    return form.errors.isEmpty
  }
}

/// The statements of a request's page for the guest.
private struct GuestQuery {
  let id: UUID
  let request, entries, references, inbox: Batch.Key

  init(_ id: UUID, before: String?, in batch: inout Batch) {
    self.id = id
    request = batch.add(StayThreadQueries.findOwn(id))
    references = batch.add(StayReferenceQueries.of(id, .guest))
    inbox = batch.add(StayInbox.query(.guest))
    entries = batch.add(StayThreadQueries.entries(id, before: before.flatMap { Int(digits: $0) }))
  }

  func page(_ results: Results, _ context: Context) throws -> GuestPage {
    guard let row = results[request].first else { throw Failure.notFound }
    let first = try StayEntry(asked: row, isHost: false, context.strings)
    return GuestPage(
      request: try StayRequest(row),
      thread: try StayThread(results[entries], first: first, path: "/requests/\(id)", context.strings),
      references: try StayReferences(results[references], .guest, context.strings),
      inbox: try StayInbox(results[inbox], .guest, context.strings))
  }
}

struct GuestPage {
  let request: StayRequest
  let thread: StayThread
  let references: StayReferences
  let inbox: StayInbox
}

/// The statements of a request's page for the host.
struct HostQuery {
  let id: UUID
  let request, entries, guest, nights, tasks, made, references, ofGuest, inbox: Batch.Key

  init(_ id: UUID, before: String?, in batch: inout Batch) {
    self.id = id
    request = batch.add(StayRequestQueries.findOfHost(id))
    entries = batch.add(StayThreadQueries.entriesOfHost(id, before: before.flatMap { Int(digits: $0) }))
    guest = batch.add(StayThreadQueries.guest(id))
    nights = batch.add(StayThreadQueries.nights(of: id))
    tasks = batch.add(StayTaskQueries.list())
    made = batch.add(StayTaskQueries.made(for: id))
    (references, ofGuest) = (batch.add(StayReferenceQueries.of(id, .host)), batch.add(StayReferenceQueries.ofGuest(id)))
    inbox = batch.add(StayInbox.query(.host))
  }

  func page(_ results: Results, _ context: Context) throws -> HostPage {
    guard let row = results[request].first else { throw Failure.notFound }
    let (strings, stored) = (context.strings, try StayRequest(row))
    let first = try StayEntry(asked: row, isHost: true, strings)
    let list = try results[tasks].map { try StayTask($0) }
    return HostPage(
      request: stored,
      thread: try StayThread(results[entries], first: first, path: "/hosting/requests/\(id)", strings),
      guest: try results[guest].first.map { try StayGuest($0, id, strings) },
      nights: try HostNights(results[nights], of: stored, today: context.today, strings),
      preparation: try Preparation(
        list.isEmpty ? StayTask.suggested(strings) : list, results[made], for: stored, today: context.today, strings),
      references: try StayReferences(results[references], .host, strings),
      ofGuest: try results[ofGuest].map { try StayReference($0, strings) },
      inbox: try StayInbox(results[inbox], .host, strings))
  }
}

struct HostPage {
  let request: StayRequest
  let thread: StayThread
  /// Nil once the request is withdrawn.
  let guest: StayGuest?
  let nights: HostNights
  let preparation: Preparation
  let references: StayReferences
  /// The words of other hosts for the guest.
  let ofGuest: [StayReference]
  let inbox: StayInbox
}
