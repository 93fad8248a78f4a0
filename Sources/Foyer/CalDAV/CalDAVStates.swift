import EventLoop
import Postgres

/// Digests of the rows that a household's objects are made of, as a person's program sees them. Programs ask every few minutes whether
/// one has changed: the rows are read again only where that is so.
struct CalDAVStates: Sendable {
  /// Of items, by their section.
  private(set) var sections: [UUID: [String]] = [:]
  /// Of those that are for the person, or their turn.
  private(set) var mine: [String] = []
  private(set) var lines: [UUID: String] = [:]
  private(set) var events: [String: String] = [:]
  /// Of what items have besides.
  private(set) var objects = ""

  private struct Reader: Hashable {
    let household, person: UUID
  }

  /// When they were read: the last change then, and in which database.
  private struct Moment: Equatable {
    let database, change: String
  }

  private static let known = Lock<[Reader: (moment: Moment, states: CalDAVStates)]>([:])
  /// More people's are not kept.
  private static let maximum = 2_000

  /// - Parameter row: of `CalDAVQueries.horizon`. What changes after it has a later number, so that the states are read again then.
  static func read(since row: Row, _ session: CalDAVSession) async throws -> CalDAVStates {
    let person = try await session.person()
    let reader = Reader(household: person.household, person: person.id)
    let settled: String? = try row["settled"]
    let moment = try settled.map { Moment(database: try row["database"], change: $0) }
    if let moment, let kept = known.withLock({ $0[reader] }), kept.moment == moment { return kept.states }
    let states = try await CalDAVStates(session)
    if let moment {
      known.withLock { known in
        if known.count >= maximum, known[reader] == nil { known.removeAll() }
        known[reader] = (moment, states)
      }
    }
    return states
  }

  private init(_ session: CalDAVSession) async throws {
    var batch = Batch()
    let (ofItems, ofObjects) = (batch.add(CalDAVQueries.states()), batch.add(CalDAVQueries.statesOfObjects()))
    let (ofLines, ofEvents) = (batch.add(CalDAVQueries.statesOfLines()), batch.add(CalDAVQueries.statesOfEvents()))
    let results = try await session.query(batch)
    for row in results[ofItems] {
      let (section, isMine, state): (UUID, Bool, String) = (try row["section"], try row["is_mine"], try row["state"])
      sections[section, default: []].append("\(isMine ? "m" : "o")\(state)")
      if isMine { mine.append("\(section)\(state)") }
    }
    for section in sections.keys { sections[section]?.sort() }
    mine.sort()
    lines = Dictionary(uniqueKeysWithValues: try results[ofLines].map { (try $0["section"], try $0["state"]) })
    events = Dictionary(uniqueKeysWithValues: try results[ofEvents].map { (try $0["kind"], try $0["state"]) })
    objects = try results[ofObjects][0]["state"]
  }
}
