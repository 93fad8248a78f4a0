import Crypto
import Glibc

/// A file of the migrations folder.
struct MigrationFile {
  let version: Int
  /// The file's name.
  let name: String
  let bytes: [UInt8]
  let sha256: String
  /// The last migration that a program must know to work with this one applied; nil if it must know this one.
  private(set) var compatibleFrom: Int?

  /// The folder's files in order. A name other than `NNNN_name.sql` is an error, so that no migration is skipped
  /// silently.
  static func read(_ directory: String) throws(MigrationError) -> [MigrationFile] {
    guard let stream = opendir(directory) else { throw .init("cannot read \(directory): \(systemError())") }
    defer { closedir(stream) }
    var files: [MigrationFile] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name.hasSuffix(".sql"), !name.hasPrefix(".") { files.append(try MigrationFile(directory, name)) }
    }
    files.sort { $0.version < $1.version }
    for (file, next) in zip(files, files.dropFirst()) where file.version == next.version {
      throw .init("\(min(file.name, next.name)) and \(max(file.name, next.name)) have the same number")
    }
    return files
  }

  private init(_ directory: String, _ name: String) throws(MigrationError) {
    let digits = name.utf8.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    guard digits.count == 4, name.utf8.dropFirst(4).first == UInt8(ascii: "_"), let version = Int(name.prefix(4)) else {
      throw .init("\(directory)/\(name) is not named NNNN_name.sql")
    }
    guard let bytes = Postgres.bytes("\(directory)/\(name)") else {
      throw .init("cannot read \(directory)/\(name): \(systemError())")
    }
    if bytes.contains(0) { throw .init("\(directory)/\(name) contains U+0000") }
    self.version = version
    self.name = name
    self.bytes = bytes
    sha256 = hexadecimal(Crypto.sha256(bytes))
    guard let declared = declarations.first(where: { $0.hasPrefix("-- compatible") }) else { return }
    let words = declared.split(separator: " ", omittingEmptySubsequences: false)
    guard let number = words.dropFirst(5).first, declared == "-- compatible with programs from \(number) on",
      number.utf8.count == 4, number.allSatisfy(\.isNumber), let from = Int(number), from < version
    else { throw .init("\(name): “\(declared)” is no “-- compatible with programs from NNNN on” of an earlier NNNN") }
    compatibleFrom = from
  }

  /// The comments in its first two lines, which may declare something about the file.
  private var declarations: [String] {
    bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false).prefix(2)
      .map { String(decoding: $0, as: UTF8.self) }.prefix { $0.hasPrefix("-- ") }
  }

  /// The file as a script of the simple query protocol.
  var script: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }

  /// The script without the statements that force row level security, with every other character in its place, and those
  /// statements.
  var unforced: (script: [CChar], forced: [String]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let statement = /ALTER TABLE \w+ FORCE ROW LEVEL SECURITY;/
    let rest = text.replacing(statement) { String(repeating: " ", count: $0.0.count) }
    return (Array(rest.utf8CString), text.matches(of: statement).map { String($0.0) })
  }

  /// The statements of a file that declares itself outside a transaction; nil for any other.
  var statementsOutsideTransaction: [[CChar]]? {
    guard declarations.contains("-- outside a transaction") else { return nil }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var statements: [[CChar]] = []
    var statement: [UInt8] = []
    for line in lines {
      statement += line + [UInt8(ascii: "\n")]
      guard line.last == UInt8(ascii: ";") else { continue }
      statements.append(statement.map { CChar(bitPattern: $0) } + [0])
      statement = []
    }
    return statements
  }

  /// PostgreSQL's message, and the line it concerns.
  func describe(_ error: PostgresError) -> String {
    guard case .server(let refusal) = error else { return "\(name): \(error)" }
    var line = ""
    if statementsOutsideTransaction == nil, let position = refusal.position {
      let before = String(decoding: bytes, as: UTF8.self).unicodeScalars.prefix(max(0, position - 1))
      line = ":\(before.count { $0 == "\n" } + 1)"
    }
    let details = [refusal.detail, refusal.hint, refusal.context].compactMap { $0 }.map { "\n  \($0)" }.joined()
    return "\(name)\(line): \(refusal.severity) \(refusal.sqlState): \(refusal.message)\(details)"
  }
}
