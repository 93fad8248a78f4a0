/// The HTML of a page being rendered: bytes that compiled views append to.
///
/// The view compiler chooses the method for each `{{ expression }}` from its place in the HTML. The methods require a
/// quoted attribute; they do not protect in unquoted attributes, scripts, styles or comments, where the view compiler
/// allows no expression.
///
/// It owns its memory instead of an array, which would ask at each of a list's thousand appends whether it is shared.
public struct Output: ~Copyable {
  @usableFromInline var memory: UnsafeMutableRawPointer
  @usableFromInline var capacity: Int
  @usableFromInline var count = 0
  private var ownsMemory = true

  /// An empty output with room for `capacity` bytes.
  public init(capacity: Int = 32 * 1024) {
    self.capacity = max(capacity, 64)
    memory = .allocate(byteCount: self.capacity, alignment: 1)
  }

  private init(in memory: UnsafeMutableRawBufferPointer) {
    self.memory = memory.baseAddress!
    capacity = memory.count
    ownsMemory = false
  }

  deinit { if ownsMemory { memory.deallocate() } }

  /// The UTF-8 bytes that `render` appends. Those of a page that fits into `capacity` are written where they stay.
  public static func bytes(capacity: Int, _ render: (inout Output) -> Void) -> [UInt8] {
    var larger: [UInt8]?
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { array, count in
      var output = Output(in: UnsafeMutableRawBufferPointer(array))
      render(&output)
      if output.ownsMemory { larger = output.bytes } else { count = output.count }
    }
    return larger ?? bytes
  }

  /// The UTF-8 bytes so far.
  public var bytes: [UInt8] {
    // All empty arrays share one storage, which this initializer writes to.
    if count == 0 { return [] }
    return Array(unsafeUninitializedCapacity: count) { array, initialized in
      UnsafeMutableRawBufferPointer(array).copyMemory(from: UnsafeRawBufferPointer(start: memory, count: count))
      initialized = count
    }
  }

  /// Appends bytes as they are.
  @inlinable mutating func append(_ source: UnsafeBufferPointer<UInt8>) {
    guard let start = source.baseAddress else { return }
    if source.count > capacity - count { grow(by: source.count) }
    (memory + count).copyMemory(from: start, byteCount: source.count)
    count += source.count
  }

  mutating func append(_ byte: UInt8) { withUnsafeBytes(of: byte) { append($0.assumingMemoryBound(to: UInt8.self)) } }

  @inline(never) @usableFromInline mutating func grow(by more: Int) {
    capacity = max(2 * capacity, count + more)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 1)
    larger.copyMemory(from: memory, byteCount: count)
    if ownsMemory { memory.deallocate() }
    (memory, ownsMemory) = (larger, true)
  }

  /// Appends HTML as it is written in the view.
  @inlinable public mutating func raw(_ html: StaticString) {
    guard html.hasPointerRepresentation else { return html.withUTF8Bytes { append($0) } }
    append(UnsafeBufferPointer(start: html.utf8Start, count: html.utf8CodeUnitCount))
  }

  /// Appends a value as text: `& < > " '` become character references.
  @inlinable public mutating func text(_ value: some Renderable) {
    let isPlain = value.isPlain
    value.withUTF8Bytes { isPlain ? append($0) : appendEscaped($0) }
  }

  /// Appends markup as it is.
  @inlinable public mutating func text(_ markup: Markup) {
    markup.withUTF8Bytes { append($0) }
  }

  /// Appends a value inside a quoted attribute, a `<title>` or a `<textarea>`: `& < > " '` become character references,
  /// whatever the value's type.
  @inlinable public mutating func attribute(_ value: some Renderable) {
    let isPlain = value.isPlain
    value.withUTF8Bytes { isPlain ? append($0) : appendEscaped($0) }
  }

  /// Appends a value that begins a URL attribute. A URL with a scheme other than http, https, mailto,
  /// tel and webcal becomes `#`.
  @inlinable public mutating func url(_ value: some Renderable) {
    value.withUTF8Bytes { appendURL($0) }
  }

  /// Appends a value as a part of a URL (one path segment, one query value): every byte but the unreserved ones of
  /// RFC 3986 section 2.3 is percent-encoded.
  @inlinable public mutating func urlComponent(_ value: some Renderable) {
    value.withUTF8Bytes { appendPercentEncoded($0) }
  }

  /// Appends a value that needs no escaping anywhere. The four methods above would copy it too, but test each byte.
  @inlinable public mutating func text(_ value: some Verbatim) { append(value) }
  @inlinable public mutating func attribute(_ value: some Verbatim) { append(value) }
  @inlinable public mutating func url(_ value: some Verbatim) { append(value) }
  @inlinable public mutating func urlComponent(_ value: some Verbatim) { append(value) }

  @inlinable mutating func append(_ value: some Verbatim) {
    value.withUTF8Bytes { append($0) }
  }
}
