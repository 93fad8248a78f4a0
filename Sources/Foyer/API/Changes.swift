import EventLoop
import HTTP
import Postgres
import StrictJSON

/// The place in the changes of a household up to which a program has read.
struct ChangeState {
  /// Of the database: in another one the numbers of transactions say nothing.
  let database: String
  /// All changes of transactions before this one were read.
  let horizon: String
  /// When that was, in seconds since 1970.
  let time: Int
  /// The last entry of a page that is not the last one.
  var last: Last?

  enum Last {
    /// Of everything that there is.
    case row(kind: String, UUID)
    /// Of the changes since `since`.
    case change(since: String, moment: String, kind: String, UUID)
  }

  /// The present one, of the row of `ChangeQueries.horizon`.
  init(_ row: Row) throws {
    self.init(database: try row["database"], horizon: try row["horizon"], time: try row["now"])
  }

  /// Tombstones are kept a day longer.
  static let life = 30 * 24 * 60 * 60

  var text: String {
    var parts = [database, horizon, "\(time)"]
    switch last {
    case nil: break
    case .row(let kind, let id): parts += [kind, "\(id)"]
    case .change(let since, let moment, let kind, let id): parts += [since, moment, kind, "\(id)"]
    }
    return parts.joined(separator: ".")
  }

  init(database: String, horizon: String, time: Int) {
    (self.database, self.horizon, self.time) = (database, horizon, time)
  }

  /// Nil for a text that is no state.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard [3, 5, 7].contains(parts.count), Self.isNumber(parts[1]), let time = Int(digits: parts[2]),
      (1...32).contains(parts[0].utf8.count)
    else { return nil }
    self.init(database: parts[0], horizon: parts[1], time: time)
    let kinds = API.resources.map(\.name)
    switch parts.count {
    case 5:
      guard kinds.contains(parts[3]), let id = UUID(parts[4].utf8) else { return nil }
      last = .row(kind: parts[3], id)
    case 7:
      guard Self.isNumber(parts[3]), Self.isNumber(parts[4]), kinds.contains(parts[5]), let id = UUID(parts[6].utf8)
      else { return nil }
      last = .change(since: parts[3], moment: parts[4], kind: parts[5], id)
    default: break
    }
  }

  private static func isNumber(_ text: String) -> Bool {
    (1...19).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}

/// Queries of the table `changes`.
enum ChangeQueries {
  /// Comes before the changes: each transaction below the horizon has ended by then. As long as nothing changes it is the same,
  /// but for the day. The database's name changes when it is restored from a backup, and on a cluster when the household moves to
  /// another server. `settled` is the number of the last change where no transaction with a lower one can still commit: any further
  /// change has a higher one. `OFFSET 0`, as PostgreSQL would look the latest number up for each place that it is named in.
  /// - Parameters:
  ///   - further: the latest number of something else that a reader follows.
  ///   - columns: more of them, each behind a comma.
  static func horizon(_ further: SQL = "NULL", beside columns: SQL = "") -> SQL {
    """
    SELECT CASE WHEN l.latest IS NULL THEN '0' WHEN l.latest < r.running THEN (l.latest::text::numeric + 1)::text ELSE r.running::text END AS horizon,
      CASE WHEN l.latest < r.running THEN l.latest::text END AS settled, (extract(epoch FROM now())::bigint / 86400) * 86400 AS now,
      \(fragment: database) AS database, left(md5(current_setting('TimeZone')), 8) AS zone\(fragment: columns)
    FROM (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS running) AS r,
      (SELECT greatest(
        (SELECT moment FROM changes WHERE household_id = current_household() ORDER BY moment DESC LIMIT 1), \(fragment: further)) AS latest OFFSET 0) AS l
    """
  }

  /// The database's name, in an expression: the numbers of transactions of another one say nothing here.
  static let database: SQL = """
    left(md5((SELECT system_identifier FROM pg_control_system())::text || 'changes'::regclass::oid::text
      || (SELECT oid FROM pg_database WHERE datname = current_database())::text), 16)
    """

  /// A backup brings numbers along that transactions here have not reached: those are no changes. They are in the order of the numbers,
  /// as the next page goes on behind the last one. Numbers are read from texts once, not for each row.
  static func list(since: String, after last: (moment: String, kind: String, id: UUID)?, _ limit: Int) -> SQL {
    let start: SQL = "(SELECT \(since)::text::xid8)"
    let isLater: SQL =
      last.map { "(moment, kind, id) > ((SELECT \($0.moment)::text::xid8), \($0.kind)::text, \($0.id)::uuid)" }
      ?? "moment >= \(fragment: start)"
    return """
      SELECT kind, id AS changed, is_deleted, moment, born >= \(fragment: start) AS is_new FROM changes
      WHERE household_id = current_household() AND \(fragment: isLater) AND moment < pg_snapshot_xmax(pg_current_snapshot())
      ORDER BY moment, kind, id LIMIT \(limit)
      """
  }

  /// How many columns a change has.
  static let columns = 5

  /// The same with the rows of items, the most frequent ones, in further columns: those that PostgreSQL is not asked for again.
  static func withItems(_ list: SQL) -> SQL {
    let item = Resource.items.select("t.id = c.changed AND c.kind = 'items' AND NOT c.is_deleted", "")
    return """
      SELECT c.*, item.* FROM (\(fragment: list)) AS c LEFT JOIN LATERAL (\(fragment: item)) AS item ON true
      ORDER BY c.moment, c.kind, c.changed
      """
  }

  /// Each hour.
  static func deleteOld() -> SQL {
    """
    DELETE FROM changes WHERE (household_id, kind, id) IN (
      SELECT household_id, kind, id FROM changes WHERE changed_at < now() - interval '31 days' ORDER BY changed_at LIMIT 1000
      FOR UPDATE SKIP LOCKED)
    """
  }
}

extension API {
  private static let pageSize = 500
  private static let longestWait = 55

  static let changes = Endpoint(
    method: .get, path: "/changes", scope: nil,
    summary: "Lists what was created, changed and deleted since a state; without one everything that there is.",
    query: [
      .field("since", .text(400), "The `state` of the answer before; empty for everything."),
      .field("include", .choice(["rows"]), "Whether the rows come along."),
      .field("wait", .number(0...longestWait), "Seconds to wait for a change, if there is none."),
    ],
    answer: .object([
      .field("state", .text(400), required: true),
      .field("more", .flag, "Whether there is more to read at once.", required: true),
      .field("created", .list(.object(entry), atMost: pageSize), required: true),
      .field("changed", .list(.object(entry), atMost: pageSize), required: true),
      .field("deleted", .list(.object(entry), atMost: pageSize), required: true),
    ])
  ) { try await list($0) }

  private static let entry: [APIField] = [
    .field("part", .choice(resources.map(\.name)), required: true), .field("id", .id, required: true),
    .field("row", .anyObject, "With `include=rows`: as the part's own path has it."),
  ]

  private struct Page {
    var created: [(kind: String, id: UUID, row: String?)] = []
    var changed: [(kind: String, id: UUID, row: String?)] = []
    var deleted: [(kind: String, id: UUID, row: String?)] = []
    var state: ChangeState
    var isEmpty: Bool { created.isEmpty && changed.isEmpty && deleted.isEmpty }

    /// Adds a change, of a part that the token may read.
    mutating func add(_ row: Row, withRows: Bool, _ rights: AccessRights) throws {
      let (kind, id, isDeleted): (String, UUID, Bool) = (try row["kind"], try row["changed"], try row["is_deleted"])
      guard let resource = resources.first(where: { $0.name == kind }), rights.mayRead(resource.part) else { return }
      let isNew: Bool? = try row["is_new"]
      var text: String?
      if withRows, kind == Resource.items.name, (try row["id"] as UUID?) != nil {
        text = try Resource.items.json(row, from: ChangeQueries.columns)
      }
      if isDeleted {
        deleted.append((kind, id, nil))
      } else if isNew == true {
        created.append((kind, id, text))
      } else {
        changed.append((kind, id, text))
      }
    }

    /// Ends behind the row with which its rows have too many bytes.
    /// - Parameter rows: the changes, in their order.
    mutating func cut(_ rows: some Collection<Row>, since: String) throws {
      let total = (created + changed).reduce(0) { $0 + ($1.row?.utf8.count ?? 0) }
      guard total > Resource.mostBytes else { return }
      var texts: [String: [UUID: Int]] = [:]
      for entry in created + changed { texts[entry.kind, default: [:]][entry.id] = entry.row?.utf8.count ?? 0 }
      var (bytes, left) = (0, Set<String>())
      for row in rows {
        let (kind, id): (String, UUID) = (try row["kind"], try row["changed"])
        if bytes >= Resource.mostBytes {
          left.insert("\(kind) \(id)")
          continue
        }
        bytes += texts[kind]?[id] ?? 0
        if bytes >= Resource.mostBytes {
          state.last = .change(since: since, moment: try row["moment"], kind: kind, id)
        }
      }
      created.removeAll { left.contains("\($0.kind) \($0.id)") }
      changed.removeAll { left.contains("\($0.kind) \($0.id)") }
      deleted.removeAll { left.contains("\($0.kind) \($0.id)") }
    }
  }

  private static func list(_ call: Call) async throws -> Response {
    let since = call.query["since"] ?? ""
    let state = since.isEmpty ? nil : ChangeState(since)
    if state == nil, !since.isEmpty { throw APIProblem.field("since", .noState) }
    let page = try await page(after: state, withRows: call.query["include"] == "rows", call)
    let wait = Duration.seconds(call.query["wait"].flatMap { Int(digits: $0) } ?? 0)
    let (events, left) = (call.context.events, wait - (Instant.now() - call.context.request.arrived))
    guard page.isEmpty, page.state.last == nil, left > .zero, events.goesOn,
      let household = call.context.visitor?.householdID
    else { return answer(page, call.context) }
    // Changes of jobs and of the worker are not announced.
    return Response(
      body: .later { again in events.atNextChange(of: household, within: min(left, .seconds(20)), again) })
  }

  private static func answer(_ page: Page, _ context: Context) -> Response {
    func list(_ entries: [(kind: String, id: UUID, row: String?)]) -> String {
      entries.map { entry in
        "{\"part\":\"\(entry.kind)\",\"id\":\"\(entry.id)\"\(entry.row.map { ",\"row\":\($0)" } ?? "")}"
      }.joined(separator: ",")
    }
    return context.json(
      """
      {"state":"\(page.state.text)","more":\(page.state.last != nil),"created":[\(list(page.created))],\
      "changed":[\(list(page.changed))],"deleted":[\(list(page.deleted))]}
      """)
  }

  private static func page(after state: ChangeState?, withRows: Bool, _ call: Call) async throws -> Page {
    let context = call.context
    var batch = Batch()
    let horizon = batch.add(ChangeQueries.horizon())
    // The token's parts are known after the first statement; what is not of them is left out then.
    var changes: Batch.Key?
    var after: (moment: String, kind: String, id: UUID)?
    var since = ""
    var isWhole = state == nil
    if let state {
      since = state.horizon
      switch state.last {
      case nil: break
      case .row: isWhole = true
      case .change(let from, let moment, let kind, let id): (since, after) = (from, (moment, kind, id))
      }
      if !isWhole {
        let list = ChangeQueries.list(since: since, after: after, pageSize + 1)
        changes = batch.add(withRows ? ChangeQueries.withItems(list) : list)
      }
    }
    let results = try await context.query(batch)
    guard let row = results[horizon].first, let rights = context.program?.rights else { throw Failure.signedOut }
    // Rows tell days and times in the person's zone: in another one all of them are others.
    let present = try (row["database"] as String) + (row["zone"] as String)
    let now: Int = try row["now"]
    if let state, state.database != present || now - state.time > ChangeState.life {
      throw APIProblem(.gone)
    }
    // The pages of one reading have one horizon: its first one.
    var next = ChangeState(database: present, horizon: try row["horizon"], time: now)
    if let state, state.last != nil {
      next = ChangeState(database: present, horizon: state.horizon, time: state.time)
    }
    var page = Page(state: next)
    if isWhole {
      var start: (kind: String, id: UUID)?
      if case .row(let kind, let id)? = state?.last { start = (kind, id) }
      try await fill(&page, from: start, withRows, rights, context)
      return page
    }
    guard let changes else { return page }
    let rows = results[changes]
    for row in rows.prefix(pageSize) { try page.add(row, withRows: withRows, rights) }
    if rows.count > pageSize {
      let last = rows[pageSize - 1]
      // The state of a page that is not the last one has the first horizon, and goes on behind its last entry.
      page.state.last = .change(since: since, moment: try last["moment"], kind: try last["kind"], try last["changed"])
    }
    if withRows {
      try await read(&page, context)
      try page.cut(rows.prefix(pageSize), since: since)
    }
    return page
  }

  /// Reads the rows of the entries that have none. One that was deleted since is there as deleted with its next change.
  private static func read(_ page: inout Page, _ context: Context) async throws {
    var batch = Batch()
    var keys: [(resource: Resource, key: Batch.Key)] = []
    for resource in resources {
      let ids = (page.created + page.changed).filter { $0.kind == resource.name && $0.row == nil }.map(\.id)
      if !ids.isEmpty { keys.append((resource, batch.add(resource.select("t.id = ANY (\(ids)::uuid[])", "")))) }
    }
    if keys.isEmpty { return }
    let results = try await context.query(batch)
    // Rows of two parts may have the same id.
    var rows: [String: [UUID: String]] = [:]
    for (resource, key) in keys {
      for row in results[key] { rows[resource.name, default: [:]][try row["id"]] = try resource.json(row) }
    }
    func filled(_ entries: [(kind: String, id: UUID, row: String?)]) -> [(kind: String, id: UUID, row: String?)] {
      entries.compactMap { entry in (entry.row ?? rows[entry.kind]?[entry.id]).map { (entry.kind, entry.id, $0) } }
    }
    (page.created, page.changed) = (filled(page.created), filled(page.changed))
  }

  /// A page of everything that there is, behind a row.
  private static func fill(
    _ page: inout Page, from start: (kind: String, id: UUID)?, _ withRows: Bool, _ rights: AccessRights,
    _ context: Context
  ) async throws {
    var isBehind = start == nil
    for resource in resources {
      let isStart = resource.name == start?.kind
      if isStart { isBehind = true }
      guard isBehind, rights.mayRead(resource.part) else { continue }
      let room = pageSize - page.created.count
      var condition: SQL = "true"
      if isStart, let id = start?.id { condition = "t.id > \(id)" }
      let rows = try await context.query(resource.select(condition, "ORDER BY t.id LIMIT \(room + 1)"))
      var bytes = page.created.reduce(0) { $0 + ($1.row?.utf8.count ?? 0) }
      var count = 0
      while count < min(room, rows.count), bytes < Resource.mostBytes {
        let row = rows[count]
        page.created.append((resource.name, try row["id"], withRows ? try resource.json(row) : nil))
        bytes += page.created.last?.row?.utf8.count ?? 0
        count += 1
      }
      if rows.count > count, let last = page.created.last {
        page.state.last = .row(kind: last.kind, last.id)
        return
      }
    }
  }
}
