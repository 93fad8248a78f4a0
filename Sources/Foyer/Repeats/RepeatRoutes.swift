import CivilTime
import HTML
import HTTP
import Postgres

/// Items that repeat: ticking one makes the next, and taking the tick back removes that.
enum Repeats {
  // MARK: Ticking

  /// The answer to the box of an item of a series.
  static func complete(_ item: RepeatingItem, _ isDone: Bool, _ context: Context) async throws -> Response {
    guard isDone else { return try await takeBack(item, context) }
    let next = try await complete([item], context).first
    let notice =
      next.map {
        NoticeCode.repeatNext(
          title: item.title, on: $0.date, leavesOut: item.series.leavesOut(between: item.occurrence, $0.date))
      } ?? .itemDone(title: item.title)
    let counts = try await context.query(ItemQueries.counts())
    return try await Items.changed(notice, counts, refreshes: next != nil, context)
  }

  private static func takeBack(_ item: RepeatingItem, _ context: Context) async throws -> Response {
    let choice = try await context.form()["next"]
    guard choice != nil || !asks(item) else { return question(item, context) }
    try await reopen(item, keeps: choice == "keep", context)
    let counts = try await context.query(ItemQueries.counts())
    return try await Items.changed(.itemOpen(title: item.title), counts, refreshes: true, context)
  }

  /// The same for the box of the form; nil if nothing is to be asked.
  static func complete(_ id: UUID, _ isDone: Bool, _ context: Context) async throws -> Response? {
    let rows = try await context.query(RepeatQueries.find([id], isDone: !isDone))
    guard let item = try rows.first.map(RepeatingItem.init) else { return nil }
    if isDone {
      try await complete([item], context)
    } else if asks(item) {
      return question(item, context)
    } else {
      try await reopen(item, keeps: false, context)
    }
    return nil
  }

  /// Ticks the items and makes the next ones, which it returns. What somebody else has changed since it was read is read
  /// again; what is done by then stays as it is.
  @discardableResult
  static func complete(_ items: [RepeatingItem], _ context: Context) async throws -> [NextItem] {
    var (rest, made) = (items, [NextItem]())
    for _ in 1...5 where !rest.isEmpty {
      let read = rest
      let dates = try await context.offLoop { read.compactMap { $0.next() } }
      let next = try await giveTurns(dates, of: read, context)
      var batch = Batch(RepeatQueries.lock(read.map(\.series.id)))
      let ticked = batch.add(RepeatQueries.complete(read))
      batch.add(RepeatQueries.insert(next))
      let left = batch.add(RepeatQueries.find(read.map(\.id), isDone: false))
      let results = try await context.query(batch)
      if results[ticked].affected > 0 { made += next }
      rest = try results[left].map(RepeatingItem.init)
    }
    return made
  }

  /// Says whose turn each next item is. No turn falls to somebody who is away then.
  private static func giveTurns(
    _ next: [NextItem], of items: [RepeatingItem], _ context: Context
  ) async throws -> [NextItem] {
    guard items.contains(where: { $0.turn != nil }) else { return next }
    let members = try await context.query(HouseholdQueries.members()).map { try HouseholdMember($0) }
    return next.map { next in
      guard let turn = items.first(where: { $0.id == next.item })?.turn else { return next }
      let isAway = members.isAway(on: CalendarDate(next.date))
      var next = next
      next.queue =
        next.changesTurn || isAway(turn.person)
        ? Turns.next(queue: turn.queue, isAway: isAway)?.queue ?? [] : turn.queue
      return next
    }
  }

  /// Takes a tick back, and the next item that it made.
  /// - Parameter keeps: whether a next item that was changed meanwhile stays; the item leaves its series then, as if it had
  ///   never been part of it. Otherwise such a next item goes to the trash.
  static func reopen(_ item: RepeatingItem, keeps: Bool, _ context: Context) async throws {
    var rest: RepeatingItem? = item
    for _ in 1...5 {
      guard let item = rest else { return }
      var batch = Batch(RepeatQueries.lock([item.series.id]))
      switch item.open {
      case nil: batch.add(RepeatQueries.reopen([item]))
      case let open? where open.isNext && open.isUnchanged:
        batch.add([RepeatQueries.delete(next: [open.id]), RepeatQueries.reopen([item])])
      case let open? where open.isNext && !keeps:
        batch.add([ItemQueries.delete([open.id]), RepeatQueries.reopen([item])])
      default: batch.add(RepeatQueries.detach([item]))
      }
      let left = batch.add(RepeatQueries.find([item.id], isDone: true))
      rest = try await context.query(batch)[left].first.map(RepeatingItem.init)
    }
  }

  private static func asks(_ item: RepeatingItem) -> Bool { item.open.map { $0.isNext && !$0.isUnchanged } ?? false }

  /// The page that asks what becomes of the next item (409).
  private static func question(_ item: RepeatingItem, _ context: Context) -> Response {
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
    let item = try await open(id, context)
    guard let item, !item.hasEnded else { return try await leave(.repeatsNot, context) }
    let series = item.series
    guard let date = try await context.offLoop({ series.next(skipping: item.occurrence) }) else {
      return try await leave(.repeatLast, context)
    }
    try await context.query(Batch(RepeatQueries.lock([series.id]) + RepeatQueries.skip(item, to: date)))
    return try await leave(
      .repeatSkipped(id, title: item.title, to: date, from: item.due, notBefore: item.notBefore), context)
  }

  /// Undo: the item goes back to the date that was skipped last.
  static func unskip(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    // A date before another item of the series was never this one's.
    guard let item = try await open(id, context), let last = item.series.skipped.max(), last < item.occurrence.seconds
    else {
      return try await leave(.repeatsNot, context)
    }
    let due = request.query["at"].flatMap { SkippedDeadline($0) }
    try await context.query(
      Batch(
        RepeatQueries.lock([item.series.id])
          + RepeatQueries.unskip(
            item, to: CivilTime(seconds: last), due: due, notBefore: request.query["until"].flatMap { ItemForm.day($0) }
          )))
    return try await leave(.repeatUnskipped(title: item.title), context)
  }

  static func end(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    try await end(true, id, context) { .repeatEnded(id, title: $0) }
  }

  /// Undo: the series goes on.
  static func resume(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    try await end(false, id, context) { .repeatResumed(title: $0) }
  }

  private static func end(
    _ hasEnded: Bool, _ id: UUID, _ context: Context, _ notice: (String) -> NoticeCode
  ) async throws -> Response {
    guard let item = try await open(id, context) else { return try await leave(.repeatsNot, context) }
    if item.hasEnded != hasEnded {
      try await context.query(Batch(RepeatQueries.lock([item.series.id]) + RepeatQueries.end(item, hasEnded)))
    }
    return try await leave(notice(item.title), context)
  }

  /// The open item of a series; nil for another item of the household.
  private static func open(_ id: UUID, _ context: Context) async throws -> RepeatingItem? {
    var batch = Batch()
    let (item, repeating) = (batch.add(ItemQueries.findAny(id)), batch.add(RepeatQueries.find([id], isDone: false)))
    let results = try await context.query(batch)
    guard !results[item].isEmpty else { throw Failure.notFound }
    return try results[repeating].first.map(RepeatingItem.init)
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
