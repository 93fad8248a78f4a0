import Glibc

/// Why the static files could not be taken in; `description` names the file.
public struct StaticFilesError: Error, CustomStringConvertible {
  public let description: String
}

/// The files of a directory, read once into memory and answered without any I/O.
///
/// Each file has two URLs: `/assets/app.css`, which is validated at each use, and `/assets/app-0f3a….css`, named after
/// its content, which never needs to be asked for again. Text is compressed once, at the start.
public final class StaticFiles: Sendable {
  /// The largest file, in bytes.
  public static let maximumSize = 8 << 20

  private struct Representation: Sendable {
    let bytes: [UInt8]
    let validator: Validator
  }

  private struct File: Sendable {
    let contentType: String
    let identity: Representation
    let gzip: Representation?
  }

  private struct Entry: Sendable {
    let file: File
    let cacheControl: String
  }

  private let prefix: [UInt8]
  private let rootPaths: [String]
  private let entries: [String: Entry]
  private let urls: [String: String]

  /// Reads every file below the directory, but those whose names begin with a dot, and symbolic links.
  /// - Parameters:
  ///   - prefix: the path that the directory gets.
  ///   - rootNames: names of files that are also found at `/`, where browsers and robots look for them.
  public init(directory: String, prefix: String = "/assets", rootNames: Set<String> = []) throws(StaticFilesError) {
    let now = Int64(time(nil))
    var entries: [String: Entry] = [:]
    var urls: [String: String] = [:]
    let gzip = Gzip(level: 9)
    let found = try FileTree.read(directory, maximumSize: Self.maximumSize)
    for found in found.filter({ !$0.name.hasSuffix(".css") }) + found.filter({ $0.name.hasSuffix(".css") }) {
      let content = found.name.hasSuffix(".css") ? Self.linked(found.bytes, urls) : found.bytes
      let hash = Self.hash(content)
      // A time to come would be later than the answer's Date (RFC 9110 §8.8.2.1).
      let modified = HTTPDate(seconds: min(found.modified, now))
      let contentType = MediaType.ofFile(found.name)
      var compressed: Representation?
      if MediaType.isCompressible(contentType), let bytes = gzip.compress(content),
        bytes.count < content.count - content.count / 20
      {
        compressed = Representation(bytes: bytes, validator: Validator(tag: "\(hash)-gzip", lastModified: modified))
      }
      let file = File(
        contentType: contentType,
        identity: Representation(bytes: content, validator: Validator(tag: hash, lastModified: modified)),
        gzip: compressed)
      let validated = Entry(file: file, cacheControl: "no-cache")
      let fingerprinted = "\(prefix)/\(Self.fingerprinted(found.name, hash))"
      entries["\(prefix)/\(found.name)"] = validated
      entries[fingerprinted] = Entry(file: file, cacheControl: "public, max-age=31536000, immutable")
      if rootNames.contains(found.name) { entries["/\(found.name)"] = validated }
      urls[found.name] = PercentCoding.encode(fingerprinted, keepsSlash: true)
    }
    self.prefix = Array("\(prefix)/".utf8)
    self.rootPaths = rootNames.map { "/\($0)" }
    self.entries = entries
    self.urls = urls
  }

  /// The URL, named after the content, of a file of the directory; nil when it is not there.
  /// - Parameter name: path below the directory, as `app.css` or `vendor/htmx.min.js`.
  public func url(for name: String) -> String? { urls[name] }

  /// Whether there is a file at the path: a method other than GET, HEAD and OPTIONS is then not allowed.
  /// - Parameter path: decoded.
  public func contains(path: String) -> Bool { entry(path) != nil }

  /// The answer to GET and HEAD; nil when the method is another or there is no file at the path.
  public func response(for request: Request) -> Response? {
    guard request.method == .get || request.method == .head, let entry = entry(request.path) else { return nil }
    let file = entry.file
    let now = HTTPDate(seconds: Int64(time(nil)))
    let conditions = Validator.Conditions(request.headers)

    // A range is one of the bytes that are not compressed.
    var range = ByteRange.whole
    if request.method == .get, let field = request.headers["range"],
      file.identity.validator.allowsRange(conditions, now: now)
    {
      range = ByteRange(Array(field.utf8)[...], size: file.identity.bytes.count)
    }
    let accepted = AcceptEncoding(request.headers["accept-encoding"].map { Array($0.utf8)[...] })
    let gzip = range == .whole && accepted.prefersGzip ? file.gzip : nil
    let representation = gzip ?? file.identity

    var response = Response(status: .ok)
    response.headers.append("Cache-Control", entry.cacheControl)
    response.headers.append("ETag", representation.validator.etag)
    if file.gzip != nil { response.headers.append("Vary", "Accept-Encoding") }
    switch representation.validator.evaluate(conditions, readOnly: true, now: now) {
    case .notModified:
      response.status = .notModified
      return response
    case .failed:
      response.status = .preconditionFailed
      return response
    case .proceed: break
    }

    if let modified = representation.validator.lastModified {
      response.headers.append("Last-Modified", modified.string)
    }
    response.headers.append("Accept-Ranges", "bytes")
    response.headers.append("Content-Type", file.contentType)
    if gzip != nil { response.headers.append("Content-Encoding", "gzip") }
    let bytes = representation.bytes
    switch range {
    case .whole: response.body = .bytes(bytes)
    case .part(let part):
      response.status = .partialContent
      response.headers.append("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(bytes.count)")
      response.body = .bytes(Array(bytes[part]))
    case .unsatisfiable:
      response.status = .rangeNotSatisfiable
      response.headers.append("Content-Range", "bytes */\(bytes.count)")
    }
    return response
  }

  private func entry(_ path: String) -> Entry? {
    // Most requests are for pages: they need not be hashed.
    guard path.utf8.starts(with: prefix) || rootPaths.contains(where: { $0.hasSameBytes(as: path) }) else { return nil }
    return entries[path]
  }

  /// `vendor/htmx.min.js` → `vendor/htmx.min-HASH.js`
  private static func fingerprinted(_ name: String, _ hash: String) -> String {
    let file = name.lastIndex(of: "/").map { name[name.index(after: $0)...] } ?? name[...]
    guard let dot = file.lastIndex(of: ".") else { return "\(name)-\(hash)" }
    return "\(name[..<dot])-\(hash)\(name[dot...])"
  }

  /// A style sheet whose `url(icons.svg)` says the URL that is named after that file's content. Other style sheets, and
  /// what is no file of the directory, stay as they are written.
  private static func linked(_ css: [UInt8], _ urls: [String: String]) -> [UInt8] {
    let opening = Array("url(".utf8)
    var result: [UInt8] = []
    var rest = css[...]
    while let open = rest.firstIndex(of: opening[3]) {
      let isURL = rest[...open].suffix(4).elementsEqual(opening)
      result += rest[...open]
      rest = rest[(open + 1)...]
      guard isURL, let close = rest.firstIndex(of: UInt8(ascii: ")")),
        let url = urls[String(decoding: rest[..<close], as: UTF8.self)]
      else { continue }
      result += url.utf8
      rest = rest[close...]
    }
    return result + rest
  }

  /// FNV-1a of 64 bits, as 16 hexadecimal digits: tells versions of our own files apart, nobody else's.
  private static func hash(_ bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
