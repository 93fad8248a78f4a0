import HTTP
import ICalendar
import Postgres
import WebDAV

extension PutTodo {
  /// The same for the shopping list: a line has a text, and is ticked or not. Everything else stays as the program has sent it.
  func onList(_ session: CalDAVSession) async throws -> Result {
    let clock = try await session.clocks().household
    let names = ObjectNames(hrefs: [href], uids: [object.uid])
    let rows = try await session.rows(CalDAVCollection.objects(.shopping, named: names))
    let here = rows.first { $0.href == href }
    if let ifNoneMatch, !ifNoneMatch.matchesNone(here?.tag) { throw CalDAVRefusal(.preconditionFailed) }
    if let ifMatch, !ifMatch.matches(here?.tag) { throw CalDAVRefusal(.preconditionFailed) }
    if let other = rows.first(where: { $0.uid == object.uid }), other.item != here?.item {
      throw CalDAVRefusal(.forbidden, .calDAV("no-uid-conflict"), href: CalDAV.href(.shopping, other.href))
    }
    let sent = object.todo(on: clock)
    guard let here else {
      // An item has the UID: it does not move from one list to the other.
      let items = try await session.rows(ofItems: CalDAVQueries.named(ObjectNames(uids: [object.uid])))
      if let item = items.first(where: { $0.uid == object.uid }) {
        let place: CalDAVCollection.Kind =
          item.section == CalDAVCollection.uncategorised ? .none : .category(item.section)
        throw CalDAVRefusal(.forbidden, .calDAV("no-uid-conflict"), href: CalDAV.href(place, item.href))
      }
      let adding = AddToList(text: sent.title)
      try await adding.run(session)
      var batch = Batch(CalDAVQueries.save(line: adding.id, uid: object.uid, href: href, source: source))
      if sent.isDone { _ = TickLine(line: adding.id, entries: [adding.id]).store(in: &batch) }
      try await session.query(batch)
      return Result(isNew: true)
    }
    let ours = here.object(on: clock).todo(on: clock)
    let base = ifMatch != nil ? ours : try await session.given(here.subject)?.todo(on: clock)
    let merge = TodoMerge(base: base, ours: ours, theirs: sent)
    if merge.conflicts.contains(.title) || merge.conflicts.contains(.done) { throw CalDAVRefusal(.preconditionFailed) }
    var batch = Batch()
    var changed: EditLine.Query?
    if merge.todo.title != ours.title {
      changed = try await EditLine(id: here.item, text: merge.todo.title, version: here.version).ready(session).store(
        in: &batch)
    }
    if merge.todo.isDone != ours.isDone {
      _ = TickLine(line: here.item, entries: [here.item], isTicked: merge.todo.isDone).store(in: &batch)
    }
    batch.add(CalDAVQueries.save(line: here.item, uid: object.uid, href: href, source: source))
    let results = try await session.query(batch)
    if let changed, try EditLine.Result(results, changed)?.isSaved != true { throw CalDAVRefusal(.preconditionFailed) }
    return Result(isNew: false)
  }
}
