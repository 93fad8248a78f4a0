/// A value that a view can print: it provides its UTF-8 bytes.
///
/// The bytes are *not* HTML: `Output` escapes them for their place. A type that holds its text outside of a `String` (a
/// database column, say) provides that memory, and its text is never copied into a `String`.
public protocol Renderable {
  /// Calls `body` with the value's UTF-8 bytes, which live until `body` returns.
  func withUTF8Bytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R

  /// Whether it is known that none of the bytes is one of `& < > " '`. `Output` tests each otherwise.
  var isPlain: Bool { get }
}

extension Renderable {
  @inlinable public var isPlain: Bool { false }
}

/// A value that is printed in ASCII letters, digits and hyphens alone, and so needs no escaping anywhere.
public protocol Verbatim: Renderable {}

extension String: Renderable {
  @inlinable public func withUTF8Bytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    var copy = self
    return copy.withUTF8(body)
  }
}

extension Substring: Renderable {
  @inlinable public func withUTF8Bytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    var copy = self
    return copy.withUTF8(body)
  }
}

extension StaticString: Renderable {
  @inlinable public func withUTF8Bytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    if hasPointerRepresentation { return body(UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)) }
    return String(describing: self).withUTF8Bytes(body)
  }
}

extension Character: Renderable {
  @inlinable public func withUTF8Bytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    String(self).withUTF8Bytes(body)
  }
}

extension Int: Verbatim {}
extension Int16: Verbatim {}
extension Int32: Verbatim {}
extension Int64: Verbatim {}
extension UInt: Verbatim {}
extension UInt16: Verbatim {}
extension UInt32: Verbatim {}
extension UInt64: Verbatim {}

extension Renderable where Self: FixedWidthInteger {
  /// Plain decimal digits, without grouping: what form fields, attributes and URLs need.
  @inlinable public func withUTF8Bytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    // Twenty bytes hold UInt64.max and Int64.min alike.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var start = digits.count
      var rest = UInt64(magnitude)
      repeat {
        start -= 1
        digits[start] = UInt8(truncatingIfNeeded: 48 + rest % 10)
        rest /= 10
      } while rest > 0
      if self < 0 {
        start -= 1
        digits[start] = UInt8(ascii: "-")
      }
      return body(UnsafeBufferPointer(rebasing: digits[start...]))
    }
  }
}

/// HTML that is safe already: printed unescaped in text. In attributes, URLs, `<title>` and `<textarea>`, where markup
/// has no meaning, it is escaped like any other value.
public struct Markup: Renderable, Sendable {
  @usableFromInline let bytes: [UInt8]

  /// Markup from the program's source. There is deliberately no initializer from `String`.
  public init(_ html: StaticString) {
    bytes = html.withUTF8Bytes { Array($0) }
  }

  /// The output of `render`, escaped by the views that it calls.
  public init(_ render: (inout Output) -> Void) {
    bytes = Output.bytes(capacity: 256, render)
  }

  @inlinable public func withUTF8Bytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    bytes.withUnsafeBufferPointer(body)
  }
}
