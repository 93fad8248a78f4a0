import Postgres
import WebDAV

/// Objects whose item or line is in the trash: many programs delete one and send it again under another address. It is no new one, as
/// it has what others have put into it meanwhile, and what an object does not say.
extension PutTodo {
  /// The item of the trash that has the object's UID is changed as one that moves is. Nil if there is none.
  func bringBack(_ session: CalDAVSession, _ clocks: Clocks) async throws -> Result? {
    let named = CalDAVQueries.named(ObjectNames(uids: [object.uid]))
    let deleted = try await session.rows(CalDAVQueries.objects(named, in: .trash)).first { $0.uid == object.uid }
    guard let deleted else { return nil }
    var batch = Batch()
    _ = RestoreItems.one(deleted.item).store(in: &batch)
    try await session.query(batch)
    guard let row = try await session.rows(ofItems: "i.id = \(deleted.item)").first else { return nil }
    do {
      return try await change(row, movesHere: true, session, clocks)
    } catch {
      // An object that is refused changes nothing.
      var batch = Batch()
      _ = DeleteItems.one(row.item).store(in: &batch)
      try await session.query(batch)
      throw error
    }
  }

  /// The line of the trash that has the object's UID.
  func lineOfTrash(_ session: CalDAVSession) async throws -> TodoRow? {
    let named = CalDAVQueries.lines(named: ObjectNames(uids: [object.uid]))
    return try await session.rows(CalDAVQueries.lines(named, in: .trash)).first { $0.uid == object.uid }
  }
}
