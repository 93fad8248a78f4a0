import CPostgres
import Glibc
import Processes

/// PostgreSQL's client programs, and how they reach a database.
struct BackupPrograms {
  private let folder: String
  private let address: String
  private let environment: [String]

  /// Variables of libpq that say more than a URL does (libpq, "Environment Variables"); HOME has the password file.
  private static let inherited = [
    "HOME", "PGHOST", "PGPORT", "PGUSER", "PGDATABASE", "PGPASSWORD", "PGPASSFILE", "PGSERVICE", "PGSERVICEFILE",
    "PGSSLMODE", "PGSSLROOTCERT", "PGSSLCERT", "PGSSLKEY", "PGREQUIREPEER", "PGCHANNELBINDING",
  ]

  /// - Parameters:
  ///   - url: of the database.
  ///   - version: the server's, as in `SHOW server_version_num`. An older program refuses it, and a newer one may write
  /// what an older server does not understand: the same major version is taken if there is one, else the next.
  ///   - settings: of the programs' sessions, such as `-c row_security=on`.
  ///   - named: a folder that comes before others.
  init(url: String, version: Int, settings: String, in named: String?) throws(BackupError) {
    let major = version / 10_000
    let found = ClusterPrograms.folders(named).compactMap { folder -> (folder: String, version: Int)? in
      guard ["pg_dump", "pg_restore", "psql"].allSatisfy({ access(folder + "/" + $0, X_OK) == 0 }),
        let output = try? ChildProcess.run([folder + "/pg_dump", "--version"]).text,
        let number = ClusterPrograms.majorVersion(in: output).flatMap({ Int($0) }), number >= major
      else { return nil }
      return (folder, number)
    }
    guard let nearest = found.min(by: { $0.version < $1.version }) else {
      throw .init(
        "The server is PostgreSQL \(major), but its pg_dump, pg_restore and psql were not found "
          + "(Debian's package postgresql-client-\(major), or another folder in FOYER_POSTGRES_BIN).")
    }
    folder = nearest.folder
    let (address, password) = try Self.address(url, settings)
    self.address = address
    // Not in the command line, which every user of the machine can read.
    let secret = password.map { ["PGPASSWORD=\($0)"] } ?? []
    environment =
      Self.inherited.filter { password == nil || $0 != "PGPASSWORD" }
      .compactMap { name in getenv(name).map { "\(name)=\(String(cString: $0))" } } + secret
  }

  /// The URL as libpq's key=value form without its password, and with settings added to its options.
  private static func address(_ url: String, _ settings: String) throws(BackupError) -> (String, password: String?) {
    var message: UnsafeMutablePointer<CChar>?
    guard let options = PQconninfoParse(url, &message) else {
      defer { PQfreemem(message) }
      throw .init("DATABASE_URL: \(message.map { String(cString: $0) } ?? "libpq is out of memory")")
    }
    defer { PQconninfoFree(options) }
    var (pairs, password, sessions) = ([String](), String?.none, [settings])
    var option = options
    while let keyword = option.pointee.keyword {
      defer { option += 1 }
      guard let value = option.pointee.val.map({ String(cString: $0) }) else { continue }
      switch String(cString: keyword) {
      case "password": password = value
      case "options": sessions.insert(value, at: 0)
      case let name: pairs.append("\(name)=\(quoted(value))")
      }
    }
    return ((pairs + ["options=\(quoted(sessions.joined(separator: " ")))"]).joined(separator: " "), password)
  }

  /// A value in the key=value form (libpq, "Keyword/Value Connection Strings").
  private static func quoted(_ value: String) -> String {
    "'" + value.map { "'\\".contains($0) ? "\\\($0)" : String($0) }.joined() + "'"
  }

  /// Starts one that connects to the database.
  func connect(
    _ program: String, _ arguments: [String], input: Int32, output: Int32, errors: ErrorFile
  ) throws(BackupError) -> RunningChild {
    try start(program, arguments + ["--dbname=\(address)"], environment, input, output, errors)
  }

  /// Starts one that does not.
  func start(
    _ program: String, _ arguments: [String], input: Int32, output: Int32, errors: ErrorFile
  ) throws(BackupError) -> RunningChild {
    try start(program, arguments, [], input, output, errors)
  }

  private func start(
    _ program: String, _ arguments: [String], _ environment: [String], _ input: Int32, _ output: Int32,
    _ errors: ErrorFile
  ) throws(BackupError) -> RunningChild {
    do throws(ChildProcess.Failure) {
      return try ChildProcess.start(
        ["\(folder)/\(program)"] + arguments, input: input, output: output, errors: errors.descriptor,
        environment: environment, endsWithThread: true)
    } catch {
      throw .init("Cannot run \(folder)/\(program): \(error).")
    }
  }
}

/// Where a program writes its complaints: a file in memory, so that nobody need read it meanwhile.
final class ErrorFile {
  let descriptor: Int32

  init() throws(BackupError) {
    do throws(ChildProcess.Failure) {
      descriptor = try ChildProcess.memoryFile()
    } catch {
      throw .init("Cannot make a file in memory: \(error).")
    }
  }

  deinit { close(descriptor) }

  /// The first complaint, on one line; `otherwise` if there is none.
  func sentence(otherwise: String) -> String {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = pread(descriptor, &buffer, buffer.count, 0)
    let lines = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self).split(whereSeparator: \.isNewline)
    return lines.first.map(String.init) ?? otherwise
  }
}

/// A pipe between this program and another.
final class ProgramPipe {
  let reading: Int32
  private(set) var writing: Int32
  private var isReadingOpen = true

  init() throws(BackupError) {
    do throws(ChildProcess.Failure) {
      (reading, writing) = try ChildProcess.pipe()
    } catch {
      throw .init("Cannot make a pipe: \(error).")
    }
  }

  deinit {
    closeReading()
    closeWriting()
  }

  func closeReading() {
    if isReadingOpen { close(reading) }
    isReadingOpen = false
  }

  func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  /// Passes on what is written until its end.
  func read(
    _ interruption: Interruption, _ body: (UnsafeRawBufferPointer) throws(BackupError) -> Void
  ) throws(BackupError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
    defer { buffer.deallocate() }
    while true {
      if interruption.isInterrupted { throw .init("It was interrupted.") }
      var request = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, 200) > 0 else { continue }
      let count = Glibc.read(reading, buffer.baseAddress, buffer.count)
      if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
      if count <= 0 { return }
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  /// Whether all of it was taken. SIGPIPE must be ignored.
  func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes
    while let start = rest.baseAddress, !rest.isEmpty {
      let count = Glibc.write(writing, start, rest.count)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return false }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
    }
    return true
  }
}
