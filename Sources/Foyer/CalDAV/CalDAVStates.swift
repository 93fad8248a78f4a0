import Postgres

/// Digests of the rows that a household's objects are made of, as a person's program sees them.
struct CalDAVStates {
  /// Of items, by their section.
  private(set) var sections: [UUID: [String]] = [:]
  /// Of those that are for the person, or their turn.
  private(set) var mine: [String] = []
  private(set) var lines: [UUID: String] = [:]
  private(set) var events: [String: String] = [:]
  /// Of what items have besides.
  private(set) var objects = ""

  struct Query {
    private let items, objects, lines, events: Batch.Key

    init(in batch: inout Batch) {
      (items, objects) = (batch.add(CalDAVQueries.states()), batch.add(CalDAVQueries.statesOfObjects()))
      (lines, events) = (batch.add(CalDAVQueries.statesOfLines()), batch.add(CalDAVQueries.statesOfEvents()))
    }

    func read(_ results: Results) throws -> CalDAVStates {
      var states = CalDAVStates()
      for row in results[items] {
        let (section, isMine, state): (UUID, Bool, String) = (try row["section"], try row["is_mine"], try row["state"])
        states.sections[section, default: []].append("\(isMine ? "m" : "o")\(state)")
        if isMine { states.mine.append("\(section)\(state)") }
      }
      for section in states.sections.keys { states.sections[section]?.sort() }
      states.mine.sort()
      states.lines = Dictionary(uniqueKeysWithValues: try results[lines].map { (try $0["section"], try $0["state"]) })
      states.events = Dictionary(uniqueKeysWithValues: try results[events].map { (try $0["kind"], try $0["state"]) })
      states.objects = try results[objects][0]["state"]
      return states
    }
  }
}
