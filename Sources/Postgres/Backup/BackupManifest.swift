import Crypto

/// A backup's description of itself: lines of text, the last of which is the SHA-256 of those before it.
///
///     foyer-backup 1
///     program 0.1.0
///     schema 16
///     postgres 150004
///     made 2026-11-22T03:00:00Z
///     dump 159344 4fe2…
///     table items 10000 -8122
///     derived item_texts
///     end 93ab…
public struct BackupManifest: Sendable, Equatable {
  /// A table's number of rows, and the sum of 64 bits of each row's MD5 (`BackupScript.checksum`).
  public struct Table: Sendable, Equatable {
    public let name: String
    public let rows: Int
    public let checksum: String
  }

  /// The version of the program that made it.
  public var program: String
  /// The number of the last migration.
  public var schema: Int
  /// As in `SHOW server_version_num`.
  public var postgres: Int
  /// The moment of the snapshot, in UTC (RFC 3339).
  public var made: String
  /// The size of the dump in bytes.
  public var bytes: Int
  /// The dump's SHA-256, in hexadecimal digits.
  public var sha256: String
  public var tables: [Table]
  /// The tables whose rows it leaves out: a restoration makes them anew of others, by a function `remake_` and the name.
  public var derived: [String] = []

  public var rows: Int { tables.reduce(0) { $0 + $1.rows } }

  private static let format = "foyer-backup 1"

  var text: String {
    var lines = [
      Self.format, "program \(program)", "schema \(schema)", "postgres \(postgres)", "made \(made)",
      "dump \(bytes) \(sha256)",
    ]
    lines += tables.map { "table \($0.name) \($0.rows) \($0.checksum)" }
    lines += derived.map { "derived \($0)" }
    let whole = lines.map { $0 + "\n" }.joined()
    return whole + "end \(hexadecimal(Crypto.sha256(whole.utf8)))\n"
  }
}

extension BackupManifest {
  /// Reads the text; nil if it is anything else.
  init?(_ text: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 7, lines.removeLast().isEmpty, let end = lines.popLast(), lines.first == Self.format[...],
      end == "end \(hexadecimal(Crypto.sha256(lines.map { $0 + "\n" }.joined().utf8)))"
    else { return nil }
    var values: [Substring: [Substring]] = [:]
    tables = []
    for line in lines.dropFirst() {
      let words = line.split(separator: " ", omittingEmptySubsequences: false)
      if words[0] == "derived" {
        guard words.count == 2, Self.isName(words[1]) else { return nil }
        derived.append(String(words[1]))
        continue
      }
      if words[0] != "table" {
        values[words[0]] = Array(words.dropFirst())
        continue
      }
      guard words.count == 4, Self.isName(words[1]), let rows = Self.number(words[2]), Self.isNumber(words[3]) else {
        return nil
      }
      tables.append(Table(name: String(words[1]), rows: rows, checksum: String(words[3])))
    }
    guard let program = values["program"]?.first, let schema = values["schema"]?.first.flatMap(Self.number),
      let postgres = values["postgres"]?.first.flatMap(Self.number), let made = values["made"]?.first,
      let dump = values["dump"], dump.count == 2, let bytes = Self.number(dump[0])
    else { return nil }
    (self.program, self.schema, self.postgres) = (String(program), schema, postgres)
    (self.made, self.bytes, self.sha256) = (String(made), bytes, String(dump[1]))
  }

  private static func number(_ text: Substring) -> Int? {
    var text = String(text)
    return text.withUTF8 { Int(decimal: $0) }.flatMap { $0 < 0 ? nil : $0 }
  }

  /// Digits with an optional minus sign, of any length.
  private static func isNumber(_ text: Substring) -> Bool {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    return !digits.isEmpty && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// A name that needs no quotes in SQL.
  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
        default: false
        }
      }
  }

  /// Whether a version such as 0.10.1 is later than another.
  static func isLater(_ version: String, than other: String) -> Bool {
    func numbers(_ version: String) -> [Int] { version.split(separator: ".").map { number($0) ?? 0 } }
    return other != version && numbers(other).lexicographicallyPrecedes(numbers(version))
  }
}

/// Why there is no backup, or no restored database: a sentence for the operator.
public struct BackupError: Error, Sendable, CustomStringConvertible {
  public let description: String
  /// Whether it failed only because another backup of the database, or into the same file, is being made.
  public let isBusy: Bool

  init(_ description: String, isBusy: Bool = false) {
    self.description = description
    self.isBusy = isBusy
  }
}
