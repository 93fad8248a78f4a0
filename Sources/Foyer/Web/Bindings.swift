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
