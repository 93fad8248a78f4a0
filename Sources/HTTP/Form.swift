/// The fields of a form or a query, in the order they were sent.
///
/// Every name and value is valid UTF-8 without U+0000. Names are compared byte by byte.
public struct Form: Sendable {
  private var fields: [(name: String, value: String)] = []
  private var files: [(name: String, upload: Upload)] = []

  public init() {}

  /// The first value of that name; nil when the form does not have it.
  public subscript(name: String) -> String? {
    fields.first { $0.name.hasSameBytes(as: name) }?.value
  }

  /// Every value of that name.
  public func all(_ name: String) -> [String] {
    fields.compactMap { $0.name.hasSameBytes(as: name) ? $0.value : nil }
  }

  /// The first file of that name. A file input left empty, which browsers send as a nameless file of no bytes, is nil.
  public func file(_ name: String) -> Upload? {
    files.first { $0.name.hasSameBytes(as: name) }?.upload
  }

  /// Every file of that name.
  public func files(_ name: String) -> [Upload] {
    files.compactMap { $0.name.hasSameBytes(as: name) ? $0.upload : nil }
  }

  /// Every field with its value, in the order they were sent.
  public var pairs: [(name: String, value: String)] { fields }

  /// The name of each field, then of each file; each as often as it was sent.
  public var names: [String] { fields.map(\.name) + files.map(\.name) }

  /// The uploads with the names of their fields, in their order.
  public var uploads: [(name: String, upload: Upload)] { files }

  public var isEmpty: Bool { fields.isEmpty && files.isEmpty }

  /// Adds a field at the end.
  public mutating func append(_ name: String, _ value: String) { fields.append((name, value)) }

  /// Adds a file at the end.
  public mutating func append(_ name: String, _ upload: Upload) { files.append((name, upload)) }

  /// The fields (not the files) as `application/x-www-form-urlencoded`.
  public var urlencoded: String {
    fields.map { "\(PercentCoding.encode($0.name))=\(PercentCoding.encode($0.value))" }.joined(separator: "&")
  }
}

/// A file that came with a form.
public struct Upload: Sendable {
  /// The last part of the sender's path, without control characters; may be empty. For people: never a path to write to.
  public var filename: String
  /// The media type by the sender, as `type/subtype` in lower case: not to be trusted.
  public var contentType: String
  /// Empty if they are in `file`.
  public var bytes: [UInt8]
  /// The content, where `FormLimits.storesUploads` says so.
  public var file: TemporaryFile?

  public init(filename: String, contentType: String, bytes: [UInt8], file: TemporaryFile? = nil) {
    self.filename = filename
    self.contentType = contentType
    self.bytes = bytes
    self.file = file
  }
}

extension Form {
  /// Parses `application/x-www-form-urlencoded` (WHATWG URL §5.1), the format of form bodies and queries.
  ///
  /// Stricter than browsers are: an escape that is none, text that is not UTF-8, and U+0000 are errors instead of
  /// being passed on or replaced, so that what was typed is either taken exactly or refused.
  public init(urlencoded bytes: ArraySlice<UInt8>, limits: FormLimits = .standard) throws(FormError) {
    guard bytes.count <= limits.bytes else { throw .tooLarge(limit: limits.bytes) }
    var rest = bytes
    while !rest.isEmpty {
      let pair = rest.prefix { $0 != 0x26 }  // &
      rest = rest.dropFirst(pair.count + 1)
      if pair.isEmpty { continue }
      guard fields.count < limits.fields else { throw .tooManyFields(limit: limits.fields) }
      let name = pair.prefix { $0 != ASCII.equals }
      let field = try Self.decode(name, field: "field \(fields.count + 1)")
      fields.append((field, try Self.decode(pair.dropFirst(name.count + 1), field: field)))
    }
  }

  /// The same, of an array.
  public init(urlencoded bytes: [UInt8], limits: FormLimits = .standard) throws(FormError) {
    try self.init(urlencoded: bytes[...], limits: limits)
  }

  private static func decode(
    _ bytes: ArraySlice<UInt8>, field: @autoclosure () -> String
  ) throws(FormError) -> String {
    guard let decoded = PercentCoding.decode(bytes, plusIsSpace: true) else { throw .invalidEscape(field: field()) }
    return try text(decoded, field: field())
  }

  /// The bytes as text, when they are UTF-8 without U+0000.
  static func text(_ bytes: [UInt8], field: @autoclosure () -> String) throws(FormError) -> String {
    if bytes.contains(0) { throw .nullCharacter(field: field()) }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .invalidUTF8(field: field()) }
    return text
  }
}
