import HTTP
import MoveIn

/// The rows that were found in a file: on the disk, as they may have the pictures of a whole cookbook.
struct FoundRows: Sendable {
  private enum Content: Sendable {
    case memory([MovedRow])
    /// A child's output, whose rows begin at a place.
    case disk(TemporaryFile, start: Int)
  }

  let program: String?
  /// Why nothing was read, in English.
  let error: String?
  private(set) var count = 0
  /// Of the rows that ask for others.
  private(set) var laterCount = 0
  private let content: Content

  /// Bytes that are in memory at a time; one row may have more.
  static let part = 4 << 20
  /// Bytes of a row: of its files as text, and its own text.
  private static let largestRow = 64 << 20
  /// More rows than a file may have.
  private static let countless = 200_000

  init(error: String) { (program, self.error, content) = (nil, error, .memory([])) }

  init(_ file: MovedFile) {
    let rows = MovedRows(file)
    (program, error, content) = (rows.program, rows.error, .memory(rows.rows))
    count(rows.rows)
  }

  /// The output of a child, which is as untrusted as the file. Blocks.
  /// - Returns: nil for anything but the output of `MovedFile.write`.
  init?(_ output: TemporaryFile) throws {
    let first = try output.bytes(from: 0, limit: Self.part)
    guard let end = first.firstIndex(of: 10), let head = MovedRows(head: Array(first[..<end])) else { return nil }
    (program, error, content) = (head.program, head.error, .disk(output, start: end + 1))
    var place: Int? = 0
    while let start = place, count <= Self.countless {
      guard let part = try rows(from: start) else { return nil }
      count(part.rows)
      place = part.next
    }
    guard count <= Self.countless else { return nil }
  }

  private mutating func count(_ rows: [MovedRow]) {
    count += rows.count
    laterCount += rows.count { MovedRow.Kind.later.contains($0.kind) }
  }

  /// Bytes on the disk.
  var bytes: Int {
    switch content {
    case .memory: 0
    case .disk(let file, _): file.count
    }
  }

  /// The next rows. Blocks.
  /// - Parameter place: 0, or the `next` of the rows before, which is nil at the end.
  /// - Returns: nil where the rows are damaged.
  func rows(from place: Int) throws -> (rows: [MovedRow], next: Int?)? {
    switch content {
    case .memory(let rows): return (rows, nil)
    case .disk(let file, let start):
      let place = max(place, start)
      guard place < file.count else { return ([], nil) }
      var limit = Self.part
      while true {
        let bytes = try file.bytes(from: place, limit: limit)
        if let end = bytes.lastIndex(of: 10) {
          let next = place + end + 1
          return MovedRow.rows(lines: Array(bytes[...end])).map { ($0, next < file.count ? next : nil) }
        }
        guard limit < Self.largestRow, bytes.count == limit else { return nil }
        limit *= 2
      }
    }
  }
}
