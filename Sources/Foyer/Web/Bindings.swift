public import HTML
import HTTP
public import Postgres

// Conversions of the app's values: to and from the database, from a path, to HTML.

extension UUID: PostgresEncodable, PostgresDecodable, PostgresArrayElement, LosslessStringConvertible, PathParameter,
  Verbatim
{
  init?(_ description: String) { self.init(description.utf8) }

  func encode(to parameter: inout ParameterEncoder) { withUTF8 { parameter.text(utf8: $0) } }

  init(field: borrowing Field) throws(PostgresError) {
    guard let id = UUID(try field.utf8()) else { throw field.failure("is not a UUID") }
    self = id
  }

  static func arrayElement(_ text: UnsafeBufferPointer<UInt8>) -> UUID? { UUID(text) }

  static func decodeArray(_ field: borrowing Field) throws(PostgresError) -> [UUID] {
    var ids: [UUID] = []
    try forEach(of: field) { ids.append($0) }
    return ids
  }

  /// Calls `body` with each element of an array column.
  ///
  /// PostgreSQL quotes no element of a `uuid[]`: each takes 36 bytes, and what stands behind it one.
  static func forEach(of field: borrowing Field, _ body: (UUID) -> Void) throws(PostgresError) {
    let text = try field.utf8()
    for start in stride(from: 1, to: text.count - 1, by: 37) {
      guard start + 36 < text.count, let id = UUID(UnsafeBufferPointer(rebasing: text[start..<(start + 36)])) else {
        throw field.failure("is not an array of UUIDs of one dimension without NULL")
      }
      body(id)
    }
  }

  init?(pathComponent: String) { self.init(pathComponent.utf8) }

  func withUTF8Bytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R { withUTF8(body) }
}

extension Text: Renderable {
  public func withUTF8Bytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R { withUTF8(body) }
}

/// A text that a page shows in several places: it is searched for special characters once.
struct ShownText: Renderable {
  let text: Text
  let isPlain: Bool
  var isEmpty: Bool { text.isEmpty }

  init(_ text: Text) {
    self.text = text
    isPlain = text.withUTF8(Output.isPlain)
  }

  func withUTF8Bytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R { text.withUTF8(body) }
}

extension ShownText: CustomStringConvertible {
  var description: String { text.string }
}

extension ShownText: PostgresDecodable {
  init(field: borrowing Field) throws(PostgresError) { self.init(try Text(field: field)) }
}

/// The id of a row, which a page shows in several places: with its text form, as PostgreSQL wrote it.
struct RowID: Verbatim {
  let value: UUID
  /// 36 bytes.
  private let text: (UInt64, UInt64, UInt64, UInt64, UInt32)

  func withUTF8Bytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    withUnsafeBytes(of: text) { body(UnsafeBufferPointer(rebasing: $0.assumingMemoryBound(to: UInt8.self)[..<36])) }
  }
}

extension RowID: PostgresDecodable {
  init(field: borrowing Field) throws(PostgresError) {
    value = try UUID(field: field)
    // A UUID was read from them: there are 36.
    let bytes = UnsafeRawBufferPointer(try field.utf8())
    func word(_ position: Int) -> UInt64 { bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self) }
    text = (word(0), word(8), word(16), word(24), bytes.loadUnaligned(fromByteOffset: 32, as: UInt32.self))
  }
}

extension Language: PostgresDecodable {}
