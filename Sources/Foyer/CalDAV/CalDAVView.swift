import EventLoop
import Postgres

/// All by which a household that is as it was before is known, as one statement reads it (`CalDAVQueries.look`).
struct CalDAVLook: Sendable {
  let now: ChangeState
  /// The number of the last change; nil as long as one with a lower number can still come.
  private let settled: String?
  let person: String
  /// A digest of what the changes do not follow: of objects, and of collections.
  let further, kept: String

  init(_ row: Row) throws {
    (now, settled) = (try ChangeState(row), try row["settled"])
    (further, kept) = (try row["further"], try row["kept"] as String? ?? "")
    guard let person: String = try row["person"] else { throw Failure.signedOut }
    self.person = person
  }

  /// Whether nothing can have changed between the two.
  func isSame(as other: CalDAVLook) -> Bool {
    settled != nil && settled == other.settled && now.database == other.now.database && person == other.person
      && further == other.further && kept == other.kept
  }

  /// Whether no object can have changed since a program was given this state.
  func isUnchanged(since state: ChangeState) -> Bool {
    settled != nil && state.database == now.database && state.horizon == now.horizon
  }
}

/// The collections of a person, as their program sees them. Programs ask every few minutes whether one has changed: their rows are
/// read again only where that may be so.
struct CalDAVView: Sendable {
  let collections: [CalDAVCollection]
  let properties: StoredProperties

  private struct Reader: Hashable {
    let household, person: UUID
    let language: Language
  }

  private static let known = Lock<[Reader: (look: CalDAVLook, view: CalDAVView)]>([:])
  /// More people's are not kept.
  private static let maximum = 2_000

  /// - Parameter look: of the same request, before. What changes after it makes another one, so that the rows are read again then.
  static func read(_ look: CalDAVLook, _ session: CalDAVSession) async throws -> CalDAVView {
    let person = try await session.person()
    let reader = Reader(household: person.household, person: person.id, language: session.strings.language)
    if let kept = known.withLock({ $0[reader] }), kept.look.isSame(as: look) { return kept.view }
    var batch = Batch()
    let query = CalDAVCollection.Query(in: &batch)
    let properties = batch.add(CalDAVQueries.properties())
    let results = try await session.query(batch)
    let view = CalDAVView(
      collections: try query.read(results, look, person, session.strings),
      properties: try StoredProperties.read(results[properties]))
    known.withLock { known in
      if known.count >= maximum, known[reader] == nil { known.removeAll() }
      known[reader] = (look, view)
    }
    return view
  }
}
