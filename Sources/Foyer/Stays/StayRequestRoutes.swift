import CivilTime
import HTTP
import Postgres

/// My requests (R29): the list, and deleting and restoring. `StaysFeature.swift` has the paths.
enum StayRequests {
  static func index(_ request: Request, _ context: Context) async throws -> Response {
    let after = try request.query["after"].map(UUID.init(field:))
    let rows = try await context.query(StayRequestQueries.list(after: after))
    let list = try StayRequestList(rows) { "/requests?after=\(try $0["id"] as UUID)" }
    return context.html(.stays) { out, page in
      switch context.fragmentTarget {
      case nil: Views.Stays.requests(&out, page: page, list: list)
      case "more": Views.Stays._requests(&out, page: page, list: list)
      default: Views.Stays._requestList(&out, page: page, list: list)
      }
    }
  }

  /// Marks the news as seen: sent by a script of the page or, without JavaScript, by a button.
  static func see(_ request: Request, _ context: Context) async throws -> Response {
    let id = try await context.form()["request"].map(UUID.init(field:))
    let seen = try await context.query(StayRequestQueries.seeAsGuest(id)).affected
    context.haveSeenRequests(seen)
    return Hosts.seen(context, "/requests")
  }

  /// The question before an accepted stay is withdrawn. What was typed into the message box goes along.
  static func confirmWithdraw(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let message = try StayMessageForm(request.method == .post ? try await context.form() : Form())
    let page = try await StayThreads.find(id, context)
    guard page.request.isOpen else { return context.redirect(to: page.request.path, notice: .requestChanged) }
    return context.html(.stays) { out, its in
      Views.Stays.withdraw(&out, page: its, request: page.request, message: message)
    }
  }

  static func withdraw(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    if let refusal = try await StayThreads.writeAlong(id, context) { return refusal }
    let withdraw = WithdrawStay(request: id)
    var batch = Batch()
    let query = withdraw.store(in: &batch)
    guard let result = try WithdrawStay.Result(try await context.query(batch), query, of: id) else {
      throw Failure.notFound
    }
    return context.redirect(
      to: "/requests", notice: result.isWithdrawn ? .requestWithdrawn(result) : .requestChanged)
  }

  /// Undo of a withdrawal: the request is as it was before, if there is still room.
  static func takeBack(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard let version = try await StayThreads.versionTakenBack(request, context) else {
      try await find(id, context)
      throw Failure.invalid
    }
    let undo = TakeBackStay(side: .guest, request: id, version: version)
    var batch = Batch()
    let undone = undo.store(in: &batch)
    let found = batch.add(StayRequestQueries.findOwn(id))
    do {
      let results = try await context.query(batch)
      guard let row = results[found].first else { throw Failure.notFound }
      let (state, now): (StayState, Int) = (try row["state"], try row["version"])
      let isDone = undo.isDone(results, undone, state: state, version: now)
      return context.redirect(
        to: "/requests", notice: isDone ? .takenBack(name: try row["name"]) : .requestChanged)
    } catch PostgresError.server(let error) where error.isAboutNights || error.constraint == "stay_requests_open" {
      let strings = context.strings
      return try await StayThreads.refuse(
        id, error.isAboutNights ? strings.staysTakeBackNoRoom : strings.staysAskedAlready, context)
    }
  }

  static func agree(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard let version = try await context.form()["version"].flatMap({ DigitReader.wholeNumber($0) }) else {
      try await find(id, context)
      throw Failure.invalid
    }
    if let refusal = try await StayThreads.writeAlong(id, context) { return refusal }
    do {
      var batch = Batch()
      let query = AgreeToDates(request: id, version: version).store(in: &batch)
      guard let result = try AgreeToDates.Result(try await context.query(batch), query) else { throw Failure.notFound }
      return context.redirect(
        to: "/requests", notice: result.isAccepted ? .requestAgreed(name: result.name) : .requestChanged)
    } catch PostgresError.server(let error) where error.isAboutNights {
      try await context.query()
      return context.redirect(to: "/requests", notice: .requestNoRoom)
    }
  }

  static func delete(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    try await change(id, context, [StayRequestQueries.deleteForGood(), StayRequestQueries.delete(id)]) {
      .requestDeleted(id, name: $0)
    }
  }

  static func restore(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    try await change(id, context, [StayRequestQueries.restore(id)]) { .requestRestored(name: $0) }
  }

  /// The confirmation.
  static func confirmDeleteAll(_ request: Request, _ context: Context) async throws -> Response {
    try await context.query()
    return context.html(.stays) { out, page in Views.Stays.requestsDelete(&out, page: page) }
  }

  static func deleteAll(_ request: Request, _ context: Context) async throws -> Response {
    var batch = Batch([StayRequestQueries.deleteForGood()] + StayRequestQueries.lockAll())
    let (moment, deleted) = (batch.add(TrashQueries.moment()), batch.add(StayRequestQueries.deleteAll()))
    let results = try await context.query(batch)
    return context.redirect(
      to: "/requests",
      notice: .requestsDeleted(count: results[deleted].affected, moment: try results[moment][0]["moment"]))
  }

  /// Restores the requests that were deleted together, found by their time of deletion.
  static func restoreAll(_ request: Request, _ context: Context) async throws -> Response {
    let moment = request.query["at"].flatMap { Int(digits: $0) } ?? 0
    var batch = Batch(StayRequestQueries.lockAll())
    let restored = batch.add(StayRequestQueries.restore(deletedAt: moment))
    let count = try await context.query(batch)[restored].affected
    return context.redirect(to: "/requests", notice: .requestsRestored(count: count))
  }

  private static func change(
    _ id: UUID, _ context: Context, _ statements: [SQL], notice: (_ name: String) -> NoticeCode
  ) async throws -> Response {
    var batch = Batch(statements)
    let request = batch.add(StayRequestQueries.findOwn(id))
    guard let row = try await context.query(batch)[request].first else { throw Failure.notFound }
    return context.redirect(to: "/requests", notice: notice(try row["name"]))
  }

  private static func find(_ id: UUID, _ context: Context) async throws {
    guard !(try await context.query(StayRequestQueries.findOwn(id)).isEmpty) else { throw Failure.notFound }
  }
}

extension ServerError {
  /// Whether nights are full or blocked.
  var isAboutNights: Bool { constraint == "stay_nights_capacity" || constraint == "stay_nights_blocked" }
}
