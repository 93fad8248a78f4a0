import ICalendar
import Postgres
import WebDAV

/// Ticks of one that repeats.
extension PutTodo {
  /// Whether the program says no more than that something is done which is so already, of the object as it was given it.
  func hasTicked(
    _ row: TodoRow, _ ifMatch: TagCondition, _ session: CalDAVSession, _ clocks: Clocks
  ) async throws -> Bool {
    if row.isDone {
      // The next one was carried on under another UID first.
      let (sent, ours) = (
        object.todo(on: clocks.household), row.object(on: clocks.household).todo(on: clocks.household)
      )
      let reader = try await session.person().reader
      return sent.isDone && sent.title == ours.title && sent.due == ours.due
        && reader.bare(sent).description == reader.bare(ours).description
    }
    guard case .tags(let tags) = ifMatch,
      let given: String = try await session.query(CalDAVQueries.given(tags: tags.map(\.value))).first?["object"],
      let base = (try? TodoObject(Array(given.utf8)))?.todo(on: clocks.household)
    else { return false }
    guard let id = row.series,
      let series = TodoSeries(try await session.rows(ofItems: CalDAVQueries.ofSeries(id)), on: clocks.household)
    else { return false }
    return series.meaning(of: object, since: base, on: clocks.household) == .alreadyDone
  }

  /// - Returns: whether there is a next one.
  func tick(_ open: TodoRow, _ session: CalDAVSession) async throws -> Bool {
    guard case .repeated(_, let next, _) = try await CompleteItem.run(open.item, true, session) else { return false }
    if next == nil, let series = open.series { try await session.query(CalDAVQueries.keep(series, by: open.item)) }
    return next != nil
  }

  /// Besides ticking one, a program may have changed what is said of all: the next one has that.
  /// - Parameters:
  ///   - base: as the program was last given it; nil where that is not known, and then nothing is taken.
  ///   - given: the same as an object.
  func carry(
    _ open: TodoRow, since base: Todo?, _ given: TodoObject?, _ session: CalDAVSession, _ clocks: Clocks
  ) async throws {
    guard let base, let given, !base.isDone, open.uid == object.uid else { return }
    var todo = object.todo(on: clocks.household)
    (todo.due, todo.start, todo.rule, todo.reminders) = (base.due, base.start, base.rule, base.reminders)
    (todo.isDone, todo.doneAt) = (false, nil)
    guard todo.normalised(on: clocks.household) != base || object.hasOthers(than: given) else { return }
    var same = object
    same.apply(todo, on: clocks.household, changed: open.changed)
    let putting = PutTodo(
      kind: kind, category: category, href: open.href, object: same,
      source: String(decoding: same.bytes, as: UTF8.self),
      ifMatch: nil, ifNoneMatch: nil)
    try await putting.edit(open, since: base, given, movesHere: false, session, clocks)
  }
}
