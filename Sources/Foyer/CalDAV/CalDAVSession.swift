import CivilTime
import Crypto
import HTTP
import ICalendar
import Postgres
import StrictJSON

/// The household of a request that proves itself by a token in `Authorization: Basic` (RFC 7617). It has the limits, the queues and the
/// share of any other program.
final class CalDAVSession: HouseholdSession {
  /// The person whose token it is.
  struct Person {
    let id: UUID
    let household: UUID
    let name: String
    /// Nil until something asks for it.
    var email: String?
    let language: Language?
    let now: Timestamp
    /// Names of time zones: the household's, and the person's.
    let householdZone: String
    let zone: String
    let reader: TodoReader
  }

  static let scope = "caldav"

  let context: Context
  /// Known after the first batch.
  private(set) var known: Person?
  private var zones: [String: ZoneTable] = [:]

  /// Nil where the request has no token, or sends it over a connection that others can read.
  init?(_ context: Context) {
    guard let token = Self.token(context.request) else { return nil }
    self.context = context
    context.admit(token, scopes: [Self.scope])
  }

  /// The password of `Basic`, if that may be sent here: over TLS, or on this machine. The name is not looked at: each program writes
  /// another one, and a token says whose it is.
  private static func token(_ request: Request) -> AccessToken? {
    guard request.scheme == "https" || request.remoteAddress.isLoopback || isLocal(request.host) else { return nil }
    guard let field = request.headers["authorization"], field.utf8.count < 600 else { return nil }
    let words = field.split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0].lowercased() == "basic" else { return nil }
    // Base64URL has another alphabet, and no padding.
    let text = String(
      decoding: words[1].utf8.filter { $0 > 32 && $0 != UInt8(ascii: "=") }.map { byte -> UInt8 in
        byte == UInt8(ascii: "+") ? UInt8(ascii: "-") : byte == UInt8(ascii: "/") ? UInt8(ascii: "_") : byte
      }, as: UTF8.self)
    guard let bytes = Base64URL.decode(text), let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    return AccessToken(String(decoding: bytes[(colon + 1)...], as: UTF8.self).trimmed)
  }

  private static func isLocal(_ host: String) -> Bool { ["localhost", "127.0.0.1", "[::1]"].contains(host) }

  /// The person. Asked of the database where no batch has run yet.
  func person() async throws -> Person {
    if let known { return known }
    try await query(Batch())
    guard let known else { throw Failure.signedOut }
    return known
  }

  @discardableResult
  func query(_ batch: Batch) async throws -> Results {
    guard known == nil else { return try await context.query(batch) }
    var whole = Batch()
    let person = whole.add(CalDAVQueries.person())
    let part = whole.add(batch)
    let results = try await context.query(whole)
    let row = results[person][0]
    try know(try row["person"], email: try row["email"])
    return results[part]
  }

  private func know(_ person: String?, email: String? = nil) throws {
    guard let visitor = context.visitor, let person else { throw Failure.signedOut }
    known = try Person(visitor, person, email: email, context.request.origin)
  }

  /// Looks whether something has changed.
  /// - Parameter batch: goes along.
  func look(with batch: Batch = []) async throws -> (look: CalDAVLook, results: Results) {
    var whole = Batch()
    let looking = whole.add(CalDAVQueries.look())
    let part = whole.add(batch)
    let results = try await context.query(whole)
    let look = try CalDAVLook(results[looking][0])
    if known == nil { try know(look.person) }
    return (look, results[part])
  }

  /// The collections, in their order.
  func view() async throws -> CalDAVView { try await CalDAVView.read(try await look().look, self) }

  /// The person, with the address of the account.
  func owner() async throws -> Person {
    var person = try await person()
    if person.email == nil {
      person.email = try await query(CalDAVQueries.person())[0]["email"]
      known = person
    }
    return person
  }

  func offLoop<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async throws -> Value {
    try await context.offLoop(work)
  }

  func reportUnread() { context.reportUnread() }

  var local: CivilTime { (known?.now ?? .now()).local }

  /// A program has no field for it that it would ask for.
  var needsDescription: Bool { false }

  var strings: Strings { Strings(known?.language ?? context.strings.language) }

  /// The household's clock, and the person's.
  func clocks() async throws -> (household: ZoneTable, person: ZoneTable) {
    let person = try await person()
    return (try await clock(person.householdZone), try await clock(person.zone))
  }

  private func clock(_ name: String) async throws -> ZoneTable {
    if let zone = zones[name] { return zone }
    let years = ZoneTable.days(around: Timestamp.now().local.year)
    if let zone = ZoneTables.known(name, years) {
      zones[name] = zone
      return zone
    }
    let rows = try await query(FeedQueries.changes(of: name, from: years.lowerBound, to: years.upperBound))
    let zone = try ZoneTable(name, years, rows)
    ZoneTables.keep(zone)
    zones[name] = zone
    return zone
  }

  /// An object as the program was last given it; nil where that is not known. What it moves may be a copy from before, which it
  /// has read anew in its old place alone: then the one that is more like it counts.
  /// - Parameter moved: as the program sends it to another place; nil where it stays.
  func given(_ subject: UUID, moved: TodoObject? = nil) async throws -> TodoObject? {
    guard let row = try await query(CalDAVQueries.given(subject)).first else { return nil }
    func read(_ text: String?) -> TodoObject? { text.flatMap { try? TodoObject(Array($0.utf8)) } }
    let (last, former): (String, String?) = (try row["object"], try row["former"])
    guard let moved, let last = read(last), let former = read(former) else { return read(last) }
    return moved.differences(from: former) < moved.differences(from: last) ? former : last
  }

  /// Notes what the program has sent.
  func note(sent object: GivenObject) async throws {
    context.writes()
    try await query(Batch(CalDAVQueries.take(object)))
  }

  /// Notes what the program is given, so that its next change is told from those that others have made meanwhile.
  func note(_ given: [GivenObject]) async throws {
    guard !given.isEmpty else { return }
    context.writes()
    try await query(CalDAVQueries.give(given))
  }
}

extension CalDAVSession.Person {
  /// - Parameter text: of `CalDAVQueries.person`.
  fileprivate init(_ visitor: Visitor, _ text: String, email: String?, _ origin: String) throws {
    guard let row = try JSON(Array(text.utf8)).elements, row.count == 4, let zone = row[1].string,
      let householdZone = row[2].string
    else { throw Refusal("a row of a person has another form") }
    let members = row[3].elements?.compactMap { entry -> TodoReader.Member? in
      guard let entry = entry.elements, entry.count == 2, let id = entry[0].string.flatMap({ UUID($0.utf8) }) else {
        return nil
      }
      return TodoReader.Member(id: id, name: entry[1].string ?? "")
    }
    reader = TodoReader(person: visitor.personID, members: members ?? [], origin: origin)
    (id, household, name, now) = (visitor.personID, visitor.householdID, visitor.name, visitor.now)
    (self.email, language) = (email, row[0].string.flatMap { Language(rawValue: $0) })
    (self.householdZone, self.zone) = (householdZone, zone)
  }
}

extension Method {
  static let propfind = Method(name: "PROPFIND")
  static let proppatch = Method(name: "PROPPATCH")
  static let report = Method(name: "REPORT")
  static let mkcalendar = Method(name: "MKCALENDAR")
  static let mkcol = Method(name: "MKCOL")
  static let move = Method(name: "MOVE")
  static let copy = Method(name: "COPY")

  /// Whether it changes nothing (RFC 9110 §9.2.1, RFC 4918 §9.1, RFC 3253 §3.6).
  var isSafe: Bool { [.get, .head, .options, .propfind, .report].contains(self) }
}
