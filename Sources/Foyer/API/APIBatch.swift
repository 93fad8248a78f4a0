import HTTP
import Postgres
import StrictJSON

extension API {
  private static let mostOperations = 100
  /// Bytes of results after which further ones have no body, so that the answer to what is done is not cut (`Resource.mostBytes`).
  private static let mostBytes = 2 * Resource.mostBytes

  static let batch = Endpoint(
    method: .post, path: "/batch", scope: nil,
    summary: "Does several operations, one after the other: each by itself, or all of them or none.",
    body: [
      .field("atomic", .flag, "Whether a refusal takes back what came before it."),
      .field(
        "operations",
        .list(
          .object([
            .field("method", .choice(["GET", "POST", "PATCH", "DELETE"]), required: true),
            .field("path", .text(2_000), "As `/items/{id}`, with a query if there is one.", required: true),
            .field("body", .anyObject, nullable: true),
            .field("version", .number(0...Int.max), "The version that is changed, instead of `If-Match`."),
            .field("key", .text(200), "Instead of `Idempotency-Key`."),
          ]), atMost: mostOperations), required: true),
    ],
    answer: .object([
      .field(
        "results",
        .list(
          .object([
            .field("status", .number(100...599), required: true), .field("version", .text(30)),
            .field("body", .anyObject, nullable: true),
          ]), atMost: mostOperations), required: true)
    ])
  ) { call in
    let operations = try call.body.list("operations").compactMap { $0.object }.map { try Operation($0) }
    if call.body.flag("atomic") == true {
      do {
        return try await all(operations, call.context)
      } catch PostgresError.server(let refusal) where refusal.isConflict {
        // It stood in the way of another one, which is done by now. What does so twice is answered with 503.
        return try await all(operations, call.context)
      }
    }
    var results: [String] = []
    for operation in operations { add(await operation.answer(call.context), to: &results) }
    return answer(results, call.context)
  }

  /// Does all of them or none.
  private static func all(_ operations: [Operation], _ context: Context) async throws -> Response {
    try await context.inOneTransaction {
      var results: [String] = []
      for (number, operation) in operations.enumerated() {
        let response = try await operation.attempt(context)
        // An error: nothing of all this is kept.
        if response.status.code >= 400 { throw Refused(response, operation: number) }
        add(response, to: &results)
      }
      return answer(results, context)
    }
  }

  /// The refusal of an operation of a batch that does all or nothing.
  struct Refused: Error {
    let status: Status
    let body: [UInt8]
    let headers: Headers

    /// The operation's own problem, with its number.
    init(_ response: Response, operation: Int) {
      (status, headers) = (response.status, response.headers)
      if case .bytes(let bytes) = response.body, bytes.last == UInt8(ascii: "}") {
        body = bytes.dropLast() + Array(",\"operation\":\(operation)}".utf8)
      } else {
        body = []
      }
    }

    func answer() -> Response { Response(status: status, headers: headers, body: .bytes(body)) }
  }

  private static func add(_ response: Response, to results: inout [String]) {
    let hasRoom = results.reduce(0) { $0 + $1.utf8.count } < mostBytes
    var text = "{\"status\":\(response.status.code)"
    if let version = response.headers["etag"] { text += ",\"version\":\(JSON.string(version).text)" }
    if hasRoom, case .bytes(let bytes) = response.body {
      text += ",\"body\":\(String(decoding: bytes, as: UTF8.self))"
    }
    results.append(text + "}")
  }

  private static func answer(_ results: [String], _ context: Context) -> Response {
    context.json("{\"results\":[\(results.joined(separator: ","))]}")
  }

  /// An operation of a batch.
  struct Operation {
    let endpoint: Endpoint
    let path: String
    let id: UUID?
    let line: UUID?
    let query: Form
    let body: JSONObject?
    let version: Int?
    let key: String?

    init(_ object: JSONObject) throws {
      try self.init(
        object["method"]?.string ?? "", object["path"]?.string ?? "", object["body"]?.object,
        version: object["version"]?.integer, key: object["key"]?.string)
    }

    /// - Parameter target: the path with a query.
    init(_ method: String, _ target: String, _ body: JSONObject?, version: Int?, key: String? = nil) throws {
      var path = target.prefix { $0 != "?" }
      if path.hasPrefix(API.root) { path = path.dropFirst(API.root.utf8.count) }
      let segments = path.split(separator: "/", omittingEmptySubsequences: false)
      let found = API.endpoints.lazy.filter { $0.method.name == method && $0.isInBatches }
        .compactMap { endpoint in endpoint.parameters(segments).map { (endpoint, $0) } }.first
      guard let (endpoint, parameters) = found else {
        throw APIProblem.field("operations", .unknownOperation(method: method, path: String(path)))
      }
      (self.endpoint, self.path) = (endpoint, API.root + path)
      (id, line) = (parameters.first, parameters.dropFirst().first)
      query = try Form(urlencoded: Array(target.dropFirst(target.prefix { $0 != "?" }.count + 1).utf8))
      (self.body, self.version, self.key) = (body, version, key)
    }

    /// - Parameter isAdmitted: whether the token need not have the scope of the operation.
    func answer(_ context: Context, isAdmitted: Bool = false) async -> Response {
      do {
        return try await attempt(context, isAdmitted: isAdmitted)
      } catch {
        return APIProblem(.serviceUnavailable).response(context)
      }
    }

    /// The same, but throws what another transaction stood in the way of.
    func attempt(_ context: Context, isAdmitted: Bool = false) async throws -> Response {
      do {
        return try await run(context, isAdmitted)
      } catch PostgresError.server(let refusal) where refusal.isConflict {
        throw PostgresError.server(refusal)
      } catch let problems as Problems {
        return APIProblem(problems, context.strings).response(context)
      } catch let problem as APIProblem {
        return problem.response(context)
      } catch Failure.notFound {
        return APIProblem(.notFound).response(context)
      } catch Failure.forbidden {
        return APIProblem(.forbidden).response(context)
      } catch Failure.tooMany {
        return APIProblem(.tooManyRequests).response(context)
      } catch PostgresError.server(let refusal) where !refusal.isTransient {
        context.app.log(
          .error, "request_failed", ["path": "/batch", "error": "\(refusal)", "request": context.request.id])
        return APIProblem(.internalServerError).response(context)
      } catch {
        return APIProblem(.serviceUnavailable).response(context)
      }
    }

    private func run(_ context: Context, _ isAdmitted: Bool) async throws -> Response {
      if context.program == nil { try await context.query() }
      if !isAdmitted, let scope = endpoint.scope, context.program?.rights.has(scope) != true { throw Failure.forbidden }
      try endpoint.checkQuery(query)
      var call = Call(context: context, id: id, line: line, path: path, query: query)
      call.ifMatch = version.map { IfMatch("\"\($0)\"") }
      call.key = key
      if let fields = endpoint.body {
        try APIField.check(body ?? JSONObject(), fields)
        call.body = APIBody(body ?? JSONObject(), Array((body.map { JSON.object($0).text } ?? "").utf8))
      }
      if endpoint.isOnce, let key {
        if let wrong = AnswerKeys.problem(of: key) { throw APIProblem.field("key", wrong) }
        return try await AnswerKeys.once(key, call) { try await endpoint.run($0) }
      }
      return try await endpoint.run(call)
    }
  }
}

extension Endpoint {
  /// The ids in a path; nil if it is not one of this.
  fileprivate func parameters(_ segments: [Substring]) -> [UUID]? {
    let pattern = path.split(separator: "/", omittingEmptySubsequences: false)
    guard pattern.count == segments.count else { return nil }
    var ids: [UUID] = []
    for (expected, segment) in zip(pattern, segments) {
      if expected.hasPrefix("{") {
        guard let id = UUID(segment.utf8) else { return nil }
        ids.append(id)
      } else if expected != segment {
        return nil
      }
    }
    return ids
  }
}
