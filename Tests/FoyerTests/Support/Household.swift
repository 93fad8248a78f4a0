import Glibc
import EventLoop

@testable import Foyer
@testable import Postgres

/// The demonstration's households in a database of an ordinary owner, and one backup of it.
enum Household {
  struct Sum: Equatable {
    let rows: Int
    let checksum: String
  }

  static let password = "a quiet harbour"

  private static let template = Task { () throws -> String in
    let url = try await emptyDatabase()
    let made = try await Program.run(["demo", "--password", password, "--language", "en"], ["DATABASE_URL": url])
    guard made.status == 0 else { throw Unexpected(made.errors) }
    // Some of what only use would fill.
    let superuser = try Session(Target(url: TestCluster.superuserURL(url)), deadline: .now() + .seconds(60))
    try superuser.run(
      """
      INSERT INTO sessions (token_hash, household_id, person_id, user_agent)
      SELECT sha256(id::text::bytea), household_id, id, E'Browser "1" \\\\ \\t é' FROM people
      """)
    // An open one does not come back.
    try superuser.run("UPDATE invitations SET used_at = now()")
    try superuser.run("INSERT INTO cooking_parameters SELECT household_id, id, 3, -1 FROM people")
    return name(url)
  }

  /// The name of the database that a URL leads to.
  static func name(_ url: String) -> String { String(url.components("postgresql:///")[1].prefix { $0 != "?" }) }

  private static let backup = Task { () throws -> [UInt8] in
    let path = "\(scratch)/household.tar"
    _ = try await Backup(url: try await database(), program: "0.1.0").make(path)
    guard let bytes = bytes(path) else { throw SystemError(path) }
    return bytes
  }

  private static let count = Counter()

  /// A copy of it: its URL, for the owner.
  static func database() async throws -> String {
    try await emptyDatabase(template: try await template.value)
  }

  /// Its backup, which is also in `scratch`/household.tar.
  static func file() async throws -> [UInt8] { try await backup.value }

  static func emptyDatabase(template: String? = nil) async throws -> String {
    _ = try await TestCluster.database()
    let name = "backup_\(await count.next())"
    try await TestCluster.cluster.createDatabase(name, template: template)
    return TestCluster.cluster.url(database: name, as: .owner)
  }

  /// Runs `foyer backup` for a file of that name in `scratch`.
  static func backUp(_ name: String, _ environment: [String: String]) async throws -> (
    status: Int32, output: String, errors: String
  ) {
    try await Program.run(["backup", "\(scratch)/\(name).tar"], environment)
  }

  /// Runs `foyer restore` with it.
  static func restore(_ name: String, _ environment: [String: String]) async throws -> (
    status: Int32, output: String, errors: String
  ) {
    try await Program.run(["restore", "\(scratch)/\(name).tar"], environment)
  }

  static func session(_ url: String) throws -> Session {
    try Session(Target(url: url), deadline: .now() + .seconds(300))
  }

  /// Each table's rows, all columns of them.
  static func checksums(_ url: String) throws -> [String: Sum] {
    let session = try Session(Target(url: url), deadline: .now() + .seconds(300))
    let tables = try session.run(
      "SELECT relname::text AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'")
    var sums: [String: Sum] = [:]
    for table in tables {
      let name: String = try table["name"]
      let text = """
        SELECT count(*) AS rows, coalesce(md5(string_agg(t::text, E'\\n' ORDER BY t::text COLLATE "C")), '') AS sum
        FROM public."\(name)" AS t
        """
      let row = try session.run(script: Array(text.utf8CString))[0][0]
      sums[name] = Sum(rows: try row["rows"], checksum: try row["sum"])
    }
    return sums
  }

  private actor Counter {
    private var value = 0
    func next() -> Int {
      value += 1
      return value
    }
  }
}
