public import EventLoop
import Glibc

/// An incremental parser of `multipart/form-data` (RFC 7578, RFC 2046 §5.1): push the body as it comes, then finish.
///
/// Its memory is bounded by the limits, without what `takeParcels` takes, and the work is proportional to the bytes pushed, however they are cut.
/// Stricter than RFC 2046 where readers differ: a line that begins with the delimiter must be the delimiter, lines end
/// in CRLF, headers are not folded.
public struct MultipartParser {
  private enum State {
    /// Before the first delimiter: to be ignored (RFC 2046 §5.1.1).
    case preamble
    /// Right after a delimiter: a part follows, or `--`.
    case delimited
    /// White space that transport may have added, then CRLF.
    case lineEnd(closed: Bool)
    case header
    /// At the empty line after a header, whose CRLF may already be a delimiter's (RFC 2046 §5.1.1: `body-part`).
    case emptyLine
    case content
    /// After the last delimiter's line: to be ignored.
    case epilogue
  }

  /// CR LF `--` boundary. A boundary holds no CR, so a match that fails cannot have hidden the beginning of another.
  private let delimiter: [UInt8]
  private let limits: FormLimits
  /// The bytes that were pushed and not yet understood. It begins with a CRLF that was not sent: the first delimiter needs none.
  private var buffer: [UInt8] = [ASCII.carriageReturn, ASCII.lineFeed]
  private var position = 0
  /// Up to where the header in `buffer` was searched for its end.
  private var searched = 0
  private var state = State.preamble
  /// The parts that are complete.
  private(set) var form = Form()
  /// The name of the field and of the file that is being read, if it is one.
  var file: (field: String, name: String)? {
    disposition.flatMap { part in part.filename.map { (part.name, $0) } }
  }
  private var parts = 0
  private var formBytes = 0
  private var uploadBytes = 0

  private var disposition: ContentDisposition?
  private var contentType = ""
  private var content: [UInt8] = []
  /// Where the content of the upload under way goes, if not to memory.
  private var stored: TemporaryFile?
  private var parcels: [Parcel] = []
  private let share: Share

  /// Bytes of an upload, and the file that they belong to.
  struct Parcel: Sendable {
    let file: TemporaryFile
    let bytes: [UInt8]
  }

  /// - Parameter share: in whose name uploads fill the disk, if `limits` have them stored.
  /// - Parameter boundary: the parameter of the body's `Content-Type`: 1 to 70 bytes of RFC 2046 §5.1.1's `bchars`,
  ///   the last of which is no space.
  public init(
    boundary: [UInt8], limits: FormLimits = .standard, for share: Share = Share(0, 0)
  ) throws(FormError) {
    guard (1...70).contains(boundary.count), boundary.allSatisfy(Self.isBoundaryByte), boundary.last != ASCII.space
    else { throw .malformed("the boundary is not 1 to 70 of the characters of RFC 2046") }
    delimiter = [ASCII.carriageReturn, ASCII.lineFeed, 0x2D, 0x2D] + boundary
    (self.limits, self.share) = (limits, share)
  }

  /// The bytes pushed of uploads that are stored, to be written in this order.
  mutating func takeParcels() -> [Parcel] {
    defer { parcels = [] }
    return parcels
  }

  /// Takes the next bytes of the body. After an error the parser is of no more use.
  public mutating func push(_ bytes: [UInt8]) throws(FormError) {
    buffer.append(contentsOf: bytes)
    while try step() {}
    if position > 0 {
      buffer.removeFirst(position)
      searched -= position
      position = 0
    }
  }

  /// The form, once the body has ended.
  public consuming func finish() throws(FormError) -> Form {
    switch state {
    case .epilogue: return form
    case .lineEnd(closed: true) where buffer.isEmpty: return form
    default: throw .malformed("the body ends before its last delimiter")
    }
  }

  private static func isBoundaryByte(_ byte: UInt8) -> Bool {
    if ASCII.isLetter(byte) || ASCII.isDigit(byte) { return true }
    switch byte {
    case 0x20, 0x27, 0x28, 0x29, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x3A, 0x3D, 0x3F, 0x5F: return true
    default: return false
    }
  }

  /// Goes on by one state; false when that needs more bytes.
  private mutating func step() throws(FormError) -> Bool {
    switch state {
    case .preamble:
      let (end, found) = findDelimiter()
      try countForm(end - position)
      position = end
      guard found else { return false }
      position += delimiter.count
      state = .delimited

    case .delimited:
      guard buffer.count - position >= 2 else { return false }
      if buffer[position] == 0x2D, buffer[position + 1] == 0x2D {
        position += 2
        state = .lineEnd(closed: true)
      } else {
        parts += 1
        guard parts <= limits.fields else { throw .tooManyFields(limit: limits.fields) }
        state = .lineEnd(closed: false)
      }

    case .lineEnd(let closed): return try endLine(closed: closed)

    case .header:
      guard let end = try findHeaderEnd() else { return false }
      try countForm(end - position)
      try readHeader(buffer[position..<end])
      position = end + 2
      state = .emptyLine

    case .emptyLine:
      let (end, found) = findDelimiter()
      if end > position {
        position += 2
      } else if !found {
        return false
      }
      state = .content

    case .content:
      let (end, found) = findDelimiter()
      try append(buffer[position..<end])
      position = end
      guard found else { return false }
      position += delimiter.count
      try finishPart()
      state = .delimited

    case .epilogue:
      try countForm(buffer.count - position)
      position = buffer.count
      return false
    }
    return true
  }

  /// Reads blanks and the end of a delimiter's line.
  private mutating func endLine(closed: Bool) throws(FormError) -> Bool {
    let start = position
    while position < buffer.count, ASCII.isBlank(buffer[position]) { position += 1 }
    try countForm(position - start)
    guard position < buffer.count else { return false }
    guard buffer[position] == ASCII.carriageReturn else { throw Self.delimiterExpected }
    guard position + 1 < buffer.count else { return false }
    guard buffer[position + 1] == ASCII.lineFeed else { throw Self.delimiterExpected }
    position += 2
    searched = position
    state = closed ? .epilogue : .header
    return true
  }

  private static var delimiterExpected: FormError {
    .malformed("a line begins with the delimiter and goes on")
  }

  private mutating func countForm(_ count: Int) throws(FormError) {
    formBytes += count
    if formBytes > limits.bytes { throw .tooLarge(limit: limits.bytes) }
  }

  /// Where the next delimiter is; if none, up to where there surely is none, which leaves out a beginning of one at
  /// the end of the buffer.
  private func findDelimiter() -> (end: Int, found: Bool) {
    var index = position
    while let start = firstCarriageReturn(from: index) {
      index = start
      var matched = 1
      while matched < delimiter.count, index + matched < buffer.count, buffer[index + matched] == delimiter[matched] {
        matched += 1
      }
      if matched == delimiter.count { return (index, true) }
      if index + matched == buffer.count { return (index, false) }
      index += matched
    }
    return (buffer.count, false)
  }

  /// Where the next CR is. An upload of half a gigabyte is searched as fast as memory is read.
  private func firstCarriageReturn(from index: Int) -> Int? {
    buffer.withUnsafeBytes { bytes -> Int? in
      guard index < bytes.count, let base = bytes.baseAddress else { return nil }
      let found = memchr(base + index, Int32(ASCII.carriageReturn), bytes.count - index)
      return found.map { base.distance(to: UnsafeRawPointer($0)) }
    }
  }

  /// Where the part's header ends (the first CR of CR LF CR LF); nil when that has not come yet.
  private mutating func findHeaderEnd() throws(FormError) -> Int? {
    let limit = limits.partHeaderBytes
    while searched + 4 <= buffer.count {
      if buffer[searched] == ASCII.carriageReturn, buffer[searched + 1] == ASCII.lineFeed,
        buffer[searched + 2] == ASCII.carriageReturn, buffer[searched + 3] == ASCII.lineFeed
      {
        return searched
      }
      searched += 1
      if searched - position > limit { throw .partHeaderTooLarge(limit: limit) }
    }
    return nil
  }

  private mutating func readHeader(_ bytes: ArraySlice<UInt8>) throws(FormError) {
    disposition = nil
    contentType = ""
    var mediaType: MediaType?
    var rest = bytes
    while !rest.isEmpty {
      var line = rest.prefix { $0 != ASCII.carriageReturn }
      rest = rest.dropFirst(line.count)
      if !rest.isEmpty {
        rest = rest.dropFirst()
        guard rest.popFirst() == ASCII.lineFeed else { throw .malformed("a CR without LF in a part's header") }
      }
      let name = line.prefix { ASCII.isToken($0) }
      line = line.dropFirst(name.count)
      guard !name.isEmpty, line.popFirst() == 0x3A, !line.contains(where: ASCII.isControl) else {
        throw .malformed("a line of a part's header is no header")
      }
      let value = ASCII.trimmed(line)
      if ASCII.equals(name, lowercase: "content-disposition") {
        guard disposition == nil else { throw .malformed("a part has two Content-Disposition headers") }
        disposition = try ContentDisposition(value)
      } else if ASCII.equals(name, lowercase: "content-type") {
        guard contentType.isEmpty else { throw .malformed("a part has two Content-Type headers") }
        mediaType = MediaType(value)
        contentType = mediaType?.essence ?? "application/octet-stream"
      } else if ASCII.equals(name, lowercase: "content-transfer-encoding") {
        guard ["7bit", "8bit", "binary"].contains(ASCII.lowercaseString(value)) else {
          throw .unsupported("a part has a Content-Transfer-Encoding other than binary")
        }
      }
    }
    guard let disposition else { throw .malformed("a part has no Content-Disposition") }
    if mediaType?.type == "multipart" { throw .unsupported("a part is itself multipart") }
    if disposition.filename == nil, let charset = mediaType?["charset"],
      !["utf-8", "us-ascii"].contains(ASCII.lowercaseString(charset[...]))
    {
      throw .unsupported("\(disposition.name): the character set is not UTF-8")
    }
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>) throws(FormError) {
    if disposition?.filename == nil {
      try countForm(bytes.count)
    } else {
      uploadBytes += bytes.count
      if uploadBytes > limits.uploadBytes { throw .uploadTooLarge(limit: limits.uploadBytes) }
      if limits.storesUploads {
        if bytes.isEmpty { return }
        let file = stored ?? TemporaryFile(for: share)
        stored = file
        parcels.append(Parcel(file: file, bytes: Array(bytes)))
        return
      }
    }
    content.append(contentsOf: bytes)
  }

  private mutating func finishPart() throws(FormError) {
    guard let disposition else { return }
    defer {
      self.disposition = nil
      content = []
      stored = nil
    }
    guard let filename = disposition.filename else {
      form.append(disposition.name, try Form.text(content, field: disposition.name))
      return
    }
    if filename.isEmpty && content.isEmpty && stored == nil { return }
    form.append(
      disposition.name,
      Upload(
        filename: filename, contentType: contentType.isEmpty ? "application/octet-stream" : contentType,
        bytes: content, file: stored))
  }
}

extension Form {
  /// Parses a whole `multipart/form-data` body that is in memory.
  /// - Parameter chunk: how many bytes the parser is given at a time; the result does not depend on it.
  public init(
    multipart bytes: [UInt8], boundary: [UInt8], limits: FormLimits = .standard, chunk: Int = .max
  ) throws(FormError) {
    var parser = try MultipartParser(boundary: boundary, limits: limits)
    var rest = bytes[...]
    while !rest.isEmpty {
      try parser.push(Array(rest.prefix(max(chunk, 1))))
      rest = rest.dropFirst(max(chunk, 1))
    }
    self = try parser.finish()
  }
}
