import Glibc
import Processes

/// The folder with PostgreSQL's programs.
struct ClusterPrograms {
  let folder: String
  let version: String

  func path(_ program: String) -> String { folder + "/" + program }

  /// Searches the named folder, PATH and the folders of distributions; `version` is the required major version, or nil for that of
  /// the named folder, or else the newest. `data` is named in the error.
  static func find(
    version: String?, data: String, in named: String? = nil
  ) throws(EmbeddedClusterError) -> ClusterPrograms {
    let found = installed(named)
    if let version {
      if let match = found.first(where: { $0.version == version }) { return match }
      let others = found.isEmpty ? "none" : found.map { "\($0.version) in \($0.folder)" }.joined(separator: ", ")
      throw .init(
        "\(data) was made by PostgreSQL \(version), but the installed version is: \(others). "
          + "Install PostgreSQL \(version), with which Foyer goes on, or from which foyer upgrade-cluster moves the data."
      )
    }
    guard let newest = newest(of: found, in: named) else {
      throw .init("PostgreSQL's server programs (initdb, postgres) were not found: install them, or set DATABASE_URL")
    }
    return newest
  }

  /// Those of the named folder, if it has them, or else of the newest version.
  static func newest(of programs: [ClusterPrograms], in named: String?) -> ClusterPrograms? {
    programs.first { $0.folder == named } ?? programs.max { $0.number < $1.number }
  }

  /// The major version, as a number.
  var number: Int { Int(version) ?? 0 }

  /// The folder with all programs of the version, to some of which another one has links.
  var resolved: ClusterPrograms {
    guard let path = realpath(path("postgres"), nil) else { return self }
    defer { free(path) }
    let parts = String(cString: path).split(separator: "/").dropLast()
    return ClusterPrograms(folder: "/" + parts.joined(separator: "/"), version: version)
  }

  /// Those of each version on this machine.
  static func installed(_ named: String? = nil) -> [ClusterPrograms] {
    folders(named).compactMap { folder in
      guard ["initdb", "pg_ctl", "postgres"].allSatisfy({ access(folder + "/" + $0, X_OK) == 0 }),
        let output = try? ChildProcess.run([folder + "/postgres", "--version"]).text,
        let number = majorVersion(in: output)
      else { return nil }
      return ClusterPrograms(folder: folder, version: number)
    }
  }

  /// `15` of `postgres (PostgreSQL) 15.4 (Debian …)`.
  static func majorVersion(in text: String) -> String? {
    text.split(separator: " ").first { $0.first?.isNumber == true }.map { String($0.prefix { $0.isNumber }) }
  }

  /// Where PostgreSQL's programs may be.
  static func folders(_ named: String? = nil) -> [String] {
    var folders = [named].compactMap { $0 }
    folders += getenv("PATH").map { String(cString: $0).split(separator: ":").map(String.init) } ?? []
    var matches = glob_t()
    defer { globfree(&matches) }
    for (index, pattern) in ["/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/usr/local/pgsql/bin"].enumerated() {
      glob(pattern, index == 0 ? 0 : GLOB_APPEND, nil, &matches)
    }
    for index in 0..<Int(matches.gl_pathc) {
      if let path = matches.gl_pathv[index] { folders.append(String(cString: path)) }
    }
    return folders
  }
}

/// The user that a cluster runs as: this one or, as root, an unprivileged one.
struct ClusterUser {
  let id: uid_t
  let group: gid_t
  let name: String
  private let isOther: Bool

  static func current() throws(EmbeddedClusterError) -> ClusterUser {
    let own = geteuid()
    if own != 0 { return ClusterUser(id: own, group: getegid(), name: "\(own)", isOther: false) }
    for name in ["postgres", "nobody"] {
      if let entry = getpwnam(name) {
        return ClusterUser(id: entry.pointee.pw_uid, group: entry.pointee.pw_gid, name: name, isOther: true)
      }
    }
    throw .init("PostgreSQL does not run as root, and there is no user postgres or nobody to run it as")
  }

  func own(_ path: String) throws(EmbeddedClusterError) {
    guard !isOther || chown(path, id, group) == 0 else { throw .init("cannot chown \(path): \(systemError())") }
  }

  /// Runs a program as this user, in a folder that it may enter.
  func status(_ command: [String], in folder: String = "/") throws(EmbeddedClusterError) -> ChildProcess {
    let drop = ["setpriv", "--reuid=\(id)", "--regid=\(group)", "--init-groups", "--"]
    let arguments = isOther ? drop + command : command
    do throws(ChildProcess.Failure) {
      return try ChildProcess.run(arguments, in: folder)
    } catch {
      throw .init("cannot run \(arguments[0]): \(error)")
    }
  }

  /// Runs a program that must succeed.
  func run(_ command: [String]) throws(EmbeddedClusterError) {
    let result = try status(command)
    guard result.status == 0 else {
      throw .init("\(command[0]) failed as the user \(name) with status \(result.status): \(result.text)")
    }
  }
}
