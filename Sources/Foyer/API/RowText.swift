import CivilTime
import Postgres
import StrictJSON

extension Resource {
  /// A row as JSON.
  /// - Parameter start: the position of the first of its columns, which are those of `row`, in order.
  func json(_ row: Row, from start: Int = 0) throws -> String {
    var text: [UInt8] = [UInt8(ascii: "{")]
    for (position, field) in self.row.enumerated() {
      text += position == 0 ? "\"\(field.name)\":".utf8 : ",\"\(field.name)\":".utf8
      try row.withField(at: start + position) { column throws(PostgresError) in
        try field.kind.append(column, to: &text)
      }
    }
    text.append(UInt8(ascii: "}"))
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether a row has all values that a body names.
  func has(_ body: APIBody, _ row: Row) throws -> Bool {
    guard let present = try JSON(Array(json(row).utf8), maximumValues: 10_000).object else { return false }
    return body.object.members.allSatisfy { present[$0.name] == $0.value }
  }
}

extension APIField.Kind {
  /// Appends the value of a column as JSON; a list without a value is empty.
  fileprivate func append(_ column: borrowing Field, to text: inout [UInt8]) throws(PostgresError) {
    if column.isNull {
      if case .list = self { text += "[]".utf8 } else { text += "null".utf8 }
      return
    }
    switch self {
    case .text, .choice, .id, .day: JSON.append(try column.utf8(), to: &text)
    // PostgreSQL adds seconds.
    case .time: JSON.append(UnsafeBufferPointer(rebasing: try column.utf8().prefix(5)), to: &text)
    case .moment: text += "\"\(try Timestamp(field: column).iso8601)\"".utf8
    case .flag: text += try Bool(field: column) ? "true".utf8 : "false".utf8
    case .number, .object, .list(.object, _), .anyObject: text += try column.utf8()
    case .list:
      text.append(UInt8(ascii: "["))
      var isFirst = true
      try column.forEachElement { element throws(PostgresError) in
        if !isFirst { text.append(UInt8(ascii: ",")) }
        isFirst = false
        JSON.append(element, to: &text)
      }
      text.append(UInt8(ascii: "]"))
    }
  }
}
