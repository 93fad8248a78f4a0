import CivilTime
import EventLoop
import HTTP
import Postgres
import StrictJSON

/// The way of a request of a program through its endpoint.
extension Endpoint {
  /// Bytes of a body.
  private static let largestBody = 1 << 20
  /// Values in a body.
  private static let mostValues = 10_000

  func add(to routes: inout Router<Context>) {
    let path = API.root + path
    switch path.split(separator: "{").count - 1 {
    case 0: routes.on(method, path) { request, context in try await answer(context, nil, nil) }
    case 1:
      routes.on(method, path) { (request, context, id: UUID) in try await answer(context, id, nil) }
    default:
      routes.on(method, path) { (request, context, id: UUID, line: UUID) in try await answer(context, id, line) }
    }
  }

  private func answer(_ context: Context, _ id: UUID?, _ line: UUID?) async throws -> Response {
    try context.admitProgram(scopes: scope?.sufficient ?? AccessScope.all.map(\.text))
    let limit = context.app.programs.take(context)
    guard limit.isLeft else { throw Failure.tooMany(retryAfter: limit.seconds) }
    var response: Response
    do {
      response = try await answer(Call(context, id, line))
    } catch let problems as Problems {
      // It is told in the language of the person, unless the request asks for another one.
      if context.visitor == nil { try await context.query() }
      response = APIProblem(problems, context.strings).response(context)
    } catch let problem as APIProblem {
      if context.visitor == nil { try await context.query() }
      response = problem.response(context)
    } catch let refused as API.Refused {
      response = refused.answer()
    }
    // No statement ran for a refusal or an empty answer: an ended token is told nothing else.
    if context.visitor == nil { try await context.query() }
    limit.tell(&response)
    return response
  }

  private func answer(_ call: Call) async throws -> Response {
    let context = call.context
    try checkQuery(call.query)
    guard let fields = body else {
      // A body that is not asked for is not read.
      return try await run(call)
    }
    let bytes: [UInt8]
    do {
      bytes = try await context.request.body.collect(limit: Self.largestBody)
    } catch .tooLarge {
      throw APIProblem(.contentTooLarge)
    }
    var call = call
    call.body = try await read(bytes, fields, context)
    if isOnce, let key = call.key {
      if let wrong = AnswerKeys.problem(of: key) { throw APIProblem.field("Idempotency-Key", wrong) }
      return try await AnswerKeys.once(key, call) { try await run($0) }
    }
    return try await run(call)
  }

  private static func parsed(_ bytes: [UInt8]) -> Result<JSON, Refusal> {
    Result { () throws(Refusal) in try JSON(bytes, maximumValues: mostValues) }
  }

  func checkQuery(_ form: Form) throws {
    var known: Set<String> = []
    for (name, value) in form.pairs {
      guard let field = query.first(where: { $0.name == name }) else { throw APIProblem.field(name, .unknownField) }
      guard known.insert(name).inserted else { throw APIProblem.field(name, .twice) }
      if let wrong = field.kind.problem(ofQuery: value) { throw APIProblem.field(name, wrong) }
    }
  }

  private func read(_ bytes: [UInt8], _ fields: [APIField], _ context: Context) async throws -> APIBody {
    if bytes.isEmpty {
      if let needed = fields.first(where: { !$0.isOptional }) { throw APIProblem.field(needed.name, .needed) }
      return APIBody()
    }
    guard ["application/json", "application/merge-patch+json"].contains(context.request.mediaType?.essence ?? "") else {
      throw APIProblem(.unsupportedMediaType)
    }
    // A long one would hold up its loop.
    let result =
      bytes.count < 16 << 10 ? Self.parsed(bytes) : try await context.offLoop { Self.parsed(bytes) }
    guard case .success(let json) = result, let object = json.object else {
      var detail = APIProblem.Detail.noObject
      if case .failure(let refusal) = result, let fault = refusal.fault { detail = .noJSON(fault) }
      throw APIProblem(.badRequest, detail: detail)
    }
    try APIField.check(object, fields)
    return APIBody(object, bytes)
  }
}

extension APIField {
  /// Throws if an object has a field that is none of these, lacks one, or has one of another kind.
  static func check(_ object: JSONObject, _ fields: [APIField], in place: String = "") throws {
    for member in object.members {
      guard let field = fields.first(where: { $0.name.isExactly(member.name) }) else {
        throw APIProblem.field(place + String(member.name.unicodeScalars.prefix(100)), .unknownField)
      }
      if member.value == .null {
        if !field.isNullable { throw APIProblem.field(place + field.name, .null) }
      } else if let wrong = try field.kind.problem(of: member.value, in: place + field.name) {
        throw APIProblem.field(place + field.name, wrong)
      }
    }
    if let needed = fields.first(where: { !$0.isOptional && object[$0.name] == nil }) {
      throw APIProblem.field(place + needed.name, .needed)
    }
  }
}

extension APIField.Kind {
  /// The reason why a value is not of the kind; nil if it is.
  fileprivate func problem(of value: JSON, in place: String) throws -> APIReason? {
    switch self {
    case .flag: return value.bool == nil ? .noFlag : nil
    case .number(let range):
      guard let number = value.integer, range.contains(number) else {
        return .notWithin(range)
      }
      return nil
    case .list(let kind, let most):
      guard let elements = value.elements else { return .noList }
      if elements.count > most { return .tooManyElements(most) }
      for (number, element) in elements.enumerated() {
        if let wrong = try kind.problem(of: element, in: "\(place)[\(number)]") { return wrong }
      }
      return nil
    case .object(let fields):
      guard let object = value.object else { return .noObject }
      try APIField.check(object, fields, in: "\(place).")
      return nil
    case .anyObject: return value.object == nil ? .noObject : nil
    case .text, .day, .time, .moment, .id, .choice:
      guard let text = value.string else { return .noText }
      if text.utf8.contains(0) { return .zero }
      return problem(of: text)
    }
  }

  private func problem(of text: String) -> APIReason? {
    switch self {
    case .text(let most): text.isLonger(than: most) ? .tooLong(most) : nil
    case .day: CalendarDate(text) == nil ? .noDay : nil
    case .time: TimeOfDay(text) == nil ? .noTime : nil
    case .id: UUID(text.utf8) == nil ? .noID : nil
    case .choice(let values): values.contains(text) ? nil : .noneOf(values)
    default: nil
    }
  }

  /// The same for a field of a query.
  fileprivate func problem(ofQuery text: String) -> APIReason? {
    switch self {
    case .flag: text == "true" || text == "false" ? nil : .noFlag
    case .number(let range):
      Int(digits: text).map(range.contains) == true
        ? nil : .notWithin(range)
    default: problem(of: text)
    }
  }
}

/// The requests of programs in the running minute, counted in this process.
final class ProgramLimits: Sendable {
  /// Of a token, and of all tokens of a household.
  static let (perToken, perHousehold) = (6_000, 12_000)
  private static let window = 60
  private static let otherAddresses = Share(0, 0)
  private let counts = Lock<Counts>(Counts())

  private struct Counts {
    var minute = 0
    var tokens: [[UInt8]: Int] = [:]
    /// Of households, and of the addresses of tokens that nobody knows.
    var shares: [Share: Int] = [:]
  }

  struct Left {
    let count: Int
    /// Until the window ends.
    let seconds: Int
    var isLeft: Bool { count >= 0 }

    /// The fields of draft-ietf-httpapi-ratelimit-headers.
    func tell(_ response: inout Response) {
      response.headers.set("RateLimit-Policy", "\"token\";q=\(ProgramLimits.perToken);w=\(ProgramLimits.window)")
      response.headers.set("RateLimit", "\"token\";r=\(max(0, count));t=\(seconds)")
    }
  }

  /// Counts a request.
  func take(_ context: Context) -> Left {
    let now = Timestamp.now().seconds
    guard let hash = context.credentialHash else {
      return Left(count: Self.perToken, seconds: Self.window - now % Self.window)
    }
    let address = Share(context.request.remoteAddress)
    let share = context.app.shares.share(of: hash, context.request.remoteAddress)
    return take(hash, share, isKnown: share != address, at: now)
  }

  /// - Parameters:
  ///   - hash: of the token.
  ///   - share: the household's, or the address' of a token that is not known yet, or is made up: those count by the address alone.
  ///   - now: in seconds since 1970.
  func take(_ hash: [UInt8], _ share: Share, isKnown: Bool = true, at now: Int) -> Left {
    let (minute, seconds) = (now / Self.window, Self.window - now % Self.window)
    return counts.withLock { counts in
      if counts.minute != minute { counts = Counts(minute: minute) }
      // Addresses that are made up do not fill the memory: beyond so many they count as one.
      let isCounted = isKnown || counts.shares[share] != nil || counts.shares.count < 10_000
      let share = isCounted ? share : Self.otherAddresses
      counts.shares[share, default: 0] += 1
      if isKnown { counts.tokens[hash, default: 0] += 1 }
      let used = isKnown ? counts.tokens[hash]! : 1
      let left = min(Self.perToken - used, Self.perHousehold - counts.shares[share]!)
      return Left(count: left, seconds: seconds)
    }
  }
}
