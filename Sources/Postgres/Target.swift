import CPostgres
import EventLoop
import Glibc

/// The address of a server, or of several of which one is wanted.
package struct Target: Sendable {
  var url: String
  /// How the connection is called in pg_stat_activity, unless the URL says otherwise.
  let name: String
  /// Parameters that override the URL's.
  private var own: [(keyword: String, value: String)] = []
  /// Whether only a standby will do that has followed the newest primary.
  var wantsStandby = false
  /// Whether another server than the right one may answer.
  private var isDoubtful = false

  package init(url: String, name: String = "foyer") { (self.url, self.name) = (url, name) }

  /// One for each host of the URL, in order (PostgreSQL manual, 34.1.1.3).
  var hosts: [Target] {
    var single = self
    if wantsStandby {
      single.own.append(("target_session_attrs", "standby"))
      single.isDoubtful = true
    }
    let lists = Self.lists(url)
    let count = (lists["hostaddr"] ?? lists["host"] ?? []).count
    // libpq has a word for lists that differ in length.
    guard count > 1, lists.values.allSatisfy({ $0.count == count || $0.count == 1 }) else { return [single] }
    return (0..<count).map { index in
      var target = single
      target.own += lists.compactMap { name, values in values.count == count ? (name, values[index]) : nil }
      target.isDoubtful = true
      return target
    }
  }

  /// The URL's hosts and ports.
  private static func lists(_ url: String) -> [String: [String]] {
    guard let options = PQconninfoParse(url, nil) else { return [:] }
    defer { PQconninfoFree(options) }
    var lists: [String: [String]] = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val, ["host", "hostaddr", "port"].contains(String(cString: keyword)) {
        lists[String(cString: keyword)] = String(cString: value)
          .split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      }
      option += 1
    }
    return lists
  }

  /// Connects; blocks. The caller checks the result with PQstatus; nil when out of memory.
  func connect() -> OpaquePointer? {
    // An expanded URL overrides the keywords before it, and the keywords after it override the URL.
    let parameters =
      [("connect_timeout", "2"), ("fallback_application_name", name), ("dbname", url), ("client_encoding", "UTF8")]
      + own
    let keywords = parameters.map { strdup($0.0) }
    let values = parameters.map { strdup($0.1) }
    defer { for text in keywords + values { free(text) } }
    let pg = PQconnectdbParams(
      keywords.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil], 1)
    // By default notices are written to standard error.
    PQsetNoticeReceiver(pg, { _, _ in }, nil)
    return pg
  }

  /// The outcome of `dial`: the address of a PGconn, or why there is none.
  enum Dialed: Sendable {
    case open(UInt)
    case refused(String)
  }

  /// Connects and, where another server may answer, looks whether it is a right one; blocks.
  func dial() -> Dialed {
    guard let pg = connect() else { return .refused("libpq is out of memory") }
    var reason: String?
    if PQstatus(pg) != CONNECTION_OK {
      reason = String(cString: PQerrorMessage(pg))
    } else if isDoubtful {
      reason = refusal(pg)
    }
    guard let reason else { return .open(UInt(bitPattern: pg)) }
    PQfinish(pg)
    return .refused(reason.split(whereSeparator: \.isNewline).joined(separator: " "))
  }

  /// Why the server will not do.
  private func refusal(_ pg: OpaquePointer) -> String? {
    do throws(PostgresError) {
      let session = Session(open: pg, deadline: .now() + .seconds(2))
      return Timeline.refusal(of: try Timeline.Server(try session.run(Timeline.ask)[0]), wantsStandby: wantsStandby)
    } catch {
      return "\(error)"
    }
  }
}
