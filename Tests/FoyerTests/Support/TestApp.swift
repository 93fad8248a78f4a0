import Crypto
import EventLoop
import Glibc
import HTTP
import Synchronization

@testable import Foyer
@testable import Postgres

/// The app on a free port of 127.0.0.1, with a database of its own and a cheap password hash.
final class TestApp: Sendable {
  let app: App
  let port: UInt16
  /// The app's database URL, without the proxy between them.
  let databaseURL: String
  /// The same database for a superuser, who sees every row.
  let superuserURL: String
  /// The file that the log goes to.
  let logPath: String

  static let parameters = ScryptHash.Parameters(n: 2, r: 1, p: 1)
  private static let count = Atomic(0)

  /// The app shared by all tests that need no other settings.
  private static let common = Task { try await TestApp() }
  static func shared() async throws -> TestApp { try await common.value }

  /// - Parameters:
  ///   - environment: settings besides those that every test has.
  ///   - proxy: a proxy between the app and the database.
  ///   - database: another app's, to be shared with it.
  ///   - directURL: where the app listens, if not at its database.
  init(
    _ environment: [String: String] = [:], proxy: DatabaseProxy? = nil, database: String? = nil,
    directURL: String? = nil,
    waitingPasswords: Int = 200, parameters: ScryptHash.Parameters = TestApp.parameters,
    recipeReader: RecipeReader = RecipeReader(program: Program.path, time: .seconds(120)), loops: Int = 2
  ) async throws {
    if let database { databaseURL = database } else { databaseURL = try await TestCluster.database() }
    superuserURL = TestCluster.superuserURL(databaseURL)
    logPath = "\(scratch)/app-\(Self.count.add(1, ordering: .relaxed).newValue).log"
    let log = open(logPath, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    // The address of the sample to-dos is not public and is refused at once, unless a test allows it.
    let standard = [
      "FOYER_LISTEN": "127.0.0.1:0", "FOYER_TRUSTED_PROXIES": "127.0.0.1/32",
      "FOYER_SAMPLE_TODOS_URL": "http://127.0.0.1:9/",
    ]
    var pool = PoolConfiguration(url: databaseURL, preparesStatements: environment["FOYER_PREPARE"] != "off")
    if let proxy {
      pool.url = try proxy.url(for: databaseURL)
    } else {
      // Many tests share the machine: a page of a test that is not about these deadlines may take longer.
      (pool.timeout, pool.patience) = (.seconds(60), .seconds(60))
    }
    app = try App(
      configuration: Configuration(environment: standard.merging(environment) { $1 }), database: pool,
      direct: PoolConfiguration(url: directURL ?? pool.url), assets: Assets(home: packageRoot),
      log: Log(format: .text, descriptor: log),
      passwords: Passwords(parameters: parameters, waiting: waitingPasswords),
      images: ImageConverter(time: .seconds(120)), recipeReader: recipeReader,
      loops: loops)
    try await app.start()
    port = app.addresses[0].port
  }

  /// An app whose pages alone are counted by the proxy.
  static func counted(by proxy: DatabaseProxy) async throws -> TestApp {
    // The connection that listens is asked every two seconds, past the proxy.
    let url = try await TestCluster.database()
    let app = try await TestApp(proxy: proxy, database: url, directURL: url)
    // Each of two loops has three others, and each is sent its settings first.
    try await eventually {
      try app.number(
        """
        SELECT count(*) AS n FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'foyer' AND state = 'idle' AND query <> ''
        """) == 6
    }
    return app
  }

  var database: PoolConfiguration { PoolConfiguration(url: databaseURL) }

  func browser(scheme: String = "http", headers: [String: String] = [:]) -> Browser {
    Browser(port: port, scheme: scheme, headers: headers)
  }

  /// A new account with a household of its own.
  func member(timeZone: String = "UTC", headers: [String: String] = [:]) async throws -> Member {
    let browser = browser(headers: headers)
    let email = "member-\(Self.count.add(1, ordering: .relaxed).newValue)@example.org"
    let password = "a quiet harbour"
    let answer = try await browser.post(
      "/signup", ["name": "Ada Lovelace", "email": email, "password": password, "time_zone": timeZone])
    guard answer.status == 303 else { throw Unexpected("signing up answered \(answer.status): \(answer.text)") }
    let household: UUID = try rows("SELECT household_id FROM accounts WHERE email = \(email)")[0]["household_id"]
    return Member(app: self, browser: browser, email: email, password: password, household: household)
  }

  /// Queries the database directly, as a superuser.
  @discardableResult
  func rows(_ sql: SQL) throws -> Rows {
    try Session(Target(url: superuserURL), deadline: .now() + .seconds(120)).run(sql)
  }

  /// The column `n` of the only row.
  func number(_ sql: SQL) throws -> Int { try rows(sql)[0]["n"] }

  /// Waits until no transaction runs that began before, those of other tests' databases among them: as long as one does, it holds
  /// back what programs that follow changes are told.
  func settle() async throws {
    let next = try number("SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS n")
    try await eventually { try number("SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS n") >= next }
  }

  var log: String { contents(ofFile: logPath) ?? "" }
}

struct Unexpected: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// A signed-in person with a browser.
struct Member: Sendable {
  let app: TestApp
  let browser: Browser
  let email: String
  let password: String
  let household: UUID

  func get(_ path: String, _ headers: [String: String?] = [:]) async throws -> Answer {
    try await browser.get(path, headers)
  }

  func post(
    _ path: String, _ fields: KeyValuePairs<String, String> = [:], _ headers: [String: String?] = [:]
  ) async throws -> Answer {
    try await browser.post(path, fields, headers)
  }

  /// Runs the same in several windows of the browser at once.
  func atOnce<Value: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Browser, Int) async throws -> Value
  ) async throws -> [Value] {
    let cookies = await browser.cookies
    return try await withThrowingTaskGroup(of: Value.self) { group in
      for number in 1...count {
        group.addTask {
          let window = app.browser()
          for (name, value) in cookies { await window.setCookie(name, value) }
          return try await body(window, number)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }

  /// Makes an item through the form; returns its id.
  @discardableResult
  func add(_ title: String, description: String = "", date: String = "", time: String = "") async throws -> UUID {
    let id = UUID.v7()
    let answer = try await post(
      "/items",
      ["id": "\(id)", "title": title, "description": description, "due_date": date, "due_time": time])
    guard answer.status == 303 else { throw Unexpected("adding answered \(answer.status)") }
    return id
  }

  /// Inserts items into the database directly, the oldest first.
  func fill(_ count: Int, deleted: Bool = false) throws {
    try app.rows(
      """
      INSERT INTO items (household_id, id, title, created_at, position, age_order, deleted_at)
      SELECT \(household), gen_random_uuid(), 'Item ' || n, now() - (\(count)::int - n) * interval '1 second', -n, -n,
        CASE WHEN \(deleted) THEN now() - (\(count)::int - n) * interval '1 second' END
      FROM generate_series(1, \(count)::int) AS n
      """)
  }

  /// The household's counts, as stored and as counted.
  func counts() throws -> (kept: [Int], counted: [Int]) {
    let row = try app.rows(
      """
      SELECT (SELECT coalesce(sum(open_items), 0) FROM item_counts WHERE household_id = h.id) AS open_items,
        (SELECT coalesce(sum(done_items), 0) FROM item_counts WHERE household_id = h.id) AS done_items,
        (SELECT count(*) FROM items WHERE household_id = h.id AND deleted_at IS NULL AND done_at IS NULL) AS open,
        (SELECT count(*) FROM items WHERE household_id = h.id AND deleted_at IS NULL AND done_at IS NOT NULL) AS done
      FROM households h WHERE h.id = \(household)
      """)[0]
    return ([try row["open_items"], try row["done_items"]], [try row["open"], try row["done"]])
  }
}

/// The headers of a request by htmx.
func fragment(_ target: String? = nil) -> [String: String?] {
  var headers: [String: String?] = ["hx-request": "true"]
  if let target { headers["hx-target"] = target }
  return headers
}

/// Retries until the condition holds. The suite's time limit ends a failing wait.
func eventually(_ condition: () async throws -> Bool) async throws {
  while try await !condition() { try await Task.sleep(for: .milliseconds(20)) }
}
