public import HTML
import HTTP
public import Postgres

// Conversions of the app's values: to and from the database, from a path, to HTML.

extension UUID: PostgresEncodable, PostgresDecodable, PostgresArrayElement, LosslessStringConvertible, PathParameter,
  Verbatim
{
  init?(_ description: String) { self.init(description.utf8) }

  func encode(to parameter: inout ParameterEncoder) { withUTF8 { parameter.text(utf8: $0) } }

  init(field: Field) throws(PostgresError) {
    guard let id = UUID(try field.utf8()) else { throw field.failure("is not a UUID") }
    self = id
  }

  static func arrayElement(_ text: UnsafeBufferPointer<UInt8>) -> UUID? { UUID(text) }

  /// PostgreSQL quotes no element of a `uuid[]`: each takes 36 bytes, and what stands behind it one.
  static func decodeArray(_ field: Field) throws(PostgresError) -> [UUID] {
    let text = try field.utf8()
    var ids: [UUID] = []
    ids.reserveCapacity(text.count / 37)
    for start in stride(from: 1, to: text.count - 1, by: 37) {
      guard start + 36 < text.count, let id = UUID(UnsafeBufferPointer(rebasing: text[start..<(start + 36)])) else {
        throw field.failure("is not an array of UUIDs of one dimension without NULL")
      }
      ids.append(id)
    }
    return ids
  }

  init?(pathComponent: String) { self.init(pathComponent.utf8) }

  func withUTF8Bytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R { withUTF8(body) }
}

extension Timestamp: PostgresDecodable {
  init(field: Field) throws(PostgresError) {
    guard let time = Timestamp(try field.utf8()) else {
      throw field.failure("is not a timestamp with time zone")
    }
    self = time
  }
}

extension Text: Renderable {
  public func withUTF8Bytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R { withUTF8(body) }
}

extension Language: PostgresDecodable {}
