import HTTP
import Postgres

/// The host's requests: the listing, blocked days, and answers to guests. `StaysFeature.swift` has the paths.
enum Hosting {
  // MARK: The listing

  static func index(_ request: Request, _ context: Context) async throws -> Response {
    try page(try await stored(context), context)
  }

  /// The page's data besides its forms.
  private struct Stored {
    let listing: ListingForm?
    let blocked: Rows
    let tasks: [StayTask]
    let means: NewsMeans
  }

  private static func stored(_ context: Context) async throws -> Stored {
    var batch = Batch()
    let (listing, blocked) = (batch.add(HostingQueries.find()), batch.add(HostingQueries.blockedDates()))
    let (tasks, means) = (batch.add(StayTaskQueries.list()), batch.add(ReminderQueries.means()))
    let results = try await context.query(batch)
    return Stored(
      listing: try results[listing].first.map { try ListingForm($0) }, blocked: results[blocked],
      tasks: try results[tasks].map { try StayTask($0) }, means: try NewsMeans(results[means], context))
  }

  static func update(_ request: Request, _ context: Context) async throws -> Response {
    let fields = try await context.form()
    var form = ListingForm(fields)
    let stored = try await stored(context)
    form.id = stored.listing?.id
    form.storedPhotoID = stored.listing?.storedPhotoID
    form.storedPlacePhotoID = stored.listing?.storedPlacePhotoID
    form.photoID = try await keep("photo", fields, &form, context) ?? form.photoID
    form.placePhotoID = try await keep("place_photo", fields, &form, context) ?? form.placePhotoID
    guard let draft = form.draft(context.strings) else {
      return try page(stored, listing: form, context, status: .unprocessableContent)
    }
    do {
      var batch = Batch()
      let changed =
        form.version.map { HostingQueries.update(draft, version: $0, in: &batch) }
        ?? HostingQueries.insert(draft, in: &batch)
      let listing = batch.add(HostingQueries.find())
      // A host who has chosen nothing hears of requests by mail from the first publication.
      if draft.isPublished && stored.listing?.isPublished != true && context.sendsMail {
        batch.add(ReminderQueries.tellOfStaysByMail(overrules: false))
      }
      let results = try await context.query(batch)
      guard let row = results[listing].first else { throw Failure.notFound }
      let now = try ListingForm(row)
      if results[changed].isEmpty && !form.hasSameContent(as: now) {
        return try await context.conflict(
          form.conflict(with: now, context.strings), in: "listings", now.id ?? draft.id, .stays
        ) { try await update(request, context) }
      }
    } catch PostgresError.server(let error) where error.constraint == "stay_nights_capacity" {
      form.errors.add("capacity", context.strings.staysCapacityTaken)
      return try page(stored, listing: form, context, status: .unprocessableContent)
    }
    return context.redirect(to: "/hosting", notice: .listingSaved(isPublished: draft.isPublished))
  }

  /// Stores the form's upload, so that it need not be sent again when another field is invalid.
  private static func keep(
    _ field: String, _ fields: Form, _ form: inout ListingForm, _ context: Context
  ) async throws -> UUID? {
    guard let upload = fields.file(field), !(upload.bytes.isEmpty && upload.filename.isEmpty) else { return nil }
    do {
      // A card shows the home as large as a recipe.
      return try await Images.storeUpload(upload, thumbnail: field == "place_photo" ? 512 : 256, context)
    } catch let problem as ImageProblem {
      form.errors.add(field, problem.text(context.strings))
      return nil
    }
  }

  private static func page(
    _ stored: Stored, listing form: ListingForm? = nil, blocked: BlockedDatesForm = BlockedDatesForm(),
    tasks: StayTasksForm? = nil, _ context: Context, status: Status = .ok
  ) throws -> Response {
    let dates = try stored.blocked.map { try BlockedDates($0, context.strings) }
    let list = stored.tasks.isEmpty ? StayTask.suggested(context.strings) : stored.tasks
    var listing = stored.listing ?? ListingForm()
    if listing.version != nil { listing.base = listing.conflict(with: listing, context.strings).base }
    return context.html(.stays, status: status) { out, page in
      Views.Stays.hosting(
        &out, page: page, form: form ?? listing, means: stored.means, blocked: dates, blockedForm: blocked,
        tasks: tasks ?? StayTasksForm(list))
    }
  }

  static func page(with tasks: StayTasksForm, _ context: Context, status: Status) async throws -> Response {
    try page(try await stored(context), tasks: tasks, context, status: status)
  }

  // MARK: Blocked dates

  static func block(_ request: Request, _ context: Context) async throws -> Response {
    var form = try BlockedDatesForm(try await context.form())
    try await context.query()
    if let block = form.operation(context.strings) {
      do {
        try await block.run(context)
        return context.redirect(to: "/hosting", notice: .datesBlocked)
      } catch let problems as Problems {
        // Without a listing there are no dates to block, and no form for it.
        if problems == Problems("", .gone) { return context.redirect(to: "/hosting") }
        form.errors.add(problems, context.strings)
      }
    }
    return try page(try await stored(context), blocked: form, context, status: .unprocessableContent)
  }

  static func free(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard let undo = try await FreeDates(id: id).run(context) else { throw Failure.notFound }
    return context.redirect(to: "/hosting", notice: .datesFreed(undo))
  }

  static func blockAgain(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    do {
      guard try await BlockDatesAgain(id: id).run(context) else { throw Failure.notFound }
      return context.restored(.datesBlocked, or: "/hosting")
    } catch is Problems {
      return context.restored(.requestNoRoom, or: "/hosting", staysDeleted: true)
    }
  }

  // MARK: Requests of guests

  static func requests(_ request: Request, _ context: Context) async throws -> Response {
    let after = try request.query["after"].map(UUID.init(field:))
    let waits = request.query["waiting"] == "true"
    let rows = try await context.query(StayRequestQueries.listOfHost(after: after.map { ($0, waits) }))
    let list = try StayRequestList(rows) { last in
      let (id, waits): (UUID, Bool) = (try last["id"], try last["waits"])
      return "/hosting/requests?after=\(id)\(waits ? "&waiting=true" : "")"
    }
    return context.html(.stays) { out, page in
      switch context.fragmentTarget {
      case nil: Views.Stays.incoming(&out, page: page, list: list)
      case "more": Views.Stays._incoming(&out, page: page, list: list)
      default: Views.Stays._incomingList(&out, page: page, list: list)
      }
    }
  }

  /// As `StayRequests.see`, for the host.
  static func see(_ request: Request, _ context: Context) async throws -> Response {
    let id = try await context.form()["request"].map(UUID.init(field:))
    let seen = try await context.query(StayRequestQueries.seeAsHost(id)).affected
    context.haveSeenHosting(seen)
    return Hosts.seen(context, "/hosting/requests")
  }

  /// The page of one request: its thread, who asks, the own nights, and the form that answers it.
  static func showRequest(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let page = try await find(id, before: request.query["before"], context)
    return show(page, AnswerForm(), StayMessageForm(), context)
  }

  static func accept(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    try await answer(id, isAccepted: true, context)
  }

  static func decline(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    try await answer(id, isAccepted: false, context)
  }

  private static func answer(_ id: UUID, isAccepted: Bool, _ context: Context) async throws -> Response {
    var form = try AnswerForm(try await context.form())
    let stored = try await find(id, context)
    guard let version = form.version else { throw Failure.invalid }
    guard form.checkReply(context.strings) else {
      return show(stored, form, form.message, context, status: .unprocessableContent)
    }
    let answer = AnswerStay(request: id, version: version, isAccepted: isAccepted, message: form.message(of: id))
    do {
      var batch = Batch()
      let (answered, query) = (answer.store(in: &batch), HostQuery(id, before: nil, in: &batch))
      let results = try await context.query(batch)
      let now = try query.page(results, context)
      guard let result = answer.result(results, answered, before: stored.request, now: now.request) else {
        return changed(now, &form, context)
      }
      try await result.message?.run(context)
      return context.redirect(
        to: context.back(or: "/hosting/requests"), notice: .requestAnswered(now.request, undo: result.undo))
    } catch PostgresError.server(let error) where error.isAboutNights {
      form.errors.add(
        "", error.constraint == "stay_nights_blocked" ? context.strings.staysNoticeNoRoom : context.strings.staysFull)
      return show(stored, form, form.message, context, status: .unprocessableContent)
    }
  }

  /// Undo of an answer: an accepted request waits again, a declined one is as it was before, if there is still room.
  static func takeBack(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard let version = try await StayThreads.versionTakenBack(request, context) else {
      _ = try await find(id, context)
      throw Failure.invalid
    }
    let undo = TakeBackStay(side: .host, request: id, version: version)
    var batch = Batch()
    let (undone, query) = (undo.store(in: &batch), HostQuery(id, before: nil, in: &batch))
    do {
      let results = try await context.query(batch)
      let now = try query.page(results, context).request
      let isDone = undo.isDone(results, undone, state: now.state, version: now.version)
      return context.redirect(
        to: context.back(or: now.hostPath), notice: isDone ? .takenBack(name: now.name.string) : .requestChanged)
    } catch PostgresError.server(let error) where error.isAboutNights {
      var form = AnswerForm()
      form.errors.add("", context.strings.staysTakeBackNoRoom)
      return show(try await find(id, context), form, StayMessageForm(), context, status: .conflict)
    }
  }

  static func propose(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    var form = try AnswerForm(try await context.form())
    let stored = try await find(id, context)
    guard let version = form.version else { throw Failure.invalid }
    let dates = StayDates.read(form.arrival, form.departure, today: context.today, &form.errors, context.strings)
    guard form.checkReply(context.strings), let dates else {
      return show(stored, form, form.message, context, status: .unprocessableContent)
    }
    let propose = ProposeDates(request: id, version: version, dates: dates, message: form.message(of: id))
    var batch = Batch()
    let (proposed, query) = (propose.store(in: &batch), HostQuery(id, before: nil, in: &batch))
    let results = try await context.query(batch)
    let now = try query.page(results, context)
    guard let result = propose.result(results, proposed, before: stored.request, now: now.request) else {
      return changed(now, &form, context)
    }
    try await result.message?.run(context)
    return context.redirect(to: "/hosting/requests", notice: .datesProposed(name: now.request.name.string))
  }

  static func find(_ id: UUID, before: String? = nil, _ context: Context) async throws -> HostPage {
    var batch = Batch()
    let query = HostQuery(id, before: before, in: &batch)
    return try query.page(try await context.query(batch), context)
  }

  /// The request as it is now, with the input for its previous version.
  private static func changed(_ now: HostPage, _ form: inout AnswerForm, _ context: Context) -> Response {
    form.errors.add("", context.strings.staysNoticeChanged)
    return show(now, form, form.message, context, status: .conflict)
  }

  static func show(
    _ its: HostPage, _ form: AnswerForm, _ message: StayMessageForm,
    reference: StayReferenceForm = StayReferenceForm(), _ context: Context, status: Status = .ok
  ) -> Response {
    context.html(.stays, status: status) { out, page in
      if context.isFragment && status == .ok {
        Views.Stays._thread(
          &out, page: page, thread: its.thread, path: "/hosting/requests/\(its.request.id)",
          seen: "/hosting/requests/seen",
          request: its.request, isHost: true)
        Views.Stays._inboxList(&out, page: page, inbox: its.inbox, id: its.request.id, oob: true)
      } else {
        Views.Stays.answer(&out, page: page, its: its, form: form, message: message, reference: reference)
      }
    }
  }
}
