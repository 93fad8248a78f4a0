import HTTP
import StrictJSON

/// A refusal as a program reads it (RFC 9457).
struct APIProblem: Error {
  let status: Status
  /// The last part of the problem's `type`.
  var kind: Kind
  var detail: Detail?
  /// The problems of fields.
  var fields: [(name: String, reason: APIReason)] = []
  /// The row as it is now, as JSON.
  var current: String?

  enum Kind: String, CaseIterable {
    case badRequest = "bad-request"
    case unauthorized, forbidden
    case notFound = "not-found"
    case methodNotAllowed = "method-not-allowed"
    case conflict, gone
    case changedMeanwhile = "changed-meanwhile"
    case tooLarge = "too-large"
    case unsupported = "unsupported-media-type"
    case invalid
    case versionNeeded = "version-needed"
    case tooMany = "too-many-requests"
    case keyUsed = "key-used"
    case failed, unavailable

    init(_ status: Status) {
      switch status.code {
      case 401: self = .unauthorized
      case 403: self = .forbidden
      case 404: self = .notFound
      case 405: self = .methodNotAllowed
      case 409: self = .conflict
      case 410: self = .gone
      case 412: self = .changedMeanwhile
      case 413: self = .tooLarge
      case 415: self = .unsupported
      case 422: self = .invalid
      case 428: self = .versionNeeded
      case 429: self = .tooMany
      case 503: self = .unavailable
      case 500...: self = .failed
      default: self = .badRequest
      }
    }
  }

  /// The words about a problem as a whole, where they are others than those of its status.
  enum Detail {
    /// The body is no object.
    case noObject
    case noJSON(JSONFault)
    /// The same request is under way.
    case underWay
    /// A page has said it.
    case said(String)
  }

  init(_ status: Status, _ kind: Kind? = nil, detail: Detail? = nil) {
    (self.status, self.kind, self.detail) = (status, kind ?? Kind(status), detail)
  }

  /// A body whose field is not what it should be.
  static func field(_ name: String, _ reason: APIReason) -> APIProblem {
    var problem = APIProblem(.unprocessableContent)
    problem.fields = [(name, reason)]
    return problem
  }

  init(_ problems: Problems, _ strings: Strings) {
    self.init(.unprocessableContent)
    fields = problems.all.map { ($0.field, .said(strings.text($0))) }
  }

  func response(_ context: Context) -> Response {
    let strings = context.strings
    let fields = self.fields.map { (name: $0.name, message: strings.text($0.reason)) }
    let (title, message) = strings.text(ofError: status.code)
    // Of a page it says that the page was open for too long.
    let usual = status == .forbidden ? strings.apiForbidden : message
    var object = JSONObject()
    object.append("type", .string("\(context.request.origin)/api#\(kind.rawValue)"))
    object.append("title", .string(title))
    object.append("status", .number("\(status.code)"))
    object.append(
      "detail",
      .string(
        detail.map { strings.text($0) } ?? (fields.isEmpty ? usual : fields.map(\.message).joined(separator: " "))))
    object.append("instance", .string(context.request.id))
    if !fields.isEmpty {
      object.append(
        "errors",
        .array(fields.map { .object(["field": .string($0.name), "detail": .string($0.message)]) }))
    }
    var text = JSON.object(object).text
    if let current { text = "\(text.dropLast()),\"current\":\(current)}" }
    var response = Response(status: status, body: .bytes(Array(text.utf8)))
    response.headers.set("Content-Type", "application/problem+json")
    response.headers.set("Content-Language", strings.language.rawValue)
    response.headers.set("Vary", "Accept-Language, Authorization")
    if status == .unauthorized { response.headers.set("WWW-Authenticate", "Bearer realm=\"Foyer\"") }
    return response
  }
}

extension Strings {
  fileprivate func text(_ detail: APIProblem.Detail) -> String {
    switch detail {
    case .noObject: apiNoObject
    case .noJSON(let fault): text(fault)
    case .underWay: apiUnderWay
    case .said(let text): text
    }
  }
}
