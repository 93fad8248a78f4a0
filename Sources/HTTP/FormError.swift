/// The limits of a form.
public struct FormLimits: Sendable {
  /// Fields and uploads together.
  public var fields: Int
  /// Bytes of everything but the uploads' content.
  public var bytes: Int
  /// Bytes of all uploads' content together.
  public var uploadBytes: Int
  /// Bytes of the header of one part of a multipart form.
  public var partHeaderBytes: Int
  /// Whether the uploads' content goes to temporary files instead of memory.
  public var storesUploads: Bool

  public init(
    fields: Int = 1_000, bytes: Int = 1 << 20, uploadBytes: Int = 10 << 20, partHeaderBytes: Int = 8 << 10,
    storesUploads: Bool = false
  ) {
    self.fields = fields
    self.bytes = bytes
    self.uploadBytes = uploadBytes
    self.partHeaderBytes = partHeaderBytes
    self.storesUploads = storesUploads
  }

  /// 1,000 fields, 1 MiB, uploads of 10 MiB, part headers of 8 KiB.
  public static let standard = FormLimits()
  /// 1 MiB, and no uploads.
  public static let fields = FormLimits(uploadBytes: 0)
  /// 64 KiB, and no uploads: what a request without a session may send.
  public static let small = FormLimits(bytes: 64 << 10, uploadBytes: 0)

  /// MiB of uploads in memory that a session may send at once: it holds a quarter of `Limits.bodyMemory` at most, other fields included.
  public static let largestMegabytes = 15

  /// Bytes of a whole body.
  public var total: Int { bytes + uploadBytes }
}

/// Why a form or a query was refused. `description` is safe to show: it holds nothing of the input but field names.
public enum FormError: Error, Equatable, CustomStringConvertible {
  /// A `%` without two hexadecimal digits after it, in the named field (or "field 3" when it is the name).
  case invalidEscape(field: String)
  /// Bytes that are not UTF-8.
  case invalidUTF8(field: String)
  /// U+0000, which PostgreSQL cannot store and no text needs.
  case nullCharacter(field: String)
  /// A multipart body, or one of its parts, that RFC 7578 and RFC 2046 §5.1 do not allow.
  case malformed(String)
  case tooManyFields(limit: Int)
  /// More bytes than `FormLimits.bytes`.
  case tooLarge(limit: Int)
  /// More bytes than `FormLimits.uploadBytes`.
  case uploadTooLarge(limit: Int)
  /// More bytes than `FormLimits.partHeaderBytes`.
  case partHeaderTooLarge(limit: Int)
  /// A body that is no form, or a form in a character set or transfer encoding that is not spoken here.
  case unsupported(String)

  public var description: String {
    switch self {
    case .invalidEscape(let field): "\(field): a % is not followed by two hexadecimal digits"
    case .invalidUTF8(let field): "\(field): the text is not UTF-8"
    case .nullCharacter(let field): "\(field): the text holds the character U+0000"
    case .malformed(let reason): "the form is malformed: \(reason)"
    case .tooManyFields(let limit): "the form has more than \(limit) fields"
    case .tooLarge(let limit): "the form is larger than \(limit) bytes"
    case .uploadTooLarge(let limit): "the files are larger than \(limit) bytes"
    case .partHeaderTooLarge(let limit): "the header of a part is larger than \(limit) bytes"
    case .unsupported(let reason): reason
    }
  }
}
