/// The types that arrays may consist of. `[UInt8]` is `bytea`; `[String]`, `[Int]` and arrays of other types with a
/// text form are PostgreSQL arrays of one dimension: `text[]`, `uuid[]`, `bigint[]`, …
public protocol PostgresArrayElement {
  static var arrayType: ParameterType { get }
  static func encodeArray(_ elements: [Self], to parameter: inout ParameterEncoder)
  static func decodeArray(_ field: borrowing Field) throws(PostgresError) -> [Self]
  /// An element of an array in text form, without its quotes; nil when it is none of the type.
  static func arrayElement(_ text: UnsafeBufferPointer<UInt8>) -> Self?
}

extension Array: PostgresEncodable where Element: PostgresArrayElement {
  public static var postgresType: ParameterType { Element.arrayType }
  public func encode(to parameter: inout ParameterEncoder) { Element.encodeArray(self, to: &parameter) }
}

extension Array: PostgresDecodable where Element: PostgresArrayElement {
  @inlinable
  public init(field: borrowing Field) throws(PostgresError) { self = try Element.decodeArray(field) }
}

extension UInt8: PostgresArrayElement {
  public static var arrayType: ParameterType { .bytes }

  public static func encodeArray(_ elements: [UInt8], to parameter: inout ParameterEncoder) {
    elements.withUnsafeBufferPointer { parameter.binary($0) }
  }

  /// `bytea` in its hex form: `\x` and two digits for each byte (bytea_output, the default since PostgreSQL 9.0).
  public static func decodeArray(_ field: borrowing Field) throws(PostgresError) -> [UInt8] {
    let text = try field.utf8()
    guard text.count >= 2, text.count % 2 == 0, text[0] == UInt8(ascii: "\\"), text[1] == UInt8(ascii: "x") else {
      throw field.failure("is not bytea in hex form")
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 2 - 1)
    for index in stride(from: 2, to: text.count, by: 2) {
      guard let high = hexDigit(text[index]), let low = hexDigit(text[index + 1]) else {
        throw field.failure("is not bytea in hex form")
      }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}

extension String: PostgresArrayElement {}
extension Int: PostgresArrayElement {}

extension PostgresArrayElement where Self: LosslessStringConvertible {
  public static var arrayType: ParameterType { .inferred }

  /// Every element is quoted, so that commas, braces, blanks and the word NULL stand for themselves
  /// (PostgreSQL manual, 8.15.6 "Array Input and Output Syntax").
  public static func encodeArray(_ elements: [Self], to parameter: inout ParameterEncoder) {
    var text: [UInt8] = [UInt8(ascii: "{")]
    for element in elements {
      if text.count > 1 { text.append(UInt8(ascii: ",")) }
      text.append(UInt8(ascii: "\""))
      for byte in element.description.utf8 {
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { text.append(UInt8(ascii: "\\")) }
        text.append(byte)
      }
      text.append(UInt8(ascii: "\""))
    }
    text.append(UInt8(ascii: "}"))
    text.withUnsafeBufferPointer { parameter.text(utf8: $0) }
  }

  @inlinable
  public static func arrayElement(_ text: UnsafeBufferPointer<UInt8>) -> Self? {
    Self(String(decoding: text, as: UTF8.self))
  }

  @inlinable
  public static func decodeArray(_ field: borrowing Field) throws(PostgresError) -> [Self] {
    var elements: [Self] = []
    try field.forEachElement { text throws(PostgresError) in
      guard let element = arrayElement(text) else { throw field.failure("has an element that is not a \(Self.self)") }
      elements.append(element)
    }
    return elements
  }
}

extension Field {
  /// Calls `take` with each element of an array in text form, without its quotes. Throws when it is something else, or
  /// has more than one dimension or a NULL.
  public func forEachElement(
    _ take: (UnsafeBufferPointer<UInt8>) throws(PostgresError) -> Void
  ) throws(PostgresError) {
    let text = try utf8()
    func isNot() -> PostgresError { failure("is not an array of one dimension without NULL") }
    guard text.count >= 2, text[0] == UInt8(ascii: "{"), text[text.count - 1] == UInt8(ascii: "}") else {
      throw isNot()
    }
    let end = text.count - 1
    var position = 1
    while position < end {
      if text[position] == UInt8(ascii: "\"") {
        position += 1
        let start = position
        while position < end, text[position] != UInt8(ascii: "\""), text[position] != UInt8(ascii: "\\") {
          position += 1
        }
        if position < end, text[position] == UInt8(ascii: "\"") {
          // Nothing is escaped: the element is what stands there.
          try take(UnsafeBufferPointer(rebasing: text[start..<position]))
        } else {
          var bytes = Array(text[start..<position])
          while position < end, text[position] != UInt8(ascii: "\"") {
            if text[position] == UInt8(ascii: "\\") { position += 1 }
            if position < end { bytes.append(text[position]) }
            position += 1
          }
          guard position < end else { throw isNot() }
          try bytes.withUnsafeBufferPointer(take)
        }
        position += 1
      } else {
        let start = position
        while position < end, text[position] != UInt8(ascii: ",") {
          if text[position] == UInt8(ascii: "{") { throw isNot() }
          position += 1
        }
        let bytes = UnsafeBufferPointer(rebasing: text[start..<position])
        if bytes.isEmpty || bytes.elementsEqual("NULL".utf8) { throw isNot() }
        try take(bytes)
      }
      if position < end {
        guard text[position] == UInt8(ascii: ",") else { throw isNot() }
        position += 1
      }
    }
  }
}
