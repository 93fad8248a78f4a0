import RecipeImport

/// A CSV file (RFC 4180), with commas, semicolons or tabs, and a line of names somewhere near its beginning.
struct Table {
  struct Row {
    fileprivate let names: [String: Int]
    let cells: [String]

    /// The cell under a name, without spaces around it; nil where it is empty. Case, spaces and signs of the name do not count.
    subscript(_ name: String) -> String? {
      guard let index = names[Table.key(name)], index < cells.count else { return nil }
      return cells[index].trimmed.nonEmpty
    }

    /// The same as it is written.
    func raw(_ name: String) -> String? {
      guard let index = names[Table.key(name)], index < cells.count, !cells[index].isEmpty else { return nil }
      return cells[index]
    }

    var isEmpty: Bool { cells.allSatisfy { $0.trimmed.isEmpty } }
  }

  /// The rows, each of which is read when it is its turn: the text alone is in memory.
  struct Rows: Sequence, IteratorProtocol {
    fileprivate let names: [String: Int]
    fileprivate var reader: Reader
    fileprivate var left = Table.maximumRows

    mutating func next() -> Row? {
      guard left > 0, let record = reader.record() else { return nil }
      left -= 1
      return Row(names: names, cells: record)
    }
  }

  let header: [String]
  let rows: Rows
  /// How many there are.
  let count: Int
  /// Whether the file ends within quotes.
  let isCut: Bool

  static let maximumRows = 100_000
  private static let maximumColumns = 500

  /// - Parameter isHeader: whether a record is the line of names; looked for in the first twenty.
  init?(_ text: [UInt8], isHeader: ([String]) -> Bool) {
    for separator in [",", ";", "\t"] as [Unicode.Scalar] {
      var reader = Reader(bytes: text, separator: UInt8(ascii: separator))
      var records: [[String]] = []
      while records.count < 20, let record = reader.record() {
        records.append(record)
        if record.count > 1 || separator == ",", isHeader(record.map(Table.key)) { break }
      }
      guard let header = records.last, header.count > 1 || separator == ",", isHeader(header.map(Table.key)) else {
        continue
      }
      var names: [String: Int] = [:]
      for (index, name) in header.enumerated() where names[Table.key(name)] == nil { names[Table.key(name)] = index }
      let rows = Rows(names: names, reader: reader)
      var count = 0
      while count < Self.maximumRows, reader.record() != nil { count += 1 }
      (self.header, self.rows, self.count, isCut) = (header.map(\.trimmed), rows, count, reader.isCut)
      return
    }
    return nil
  }

  /// The names of the columns whose keys are none of these.
  func others(than known: Set<String>) -> [String] {
    header.filter { !$0.isEmpty && !known.contains(Self.key($0)) }
  }

  /// "Due Date", "due_date" → "duedate"
  static func key(_ name: String) -> String {
    String(String.UnicodeScalarView(name.lowercased().unicodeScalars.filter(\.properties.isAlphabetic)))
  }

  fileprivate struct Reader {
    let bytes: [UInt8]
    let separator: UInt8
    var index = 0
    var isCut = false

    init(bytes: [UInt8], separator: UInt8) { (self.bytes, self.separator) = (bytes, separator) }

    mutating func record() -> [String]? {
      guard index < bytes.count else { return nil }
      var cells: [String] = []
      while true {
        let cell = cell()
        if cells.count < Table.maximumColumns { cells.append(cell) }
        guard index < bytes.count else { return cells }
        let byte = bytes[index]
        index += 1
        if byte == separator { continue }
        if byte == 13, index < bytes.count, bytes[index] == 10 { index += 1 }
        return cells
      }
    }

    private mutating func cell() -> String {
      var content: [UInt8] = []
      var start = index
      while start < bytes.count, bytes[start] == 32 { start += 1 }
      if start < bytes.count, bytes[start] == UInt8(ascii: "\"") {
        index = start + 1
        while index < bytes.count {
          let byte = bytes[index]
          index += 1
          guard byte == UInt8(ascii: "\"") else {
            content.append(byte)
            continue
          }
          if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
            content.append(byte)
            index += 1
          } else {
            // Text behind the closing quote belongs to the cell.
            while index < bytes.count, bytes[index] != separator, bytes[index] != 10, bytes[index] != 13 {
              content.append(bytes[index])
              index += 1
            }
            return String(decoding: content, as: UTF8.self).normalLines
          }
        }
        isCut = true
        return String(decoding: content, as: UTF8.self).normalLines
      }
      while index < bytes.count, bytes[index] != separator, bytes[index] != 10, bytes[index] != 13 {
        content.append(bytes[index])
        index += 1
      }
      return String(decoding: content, as: UTF8.self)
    }
  }
}

extension String {
  /// With line feeds alone.
  var normalLines: String {
    guard utf8.contains(13) else { return self }
    var result: [UInt8] = []
    var last: UInt8 = 0
    for byte in utf8 {
      if byte == 13 { result.append(10) } else if byte != 10 || last != 13 { result.append(byte) }
      last = byte
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The parts between commas, without spaces.
  var commaList: [String] { split(separator: ",").map(\.trimmed).filter { !$0.isEmpty } }
}
