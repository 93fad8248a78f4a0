import Crypto
import EventLoop
import Glibc

/// Why the static files could not be taken in; `description` names the file.
public struct StaticFilesError: Error, CustomStringConvertible {
  public let description: String
}

/// The files of a directory, as they were at the start.
///
/// Each file has two URLs: `/assets/app.css`, which is validated at each use, and `/assets/app-0f3a….css`, named after
/// its content, which never needs to be asked for again.
///
/// The files of a folder that is called like a style sheet, such as `app.css/10-reset.css`, are that one file, in the order of
/// their names. A style sheet's `url(icons.svg)` and a script's `from "./dom.js"` become the URLs that are named after the content
/// of these files.
///
/// Texts are kept in memory, and compressed by `compress`, or when a client first takes that. Pictures and fonts, which are most of the
/// bytes, are read again for each response: browsers keep them, and so does the kernel. One that has changed since the
/// start is 404.
public final class StaticFiles: Sendable {
  /// The largest file, in bytes.
  public static let maximumSize = 8 << 20

  private struct Representation: Sendable {
    let bytes: [UInt8]
    let validator: Validator
  }

  private final class File: Sendable {
    let contentType: String
    let validator: Validator
    let size: Int
    private let place: FileTree.Place
    /// Nil if it is read from the disk.
    private let kept: [UInt8]?
    private let gzipValidator: Validator?
    private let compressed = Lock<Representation?>(nil)

    /// - Parameter modified: not later than now.
    init(_ content: [UInt8], _ place: FileTree.Place, modified: HTTPDate) {
      let hash = hexadecimal(Array(sha256(content).prefix(8)))
      contentType = MediaType.ofFile(place.path)
      validator = Validator(tag: hash, lastModified: modified)
      size = content.count
      self.place = place
      kept = MediaType.isCompressible(contentType) ? content : nil
      // Shorter ones gain nothing.
      let isLong = kept != nil && size >= 256
      gzipValidator = isLong ? Validator(tag: "\(hash)-gzip", lastModified: modified) : nil
    }

    var hash: Substring { validator.etag.dropFirst().dropLast() }

    /// Nil if it has changed.
    var bytes: [UInt8]? { kept ?? place.read() }

    var hasGzip: Bool { gzipValidator != nil }

    /// Made for the first who asks: 3 ms for the largest of our files.
    var gzip: Representation? {
      guard let kept, let gzipValidator else { return nil }
      return compressed.withLock { compressed in
        if compressed == nil, let bytes = Gzip(level: 6).compress(kept) {
          compressed = Representation(bytes: bytes, validator: gzipValidator)
        }
        return compressed
      }
    }
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
    let found = Self.joined(try FileTree.read(directory, maximumSize: Self.maximumSize), in: directory)
    for found in try Self.sorted(found) {
      let content = Self.linked(found) { urls[$0] }
      // A time to come would be later than the answer's Date (RFC 9110 §8.8.2.1).
      let file = File(content, found.place, modified: HTTPDate(seconds: min(found.place.modified, now)))
      let validated = Entry(file: file, cacheControl: "no-cache")
      let fingerprinted = "\(prefix)/\(Self.fingerprinted(found.name, file.hash))"
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

  /// Compresses the texts, which the first clients who take that would wait for. Not for an event loop: it takes
  /// milliseconds.
  public func compress() {
    for entry in entries.values { _ = entry.file.gzip }
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
    let range = file.validator.range(of: request, size: file.size)
    let accepted = AcceptEncoding(request.headers["accept-encoding"].map { Array($0.utf8)[...] })
    let gzip = range == .whole && accepted.prefersGzip ? file.gzip : nil
    let validator = gzip?.validator ?? file.validator

    var response = Response(status: .ok)
    response.headers.append("Cache-Control", entry.cacheControl)
    response.headers.append("ETag", validator.etag)
    if file.hasGzip { response.headers.append("Vary", "Accept-Encoding") }
    switch validator.evaluate(conditions, readOnly: true, now: now) {
    case .notModified:
      response.status = .notModified
      return response
    case .failed:
      response.status = .preconditionFailed
      return response
    case .proceed: break
    }

    guard let bytes = gzip?.bytes ?? file.bytes else { return .text("404 Not Found\n", status: .notFound) }
    if let modified = validator.lastModified {
      response.headers.append("Last-Modified", modified.string)
    }
    response.headers.append("Accept-Ranges", "bytes")
    response.headers.append("Content-Type", file.contentType)
    if gzip != nil { response.headers.append("Content-Encoding", "gzip") }
    range.apply(to: &response, size: bytes.count)
    switch range {
    case .whole: response.body = .bytes(bytes)
    case .part(let part): response.body = .bytes(Array(bytes[part]))
    case .unsatisfiable: break
    }
    return response
  }

  private func entry(_ path: String) -> Entry? {
    // Most requests are for pages: they need not be hashed.
    guard path.utf8.starts(with: prefix) || rootPaths.contains(where: { $0.hasSameBytes(as: path) }) else { return nil }
    return entries[path]
  }

  /// `vendor/htmx.min.js` → `vendor/htmx.min-HASH.js`
  private static func fingerprinted(_ name: String, _ hash: Substring) -> String {
    let file = name.lastIndex(of: "/").map { name[name.index(after: $0)...] } ?? name[...]
    guard let dot = file.lastIndex(of: ".") else { return "\(name)-\(hash)" }
    return "\(name[..<dot])-\(hash)\(name[dot...])"
  }

  /// Puts the files of each folder that is called like a style sheet together.
  /// - Parameter files: sorted by name.
  private static func joined(_ files: [ReadFile], in directory: String) -> [ReadFile] {
    var result: [ReadFile] = []
    for file in files {
      guard let slash = file.name.lastIndex(of: "/"), file.name[..<slash].hasSuffix(".css") else {
        result.append(file)
        continue
      }
      let name = String(file.name[..<slash])
      let before = result.last?.name == name ? result.removeLast() : nil
      let bytes = (before?.bytes ?? []) + file.bytes
      let modified = max(before?.place.modified ?? file.place.modified, file.place.modified)
      let place = FileTree.Place(path: "\(directory)/\(name)", size: bytes.count, modified: modified)
      result.append(ReadFile(name: name, bytes: bytes, place: place))
    }
    return result
  }

  /// Each file behind those that it names, so that its own name can depend on theirs: pictures, scripts, style sheets.
  private static func sorted(_ files: [ReadFile]) throws(StaticFilesError) -> [ReadFile] {
    var result = files.filter { !$0.name.hasSuffix(".js") && !$0.name.hasSuffix(".css") }
    var scripts = files.filter { $0.name.hasSuffix(".js") }
    while !scripts.isEmpty {
      let names = Set(scripts.map(\.name))
      let isFree = { (script: ReadFile) in
        var imports: Set<String> = []
        _ = linked(script) { name in
          imports.insert(name)
          return nil
        }
        return imports.isDisjoint(with: names)
      }
      let free = scripts.filter(isFree)
      if free.isEmpty {
        throw StaticFilesError(
          description: "scripts that import one another: \(names.sorted().joined(separator: ", "))")
      }
      result += free
      scripts.removeAll { script in free.contains { $0.name == script.name } }
    }
    return result + files.filter { $0.name.hasSuffix(".css") }
  }

  /// The content of a style sheet or a script with the URLs of the files that it names. Other style sheets and scripts, and
  /// what is no file of the directory, stay as they are written.
  private static func linked(_ file: ReadFile, _ url: (String) -> String?) -> [UInt8] {
    if file.name.hasSuffix(".css") { return replaced(file.bytes, after: "url(", until: ")", by: url) }
    if file.name.hasSuffix(".js") {
      return replaced(file.bytes, after: #"from ""#, until: #"""#) {
        $0.hasPrefix("./") ? url(String($0.dropFirst(2))) : nil
      }
    }
    return file.bytes
  }

  private static func replaced(
    _ text: [UInt8], after opening: StaticString, until closing: Unicode.Scalar, by replacement: (String) -> String?
  ) -> [UInt8] {
    let opening = Array("\(opening)".utf8)
    var result: [UInt8] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: opening[opening.count - 1]) {
      let isOpening = rest[...open].suffix(opening.count).elementsEqual(opening)
      result += rest[...open]
      rest = rest[(open + 1)...]
      guard isOpening, let close = rest.firstIndex(of: UInt8(ascii: closing)),
        let new = replacement(String(decoding: rest[..<close], as: UTF8.self))
      else { continue }
      result += new.utf8
      rest = rest[close...]
    }
    return result + rest
  }
}
