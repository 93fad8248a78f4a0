import CivilTime
import HTML
import HTTP
import Postgres

/// Items that repeat: ticking one makes the next, and taking the tick back removes that.
enum Repeats {
  /// The answer to the box of an item of a series.
  static func answer(
    _ result: CompleteItem.Result, _ ticking: CompleteItem, _ context: Context
  ) async throws -> Response {
    switch result {
    case .gone, .changed: throw Failure.notFound
    case .asks(let item): return question(item, context)
    case .repeated(let title, let next, let leavesOut):
      let notice =
        next.map { NoticeCode.repeatNext(ticking.id, title: title, on: $0.date, leavesOut: leavesOut) }
        ?? .itemTicked(ticking, title: title)
      let counts = try await context.query(ItemQueries.counts())
      return try await Items.changed(notice, counts, refreshes: !ticking.isDone || next != nil, context)
    }
  }

  /// The page that asks what becomes of the next item (409).
  static func question(_ item: RepeatingItem, _ context: Context) -> Response {
    let date = item.open?.due.map { context.strings.date($0) }
    var response = context.html(.items, status: .conflict) { out, page in
      if context.isFragment {
        Views.Items._take_back(&out, page: page, item: item, date: date)
      } else {
        Views.Items.take_back(&out, page: page, item: item, date: date)
      }
    }
    response.retarget("#main", "innerHTML", context)
    return response
  }

  // MARK: Skipping and ending

  static func skip(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    switch try await SkipDate(id: id).run(context) {
    case .gone: throw Failure.notFound
    case .repeatsNot: try await leave(.repeatsNot, context)
    case .last: try await leave(.repeatLast, context)
    case .skipped(let title, let date, let undo): try await leave(.repeatSkipped(title: title, to: date, undo), context)
    }
  }

  /// Undo: the item goes back to the date that was skipped last.
  static func unskip(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let unskipping = UnskipDate(
      id: id, due: request.query["at"].flatMap { SkippedDeadline($0) },
      notBefore: request.query["until"].flatMap { ItemForm.day($0) })
    return switch try await unskipping.run(context) {
    case .gone: throw Failure.notFound
    case .repeatsNot: try await leave(.repeatsNot, context)
    case .unskipped(let title): try await leave(.repeatUnskipped(title: title), context)
    }
  }

  static func end(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    try await end(EndSeries(id: id), context)
  }

  /// Undo: the series goes on.
  static func resume(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    try await end(EndSeries(id: id, ends: false), context)
  }

  private static func end(_ ending: EndSeries, _ context: Context) async throws -> Response {
    switch try await ending.run(context) {
    case .gone: throw Failure.notFound
    case .repeatsNot: try await leave(.repeatsNot, context)
    case .changed(let title, let undo):
      try await leave(ending.ends ? .repeatEnded(title: title, undo) : .repeatResumed(title: title), context)
    }
  }

  private static func leave(_ notice: NoticeCode, _ context: Context) async throws -> Response {
    let back = try await context.form()["back"].map { $0 == "/" ? $0 : ItemFilter(back: $0).url }
    return context.redirect(to: back ?? context.back(or: "/items"), notice: notice)
  }
}

extension RepeatPlan {
  /// Whether the row of the item's series changes.
  var touchesSeries: Bool {
    switch self {
    case .none, .begin: false
    case .change, .takeTemplate, .changeTurns, .end: true
    }
  }

  /// Whether the item belongs to a series afterwards.
  func leavesSeries(of item: StoredItem) -> Bool {
    switch self {
    case .begin, .change, .takeTemplate, .changeTurns, .end: true
    case .none: item.isInSeries
    }
  }
}
