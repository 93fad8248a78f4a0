import HTTP
import Postgres
import StrictJSON

/// The API for programs: `docs/api.md` and `/api` describe it, `/api/v1/openapi.json` is generated from the same values that
/// route requests and check bodies.
enum API {
  static let root = Program.root

  /// Every part with rows, in the order of the description.
  static let resources: [Resource] = [
    .items, .categories, .tags, .shoppingLists, .shoppingLines, .meals, .recipes, .hand, .eaters, .people,
    .requests, .hostingRequests,
  ]

  /// Every operation.
  static let endpoints: [Endpoint] = resources.flatMap(\.endpoints) + [changes, batch]
}

/// A value of a body, of a row or of a query, as JSON Schema says it.
struct APIField: Sendable {
  indirect enum Kind: Sendable {
    /// Code points at most.
    case text(Int)
    /// `2026-11-25`
    case day
    /// `18:30`
    case time
    /// A moment as RFC 3339.
    case moment
    case flag
    case id
    case number(ClosedRange<Int>)
    case choice([String])
    case list(Kind, atMost: Int)
    case object([APIField])
    /// Whatever the part that it is for says.
    case anyObject
  }

  let name: String
  let kind: Kind
  var isOptional = true
  /// Whether it may be null, which is the same as to leave it empty.
  var isNullable = false
  var about = ""

  static func field(_ name: String, _ kind: Kind, _ about: String = "", nullable: Bool = false, required: Bool = false)
    -> APIField
  {
    APIField(name: name, kind: kind, isOptional: !required, isNullable: nullable, about: about)
  }
}

/// An operation of the API.
struct Endpoint: Sendable {
  let method: HTTP.Method
  /// Below `API.root`.
  let path: String
  /// The scope that a token needs; nil for any.
  let scope: AccessScope?
  /// One line.
  let summary: String
  var query: [APIField] = []
  /// Nil if the request has no body.
  var body: [APIField]?
  /// Of a body that is no JSON; it is read when the row is known.
  var takes: Upload?
  /// Whether it names the version that it changes in `If-Match`: whether that must be there.
  var isVersioned: Bool?
  var answer = Answer.nothing
  /// Whether an `Idempotency-Key` is kept.
  var isOnce = false
  let run: @Sendable (Call) async throws -> Response

  indirect enum Answer: Sendable {
    case nothing
    /// Of the resource with this name.
    case row(String)
    case rows(String)
    case object([APIField])
    /// Bytes of a WebP picture.
    case picture
    /// Bytes of a file, of which a part can be asked for.
    case bytes
  }

  enum Upload { case picture, anything }

  /// Whether an operation of a batch can be it: bodies and answers of those are JSON.
  var isInBatches: Bool {
    switch answer {
    case .picture, .bytes: return false
    case .nothing, .row, .rows, .object: break
    }
    return takes == nil && path != "/changes" && path != "/batch"
  }
}

/// A request of a program, checked against its endpoint.
struct Call {
  let context: Context
  /// The row in the path.
  var id: UUID?
  /// The part of a row in the path.
  var line: UUID?
  /// Of the request; of an operation of a batch, the operation's own.
  var path: String
  var body = APIBody()
  var query = Form()
  /// The versions that it names.
  var ifMatch: IfMatch?
  /// Under which its answer is kept (draft-ietf-httpapi-idempotency-key-header).
  var key: String?

  /// The version that a change is of: the present one, if the request names it.
  func neededVersion(of present: Int) throws -> Int {
    guard let ifMatch else { throw APIProblem(.preconditionRequired) }
    // An operation refuses a version that nothing has.
    return ifMatch.allows(present) ? present : 0
  }
}

extension Call {
  /// As the request says it; the body is read later.
  init(_ context: Context, _ id: UUID?, _ line: UUID?) {
    let headers = context.request.headers
    self.init(context: context, id: id, line: line, path: context.request.path, query: context.request.query)
    let versions = headers.values("if-match")
    ifMatch = versions.isEmpty ? nil : IfMatch(versions.joined(separator: ","))
    key = headers["idempotency-key"]
  }
}

/// The body of a request: an object of known fields.
struct APIBody {
  private(set) var object = JSONObject()
  /// Its bytes.
  private(set) var bytes: [UInt8] = []

  init() {}

  init(_ object: JSONObject, _ bytes: [UInt8] = []) { (self.object, self.bytes) = (object, bytes) }

  func has(_ name: String) -> Bool { object[name] != nil }

  var names: [String] { object.members.map(\.name) }

  func text(_ name: String) -> String? { object[name]?.string }
  func flag(_ name: String) -> Bool? { object[name]?.bool }
  func id(_ name: String) -> UUID? { object[name]?.string.flatMap { UUID($0.utf8) } }
  func number(_ name: String) -> Int? { object[name]?.integer }
  func list(_ name: String) -> [JSON] { object[name]?.elements ?? [] }

  /// As a form of the pages would send it: a list as several fields, and null as an empty one.
  var form: Form {
    var form = Form()
    for member in object.members {
      switch member.value {
      case .null: form.append(member.name, "")
      case .bool(let flag): form.append(member.name, flag ? "true" : "false")
      case .number(let digits): form.append(member.name, digits)
      case .string(let text): form.append(member.name, text)
      case .array(let elements):
        for element in elements { if let text = element.string { form.append(member.name, text) } }
      case .object: break
      }
    }
    return form
  }
}
