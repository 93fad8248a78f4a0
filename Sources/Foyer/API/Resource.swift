import Crypto
import HTTP
import Postgres
import StrictJSON

/// A part of the API with rows: how they are read, and what may be done with them. Reading and checking are the same for all;
/// changes are the operations of the pages.
struct Resource: Sendable {
  /// As in its path: `items`.
  let name: String
  let part: AccessScope.Part
  /// One of its rows, in a sentence: "an item".
  let one: String
  /// It has an id and a version.
  let row: [APIField]
  /// A statement for the rows, of the table `t`, with the columns of `row` in their order.
  /// - Parameters: a condition, and the order with the limit.
  let select: @Sendable (SQL, SQL) -> SQL
  /// Fields of the query that choose rows.
  var filters: [APIField] = []
  var condition: @Sendable (Form) throws -> SQL = { _ in "true" }
  /// Fields of a new row, and of a change.
  var writable: [APIField] = []
  /// Further fields of a change.
  var ofChange: [APIField] = []
  /// The id is that of the row to be; adding it twice adds it once, and changes nothing of a row that is there.
  var create: (@Sendable (Call, UUID, RowSession) async throws -> Void)?
  /// - Parameter: the version that is changed.
  var change: (@Sendable (Call, UUID, Int, RowSession) async throws -> Change)?
  /// Whether there is, or was, such a row.
  var delete: (@Sendable (Call, UUID) async throws -> Bool)?
  var restore: (@Sendable (Call, UUID) async throws -> Bool)?
  /// The condition on `t` that the row's version tells each change of what a program reads of it: names of labels, the rule of a series,
  /// the aisle of a food and the person's time zone are not the row's own. Nil where it always does.
  var isOwn: SQL?
  var picture: PictureOfRow?
  /// Further operations.
  var actions: [Endpoint] = []

  enum Change {
    case gone, saved
    /// Changed by somebody else since the version.
    case changedMeanwhile
    /// Either of the two, with the row as it is now, which came with the change.
    case now(Row, isSaved: Bool)
  }

  static let pageSize = 50
  static let largestPage = 200
  /// Bytes of rows after which an answer has no further row: a session may leave 16 MiB unread (`Limits.unreadMemory`), and its
  /// connection ends with more.
  static let mostBytes = 4 << 20

  var reading: AccessScope { AccessScope(part: part, changes: false) }
  var changing: AccessScope { AccessScope(part: part, changes: true) }

  var endpoints: [Endpoint] {
    var all = [
      Endpoint(
        method: .get, path: "/\(name)", scope: reading, summary: "Lists rows by their ids.",
        query: [
          .field("limit", .number(1...Self.largestPage), "Rows of an answer; 50 if it is not given."),
          .field("after", .id, "The id of the last row of the answer before."),
        ] + filters, answer: .rows(name)
      ) { try await list($0) },
      Endpoint(
        method: .get, path: "/\(name)/{id}", scope: reading, summary: "Reads \(one).", answer: .row(name)
      ) { call in
        try await read(call)
      },
    ]
    if let create {
      let id = APIField.field("id", .id, "A UUID of version 7 by the client: sending it twice adds one row.")
      all.append(
        Endpoint(
          method: .post, path: "/\(name)", scope: changing, summary: "Adds \(one).", body: [id] + writable,
          answer: .row(name), isOnce: true
        ) { try await add($0, create) })
    }
    if let change {
      let fields = writable.map { field in
        var field = field
        field.isOptional = true
        return field
      }
      all.append(
        Endpoint(
          method: .patch, path: "/\(name)/{id}", scope: changing, summary: "Changes the fields that are named.",
          body: fields + ofChange, isVersioned: true, answer: .row(name)
        ) { try await edit($0, change) })
    }
    if let delete {
      all.append(
        Endpoint(
          method: .delete, path: "/\(name)/{id}", scope: changing,
          summary: restore == nil ? "Deletes \(one)." : "Puts \(one) into the trash, for 30 days.", isVersioned: false
        ) { try await remove($0, delete) })
    }
    if let restore {
      all.append(
        Endpoint(
          method: .post, path: "/\(name)/{id}/restore", scope: changing, summary: "Takes \(one) out of the trash.",
          body: [], answer: .row(name)
        ) { call in
          guard try await restore(call, call.id!) else { throw Failure.notFound }
          return try await self.row(call.id!, call) ?? { throw APIProblem(.conflict) }()
        })
    }
    if let picture { all += endpoints(of: picture) }
    return all + actions
  }

  private func remove(_ call: Call, _ delete: @Sendable (Call, UUID) async throws -> Bool) async throws -> Response {
    guard let ifMatch = call.ifMatch else {
      guard try await delete(call, call.id!) else { throw Failure.notFound }
      return Response(status: .noContent)
    }
    return try await call.context.inOneTransaction {
      let locked = select("t.id = \(call.id!)", "FOR UPDATE OF t")
      guard let row = try await call.context.query(locked).first else { throw Failure.notFound }
      guard try ifMatch.allows(row["version"]) else { throw try await changedMeanwhile(call) }
      guard try await delete(call, call.id!) else { throw Failure.notFound }
      return Response(status: .noContent)
    }
  }

  func find(_ id: UUID) -> SQL { select("t.id = \(id)", "") }

  /// The answer with a row, or nil if there is none.
  func row(_ id: UUID, _ call: Call, status: Status = .ok) async throws -> Response? {
    guard let row = try await call.context.query(find(id)).first else { return nil }
    return try answer(row, call, status: status)
  }

  private func answer(_ row: Row, _ call: Call, status: Status = .ok) throws -> Response {
    let (version, id): (Int, UUID) = (try row["version"], try row["id"])
    var response = call.context.json(try json(row), status: status)
    response.headers.set("ETag", Validator(tag: "\(version)").etag)
    if status == .created { response.headers.set("Location", "\(API.root)/\(name)/\(id)") }
    return response
  }

  // MARK: Requests

  private func read(_ call: Call) async throws -> Response {
    let isConditional = call.context.request.headers["if-none-match"] != nil
    var batch = Batch()
    let found = batch.add(find(call.id!))
    let own = isOwn.flatMap { isConditional ? batch.add(select("t.id = \(call.id!) AND (\(fragment: $0))", "")) : nil }
    let results = try await call.context.query(batch)
    guard let row = results[found].first else { throw Failure.notFound }
    var response = try answer(row, call)
    let validator = Validator(tag: "\(try row["version"] as Int)")
    if own.map({ !results[$0].isEmpty }) ?? true, validator.outcome(of: call.context.request) == .notModified {
      response.status = .notModified
      response.body = .empty
    }
    return response
  }

  private func list(_ call: Call) async throws -> Response {
    let limit = call.query["limit"].flatMap { Int(digits: $0) } ?? Self.pageSize
    var condition = try self.condition(call.query)
    if let after = call.query["after"].flatMap({ UUID($0.utf8) }) {
      condition = "t.id > \(after) AND \(fragment: condition)"
    }
    let rows = try await call.context.query(select(condition, "ORDER BY t.id LIMIT \(limit + 1)"))
    var text = "{\"\(name)\":["
    var (count, last): (Int, UUID?) = (0, nil)
    while count < min(limit, rows.count), text.utf8.count < Self.mostBytes {
      if count > 0 { text += "," }
      text += try json(rows[count])
      last = try rows[count]["id"]
      count += 1
    }
    var next: String?
    if rows.count > count, let last {
      var form = Form()
      for (name, value) in call.query.pairs where name != "after" { form.append(name, value) }
      form.append("after", "\(last)")
      next = "\(API.root)/\(name)?\(form.urlencoded)"
    }
    text += "],\"next\":\(next.map { JSON.string($0).text } ?? "null")}"
    var response = call.context.json(text)
    if let next { response.headers.set("Link", "<\(next)>; rel=\"next\"") }
    return response
  }

  private func add(
    _ call: Call, _ create: @Sendable (Call, UUID, RowSession) async throws -> Void
  ) async throws -> Response {
    let id = call.body.id("id") ?? call.idOfKey ?? .v7()
    // Of an id that is not the program's own nobody else adds a row.
    let lock =
      call.body.has("id")
      ? AdvisoryLock.Household.newRow.wait(of: "current_household()::text || \(id)::uuid::text") : nil
    let session = RowSession(call.context, self, id, lock: lock)
    do {
      try await create(call, id, session)
    } catch let problems as Problems {
      // The request was sent before, when nothing stood in its way.
      if !session.hasAsked { try await session.query(Batch()) }
      guard session.before != nil else { throw problems }
    }
    // A row that is there is left as it is.
    if let known = session.before { return try answer(known, call) }
    guard let added = session.after else { throw APIProblem(.conflict, .gone) }
    return try answer(added, call, status: .created)
  }

  /// - Parameter reads: whether the version is compared before anything is done.
  func edit(
    _ call: Call, reads: Bool = false, _ change: @Sendable (Call, UUID, Int, RowSession) async throws -> Change
  ) async throws -> Response {
    let id = call.id!
    let session = RowSession(call.context, self, id)
    // A change of one version needs no look at the row: its operation compares.
    let wanted =
      if !reads, let only = call.ifMatch?.only { only } else { try call.neededVersion(of: try await version(call)) }
    let outcome = try await change(call, id, wanted, session)
    if session.hasAsked {
      guard let before = session.before, let now = session.after else { throw Failure.notFound }
      guard case .saved = outcome, try before["version"] == wanted else { throw try changedMeanwhile(now) }
      return try answer(now, call)
    }
    switch outcome {
    case .gone: throw Failure.notFound
    case .saved: break
    case .changedMeanwhile: throw try await changedMeanwhile(call)
    case .now(let row, isSaved: true): return try answer(row, call)
    case .now(let row, isSaved: false): throw try changedMeanwhile(row)
    }
    guard let changed = try await row(id, call) else { throw Failure.notFound }
    return changed
  }

  /// Answers with the row as an operation leaves it.
  func act(_ call: Call, _ run: (RowSession) async throws -> Void) async throws -> Response {
    let session = RowSession(call.context, self, call.id!)
    try await run(session)
    if !session.hasAsked { try await session.query(Batch()) }
    guard let now = session.after else { throw Failure.notFound }
    return try answer(now, call)
  }

  /// The version of the row.
  private func version(_ call: Call) async throws -> Int {
    guard let row = try await call.context.query(find(call.id!)).first else { throw Failure.notFound }
    return try row["version"]
  }

  /// The refusal with the row as it is now.
  func changedMeanwhile(_ call: Call) async throws -> APIProblem {
    guard let row = try await call.context.query(find(call.id!)).first else { throw Failure.notFound }
    return try changedMeanwhile(row)
  }

  func changedMeanwhile(_ row: Row) throws -> APIProblem {
    var problem = APIProblem(.preconditionFailed)
    problem.current = try json(row)
    return problem
  }
}

extension Call {
  /// The id of a row that follows from the key of the request: sending it again adds no other.
  var idOfKey: UUID? {
    guard let key, let program = context.program else { return nil }
    return UUID(named: "\(program.token) \(key)")
  }
}

extension UUID {
  /// An id that follows from a name (RFC 9562 §5.8).
  fileprivate init(named name: String) {
    var bytes = Array(sha256(name.utf8).prefix(16))
    bytes[6] = bytes[6] & 0x0f | 0x80
    bytes[8] = bytes[8] & 0x3f | 0x80
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let text = Array(digits.utf8)
    func part(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }
    self = UUID("\(part(0..<8))-\(part(8..<12))-\(part(12..<16))-\(part(16..<20))-\(part(20..<32))".utf8)!
  }
}

/// The versions that `If-Match` names (RFC 9110 §13.1.1).
struct IfMatch {
  private let isAny: Bool
  private let versions: [Int]

  init(_ field: String) {
    isAny = field.trimmed == "*"
    versions = field.split(separator: ",").compactMap { tag in
      let tag = String(tag).trimmed
      guard tag.utf8.count > 2, tag.hasPrefix("\""), tag.hasSuffix("\"") else { return nil }
      return Int(digits: String(tag.dropFirst().dropLast()))
    }
  }

  /// The version, if it names one.
  var only: Int? { !isAny && versions.count == 1 ? versions[0] : nil }

  func allows(_ version: Int) -> Bool { isAny || versions.contains(version) }
}

extension Context {
  /// An answer of the API.
  /// - Parameter text: JSON.
  func json(_ text: String, status: Status = .ok) -> Response {
    var response = Response(status: status, body: .bytes(Array(text.utf8)))
    response.headers.set("Content-Type", "application/json")
    response.headers.set("Vary", "Accept-Language, Authorization")
    return response
  }
}
