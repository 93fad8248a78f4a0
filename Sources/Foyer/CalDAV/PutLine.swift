import CivilTime
import Crypto
import HTTP
import ICalendar
import Postgres
import WebDAV

extension PutTodo {
  /// The same for a shopping list: a line has a text, and is ticked or not. Everything else stays as programs have sent it.
  func onList(_ session: CalDAVSession) async throws -> Result {
    guard case .shopping(let list) = kind else { throw Failure.notFound }
    let clock = try await session.clocks().household
    for _ in 0..<Self.mostAttempts {
      let rows = try await session.rows(
        CalDAVQueries.lines(CalDAVQueries.lines(named: ObjectNames(hrefs: [href], uids: [object.uid]))))
      let here = rows.first { $0.href == href && $0.isIn(kind) }
      if let ifNoneMatch, !ifNoneMatch.matchesNone(here?.tag) { throw CalDAVRefusal(.preconditionFailed) }
      if let ifMatch, !ifMatch.matches(here?.tag) { throw CalDAVRefusal(.preconditionFailed) }
      let other = rows.first { $0.uid == object.uid && $0.item != here?.item }
      if let other, here != nil || other.isIn(kind) {
        throw CalDAVRefusal(.forbidden, .calDAV("no-uid-conflict"), href: CalDAV.href(other.kind, other.href))
      }
      var found = here ?? other
      if found == nil { found = try await lineOfTrash(session) }
      guard let row = found else {
        try await add(to: list, session, clock)
        return Result(isNew: true)
      }
      // A UID that is on another list, or in the trash, moves here.
      if here == nil {
        let problems = AddToList(text: object.todo(on: clock).title).problems
        guard problems.isEmpty else { throw problems }
        try await session.query([
          CalDAVQueries.restore(line: row.item), MoveLine(line: row.item, to: list).statement,
          CalDAVQueries.rename(row.subject, uid: row.uid, to: href),
        ])
      }
      if try await edit(row, isMoved: here == nil, on: list, session, clock) { return Result(isNew: here == nil) }
      // With a tag the program reads it anew; without one the merge begins again.
      guard ifMatch == nil else { break }
    }
    throw CalDAVRefusal(.preconditionFailed)
  }

  private func add(to list: UUID?, _ session: CalDAVSession, _ clock: ZoneTable) async throws {
    // An item has the UID: it does not move from one list to the other.
    let items = try await session.rows(ofItems: CalDAVQueries.named(ObjectNames(uids: [object.uid])))
    if let item = items.first(where: { $0.uid == object.uid }) {
      throw CalDAVRefusal(.forbidden, .calDAV("no-uid-conflict"), href: CalDAV.href(item.kind, item.href))
    }
    let sent = object.todo(on: clock)
    let adding = AddToList(text: sent.title, list: list)
    try await adding.run(session)
    var batch = Batch(CalDAVQueries.save(line: adding.id, uid: object.uid, href: href, source: source))
    if sent.isDone { TickLine(line: adding.id, entries: [adding.id]).change(in: &batch) }
    if let doneAt = sent.doneAt { batch.add(CalDAVQueries.setTicked(adding.id, at: doneAt)) }
    try await session.query(batch)
  }

  /// - Returns: whether it was changed: nobody else has done so meanwhile.
  private func edit(
    _ row: TodoRow, isMoved: Bool, on list: UUID?, _ session: CalDAVSession, _ clock: ZoneTable
  ) async throws -> Bool {
    let stand = row.object(on: clock)
    let (ours, sent) = (stand.todo(on: clock), object.todo(on: clock))
    let given = ifMatch == nil ? try await session.given(row.subject, moved: isMoved ? object : nil) : nil
    let merge = TodoMerge(base: ifMatch != nil ? ours : given?.todo(on: clock), ours: ours, theirs: sent)
    var todo = merge.todo
    // Of two notes both stay.
    if merge.conflicts.contains(.description), !ours.description.contains(sent.description) {
      todo.description = ours.description + "\n" + sent.description
    }
    var batch = Batch()
    var changed: EditLine.Query?
    if todo.title != ours.title {
      let editing = EditLine(id: row.item, text: todo.title, version: row.version + (isMoved ? 1 : 0))
      changed = try await editing.ready(session).store(in: &batch)
    }
    if todo.isDone != ours.isDone {
      TickLine(line: row.item, entries: [row.item], isTicked: todo.isDone).change(in: &batch)
    }
    if let doneAt = todo.doneAt, doneAt != ours.doneAt { batch.add(CalDAVQueries.setTicked(row.item, at: doneAt)) }
    let kept = kept(stand, since: given, isMoved: isMoved, on: clock) { $0 = todo }
    batch.add(CalDAVQueries.save(line: row.item, uid: object.uid, href: href, source: kept))
    let results = try await session.query(batch)
    if let changed, try EditLine.Result(results, changed)?.isSaved != true { return false }
    if merge.conflicts.contains(.title) {
      // As where two pages have changed one line, both can be bought. Sent again it is the same line.
      let id = UUID.v8(sha256("caldav line \(row.item) \(sent.title)".utf8))
      try await AddToList(id: id, text: sent.title, list: list).run(session)
    }
    return true
  }
}
