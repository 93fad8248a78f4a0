import CivilTime
import Crypto
import EventLoop
import HTTP
import ICalendar
import Postgres

/// The household of a request that proves itself by a token in `Authorization: Basic` (RFC 7617).
final class CalDAVSession: HouseholdSession {
  /// The person whose token it is.
  struct Person {
    let id: UUID
    let household: UUID
    let name: String
    let email: String
    let language: Language?
    let now: Timestamp
    /// Names of time zones: the household's, and the person's.
    let householdZone: String
    let zone: String
    let isStale: Bool
  }

  let context: Context
  private let token: AccessToken
  /// Known after the first batch.
  private(set) var known: Person?
  private var zones: [String: ZoneTable] = [:]

  /// Nil where the request has no token, or sends it over a connection that others can read.
  init?(_ context: Context) {
    guard let token = Self.token(context.request) else { return nil }
    (self.context, self.token) = (context, token)
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
    var whole = Batch()
    let opening = whole.add(CalDAVQueries.open(token.hash))
    let part = whole.add(batch)
    let changes = context.request.method.isSafe ? nil : whole.add(EventQueries.changes())
    let results: Results
    do {
      results = try await context.queryWithoutSession(whole)
    } catch let error as PostgresError {
      // Without a token a statement can fail for want of a household.
      if known == nil,
        try await context.queryWithoutSession(CalDAVQueries.open(token.hash)).first?["person_id"] as UUID? == nil
      {
        throw Failure.signedOut
      }
      throw error
    }
    guard let row = results[opening].first, let person = try Person(row) else { throw Failure.signedOut }
    known = person
    if let changes { context.events.announce(try results[changes][0]["changes"], by: nil) }
    return results[part]
  }

  func offLoop<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async throws -> Value {
    let share = known.map { Share($0.household).from(Share(context.request.remoteAddress)) } ?? context.share
    return try await context.app.computing.run(for: share, work)
  }

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

  /// An object as the program was last given it; nil where that is not known.
  func given(_ subject: UUID, on clock: ZoneTable) async throws -> Todo? {
    let text: String? = try await query(CalDAVQueries.given(subject)).first?["object"]
    return text.flatMap { try? TodoObject(Array($0.utf8)) }?.todo(on: clock)
  }

  /// Notes what the program is given, so that its next change is told from those that others have made meanwhile.
  func note(_ given: [GivenObject]) async throws {
    guard !given.isEmpty else { return }
    context.writes()
    try await query(CalDAVQueries.give(given))
  }

  /// Notes once an hour that the token is in use.
  func noteUse() async {
    guard known?.isStale == true else { return }
    _ = try? await query([AccessTokenQueries.touch(token.hash), SessionQueries.commitAtOnce()])
  }
}

extension CalDAVSession.Person {
  /// Nil where the row says that there is no such token.
  fileprivate init?(_ row: Row) throws {
    guard let id: UUID = try row["person_id"] else { return nil }
    self.id = id
    household = try row["household_id"]
    (name, email) = (try row["name"], try row["email"])
    language = try row["language"]
    now = try row["now"]
    (householdZone, zone) = (try row["household_zone"], try row["zone"])
    isStale = try row["is_stale"]
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
